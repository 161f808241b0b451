"""Names and numbers of moves in a PGN game."""

from __future__ import annotations

import re
from collections.abc import Iterator

from viewer.base.text import UTF8, encode
from viewer.formats.pgn.names import Habit, habit_of
from viewer.formats.pgn.read import lexer as kinds
from viewer.formats.pgn.read.facts import KIND, TEXT, settings_of
from viewer.games import game_of
from viewer.games.game import Numbering, State
from viewer.games.states import States
from viewer.tree.action import Written, is_move
from viewer.tree.facts import raw_of
from viewer.tree.node import Node
from viewer.tree.record import Record

_ENOUGH = 20  # plies that show how a file numbers its moves
_NUMBER = re.compile(rb"\s*(\d{1,9})\s*(\.*)")


class Moves:
    """The names of a record's moves in PGN; the rules are asked about new ones only."""

    def __init__(self, record: Record, tokens: re.Pattern[bytes]) -> None:
        self._record = record
        self._tokens = tokens
        settings = settings_of(record)
        self._codec = settings.codec if settings is not None else UTF8
        self._game = game_of(record.game)
        self._unread = record.fact(KIND) is not None
        self._states = States(self._game, record)
        self._names: dict[int, str] = {}
        self._known: dict[str, bool] = {}
        self._offset = 0
        self._numbering: Numbering | None = None
        self._habit: Habit | None = None

    def writable(self, node: Node) -> list[Node]:
        """The children of a node that can be written in PGN: moves that have a name.

        None in a game of a kind that can't be read yet.
        """
        if self._unread:
            return []
        return [child for child in node.children if self._is_move(child)]

    def _is_move(self, node: Node) -> bool:
        action = node.action
        if type(action) is Written and raw_of(node.facts, TEXT) is not None:
            return True
        return is_move(action) and self._readable(self.name(node))

    def _readable(self, name: str) -> bool:
        """Whether a name is read as one move, unchanged."""
        known = self._known.get(name)
        if known is None:
            raw = encode(name, self._codec)
            found = self._tokens.match(b"1. " + raw)
            known = (
                found is not None
                and found.end() == len(raw) + 3
                and found.lastindex in (kinds.MOVE, kinds.ODD_MOVE, kinds.WORD)
                and found[found.lastindex] == raw
            )
            self._known[name] = known
        return known

    def name(self, node: Node) -> str:
        """The written form of a move: as in its file, else in the game's notation."""
        action = node.action
        if type(action) is Written:
            return action.text
        name = self._names.get(node.id)
        if name is None:
            if self._habit is None:
                self._habit = habit_of(self._record)
            name = self._game.notation(self._states.at(node), self._habit.style)
            name = name.translate(self._habit.letters)
            self._names[node.id] = name
        return name

    def state(self, node: Node) -> State:
        """The state of a node."""
        return self._states.at(node)

    def number(self, node: Node) -> tuple[int, int]:
        """(number, column) of a move; numbers continue those of the file if they differ.

        The column is 0 for all moves if the file numbers plies.
        """
        state = self._states.at(node)
        numbering = self._numbering or self._find_numbering()
        number, column = numbering.at(state.ply)
        return number + self._offset, 0 if numbering.by_ply else column

    def _find_numbering(self) -> Numbering:
        """The numbering of the file, if it numbers its first moves, else of PGN: two moves a number."""
        numbering = self._game.numbering(self._game.start(self._record.setup))
        found = list(self._numbers())
        plies = len(found) > 1 and found[1][1] - found[0][1] == found[1][0] - found[0][0]
        numbering = numbering._replace(by_ply=numbering.by_ply and plies)
        if found:
            ply, number = found[0]
            self._offset = number - numbering.at(ply)[0]
        self._numbering = numbering
        return numbering

    def _numbers(self) -> Iterator[tuple[int, int]]:
        """(ply, number) of the first moves of the main line that have a number in the file."""
        for ply, node in enumerate(self._record.root.main_line()):
            if ply > _ENOUGH:
                return
            found = _NUMBER.match(raw_of(node.facts, TEXT) or b"") if ply else None
            if found is not None and found[2]:
                yield ply, int(found[1])
