#!/usr/bin/env python3
"""Times PNG thumbnails in RasterWorker, libvips and Pillow, file by file, and prints a Markdown table.

    swift build --package-path Benchmarks -c release
    python3 -m venv V && V/bin/pip install 'pyvips[binary]' pillow
    V/bin/python Benchmarks/png.py PHOTO.png…

Every round asks each program for the same file in turn; figures are medians of CPU time (user + system), ratios the
medians of the rounds' ratios. A thumbnail is RGBA in memory, decoded from the file's bytes, in one thread.
"""

import resource
import statistics
import subprocess
import sys
from pathlib import Path

ROUNDS = 5
SIZES = (256, 500)
WORKER = Path(__file__).parent / ".build/release/RasterWorker"


def vips(path, size):
    import pyvips

    pyvips.cache_set_max(0)
    image = pyvips.Image.thumbnail(path, size, height=size, size="down")
    (image if image.hasalpha() else image.addalpha()).write_to_memory()


def pillow(path, size):
    from PIL import Image

    image = Image.open(path)
    image.thumbnail((size, size))
    image.convert("RGBA").tobytes()


def serve(job):
    """Speaks RasterWorker's protocol."""
    for line in sys.stdin:
        _, path, size, repetitions = line.split()
        start = resource.getrusage(resource.RUSAGE_SELF)
        for _ in range(int(repetitions)):
            job(path, int(size))
        end = resource.getrusage(resource.RUSAGE_SELF)
        spent = end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime
        print(0, spent / int(repetitions) * 1e6, end.ru_maxrss, 0, 0, flush=True)


def ask(program, path, size, repetitions):
    """The CPU time of one thumbnail, in milliseconds."""
    program.stdin.write(f"strict {path} {size} {repetitions}\n")
    program.stdin.flush()
    return float(program.stdout.readline().split()[1]) / 1e3


def main(paths):
    script = [sys.executable, __file__, "--serve"]
    commands = {"photowidget": [str(WORKER)], "libvips": script + ["vips"], "Pillow": script + ["pillow"]}
    programs = {
        name: subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for name, command in commands.items()
    }
    print("| file | box | photowidget ms | libvips ms | ratio | Pillow ms | ratio |")
    print("|---|---|---|---|---|---|---|")
    for path in paths:
        for size in SIZES:
            repetitions = {
                name: max(1, min(50, int(60 / max(ask(program, path, size, 1), 1)))) for name, program in programs.items()
            }
            rounds = [
                {name: ask(program, path, size, repetitions[name]) for name, program in programs.items()}
                for _ in range(ROUNDS)
            ]
            cells = [Path(path).name, str(size)]
            for name in programs:
                cells.append(f"{statistics.median(round[name] for round in rounds):.1f}")
                if name != "photowidget":
                    cells.append(f"{statistics.median(round['photowidget'] / round[name] for round in rounds):.2f}")
            print("| " + " | ".join(cells) + " |", flush=True)


if sys.argv[1:2] == ["--serve"]:
    serve({"vips": vips, "pillow": pillow}[sys.argv[2]])
else:
    main(sys.argv[1:])
