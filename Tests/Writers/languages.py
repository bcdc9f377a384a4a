"""Writers in other languages: C, Python, shell and JavaScript write what the program reads, and the other way round."""

import ctypes
import datetime
import json
import os
import shutil
import sqlite3
import stat
import subprocess

from store import GROUP, ROOT, Checks, Place  # noqa: I001 - it says where the next one is
from photowidget_defaults import JSON, Defaults

LIBRARY = ROOT / ".build/writers/libphotowidget_defaults.so"
TODOS, TODO_GROUP = ROOT / "samples/todo", "group.react.native.widget.example"
BUDGET, BUDGET_GROUP = ROOT / "samples/budget", "group.woori.homeWidget"


def requests(place):
    database = sqlite3.connect(place.store / "defaults.sqlite")
    try:
        return database.execute("SELECT kind, group_name, key FROM reload_requests ORDER BY id").fetchall()
    finally:
        database.close()


def tables(place):
    database = sqlite3.connect(place.store / "defaults.sqlite")
    try:
        rows = database.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name").fetchall()
        return rows, [database.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version", "journal_mode")]
    finally:
        database.close()


def in_c(checks):
    library = ctypes.CDLL(str(LIBRARY))
    library.photowidget_defaults_write_double.argtypes = [ctypes.c_char_p] * 3 + [ctypes.c_double] + [ctypes.c_char_p] * 2
    library.photowidget_defaults_write_int.argtypes = [ctypes.c_char_p] * 3 + [ctypes.c_int64] + [ctypes.c_char_p] * 2
    with Place() as place:
        error = ctypes.create_string_buffer(256)

        def write(kind, key, value, reload=None, group=GROUP):
            call = getattr(library, f"photowidget_defaults_write_{kind}")
            return call(os.fsencode(place.state), group.encode(), key.encode(), value, reload, error)
        checks.check(write("string", "s", "사진".encode(), b"todo") == 0, f"string: {error.value}")
        checks.check(write("int", "i", -(2**63)) == 0, "int")
        checks.check(write("double", "d", 2.5) == 0, "double")
        checks.check(write("bool", "b", 7) == 0, "bool")
        checks.check(write("json", "j", b'{"a": [1]}', b"*") == 0, "json")
        found = {entry["key"]: (entry["type"], entry["value"]) for entry in json.loads(
            place.run("defaults", "list", "--group", GROUP, "--json").stdout)}
        checks.check(found == {"s": ("string", "사진"), "i": ("int", -(2**63)), "d": ("double", 2.5), "b": ("bool", True),
                               "j": ("json", {"a": [1]})}, f"{found}")
        checks.check(requests(place) == [("todo", GROUP, "s"), ("*", GROUP, "j")], f"{requests(place)}")
        checks.check(write("json", "j", b"{") == 3 and b"JSON" in error.value, "broken JSON")
        checks.check(write("double", "d", float("nan")) == 3, "no number")
        checks.check(write("string", "s", b"x", group="../evil") == 3, f"a group that is none: {error.value}")
        checks.check(write("string", "s", b"x", b"a/b") == 3, "a kind that is none")
        checks.check(place.read("s").stdout == "사진\n", "what was refused was written")

        def read(key, capacity=64):
            buffer, length = ctypes.create_string_buffer(capacity), ctypes.c_size_t()
            code = library.photowidget_defaults_read_string(os.fsencode(place.state), GROUP.encode(), key.encode(), buffer,
                                                            ctypes.c_size_t(capacity), ctypes.byref(length), error)
            return code, buffer.value.decode(errors="replace"), length.value
        place.write("long", "0123456789")
        checks.check(read("long") == (0, "0123456789", 10), f"{read('long')}")
        checks.check(read("long", 5) == (3, "0123", 10), "a buffer that is too small")
        checks.check(read("nothing")[0] == 1 and read("i")[0] == 2, "missing, and another type")
        mode = stat.S_IMODE((place.store / "defaults.sqlite").stat().st_mode)
        checks.check(mode == 0o600 and stat.S_IMODE(place.state.stat().st_mode) == 0o700, f"modes: {mode:o}")
        return tables(place)


def in_python(checks):
    with Place() as place:
        defaults = Defaults(GROUP, place.state)
        moment = datetime.datetime(2026, 11, 30, 1, 38, tzinfo=datetime.timezone.utc)
        values = {"s": "한", "i": 5, "d": 0.5, "b": True, "x": b"\0\xff", "t": moment, "j": JSON("[1]")}
        for key, value in values.items():
            defaults.write(key, value, reload="todo")
        for key, value in values.items():
            checks.check(defaults.read(key) == value, f"{key}: {defaults.read(key)!r}")
        for key, text in {"s": "한", "i": "5", "d": "0.5", "b": "true", "x": "AP8=", "t": "2026-11-30T01:38:00Z",
                          "j": "[1]"}.items():
            checks.check(place.read(key).stdout == text + "\n", f"{key}: {place.read(key)}")
        for key, wrong in (("", 1), ("k" * 513, 1), ("k", "x" * (4 * 2**20 + 1))):
            try:
                defaults.write(key, wrong)
                checks.check(False, f"{key[:3]!r} was taken")
            except sqlite3.IntegrityError:
                checks.check(True, "")
        checks.check(place.run("defaults", "groups", "--json").stdout.count(GROUP) == 1, "the group is listed")
        return tables(place)


def in_program(checks):
    with Place() as place:
        place.write("k", "v")
        return tables(place)


def todos(checks):
    with Place() as place:
        def stored():
            return json.loads(place.read("data", group=TODO_GROUP).stdout)
        sample = json.loads((TODOS / "todos.json").read_text())
        script = [str(TODOS / "write-todos.sh")]
        checks.check(place.command(script).returncode == 0 and stored() == sample, "the sample's todos by the shell")
        checks.check(requests(place) == [("todo", TODO_GROUP, "data")], f"{requests(place)}")
        place.write("data", "[]", "--type", "json", group=TODO_GROUP)
        checks.check(place.command(script).returncode == 0 and stored() == [], "a start overwrote the list")
        checks.check(place.command([*script, "--replace"]).returncode == 0 and stored() == sample, "--replace")
        if not shutil.which("node"):
            checks.say("skipped: no node here")
            return
        node = ["node", str(TODOS / "todos.js")]
        checks.check(place.command([*node, "toggle", "2"]).returncode == 0, "toggle")
        checks.check([todo["isCompleted"] for todo in stored()] == [True, True, False, False], f"{stored()}")
        checks.check(place.command([*node, "add", "둘 $(x)"]).returncode == 0 and stored()[-1] == {
            "id": 5, "isCompleted": False, "text": "둘 $(x)"}, f"{stored()[-1]}")
        checks.check(place.command(node).stdout.splitlines()[1] == "2 [x] Pack the tripod", "the list")
        place.write("data", "[1,", group=TODO_GROUP)
        broken = place.command([*node, "toggle", "1"])
        checks.check(broken.returncode == 1 and broken.stderr.count("[SHARED DEFAULTS]") == 1, f"{broken}")
        checks.check(place.read("data", group=TODO_GROUP).stdout == "[1,\n", "a broken list was overwritten")
        place.environment["PHOTOWIDGET"] = "/nonexistent"
        gone = place.command([*node, "toggle", "1"])
        checks.check(gone.returncode == 1 and gone.stderr.count("[SHARED DEFAULTS]") == 1, f"{gone}")


def budget(checks):
    with Place() as place:
        for words, text in (([str(BUDGET / "write-budget.sh")], "12000"),
                            ([str(BUDGET / "write-budget.sh"), "-12000"], "-12000"),
                            ([str(BUDGET / "budget.py")], "12000"), ([str(BUDGET / "budget.py"), "-5"], "-5")):
            result = place.command(words)
            entry = place.read("WooriWidgetKey", "--type", "string", group=BUDGET_GROUP)
            checks.check(result.returncode == 0 and entry.stdout == text + "\n", f"{words}: {result} {entry}")
        kinds = [kind for kind, _, _ in requests(place)]
        checks.check(kinds and set(kinds) == {"budget"}, f"{kinds}")
        place.environment["PHOTOWIDGET_STATE_DIR"] = "/proc/nowhere"
        for script in ("write-budget.sh", "budget.py"):
            result = place.command([str(BUDGET / script)])
            checks.check(result.returncode != 0 and result.stderr.count("\n") == 1, f"{script}: {result}")


checks = Checks("languages")
made = {"C": in_c(checks), "Python": in_python(checks), "the program": in_program(checks)}
for name, schema in made.items():
    checks.check(schema == made["the program"], f"{name} makes another store than the program")
todos(checks)
budget(checks)
checks.say("skipped: Dart, which is not here" if not shutil.which("dart") else "Dart is here, but its example is not run")
checks.end()
