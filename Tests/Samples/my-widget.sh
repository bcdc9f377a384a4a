#!/usr/bin/env bash
# Runs the sample widget's program: it has to draw, to tell its timeline and its day, and to serve itself.
# usage: my-widget.sh PROGRAM
set -euo pipefail
program=$1
scratch=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$scratch"' EXIT
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
# A machine without fonts is told what to install.
mkdir "$scratch/fonts"
echo "<fontconfig><dir>$scratch/fonts</dir><cachedir>$scratch/fonts</cachedir></fontconfig>" >"$scratch/fonts.conf"
status=0
complaint=$(FONTCONFIG_FILE=$scratch/fonts.conf "$program" render -o "$scratch/x.png" --family systemMedium 2>&1) || status=$?
[ "$status" -eq 69 ] || { echo "my-widget: without fonts it ended in $status" >&2; exit 1; }
expect "$complaint" 'fonts-dejavu-core'
# Only who serves loads the server's library.
loaded=$(LD_DEBUG=files "$program" list 2>&1)
expect "$loaded" 'libc.so'
[[ $loaded != *microhttpd* ]] || { echo 'my-widget: list loads libmicrohttpd' >&2; exit 1; }

# get PATH: waits until the widget has been published, and prints the answer's body.
get() { curl --silent --fail --retry 100 --retry-delay 0 --retry-max-time 20 --retry-all-errors "$url$1"; }
mkfifo "$scratch/out"
"$program" serve --port 0 --state-dir "$scratch/state" >"$scratch/out" &
server=$!
exec 3<"$scratch/out"
read -r -t 20 url <&3
expect "$url" '^http://127\.0\.0\.1:[0-9]*$'
expect "$(get /)" '<script src="/page.js" defer></script>'
expect "$(get /widgets/moon/default/entry.json)" '"status": "fresh"'
get /widgets/moon/default/widget.png >"$scratch/served.png"
[ "$(head -c 4 "$scratch/served.png" | tail -c 3)" = PNG ]
expect "$(get /widgets.json)" '"kind":"moon"'
status=0
"$program" serve --port 0 --state-dir "$scratch/state" 2>/dev/null || status=$?
[ "$status" -eq 75 ] || { echo "my-widget: a second server of the same widget ended in $status" >&2; exit 1; }
kill -TERM "$server"
wait "$server" || { echo "my-widget: serve ended in $?" >&2; exit 1; }
server=
echo 'my-widget: draws, tells its timeline and its day, and serves itself'
