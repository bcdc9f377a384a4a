#!/usr/bin/env python3
"""feh shows the photo on the screen's background."""

import os
import sys

from desk import main


def test(desk):
    pass
