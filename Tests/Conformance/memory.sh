#!/usr/bin/env bash
# Makes a thumbnail of every picture of the shared corpora under address sanitizer, then under valgrind: memory.sh [asan|valgrind]
# A picture that is refused is well; an access that is wrong, or memory that is lost, is not. Half an hour on two cores.
set -euo pipefail
cd "$(dirname "$0")/../.."
shared=${PHOTOWIDGET_SHARED:-../shared}
[ -d "$shared/corpora" ] || { echo "memory: no shared corpora at $shared"; exit 0; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export scratch
mapfile -t pictures < <(find "$shared/corpora" -type f ! -path '*/reference/*' ! -name '*.md' ! -name '*.tsv' ! -name '*.py' | sort)
echo "memory: ${#pictures[@]} pictures"

# Runs "$@" on each twenty pictures; says which group and what came where the exit status is the checker's own.
check() {
    local status=0
    printf '%s\0' "${pictures[@]}" | xargs -0 -P "$(nproc)" -n 20 bash -c '
        command=$1; shift
        out=$(mktemp -d "$scratch/XXXXXX")
        code=0; $command thumbnail --lenient --size 200x200 -o "$out" "$@" >"$out/log" 2>&1 || code=$?
        strict=0; $command thumbnail --size 200x200 -o "$out" "$@" >>"$out/log" 2>&1 || strict=$?
        for one in $code $strict; do
            case $one in 0 | 65 | 66) ;; *) cat "$out/log"; echo "memory: exit $one at: $*"; exit 1 ;; esac
        done
        rm -rf "$out"' check "$1" || status=1
    return $status
}

if [ "${1:-asan}" = asan ]; then
    swift build -c release --build-path .build/asan --product photowidget -Xswiftc -sanitize=address -Xcc -fsanitize=address -Xswiftc -use-ld=lld
    ASAN_OPTIONS=exitcode=99 check "$PWD/.build/asan/release/photowidget"
    echo "memory: address sanitizer found nothing"
fi
if [ "${1:-valgrind}" = valgrind ]; then
    # valgrind cannot read the debugging information that lld writes.
    strip --strip-debug -o "$scratch/photowidget" .build/release/photowidget
    check "valgrind --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite $scratch/photowidget"
    echo "memory: valgrind found nothing"
fi
