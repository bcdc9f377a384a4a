#!/usr/bin/env bash
# Makes a thumbnail of every picture of the shared corpora under address sanitizer, then under valgrind: memory.sh [asan|valgrind]
# A picture that is refused is well; an access that is wrong, or memory that is lost, is not. A quarter of an hour on two cores.
set -euo pipefail
cd "$(dirname "$0")/../.."
shared=${PHOTOWIDGET_SHARED:-../shared}
[ -d "$shared/corpora" ] || { echo "memory: no shared corpora at $shared"; exit 0; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export scratch

# Runs a command on every picture, twenty-five at a time, leniently so that as much as possible is decoded; says what came where
# the exit status is not one of a thumbnail's. Pictures of one folder and ending have names of their own, as have their thumbnails.
check() {
    local folder ending
    find "$shared/corpora" -type f ! -path '*/reference/*' -regextype egrep -iregex '.*\.(jpe?g|mpo|a?png|gif|webp)' -printf '%h %f\n' |
        sed -E 's/ .*\.([^.]+)$/ \1/' | sort -u | while read -r folder ending; do
        find "$folder" -maxdepth 1 -type f -name "*.$ending" -print0 | sort -z | xargs -0 -P "$(nproc)" -n 25 bash -c '
            out=$(mktemp -d "$scratch/XXXXXX") || exit 1
            status=0; $0 thumbnail --lenient --size 200x200 --format png -o "$out" "$@" >"$out.log" 2>&1 || status=$?
            case $status in
                0 | 65) echo "memory: $# of $(dirname "$1"): well" ;;
                *) head -30 "$out.log"; echo "memory: exit $status: $*"; exit 1 ;;
            esac
            rm -rf "$out" "$out.log"' "$1" || return 1
    done
}

if [ "${1:-asan}" = asan ]; then
    swift build -c release --build-path .build/asan --product photowidget -Xswiftc -sanitize=address -Xcc -fsanitize=address -Xswiftc -use-ld=lld
    ASAN_OPTIONS=exitcode=99 check "$PWD/.build/asan/release/photowidget"
    echo "memory: address sanitizer found nothing"
fi
if [ "${1:-valgrind}" = valgrind ]; then
    # valgrind cannot read the debugging information that lld writes.
    strip --strip-debug -o "$scratch/photowidget" .build/release/photowidget
    # It does not follow single bits through the codec's vector instructions, and would take padding for pixels.
    export JSIMD_FORCENONE=1
    check "valgrind --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite $scratch/photowidget"
    echo "memory: valgrind found nothing"
fi
