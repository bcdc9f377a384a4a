"""Draws the sample photographs: every one is computed, none was taken."""
