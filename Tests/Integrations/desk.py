"""A desk for one consumer: a home of its own, the program in its PATH, photos to publish, and an end for every process."""

import ctypes
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from picture import Picture

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("PHOTOWIDGET", str(ROOT / ".build/debug/photowidget"))
SHOTS = ROOT / ".build/integrations"
SKIPPED = 77


class Failure(Exception):
    """Something that did not come to pass."""


class Skip(Exception):
    """A test that cannot run here, and why."""


class Desk:
    """What a consumer sees of the machine. Every wait has an end, and nothing outlives it."""

    patience = 20

    def __init__(self, name):
        self.name = name
        self.failures = 0
        self.photos = 0
        self.processes = []
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="pw-"))
        for folder in ("home", "run", "bin", "feed"):
            (self.path / folder).mkdir(mode=0o700)
        self.home = self.path / "home"
        foreign = ("XDG_", "PHOTOWIDGET", "WAYLAND", "SWAY")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
        for word in ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "I3SOCK", "XAUTHORITY"):
            kept.pop(word, None)
        self.environment = {
            **kept, "HOME": str(self.home), "XDG_RUNTIME_DIR": str(self.path / "run"), "LANG": "C.UTF-8",
            "LC_ALL": "C.UTF-8", "PATH": f"{self.path}/bin:{os.environ['PATH']}", "NO_AT_BRIDGE": "1", "LIBGL_ALWAYS_SOFTWARE": "1",
            "GSK_RENDERER": "cairo", "GDK_DEBUG": "", "G_MESSAGES_DEBUG": "",
        }
        # Every start of the program is a line of the log; nothing but a process in between.
        self.log = self.path / "calls"
        self.log.touch()
        self.tool("photowidget", f'printf "%s\\n" "$*" >>"{self.log}"\nexec "{os.path.abspath(PROGRAM)}" "$@"\n')
        # What the tests start, and what that starts, comes back to this process when its parent has gone.
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)

    # What holds

    def check(self, holds, what):
        print(f"  {'ok  ' if holds else 'FAIL'} {what}", flush=True)
        self.failures += 0 if holds else 1
        return holds

    def seen(self, what):
        """Says what has been waited for."""
        return self.check(True, what)

    def wait(self, what, condition, patience=None):
        """Waits until a condition gives something, and returns that."""
        deadline = time.monotonic() + (patience or self.patience)
        while True:
            value = condition()
            if value:
                return value
            if time.monotonic() > deadline:
                raise Failure(f"{what}: not within {patience or self.patience} s")
            self.pause()

    @staticmethod
    def pause():
        time.sleep(0.05)

    # Programs

    def tool(self, name, text):
        """A script in the PATH."""
        path = self.path / "bin" / name
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)
        return path

    def start(self, *words, output=None, **options):
        """A program in a process group of its own; what it says goes to a file that is named like it."""
        log = open(self.path / f"{pathlib.Path(words[0]).name}.log", "ab")
        process = subprocess.Popen(
            [str(word) for word in words], env=self.environment, cwd=self.home, stdin=subprocess.DEVNULL,
            stdout=output or log, stderr=log, start_new_session=True, **options)
        process.log = pathlib.Path(log.name)
        log.close()
        self.processes.append(process)
        return process

    def run(self, *words, status=0, text=True, **options):
        """Runs a program to its end and returns what it printed."""
        result = subprocess.run(
            [str(word) for word in words], env=self.environment, cwd=self.home, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, text=text, **options)
        if result.returncode != status:
            raise Failure(f"{' '.join(map(str, words))}: status {result.returncode}: {result.stdout!r} {result.stderr!r}")
        return result.stdout

    def stop(self, process):
        try:
            os.killpg(process.pid, signal.SIGTERM)
        except ProcessLookupError:
            pass
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            pass
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()

    def bus(self):
        """A session bus of this desk's own."""
        pipe, end = os.pipe()
        self.start("dbus-daemon", "--session", "--nofork", f"--print-address={end}", pass_fds=[end])
        os.close(end)
        with os.fdopen(pipe) as file:
            self.environment["DBUS_SESSION_BUS_ADDRESS"] = file.readline().strip()

    def close(self):
        for process in reversed(self.processes):
            self.stop(process)
        # Those that left their group have become our children, and theirs follow them.
        for _ in range(200):
            for number in children():
                try:
                    os.kill(number, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            try:
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
            except ChildProcessError:
                break
            self.pause()
        shutil.rmtree(self.path, ignore_errors=True)

    # Photos

    def feed(self, title="Sunset over Texas", author="A. Photographer", size=(240, 160), colors=None):
        """A saved feed with one photo of which nobody has heard before."""
        self.photos += 1
        name = f"photo-{self.photos}.png"
        picture = Picture.quarters(*size, *([colors] if colors else []))
        (self.path / "feed" / name).write_bytes(picture.png())
        path = self.path / "feed" / "feed.json"
        path.write_text(json.dumps({
            "title": "Uploads tagged texas", "link": "https://www.flickr.com/photos/tags/texas/", "description": "",
            "modified": "2026-11-29T18:24:10Z", "generator": "https://www.flickr.com", "items": [{
                "title": title, "link": self.link(), "media": {"m": name}, "date_taken": "2026-11-28T07:21:40-08:00",
                "description": "", "published": "2026-11-29T18:24:10Z", "author": f'nobody@flickr.com ("{author}")',
                "author_id": "201000018@N02", "tags": "texas"}]}))
        return path

    def link(self):
        """The page of the newest photo."""
        return f"https://www.flickr.com/photos/somebody/{54900000000 + self.photos}/"

    def publish(self, title="Sunset over Texas", author="A. Photographer", *words, **options):
        """Publishes a photo of which nobody has heard before; returns the address of its page."""
        self.run("photowidget", "refresh", "--quiet", "--feed", self.feed(title, author, **options), *words)
        return self.link()

    def calls(self, words):
        """How often the program was started with these words."""
        return sum(words in line for line in self.log.read_text().splitlines())

    def keep(self, picture, name=None):
        """Keeps a screenshot for people to look at."""
        SHOTS.mkdir(parents=True, exist_ok=True)
        (SHOTS / f"{name or self.name}.png").write_bytes(picture.png())


def children():
    """The processes whose parent this is."""
    found = []
    for entry in os.listdir("/proc"):
        try:
            fields = pathlib.Path("/proc", entry, "stat").read_text().rpartition(")")[2].split()
        except (OSError, ValueError):
            continue
        if entry.isdigit() and int(fields[1]) == os.getpid() and fields[0] != "Z":
            found.append(int(entry))
    return found


def recipes(integration):
    """The indented blocks of an integration's README: what people paste."""
    blocks, block = [], []
    for line in (ROOT / "integrations" / integration / "README.md").read_text().splitlines():
        if line.startswith("    ") or (not line.strip() and block):
            block.append(line[4:])
        elif block:
            blocks.append("\n".join(block).rstrip() + "\n")
            block = []
    return blocks + (["\n".join(block).rstrip() + "\n"] if block else [])


def recipe(integration, *words):
    """The one block of a README that holds all these words."""
    found = [block for block in recipes(integration) if all(word in block for word in words)]
    if len(found) != 1:
        raise Failure(f"integrations/{integration}/README.md: {len(found)} recipes with {words}")
    return found[0]


def main(name, test, needs):
    """Runs a test at a desk of its own: status 0, 1 for a failure, 77 where a program is missing."""
    missing = [program for program in needs if not shutil.which(program)]
    if missing:
        print(f"  skip: {', '.join(missing)}: not installed")
        sys.exit(SKIPPED)
    # A runner that is stopped stops what it has started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    desk = Desk(name)
    try:
        test(desk)
    except Skip as reason:
        print(f"  skip: {reason}")
        sys.exit(SKIPPED)
    except (Failure, OSError, ValueError, LookupError, subprocess.SubprocessError) as failure:
        desk.check(False, f"{type(failure).__name__}: {failure}")
        for log in sorted(desk.path.glob("*.log")):
            print(f"  --- {log.name}", *log.read_text(errors="replace").splitlines()[-20:], sep="\n  ")
    finally:
        desk.close()
    sys.exit(1 if desk.failures else 0)
