"""Runs the shared faults and public reports: folders whose run.sh tries one and prints PASS or FAIL."""

import ctypes
import fcntl
import os
import shutil
import signal
import socket
import struct
import subprocess
import tempfile

FOLDERS = ("faults", "reports")
CHECKOUT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
# The status of a case that cannot be run here, as of a test of automake.
SKIPPED = 77
# The longest that a case may take, in seconds, on a busy machine.
LIMIT = 300
_LIBRARY = ctypes.CDLL(None, use_errno=True)


def names(shared):
    """Every case as faults/NAME or reports/NAME, in the order of their names."""
    found = []
    for folder in FOLDERS:
        root = os.path.join(shared, "cases", folder)
        for name in sorted(os.listdir(root)) if os.path.isdir(root) else []:
            if os.path.isfile(os.path.join(root, name, "run.sh")):
                found.append(f"{folder}/{name}")
    return found


def is_wanted(name, wanted):
    """Whether --only names a case: whole, by its folder, or by its folder and number (reports/02)."""
    return bool(wanted & {name, name.split("/")[0], name.split("-")[0]})


def results(program, shared, wanted):
    """A name, result and line for each case that is wanted; for all of them where none is named."""
    for name in names(shared):
        if not wanted or is_wanted(name, wanted):
            yield name, *outcome(program, os.path.join(shared, "cases", name, "run.sh"))


def outcome(program, script):
    """Runs a case from the root of the checkout: how it counts, and what its line says after the name."""
    status, text, has_own_network = attempt(program, script)
    if status not in (0, SKIPPED) and not has_own_network:
        # Cases choose a port by chance, which another program of this machine may have.
        status, text, _ = attempt(program, script)
    lines = text.strip().splitlines() or [f"{script} ended with {status} and printed nothing"]
    if status == SKIPPED:
        return "skipped", f"skipped: {lines[-1]}"
    if status == 0 and any(line.startswith("PASS") for line in lines):
        return "passed", "passed"
    return "failed", f"FAILED (status {status}): " + "\n    ".join(lines)


def attempt(program, script):
    """Runs a case once, in a directory and, where the system lets us, in a network of its own."""
    scratch = tempfile.mkdtemp(prefix="photowidget-report-")
    # Other users take part in some cases.
    os.chmod(scratch, 0o755)
    has_own_network = can_have_own_network()
    process = subprocess.Popen(
        ["bash", script, program],
        cwd=CHECKOUT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={"PATH": os.environ["PATH"], "HOME": scratch, "LANG": "C.UTF-8", "TMPDIR": scratch},
        preexec_fn=enter_own_network if has_own_network else None,
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=LIMIT)
        return process.returncode, output.decode("utf-8", "replace"), has_own_network
    except subprocess.TimeoutExpired:
        return 1, f"still running after {LIMIT} s", has_own_network
    finally:
        # A server that a case started and left is of its session.
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
        shutil.rmtree(scratch, ignore_errors=True)


def enter_own_network():
    """Gives the calling process a network without anything but a loopback interface, where every port is free."""
    clone_newnet = 0x40000000
    if _LIBRARY.unshare(clone_newnet) != 0:
        raise OSError(ctypes.get_errno(), "unshare")
    siocgifflags, siocsifflags, iff_up = 0x8913, 0x8914, 1
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
        request = struct.pack("16sH14x", b"lo", 0)
        flags = struct.unpack("16sH14x", fcntl.ioctl(link, siocgifflags, request))[1]
        fcntl.ioctl(link, siocsifflags, struct.pack("16sH14x", b"lo", flags | iff_up))


def can_have_own_network():
    """Whether this user may make a network: root, outside of most containers."""
    try:
        return subprocess.run(["true"], preexec_fn=enter_own_network).returncode == 0
    except (OSError, subprocess.SubprocessError):
        return False
