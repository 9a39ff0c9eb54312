"""Teeko: the value of a position.

>>> from siga import teeko
>>> teeko.probe("5/1xx2/1x3/2oo1/2o2 x").outcome
'win'
"""

from __future__ import annotations

from dataclasses import dataclass

from ._answers import ask
from ._html import table as _html


@dataclass(frozen=True)
class MoveValue:
    """A move and what comes of it for the side to move in the position asked."""

    move: str
    position: str
    #: ``win``, ``draw``, ``loss``, or ``None`` where it is not known.
    outcome: str | None
    plies: int | None


@dataclass(frozen=True)
class Probe:
    """The value of a position, for the side to move."""

    #: ``win``, ``draw`` or ``loss``.
    outcome: str
    #: Plies to the end under best play; ``None`` for a draw.
    plies: int | None
    #: Best first.
    moves: tuple[MoveValue, ...]
    #: Best play.
    line: tuple[str, ...]
    #: ``tables``, ``solved``, ``search`` or ``rules``: where the value is known from.
    method: str

    def _repr_html_(self) -> str:
        rows = [[move.move, move.outcome, move.plies, move.position] for move in self.moves]
        return _html(f"{self.outcome}, {self.plies} plies", ["move", "outcome", "plies", "position"], rows)


def probe(position: str, *, rules: str | None = None) -> Probe:
    """The value of a position on one line and of every move.

    The first question solves the game where there are no tables on disk, which takes a second or two; further ones
    look it up.

    >>> found = probe("5/1xx2/1x3/2oo1/2o2 x")
    >>> found.outcome, found.plies, found.moves[0].outcome
    ('win', 1, 'win')
    """
    options = [] if rules is None else ["--rules", rules]
    result = ask(["teeko", "probe", "--position", position, *options]).result
    moves = tuple(MoveValue(row["move"], row["position"], row["outcome"], row["plies"]) for row in result["moves"])
    return Probe(result["outcome"], result["plies"], moves, tuple(result["line"]), result["method"])
