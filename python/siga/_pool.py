"""What several throws, or cards of a deck, hold together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from ._throw import Throw, throw


class Pool:
    """Throws that are looked at one by one, not added; made by :func:`pool` and :func:`deal`.

    >>> pool("5d6").largest_set()[3]
    Fraction(125, 648)
    >>> pool("3d6", "2d8").count([6, 7, 8])[5]
    Fraction(1, 1536)
    """

    def __init__(self, specs: Iterable[str]) -> None:
        self._specs = tuple(specs)
        if not self._specs:
            raise ValueError("a pool has at least one throw")

    @property
    def spec(self) -> str:
        """The pool in the notation of ``siga throw``, as the functions of the notation take it."""
        return ", ".join(self._specs)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pool) and self._specs == other._specs

    def __hash__(self) -> int:
        return hash(self._specs)

    def __repr__(self) -> str:
        return f"siga.pool({', '.join(map(repr, self._specs))})"

    def _ask(self, name: str, *more: object) -> Throw:
        return throw(f"{name}({', '.join([*self._specs, *map(str, more)])})")

    def _some(self, word: str, count: int) -> Pool:
        if len(self._specs) > 1:
            raise ValueError("the highest or lowest are kept of one pool: ask for them before pools are put together")
        return Pool([f"({self._specs[0]}){word}{count}"])

    def highest(self, count: int = 1) -> Pool:
        """Only the highest.

        >>> pool("4d6").highest(3).count([6])[3]
        Fraction(7, 432)
        """
        return self._some("kh", count)

    def lowest(self, count: int = 1) -> Pool:
        """Only the lowest."""
        return self._some("kl", count)

    def total(self) -> Throw:
        """All added."""
        return throw(" + ".join(f"({spec})" for spec in self._specs))

    def count(self, values: Iterable[int | str]) -> Throw:
        """How many show one of these values."""
        return self._ask("count", _set(values))

    def sum(self, values: Iterable[int | str]) -> Throw:
        """Those that show one of these values, added."""
        return self._ask("sum", _set(values))

    def largest_set(self) -> Throw:
        """How many show the value that most show."""
        return self._ask("largest_set")

    def sets(self, size: int | Iterable[int] = 2) -> Throw:
        """How many values are shown by at least so many; or by a number of throws that is listed.

        >>> pool("5d6").sets(2)[2], pool("5d6").sets([2])[2]
        (Fraction(175, 648), Fraction(25, 108))
        """
        return self._ask("sets", size if isinstance(size, int) else _set(size))

    def distinct(self) -> Throw:
        """How many different values there are."""
        return self._ask("distinct")

    def straight(self) -> Throw:
        """How many values follow each other in the longest row without a gap."""
        return self._ask("straight")

    def contains(self, values: Iterable[int | str]) -> Throw:
        """How often these values, each as often as it is listed, are there.

        >>> pool("5d6").contains([1, 2, 3, 4, 5])[1]
        Fraction(5, 324)
        """
        return self._ask("contains", _set(values))

    def matched(self, other: Pool | str, ties: Literal["first", "second"] | None = None) -> Throw:
        """The highest against the highest of another pool, and so on down: how often each side is the higher.

        A tie counts for neither, or for the first pool or the second.

        >>> pool("3d6").matched(pool("2d6"))[2, 0]
        Fraction(1445, 3888)
        >>> pool("3d6").matched(pool("2d6"), ties="second")[1, 1]
        Fraction(2611, 7776)
        """
        other = Pool([other]) if isinstance(other, str) else other
        if len(self._specs) > 1 or len(other._specs) > 1:
            raise ValueError("one pool is matched with one")
        return throw(f"matched({self.spec}, {other.spec}{f', {ties}' if ties else ''})")


def _set(values: Iterable[int | str]) -> str:
    return "{" + ", ".join(map(str, values)) + "}"


def pool(*throws: str) -> Pool:
    """Throws in the notation of ``siga throw``, put together: ``pool("3d6", "2d8")`` are five dice."""
    return Pool(throws)


def deal(hand: int, deck: Mapping[int | str, int], gone: Iterable[int | str] = ()) -> Pool:
    """Cards drawn of a deck, which has a number of cards of each value, without putting them back.

    `gone` are cards known not to be in it any more. ``"J"``, ``"Q"``, ``"K"`` and ``"A"`` stand for 11 to 14.

    >>> deck = dict.fromkeys(range(1, 14), 4)
    >>> deal(5, deck).count([1])[2]
    Fraction(2162, 54145)
    >>> deal(2, deck, gone=[1, 1, 13]).distinct()[1]
    Fraction(5, 84)
    >>> deal(2, {"A": 4, "K": 4, 2: 44}).count(["A"])[2]
    Fraction(1, 221)
    """
    cards = "{" + ", ".join(f"{card}:{count}" for card, count in deck.items()) + "}"
    missing = list(gone)
    return Pool([f"deal({hand}, {cards}{' - ' + _set(missing) if missing else ''})"])


__all__ = ["Pool", "deal", "pool"]
