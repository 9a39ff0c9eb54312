"""Tables for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape
from typing import Any

#: Rows shown.
MOST = 60


def table(title: str, columns: Sequence[str], rows: Sequence[Iterable[Any]]) -> str:
    """An HTML table; long ones are cut, which is said.

    >>> table("odds", ["behind"], [[4]])
    '<table><caption>odds</caption><thead><tr><th>behind</th></tr></thead><tbody><tr><td>4</td></tr></tbody></table>'
    """
    head = "".join(f"<th>{escape(str(name))}</th>" for name in columns)
    body = "".join("<tr>" + "".join(f"<td>{escape(shown(cell))}</td>" for cell in row) + "</tr>" for row in rows[:MOST])
    more = f"<tr><td colspan={len(columns)}>… {len(rows) - MOST} rows more</td></tr>" if len(rows) > MOST else ""
    return (
        f"<table><caption>{escape(title)}</caption><thead><tr>{head}</tr></thead><tbody>{body}{more}</tbody></table>"
    )


def shown(cell: Any) -> str:
    """A cell for people: short fractions with their decimal, long ones as decimal alone.

    >>> shown(Fraction(2, 3))
    '2/3 ≈ 0.666667'
    """
    if cell is None:
        return ""
    if isinstance(cell, Fraction):
        if cell.denominator == 1:
            return str(cell)
        text = str(cell)
        return f"{text} ≈ {float(cell):.6f}" if len(text) <= 20 else f"≈ {float(cell):.6f}"
    return str(cell)
