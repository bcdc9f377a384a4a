"""What a screen has in common, of X11 or of Wayland: it is looked at until it shows what is waited for."""


class Screen:
    """A screen of a desk; `screenshot()` is its kind's."""

    def see(self, what, condition, patience=None, name=None):
        """Waits until a condition holds for the picture; returns what it gave. The last picture is kept in any case."""
        last = None

        def look():
            nonlocal last
            last = self.screenshot()
            return condition(last)

        try:
            return self.desk.wait(what, look, patience)
        finally:
            if last is not None:
                self.desk.keep(last, name)
