"""What the checks of the shared store share: a place of their own, the program, and a count of what held."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("PHOTOWIDGET", str(ROOT / ".build/release/photowidget"))
GROUP = "group.test.app"
# A bound for what must not hang; nothing that works comes near it.
PATIENCE = 60

sys.path.insert(0, str(ROOT / "integrations/writers"))


class Checks:
    """Counts what held, says what did not, and ends the script."""

    def __init__(self, name):
        self.name, self.passed, self.failed, self.figures = name, 0, 0, []

    def check(self, holds, what):
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED: {self.name}: {what}", flush=True)
        return holds

    def say(self, figure):
        self.figures.append(figure)

    def end(self):
        for figure in self.figures:
            print(f"{self.name}: {figure}")
        print(f"{self.name}: {self.passed} passed, {self.failed} failed", flush=True)
        sys.exit(1 if self.failed else 0)


class Place:
    """A state directory and a home of a test's own."""

    def __init__(self, state=None):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="photowidget-store-"))
        self.state = pathlib.Path(state or self.path / "state")
        self.store = self.state / "store"
        self.environment = {
            **os.environ, "HOME": str(self.path), "PHOTOWIDGET_STATE_DIR": str(self.state),
            "PHOTOWIDGET_CACHE_DIR": str(self.path / "cache"), "XDG_DATA_HOME": str(self.path / "data"),
            "PHOTOWIDGET": BINARY}

    def __enter__(self):
        return self

    def __exit__(self, *error):
        shutil.rmtree(self.path, ignore_errors=True)

    def run(self, *words, input=None):
        return subprocess.run([BINARY, *words], env=self.environment, input=input, capture_output=True, text=True,
                              timeout=PATIENCE)

    def command(self, words, input=None):
        return subprocess.run(words, env=self.environment, input=input, capture_output=True, text=True,
                              timeout=PATIENCE)

    def write(self, key, value, *options, group=GROUP):
        return self.run("defaults", "write", "--group", group, *options, "--", key, value)

    def read(self, key, *options, group=GROUP):
        return self.run("defaults", "read", "--group", group, *options, "--", key)

    def start(self, *words):
        """Starts the program and leaves it running; its lines are read from stdout."""
        return subprocess.Popen([BINARY, *words], env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True)

    def watch(self):
        """Starts `defaults watch`, and returns when it is sure to be at work."""
        process = self.start("defaults", "watch", "--group", GROUP)
        await_watch(process)
        return process

    def listen(self, scheme):
        process = self.start("links", "listen", "--scheme", scheme)
        await_watch(process)
        return process


def await_watch(process):
    """Waits until a process has its inotify watch, which the kernel shows in /proc, and sleeps."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        try:
            files = list(pathlib.Path(f"/proc/{process.pid}/fdinfo").iterdir())
            is_watching = any("inotify wd:" in file.read_text() for file in files)
            state = pathlib.Path(f"/proc/{process.pid}/wchan").read_text()
            asleep = "poll" in state or pathlib.Path(f"/proc/{process.pid}/stat").read_text().split(")")[1].split()[0] == "S"
            if is_watching and asleep:
                return
        except OSError:
            pass
        time.sleep(0.002)
    raise RuntimeError(f"{process.args}: not watching")


def lines(text):
    return [json.loads(line) for line in text.splitlines()]
