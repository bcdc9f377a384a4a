#!/usr/bin/env bash
# Runs the tests; words given are handed to `swift test`. What failed is said again at the end, where one looks first.
set -uo pipefail
cd "$(dirname "$0")/.."

log=$(mktemp)
trap 'rm -f "$log"' EXIT
swift test --disable-xctest "$@" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
if [ "$status" -ne 0 ]; then
    echo
    echo "test: exit status $status; what failed:"
    # An issue's line, and the lines below it up to the next event.
    awk '/recorded an issue|: error:|[Ff]atal error/ { isShown = 1; print; next } /^[^ [:alnum:]]/ { isShown = 0 } isShown' \
        "$log"
fi
exit "$status"
