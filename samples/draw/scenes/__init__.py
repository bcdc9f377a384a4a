"""One file, one picture: each has `draw(width, rows)` and returns an 8-bit picture of that size."""
