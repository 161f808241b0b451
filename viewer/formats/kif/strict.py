"""Checks a file against the description of KIF (Kakinoki; the translation of 2020).

Things that the description doesn't mention are allowed: variations, the closing line まで, the `+` of Kifu
for Windows, byte order marks. So are words added to it after the translation (不戦敗, 左七枚落ち …).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from viewer.base.layers import unpacked_name
from viewer.base.limits import DEFAULT
from viewer.base.messages import in_context, message
from viewer.base.text import UTF8
from viewer.formats.capabilities import CheckedRecord
from viewer.formats.format import Collection
from viewer.formats.kif import lines as kinds
from viewer.formats.kif.growth import FILE, Origin, block_of, origin_of
from viewer.formats.kif.lines import split
from viewer.formats.kif.plan import BlockItem, item_of
from viewer.formats.kif.start import HANDICAP
from viewer.formats.kif.strict_moves import LinePlace, Moves, StrictFindings, Times, check_end
from viewer.formats.kit.charsets import CP932
from viewer.formats.kit.diagnostics import INFO, WARNING
from viewer.formats.kit.shogi import date_of
from viewer.games.shogi.names import EVEN, HANDICAPS, OTHER, start_named
from viewer.games.shogi.position import position_of
from viewer.tree.action import Terminal
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.facts import raw_of
from viewer.tree.node import Node
from viewer.tree.record import Record

_INFORMATION = in_context("section of the description of KIF", "Game information")
_TSUME = in_context("section of the description of KIF", "Tsumeshogi information")
_HANDICAP = in_context("section of the description of KIF", "Handicap")
_START = in_context("section of the description of KIF", "Initial position")
_COMMENTS = in_context("section of the description of KIF", "Comments to moves")
_DATES = ("開始日時", "対局日", "終了日時")
_LENGTH = "手数"
_DAY = re.compile(r"([0-9]{4}/[0-9]{2}/[0-9]{2})(?![0-9])(.*)", re.DOTALL)
_CLOCK = re.compile(r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?![0-9:])")
_NUMBER = re.compile(r"[0-9０-９一二三四五六七八九十百千]+")
_NAMES = frozenset((EVEN, OTHER, *(one.japanese for one in HANDICAPS)))
_SIGNS = {kinds.COMMENT: "*", kinds.BOOKMARK: "&", kinds.HASH: "#"}
_START_KINDS = (kinds.RANK, kinds.HAND, kinds.SIDE)


class Head:
    """Checks the lines that aren't moves or ends."""

    def __init__(self, found: StrictFindings, record: Record) -> None:
        self._found = found
        self._record = record
        self._handicap: tuple[str, LinePlace] | None = None
        self._board = False
        self._comment: LinePlace | None = None  # the first one of the start

    def line(self, item: BlockItem, place: LinePlace, above: int) -> None:
        """Check a line; `above` is the kind of the line above."""
        if item.kind == kinds.HEADER:
            self._header(item, place)
        elif item.kind in _SIGNS:
            self._signed(item, place, above)
        elif item.kind in _START_KINDS:
            self._board = self._board or item.kind == kinds.RANK
            self._start_line(place)

    def end(self) -> None:
        """Check the start, once all lines are known."""
        if self._handicap is None:
            return
        name, place = self._handicap
        if name not in _NAMES:
            why = message("“{name}” is none of the handicaps.", name=name)
            self._found.add("handicap", _HANDICAP, why, place)
        elif name == OTHER:
            if not self._board:
                why = message("a start of no name has to be set up, but there is no board.")
                self._found.add("start", _START, why, place)
        elif self._board and not position_of(self._record.setup).numbered(1).same(
            start_named(name)
        ):
            why = message("the board isn't that of “{name}”; the board counts.", name=name)
            self._found.add("start", _START, why, place, INFO)

    def _header(self, item: BlockItem, place: LinePlace) -> None:
        key, value = item.key, item.value
        if not item.text.startswith(f"{key}：") and not place.node:
            why = message("the colon behind “{key}” is ：.", key=key)
            self._found.habit("colon", _INFORMATION, why, place)
        if key == HANDICAP:
            self._handicap = self._handicap or (value, place)
            self._start_line(place)
        elif key in _DATES and value and not is_date(value):
            why = message("“{value}” is no date like 1999/07/15.", value=value)
            self._found.add("date", _INFORMATION, why, place)
        elif key == _LENGTH and value and _NUMBER.fullmatch(value) is None:
            why = message("the length is a number of moves, not “{value}”.", value=value)
            self._found.add("length", _TSUME, why, place, INFO)

    def _signed(self, item: BlockItem, place: LinePlace, above: int) -> None:
        sign = _SIGNS[item.kind]
        if not item.text.startswith(sign):
            why = message("the line begins with {sign}.", sign=sign)
            self._found.habit("sign", _COMMENTS, why, place)
        if item.kind != kinds.COMMENT:
            return
        if not place.node:
            self._comment = self._comment or place
        elif above not in (kinds.NUMBERED, kinds.COMMENT, kinds.BOOKMARK):
            why = message("a comment stands directly behind its move.")
            self._found.habit("comment-place", _COMMENTS, why, place, INFO)

    def _start_line(self, place: LinePlace) -> None:
        if self._comment is not None and not place.node:
            why = message("comments before the first move stand behind the initial position.")
            self._found.habit("early-comment", _COMMENTS, why, self._comment)


def is_date(value: str) -> bool:
    """Whether a value begins with an existing day, such as 1999/07/15, and contains no impossible time."""
    found = _DAY.fullmatch(value)
    if found is None or date_of(found[1]) is None:
        return False
    time = _CLOCK.search(found[2])
    return time is None or date_of(f"{found[1]} {time[0]}") is not None


# ---------------- Checks a file against the description of KIF (Kakinoki; the translation of 2020)

_ENCODING = in_context("section of the description of KIF", "Word encodings and line breaks")
_CODECS = {".kif": CP932, ".kifu": UTF8}
_DECLARED = re.compile(rb"#KIF version=[0-9.]+ encoding=UTF-8", re.IGNORECASE)
_SPOKEN = {CP932: "Shift_JIS", UTF8: "UTF-8"}


def strict(collection: Collection) -> list[Diagnostic]:
    """The findings in a file that was read; none for a record without a file. Raises OSError."""
    if not len(collection):
        return []
    return checked(collection, collection.record(0), judged=False).findings


def checked(collection: Collection, record: Record, judged: bool = True) -> CheckedRecord:
    """The findings in the file of a record; `judged`: and whether all its moves are legal."""
    origin = origin_of(record, "kif")
    if origin is None or collection.source is None:
        return CheckedRecord([])
    found = StrictFindings()
    _check_codec(found, record, origin, collection.source.name)
    lines = _Lines(record, origin, judged)
    lines.run()
    told = [*found.all(), *lines.ends.all(), *lines.found.all()]
    return CheckedRecord(told[: DEFAULT.diagnostics], lines.legal)


def _check_codec(found: StrictFindings, record: Record, origin: Origin, name: str) -> None:
    suffix = "." + unpacked_name(name).rpartition(".")[2].lower()
    wanted = _CODECS.get(suffix)
    is_wanted = wanted == origin.codec and not origin.wrap
    if wanted is None or is_wanted or (_is_ascii(record) and not origin.wrap):
        return
    why = message(
        "a file {suffix} is in {wanted}; this one is in {codec}.",
        suffix=suffix,
        wanted=_SPOKEN[wanted],
        codec=origin.wrap or _SPOKEN.get(origin.codec, origin.codec),
    )
    # Kifu for Windows reads UTF-8 in a .kif whose first line says so.
    severity = INFO if _DECLARED.match(_first_line(record)) else WARNING
    found.add("encoding", _ENCODING, why, severity=severity)


def _first_line(record: Record) -> bytes:
    block = block_of(record.root)
    return block.raw.partition(b"\n")[0] if block is not None else b""


def _is_ascii(record: Record) -> bool:
    return all(block.raw.isascii() for node in record.walk() if (block := block_of(node)))


def _raw_lines(record: Record, origin: Origin) -> Iterator[tuple[LinePlace, bool, bytes]]:
    """The lines in the file's order: place, whether it is that of its node's move or end, bytes."""
    offset = len(raw_of(record.facts, FILE) or b"")
    number = 0
    for node in sorted(record.nodes.values(), key=lambda one: one.id):
        block = block_of(node)
        if block is None:
            continue
        own = -1 if node is record.root else block.ahead
        for at, raw in enumerate(split(block.raw)):
            number += 1
            yield LinePlace(number, None if origin.wrap else offset, node.id), at == own, raw
            offset += len(raw)


class _Lines:
    """The lines of a file, in its order.

    Attributes:
        ends, found: what was found about line ends, and about all else.
        legal: whether no move up to here breaks a rule, as far as that is `judged`.
    """

    def __init__(self, record: Record, origin: Origin, judged: bool) -> None:
        self.ends = StrictFindings()
        self.found = StrictFindings()
        self.legal = judged
        self._record = record
        self._origin = origin
        self._end = b""  # the first line end
        self._head = Head(self.found, record)
        self._moves = Moves(self.found, record)
        self._times = Times(self.found, record, origin.shift)

    def run(self) -> None:
        """Check all lines."""
        above = kinds.BLANK  # kind of the line above, `#` lines left out
        for place, own, raw in _raw_lines(self._record, self._origin):
            self._line_end(raw, place)
            item = item_of(raw, self._origin.codec)
            if own:
                self._own_line(self._record.nodes[place.node], item, place)
            else:
                self._head.line(item, place, above)
            if item.kind != kinds.HASH:
                above = item.kind
        self._head.end()

    def _line_end(self, raw: bytes, place: LinePlace) -> None:
        """Report a line that ends with CR alone, or in another way than the first one."""
        end = raw[len(raw.rstrip(b"\r\n")) :]
        if end == b"\r":
            why = message("a line ends with CR LF or LF, not with CR alone.")
            self.ends.habit("line-end", _ENCODING, why, place)
        elif self._end and end and end != self._end:
            why = message("all lines end alike, with CR LF or with LF.")
            self.ends.habit("line-end", _ENCODING, why, place)
        self._end = self._end or end

    def _own_line(self, node: Node, item: BlockItem, place: LinePlace) -> None:
        """Check the line of a move or an end."""
        if item.kind == kinds.NUMBERED:
            rest = self._moves.line(node, item, place)
            time = self._times.line(node, rest, place)
        else:
            self._moves.without_number(item, place)
            time = None
        if type(node.action) is Terminal:
            check_end(self.found, self._moves.states, node, time, place)
        states = self._moves.states
        self.legal = self.legal and states.game.violation(states.at(node)) is None
