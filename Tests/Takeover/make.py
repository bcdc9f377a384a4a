#!/usr/bin/env python3
"""Makes the places that the tests of a takeover start from: `make.py PROGRAM WRITERS`, with the program of commit 5e16d35.

PROGRAM is built in a checkout of that commit (`git worktree add ../old 5e16d35; swift build -c release`), and WRITERS is the folder
integrations/writers there. What they leave is packed into 5e16d35.tar.gz: a state directory, a cache and a configuration. The
pictures are three of samples/feeds, made small. The server is asked only here: the tests look its answers up in the cache.
"""

import http.server
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tarfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
GROUP, TODO, BUDGET = "group.com.example.taken", "group.react.native.widget.example", "group.woori.homeWidget"
NOW = "2026-11-30T01:38:00Z"
# Fixed, because the addresses of the cache are those that were asked for.
PORT = 18743

program = str(pathlib.Path(sys.argv[1]).resolve())
out = HERE / "5e16d35.tar.gz"
work = pathlib.Path("/tmp/photowidget-taken")
shutil.rmtree(work, ignore_errors=True)
work.mkdir(mode=0o700)
environment = {"PATH": os.environ["PATH"], "HOME": str(work), "PHOTOWIDGET_STATE_DIR": str(work / "state"),
               "PHOTOWIDGET_CACHE_DIR": str(work / "cache"), "XDG_DATA_HOME": str(work / "data"), "LANG": "C.UTF-8"}


def run(*words, status=(0,), **more):
    result = subprocess.run([program, *words], env=environment, capture_output=True, text=True, **more)
    assert result.returncode in status, (words, result)
    return result.stdout


pictures = {}
for number, path in enumerate(sorted((ROOT / "samples/feeds/photos").glob("*.jpg"))[:3]):
    target = work / f"{number}.jpg"
    run("thumbnail", str(path), "--size", "96x96", "--format", "jpeg", "-o", str(target))
    pictures[f"/{number}.jpg"] = target.read_bytes()
    target.unlink()
base = f"http://127.0.0.1:{PORT}"
items = ",".join(
    f'{{"title":"Photo {number}","link":"{base}/p/{number}","media":{{"m":"{base}/{number}.jpg"}},'
    f'"date_taken":"2026-11-29T08:00:00-08:00","published":"2026-11-29T16:00:00Z","author":"nobody@flickr.com (\\"A\\")",'
    f'"author_id":"1@N00","tags":"texas"}}' for number in range(3))
feed = f'{{"title":"Taken","link":"{base}/","items":[{items}]}}'.encode()


class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        path = self.path.split("?")[0]
        body = feed if path == "/feed" else pictures.get(path)
        self.send_response(200 if body else 404)
        body = body or b""
        self.send_header("Content-Type", "application/json" if path == "/feed" else "image/jpeg")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "max-age=86400")
        self.send_header("ETag", f'"{path}"')
        self.send_header("Accept-Ranges", "bytes")
        self.end_headers()
        if path == "/2.jpg":
            # The answer is cut: what came is kept as a partial download.
            self.wfile.write(body[:len(body) // 2])
            self.wfile.flush()
            self.close_connection = True
            return
        self.wfile.write(body)

    def log_message(self, *words):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", PORT), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()

(work / "config.json5").write_text("""// Written for 5e16d35.
{
  instances: [
    { kind: "photo", instance: "kitchen", every: "5m", configuration: { tags: ["texas"] } },
    { kind: "todo", family: "systemMedium", configuration: { group: "group.react.native.widget.example", key: "data" } },
  ],
}
""")
run("config", "check", "--config", str(work / "config.json5"))

for key, value, kind in (("text", "사진", "string"), ("int", "-9223372036854775808", "int"), ("double", "0.1", "double"),
                         ("bool", "true", "bool"), ("data", "AP8K", "data"), ("date", "2026-11-30T01:38:00Z", "date"),
                         ("json", '{"a":[1,null]}', "json")):
    run("defaults", "write", "--now", NOW, "--group", GROUP, "--type", kind, "--", key, value)
run("defaults", "write", "--group", TODO, "--type", "json", "data", (ROOT / "samples/todo/todos.json").read_text())
run("defaults", "write", "--group", BUDGET, "WooriWidgetKey", "12000")
photo = ["--feed", f"{base}/feed", "--size", "48x48", "--now", NOW]
run("refresh", *photo)
run("refresh", *photo, "--item", "2")
run("prefetch", "--feed", f"{base}/feed", "--sizes", "48x48", "--now", NOW, "--retries", "0", status=(0, 69, 75))
for kind in ("todo", "budget"):
    run("refresh", "--widget", kind, "--now", NOW, "--config", str(work / "config.json5"))
run("reload", "photo", "--now", NOW, status=(0, 69))
run("links", "register", "--now", NOW, "--scheme", "taken", "--host", "a", "--exec", "true", "%u", "--flag")
run("links", "register", "--now", NOW, "--scheme", "wooribudget", "--host", "addincome", "--host", "report")
listener = subprocess.Popen([program, "links", "listen", "--scheme", "heard"], env=environment, stdout=subprocess.DEVNULL)
time.sleep(1)
listener.send_signal(signal.SIGTERM)
assert listener.wait() == 0
for url in ("widget://deeplink?url=https%3A%2F%2Fwww.flickr.com", "wooribudget://report?n=1", "heard://x"):
    run("links", "open", "--now", NOW, url)

writers = str(pathlib.Path(sys.argv[2]).resolve())
script = f"""
import sys; sys.path.insert(0, {writers!r})
from photowidget_defaults import Defaults
d = Defaults({GROUP!r}); d.write('python', 7, reload='todo'); d.reload('*')
"""
# Reloads that are asked for through the store and taken by no daemon.
subprocess.run([sys.executable, "-c", script], env=environment, check=True)
server.shutdown()

with tarfile.open(out, "w:gz") as archive:
    for name in ("state", "cache", "config.json5"):
        archive.add(work / name, name)
shutil.rmtree(work)
print(f"{out}: {out.stat().st_size} bytes")
