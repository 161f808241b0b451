"""Which files and branches are repertoires: a list in the user's own folder, never in a record."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from typing import Any

from viewer.base.files import SYSTEM, FileSystem
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.system_errors import error_at
from viewer.games import GAMES
from viewer.games.states import States
from viewer.library.face import home
from viewer.library.failures import LibraryFailed
from viewer.library.own_file import OwnFile
from viewer.library.repertoire.gaps import USUAL, Wishes
from viewer.tree.action import Move
from viewer.tree.node import Node

NAME = "repertoires.json"


class Repertoire(NamedTuple):
    """A file, or a branch of one of its records, whose lines a side wants to play.

    Attributes:
        path: of the file, absolute. game: its id. side: 0 or 1.
        record: the index of the record, None for all of the file.
        moves: in neutral notation, those that lead to the branch; () for a whole record or file.
    """

    path: str
    game: str
    side: int
    record: int | None = None
    moves: tuple[str, ...] = ()

    def place_is(self, other: Repertoire) -> bool:
        """Whether it is the same file or branch, for whichever side."""
        return self._replace(side=0) == other._replace(side=0)


class Repertoires:
    """The list; read again before each change, since windows and commands share it.

    Attributes:
        all: the repertoires in the order in which they were marked.
        wishes: what counts as a gap in the window.
        file: where the list is.
    """

    def __init__(self, folder: str = "", files: FileSystem = SYSTEM) -> None:
        """`folder`: the home of libraries, "" for the user's own. What can't be read isn't there."""
        self.file = OwnFile(os.path.join(folder or home(), NAME), files)
        self.all: list[Repertoire] = []
        self.wishes = USUAL
        self.read()

    def read(self) -> None:
        """Read it anew."""
        self.file.read(self._take)

    @property
    def problem(self) -> Message | None:
        """Why it can't be read, or not all of it; None if it can."""
        error, path = self.file.problem, self.file.path
        if error is None and self.file.damaged:
            return message("{path} is damaged: what isn't understood of it is left out.", path=path)
        return None if error is None else error_at(path, error)

    def aside(self) -> Message | None:
        """Where a damaged list was put when it was written anew, told once."""
        path, self.file.set_aside = self.file.set_aside, ""
        if not path:
            return None
        return message(
            "The list of repertoires was damaged; what was there is kept as {path}.", path=path
        )

    def _take(self, data: Any) -> str:
        listed = data.get("repertoires") if isinstance(data, dict) else None
        found = [_read(one) for one in (listed if isinstance(listed, list) else ())]
        self.all = [one for one in found if one is not None]
        self.wishes = _wishes(data.get("gaps") if isinstance(data, dict) else None)
        return self._text()

    def mark(self, repertoire: Repertoire) -> None:
        """Have a file or branch as a repertoire. Raises LibraryFailed."""
        self.read()
        if repertoire not in self.all:
            self.all.append(repertoire)
            self._write()

    def unmark(self, repertoire: Repertoire) -> bool:
        """Have it as a repertoire no longer; whether it was one. Raises LibraryFailed."""
        self.read()
        if repertoire not in self.all:
            return False
        self.all.remove(repertoire)
        self._write()
        return True

    def wish(self, wishes: Wishes) -> None:
        """Have something else count as a gap. Raises LibraryFailed."""
        self.read()
        self.wishes = wishes
        self._write()

    def of(self, game: str, side: int) -> list[Repertoire]:
        """Those for a side of a game."""
        return [one for one in self.all if (one.game, one.side) == (game, side)]

    def _text(self) -> str:
        said: dict[str, Any] = {"repertoires": [one._asdict() for one in self.all]}
        if self.wishes != USUAL:
            said["gaps"] = self.wishes._asdict()
        return json.dumps(said, indent=1)

    def _write(self) -> None:
        try:
            self.file.write(self._text())
        except OSError as error:
            why = error_at(self.file.path, error)
            raise LibraryFailed(
                message("The list of repertoires can't be written: {why}.", why=why)
            ) from error


def _read(data: object) -> Repertoire | None:
    """A repertoire of the list, None for what is none."""
    match data:
        case {
            "path": str(path),
            "game": str(game),
            "side": (0 | 1) as side,
            "record": (int() | None) as record,
            "moves": list(moves),
        } if game in GAMES and path and all(isinstance(one, str) for one in moves):
            return Repertoire(path, game, int(side), record, tuple(moves))
    return None


def _wishes(data: object) -> Wishes:
    match data:
        case {"least": int(least), "share": int() | float() as share, "ends": bool(ends)} if (
            least >= 1 and 0 <= share <= 1
        ):
            return Wishes(least, share, ends)
    return USUAL


def moves_to(states: States, node: Node) -> tuple[str, ...] | None:
    """The moves to a node; None where something else led there, so that it isn't found by its moves."""
    found = []
    for one in node.path()[1:]:
        action = states.at(one).action if one.action is not None else None
        if isinstance(action, Move):
            found.append(action.text)
        elif one.action is not None:
            return None
    return tuple(found)


def branch_at(states: States, moves: Sequence[str]) -> Node | None:
    """The node of a record to which moves lead; None if it has no such line."""
    at: list[Node] = [states.record.root]
    for move in moves:
        at = [
            child
            for node in at
            for child in _moved(node)
            if isinstance(action := states.at(child).action, Move) and action.text == move
        ]
    return at[0] if at else None


def _moved(node: Node) -> Iterator[Node]:
    """What follows a node, beyond nodes where nothing happens."""
    stack = list(reversed(node.children))
    while stack:
        one = stack.pop()
        if one.action is None:
            stack.extend(reversed(one.children))
        else:
            yield one
