"""Names of moves that a record doesn't write itself, in the notation and the habits of the record."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from viewer.base.loading import load_named
from viewer.base.named import NamedTuple
from viewer.formats.format import value_of
from viewer.formats.pgn.dialects import DIALECTS, Dialect, has_own_notation
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.action import Move, Written
from viewer.tree.node import Node
from viewer.tree.record import Record, with_header

_FORMAT = "Format"
_ENOUGH = 100  # moves that show a record's habit


class Habit(NamedTuple):
    """How a record writes its moves: the id of a notation, and characters that replace its own."""

    style: str
    letters: Mapping[int, int | None]


def habit_of(record: Record) -> Habit:
    """The habit of a record, by the moves that are as in its file; else the game's first notation."""
    dialect = DIALECTS.get(record.game)
    if dialect is None or not dialect.habits:
        return Habit(game_of(record.game).notations[0].id, {})
    written = (node.action.text for node in record.walk() if type(node.action) is Written)
    texts = list(islice(written, _ENOUGH))
    return Habit(*load_named(dialect.habits)(texts, value_of(record.headers, _FORMAT)))


def new_habit(record: Record, style: str = "", latin: bool = False) -> Habit | None:
    """The habit of a game that is written anew, in a notation if one is given; None for SAN.

    With `latin`, one whose moves Latin-1 holds.
    """
    if not has_own_notation(record.game):
        return None
    if style:
        return Habit(style, {})
    habit, dialect = habit_of(record), DIALECTS[record.game]
    return habit if not latin or habit.style in dialect.formats else Habit(dialect.latin, {})


def with_format(record: Record, habit: Habit | None) -> Record:
    """The record with the Format tag that its moves need, in the notation that they are written in."""
    dialect = DIALECTS.get(record.game)
    if habit is None or dialect is None:
        return record
    said = record.header(_FORMAT)
    wanted = dialect.formats.get(habit.style, "")
    if said == wanted or (not wanted and said.lower() not in _names(dialect)):
        return record
    headers = with_header(record.headers, _FORMAT, wanted)
    return Record(record.game, record.root, headers, record.encoding, record.facts, record.nodes)


def _names(dialect: Dialect) -> frozenset[str]:
    """The Format tags of other notations than the usual one, in lower case."""
    return frozenset(name.lower() for name in dialect.formats.values())


class GameNames:
    """The names of a record's legal moves, by the rules of its game.

    Attributes:
        first_ply: twice the number of the first move, plus one if the second side makes it.
    """

    def __init__(self, record: Record, habit: Habit) -> None:
        self._game = game_of(record.game)
        self._states = States(self._game, record)
        self._habit = habit
        start = self._game.start_of(record)
        number, column = self._game.numbering(start).at(start.ply + 1)
        self.first_ply = 2 * number + column

    def name(self, node: Node) -> str:
        """The name of a node's move, "" for one that can't be read or isn't legal."""
        state = self._states.at(node)
        if type(state.action) is not Move or self._game.violation(state) is not None:
            return ""
        return self._game.notation(state, self._habit.style).translate(self._habit.letters)


def names_of(record: Record, habit: Habit | None = None) -> GameNames | None:
    """The names of a record's moves; None for chess, whose export form has a board of its own.

    Without a habit, that of a new game.
    """
    habit = habit or new_habit(record)
    return None if habit is None else GameNames(record, habit)
