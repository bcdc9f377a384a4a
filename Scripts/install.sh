#!/usr/bin/env bash
# Installs the program and what belongs to it: install.sh PROGRAM PREFIX TARGET… (the Makefile has the list of targets).
# A file of another origin that has such a name stays, and nothing is installed: FORCE=1 replaces it.
set -euo pipefail
cd "$(dirname "$0")/.."
program=$1 prefix=$2
shift 2

# Each file that is installed names the program.
foreign() { [ -s "$1" ] && ! grep -qa photowidget "$1"; }
for target in "$@"; do
    if [ -d "$target" ] || { [ -z "${FORCE:-}" ] && foreign "$target"; }; then
        echo "install: $target: is there, and is not photowidget's; FORCE=1 replaces a file" >&2
        exit 73
    fi
done

for target in "$@"; do
    mode=644
    made=$(mktemp)
    trap 'rm -f "$made"' EXIT
    case ${target##*/} in
        photowidget)
            if [[ $target == */bin/* ]]; then
                cp "$program" "$made" && mode=755
            else
                "$program" completions bash >"$made"
            fi
            ;;
        _photowidget) "$program" completions zsh >"$made" ;;
        photowidget.fish) "$program" completions fish >"$made" ;;
        photowidget.1) cp docs/photowidget.1 "$made" ;;
        photowidget.thumbnailer) cp integrations/thumbnailer/photowidget.thumbnailer "$made" ;;
        photowidget.timer) cp integrations/systemd/photowidget.timer "$made" ;;
        # systemd does not look into every PREFIX for programs.
        photowidget.service)
            sed "s|^ExecStart=photowidget |ExecStart=$prefix/bin/photowidget |" integrations/systemd/photowidget.service >"$made"
            ;;
        *) echo "install: $target: nobody knows what belongs there" >&2 && exit 1 ;;
    esac
    install -D -m "$mode" "$made" "$target"
    rm -f "$made"
    echo "$target"
done
