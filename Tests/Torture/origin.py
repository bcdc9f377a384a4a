"""A photo origin on loopback: a feed whose pictures are PNG files drawn here, and a count of every request.

    /feed?n=NAME    a feed of pictures; feeds overlap: each lists every second picture of the next one too
    /photo/ID.png   a picture: ETag, max-age; Range and If-Range are answered
    /count          {"path": requests, …} as JSON
"""

import http.server
import json
import struct
import threading
import time
import zlib

PICTURES = 12


def picture(number, side=96):
    """A PNG file: a gradient in a colour of its own, with some noise, so that it is not tiny."""
    state = number * 7919 + 1
    rows = bytearray()
    for y in range(side):
        rows.append(0)
        for x in range(side):
            state = (state * 1103515245 + 12345) & 0x7FFFFFFF
            rows += bytes((x * 255 // side, y * 255 // side, (number * 37 + (state >> 20) % 32) & 255))
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(bytes(rows), 6)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks)


class Origin(http.server.ThreadingHTTPServer):
    """Serves for as long as it is used as a context."""

    daemon_threads = True
    request_queue_size = 256

    def __init__(self, max_age=86400, delay=0.0, count=PICTURES, side=96):
        super().__init__(("127.0.0.1", 0), Handler)
        self.max_age, self.delay = max_age, delay
        # A large picture is the same for every number: drawing one takes long enough.
        self.pictures = [picture(number, side) for number in range(count)] if side <= 96 else [picture(0, side)] * count
        # Bytes a second at which pictures are sent, and how many of one were sent.
        self.rate, self.sent = None, 0
        self.lock = threading.Lock()
        self.counts = {}
        # Paths whose next answer breaks off at 60 %, and how many rests were asked for.
        self.cuts, self.ranges, self.last_start = set(), 0, 0

    @property
    def base(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def feed(self, name):
        count = len(self.pictures)
        first = sum(name.encode()) % count
        items = [
            {
                "title": f"picture {number}", "link": f"https://www.flickr.com/photos/torture/{1000 + number}/",
                "media": {"m": f"{self.base}/photo/{number}.png"}, "date_taken": "2026-11-28T17:20:00-08:00",
                "description": "", "published": "2026-11-29T18:00:00Z", "author": 'nobody@flickr.com ("torture")',
                "author_id": "1@N01", "tags": "torture",
            }
            for number in ((first + step) % count for step in range(6))
        ]
        return json.dumps({"title": "Torture", "items": items}).encode()

    def __enter__(self):
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *error):
        self.shutdown()
        self.server_close()

    def handle_error(self, request, address):
        pass  # a client that was killed


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        server = self.server
        path = self.path.split("?")[0]
        with server.lock:
            server.counts[path] = server.counts.get(path, 0) + 1
        if server.delay:
            time.sleep(server.delay)
        if path == "/feed":
            name = self.path.split("n=")[-1].split("&")[0]
            return self.answer(server.feed(name), "application/json")
        if path.startswith("/photo/"):
            return self.answer(server.pictures[int(path[7:].split(".")[0])], "image/png")
        self.send_error(404)

    def answer(self, body, kind):
        tag = f'"{zlib.crc32(body):08x}"'
        if self.headers.get("If-None-Match") == tag:
            self.send_response(304)
            self.send_header("ETag", tag)
            self.send_header("Cache-Control", f"max-age={self.server.max_age}")
            self.end_headers()
            return
        start = 0
        asked = self.headers.get("Range", "")
        if asked.startswith("bytes=") and self.headers.get("If-Range") == tag:
            start = int(asked[6:].split("-")[0])
            with self.server.lock:
                self.server.ranges += 1
                self.server.last_start = start
        self.send_response(206 if start else 200)
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(body) - 1}/{len(body)}")
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body) - start))
        self.send_header("ETag", tag)
        self.send_header("Cache-Control", f"max-age={self.server.max_age}")
        self.end_headers()
        if self.path in self.server.cuts:
            self.server.cuts.remove(self.path)
            self.wfile.write(body[start:len(body) * 6 // 10])
            self.close_connection = True
            return
        if self.server.rate is None or kind != "image/png":
            self.wfile.write(body[start:])
            return
        for at in range(start, len(body), 16384):
            self.wfile.write(body[at:at + 16384])
            self.server.sent = at + 16384
            time.sleep(16384 / self.server.rate)

    def log_message(self, *words):
        pass
