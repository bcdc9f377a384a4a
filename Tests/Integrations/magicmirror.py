#!/usr/bin/env python3
"""The MagicMirror² module shows the photo and its words in a browser, by the README's configuration."""

import os
import shutil
import sys

from desk import ROOT, main, recipe
from picture import BLUE, GREEN, RED, YELLOW, Picture

sys.path.append(str(ROOT / "Tests/Browser"))
from chromium import Chromium, Failure as BrowserFailure  # noqa: E402

OTHER = (YELLOW, BLUE, GREEN, RED)
TITLE = "<img src=x onerror=\"document.title='ran'\"><script>document.title='ran'</script>&lt;b&gt; \u202eTexas"


def photo(desk, browser, colors, name):
    """Where the photo is in the browser's window."""
    path = desk.path / "page.png"
    browser.screenshot(path)
    picture = Picture.from_png(path.read_bytes())
    desk.keep(picture, name)
    return picture.photo(colors)


def show(desk, browser):
    browser.wait_for("document.querySelector('.photowidget')?.textContent === 'nothing published yet'", "no photo")
    desk.seen("before anything is published the module says so")
    desk.publish(TITLE, "</figcaption><b>me</b>", "--size", "x-large", size=(480, 320))
    shown = "(() => { const i = document.querySelector('.photowidget img'); return i && i.complete && i.naturalWidth; })()"
    desk.check(browser.wait_for(shown, "the photo") == 480, "then it shows the photo")
    place = photo(desk, browser, (RED, GREEN, BLUE, YELLOW), "magicmirror")
    desk.check(place is not None and abs(place[0] - 40) < 3 and abs(place[2] - 400) < 3,
               f"as wide as the configuration says: {place}")
    title = browser.evaluate("document.querySelector('.photowidget-title').textContent")
    desk.check(title.startswith("<img src=x onerror") and title.endswith("\ufffdTexas"),
               "a hostile title is text, read in its own direction")
    desk.check(browser.evaluate("document.querySelectorAll('.photowidget :is(script, b, img img)').length") == 0
               and browser.evaluate("document.querySelectorAll('img').length") == 1, "and no markup")
    desk.check(browser.evaluate("document.title") != "ran", "nothing of it runs")
    author = browser.evaluate("document.querySelector('.photowidget-author').textContent")
    desk.check(author == "</figcaption><b>me</b>", "nor of the author")

    desk.publish("Another", "A. Photographer", "--size", "x-large", size=(480, 320), colors=OTHER)
    browser.wait_for("document.querySelector('.photowidget-title')?.textContent === 'Another'", "the next photo")
    browser.wait_for(shown, "the next photo")
    desk.check(photo(desk, browser, OTHER, "magicmirror-next") is not None, "the next photo takes its place by itself")
    desk.run("photowidget", "refresh", "--quiet", "--feed", desk.path / "feed/none.json")
    browser.wait_for("document.querySelector('.photowidget-stale img')?.complete", "the stale photo")
    desk.seen("where a refresh fails the photo stays, and is marked")


def test(desk):
    node = next(name for name in ("node", "nodejs") if shutil.which(name))
    configuration = recipe("magicmirror", "module:").replace("every: 10", "every: 1")
    pipe, end = os.pipe()
    desk.start(node, ROOT / "Tests/Integrations/magicmirror/mirror.js",
               ROOT / "integrations/magicmirror/MMM-photowidget", configuration, output=end)
    os.close(end)
    with os.fdopen(pipe) as file:
        port = int(file.readline())
    os.environ["HOME"] = str(desk.home)
    browser = Chromium(700, 600)
    try:
        browser.open(f"http://127.0.0.1:{port}/")
        show(desk, browser)
        desk.check(browser.complaints() == [], f"the console is silent {browser.complaints()[:2]}")
    except BrowserFailure as failure:
        desk.check(False, str(failure))
    finally:
        browser.close()


if __name__ == "__main__":
    main("magicmirror", test, ["node", "chromium"])
