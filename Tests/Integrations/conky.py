#!/usr/bin/env python3
"""conky shows the photo and its title by the README's configuration, and a title stays text."""

from desk import main, recipe
from display import XServer
from picture import BLUE, GREEN, MAGENTA, RED, YELLOW

OTHER = (YELLOW, BLUE, GREEN, RED)


def title(mark, name):
    touch = f"touch {mark}-{name}"
    return "${color ff00ff}" + f"${{exec {touch}}} $${{exec {touch}}} `{touch}` #c \\ Texas"


def configuration(desk, name, text=None):
    """The README's configuration, in a place on the screen that a test can name."""
    words = recipe("conky", "conky.config", "conky.text")
    head, _, body = words.partition("conky.text")
    settings = ("own_window = true, own_window_type = 'override', alignment = 'top_left', gap_x = 40, gap_y = 30, "
                "border_width = 0, background = false, double_buffer = true, use_xft = true, font = 'DejaVu Sans:size=12',")
    # A minute is a second here.
    head = head.replace("interval = 60", "interval = 1")
    body = body.replace("-f 60", "-f 1").replace("texeci 180", "texeci 1")
    head = head.replace("conky.config = {", "conky.config = {" + settings, 1)
    path = desk.path / f"{name}.conf"
    path.write_text(head + ("conky.text" + body if text is None else f"conky.text = [[\n{text}\n]]\n"))
    return path


def test(desk):
    mark = desk.path / "ran"
    desk.publish(title(mark, "ours"))
    screen = XServer(desk)
    conky = desk.start("conky", "-c", configuration(desk, "readme"))
    place = screen.see("the photo", lambda picture: picture.photo())
    desk.check(abs(place[0] - 40) <= 4 and abs(place[1] - 30) <= 8, f"the photo lies where the configuration says: {place}")
    desk.check((place[2], place[3]) == (240, 160), "in its own size")

    def words(picture):
        # White text on black, below the photo.
        bounds = picture.crop(40, place[1] + 162, 700, 160).bounds(0xFFFFFF)
        return bounds if bounds and bounds[2] > 300 else None

    line = screen.see("the title", words)
    desk.seen(f"the title stands below it, {line[2]} pixels wide")
    desk.check(screen.screenshot().count(MAGENTA) == 0, "and sets no colour")


    desk.publish(title(mark, "ours"), colors=OTHER)
    screen.see("the next photo", lambda picture: picture.photo(OTHER))
    desk.seen("the next photo takes its place by itself")
    desk.stop(conky)
    # The form holds even where conky takes what it reads for its own code; a title without it would run.
    desk.publish(title(mark, "parsed"))
    raw = desk.tool("raw", f"echo '{title(mark, 'raw')}'\n")
    # Two starts each update: with the sixth, the words of the first have been read as code.
    asking = ("${execpi 1 photowidget current --format conky}", "${execp photowidget current --format conky}")
    text = "\n".join((*asking, f"${{execpi 1 {raw}}}"))
    started = desk.calls("--format conky")
    path = configuration(desk, "parsed", text)
    path.write_text(path.read_text().replace("update_interval = 5", "update_interval = 0.5"))
    desk.start("conky", "-c", path)
    desk.wait("conky runs what stands in a bare title", lambda: (desk.path / "ran-raw").exists())
    desk.wait("conky asks for the words again", lambda: desk.calls("--format conky") >= started + 6)
    desk.check(not list(desk.path.glob("ran-ours*")) and not list(desk.path.glob("ran-parsed*")), "nothing of a title ran")


if __name__ == "__main__":
    main("conky", test, ["Xvfb", "conky"])
