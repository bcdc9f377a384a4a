"""`defaults watch`: every change of another process, soon, without polling, across removal and checkpoint."""

import json
import pathlib
import signal
import sqlite3
import time

from store import GROUP, Checks, Place  # noqa: I001 - it says where the next one is
from photowidget_defaults import Defaults


def follow(checks):
    with Place() as place:
        watcher = place.watch()
        delays = []
        for number in range(50):
            began = time.monotonic()
            place.write(f"k{number}", str(number), "--type", "int")
            change = json.loads(watcher.stdout.readline())
            delays.append(time.monotonic() - began)
            checks.check((change["key"], change["value"], change["group"]) == (f"k{number}", number, GROUP), f"{change}")
        defaults, notices = Defaults(GROUP, place.state), []
        for number in range(50):
            defaults.write("direct", number)
            written = time.monotonic()
            change = json.loads(watcher.stdout.readline())
            notices.append(time.monotonic() - written)
            checks.check((change["key"], change["value"]) == ("direct", number), f"{change}")
        place.run("defaults", "delete", "--group", GROUP, "k0")
        change = json.loads(watcher.stdout.readline())
        checks.check(change["deleted"] and change["value"] is None, f"a removal: {change}")
        delays.sort()
        notices.sort()
        checks.say(f"a change is told {notices[25] * 1000:.1f} ms after its commit (median of 50; most "
                   f"{notices[-1] * 1000:.1f} ms)")
        checks.say(f"a change is told {delays[25] * 1000:.0f} ms after its writer was started (median of 50; most "
                   f"{delays[-1] * 1000:.0f} ms)")

        # A writer that only knows SQLite.
        database = sqlite3.connect(place.store / "defaults.sqlite")
        database.execute("UPDATE defaults SET value = 99 WHERE key = 'k1'")
        database.commit()
        change = json.loads(watcher.stdout.readline())
        checks.check((change["key"], change["value"]) == ("k1", 99), f"a silent writer: {change}")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.close()
        place.write("after-checkpoint", "1")
        checks.check(json.loads(watcher.stdout.readline())["key"] == "after-checkpoint", "a change after a checkpoint")

        for path in place.store.iterdir():
            path.unlink()
        place.write("after-removal", "1")
        checks.check(json.loads(watcher.stdout.readline())["key"] == "after-removal", "a change after the store's removal")

        # Asleep means asleep: no time of the processor while nothing happens.
        def ticks():
            fields = pathlib.Path(f"/proc/{watcher.pid}/stat").read_text().rpartition(")")[2].split()
            return int(fields[11]) + int(fields[12])
        before = ticks()
        time.sleep(2)
        checks.check(ticks() - before <= 1, f"{ticks() - before} ticks in two idle seconds")

        watcher.send_signal(signal.SIGTERM)
        checks.check(watcher.wait(10) == 0, f"SIGTERM: status {watcher.returncode}")


def before_the_store(checks):
    with Place() as place:
        watcher = place.watch()
        place.write("first", "1")
        checks.check(json.loads(watcher.stdout.readline())["key"] == "first", "a watcher before the store")
        watcher.stdout.close()
        checks.check(watcher.wait(10) == 0, "a watcher whose reader went away")


checks = Checks("notices")
follow(checks)
before_the_store(checks)
checks.end()
