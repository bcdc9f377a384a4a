#!/usr/bin/env bash
# Holds what Sources/CPangoCairo and Sources/CChafa declare of foreign libraries against the libraries' own headers, where
# those are installed (libpango1.0-dev, libchafa-dev).
set -euo pipefail
cd "$(dirname "$0")/.."

check() {
    local module=$1 header=$2 file=$3 flags
    flags=$(pkg-config --cflags "$module" 2>/dev/null) || { echo "check: no headers of $module, not compared"; return; }
    # shellcheck disable=SC2086
    clang -std=c11 -fsyntax-only -Werror -DCHECK_DECLARATIONS $flags -include "$header" -x c "$file"
}
check pangocairo pango/pangocairo.h Sources/CPangoCairo/declarations.h
check chafa chafa.h Sources/CChafa/declarations.h
echo 'check: declarations agree with the headers'
