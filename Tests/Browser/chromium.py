"""A headless Chromium, driven over a pipe by its DevTools protocol."""

import base64
import contextlib
import json
import os
import select
import signal
import subprocess
import tempfile
import time


class Failure(Exception):
    """A check that did not hold, or a browser that did not answer."""


class Chromium:
    """One browser with one page; every wait has an end."""

    patience = 30

    def __init__(self, width=1100, height=900):
        self.profile = tempfile.TemporaryDirectory(prefix="photowidget-chromium-")
        to_read, self.output = os.pipe()
        self.input, to_write = os.pipe()

        def place():
            # The browser reads from descriptor 3 and writes to 4.
            first, second = os.dup(to_read), os.dup(to_write)
            os.dup2(first, 3)
            os.dup2(second, 4)

        command = [
            "chromium", "--headless=new", "--remote-debugging-pipe", f"--user-data-dir={self.profile.name}",
            f"--window-size={width},{height}", "--no-first-run", "--disable-gpu", "--disable-background-networking",
            "--disable-component-update", "--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
            "about:blank",
        ]
        if os.geteuid() == 0:
            command.insert(1, "--no-sandbox")
        self.process = subprocess.Popen(
            command, preexec_fn=place, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(to_read)
        os.close(to_write)
        self.buffer = b""
        self.number = 0
        self.events = []
        targets = self.call("Target.getTargets", session=None)["targetInfos"]
        self.page = next(target["targetId"] for target in targets if target["type"] == "page")
        self.session = self.call("Target.attachToTarget", session=None, targetId=self.page, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Accessibility"]:
            self.call(f"{domain}.enable")

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.input)
        os.close(self.output)
        self.remove_profile()

    def remove_profile(self):
        """Removes the profile, into which the browser's helpers may go on writing for a moment after its end."""
        deadline = time.monotonic() + self.patience
        while True:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            try:
                self.profile.cleanup()
                return
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

    def call(self, method, session=True, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + self.patience
        while True:
            answer = self.receive(deadline)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise Failure(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def receive(self, deadline):
        while b"\0" not in self.buffer:
            rest = deadline - time.monotonic()
            if rest <= 0 or not select.select([self.input], [], [], rest)[0]:
                raise Failure("the browser does not answer")
            data = os.read(self.input, 1 << 20)
            if not data:
                raise Failure("the browser has gone")
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def evaluate(self, script):
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise Failure(f"{script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait_for(self, script, what):
        """Waits until a script's value is true in the page, and returns it."""
        deadline = time.monotonic() + self.patience
        while time.monotonic() < deadline:
            value = self.evaluate(script)
            if value:
                return value
            time.sleep(0.1)
        raise Failure(f"{what}: never")

    def open(self, url):
        self.call("Page.navigate", url=url)
        self.wait_for("document.readyState === 'complete'", f"{url} is loaded")

    def tap(self, x, y):
        for kind in ["mousePressed", "mouseReleased"]:
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def press(self, key, code):
        for kind in ["rawKeyDown", "char", "keyUp"]:
            text = {"text": "\r"} if key == "Enter" and kind == "char" else {}
            if kind == "char" and not text:
                continue
            self.call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, **text)

    def opened(self):
        """The addresses of pages that the page has opened, which are closed."""
        targets = self.call("Target.getTargets", session=None)["targetInfos"]
        others = [target for target in targets if target["type"] == "page" and target["targetId"] != self.page]
        for target in others:
            self.call("Target.closeTarget", session=None, targetId=target["targetId"])
        return [target["url"] for target in others]

    def wait_for_opened(self, url):
        deadline = time.monotonic() + self.patience
        seen = []
        while time.monotonic() < deadline:
            seen += [opened for opened in self.opened() if opened not in ("", "about:blank")]
            if url in seen:
                return
            time.sleep(0.1)
        raise Failure(f"{url} was not opened, but {seen}")

    def screenshot(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def complaints(self):
        """What the console says: errors, broken rules of the content security policy."""
        return [
            event["params"]
            for event in self.events
            if event.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded")
            and event["params"].get("entry", {}).get("level", "error") == "error"
        ]
