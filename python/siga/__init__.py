"""Exact probability and position analysis of traditional games.

>>> import siga
>>> siga.throw("4d6kh3").mean
Fraction(15869, 1296)
>>> siga.ask("daldos odds --behind 4").probability
Fraction(2, 3)
"""

from __future__ import annotations

from ._answers import Answer, Question, ask, batch, check, compare, games, schema, series, throws
from ._errors import (
    Error,
    InputError,
    InputOutputError,
    InternalError,
    LimitError,
    Place,
    StoppedError,
    UsageError,
)
from ._games import Game, Position, game
from ._numbers import Bounds, Function, Number, Row, Surd
from ._pool import Pool, deal, pool
from ._siga import __version__
from ._throw import Outcome, Throw, of_weights, throw

daldos, sidja, sig, tab, teeko, ur = map(game, ("daldos", "sidja", "sig", "tab", "teeko", "ur"))

_values = (Answer, Bounds, Function, Game, Place, Pool, Position, Row, Surd, Throw)
for _public in (*_values, Error, *Error.__subclasses__()):
    # What a traceback or a pickle calls them.
    _public.__module__ = __name__
del _public, _values

__all__ = [
    "Answer",
    "Bounds",
    "Error",
    "Function",
    "Game",
    "InputError",
    "InputOutputError",
    "InternalError",
    "LimitError",
    "Number",
    "Outcome",
    "Place",
    "Pool",
    "Position",
    "Question",
    "Row",
    "StoppedError",
    "Surd",
    "Throw",
    "UsageError",
    "__version__",
    "ask",
    "batch",
    "check",
    "compare",
    "daldos",
    "deal",
    "game",
    "games",
    "of_weights",
    "pool",
    "schema",
    "series",
    "sidja",
    "sig",
    "tab",
    "teeko",
    "throw",
    "throws",
    "ur",
]


def __dir__() -> list[str]:
    return __all__
