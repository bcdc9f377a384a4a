"""Reads the two formats the program writes, PAM and 8-bit PNG, as their specifications say."""

import struct
import zlib

from checks import check, equal


class Picture:
    """8-bit RGBA, row by row from the top-left."""

    def __init__(self, width, height, rgba):
        self.width, self.height, self.rgba = width, height, bytes(rgba)

    def __eq__(self, other):
        return (self.width, self.height, self.rgba) == (other.width, other.height, other.rgba)

    def pixel(self, x, y):
        """The four samples of a pixel."""
        start = 4 * (y * self.width + x)
        return tuple(self.rgba[start : start + 4])

    @staticmethod
    def read(path):
        """Reads a file, whole; anything the contract does not allow fails the case."""
        with open(path, "rb") as file:
            data = file.read()
        return _pam(data, path) if data.startswith(b"P7\n") else _png(data, path)


def _pam(data, path):
    start = data.index(b"ENDHDR\n") + len(b"ENDHDR\n")
    equal(start % 64, 0, f"{path}: the pixels' offset modulo 64")
    fields = dict(
        line.split(b" ", 1) for line in data[3:start].splitlines() if b" " in line and not line.startswith(b"#")
    )
    expected = {b"DEPTH": b"4", b"MAXVAL": b"255", b"TUPLTYPE": b"RGB_ALPHA"}
    equal({key: fields.get(key) for key in expected}, expected, f"{path}: the header")
    width, height = int(fields[b"WIDTH"]), int(fields[b"HEIGHT"])
    equal(len(data) - start, 4 * width * height, f"{path}: the bytes of pixels")
    return Picture(width, height, data[start:])


def png_chunks(data, path):
    """The chunks of a PNG, kind and body; every checksum must be right and nothing may follow IEND."""
    check(data.startswith(b"\x89PNG\r\n\x1a\n"), f"{path}: not a PNG")
    chunks, at = [], 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        stored = data[at + 8 + length : at + 12 + length]
        equal(stored, struct.pack(">I", zlib.crc32(kind + body)), f"{path}: the checksum of {kind}")
        chunks.append((kind, body))
        at += 12 + length
    check(chunks and chunks[-1][0] == b"IEND", f"{path}: the PNG is cut")
    return chunks


def _png(data, path):
    chunks = png_chunks(data, path)
    width, height, depth, kind, _, _, interlace = struct.unpack(">IIBBBBB", dict(chunks)[b"IHDR"])
    check(depth == 8 and kind in (2, 6) and interlace == 0, f"{path}: not plain 8-bit RGB or RGBA")
    size = 4 if kind == 6 else 3
    raw = zlib.decompress(b"".join(body for name, body in chunks if name == b"IDAT"))
    stride = width * size
    equal(len(raw), height * (stride + 1), f"{path}: the bytes of pixels")
    rows, above = [], bytearray(stride)
    for y in range(height):
        line = raw[y * (stride + 1) : (y + 1) * (stride + 1)]
        above = _unfiltered(line[0], bytearray(line[1:]), above, size)
        rows.append(above)
    if size == 3:
        rows = [b"".join(bytes(row[x : x + 3]) + b"\xff" for x in range(0, stride, 3)) for row in rows]
    return Picture(width, height, b"".join(rows))


def _unfiltered(kind, row, above, size):
    for i in range(len(row)):
        left = row[i - size] if i >= size else 0
        corner = above[i - size] if i >= size else 0
        up = above[i]
        if kind == 1:
            row[i] = (row[i] + left) & 255
        elif kind == 2:
            row[i] = (row[i] + up) & 255
        elif kind == 3:
            row[i] = (row[i] + (left + up) // 2) & 255
        elif kind == 4:
            guess = left + up - corner
            nearest = min(
                (abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner)
            )
            row[i] = (row[i] + nearest[2]) & 255
    return row
