#!/usr/bin/env python3
"""The page of `photowidget serve` in a real browser: what it shows, how it changes, where a tap leads.

    Tests/Browser/page.py [PROGRAM]

Screenshots go to .build/browser. Ends with 0 if everything holds.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

from chromium import Chromium, Failure

root = pathlib.Path(__file__).resolve().parents[2]
program = sys.argv[1] if len(sys.argv) > 1 else str(root / ".build/release/photowidget")
pictures = root / ".build/browser"
feed = str(root / "samples/feeds/texas.json")
failures = []


def check(holds, what):
    print(f"{'ok  ' if holds else 'FAIL'} {what}", flush=True)
    if not holds:
        failures.append(what)


class Serving:
    """The program with directories of its own, and its server."""

    def __init__(self):
        self.directory = tempfile.TemporaryDirectory(prefix="photowidget-browser-")
        self.options = [
            "--cache-dir", f"{self.directory.name}/cache", "--state-dir", f"{self.directory.name}/state",
            "--config", f"{self.directory.name}/config.json5"]
        pathlib.Path(f"{self.directory.name}/config.json5").write_text("{}")
        self.server = subprocess.Popen(
            [program, "serve", "--port", "0", *self.options], stdout=subprocess.PIPE, text=True)
        self.url = self.server.stdout.readline().strip()

    def run(self, *words):
        subprocess.run([program, *words, *self.options], check=True, stdout=subprocess.DEVNULL)

    def publish(self, kind, entry, hits, picture):
        """Publishes a set as another program would."""
        home = pathlib.Path(self.directory.name, "state/published", kind, "default")
        folder = home / f"made-{len(list(home.glob('*'))) if home.exists() else 0}"
        folder.mkdir(parents=True)
        (folder / "entry.json").write_text(json.dumps(entry))
        (folder / "hits.json").write_text(json.dumps(hits))
        (folder / "widget.png").write_bytes(picture)
        (home / "new").symlink_to(folder.name)
        os.rename(home / "new", home / "current")

    def stop(self):
        self.server.terminate()
        return self.server.wait(30)


def hostile_widget(serving):
    title = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    current = pathlib.Path(serving.directory.name, "state/published/photo/default/current/thumbnail.png")
    serving.publish(
        "other",
        {"date": "2026-11-30T01:38:00Z", "validUntil": None, "status": "stale", "reason": "the <b>network</b> failed",
         "photo": {"title": title, "author": "\"><i>me</i>", "link": None}, "image": None, "deepLink": None},
        {"size": [200, 100], "widgetURL": "https://whole.example/", "alt": "left and right",
         "hits": [{"rect": [100, 0, 100, 100], "url": "https://right.example/"},
                  {"rect": [0, 0, 10, 10], "url": "javascript:alert(3)"}],
         "pictures": [{"file": "widget.png", "scale": 1, "scheme": "light", "width": 200, "height": 100}]},
        current.read_bytes())
    return title


def run(browser, serving):
    browser.open(f"{serving.url}/")
    browser.wait_for("!document.getElementById('empty').hidden", "the empty page")
    check("photowidget refresh --tags texas" in browser.evaluate("document.getElementById('empty').innerText"),
          "an empty page says which command publishes something")
    browser.screenshot(pictures / "empty.png")

    serving.run("refresh", "--feed", feed, "--size", "x-large")
    shown = "(() => { const i = document.querySelector('.frame img'); return i && i.complete && i.naturalWidth > 0 && i.src; })()"
    first = browser.wait_for(shown, "the picture")
    check(True, "the page shows the picture by itself")
    check(browser.evaluate("document.querySelector('.frame img').naturalWidth") > 300, "the picture is the published one")
    check(browser.evaluate("document.querySelector('.title').innerText") == "First light on the range", "its title")
    check(browser.evaluate("document.querySelector('.frame img').alt") != "", "its words for who cannot see it")
    check("made" in browser.evaluate("document.querySelector('.made').innerText")
          and "next" in browser.evaluate("document.querySelector('.next').innerText"), "its age, and when the next comes")
    browser.screenshot(pictures / "light.png")

    serving.run("refresh", "--feed", feed, "--size", "x-large", "--item", "2")
    second = browser.wait_for(f"{shown} !== {json.dumps(first)} && {shown}", "another picture")
    check(second != first, "a refresh changes the picture")
    check("has changed" in browser.wait_for("document.getElementById('news').textContent", "the news"),
          "and a screen reader hears of it")
    check(browser.evaluate("document.querySelectorAll('.card').length") == 1, "in the place of the old one")

    centre = "(() => { const r = document.querySelector('.frame img').getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()"
    link = browser.evaluate("document.querySelector('.whole').href")
    check(link.startswith("https://www.flickr.com/"), "the photo's link leads to its page")
    browser.tap(*browser.evaluate(centre))
    browser.wait_for_opened(link)
    check(True, "a tap on the photo opens it")

    browser.evaluate("document.activeElement.blur(); window.getSelection().removeAllRanges()")
    browser.press("Tab", 9)
    focused = browser.evaluate("document.activeElement.className")
    check(focused == "whole", f"the Tab key reaches the link ({focused})")
    browser.press("Enter", 13)
    browser.wait_for_opened(link)
    check(True, "and Enter opens it")

    title = hostile_widget(serving)
    browser.wait_for("document.querySelectorAll('.card').length === 2", "a second widget")
    check(browser.evaluate("[...document.querySelectorAll('.title')].some(t => t.textContent === " + json.dumps(title) + ")"),
          "a hostile title is text")
    check(browser.evaluate("document.querySelectorAll('article script, article b, article i').length") == 0, "and no markup")
    check(browser.evaluate("document.querySelectorAll('a[href^=\"javascript\"]').length") == 0, "a hostile link is none")
    place = "(() => { const r = document.querySelectorAll('.frame img')[%d].getBoundingClientRect(); return [r.x + r.width * %f, r.y + r.height / 2]; })()"
    index = browser.evaluate("[...document.querySelectorAll('.name')].findIndex(n => n.textContent === 'other/default')")
    browser.wait_for(f"document.querySelectorAll('.frame img')[{index}].complete", "its picture")
    browser.tap(*browser.evaluate(place % (index, 0.75)))
    browser.wait_for_opened("https://right.example/")
    check(True, "a tap on a place with a link opens that link")
    browser.tap(*browser.evaluate(place % (index, 0.25)))
    browser.wait_for_opened("https://whole.example/")
    check(True, "and beside it the widget's")

    nodes = browser.call("Accessibility.getFullAXTree")["nodes"]
    roles = {}
    for node in nodes:
        if not node.get("ignored"):
            roles.setdefault(node["role"]["value"], []).append(node.get("name", {}).get("value", ""))
    check(all(roles.get("image", [])) and roles.get("image"), "every picture has a name")
    check(all(roles.get("link", [])) and roles.get("link"), "every link has a name")
    check(len(roles.get("heading", [])) >= 3 and "status" in roles, "headings, and a live region")

    serving.run("reload", "budget", "todo")
    browser.wait_for("document.querySelectorAll('.card').length === 4", "drawn widgets")
    browser.wait_for("[...document.images].every(i => i.complete && i.naturalWidth > 0)", "their pictures")
    check(browser.evaluate("[...document.querySelectorAll('.hit')].some(a => a.href === 'wooribudget://addincome')"),
          "a drawn widget's links lie where they are drawn")
    browser.screenshot(pictures / "widgets.png")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = browser.evaluate(paper)
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    check(browser.evaluate(paper) != light, "the page is dark where the desktop is")
    browser.wait_for("[...document.images].some(i => i.currentSrc.includes('widget-dark'))", "the dark pictures")
    browser.wait_for("[...document.images].every(i => i.complete && i.naturalWidth > 0)", "the dark pictures")
    check(True, "and so are the drawn widgets")
    browser.screenshot(pictures / "dark.png")
    browser.call("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=2, mobile=True)
    check(browser.evaluate("document.documentElement.scrollWidth <= innerWidth"), "a phone need not scroll sideways")
    browser.screenshot(pictures / "phone.png")
    check(browser.complaints() == [], f"the console is silent {browser.complaints()[:2]}")

    check(serving.stop() == 0, "SIGTERM ends the server with 0")
    browser.wait_for("document.getElementById('connection').className === 'lost'", "the loss")
    check(True, "the page says that the server has gone")


def main():
    pictures.mkdir(parents=True, exist_ok=True)
    serving = Serving()
    browser = Chromium()
    try:
        run(browser, serving)
    except Failure as failure:
        check(False, str(failure))
        browser.screenshot(pictures / "failure.png")
    finally:
        browser.close()
        serving.server.kill()
        serving.server.wait()
    if failures:
        print("what failed:", *failures, sep="\n  ")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
