"""Questions in the words of the command line, one or many."""

from __future__ import annotations

import json
import os
import shlex
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Union

from . import _siga
from ._errors import Error, UsageError, of_json
from ._numbers import Bounds, Function, Number, Surd, counts, decoded

if TYPE_CHECKING:
    import pandas

#: Seconds that a notebook waits for what it shows of its own accord.
SHOWN = 10.0

#: A question: a command line without ``siga``, or the list of its words.
Question = Union[str, Sequence[str]]


@dataclass(frozen=True)
class Answer:
    """The answer to a question.

    Fields of its ``result`` are attributes too. Numbers are :class:`int`, :class:`fractions.Fraction`,
    :class:`Surd`, :class:`Bounds` or :class:`Function`; the rest is as docs/json.md describes it. Printed, it is what the
    terminal prints.

    >>> answer = ask("daldos odds --behind 4")
    >>> answer.schema, answer.query["rules"], answer.probability
    ('siga/daldos-odds/1', 'daldos', Fraction(2, 3))
    >>> print(answer)
    daldos · ...
    """

    schema: str
    version: str
    query: dict[str, Any]
    result: dict[str, Any]
    #: The JSON text it was read from.
    json: str = field(repr=False, compare=False)
    #: The words of the question.
    words: tuple[str, ...] = field(default=(), repr=False, compare=False)
    #: Whether it may read files.
    _files: bool = field(default=False, repr=False, compare=False)
    #: The most that its ``--budget`` may be.
    _budget: int | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        return shown(self.words, "text", self._files, budget=self._budget).rstrip("\n") if self.words else repr(self)

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["result"][name]
        except KeyError:
            raise AttributeError(f"{self.__dict__.get('schema', 'the answer')} has no field {name!r}") from None

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.result})

    def rows(self) -> list[dict[str, Any]]:
        """The main table: the first list of objects in the result, or the result itself as one row.

        >>> [row["probability"] for row in ask("daldos table --max 2").rows()]
        [Fraction(7, 16), Fraction(1, 2)]
        """
        for value in self.result.values():
            if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
                return value
        return [self.result]

    def to_pandas(self, table: str | None = None) -> pandas.DataFrame:
        """The main table that the terminal prints as a data frame, with all its rows; or the table of that name.

        Its columns are those of ``--format csv``: an exact number in ``x`` has its decimal in ``x_decimal``; bounds are
        ``x_lower`` and ``x_upper``.
        """
        import pandas

        named = () if table is None else ("--table", table)
        text = shown((*self.words, *named), "rows", self._files, budget=self._budget)
        return pandas.DataFrame([_typed(json.loads(line)) for line in text.splitlines()])

    def _repr_html_(self) -> str | None:
        """Its tables; ``None`` where they would take long."""
        return _for_notebook(self.words, "html", self._files, self._budget)

    def _repr_svg_(self) -> str | None:
        """Its picture, as ``--format svg`` draws it; ``None`` where there is nothing to draw.

        >>> ask("throw 2d6")._repr_svg_()[:4], ask("throws")._repr_svg_()
        ('<svg', None)
        """
        return _for_notebook(self.words, "svg", self._files, self._budget)


def _for_notebook(asked: Sequence[str], show: str, files: bool, budget: int | None = None) -> str | None:
    try:
        return shown(asked, show, files, limit_seconds=SHOWN, budget=budget) if asked else None
    except Error:
        return None


def picture(asked: Sequence[str]) -> str | None:
    """The picture of an answer, as SVG; ``None`` where there is none."""
    return _for_notebook(asked, "svg", False)


def shown(
    asked: Sequence[str],
    show: str,
    files: bool,
    *,
    limit_seconds: float | None = None,
    limit_memory: int | None = None,
    budget: int | None = None,
) -> str:
    """The answer to a question in another form than JSON."""
    return _answered(asked, show, files, limit_seconds, limit_memory, budget, _is_main())


def _is_main() -> bool:
    return threading.current_thread() is threading.main_thread()


def _answered(
    asked: Sequence[str],
    show: str,
    files: bool,
    limit_seconds: float | None,
    limit_memory: int | None,
    budget: int | None,
    interruptible: bool,
) -> str:
    found, text = _siga.answer(
        asked,
        show=show,
        files=files,
        limit_seconds=limit_seconds,
        limit_memory=limit_memory,
        budget=budget,
        interruptible=interruptible,
    )
    if not found:
        raise of_json(json.loads(text)["error"])
    return text


def _typed(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row of data with its exact numbers as fractions."""
    return {name: _exact(value) if _has_decimal(name, row) else value for name, value in row.items()}


def _has_decimal(name: str, row: Mapping[str, Any]) -> bool:
    return f"{name}_decimal" in row


def _exact(value: Any) -> Any:
    try:
        return Fraction(value) if isinstance(value, str) else value
    except ValueError:
        return value


def frame(rows: Iterable[Mapping[str, Any]]) -> pandas.DataFrame:
    """Rows as a data frame, each number with its decimal beside it."""
    import pandas

    return pandas.DataFrame([_flat(row) for row in rows])


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    cells: dict[str, Any] = {}
    for name, value in row.items():
        if isinstance(value, Bounds):
            cells[f"{name}_lower"], cells[f"{name}_upper"] = value.lower, value.upper
            cells[f"{name}_decimal"] = float(value)
            continue
        cells[name] = value
        if isinstance(value, (Surd, Function)) or type(value).__name__ == "Fraction":
            cells[f"{name}_decimal"] = None if isinstance(value, Function) else float(value)
    return cells


def words(question: Question) -> list[str]:
    """The words of a question.

    >>> words("throw '2d6 + 1' --at-least")
    ['throw', '2d6 + 1', '--at-least']
    """
    if isinstance(question, str):
        try:
            found = shlex.split(question)
        except ValueError as error:
            raise UsageError(f"{question!r}: {error}", status=2, kind="usage") from None
        found = found[1:] if found[:1] == ["siga"] else found
    else:
        found = [str(word) for word in question]
    for word in found:
        if not _is_text(word):
            raise UsageError(f"{word!r} is not text: it has half of a surrogate pair", status=2, kind="usage")
    return found


def _is_text(word: str) -> bool:
    return not any("\ud800" <= letter <= "\udfff" for letter in word)


def _read(text: str, asked: Sequence[str], files: bool, budget: int | None) -> Answer:
    value = json.loads(text)
    query, result = (decoded(value[part], _counts(value["schema"])) for part in ("query", "result"))
    return Answer(value["schema"], value["version"], query, result, text, tuple(asked), files, budget)


_COUNTS: dict[str, frozenset[str]] = {}


def _counts(name: str) -> frozenset[str]:
    """The fields of a report that are whole numbers as strings of digits."""
    if name not in _COUNTS:
        _COUNTS[name] = counts(schema(name.split("/")[1]))
    return _COUNTS[name]


def ask(
    question: Question,
    *,
    files: bool = True,
    limit_seconds: float | None = None,
    limit_memory: int | None = None,
    budget: int | None = None,
) -> Answer:
    """Answer a question in the words of the command line.

    The interpreter is free meanwhile: other threads go on, and Ctrl-C stops it. `files` says whether files that it
    names may be read; what uses more processor time than `limit_seconds` (60) or more bytes of memory than
    `limit_memory` (2 GB) raises :class:`StoppedError`; `budget` is the most that its ``--budget`` may be.

    >>> ask(["throw", "2d6"]).mean
    Fraction(7, 1)
    >>> ask("daldos odds --behind x")
    Traceback (most recent call last):
        ...
    siga.UsageError: invalid value 'x' for '--behind <D[,D…]>': `x` is not a whole number
    """
    asked = words(question)
    return _read(_answered(asked, "json", files, limit_seconds, limit_memory, budget, _is_main()), asked, files, budget)


def batch(
    questions: Iterable[Question],
    *,
    jobs: int | None = None,
    files: bool = True,
    limit_seconds: float | None = None,
    limit_memory: int | None = None,
    budget: int | None = None,
) -> Iterator[Answer | Error]:
    """Answer many questions, in their order, on all processors.

    A question without an answer yields its :class:`Error`, and the rest go on. Questions are taken as they are
    needed: there may be any number of them.

    >>> [answer.probability for answer in batch(f"daldos odds --behind {n}" for n in (4, 5, 6))]
    [Fraction(2, 3), Fraction(7, 24), Fraction(11, 48)]
    >>> [type(answer).__name__ for answer in batch(["throw d6", "throw d"])]
    ['Answer', 'InputError']
    """
    workers = jobs or os.cpu_count() or 1

    def one(question: Question) -> Answer | Error:
        try:
            asked = words(question)
            return _read(_answered(asked, "json", files, limit_seconds, limit_memory, budget, False), asked, files, budget)
        except Error as error:
            return error

    waiting: deque[Future[Answer | Error]] = deque()
    with ThreadPoolExecutor(workers) as pool:
        try:
            for question in questions:
                waiting.append(pool.submit(one, question))
                if len(waiting) >= 16 * workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def schema(name: str | None = None) -> Any:
    """The JSON Schema (2020-12) of the report `name`, or the names of all schemas.

    >>> schema("daldos-odds")["properties"]["schema"]["const"]
    'siga/daldos-odds/1'
    >>> "throw" in schema()
    True
    """
    if name is None:
        return _siga.schema_names()
    found = _siga.schema_json(name) if _is_text(name) else None
    if found is None:
        raise KeyError(f"there is no schema {name!r}; siga.schema() lists them")
    return json.loads(found)


__all__ = ["Answer", "Number", "Question", "ask", "batch", "frame", "picture", "schema", "shown", "words"]
