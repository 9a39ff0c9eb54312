#!/usr/bin/env python3
"""What questions near their limits cost: python3 tools/limits.py target/release/siga [--only TEXT] [--seconds 2] [--megabytes 500]
What random questions cost: python3 tools/limits.py target/release/siga --sweep 3000 [--seed 1] [--seconds 5] [--megabytes 600]

Each question is asked once; processor time and the greatest memory are those of its process. Those that take more than is promised and
have not said so beforehand (`note: at most about …`) are shown at the end; `long` marks those that show how far they are on a terminal only.
A question may be answered or refused, but nothing else; to a game played `hint`, `value` and `moves` are typed. What takes the sweep
longer than it should be stopped after is asked again with a time allowed. Needs Linux or macOS and Python 3.9, nothing else. Status 0:
all within; 3: one is not.

The questions are those of fixtures/limits, one a line, one file a game:
  QUESTION           is measured
  long QUESTION      the same, known to take its time and to say so
  random PATTERN     random questions: {1..9} is a number, {3*1..9} up to three, {a|b} a choice, {board} a square board
  stops QUESTION     tests/ask.rs asks it, and tells it to stop
  within QUESTION    tests/limits.rs asks it, and that the next is refused:
  beyond STATUS WORDS QUESTION
"""
import argparse, json, os, pathlib, random, re, resource, shlex, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINES = [(file.stem, line) for file in sorted((ROOT / "fixtures/limits").glob("*.txt")) for line in file.read_text().splitlines()]
QUESTIONS = [line for _, line in LINES if not line.startswith(("#", "random ", "stops ", "within ", "beyond "))]
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

def stops(siga, words, home):
    """Processor seconds until a question that is allowed one second is answered or refused: fewer where others are at work."""
    line = json.dumps({"query": words}) + "\n"
    _, seconds, _, _ = asked(siga, ["batch", "--limit-seconds", "1", "--allow-files", "--quiet"], home, line.encode())
    return seconds

def sweep(siga, arguments, home):
    """Asks random questions and says which take more than they should without a word, or do not stop."""
    questions, beyond, noted, worst = Sweep(arguments.seed), [], 0, [0.0, 0.0]
    for number in range(arguments.sweep):
        words = questions.question()
        status, seconds, megabytes, said = asked(siga, words, home)
        is_said = "note: " in said and "about " in said
        noted += is_said
        fine = status in (0, 1, 2) and "panicked" not in said
        if not is_said:
            worst = [max(worst[0], seconds), max(worst[1], megabytes)]
        row = f"{seconds:6.1f} s {megabytes:6.0f} MB  {shlex.join(words)}"
        if not fine or not is_said and (seconds > arguments.seconds or megabytes > arguments.megabytes):
            beyond.append(row + f"  -> {status} {said[:100]}")
            print(beyond[-1], flush=True)
        if seconds > 1.5:
            late = stops(siga, words, home) - 1
            if late > 1:
                beyond.append(f"{late:6.1f} s late  {shlex.join(words)}")
                print(beyond[-1], flush=True)
    print(f"{arguments.sweep} questions from seed {arguments.seed}: {noted} with a note; without one at most {worst[0]:.1f} s and {worst[1]:.0f} MB")
    return beyond

def asked(siga, words, home, typed=b""):
    """Status, processor seconds, megabytes and what was said."""
    environment = {"PATH": os.environ.get("PATH", ""), "HOME": home, "SIGA_TABLES": home + "/none"}
    bounded = lambda: resource.setrlimit(resource.RLIMIT_CPU, (120, 120))
    with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as given:
        given.write(b"hint\nvalue\nmoves\nquit\n" if "play" in words else typed)
        given.seek(0)
        process = subprocess.Popen([siga, *words], cwd=ROOT, env=environment, stdin=given,
                                   stdout=subprocess.DEVNULL, stderr=said, preexec_fn=bounded)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        text = said.read().decode(errors="replace").strip()
    unit = 1 if sys.platform == "darwin" else 1024
    return process.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit / 1e6, text

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("siga", help="the program")
    parser.add_argument("--only", default="", help="questions with this text in them")
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--megabytes", type=float, default=500)
    parser.add_argument("--sweep", type=int, default=0, metavar="N", help="ask this many random questions instead")
    parser.add_argument("--seed", type=int, default=1, help="where the random questions begin")
    arguments = parser.parse_args()
    siga, beyond = str(pathlib.Path(arguments.siga).resolve()), []
    with tempfile.TemporaryDirectory(prefix="siga-limits-") as home:
        if arguments.sweep:
            beyond = sweep(siga, arguments, home)
        for line in [] if arguments.sweep else QUESTIONS:
            long, question = line.startswith("long "), line.removeprefix("long ")
            if arguments.only not in question:
                continue
            words = shlex.split(question.replace("OUT", home + "/pages"))
            status, seconds, megabytes, said = asked(siga, words, home)
            row = f"{seconds:6.1f} s {megabytes:6.0f} MB  {question}" + ("  (long)" if long else "")
            print(row + (f"  -> {status} {said.splitlines()[0][:140]}" if said else ""), flush=True)
            fine = status in (0, 1, 2, 3) and "panicked" not in said
            is_said = long or said.startswith(("note: about ", "note: at most about "))
            if not fine or not is_said and (seconds > arguments.seconds or megabytes > arguments.megabytes):
                beyond.append(row)
    print("\n".join(["beyond:", *beyond]) if beyond else "all within")
    return 3 if beyond else 0

if __name__ == "__main__":
    sys.exit(main())
