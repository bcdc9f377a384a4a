#!/usr/bin/env python3
"""GNOME's settings name the photo, and KDE's tool is called with it, by the wallpapers' script."""

import pathlib
import urllib.parse

from desk import ROOT, main
from picture import Picture

SCRIPT = ROOT / "integrations/wallpapers/photo-wallpaper"


def test(desk):
    # dconf is not needed to keep settings; the schema is GNOME's.
    desk.environment["GSETTINGS_BACKEND"] = "keyfile"
    feed = desk.feed(size=(1200, 600))
    desk.run(SCRIPT, "gnome", "--feed", feed, "--size", "640x480")
    keys = ("picture-uri", "picture-uri-dark")
    addresses = {desk.run("gsettings", "get", "org.gnome.desktop.background", key).strip() for key in keys}
    desk.check(len(addresses) == 1, f"GNOME: one address for light and dark: {addresses}")
    address = urllib.parse.urlsplit(addresses.pop().strip("'"))
    picture = Picture.from_png(pathlib.Path(urllib.parse.unquote(address.path)).read_bytes())
    desk.check(address.scheme == "file" and picture.photo() is not None, "GNOME: of the photo")
    desk.check((picture.width, picture.height) == (640, 480), f"in the screen's size: {picture.width}x{picture.height}")

    # Debian has KDE's tool in all of Plasma only: a stand-in notes its words.
    told = desk.path / "told"
    desk.tool("plasma-apply-wallpaperimage", f'printf "%s\\n" "$#" "$1" >"{told}"\n')
    desk.run(SCRIPT, "kde", "--feed", feed, "--size", "640x480")
    count, path = told.read_text().splitlines()
    desk.check(count == "1" and pathlib.Path(path) == pathlib.Path(urllib.parse.unquote(address.path)),
               "KDE: the tool is called with the same picture")


if __name__ == "__main__":
    main("desktops", test, ["gsettings"])
