#!/usr/bin/env python3
"""What the program confined to its files still has to do, in homes and places as people have them: confinement.py PROGRAM [PART…].

Each check runs the program itself. What needs root or a tool that is missing is said to be skipped. Standard library only."""

import http.server
import json
import os
import pathlib
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib

PROGRAM = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else ".build/debug/photowidget")
failures = []


def check(name, holds, detail=""):
    print(("ok   " if holds else "FAIL ") + name + ("" if holds else f": {detail}"))
    if not holds:
        failures.append(name)


def skipped(name, why):
    print(f"skip {name}: {why}")


def png(width=40, height=30):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes([200, 100, 50]) * width for _ in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def feed(picture):
    return json.dumps({"title": "t", "items": [{"title": "one", "link": "https://h.example/1", "media": {"m": picture}}]})


class Home:
    """A home of its own, named by a link, and a working directory elsewhere."""

    def __init__(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="confinement"))
        self.path = self.root / "real"
        self.path.mkdir()
        self.link = self.root / "home"
        self.link.symlink_to("real")
        self.work = self.root / "work"
        self.work.mkdir()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        shutil.rmtree(self.root, ignore_errors=True)

    def environment(self, **more):
        kept = {name: os.environ[name] for name in ("PATH", "LANG", "TZ", "LD_LIBRARY_PATH") if name in os.environ}
        return {**kept, "HOME": str(self.link), **more}

    def run(self, *words, before=(), **more):
        return subprocess.run(
            [*before, PROGRAM, *map(str, words)], cwd=self.work, env=self.environment(**more), capture_output=True,
            text=True, timeout=120)

    def start(self, *words, **more):
        return subprocess.Popen(
            [PROGRAM, *map(str, words)], cwd=self.work, env=self.environment(**more), stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)


def succeeded(name, result, *holds):
    detail = f"status {result.returncode}: {result.stderr.strip()[-300:]}"
    check(name, result.returncode == 0 and all(holds), detail)


def saved_feeds():
    with Home() as home:
        photos = home.work / "feeds" / "photos"
        photos.mkdir(parents=True)
        (photos / "a.png").write_bytes(png())
        (home.work / "feeds" / "feed.json").write_text(feed("photos/a.png"))
        result = home.run("refresh", "--feed", "./feeds/feed.json", "--json")
        succeeded("a saved feed by a relative path shows the picture in its folder, in a home that is a link", result)
        (home.work / "feeds" / "link.json").symlink_to(home.path / "moved.json")
        (home.path / "moved.json").write_text(feed("photos/a.png"))
        succeeded("a saved feed that is a link", home.run("refresh", "--instance", "b", "--feed", "feeds/link.json"))
        # Without a step above in the path, which a fresh place would still have to make.
        succeeded("the directories that are named by relative paths",
                  home.run("refresh", "--feed", "feeds/feed.json", "--cache-dir", "c/d", "--state-dir", "./s"),
                  (home.work / "s").is_dir())


def places():
    with Home() as home:
        (home.work / "feed.json").write_text(feed("a.png"))
        (home.work / "a.png").write_bytes(png())
        elsewhere = home.root / "elsewhere"
        configuration = home.path / ".config" / "photowidget"
        configuration.mkdir(parents=True)
        text = {"instances": [{"kind": "photo", "publish": str(elsewhere), "configuration": {"feed": str(home.work / "feed.json")}}]}
        (home.root / "kept.json5").write_text(json.dumps(text))
        (configuration / "config.json5").symlink_to(home.root / "kept.json5")
        result = home.run("refresh", "--instance", "default")
        succeeded("an instance is published outside of the state directory, by a configuration that is a link", result,
                  elsewhere.is_dir() and any(elsewhere.iterdir()))
        out = home.root / "out"
        out.mkdir()
        result = home.run("thumbnail", "a.png", "-o", out / "t.png")
        succeeded("an output in another directory", result, (out / "t.png").exists())
        (home.work / "o.png").symlink_to(out / "linked.png")
        (out / "linked.png").write_bytes(b"")
        for arguments in (("-o", "o.png"), ("--force", "-o", "o.png")):
            result = home.run("thumbnail", "a.png", *arguments)
            if result.returncode == 0:
                break
        succeeded("an output through a link", result, (out / "linked.png").read_bytes().startswith(b"\x89PNG"))
        succeeded("an output that is a device", home.run("thumbnail", "a.png", "--format", "png", "-o", "/dev/null"))
        succeeded("outputs in a directory", home.run("thumbnail", "a.png", "-o", out), (out / "a.png").exists())
        result = home.run("thumbnail", "--freedesktop", "a.png")
        succeeded("the desktop's thumbnails", result, any((home.path / ".cache/thumbnails").rglob("*.png")))
        succeeded("a configuration is begun", home.run("config", "create", "--config", home.path / "new" / "c.json5"),
                  (home.path / "new" / "c.json5").exists())
        for words in (("doctor", "--offline"), ("cache", "stats"), ("config", "check"), ("timeline", "--widget", "todo"),
                      ("simulate", "--widget", "todo"), ("reload", "--all"), ("defaults", "list", "--group", "group.a.b"),
                      ("links", "list"), ("help",), ("completions", "bash"), ("current",)):
            result = home.run(*words)
            refused = "Permission denied" in result.stderr + result.stdout
            check(f"photowidget {' '.join(words)} is refused nothing", not refused, result.stderr + result.stdout)
        (home.work / "v.bin").write_bytes(b"\0\1")
        result = home.run("defaults", "write", "k", "@v.bin", "--type", "data", "--group", "group.a.b")
        succeeded("a value from a file", result)


def handlers():
    with Home() as home:
        script = 'echo "$1" > "$HOME/taken"; cat "$HOME/.secret" >> "$HOME/taken"'
        (home.path / ".secret").write_text("kept\n")
        result = home.run("links", "register", "--scheme", "abc", "--exec", "sh", "-c", script, "sh")
        succeeded("a scheme is registered", result, any((home.path / ".local/share/applications").iterdir()))
        result = home.run("links", "open", "abc://x")
        taken = home.path / "taken"
        succeeded("a handler reads and writes in the home", result, taken.exists() and taken.read_text() == "abc://x\nkept\n")
        result = home.run("links", "register", "--scheme", "bad", "--exec", "sh", "-c", "exit 7")
        result = home.run("links", "open", "bad://x")
        check("a handler's status is told", "exit status 7" in result.stderr, result.stderr)
        home.run("links", "register", "--scheme", "slow", "--exec", "sh", "-c", 'echo $$ > "$HOME/pid"; exec sleep 600')
        process = home.start("links", "open", "slow://x")
        pid = home.path / "pid"
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline and not (pid.exists() and pid.read_text().strip()):
            time.sleep(0.02)
        starters = children(process.pid)
        check("one process starts the handlers", len(starters) == 1, str(starters))
        process.kill()
        process.wait()
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline and any(alive(each) for each in starters):
            time.sleep(0.02)
        check("it ends with the program that is killed", not any(alive(each) for each in starters), str(starters))
        if pid.exists() and pid.read_text().strip():
            os.kill(int(pid.read_text()), signal.SIGKILL)
        process = home.start("links", "listen", "--scheme", "abc")
        time.sleep(0.5)
        check("a command that starts nothing has no such process", children(process.pid) == [], str(children(process.pid)))
        process.terminate()
        process.communicate()


def alive(process):
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def children(process):
    return [int(word) for word in pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split()]


class Pages(http.server.BaseHTTPRequestHandler):
    """A feed and its picture."""

    def do_GET(self):
        is_feed = self.path.split("?")[0].endswith(".json")
        host = self.headers.get("Host", "")
        scheme = "https" if isinstance(self.connection, ssl.SSLSocket) else "http"
        body = feed(f"{scheme}://{host}/a.png").encode() if is_feed else png()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Type", "application/json" if is_feed else "image/png")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def server(context=None):
    made = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    if context:
        made.socket = context.wrap_socket(made.socket, server_side=True)
    threading.Thread(target=made.serve_forever, daemon=True).start()
    return made


def networks():
    with Home() as home:
        plain = server()
        result = home.run("refresh", "--feed", f"http://127.0.0.1:{plain.server_port}/feed.json")
        succeeded("a feed of the network", result)
        process = home.start("run", "--feed", f"http://127.0.0.1:{plain.server_port}/feed.json", "--every", "0.5")
        lines = [process.stdout.readline()]
        shutil.rmtree(home.path / ".cache" / "photowidget", ignore_errors=True)
        lines += [process.stdout.readline(), process.stdout.readline()]
        process.terminate()
        errors = process.communicate()[1]
        check("a daemon makes its cache again", (home.path / ".cache/photowidget").is_dir() and "ermission" not in errors,
              errors[-300:])
        plain.shutdown()
        if not shutil.which("openssl"):
            return skipped("an own certificate", "no openssl")
        key, certificate = home.root / "key.pem", home.path / "own-ca.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
             "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate], check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        secure = server(context)
        url = f"https://localhost:{secure.server_port}/feed.json"
        for variable in ("SSL_CERT_FILE", "CURL_CA_BUNDLE"):
            result = home.run("refresh", "--feed", url, "--instance", variable, **{variable: str(certificate)})
            name = f"an own certificate in the home, by {variable}"
            unaware = home.run("refresh", "--feed", url, "--instance", "n", "--no-sandbox", **{variable: str(certificate)})
            if unaware.returncode:
                skipped(name, "the program does not read it without confinement either")
            else:
                succeeded(name, result)
        secure.shutdown()


def servers():
    with Home() as home:
        (home.path / "token").write_text("abcdefghijklmnopqrst\n")
        os.chmod(home.path / "token", 0o600)
        process = home.start("serve", "--port", "0", "--token-file", home.link / "token")
        url = process.stdout.readline().strip()
        check("serve reads its token in the home", url.startswith("http://"), process.poll())
        process.terminate()
        process.communicate()


def fonts():
    found = [pathlib.Path("/usr/share/fonts").rglob("DejaVuSans.ttf")]
    font = next(iter(found[0]), None)
    if not font:
        return skipped("a font in the home", "DejaVu Sans is not installed")
    with Home() as home:
        (home.path / "own").mkdir()
        shutil.copy(font, home.path / "own" / "own.ttf")
        settings = home.path / ".config" / "fontconfig"
        settings.mkdir(parents=True)
        text = '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>~/own</dir></fontconfig>'
        (settings / "fonts.conf").write_text(text)
        with_own = home.run("render", "--widget", "todo", "-o", "w.png", FONTCONFIG_FILE=str(settings / "fonts.conf"))
        succeeded("the only font is one in a folder of the home that the settings name", with_own,
                  (home.work / "w.png").exists())
        again = home.run("render", "--widget", "todo", "-o", "v.png", "--no-sandbox",
                         FONTCONFIG_FILE=str(settings / "fonts.conf"))
        same = again.returncode == 0 and (home.work / "w.png").read_bytes() == (home.work / "v.png").read_bytes()
        check("it is drawn as without confinement", same, again.stderr)


NAMES = r"""
import socket, sys
server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
server.bind(("127.0.0.1", 53))
print("ready", flush=True)
while True:
    query, sender = server.recvfrom(512)
    end = query.index(0, 12) + 5
    four = query[end - 4:end - 2] == b"\0\1"
    answer = query[:2] + b"\x81\x80\0\1" + (b"\0\1" if four else b"\0\0") + bytes(4) + query[12:end]
    if four:
        answer += b"\xc0\x0c\0\1\0\1\0\0\0\x3c\0\4" + bytes([127, 0, 0, 1])
    server.sendto(answer, sender)
"""


def names():
    """A resolv.conf that is a link into /run, in a network and a file system of its own."""
    if os.geteuid() != 0:
        return skipped("names through a resolv.conf that is a link to /run", "only root can try")
    with Home() as home:
        inner = f"""
            set -e
            ip link set lo up
            cp -a /etc {home.root}/etc
            mount -t tmpfs none /run
            mkdir /run/resolve
            echo 'nameserver 127.0.0.1' > /run/resolve/stub.conf
            rm -f {home.root}/etc/resolv.conf
            ln -s ../run/resolve/stub.conf {home.root}/etc/resolv.conf
            mount --bind {home.root}/etc /etc
            exec {sys.executable} {os.path.abspath(__file__)} --inside {PROGRAM} {home.root}
            """
        result = subprocess.run(["unshare", "-m", "-n", "bash", "-c", inner], capture_output=True, text=True, timeout=120)
        check("names are found through a resolv.conf that is a link to /run", result.returncode == 0,
              (result.stdout + result.stderr)[-300:])


def inside(program, root):
    resolver = subprocess.Popen([sys.executable, "-c", NAMES], stdout=subprocess.PIPE)
    resolver.stdout.readline()
    pages = server()
    url = f"http://photos.example:{pages.server_port}/feed.json"
    environment = {"PATH": os.environ["PATH"], "HOME": f"{root}/home"}
    result = subprocess.run([program, "refresh", "--feed", url, "--allow-private-addresses"], env=environment, timeout=60)
    resolver.kill()
    return result.returncode


def openings(home, *words):
    log = home.root / "trace"
    result = home.run(*words, before=("strace", "-f", "-o", str(log), "-e", "trace=file,openat,%process"))
    lines = log.read_text(errors="replace").splitlines()
    return result, sum(" = " in line and ("open(" in line or "openat(" in line) for line in lines), log.read_text(errors="replace")


def quick_start():
    if not shutil.which("strace"):
        return skipped("current opens no file more", "no strace")
    with Home() as home:
        (home.work / "feed.json").write_text(feed("a.png"))
        (home.work / "a.png").write_bytes(png())
        succeeded("something is published", home.run("refresh", "--feed", "feed.json"))
        (_, confined, text), (_, free, _) = openings(home, "current"), openings(home, "current", "--no-sandbox")
        check("current opens no file more", confined == free, f"{confined} instead of {free}")
        check("current forks nothing", "fork(" not in text and "clone" not in text, text[-300:])


def main():
    if len(sys.argv) > 1 and sys.argv[1] == "--inside":
        sys.exit(inside(sys.argv[2], sys.argv[3]))
    parts = (saved_feeds, places, handlers, networks, servers, fonts, names, quick_start)
    for part in parts:
        if len(sys.argv) < 3 or part.__name__ in sys.argv[2:]:
            part()
    sys.exit(1 if failures else 0)


main()
