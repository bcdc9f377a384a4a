#!/usr/bin/env python3
"""i3bar, alone and with i3blocks, shows the title by the READMEs' configurations, as text."""

from desk import main, recipe
from display import XServer
from picture import MAGENTA

# One that is markup, and one that is none: a bar may show the second as text by itself.
TITLES = [
    '<span background="#ff00ff" foreground="#ff00ff">markup</span> of a sunset over Texas',
    '<span background="#ff00ff" foreground="#ff00ff">markup</span> & <b>"}],Texas',
]


def bar(desk, screen, status):
    """Starts i3 with a bar at the top whose text is yellow."""
    path = desk.path / "i3.conf"
    path.write_text(f"""# i3 config file (v4)
font pango:DejaVu Sans Mono 9
bar {{
    status_command {status}
    position top
    workspace_buttons no
    tray_output none
    colors {{
        background #000000
        statusline #ffff00
    }}
}}
""")
    return desk.start("i3", "-c", path)


def text(picture, least=450):
    """Where the bar's words are, if they are that wide."""
    bounds = picture.crop(0, 0, picture.width, 30).bounds(0xFFFF00)
    return bounds if bounds and bounds[2] >= least else None


def test(desk):
    screen = XServer(desk, 1280, 200)
    raw = desk.tool("raw", """echo '{"version":1}'; echo '['
while :; do echo '[{"full_text":"<span background=\\"#ff00ff\\">markup</span>","markup":"pango"}],'; sleep 1; done\n""")
    i3 = bar(desk, screen, raw)
    screen.see("markup that was asked for", lambda picture: picture.count(MAGENTA))
    desk.stop(i3)

    script = desk.tool("photo-status", recipe("i3bar", "#!/bin/sh", "sleep").partition("\n")[2])
    # Debian 12 has i3blocks 1.4, which takes text only.
    blocks = desk.path / "i3blocks.conf"
    blocks.write_text(recipe("i3blocks", "markup=none"))
    bars = [("i3bar", script, title) for title in TITLES] + [("i3blocks", f"i3blocks -c {blocks}", TITLES[0])]
    pictures = {}
    for name, status, title in bars:
        desk.publish(title)
        i3 = bar(desk, screen, status)
        place = screen.see(f"{name}: the title", text)
        desk.seen(f"{name}: {title[-8:]!r}: a hostile title is text, {place[2]} pixels of it")
        pictures[name] = screen.screenshot()
        desk.check(pictures[name].count(MAGENTA) == 0, f"{name}: and sets no colour")
        desk.stop(i3)
        screen.see("the bar has gone", lambda picture: not text(picture, 1))
    for name, picture in pictures.items():
        desk.keep(picture, name)


if __name__ == "__main__":
    main("i3bar", test, ["Xvfb", "i3", "i3bar", "i3blocks"])
