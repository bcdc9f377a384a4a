"""Errors injected at every call, a full disk, and directories that can only be read."""

import os
import pathlib
import random
import shutil
import subprocess

from origin import Origin
from torture import KNOWN, LONG, Checks, Place

CALLS = ("openat", "write", "pwrite64", "fsync", "rename", "linkat", "unlink", "mkdir", "ftruncate", "mmap", "fcntl")
ERRORS = ("ENOSPC", "EIO", "EDQUOT", "EMFILE", "EACCES", "EINTR")


def injected(place, checks):
    """A run on a good cache, with another feed to fetch; what was good must still be there and be served."""
    runs = 0
    kept = place.path / "kept"
    place.refresh("a")
    shutil.copytree(place.path / "state", kept / "state", symlinks=True)
    shutil.copytree(place.path / "cache", kept / "cache", symlinks=True)
    for call in CALLS:
        for error in ERRORS:
            numbers = range(1, 81) if LONG else sorted(random.sample(range(1, 41), 2))
            for number in numbers:
                # EINTR without end would be a signal storm; once is what a signal does.
                place.empty()
                shutil.copytree(kept / "state", place.state, symlinks=True)
                shutil.copytree(kept / "cache", place.cache, symlinks=True)
                what = f"{error} at {call} {number}"
                result = place.refresh("b", prefix=("strace", "-f", "-qq", "-o", "/dev/null", "-e",
                                                    f"inject={call}:error={error}:when={number}"))
                runs += 1
                # What fails before our first instruction is the loader's to tell.
                loader = "error while loading shared libraries" in result.stderr or result.returncode == 127
                checks.check(loader or result.returncode in KNOWN,
                             f"{what}: status {result.returncode}: {result.stderr[-300:]}")
                place.good(checks, what)
    return runs


def full_disk(place, checks):
    """A file system of 1 MB that fills up."""
    point = place.path / "disk"
    point.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(point)], capture_output=True)
    if mounted.returncode:
        print("skipped: a 1 MB tmpfs (mounting is not allowed here)")
        return
    try:
        small = Place(place.base, point)
        first = small.refresh("a")
        checks.check(first.returncode in (0, 74), f"1 MB tmpfs: status {first.returncode}: {first.stderr}")
        filler = point / "filler"
        with open(filler, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                pass
        for feed in "bcd":
            result = small.refresh(feed)
            checks.check(result.returncode in (0, 74), f"full tmpfs: status {result.returncode}: {result.stderr}")
            small.good(checks, "full tmpfs")
        filler.unlink()
        again = small.refresh("b")
        checks.check(again.returncode == 0, f"tmpfs with room again: {again.returncode} {again.stderr}")
        checks.check(not small.temporaries(), f"tmpfs: temporary files {small.temporaries()}")
        subprocess.run(["mount", "-o", "remount,ro", str(point)], check=True)
        current = small.run(small.words("current"))
        checks.check(current.returncode == 0 and pathlib.Path(current.stdout.strip()).exists(), "read-only: current")
        stats = small.run(small.words("cache", "stats"))
        checks.check(stats.returncode == 0, f"read-only: cache stats: {stats.returncode} {stats.stderr}")
        refused = small.refresh("b")
        checks.check(refused.returncode == 73, f"read-only: refresh: {refused.returncode} {refused.stderr}")
        outside = Place(place.base, place.path / "outside")
        outside.cache = small.cache
        served = outside.refresh("b", "--offline")
        checks.check(served.returncode == 0, f"read-only cache: {served.returncode} {served.stderr}")
        small.good(checks, "read-only")
    finally:
        subprocess.run(["umount", str(point)], check=False)


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
        full_disk(place, checks)
        runs = injected(place, checks)
    checks.end(f"{runs} runs with an error injected, a full and a read-only disk, few descriptors")


main()
