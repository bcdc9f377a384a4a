"""Pictures of a screen: read from what Xvfb, grim and a browser write, searched for a photo, kept as PNG."""

import array
import re
import struct
import sys
import zlib

RED, GREEN, BLUE, YELLOW = 0xFF0000, 0x00FF00, 0x0000FF, 0xFFFF00
CYAN, MAGENTA, WHITE, BLACK = 0x00FFFF, 0xFF00FF, 0xFFFFFF, 0x000000


class Picture:
    """Pixels as numbers 0xRRGGBB, row by row from the top left."""

    def __init__(self, width, height, pixels):
        self.width, self.height, self.pixels = width, height, pixels

    # Making

    @classmethod
    def quarters(cls, width, height, colors=(RED, GREEN, BLUE, YELLOW)):
        """A photo that nothing else on a screen looks like: four colours, clockwise from the top left but for the last
        two, which are the bottom's left and right."""
        left, right = width // 2, width - width // 2
        top = array.array("I", [colors[0]] * left + [colors[1]] * right)
        bottom = array.array("I", [colors[2]] * left + [colors[3]] * right)
        return cls(width, height, top * (height // 2) + bottom * (height - height // 2))

    @classmethod
    def from_bgrx(cls, width, height, data):
        data = bytearray(data)
        data[3::4] = bytes(len(data) // 4)
        pixels = array.array("I")
        pixels.frombytes(data)
        if sys.byteorder == "big":
            pixels.byteswap()
        return cls(width, height, pixels)

    @classmethod
    def from_rgb(cls, width, height, data):
        pixels = bytearray(4 * width * height)
        pixels[2::4], pixels[1::4], pixels[0::4] = data[0::3], data[1::3], data[2::3]
        return cls.from_bgrx(width, height, pixels)

    @classmethod
    def from_ppm(cls, data):
        header = re.match(rb"P6\s+(\d+)\s+(\d+)\s+255\s", data)
        if not header:
            raise ValueError("no PPM of 8 bits")
        return cls.from_rgb(int(header[1]), int(header[2]), data[header.end():])

    @classmethod
    def from_xwd(cls, data):
        """A window dump of 32 bits a pixel, as a server with 24 bits of colour makes it."""
        fields = struct.unpack(">20I", data[:80])
        size, width, height, order, bits, row, colors = (fields[index] for index in (0, 4, 5, 7, 11, 12, 19))
        if bits != 32 or row != 4 * width or order != 0:
            raise ValueError(f"window dump with {bits} bits a pixel, byte order {order}")
        return cls.from_bgrx(width, height, data[size + 12 * colors:][: row * height])

    @classmethod
    def from_png(cls, data):
        """8-bit RGB or RGBA, not interlaced; transparent is black."""
        width, height, header, text, compressed = 0, 0, b"", {}, b""
        position = 8
        while position < len(data):
            length, kind = struct.unpack(">I4s", data[position:position + 8])
            chunk = data[position + 8:position + 8 + length]
            if zlib.crc32(kind + chunk) != struct.unpack(">I", data[position + 8 + length:position + 12 + length])[0]:
                raise ValueError(f"checksum of {kind}")
            position += 12 + length
            if kind == b"IHDR":
                width, height = struct.unpack(">II", chunk[:8])
                header = chunk[8:]
            elif kind == b"IDAT":
                compressed += chunk
            elif kind == b"tEXt":
                key, _, value = chunk.partition(b"\0")
                text[key.decode("latin-1")] = value.decode("latin-1")
        if header[:2] not in (b"\x08\x02", b"\x08\x06") or header[4]:
            raise ValueError(f"PNG of another form: {header!r}")
        channels = 3 if header[1] == 2 else 4
        rows, line = zlib.decompress(compressed), width * channels
        if len(rows) != height * (line + 1):
            raise ValueError("pixels are missing")
        above, plain = bytearray(line), bytearray()
        for y in range(height):
            row = bytearray(rows[y * (line + 1) + 1:(y + 1) * (line + 1)])
            cls._unfilter(rows[y * (line + 1)], row, above, channels)
            plain += row
            above = row
        pixels = bytearray(4 * width * height)
        for channel in range(3):
            pixels[2 - channel::4] = plain[channel::channels]
        if channels == 4:
            for index in range(width * height):
                if plain[4 * index + 3] == 0:
                    pixels[4 * index:4 * index + 3] = b"\0\0\0"
        picture = cls.from_bgrx(width, height, pixels)
        picture.text = text
        return picture

    @staticmethod
    def _unfilter(kind, row, above, channels):
        for index in range(len(row) if kind else 0):
            left = row[index - channels] if index >= channels else 0
            if kind == 1:
                guess = left
            elif kind == 2:
                guess = above[index]
            elif kind == 3:
                guess = (left + above[index]) // 2
            else:
                corner = above[index - channels] if index >= channels else 0
                sum_ = left + above[index] - corner
                guess = min((left, above[index], corner), key=lambda value: abs(sum_ - value))
            row[index] = (row[index] + guess) & 255

    # Keeping

    def rgb(self):
        data = self.pixels.tobytes()
        result = bytearray(3 * self.width * self.height)
        result[0::3], result[1::3], result[2::3] = data[2::4], data[1::4], data[0::4]
        return bytes(result)

    def png(self):
        rgb, line = self.rgb(), 3 * self.width
        rows = b"".join(b"\0" + rgb[y * line:(y + 1) * line] for y in range(self.height))

        def chunk(kind, data):
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

        return (
            b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 6)) + chunk(b"IEND", b""))

    # Searching

    def row(self, y):
        return self.pixels[y * self.width:(y + 1) * self.width]

    def crop(self, x, y, width, height):
        pixels = array.array("I")
        for line in range(y, y + height):
            pixels += self.row(line)[x:x + width]
        return Picture(width, height, pixels)

    def count(self, color):
        return self.pixels.count(color)

    def bounds(self, color, least=1):
        """The rectangle around a colour (x, y, width, height), by rows that hold it at least so often; or None."""
        left, right, rows = self.width, -1, []
        for y in range(self.height):
            row = self.row(y)
            if row.count(color) >= least:
                rows.append(y)
                left = min(left, row.index(color))
                right = max(right, self.width - 1 - row[::-1].index(color))
        return (left, rows[0], right - left + 1, rows[-1] - rows[0] + 1) if rows else None

    def photo(self, colors=(RED, GREEN, BLUE, YELLOW), least=4):
        """Where a photo made of quarters is (x, y, width, height); None unless all four are whole and in their places."""
        parts = [self.bounds(color, least) for color in colors]
        if None in parts:
            return None
        (left, top, width, height), slack = parts[0], 4
        for (x, y, wide, high), (column, row) in zip(parts, ((0, 0), (1, 0), (0, 1), (1, 1))):
            if abs(x - left - column * width) > slack or abs(y - top - row * height) > slack:
                return None
            if abs(wide - width) > slack or abs(high - height) > slack:
                return None
        right, bottom = parts[3][0] + parts[3][2], parts[3][1] + parts[3][3]
        return (left, top, right - left, bottom - top)
