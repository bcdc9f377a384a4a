"""One case's bench: fresh directories, the program under test, and the servers it talks to."""

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time

from checks import Mismatch, check, equal
from pictures import Picture
from servers import CaseServer, PhotoOrigin

# The sizes whose addresses share the secret in the feed; "" is 500 pixels.
SUFFIXES = ("_s", "_q", "_t", "_m", "_n", "_w", "", "_z", "_c", "_b")
PICTURE = "images/54900000100_cd18fc9fb6_m.jpg"


class Run:
    """What a run of the program did."""

    def __init__(self, words, status, out, err, seconds, peak):
        self.words, self.status, self.out, self.err = words, status, out, err
        self.seconds, self.peak_mib = seconds, peak / 1024

    @property
    def json(self):
        try:
            return json.loads(self.out)
        except ValueError:
            raise Mismatch(f"{self.words}: stdout is not JSON: {self.out[:200]!r}, stderr {self.err[:200]!r}")

    @property
    def error(self):
        """The error object of a run that failed."""
        return self.json["error"]

    def expect(self, status):
        """Fails the case unless the run ended so; a failed run says why in one line."""
        if self.status != status:
            raise Mismatch(
                f"{' '.join(self.words)} ended with {self.status}, not {status}: {self.err.strip()[:300]}"
            )
        if status != 0:
            lines = [line for line in self.err.splitlines() if "warning: " not in line]
            check(
                len(lines) == 1 and lines[0].startswith("photowidget: "), f"not one line of error: {self.err!r}"
            )
        return self


class Bench:
    """Fresh directories for one case; everything started here is stopped and removed at its end."""

    def __init__(self, program, shared):
        self.program, self.shared = program, shared
        self.cases = os.path.join(shared, "cases")
        self.root = tempfile.mkdtemp(prefix="photowidget-conformance-")
        self.cache, self.state = os.path.join(self.root, "cache"), os.path.join(self.root, "state")
        self.published = os.path.join(self.state, "published", "photo", "default")
        self._servers, self._processes, self._files = [], [], 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self._processes:
            if process.poll() is None:
                process.kill()
            process.wait()
        for server in self._servers:
            server.stop()
        shutil.rmtree(self.root, ignore_errors=True)

    # Servers and files

    def path(self, name, text=None):
        """A file's path in the bench's own directory; written if there is a text for it."""
        path = os.path.join(self.root, name)
        if text is not None:
            with open(path, "w", encoding="utf-8", errors="surrogatepass") as file:
                file.write(text)
        return path

    def image(self, name):
        """The path of a picture of the cases."""
        return os.path.join(self.cases, "images", name)

    def read(self, name):
        """A file of the cases, read as JSON."""
        with open(os.path.join(self.cases, name), encoding="utf-8") as file:
            return json.load(file)

    def serve(self, routes):
        """Starts serve.py with a route file of the cases, or with routes made here."""
        self._files += 1
        if isinstance(routes, dict):
            routes = self.path(f"routes-{self._files}.json", json.dumps(routes))
        else:
            routes = os.path.join(self.cases, "routes", routes)
        return self._started(CaseServer(self.cases, routes, self.path(f"requests-{self._files}.jsonl")))

    def serve_feed(self, name, **answer):
        """Starts serve.py with a feed of the cases, each of whose photos is there in every size; `answer` goes for all."""
        with open(os.path.join(self.cases, "feeds", name), encoding="utf-8") as file:
            stems = re.findall(r"@BASE@(\\?/65535\\?/[^\"\\ ]+)_m\.jpg", file.read())
        routes = {"/services/feeds/photos_public.gne": {"file": f"feeds/{name}", **answer}}
        for stem in stems:
            routes |= {f"{stem}{suffix}.jpg".replace("\\", ""): {"file": PICTURE, **answer} for suffix in SUFFIXES}
        return self.serve(routes)

    def origin(self, photos):
        """Starts photo-origin on a folder."""
        return self._started(PhotoOrigin(self.shared, photos))

    def _started(self, server):
        self._servers.append(server)
        return server

    # The program

    def environment(self, **more):
        """What the program sees of its surroundings: nothing of ours."""
        return {
            "HOME": self.root,
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "PHOTOWIDGET_CACHE_DIR": self.cache,
            "PHOTOWIDGET_STATE_DIR": self.state,
        } | more

    def run(self, *words, limit=30, before=(), **environment):
        """Runs the program to its end, with a time limit in seconds; `before` is a command that runs it."""
        words = [str(word) for word in words]
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            start = time.monotonic()
            process = subprocess.Popen(
                [*before, self.program, *words],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                cwd=self.root,
                env=self.environment(**environment),
            )
            timer = threading.Timer(limit, process.kill)
            timer.start()
            _, status, usage = os.wait4(process.pid, 0)
            timer.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
            seconds = time.monotonic() - start
            out.seek(0), err.seek(0)
            texts = [file.read().decode("utf-8", "surrogateescape") for file in (out, err)]
        if process.returncode < 0:
            signal_name = signal.Signals(-process.returncode).name
            raise Mismatch(f"{' '.join(words)} ended by {signal_name} after {seconds:.1f} s: {texts[1][:300]}")
        return Run(words, process.returncode, *texts, seconds, usage.ru_maxrss)

    def start(self, *words):
        """Starts the program and lets it run; its lines can be read from `stdout`."""
        process = subprocess.Popen(
            [self.program, *map(str, words)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self.root,
            env=self.environment(),
            text=True,
        )
        self._processes.append(process)
        return process

    def refresh(self, server, *words, status=0, **more):
        """Refreshes from a server and gives the run, which must have ended with a status."""
        return self.run("refresh", "--feed", server.feed, "--json", *words, **more).expect(status)

    def entries(self, server, count, *words, **more):
        """The entries of a timeline of small pictures."""
        run = self.run(
            "timeline", "--feed", server.feed, "--entries", count, "--variant", "m", "--json", *words, **more
        )
        return run.expect(0).json["entries"]

    # What is on disk

    def files(self, *roots):
        """Every file below the cache and state directories (or others) by path: its digest, or a link's target."""
        found = {}
        for root in roots or (self.cache, self.state):
            for folder, folders, names in os.walk(root):
                for name in names + [name for name in folders if os.path.islink(os.path.join(folder, name))]:
                    path = os.path.join(folder, name)
                    if os.path.islink(path):
                        found[path] = os.readlink(path)
                    else:
                        with open(path, "rb") as file:
                            found[path] = hashlib.sha256(file.read()).hexdigest()
        return found

    def good(self):
        """What a failing run must keep: the published set, originals and thumbnails, byte for byte."""
        return {
            path: digest
            for path, digest in self.files().items()
            if re.search(r"/(objects|thumbnails)/", path)
            or path.startswith(os.path.realpath(f"{self.published}/current") + "/")
        }

    def kept(self, before):
        """Fails the case unless what was good before is still there, byte for byte."""
        after = self.files()
        for path, digest in before.items():
            check(path in after, f"{path} is gone")
            check(after[path] == digest, f"{path} has changed")

    def temporaries(self):
        """Temporary files and directories left below the cache and state directories."""
        return [
            os.path.join(folder, name)
            for root in (self.cache, self.state)
            for folder, folders, names in os.walk(root)
            for name in folders + names
            if "tmp" in name
        ]

    def objects(self):
        """The digests of all originals in the cache, by path."""
        return self.files(os.path.join(self.cache, "objects"))

    # Pictures

    def expect_pixels(self, picture, name):
        """Fails the case unless a picture has the size and sample pixels that the cases expect of an image."""
        expected = self.read("images/expected-pixels.json")[name]
        equal((picture.width, picture.height), (expected["width"], expected["height"]), f"the size of {name}")
        for x, y, *color in expected["pixels"]:
            found = picture.pixel(x, y)
            check(
                max(abs(a - b) for a, b in zip(found, color)) <= expected["tolerance"],
                f"{name}: pixel {x},{y} is {found}, not {color}",
            )

    def expect_published(self, entry, name):
        """Fails the case unless an entry's files are all there and show an image of the cases at its own size."""
        image = entry["image"]
        check(image is not None, f"{name}: the entry has no image")
        pam, png = Picture.read(image["rgba"]), Picture.read(image["png"])
        equal((pam.width, pam.height), (image["width"], image["height"]), "the size in the entry")
        check(pam == png, f"{name}: thumbnail.pam and thumbnail.png differ")
        equal(
            self.files(os.path.dirname(image["original"]))[image["original"]],
            image["sha256"],
            "the original's digest",
        )
        self.expect_pixels(pam, name)
