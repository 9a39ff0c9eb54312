"""What goes wrong, with its place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Place:
    """Where a fault is: in an argument or in a file, at a line and a column counted from 1.

    >>> Place(argument="SPEC", line=1, column=3)
    Place(argument='SPEC', file=None, line=1, column=3)
    """

    argument: str | None = None
    file: str | None = None
    line: int | None = None
    column: int | None = None


class Error(Exception):
    """A question has no answer.

    >>> import siga
    >>> siga.ask("throw 2d")
    Traceback (most recent call last):
        ...
    siga.InputError: ...
    """

    #: What the command line would exit with.
    status: int
    #: ``usage``, ``input``, ``limit``, ``stopped``, ``io``, ``disagreement`` or ``internal``.
    kind: str
    #: What is wrong, and what would be right.
    message: str
    #: Where, if it has a place.
    at: Place | None
    #: The option that allows more, `argument`, and how much is needed where that is known, `to`.
    raise_: Mapping[str, Any] | None

    def __init__(
        self,
        message: str,
        *,
        status: int = 1,
        kind: str = "internal",
        at: Place | None = None,
        raise_: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.kind = kind
        self.at = at
        self.raise_ = raise_

    def __reduce__(self) -> tuple[Any, ...]:
        return (_again, (type(self), self.message, self.status, self.kind, self.at, self.raise_))


class UsageError(Error, ValueError):
    """The words are no question."""


class InputError(Error, ValueError):
    """What is asked about cannot be read, or is not possible."""


class LimitError(Error):
    """A limit of size, work or budget was reached."""


class StoppedError(Error, TimeoutError):
    """The time or the memory allowed is used up, or somebody ended it."""


class InputOutputError(Error, OSError):
    """A file could not be read or written."""


class InternalError(Error):
    """A fault of siga itself."""


_KINDS: dict[str, type[Error]] = {
    "usage": UsageError,
    "input": InputError,
    "limit": LimitError,
    "stopped": StoppedError,
    "io": InputOutputError,
    "internal": InternalError,
}


def _again(
    kind_of: type[Error],
    message: str,
    status: int,
    kind: str,
    at: Place | None,
    raise_: Mapping[str, Any] | None,
) -> Error:
    return kind_of(message, status=status, kind=kind, at=at, raise_=raise_)


def of_json(error: Mapping[str, Any], *, by_name: bool = False) -> Error:
    """The exception of a ``siga/error/1``; `by_name`: options of the command are called as arguments of a function.

    >>> of_json({"kind": "limit", "status": 1, "message": "allow more with --limit-seconds"}).message
    'allow more with limit_seconds'
    """
    options = r"--([a-z]+(?:-[a-z]+)*)" if by_name else r"--(limit-seconds|limit-memory)"
    message = re.sub(options, lambda found: found[1].replace("-", "_"), error["message"])
    at = error.get("at")
    place = None if at is None else Place(**at)
    kind = error["kind"]
    more = {"status": error["status"], "kind": kind, "at": place, "raise_": error.get("raise")}
    return _KINDS.get(kind, Error)(message, **more)
