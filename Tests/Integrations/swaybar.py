#!/usr/bin/env python3
"""swaybar shows the title by the READMEs' configurations, as text."""

from desk import main, recipe
from i3bar import TITLES, text
from picture import MAGENTA
from wayland import Sway


def show(desk, status):
    """sway with a bar at the top whose text is yellow; swaybar is started by hand, for sway may be another user here."""
    sway = Sway(desk, 1280, 200, f"""
bar test {{
    swaybar_command true
    status_command {status}
    position top
    font pango:DejaVu Sans Mono 9
    workspace_buttons no
    tray_output none
    colors {{
        background #000000
        statusline #ffff00
    }}
}}
""")
    return sway, desk.start("swaybar", "--bar_id", "test")


def test(desk):
    raw = desk.tool("raw", """echo '{"version":1}'; echo '['
while :; do echo '[{"full_text":"<span background=\\"#ff00ff\\">markup</span>","markup":"pango"}],'; sleep 1; done\n""")
    screen, bar = show(desk, raw)
    screen.see("markup that was asked for", lambda picture: picture.count(MAGENTA))
    desk.stop(screen.process)

    blocks = desk.path / "i3blocks.conf"
    blocks.write_text(recipe("i3blocks", "markup=none"))
    script = desk.tool("photo-status", recipe("i3bar", "#!/bin/sh", "sleep").partition("\n")[2])
    bars = [("swaybar", script, title) for title in TITLES] + [("i3blocks", f"i3blocks -c {blocks}", TITLES[0])]
    for name, status, title in bars:
        desk.publish(title)
        screen, bar = show(desk, status)
        place = screen.see(f"{name}: the title", text)
        desk.seen(f"{name}: {title[-8:]!r}: a hostile title is text, {place[2]} pixels of it")
        desk.check(screen.screenshot().count(MAGENTA) == 0, f"{name}: and sets no colour")
        desk.check(bar.poll() is None, f"{name}: swaybar lives on")
        desk.stop(screen.process)


if __name__ == "__main__":
    main("swaybar", test, ["sway", "swaybar", "grim", "i3blocks"])
