"""Throws of dice, sticks and cowries as mappings from outcome to probability."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Union

from ._answers import ask, frame, picture, shown
from ._html import table

if TYPE_CHECKING:
    import pandas

#: A number, a tuple of them for throws side by side, or a label.
Outcome = Union[int, tuple[int, ...], str]

#: What arithmetic takes beside a throw.
Operand = Union["Throw", int]


class Throw(Mapping[Outcome, Fraction]):
    """The exact distribution of a throw: each outcome, ascending, with its probability.

    Arithmetic is that of the notation: what is added is thrown for itself, so that ``d + d`` are two dice.

    >>> d6 = throw("d6")
    >>> d6[6], d6 + d6 == throw("2d6"), (d6 >= throw("d8"))[1]
    (Fraction(1, 6), True, Fraction(7, 16))
    >>> 3 @ d6 == throw("3d6"), 3 * d6 == throw("d{3,6,9,12,15,18}")
    (True, True)
    >>> throw("d4") @ d6 == throw("(d4)d6"), d6 // 2 == throw("d6 / 2"), d6 % 3 == throw("d6 mod 3")
    (True, True, True)
    """

    def __init__(
        self,
        spec: str,
        weights: Mapping[Outcome, int],
        total: int,
        rest: Fraction = Fraction(0),
        above: bool = True,
    ) -> None:
        self._spec = spec
        self._weights = dict(weights)
        self._total = total
        self._rest = rest
        self._above = above

    @property
    def spec(self) -> str:
        """The throw in the notation of ``siga throw``."""
        return self._spec

    @property
    def weights(self) -> Mapping[Outcome, int]:
        """Integer weights over :attr:`total`.

        >>> throw("2d4").weights, throw("2d4").total
        ({2: 1, 3: 2, 4: 3, 5: 4, 6: 3, 7: 2, 8: 1}, 16)
        """
        return dict(self._weights)

    @property
    def total(self) -> int:
        """What the weights are parts of."""
        return self._total

    @property
    def rest(self) -> Fraction:
        """The chance of outcomes beyond those listed, where they have no end.

        >>> throw("d6!", up_to=11).rest
        Fraction(1, 36)
        """
        return self._rest

    def __getitem__(self, outcome: Outcome) -> Fraction:
        return Fraction(self._weights[outcome], self._total)

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __eq__(self, other: object) -> bool:
        """Whether both have the same outcomes with the same probabilities."""
        if not isinstance(other, Throw):
            return NotImplemented
        return self._rest == other._rest and dict(self.items()) == dict(other.items())

    def __hash__(self) -> int:
        return hash((self._rest, tuple(self.items())))

    def __repr__(self) -> str:
        return f"siga.throw({self._spec!r})"

    def __str__(self) -> str:
        """What the terminal prints.

        >>> print(throw("d2"))
        d2
        ...
        """
        return shown(["throw", self._spec], "text", False).rstrip("\n") if self._spec and not self._rest else repr(self)

    # Numbers of the whole distribution.

    def _numbers(self) -> list[tuple[int, Fraction]]:
        if not all(isinstance(outcome, int) for outcome in self):
            raise TypeError(f"the outcomes of {self._spec} are not all numbers")
        return [(outcome, chance) for outcome, chance in self.items() if isinstance(outcome, int)]

    def _whole(self, what: str) -> None:
        if self._rest:
            raise ValueError(f"the outcomes of {self._spec} have no end; {what} of them all is ask('throw …').{what}")

    @property
    def mean(self) -> Fraction:
        """The mean.

        >>> throw("4d6kh3").mean
        Fraction(15869, 1296)
        >>> throw("d6!").mean
        Fraction(21, 5)
        """
        if self._rest:
            return _exactly(ask(["throw", self._spec], files=False).mean)
        return sum((chance * outcome for outcome, chance in self._numbers()), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The variance.

        >>> throw("2d6").variance
        Fraction(35, 6)
        """
        if self._rest:
            return _exactly(ask(["throw", self._spec], files=False).variance)
        mean = self.mean
        return sum((chance * (outcome - mean) ** 2 for outcome, chance in self._numbers()), Fraction(0))

    @property
    def sd(self) -> float:
        """The square root of the variance, as a floating-point number.

        >>> throw("2d6").sd
        2.41522945769824
        """
        return math.sqrt(self.variance)

    def at_least(self, number: int) -> Fraction:
        """The chance of so much or more.

        >>> throw("d6!").at_least(13)
        Fraction(1, 36)
        """
        return self._chance(operator.ge, number)

    def at_most(self, number: int) -> Fraction:
        """The chance of so much or less."""
        return self._chance(operator.le, number)

    def _chance(self, holds: Callable[[int, int], bool], number: int) -> Fraction:
        # Without end, all are listed up to the number; what lies beyond is on the side of their end.
        listed = throw(self._spec, up_to=number) if self._rest else self
        beyond = self._rest > 0 and self._above == (holds is operator.ge)
        chances = (chance for outcome, chance in listed._numbers() if holds(outcome, number) != beyond)
        total = sum(chances, Fraction(0))
        return 1 - total if beyond else total

    def where(self, holds: Callable[[Any], object]) -> Fraction:
        """The chance that something holds for the outcome.

        >>> throw("2d6").where(lambda x: x % 3 == 0)
        Fraction(1, 3)
        >>> throw("(d6, d6)").where(lambda pair: 6 in pair)
        Fraction(11, 36)
        """
        self._whole("where")
        return Fraction(sum(weight for outcome, weight in self._weights.items() if holds(outcome)), self._total)

    def given(self, holds: Callable[[Any], object]) -> Throw:
        """The same throw, given that something holds for the outcome.

        >>> throw("2d6").given(lambda x: x >= 10).mean
        Fraction(32, 3)
        """
        self._whole("given")
        kept = {outcome: weight for outcome, weight in self._weights.items() if holds(outcome)}
        if not kept:
            raise ValueError("it holds for no outcome")
        return of_weights(kept)

    # Arithmetic, in the notation.

    def _with(self, form: str, other: Operand) -> Throw:
        if not isinstance(other, (Throw, int)):
            return NotImplemented
        second = f"({other._spec})" if isinstance(other, Throw) else f"({other})"
        return _of_spec(form.format(f"({self._spec})", second))

    def __add__(self, other: Operand) -> Throw:
        return self._with("{} + {}", other)

    def __radd__(self, other: int) -> Throw:
        return self._with("{1} + {0}", other)

    def __sub__(self, other: Operand) -> Throw:
        return self._with("{} - {}", other)

    def __rsub__(self, other: int) -> Throw:
        return self._with("{1} - {0}", other)

    def __mul__(self, other: Operand) -> Throw:
        return self._with("{} * {}", other)

    def __rmul__(self, other: int) -> Throw:
        return self._with("{1} * {0}", other)

    def __floordiv__(self, other: Operand) -> Throw:
        return self._with("{} / {}", other)

    def __rfloordiv__(self, other: int) -> Throw:
        return self._with("{1} / {0}", other)

    def __mod__(self, other: Operand) -> Throw:
        return self._with("{} mod {}", other)

    def __rmod__(self, other: int) -> Throw:
        return self._with("{1} mod {0}", other)

    def __abs__(self) -> Throw:
        return _of_spec(f"abs({self._spec})")

    def __matmul__(self, other: Throw) -> Throw:
        """As many of another throw as this one shows: ``throw("d4") @ d6`` is ``(d4)d6``."""
        if not isinstance(other, Throw):
            return NotImplemented
        return _of_spec(f"({self._spec})({other._spec})")

    def __neg__(self) -> Throw:
        return _of_spec(f"-({self._spec})")

    def __rmatmul__(self, copies: int) -> Throw:
        """So many of it, added: ``3 @ d6`` is ``3d6``."""
        return _of_spec(f"{copies}({self._spec})")

    def __ge__(self, other: Operand) -> Throw:
        return self._with("{} >= {}", other)

    def __gt__(self, other: Operand) -> Throw:
        return self._with("{} > {}", other)

    def __le__(self, other: Operand) -> Throw:
        return self._with("{} <= {}", other)

    def __lt__(self, other: Operand) -> Throw:
        return self._with("{} < {}", other)

    # For notebooks.

    def to_pandas(self) -> pandas.DataFrame:
        """Columns ``outcome``, ``probability`` (fractions) and ``probability_decimal``."""
        return frame({"outcome": outcome, "probability": chance} for outcome, chance in self.items())

    def _repr_html_(self) -> str:
        rows = [[outcome, chance] for outcome, chance in self.items()]
        if self._rest:
            rows.append(["beyond", self._rest])
        return table(self._spec, ["outcome", "probability"], rows)

    def _repr_svg_(self) -> str | None:
        return picture(["throw", self._spec]) if self._spec and not self._rest else None


def _exactly(number: Any) -> Fraction:
    if not isinstance(number, Fraction):
        raise TypeError(f"{number} is no rational number; siga.ask gives it as it is")
    return number


def throw(
    spec: str,
    *,
    turn: bool = False,
    bias: str | Fraction | None = None,
    up_to: int | None = None,
    files: bool = False,
) -> Throw:
    """The exact distribution of a throw, in the notation of ``siga throw`` or by its name.

    `turn` asks for the total of a whole turn with the throws that it earns, `bias` for sticks that fall flat with
    this chance, `up_to` lists outcomes without end so far. With `files` the throw may be the name of a file it is read from.

    >>> throw("4d6kh3").at_least(18)
    Fraction(7, 432)
    >>> throw("yut", bias=Fraction(3, 5))[4]
    Fraction(81, 625)
    >>> throw("2d")
    Traceback (most recent call last):
        ...
    siga.InputError: ...
    """
    options = ["--turn"] if turn else []
    if bias is not None:
        options += ["--bias", str(bias)]
    if up_to is not None:
        options += ["--up-to", str(up_to)]
    if not options:
        return _of_spec(spec, files=files)
    answer = ask(["throw", spec, *options], files=files)
    found = _read(answer.query["spec"], answer.result)
    if turn or bias is not None:
        # What is thrown is no longer what the notation says: it is written as its faces.
        return of_weights(found._weights) if not found._rest else found
    return found


def _of_spec(spec: str, *, files: bool = False) -> Throw:
    answer = ask(["throw", spec], files=files)
    return _read(answer.query["spec"], answer.result)


def _read(spec: str, result: Mapping[str, Any]) -> Throw:
    total, rest = result["total"], result.get("rest")
    if total is None:
        raise TypeError(f"the probabilities of {spec} are no rational numbers; siga.ask gives them as they are")
    weights = {_outcome(row["outcome"]): row["weight"] for row in result["outcomes"]}
    beyond = Fraction(0) if rest is None else _exactly(rest["probability"])
    return Throw(spec, weights, total, beyond, rest is None or "above" in rest)


def _outcome(value: Any) -> Outcome:
    return tuple(value) if isinstance(value, list) else value


def of_weights(weights: Mapping[Outcome, int]) -> Throw:
    """A throw with these outcomes in the proportion of their weights.

    >>> of_weights({1: 2, 6: 1}).spec
    'd{1:2, 6}'
    """
    numbers = [(outcome, weight) for outcome, weight in weights.items() if isinstance(outcome, int)]
    if len(numbers) == len(weights):
        return _of_spec("d{" + ", ".join(f"{outcome}:{weight}" for outcome, weight in numbers) + "}")
    return Throw("", weights, sum(weights.values()))


__all__ = ["Operand", "Outcome", "Throw", "of_weights", "throw"]
