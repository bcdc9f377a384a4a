"""What an older version left is taken over, and old and new programs may write at the same time.

The places come from Tests/Takeover/5e16d35.tar.gz. Where PHOTOWIDGET_OLD names the program of 5e16d35, that runs too.
"""

import json
import os
import random
import shutil
import sqlite3
import stat
import subprocess
import sys
import tarfile
import time

from store import GROUP, ROOT, Checks, Place, await_watch

FIXTURE = ROOT / "Tests/Takeover/5e16d35.tar.gz"
OLD = os.environ.get("PHOTOWIDGET_OLD")
TAKEN = "group.com.example.taken"
LINKS = {name: f"store/{name}" for name in ("defaults.sqlite", "defaults.sqlite-wal", "defaults.sqlite-shm",
                                            "defaults.changed", "links.lock")}

# What a writer of an older version does: the database and the notice by their names in the state directory.
OLD_WRITER = """
import os, sqlite3, sys, time
state, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
for number in range(count):
    database = sqlite3.connect(f"{state}/defaults.sqlite", timeout=10, isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("BEGIN IMMEDIATE")
    database.execute("INSERT INTO defaults VALUES (?, ?, 'int', ?, ?)", ("group.test.app", f"{name}-{number}", number, time.time()))
    database.execute("COMMIT")
    database.close()
    with open(f"{state}/defaults.changed", "ab"):
        pass
    print(number, flush=True)
"""


def unpack(place):
    with tarfile.open(FIXTURE) as archive:
        archive.extractall(place.path)
    for path in [place.state, *place.state.rglob("*")]:
        os.chown(path, os.geteuid(), os.getegid(), follow_symlinks=False)


def old_layout(place):
    """The store of the fixture, alone."""
    unpack(place)
    for name in ("published", "schedule"):
        shutil.rmtree(place.state / name)


def links_of(place):
    return {path.name: os.readlink(path) for path in place.state.iterdir() if path.is_symlink()}


def everything(checks):
    with Place() as place:
        unpack(place)
        values = {entry["key"]: (entry["type"], entry["value"]) for entry in json.loads(
            place.run("defaults", "list", "--group", TAKEN, "--json").stdout)}
        checks.check(values == {
            "text": ("string", "사진"), "int": ("int", -(2**63)), "double": ("double", 0.1), "bool": ("bool", True),
            "data": ("data", "AP8K"), "date": ("date", "2026-11-30T01:38:00Z"), "json": ("json", {"a": [1, None]}),
            "python": ("int", 7)}, f"{values}")
        checks.check(links_of(place) == LINKS, f"{links_of(place)}")
        checks.check({path.name for path in place.store.iterdir()} >= {"defaults.sqlite", "defaults.changed", "links.lock"},
                     "the files of the store")
        database = sqlite3.connect(place.store / "defaults.sqlite")
        kinds = [kind for kind, in database.execute("SELECT kind FROM reload_requests ORDER BY id")]
        database.close()
        checks.check(kinds == ["todo", "*"], f"reloads: {kinds}")
        listed = json.loads(place.run("links", "list", "--json").stdout)
        schemes = {scheme["scheme"]: (scheme["hosts"], scheme["command"]) for scheme in listed["schemes"]}
        checks.check(schemes == {"heard": ([], []), "taken": (["a"], ["true", "%u", "--flag"]),
                                 "widget": (["deeplink"], []), "wooribudget": (["addincome", "report"], [])}, f"{schemes}")
        checks.check(listed["notTakenOver"] == [], f"{listed['notTakenOver']}")
        urls = [event["url"] for event in listed["pending"]]
        checks.check(urls == ["widget://deeplink?url=https%3A%2F%2Fwww.flickr.com", "wooribudget://report?n=1", "heard://x"],
                     f"{urls}")
        handlers = place.state / "link-handlers.json"
        checks.check(stat.S_IMODE(handlers.stat().st_mode) == 0o600, "the file of the commands")
        checks.check(place.run("links", "open", "taken://a").stdout.startswith("handled "), "the command is run")
        for kind in ("photo", "todo", "budget"):
            result = place.run("current", "--widget", kind, "--json")
            checks.check(result.returncode == 0 and json.loads(result.stdout)["kind"] == kind, f"{kind}: {result}")
        checks.check(place.run("config", "check", "--config", str(place.path / "config.json5")).returncode == 0, "the configuration")
        entry = place.run("refresh", "--feed", "http://127.0.0.1:18743/feed", "--size", "48x48", "--offline", "--json",
                          "--now", "2026-11-30T02:00:00Z")
        checks.check(entry.returncode == 0 and json.loads(entry.stdout)["status"] == "cached", f"{entry}")
        # The second time there is nothing to do.
        before = {path.name: path.lstat().st_ino for path in place.store.iterdir()}
        place.read("text", group=TAKEN)
        checks.check(before.items() <= {path.name: path.lstat().st_ino for path in place.store.iterdir()}.items() or
                     before["defaults.sqlite"] == (place.store / "defaults.sqlite").lstat().st_ino, "the store stays")


def was_shared(checks):
    """Of a store that a group could write the commands are listed, not run; its directory is closed again."""
    with Place() as place:
        old_layout(place)
        place.state.chmod(0o2770)
        for path in place.state.iterdir():
            path.chmod(0o660)
        result = place.run("links", "open", "taken://a")
        checks.check(result.stdout.startswith("queued ") and "is not run" in result.stderr, f"{result}")
        ignored = json.loads(place.run("links", "list", "--json").stdout)["notTakenOver"]
        checks.check([(entry["scheme"], entry["command"]) for entry in ignored] == [("taken", ["true", "%u", "--flag"])],
                     f"{ignored}")
        checks.check(not (place.state / "link-handlers.json").exists(), "no file of commands is made of them")
        modes = [stat.S_IMODE(path.stat().st_mode) for path in (place.state, place.store, place.store / "defaults.sqlite")]
        checks.check(modes == [0o710, 0o2770, 0o660], f"{[oct(mode) for mode in modes]}")
        place.state.chmod(0o700)
        place.store.chmod(0o700)
        checks.check("is not run" in place.run("links", "open", "taken://a").stderr, "nor when it is shared no longer")


def at_once(checks, is_there):
    """A writer that knows the old names beside the program: 200 keys each, all kept."""
    with Place() as place:
        if is_there:
            old_layout(place)
        else:
            place.write("first", "1")
            database = sqlite3.connect(place.store / "defaults.sqlite")
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            database.close()
            shutil.copy(place.store / "defaults.sqlite", place.state / "defaults.sqlite")
        writer = subprocess.Popen([sys.executable, "-c", OLD_WRITER, str(place.state), "old", "200"], stdout=subprocess.DEVNULL)
        for number in range(200):
            result = place.write(f"new-{number}", str(number), "--type", "int")
            checks.check(result.returncode == 0, f"{result}")
        checks.check(writer.wait(60) == 0, "the old writer failed")
        keys = {entry["key"] for entry in json.loads(place.run("defaults", "list", "--group", GROUP, "--json").stdout)}
        kept = len(keys & {f"{name}-{number}" for name in ("old", "new") for number in range(200)})
        checks.check(kept == 400, f"{kept} of 400 keys were kept")
        checks.check(links_of(place) == LINKS, f"{links_of(place)}")
        checks.say(f"old names and new, {'a store that is moved' if is_there else 'two stores'}: {kept} of 400 kept")


def held_open(checks):
    """A process that has had the store open since before the move goes on writing, and nothing is lost."""
    with Place() as place:
        old_layout(place)
        script = OLD_WRITER.replace("for number in range(count):\n    database = sqlite3", "database = sqlite3", 1).replace(
            '    database.execute("PRAGMA journal_mode=WAL")\n', 'database.execute("PRAGMA journal_mode=WAL")\n'
            "for number in range(count):\n    sys.stdin.readline()\n").replace("    database.close()\n", "")
        writer = subprocess.Popen([sys.executable, "-c", script, str(place.state), "held", "40"], stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, text=True)

        def step():
            writer.stdin.write("\n")
            writer.stdin.flush()
            writer.stdout.readline()
        for _ in range(10):
            step()
        watcher = None
        for number in range(30):
            checks.check(place.write(f"new-{number}", "1").returncode == 0, "the new writer")
            watcher = watcher or place.watch()
            step()
        seen = set()
        while len(seen) < 30 and watcher.poll() is None:
            change = json.loads(watcher.stdout.readline())
            if change["key"].startswith("held"):
                seen.add(change["key"])
        watcher.kill()
        watcher.wait()
        writer.stdin.close()
        checks.check(writer.wait(10) == 0, "the old writer failed")
        keys = {entry["key"] for entry in json.loads(place.run("defaults", "list", "--group", GROUP, "--json").stdout)}
        expected = {f"held-{number}" for number in range(40)} | {f"new-{number}" for number in range(30)}
        checks.check(expected <= keys, f"lost: {sorted(expected - keys)}")


def killed(checks, rounds=60):
    """kill -9 at any moment of the move, with an old writer at work: every key that was acknowledged is there."""
    lost, steps = 0, []
    for number in range(rounds):
        with Place() as place:
            old_layout(place)
            if number % 2:
                # Two stores, of which one has to be taken over into the other.
                place.write("first", "1")
                for name in LINKS:
                    (place.state / name).unlink()
                with tarfile.open(FIXTURE) as archive:
                    (place.state / "defaults.sqlite").write_bytes(archive.extractfile("state/defaults.sqlite").read())
            writer = subprocess.Popen([sys.executable, "-c", OLD_WRITER, str(place.state), "old", "20"],
                                      stdout=subprocess.PIPE, text=True, stderr=subprocess.DEVNULL)
            for _ in range(3):
                mover = place.start("defaults", "write", "--group", GROUP, "mover", "1")
                time.sleep(random.uniform(0.0, 0.15))
                mover.kill()
                mover.communicate()
            acknowledged = writer.communicate(timeout=60)[0].split()
            keys = {entry["key"] for entry in json.loads(
                place.run("defaults", "list", "--group", GROUP, "--json").stdout)}
            missing = {f"old-{key}" for key in acknowledged} - keys
            lost += len(missing)
            steps.append(len(acknowledged))
            checks.check(not missing, f"round {number}: lost {sorted(missing)}")
            taken = json.loads(place.run("defaults", "list", "--group", TAKEN, "--json").stdout)
            checks.check(len(taken) == 8, f"round {number}: {len(taken)} of 8 old values")
            checks.check(place.write("after", "1").returncode == 0, f"round {number}: the next write")
            checks.check(len(json.loads(place.run("links", "list", "--json").stdout)["pending"]) >= 3, f"round {number}: links")
    checks.say(f"{rounds * 3} moves killed at random beside an old writer: {lost} of {sum(steps)} acknowledged keys lost")


def every_call(checks):
    """The move ended at each of its system calls in turn; the next run finds everything."""
    if not shutil.which("strace"):
        checks.say("skipped: no strace here")
        return
    calls = ("mkdirat", "linkat", "symlinkat", "renameat", "unlinkat", "flock", "fsync", "unlink", "pwrite64", "openat")
    count = 0
    for call in calls:
        for nth in range(1, 40):
            with Place() as place:
                old_layout(place)
                trace = place.path / "trace"
                words = ["strace", "-f", "-o", str(trace), "-e", f"trace={call}", "-e",
                         f"inject={call}:signal=KILL:when={nth}", place.environment["PHOTOWIDGET"], "defaults", "read", "--group",
                         TAKEN, "text"]
                result = place.command(words)
                if result.returncode == 0:
                    break
                count += 1
                values = json.loads(place.run("defaults", "list", "--group", TAKEN, "--json").stdout)
                checks.check(len(values) == 8, f"{call} {nth}: {len(values)} of 8 values")
                checks.check(place.write("k", "1").returncode == 0, f"{call} {nth}: the next write")
                checks.check(links_of(place) == LINKS, f"{call} {nth}: {links_of(place)}")
                schemes = json.loads(place.run("links", "list", "--json").stdout)["schemes"]
                checks.check(any(scheme["command"] == ["true", "%u", "--flag"] for scheme in schemes),
                             f"{call} {nth}: the command is lost")
    checks.say(f"the move killed at {count} of its system calls: nothing lost")


def old_program(checks):
    """The program of 5e16d35 while the new one moves: what it says it wrote is there; it reads through the links."""
    if not OLD:
        checks.say("skipped: PHOTOWIDGET_OLD names no program of 5e16d35")
        return
    with Place() as place:
        old_layout(place)
        watcher = subprocess.Popen([OLD, "defaults", "watch", "--group", GROUP], env=place.environment,
                                   stdout=subprocess.PIPE, text=True)
        await_watch(watcher)

        def old(*words):
            return subprocess.run([OLD, *words], env=place.environment, capture_output=True, text=True, timeout=60)
        written = []
        for number in range(40):
            if old("defaults", "write", "--group", GROUP, f"old-{number}", "1").returncode == 0:
                written.append(f"old-{number}")
            checks.check(place.write(f"new-{number}", "1").returncode == 0, "the new one writes")
        checks.check(bool(written), "the old one never wrote")
        seen = set()
        while len(seen) < 40:
            seen |= {json.loads(watcher.stdout.readline())["key"]} - set(written)
        watcher.kill()
        watcher.wait()
        checks.check(old("defaults", "read", "--group", GROUP, "new-39").stdout == "1\n", "the old one reads the new one's")
        keys = {entry["key"] for entry in json.loads(place.run("defaults", "list", "--group", GROUP, "--json").stdout)}
        checks.check(set(written) <= keys, f"lost: {sorted(set(written) - keys)}")
        refused = old("defaults", "write", "--group", GROUP, "k", "1")
        checks.check(refused.returncode == 73 and refused.stderr.count("\n") == 1, f"the old one is told: {refused}")


random.seed(5)
checks = Checks("takeover")
everything(checks)
was_shared(checks)
for is_there in (True, False):
    at_once(checks, is_there)
for part in (held_open, killed, every_call, old_program):
    part(checks)
checks.end()
