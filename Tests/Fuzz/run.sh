#!/usr/bin/env bash
# Builds the fuzzers with address sanitizer and runs them on their seeds: run.sh SECONDS [JPEG|Exif|PNG|GIF|WebP|ICC|Feed…]
# JOBS=N runs so many at once; each one's output is in .build/fuzz/NAME.log.
set -euo pipefail
seconds=${1:?usage: run.sh SECONDS [FORMAT...]}
shift
formats=("$@")
[ ${#formats[@]} -gt 0 ] || formats=(JPEG Exif PNG GIF WebP ICC Feed)
cd "$(dirname "$0")/../.."
export SWIFT_BACKTRACE=enable=no seconds
python3 Tests/Fuzz/seeds.py .build/fuzz/seeds
swift build --package-path Tests/Fuzz -c release -Xswiftc -sanitize=fuzzer,address \
    -Xcc -fsanitize=address,fuzzer-no-link -Xswiftc -use-ld=lld

fuzz() {
    local format=$1 log=.build/fuzz/$1.log
    mkdir -p ".build/fuzz/$format" "Tests/Fuzz/crashes/$format"
    if "Tests/Fuzz/.build/release/Fuzz$format" -max_total_time="$seconds" -timeout=30 -max_len=4096 -rss_limit_mb=1024 \
        -artifact_prefix="Tests/Fuzz/crashes/$format/" -print_final_stats=1 \
        ".build/fuzz/$format" "Tests/Fuzz/crashes/$format" ".build/fuzz/seeds/$format" >"$log" 2>&1; then
        echo "$format: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") runs, clean"
    else
        tail -40 "$log"
        echo "$format: failed; the input is in Tests/Fuzz/crashes/$format" >&2
        return 1
    fi
}
export -f fuzz
# 255 would make xargs stop at the first failure; the others should be heard too.
printf '%s\n' "${formats[@]}" | xargs -P "${JOBS:-1}" -I {} bash -c 'fuzz {}'
