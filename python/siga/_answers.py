"""Questions in the words of the command line, one or many."""

from __future__ import annotations

import json
import os
import shlex
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from itertools import chain
from typing import TYPE_CHECKING, Any, Union, overload

from . import _siga
from ._errors import Error, UsageError, of_json
from ._numbers import Row, counts, decoded, rational

if TYPE_CHECKING:
    import pandas

    from ._throw import Throw

#: Seconds that a notebook waits for what it shows of its own accord.
SHOWN = 10.0

#: A question: a command line without ``siga``, or the list of its words.
Question = Union[str, Sequence[str]]

#: Letters of an answer on one line.
_LINE = 100


@dataclass(frozen=True)
class Limits:
    """What a question may read and use."""

    #: Whether it may read files.
    files: bool = True
    #: Processor time.
    seconds: float | None = None
    #: Bytes.
    memory: int | None = None
    #: The most that its ``--budget`` may be.
    budget: int | None = None
    #: Ends it from another thread.
    stop: _siga.Stop | None = None
    #: Whether its options are arguments of a function, and errors call them so.
    by_name: bool = False

    def __post_init__(self) -> None:
        for name, value, kinds in (
            ("limit_seconds", self.seconds, (int, float)),
            ("limit_memory", self.memory, (int,)),
            ("budget", self.budget, (int,)),
        ):
            if value is not None and (isinstance(value, bool) or not isinstance(value, kinds)):
                what = "a number of bytes" if name == "limit_memory" else "a number"
                raise TypeError(f"{name} is {what}, not {value!r}")
            if value is not None and not 0 < value < 2**63:
                raise ValueError(f"{name} is a positive number, not {value!r}")

    @classmethod
    def taken(cls, given: dict[str, Any], *, files: bool = True) -> Limits:
        """The limits among options, which are taken off them."""
        return cls(files, given.pop("limit_seconds", None), given.pop("limit_memory", None), by_name=True)


def shown(asked: Sequence[str], show: str, limits: Limits) -> str:
    """The answer to a question as text of some kind."""
    found, text = _siga.answer(asked, show, limits)
    if not found:
        raise of_json(json.loads(text)["error"], by_name=limits.by_name)
    return text


@dataclass(frozen=True, repr=False)
class Answer:
    """The answer to a question.

    Fields of its ``result`` and its ``query`` are attributes too, and it is a sequence of the rows of its main table.
    Numbers are :class:`int`, :class:`fractions.Fraction`, :class:`Surd`, :class:`Bounds` or :class:`Function`; the rest is
    as docs/json.md describes it. Printed, it is what the terminal prints.

    >>> answer = ask("daldos odds --behind 4")
    >>> answer.schema, answer.rules, answer.probability
    ('siga/daldos-odds/1', 'daldos', Fraction(2, 3))
    >>> answer
    <siga daldos odds --behind 4: behind 4, probability 2/3, 6 hits, 1 on_rethrow>
    >>> print(answer)
    daldos · ...
    """

    schema: str
    version: str
    query: Row
    result: Row
    #: The JSON text it was read from.
    json: str = field(compare=False)
    #: The words of the question.
    words: tuple[str, ...] = field(compare=False)
    #: What it might read and use.
    limits: Limits = field(compare=False)

    def __str__(self) -> str:
        return self._shown("text").rstrip("\n")

    def __repr__(self) -> str:
        """A line: the question, and what is short of the answer."""
        facts = ", ".join(fact for name, value in vars(self.result).items() if (fact := _fact(name, value)))
        line = f"<siga {shlex.join(self.words)}: {facts}>"
        return line if len(line) <= _LINE else f"{line[: _LINE - 2]}…>"

    def __getattr__(self, name: str) -> Any:
        for part in ("result", "query"):
            if name in vars(self.__dict__.get(part, Row())):
                return self.__dict__[part][name]
        raise AttributeError(f"{self.__dict__.get('schema', 'the answer')} has no field {name!r}")

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *vars(self.result), *vars(self.query)})

    def rows(self) -> tuple[Row, ...]:
        """The main table: `rows`, or the first list of objects in the result, or the result itself as one row."""
        fields = vars(self.result)
        tables = [value for value in (fields.get("rows"), *fields.values()) if isinstance(value, tuple) and value]
        return next((table for table in tables if all(isinstance(row, Row) for row in table)), (self.result,))

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Row, ...]: ...
    def __getitem__(self, index: int | slice) -> Row | tuple[Row, ...]:
        """A row, or some.

        >>> [row.probability for row in ask("daldos table")[:2]]
        [Fraction(7, 16), Fraction(1, 2)]
        """
        return self.rows()[index]

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows())

    def __len__(self) -> int:
        return len(self.rows())

    def to_pandas(self, table: str | None = None) -> pandas.DataFrame:
        """The main table that the terminal prints as a data frame, with all its rows; or the table of that name.

        Its columns are those of ``--format csv``: an exact number in ``x`` has its decimal in ``x_decimal``; bounds are
        ``x_lower`` and ``x_upper``. A key that is a number in every row is one; of several numbers, it is a tuple.

        >>> list(ask("daldos table --pieces 2 --max 3").to_pandas()["behind"])
        [(1, 2), (1, 3), (2, 3)]
        """
        import pandas

        rows = [json.loads(line) for line in self._shown("rows", *options({"table": table})).splitlines()]
        names: Iterable[str] = rows[0] if rows else ()
        exactly = {name for name in names if f"{name}_decimal" in rows[0]}
        return pandas.DataFrame({name: _column([row[name] for row in rows], name in exactly) for name in names})

    def svg(self, table: str | None = None) -> str:
        """Its picture, as ``--format svg`` draws it; or that of the table of a name.

        >>> ask("throw 2d6").svg()[:4]
        '<svg'
        """
        return self._shown("svg", *options({"table": table}))

    def _repr_html_(self) -> str | None:
        """Its board, charts and tables; ``None`` where they would take long."""
        return for_notebook(self.words, "html", self.limits)

    def _shown(self, show: str, *more: str) -> str:
        return shown((*self.words, *more), show, replace(self.limits, by_name=True))


def for_notebook(asked: Sequence[str], show: str, limits: Limits) -> str | None:
    """What a notebook shows, if it can be had soon."""
    try:
        return shown(asked, show, Limits(limits.files, SHOWN, limits.memory, limits.budget))
    except Error:
        return None


def _fact(name: str, value: Any) -> str | None:
    if value is None or isinstance(value, Row) or value == ():
        return None
    if isinstance(value, tuple) and any(isinstance(part, (tuple, Row)) for part in value):
        return f"{len(value)} {name}"
    if isinstance(value, tuple) and len(value) > 3:
        return f"{name} {text(value[:3])},…"
    long = isinstance(value, Fraction) and value.denominator.bit_length() > 400
    said = f"{float(value):.6g}" if long or isinstance(value, float) else text(value)
    return f"{name} {' '.join(said.split())}"


def _column(cells: list[Any], exactly: bool) -> list[Any]:
    """The cells of a column: texts as numbers if all are."""
    kinds: list[Callable[[str], Any]] = [_exact] if exactly else [int, _wholes, float, Fraction]
    for number in kinds:
        try:
            return [number(cell) if isinstance(cell, str) else cell for cell in cells]
        except ValueError:
            continue
    return cells


def _exact(text: str) -> Fraction | str:
    try:
        return rational(text)
    except (ValueError, ArithmeticError):
        # A surd, or a function of the bias.
        return text


def _wholes(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(", "))


def words(question: Question | Answer | Throw) -> list[str]:
    """The words of a question.

    >>> words("throw '2d6 + 1' --at-least")
    ['throw', '2d6 + 1', '--at-least']
    """
    if isinstance(asked := getattr(question, "answer", question), Answer):
        return list(asked.words)
    if isinstance(question, bytes) or not isinstance(question, Iterable):
        raise TypeError(f"a question is a text or the list of its words, not {type(question).__name__}")
    if isinstance(question, str):
        try:
            found = shlex.split(question)
        except ValueError as error:
            raise UsageError(f"{question!r}: {error}", status=2, kind="usage") from None
    else:
        found = [str(word) for word in question]
    found = found[1:] if found[:1] == ["siga"] else found
    for word in found:
        if not _is_text(word):
            raise UsageError(f"{word!r} is not text: it has half of a surrogate pair", status=2, kind="usage")
    return found


def _is_text(word: str) -> bool:
    return not any("\ud800" <= letter <= "\udfff" for letter in word)


def options(given: Mapping[str, object]) -> list[str]:
    """Arguments by name as the options of a command.

    >>> options({"bias": 0.6, "at_least": True, "behind": (1, 3), "as_": "percent", "max": None})
    ['--bias', '0.6', '--at-least', '--behind', '1,3', '--as', 'percent']
    """
    found = []
    for name, value in given.items():
        if value is not None and value is not False:
            found.append("--" + name.rstrip("_").replace("_", "-"))
            found += [] if value is True else [text(value)]
    return found


def text(value: object) -> str:
    """The value of an option as it is typed; of a path, what stands in the file."""
    if isinstance(value, (list, tuple)):
        return ",".join(map(text, value))
    if isinstance(value, Path):
        return value.read_text(encoding="utf-8")
    return f"{Decimal(repr(value)):f}" if isinstance(value, float) else str(value)


def answered(asked: Sequence[str], limits: Limits = Limits()) -> Answer:
    """The answer to a question in these words."""
    text = shown(asked, "json", limits)
    value = json.loads(text)
    query, result = (decoded(value[part], _counts(value["schema"])) for part in ("query", "result"))
    return Answer(value["schema"], value["version"], query, result, text, tuple(asked), replace(limits, stop=None))


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
    return answered(words(question), Limits(files, limit_seconds, limit_memory, budget))


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
    if isinstance(questions, (str, bytes)):
        raise TypeError("a list of questions is expected; siga.ask answers one")
    if jobs is not None and jobs < 1:
        raise ValueError(f"jobs is a number of at least 1, not {jobs}")
    workers = jobs or os.cpu_count() or 1
    stop = _siga.Stop()
    limits = Limits(files, limit_seconds, limit_memory, budget, stop)

    def one(question: Question) -> Answer | Error:
        try:
            return answered(words(question), limits)
        except Error as error:
            return error
        except TypeError as error:
            return UsageError(str(error), status=2, kind="usage")

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
            stop.stop()
            for future in waiting:
                future.cancel()


def check(*tables: Any, of: Question | None = None, **more: object) -> Answer:
    """Whether the figures of a printed table are right, as ``siga check`` says it.

    The table is a file, or a data frame. `of` is the question that it answers; without it the questions that fit are
    found. Other options of the command are given by name; a table as text is the option `text`.

    >>> found = check(text="behind,chance\\n3,0.6\\n4,0.66\\n", of="daldos table")
    >>> [figure.status for figure in found.figures]
    ['exact', 'truncated']
    """
    limits = Limits.taken(more)
    files = []
    for table in tables:
        if hasattr(table, "to_csv"):
            more["text"] = table.to_csv(index=any(table.index.names))
        elif isinstance(table, (str, os.PathLike)):
            files.append(os.fspath(table))
        else:
            raise TypeError(f"a table is a file or a data frame, not {type(table).__name__}")
    about = None if of is None else shlex.join(words(of))
    return answered(["check", *files, *options({"of": about, **more})], limits)


def compare(
    *questions: Question | Answer | Throw,
    rules: str | Iterable[str] = (),
    bias: object = (),
    **limits: Any,
) -> Answer:
    """The tables of several questions side by side; or of each question under several rules or biases.

    >>> compare("throw d2", "throw 2d2")[0].numbers
    (Fraction(1, 2), Fraction(0, 1))
    """
    allowed = Limits.taken(limits)
    if limits:
        raise TypeError(f"compare has no option {next(iter(limits))!r}")
    changes = (options({name: one}) for name, given in (("rules", rules), ("bias", bias)) for one in _each(given))
    return answered(["compare", *(shlex.join(words(one)) for one in questions), *chain(*changes)], allowed)


def _each(value: object) -> Iterable[object]:
    """Several values, or one as a list."""
    return [value] if isinstance(value, str) or not isinstance(value, Iterable) else value


def series(question: Question, *, show: str | Sequence[str] | None = None, **over: Any) -> Answer:
    """A question over a parameter: ``{n}`` in its words stands for each value of `n`.

    >>> [row.mean for row in series("throw {n}d6", n=range(1, 4))]
    [Fraction(7, 2), Fraction(7, 1), Fraction(21, 2)]
    >>> list(series("throw {n}d6", n="1..3", show="P(6)").to_pandas()["n"])
    [1, 2, 3]
    """
    limits = Limits.taken(over)
    values = {name: text(list(_each(each))) for name, each in over.items()}
    each = (options({"for": f"{name}={value}"}) for name, value in values.items())
    return answered([*words(question), *chain(*each), *options({"show": show})], limits)


def throws(word: str | None = None) -> Answer:
    """The throws of traditional games that have a name, or those about a word.

    >>> throws("yut")[0].name
    'yut'
    """
    return answered(["throws", *filter(None, [word])])


def games() -> Answer:
    """Every game: its name, board, where it is from, what is known of it.

    >>> "achi" in [game.name for game in games()]
    True
    """
    return answered(["games"])


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
