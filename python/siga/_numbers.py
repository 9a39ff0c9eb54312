"""Numbers that are exact, or known between proved bounds."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, KeysView, Mapping, Set
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, Union


class Row(SimpleNamespace):
    """A row of an answer, or a part of it with fields: attributes, and by name. It cannot be changed.

    >>> from fractions import Fraction
    >>> row = Row(behind=4, probability=Fraction(2, 3))
    >>> row.probability, row["behind"], list(row.keys()), "behind" in row
    (Fraction(2, 3), 4, ['behind', 'probability'], True)
    """

    def __getitem__(self, name: str) -> Any:
        return vars(self)[name]

    def __contains__(self, name: object) -> bool:
        return name in vars(self)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an answer cannot be changed: {name!r}")

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(vars(self).items()))

    def keys(self) -> KeysView[str]:
        """The names of its fields."""
        return vars(self).keys()


def exact(number: Fraction | float | str) -> Fraction:
    """A number as it is written: 0.6 is 3/5.

    >>> exact(0.6), exact("60%"), exact(Fraction(3, 5))
    (Fraction(3, 5), Fraction(3, 5), Fraction(3, 5))
    """
    text = str(number)
    return Fraction(text[:-1]) / 100 if text.endswith("%") else Fraction(text)


@dataclass(frozen=True)
class Surd:
    """The irrational number ``a + b·√root``, exactly.

    >>> from fractions import Fraction
    >>> golden = Surd(Fraction(1, 2), Fraction(1, 2), 5)
    >>> print(golden), float(golden)
    1/2 + 1/2·√5
    (None, 1.618033988749895)
    """

    a: Fraction
    b: Fraction
    root: int

    def __float__(self) -> float:
        # b·√root as the root of a rational number, with 80 binary places to spare.
        square = self.b * self.b * self.root
        scaled = math.isqrt((square.numerator << 320) // square.denominator)
        part = Fraction(scaled, 1 << 160)
        return float(self.a + part if self.b > 0 else self.a - part)

    def __str__(self) -> str:
        if self.a == 0:
            return f"{self.b}·√{self.root}"
        sign = "+" if self.b > 0 else "-"
        return f"{self.a} {sign} {abs(self.b)}·√{self.root}"


@dataclass(frozen=True)
class Bounds:
    """A number between two proved bounds.

    >>> from fractions import Fraction
    >>> bounds = Bounds(Fraction(1, 4), Fraction(1, 3))
    >>> Fraction(3, 10) in bounds, bounds.width
    (True, Fraction(1, 12))
    """

    lower: Fraction
    upper: Fraction

    @property
    def width(self) -> Fraction:
        """How far apart they are."""
        return self.upper - self.lower

    def __contains__(self, number: object) -> bool:
        return isinstance(number, (int, float, Fraction)) and self.lower <= exact(number) <= self.upper

    def __float__(self) -> float:
        return float((self.lower + self.upper) / 2)

    def __str__(self) -> str:
        return f"{self.lower} to {self.upper}"


@dataclass(frozen=True)
class Function:
    """A quotient of polynomials in the unknown bias ``p``: coefficients from the constant term up.

    >>> from fractions import Fraction
    >>> heads = Function("4*p - 4*p^2", (0, 4, -4), (1,))
    >>> heads(Fraction(1, 2)), heads(0.6) == heads("3/5")
    (Fraction(1, 1), True)
    """

    text: str
    numerator: tuple[int, ...]
    denominator: tuple[int, ...]

    def __call__(self, bias: Fraction | float | str) -> Fraction:
        at = exact(bias)
        over, under = (_value(side, at) for side in (self.numerator, self.denominator))
        return over / under

    def __str__(self) -> str:
        return self.text


def _value(coefficients: tuple[int, ...], at: Fraction) -> Fraction:
    value = Fraction(0)
    for coefficient in reversed(coefficients):
        value = value * at + coefficient
    return value


#: A number of an answer.
Number = Union[Fraction, Surd, Bounds, Function]


def decoded(value: Any, counted: Set[str] = frozenset()) -> Any:
    """JSON of docs/json.md with its numbers as Python has them, its objects as rows, its lists as tuples.

    Fields that are `counted` are whole numbers written as strings of digits.

    >>> decoded({"probability": {"exact": "2/3", "approx": 0.6666666666666666}, "behind": [4]})
    Row(probability=Fraction(2, 3), behind=(4,))
    >>> decoded([{"weight": "1296"}], {"weight"})
    (Row(weight=1296),)
    """
    if isinstance(value, list):
        return tuple(decoded(item, counted) for item in value)
    if not isinstance(value, dict):
        return value
    number = _number(value)
    if number is not None:
        return number
    items = value.items()
    return Row(**{key: _counted(item, counted) if key in counted else decoded(item, counted) for key, item in items})


def _counted(value: Any, counted: Set[str]) -> Any:
    if isinstance(value, list):
        return tuple(_counted(item, counted) for item in value)
    return whole(value) if isinstance(value, str) and _COUNT.fullmatch(value) else decoded(value, counted)


def whole(digits: str) -> int:
    """A whole number of any length: Python's own reader stops at 4,300 digits.

    >>> whole("9" * 5000) == 10**5000 - 1
    True
    """
    return int(digits) if len(digits) < 4000 else int(Decimal(digits))


def rational(text: str) -> Fraction:
    """A fraction of any length.

    >>> rational("2/3"), rational("7")
    (Fraction(2, 3), Fraction(7, 1))
    """
    over, _, under = text.partition("/")
    return Fraction(whole(over), whole(under or "1"))


#: A whole number as JSON has it where it can pass 2^53, and the schema of it.
_PATTERN = "^-?[0-9]+$"
_COUNT = re.compile(_PATTERN)


def counts(schema: Mapping[str, Any]) -> frozenset[str]:
    """The names of the fields that a schema says are whole numbers as strings of digits."""
    defined = schema.get("$defs", {})

    def is_count(part: Any) -> bool:
        if not isinstance(part, dict):
            return False
        if part.get("pattern") == _PATTERN:
            return True
        if "$ref" in part:
            return is_plain_count(defined.get(part["$ref"].rsplit("/", 1)[1]))
        return any(map(is_count, [part.get("items"), *part.get("anyOf", ()), *part.get("prefixItems", ())]))

    def is_plain_count(part: Any) -> bool:
        return isinstance(part, dict) and part.get("pattern") == _PATTERN

    def fields(part: Any) -> Iterator[tuple[str, Any]]:
        if isinstance(part, dict):
            yield from part.get("properties", {}).items()
        for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
            yield from fields(inner)

    return frozenset(name for name, part in fields(dict(schema)) if is_count(part))


def _number(value: Mapping[str, Any]) -> Number | None:
    exact = value.get("exact")
    if isinstance(exact, str) and "approx" in value:
        return rational(exact)
    if isinstance(exact, dict) and "root" in exact:
        return Surd(rational(exact["a"]), rational(exact["b"]), whole(exact["root"]))
    if value.keys() == {"lower", "upper"} and all(isinstance(end, dict) for end in value.values()):
        lower, upper = decoded(value["lower"]), decoded(value["upper"])
        if isinstance(lower, Fraction) and isinstance(upper, Fraction):
            return Bounds(lower, upper)
    if isinstance(value.get("function"), str) and "numerator" in value:
        sides = (tuple(whole(c) for c in value[key]) for key in ("numerator", "denominator"))
        return Function(value["function"], *sides)
    return None
