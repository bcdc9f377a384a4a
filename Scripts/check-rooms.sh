#!/usr/bin/env bash
# Holds the sources against the house's rules (docs/architecture.md): who may import whom, and what may appear nowhere.
set -euo pipefail
cd "$(dirname "$0")/.."

ground='Dispatch FoundationEssentials Glibc Synchronization'
declare -A may=(
    [Raster]='CDeflate CGIF CISAL CJPEG CLCMS CPNG CResample CWebP'
    [Storage]='CLinux CDigest CSandbox CSQLite'
    [DecodeWorker]='CSandbox Raster'
    [PhotoFeed]='CCurl Raster Storage'
    [SharedDefaults]='Storage'
    [WidgetTimeline]=''
    [WidgetUI]='CPangoCairo Raster'
    [WebServer]='CMicrohttpd'
    [PhotoWidget]='PhotoFeed Raster SharedDefaults Storage WebServer WidgetTimeline WidgetUI'
    [Compatibility]='AppFoundation Foundation FoundationNetworking PhotoFeed PhotoWidget SharedDefaults Storage WidgetTimeline WidgetUI'
    [PhotoWidgetCLI]='CChafa DecodeWorker PhotoWidget PhotoFeed Raster SharedDefaults Storage WebServer WidgetTimeline WidgetUI'
)
faults=0
fault() { echo "check: $*" >&2; faults=$((faults + 1)); }

for folder in Sources/*/; do
    room=$(basename "$folder")
    [[ $room == C[A-Z]* ]] && continue
    [ -n "${may[$room]+known}" ] || { fault "$room is not in the list of rooms"; continue; }
    while IFS=: read -r file _ line; do
        module=$(sed -E 's/^.*import +((struct|enum|class|func|protocol) +)?([A-Za-z0-9_]+).*$/\3/' <<<"$line")
        [[ " $ground ${may[$room]} " == *" $module "* ]] || fault "$file: $room may not import $module"
    done < <(grep -rnE '^[^/"]*\bimport +[A-Za-z]' --include='*.swift' "$folder" || true)
done

# The simplified libpng API has had most of its security faults.
grep -rnE 'png_image_' Sources --include='*.[ch]' --include='*.swift' && fault 'png_image_* is not to be used'
grep -rnE 'try!|as! |fatalError\(' Sources --include='*.swift' && fault 'a trap in the sources'
[ "$faults" -eq 0 ] || { echo "check: $faults faults" >&2; exit 1; }
echo 'check: the rooms keep to the house'
