"""Games: every command of a game is a method, and every option of the command an argument."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from . import _siga
from ._answers import Answer, Limits, answered, for_notebook, options, schema, shown

#: Families of games, whose rules are the name of a game or a file.
_FAMILIES = ("line-up", "custodial")

#: Fields of a question that are no options of their own.
_NO_OPTIONS = {"command", "rules", "title", "played", "last_taken"}


@dataclass(frozen=True, repr=False)
class Game:
    """A game; made by :func:`game`.

    The options of a command are arguments by name. An argument without a name is the position or the record that the
    command is about, else its first option. Printed, it is how the game is played.

    >>> daldos = game("daldos")
    >>> daldos.odds(1, 3).probability, [str(row.probability) for row in daldos.table(max=4)]
    (Fraction(3, 4), ['7/16', '1/2', '3/5', '2/3'])
    >>> game("achi").solve().value
    'win'
    >>> game("achi").odds
    Traceback (most recent call last):
        ...
    AttributeError: achi has no command 'odds'; it has moves, perft, solve, probe, review
    """

    name: str
    commands: tuple[str, ...]
    rules: str | None = None

    def Position(self, text: str, rules: str | None = None) -> Position:
        """A position on one line, as docs/reference.md has it."""
        return Position(self, text, rules)

    def __getattr__(self, name: str) -> Callable[..., Answer]:
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self.commands:
            raise AttributeError(f"{self.name} has no command {name!r}; it has {', '.join(self.commands)}")
        return partial(self._answer, name)

    def __dir__(self) -> list[str]:
        return sorted([*self.commands, "Position", "commands", "name", "rules"])

    def __repr__(self) -> str:
        rules = "" if self.rules is None else f", rules={self.rules!r}"
        return f"siga.game({self.name!r}{rules})"

    def __str__(self) -> str:
        return str(self._described())

    def _repr_html_(self) -> str | None:
        return self._described()._repr_html_()

    def _described(self) -> Answer:
        about = ["rules", self.rules or self.name] if self.name in _FAMILIES else ["games", self.name]
        return answered(about)

    def _answer(self, name: str, *values: object, **given: object) -> Answer:
        limits = Limits.taken(given)
        return answered(self._words(name, *values, **given), limits)

    def _words(self, name: str, *values: object, **given: object) -> list[str]:
        command = name.replace("_", "-")
        query = schema(f"{self.name}-{command}")["$defs"]["Query"]["properties"]
        if values:
            free = [field for field in query if field not in _NO_OPTIONS and field not in given]
            if not free:
                raise TypeError(f"{self.name} {command} takes nothing without a name")
            about = next((field for field in free if field in ("position", "record")), free[0])
            given[about] = values if len(values) > 1 else values[0]
        if "rules" in query:
            # A file of rules is read by siga.
            rules = given.get("rules")
            given["rules"] = self.rules if rules is None else str(rules)
        return [self.name, command, *options(given)]


@dataclass(frozen=True)
class Position:
    """A position of a game; made by ``game.Position``. The commands of the game about a position are its methods.

    >>> position = game("sidja").Position("oxxoo/ooxxo/oo1xx/xooxx/xxoox x -")
    >>> position.first_capture().outcome, len(position.moves())
    ('win', 4)
    """

    game: Game
    text: str
    #: The rules, such as ``sidja:egypt``; by default the usual ones, on a board of the size drawn.
    rules: str | None = None

    def __getattr__(self, name: str) -> Callable[..., Answer]:
        if name.startswith("_"):
            raise AttributeError(name)
        return partial(self.game.__getattr__(name), position=self.text, rules=self.rules)

    def __str__(self) -> str:
        """Its board.

        >>> print(game("sidja").Position("oxxoo/ooxxo/oo1xx/xooxx/xxoox x -"))
           5  o x x o o
           4  o o x x o
           3  o o . x x
           2  x o o x x
           1  x x o o x
              a b c d e
        <BLANKLINE>
          oxxoo/ooxxo/oo1xx/xooxx/xxoox x - · x to move
        """
        return shown(self._board(), "board", Limits()).rstrip("\n")

    def _repr_svg_(self) -> str | None:
        """Its board."""
        return for_notebook(self._board(), "board-svg", Limits())

    def _board(self) -> list[str]:
        return self.game._words("perft", depth=1, position=self.text, rules=self.rules)


def game(name: str, *, rules: str | os.PathLike[str] | None = None) -> Game:
    """A game by any of its names, with or without rules, or a family with the rules of a file: ``game("line-up", rules="mine.game")``.

    >>> game("tapatan").probe("x2/3/3 o x2o3").outcome
    'draw'
    >>> game("achi:men=3"), game("sidja:lane").name
    (siga.game('achi', rules='achi:men=3'), 'custodial-seega')
    >>> game("tekko")
    Traceback (most recent call last):
        ...
    siga.InputError: siga has no game `tekko` (did you mean `teeko`?); it has ...
    """
    if ":" in name:
        if rules is not None:
            raise TypeError(f"the rules are given twice: {name!r} and {rules!r}")
        meant = answered(["games", name]).games[0]
        name, rules = meant.name, meant.rules
    found = _siga.questions(name)
    if found is None:
        # The error says which game is meant.
        answered(["games", name])
        raise KeyError(name)
    name, commands = found
    return Game(name, tuple(command.replace("-", "_") for command in commands), None if rules is None else os.fspath(rules))
