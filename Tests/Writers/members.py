"""What one member of a shared store can do to another: data of the store, and nothing else. Needs root to be two users."""

import grp
import json
import os
import pathlib
import shutil
import sqlite3
import stat
import subprocess
import sys
import textwrap

from store import GROUP, PATIENCE, ROOT, Checks, Place

ALICE, BOB, USERS = 65001, 65002, grp.getgrnam("users").gr_gid


class Family:
    """Alice's state directory, whose store she shares with the group that Bob is in too."""

    def __init__(self, *share):
        self.place = Place()
        self.path = self.place.path
        self.path.chmod(0o755)
        self.program = shutil.copy(self.place.environment["PHOTOWIDGET"], self.path / "program")
        self.state = self.path / "alice/state"
        self.store = self.state / "store"
        for name, user in (("alice", ALICE), ("bob", BOB)):
            (self.path / name).mkdir(mode=0o711)
            os.chown(self.path / name, user, user)
        if share:
            result = self.alice("defaults", "write", "--group", GROUP, "k", "1", "--type", "int", "--share-with", "users")
            assert result.returncode == 0, result

    def __enter__(self):
        return self

    def __exit__(self, *error):
        shutil.rmtree(self.path, ignore_errors=True)

    def run(self, user, home, *words, **more):
        environment = {"HOME": str(self.path / home), "PHOTOWIDGET_STATE_DIR": str(self.state), "PATH": os.environ["PATH"],
                       **more}
        words = ["setpriv", f"--reuid={user}", f"--regid={user}", f"--groups={USERS}", *words]
        return subprocess.run(words, env=environment, capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL)

    def alice(self, *words, **more):
        return self.run(ALICE, "alice", self.program, *words, **more)

    def bob(self, *words, **more):
        return self.run(BOB, "bob", self.program, *words, **more)

    def bobs_python(self, script):
        result = self.run(BOB, "bob", sys.executable, "-c", textwrap.dedent(script), DB=str(self.store / "defaults.sqlite"))
        assert result.returncode == 0, result.stderr


def insert(scheme, command):
    return f"""
        import json, os, sqlite3
        c = sqlite3.connect(os.environ["DB"], timeout=5)
        c.execute("INSERT OR REPLACE INTO schemes VALUES (?, '[]', ?, 0)", ({scheme!r}, json.dumps({command!r})))
        c.commit()
    """


def commands_of_members(checks):
    """A command in the store is listed and told, and run by nobody; a scheme that is built in keeps its hosts."""
    with Family("share") as family:
        marker = family.path / "marker"
        for scheme in ("widget", "demo"):
            family.bobs_python(insert(scheme, ["sh", "-c", f"id -u >> {marker}"]))
        for url in ("widget://deeplink?x", "demo://x"):
            result = family.alice("links", "open", url)
            checks.check(result.returncode == 0 and result.stdout.startswith("queued "), f"{result}")
            checks.check("is not run" in result.stderr and result.stderr.count("\n") == 1, f"told: {result.stderr}")
        checks.check(family.alice("links", "open", "widget://elsewhere").returncode == 77, "a member widened the hosts")
        listed = json.loads(family.alice("links", "list", "--json").stdout)
        checks.check([entry["scheme"] for entry in listed["notTakenOver"]] == ["demo", "widget"], f"{listed['notTakenOver']}")
        checks.check(all(scheme["command"] == [] for scheme in listed["schemes"]), f"{listed['schemes']}")
        doctor = {check["id"]: check for check in json.loads(family.alice("doctor", "--offline", "--json").stdout)["checks"]}
        checks.check(doctor["link-handlers"]["status"] == "warning", f"{doctor['link-handlers']}")
        # A store that is no longer shared may still hold what a member wrote while it was.
        family.store.chmod(0o700)
        os.chown(family.store, ALICE, ALICE)
        family.alice("links", "open", "demo://x")
        checks.check(not marker.exists(), "another member's command ran")
        # Each has a command of their own, in a file of their own.
        own = family.path / "alice/own"
        checks.check(family.alice("links", "register", "--scheme", "demo", "--exec", "sh", "-c", f"touch {own}").returncode == 0,
                     "register")
        checks.check(family.alice("links", "open", "demo://y").stdout.startswith("handled "), "alice's own command")
        file = family.path / "alice/.config/photowidget/link-handlers.json"
        status = file.stat()
        checks.check((stat.S_IMODE(status.st_mode), status.st_uid) == (0o600, ALICE), f"{status}")
        checks.check(own.exists() and not marker.exists(), "and only that ran")


def unsafe_files(checks):
    """A file of commands that another user could have written is ignored, and told."""
    with Family() as family:
        marker = family.path / "alice/marker"
        family.alice("links", "register", "--scheme", "demo", "--exec", "sh", "-c", f"touch {marker}")
        config = family.path / "alice/.config"
        file = config / "photowidget/link-handlers.json"
        text = file.read_text()

        def ignored(what):
            result = family.alice("links", "open", "demo://x")
            checks.check(not marker.exists() and "not run" in result.stderr, f"{what}: {result}")
            listed = family.alice("links", "list")
            checks.check(listed.returncode == 0 and "not run" in listed.stderr, f"{what}: {listed}")
            doctor = json.loads(family.alice("doctor", "--offline", "--json").stdout)["checks"]
            status = [check["status"] for check in doctor if check["id"] == "link-handlers"]
            checks.check(status == ["warning"], f"{what}: {status}")
        for mode in (0o660, 0o602, 0o620, 0o604):
            file.chmod(mode)
            ignored(f"mode {mode:o}")
        file.chmod(0o600)
        for directory in (file.parent, config, family.path / "alice"):
            mode = stat.S_IMODE(directory.stat().st_mode)
            for wrong in (mode | 0o020, mode | 0o002):
                directory.chmod(wrong)
                ignored(f"{directory.name} {wrong:o}")
                refused = family.alice("links", "register", "--scheme", "demo", "--exec", "true")
                checks.check(refused.returncode == 77 and refused.stderr.count("\n") == 1, f"register: {refused}")
            directory.chmod(mode)
        os.chown(file, BOB, BOB)
        file.chmod(0o644)
        ignored("bob's")
        os.chown(file, ALICE, ALICE)
        file.chmod(0o600)
        other = file.with_name("other")
        os.link(file, other)
        ignored("a second name")
        file.unlink()
        file.symlink_to(other)
        ignored("a link")
        file.unlink()
        os.mkfifo(file, 0o600)
        os.chown(file, ALICE, ALICE)
        ignored("a pipe")
        file.unlink()
        file.mkdir()
        ignored("a directory")
        file.rmdir()
        other.unlink()
        file.write_text(text)
        os.chown(file, ALICE, ALICE)
        file.chmod(0o600)
        checks.check(family.alice("links", "open", "demo://x").stdout.startswith("handled "), "and as it was it is used")
        checks.check(marker.exists(), "the command ran")
        # The same file in the state directory, where the commands of an older version come to lie.
        marker.unlink()
        file.unlink()
        planted = family.state / "link-handlers.json"
        planted.write_text(text)
        os.chown(planted, BOB, BOB)
        ignored("planted beside the store")


def links_are_data(checks):
    """What a member files as a link is given to a listener only if it is one of the scheme; a bad row stops nobody."""
    with Family("share") as family:
        family.bobs_python("""
            import os, sqlite3
            c = sqlite3.connect(os.environ["DB"], timeout=5)
            rows = [(-5, "widget", "widget://deeplink?a", 0.0), (0, "widget", "widget://deeplink?b", 0.0),
                    (2**63 - 1 - 10, "widget", "file:///etc/passwd", 0.0), (7, "widget", "widget://deeplink?\\x1b[2J", 0.0),
                    (8, "widget", "javascript:alert(1)", 1e300), (9, "widget", "--exec", 0.0),
                    (10, "widget", "widget://deeplink?good", 9e999)]
            c.executemany("INSERT INTO links VALUES (?, ?, ?, ?)", rows)
            c.execute("UPDATE defaults SET written_at = 1e300")
            c.commit()
        """)
        listed = family.alice("links", "list", "--json")
        urls = [event["url"] for event in json.loads(listed.stdout)["pending"]]
        checks.check(urls == ["widget://deeplink?good"], f"{urls} {listed.stderr}")
        listener = subprocess.Popen(
            ["setpriv", f"--reuid={ALICE}", f"--regid={ALICE}", f"--groups={USERS}", family.program, "links", "listen", "--scheme",
             "widget"], env={"HOME": str(family.path / "alice"), "PHOTOWIDGET_STATE_DIR": str(family.state)},
            stdout=subprocess.PIPE, text=True)
        checks.check(json.loads(listener.stdout.readline())["url"] == "widget://deeplink?good", "the one link comes")
        listener.terminate()
        checks.check(listener.wait(60) == 0, "the listener goes on, and ends when it is told to")
        checks.check(family.alice("defaults", "list", "--group", GROUP).returncode == 0, "a date beyond all years")


def planted_things(checks):
    """A name of the store that a member has exchanged for a link, a pipe or a directory: no hang, no damage."""
    with Family("share") as family:
        secret = family.path / "alice/secret"
        for name in ("defaults.sqlite", "defaults.sqlite-wal", "defaults.sqlite-shm", "defaults.changed", "links.lock"):
            for what in ("link", "dangling", "pipe", "directory"):
                secret.write_text("")
                os.chown(secret, ALICE, ALICE)
                secret.chmod(0o600)
                path = family.store / name
                aside = path.with_name("aside")
                if path.exists():
                    path.rename(aside)
                if what == "link":
                    path.symlink_to(secret)
                elif what == "dangling":
                    path.symlink_to(family.path / "alice/made")
                elif what == "pipe":
                    os.mkfifo(path, 0o660)
                else:
                    path.mkdir(mode=0o770)
                if what in ("pipe", "directory"):
                    os.chown(path, BOB, USERS)
                for words in (("defaults", "write", "--group", GROUP, "k", "2"), ("defaults", "read", "--group", GROUP, "k"),
                              ("links", "open", "widget://deeplink?x"), ("links", "list"), ("doctor", "--offline"),
                              ("defaults", "write", "--group", GROUP, "k", "2", "--share-with", "users")):
                    result = family.alice(*words)
                    checks.check(result.returncode in (0, 66, 73, 74, 77, 78), f"{name} {what} {words}: {result}")
                    checks.check("bug" not in result.stderr, f"{name} {what} {words}: {result.stderr}")
                status = secret.stat()
                checks.check((status.st_size, stat.S_IMODE(status.st_mode), status.st_gid) == (0, 0o600, ALICE),
                             f"{name} {what}: the secret is {status}")
                checks.check(not (family.path / "alice/made").exists(), f"{name} {what}: a file was made through the link")
                if path.is_symlink() or not path.is_dir():
                    path.unlink(missing_ok=True)
                else:
                    path.rmdir()
                if aside.exists():
                    aside.rename(path)
        checks.check(family.alice("defaults", "read", "--group", GROUP, "k").returncode == 0, "and the store is well")


def sharing(checks):
    """Only what belongs to the one who shares is changed, through descriptors."""
    with Family("share") as family:
        modes = {path.name: (stat.S_IMODE(path.stat().st_mode), path.stat().st_gid) for path in family.store.iterdir()}
        checks.check(set(modes.values()) == {(0o660, USERS)}, f"{modes}")
        checks.check(stat.S_IMODE(family.store.stat().st_mode) == 0o2770, "the directory of the store")
        checks.check((stat.S_IMODE(family.state.stat().st_mode), family.state.stat().st_gid) == (0o710, USERS), "the state")
        for words in (("touch", str(family.state / "planted")), ("ls", str(family.state)),
                      ("mv", str(family.store), str(family.state / "away"))):
            checks.check(family.run(BOB, "bob", *words).returncode != 0, f"bob can {words}")
        checks.check(family.bob("defaults", "write", "--group", GROUP, "bobs", "x").returncode == 0, "bob writes")
        checks.check(family.bob("defaults", "write", "--group", GROUP, "bobs", "x", "--share-with", "users").returncode == 0,
                     "bob shares what is shared")
        checks.check(family.bob("defaults", "groups", "--share-with", "users").returncode == 0, "and again")
        # A hard link to a file of alice's is refused, as is a file of bob's that is not the group's.
        private = family.path / "alice/private"
        private.write_text("secret")
        os.chown(private, ALICE, ALICE)
        private.chmod(0o600)
        notice = family.store / "defaults.changed"
        notice.unlink()
        os.link(private, notice)
        result = family.alice("defaults", "groups", "--share-with", "users")
        checks.check(result.returncode != 0 and stat.S_IMODE(private.stat().st_mode) == 0o600, f"a hard link: {result}")
        notice.unlink()
        notice.write_text("")
        os.chown(notice, BOB, BOB)
        notice.chmod(0o644)
        result = family.alice("defaults", "groups", "--share-with", "users")
        checks.check(result.returncode == 77 and notice.stat().st_uid == BOB, f"bob's file: {result}")
    with Family() as family:
        # A state directory that others may read stays one that they can pass through.
        family.alice("defaults", "write", "--group", GROUP, "k", "1")
        family.state.chmod(0o755)
        family.alice("defaults", "groups", "--share-with", "users")
        checks.check(stat.S_IMODE(family.state.stat().st_mode) == 0o711, "0755 becomes 0711")


checks = Checks("members")
if os.geteuid() != 0 or not shutil.which("setpriv"):
    checks.say("skipped: needs root to be two users")
else:
    for part in (commands_of_members, unsafe_files, links_are_data, planted_things, sharing):
        part(checks)
checks.end()
