#!/usr/bin/env bash
# Draws every built-in widget in every family and scheme into samples/renders, from the samples' data at a fixed time.
# usage: gallery.sh PHOTOWIDGET
set -euo pipefail
cd "$(dirname "$0")/.."

photowidget=$(realpath "$1")
out=samples/renders
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$out"
# The fonts that setup installs, so that the pictures are the same on every machine.
common=(--state-dir "$scratch/state" --cache-dir "$scratch/cache" --config "$scratch/config.json5"
    --now 2026-11-30T01:38:00Z)
echo '{}' >"$scratch/config.json5"
unset LC_ALL LC_MONETARY
export LANG=ko_KR.UTF-8

write() { "$photowidget" defaults write "${common[@]}" --group "$@" >/dev/null; }
write group.woori.homeWidget WooriWidgetKey 12000
write group.react.native.widget.example data --type json "$(cat samples/todo/todos.json)"

# draw KIND FAMILY ENDING OPTIONS…
draw() {
    local kind=$1 family=$2 ending=$3 scheme suffix
    shift 3
    for scheme in light dark; do
        suffix=$([ "$scheme" = dark ] && echo -dark || true)
        "$photowidget" render --force "${common[@]}" --widget "$kind" --family "$family" --scheme "$scheme" \
            --font 'Noto Sans' "$@" -o "$out/$kind-$family$suffix.$ending"
    done
}
photo=(--feed samples/feeds/texas.json --variant b)
for family in systemSmall systemMedium systemLarge systemExtraLarge; do
    draw todo "$family" png
    # A photo is the same in the dark; as PNG it would be ten times as large.
    draw photo "$family" jpg "${photo[@]}"
    rm -f "$out/photo-$family-dark.jpg"
done
draw budget systemMedium png
"$photowidget" render --force "${common[@]}" --widget photo "${photo[@]}" --size 800x480 --depth 1 -o "$out/photo-epaper-1bit.png"
"$photowidget" render --force "${common[@]}" --widget photo "${photo[@]}" --size 800x480 --depth 2 -o "$out/photo-epaper-2bit.png"
"$photowidget" render --force "${common[@]}" --widget todo --family systemMedium --font 'Noto Sans' --size 400x240@2 --depth 1 \
    -o "$out/todo-epaper-1bit.png"
ls -1 "$out"
