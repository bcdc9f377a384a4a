"""sway without a screen, and a pointer that a test moves."""

import os
import socket
import struct
import time

from picture import Picture
from screen import Screen


class Sway(Screen):
    """sway with one output in memory, painted by the processor."""

    def __init__(self, desk, width=800, height=600, config=""):
        self.desk, self.size = desk, (width, height)
        desk.environment |= {
            "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1", "GDK_BACKEND": "wayland"}
        for name in ("SWAYSOCK", "WAYLAND_DISPLAY"):
            desk.environment.pop(name, None)
        run = desk.path / "run"
        path = run / "sway.conf"
        path.write_text(
            f"xwayland disable\noutput HEADLESS-1 resolution {width}x{height} position 0 0\n{config}\n")
        start = ["sway", "-c", path]
        if os.geteuid() == 0:
            # sway refuses to be root; what is root's here may still use its sockets.
            desk.path.chmod(0o755)
            for place in (run, path):
                os.chown(place, 65534, 65534)
            start = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", *start]
        self.process = desk.start(*start)
        commands = run / f"sway-ipc.{run.stat().st_uid}.{self.process.pid}.sock"
        desk.wait("sway", commands.exists)
        desk.environment["SWAYSOCK"] = str(commands)
        sockets = desk.wait("sway's display", lambda: [path for path in run.glob("wayland-*") if path.suffix != ".lock"])
        desk.environment["WAYLAND_DISPLAY"] = sockets[0].name
        self.socket = sockets[0]

    def screenshot(self):
        return Picture.from_ppm(self.desk.run("grim", "-t", "ppm", "-", text=False))


class Pointer:
    """A pointer of its own (wlr-virtual-pointer-unstable-v1); sway has none without a device."""

    def __init__(self, sway):
        self.size = sway.size
        self.connection = socket.socket(socket.AF_UNIX)
        self.connection.settimeout(sway.desk.patience)
        self.connection.connect(str(sway.socket))
        self.buffer = b""
        # 2: the registry, 3: an answer that comes after the list of what there is.
        self.send(1, 1, struct.pack("=I", 2))
        self.send(1, 0, struct.pack("=I", 3))
        names = {}
        while True:
            sender, code, body = self.receive()
            if sender == 3:
                break
            if (sender, code) == (2, 0):
                number, length = struct.unpack("=II", body[:8])
                names[body[8:8 + length - 1].decode()] = number
        interface = b"zwlr_virtual_pointer_manager_v1\0"
        self.send(2, 0, struct.pack("=II", names[interface[:-1].decode()], len(interface)) + interface
                  + b"\0" * (-len(interface) % 4) + struct.pack("=II", 1, 4))
        self.send(4, 0, struct.pack("=II", 0, 5))

    def send(self, receiver, code, body=b""):
        self.connection.sendall(struct.pack("=II", receiver, (len(body) + 8) << 16 | code) + body)

    def receive(self):
        def take(count):
            while len(self.buffer) < count:
                data = self.connection.recv(1 << 16)
                if not data:
                    raise OSError("sway has closed the connection")
                self.buffer += data
            data, self.buffer = self.buffer[:count], self.buffer[count:]
            return data

        sender, word = struct.unpack("=II", take(8))
        return sender, word & 0xFFFF, take((word >> 16) - 8)

    @staticmethod
    def now():
        return int(time.monotonic() * 1000) & 0xFFFFFFFF

    def move(self, x, y):
        self.send(5, 1, struct.pack("=IIIII", self.now(), x, y, *self.size))
        self.send(5, 4)

    def click(self, x, y):
        self.move(x, y)
        for state in (1, 0):
            # BTN_LEFT of linux/input-event-codes.h.
            self.send(5, 2, struct.pack("=III", self.now(), 0x110, state))
            self.send(5, 4)

    def close(self):
        self.connection.close()
