"""Exact probability and position analysis of traditional games.

>>> import siga
>>> siga.throw("4d6kh3").mean
Fraction(15869, 1296)
>>> siga.ask("daldos odds --behind 4").probability
Fraction(2, 3)
"""

from __future__ import annotations

from . import daldos, sidja, teeko
from ._answers import Answer, Question, ask, batch, schema
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
from ._numbers import Bounds, Function, Number, Surd
from ._pool import Pool, deal, pool
from ._siga import __version__
from ._throw import Outcome, Throw, of_weights, throw

for _public in (Answer, Bounds, Function, Place, Pool, Surd, Throw, Error, *Error.__subclasses__()):
    # What a traceback or a pickle calls them.
    _public.__module__ = __name__
del _public

__all__ = [
    "Answer",
    "Bounds",
    "Error",
    "Function",
    "InputError",
    "InputOutputError",
    "InternalError",
    "LimitError",
    "Number",
    "Outcome",
    "Place",
    "Pool",
    "Question",
    "StoppedError",
    "Surd",
    "Throw",
    "UsageError",
    "__version__",
    "ask",
    "batch",
    "daldos",
    "deal",
    "of_weights",
    "pool",
    "schema",
    "sidja",
    "teeko",
    "throw",
]


def __dir__() -> list[str]:
    return __all__
