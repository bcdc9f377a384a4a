#!/usr/bin/env python3
"""The crontab's lines say nothing on success, and the shell's variables hold what strangers wrote, whatever it is."""

import shlex

from desk import main, recipe


def test(desk):
    feed = desk.feed()
    lines = [line.split(None, 5)[5] for line in recipe("cron", "PATH=").splitlines() if line.startswith(("*", "7"))]
    desk.check(len(lines) == 2, "the crontab has two lines")
    for line in lines:
        # cron runs a line by sh, in an environment of a few words, and mails what it prints.
        said = desk.run("sh", "-c", line.replace("--tags texas", f"--feed {shlex.quote(str(feed))}") + " 2>&1")
        desk.check(said == "", f"no mail of: {line.split('--tags')[0].strip()} {said!r}")

    mark = desk.path / "ran"
    script = recipe("cron", "eval")
    touch = f"touch {mark}"
    titles = ("it's", f"'; {touch}; '", f"$({touch})`{touch}`", "a\tb \\ \"c\" * ?", "a\x1b]0;owned\x07b\u202e", f"'\"$({touch})\"'\\''")
    for title in titles:
        desk.publish(title, f"$(touch {mark})")
        said = desk.run("sh", "-c", script)
        path = desk.run("photowidget", "current").strip()
        # On one line, without what a terminal obeys.
        shown = title.replace("\t", " ").translate({0x1B: "\uFFFD", 0x07: "\uFFFD", 0x202E: "\uFFFD"})
        desk.check(said == f"{shown} by $(touch {mark}): {path}\n", f"shell: {title!r} is itself")
    desk.check(not mark.exists(), "shell: nothing of it ran")


if __name__ == "__main__":
    main("cron", test, [])
