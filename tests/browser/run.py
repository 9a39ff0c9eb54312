#!/usr/bin/env python3
"""The page of `siga explore` in a real browser.

Needs Chromium and its driver (Debian: chromium, chromium-driver); says so and ends with status 0 where they are not
installed, or with status 1 if SIGA_BROWSER=required. Usage: tests/browser/run.py [NAME …]
SIGA is the program (target/debug/siga by default); SIGA_PICTURES a folder for pictures of what was seen.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time

import boards
import pages
from driver import Browser, installed
from visit import PICTURES, SIGA, Visit


def main():
    found = installed()
    if not found:
        print("browser tests: skipped, Chromium and its driver are not installed")
        return os.environ.get("SIGA_BROWSER") == "required"
    scenes = [
        boards.who_takes_first, boards.quickly, boards.stones_in_hand, boards.siga_places_by_the_game, boards.too_many_stones, boards.against_the_solution, boards.daldos_figure,
        boards.sig_turn, boards.who_wins_fights, boards.keyboard_only, boards.stopping, boards.rules_form, boards.files, boards.a_game_of_ones_own, boards.nothing_is_lost,
        boards.history_and_end, boards.values_on_the_board, boards.dead_ends, boards.cleared, boards.siga_plays_with_dice, boards.one_teeko,
        pages.bias, pages.wrong_table, pages.pasted_table, pages.narrow_and_dark, pages.plain_words, pages.nothing_is_a_wall,
        pages.on_a_phone, pages.printed, pages.kept,
    ]
    asked = sys.argv[1:]
    # What is kept of the address is not that of whoever runs this.
    data = tempfile.TemporaryDirectory()
    served = subprocess.Popen([SIGA, "explore", "--no-open"], stdout=subprocess.PIPE, text=True, env={**os.environ, "XDG_DATA_HOME": data.name})
    home = served.stdout.readline().split()[-1]
    browser = Browser(*found)
    failed = 0
    try:
        visit = Visit(browser, home)
        for scene in scenes:
            if asked and scene.__name__ not in asked:
                continue
            began = time.monotonic()
            browser.size(1200, 900)
            browser.scheme("light")
            browser.patience = 60
            try:
                scene(visit)
                wrong = browser.complaints()
                assert not wrong, wrong
                print(f"ok    {scene.__name__} ({time.monotonic() - began:.1f} s)", flush=True)
            except (AssertionError, RuntimeError) as error:
                failed += 1
                print(f"WRONG {scene.__name__}: {error}", flush=True)
                if PICTURES:
                    browser.picture(f"{PICTURES}/wrong-{scene.__name__}.png")
    finally:
        browser.close()
        served.send_signal(signal.SIGINT)
        if served.wait(timeout=20) != 0:
            print("WRONG: siga explore did not end cleanly")
            failed += 1
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
