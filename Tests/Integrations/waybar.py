#!/usr/bin/env python3
"""waybar shows the photo and its title by the README's configurations, titles are text in Pango's markup, and
`refresh --notify waybar:8` has it ask again."""

import json

from desk import main, recipe
from picture import BLUE, CYAN, GREEN, MAGENTA, RED, WHITE, YELLOW
from wayland import Pointer, Sway

TITLE = '<span background="#ff00ff" foreground="#ff00ff">sunset</span> & <b>"\' </tooltip> &#x41; Texas'
CHANGED = (YELLOW, BLUE, GREEN, RED)
STALE = 0xFF8800


def configuration(desk, *modules):
    """The README's modules in a bar of 64 pixels with white text on black."""
    home = desk.home / ".config/waybar"
    home.mkdir(parents=True, exist_ok=True)
    body = ",\n".join(module.rstrip() for module in modules)
    names = [name for name in json.loads("{" + body + "}")]
    (home / "config").write_text(
        f'{{"layer": "top", "height": 64, "modules-left": {json.dumps(names)},\n{body}\n}}')
    (home / "style.css").write_text(
        "* { font-family: 'DejaVu Sans Mono'; font-size: 14px; border: none; border-radius: 0; }"
        "window#waybar { background: #000000; color: #ffffff; } #image { padding: 0; }"
        "#custom-photowidget.fresh { border-bottom: 3px solid #00ffff; }"
        "#custom-photowidget.stale { border-bottom: 3px solid #ff8800; }"
        "tooltip { background: #000000; border: none; } tooltip label { color: #ffffff; }")


def complaints(bar):
    return [line for line in bar.log.read_text().splitlines() if "markup" in line.lower() or "parse" in line.lower()]


def text(picture, least, top=0, bottom=64):
    """Where words are beside the photo, if they are that wide."""
    bounds = picture.crop(34, top, picture.width - 34, bottom - top).bounds(WHITE)
    return bounds if bounds and bounds[2] >= least else None


def test(desk):
    screen = Sway(desk, 1100, 300)
    # Debian 12 has waybar 0.9.17; newer ones take the other recipe.
    image = recipe("waybar", '"image/photowidget"').replace("/home/ME", str(desk.home))
    custom = recipe("waybar", '"custom/photowidget"')

    # What would happen without the form.
    raw = desk.tool("raw", 'echo \'{"text":"<span background=\\"#ff00ff\\">sunset</span>"}\'\n')
    broken = desk.tool("broken", 'echo \'{"text":"a & b"}\'\n')
    configuration(
        desk, *(f'"custom/{tool.name}": {{"exec": "{tool}", "return-type": "json"}}' for tool in (raw, broken)))
    bar = desk.start("waybar")
    screen.see("markup in a bare title", lambda picture: picture.count(MAGENTA))
    desk.wait("a complaint about a bare ampersand", lambda: complaints(bar))
    desk.stop(bar)
    bar.log.write_text("")

    link = desk.publish(TITLE)
    opened = desk.path / "opened"
    desk.tool("xdg-open", f'printf "%s\\n" "$1" >>"{opened}"\n')
    configuration(desk, image, custom)
    bar = desk.start("waybar")
    place = screen.see("the photo", lambda picture: picture.photo())
    desk.check(place[2] == 32 and 18 <= place[3] <= 24, f"image: the photo, 32 pixels wide: {place}")
    line = screen.see("the title", lambda picture: text(picture, 300))
    desk.seen(f"custom: a hostile title is text, {line[2]} pixels of it")
    picture = screen.see("the class", lambda picture: picture.count(CYAN) > 300 and picture)
    desk.seen("custom: the status is a class of the style sheet")
    desk.check(picture.count(MAGENTA) == 0, "custom: and sets no colour")
    pointer = Pointer(screen)
    over = 34 + line[0] + 40
    pointer.move(over, 200)
    pointer.move(over, 30)
    pointer.move(over + 1, 31)
    tip = screen.see("the tooltip", lambda picture: text(picture, 400, 64, 300), name="waybar-tooltip")
    desk.seen(f"custom: a hostile title is text in the tooltip, {tip[2]} pixels of it")
    desk.check(screen.screenshot().count(MAGENTA) == 0, "and sets no colour")
    pointer.click(place[0] + 16, place[1] + 10)
    desk.wait("a click opens the photo's page", lambda: opened.exists() and opened.read_text() == f"{link}\n")
    desk.seen("image: a click opens the photo's page")
    pointer.move(600, 250)
    desk.check(not complaints(bar), f"GTK has nothing to say of the markup {complaints(bar)[:2]}")

    # The signal: after a publish that changes something, and not after one that does not.
    asked = desk.calls("--format waybar-custom")
    desk.run("photowidget", "refresh", "--quiet", "--feed", desk.path / "feed/feed.json", "--notify", "waybar:8")
    desk.publish("Sunset over Texas", "A. Photographer", "--notify", "waybar:8", colors=CHANGED)
    desk.wait("custom asks", lambda: desk.calls("--format waybar-custom") > asked)
    desk.seen("custom: a refresh with --notify has it ask at once")
    # This image hears no signal, but looks every five seconds.
    screen.see("the new photo", lambda picture: picture.photo(CHANGED), name="waybar-notified")
    desk.seen("image: the new photo is shown")

    # The photo stays where a refresh fails, and its status says so.
    desk.run("photowidget", "refresh", "--quiet", "--feed", desk.path / "feed/none.json", "--notify", "waybar:8")
    screen.see("the class", lambda picture: picture.crop(34, 60, 600, 4).count(STALE) > 300, name="waybar-stale")
    desk.check(screen.screenshot().photo(CHANGED), "a refresh that fails leaves the photo, and the class says stale")
    desk.check(desk.calls("--format waybar-custom") == asked + 2,
               "custom asked twice: a publish without a change says nothing")
    desk.check(bar.poll() is None and not complaints(bar), "waybar lives on")
    pointer.close()


if __name__ == "__main__":
    main("waybar", test, ["sway", "grim", "waybar"])
