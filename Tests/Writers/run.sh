#!/usr/bin/env bash
# Runs every check of the shared store and the links against the program that PHOTOWIDGET names.
cd "$(dirname "$0")" || exit 1
status=0
for script in race notices links faults languages members takeover; do python3 -B "$script.py" || status=1; done
exit $status
