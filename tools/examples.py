#!/usr/bin/env python3
"""Compares the examples of other tools (docs/results/other-tools.csv) with icepool: python3 tools/examples.py target/release/siga

Each row of the table is asked of siga and worked out with icepool (`pip install icepool`; 2.1.3 was used), or by listing,
and every probability is compared as a fraction. A row without a formula here, or the other way round, is a fault too.
Status 0: all agree; 3: some do not.
"""
import csv, itertools, json, subprocess, sys
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path
from icepool import Die, Pool, d, map as over, tupleize

three = d(6).highest(4, 3)

def cortex(*sizes):
    return Pool([d(n).map({1: 0}) for n in sizes])

def listed(what, *dice):
    """A function of everything that some dice can show."""
    return over(lambda *shown: what(shown), *dice)

def sets(counts):
    return sum(3 ** (n - 2) for n in counts if n > 1)

def outcome(green, red):
    left = sorted([(x, 1) for x in set(green) for _ in range(green.count(x) - red.count(x))]
                  + [(x, -1) for x in set(red) for _ in range(red.count(x) - green.count(x))], reverse=True)[:2]
    colours = {colour for _, colour in left}
    return 0 if len(colours) != 1 else colours.pop()

def meteor(penalty):
    return (2 @ d(6)) // (1 + (1 + d(20) - penalty >= 15))

@cache
def threes(n):
    """The least expected sum of n dice: the lowest of them are kept."""
    if n == 0:
        return Fraction(0)
    total = Fraction(0)
    for roll in itertools.product([0, 1, 2, 4, 5, 6], repeat=n):
        roll = sorted(roll)
        total += min(sum(roll[:k]) + threes(n - k) for k in range(1, n + 1))
    return total / 6 ** n

def attrition(a, b):
    """Both lose a die to a higher one of the other side, until one side has none."""
    @cache
    def wins(a, b):
        if a == 0 or b == 0:
            return Fraction(int(a > 0))
        stays, total, cases = Fraction(0), Fraction(0), Fraction(1, 6 ** (a + b))
        for roll in itertools.product(range(1, 7), repeat=a + b):
            pairs = list(zip(sorted(roll[:a], reverse=True), sorted(roll[a:], reverse=True)))
            lost = sum(x < y for x, y in pairs), sum(x > y for x, y in pairs)
            if lost == (0, 0):
                stays += cases
            else:
                total += cases * wins(a - lost[0], b - lost[1])
        return total / (1 - stays)
    chance = wins(a, b)
    return Die({1: chance.numerator, 0: chance.denominator - chance.numerator})

def pushed(n):
    """Sixes of some dice, those thrown again that show neither one nor six."""
    shown = listed(lambda x: (x.count(6), sum(1 < v < 6 for v in x)), *[d(6)] * n)
    return shown.map(lambda six, rest: six + (rest @ (d(6) == 6) if rest else 0))

def dupes(first, second):
    return (max(map(first.count, first)) > max(map(second.count, second))) - (max(map(first.count, first)) < max(map(second.count, second)))

def vampire(normal, hunger):
    shown = normal + hunger
    return sum(x > 5 for x in shown) + 2 * (shown.count(10) // 2)

def focus(shown):
    left, done = 3, sum(x >= 5 for x in shown)
    for x in sorted((x for x in shown if x < 5), reverse=True):
        if 5 - x <= left:
            left, done = left - (5 - x), done + 1
    return done

def technoir(shown):
    action, push, hurt = shown[:3], shown[3:5], shown[5:]
    push = [x for x in push if x not in hurt]
    alive = [x for x in action if x not in hurt] + push
    return max(alive, default=0), len(push)

def bitd(shown):
    return "critical" if shown.count(6) > 1 else {6: "full", 5: "mixed", 4: "mixed"}.get(max(shown), "bad")

def given():
    """Of the 17 dice, n show 15 or more, of the others each shows less than 10 in nine of fourteen cases."""
    whole = kept = 0
    for n in range(10, 18):
        for low in range(17 - n + 1):
            ways = comb(17, n) * comb(17 - n, low) * 6 ** n * 9 ** low * 5 ** (17 - n - low)
            whole += ways
            kept += ways if low <= 4 else 0
    return Die({1: kept, 0: whole - kept})

# What each row is worth, by the text of its throw.
FORMULAS = {
    "3d6": lambda: 3 @ d(6),
    "6(4d6kh3)": lambda: 6 @ three,
    "12(3d6)kh6": lambda: (3 @ d(6)).highest(12, 6),
    "6(6(3d6)kh1)": lambda: 6 @ (3 @ d(6)).highest(6),
    "12(18d6)kh1": lambda: (18 @ d(6)).highest(12),
    "6(4d6kh3) >= 6(4d6kh3)": lambda: 6 @ three >= 6 @ three,
    "let party = 4(6(4d6kh3)kh1); party[-1] - party[1]": lambda: three.highest(6).pool(4)[-1, ..., 1].sum(),
    "(d{0, 2..12}, d{0, 2..10}, d{0, 2..8}, d{0, 2..8}, d{0, 2..6})kh2": lambda: cortex(12, 10, 8, 8, 6).highest(2).sum(),
    "let pool = (d{0, 2..12}, d{0, 2..10}, d{0, 2..8}, d{0, 2..8}, d{0, 2..6}); pool[-4..-2]": lambda: cortex(12, 10, 8, 8, 6)[-4:-1].sum(),
    "let roll = 4d6; if count(roll, {6}) > 1 then critical else if roll[-1] = 6 then full else if roll[-1] >= 4 then mixed else bad": lambda: listed(bitd, *[d(6)] * 4),
    "let roll = 5d6; sets(roll, {2}) + 3 * sets(roll, {3}) + 9 * sets(roll, {4}) + 27 * sets(roll, {5})": lambda: d(6).pool(5).all_counts(filter=0).map(sets, star=False),
    "let roll = 5d{0..5}; max(count(roll, {1}), count(roll, {2}), count(roll, {3}), count(roll, {4})) + count(roll, {5})": lambda: listed(lambda x: max(x.count(i) for i in range(1, 5)) + x.count(5), *[d(6) - 1] * 5),
    "let a = min(d6 + 1, 10); (a > d10) + (a > d10)": lambda: listed(lambda x: (x[0] + 1 > x[1]) + (x[0] + 1 > x[2]), d(6), d(10), d(10)),
    "let m = matched(3d6, 3d6); m[1] - m[2]": lambda: listed(lambda x: sum((a > b) - (a < b) for a, b in zip(sorted(x[:3]), sorted(x[3:]))), *[d(6)] * 6),
    "6d10!4kh3": lambda: d(10).explode(depth=4).highest(6, 3),
    "let action = 3d6; let danger = 3d6; let left = difference(action, danger); left[-1] + max(count(left, {6}) - 1, 0)": lambda: listed(lambda x: max([v for v in range(1, 7) if x[:3].count(v) > x[3:].count(v)], default=0) + max(x[:3].count(6) - x[3:].count(6) - 1, 0), *[d(6)] * 6),
    "let r = 5d6; let fours = min(count(r, {4}), 3); let threes = min(count(r, {3}), (3 - fours) / 2); count(r, {5, 6}) + fours + threes + min(count(r, {2}), (3 - fours - 2 * threes) / 3)": lambda: listed(focus, *[d(6)] * 5),
    "let action = 3d6; let push = 2d6; let hurt = 2d6; let a = without(action, hurt); let p = without(push, hurt); (max(a[-1], p[-1]), count(p, {1..6}))": lambda: listed(technoir, *[d(6)] * 7),
    "let plain = 3d10; let hunger = 2d10; let tens = count(plain, {10}) + count(hunger, {10}); count(plain, {6..10}) + count(hunger, {6..10}) + 2 * (tens / 2)": lambda: listed(lambda x: vampire(x[:3], x[3:]), *[d(10)] * 5),
    "sizes(6d10)": lambda: d(10).pool(6).all_counts(filter=1).map(lambda x: tuple(sorted(x, reverse=True)), star=False),
    "count(common((d4, d6, d8, d8), (d{2}, d{4}, d{5}, d{7})), {1..8})": lambda: (Pool([d(4), d(6), d(8), d(8)]) & [2, 4, 5, 7]).size(),
    "(if d20 + 1 < 15 then 2d6 + 2d6 / (1 + (d20 + 1 - d4 >= 15)) + 2d6 / (1 + (d20 + 1 >= 15)) else 2d6 / (1 + (d20 + 1 >= 15)) + 2d6 / (1 + (d20 + 1 >= 15)))": lambda: (1 + d(20) < 15).if_else(2 @ d(6) + meteor(d(4)) + meteor(0), meteor(0) + meteor(0)),
    "(repeat (total, n) = (0, 5) until n = 0: (let roll = (n)d{0, 1, 2, 4, 5, 6}; least(kept in roll, 1: (total + kept, n - count(kept, {0..6})))))[1]": lambda: threes(5),
    "let green = (d6, d8, d10); let red = (d6, d8, d10); let g = difference(green, red); let r = difference(red, green); (g[-2] > r[-1] or r[-1] = 0 and g[-1] > 0) - (r[-2] > g[-1] or g[-1] = 0 and r[-1] > 0)": lambda: listed(lambda x: outcome(x[:3], x[3:]), d(6), d(8), d(10), d(6), d(8), d(10)),
    "let r = 17d20; count(r, {1..9}) <= 4 --given count(r, {15..20}) >= 10": lambda: given(),
    "(repeat (a, b) = (3, 2) until a = 0 or b = 0: (let m = matched((a)d6, (b)d6); (a - m[2], b - m[1])))[1] > 0": lambda: attrition(3, 2),
    "(d{1, 2, 2, 3, 3, 4}, d{1, 3, 4, 5, 6, 8})": lambda: tupleize(Die([1, 2, 2, 3, 3, 4]), Die([1, 3, 4, 5, 6, 8])),
    "3 * (2d6 + 4)": lambda: 3 * (2 @ d(6) + 4),
    "d{1, 2, 5, 6, 7, 9} + d{1, 3, 4, 5, 8, 9} + d{2, 3, 4, 6, 7, 8}": lambda: Die([1, 2, 5, 6, 7, 9]) + Die([1, 3, 4, 5, 8, 9]) + Die([2, 3, 4, 6, 7, 8]),
    "abs(d6 - d6)": lambda: (d(6) - d(6)).abs(),
    "2d6kl1": lambda: d(6).lowest(2),
    "2d20kh1": lambda: d(20).highest(2),
    "3d6[2]": lambda: d(6).pool(3)[1],
    "3d6kl2": lambda: d(6).lowest(3, 2),
    "let dice = (d4, d6, d8, d{0..9}, d12, d20); dice[1] + dice[-1]": lambda: Pool([d(4), d(6), d(8), d(10) - 1, d(12), d(20)])[1, 0, 0, 0, 0, 1].sum(),
    "d6 mod 2 = 0": lambda: d(6) % 2 == 0,
    "d6!2": lambda: d(6).explode(depth=2),
    "2d6ro{1, 2}": lambda: 2 @ d(6).reroll([1, 2], depth=1),
    "4d6ro{1}dl1": lambda: d(6).reroll([1], depth=1).highest(4, 3),
    "4d6r{1}dl1": lambda: d(6).reroll([1], depth="inf").highest(4, 3),
    "let a = largest_set(3d6); let b = largest_set(2d4); (a > b) - (a < b)": lambda: listed(lambda x: dupes(x[:3], x[3:]), *[d(6)] * 3, d(4), d(4)),
    "let die = d6; best(die, d6)": lambda: d(6).map(lambda x: d(6) if x < 4 else x),
    "3d6 > 3d6": lambda: (3 @ d(6)) > (3 @ d(6)),
    "let a = 2d6; let b = 2d6; (a > b) - (a < b)": lambda: listed(lambda x: (x[0] > x[1]) - (x[0] < x[1]), 2 @ d(6), 2 @ d(6)),
    "count(4d6, {5, 6})": lambda: 4 @ (d(6) >= 5),
    "4d{-1..1}": lambda: 4 @ (d(3) - 2),
    "4d6[-2]": lambda: d(6).pool(4)[-2],
    "4d6[2..3]": lambda: d(6).pool(4)[0, 1, 1, 0].sum(),
    "10d{0:6, 1:3, 2:1}": lambda: 10 @ Die({0: 6, 1: 3, 2: 1}),
    "d10 -> {1: 2 * (d10 -> {1: 4, else: x}), 10: 0, else: x}": lambda: listed(lambda x: 0 if x[0] == 10 else x[0] if x[0] > 1 else 2 * (x[1] if x[1] > 1 else 4), d(10), d(10)),
    "max(0, 2d6 - d8)": lambda: listed(lambda x: max(0, x[0] - x[1]), 2 @ d(6), d(8)),
    "if d20 + 5 >= 15 then 2d6 + 3 else 0": lambda: (d(20) + 5 >= 15).if_else(2 @ d(6) + 3, Die([0])),
    "d20 -> {20: 4d6, 11..19: 2d6, else: 0}": lambda: d(20).map(lambda x: 4 @ d(6) if x == 20 else 2 @ d(6) if x > 10 else 0),
    "2d20kl1": lambda: d(20).lowest(2),
    "(d6!2, d8!2)kh1": lambda: listed(max, d(6).explode(depth=2), d(8).explode(depth=2)),
    "4d6 + d6!3": lambda: 4 @ d(6) + d(6).explode(depth=3),
    "let r = 4d6; r[-1] + max(count(r, {6}) - 1, 0)": lambda: listed(lambda x: max(x) + max(x.count(6) - 1, 0), *[d(6)] * 4),
    "let r = 4d6; count(r, {6}) + count((count(r, {2..5}))d6, {6})": lambda: pushed(4),
    "10 * min(d{0..9}, d{0..9}) + d{0..9}": lambda: listed(lambda x: 10 * min(x[:2]) + x[2], *[d(10) - 1] * 3),
    "largest_set(5d6)": lambda: listed(lambda x: max(map(x.count, x)), *[d(6)] * 5),
    "sets(5d6, 2)": lambda: listed(lambda x: sum(x.count(i) > 1 for i in range(1, 7)), *[d(6)] * 5),
    "sizes(5d6) = (3, 2)": lambda: listed(lambda x: sorted(map(x.count, set(x))) == [2, 3], *[d(6)] * 5),
    "straight(5d6) = 5": lambda: listed(lambda x: len(set(x)) == 5 and max(x) - min(x) == 4, *[d(6)] * 5),
    "let a = d6; let b = d6; a + b + (if a = b then a else 0)": lambda: listed(lambda x: sum(x) + (x[0] if x[0] == x[1] else 0), d(6), d(6)),
    "let m = matched(3d6, 2d6, second); m[1]": lambda: listed(lambda x: sum(a > b for a, b in zip(sorted(x[:3])[::-1], sorted(x[3:])[::-1])), *[d(6)] * 5),
    "count((d4)d6, {6})": lambda: d(4) @ (d(6) == 6),
    "max(0, 45 - d%)": lambda: (45 - d(100)).map(lambda x: max(x, 0)),
    "count(10d10, {8..10})": lambda: 10 @ (d(10) > 7),
    "d{1, 3, 5}": lambda: Die([1, 3, 5]),
    "distinct(5d10)": lambda: listed(lambda x: len(set(x)), *[d(10)] * 5),
    "let roll = 3d6; roll[1] + roll[-1]": lambda: listed(lambda x: min(x) + max(x), *[d(6)] * 3),
    "let a = d6; let b = d6; a + b --given a != b": lambda: Die([a + b for a in range(1, 7) for b in range(1, 7) if a != b]),
    "d20 -> {20: 20 + d20, else: x}": lambda: d(20).map(lambda x: 20 + d(20) if x == 20 else x),
    "3(d6 -> {else: x * x})": lambda: 3 @ d(6).map(lambda x: x * x),
    "s(2/5)": lambda: Die({1: 2, 0: 3}),
    "((d4)d6)kh1": lambda: d(4).map(lambda n: d(6).highest(n)),
    "sorted(deal(2, {1..10}))": lambda: Die([(a, b) for a in range(1, 11) for b in range(a + 1, 11)]),
    "largest_set(3d6, 2d8)": lambda: listed(lambda x: max(map(x.count, x)), *[d(6)] * 3, d(8), d(8)),
    "3d6r{1}kl1": lambda: (d(5) + 1).lowest(3),
    "(count(3d6, {6}))s": lambda: (3 @ (d(6) == 6)).map(lambda n: n @ d(2) - n if n else 0),
    "count(4d6, {1, 2}) > count(2d10, {9, 10})": lambda: listed(lambda x: sum(v < 3 for v in x[:4]) > sum(v > 8 for v in x[4:]), *[d(6)] * 4, d(10), d(10)),
}

def chances(worth):
    """The chance of each outcome, as siga names it; of a fraction, the mean alone."""
    if isinstance(worth, Fraction):
        return worth
    whole = worth.denominator()
    name = lambda x: int(x) if isinstance(x, bool) else list(x) if isinstance(x, tuple) else x
    return {json.dumps(name(x)): Fraction(n, whole) for x, n in worth.items() if n}

def main():
    with open(Path(__file__).parent.parent / "docs/results/other-tools.csv", newline="") as table:
        throws = [row["siga"] for row in csv.DictReader(table)]
    faults = [f"no formula for {throw}" for throw in throws if throw not in FORMULAS]
    faults += [f"not in the table: {throw}" for throw in FORMULAS if throw not in throws]
    queries = "".join(json.dumps(["throw", *throw.split(" --given ")[:1], *[w for g in throw.split(" --given ")[1:] for w in ("--given", g)]]) + "\n" for throw in throws)
    answers = subprocess.run([sys.argv[1], "batch", "-"], input=queries, capture_output=True, text=True).stdout.splitlines()
    for throw, line in zip(throws, answers, strict=True):
        if throw not in FORMULAS:
            continue
        answer, worth = json.loads(line), chances(FORMULAS[throw]())
        if "error" in answer:
            faults.append(f"{throw}: {answer['error']['message']}")
            continue
        result = answer["result"]
        said = {json.dumps(row["outcome"]): Fraction(row["probability"]["exact"]) for row in result["outcomes"]}
        if isinstance(worth, Fraction):
            said = Fraction(result["mean"]["exact"])
        elif said != worth:
            said = {x: p for x, p in said.items() if p}
        if said != worth:
            faults.append(f"{throw}:\n  siga  {said}\n  other {worth}")
    print(f"{len(throws)} examples, {len(faults)} that differ", *faults, sep="\n")
    sys.exit(3 if faults else 0)

main()
