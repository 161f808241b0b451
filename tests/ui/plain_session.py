"""Studies of a game and a format made for tests: any text is a move, one that begins with x is illegal."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex

from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import Message, message
from viewer.base.source import Source
from viewer.document import plans
from viewer.document.clip import clip
from viewer.document.document import new_document
from viewer.formats import FORMATS
from viewer.formats.entry import FormatEntry
from viewer.formats.format import Collection, Format, Output
from viewer.formats.headers import HeaderField
from viewer.games import GAMES, GameEntry
from viewer.games.game import Game, NotationStyle, Side, StartPosition, State
from viewer.games.geometry import Geometry
from viewer.tree.action import Action, Move, Setup
from viewer.tree.annotation import COMMENT
from viewer.tree.node import Node
from viewer.tree.record import Header, Record, nodes_of
from viewer.tree.serial import NodeData
from viewer.ui.session.record_session import RecordSession


class PlainGame(Game[State]):
    id = "plain"
    name = message("Plain")
    sides = (Side("red", message("Red"), "red"), Side("black", message("Black"), "black"))
    starts = (StartPosition("usual", message("Usual"), Setup("usual")),)
    notations = (NotationStyle("low", message("Low")), NotationStyle("high", message("High")))
    geometry = Geometry(1, 1, {}, (), ())

    def start(self, setup: Setup | None) -> State:
        return State(None, None, 0, 0)

    def parse_setup(self, text: str) -> Setup:
        return Setup(text)

    def setup_text(self, state: State) -> str:
        return "usual"

    def step(self, state: State, action: Action | None) -> State:
        return State(state, action, 1 - state.side, state.ply + 1)

    def step_to_setup(self, state: State, setup: Setup) -> State:
        return State(state, setup, state.side, state.ply)

    def find_violation(self, state: State) -> Message | None:
        action = state.action
        bad = isinstance(action, Move) and action.text.startswith("x")
        return message("That can't be played.") if bad else None

    def legal_moves(self, state: State) -> Sequence[Move]:
        return []

    def touches(self, action: Action | None) -> tuple[str, ...]:
        return ()

    def pieces(self, state: State) -> Iterable[tuple[str, str]]:
        return ()

    def notation(self, state: State, style: str) -> str:
        text = getattr(state.action, "text", "")
        return text.upper() if style == "high" else text

    def move_notation(self, state: State, before: State, move: Move, style: str) -> str:
        return move.text

    def observations(self, state: State) -> list[Message]:
        return []

    def read_moves(self, state: State, text: str, style: str = "") -> list[Move]:
        return [Move(text)]


class PlainFormat(Format):
    id = "plain"
    writable = False
    fields = (
        HeaderField("Title", message("Title"), "title", limit=8),
        HeaderField("Red", message("Red player"), "side0", limit=15),
        HeaderField(
            "Result",
            message("Result"),
            "result",
            {"*": message("Unknown"), "1-0": message("Red won"), "0-1": message("Black won")},
        ),
    )

    def read(
        self, source: Source, limits: Limits = DEFAULT, encoding: str | None = None
    ) -> Collection:
        raise NotImplementedError

    def write(self, collection: Collection, options: Mapping[str, str] | None = None) -> Output:
        raise NotImplementedError

    def new_headers(self, game: str) -> tuple[Header, ...]:
        return ()


class FreeFormat(PlainFormat):
    id = "free"
    free_headers = True


GAME = PlainGame()
PLAIN = PlainFormat()
FREE = FreeFormat()


def register(patch: pytest.MonkeyPatch) -> None:
    """Make the game and the formats known for a test."""
    patch.setitem(GAMES, "plain", GameEntry("plain", message("Plain"), f"{__name__}:GAME"))
    for name, target in (("plain", "PLAIN"), ("free", "FREE")):
        entry = FormatEntry(
            name, message("Plain"), (name,), (), f"{__name__}:{target}", "text/x-plain", ("plain",)
        )
        patch.setitem(FORMATS, name, entry)


def tree(text: str) -> Node:
    """The root of a record written as moves, with variations to the last move in brackets.

    "a b (c d (e)) f": a, then b or c; after b comes f, after c comes d; e instead of d. Ids count
    in the order of the text, the root is 0.
    """
    rows = [NodeData(0, -1, None, {})]
    line, waiting = 0, []
    for word in text.replace("(", " ( ").replace(")", " ) ").split():
        if word == "(":
            waiting.append(line)
            line = rows[line].parent
        elif word == ")":
            line = waiting.pop()
        else:
            rows.append(NodeData(len(rows), line, Move(word), {}))
            line = len(rows) - 1
    return nodes_of(rows)[0]


def session_of(
    root: Node | str,
    headers: Iterable[Header] = (),
    format: str = "plain",
    codec: str | None = None,
) -> RecordSession:
    """A session of a record; close it."""
    if isinstance(root, str):
        root = tree(root)
    record = Record("plain", root, tuple(headers), codec)
    document = new_document(record, format)
    document.history.set_clean()  # as if it stood in a file like that
    return RecordSession(document)


def random_edits(session: RecordSession, dice: random.Random, count: int) -> Iterator[str]:
    """Do random edits of every kind, undo and redo among them; what was done, after each."""
    kinds = ["play"] * 6 + ["go", "delete", "promote", "demote", "make_main", "paste", "comment"]
    kinds += ["undo"] * 4 + ["redo"] * 3
    for number in range(count):
        nodes = session.record.nodes
        node = nodes[dice.choice(sorted(nodes))]
        kind = dice.choice(kinds)
        if kind == "go":
            session.go(node)
        elif kind == "undo":
            session.undo()
        elif kind == "redo":
            session.redo()
        elif kind == "play":
            session.do_on(node, plans.action, Move(f"{dice.choice('abcx')}{number}"))
        elif kind == "comment":
            session.do_on(node, plans.note, COMMENT, dice.choice(["", "well\nplayed"]))
        elif kind == "paste":
            rows = clip.branch_rows(nodes[dice.choice(sorted(nodes))])
            session.do_on(node, plans.paste, rows[:12])
        elif kind == "delete":
            if node.parent is not None or dice.random() < 0.2:
                session.do_on(node, plans.delete)
        else:
            session.do_on(node, getattr(plans, kind))
        yield f"{number} {kind} {node.id}"


class Mirror:
    """What somebody knows of a model who looked once and then only listened to its signals.

    `rows` are [id, rows below]; None below a row where nobody has looked yet.
    """

    def __init__(self, model: QAbstractItemModel) -> None:
        self._model = model
        self.rows: list[list] = []
        self._reset()
        model.rowsInserted.connect(self._inserted)
        model.rowsRemoved.connect(self._removed)
        model.modelReset.connect(self._reset)

    def _reset(self) -> None:
        self.rows = self._read(QModelIndex(), 0, self._model.rowCount() - 1)

    def _read(self, parent: QModelIndex, first: int, last: int) -> list[list]:
        index = self._model.index
        return [[index(row, 0, parent).internalId(), None] for row in range(first, last + 1)]

    def _below(self, parent: QModelIndex) -> list[list] | None:
        way = []
        while parent.isValid():
            way.append(parent.row())
            parent = parent.parent()
        rows: list[list] | None = self.rows
        for row in reversed(way):
            rows = None if rows is None else rows[row][1]
        return rows

    def look(self) -> None:
        """Look below every row; what is known already must be so."""
        waiting = [(QModelIndex(), self.rows)]
        while waiting:
            parent, rows = waiting.pop()
            assert [entry[0] for entry in rows] == [
                self._model.index(row, 0, parent).internalId()
                for row in range(self._model.rowCount(parent))
            ], "rows came or went without a signal"
            for row, entry in enumerate(rows):
                index = self._model.index(row, 0, parent)
                if entry[1] is None:
                    entry[1] = self._read(index, 0, self._model.rowCount(index) - 1)
                waiting.append((index, entry[1]))

    def _inserted(self, parent: QModelIndex, first: int, last: int) -> None:
        rows = self._below(parent)
        if rows is not None:
            rows[first:first] = self._read(parent, first, last)

    def _removed(self, parent: QModelIndex, first: int, last: int) -> None:
        rows = self._below(parent)
        if rows is not None:
            del rows[first : last + 1]


def expected_rows(record: Record) -> list[list]:
    """The rows of a record's variations as [id, rows below], by the definition."""

    def line(head: Node) -> list[list]:
        out = []
        for node in head.main_line():
            below: list[list] = []
            siblings = node.parent.children if node.parent else ()
            if siblings and siblings[0] is node:
                for other in siblings[1:]:
                    below += line(other)
            out.append([node.id, below])
        return out

    return line(record.root.children[0]) if record.root.children else []
