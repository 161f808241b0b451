"""Checks the spelling of moves: `７六歩(77)`, `同　銀(31)`, `４五角打`."""

from __future__ import annotations

import re

from viewer.base.messages import Message, message
from viewer.formats.kif import lines as kinds
from viewer.formats.kif.strict.findings import LinePlace, StrictFindings
from viewer.formats.kif.write.items import BlockItem
from viewer.formats.kit.diagnostics import INFO
from viewer.games import game_of
from viewer.games.shogi.names import KIND_OF_NAME
from viewer.games.shogi.notation import SAME, kif_text
from viewer.games.shogi.position import MOVE_PARTS, Position
from viewer.games.states import States
from viewer.tree.action import Move, Written
from viewer.tree.node import Node
from viewer.tree.record import Record

_SECTION = "Move recording"
_NUMBER = re.compile(r" *[0-9]+ +")
_MARKS = "▲△"
_NAMES = frozenset((*"玉飛龍竜角馬金銀全桂圭香杏歩と", "成銀", "成桂", "成香"))
_WIDE = "１２３４５６７８９"
_KANJI = "一二三四五六七八九"
_WORDS = re.compile("[左直右上寄引行下]")
_NARROW = str.maketrans("０１２３４５６７８９", "0123456789")


class Moves:
    """Checks the lines of moves."""

    def __init__(self, found: StrictFindings, record: Record) -> None:
        self._found = found
        self.states = States(game_of("shogi"), record)

    def without_number(self, item: BlockItem, place: LinePlace) -> None:
        """Report a line that has moves or an end, but no number."""
        if item.kind == kinds.TOKENS:
            why = message("a move has a line of its own, which begins with its number.")
            self._found.habit("number", _SECTION, why, place)
        else:
            why = message("the end of the game is recorded as a move; here only まで tells it.")
            self._found.add("end-line", _SECTION, why, place, INFO)

    def line(self, node: Node, item: BlockItem, place: LinePlace) -> str:
        """Check a line with a number; returns the text after the move or the word."""
        start = item.text[: len(item.text) - len(item.key)]
        if _NUMBER.fullmatch(start) is None:
            why = message("the number of a move has half-width digits, and a blank behind it.")
            self._found.habit("number", _SECTION, why, place)
        body = kinds.MOVE.match(item.key)
        if body is not None:
            self._body(node, body, place)
            return item.key[body.end() :]
        none = kinds.PASS.match(item.key)
        if none is not None:
            why = message("there is no pass.")
            self._found.add("pass", _SECTION, why, place)
            return item.key[none.end() :]
        word = kinds.WORD.match(item.key)
        return item.key[word.end() :] if word is not None else ""

    def _body(self, node: Node, body: re.Match[str], place: LinePlace) -> None:
        code, why = self._fault(node, body) or ("", None)
        if why is not None:
            self._found.habit(code, _SECTION, why, place)
        self._on_the_board(node, body, place)

    def _fault(self, node: Node, body: re.Match[str]) -> tuple[str, Message] | None:
        """The code and the message of the first fault in a move's spelling, None if it is correct."""
        mark, file, rank, name, promotion, drop, from_file, from_rank = body.groups()
        if mark and mark not in _MARKS:
            return "mark", message("the sides have the marks ▲ and △, not {mark}.", mark=mark)
        if file is not None and (file not in _WIDE or rank not in _KANJI):
            words = message("a square is a full-width digit and a kanji, as ７六, not {square}.")
            return "square", words.given(square=file + rank)
        if file is None and not body[0].removeprefix(mark).startswith(SAME):
            return "same", message("behind 同 comes a full-width blank, then the piece.")
        if file is None and type(node.action) is Written and (drop or from_rank):
            return "same", message("同　 stands for a square, but there is no move before it.")
        if name not in _NAMES:
            return "piece", message("“{name}” is none of the names of pieces.", name=name)
        if promotion in ("不成", "生"):
            return "unpromoted", message("that a piece doesn't promote isn't noted.")
        if _WORDS.search(body[0][body.end(4) :]):
            return "words", message(
                "the square that a piece comes from is given, not 右, 左 and so on."
            )
        if from_rank is None and drop is None:
            state = self.states.at(node)
            if isinstance(state.action, Move) and "*" in state.action.text:
                return "drop", message("a drop is noted with 打.")
            return "origin", message("the square that a piece comes from stands behind it: (77).")
        if from_rank is not None and {*f"{from_file}{from_rank}"} & {*"0０"}:
            return "origin", message("a piece comes from a square, (11) to (99).")
        if body[0] != _spelt(body):
            words = message("the move is written {move}, with full-width and half-width signs so.")
            return "spelling", words.given(move=_spelt(body))
        return None

    def _on_the_board(self, node: Node, body: re.Match[str], place: LinePlace) -> None:
        """Report a line that names another piece than the one that moves, or lacks 同."""
        assert node.parent is not None
        file, name = body[2], body[4]
        state = self.states.at(node)
        before = self.states.at(node.parent)
        assert isinstance(state, Position)
        assert isinstance(before, Position)
        canonical = kinds.MOVE.match(kif_text(state))
        parts = MOVE_PARTS[state.action.text] if isinstance(state.action, Move) else None
        if parts is None or canonical is None:
            return
        origin, _, _, kind = parts
        if (kind or before.board[origin]) and KIND_OF_NAME[name] != KIND_OF_NAME[canonical[4]]:
            why = message(
                "the piece that moves is named; it is {right}, not {name}.",
                right=canonical[4],
                name=name,
            )
            self._found.add("wrong-piece", _SECTION, why, place)
        if file is not None and canonical[2] is None:
            why = message("同　 is written for the square that the move before went to.")
            self._found.habit("same-square", _SECTION, why, place, INFO)


def _spelt(body: re.Match[str]) -> str:
    """The correct spelling of a complete move."""
    mark, file, rank, name, promotion, drop, from_file, from_rank = body.groups()
    where = SAME if file is None else file + rank
    origin = "打" if drop else f"({from_file}{from_rank})".translate(_NARROW)
    return f"{mark}{where}{name}{'成' if promotion == '成' else ''}{origin}"
