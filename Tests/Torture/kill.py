"""kill -9 at random, and at every mutating system call of one refresh."""

import random
import re
import subprocess
import time

from origin import Origin
from torture import LONG, Checks, Place

CALLS = "openat,write,pwrite64,fsync,fdatasync,rename,renameat2,linkat,link,unlink,mkdir,ftruncate,symlink,fcntl,fsetxattr"


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


def calls_of(place):
    """How often one refresh makes each call, on an empty cache."""
    place.empty()
    result = place.refresh("a", prefix=("strace", "-f", "-qq", "-e", f"trace={CALLS}"))
    counts = {}
    for name in re.findall(r"^(?:\[pid +\d+\] )?(\w+)\(", result.stderr, re.MULTILINE):
        counts[name] = counts.get(name, 0) + 1
    return counts


def at_every_call(place, checks):
    points = 0
    for call, count in sorted(calls_of(place).items()):
        # Reading shared libraries and sockets is the same every time: of the commonest calls a sample does.
        numbers = range(1, count + 1) if LONG or count <= 8 else sorted(random.sample(range(1, count + 1), 8))
        for number in numbers:
            place.empty()
            place.refresh("a", prefix=("strace", "-f", "-qq", "-o", "/dev/null", "-e",
                                       f"inject={call}:signal=SIGKILL:when={number}"))
            points += 1
            after(place, checks, f"killed at {call} {number}")
    return points


def main():
    checks = Checks("kill -9")
    rounds = 1000 if LONG else 50
    with Origin() as origin, Place(origin.base) as place:
        killed = at_random(place, checks, rounds)
        points = at_every_call(place, checks)
    checks.end(f"{rounds} random kills ({killed} before the end), {points} kills at a system call")


main()
