"""An X server without a screen, and what can be done with its picture."""

import os

from desk import Failure
from picture import Picture
from screen import Screen


class XServer(Screen):
    """Xvfb with 24 bits of colour, on a display of its own."""

    def __init__(self, desk, width=800, height=600):
        self.desk, self.size = desk, (width, height)
        pipe, end = os.pipe()
        self.process = desk.start(
            "Xvfb", "-displayfd", end, "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp", "-noreset",
            "-fbdir", desk.path, pass_fds=[end])
        os.close(end)
        with os.fdopen(pipe) as file:
            number = file.readline().strip()
        if not number:
            raise Failure("Xvfb does not start")
        desk.environment["DISPLAY"] = f":{number}"

    def screenshot(self):
        # The server's own memory: xwd puts windows with another depth together anew.
        return Picture.from_xwd((self.desk.path / "Xvfb_screen0").read_bytes())

    def click(self, x, y, button=1):
        self.desk.run("xdotool", "mousemove", x, y, "click", button)
