#!/usr/bin/env python3
"""The budget widget at systemMedium@2x: drawn in a process, by the command, by headless Chromium, and beside pango-view.

    make benches
    apt-get install pango1.0-tools chromium
    Benchmarks/render.py .build/release/photowidget .build/release/RenderBench [ROUNDS]

A round runs each once, in an order that changes. Chromium draws the same card as HTML: once as a command that starts, takes
the screenshot and ends, and once in a browser that is running, from the changed text to the PNG. pango-view writes the card's
words in their font: once to a picture as large as they are, once to one as large as the card. Figures are medians of wall and
of CPU time; of the running browser's work, which is spread over processes, wall time only.
"""

import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from timing import in_turn, run

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests/Browser"))
from chromium import Chromium  # noqa: E402

WORDS = "이번 달 잔액\n0원\n수입 추가 지출 추가"
CARD = """<!doctype html><meta charset=utf-8><style>
body{margin:0;width:338px;height:158px;background:rgb(95,148,247);color:#fff;font:bold 18px sans-serif}
.card{box-sizing:border-box;padding:16px;height:158px;display:flex;flex-direction:column;justify-content:center;gap:4px}
.top{display:flex;align-items:center;gap:8px;font-size:12px}.logo{width:32px;height:32px;border-radius:9px;background:#fff}
.sum{font-size:22px;text-align:center}.row{display:flex;gap:12px}
.row a{flex:1;min-height:44px;line-height:44px;text-align:center;background:rgba(255,255,255,.18);border-radius:12px}
</style><div class=card><div class=top><div class=logo></div>이번 달 잔액</div><div class=sum id=sum>0원</div>
<div class=row><a>수입 추가</a><a>지출 추가</a></div></div>"""


def in_process(bench, environment, *options):
    """One picture of many drawn in a process, PNG included: CPU time, which is what there is of one thread."""
    printed = subprocess.run([bench, *options], env=environment, check=True, capture_output=True, text=True).stdout
    picture, png = (float(re.search(f"^{name}: median of [0-9]+: ([0-9.]+) ms", printed, re.M)[1]) for name in ("picture", "PNG"))
    return picture + png, picture + png


def screenshot(browser, number):
    """A changed text and its picture, in a browser that is running."""
    start = time.perf_counter()
    browser.evaluate(f"document.getElementById('sum').textContent = '{number}원'")
    browser.call("Page.captureScreenshot", format="png", clip={"x": 0, "y": 0, "width": 338, "height": 158, "scale": 2})
    return (time.perf_counter() - start) * 1e3, None


def main():
    if len(sys.argv) < 3:
        raise SystemExit(__doc__)
    program, bench = (os.path.abspath(path) for path in sys.argv[1:3])
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 15
    with tempfile.TemporaryDirectory() as folder:
        environment = {"HOME": folder, "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
        page = pathlib.Path(folder, "card.html")
        page.write_text(CARD)
        pango = [shutil.which("pango-view"), "-q", "--no-display", f"--output={folder}/p.png", "--font=sans-serif bold 22px"]
        browser = Chromium(338, 158)
        try:
            browser.open(page.as_uri())
            things = {
                "in a process, new texts": lambda _: in_process(bench, environment),
                "in a process, the same texts": lambda _: in_process(bench, environment, "--same"),
                "photowidget render": lambda _: run(
                    [program, "render", "--widget", "budget", "--family", "systemMedium", "-o", f"{folder}/w.png"], environment),
                "pango-view, as large as the words": lambda _: run(pango + ["-t", WORDS], environment),
                "pango-view, as large as the card": lambda _: run(
                    pango + ["--dpi=72", "--margin=110 250", "-t", WORDS], environment),
                "chromium, running": lambda number: screenshot(browser, number),
                "chromium, as a command": lambda _: run(
                    ["timeout", "60", shutil.which("chromium"), "--headless=new", "--no-sandbox", "--disable-gpu",
                     f"--user-data-dir={folder}/profile", f"--screenshot={folder}/c.png", "--window-size=338,158",
                     "--force-device-scale-factor=2", page.as_uri()],
                    environment),
            }
            names = list(things)
            in_turn(things, 1)
            # Chromium's text has to change from what it was.
            measured = in_turn({name: lambda number, thing=thing: thing(number + 1) for name, thing in things.items()}, rounds)
        finally:
            browser.close()
    print(f"{rounds} rounds, load {os.getloadavg()[0]:.1f}")
    print("| | wall ms | CPU ms |")
    print("|---|---|---|")
    for name in names:
        cells = []
        for kind in (0, 1):
            values = [times[kind] for times in measured[name] if times[kind] is not None]
            cells.append(f"{statistics.median(values):.1f}" if values else "")
        print(f"| {name} | {' | '.join(cells)} |")

    def ratio(one, other, kind):
        return statistics.median(a[kind] / b[kind] for a, b in zip(measured[one], measured[other]))

    print(f"chromium as a command / in a process: {ratio('chromium, as a command', 'in a process, new texts', 0):.0f}")
    print(f"chromium running / in a process: {ratio('chromium, running', 'in a process, new texts', 0):.0f}")
    for kind, what in ((0, "wall"), (1, "CPU")):
        print(
            f"render / pango-view, {what}: {ratio('photowidget render', 'pango-view, as large as the words', kind):.2f},"
            f" {ratio('photowidget render', 'pango-view, as large as the card', kind):.2f} for a picture as large as the card")


if __name__ == "__main__":
    main()
