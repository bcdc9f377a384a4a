#!/usr/bin/env bash
# What a program that decodes strangers' pictures is built with, and what its start opens: hardening.sh PROGRAM (of `make build`).
# The files that `current` opens are listed here: a new one costs every start of every status bar, and has to be added knowingly.
set -euo pipefail
cd "$(dirname "$0")/../.."
program=$(realpath "${1:?usage: hardening.sh PROGRAM}")
faults=0
check() { if eval "$2" >/dev/null; then echo "ok   $1"; else echo "FAIL $1"; faults=$((faults + 1)); fi; }

header=$(readelf -hldW "$program")
symbols=$(readelf -sW --dyn-syms "$program")
check 'its place in memory is random (PIE)' 'grep -q "Type:.*DYN" <<<"$header"'
check 'the stack is not executable' 'grep -qE "GNU_STACK.*RW " <<<"$header"'
check 'relocated data is read-only (RELRO)' 'grep -q GNU_RELRO <<<"$header"'
check 'functions are found at the start (BIND_NOW)' 'grep -qE "\((FLAGS|FLAGS_1|BIND_NOW)\).*NOW" <<<"$header"'
check 'no library is looked for beside the program' '! grep -qE "\((RPATH|RUNPATH)\)" <<<"$header"'
protected() { objdump -d --no-show-raw-insn --disassemble="$1" "$program" | grep -c '%fs:0x28' >/dev/null; }
[ "$(uname -m)" != x86_64 ] || check 'own C checks its stack' 'protected CJPEG_encode_picture && protected CCurl_resolve_url'
check 'own C checks bounds (_FORTIFY_SOURCE)' 'grep -qE "__(memcpy|snprintf|vsnprintf)_chk" <<<"$symbols"'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work/home
mkdir "$HOME"
"$program" refresh --quiet --feed samples/feeds/texas.json
for words in 'current' 'current --json' 'current --format waybar'; do
    # shellcheck disable=SC2086
    strace -f -qq -e trace=open,openat,openat2 -o "$work/trace" "$program" $words >/dev/null
    # The sets have names of their own; everything else is the same on every run.
    sed -nE 's/^[0-9]+ +[a-z0-9]+\((AT_FDCWD, |[0-9]+, )?"([^"]*)".*/\2/p' "$work/trace" |
        sed -E "s|^$HOME|HOME|; s/\/([0-9a-f]{32}|current)\//\/SET\//; s|^/(usr/)?lib/[a-z0-9_]+-linux-gnu/||" | LC_ALL=C sort >"$work/opened"
    check "$words opens no more files than before" '[ -z "$(comm -13 Tests/Packaging/opened-by-current "$work/opened" | tee "$work/new")" ]'
    sed 's/^/     /' "$work/new"
done
[ "$faults" -eq 0 ] || { echo "hardening: $faults faults" >&2; exit 1; }
