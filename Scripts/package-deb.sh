#!/usr/bin/env bash
# Makes a Debian package of the program: package-deb.sh PROGRAM FOLDER; prints its path.
# The libraries that the program opens late are in packaging/debian/libraries; nothing else knows their packages.
set -euo pipefail
cd "$(dirname "$0")/.."
program=$(realpath "$1")
mkdir -p "$2"
out=$(realpath "$2")
fault() { echo "package-deb: $*" >&2; exit 1; }

# What the table says of each soname, without its comments.
table=$(sed -E '/^ *(#|$)/d' packaging/debian/libraries)
# The names stand in the program's own data, however the sources hand them to dlopen; what the linker loads is not among them.
needed=$(readelf -dW "$program" | sed -nE 's/.*\(NEEDED\).*\[(.*)\]/\1/p')
opened=$(strings -a "$program" | grep -xE 'lib[A-Za-z0-9_+.-]+\.so\.[0-9]+' | grep -vxF "$needed" | sort -u)
listed=$(awk '{print $1}' <<<"$table" | sort -u)
[ "$opened" = "$listed" ] || fault "packaging/debian/libraries differs from what $program opens:
$(diff <(echo "$listed") <(echo "$opened") | grep '^[<>]')"
of_relation() { awk -v relation="$1" '$3 == relation {print $2}' <<<"$table" | sort -u; }

version=$("$program" --version | sed -nE 's/^photowidget ([0-9][0-9A-Za-z.+~]*)$/\1/p')
[ -n "$version" ] || fault "$program does not tell its version"
architecture=$(dpkg --print-architecture)
homepage=$(sed -nE 's/.*projectURL = "(.*)"/\1/p' Sources/PhotoWidget/Libraries.swift)
maintainer='photowidget contributors <photowidget@users.noreply.github.com>'
# The same sources make the same package.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}
export SOURCE_DATE_EPOCH

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 022
root=$work/root
doc=$root/usr/share/doc/photowidget
mkdir -p "$root" "$doc/examples" "$work/debian"
make --silent --old-file=build install BIN="$program" DESTDIR="$root" PREFIX=/usr >/dev/null
strip --strip-unneeded --remove-section=.comment --remove-section=.note "$root/usr/bin/photowidget"
gzip -9n "$root/usr/share/man/man1/photowidget.1"

cp packaging/debian/copyright "$doc/copyright"
cp -r integrations samples/feeds "$doc/examples/"
# Native packages have one changelog, in Debian's form.
{
    printf 'photowidget (%s) unstable; urgency=medium\n\n' "$version"
    # One entry of the list a line, then folded as Debian does.
    awk '/^- /{if (item) print item; item = substr($0, 3); next} /^  /{item = item " " substr($0, 3); next}
        {if (item) print item; item = ""} END{if (item) print item}' CHANGELOG.md |
        while read -r item; do fold -s -w 74 <<<"$item" | sed -E '1s/^/  * /; 2,$s/^/    /; s/ +$//'; done
    printf '\n -- %s  %s\n' "$maintainer" "$(date -R -u -d "@$SOURCE_DATE_EPOCH")"
} | gzip -9n >"$doc/changelog.gz"
find "$doc" -name __pycache__ -prune -exec rm -rf {} +
chmod -R u=rwX,go=rX "$root"

printf 'Source: photowidget\n\nPackage: photowidget\nArchitecture: any\n' >"$work/debian/control"
linked=$(cd "$work" && dpkg-shlibdeps -O -e root/usr/bin/photowidget 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
joined() { paste -sd, - | sed 's/,/, /g'; }
depends=$({ echo "${linked//, /$'\n'}"; of_relation Depends; } | joined)
# A font that has letters, and the roots that HTTPS is checked against.
recommends=$({ of_relation Recommends; echo ca-certificates; echo 'fonts-dejavu-core | fonts-noto-core'; } | joined)
mkdir "$root/DEBIAN"
sed -e "s|@VERSION@|$version|; s|@ARCHITECTURE@|$architecture|; s|@HOMEPAGE@|$homepage|; s|@MAINTAINER@|$maintainer|" \
    -e "s/@DEPENDS@/$depends/; s/@RECOMMENDS@/$recommends/; s|@SIZE@|$(du -k -s --apparent-size "$root" | cut -f1)|" \
    packaging/debian/control.in >"$root/DEBIAN/control"
(cd "$root" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"

deb=$out/photowidget_${version}_$architecture.deb
dpkg-deb --root-owner-group --build "$root" "$deb" >/dev/null
echo "$deb"
