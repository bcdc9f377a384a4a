"""Many processes, one cache: refreshes of overlapping feeds, readers that map what is published, and a vandal."""

import mmap
import os
import pathlib
import random
import subprocess
import threading
import time

from origin import Origin
from torture import LONG, Checks, Place, broken_pam, broken_png

WRITERS = 16


class Readers:
    """Threads that map published files all along."""

    def __init__(self, place, instances, count=4):
        self.place, self.instances = place, instances
        self.reads = self.torn = 0
        self.problems = []
        self.ended = threading.Event()
        self.lock = threading.Lock()
        self.threads = [threading.Thread(target=self.work) for _ in range(count)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *error):
        self.ended.set()
        for thread in self.threads:
            thread.join()

    def work(self):
        while not self.ended.is_set():
            current = self.place.state / "published/photo" / random.choice(self.instances) / "current"
            try:
                # Opened at once, then read slowly: the set may be replaced meanwhile.
                names = {"thumbnail.png": broken_png, "thumbnail.pam": broken_pam}
                name, judge = random.choice(list(names.items()))
                with open(current / name, "rb") as file, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as bytes_:
                    time.sleep(0.002)
                    problem = judge(bytes(bytes_))
            except FileNotFoundError:
                time.sleep(0.002)
                continue
            except (OSError, ValueError) as error:
                problem = repr(error)
            with self.lock:
                self.reads += 1
                if problem:
                    self.torn += 1
                    self.problems.append(f"{name}: {problem}")


def in_parallel(tasks):
    threads = [threading.Thread(target=task) for task in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def refreshes(place, checks, origin, rounds):
    """Each writer has an instance of its own, so that nobody leaves with 75, and feeds that overlap with others'."""
    instances = [f"w{number}" for number in range(WRITERS)]

    def writer(number):
        def work():
            for turn in range(rounds):
                result = place.refresh("abcdef"[(number + turn) % 6], "--instance", instances[number])
                checks.check(result.returncode == 0, f"writer {number}: {result.returncode} {result.stderr}")
        return work

    with Readers(place, instances) as readers:
        in_parallel([writer(number) for number in range(WRITERS)])
    checks.check(readers.torn == 0, f"torn reads: {readers.problems[:3]}")
    photos = {path: count for path, count in origin.counts.items() if path.startswith("/photo/")}
    checks.check(all(count == 1 for count in photos.values()), f"photos asked for more than once: {photos}")
    for instance in instances:
        place.good(checks, instance, instance)
    return readers.reads, len(photos)


def one_photo(place, checks, origin):
    """All writers want the same photo at once, from an empty cache: one request."""
    place.empty()
    origin.counts.clear()
    origin.delay = 0.2
    results = []
    in_parallel([
        lambda number=number: results.append(place.refresh("a", "--instance", f"w{number}")) for number in range(WRITERS)
    ])
    origin.delay = 0.0
    checks.check(all(result.returncode == 0 for result in results),
                 f"one photo: {[(r.returncode, r.stderr) for r in results if r.returncode]}")
    checks.check(all(count == 1 for count in origin.counts.values()), f"one photo: requests {origin.counts}")


def takeover(place, checks, origin, rounds):
    """The holder of a lease is killed: how long until the one who waits asks by itself."""
    waits = []
    for _ in range(rounds):
        place.empty()
        place.refresh("b")  # the index and the libraries are warm
        origin.counts.clear()
        origin.delay = 0.6
        holder = subprocess.Popen(place.refresh_words("a", "--instance", "one"),
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not origin.counts.get("/feed"):
            time.sleep(0.001)
        waiter = subprocess.Popen(place.refresh_words("a", "--instance", "two"),
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(0.25)
        checks.check(origin.counts["/feed"] == 1, f"takeover: {origin.counts['/feed']} requests at once")
        holder.kill()
        holder.wait()
        began = time.monotonic()
        while origin.counts["/feed"] < 2 and time.monotonic() - began < 5:
            time.sleep(0.001)
        waits.append((time.monotonic() - began) * 1000)
        origin.delay = 0.0
        checks.check(waiter.wait() == 0, "takeover: the second run failed")
    waits.sort()
    checks.check(waits[len(waits) // 2] <= 50, f"takeover took {waits[len(waits) // 2]:.0f} ms (median)")
    return waits


def resumed(place, checks, origin):
    """Downloads that are cut go on in the next run, and no cut one is ever seen."""
    place.empty()
    for number in range(4):
        feed = "aceg"[number]  # not the photo that stood in for another
        photo = f"/photo/{sum(feed.encode()) % 12}.png"
        origin.cuts.add(photo)
        first = place.refresh(feed)
        checks.check(first.returncode == 0, f"cut: the next photo: {first.returncode} {first.stderr}")
        place.good(checks, "cut")
        before = origin.ranges
        second = place.refresh(feed, "--json")
        checks.check(second.returncode == 0, f"resumed: {second.returncode} {second.stderr}")
        checks.check(origin.ranges == before + 1, f"resumed: {origin.ranges - before} requests for a rest")
        current = place.run(place.words("current", "--json"))
        checks.check(photo in current.stdout, f"resumed: the first photo is shown: {current.stdout[:200]}")
        place.good(checks, "resumed")
    return origin.ranges


def vandal(place, checks, rounds):
    """The index is deleted, cut and filled with noise while others run."""
    place.empty()
    place.refresh("a")
    ended = threading.Event()
    deeds = [0]

    def spoil():
        index = place.cache / "index.sqlite"
        while not ended.is_set():
            deed = deeds[0] % 3
            try:
                if deed == 0:
                    for name in ("", "-wal", "-shm"):
                        pathlib.Path(f"{index}{name}").unlink(missing_ok=True)
                else:
                    # As a copy that replaces it: cutting a file that others map would kill any reader (SIGBUS).
                    spoilt = place.cache / "spoilt"
                    data = index.read_bytes()
                    spoilt.write_bytes(data[:len(data) // 2] if deed == 1 else os.urandom(len(data)))
                    os.replace(spoilt, index)
                deeds[0] += 1
            except FileNotFoundError:
                pass
            time.sleep(0.05)

    def writer(number):
        def work():
            for turn in range(rounds):
                result = place.refresh("abcdef"[(number + turn) % 6], "--instance", f"w{number}")
                checks.check(result.returncode == 0, f"vandal, {number}: {result.returncode} {result.stderr}")
        return work

    thread = threading.Thread(target=spoil)
    thread.start()
    in_parallel([writer(number) for number in range(4)])
    ended.set()
    thread.join()
    result = place.refresh("a")
    checks.check(result.returncode == 0, f"vandal: next run {result.returncode} {result.stderr}")
    place.good(checks, "vandal")
    return deeds[0]


def clocks(place, checks):
    """A clock that jumps: every run succeeds, and the entry has the new time."""
    dates = ["2026-11-30T00:00:00Z", "2026-12-10T00:00:00Z", "2026-11-20T00:00:00Z", "2036-11-30T00:00:00Z",
             "2016-11-30T00:00:00Z", "2026-11-30T00:00:00Z"]
    for date in dates:
        result = place.refresh("a", "--now", date)
        checks.check(result.returncode == 0, f"clock at {date}: {result.returncode} {result.stderr}")
        current = place.run(place.words("current", "--json"))
        checks.check(f'"date": "{date}"' in current.stdout, f"clock at {date}: entry {current.stdout[:300]}")
        place.good(checks, f"clock at {date}")
    return len(dates)


def main():
    checks = Checks("crowd")
    rounds = 200 if LONG else 5
    with Origin() as origin, Place(origin.base) as place:
        reads, photos = refreshes(place, checks, origin, rounds)
        one_photo(place, checks, origin)
        waits = takeover(place, checks, origin, 100 if LONG else 7)
        rests = resumed(place, checks, origin)
        deeds = vandal(place, checks, 50 if LONG else 5)
        moves = clocks(place, checks)
    checks.end(
        f"{WRITERS} processes × {rounds} refreshes, {photos} photos asked for once each, {reads} reads of published files; "
        f"takeover of a killed holder's lease: median {waits[len(waits) // 2]:.0f} ms, longest {waits[-1]:.0f} ms; "
        f"{rests} cut downloads resumed; index spoilt {deeds} times; {moves} jumps of the clock")


main()
