#!/usr/bin/env python3
"""How good the play is that siga prefers where who wins is not proved: python3 tools/playouts.py target/release/siga [--throws 2000] [--seed 7]

On daldøs boards of n = 3, which are solved, the first play by `--by net` and by playouts (`--simulate`) is compared with the proved
chances to win (`--by win`): how often it is a best one, and how much of the chance to win it gives away.
"""

import argparse
import json
import random
import subprocess

WAYS = {"--by net": ["--by", "net"], "--simulate 200": ["--simulate", "200"], "--simulate 1000": ["--simulate", "1000"]}
WIN = ["--by", "win", "--width", "1/100000"]


def written(row):
    """A row of a position: pieces, and numbers for empty holes."""
    text = "".join(row)
    for count in (4, 3, 2, 1):
        text = text.replace("." * count, str(count))
    return text


def position(chance):
    """Two or three pieces a side at random, A to throw; perhaps not a position."""
    rows = [["."] * 3, ["."] * 4, ["."] * 3]
    for side, home in (("A", 0), ("B", 2)):
        for _ in range(chance.choice([2, 3])):
            row = chance.choice([home, home, 1, 1, 2 - home])
            hole = chance.randrange(len(rows[row]))
            if rows[row][hole] == ".":
                rows[row][hole] = side.lower() if row == home and chance.random() < 0.4 else side
    return "/".join(map(written, rows)) + " A"


def answers(siga, questions):
    lines = "".join(json.dumps({"query": ["daldos", "analyse", "--rules", "daldos:n=3", *words]}) + "\n" for words in questions)
    done = subprocess.run([siga, "batch", "--quiet"], input=lines, capture_output=True, text=True, check=False)
    return [json.loads(line) for line in done.stdout.splitlines()]


def low(value):
    return value.get("lower", value)["approx"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("siga", help="the program")
    parser.add_argument("--throws", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    throws = []
    while len(throws) < arguments.throws:
        asked = [["--position", position(chance), "--throw", f"{chance.randint(1, 4)},{chance.randint(1, 4)}"] for _ in range(500)]
        found = answers(arguments.siga, [words + WIN for words in asked])
        for words, answer in zip(asked, found):
            plays = answer.get("result", {}).get("plays") or []
            worth = {move: low(play["value"]) for play in plays for move in [play["move"], *play["ways"]] if play.get("value")}
            # Plays that differ by more than the bounds are wide, and by what can be told.
            if worth and max(worth.values()) - min(worth.values()) > 0.001:
                throws.append((words, worth))
    throws = throws[: arguments.throws]
    for name, way in WAYS.items():
        lost = []
        for (_, worth), answer in zip(throws, answers(arguments.siga, [words + way for words, _ in throws])):
            result = answer["result"]
            first = result.get("estimates", result)["plays"][0]["move"]
            lost.append(max(worth.values()) - worth[first])
        best = sum(one < 0.0001 for one in lost)
        print(f"{name:16} a best play {best / len(lost):6.1%}   given away on average {sum(lost) / len(lost):.5f}, at most {max(lost):.3f}")


if __name__ == "__main__":
    main()
