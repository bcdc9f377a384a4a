#!/usr/bin/env python3
"""A TRMNL display shows the photo: the walk of its firmware through `serve --trmnl`, from set-up to picture."""

import json
import os
import struct
import urllib.error
import urllib.request

from desk import main
from picture import Picture

DEVICE = "AA:BB:CC:00:11:22"


class Display:
    """What the firmware does: it keeps a key and the name of the picture that it shows."""

    def __init__(self, base):
        self.base = base
        self.key, self.shows, self.picture, self.sleeps = "", "", None, 0

    def ask(self, path, headers=(), body=None):
        url = path if path.startswith("http") else self.base + path
        request = urllib.request.Request(url, data=body, headers={"ID": DEVICE, **dict(headers)})
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def set_up(self):
        status, _, body = self.ask("/api/setup", {"FW-Version": "1.5.4", "Model": "og"})
        answer = json.loads(body)
        if status == 200 and answer["status"] == 200:
            self.key = answer["api_key"]
        return answer

    def wake(self):
        """Asks what to show; draws only if the name is another. Whether it has drawn, and the answer."""
        status, _, body = self.ask("/api/display", {
            "Access-Token": self.key, "Refresh-Rate": str(self.sleeps), "Battery-Voltage": "4.01", "FW-Version": "1.5.4",
            "RSSI": "-61", "Width": "800", "Height": "480", "Model": "og"})
        answer = json.loads(body)
        if answer.get("status") != 0:
            return False, {"http": status, **answer}
        self.sleeps = answer["refresh_rate"]
        name = answer["filename"][:35]
        if name == self.shows:
            return False, answer
        status, headers, picture = self.ask(answer["image_url"])
        # PNG and JPEG are known by these very types, all else is taken for BMP; the buffer has 90,000 bytes.
        if status != 200 or headers["Content-Type"] in ("image/png", "image/jpeg") or len(picture) > 90_000:
            return False, answer
        if int(headers["Content-Length"]) != len(picture):
            return False, answer
        self.shows, self.picture = name, picture
        return True, answer


def screen(data):
    """The display's picture: BMP of one bit a pixel, 48,062 bytes, rows from the bottom."""
    kind, size, _, offset, _, width, height, planes, bits, packed = struct.unpack("<2sIIIIiiHHI", data[:34])
    if (kind, size, offset, width, height, planes, bits, packed) != (b"BM", len(data), 62, 800, 480, 1, 1, 0):
        raise ValueError(f"BMP header: {data[:34]!r}")
    inks = [struct.unpack("<I", data[54 + 4 * index:58 + 4 * index])[0] for index in (0, 1)]
    picture = Picture.quarters(width, height)
    for y in range(height):
        row = data[offset + (height - 1 - y) * 100:][:100]
        for x in range(width):
            picture.pixels[y * width + x] = inks[row[x >> 3] >> (7 - (x & 7)) & 1] & 0xFFFFFF
    return picture


def light(picture, column, row):
    """How much of a quarter is white."""
    part = picture.crop(column * 400 + 50, row * 240 + 30, 300, 180)
    return part.count(0xFFFFFF) / (300 * 180)


def start(desk, *words):
    pipe, end = os.pipe()
    server = desk.start("photowidget", "serve", "--port", "0", *words, output=end)
    os.close(end)
    with os.fdopen(pipe) as file:
        return server, file.readline().strip()


def walk(desk, server, display):
    answer = display.set_up()
    desk.check(answer["status"] == 200 and len(display.key) > 10 and answer["friendly_id"], "set-up gives a key")
    drawn, answer = display.wake()
    desk.check(not drawn and answer["status"] == 500,
               f"before anything is published the display waits: {answer.get('error')}")

    desk.publish("Sunset over Texas", "A. Photographer", "--size", "1024x1024", size=(800, 480))
    drawn, answer = display.wake()
    desk.check(drawn, "then it draws")
    picture = screen(display.picture)
    desk.keep(picture)
    shades = [light(picture, *place) for place in ((0, 0), (1, 0), (0, 1), (1, 1))]
    desk.check(shades[3] > shades[1] > shades[0] > shades[2],
               f"the photo: blue, red, green, yellow from dark to light {[round(shade, 2) for shade in shades]}")
    desk.check(set(picture.pixels) == {0, 0xFFFFFF}, "in black and white")
    desk.check(len(display.shows) <= 35 and display.shows not in ("empty_state", "screen_wiper.png"), "its name fits")
    desk.check(answer["refresh_rate"] >= 900, f"it sleeps {answer['refresh_rate']} s")
    desk.check(not answer["update_firmware"] and not answer["reset_firmware"] and not answer["firmware_url"]
               and not answer["special_function"], "its firmware is left alone")
    desk.check(not display.wake()[0], "the same picture is not drawn again")
    desk.publish("Another", "A. Photographer", size=(800, 480), colors=(0, 0xFFFFFF, 0xFFFFFF, 0))
    desk.check(display.wake()[0] and light(screen(display.picture), 0, 0) < 0.1 < 0.9 < light(screen(display.picture), 1, 0),
               "another one is")

    log = b'{"logs":[{"message":"low \x1b[2Jbattery\nphotowidget: forged"}]}'
    status, _, _ = display.ask("/api/log", {"Access-Token": display.key, "Content-Type": "application/json"}, log)
    desk.check(status == 204, "its log is taken")
    desk.wait("the log", lambda: DEVICE in server.log.read_text())
    lines = [line for line in server.log.read_text().splitlines() if "forged" in line]
    desk.check(len(lines) == 1 and "\x1b" not in lines[0], "and printed on one line, without what a terminal would obey")


def test(desk):
    server, base = start(desk, "--trmnl", "--verbose")
    walk(desk, server, Display(base))
    desk.stop(server)

    token = desk.path / "token"
    token.write_text("secret-of-the-test\n")
    server, base = start(desk, "--trmnl", "--token-file", token)
    display = Display(base)
    desk.check(display.wake()[1]["http"] == 401, "with a token a display without a key gets nothing")
    display.set_up()
    desk.check(display.wake()[0], "and with its own key the picture")
    desk.stop(server)

    server, base = start(desk)
    desk.check(Display(base).ask("/api/display")[0] == 404, "without --trmnl there is nothing for displays")


if __name__ == "__main__":
    main("trmnl", test, [])
