"""What must fail, and say why, and claim nothing: directories that can only be read, a full disk, wrong names, kills."""

import grp
import json
import os
import random
import shutil
import stat
import subprocess
import time

from store import GROUP, Checks, Place


class Mounted:
    """A small file system in memory; None where this process may not mount."""

    def __init__(self, place, size):
        self.path = place.path / "mounted"
        self.path.mkdir()
        words = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=700", "tmpfs", str(self.path)]
        self.is_there = os.geteuid() == 0 and subprocess.run(words, capture_output=True).returncode == 0

    def read_only(self):
        subprocess.run(["mount", "-o", "remount,ro", str(self.path)], check=True)

    def __enter__(self):
        return self if self.is_there else None

    def __exit__(self, *error):
        if self.is_there:
            subprocess.run(["umount", str(self.path)], check=True)


def is_reason(result):
    return result.stderr.startswith("photowidget: ") and result.stderr.count("\n") == 1


def read_only(checks):
    with Place() as place, Mounted(place, "1M") as mounted:
        if not mounted:
            # Without root, permissions do it.
            place.write("k", "old")
            place.state.chmod(0o500)
            place.store.chmod(0o500)
            (place.store / "defaults.sqlite").chmod(0o400)
        else:
            place.environment["PHOTOWIDGET_STATE_DIR"] = str(mounted.path)
            place.write("k", "old")
            mounted.read_only()
        result = place.write("k", "new")
        checks.check(result.returncode in (73, 77) and is_reason(result) and result.stdout == "",
                     f"a write where nothing can be written: {result}")
        checks.check(place.read("k").stdout == "old\n", "what is there can still be read")
        result = place.run("links", "open", "wooribudget://addincome")
        checks.check(result.returncode in (73, 77) and is_reason(result) and result.stdout == "", f"a link: {result}")
        if not mounted:
            place.state.chmod(0o700)
            place.store.chmod(0o700)


def full(checks):
    with Place() as place, Mounted(place, "512K") as mounted:
        if not mounted:
            checks.say("skipped: a full disk needs root for its file system in memory")
            return
        place.environment["PHOTOWIDGET_STATE_DIR"] = str(mounted.path)
        checks.check(place.write("kept", "value").returncode == 0, "the first write")
        refused = 0
        for number in range(40):
            result = place.write(f"k{number}", "x" * 40_000)
            if result.returncode != 0:
                refused += 1
                checks.check(result.returncode == 74 and is_reason(result), f"a full disk: {result}")
                checks.check(place.read(f"k{number}").returncode == 66, "a failed write left a value")
        checks.check(refused > 0, "the disk was never full")
        checks.check(place.read("kept").stdout == "value\n", "what was there is lost")
        big = place.write("kept", "y" * 120_000)
        checks.check(big.returncode == 74 and place.read("kept").stdout == "value\n", "an old value gave way to nothing")
        checks.say(f"a full disk: {refused} of 40 writes refused, every earlier value kept")


def shared(checks):
    """A store that a unix group shares: another member writes and makes it anew, a stranger cannot even read."""
    if os.geteuid() != 0 or not shutil.which("setpriv"):
        checks.say("skipped: sharing with a unix group needs root to be two users")
        return
    with Place() as place:
        place.path.chmod(0o755)
        program = shutil.copy(place.environment["PHOTOWIDGET"], place.path / "program")
        group = grp.getgrnam("users")

        def run(*words, groups):
            user = ["setpriv", "--reuid=65534", "--regid=65534", groups]
            return place.command([*user, program, "defaults", *words, "--group", GROUP, "k"])
        member, stranger = f"--groups={group.gr_gid}", "--clear-groups"
        made = place.write("k", "owner", "--share-with", group.gr_name)
        checks.check(made.returncode == 0, f"{made}")
        checks.check(run("read", groups=member).stdout == "owner\n", "a member reads")
        checks.check(run("read", groups=stranger).returncode == 77, "a stranger is refused")
        for path in place.store.iterdir():
            path.unlink()
        user = ["setpriv", "--reuid=65534", "--regid=65534", member]
        again = place.command([*user, program, "defaults", "write", "--group", GROUP, "k", "member"])
        checks.check(again.returncode == 0 and place.read("k").stdout == "member\n", f"a member writes: {again}")
        modes = {path.name: (stat.S_IMODE(path.stat().st_mode), path.stat().st_gid) for path in place.store.iterdir()}
        checks.check(all(mode == (0o660, group.gr_gid) for mode in modes.values()), f"{modes}")
        checks.check(stat.S_IMODE(place.store.stat().st_mode) == 0o2770, "the store's directory is the group's")
        checks.check(stat.S_IMODE(place.state.stat().st_mode) == 0o710, "the state directory may be passed through only")


def names(checks):
    with Place() as place:
        for group in ("../evil", "group", "group..a", "group.a/b", "evil"):
            result = place.write("k", "v", group=group)
            checks.check(result.returncode == 77 and is_reason(result), f"{group}: {result}")
        checks.check(not any(place.state.rglob("*")), "a refused name made files")
        checks.check(place.write("", "v").returncode == 64, "an empty key")
        checks.check(place.write("k", "{", "--type", "json").returncode == 65, "broken JSON")
        checks.check(place.write("k", "12x", "--type", "int").returncode == 64, "no number")
        checks.check(place.write("k", "v", "--reload", "../x").returncode == 64, "a kind that is none")
        checks.check(place.read("k").returncode == 66, "missing")
        place.write("k", "5", "--type", "int")
        checks.check(place.read("k", "--type", "string").returncode == 65, "another type")
        place.write("j", "[1,")
        checks.check(place.read("j", "--type", "json").returncode == 65, "broken JSON in a string")
        error = json.loads(place.read("nothing", "--json").stdout)["error"]
        checks.check(error["code"] == "missing_key", f"{error}")
        for words in (("defaults",), ("defaults", "read"), ("defaults", "write", "k"), ("links", "open"),
                      ("links", "listen"), ("defaults", "frobnicate")):
            checks.check(place.run(*words).returncode == 64, f"{words}")


def kills(checks, rounds=100):
    """kill -9 in the middle of a write: the old value or the new one, whole, and the next writer is not kept waiting."""
    with Place() as place:
        values = ["a" * 100_000, "b" * 100_000]
        place.write("k", values[0])
        for number in range(rounds):
            writer = place.start("defaults", "write", "--group", GROUP, "k", values[number % 2])
            time.sleep(random.uniform(0, 0.04))
            writer.kill()
            writer.wait()
            writer.stdout.close()
            writer.stderr.close()
            read = place.read("k")
            checks.check(read.stdout.rstrip("\n") in values, f"kill {number}: {read.returncode} {read.stderr}")
        written, read = place.write("k", "end"), place.read("k")
        checks.check(written.returncode == 0 and read.stdout == "end\n", f"after all kills: {written} {read.stdout[:20]}")
        checks.say(f"{rounds} writers killed at random: always the old value or the new one")


random.seed(4)
checks = Checks("faults")
for part in (read_only, full, shared, names, kills):
    part(checks)
checks.end()
