"""Errors injected at every call, full disks, directories that can only be read, and another user."""

import concurrent.futures
import os
import pathlib
import queue
import shutil
import subprocess

from origin import Origin
from torture import BINARY, KNOWN, LONG, Checks, Place, numbers, skipped

CALLS = ("openat", "write", "pwrite64", "fsync", "rename", "linkat", "unlink", "mkdir", "ftruncate", "mmap", "fcntl")
WORKERS = os.cpu_count() or 2
ERRORS = ("ENOSPC", "EIO", "EDQUOT", "EMFILE", "EACCES", "EINTR")


def injected(origin, checks):
    """A run on a good cache, with another feed to fetch; what was good must still be there and be served.

    Every call that such a run makes is tried with every error in the long form, a sample of each kind in the short one;
    two runs at a time, each with a cache of its own.
    """
    with Place(origin.base) as kept:
        kept.refresh("a")
        # As often as a run makes each call; a later one would never come.
        with Place(origin.base) as place:
            restore(place, kept)
            counts = place.calls(CALLS, "b")
            # What any run does before its first word is the loader's, which may end as it likes.
            start = place.calls(CALLS, words=[BINARY, "--version"])
        work = [(call, error, number) for call in CALLS for error in ERRORS for number in numbers(counts.get(call, 0), 2)]
        places = queue.SimpleQueue()
        for _ in range(WORKERS):
            places.put(Place(origin.base))

        def run(item):
            place = places.get()
            try:
                restore(place, kept)
                one(place, checks, *item, start)
            finally:
                places.put(place)

        with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
            for _ in pool.map(run, work):
                pass
        for _ in range(WORKERS):
            places.get().remove()
    return len(work), sum(counts.values())


def restore(place, kept):
    place.empty()
    shutil.copytree(kept.state, place.state, symlinks=True)
    # copytree leaves extended attributes and times as they were.
    shutil.copytree(kept.cache, place.cache, symlinks=True)


def one(place, checks, call, error, number, start):
    # EINTR without end would be a signal storm; once is what a signal does.
    what = f"{error} at {call} {number}"
    result = place.refresh("b", prefix=("strace", "-f", "-qq", "-o", "/dev/null", "-e",
                                        f"inject={call}:error={error}:when={number}"))
    loader = number <= start.get(call, 0)
    checks.check(loader or result.returncode in KNOWN, f"{what}: status {result.returncode}: {result.stderr[-300:]}")
    place.good(checks, what)


def mounted(point, kind):
    """Mounts a small file system; why not, where it cannot be."""
    if kind == "1 MB tmpfs":
        commands = [["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(point)]]
    else:
        image = point.with_suffix(".img")
        with open(image, "wb") as file:
            file.truncate(16 << 20)
        # Without blocks that only root may use: a full disk is full.
        commands = [["mkfs.ext4", "-q", "-m", "0", str(image)], ["mount", "-o", "loop", str(image), str(point)]]
    for command in commands:
        try:
            result = subprocess.run(command, capture_output=True, text=True)
        except FileNotFoundError:
            return f"no {command[0]} here"
        if result.returncode:
            return result.stderr.strip().splitlines()[-1] if result.stderr.strip() else "not allowed here"
    return None


def full_disk(place, checks, kind):
    """A small file system that fills up, has room again, and can then only be read."""
    point = place.path / kind.replace(" ", "-")
    point.mkdir()
    problem = mounted(point, kind)
    if problem:
        skipped(f"a {kind}", problem)
        return False
    try:
        small = Place(place.base, point)
        first = small.refresh("a")
        checks.check(first.returncode in (0, 74), f"{kind}: status {first.returncode}: {first.stderr}")
        filler = point / "filler"
        with open(filler, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                pass
        for feed in "bcd":
            result = small.refresh(feed)
            checks.check(result.returncode in (0, 74), f"full {kind}: status {result.returncode}: {result.stderr}")
            small.good(checks, f"full {kind}")
        filler.unlink()
        again = small.refresh("b")
        checks.check(again.returncode == 0, f"{kind} with room again: {again.returncode} {again.stderr}")
        checks.check(not small.temporaries(), f"{kind}: temporary files {small.temporaries()}")
        subprocess.run(["mount", "-o", "remount,ro", str(point)], check=True)
        current = small.run(small.words("current"))
        checks.check(current.returncode == 0 and pathlib.Path(current.stdout.strip()).exists(), f"read-only {kind}: current")
        stats = small.run(small.words("cache", "stats"))
        checks.check(stats.returncode == 0, f"read-only {kind}: cache stats: {stats.returncode} {stats.stderr}")
        refused = small.refresh("b")
        checks.check(refused.returncode == 73, f"read-only {kind}: refresh: {refused.returncode} {refused.stderr}")
        outside = Place(place.base, place.path / "outside")
        outside.cache = small.cache
        served = outside.refresh("b", "--offline")
        checks.check(served.returncode == 0, f"read-only cache on a {kind}: {served.returncode} {served.stderr}")
        small.good(checks, f"read-only {kind}")
    finally:
        subprocess.run(["umount", str(point)], check=False)
    return True


def other_user(origin, checks):
    """A user who may not write to the cache, then not even read it: EACCES as the system says it."""
    if os.geteuid() != 0 or not shutil.which("setpriv"):
        skipped("another user", "needs root and setpriv")
        return
    nobody = ("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups")
    with Place(origin.base) as place:
        place.path.chmod(0o755)
        place.refresh("a")
        theirs = Place(origin.base, place.path / "theirs")
        theirs.path.mkdir()
        os.chown(theirs.path, 65534, 65534)
        theirs.cache = place.cache
        if theirs.run([BINARY, "--version"], nobody).returncode:
            skipped("another user", f"{BINARY} cannot be run by nobody")
            return
        for path in [place.cache, *place.cache.rglob("*")]:
            path.chmod(0o755 if path.is_dir() else 0o644)
        served = theirs.refresh("a", "--offline", prefix=nobody)
        checks.check(served.returncode == 0, f"a cache that nobody may write to: {served.returncode} {served.stderr}")
        fetched = theirs.refresh("b", prefix=nobody)
        checks.check(fetched.returncode in (0, 73, 77), f"nothing can be stored: {fetched.returncode} {fetched.stderr}")
        stats = theirs.run(theirs.words("cache", "stats"), nobody)
        checks.check(stats.returncode == 0, f"stats of another's cache: {stats.returncode} {stats.stderr}")
        for words in (("cache", "clear"), ("cache", "prune")):
            refused = theirs.run(theirs.words(*words), nobody)
            checks.check(refused.returncode in (73, 74, 77), f"{words}: {refused.returncode} {refused.stderr}")
        place.good(checks, "after another user")
        place.cache.chmod(0o700)
        for words in (theirs.refresh_words("a"), theirs.words("cache", "stats")):
            refused = theirs.run(words, nobody)
            checks.check(refused.returncode in (0, 73, 74, 77), f"an unreadable cache: {refused.returncode} {refused.stderr}")
            checks.check("Fatal" not in refused.stderr, f"an unreadable cache: {refused.stderr[-200:]}")
        place.good(checks, "after another user")


def surroundings(place, checks):
    """Few descriptors, no home, directories that are none."""
    place.empty()
    place.refresh("a")
    for limit in range(3, 20 if not LONG else 40):
        result = place.refresh("b", prefix=("prlimit", f"--nofile={limit}"))
        loader = "error while loading shared libraries" in result.stderr
        checks.check(loader or result.returncode in KNOWN, f"{limit} files: {result.returncode} {result.stderr[-200:]}")
        place.good(checks, f"{limit} files")
    bare = {"PATH": os.environ["PATH"]}
    for home, expected in ((None, 78), ("relative", 78)):
        environment = dict(bare) if home is None else {**bare, "HOME": home}
        result = place.run(place.words("cache", "stats")[:3], env=environment)
        checks.check(result.returncode == expected, f"HOME {home}: {result.returncode} {result.stderr}")
    place.empty()
    place.cache.write_text("in the way")
    result = place.refresh("a")
    checks.check(result.returncode == 73, f"a file for a cache: {result.returncode} {result.stderr}")
    place.cache.unlink()
    place.state.write_text("in the way")
    result = place.refresh("a")
    checks.check(result.returncode == 73, f"a file for a state: {result.returncode} {result.stderr}")
    place.state.unlink()


def main():
    checks = Checks("errors")
    with Origin() as origin, Place(origin.base) as place:
        surroundings(place, checks)
        disks = [kind for kind in ("1 MB tmpfs", "16 MB ext4") if full_disk(place, checks, kind)]
        other_user(origin, checks)
        runs, calls = injected(origin, checks)
    checks.end(
        f"{runs} runs with an error injected into one of the {calls} calls that a refresh makes; full and read-only disks: "
        f"{', '.join(disks) or 'none'}; few descriptors")


main()
