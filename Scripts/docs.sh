#!/usr/bin/env bash
# Builds the documentation, without the internet: docs.sh FOLDER. A link that leads nowhere is an error.
set -euo pipefail
cd "$(dirname "$0")/.."
modules=(PhotoWidget WidgetTimeline WidgetUI SharedDefaults PhotoFeed Raster Storage)
out=$1
# Only a folder that this script has made is made anew.
if [ -e "$out" ] && ! grep -qs '<title>photowidget</title>' "$out/index.html"; then
    echo "docs: $out: is there, and is not the documentation; name another folder" >&2
    exit 73
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/symbols"

# A module is built with the C targets below it, whose maps the extraction needs too.
swift build --target PhotoWidget
built=$(swift build --show-bin-path)
maps=()
for map in "$built"/C*.build/module.modulemap; do maps+=(-Xcc "-fmodule-map-file=$map"); done
target=$(swift -print-target-info | sed -nE 's/.*"triple": "([^"]+)".*/\1/p' | head -1)
for module in "${modules[@]}"; do
    swift symbolgraph-extract -module-name "$module" -target "$target" -I "$built/Modules" "${maps[@]}" \
        -minimum-access-level public -skip-synthesized-members -output-dir "$work/symbols"
done

cp -r docs/photowidget.docc "$work/photowidget.docc"
# Pictures are those that `make gallery` draws.
cp samples/renders/budget-systemMedium.png samples/renders/photo-epaper-2bit.png "$work/photowidget.docc/"
rm -rf "$out"
docc convert "$work/photowidget.docc" --additional-symbol-graph-dir "$work/symbols" --warnings-as-errors \
    --fallback-display-name photowidget --fallback-bundle-identifier photowidget \
    --transform-for-static-hosting --output-path "$out"
# The front door; DocC has none.
echo '<!doctype html><meta charset="utf-8"><title>photowidget</title><meta http-equiv="refresh" content="0; url=documentation/start/">' \
    >"$out/index.html"
echo "The documentation is in $out; to read it: python3 -m http.server --directory $out, then http://localhost:8000"
