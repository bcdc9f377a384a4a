#!/usr/bin/env python3
"""Published thumbnails served by `photowidget serve` and by nginx, the same files, in turn.

    Benchmarks/serve.py PROGRAM [ROUNDS]

Needs wrk and nginx. Prints medians; then, with 1,000 clients that send a byte now and then, once more for photowidget.
"""

import os
import pathlib
import re
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import threading

SECONDS = 4
CONFIGURATION = """
worker_processes 2; daemon off; pid {0}/pid; error_log {0}/error; user {1};
events {{ worker_connections 4096; multi_accept on; }}
http {{
  access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 1000000;
  open_file_cache max=1000 inactive=60s; types {{ image/png png; }}
  client_body_temp_path {0}; proxy_temp_path {0}; fastcgi_temp_path {0}; uwsgi_temp_path {0}; scgi_temp_path {0};
  server {{ listen 127.0.0.1:{2}; root {0}/root; add_header X-Content-Type-Options nosniff; }}
}}
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def measure(url, connections):
    """Requests a second, and the 99th percentile in milliseconds."""
    command = ["wrk", "-t1", f"-c{connections}", f"-d{SECONDS}s", "--latency", url]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if "Non-2xx" in text or "Socket errors" in text:
        raise SystemExit(text)
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1])
    number, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", text).groups()
    return rate, float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def row(name, one, other):
    rates = [statistics.median(rate for rate, _ in results) for results in (one, other)]
    waits = [statistics.median(wait for _, wait in results) for results in (one, other)]
    ratio = statistics.median(a[0] / b[0] for a, b in zip(one, other))
    wait = statistics.median(a[1] / b[1] for a, b in zip(one, other))
    print(f"| {name} | {rates[0]:.0f} | {rates[1]:.0f} | {ratio:.2f} | {waits[0]:.2f} | {waits[1]:.2f} | {wait:.2f} |", flush=True)


class SlowClients:
    """Clients that begin a request and never end it, and come again when they are thrown out."""

    def __init__(self, port, count):
        self.port, self.ended = port, threading.Event()
        self.clients = [self.connect() for _ in range(count)]
        self.thread = threading.Thread(target=self.trickle)
        self.thread.start()

    def connect(self):
        client = socket.create_connection(("127.0.0.1", self.port))
        client.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
        return client

    def trickle(self):
        while not self.ended.wait(1):
            for index, client in enumerate(self.clients):
                try:
                    client.sendall(b"a")
                except OSError:
                    client.close()
                    self.clients[index] = self.connect()

    def close(self):
        self.ended.set()
        self.thread.join()
        for client in self.clients:
            client.close()


def main():
    program, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, hard), hard))
    feed = pathlib.Path(__file__).resolve().parents[1] / "samples/feeds/texas.json"
    with tempfile.TemporaryDirectory(prefix="photowidget-serve-") as home:
        os.chmod(home, 0o755)
        options = ["--cache-dir", f"{home}/cache", "--state-dir", f"{home}/state"]
        root = pathlib.Path(home, "root/widgets/photo")
        names = {}
        for size in [64, 128, 256, 512]:
            subprocess.run(
                [program, "refresh", "--feed", feed, "--size", f"{size}x{size}", "--instance", f"s{size}", *options],
                check=True, stdout=subprocess.DEVNULL)
            source = pathlib.Path(home, f"state/published/photo/s{size}/current/thumbnail.png")
            (root / f"s{size}").mkdir(parents=True)
            (root / f"s{size}/thumbnail.png").write_bytes(source.read_bytes())
            names[size] = source.stat().st_size
        port = free_port()
        pathlib.Path(home, "nginx.conf").write_text(CONFIGURATION.format(home, "root" if os.geteuid() == 0 else "nobody", port))
        nginx = subprocess.Popen(["nginx", "-p", home, "-c", f"{home}/nginx.conf"], stderr=subprocess.DEVNULL)
        server = subprocess.Popen([program, "serve", "--port", "0", *options], stdout=subprocess.PIPE, text=True)
        try:
            own, other = server.stdout.readline().strip(), f"http://127.0.0.1:{port}"
            print("| thumbnail | photowidget /s | nginx /s | ratio | p99 ms | nginx p99 ms | ratio |")
            print("|---|---|---|---|---|---|---|")
            for size, count in names.items():
                path = f"/widgets/photo/s{size}/thumbnail.png"
                results = [(measure(own + path, 64), measure(other + path, 64)) for _ in range(rounds)]
                row(f"{size} px, {count / 1024:.0f} KiB", *zip(*results))
            path = "/widgets/photo/s256/thumbnail.png"
            before = [measure(own + path, 64) for _ in range(rounds)]
            slow = SlowClients(int(own.rsplit(":", 1)[1]), 1000)
            during = [measure(own + path, 64) for _ in range(rounds)]
            slow.close()
            row("256 px, beside 1,000 slow clients and without", during, before)
        finally:
            for process in (server, nginx):
                process.terminate()
                process.wait(10)


if __name__ == "__main__":
    main()
