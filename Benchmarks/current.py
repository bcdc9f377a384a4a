#!/usr/bin/env python3
"""What a bar waits for: `photowidget current --format waybar`, beside `true` and `vipsthumbnail --version`.

    make build
    apt-get install libvips-tools
    Benchmarks/current.py .build/release/photowidget [ROUNDS]

A round runs each command once, in an order that changes; figures are medians of wall and of CPU time, ratios the medians
of the rounds' ratios to vipsthumbnail.
"""

import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

from timing import in_turn, run

FEED = pathlib.Path(__file__).resolve().parents[1] / "samples/feeds/texas.json"


def main():
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    program, rounds = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 60
    with tempfile.TemporaryDirectory() as folder:
        environment = {"HOME": folder, "PATH": os.environ["PATH"]}
        subprocess.run([program, "refresh", "--quiet", "--feed", str(FEED)], env=environment, check=True)
        # By their paths: a search through PATH costs none of them anything.
        commands = {
            "true": [shutil.which("true")],
            "vipsthumbnail --version": [shutil.which("vipsthumbnail"), "--version"],
            "current": [program, "current"],
            "current --format waybar": [program, "current", "--format", "waybar"],
            "current --format waybar-custom": [program, "current", "--format", "waybar-custom"],
            "current --json": [program, "current", "--json"],
        }
        names = list(commands)
        timed = {name: lambda _, command=command: run(command, environment) for name, command in commands.items()}
        in_turn(timed, 2)
        measured = in_turn(timed, rounds)
    print(f"{rounds} rounds")
    print("| command | wall ms | ratio | CPU ms | ratio |")
    print("|---|---|---|---|---|")
    for name in names:
        cells = []
        for kind in (0, 1):
            base = measured["vipsthumbnail --version"]
            cells.append(f"{statistics.median(times[kind] for times in measured[name]):.1f}")
            cells.append(f"{statistics.median(times[kind] / other[kind] for times, other in zip(measured[name], base)):.2f}")
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
