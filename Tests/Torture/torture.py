"""What the torture scripts share: a directory, the program, and the proof that all is whole."""

import json
import os
import pathlib
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("PHOTOWIDGET", str(ROOT / ".build/release/photowidget"))
LONG = os.environ.get("LONG") == "1"
# Statuses of the contract; anything else (a trap is 132, a signal negative) is a failure.
KNOWN = {0, 64, 65, 66, 69, 73, 74, 75, 77, 78, 79}


class Checks:
    """Counts what held, says what did not, and ends the script."""

    def __init__(self, name):
        self.name, self.passed, self.failed = name, 0, 0
        self.lock = threading.Lock()

    def check(self, holds, what):
        with self.lock:
            if holds:
                self.passed += 1
            else:
                self.failed += 1
                if self.failed <= 20:
                    print(f"FAILED: {what}", flush=True)
        return holds

    def end(self, figures=""):
        print(f"{self.name}: {figures}")
        print(f"{self.passed} passed, {self.failed} failed", flush=True)
        sys.exit(1 if self.failed else 0)


class Place:
    """A cache and a state directory of a test's own."""

    def __init__(self, base, path=None):
        self.path = pathlib.Path(path or tempfile.mkdtemp(prefix="photowidget-torture-"))
        self.base = base
        self.cache, self.state = self.path / "cache", self.path / "state"

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.remove()

    def remove(self):
        shutil.rmtree(self.path, ignore_errors=True)

    def empty(self):
        for directory in (self.cache, self.state):
            shutil.rmtree(directory, ignore_errors=True)

    def words(self, *words):
        return [BINARY, *words, "--cache-dir", str(self.cache), "--state-dir", str(self.state)]

    def refresh_words(self, feed="a", *words):
        return self.words(
            "refresh", "--feed", f"{self.base}/feed?n={feed}", "--size", "64x64", "--retries", "0", "--quiet", *words)

    def run(self, words, prefix=(), **options):
        try:
            return subprocess.run(
                [*prefix, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, text=True, **options)
        except subprocess.TimeoutExpired as error:
            # A status that no check takes for a good one; the failure is the check's to tell.
            return subprocess.CompletedProcess(error.cmd, -9, "", "still at work after 60 s")

    def refresh(self, feed="a", *words, prefix=(), **options):
        return self.run(self.refresh_words(feed, *words), prefix, **options)

    def prefetch(self, feed="a", *words, prefix=(), **options):
        return self.run(
            self.words("prefetch", "--feed", f"{self.base}/feed?n={feed}", "--sizes", "64x64", "--retries", "0", *words),
            prefix, **options)

    def stats(self):
        """What `cache stats --json` says."""
        return json.loads(self.run(self.words("cache", "stats", "--json")).stdout)

    def calls(self, names, feed="a", words=None):
        """How often one refresh, or another run, makes each system call."""
        result = self.run(words or self.refresh_words(feed), ("strace", "-f", "-qq", "-e", f"trace={','.join(names)}"))
        counts = {}
        for name in re.findall(r"^(?:\[pid +\d+\] )?(\w+)\(", result.stderr, re.MULTILINE):
            counts[name] = counts.get(name, 0) + 1
        return counts

    def verify(self):
        """What is wrong with the cache; nothing, where it is clean."""
        result = self.run(self.words("cache", "verify"))
        return "" if result.returncode == 0 else f"verify: status {result.returncode}: {result.stdout}{result.stderr}"

    def published(self, instance="default"):
        """What is wrong with what is published; nothing, where nothing is or every file decodes."""
        current = self.state / "published/photo" / instance / "current"
        if not current.is_symlink():
            return ""
        directory = current.resolve()
        try:
            entry = json.loads((directory / "entry.json").read_bytes())
            for path in (entry["image"]["png"], entry["image"]["original"]):
                problem = broken_png(pathlib.Path(path).read_bytes())
                if problem:
                    return f"{path}: {problem}"
            return broken_pam((directory / "thumbnail.pam").read_bytes())
        except (OSError, ValueError, KeyError, TypeError) as error:
            return f"{directory}: {error!r}"

    def temporaries(self):
        return [str(path) for path in self.path.rglob(".tmp.*")]

    def good(self, checks, what, instance="default"):
        """The cache is clean and every published file decodes."""
        problem = self.verify() or self.published(instance)
        return checks.check(not problem, f"{what}: {problem}")


def numbers(count, sample):
    """Which of so many calls are tried: in the long form all, else a sample."""
    every = range(1, count + 1)
    return every if LONG or count <= sample else sorted(random.sample(every, sample))


def skipped(what, why):
    """Says that something was not tried."""
    print(f"skipped: {what} ({why})", flush=True)


def broken_png(data):
    """Reads a PNG file to its end: every checksum, and every pixel."""
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        return "no PNG"
    at, packed, size = 8, b"", None
    while at < len(data):
        if at + 12 > len(data):
            return "cut"
        (length,) = struct.unpack(">I", data[at:at + 4])
        kind, body = data[at + 4:at + 8], data[at + 8:at + 8 + length]
        if struct.pack(">I", zlib.crc32(kind + body)) != data[at + 8 + length:at + 12 + length]:
            return "wrong checksum"
        if kind == b"IHDR":
            size = struct.unpack(">IIBB", body[:10])
        if kind == b"IDAT":
            packed += body
        at += 12 + length
        if kind == b"IEND":
            break
    else:
        return "no end"
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[size[3]]
    rows = len(zlib.decompress(packed))
    return "" if rows == size[1] * (1 + size[0] * channels * size[2] // 8) else "wrong number of pixels"


def broken_pam(data):
    """Reads a PAM file: its header, and as many pixels as that says."""
    head, mark, pixels = data.partition(b"ENDHDR\n")
    words = dict(line.split(b" ", 1) for line in head.split(b"\n") if b" " in line and not line.startswith(b"#"))
    try:
        whole = int(words[b"WIDTH"]) * int(words[b"HEIGHT"]) * int(words[b"DEPTH"])
    except (KeyError, ValueError):
        return "no PAM"
    return "" if data.startswith(b"P7\n") and mark and len(pixels) == whole else "cut PAM"


def words_of(error):
    """A run's last line on stderr."""
    return (error or "").strip().splitlines()[-1:] or [""]


random.seed(int(os.environ.get("SEED", "4")))
