#!/usr/bin/env bash
# Builds the fuzzers with address sanitizer and runs them on their seeds: run.sh SECONDS [JPEG|Exif|PNG|GIF|WebP|ICC|PAM|Feed…]
# JOBS=N runs so many at once; RUNS=N ends each after so many inputs, if the seconds have not passed before; BUILD=no takes
# the programs as they are. Each one's output is in .build/fuzz/NAME.log.
set -euo pipefail
seconds=${1:?usage: run.sh SECONDS [FORMAT...]}
shift
formats=("$@")
[ ${#formats[@]} -gt 0 ] || formats=(JPEG Exif PNG GIF WebP ICC PAM Encode Feed HTTP Address PhotoURL Link Documents Layout)
cd "$(dirname "$0")/../.."
export LSAN_OPTIONS="suppressions=$PWD/Tests/Fuzz/leaks.txt:print_suppressions=0"
export SWIFT_BACKTRACE=enable=no seconds runs=${RUNS:--1}
python3 Tests/Fuzz/seeds.py .build/fuzz/seeds
# The name of the package and the flag for tests let the fuzzers see the rooms from inside.
[ "${BUILD:-yes}" = no ] || swift build --package-path Tests/Fuzz -c release -Xswiftc -sanitize=fuzzer,address \
    -Xcc -fsanitize=address,fuzzer-no-link -Xswiftc -use-ld=lld \
    -Xswiftc -package-name -Xswiftc photowidget -Xswiftc -enable-testing

fuzz() {
    local format=$1 log=.build/fuzz/$1.log start=$SECONDS
    mkdir -p ".build/fuzz/$format" "Tests/Fuzz/crashes/$format"
    if "Tests/Fuzz/.build/release/Fuzz$format" -max_total_time="$seconds" -runs="$runs" -timeout=30 -max_len=4096 -rss_limit_mb=1024 \
        -artifact_prefix="Tests/Fuzz/crashes/$format/" -print_final_stats=1 \
        ".build/fuzz/$format" "Tests/Fuzz/crashes/$format" ".build/fuzz/seeds/$format" >"$log" 2>&1; then
        echo "$format: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") runs in $((SECONDS - start)) s, clean"
    else
        tail -40 "$log"
        echo "$format: failed; the input is in Tests/Fuzz/crashes/$format" >&2
        return 1
    fi
}
export -f fuzz
# 255 would make xargs stop at the first failure; the others should be heard too.
printf '%s\n' "${formats[@]}" | xargs -P "${JOBS:-1}" -I {} bash -c 'fuzz {}'
