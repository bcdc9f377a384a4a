"""Two processes write 200 keys each; then a thousand writes with their reload, of which no reader may see an old value."""

import json
import subprocess
import sys
import threading

from store import GROUP, ROOT, Checks, Place

WRITER = """
import sys
sys.path.insert(0, {path!r})
from photowidget_defaults import Defaults
defaults = Defaults({group!r})
for number in range(200):
    defaults.write(f"{name}-{{number}}", number, reload="todo")
"""


def program_writer(place, name):
    for number in range(200):
        result = place.write(f"{name}-{number}", str(number), "--type", "int")
        if result.returncode != 0:
            raise RuntimeError(result.stderr)


def in_threads(*work):
    threads = [threading.Thread(target=one, args=arguments) for one, arguments in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def kept(place):
    return {entry["key"]: entry["value"] for entry in json.loads(
        place.run("defaults", "list", "--group", GROUP, "--json").stdout)}


def race_of_programs(checks):
    with Place() as place:
        in_threads((program_writer, (place, "a")), (program_writer, (place, "b")))
        found = kept(place)
        expected = {f"{name}-{number}": number for name in "ab" for number in range(200)}
        checks.check(found == expected, f"{len(found)} of 400 keys were kept")
        checks.say(f"2 writers x 200 keys, one process a key: {len(found)} of 400 kept")


def race_of_languages(checks):
    """A Python process that knows only the file, beside the program."""
    with Place() as place:
        script = WRITER.format(path=str(ROOT / "integrations/writers"), group=GROUP, name="python")
        python = subprocess.Popen([sys.executable, "-c", script], env=place.environment)
        program_writer(place, "program")
        checks.check(python.wait() == 0, "the Python writer failed")
        found = kept(place)
        checks.check(len(found) == 400, f"Python beside the program: {len(found)} of 400 keys were kept")
        checks.say(f"Python beside the program: {len(found)} of 400 kept")


def write_and_reload(checks, rounds=1000):
    """After each acknowledged write, another process that finds the reload request must find the value too."""
    from photowidget_defaults import Defaults
    import sqlite3
    with Place() as place:
        defaults = Defaults(GROUP, place.state)
        defaults.write("count", 0)
        acknowledged, stale, taken = [0], [], [0]
        is_over = threading.Event()

        def reader():
            database = sqlite3.connect(place.store / "defaults.sqlite", timeout=5, isolation_level=None)
            while True:
                over, floor = is_over.is_set(), acknowledged[0]
                database.execute("BEGIN IMMEDIATE")
                requests = database.execute("DELETE FROM reload_requests RETURNING id").fetchall()
                database.execute("COMMIT")
                value = database.execute("SELECT value FROM defaults WHERE key = 'count'").fetchone()[0]
                taken[0] += len(requests)
                if value < floor:
                    stale.append((value, floor))
                if over:
                    return

        thread = threading.Thread(target=reader)
        thread.start()
        for number in range(1, rounds + 1):
            if number % 10 == 0:
                result = place.write("count", str(number), "--type", "int", "--reload", "todo")
                checks.check(result.returncode == 0, f"round {number}: {result.stderr}")
            else:
                defaults.write("count", number, reload="todo")
            acknowledged[0] = number
        is_over.set()
        thread.join()
        checks.check(not stale, f"old values after the acknowledgement: {stale[:3]}")
        checks.check(taken[0] >= 1, "no reload request was ever seen")
        checks.say(f"write and reload: {rounds} rounds, {len(stale)} old values, {taken[0]} requests taken")


checks = Checks("race")
race_of_programs(checks)
race_of_languages(checks)
write_and_reload(checks)
checks.end()
