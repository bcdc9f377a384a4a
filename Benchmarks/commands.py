#!/usr/bin/env python3
"""Times whole commands that make one thumbnail, from start to exit, and draws speed against quality.

    make build
    apt-get install libvips-tools imagemagick graphicsmagick libgdk-pixbuf2.0-bin ffmpegthumbnailer time
    python3 -m venv V && V/bin/pip install 'pyvips[binary]' pillow numpy
    V/bin/python Benchmarks/commands.py [--rounds 7] [--svg docs/pixels.svg] [--batch] .build/release/photowidget SIZE:PHOTO.jpg…

Every round runs each program once for the same photo; figures are medians, ratios the medians of the rounds' ratios to
vipsthumbnail. photowidget writes PAM, vipsthumbnail PPM: nobody pays for PNG but gdk-pixbuf's and ffmpeg's tools, which
cannot do otherwise. Peak memory comes from GNU time. PSNR as in jpeg.py. --batch makes all photos in one process with
two threads, beside pyvips with two.
"""

import argparse
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from jpeg import psnr

ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "OPENBLAS_CORETYPE"}
BATCH = """
import sys, pyvips
from concurrent.futures import ThreadPoolExecutor
def job(path):
    image = pyvips.Image.thumbnail(path, int(sys.argv[1]), height=int(sys.argv[1]), size="down")
    return image.addalpha().write_to_memory()
with ThreadPoolExecutor(2) as pool: list(pool.map(job, sys.argv[2:]))
"""


def commands(binary, photo, size, folder):
    """Each program's command and where its picture goes."""
    box, twice = f"{size}x{size}", f"{2 * size}x{2 * size}"
    out = {name: f"{folder}/{name}" for name in ("ours.pam", "vips.ppm", "gdk.png", "im.rgba.png", "gm.ppm", "ff.png")}
    yield "vipsthumbnail", ["vipsthumbnail", photo, "--size", box, "-o", out["vips.ppm"]], out["vips.ppm"]
    yield "photowidget", [binary, "thumbnail", photo, "--size", box, "-o", out["ours.pam"]], out["ours.pam"]
    yield "gdk-pixbuf-thumbnailer", ["gdk-pixbuf-thumbnailer", "-s", str(size), photo, out["gdk.png"]], out["gdk.png"]
    yield "ImageMagick", [
        "convert", "-define", f"jpeg:size={twice}", photo, "-auto-orient", "-thumbnail", box, "-define",
        "png:compression-level=1", out["im.rgba.png"],
    ], out["im.rgba.png"]
    yield "GraphicsMagick", ["gm", "convert", "-size", twice, photo, "-auto-orient", "-thumbnail", box, out["gm.ppm"]], (
        out["gm.ppm"]
    )
    yield "ffmpegthumbnailer", ["ffmpegthumbnailer", "-i", photo, "-s", str(size), "-o", out["ff.png"]], out["ff.png"]


def run(command):
    """Wall and CPU time, in milliseconds."""
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = status
    if status != 0:
        raise SystemExit(f"failed: {' '.join(command)}")
    return (time.perf_counter() - start) * 1e3, (usage.ru_utime + usage.ru_stime) * 1e3


def peak(command):
    """Peak memory, in MiB; measured by a small parent, whose own memory does not count."""
    answer = subprocess.run(
        ["/usr/bin/time", "-f", "%M"] + command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        env=ENVIRONMENT,
    )
    return int(answer.stderr.split()[-1]) / 1024


def likeness(photo, picture):
    from PIL import Image

    image = Image.open(picture) if not picture.endswith(".pam") else pam(picture)
    return psnr(photo, image.convert("RGBA").tobytes(), *image.size)


def pam(path):
    from PIL import Image

    data = Path(path).read_bytes()
    header, _, pixels = data.partition(b"ENDHDR\n")
    fields = dict(line.split(b" ", 1) for line in header.split(b"\n") if b" " in line and not line.startswith(b"#"))
    return Image.frombytes("RGBA", (int(fields[b"WIDTH"]), int(fields[b"HEIGHT"])), pixels)


def single(options, folder):
    print("| photo | box | program | wall ms | ratio | CPU ms | ratio | peak MiB | dB |")
    print("|---|---|---|---|---|---|---|---|---|")
    points = {}
    for description in options.photos:
        size, photo = description.split(":", 1)
        programs = list(commands(options.binary, photo, int(size), folder))
        rounds = [{name: run(command) for name, command, _ in programs} for _ in range(options.rounds)]
        measured = {}
        for name, command, picture in programs:
            wall, cpu = (statistics.median(round[name][kind] for round in rounds) for kind in (0, 1))
            ratios = [
                statistics.median(round[name][kind] / round["vipsthumbnail"][kind] for round in rounds) for kind in (0, 1)
            ]
            near = likeness(photo, picture)
            measured[name] = (ratios[1], near)
            print(
                f"| {Path(photo).stem} | {size} | {name} | {wall:.1f} | {ratios[0]:.2f} | {cpu:.1f} | {ratios[1]:.2f} "
                f"| {peak(command):.1f} | {near:.1f} |",
                flush=True,
            )
        # A picture that is not scaled says nothing about scaling.
        if measured["photowidget"][1] < 99:
            for name, point in measured.items():
                points.setdefault(name, []).append(point)
    return points


def batch(options):
    size = options.photos[0].split(":", 1)[0]
    photos = [description.split(":", 1)[1] for description in options.photos]
    rounds = []
    for _ in range(options.rounds):
        with tempfile.TemporaryDirectory() as out:
            ours = run(
                [options.binary, "thumbnail", *photos, "-o", out, "--format", "pam", "--size", f"{size}x{size}", "--jobs", "2"]
            )
        rounds.append((run([sys.executable, "-c", BATCH, size, *photos]), ours))
    for kind, name in ((0, "wall"), (1, "CPU")):
        vips, ours = (statistics.median(round[program][kind] for round in rounds) for program in (0, 1))
        ratio = statistics.median(round[0][kind] / round[1][kind] for round in rounds)
        print(f"{len(photos)} photos at {size}, {name}: pyvips {vips:.0f} ms, photowidget {ours:.0f} ms, {ratio:.2f} times")


def chart(points, path):
    """Speed (CPU relative to vipsthumbnail, geometric mean, logarithmic) against likeness (mean)."""
    width, height, left, bottom = 640, 400, 60, 50
    low, high, floor, ceiling = 0.03, 4.0, 30, 60

    def x(ratio):
        return left + (math.log(ratio) - math.log(low)) / (math.log(high) - math.log(low)) * (width - left - 20)

    def y(near):
        return height - bottom - (near - floor) / (ceiling - floor) * (height - bottom - 20)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for ratio in (0.05, 0.1, 0.2, 0.5, 1, 2):
        parts.append(f'<path d="M{x(ratio):.0f} 20V{height - bottom}" stroke="#ddd"/>')
        parts.append(f'<text x="{x(ratio):.0f}" y="{height - bottom + 16}" text-anchor="middle">{ratio:g}</text>')
    for near in range(floor, ceiling + 1, 5):
        parts.append(f'<path d="M{left} {y(near):.0f}H{width - 20}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 6}" y="{y(near) + 4:.0f}" text-anchor="end">{near}</text>')
    parts.append(
        f'<text x="{(width + left) / 2}" y="{height - 12}" text-anchor="middle">CPU time of the whole command, '
        "vipsthumbnail = 1 (less is better)</text>"
    )
    parts.append(
        f'<text transform="translate(18 {height / 2}) rotate(-90)" text-anchor="middle">PSNR in dB (more is better)</text>'
    )
    means = {
        name: (math.exp(statistics.mean(math.log(value[0]) for value in values)), statistics.mean(v[1] for v in values))
        for name, values in points.items()
    }
    for index, (name, (ratio, near)) in enumerate(sorted(means.items(), key=lambda item: item[1])):
        color = "#c0392b" if name == "photowidget" else "#34495e"
        shift = 18 if index % 2 else -10
        parts.append(f'<circle cx="{x(ratio):.0f}" cy="{y(near):.0f}" r="5" fill="{color}"/>')
        parts.append(
            f'<text x="{x(ratio):.0f}" y="{y(near) + shift:.0f}" fill="{color}" text-anchor="middle">{name}</text>'
        )
    Path(path).write_text("\n".join(parts + ["</svg>"]) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--svg")
    parser.add_argument("--batch", action="store_true")
    parser.add_argument("binary")
    parser.add_argument("photos", nargs="+", metavar="SIZE:PHOTO")
    options = parser.parse_args()
    if options.batch:
        batch(options)
        return
    with tempfile.TemporaryDirectory() as folder:
        points = single(options, folder)
    if options.svg:
        chart(points, options.svg)


main()
