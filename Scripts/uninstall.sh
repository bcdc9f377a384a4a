#!/usr/bin/env bash
# Removes what install.sh has put there: uninstall.sh TARGET… (the Makefile has the list of targets). A file of another
# origin that has such a name stays.
set -euo pipefail
status=0
for target in "$@"; do
    if [ ! -e "$target" ] && [ ! -L "$target" ]; then continue; fi
    if [ -L "$target" ] || [ ! -f "$target" ] || ! grep -qa photowidget "$target"; then
        echo "uninstall: $target: is not what was installed, and stays" >&2
        status=73
        continue
    fi
    rm -f -- "$target"
done
exit "$status"
