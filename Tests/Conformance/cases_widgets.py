"""The widgets other than photo: their timelines, the shared store behind them, reloads, simulations, the configuration."""

import json
import signal
import threading
import time
from datetime import datetime, timedelta

from checks import check, equal
from pictures import Picture

NOW = "2026-11-30T01:38:00Z"
TODOS = ("--group", "group.react.native.widget.example", "data")
BUDGET = ("--group", "group.woori.homeWidget", "WooriWidgetKey")


def todos(*texts):
    """A list of todos as an app writes it."""
    return json.dumps(
        [{"id": number, "isCompleted": False, "text": text} for number, text in enumerate(texts)],
        ensure_ascii=False,
    )


def shown(entry):
    """The texts of the todos that an entry shows."""
    return [item["text"] for item in entry["content"]["items"]]


def case_S18_widgets(bench):
    """Todo: five hourly entries, then the next timeline; one file, replaced as one, of the same bytes for the same input."""
    bench.run("defaults", "write", *TODOS, todos("Milk", "한글")).expect(0)
    words = ("timeline", "--widget", "todo", "--json", "--now")
    run = bench.run(*words, NOW).expect(0)
    dates = [datetime.fromisoformat(entry["date"]) for entry in run.json["entries"]]
    equal(dates, [datetime.fromisoformat(NOW) + timedelta(hours=k) for k in range(5)], "the dates")
    equal(run.json["policy"], {"type": "atEnd", "date": None}, "the policy")
    equal(run.out, bench.run(*words, NOW).expect(0).out, "the output for the same input")
    entry = bench.run("refresh", "--widget", "todo", "--json", "--now", NOW).expect(0).json
    equal(entry, bench.run("current", "--widget", "todo", "--json").expect(0).json, "what is published")
    equal((entry["status"], shown(entry)), ("fresh", ["Milk", "한글"]), "the entry")
    check("photo" in entry and entry["photo"] is None and entry["image"] is None, "keys that are always there")


def case_S18_rendered(bench):
    """A renderer that cannot download draws each entry of a photo's timeline; hits.json has the entry's link."""
    server = bench.serve("plain.json")
    feed = ("--feed", server.feed, "--variant", "m")
    entries = bench.run("timeline", *feed, "--entries", 3, "--json", "--now", NOW).expect(0).json["entries"]
    asked = len(server.log())
    for entry in entries:
        out = bench.path(f"{entry['photo']['id']}.png")
        words = ("render", "--widget", "photo", "--family", "systemMedium", "--scale", 1, "--offline", "--json")
        drawn = bench.run(*words, *feed, "--item", entries.index(entry) + 1, "--now", NOW, "-o", out).expect(0).json
        equal((drawn["width"], drawn["height"]), (338, 158), "the size")
        picture = Picture.read(out)
        equal((picture.width, picture.height), (338, 158), "the picture's size")
        equal(drawn["widgetURL"], entry["deepLink"], "where a tap leads")
    equal(len(server.log()), asked, "the requests")


def case_W_todo_states(bench):
    """Data, none and broken are three states; a list that is cut keeps the last good entry, and says why."""
    refresh = ("refresh", "--widget", "todo", "--json")
    bench.run("defaults", "write", *TODOS, "[{").expect(0)
    entry = bench.run(*refresh).expect(69).json
    equal(entry["status"], "placeholder", "the status before anything good was seen")
    bench.run("defaults", "delete", *TODOS).expect(0)
    equal(bench.run(*refresh).expect(0).json["content"]["state"], "none", "the state of nothing")
    bench.run("defaults", "write", *TODOS, todos(*"abcdef")).expect(0)
    good = bench.run(*refresh).expect(0).json
    equal((shown(good), good["content"]["more"]), (["a", "b", "c"], 3), "what fits")
    bench.run("defaults", "write", *TODOS, todos("x")[:-3]).expect(0)
    stale = bench.run(*refresh).expect(0).json
    equal((stale["status"], stale["content"]), ("stale", good["content"]), "the entry of a cut list")
    check("data" in stale["reason"], f"the reason does not name the key: {stale['reason']}")
    equal(bench.run(*refresh, "--strict").status, 75, "the status of a strict refresh")


def case_W_budget(bench):
    """Signed once, "0" when missing or of another type, two links, one family."""
    refresh = ("refresh", "--widget", "budget", "--json")
    equal(bench.run(*refresh).expect(0).json["content"]["text"], "0원", "the text of nothing")
    for amount, text in (("12000", "+12,000원"), ("-12000", "-12,000원"), ("0", "0원")):
        bench.run("defaults", "write", *BUDGET, amount, "--type", "string").expect(0)
        entry = bench.run(*refresh).expect(0).json
        equal(entry["content"]["text"], text, f"the text of {amount}")
        equal(entry["links"], ["wooribudget://addincome", "wooribudget://addexpense"], "the links")
    bench.run("defaults", "write", *BUDGET, "5", "--type", "int").expect(0)
    content = bench.run(*refresh).expect(0).json["content"]
    equal(content["text"], "0원", "the text of a number")
    check("int" in content["note"], f"the note does not name the type: {content['note']}")
    small = bench.run("timeline", "--widget", "budget", "--family", "systemSmall").expect(64)
    check("systemMedium" in small.err, f"the allowed family is not named: {small.err}")
    unknown = bench.run("reload", "budgt").expect(64)
    check("photo, todo, budget" in unknown.err, f"the kinds are not listed: {unknown.err}")


def case_W_simulate(bench):
    """A day of each widget in less than a second, within the budget, with reasons; nothing is fetched."""
    for kind, asked in (("photo", 480), ("todo", 6), ("budget", 1440)):
        run = bench.run("simulate", "--widget", kind, "--for", "24h", "--json").expect(0)
        totals = run.json["totals"]
        equal(totals["asked"], asked, f"{kind}: asked")
        check(1 <= totals["granted"] <= 70, f"{kind}: granted {totals['granted']}")
        equal(totals["refused"], asked - totals["granted"], f"{kind}: refused")
        check(kind == "todo" or totals["held"]["budget"] > 0, f"{kind}: no reason for what was refused")
        check(run.seconds < 1, f"{kind}: took {run.seconds:.2f} s")
        calls = [datetime.fromisoformat(e["date"]) for e in run.json["events"] if e["kind"] == "call"]
        near = [b - a for a, b in zip(calls, calls[1:]) if b - a < timedelta(seconds=60)]
        equal(near, [], f"{kind}: calls less than the floor apart")
    equal(bench.objects(), {}, "what was fetched")


def case_W_write_then_reload(bench):
    """What is acknowledged is shown: never an old value after a write with its reload, with and without a daemon."""

    def round_trip(number):
        run = bench.run("defaults", "write", *TODOS, todos(str(number)), "--reload", "todo", "--json").expect(0)
        entry = bench.run("current", "--widget", "todo", "--json").expect(0).json
        equal(shown(entry), [str(number)], f"round {number}, after {run.json['reload']}")

    for number in range(20):
        round_trip(number)
    with daemon(bench, "--widget", "todo") as lines:
        for number in range(20, 40):
            round_trip(number)
        equal(shown(lines[-1][1]), ["39"], "the daemon's last entry")


def case_W_changes(bench):
    """A daemon shows a write within a second, without a reload being asked for, and quick writes share reloads."""
    with daemon(bench, "--widget", "todo") as lines:
        wait_for(lambda: lines, 5)
        for number in range(10):
            written = time.monotonic()
            bench.run("defaults", "write", *TODOS, todos(str(number))).expect(0)
        wait_for(lambda: shown(lines[-1][1]) == ["9"], 5)
        seconds = lines[-1][0] - written
        check(seconds < 1, f"the last write was shown after {seconds:.2f} s")
        check(len(lines) <= 8, f"{len(lines)} entries for 10 quick writes")


def case_W_instances(bench):
    """Two instances of a kind with configurations of their own; a slip in the file is told with its line."""
    config = bench.path(
        "config.json5",
        """{
          // Two lists, one of them in a folder of its own.
          instances: [
            { kind: "todo", instance: "one", configuration: { group: "group.a.b", key: "x" } },
            { kind: 'todo', instance: 'two', configuration: { group: "group.a.b", key: "y" }, publish: "two" },
          ],
        }""",
    )
    for key, text in (("x", "first"), ("y", "second")):
        bench.run("defaults", "write", "--group", "group.a.b", key, todos(text)).expect(0)
    with daemon(bench, "--config", config) as lines:
        wait_for(lambda: len(lines) == 2, 5)
        found = {entry["instance"]: shown(entry) for _, entry in lines}
        equal(found, {"one": ["first"], "two": ["second"]}, "what the instances show")
        bench.run("defaults", "write", "--group", "group.a.b", "y", todos("new")).expect(0)
        wait_for(lambda: len(lines) == 3, 5)
        equal((lines[2][1]["instance"], shown(lines[2][1])), ("two", ["new"]), "who shows the change")
        second = bench.run("run", "--config", config, limit=5)
        equal(second.status, 75, "the status of a second daemon")
    path = bench.run("current", "--config", config, "--widget", "todo", "--instance", "two").expect(0).out
    check(path.startswith(bench.path("two/")), f"the second is published at {path}")
    bad = bench.path("bad.json5", "{ instances: [\n { kind: 'todo', instanse: 'one' } ] }")
    run = bench.run("config", "check", "--config", bad).expect(78)
    check(f"{bad}:2: " in run.err and "did you mean instance?" in run.err, f"the fault is told as {run.err}")


def case_W_doctor(bench):
    """Why a widget is old: its age, the last error, what it waits for."""
    bench.run("defaults", "write", *TODOS, todos("a")).expect(0)
    bench.run("refresh", "--widget", "todo", "--now", NOW).expect(0)
    bench.run("defaults", "write", *TODOS, "[").expect(0)
    bench.run("refresh", "--widget", "todo", "--now", "2026-11-30T02:00:00Z").expect(0)
    report = bench.run("doctor", "--widget", "todo", "--json", "--now", "2026-11-30T02:00:30Z").expect(0).json
    equal(report["shown"]["status"], "stale", "the status")
    equal(report["shown"]["age"], 22 * 60 + 30, "the age of what was good last")
    check("broken JSON" in report["lastError"]["reason"], f"the error is {report['lastError']}")
    equal(report["next"]["date"], "2026-11-30T02:01:00Z", "the date of the next try")
    equal(report["next"]["because"], "backOff", "what it waits for")


class daemon:
    """`photowidget run`, and the entries that it prints with their times, until it is told to end."""

    def __init__(self, bench, *words):
        self.process = bench.start("run", *words)
        self.lines = []
        self.reader = threading.Thread(target=self._read, daemon=True)

    def _read(self):
        for line in self.process.stdout:
            self.lines.append((time.monotonic(), json.loads(line)))

    def __enter__(self):
        self.reader.start()
        wait_for(lambda: self.lines, 5)
        return self.lines

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        equal(self.process.wait(timeout=5), 0, "the status after SIGTERM")
        self.reader.join(timeout=2)


def wait_for(condition, seconds):
    """Waits until a condition holds; fails the case after so many seconds."""
    end = time.monotonic() + seconds
    while not condition():
        check(time.monotonic() < end, f"nothing came within {seconds} s")
        time.sleep(0.01)
