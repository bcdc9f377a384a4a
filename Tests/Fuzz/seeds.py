#!/usr/bin/env python3
"""Writes the seed files of the fuzzers: seeds.py FOLDER makes FOLDER/{JPEG,Exif,PNG,GIF,WebP,ICC,Feed,…}/*. Standard library only."""

import struct
import sys
import zlib
from pathlib import Path


def chunk(kind, data=b""):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, depth, color, rows, interlace=0, before=b"", after=b""):
    header = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, interlace)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + before + chunk(b"IDAT", zlib.compress(rows)) + after
        + chunk(b"IEND")
    )


def adam7(width, height):
    """The row number and the width of every row of every pass."""
    for x, y, dx, dy in ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)):
        for line in range(y, height, dy):
            yield line, (width - x + dx - 1) // dx


def exif(orientation):
    return b"MM\0*" + struct.pack(">IHHHIHHI", 8, 1, 0x112, 3, 1, orientation, 0, 0)


def curve(*numbers):
    return b"para\0\0\0\0" + struct.pack(">HH", 3 if len(numbers) > 1 else 0, 0) + fixed(*numbers)


def fixed(*numbers):
    return b"".join(struct.pack(">i", round(number * 65536)) for number in numbers)


def icc(space, tags):
    table, body = struct.pack(">I", len(tags)), b""
    for name, data in tags:
        table += name + struct.pack(">II", 132 + 12 * len(tags) + len(body), len(data))
        body += data
    header = b"none\4\0\0\0mntr" + space + b"XYZ " + bytes(12) + b"acsp" + bytes(28) + fixed(0.9642, 1, 0.8249)
    return struct.pack(">I", 128 + len(table) + len(body)) + header.ljust(124, b"\0") + table + body


def rgb_profile(red, green, blue, tone):
    places = [(name + b"XYZ", b"XYZ \0\0\0\0" + fixed(*xyz)) for name, xyz in ((b"r", red), (b"g", green), (b"b", blue))]
    return icc(b"RGB ", places + [(name + b"TRC", tone) for name in (b"r", b"g", b"b")])


def lut_profile():
    """A table of 2 nodes an axis, from RGB to Lab."""
    clut = bytes(value for node in range(8) for value in (255 * (node & 1), 128, 128))
    table = bytes([3, 3, 2, 0]) + fixed(1, 0, 0, 0, 1, 0, 0, 0, 1) + bytes(range(256)) * 3 + clut + bytes(range(256)) * 3
    profile = icc(b"RGB ", [(b"A2B0", b"mft1\0\0\0\0" + table)])
    return profile[:20] + b"Lab " + profile[24:]


def gif(interlaced=False, before=b""):
    codes = [code for index in (0, 1, 2, 3, 1, 0) for code in (4, index)] + [5]
    bits = "".join(format(code, "03b")[::-1] for code in codes)
    data = bytes(int(bits[place:place + 8][::-1], 2) for place in range(0, len(bits), 8))
    screen = b"GIF89a" + struct.pack("<HHBBB", 3, 3, 0x81, 0, 0) + bytes(range(12))
    frame = b"," + struct.pack("<HHHHBB", 0, 1, 3, 2, 0x40 if interlaced else 0, 2)
    return screen + before + (frame + bytes([len(data)]) + data + b"\0") * 2 + b";"


def riff(*chunks):
    body = b"WEBP" + b"".join(
        name + struct.pack("<I", len(data)) + data + bytes(len(data) % 2) for name, data in chunks
    )
    return b"RIFF" + struct.pack("<I", len(body)) + body


LOSSLESS = bytes.fromhex("2f010000100f700a8f2b78d4e381ffc1a10211fd0f")
LOSSY = bytes.fromhex(
    "f001009d012a1000100001402625a00274ba01f80004c80000feae17ff36040cd0fa60ffd26cf136789b3e398000"
)


def segment(marker, body):
    return bytes([0xFF, marker]) + struct.pack(">H", len(body) + 2) + body


def entropy(text):
    """Bits written as 0 and 1, as entropy-coded data."""
    text += "1" * (-len(text) % 8)
    return bytes(int(text[place:place + 8], 2) for place in range(0, len(text), 8)).replace(b"\xff", b"\xff\0")


def jpeg(factors=((1, 1),), frame=0xC0, before=b"", names=(1, 2, 3, 4), restart=0):
    """Two units a row and two rows of flat blocks, whose means alternate between two samples."""
    count = len(factors)
    across, down = (max(factor[axis] for factor in factors) for axis in (0, 1))
    size = struct.pack(">HH", 16 * down - 3, 16 * across - 5)
    parts = b"".join(bytes([names[i], factors[i][0] << 4 | factors[i][1], 0]) for i in range(count))
    file = b"\xff\xd8" + before + segment(0xDB, b"\0" + bytes([8] * 64))
    file += segment(frame, b"\x08" + size + bytes([count]) + parts)
    # Means: no difference, or one of six bits. The rest of a block: its end.
    file += segment(0xC4, b"\0\0\2" + bytes(14) + b"\0\6") + segment(0xC4, b"\x10\1" + bytes(15) + b"\0")
    if restart:
        file += segment(0xDD, struct.pack(">H", restart))
    band = "0" if frame == 0xC0 else ""
    flips = ["01100000" + band, "01011111" + band]
    if restart:
        flips[1] = flips[0]

    def scan(members, first, last, unit, units):
        head = bytes([len(members)]) + b"".join(bytes([names[i], 0]) for i in members) + bytes([first, last, 0])
        if not restart:
            return segment(0xDA, head) + entropy("".join(unit(number) for number in range(units)))
        data = b"".join(
            entropy("".join(unit(number) for number in range(start, min(start + restart, units))))
            + (bytes([0xFF, 0xD0 + start // restart % 8]) if start + restart < units else b"")
            for start in range(0, units, restart)
        )
        return segment(0xDA, head) + data

    def means(number):
        blocks = [horizontal * vertical for horizontal, vertical in factors]
        return "".join(flips[number % 2] + ("00" + band) * (block - 1) for block in blocks)

    file += scan(range(count), 0, 0 if frame == 0xC2 else 63, means, 4)
    if frame == 0xC2:
        for index, (horizontal, vertical) in enumerate(factors):
            file += scan([index], 1, 63, lambda number: "0", 4 * horizontal * vertical)
    return file + b"\xff\xd9"


def jpegs():
    color = lambda horizontal, vertical: ((horizontal, vertical), (1, 1), (1, 1))
    app1 = segment(0xE1, b"Exif\0\0" + exif(6))
    profile = segment(0xE2, b"ICC_PROFILE\0\1\1" + bytes(128))
    inks = [segment(0xEE, b"Adobe\0\x64\0\0\0\0" + bytes([transform])) for transform in (0, 2)]
    yield "gray", dict(before=app1)
    for horizontal, vertical in ((1, 1), (2, 1), (1, 2), (2, 2), (4, 1)):
        yield f"ycc{horizontal}{vertical}", dict(factors=color(horizontal, vertical), before=profile)
    yield "rgb", dict(factors=color(1, 1), names=b"RGB")
    yield "cmyk", dict(factors=((1, 1),) * 4, before=inks[0])
    yield "ycck", dict(factors=((2, 2), (1, 1), (1, 1), (2, 2)), before=inks[1])


def seeds():
    for name, options in jpegs():
        yield f"JPEG/{name}", jpeg(**options)
        yield f"JPEG/{name}-progressive", jpeg(frame=0xC2, **options)
        yield f"JPEG/{name}-restarts", jpeg(restart=1, **options)
    yield "Exif/big", exif(6)
    yield "Exif/little", b"II*\0" + struct.pack("<IHHHIHHI", 8, 1, 0x112, 3, 1, 8, 0, 0)
    yield "Exif/long", b"MM\0*" + struct.pack(">IHHHIII", 8, 1, 0x112, 4, 1, 5, 0)
    rows = b"".join(bytes([filter]) + bytes(range(12)) for filter in (0, 1, 2, 3, 4, 4, 3))
    yield "PNG/rgb", png(4, 7, 8, 2, rows)
    yield "PNG/rgba", png(3, 7, 8, 6, rows)
    yield "PNG/gray", png(12, 7, 8, 0, rows, before=chunk(b"tRNS", b"\0\5"))
    yield "PNG/gray-alpha", png(6, 7, 8, 4, rows)
    yield "PNG/rgb16", png(2, 7, 16, 2, rows, before=chunk(b"tRNS", bytes(6)))
    yield "PNG/bits", png(90, 7, 1, 0, rows)
    palette = chunk(b"PLTE", bytes(range(24))) + chunk(b"tRNS", b"\0\200\377")
    yield "PNG/palette", png(12, 7, 8, 3, rows, before=palette)
    yield "PNG/palette4", png(24, 7, 4, 3, rows, before=palette)
    yield "PNG/adam7", png(5, 5, 8, 0, bytes(40), interlace=1)
    yield "PNG/exif", png(4, 7, 8, 2, rows, after=chunk(b"eXIf", exif(6)) + chunk(b"tEXt", b"a\0b"))
    srgb = rgb_profile((0.4361, 0.2225, 0.0139), (0.3851, 0.7169, 0.0971), (0.1431, 0.0606, 0.7141), curve(2.2))
    yield "PNG/profile", png(4, 7, 8, 2, rows, before=chunk(b"iCCP", b"a\0\0" + zlib.compress(srgb)))
    yield "PNG/numbers", png(4, 7, 8, 2, rows, before=chunk(b"cICP", b"\x0c\x0d\0\1"))
    yield "ICC/gamma", srgb
    yield "ICC/srgb", srgb.replace(curve(2.2), curve(2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045))
    yield "ICC/table", rgb_profile((0.6, 0.3, 0), (0.2, 0.6, 0.1), (0.1, 0.1, 0.7), b"curv\0\0\0\0\0\0\0\3\0\0\x40\0\xff\xff")
    yield "ICC/gray", icc(b"GRAY", [(b"wtpt", b"XYZ \0\0\0\0" + fixed(0.9642, 1, 0.8249)), (b"kTRC", curve(1.8))])
    yield "ICC/lut", lut_profile()
    yield "GIF/plain", gif()
    yield "GIF/interlaced", gif(interlaced=True)
    wide = b"".join(b"\0" + bytes((x + y) % 256 for x in range(0, 3 * width)) for y, width in adam7(400, 250))
    yield "PNG/adam7-large", png(400, 250, 8, 2, wide, interlace=1)
    yield "GIF/screen0", gif()[:6] + bytes(4) + gif()[10:]
    yield "GIF/zeros", gif(before=b"\0\0!\xfe\0\0")[:-1] + b"\0\0;"
    yield "PAM/small", b"P7\n#  \nWIDTH 2\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n" + bytes(range(8))
    yield "Encode/flat", bytes([7, 7, 94, 200, 100, 50, 255])
    yield "Encode/noise", bytes([9, 5, 30]) + bytes(i * 37 % 256 for i in range(240)) + b"words"
    yield "GIF/transparent", gif(before=b"!\xf9\4\1\0\0\1\0" + b"!\xfe\2hi\0")
    yield "WebP/lossless", riff((b"VP8L", LOSSLESS))
    yield "WebP/lossy", riff((b"VP8 ", LOSSY))
    canvas = struct.pack("<I", 0) + (1).to_bytes(3, "little") + (0).to_bytes(3, "little")
    yield "WebP/extended", riff((b"VP8X", canvas), (b"ICCP", srgb), (b"VP8L", LOSSLESS), (b"EXIF", exif(8)))
    frame = bytes(6) + b"\1\0\0\0\0\0" + bytes(4) + b"VP8L" + struct.pack("<I", len(LOSSLESS)) + LOSSLESS + b"\0"
    yield "WebP/animated", riff((b"VP8X", canvas), (b"ANIM", bytes(6)), (b"ANMF", frame), (b"ANMF", frame))
    photo = (
        b'{"title": "Y\\\'all \\ud83c\\udf05", "link": "https:\\/\\/h\\/1\\/", "media": {"m": "https:\\/\\/farm8.static.flickr.com'
        b'\\/7\\/54901000018_0a1b2c3d4e_m.jpg"}, "date_taken": "2026-11-28T07:21:40-08:00", "description": "<p>a posted a photo:'
        b'<img src=x width=\\"240\\" height=\\"160\\"></p>", "published": "2026-11-29T18:24:10Z", "author": "nobody@flickr.com '
        b'(\\"\\\\u00e4 b\\")", "author_id": "123@N02", "tags": "a b"}'
    )
    yield "Feed/plain", b'{"title": "t", "items": [' + photo + b", " + photo.replace(b"54901000018", b"2") + b"]}"
    yield "Feed/wrapped", b"\xef\xbb\xbf/**/ f({\"items\": [" + photo + b"]}); //"
    yield "Feed/local", b'{"items": [{"title": "", "media": {"m": "photos/../%2e%2e/a.jpg"}}, null, {"media": {}}]}'
    yield "Feed/mark", '{"items": [{"title": "", "media": {"m": "\u031bx/a_m.jpg"}}]}'.encode()
    yield "Feed/error", b'{"stat": "fail", "code": 95, "message": "SSL is required"}'
    yield from texts()
    # Choices of a tree of views; zeros are the first ones.
    for start in range(8):
        yield f"Layout/tree{start}", bytes((start + 7 * place) % 256 for place in range(160))
    yield "Layout/numbers", bytes(128 + place * 3 % 128 for place in range(200))


def texts():
    """Text behind the choices that a fuzzer makes of the first bytes."""
    now = b"\1\1"
    for name, text in (
        ("date", b"Sun, 06 Nov 1994 08:49:37 GMT"), ("old", b"Sunday, 06-Nov-94 08:49:37 GMT"),
        ("asctime", b"Sun Nov  6 08:49:37 1994"), ("range", b"bytes=0-9"), ("end", b"-500"), ("wait", b"120"),
        ("fields", b'Cache-Control: max-age=60, stale-if-error="5", no-cache="a,b"\nAge: 7\nVary: *\nExpires: 0'),
        ("lists", b"private, max-age=99999999999999999999\nLast-Modified: Sun, 06 Nov 1994 08:49:37 GMT"),
    ):
        yield f"HTTP/{name}", now + text
    for name, text in (
        ("four", b"0x7f.1"), ("six", b"::ffff:1.2.3.4"), ("zone", b"fe80::1%eth0"), ("name", b"user@Host.example.:80"),
        ("path", b"h/a b?c=%zz#d"), ("wide", "１２７。0.0.1".encode()), ("codes", b"%31%30.0.0.1"),
    ):
        yield f"Address/{name}", text
    for name, text in (
        ("flickr", b"https://live.staticflickr.com/65535/54901000018_0a1b2c3d4e_m.jpg"),
        ("farm", b"//farm8.static.flickr.com/7/2_0a1b2c3d4e.jpg"), ("file", b"file:///feeds/photos/a%20b.jpg"),
        ("up", b"photos/../%2e%2e/a.jpg?x#y"), ("large", b"http://h:80/65535/54901000018_0a1b2c3d4e_b.png"),
    ):
        yield f"PhotoURL/{name}", b"\0\1\50\50\1" + text
    for name, text in (
        ("app", b"wooribudget://month/2026?x=1#y"), ("packed", b"widget://deeplink?url=https%3A%2F%2Fh%2F"),
        ("six", b"a://u:p@[::1]:8/"), ("page", b"a:page"), ("words", b'\5a\\b"$\0\3\4/x y\5%u%%\n'),
    ):
        yield f"Link/{name}", text
    entry = (
        b'{"schema":"photowidget.entry/1","kind":"todo","instance":"default","family":"systemSmall",'
        b'"date":"2026-11-30T01:38:00Z","validUntil":null,"policy":{"type":"after","date":"2026-11-30T02:38:00Z"},'
        b'"status":"fresh","reason":null,"photo":null,"image":null,"deepLink":"a://b","links":["a://b"],'
        b'"content":{"a":[1,2.5,true,null]}}'
    )
    for name, text in (
        ("entry", entry), ("lines", b"// a\n{a: +.5e3, 'b\\\nc': [0x1F, -Infinity, NaN, 1.,], /* d */ \"e\": '\\u00e4\\x41'}"),
        ("config", b"{instances: [{kind: 'photo', every: '3m', configuration: {tags: ['a']}}]}"),
        ("packed", b"widget://deeplink?url=widget%3A%2F%2Fdeeplink%3Furl%3Dhttps%3A%2F%2Fh%2F"),
        ("script", b"JavaScript:alert(1)"),
    ):
        yield f"Documents/{name}", text


for name, data in seeds():
    path = Path(sys.argv[1], name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
