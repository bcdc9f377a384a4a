"""S18, S23, S24 and acceptance 6: timelines, runs that meet, are killed, or go on for ever."""

import json
import os
import re
import signal
import threading
import time
from datetime import datetime, timedelta

from checks import check, equal
from pictures import Picture

NOW = "2026-11-30T01:38:00Z"
NAME = "54900000100_cd18fc9fb6_m.jpg"


def case_S18(bench):
    server = bench.serve("plain.json")
    words = ("timeline", "--feed", server.feed, "--entries", 20, "--variant", "m", "--json", "--now")
    first = bench.run(*words, NOW).expect(0)
    entries = first.json["entries"]
    start = datetime.fromisoformat(NOW)
    dates = [datetime.fromisoformat(entry["date"]) for entry in entries]
    equal(dates, [start + timedelta(minutes=3 * k) for k in range(20)], "the dates")
    equal(
        datetime.fromisoformat(first.json["policy"]["date"]), start + timedelta(minutes=60), "the policy's date"
    )
    equal(len({entry["photo"]["id"] for entry in entries}), 20, "the distinct photos")
    for entry in entries:
        photo, image = entry["photo"], entry["image"]
        equal(entry["deepLink"], "widget://deeplink?url=" + percent(photo["link"]), "the deep link")
        check(image is not None, f"the entry of {entry['date']} names no local file")
        for key in ("png", "rgba", "original"):
            check(
                os.path.isabs(image[key]) and os.path.isfile(image[key]),
                f"{key} is no local file: {image[key]}",
            )
        pam = Picture.read(image["rgba"])
        check(pam == Picture.read(image["png"]), f"{photo['id']}: PAM and PNG differ")
        bench.expect_pixels(pam, os.path.basename(photo["media"]))
        bench.run("thumbnail", image["original"], "-o", "again.png").expect(0)
    again = bench.run(*words, NOW).expect(0).out
    equal(bench.run(*words, NOW).expect(0).out, again, "the output for the same input")
    moved = bench.run(*words, "2026-11-30T01:39:07Z").expect(0).out
    dates = re.compile(r'"(date|validUntil)": "[^"]*"')
    equal(dates.sub("", moved), dates.sub("", again), "the output apart from dates")

    # The published entry is replaced as one: a reader sees the old set or the new one.
    entry = bench.refresh(server, "--now", NOW).json
    current = os.path.join(bench.published, "current")
    check(os.path.islink(current), "current is no symbolic link")
    with open(os.path.join(current, "entry.json"), encoding="utf-8") as file:
        equal(json.load(file), entry, "entry.json")
    for key in ("png", "rgba", "original"):
        check(
            os.stat(image_path := entry["image"][key]).st_mtime <= os.lstat(current).st_mtime,
            f"{image_path} came after the link",
        )
        equal(os.stat(image_path).st_mode & 0o777, 0o666 & ~umask(), f"the mode of {image_path}")


def umask():
    """The umask, which can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def percent(text):
    """Percent-encoding of all but the unreserved characters."""
    return "".join(
        chr(b) if chr(b).isascii() and (chr(b).isalnum() or chr(b) in "-._~") else f"%{b:02X}"
        for b in text.encode()
    )


def case_S23(bench):
    server = bench.serve("s23-slow.json")
    words = ("refresh", "--feed", server.feed, "--variant", "m", "--json")
    first = bench.start(*words)
    wait_for(lambda: os.path.exists(f"{bench.published}/.lock"), "the first run's lock")
    second = bench.run(*words).expect(75)
    equal(second.error["code"], "already_running", "the second run's code")
    check(second.seconds < 2, f"the second run left after {second.seconds:.1f} s")
    # The feed takes 3 s, the photo some seconds more: the kill comes in the middle of the photo.
    wait_for(lambda: server.feed_paths(), "the feed's answer", limit=10)
    time.sleep(0.5)
    check(first.poll() is None, "the first run ended before it could be killed")
    first.send_signal(signal.SIGKILL)
    first.wait()
    equal(len(server.feed_paths()), 1, "requests while the first run was at work")
    third = bench.refresh(server, "--variant", "m")
    equal(third.json["status"], "fresh", "the third run's status")
    check(third.seconds < 15, f"the third run took {third.seconds:.1f} s")
    bench.expect_published(third.json, NAME)
    equal(bench.temporaries(), [], "temporary files")
    killed_while_writing(bench)


def case_S23_shared(bench):
    """A prefetch beside refreshes, all from nothing: one request in flight per address, and no second one after it."""
    server = bench.serve_feed("texas-20.json", delay_ms=300, headers={"Cache-Control": "max-age=600"})
    words = ("--feed", server.feed, "--variant", "m")
    prefetch = bench.start("prefetch", *words)
    refreshes = [bench.start("refresh", *words, "--instance", f"w{number}", "--item", number % 3 + 1) for number in range(6)]
    for name, process in [("prefetch", prefetch)] + [(f"refresh {n}", run) for n, run in enumerate(refreshes)]:
        equal(process.wait(30), 0, f"the status of {name}")
    equal(len(server.feed_paths()), 1, "requests for the feed")
    # The one photo at another path has an answer that may not be stored.
    photos = lambda: [path for path in server.photo_paths() if path.startswith("/65535/")]
    paths = photos()
    equal(sorted(paths), sorted(set(paths)), "the addresses of photos, each asked for once")
    check(len(paths) >= 3, f"only {len(paths)} photos were asked for")
    # All of it is fresh now: nobody asks again.
    bench.run("prefetch", *words, "--quiet").expect(0)
    equal(bench.refresh(server, "--variant", "m").json["status"], "cached", "the status of a refresh after it")
    equal((len(server.feed_paths()), len(photos())), (1, len(paths)), "requests after it")
    equal(bench.temporaries(), [], "temporary files")
    equal(bench.run("cache", "verify").expect(0).status, 0, "cache verify")


def killed_while_writing(bench):
    """Kills runs at many moments; whatever is left, the next run is good and tidies up."""
    server = bench.serve("plain.json")
    for delay in range(2, 62, 4):
        run = bench.start("refresh", "--feed", server.feed, "--variant", "m", "--item", delay % 20 + 1)
        time.sleep(delay / 1000)
        run.send_signal(signal.SIGKILL)
        run.wait()
        shown = bench.run("current", "--json").expect(0).json
        check(
            all(os.path.isfile(shown["image"][key]) for key in ("png", "rgba", "original")),
            "a published file is missing",
        )
        Picture.read(shown["image"]["png"])
    bench.expect_published(bench.refresh(server, "--variant", "m").json, NAME)
    equal(bench.temporaries(), [], "temporary files after many kills")
    equal(bench.run("cache", "verify").expect(0).status, 0, "cache verify")


def wait_for(condition, what, limit=5):
    """Waits until something has come about."""
    end = time.monotonic() + limit
    while not condition():
        check(time.monotonic() < end, f"{what} did not come within {limit} s")
        time.sleep(0.02)


DAMAGES = {
    "empty": lambda data: b"",
    "random": lambda data: bytes((i * 197 + 13) & 255 for i in range(len(data))),
    "cut": lambda data: data[: len(data) * 3 // 5],
}


def case_S24(bench):
    fresh = {"headers": {"Cache-Control": "max-age=600"}}
    server = bench.serve(
        {
            "/services/feeds/photos_public.gne": {"file": "feeds/three.json", **fresh},
            f"/65535/{NAME}": {"file": f"images/{NAME}", **fresh},
        }
    )
    first = bench.refresh(server, "--variant", "m").json
    kinds = {
        "originals": lambda path: "/objects/" in path,
        "thumbnails": lambda path: "/thumbnails/" in path,
        "index": lambda path: path.endswith("index.sqlite"),
        "everything cached": lambda path: path.startswith(bench.cache),
        "published pictures": lambda path: re.search(r"/[0-9a-f]{32}/(thumbnail|original)\.", path),
        "published entry": lambda path: path.endswith("entry.json"),
        "everything": lambda path: True,
    }
    for kind, chosen in kinds.items():
        for how, damage in DAMAGES.items():
            what = f"{kind} {how}"
            damaged = [path for path in bench.files() if chosen(path) and not os.path.islink(path)]
            check(damaged, f"{what}: nothing to damage")
            for path in damaged:
                with open(path, "rb") as file:
                    data = file.read()
                with open(path, "wb") as file:
                    file.write(damage(data))
            shown = bench.run("current", "--json")
            check(shown.status in (0, 65), f"{what}: current ended with {shown.status}: {shown.err}")
            if "cached" in kind or "published" not in kind and kind != "everything":
                equal(shown.status, 0, f"{what}: the status of current")
            entry = bench.refresh(server, "--variant", "m").json
            check(entry["status"] != "stale", f"{what}: {entry['reason']}")
            equal(entry["image"]["sha256"], first["image"]["sha256"], f"{what}: the picture's digest")
            bench.expect_published(entry, NAME)
            check(bench.run("cache", "stats", "--json").expect(0).json, f"{what}: cache stats says nothing")
            bench.run("cache", "verify").expect(0)
            sound = [path for path in bench.objects() if entry["image"]["sha256"] in path]
            equal(
                [bench.objects()[path] for path in sound],
                [entry["image"]["sha256"]],
                f"{what}: the cached original",
            )


def case_A6_run(bench):
    """`run` puts out an entry on time, as a line of JSON, and ends at once and cleanly when told to."""
    origin = bench.origin(os.path.join(bench.shared, "corpora", "photos"))
    run = bench.start("run", "--every", 2, "--feed", origin.feed, "--tags", "texas", "--item", "rotate")
    lines = []
    reader = threading.Thread(
        target=lambda: [lines.append((time.monotonic(), line)) for line in run.stdout], daemon=True
    )
    reader.start()
    time.sleep(10.5)
    told = time.monotonic()
    run.send_signal(signal.SIGTERM)
    status = run.wait(timeout=5)
    seconds = time.monotonic() - told
    reader.join(timeout=2)
    equal(status, 0, "the status after SIGTERM")
    check(seconds < 1, f"it ended {seconds:.1f} s after SIGTERM")
    check(5 <= len(lines) <= 6, f"{len(lines)} entries in 10 s")
    entries = [json.loads(line) for _, line in lines]
    dates = [datetime.fromisoformat(entry["date"]) for entry in entries]
    for one, next_one in zip(dates, dates[1:]):
        equal((next_one - one).total_seconds(), 2.0, "the seconds from entry to entry")
    for (one, _), (next_one, _) in zip(lines[1:], lines[2:]):
        check(abs(next_one - one - 2) < 0.6, f"{next_one - one:.2f} s from line to line")
    check(
        all(entry["status"] in ("fresh", "cached") for entry in entries),
        f"{[entry['status'] for entry in entries]}",
    )
    equal(bench.run("current", "--json").expect(0).json, entries[-1], "what is published")
    check(
        Picture.read(entries[-1]["image"]["rgba"]) == Picture.read(entries[-1]["image"]["png"]),
        "the pictures differ",
    )
    equal(bench.temporaries(), [], "temporary files")
