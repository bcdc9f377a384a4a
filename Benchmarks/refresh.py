#!/usr/bin/env python3
"""One refresh beside a shell pipeline that does the same job, in turn, over a loopback origin.

  Benchmarks/refresh.py PHOTOWIDGET FEED_URL [ROUNDS]

The pipeline is curl | jq, curl, vipsthumbnail: it gets the feed, the first photo and a 256 pixel thumbnail as PNG, and checks nothing.
photowidget does it once with an empty cache ("fresh") and once with what that left behind ("cached"). Prints the medians of user+system
CPU, wall time and peak memory (the largest process), and the ratio of photowidget to the pipeline, pair by pair.
"""
import os, shutil, statistics, subprocess, sys, tempfile, time

photowidget, feed = sys.argv[1:3]
rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 15
work = tempfile.mkdtemp()
pipeline = f"""set -e
curl -sS '{feed}?tagmode=any&format=json&nojsoncallback=1' -o {work}/feed.json
curl -sS "$(jq -r '.items[0].media.m' {work}/feed.json)" -o {work}/photo.jpg
vipsthumbnail {work}/photo.jpg -s 256x256 -o {work}/thumbnail.png"""
refresh = [photowidget, "refresh", "--quiet", "--feed", feed, "--cache-dir", f"{work}/cache", "--state-dir", f"{work}/state"]


def measure(command):
    start = time.monotonic()
    child = subprocess.Popen(command)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = status
    if status:
        sys.exit(f"{command}: status {status}")
    return (1000 * (usage.ru_utime + usage.ru_stime), 1000 * (time.monotonic() - start), usage.ru_maxrss / 1024)


figures = {"pipeline": [], "fresh": [], "cached": []}
for round in range(rounds + 1):
    shutil.rmtree(f"{work}/cache", ignore_errors=True)
    shutil.rmtree(f"{work}/state", ignore_errors=True)
    measured = {"pipeline": measure(["bash", "-c", pipeline]), "fresh": measure(refresh), "cached": measure(refresh)}
    for name in figures if round else ():  # the first round warms the page cache
        figures[name].append(measured[name])
print("| | CPU ms | wall ms | peak MiB | CPU ratio | wall ratio |\n|---|---|---|---|---|---|")
for name, rows in figures.items():
    medians = [statistics.median(column) for column in zip(*rows)]
    ratios = [statistics.median(row[i] / base[i] for row, base in zip(rows, figures["pipeline"])) for i in (0, 1)]
    print(f"| {name} | {medians[0]:.1f} | {medians[1]:.1f} | {medians[2]:.1f} | {ratios[0]:.2f} | {ratios[1]:.2f} |")
shutil.rmtree(work)
