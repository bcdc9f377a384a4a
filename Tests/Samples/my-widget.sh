#!/usr/bin/env bash
# Runs the sample widget's program: it has to draw, and to tell its timeline and its day.
# usage: my-widget.sh PROGRAM
set -euo pipefail
program=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
expect() { grep -q -- "$2" <<<"$1" || { echo "my-widget: expected $2 in: $1" >&2; exit 1; }; }

expect "$("$program" list)" '"kind": "moon"'
report=$("$program" render --family systemMedium --scale 2 -o "$scratch/moon.png")
expect "$report" '"width": 676'
expect "$report" '"widgetURL": "moon://today"'
expect "$report" '"lint": \[\]'
[ "$(head -c 4 "$scratch/moon.png" | tail -c 3)" = PNG ]
expect "$("$program" timeline)" '"type": "atEnd"'
expect "$("$program" simulate --for 24h)" '"failures": 0'
status=0
"$program" render --family systemLarge -o "$scratch/x.png" 2>/dev/null || status=$?
[ "$status" -eq 64 ] || { echo "my-widget: a family that it cannot be ended in $status" >&2; exit 1; }
[ ! -e "$scratch/x.png" ]
echo 'my-widget: draws, and tells its timeline and its day'
