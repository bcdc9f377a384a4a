"""Deep links between processes: with the handler up, down, and killed; each once."""

import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import time

from store import Checks, Place, await_watch, lines

URL = "wooribudget://addincome?n="


def pending(place):
    return [event["url"] for event in json.loads(place.run("links", "list", "--json").stdout)["pending"]]


def up(checks):
    with Place() as place:
        listener = place.listen("wooribudget")
        delays = []
        for number in range(20):
            began = time.monotonic()
            place.run("links", "open", f"{URL}{number}")
            event = json.loads(listener.stdout.readline())
            delays.append(time.monotonic() - began)
            checks.check(event["url"] == f"{URL}{number}" and event["host"] == "addincome", f"{event}")
        delays.sort()
        checks.say(f"a link arrives {delays[10] * 1000:.0f} ms after its opener was started (median of 20)")
        listener.send_signal(signal.SIGINT)
        checks.check(listener.wait(10) == 0, f"SIGINT: status {listener.returncode}")
        checks.check(pending(place) == [], "a clean end acknowledges the last")


def down(checks):
    with Place() as place:
        for number in range(3):
            place.run("links", "open", f"{URL}{number}")
        listener = place.start("links", "listen", "--scheme", "wooribudget")
        got = [json.loads(listener.stdout.readline())["url"] for _ in range(3)]
        checks.check(got == [f"{URL}{number}" for number in range(3)], f"opened before: {got}")
        listener.terminate()
        listener.wait(10)
        again = place.listen("wooribudget")
        place.run("links", "open", f"{URL}new")
        checks.check(json.loads(again.stdout.readline())["url"] == f"{URL}new", "an acknowledged link came twice")
        again.kill()
        again.wait()


def killed(checks):
    with Place() as place:
        listener = place.listen("wooribudget")
        place.run("links", "open", f"{URL}1")
        place.run("links", "open", f"{URL}2")
        got = [json.loads(listener.stdout.readline())["id"] for _ in range(2)]
        waiting = place.listen("wooribudget")
        listener.kill()
        listener.wait()
        event = json.loads(waiting.stdout.readline())
        checks.check(event["id"] == got[1], f"the killed one's last link goes to the next: {event}")
        waiting.terminate()
        checks.check(waiting.wait(10) == 0 and pending(place) == [], "and is then acknowledged")


def exactly_once(checks, count=100):
    """Listeners are killed at random while links come in; each link is handled, none twice but what a kill left open."""
    with Place() as place:
        logs, kills = [], 0

        def start():
            log = place.path / f"log-{len(logs)}"
            logs.append(log)
            with open(log, "w") as output:
                return subprocess.Popen([os.environ.get("PHOTOWIDGET") or place.environment["PHOTOWIDGET"], "links",
                                         "listen", "--scheme", "wooribudget"], env=place.environment, stdout=output)
        listeners = [start(), start()]
        for number in range(count):
            checks.check(place.run("links", "open", f"{URL}{number}").returncode == 0, f"open {number}")
            if number % 5 == 4:
                victim = random.randrange(2)
                listeners[victim].kill()
                listeners[victim].wait()
                kills += 1
                listeners[victim] = start()
        end = time.monotonic() + 30
        seen = []
        while time.monotonic() < end:
            seen = [event["id"] for log in logs for event in lines(log.read_text())]
            if len(set(seen)) == count and len(pending(place)) <= 2:
                break
            time.sleep(0.05)
        for listener in listeners:
            # The last one may have been started a moment ago, and not yet listen to signals.
            await_watch(listener)
            listener.terminate()
            checks.check(listener.wait(10) == 0, "a clean end")
        extra = len(seen) - len(set(seen))
        checks.check(len(set(seen)) == count, f"{count - len(set(seen))} links were lost")
        checks.check(extra <= kills, f"{extra} links came twice in {kills} kills")
        checks.check(pending(place) == [], "nothing waits in the end")
        checks.say(f"{count} links, {kills} listeners killed: 0 lost, {extra} again because their listener was killed")


def reader_ends(checks):
    with Place() as place:
        place.run("links", "open", f"{URL}1")
        listener = place.start("links", "listen", "--scheme", "wooribudget")
        listener.stdout.readline()
        listener.stdout.close()
        checks.check(listener.wait(10) == 0 and pending(place) == [], "a reader that read all and closed acknowledges")
        place.run("links", "open", f"{URL}2")
        read, write = os.pipe()
        os.close(read)
        deaf = subprocess.Popen([place.environment["PHOTOWIDGET"], "links", "listen", "--scheme", "wooribudget"],
                                env=place.environment, stdout=write)
        os.close(write)
        checks.check(deaf.wait(10) == 0 and pending(place) == [f"{URL}2"], "what nobody read stays queued")


def refused(checks):
    with Place() as place:
        for url, status, word in (
                ("wooribudget://evil", 77, "addincome, addexpense"), ("nobody://x", 77, "known: widget, wooribudget"),
                ("wooribudget://add income", 65, "space"), ("wooribudget://addincome?\n", 65, "control"),
                ("wooribudget://addincome?\x1b[31m", 65, "control"), ("not a url", 65, "address"),
                ("wooribudget://addincome?" + "x" * 9000, 65, "limit")):
            result = place.run("links", "open", url)
            line = result.stderr.strip()
            checks.check(result.returncode == status and word in line and "\n" not in line and "\x1b" not in line,
                         f"{url[:40]!r}: {result.returncode} {line}")
        checks.check(pending(place) == [], "what is refused is not queued")


def registered(checks):
    with Place() as place:
        marker = place.path / "marker"
        script = place.path / "a handler"
        script.write_text(f'#!/bin/sh\nprintf "%s\\n" "$#" "$@" > "{marker}"\n')
        script.chmod(0o755)
        result = place.run("links", "register", "--scheme", "demo", "--host", "a", "--exec", str(script), "--flag", "b c")
        entry = place.path / "data/applications/photowidget-demo.desktop"
        text = entry.read_text() if entry.exists() else ""
        checks.check(result.returncode == 0 and result.stdout.strip() == str(entry), f"{result}")
        checks.check("MimeType=x-scheme-handler/demo;\n" in text, text)
        command = next(line for line in text.splitlines() if line.startswith("Exec="))
        checks.check(command.startswith("Exec=/") and "photowidget links open %u" in command, command)
        if shutil.which("desktop-file-validate"):
            valid = place.command(["desktop-file-validate", str(entry)])
            checks.check(valid.returncode == 0, valid.stdout + valid.stderr)
        else:
            checks.say("skipped: no desktop-file-validate here")
        url = "demo://a?x=$(touch%20owned);y=`id`".replace("`", "%60")
        checks.check(place.run("links", "open", url).returncode == 0, "open with a command")
        checks.check(marker.read_text().splitlines() == ["3", "--flag", "b c", url], marker.read_text())
        checks.check(pending(place) == [], "what a command took is acknowledged")
        script.write_text("#!/bin/sh\nexit 3\n")
        failed = place.run("links", "open", "demo://a")
        checks.check(failed.returncode == 75 and "exit status 3" in failed.stderr, f"{failed}")
        checks.check(pending(place) == ["demo://a"], "what a command failed at stays queued")
        checks.check(place.run("links", "open", "demo://b").returncode == 77, "another host")


random.seed(4)
checks = Checks("links")
for part in (up, down, killed, exactly_once, reader_ends, refused, registered):
    part(checks)
checks.end()
