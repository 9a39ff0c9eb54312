"""Daldøs: the chance to take a piece.

>>> from siga import daldos
>>> daldos.odds(4).probability
Fraction(2, 3)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, overload

from ._answers import Answer, ask, frame

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Odds:
    """The chance to take a piece from this many holes behind it, with best play."""

    #: Holes that each piece stands behind.
    behind: tuple[int, ...]
    #: The chance that one of them takes in this turn.
    probability: Fraction
    #: Throws that take at once, what the dice show ascending.
    hits: tuple[tuple[int, ...], ...]


class Table(Sequence[Odds]):
    """Odds, one row for each placement."""

    def __init__(self, answer: Answer) -> None:
        #: The answer with all that siga says.
        self.answer = answer
        #: The rules in full.
        self.rules: str = answer.query["rules"]
        self._rows = tuple(map(_read, answer.rows()))

    def __str__(self) -> str:
        return str(self.answer)

    @overload
    def __getitem__(self, index: int) -> Odds: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Odds]: ...
    def __getitem__(self, index: int | slice) -> Odds | Sequence[Odds]:
        return self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Odds]:
        return iter(self._rows)

    def to_pandas(self) -> pandas.DataFrame:
        """A column for each piece (``behind`` for one, else ``behind_1`` …), ``probability`` and
        ``probability_decimal``."""
        return frame({**_behind(row), "probability": row.probability} for row in self)

    def _repr_html_(self) -> str | None:
        return self.answer._repr_html_()


def _behind(row: Odds) -> dict[str, int]:
    if len(row.behind) == 1:
        return {"behind": row.behind[0]}
    return {f"behind_{number}": holes for number, holes in enumerate(row.behind, 1)}


def _read(row: dict[str, Any]) -> Odds:
    return Odds(tuple(row["behind"]), row["probability"], tuple(tuple(throw) for throw in row["hits"]))


def _rules(rules: str | None) -> list[str]:
    return [] if rules is None else ["--rules", rules]


def odds(*behind: int, rules: str | None = None) -> Odds:
    """The chance to take a piece, with one or several pieces this many holes behind it.

    >>> odds(1, 3).probability
    Fraction(3, 4)
    """
    return _read(ask(["daldos", "odds", "--behind", ",".join(map(str, behind)), *_rules(rules)]).result)


def table(pieces: int = 1, *, max: int | None = None, rules: str | None = None) -> Table:
    """The odds of all placements of this many pieces, up to `max` holes behind.

    >>> [str(row.probability) for row in table()]
    ['7/16', '1/2', '3/5', '2/3', '7/24', '11/48', '55/384', '59/768', '55/6144', '59/12288']
    """
    asked = ["daldos", "table", "--pieces", str(pieces), *_rules(rules)]
    if max is not None:
        asked += ["--max", str(max)]
    return Table(ask(asked))


__all__ = ["Odds", "Table", "odds", "table"]


def __dir__() -> list[str]:
    return __all__
