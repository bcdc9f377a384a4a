"""Runs the shared check-corpora over folders of the corpora, in an environment that has what it needs."""

import os
import subprocess
import sys

ENVIRONMENT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".build", "conformance"))
FOLDERS = ("photos", "orientation", "corrupt", "jpeg-odd", "png-odd", "other-formats")


def results(program, shared, folders):
    """A name, result and line for each folder: a comma list, `all`, or `none`."""
    chosen = FOLDERS if folders == "all" else [] if folders == "none" else folders.split(",")
    if not chosen:
        return
    python, why = interpreter()
    for folder in chosen:
        name = f"corpora/{folder}"
        if not python:
            yield name, "skipped", f"skipped: {why}"
            continue
        run = subprocess.run(
            [
                python,
                os.path.join(shared, "tools", "check-corpora"),
                "--bin",
                program,
                "--only",
                folder + "/",
                "--jobs",
                "2",
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        lines = run.stdout.strip().splitlines() or [f"check-corpora ended with {run.returncode}"]
        if run.returncode == 0:
            yield name, "passed", f"passed ({lines[-1]})"
        else:
            yield name, "failed", "FAILED: " + "\n    ".join(lines[-1:] + lines[:-1])


def interpreter():
    """A Python with Pillow and numpy: ours where it has them, else one made under .build; or why there is none."""
    made = os.path.join(ENVIRONMENT, "bin", "python3")
    for python in (sys.executable, made):
        if has_packages(python):
            return python, None
    for command in (
        [sys.executable, "-m", "venv", ENVIRONMENT],
        [made, "-m", "pip", "install", "--quiet", "pillow", "numpy"],
    ):
        try:
            run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        except OSError as error:
            return None, f"no environment with Pillow and numpy: {error}"
        if run.returncode != 0:
            return (
                None,
                f"no environment with Pillow and numpy: {(run.stdout.strip().splitlines() or ['?'])[-1]}",
            )
    return made, None


def has_packages(python):
    """Whether a Python is there and has what check-corpora imports."""
    try:
        return subprocess.run([python, "-c", "import PIL, numpy"], stderr=subprocess.DEVNULL).returncode == 0
    except OSError:
        return False
