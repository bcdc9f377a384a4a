#!/usr/bin/env bash
# Runs the shared cases and corpora against a program built before: run.sh PROGRAM [option of conformance.py …]
# They lie beside the checkout, or where $PHOTOWIDGET_SHARED says; without them there is nothing to run.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
shared=${PHOTOWIDGET_SHARED:-$here/../../../shared}
program=${1:?usage: run.sh PROGRAM [option …]}
shift

if [ ! -f "$shared/cases/INDEX.md" ]; then
    echo "conformance: no shared cases at $shared (PHOTOWIDGET_SHARED names another place)" >&2
    echo "0 passed, 0 failed, $(python3 "$here/conformance.py" --count) skipped"
    exit 0
fi
exec python3 "$here/conformance.py" --program "$program" --shared "$shared" "$@"
