#!/usr/bin/env python3
"""Writes questions for `siga batch`: who makes the first capture from placements of Sidja drawn at random.

    python3 placements.py 100000 > questions.jsonl

Every cell but the middle one has a stone, half of each colour, and x moves first.
"""

import argparse
import json
import random
import sys


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("count", type=int, help="how many")
    arguments.add_argument("--size", type=int, default=7, help="cells of a side, an odd number (default 7)")
    arguments.add_argument("--budget", type=int, default=200, help="positions searched for each (default 200)")
    arguments.add_argument("--seed", type=int, default=1, help="the same seed draws the same placements (default 1)")
    asked = arguments.parse_args()
    draw = random.Random(asked.seed)
    half = asked.size**2 // 2
    for number in range(1, asked.count + 1):
        stones = list("x" * half + "o" * half)
        draw.shuffle(stones)
        stones.insert(half, "1")
        text = "".join(stones)
        rows = "/".join(text[at : at + asked.size] for at in range(0, len(text), asked.size))
        words = ["sidja", "first-capture", "--position", f"{rows} x -", "--budget", str(asked.budget)]
        print(json.dumps({"id": number, "query": words}, separators=(",", ":")))


if __name__ == "__main__":
    sys.exit(main())
