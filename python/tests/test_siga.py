"""The package as its users meet it; examples of the docstrings run beside these."""

from __future__ import annotations

import io
import itertools
import json
import os
import pickle
import re
import shlex
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import siga
from siga import daldos, sidja, tab, teeko, ur


def test_throws_are_what_plain_counting_finds() -> None:
    counted = Counter(sum(sorted(dice)[1:]) for dice in itertools.product(range(1, 7), repeat=4))
    best = siga.throw("4d6kh3")
    assert {x: Fraction(n, 6**4) for x, n in counted.items()} == dict(best)
    assert best.mean == Fraction(sum(x * n for x, n in counted.items()), 6**4)
    assert best.at_least(15) == Fraction(sum(n for x, n in counted.items() if x >= 15), 6**4)
    assert best.at_most(14) + best.at_least(15) == 1
    assert sum(best.values()) == 1
    assert best.sd == pytest.approx(float(best.variance) ** 0.5)


def test_arithmetic_is_that_of_the_notation() -> None:
    d4, d6 = siga.throw("d4"), siga.throw("d6")
    assert d4 + d6 == siga.throw("d4 + d6")
    assert d6 - d4 == siga.throw("d6 - d4") and 10 - d4 == siga.throw("10 - d4")
    assert d4 * d6 == siga.throw("d4 * d6") and -d4 == siga.throw("0 - d4")
    assert (d6 > d4) == siga.throw("d6 > d4") and (d6 > d4)[1] == 1 - (d6 <= d4)[1]
    assert 1 + d6 == d6 + 1
    assert d6 != d4 and hash(d6) == hash(siga.throw("d6"))
    low = siga.throw("2d6").given(lambda x: x <= 4)
    assert dict(low) == {2: Fraction(1, 6), 3: Fraction(1, 3), 4: Fraction(1, 2)}
    assert (low + d4).at_most(3) == Fraction(1, 6) * Fraction(1, 4)
    with pytest.raises(TypeError):
        d6 + "d4"  # type: ignore[operator]


def test_outcomes_without_end() -> None:
    exploding = siga.throw("d6!")
    assert exploding.mean == Fraction(21, 5) and exploding.rest > 0
    # Sixteen sixes, then 4 or more of a die of six.
    assert exploding.at_least(100) == Fraction(1, 6**16) * Fraction(1, 2)
    assert exploding.at_least(7) == Fraction(1, 6)
    # Beyond those listed.
    assert exploding[200] == Fraction(1, 6**34) and exploding.get(204, 0) == 0 and 204 not in exploding
    with pytest.raises(ValueError, match="no end"):
        exploding.where(lambda x: x > 3)
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(siga.throw("d6") > 7)


def test_long_numbers() -> None:
    assert siga.throw("6000s >= 3000")[1] > Fraction(1, 2)


def test_rows_are_mappings_that_stay_as_they_are() -> None:
    row: Any = siga.ask("daldos table")[0]
    assert "probability" in row and dict(row)["behind"] == row.behind and hash(row) == hash(siga.ask("daldos table")[0])
    with pytest.raises(AttributeError, match="cannot be changed"):
        row.probability = 1
    assert siga.pool("4d6") == siga.pool("4d6") != siga.pool("5d6")


def test_wrong_types_are_said_in_words() -> None:
    package: Any = siga
    wrong: list[Callable[[], object]] = [
        lambda: package.ask(None),
        lambda: package.ask(b"throw d6"),
        lambda: package.throw(5),
        lambda: package.throw("a", let={"a": None}),
        lambda: package.check(None),
        lambda: package.batch("throw d6").__next__(),
        lambda: package.ask("throw d6", limit_seconds="a"),
    ]
    for ask in wrong:
        with pytest.raises(TypeError, match="is"):
            ask()
    found = [type(answer).__name__ for answer in package.batch(["throw d6", 5])]
    assert found == ["Answer", "UsageError"]


def test_limits_are_taken_everywhere() -> None:
    questions: list[Callable[[], object]] = [
        lambda: siga.throw("100d60 = 3000", limit_seconds=0.001),
        lambda: daldos.analyse("aaaaaaaaaaaaaaaa/17/bbbbbbbbbbbbbbbb A", throw="1,2", limit_seconds=0.001),
    ]
    for asked in questions:
        with pytest.raises(siga.StoppedError) as raised:
            asked()
        assert raised.value.raise_ == {"argument": "--limit-seconds"}
    daldos.simulate("aa/3/bb A", games=100, confidence=99.9, limit_seconds=20.5)


def test_turns_and_biases() -> None:
    assert siga.throw("4s", bias="1/3")[0] == Fraction(2, 3) ** 4
    assert siga.throw("4s", bias="1/3").at_least(4) == Fraction(1, 81)
    with pytest.raises(TypeError, match="not rational"):
        siga.throw("4s", bias="p")
    function = siga.ask("throw 4s --bias p")[2].probability
    assert isinstance(function, siga.Function) and function("1/2") == Fraction(3, 8)
    bounds = siga.ask("throw 4s --bias 0.4..0.5")[4].probability
    assert isinstance(bounds, siga.Bounds) and Fraction(1, 20) in bounds
    for three_fifths in (0.6, "0.6", "60%", "3/5", Fraction(3, 5)):
        assert siga.throw("4s", bias=three_fifths)[2] == function(three_fifths) == Fraction(216, 625)
        assert "bias=3/5" in tab.throw(bias=three_fifths).rules
    assert siga.throw("2s", bias=[0.6, 0.5])[2] == Fraction(3, 10)


def test_a_throw_keeps_its_name_and_its_further_throws() -> None:
    for found, question in (
        (siga.throw("yut"), "throw yut"),
        (siga.throw("yut", bias=0.6), "throw yut --bias 0.6"),
        (siga.throw("tab", turn=True), "throw tab --turn"),
        (siga.throw("d6!", up_to=20), "throw d6! --up-to 20"),
    ):
        assert str(found) == str(siga.ask(question)) and found._repr_html_() == siga.ask(question)._repr_html_()
    assert "another throw" in str(siga.throw("yut")) and str(siga.throw("yut")).startswith("yut: ")


def test_names_of_throws() -> None:
    named = siga.throw("let roll = 4d6; roll[-1] - roll[1]")
    for roll in ("4d6", siga.throw("4d6")):
        assert named == siga.throw("roll[-1] - roll[1]", let={"roll": roll})
    # The same die twice, and with another throw.
    assert siga.throw("die + die", let={"die": "d6"}) == 2 * siga.throw("d6")
    assert (named + siga.throw("d2")).mean == named.mean + Fraction(3, 2)


def test_middle_quantiles_and_samples() -> None:
    for spec in ("2d6", "d6", "4d6kh3", "d{-3, 1:5, 40}", "d6!", "-d6!"):
        found = siga.throw(spec)
        for chance in (Fraction(1, 100), Fraction(1, 2), 0.9, "99.99%"):
            least = found.quantile(chance)
            assert found.at_most(least) >= siga._numbers.exact(chance) > found.at_most(least - 1)
        assert 2 * found.median >= 2 * found.quantile(0.5)
        drawn = found.sample(2000, seed=7)
        assert drawn == found.sample(2000, seed=7) and abs(sum(drawn) / 2000 - found.mean) < found.sd / 8
    # What lies beyond the outcomes listed is drawn too.
    far = siga.throw("d2!", up_to=2)
    drawn = Counter(far.sample(4000, seed=3))
    assert far.rest == Fraction(1, 2) and abs(drawn[1] - 2000) < 200 and abs(drawn[3] - 1000) < 150 and max(drawn) > 8
    assert siga.throw("(d2, d2)").sample(seed=1) in siga.throw("(d2, d2)")
    with pytest.raises(TypeError, match="not all numbers"):
        siga.throw("(d2, d2)").quantile(0.5)
    with pytest.raises(ValueError, match="no end"):
        siga.throw("d6!").quantile(1)
    with pytest.raises(ValueError, match="not a probability"):
        siga.throw("d6").quantile(2)


def test_plots() -> None:
    pytest.importorskip("matplotlib").use("agg")
    found = siga.throw("2d6")
    axes = found.plot()
    assert [bar.get_height() for bar in axes.patches] == list(map(float, found.values()))  # type: ignore[attr-defined]
    assert siga.throw("yut").plot(axes) is axes and axes.get_title() == "yut"


def test_games() -> None:
    assert daldos.odds(4).probability == Fraction(2, 3) == daldos.table()[3].probability
    assert [row.behind for row in daldos.table(2, max=3)] == [(1, 2), (1, 3), (2, 3)]
    position = sidja.Position("oxxoo/ooxxo/oo1xx/xooxx/xxoox x -")
    found = position.first_capture()
    assert (found.outcome, found.plies) == ("win", 1) and set(found.line) <= {row.move for row in position.moves()}
    placing = sidja.Position("o1o/3/x1x x x2o2").first_capture()
    assert (len(placing.moves), len(placing.pairs), placing.line) == (4, 6, ())
    assert (placing.pairs[0].outcome, placing.pairs[0].plies) == (placing.outcome, placing.plies)
    for stone in placing.moves:
        assert stone.outcome == next(pair.outcome for pair in placing.pairs if stone.move in pair.cells)
    assert teeko.probe("5/1xx2/1x3/2oo1/2o2 x").plies == 1
    # A throw of one comes before the turn ends with a two or a three: x = 1/4 + 1/8 x.
    assert tab.table()[0].probability == Fraction(2, 7) == tab.odds(1).probability
    assert ur.Position("8/8/8 light hand=7+7").moves(throw=2).position == "8/8/8 light hand=7+7"
    # A family with rules of one's own, a command by all of its names, and options that Python keeps for itself.
    assert siga.game("line-up", rules="tapatan").solve().value == siga.game("tapatan").solve().value
    small = siga.game("seega", rules="sidja:size=3")
    assert small.survey() == sidja.survey(rules="sidja:size=3") != sidja.survey(rules="sidja:egypt,size=3")
    with pytest.raises(siga.InputError, match="did you mean `teeko`"):
        siga.game("tekko")
    # Rules may stand behind the name.
    assert siga.game("achi:men=3").solve() == siga.game("achi").solve(rules="achi:men=3")
    assert repr(siga.game("ur:finkel2")) == "siga.game('ur', rules='ur:finkel2')"
    with pytest.raises(siga.InputError, match="`men=9` is not possible"):
        siga.game("achi:men=9")
    with pytest.raises(TypeError, match="given twice"):
        siga.game("achi:men=3", rules="achi")
    with pytest.raises(AttributeError, match="has no command 'odds'"):
        teeko.odds(4)
    with pytest.raises(siga.UsageError, match="behing"):
        daldos.odds(behing=4)


def test_games_of_ones_own_say_how_they_are_played(tmp_path: Path) -> None:
    file = tmp_path / "wheel.game"
    board = "board:\n  o---o---o\n  | X | X |\n  o---o---o\n  | X | X |\n  o---o---o\n"
    file.write_text(f"game: Wheel\n{board}men: 3\nplace: all first\nmove: step\ngoal: row of 3\nblocked: loses\nhow to play: In turn.\n")
    for rules in (file, str(file)):
        wheel = siga.game("line-up", rules=rules)
        assert "In turn." in str(wheel) and "In turn." in str(wheel._repr_html_())
        position = wheel.Position("1x1/3/3 o")
        assert len(str(position).splitlines()) > 3 and str(position._repr_svg_()).startswith("<svg")
        assert wheel.solve().value == siga.game("line-up").solve(rules=rules).value


def test_messages_name_arguments_of_functions(tmp_path: Path) -> None:
    asked: list[Callable[[], object]] = [
        lambda: siga.check(text="a,b\n1,x\n", of="daldos table"),
        lambda: sidja.review("moves:; z9"),
        lambda: daldos.odds("x"),
        lambda: siga.throw("yot"),
        lambda: siga.ask("games").svg(),
        lambda: siga.ask("throw '100d60 = 3000'", limit_seconds=0.001),
    ]
    for ask in asked:
        with pytest.raises(siga.Error) as raised:
            ask()
        assert not re.search(r"--[a-z]|`siga |file", raised.value.message), raised.value.message
    assert siga.ask("throw 2d6 --at-least").svg("outcomes").startswith("<svg")
    assert "mode 1,2,3,…" in repr(siga.throw("d6"))


def test_every_game_shows_its_positions() -> None:
    for game in siga.games():
        position = siga.game(game.name).Position(game.start)
        assert len(str(position).splitlines()) > 3 and str(position._repr_svg_()).startswith("<svg"), game.name
        assert not hasattr(position, "_repr_html_") and not hasattr(position, "name")
        assert game.how_to_play.strip() in str(siga.game(game.name)), game.name


def test_tables_are_checked_compared_and_asked_over_parameters(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    table = tmp_path / "table.csv"
    table.write_text("behind,chance\n3,0.6\n4,0.66\n")
    for found in (siga.check(table, of="daldos table"), siga.check(pandas.read_csv(table), of=["daldos", "table"])):
        assert [figure.status for figure in found.figures] == ["exact", "truncated"]
    assert "daldos table" in siga.check(table).candidates[0].command
    two = siga.compare("throw tab", bias=[0.5, Fraction(1, 3)])
    assert two.columns[0].series == "probability" and len(two[0].numbers) == 2
    grid = siga.series("throw {n}d{d}", n=[1, 2], d="4..5")
    assert [(row.n, row.d, row.mean) for row in grid][-1] == ("2", "5", 6)
    frame = siga.series("throw yut --bias {p}", p=[0.4, 0.5], show="P(4)").to_pandas()
    assert frame["p"].dtype.kind in "Of" and frame["p"].sum() == pytest.approx(0.9)


def test_an_answer_is_a_line_and_its_rows() -> None:
    for question in [*TABLES, "games", "games achi", "throws yut"]:
        line = repr(siga.ask(question))
        assert "\n" not in line and len(line) <= 100 and line.startswith(f"<siga {question.split()[0]}")
    answer = siga.ask("daldos table --max 3")
    assert list(answer) == list(answer.rows()) and len(answer) == 3 and answer[-1] == answer[1:][1]
    assert {"probability", "behind"} <= set(dir(answer[0])) and "rules" in dir(answer)
    for kept in (answer, sidja, sidja.Position("oxxoo/ooxxo/oo1xx/xooxx/xxoox x -"), siga.throw("yut")):
        assert pickle.loads(pickle.dumps(kept)) == kept
    with pytest.raises(AttributeError, match="daldos-table"):
        answer.nothing


def test_errors_have_their_place() -> None:
    with pytest.raises(siga.InputError) as caught:
        siga.throw("2d6 + 3d")
    assert caught.value.at == siga.Place(argument="SPEC", line=1, column=9)
    assert caught.value.status == 2 and isinstance(caught.value, ValueError)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), again.at, str(again)) == (siga.InputError, caught.value.at, str(caught.value))
    for question, kind in [
        ("no such", siga.UsageError),
        ("--help", siga.UsageError),
        ("throw 100000d1000", siga.LimitError),
        ("sidja moves no-such-file", siga.InputError),
    ]:
        with pytest.raises(kind):
            siga.ask(question)
    with pytest.raises(siga.InputError):
        siga.ask("sidja moves README.md", files=False)


#: More questions that take long.
STOPPED = [
    "throw 'matched(24d24, 24d24)'",
    "throw '10000d6' --at-least --at-most",
    "daldos simulate --games 100000000",
    "sidja solve --stones 7",
    "teeko solve",
]
LONG = ["sidja", "perft", "--depth", "40", "--budget", "1000000000000", "--position", "5/1x1o1/5/1o3/3x1 x -"]


def test_work_is_bounded_and_other_threads_go_on() -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.005)

    other = threading.Thread(target=tick)
    other.start()
    with pytest.raises(siga.StoppedError):
        siga.ask(LONG, limit_seconds=0.5)
    done.set()
    other.join()
    assert ticks > 5


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_stops_a_question() -> None:
    program = f"import siga\nprint('ready', flush=True)\nsiga.ask({LONG!r})\n"
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stdout is not None and child.stdout.readline() == "ready\n"
    time.sleep(0.3)
    child.send_signal(2)
    _, errors = child.communicate(timeout=60)
    assert child.returncode != 0 and "KeyboardInterrupt" in errors
    program = program.replace(f"siga.ask({LONG!r})", f"list(siga.batch([{LONG!r}] * 3))")
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stdout is not None and child.stdout.readline() == "ready\n"
    time.sleep(0.3)
    child.send_signal(2)
    _, errors = child.communicate(timeout=30)
    assert child.returncode != 0 and "KeyboardInterrupt" in errors


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="threads are counted as Linux does")
def test_what_is_stopped_does_not_work_on() -> None:
    program = f"""
import os, signal, threading, time
import siga
before = len(os.listdir("/proc/self/task"))
def left(question):
    until = time.monotonic() + 60
    while len(os.listdir("/proc/self/task")) > before:
        assert time.monotonic() < until, question
        time.sleep(0.05)
for question in {[LONG, *STOPPED]!r}:
    try:
        siga.ask(question, limit_seconds=0.3)
        print("answered in time", question)
    except siga.StoppedError:
        left(question)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        siga.ask(question)
        timer.join()
        print("answered", question)
    except KeyboardInterrupt:
        timer.join()
        left(question)
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=600, check=False)
    assert (run.returncode, run.stdout) == (0, ""), run.stdout + run.stderr


def test_batches_keep_their_order() -> None:
    endless = ([*"daldos odds --behind".split(), str(1 + n % 20)] for n in itertools.count())
    answers = list(itertools.islice(siga.batch(endless, jobs=3), 200))
    behind = [answer.behind for answer in answers if isinstance(answer, siga.Answer)]
    assert behind == [(1 + n % 20,) for n in range(200)]
    bad = list(siga.batch(["throw d6", "throw d", "throw d6"]))
    assert isinstance(bad[1], siga.InputError) and bad[0] == bad[2]


def test_the_command_is_installed() -> None:
    siga_command = Path(sys.executable).with_name("siga")
    run = subprocess.run([siga_command, "throw", "2d6", "--json"], capture_output=True, text=True, check=False)
    assert run.returncode == 0
    assert json.loads(run.stdout)["result"] == json.loads(siga.ask("throw 2d6").json)["result"]
    run = subprocess.run([siga_command, "throw", "2d"], capture_output=True, text=True, check=False)
    assert run.returncode == 2 and "error" in run.stderr


def test_tables_for_notebooks() -> None:
    for shown in (siga.throw("d6"), siga.throw("d6!"), siga.ask("daldos table"), daldos.table(2, max=4)):
        html = shown._repr_html_()
        assert html is not None and "<table>" in html and "1/" in html and html.count("<svg") == 1
        # Its style is for nothing else on the page.
        assert html.startswith('<div class="siga"><style>.siga{') and html.count("<style>") == 1
    # Lists within a row are written as the terminal writes them, and an answer with several tables has them all.
    odds = siga.ask("daldos table")._repr_html_()
    assert odds is not None and "<td>1+1 1+2 1+3 1+4</td>" in odds.replace(' class="long"', "")
    position = siga.ask("daldos analyse --position '2A1/1A2B/2b1 A' --rules daldos:n=4")._repr_html_()
    assert position is not None and position.count("<table>") > 1 and "<svg" in position
    pandas = pytest.importorskip("pandas")
    frame = daldos.table().to_pandas()
    assert list(frame.columns) == ["behind", "probability", "probability_decimal", "throws_that_take"]
    assert list(frame.sort_values("behind")["behind"]) == list(range(1, 11))
    assert frame["probability_decimal"].dtype == "float64" and frame["behind"].dtype == "int64"
    assert frame["probability"].sum() == sum(row.probability for row in daldos.table())
    assert isinstance(siga.throw("2d6").to_pandas(), pandas.DataFrame)
    turn = siga.ask("throw tab --turn")
    assert turn.to_pandas().shape != turn.to_pandas("throws").shape == turn.to_pandas(table="throws").shape
    with pytest.raises(siga.InputError, match="no table"):
        turn.to_pandas("no such table")
    bounded = siga.ask("throw yut --bias 0.55..0.65").to_pandas()
    assert isinstance(bounded["probability_lower"][0], Fraction) and bounded["probability"][0] is None
    assert siga.ask("throw 2d6").to_pandas()["probability_decimal"].sum() == pytest.approx(1)


#: Questions whose tables have numbers of every kind: exact, bounded, with plies, without end, of many positions.
TABLES = [
    "throw 4d6kh3 --at-least",
    "throw d6! --up-to 20",
    "throw tab --turn --table throws",
    "throw yut --bias 0.55..0.65",
    "daldos table --pieces 2",
    "daldos analyse --position '2A1/1A2B/2b1 A' --rules daldos:n=4 --throw 1,2 --budget 200",
    "daldos endgame --n 4 --all",
    "sidja survey --rules sidja:size=3",
    "sidja first-capture --position 'oxoxxox/xxooooo/xooxxxx/xoo1xxx/ooxooxo/oxoxxoo/ooxxxox x -' --budget 200",
    "5x5 perft --depth 2 --divide --position 'xxx2/ooo2/5/5/5 x'",
]


@pytest.mark.parametrize("question", TABLES)
def test_csv_is_read_back_as_numbers(question: str) -> None:
    pandas = pytest.importorskip("pandas")

    def asked(form: str) -> str:
        command = str(Path(sys.executable).with_name("siga"))
        words = [command, *shlex.split(question), "--format", form]
        return str(subprocess.run(words, capture_output=True, text=True, check=True).stdout)

    rows = [json.loads(line) for line in asked("jsonl").splitlines()]
    frame = pandas.read_csv(io.StringIO(asked("csv")))
    assert len(rows) == len(frame) > 0 and list(frame.columns) == list(rows[0])
    numeric = [
        column
        for column in frame.columns
        if all(row[column] is None or isinstance(row[column], (int, float)) for row in rows)
        and any(row[column] is not None for row in rows)
    ]
    assert numeric
    for column in numeric:
        assert frame[column].dtype.kind in "iuf", (column, frame[column].dtype)
        for row, value in zip(rows, frame[column]):
            assert pandas.isna(value) if row[column] is None else value == row[column], (column, row)


@pytest.mark.parametrize("question", TABLES)
def test_a_printed_answer_is_what_the_terminal_prints(question: str) -> None:
    command = str(Path(sys.executable).with_name("siga"))
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    run = subprocess.run(
        [command, *shlex.split(question)], capture_output=True, text=True, check=True, env=environment
    )
    assert str(siga.ask(question)).rstrip("\n") == run.stdout.rstrip("\n")


def test_counts_are_numbers() -> None:
    answer = siga.ask("throw 2d6")
    assert answer.total == 36 and [row.weight for row in answer[:3]] == [1, 2, 3]
    assert isinstance(siga.ask("5x5 perft --depth 2 --position 'xxx2/ooo2/5/5/5 x'")[0].nodes, int)


def test_a_position_is_printed_as_its_board() -> None:
    text = "oxxoo/ooxxo/oo1xx/xooxx/xxoox x -"
    board = str(sidja.Position(text))
    assert "a b c d e" in board and f"{text} · x to move" in board and "move   " not in board


def test_names_are_those_that_are_offered() -> None:
    assert dir(siga) == sorted(siga.__all__)
    assert not {"annotations", "dataclass", "cache"} & set(dir(siga))
    assert {"Position", "first_capture", "survey"} <= set(dir(sidja)) and "first_capture" not in dir(teeko)


def test_what_is_no_text_is_refused() -> None:
    for question in ("throw \ud800", ["throw", "d6\udfff"], "throw 'd6"):
        with pytest.raises(siga.UsageError):
            siga.ask(question)
    kinds = [type(answer) for answer in siga.batch(["throw \ud800", "throw 'd6", "throw d6"])]
    assert kinds == [siga.UsageError, siga.UsageError, siga.Answer]
    with pytest.raises(KeyError):
        siga.schema("\ud800")


def test_a_throw_is_read_from_a_file_only_when_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "throw.txt"
    file.write_text("2d6 # two dice\n")
    with pytest.raises(siga.InputError):
        siga.throw(str(file))
    with pytest.raises(siga.InputError):
        siga.throw(str(file), up_to=3)
    assert siga.throw(str(file), files=True) == siga.throw("2d6")
