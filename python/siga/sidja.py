"""Sidja: who makes the first capture.

>>> from siga import sidja
>>> sidja.Position("oxxoo/ooxxo/oo1xx/xooxx/xxoox x -").first_capture().outcome
'win'
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ._answers import Answer, ask, picture, shown


@dataclass(frozen=True)
class MoveValue:
    """A move and what comes of it for the side that makes it."""

    move: str
    #: Cells of the stones it takes.
    captures: tuple[str, ...]
    #: ``win``, ``loss``, ``never``, or ``None`` where it is not known.
    outcome: str | None
    #: Plies to the first capture.
    plies: int | None


@dataclass(frozen=True)
class PairValue:
    """Two stones placed in a turn and what comes of them for the side that places them."""

    cells: tuple[str, ...]
    #: ``win``, ``loss`` or ``never``.
    outcome: str
    #: Plies to the first capture, from the first move after the placing, where they are worked out.
    plies: int | None


@dataclass(frozen=True)
class FirstCapture:
    """Who makes the first capture, for the side to move."""

    #: ``win``, ``loss``, ``never``, or ``None`` where it is not known.
    outcome: str | None
    plies: int | None
    #: Best first.
    moves: tuple[MoveValue, ...]
    #: Best play up to the first capture.
    line: tuple[str, ...]

    #: The answer with all that siga says.
    answer: Answer = field(repr=False, compare=False)
    #: Where the side to move places two stones, every pair, best first.
    pairs: tuple[PairValue, ...] = ()

    def __str__(self) -> str:
        return str(self.answer)

    def _repr_html_(self) -> str | None:
        return self.answer._repr_html_()


@dataclass(frozen=True)
class Position:
    """A position on one line, as docs/rules/sidja.md has it."""

    text: str
    #: The rules, such as ``sidja:egypt``; by default those of Sudan on a board of the size drawn.
    rules: str | None = None

    def _words(self, command: str, *options: str) -> list[str]:
        rules = [] if self.rules is None else ["--rules", self.rules]
        return ["sidja", command, "--position", self.text, *rules, *options]

    def __str__(self) -> str:
        """Its board.

        >>> print(Position("oxxoo/ooxxo/oo1xx/xooxx/xxoox x -"))
           5  o x x o o
           4  o o x x o
           3  o o . x x
           2  x o o x x
           1  x x o o x
              a b c d e
        <BLANKLINE>
          oxxoo/ooxxo/oo1xx/xooxx/xxoox x - · x to move
        """
        return shown(self._words("moves"), "board", False).rstrip("\n")

    def _repr_svg_(self) -> str | None:
        """Its board.

        >>> Position("oxxoo/ooxxo/oo1xx/xooxx/xxoox x -")._repr_svg_()[:4]
        '<svg'
        """
        return picture(self._words("moves"))

    def moves(self) -> tuple[str, ...]:
        """The legal moves."""
        return tuple(row["move"] for row in ask(self._words("moves")).moves)

    def first_capture(self, *, budget: int | None = None) -> FirstCapture:
        """Who makes the first capture; `budget` is the number of positions searched on boards that are not solved.

        >>> found = Position("oxxoo/ooxxo/oo1xx/xooxx/xxoox x -").first_capture()
        >>> found.outcome, found.plies, found.line[0] == found.moves[0].move
        ('win', 1, True)
        """
        answer = ask(self._words("first-capture", *([] if budget is None else ["--budget", str(budget)])))
        moves = tuple(
            MoveValue(row["move"], tuple(row["captures"]), row["outcome"], row["plies"]) for row in answer.moves
        )
        pairs = tuple(
            PairValue(tuple(row["cells"]), row["outcome"], row["plies"]) for row in answer.result.get("pairs", [])
        )
        return FirstCapture(answer.outcome, answer.plies, moves, tuple(answer.line), answer, pairs)


__all__ = ["FirstCapture", "MoveValue", "PairValue", "Position"]


def __dir__() -> list[str]:
    return __all__
