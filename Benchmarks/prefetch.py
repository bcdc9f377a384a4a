#!/usr/bin/env python3
"""Times a prefetch of 20 photos from an origin that waits before each answer, and one of the same feed again.

    Benchmarks/prefetch.py .build/release/photowidget PHOTO-ORIGIN PHOTOS [rounds]

PHOTO-ORIGIN is a server that waits MS milliseconds below /slow/MS/ and counts requests under /_counts; PHOTOS is a
directory of pictures. The ideal is the wait for the feed, then 20 waits on two connections: two side by side.
"""

import json
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

COUNT, WAIT, CONNECTIONS = 20, 0.1, 2


def feed(names):
    """A feed of so many photos, each under an address of its own."""
    items = [
        {
            "title": f"Photo {number}", "link": f"https://www.flickr.com/photos/example/{number}/",
            "media": {"m": f"@BASE@/slow/100/maxage/{600 + number}/photos/{names[number % len(names)]}"},
            "date_taken": "2022-09-25T00:52:00-08:00", "description": "", "published": "2022-09-25T04:53:00Z",
            "author": 'nobody@flickr.com ("example")', "author_id": "0@N00", "tags": "twenty",
        }
        for number in range(COUNT)
    ]
    return json.dumps({"title": "Twenty", "items": items})


def main():
    binary, tool, photos = sys.argv[1:4]
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 7
    place = pathlib.Path(tempfile.mkdtemp(prefix="prefetch-"))
    names = sorted(path.name for path in pathlib.Path(photos).iterdir() if path.suffix in (".jpg", ".png"))
    (place / "feeds").mkdir()
    (place / "feeds/twenty.json").write_text(feed(names))
    origin = subprocess.Popen(
        [tool, "--photos", photos, "--feeds", str(place / "feeds"), "--port-file", str(place / "port")],
        stdout=subprocess.DEVNULL)
    try:
        while not (place / "port").exists():
            time.sleep(0.01)
        base = f"http://127.0.0.1:{(place / 'port').read_text()}"
        words = [binary, "prefetch", "--feed", f"{base}/slow/100/services/feeds/photos_public.gne?tags=twenty",
                 "--cache-dir", str(place / "cache"), "--state-dir", str(place / "state")]
        ask = lambda path: urllib.request.urlopen(base + path).read()
        first, again, requests = [], [], set()
        for _ in range(rounds):
            shutil.rmtree(place / "cache", ignore_errors=True)
            for times in (first, again):
                ask("/_reset")
                began = time.monotonic()
                subprocess.run(words, check=True)
                times.append(time.monotonic() - began)
                # The origin starts to count while it answers /_reset, which it takes off again: one too few.
                peak = json.loads(ask("/_inflight"))["peak"] + 1
                requests.add((times is first, json.loads(ask("/_counts"))["total"], peak))
        ideal = WAIT + COUNT / CONNECTIONS * WAIT
        median = statistics.median(first)
        print(f"first: median {median:.2f} s of {rounds}, {min(first):.2f} to {max(first):.2f}; "
              f"ideal {ideal:.2f} s; ratio {median / ideal:.2f}")
        print(f"again: median {statistics.median(again):.3f} s")
        for is_first, total, peak in sorted(requests, reverse=True):
            print(f"{'first' if is_first else 'again'}: {total} requests" + (f", at most {peak} at once" if total else ""))
    finally:
        origin.kill()
        shutil.rmtree(place, ignore_errors=True)


main()
