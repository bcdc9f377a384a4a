#!/usr/bin/env bash
# Writes Scripts/functions.order: the functions that usual commands call, in the order of their first call.
#
# The linker puts them side by side. The kernel maps a program in stretches of 64 KiB, so that functions that lie scattered
# over 10 MB bring most of it into memory: a thumbnail takes 3 MiB less with the list. A name that the program no longer has
# is passed over, so the list need not be new, only like. Usage: order-functions.sh PROGRAM
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# valgrind cannot read the debugging information that lld writes, and follows no picture into a process of its own.
strip --strip-debug -o "$folder/photowidget" "$1"
trace() {
    valgrind --tool=callgrind --demangle=no --callgrind-out-file="$folder/$1" \
        "$folder/photowidget" "${@:2}" --no-sandbox --cache-dir "$folder/cache" \
        --state-dir "$folder/state" >"$folder/log" 2>&1 ||
        { cat "$folder/log" >&2; exit 1; }
}
photo=$(find samples/feeds/photos -name '*_b.jpg' | sort | head -1)
# The numbers are the order in the list: what has to be quickest comes first.
trace 5 refresh --feed samples/feeds/texas.json --json
trace 1 current
trace 2 thumbnail "$photo" --format pam -o "$folder/thumbnail.pam"
trace 3 thumbnail "$photo" --format png -o "$folder/thumbnail.png"
trace 4 thumbnail "$folder/thumbnail.png" --size 128x128 --format pam -o "$folder/small.pam"
trace 6 render --widget budget --family systemMedium --scale 2 -o "$folder/budget.png"

nm "$folder/photowidget" | awk '{ print $3 }' | sort -u >"$folder/names"
{
    echo "# Made by Scripts/order-functions.sh; see there."
    cat "$folder"/[1-6] | sed -nE "s/^c?fn=\([0-9]+\) //; T; s/'[0-9]+$//; p" | awk '!seen[$0]++' |
        grep -Fxf "$folder/names"
} >Scripts/functions.order
echo "$(($(wc -l <Scripts/functions.order) - 1)) functions"
