"""What a command takes."""

import os
import subprocess
import time


def run(command, environment):
    """Wall and CPU time of a command that must end well, in milliseconds."""
    start = time.perf_counter()
    child = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise SystemExit(f"{' '.join(command)}: status {child.returncode}")
    return wall * 1e3, (usage.ru_utime + usage.ru_stime) * 1e3


def in_turn(things, rounds):
    """What each thing gives when it is called with the round's number, round by round, in an order that changes."""
    names = list(things)
    measured = {name: [] for name in names}
    for number in range(rounds):
        shift = number % len(names)
        for name in names[shift:] + names[:shift]:
            measured[name].append(things[name](number))
    return measured
