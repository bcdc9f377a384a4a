#!/usr/bin/env python3
"""File managers show the thumbnails that photowidget has stored, and tumbler makes them by its `.thumbnailer` file."""

import hashlib
import os
import re
import shutil
import signal
import urllib.parse

from desk import ROOT, main
from display import XServer
from picture import BLUE, GREEN, RED, YELLOW, Picture

OTHER = (YELLOW, BLUE, GREEN, RED)
NAME = "org.freedesktop.thumbnails.Thumbnailer1"


def address(path):
    return "file://" + urllib.parse.quote(str(path))


def stored(desk, path, size):
    """Where the Thumbnail Managing Standard keeps a file's thumbnail."""
    name = hashlib.md5(address(path).encode()).hexdigest()
    return desk.home / ".cache/thumbnails" / size / f"{name}.png"


def changed_behind(desk, path):
    """Other pixels in a file whose time stays: who shows the old ones has taken the stored thumbnail."""
    times = os.stat(path)
    path.write_bytes(Picture.quarters(400, 300, OTHER).png())
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


class Tumbler:
    """The service that thunar asks, over D-Bus."""

    def __init__(self, desk):
        self.desk = desk
        # Its signals are for who has asked only, whom gdbus has ended by then.
        self.signals = desk.start("dbus-monitor", "--session", f"type='signal',interface='{NAME}'")
        desk.wait("dbus-monitor", lambda: "NameAcquired" in self.signals.log.read_text())

    def ask(self, path, kind="image/png"):
        """Asks for a thumbnail of 256 pixels and returns what was told of the file."""
        # Another service counts from 1 again.
        before = len(self.signals.log.read_text())
        answer = self.desk.run(
            "gdbus", "call", "--session", "--dest", NAME, "--object-path", "/" + NAME.replace(".", "/"), "--method",
            f"{NAME}.Queue", str([address(path)]), str([kind]), "large", "foreground", "uint32 0")
        number = answer.split()[1].rstrip(",)")

        def told():
            # A signal's line is followed by one with the request's number.
            words = re.findall(r"member=(\w+)\n   uint32 (\d+)\n", self.signals.log.read_text()[before:])
            mine = [member for member, of in words if of == number]
            return mine if "Finished" in mine else None

        return [word for word in self.desk.wait(f"tumbler and {path.name}", told) if word in ("Ready", "Error")]

    def end(self):
        """Ends the service; the bus starts another when it is asked again."""
        answer = self.desk.run(
            "gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/org/freedesktop/DBus",
            "--method", "org.freedesktop.DBus.GetConnectionUnixProcessID", NAME)
        os.kill(int(answer.split()[1].rstrip(",)")), signal.SIGKILL)


def stored_ones(desk, tumbler, folder):
    photo = folder / "stored.png"
    photo.write_bytes(Picture.quarters(400, 300).png())
    # tumbler since 4.17 compares microseconds, which the standard's Thumb::MTime does not have.
    os.utime(photo, (1_700_000_000, 1_700_000_000))
    for size in ("normal", "large"):
        desk.run("photowidget", "thumbnail", "--freedesktop", "--size", size, photo)
    changed_behind(desk, photo)
    ours = stored(desk, photo, "large")
    before = (ours.read_bytes(), os.stat(ours).st_mtime_ns, os.stat(ours).st_ino)
    desk.check(tumbler.ask(photo) == ["Ready"], "tumbler: a stored thumbnail is ready")
    after = (ours.read_bytes(), os.stat(ours).st_mtime_ns, os.stat(ours).st_ino)
    desk.check(before == after, "tumbler: and up to date: the file was left as it is")

    later = folder / "later.png"
    later.write_bytes(Picture.quarters(400, 300).png())
    desk.run("photowidget", "thumbnail", "--freedesktop", "--size", "large", later)
    later.write_bytes(Picture.quarters(400, 300, OTHER).png())
    os.utime(later, (1_700_000_001, 1_700_000_001))
    tumbler.ask(later)
    desk.check(Picture.from_png(stored(desk, later, "large").read_bytes()).photo(OTHER) is not None,
               "tumbler: one of a file that has changed is made anew")
    later.unlink()


def made_ones(desk, tumbler, folder):
    calls = desk.calls("thumbnail --quiet --format png")
    photo = folder / "it's \"new\" $(touch ran) `touch ran` %s; 100%.png"
    photo.write_bytes(Picture.quarters(400, 300).png())
    desk.check(tumbler.ask(photo) == ["Ready"], "tumbler: the .thumbnailer file's command makes one")
    desk.check(desk.calls("thumbnail --quiet --format png --size 256x256") == calls + 1, "tumbler: by photowidget")
    made = Picture.from_png(stored(desk, photo, "large").read_bytes())
    place = made.photo()
    desk.check((made.width, made.height) == (256, 192) and place == (0, 0, 256, 192), f"tumbler: it is right: {place}")
    desk.check(not list(desk.path.rglob("ran")), "tumbler: and a file's name runs nothing")
    photo.unlink()

    broken = folder / "broken.png"
    broken.write_bytes(Picture.quarters(400, 300).png()[:-500])
    desk.check(tumbler.ask(broken) == ["Error"], "tumbler: a damaged file has none")
    desk.check(not stored(desk, broken, "large").exists(), "tumbler: and nothing is stored for it")
    broken.unlink()


def test(desk):
    folder = desk.home / "Pictures"
    folder.mkdir()
    # tumbler asks one thumbnailer after the other, and would hide a failure of ours: here no other is installed.
    (desk.path / "data").mkdir()
    (desk.path / "data/mime").symlink_to("/usr/share/mime")
    desk.environment["XDG_DATA_DIRS"] = str(desk.path / "data")
    desk.bus()
    del desk.environment["XDG_DATA_DIRS"]
    tumbler = Tumbler(desk)
    stored_ones(desk, tumbler, folder)

    # Its own makers are put to sleep, so that the installed file is asked.
    settings = desk.home / ".config/tumbler/tumbler.rc"
    settings.parent.mkdir(parents=True)
    settings.write_text("".join(f"[{name}Thumbnailer]\nDisabled=true\n\n" for name in ("JPEG", "Pixbuf", "Gst")))
    thumbnailers = desk.home / ".local/share/thumbnailers"
    thumbnailers.mkdir(parents=True)
    shutil.copy(ROOT / "integrations/thumbnailer/photowidget.thumbnailer", thumbnailers)
    tumbler.end()
    made_ones(desk, tumbler, folder)

    screen = XServer(desk)
    desk.start("pcmanfm", "--no-desktop", folder)
    place = screen.see("the photo", lambda picture: picture.photo() or picture.photo(OTHER))
    desk.check(screen.screenshot().photo() is not None, f"pcmanfm: the stored thumbnail is shown: {place}")


if __name__ == "__main__":
    main("thumbnailer", test, ["dbus-daemon", "dbus-monitor", "gdbus", "Xvfb", "pcmanfm"])
