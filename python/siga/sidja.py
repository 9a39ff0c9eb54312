"""Sidja: who makes the first capture.

>>> from siga import sidja
>>> sidja.Position("oxxoo/ooxxo/oo1xx/xooxx/xxoox x -").first_capture().outcome
'win'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import _siga
from ._answers import ask
from ._html import table as _html


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
class FirstCapture:
    """Who makes the first capture, for the side to move."""

    #: ``win``, ``loss``, ``never``, or ``None`` where it is not known.
    outcome: str | None
    plies: int | None
    #: Best first.
    moves: tuple[MoveValue, ...]
    #: Best play up to the first capture.
    line: tuple[str, ...]

    def _repr_html_(self) -> str:
        rows = [[move.move, move.outcome, move.plies, " ".join(move.captures)] for move in self.moves]
        return _html(f"first capture: {self.outcome}, {self.plies} plies", ["move", "outcome", "plies", "takes"], rows)


@dataclass(frozen=True)
class Position:
    """A position on one line, as docs/rules/sidja.md has it."""

    text: str
    #: The rules, such as ``sidja:egypt``; by default those of Sudan on a board of the size drawn.
    rules: str | None = None

    def _ask(self, command: str, *options: str) -> dict[str, Any]:
        rules = [] if self.rules is None else ["--rules", self.rules]
        return ask(["sidja", command, "--position", self.text, *rules, *options]).result

    def _repr_svg_(self) -> str | None:
        """Its board.

        >>> Position("oxxoo/ooxxo/oo1xx/xooxx/xxoox x -")._repr_svg_()[:4]
        '<svg'
        """
        rules = [] if self.rules is None else ["--rules", self.rules]
        return _siga.ask_svg(["sidja", "moves", "--position", self.text, *rules], False)

    def moves(self) -> tuple[str, ...]:
        """The legal moves."""
        return tuple(row["move"] for row in self._ask("moves")["moves"])

    def first_capture(self, *, budget: int | None = None) -> FirstCapture:
        """Who makes the first capture; `budget` is the number of positions searched on boards that are not solved.

        >>> found = Position("oxxoo/ooxxo/oo1xx/xooxx/xxoox x -").first_capture()
        >>> found.outcome, found.plies, found.line[0] == found.moves[0].move
        ('win', 1, True)
        """
        result = self._ask("first-capture", *([] if budget is None else ["--budget", str(budget)]))
        moves = tuple(
            MoveValue(row["move"], tuple(row["captures"]), row["outcome"], row["plies"]) for row in result["moves"]
        )
        return FirstCapture(result["outcome"], result["plies"], moves, tuple(result["line"]))
