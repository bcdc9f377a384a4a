#!/usr/bin/env bash
# Installs below a folder of its own and removes it again, as for /usr, /usr/local and a home directory: install.sh PROGRAM.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fault() { echo "install.sh: $*" >&2; exit 1; }

for prefix in /usr /usr/local "$HOME/.local"; do
    stage=$work/stage
    rm -rf "$stage"
    make --silent --old-file=build install BIN="$1" DESTDIR="$stage" PREFIX="$prefix" >"$work/told"
    find "$stage" -type f | sort >"$work/installed"
    diff <(sort "$work/told") "$work/installed" || fault "install told something else than it did"
    # Somebody else has a file in each of the folders.
    while read -r file; do touch "${file%/*}/other"; done <"$work/installed"
    "$stage$prefix/bin/photowidget" --version | head -1 >"$work/version"
    for words in bin/photowidget man1/photowidget.1 bash-completion/completions/photowidget _photowidget \
        photowidget.fish photowidget.thumbnailer systemd/user/photowidget.service systemd/user/photowidget.timer; do
        grep -q "/$words\$" "$work/installed" || fault "$prefix: $words is not installed"
    done
    grep -qx "ExecStart=$prefix/bin/photowidget .*" "$(grep 'photowidget.service$' "$work/installed")" ||
        fault "$prefix: the service starts another program"
    make --silent uninstall DESTDIR="$stage" PREFIX="$prefix" >"$work/told"
    left=$(find "$stage" -type f ! -name other)
    [ -z "$left" ] || fault "left behind: $left"
    [ "$(find "$stage" -name other | wc -l)" -gt 0 ] || fault "others' files were removed"
    echo "$prefix: $(wc -l <"$work/installed") files installed and removed, others' left"
done
