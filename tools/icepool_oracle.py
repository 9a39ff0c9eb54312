#!/usr/bin/env python3
"""Compares throws with icepool: python3 tools/icepool_oracle.py target/release/siga [--count N] [--seed N] [--speed]

Asks siga and icepool the same random questions, about dice and what is made of them, throws that say how many, division, pools and hands of cards, and compares every
probability as a fraction. --speed times pools and hands of 10, 20, 50 and 100 in turn instead, each in a program that runs already, in
processor time (Linux), so that others on the machine disturb it little; what takes icepool more than 1.5 s is not asked of it with
more dice. Needs `pip install icepool` (2.1.3 was used), best in an
environment of its own. Status 0: all agree; 3: some do not.
"""
import argparse, collections, json, random, subprocess, sys, time
from fractions import Fraction
from pathlib import Path
import icepool
from icepool import Deck, Die, coin, d

def die(r):
    kind = r.randrange(4)
    if kind == 0:
        faces = {r.randrange(-2, 8): r.randrange(1, 5) for _ in range(r.randrange(1, 5))}
        return "d{" + ", ".join(f"{x}:{n}" for x, n in faces.items()) + "}", Die(faces)
    if kind == 1:
        over = r.randrange(1, 6)
        return f"s({over}/6)", coin(over, 6)
    n = r.choice([2, 3, 4, 6, 8, 10])
    return f"d{n}", d(n)

def kept(r, text, pool, size):
    if r.random() < 0.5 or size < 2:
        return text, pool
    k = r.randrange(1, size + 1)
    return r.choice([(f"{text}kh{k}", pool.highest(keep=k)), (f"{text}kl{k}", pool.lowest(keep=k))])

def pool(r):
    if r.random() < 0.25:
        cards = {x: r.randrange(1, 5) for x in r.sample(range(1, 14), r.randrange(1, 9))}
        hand = r.randrange(1, min(7, sum(cards.values())) + 1)
        text = f"deal({hand}, {{{', '.join(f'{x}:{n}' for x, n in cards.items())}}})"
        return text, Deck(cards).deal(hand)
    if r.random() < 0.3:
        dice = [die(r) for _ in range(r.randrange(2, 5))]
        text = "(" + ", ".join(text for text, _ in dice) + ")"
        return kept(r, text, icepool.Pool([each for _, each in dice]), len(dice))
    text, each = die(r)
    n = r.randrange(1, 9)
    return kept(r, f"{n}{text}", each.pool(n), n)

def thrown(r):
    """A throw without pools, for every form that both have."""
    (a, x), (b, y) = die(r), die(r)
    low, n = int(min(x.outcomes())), r.randrange(1, 5)
    relation = r.choice(["<", "<=", ">=", ">"])
    compared = {"<": lambda: x < y, "<=": lambda: x <= y, ">=": lambda: x >= y, ">": lambda: x > y}[relation]
    forms = [
        (f"({a}) + {n} * ({b}) - 1", lambda: x + n * y - 1),
        (f"{n}({a}) + {b}", lambda: n @ x + y),
        (f"max({a}, {b})", lambda: icepool.highest(x, y)),
        (f"min({a}, {b})", lambda: icepool.lowest(x, y)),
        (f"({a}) {relation} ({b})", compared),
        (f"d({n}d4)", lambda: (n @ d(4)).map(d, star=False)),
        (f"({n}d4)s", lambda: (n @ d(4)) @ coin(1, 2)),
        (f"({n}d4)({a})", lambda: (n @ d(4)) @ x),
        (f"{n}d6!2", lambda: n @ d(6).explode(depth=2)),
        (f"({n}d6) -> {{{n}..{n + 3}: 2 * x, else: 0}}", lambda: (n @ d(6)).map(lambda x: 2 * x if x <= n + 3 else 0)),
    ]
    if len(x.outcomes()) > 1:
        forms += [
            (f"({a})r{{{low}}}", lambda: x.reroll([low], depth="inf")),
            (f"({a})ro{{{low}}}", lambda: x.reroll([low], depth=1)),
            (f"({a})ru{{{low}..{low + 3}}}", lambda: x.filter(list(range(low, low + 4)), depth="inf")),
        ]
    return r.choice(forms)

def question(r):
    kind = r.randrange(16)
    if kind >= 12:
        return thrown(r)
    if kind < 3:
        (a, x), (b, y) = die(r), die(r)
        if kind == 0:
            n = r.randrange(1, 6)
            return f"(d{n})({a})", d(n) @ x
        if 0 in y.outcomes():
            b, y = "d6", d(6)
        return r.choice([(f"3({a}) / ({b})", (3 @ x) // y), (f"3({a}) mod ({b})", (3 @ x) % y), (f"abs({a} - {b})", (x - y).abs())])
    text, held = pool(r)
    some = sorted({r.randrange(-1, 9) for _ in range(r.randrange(1, 4))})
    values = "{" + ", ".join(map(str, some)) + "}"
    least = r.randrange(1, 4)
    wanted = [r.randrange(1, 5) for _ in range(r.randrange(1, 4))]
    # Of a pair the other pool is never the larger: sort_pair of icepool 2.1.3 does not change with its order then.
    if kind == 11 and text[0].isdigit() and "k" not in text:
        n = r.randrange(1, int(text[0]) + 1)
        # Of the pair, the side written first.
        won, ties = r.choice([(">", ""), (">", ", second"), (">=", ", first")])
        return f"(matched({text}, {n}d6{ties}) -> {{else: x1}})", held.sort_pair(won, d(6).pool(n)).size()
    return [
        (f"count({text}, {values})", lambda: held.keep_outcomes(some).size()),
        (f"sum({text}, {values})", lambda: held.keep_outcomes(some).sum()),
        (f"largest_set({text})", held.largest_count),
        (f"sets({text}, {least})", lambda: held.keep_counts(">=", least).unique().size()),
        (f"sets({text}, {{{least}}})", lambda: held.keep_counts("==", least).unique().size()),
        (f"distinct({text})", lambda: held.unique().size()),
        (f"straight({text})", held.largest_straight),
        (f"contains({text}, {{{', '.join(map(str, wanted))}}})", lambda: held // wanted),
        (f"({text}) * 1" if not text.startswith("(") else f"count({text}, {{-9..99}})",
         lambda: held.sum() if not text.startswith("(") else held.size()),
    ][kind % 9]

def chances(die):
    total = die.denominator()
    return {x: Fraction(n, total) for x, n in die.items() if n}

def compare(siga, count, seed):
    r = random.Random(seed)
    asked = [question(r) for _ in range(count)]
    lines = "".join(json.dumps({"query": ["throw", text]}) + "\n" for text, _ in asked)
    answers = subprocess.run([siga, "batch", "-"], input=lines.encode(), capture_output=True).stdout.splitlines()
    wrong = numbers = 0
    for (text, other), line in zip(asked, answers, strict=True):
        answer = json.loads(line)
        expected = chances(other() if callable(other) else other)
        rows = answer.get("result", {}).get("outcomes", [])
        found = {row["outcome"]: Fraction(row["probability"]["exact"]) for row in rows}
        numbers += len(expected)
        if found != expected:
            wrong += 1
            print(f"{text}: siga {answer.get('error', found)}, icepool {expected}")
    print(f"seed {seed}: {count} questions, {numbers} probabilities, {wrong} questions answered otherwise; icepool {icepool.__version__}")
    return 3 if wrong else 0

FUNCTIONS = [
    ("largest_set({n}d6)", lambda n: d(6).pool(n).largest_count()),
    ("largest_set({n}d10)", lambda n: d(10).pool(n).largest_count()),
    ("sets({n}d10, 2)", lambda n: d(10).pool(n).keep_counts(">=", 2).unique().size()),
    ("straight({n}d20)", lambda n: d(20).pool(n).largest_straight()),
    ("count({n}d6, [5, 6])", lambda n: d(6).pool(n).keep_outcomes([5, 6]).size()),
    ("distinct({n}d20)", lambda n: d(20).pool(n).unique().size()),
    ("contains({n}d6, [1..6])", lambda n: d(6).pool(n) // [1, 2, 3, 4, 5, 6]),
    ("sum({n}d6dl2, [2..6])", lambda n: d(6).pool(n).lowest(drop=2).keep_outcomes([2, 3, 4, 5, 6]).sum()),
    ("matched({n}d6, {n}d6) -> [else: x1]", lambda n: d(6).pool(n).sort_pair(">", d(6).pool(n)).size()),
    ("matched({n}d8, {n}d8, second) -> [else: x1]", lambda n: d(8).pool(n).sort_pair(">", d(8).pool(n)).size()),
    ("(d{n})d6", lambda n: d(n) @ d(6)),
    ("deal({n}, 10[1..20])", lambda n: Deck(range(1, 21), times=10).deal(n).sum()),
    ("largest_set(deal({n}, 10[1..20]))", lambda n: Deck(range(1, 21), times=10).deal(n).largest_count()),
    ("straight(deal({n}, 10[1..20]))", lambda n: Deck(range(1, 21), times=10).deal(n).largest_straight()),
]

def processor(process):
    """Nanoseconds of processor time that a process has taken."""
    return sum(int(path.read_text().split()[0]) for path in Path(f"/proc/{process.pid}/task").glob("*/schedstat"))

def speed(siga, most=1.5):
    running = subprocess.Popen([siga, "batch", "-", "--jobs", "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def asked(spec):
        before = processor(running)
        running.stdin.write(json.dumps({"query": ["throw", spec]}).encode() + b"\n")
        running.stdin.flush()
        answer = json.loads(running.stdout.readline())
        return (processor(running) - before) / 1e6, answer.get("error", {}).get("message")

    print("milliseconds of processor time: siga answering a batch, as JSON with fractions and decimals; icepool its distribution")
    print(f"{'':46}{'dice':>5}{'siga':>10}{'icepool':>12}{'ratio':>9}")
    for text, other in FUNCTIONS:
        late = False
        for n in (10, 20, 50, 100):
            spec = text.replace("{n}", str(n))
            took, refused = min(asked(spec) for _ in range(5 if n < 50 else 2))
            theirs = None
            if not late:
                start = time.process_time()
                other(n)
                theirs = (time.process_time() - start) * 1000
                late = theirs > most * 1000
            ours = refused or f"{took:10.2f}"
            shown = "not asked" if theirs is None else f"{theirs:.1f}"
            ratio = "" if refused or theirs is None else f"{theirs / took:.0f}"
            print(f"{spec:46}{n:>5}{ours:>10}{shown:>12}{ratio:>9}", flush=True)
    running.stdin.close()
    running.wait()

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("siga")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--speed", action="store_true")
    given = parser.parse_args()
    if given.speed:
        return speed(given.siga)
    return compare(given.siga, given.count, given.seed)

if __name__ == "__main__":
    sys.exit(main())
