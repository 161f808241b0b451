"""Records of xiangqi from servers and other programs, which are read but not written.

MXQ is from Yitian, CBF is the XML of CCBridge, CHE is from QQ, CHN (and XQI) from Ourgame, CCM from 17pk,
PFC from Pengfei, XQR from XiangQi Replay, WXF from XieXie and playOK, XGF from XieXie. Only XQR has a
published description; the others are known from files and from other programs that read them. Their readers
add what they find to a `XiangqiBuilder`.
"""

from __future__ import annotations

import re
import struct

from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.formats.entry import Likeness
from viewer.formats.format import Format
from viewer.formats.headers import HeaderField
from viewer.formats.kit.charsets import ENCODINGS
from viewer.formats.kit.chinese_results import CHINESE_RESULTS
from viewer.formats.kit.read_game import GameBuilder, ReadFormat
from viewer.formats.kit.recognising import game_of_ranks
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


_MXQ_MOVES = b"\x05Moves"
_CBF_MARK = re.compile(rb"[^<]{0,8}(?:<\?xml[^>]*>\s*)?<ChineseChessRecord\b")
_CHE_HEAD = re.compile(
    rb"1 \d{1,5}(?: \d{1,2} 32 [01](?: \d){4} \d{1,2} \d{1,5} \d{1,2})(?: |\s*\Z)"
)
_CHN_MARK, _CHN_HEAD = b"GL\xd0\x07", 0x20A
_CCM_COUNT = struct.Struct("<8xI")
_PFC_MARK = re.compile(rb"[^<]{0,8}(?:<\?xml[^>]*>\s*)?<n\s[^>]*\bm=\"[^\"/]*(?:/[^\"/]*){9}\"")
_XQR_MARK = b"\0\x02\x20\x17"
_WXF_MARK = re.compile(rb"(?:\xef\xbb\xbf)?\s*FORMAT[ \t]+WXF\b")
XGF_TEXTS = 8
"""The number of the texts at the beginning of an XGF file."""


def probe_mxq(head: bytes) -> Likeness:
    """Rate content by its first 20 strings, one of which must be “Moves”."""
    at = 0
    for _ in range(20):
        if head.startswith(_MXQ_MOVES, at):
            return Likeness.ONLY
        if at >= len(head):
            break
        at += 1 + head[at]
    return Likeness.NO


def probe_cbf(head: bytes) -> Likeness:
    """Rate content by its root element."""
    return Likeness.ONLY if _CBF_MARK.match(head) else Likeness.NO


def probe_che(head: bytes) -> Likeness:
    """Rate content by its first numbers, up to the first move."""
    return Likeness.ONLY if _CHE_HEAD.match(head) else Likeness.NO


def probe_chn(head: bytes) -> Likeness:
    """Rate content by the mark at its beginning and the length of its head."""
    sure = head.startswith(_CHN_MARK) and len(head) >= _CHN_HEAD
    return Likeness.ONLY if sure else Likeness.NO


def probe_ccm(head: bytes) -> Likeness:
    """Rate content by its first four moves: the sides take turns, and all squares are on the board."""
    first = head[12 : 12 + 4 * 9]
    if len(first) < 9 or not 0 < _CCM_COUNT.unpack_from(head)[0] < 10_000:
        return Likeness.NO
    moves = [first[at : at + 9] for at in range(0, len(first) - 8, 9)]
    sound = all(
        move[1] == moves[0][1] ^ 3 * (number % 2)
        and 0 < move[2] < 8
        and max(move[3], move[5]) < 9
        and max(move[4], move[6]) < 10
        and move[3:5] != move[5:7]
        for number, move in enumerate(moves)
    )
    return Likeness.YES if sound and moves[0][1] in (1, 2) else Likeness.NO


def probe_pfc(head: bytes) -> Likeness:
    """Rate content by its outermost element, which has a FEN."""
    return Likeness.ONLY if _PFC_MARK.match(head) else Likeness.NO


def probe_xqr(head: bytes) -> Likeness:
    """Rate content by the mark at its beginning."""
    return Likeness.ONLY if head.startswith(_XQR_MARK) else Likeness.NO


def probe_wxf(head: bytes) -> Likeness:
    """Rate content by its first line."""
    return Likeness.ONLY if _WXF_MARK.match(head) else Likeness.NO


def probe_xgf(head: bytes) -> Likeness:
    """Rate content by its first texts, which are numbered from 1 on."""
    sure = head[:1] == b"\x06" and len(numbered_texts(head)) == XGF_TEXTS
    return Likeness.ONLY if sure else Likeness.NO


def numbered_texts(data: bytes) -> list[bytes]:
    """The texts at the beginning of an XGF file, as far as they are numbered in order."""
    out: list[bytes] = []
    at = 2
    while len(out) < XGF_TEXTS and at + 2 <= len(data) and data[at] == len(out) + 1:
        out.append(data[at + 2 : at + 2 + data[at + 1]])
        at += 2 + data[at + 1]
    return out


def probe_xqfen(head: bytes) -> Likeness:
    """Rate content by its first line that is no comment."""
    lines = (line.strip() for line in head.removeprefix(b"\xef\xbb\xbf").splitlines())
    first = next((line for line in lines if line and line[:1] not in b"#;%"), b"")
    return Likeness.ONLY if b"/" in first and game_of_ranks(first) == "xiangqi" else Likeness.NO
