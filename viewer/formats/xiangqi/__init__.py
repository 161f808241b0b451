"""Records of xiangqi from servers and other programs, which are read but not written.

MXQ is from Yitian, CBF is the XML of CCBridge, CHE is from QQ, CHN (and XQI) from Ourgame, CCM from 17pk,
PFC from Pengfei, XQR from XiangQi Replay, WXF from XieXie and playOK, XGF from XieXie. Only XQR has a
published description; the others are known from files and from other programs that read them. Their readers
add what they find to a `XiangqiBuilder`.
"""

from __future__ import annotations

from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.formats.format import Format
from viewer.formats.headers import HeaderField
from viewer.formats.kit.charsets import ENCODINGS
from viewer.formats.kit.chinese_results import CHINESE_RESULTS
from viewer.formats.kit.read_game import GameBuilder, ReadFormat
from viewer.formats.kit.xiangqi import (
    RESULTS,
    USUAL_BOARD,
    action_of,
    black_moves,
    board_with,
    read_start,
    setup_of,
)
from viewer.tree.action import Written
from viewer.tree.annotation import COMMENT
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

_RESULT = HeaderField("Result", message("Result"), "result", RESULTS)
FIELDS = (
    HeaderField("Title", message("Title"), "title"),
    HeaderField("Event", message("Event"), "event"),
    HeaderField("Round", message("Round"), "round"),
    HeaderField("Date", message("Date"), "date"),
    HeaderField("Place", message("Place"), "place"),
    HeaderField("Red", message("Red"), "side0"),
    HeaderField("Black", message("Black"), "side1"),
    HeaderField("RedRating", message("Red's rating"), "rank0"),
    HeaderField("BlackRating", message("Black's rating"), "rank1"),
    HeaderField("TimeRule", message("Time rule"), "time-rule"),
    HeaderField("Annotator", message("Annotator"), "annotator"),
    HeaderField("Author", message("Author"), "author"),
    HeaderField("ECCO", message("Opening (ECCO)"), "opening-code"),
    _RESULT,
)


class XiangqiBuilder(GameBuilder):
    """A game that is being read.

    Attributes:
        set_up: whether a start was found.
    """

    def __init__(self, format: str, limits: Limits) -> None:
        super().__init__(format, limits)
        self._most += 1  # the root isn't counted
        self.set_up = False
        self._board, self._black = USUAL_BOARD, False

    @property
    def is_empty(self) -> bool:
        """Whether nothing of a game was found."""
        return super().is_empty and not (self.root.comment or self.set_up)

    def say(self, key: str, value: str) -> None:
        """Add a header, unless its value is empty."""
        value = value.strip("\0\r\n\t ")
        if value:
            self.headers.append(Header(key, value))

    def say_result(self, text: str, otherwise: str) -> None:
        """Add the result, in PGN's form or in Chinese words; what else it may be has another key."""
        said = CHINESE_RESULTS.get(text.strip(), text)
        self.say("Result" if said in RESULTS else otherwise, said)

    def set_start(self, fen: str, offset: int = 0) -> None:
        """Set the start position from a FEN at an offset; report it if it can't be read."""
        read = read_start(fen)
        if read is not None:
            (self._board, self._black), self.set_up = read, True
        elif fen.strip():
            words = message("The start position can't be read: {text}", text=fen[:60])
            self.tell("start", words, offset)

    def set_pieces(self, pieces: dict[int, str], black: bool = False) -> None:
        """Set the pieces of the start by square, as letters, and whether Black is to move."""
        self._board, self._black, self.set_up = board_with(pieces), black, True

    def add(self, above: Node, source: tuple[int, int], target: tuple[int, int]) -> Node:
        """Add a move between points (column from Red's left, row from Black's back rank); returns its node.

        Returns `above` if there are too many nodes.
        """
        numbers = [
            10 * x + 9 - y if 0 <= x < 9 and 0 <= y < 10 else 255 for x, y in (source, target)
        ]
        return self.append(action_of(*numbers), above) or above

    def write(self, above: Node, text: str) -> Node:
        """Add a move in the file's own notation; returns its node, `above` if there are too many."""
        return self.append(Written(text), above) or above

    def comment(self, node: Node, text: str) -> None:
        """Append a text to the comment of a node, on a new line; a line end after it is no text."""
        text = text.replace("\r\n", "\n").strip("\0").removesuffix("\n")
        if text.strip():
            before = node.comment
            node.notes = {COMMENT: f"{before}\n{text}" if before else text}

    def tell_cut(self, offset: int) -> None:
        """Report that the file ends within its moves."""
        self.tell("cut", message("The file ends before its moves do."), offset)

    def tell_count(self, said: int, taken: int, offset: int) -> None:
        """Report that the file promises another number of moves than it has."""
        words = message("{said} moves are promised, {taken} are there.", said=said, taken=taken)
        self.tell("count", words, offset)

    def told(self) -> list[Diagnostic]:
        """What was found, and that the limit of nodes is reached."""
        words = message("There are too many moves: only the first ones are read.")
        more = [Diagnostic(Severity.ERROR, f"{self.format}.limit", words)] if self.full else []
        return self.found + more

    def record(self, codec: str | None = None) -> Record:
        """The finished record."""
        record = self.record_of("xiangqi")
        first = [node.action for node in self.root.children]
        black = black_moves(self._board, first, int(self._black))
        self.root.action = setup_of(self._board, black)
        return record


class ServerFormat(ReadFormat):
    """One of these formats."""

    builder = "viewer.formats.xiangqi:XiangqiBuilder"
    fields = FIELDS
    free_headers = True


class FenFormat(Format):
    """Lists of positions."""

    id = "xqfen"
    reader = "viewer.formats.xiangqi.texts:FenCollection"
    variant = "FEN"
    name = message("Lists of xiangqi positions")
    encodings = ENCODINGS
    writable = False


FENS = FenFormat()
MXQ = ServerFormat("mxq", "MXQ", "viewer.formats.xiangqi.binary:read_mxq")
CBF = ServerFormat("cbf", "CBF", "viewer.formats.xiangqi.texts:read_cbf")
CHE = ServerFormat("che", "CHE", "viewer.formats.xiangqi.binary:read_che")
CHN = ServerFormat("chn", "CHN", "viewer.formats.xiangqi.binary:read_chn")
CCM = ServerFormat("ccm", "CCM", "viewer.formats.xiangqi.binary:read_ccm")
PFC = ServerFormat("pfc", "PFC", "viewer.formats.xiangqi.texts:read_pfc")
XQR = ServerFormat("xqr", "XQR", "viewer.formats.xiangqi.binary:read_xqr")
WXF = ServerFormat("wxf", "WXF", "viewer.formats.xiangqi.texts:read_wxf")
XGF = ServerFormat("xgf", "XGF", "viewer.formats.xiangqi.binary:read_xgf")
