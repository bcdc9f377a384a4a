#!/usr/bin/env python3
"""What the Flutter side of a budget app does with its home_widget package, step by step:

    budget.py [TOTAL]        the total of budget.json, or another, into the widget
"""

import json
import pathlib
import sqlite3
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "integrations/writers"))
from photowidget_defaults import Defaults  # noqa: E402


class HomeWidget:
    """home_widget's three calls. Each returns when it is done: data is on the disk before a reload is asked for."""

    def set_app_group_id(self, group):
        self.defaults = Defaults(group)

    def save_widget_data(self, key, value):
        self.defaults.write(key, value)

    def update_widget(self, kind):
        self.defaults.reload(kind)


def main(words):
    budget = json.loads((HERE / "budget.json").read_text())
    widget = HomeWidget()
    try:
        widget.set_app_group_id(budget["group"])
        widget.save_widget_data(budget["key"], words[0] if words else str(budget["total"]))
        widget.update_widget("budget")
    except (OSError, sqlite3.Error) as error:
        print(f"[HOME WIDGET] {error}", file=sys.stderr)
        return False
    return True


sys.exit(0 if main(sys.argv[1:]) else 1)
