#!/usr/bin/env python3
"""feh makes the photo the screen's background, by the wallpapers' script."""

from desk import ROOT, main
from display import XServer
from picture import BLUE, GREEN, RED, YELLOW

SCRIPT = ROOT / "integrations/wallpapers/photo-wallpaper"
OTHER = (YELLOW, BLUE, GREEN, RED)


def test(desk):
    screen = XServer(desk)
    desk.run(SCRIPT, "feh", "--feed", desk.feed(size=(1200, 600)), "--size", "800x600")
    place = screen.see("the photo", lambda picture: picture.photo())
    desk.check(place == (0, 0, 800, 600), f"the photo fills the screen: {place}")
    desk.run(SCRIPT, "feh", "--feed", desk.feed(size=(1200, 600), colors=OTHER), "--size", "800x600")
    screen.see("the next photo", lambda picture: picture.photo(OTHER))
    desk.check(len(list((desk.home / ".local/share/photowidget/wallpaper").iterdir())) == 1, "one picture is kept")
    desk.run(SCRIPT, "feh", "--feed", desk.path / "feed/none.json", "--size", "800x600")
    desk.check(screen.screenshot().photo(OTHER), "where a refresh fails the photo stays")
    desk.run(SCRIPT, "windows", status=64)


if __name__ == "__main__":
    main("feh", test, ["Xvfb", "feh"])
