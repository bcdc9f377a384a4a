"""What a case says when something does not hold."""


class Mismatch(Exception):
    """The program did something else than the case expects."""


class Skipped(Exception):
    """The case cannot be run here."""


def check(condition, why):
    """Fails the case with a reason unless the condition holds."""
    if not condition:
        raise Mismatch(why)


def equal(found, expected, what):
    """Fails the case unless two values are the same."""
    if found != expected:
        raise Mismatch(f"{what} is {found!r}, not {expected!r}")
