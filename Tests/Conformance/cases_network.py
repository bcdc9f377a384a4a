"""S13–S15, and acceptance 2 and 5: hosts that fail, say wait, or may not be asked."""

import os
import re
import shutil
import socket
import threading
from datetime import datetime, timedelta

from addresses import ELSEWHERE, PRIVATE
from cases_pictures import FIRST, SECOND, THIRD, item
from checks import Skipped, check, equal


def case_S13(bench):
    server = bench.serve("s13-placeholder-redirect.json")
    entry = bench.refresh(server).json
    equal((entry["photo"]["id"], entry["status"]), (SECOND, "fresh"), "the photo and its status")
    placeholder = bench.files(os.path.join(bench.cases, "images"))[bench.image("s13-unavailable.png")]
    check(placeholder not in bench.files().values(), "the placeholder was kept")


def case_S14(bench):
    now, soon, later = "2026-11-30T00:00:00Z", "2026-11-30T00:01:00Z", "2026-11-30T00:02:05Z"
    bench.refresh(bench.serve("plain.json"), "--now", "2026-11-29T20:00:00Z")
    good = bench.good()

    # a: the photo host says wait.
    server = bench.serve("s14a-photo-429.json")
    bench.refresh(server, "--instance", "a", "--now", now, status=75)
    count = len(server.photo_paths())
    check(1 <= count <= 3, f"a: {count} photo requests")
    requests = len(server.log())
    bench.refresh(server, "--instance", "a", "--now", soon, status=75)
    equal(len(server.log()), requests, "a: requests after a run inside the wait")
    entry = bench.refresh(server, "--now", soon).json
    equal(entry["status"], "stale", "a: the status with a good picture published")
    equal(len(server.log()), requests, "a: requests after two runs inside the wait")
    bench.refresh(server, "--now", soon, "--strict", status=75)
    bench.refresh(server, "--instance", "a", "--now", later, status=75)
    check(len(server.log()) > requests, "a: no request after the wait")

    # b: the feed says wait, until 2099.
    server = bench.serve("s14b-feed-429.json")
    bench.refresh(server, "--instance", "b", "--now", now, status=75)
    equal(len(server.log()), 1, "b: requests")
    for moment in (soon, "2026-11-30T23:00:00Z"):
        bench.refresh(server, "--instance", "b", "--now", moment, status=75)
    equal(len(server.log()), 1, "b: requests inside the wait")
    bench.refresh(server, "--instance", "b", "--now", "2026-12-01T00:00:05Z", status=75)
    equal(len(server.log()), 2, "b: requests after a day")

    bench.kept(good)
    bodies = [open(path, "rb").read(5) for path in bench.objects()]
    check(b"<html" not in bodies, "an error page was stored")


def case_S15(bench):
    server = bench.serve("s15-403-410.json")
    entry = bench.refresh(server).json
    equal((entry["photo"]["id"], entry["status"]), (THIRD, "fresh"), "the photo and its status")
    asked = server.photo_paths()
    equal(len(asked), len(set(asked)), f"the distinct requests of {asked}")
    for photo in (FIRST, SECOND):
        check(sum(photo in path for path in asked) <= 5, f"photo {photo} was asked for too often: {asked}")


def case_A2_life_cycle(bench):
    """Fresh, cached without a request, revalidated with a 304, stale once the origin is gone."""
    origin = bench.origin(os.path.join(bench.shared, "corpora", "photos"))
    words = ("--tags", "texas")
    first = bench.refresh(origin, *words).json
    equal((first["status"], first["reason"]), ("fresh", None), "the first run's status and reason")
    total = origin.counts()["total"]
    second = bench.refresh(origin, *words).json
    equal(
        (second["status"], origin.counts()["total"]),
        ("cached", total),
        "the second run's status, and the requests",
    )
    minute = later(first["date"], 70)
    third = bench.refresh(origin, *words, "--now", minute).json
    equal(third["status"], "revalidated", "the status after a minute")
    check(origin.counts()["conditional"] >= 2, f"feed and photo were not answered 304: {origin.counts()}")
    origin.stop()
    run = bench.refresh(origin, *words, "--now", later(first["date"], 200))
    fourth = run.json
    equal(fourth["status"], "stale", "the status without an origin")
    check(fourth["reason"], "a stale entry has no reason")
    check(run.err.count("\n") == 1, f"not one line on stderr: {run.err!r}")
    equal(
        {entry["image"]["sha256"] for entry in (first, second, third, fourth)},
        {first["image"]["sha256"]},
        "the pictures",
    )
    equal(bench.run("current", "--json").expect(0).json, fourth, "what is published")
    bench.refresh(origin, *words, "--now", later(first["date"], 300), "--strict", status=75)


def later(date, seconds):
    """A moment after a date, in the contract's form."""
    return (datetime.fromisoformat(date) + timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")


def case_A5_offline(bench):
    """With --offline, no connection is opened: what the cache has serves, and nothing else is tried."""
    if not shutil.which("strace"):
        raise Skipped("strace is not installed")
    server = bench.serve("plain.json")
    trace = bench.path("trace")
    strace = ("strace", "-f", "-e", "trace=network", "-o", trace)
    words = ("refresh", "--feed", server.feed, "--json")
    bench.run(*words, before=strace).expect(0)
    if "connect(" not in open(trace).read():
        raise Skipped("strace cannot see the program's connections here")
    os.remove(trace)
    entry = bench.run(*words, "--offline", before=strace).expect(0).json
    equal(entry["photo"]["id"], FIRST, "the photo from the cache")
    calls = open(trace).read()
    bench.run(
        *words, "--offline", "--cache-dir", bench.path("empty"), "--instance", "none", before=strace
    ).expect(69)
    calls += open(trace).read()
    asked = [line for line in calls.splitlines() if re.search(r"\b(connect|sendto|sendmsg|sendmmsg)\(", line)]
    equal(asked, [], "connections with --offline")


class Trap:
    """A listener on loopback that notes whether anybody connected."""

    def __enter__(self):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port, self.visits = self.socket.getsockname()[1], 0
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def _accept(self):
        while True:
            try:
                self.socket.accept()[0].close()
                self.visits += 1
            except OSError:
                return

    def __exit__(self, *_):
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()


def refused(bench, feed, address, what):
    """Fails the case unless a feed's photo is refused by policy, with its address in the message."""
    error = bench.run("refresh", "--feed", feed, "--variant", "m", "--json").expect(77).error
    equal(error["code"], "address_refused", f"{what}: the code")
    check(address in error["message"], f"{what}: {address} is not in the message: {error['message']!r}")


def case_A5_private_addresses(bench):
    """A feed that is no private server's may name no private address, however it is spelled."""
    with Trap() as trap:
        for host, address in PRIVATE:
            feed = bench.path(
                "feed.json", item(f"http://{host}:{trap.port}/65535/54900000100_cd18fc9fb6_m.jpg", 240, 160)
            )
            refused(bench, feed, address, host)
        equal(trap.visits, 0, "connections to a private address")
        feed = bench.path(
            "feed.json", item(f"http://127.0.0.1:{trap.port}/65535/54900000100_cd18fc9fb6_m.jpg", 240, 160)
        )
        bench.run("refresh", "--feed", feed, "--retries", 0, "--allow-private-addresses").expect(69)
        check(trap.visits > 0, "no connection with --allow-private-addresses")
    for reference in ELSEWHERE:
        refused(bench, bench.path("feed.json", item(reference, 240, 160)), reference.split("/")[-1], reference)


def case_A5_redirects(bench):
    """A private server that was typed may be asked; where it sends us to is judged anew at every hop."""
    other = bench.serve("plain.json")
    port = other.base.rpartition(":")[2]
    targets = [
        (f"{other.base}/65535/{FIRST}_cd18fc9fb6_m.jpg", "127.0.0.1"),
        ("http://169.254.169.254/latest/", "169.254.169.254"),
        ("http://[::1]/x.jpg", "::1"),
        ("http://0/x.jpg", "0.0.0.0"),
        ("http://10.0.0.1/x.jpg", "10.0.0.1"),
        (f"http://localhost:{port}/x.jpg", "localhost"),
        (f"http://2130706433:{port}/x.jpg", "127.0.0.1"),
        ("file:///etc/passwd", "/etc/passwd"),
        ("ftp://127.0.0.1/x.jpg", "ftp://127.0.0.1/x.jpg"),
    ]
    path = f"/65535/{FIRST}_cd18fc9fb6_m.jpg"
    for target, address in targets:
        for hops in (1, 2):
            routes = {
                "/services/feeds/photos_public.gne": {"body": item(f"@BASE@{path}", 240, 160)},
                path: {"redirect": target},
            }
            if hops == 2:
                routes |= {path: {"redirect": "@BASE@/hop.jpg"}, "/hop.jpg": {"redirect": target}}
            server = bench.serve(routes)
            refused(bench, server.feed, address, f"a redirect to {target} after {hops} hops")
            server.stop()
    for reference in ("file:///etc/hostname.jpg", "pictures/x.jpg"):
        server = bench.serve({"/services/feeds/photos_public.gne": {"body": item(reference, 240, 160)}})
        refused(bench, server.feed, reference, f"{reference} in a feed from the network")
        server.stop()
    equal(other.log(), [], "requests to the other origin")
