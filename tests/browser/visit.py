"""What the scenes share: the program, the page, and small things done with both."""

import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
SIGA = os.environ.get("SIGA", str(ROOT / "target/debug/siga"))
PICTURES = os.environ.get("SIGA_PICTURES")
FIGURE = "16/5B1B1A7/4B3B7 B"


def siga(*words):
    """The result of a command."""
    done = subprocess.run([SIGA, *words, "--json"], capture_output=True, text=True, check=False)
    return json.loads(done.stdout)["result"]


class Visit:
    def __init__(self, browser, home):
        self.browser = browser
        self.home = home

    def go(self, place=""):
        self.browser.open("about:blank")
        self.browser.open(self.home + place)
        self.browser.until(lambda: self.browser.text("main h1"), "the page")

    def games(self):
        """The names of all games of the page, each with its rules and its start."""
        if self.browser.run("return location.protocol") != "http:":
            self.go()
        script = "return import('./games.js').then(({games}) => Object.values(games).map(({name, start}) => [name, [name, start]]))"
        return dict(self.browser.run(script))

    def picture(self, name, whole=False):
        if PICTURES:
            self.browser.picture(f"{PICTURES}/{name}.png", whole)


def choose(browser, selector, value):
    """Chooses from a list."""
    browser.run("const e = document.querySelector(arguments[0]); e.value = arguments[1]; e.dispatchEvent(new Event('change'))", selector, value)


def stones(rows):
    """What stands on each cell, from rows as drawn."""
    size = len(rows)
    return {f"{chr(97 + across)}{size - down}": sign for down, row in enumerate(rows) for across, sign in enumerate(row)}
