#!/usr/bin/env bash
# Installs the Debian package in a clean root without Swift, uses it as a person does, and removes it: deb.sh PACKAGE.
# Needs root (a root of its own is entered by chroot), debootstrap, and Debian's archive; the jobs themselves have no network.
set -euo pipefail
[ "$(id -u)" -eq 0 ] || { echo 'deb.sh: needs root, for debootstrap and chroot' >&2; exit 77; }
# Mounts of a namespace end with it.
[ -n "${PHOTOWIDGET_NAMESPACE:-}" ] || PHOTOWIDGET_NAMESPACE=1 exec unshare --mount "$0" "$@"
deb=$(realpath "$1")
cd "$(dirname "$0")/../.."
base=$PWD/.build/packaging/bookworm.tar
mirror=${MIRROR:-http://deb.debian.org/debian}

work=$(mktemp -d /tmp/photowidget-deb.XXXXXX)
root=$work/root
trap 'umount "$root/proc" 2>/dev/null; rm -rf --one-file-system "$work"' EXIT
mkdir -p "$root" "${base%/*}"
say() { printf '\n== %s\n' "$*"; }
fault() { echo "deb.sh: $*" >&2; exit 1; }

# A clean Debian, kept for the next time.
if [ ! -s "$base" ]; then
    say "a clean root (some minutes; kept in ${base#"$PWD"/})"
    debootstrap --variant=minbase --include=ca-certificates,man-db bookworm "$root" "$mirror" >"$work/log" 2>&1 ||
        { tail "$work/log" >&2; fault 'debootstrap failed'; }
    chroot "$root" useradd --create-home --shell /bin/bash anna
    tar -C "$root" -cf "$base.tmp" . && mv "$base.tmp" "$base"
    rm -rf "$root" && mkdir "$root"
fi
tar -C "$root" -xf "$base"
# Where a program on Linux finds its arguments.
mount -t proc proc "$root/proc"

inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
apt() { inside apt-get -q -y "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; fault "apt-get $1 failed"; }; }
# As a user, without any network.
anna() { unshare --net chroot --userspec=anna:anna "$root" env -i PATH=/usr/bin:/bin HOME=/home/anna LC_ALL=C.UTF-8 "$@"; }
# What is there, without what apt, dpkg and man keep of their own work.
files() {
    find "$root" -xdev \( -path "$root/var/lib/dpkg" -o -path "$root/var/lib/apt" -o -path "$root/var/cache" -o \
        -path "$root/var/log" -o -path "$root/tmp" -o -path "$root/home" \) -prune -o -printf '%P\n' | sort
}
sums() { (cd "$root/home" && find . -type f -print0 | sort -z | xargs -0 sha256sum); }

! inside sh -c 'command -v swift' >/dev/null || fault 'the root is not clean: Swift is there'
apt update
files >"$work/before"

say 'install, without what is only recommended'
cp "$deb" "$root/tmp/photowidget.deb"
apt install --no-install-recommends /tmp/photowidget.deb
rm "$root/tmp/photowidget.deb"
inside dpkg-query -W -f '${Package} ${Version}: ${Status}\n' photowidget
anna photowidget --version | head -1

say 'the main job, offline, on the bundled sample'
feed=/usr/share/doc/photowidget/examples/feeds/texas.json
anna photowidget refresh --feed "$feed" --size x-large --quiet
picture=$(anna photowidget current)
echo "$picture"
[ "$(head -c 8 "$root$picture" | od -An -tx1 | tr -d ' ')" = 89504e470d0a1a0a ] || fault "$picture is no PNG"
anna photowidget current --format '{title} — {author}'
anna photowidget prefetch --feed "$feed" --quiet

say 'doctor'
anna photowidget doctor --offline
anna photowidget doctor --offline --json >"$work/doctor.json"
grep -q '"status": "failed"' "$work/doctor.json" && fault 'a check fails'

say 'man page and completions'
anna man photowidget | grep -cE '^ +--' | sed 's/$/ options in the man page/'
anna bash -c '. /usr/share/bash-completion/completions/photowidget
    COMP_WORDS=(photowidget ref) COMP_CWORD=1; _photowidget; [ "${COMPREPLY[*]}" = refresh ] && echo "ref<TAB> is ${COMPREPLY[*]}"'

say 'what is recommended makes the warnings go, and draws'
recommended=$(dpkg-deb -f "$deb" Recommends | sed -E 's/ \|[^,]*//g; s/,//g')
# shellcheck disable=SC2086 # one word each
apt install --no-install-recommends $recommended
# shellcheck disable=SC2086 # as if they had come with it; the roots were there before
inside apt-mark auto ${recommended/ca-certificates/} >/dev/null
anna photowidget render --widget budget --family systemMedium -o /home/anna/budget.png
anna photowidget doctor --offline | grep -v ' ok ' || true

say 'remove'
sums >"$work/home-before"
apt purge --autoremove photowidget
files >"$work/after"
sums >"$work/home-after"
inside dpkg-query -W photowidget 2>/dev/null && fault 'dpkg still knows it'
grep -i photowidget "$work/after" && fault 'something of it is left'
diff "$work/before" "$work/after" || fault 'the root is not as it was'
diff "$work/home-before" "$work/home-after" || fault "the user's files were touched"
echo "nothing is left of $(wc -l <"$work/before") files and folders; $(wc -l <"$work/home-after") files of the user are as they were"
