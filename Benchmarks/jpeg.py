#!/usr/bin/env python3
"""Times JPEG thumbnails in RasterWorker, libvips and Pillow, and measures how near they come to the full picture.

    swift build --package-path Benchmarks -c release
    python3 -m venv V && V/bin/pip install 'pyvips[binary]' pillow numpy
    V/bin/python Benchmarks/jpeg.py [--rounds 5] [--mode strict|trusted] NAME=SIZE:PHOTO.jpg[,PHOTO.jpg…]…

A line of the table is a set of photos at one box. Every round asks each program for the same photo in turn; figures
are medians of CPU time (user + system) for one photo, ratios the medians of the rounds' ratios. A thumbnail is RGBA in
memory, upright, decoded from the file's bytes, in one thread (libvips has its own). PSNR is against a floating-point
lanczos3 of the whole decoded picture in gamma space: the mean of the set and its worst photo.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

WORKER = Path(__file__).parent / ".build/release/RasterWorker"


def vips(path, size):
    import pyvips

    pyvips.cache_set_max(0)
    image = pyvips.Image.thumbnail(path, size, height=size, size="down")
    image = image if image.hasalpha() else image.addalpha()
    return image.width, image.height, image.write_to_memory()


def pillow(path, size, lanczos=True):
    from PIL import Image, ImageOps

    image = Image.open(path)
    image.thumbnail((size, size), Image.LANCZOS if lanczos else Image.BICUBIC)
    image = ImageOps.exif_transpose(image).convert("RGBA")
    return *image.size, image.tobytes()


JOBS = {"vips": vips, "pillow": pillow, "pillow-default": lambda path, size: pillow(path, size, lanczos=False)}


def serve(job):
    """Speaks RasterWorker's protocol."""
    for line in sys.stdin:
        _, path, size, repetitions, *dump = line.split()
        start = resource.getrusage(resource.RUSAGE_SELF)
        for _ in range(int(repetitions)):
            width, height, pixels = job(path, int(size))
        end = resource.getrusage(resource.RUSAGE_SELF)
        spent = end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime
        if dump:
            Path(dump[0]).write_bytes(pixels)
        print(0, spent / int(repetitions) * 1e6, end.ru_maxrss, width, height, flush=True)


def ask(program, mode, path, size, repetitions, dump=""):
    program.stdin.write(f"{mode} {path} {size} {repetitions} {dump}\n")
    program.stdin.flush()
    answer = program.stdout.readline().split()
    if answer[0] == "ERROR":
        raise SystemExit(f"{path}: {' '.join(answer)}")
    return float(answer[1]) / 1e3, int(answer[3]), int(answer[4])


def lanczos_matrix(source, target):
    import numpy

    scale = source / target
    centres = (numpy.arange(target) + 0.5) * scale
    distances = (numpy.arange(source)[None, :] + 0.5 - centres[:, None]) / max(scale, 1)
    weights = numpy.sinc(distances) * numpy.sinc(distances / 3)
    weights[numpy.abs(distances) >= 3] = 0
    return (weights / weights.sum(1, keepdims=True)).astype(numpy.float32)


_whole = {}


def psnr(path, pixels, width, height):
    """How near RGBA bytes come to the whole picture, in dB."""
    import numpy
    from PIL import Image, ImageOps

    Image.MAX_IMAGE_PIXELS = None
    if path not in _whole:
        _whole.clear()
        _whole[path] = numpy.asarray(ImageOps.exif_transpose(Image.open(path)).convert("RGB"))
    whole = _whole[path]
    down, across = lanczos_matrix(whole.shape[0], height), lanczos_matrix(whole.shape[1], width)
    reference = numpy.stack([down @ (whole[..., c].astype(numpy.float32) @ across.T) for c in range(3)], -1).clip(0, 255)
    got = numpy.frombuffer(pixels, numpy.uint8).reshape(height, width, 4)[..., :3].astype(numpy.float32)
    return min(99.0, 10 * float(numpy.log10(255**2 / max(((got - reference) ** 2).mean(), 1e-9))))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--mode", default="strict")
    parser.add_argument("sets", nargs="+", metavar="NAME=SIZE:PHOTO,…")
    options = parser.parse_args()
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_CORETYPE"}
    commands = {"photowidget": [str(WORKER)]}
    commands |= {name: [sys.executable, __file__, "--serve", name] for name in JOBS}
    programs = {
        name: subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        for name, command in commands.items()
    }
    print("| photos | box | photowidget ms | dB mean, worst | libvips ms | dB | ratio | Pillow LANCZOS ms | dB | ratio |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    dump = tempfile.NamedTemporaryFile()
    for description in options.sets:
        name, rest = description.split("=", 1)
        size, photos = rest.split(":", 1)
        photos = photos.split(",")
        near = {program: [] for program in programs}
        repetitions = {}
        for photo in photos:
            for program, process in programs.items():
                _, width, height = ask(process, options.mode, photo, size, 1, dump.name)
                near[program].append(psnr(photo, Path(dump.name).read_bytes(), width, height))
                spent, _, _ = ask(process, options.mode, photo, size, 1)
                repetitions[program, photo] = max(1, min(50, int(30 / max(spent, 0.1))))
        rounds = []
        for _ in range(options.rounds):
            rounds.append(dict.fromkeys(programs, 0.0))
            for photo in photos:
                for program, process in programs.items():
                    spent, _, _ = ask(process, options.mode, photo, size, repetitions[program, photo])
                    rounds[-1][program] += spent / len(photos)
        cells = [name, size]
        for program in ("photowidget", "vips", "pillow"):
            cells.append(f"{statistics.median(round[program] for round in rounds):.2f}")
            worst = f", {min(near[program]):.1f}" if program == "photowidget" else ""
            cells.append(f"{statistics.mean(near[program]):.1f}{worst}")
            if program != "photowidget":
                cells.append(f"{statistics.median(round['photowidget'] / round[program] for round in rounds):.2f}")
        print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve(JOBS[sys.argv[2]])
    else:
        main()
