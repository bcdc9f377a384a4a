"""Many processes, one cache: refreshes and prefetches of overlapping feeds, readers that map what is published, a limit
that holds, clocks that jump, and a vandal."""

import mmap
import os
import pathlib
import random
import shutil
import socket
import subprocess
import threading
import time

from origin import Origin
from torture import LONG, Checks, Place, broken_pam, broken_png, skipped

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
    """Each writer has an instance of its own, so that nobody leaves with 75, and feeds that overlap with others'.

    Two of them prefetch: one at a time does, the other leaves with 75.
    """
    instances = [f"w{number}" for number in range(WRITERS - 2)]
    prefetched = []

    def writer(number):
        def work():
            for turn in range(rounds):
                feed = "abcdef"[(number + turn) % 6]
                if number < len(instances):
                    result = place.refresh(feed, "--instance", instances[number])
                    checks.check(result.returncode == 0, f"writer {number}: {result.returncode} {result.stderr}")
                else:
                    result = place.prefetch(feed)
                    checks.check(result.returncode in (0, 75), f"prefetch: {result.returncode} {result.stderr}")
                    if result.returncode == 0:
                        prefetched.append(feed)
        return work

    with Readers(place, instances) as readers:
        in_parallel([writer(number) for number in range(WRITERS)])
    checks.check(readers.torn == 0, f"torn reads: {readers.problems[:3]}")
    photos = {path: count for path, count in origin.counts.items() if path.startswith("/photo/")}
    checks.check(all(count == 1 for count in photos.values()), f"photos asked for more than once: {photos}")
    checks.check(len(prefetched) > 0, "no prefetch came to its end")
    for instance in instances:
        place.good(checks, instance, instance)
    return readers.reads, len(photos), len(prefetched)


def limited(checks, rounds):
    """All write to a cache that holds a third of what they want: at no moment more than the limit and a file each."""
    feeds = [chr(ord("A") + number) for number in range(48)]
    with Origin(count=48) as origin, Place(origin.base) as place:
        # A picture here is an original, a PAM of 64x64 pixels and its PNG.
        largest = max(max(map(len, origin.pictures)), 64 * 64 * 4 + 256)
        # What the instances show is pinned, so the limit is above that.
        limit = 24 * (max(map(len, origin.pictures)) + 2 * 64 * 64 * 4)
        ended, seen = threading.Event(), [0, 0]

        def watch():
            while not ended.is_set():
                total = sum(
                    entry.stat().st_size for name in ("objects", "thumbnails") for entry in (place.cache / name).rglob("*")
                    if still_there(entry))
                seen[0], seen[1] = max(seen[0], total), seen[1] + 1

        def still_there(path):
            try:
                return path.is_file()
            except OSError:
                return False

        def writer(number):
            def work():
                for turn in range(rounds):
                    feed = feeds[(number * 3 + turn * 7) % 48]
                    words = ("--cache-limit", str(limit))
                    if number < WRITERS - 1:
                        result = place.refresh(feed, "--instance", f"w{number}", *words)
                    else:
                        result = place.prefetch(feed, *words)
                    checks.check(result.returncode == 0, f"limited {number}: {result.returncode} {result.stderr}")
            return work

        thread = threading.Thread(target=forgiving(watch))
        thread.start()
        in_parallel([writer(number) for number in range(WRITERS)])
        ended.set()
        thread.join()
        checks.check(seen[0] <= limit + WRITERS * largest, f"{seen[0]} bytes held, the limit is {limit}")
        checks.check(seen[1] > 5, f"looked {seen[1]} times")
        evicted = place.stats()["evictions"]
        checks.check(evicted > 0, "nothing was evicted: the limit was never met")
        place.good(checks, "limited", "w0")
    return limit, seen[0], largest, evicted


def forgiving(watch):
    """Goes on after a file that vanished between listing and looking."""
    def work():
        while True:
            try:
                return watch()
            except FileNotFoundError:
                pass
    return work


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
    """A clock that jumps, as it is told and as the system has it: every run succeeds, and the entry has the new time."""
    dates = ["2026-11-30T00:00:00Z", "2026-12-10T00:00:00Z", "2026-11-20T00:00:00Z", "2036-11-30T00:00:00Z",
             "2016-11-30T00:00:00Z", "2026-11-30T00:00:00Z"]
    for date in dates:
        result = place.refresh("a", "--now", date)
        checks.check(result.returncode == 0, f"clock at {date}: {result.returncode} {result.stderr}")
        current = place.run(place.words("current", "--json"))
        checks.check(f'"date": "{date}"' in current.stdout, f"clock at {date}: entry {current.stdout[:300]}")
        place.good(checks, f"clock at {date}")
    if not shutil.which("faketime"):
        skipped("the system's clock", "no faketime; Debian has it in the package faketime")
        return len(dates)
    jumps = ["+0d", "+10d", "-10d", "+10y", "-10y", "+0d"]
    for jump in jumps:
        result = place.refresh("b", prefix=("faketime", "-f", jump))
        checks.check(result.returncode == 0, f"faketime {jump}: {result.returncode} {result.stderr}")
        if jump.endswith("y"):
            year = time.gmtime().tm_year + int(jump[:-1])
            current = place.run(place.words("current", "--json"))
            checks.check(f'"date": "{year}-' in current.stdout, f"faketime {jump}: entry {current.stdout[:300]}")
        place.good(checks, f"faketime {jump}")
    return len(dates) + len(jumps)


def http2(checks):
    """A prefetch from a server that speaks HTTP/2, over TLS with a certificate of its own."""
    missing = [name for name in ("nghttpd", "openssl") if not shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin")]
    if missing:
        skipped("HTTP/2", f"no {missing[0]}; Debian has nghttpd in the package nghttp2-server")
        return 0
    with Origin() as origin, Place(origin.base) as place:
        with Secure(place, origin) as server:
            place.base = server.base
            # Its certificate in the place of all others, for this process and nobody else.
            trusted = ("unshare", "--mount", "sh", "-c", 'mount --bind "$0" "$1" && shift && exec "$@"',
                       str(server.certificate), "/etc/ssl/certs/ca-certificates.crt")
            if subprocess.run([*trusted, "true"], capture_output=True).returncode:
                skipped("HTTP/2", "mounting is not allowed here")
                return 0
            result = place.prefetch("a", prefix=trusted)
            log = server.log()
        checks.check(result.returncode == 0, f"HTTP/2: {result.returncode} {result.stderr}")
        checks.check(len(list((place.cache / "objects").rglob("*.png"))) == 6, "HTTP/2: not every photo came")
        place.good(checks, "HTTP/2")
        # nghttpd numbers its connections: "[id=1] [ 0.123] recv HEADERS frame".
        photos = [line for line in log if ":path: /photo/" in line]
        connections = {line.split("]")[0] for line in photos}
        checks.check(len(photos) == 6, f"HTTP/2: {len(photos)} requests for 6 photos")
        checks.check(len(connections) == 1, f"HTTP/2: {len(connections)} connections: {connections}")
        return len(photos)


class Secure:
    """nghttpd on a free port, which serves what an origin would, from files."""

    def __init__(self, place, origin):
        self.root = place.path / "served"
        self.certificate, self.key = place.path / "certificate.pem", place.path / "key.pem"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.base = f"https://localhost:{self.port}"
        (self.root / "photo").mkdir(parents=True)
        (self.root / "feed").write_bytes(origin.feed("a").replace(origin.base.encode(), self.base.encode()))
        for number, picture in enumerate(origin.pictures):
            (self.root / f"photo/{number}.png").write_bytes(picture)
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
             "subjectAltName=DNS:localhost", "-keyout", str(self.key), "-out", str(self.certificate)],
            check=True, capture_output=True)

    def __enter__(self):
        self.output = open(self.root / "log", "w+", encoding="utf-8", errors="replace")
        self.process = subprocess.Popen(
            [shutil.which("nghttpd", path=os.environ["PATH"] + ":/usr/sbin"), "-v", "-d", str(self.root), "-a",
             "127.0.0.1", str(self.port), str(self.key), str(self.certificate)],
            stdout=self.output, stderr=subprocess.STDOUT)
        for _ in range(500):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                break
            except OSError:
                time.sleep(0.01)
        return self

    def __exit__(self, *error):
        self.process.kill()
        self.process.wait()
        self.output.close()

    def log(self):
        """The lines of its log, each with the connection it is about."""
        lines, connection = [], ""
        for line in (self.root / "log").read_text(errors="replace").splitlines():
            connection = line if line.startswith("[id=") else connection
            lines.append(f"{connection.split(']')[0]}] {line}")
        return lines


def main():
    checks = Checks("crowd")
    rounds = 200 if LONG else 5
    with Origin() as origin, Place(origin.base) as place:
        reads, photos, prefetches = refreshes(place, checks, origin, rounds)
        one_photo(place, checks, origin)
        waits = takeover(place, checks, origin, 100 if LONG else 7)
        rests = resumed(place, checks, origin)
        deeds = vandal(place, checks, 50 if LONG else 5)
        moves = clocks(place, checks)
    limit, held, largest, evicted = limited(checks, 60 if LONG else 4)
    streams = http2(checks)
    checks.end(
        f"{WRITERS} processes × {rounds} refreshes or prefetches ({prefetches} prefetches), {photos} photos asked for once "
        f"each, {reads} reads of published files; takeover of a killed holder's lease: median "
        f"{waits[len(waits) // 2]:.0f} ms, longest {waits[-1]:.0f} ms; {rests} cut downloads resumed; index spoilt {deeds} "
        f"times; {moves} jumps of the clock; limit of {limit} bytes: at most {held} held, {(held - limit) / largest:.1f} "
        f"files over it, {evicted} evicted; {streams} photos over one HTTP/2 connection")


main()
