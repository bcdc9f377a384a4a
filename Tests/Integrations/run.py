#!/usr/bin/env python3
"""Tries what photowidget publishes in the programs that show it.

    Tests/Integrations/run.py [PROGRAM] [TEST…]

One line a test; what a failed one said follows it. A test that needs a program which is not there is skipped, and says
which.
Screenshots go to .build/integrations. Ends with 0 unless something failed.
"""

import concurrent.futures
import os
import pathlib
import signal
import subprocess
import sys
import time

from desk import PROGRAM, SHOTS, SKIPPED

HERE = pathlib.Path(__file__).parent
# The longest first: two run at a time.
TESTS = [
    "conky", "waybar", "polybar", "swaybg", "magicmirror", "trmnl", "thumbnailer", "cron", "feh", "desktops",
    "homeassistant", "swaybar", "i3bar"]
PATIENCE = 120


def run(name, environment):
    start = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-B", HERE / f"{name}.py"], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, errors="replace")
    try:
        output, _ = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        # It ends what it has started.
        process.send_signal(signal.SIGTERM)
        output = process.communicate()[0] + f"  FAIL not done within {PATIENCE} s\n"
    return name, process.returncode, output, time.monotonic() - start


def main():
    words = sys.argv[1:]
    program = os.path.abspath(words.pop(0)) if words and words[0] not in TESTS else PROGRAM
    tests = words or TESTS
    unknown = [name for name in tests if name not in TESTS]
    if unknown or not os.access(program, os.X_OK):
        what = f"{unknown[0]}: no such test" if unknown else f"{program}: not there; swift build"
        print(f"run.py: {what}", file=sys.stderr)
        return 64
    environment = {**os.environ, "PHOTOWIDGET": program, "PYTHONDONTWRITEBYTECODE": "1"}
    SHOTS.mkdir(parents=True, exist_ok=True)
    failed = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for future in concurrent.futures.as_completed([pool.submit(run, name, environment) for name in tests]):
            name, status, output, seconds = future.result()
            word = {0: "ok", SKIPPED: "skip"}.get(status, "FAIL")
            checks = output.count("  ok   ")
            reason = output.strip().removeprefix("skip: ") if status == SKIPPED else f"{checks} checks, {seconds:.1f} s"
            print(f"{word:4} {name}: {reason}", flush=True)
            if word == "FAIL":
                failed.append((name, output.rstrip()))
    # At the end, where one looks first.
    for name, output in failed:
        print(f"\nwhat failed: {name}\n{output}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
