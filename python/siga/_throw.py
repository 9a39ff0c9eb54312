"""Throws of dice, sticks and cowries as mappings from outcome to probability."""

from __future__ import annotations

import json
import math
import operator
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Union

from ._answers import Answer, Limits, answered, options
from ._numbers import exact

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes

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

    def __init__(self, answer: Answer, spec: str | None = None) -> None:
        result = answer.result
        if result.total is None:
            raise TypeError("the probabilities are not rational; siga.ask gives them as they are")
        #: The answer with all that siga says.
        self.answer = answer
        self._spec = spec
        self._weights: dict[Outcome, int] = {row.outcome: row.weight for row in result.outcomes}
        rest = getattr(result, "rest", None)
        self._rest = Fraction(0) if rest is None else _exactly(rest.probability)
        self._above = rest is None or hasattr(rest, "above")

    @property
    def spec(self) -> str:
        """The throw in the notation of ``siga throw``; of a whole turn, or at a bias, its outcomes with their weights.

        >>> throw("3d6kh1").spec, throw("tab", turn=True, max_throws=1).spec
        ('3d6kh1', 'd{1:4, 2:6, 3:4, 4:1, 6:1}')
        """
        if self._spec is None:
            self._whole("spec")
            self._spec = _weighted(self._weights)
        return self._spec

    @property
    def weights(self) -> Mapping[Outcome, int]:
        """Whole weights over :attr:`total`.

        >>> throw("2d4").weights, throw("2d4").total
        ({2: 1, 3: 2, 4: 3, 5: 4, 6: 3, 7: 2, 8: 1}, 16)
        """
        return dict(self._weights)

    @property
    def total(self) -> int:
        """What the weights are parts of."""
        return int(self.answer.result.total)

    @property
    def rest(self) -> Fraction:
        """The chance of outcomes beyond those listed, where they have no end.

        >>> throw("d6!", up_to=11).rest
        Fraction(1, 36)
        """
        return self._rest

    def __getitem__(self, outcome: Outcome) -> Fraction:
        """Its chance, beyond those listed too.

        >>> throw("d6!")[20], throw("d6!").get(18, 0)
        (Fraction(1, 1296), 0)
        """
        if outcome not in self._weights and self._rest and isinstance(outcome, int):
            listed = self._up_to(outcome)
            return Fraction(listed._weights[outcome], listed.total)
        return Fraction(self._weights[outcome], self.total)

    def __bool__(self) -> bool:
        raise TypeError("a distribution is neither true nor false; the chance that a > b is (a > b)[1]")

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
        return repr(self.answer)

    def __str__(self) -> str:
        """What the terminal prints.

        >>> print(throw("yut"))
        yut: ...
        <BLANKLINE>
          outcome  probability  decimal
        ...
          another throw       1/8 = 0.125
        """
        return str(self.answer)

    # Numbers of the whole distribution.

    def _numbers(self) -> list[tuple[int, Fraction]]:
        if not all(isinstance(outcome, int) for outcome in self):
            raise TypeError("the outcomes are not all numbers")
        return [(outcome, chance) for outcome, chance in self.items() if isinstance(outcome, int)]

    def _whole(self, what: str) -> None:
        if self._rest:
            raise ValueError(f"the outcomes have no end, so that `{what}` cannot go through them all")

    @property
    def mean(self) -> Fraction:
        """The mean.

        >>> throw("4d6kh3").mean, throw("d6!").mean
        (Fraction(15869, 1296), Fraction(21, 5))
        """
        return self._statistic("mean")

    @property
    def variance(self) -> Fraction:
        """The variance.

        >>> throw("2d6").variance
        Fraction(35, 6)
        """
        return self._statistic("variance")

    def _statistic(self, name: str) -> Fraction:
        self._numbers()
        return _exactly(self.answer.result[name])

    @property
    def sd(self) -> float:
        """The square root of the variance, as a floating-point number.

        >>> throw("2d6").sd
        2.41522945769824
        """
        return math.sqrt(self.variance)

    @property
    def median(self) -> Fraction:
        """The outcome in the middle; between two of them, their mean.

        >>> throw("2d6").median, throw("d6").median
        (Fraction(7, 1), Fraction(7, 2))
        """
        self._numbers()
        middle = self.answer.result.median
        return Fraction(sum(middle), len(middle))

    def quantile(self, chance: Fraction | float | str) -> int:
        """The least outcome that is not passed with this chance or a greater one.

        >>> throw("3d6").quantile(0.95), throw("d6!").quantile("999/1000")
        (15, 21)
        """
        wanted = exact(chance)
        if not 0 <= wanted <= 1:
            raise ValueError(f"{chance} is not a probability: it is from 0 to 1")
        so_far = Fraction(0) if self._above else self._rest
        if self._rest and wanted == (1 if self._above else 0):
            raise ValueError("the outcomes have no end")
        if self._above or so_far < wanted:
            for outcome, more in sorted(self._numbers()):
                so_far += more
                if so_far >= wanted:
                    return outcome
        return self._further.quantile(wanted)

    def sample(self, count: int | None = None, *, seed: int | None = None) -> Any:
        """An outcome at random, or a list of so many, each exactly as likely as it is.

        >>> throw("2d6").sample(5, seed=1)
        [4, 11, 3, 4, 5]
        """
        source = random.Random(seed)
        if count is None:
            return self._draw(source)
        return [self._draw(source) for _ in range(count)]

    def _draw(self, source: random.Random, known: Set[Outcome] = frozenset()) -> Outcome:
        """An outcome that is not one of those known."""
        place = source.randrange(self.total - sum(self._weights[outcome] for outcome in known))
        for outcome, weight in self._weights.items():
            place -= 0 if outcome in known else weight
            if place < 0:
                return outcome
        return self._further._draw(source, self._weights.keys())

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
        listed = self._up_to(number) if self._rest else self
        beyond = self._rest > 0 and self._above == (holds is operator.ge)
        chances = (chance for outcome, chance in listed._numbers() if holds(outcome, number) != beyond)
        total = sum(chances, Fraction(0))
        return 1 - total if beyond else total

    def _up_to(self, number: int) -> Throw:
        """The same with all outcomes listed up to this one."""
        words = list(self.answer.words)
        if "--up-to" in words:
            at = words.index("--up-to")
            del words[at : at + 2]
        return Throw(answered([*words, "--up-to", str(number)], self.answer.limits), self._spec)

    @cached_property
    def _further(self) -> Throw:
        """The same with all outcomes listed that are at most twice as far."""
        words = self.answer.words
        asked = int(words[words.index("--up-to") + 1]) if "--up-to" in words else 0
        far = 2 * max(1, abs(asked), *(abs(number) for number, _ in self._numbers()))
        return self._up_to(far if self._above else -far)

    def where(self, holds: Callable[[Any], object]) -> Fraction:
        """The chance that something holds for the outcome.

        >>> throw("2d6").where(lambda x: x % 3 == 0)
        Fraction(1, 3)
        >>> throw("(d6, d6)").where(lambda pair: 6 in pair)
        Fraction(11, 36)
        """
        self._whole("where")
        return Fraction(sum(weight for outcome, weight in self._weights.items() if holds(outcome)), self.total)

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
        second = f"({other.spec})" if isinstance(other, Throw) else f"({other})"
        return throw(form.format(f"({self.spec})", second))

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
        return throw(f"abs({self.spec})")

    def __matmul__(self, other: Throw) -> Throw:
        """As many of another throw as this one shows: ``throw("d4") @ d6`` is ``(d4)d6``."""
        if not isinstance(other, Throw):
            return NotImplemented
        return throw(f"({self.spec})({other.spec})")

    def __neg__(self) -> Throw:
        return throw(f"-({self.spec})")

    def __rmatmul__(self, copies: int) -> Throw:
        """So many of it, added: ``3 @ d6`` is ``3d6``."""
        return throw(f"{copies}({self.spec})")

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
        """Columns ``outcome`` (joint ones ``x1``, ``x2`` …), ``probability`` (fractions) and ``probability_decimal``."""
        return self.answer.to_pandas()

    def plot(self, axes: Axes | None = None) -> Axes:
        """Bars of the outcomes, drawn by matplotlib."""
        if axes is None:
            from matplotlib import pyplot

            axes = pyplot.figure().add_subplot()
        labels = [outcome if isinstance(outcome, int) else str(outcome) for outcome in self]
        axes.bar(labels, [float(chance) for chance in self.values()])
        axes.set(title=self.answer.words[1], xlabel="outcome", ylabel="probability")
        return axes

    def _repr_html_(self) -> str | None:
        return self.answer._repr_html_()


def _exactly(number: Any) -> Fraction:
    if not isinstance(number, Fraction):
        raise TypeError(f"{number} is not rational; siga.ask gives it as it is")
    return number


def throw(
    spec: str,
    *,
    let: Mapping[str, Throw | str | int] | None = None,
    turn: bool = False,
    bias: str | float | Fraction | Sequence[str | float | Fraction] | None = None,
    up_to: int | None = None,
    files: bool = False,
    **more: object,
) -> Throw:
    """The exact distribution of a throw, in the notation of ``siga throw`` or by its name.

    `let` gives names to throws: each is thrown once, wherever its name stands. `turn` asks for the total of a whole turn
    with the throws that it earns, `bias` for sticks that fall flat with this chance, `up_to` lists outcomes without end so
    far. With `files` the throw may be the name of a file it is read from. `more` are other options of ``siga throw``.

    >>> throw("4d6kh3").at_least(18)
    Fraction(7, 432)
    >>> throw("roll[-1] - roll[1]", let={"roll": "4d6"})[0]
    Fraction(1, 216)
    >>> throw("yut", bias=0.6)[4]
    Fraction(81, 625)
    >>> throw("2d")
    Traceback (most recent call last):
        ...
    siga.InputError: ...
    """
    if not isinstance(spec, str):
        raise TypeError(f"a throw is a text such as '2d6', not {spec!r}")
    if let is not None and not isinstance(let, Mapping):
        raise TypeError(f"`let` is a mapping from names to throws, not {type(let).__name__}")
    for name, what in ({} if let is None else let).items():
        if not isinstance(what, (Throw, str, int)):
            raise TypeError(f"`{name}` is a throw, a text or a whole number, not {what!r}")
    limits = Limits.taken(more, files=files)
    names = {name: what.spec if isinstance(what, Throw) else what for name, what in (let or {}).items()}
    whole = "; ".join([*(f"let {name} = {what}" for name, what in names.items()), spec])
    changes = {"turn": turn, "bias": bias, **more}
    answer = answered(["throw", whole, *options({**changes, "up_to": up_to})], limits)
    # What is thrown is no longer what the notation says, if something changes it.
    return Throw(answer, None if any(changes.values()) else answer.query.spec)


def of_weights(weights: Mapping[Outcome, int]) -> Throw:
    """A throw with these outcomes in the proportion of their weights.

    >>> of_weights({1: 2, 6: 1}).spec
    'd{1:2, 6}'
    >>> of_weights({"hit": 2, (1, 2): 1})[1, 2]
    Fraction(1, 3)
    """
    if not weights or not all(isinstance(weight, int) and weight > 0 for weight in weights.values()):
        raise ValueError("outcomes have weights that are whole numbers of at least 1, and there is at least one")
    return throw(_weighted(weights))


def _weighted(weights: Mapping[Outcome, int]) -> str:
    if all(isinstance(outcome, int) for outcome in weights):
        return _faces(weights.items())
    faces = _faces((number, weight) for number, weight in enumerate(weights.values(), 1))
    shown = (json.dumps(outcome) if isinstance(outcome, str) else str(outcome) for outcome in weights)
    return faces + " -> {" + ", ".join(f"{number}: {outcome}" for number, outcome in enumerate(shown, 1)) + "}"


def _faces(weights: Iterable[tuple[Outcome, int]]) -> str:
    return "d{" + ", ".join(f"{outcome}:{weight}" for outcome, weight in weights) + "}"
