#!/usr/bin/env bash
# Installs the Debian packages that are named (default: what the build needs), and only those that are missing.
set -euo pipefail

packages=("$@")
if [ ${#packages[@]} -eq 0 ]; then
    packages=(
        libcurl4-openssl-dev  # HTTP
        libjpeg62-turbo-dev   # JPEG
        libpng-dev            # PNG
        libdeflate-dev        # the compression inside PNG
        libgif-dev            # GIF
        libwebp-dev           # WebP
        libisal-dev           # fast inflate for PNG
        liblcms2-dev          # ICC profiles
        libsqlite3-dev        # the cache's index
        libmicrohttpd-dev     # serve
        libpangocairo-1.0-0   # text and drawing
        libchafa0             # pictures in a terminal
        fonts-dejavu-core     # the tests' font
        fonts-noto-core       # the demo's fonts: most scripts
        fonts-noto-cjk        # Chinese, Japanese, Korean
        fonts-noto-color-emoji
        ca-certificates       # the roots that HTTPS is checked against
    )
    if ! command -v swift >/dev/null; then
        echo "setup: Swift 6.2 or newer is needed and was not found; see https://www.swift.org/install/linux" >&2
        exit 1
    fi
fi

missing=()
for package in "${packages[@]}"; do
    status=$(dpkg-query --show --showformat '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

if ! command -v apt-get >/dev/null; then
    echo "setup: this machine has no apt-get; install what matches these Debian packages: ${missing[*]}" >&2
    exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "setup: not root and no sudo; ask an administrator for: apt-get install ${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi
echo "setup: installing ${missing[*]}"
install() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"; }
# A list of packages that is absent or old is the usual reason for a failure: bring it up to date and try once more.
if ! log=$(install 2>&1); then
    "${as_root[@]}" apt-get update -q >/dev/null
    log=$(install 2>&1) || { printf '%s\n' "$log" >&2; exit 1; }
fi
