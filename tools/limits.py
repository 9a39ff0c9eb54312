#!/usr/bin/env python3
"""Whether questions keep to their limits, measured from outside: python3 tools/limits.py target/release/siga [--only TEXT]
The same of random questions of every kind:                        python3 tools/limits.py target/release/siga --sweep 3000 [--seed 1]

Each question is asked once, with `--limit-seconds 4`. It may be answered or refused, but nothing else; what takes longer than two seconds
says so (`note: … Ctrl-C ends it`); no process uses more than 4.5 s of processor time, or more memory than 2.2 GB. To a game played
`hint`, `value` and `moves` are typed. Needs Linux or macOS and Python 3.9, nothing else. Status 0: all within; 3: one is not.

The questions are those of fixtures/limits, one a line, one file a game:
  QUESTION           is asked
  random PATTERN     random questions: {1..9} is a number, {3*1..9} up to three, {a|b} a choice, {board} a square board
  stops QUESTION     is asked; tests/ask.rs asks it too, and tells it to stop
  within QUESTION    tests/limits.rs asks it, and that the next is refused:
  beyond STATUS WORDS QUESTION
"""
import argparse, os, pathlib, random, re, resource, shlex, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINES = [(file.stem, line) for file in sorted((ROOT / "fixtures/limits").glob("*.txt")) for line in file.read_text().splitlines()]
QUESTIONS = [line.removeprefix("stops ") for _, line in LINES if not line.startswith(("#", "random ", "within ", "beyond "))]
# Seconds of processor time that each may use.
ALLOWED = 4
# The random questions of each game.
PATTERNS = {}
for _game, _line in LINES:
    if _line.startswith("random "):
        PATTERNS.setdefault(_game, []).append(_line.removeprefix("random "))

class Sweep:
    """Random questions of every kind, their numbers small mostly and of any size sometimes."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.pick = self.random.choice

    def often(self, percent):
        return self.random.random() * 100 < percent

    def number(self, most):
        most = min(most, self.pick([6, 6, 20, 100, 1000, most]))
        return self.random.randint(1, most)

    def die(self):
        numbers = [self.number(100_000) for _ in range(self.number(12))]
        return self.pick([f"d{self.number(20_000)}", "d6", "d%", "s", f"s({self.number(9)}/10)",
                          "d{" + ",".join(map(str, sorted(set(numbers)))) + "}",
                          "d{" + f"0..{self.number(9999)}" + "}", "d{" + f"0:{self.number(99)},{self.number(99)}:{self.number(10 ** 6)}" + "}"])

    def throw(self, depth=0):
        if depth > 2 or self.often(40):
            return self.pick(["", "", str(self.number(300)), str(self.number(3000))]) + self.die()
        a, b = self.throw(depth + 1), self.throw(depth + 1)
        n, k = self.number(100), self.number(20)
        return self.pick([
            f"({a} + {b})", f"({a} - {b})", f"({a} * {b})", f"max({a}, {b})", f"min({a}, {b}, {self.die()})", f"{n}({a})",
            f"{n}{self.die()}kh{k}", f"{n}{self.die()}dl{k}", f"({a} >= {b})", f"{self.die()}!", f"{self.die()}!{k}",
            f"best {k} of ({a}, {b}, {self.die()})", f"({self.die()}){self.die()}", f"d({n}{self.die()})", f"largest_set({n}{self.die()})",
            f"straight({n}{self.die()})", f"sets({n}{self.die()}, {k})", f"count({n}{self.die()}, {{{k}..{n}}})", f"matched({k}{self.die()}, {n}{self.die()})",
            f"deal({k}, {self.number(9)}{{1..{self.number(60)}}})", f"count(deal({n}, {{1..13:{k}}}), {{1}})", f"({a}) / {k}",
            f"({a} -> {{0..{n}: {b}, else: x}})", f"({a} -> {{else: ({b} >= x)}})",
            f"{self.die()}r{{{self.number(6)}}}"])

    def thrown(self):
        words = ["throw", self.throw()]
        if self.often(15):
            words[1] = f"{self.number(30)}{self.die()} -> {{0..{self.number(99)}: {self.throw(2)}*, else: x}}"
            words.append("--turn")
        for percent, option in [(10, ["--bias", "p"]), (10, ["--bias", f"0.{self.number(4)}..0.{5 + self.number(4)}"]), (20, ["--at-least"]),
                                (20, ["--decimals-only"]), (10, ["--given", f"x > {self.number(99)}"]), (10, ["--target", str(self.number(2000))]),
                                (10, ["--up-to", str(self.number(3000))]), (10, ["--json"]), (5, ["--digits", str(self.number(1000))]),
                                (5, ["--max-throws", str(self.number(100))]),
                                (3, ["--jump", f"{self.number(99)}:{self.number(99)}", "--past", self.pick(["end", "stay", "bounce"])]), (2, ["--players", str(self.number(20))])]:
            if self.often(percent):
                words += option
        return words

    def board(self):
        """A position on 5×5 with at most four stones a side, and no more of the second."""
        cells = self.random.choices(".xo", k=25)
        while cells.count("x") > 4:
            cells[cells.index("x")] = "."
        while cells.count("o") > cells.count("x"):
            cells[cells.index("o")] = "."
        rows = ["".join(cells[at:at + 5]).replace(".", "1") for at in range(0, 25, 5)]
        return "/".join(rows) + " " + self.pick("xo")

    def filled(self, hole):
        """What stands in place of a hole of a pattern."""
        several = re.fullmatch(r"(\d+)\*(.+)", hole)
        if several:
            return ",".join(self.filled(several[2]) for _ in range(self.number(int(several[1]))))
        most = re.fullmatch(r"1\.\.(\d+)", hole)
        if most:
            return str(self.number(int(most[1])))
        return self.board() if hole == "board" else self.pick(hole.split("|"))

    def of_a_game(self):
        pattern = self.pick(PATTERNS[self.pick(sorted(PATTERNS))])
        return shlex.split(re.sub(r"\{([^{}]*)\}", lambda hole: self.filled(hole[1]), pattern))

    def several(self):
        return ["compare", *(shlex.join(self.pick([self.thrown, self.of_a_game])()) for _ in range(self.number(6)))]

    def question(self):
        kinds = [(60, self.thrown), (36, self.of_a_game), (4, self.several)]
        make = self.random.choices([make for _, make in kinds], [share for share, _ in kinds])[0]
        return make()

def asked(siga, words, home):
    """Status, seconds by the clock and of the processor, megabytes and what was said."""
    environment = {"PATH": os.environ.get("PATH", ""), "HOME": home, "SIGA_TABLES": home + "/none"}
    bounded = lambda: resource.setrlimit(resource.RLIMIT_CPU, (120, 120))
    with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as given:
        given.write(b"hint\nvalue\nmoves\nquit\n" if "play" in words else b"")
        given.seek(0)
        begun = time.monotonic()
        process = subprocess.Popen([siga, *words, f"--limit-seconds={ALLOWED}"], cwd=ROOT, env=environment, stdin=given,
                                   stdout=subprocess.DEVNULL, stderr=said, preexec_fn=bounded)
        _, status, usage = os.wait4(process.pid, 0)
        took = time.monotonic() - begun
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        text = said.read().decode(errors="replace").strip()
    unit = 1 if sys.platform == "darwin" else 1024
    return process.returncode, took, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit / 1e6, text

def faults(words, status, took, seconds, megabytes, said):
    """What is wrong with a run."""
    found = []
    if status not in (0, 1, 2, 3) or "panicked" in said:
        found.append(f"status {status}: {said[:100]}")
    silent = "--json" in words or "--quiet" in words or "-q" in words
    # On a busy machine a question may wait for long before it has done anything.
    if took > 2.7 and seconds > 1.5 and not silent and "Ctrl-C ends it" not in said:
        found.append("says nothing")
    if seconds > ALLOWED + 0.5 and words[0] not in ("check", "compare"):
        found.append("goes on beyond its limit")
    if megabytes > 2200:
        found.append("takes too much memory")
    return found

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("siga", help="the program")
    parser.add_argument("--only", default="", help="questions with this text in them")
    parser.add_argument("--sweep", type=int, default=0, metavar="N", help="ask this many random questions instead")
    parser.add_argument("--seed", type=int, default=1, help="where the random questions begin")
    arguments = parser.parse_args()
    siga, wrong = str(pathlib.Path(arguments.siga).resolve()), []
    with tempfile.TemporaryDirectory(prefix="siga-limits-") as home:
        if arguments.sweep:
            random_ones = Sweep(arguments.seed)
            questions = (random_ones.question() for _ in range(arguments.sweep))
        else:
            questions = [shlex.split(line.replace("OUT", home + "/pages")) for line in QUESTIONS if arguments.only in line]
        for words in questions:
            status, took, seconds, megabytes, said = asked(siga, words, home)
            found = faults(words, status, took, seconds, megabytes, said)
            row = f"{took:6.1f} s {seconds:6.1f} s {megabytes:6.0f} MB  {shlex.join(words)}"
            if found:
                wrong.append(f"{row}  -> {', '.join(found)}")
            if found or not arguments.sweep:
                print(row + (f"  -> {said.splitlines()[-1][:140]}" if said else ""), *found, sep="\n    ", flush=True)
    print("\n".join(["not within their limits:", *wrong]) if wrong else "all within")
    return 3 if wrong else 0

if __name__ == "__main__":
    sys.exit(main())
