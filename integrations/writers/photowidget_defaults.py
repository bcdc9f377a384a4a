"""The shared store of photowidget, for Python programs: the standard library's sqlite3 and nothing else.

    defaults = Defaults("group.com.example.app")
    defaults.write("amount", 12000, reload="budget")
    defaults.read("amount")

docs/shared-store.md describes the file.
"""

import datetime
import errno
import json
import os
import pathlib
import sqlite3
import stat
import time

APPLICATION_ID, VERSION = 0x50577364, 1
WRITE = """
    INSERT INTO defaults (group_name, key, type, value, written_at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (group_name, key) DO UPDATE
    SET type = excluded.type, value = excluded.value, written_at = excluded.written_at
"""


def state_directory():
    """Where photowidget keeps its state."""
    own, base = os.environ.get("PHOTOWIDGET_STATE_DIR"), os.environ.get("XDG_STATE_HOME", "")
    return pathlib.Path(own) if own else pathlib.Path(
        base if os.path.isabs(base) else pathlib.Path.home() / ".local/state") / "photowidget"


class JSON(str):
    """A text that is stored as JSON, not as a string."""


class Defaults:
    """One app group. Every method raises sqlite3.Error, OSError or ValueError when it did not do what it says."""

    def __init__(self, group, directory=None):
        self.group = group
        self.state = pathlib.Path(directory or state_directory())

    @property
    def directory(self):
        """Where the store lies: in a directory of its own, unless an older photowidget keeps it in the state directory."""
        new = self.state / "store"
        old = self.state / "defaults.sqlite"
        return self.state if self._is_file(old) and not (new / "defaults.sqlite").exists() else new

    @staticmethod
    def _is_file(path):
        """Whether a name is a regular file's, and not a link's."""
        try:
            return stat.S_ISREG(path.lstat().st_mode)
        except FileNotFoundError:
            return False

    def write(self, key, value, reload=None):
        """Writes a value of its type, and asks for a reload of a kind ("*": all) in the same transaction."""
        kind, stored = self._stored(value)
        now = time.time()

        def work(database):
            database.execute(WRITE, (self.group, key, kind, stored, now))
            if reload:
                self._ask(database, reload, now, key)
        self._transaction(work)

    def reload(self, kind):
        """Asks for a reload of a kind ("*": all)."""
        self._transaction(lambda database: self._ask(database, kind, time.time(), None))

    def read(self, key):
        """The value of a key; None where there is none."""
        directory = self.directory
        path = directory / "defaults.sqlite"
        if not os.path.lexists(path):
            return None
        if directory != self.state:
            self._check(path)
        database = sqlite3.connect(path, timeout=5)
        try:
            row = database.execute(
                "SELECT type, value FROM defaults WHERE group_name = ? AND key = ?", (self.group, key)).fetchone()
        finally:
            database.close()
        if row is None:
            return None
        kind, value = row
        convert = {"bool": bool, "json": JSON, "date": lambda seconds: datetime.datetime.fromtimestamp(
            seconds, datetime.timezone.utc)}
        return convert.get(kind, lambda same: same)(value)

    def _ask(self, database, kind, now, key):
        group = self.group if key is not None else None
        database.execute("INSERT INTO reload_requests (kind, requested_at, group_name, key) VALUES (?, ?, ?, ?)",
                         (kind, now, group, key))

    @staticmethod
    def _stored(value):
        if isinstance(value, JSON):
            json.loads(value)
            return "json", str(value)
        if isinstance(value, bool):
            return "bool", int(value)
        if isinstance(value, datetime.datetime):
            return "date", value.timestamp()
        for python, kind in ((str, "string"), (int, "int"), (float, "double"), (bytes, "data")):
            if isinstance(value, python):
                return kind, value
        raise ValueError(f"{type(value).__name__} is no type of the store")

    @classmethod
    def _check(cls, path):
        """In a directory that a group shares, a link would lead to another file, and a pipe would never answer."""
        for name in (path, f"{path}-wal", f"{path}-shm"):
            if os.path.lexists(name) and not cls._is_file(pathlib.Path(name)):
                raise OSError(errno.ELOOP, "not a regular file", str(name))

    @classmethod
    def _make(cls, directory):
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        shared = stat.S_ISGID | stat.S_IWGRP
        mode = 0o660 if directory.stat().st_mode & shared == shared else 0o600
        for name in ("defaults.sqlite", "defaults.changed"):
            try:
                file = os.open(directory / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode)
            except FileExistsError:
                continue
            os.fchmod(file, mode)
            os.close(file)

    def _transaction(self, work):
        self.state.mkdir(mode=0o700, parents=True, exist_ok=True)
        directory = self.directory
        self._make(directory)
        path = directory / "defaults.sqlite"
        # One that was moved a moment ago is a link by now, and SQLite finds the file it leads to.
        if directory != self.state:
            self._check(path)
        database = sqlite3.connect(path, timeout=5, isolation_level=None)
        try:
            self._use_log(database)
            database.execute("BEGIN IMMEDIATE")
            try:
                self._set_up(database)
                work(database)
                database.execute("COMMIT")
            except BaseException:
                if database.in_transaction:
                    database.execute("ROLLBACK")
                raise
        finally:
            database.close()
        # The commit is done; the processes that wait are woken by this file being closed. A pipe in its place is not waited for.
        try:
            os.close(os.open(self.directory / "defaults.changed", os.O_WRONLY | os.O_NOFOLLOW | os.O_NONBLOCK))
        except OSError:
            pass

    @staticmethod
    def _use_log(database):
        """Changing the journal's mode ignores the timeout when another process does the same."""
        end = time.monotonic() + 5
        while True:
            try:
                database.execute("PRAGMA journal_mode=WAL")
                return
            except sqlite3.OperationalError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.001)

    @staticmethod
    def _set_up(database):
        def number(sql):
            return database.execute(sql).fetchone()[0]
        owner, version = number("PRAGMA application_id"), number("PRAGMA user_version")
        if (owner, version) == (APPLICATION_ID, VERSION):
            return
        if owner or version or number("SELECT count(*) FROM sqlite_schema"):
            raise sqlite3.DatabaseError("not a store of this version")
        script = (pathlib.Path(__file__).parent / "schema.sql").read_text()
        statement = ""
        # executescript() would commit first.
        for line in script.splitlines(keepends=True):
            statement += line
            if sqlite3.complete_statement(statement):
                database.execute(statement)
                statement = ""
        database.execute(f"PRAGMA application_id={APPLICATION_ID}")
        database.execute(f"PRAGMA user_version={VERSION}")
