#!/usr/bin/env python3
"""polybar shows a title as text by the README's configuration, and a click on it runs nothing of it."""

from desk import main, recipe
from display import XServer
from picture import MAGENTA

# The module's text is yellow on black.
TEXT = 0xFFFF00


def configuration(desk, name, module):
    path = desk.path / f"{name}.ini"
    path.write_text(f"""
[bar/test]
width = 100%
height = 24
override-redirect = true
background = #000000
foreground = #FFFF00
font-0 = DejaVu Sans Mono:size=9;2
enable-ipc = false
modules-left = photowidget

{module}
""")
    return path


def title(mark):
    return f"%{{A1:touch {mark}:}}%{{B#ff00ff}}%{{F#ff00ff}}%%{{A1:touch {mark}:}} %{{l}}Texas%{{A}}"


def swipe(screen, place):
    """Clicks all along the text."""
    x, y, width, height = place
    for step in range(x + 2, x + width, 12):
        screen.click(step, y + height // 2)


def test(desk):
    screen = XServer(desk)
    opened = desk.path / "opened"
    desk.tool("xdg-open", f'printf "%s\\n" "$1" >>"{opened}"\n')
    module = recipe("polybar", "[module/photowidget]")

    def text(picture, least=40):
        bounds = picture.bounds(TEXT)
        return bounds if bounds and bounds[2] >= least else None

    # What would happen without the form.
    mark = desk.path / "ran-raw"
    raw = desk.tool("raw", f"echo '%{{A1:touch {mark}:}}%{{B#ff00ff}}sunset over Texas%{{A}}'\n")
    bare = f"[module/photowidget]\ntype = custom/script\nexec = {raw}\n"
    bar = desk.start("polybar", "-c", configuration(desk, "raw", bare), "test")
    screen.see("a bare title", lambda picture: picture.count(MAGENTA) and text(picture))
    swipe(screen, text(screen.screenshot()))
    desk.wait("a bare title runs its command at a click", mark.exists)
    desk.stop(bar)

    mark = desk.path / "ran-ours"
    link = desk.publish(title(mark), "%{A1:touch " + str(mark) + ":}me")
    desk.start("polybar", "-c", configuration(desk, "ours", module), "test")
    # 60 characters of 7 pixels, as the label says; the tags are letters among them.
    place = screen.see("the title", lambda picture: text(picture, 350))
    desk.seen(f"a hostile title is text, {place[2]} pixels of it")
    desk.check(screen.screenshot().count(MAGENTA) == 0, "and sets no colour")
    swipe(screen, place)
    desk.wait("a click opens the photo's page", lambda: opened.exists() and link in opened.read_text())
    desk.check(set(opened.read_text().split()) == {link}, "a click opens the photo's page, and nothing else")
    desk.check(not mark.exists(), "nothing of the title ran")


if __name__ == "__main__":
    main("polybar", test, ["Xvfb", "xdotool", "polybar"])
