"""A browser driven over WebDriver, with nothing but the standard library."""

import base64
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

KEYS = {
    "Enter": "\ue007", "Tab": "\ue004", "Space": " ", "Left": "\ue012", "Up": "\ue013", "Right": "\ue014", "Down": "\ue015",
    "Escape": "\ue00c", "Shift": "\ue008",
}
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--force-device-scale-factor=1",
]
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


def installed():
    """The browser and its driver, or None where they are not installed."""
    browser = os.environ.get("CHROMIUM") or next(
        filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None
    )
    driver = os.environ.get("CHROMEDRIVER") or shutil.which("chromedriver")
    return (browser, driver) if browser and driver else None


class Browser:
    """One window. Times out with an error that says what was waited for."""

    def __init__(self, browser, driver, patience=60):
        self.patience = patience
        self.folder = tempfile.mkdtemp(prefix="siga-browser-")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.process = subprocess.Popen(
            [driver, f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.base = f"http://127.0.0.1:{port}"
        self.until(lambda: self.call("GET", "/status")["ready"], "the driver")
        options = {"binary": browser, "args": [*FLAGS, f"--user-data-dir={self.folder}"]}
        capabilities = {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        session = self.call("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
        self.base += f"/session/{session['sessionId']}"

    def call(self, method, path, body=None):
        data = None if method == "GET" else json.dumps(body or {}).encode()
        request = urllib.request.Request(self.base + path, data, {"content-type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def until(self, ready, what):
        """Waits until `ready()` gives something true, and gives it."""
        end = time.monotonic() + self.patience
        while True:
            try:
                found = ready()
                if found:
                    return found
            except (RuntimeError, urllib.error.URLError, ConnectionError) as error:
                found = error
            if time.monotonic() > end:
                raise AssertionError(f"waited {self.patience} s for {what}; last: {found}")
            time.sleep(0.05)

    def open(self, address):
        self.call("POST", "/url", {"url": address})

    def run(self, script, *arguments):
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def text(self, selector):
        """The text of an element; None if there is none."""
        return self.run("return document.querySelector(arguments[0])?.innerText ?? null", selector)

    def texts(self, selector):
        return self.run("return [...document.querySelectorAll(arguments[0])].map((e) => e.innerText ?? e.textContent)", selector)

    def value(self, selector):
        return self.run("return document.querySelector(arguments[0])?.value ?? null", selector)

    def wait_text(self, selector, part):
        return self.until(lambda: (t := self.text(selector)) is not None and part in t and t, f"{part!r} in {selector}")

    def find(self, selector):
        found = self.call("POST", "/element", {"using": "css selector", "value": selector})
        return found[ELEMENT]

    def click(self, selector):
        """A real click, where a person would click."""
        def clicked():
            # An answer that arrives may draw the element anew in between; then once more.
            self.run("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", selector)
            self.call("POST", f"/element/{self.find(selector)}/click")
            return True

        self.until(clicked, f"a click on {selector}")

    def fill(self, selector, text):
        """Types a text in place of what stands there."""
        self.run("const e = document.querySelector(arguments[0]); e.focus(); e.value = ''", selector)
        self.call("POST", f"/element/{self.find(selector)}/value", {"text": text})

    def keys(self, *names):
        """Presses keys, one after the other."""
        actions = []
        for name in names:
            key = KEYS.get(name, name)
            actions += [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def size(self, width, height):
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)

    def scheme(self, name):
        self.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def cdp(self, command, **parameters):
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def picture(self, path, whole=False):
        shot = self.cdp("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot["data"]))

    def complaints(self):
        """Errors on the page's console since the last time."""
        log = self.call("POST", "/se/log", {"type": "browser"})
        return [entry["message"] for entry in log if entry["level"] == "SEVERE"]

    def close(self):
        try:
            self.call("DELETE", "")
        except (RuntimeError, OSError):
            pass
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
