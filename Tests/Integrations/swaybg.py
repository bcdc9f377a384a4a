#!/usr/bin/env python3
"""sway and swaybg make the photo the output's background, by the wallpapers' script."""

from desk import ROOT, main, recipe
from picture import BLUE, GREEN, RED, YELLOW
from wayland import Sway

SCRIPT = ROOT / "integrations/wallpapers/photo-wallpaper"
OTHER = (YELLOW, BLUE, GREEN, RED)


def test(desk):
    screen = Sway(desk)
    # sway, which may be another user's here, starts its swaybg itself.
    desk.home.chmod(0o755)
    (desk.home / ".local/share").mkdir(parents=True)
    desk.run(SCRIPT, "sway", "--feed", desk.feed(size=(1200, 600)), "--size", "800x600")
    place = screen.see("the photo", lambda picture: picture.photo())
    desk.check(place == (0, 0, 800, 600), f"sway: the photo fills the screen: {place}")
    desk.run(SCRIPT, "sway", "--feed", desk.feed(size=(1200, 600), colors=OTHER), "--size", "800x600")
    screen.see("the next photo", lambda picture: picture.photo(OTHER))
    desk.seen("sway: the next photo takes its place")

    desk.stop(screen.process)
    screen = Sway(desk)
    desk.start("sh", "-c", "exec " + recipe("wallpapers", "swaybg").strip())
    screen.see("the photo", lambda picture: picture.photo(OTHER) == (0, 0, 800, 600))
    desk.seen("swaybg: the photo fills the screen")


if __name__ == "__main__":
    main("swaybg", test, ["sway", "swaybg", "grim"])
