"""Teeko: the value of a position.

>>> from siga import teeko
>>> teeko.probe("5/1xx2/1x3/2oo1/2o2 x").outcome
'win'
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ._answers import Answer, ask


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

    #: The answer with all that siga says.
    answer: Answer = field(repr=False, compare=False)

    def __str__(self) -> str:
        return str(self.answer)

    def _repr_html_(self) -> str | None:
        return self.answer._repr_html_()


def probe(position: str, *, rules: str | None = None) -> Probe:
    """The value of a position on one line and of every move.

    The first question solves the game where there are no tables on disk, which takes a second or two; further ones
    look it up.

    >>> found = probe("5/1xx2/1x3/2oo1/2o2 x")
    >>> found.outcome, found.plies, found.moves[0].outcome
    ('win', 1, 'win')
    """
    options = [] if rules is None else ["--rules", rules]
    answer = ask(["teeko", "probe", "--position", position, *options])
    moves = tuple(MoveValue(row["move"], row["position"], row["outcome"], row["plies"]) for row in answer.moves)
    return Probe(answer.outcome, answer.plies, moves, tuple(answer.line), answer.method, answer)


__all__ = ["MoveValue", "Probe", "probe"]


def __dir__() -> list[str]:
    return __all__
