"""CBF, the XML of CCBridge: a head, and a list of moves with the same flags as in CBR.

In `<Move value="77-47" branch="1" end="1">` a square is column and row from Black's back rank; `end` marks
the last move of a line, `branch` a move with a sibling after it. The first element is the start.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from viewer.base.messages import message
from viewer.formats.entry import Likeness
from viewer.formats.xiangqi.game import XiangqiGame
from viewer.formats.xiangqi.xml import read_elements
from viewer.tree.node import Node

_MARK = re.compile(rb"[^<]{0,8}(?:<\?xml[^>]*>\s*)?<ChineseChessRecord\b")
_VALUE = re.compile(r"(\d)(\d)-(\d)(\d)\Z", re.ASCII)
_KEYS = {
    **{"Name": "Title", "Contest": "Event", "Site": "Place", "Commentator": "Annotator"},
    **{"Creator": "Author", "ResultType": "Ending"},
}
_UNSAID = frozenset(("Head", "MoveList", "ChineseChessRecord", "Move", "FEN", "RecordResult"))
_RESULTS = {"0": "*", "1": "1-0", "2": "0-1", "3": "1/2-1/2"}


def probe(head: bytes) -> Likeness:
    """Rate content by its root element."""
    return Likeness.ONLY if _MARK.match(head) else Likeness.NO


def read(data: bytes, game: XiangqiGame) -> None:
    """Read the bytes of a file into a game."""
    moves = _Moves(game)
    read_elements(data, game, moves.begin, moves.end)
    if moves.open:
        game.tell("cut", message("The file ends before its moves do."), len(data))


class _Moves:
    """Adds the elements of a file to a game, in the order of the file.

    Attributes:
        open: whether more moves are expected.
    """

    def __init__(self, game: XiangqiGame) -> None:
        self.open = True
        self._game = game
        self._node: Node | None = None
        self._above: Node = game.root
        self._promised: list[Node] = []

    def begin(self, name: str, attributes: Mapping[str, str]) -> None:
        """Handle the beginning of an element: add the move of a `Move`."""
        if name != "Move" or not self.open or self._game.full:
            return
        above = self._above
        if self._node is None:
            self._node = self._game.root
        else:
            found = _VALUE.match(attributes.get("value", ""))
            x, y, to_x, to_y = map(int, found.groups()) if found else (9, 9, 9, 9)
            self._node = self._game.add(above, (x, y), (to_x, to_y))
            if attributes.get("branch") == "1":
                self._promised.append(above)
        self._above = self._node
        if attributes.get("end") == "1":
            self.open = bool(self._promised)
            if self._promised:
                self._above = self._promised.pop()

    def end(self, name: str, text: str) -> None:
        """Handle the end of an element: add its text as a comment, the start or a header."""
        if name == "Move":
            if self._node is not None:
                self._game.comment(self._node, text)
        elif name == "FEN":
            self._game.set_start(text)
        elif name == "RecordResult":
            self._game.say("Result", _RESULTS.get(text.strip(), "*"))
        elif name not in _UNSAID:
            self._game.say(_KEYS.get(name, name), text)
