#!/usr/bin/env python3
"""Runs the program as a user would on the shared cases, and says what holds.

  conformance.py --program .build/release/photowidget --shared ../shared [--only S07,reports/02] [--corpora photos,corrupt | all | none]

A line a case: `S07 passed`, `S07 FAILED: why` or `S07 skipped: why`. Ends with 1 if a case failed.
What is checked, and what else unit tests check, is in docs/conformance.md.
"""

import argparse
import os
import sys
import traceback

import cases_feed
import cases_lifetime
import cases_network
import cases_pictures
import cases_widgets
import corpora
import reports
from bench import Bench
from checks import Mismatch, Skipped

MODULES = (cases_feed, cases_pictures, cases_network, cases_lifetime, cases_widgets)


def all_cases():
    """Every case by name, in the index's order: functions named after what they show, T20 first."""
    found = {
        name[5:]: function
        for module in MODULES
        for name, function in vars(module).items()
        if name.startswith("case_")
    }
    order = sorted(found, key=lambda name: ("TSAW".index(name[0]), name))
    return [(name.replace("_", "-"), found[name]) for name in order]


def outcome(function, options):
    """Runs a case in directories of its own: what its line says after the name, and how it counts."""
    try:
        with Bench(options.program, options.shared) as bench:
            function(bench)
        return "passed", "passed"
    except Mismatch as error:
        return "failed", f"FAILED: {error}"
    except Skipped as error:
        return "skipped", f"skipped: {error}"
    except Exception as error:  # A case that breaks is a failed one; the others still run.
        place = traceback.extract_tb(error.__traceback__)[-1]
        return (
            "failed",
            f"FAILED: {type(error).__name__}: {error} ({os.path.basename(place.filename)}:{place.lineno})",
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=".build/release/photowidget")
    parser.add_argument("--shared", default="../shared")
    parser.add_argument("--only", default="", help="names of cases, with commas between; faults, reports/02")
    parser.add_argument(
        "--corpora", default="photos,orientation,corrupt", help="folders of the corpora, all, or none"
    )
    parser.add_argument("--count", action="store_true", help="print how many cases there are, and run none")
    options = parser.parse_args()
    cases = all_cases()
    if options.count:
        print(len(cases) + len(reports.names(options.shared)))
        return 0
    options.program, options.shared = os.path.abspath(options.program), os.path.abspath(options.shared)
    if not os.access(options.program, os.X_OK):
        parser.error(f"{options.program}: no such program; `make build` makes it")

    wanted = {name for name in options.only.split(",") if name}
    counts = dict(passed=0, failed=0, skipped=0)

    def tell(name, result, line):
        counts[result] += 1
        print(name, line, flush=True)

    for name, function in cases:
        if not wanted or name in wanted:
            tell(name, *outcome(function, options))
    for name, result, line in reports.results(options.program, options.shared, wanted):
        tell(name, result, line)
    if not wanted:
        for name, result, line in corpora.results(options.program, options.shared, options.corpora):
            tell(name, result, line)
    print("{passed} passed, {failed} failed, {skipped} skipped".format(**counts))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
