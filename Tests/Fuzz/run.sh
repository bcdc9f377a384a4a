#!/bin/sh
# Builds the fuzzers with address sanitizer and runs them on their seeds: run.sh SECONDS [JPEG|Exif|PNG|GIF|WebP|ICC|Feed…]
set -eu
seconds=${1:?usage: run.sh SECONDS [FORMAT...]}
shift
cd "$(dirname "$0")/../.."
export SWIFT_BACKTRACE=enable=no
python3 Tests/Fuzz/seeds.py .build/fuzz/seeds
swift build --package-path Tests/Fuzz -c release -Xswiftc -sanitize=fuzzer,address \
    -Xcc -fsanitize=address,fuzzer-no-link -Xswiftc -use-ld=lld
for format in ${*:-JPEG Exif PNG GIF WebP ICC Feed}; do
    echo "== $format"
    mkdir -p ".build/fuzz/$format" "Tests/Fuzz/crashes/$format"
    "Tests/Fuzz/.build/release/Fuzz$format" -max_total_time="$seconds" -timeout=30 -max_len=4096 -rss_limit_mb=1024 \
        -artifact_prefix="Tests/Fuzz/crashes/$format/" -print_final_stats=1 \
        ".build/fuzz/$format" "Tests/Fuzz/crashes/$format" ".build/fuzz/seeds/$format"
done
