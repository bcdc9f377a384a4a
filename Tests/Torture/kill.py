"""kill -9 at random, at every mutating system call of one refresh, and in the middle of a long download."""

import random
import subprocess
import time

from origin import Origin
from torture import LONG, Checks, Place, numbers

CALLS = ("openat", "write", "pwrite64", "fsync", "fdatasync", "rename", "renameat2", "linkat", "link", "unlink", "mkdir",
         "ftruncate", "symlink", "fcntl", "fsetxattr")


def after(place, checks, what):
    """What must hold once a run was killed: clean, decodable, and the next run succeeds and leaves nothing behind."""
    place.good(checks, what)
    result = place.refresh("a")
    checks.check(result.returncode == 0, f"{what}: next run: {result.returncode} {result.stderr}")
    left = place.temporaries()
    checks.check(not left, f"{what}: temporary files: {left}")
    place.good(checks, f"{what}, then a run")


def at_random(place, checks, rounds):
    began = time.monotonic()
    place.refresh("a")
    duration = time.monotonic() - began
    killed = 0
    for number in range(rounds):
        if number % 3 == 0:
            place.empty()
        process = subprocess.Popen(
            place.refresh_words("ab"[number % 2]), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(random.uniform(0, duration))
        process.kill()
        killed += process.wait() == -9
        place.good(checks, f"random kill {number}")
        if number % 10 == 9:
            after(place, checks, f"random kill {number}")
    after(place, checks, "after all random kills")
    return killed


def at_every_call(place, checks):
    points = 0
    place.empty()
    for call, count in sorted(place.calls(CALLS).items()):
        # Reading shared libraries and sockets is the same every time: of the commonest calls a sample does.
        for number in numbers(count, 8):
            place.empty()
            place.refresh("a", prefix=("strace", "-f", "-qq", "-o", "/dev/null", "-e",
                                       f"inject={call}:signal=SIGKILL:when={number}"))
            points += 1
            after(place, checks, f"killed at {call} {number}")
    return points


def in_download(checks, rounds):
    """A long picture comes slowly; the run is killed in its middle, and the next one asks for the rest."""
    rests = []
    with Origin(side=640) as origin, Place(origin.base) as place:
        whole = len(origin.pictures[0])
        for number in range(rounds):
            place.empty()
            origin.sent, origin.rate = 0, 4 << 20
            before = origin.ranges
            process = subprocess.Popen(
                place.refresh_words("a"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while origin.sent < whole * (6 + number % 3) // 10 and process.poll() is None:
                time.sleep(0.002)
            process.kill()
            checks.check(process.wait() == -9, "the download ended before it could be killed")
            origin.rate = None
            place.good(checks, "killed in a download")
            result = place.refresh("a")
            checks.check(result.returncode == 0, f"after a killed download: {result.returncode} {result.stderr}")
            checks.check(origin.ranges == before + 1, f"after a killed download: {origin.ranges - before} rests asked for")
            rests.append(origin.last_start / whole)
            checks.check(not place.temporaries(), f"after a killed download: {place.temporaries()}")
            place.good(checks, "resumed after a kill")
    return whole, rests


def main():
    checks = Checks("kill -9")
    rounds = 1000 if LONG else 50
    with Origin() as origin, Place(origin.base) as place:
        killed = at_random(place, checks, rounds)
        points = at_every_call(place, checks)
    whole, rests = in_download(checks, 30 if LONG else 3)
    checks.end(
        f"{rounds} random kills ({killed} before the end), {points} kills at a system call; {len(rests)} kills in the "
        f"download of {whole} bytes, of which {min(rests):.0%} to {max(rests):.0%} was kept")


main()
