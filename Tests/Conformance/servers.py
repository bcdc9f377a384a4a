"""The shared loopback servers, started on free ports."""

import json
import os
import subprocess
import sys
import urllib.request

FEED = "/services/feeds/photos_public.gne"


class Server:
    """A server that prints where it listens as the last word of its first line."""

    def __init__(self, script, *options):
        self.process = subprocess.Popen(
            [sys.executable, script, *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"{script} did not start")
        self.base = line.split()[-1]
        self.feed = self.base + FEED

    def stop(self):
        """Stops it; a second time does nothing."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class CaseServer(Server):
    """cases/serve.py with its log of requests."""

    def __init__(self, cases, routes, log):
        self._log = log
        super().__init__(os.path.join(cases, "serve.py"), "--routes", routes, "--log", log)

    def log(self):
        """Every request answered so far, as the server noted it."""
        try:
            with open(self._log, encoding="utf-8") as file:
                return [json.loads(line) for line in file if line.endswith("\n")]
        except FileNotFoundError:
            return []

    def photo_paths(self):
        """The paths of photos that were asked for, in order."""
        return [request["path"] for request in self.log() if not request["path"].startswith(FEED)]

    def feed_paths(self):
        """The feed's paths that were asked for, in order."""
        return [request["path"] for request in self.log() if request["path"].startswith(FEED)]


class PhotoOrigin(Server):
    """tools/photo-origin, which counts its requests."""

    def __init__(self, shared, photos):
        super().__init__(os.path.join(shared, "tools", "photo-origin"), "--photos", photos)

    def counts(self):
        """Requests so far: `counts` by path, their `total`, and how many were answered 304 (`conditional`)."""
        with urllib.request.urlopen(self.base + "/_counts", timeout=5) as answer:
            return json.load(answer)
