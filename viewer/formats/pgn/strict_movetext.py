"""Checking the tag pairs, the Seven Tag Roster and the movetext of a PGN game."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from viewer.base.limits import DEFAULT
from viewer.base.messages import Message, message
from viewer.base.text import UTF8
from viewer.formats.kit.findings import Breach
from viewer.formats.kit.tags import ROSTER
from viewer.formats.pgn import lexer as kinds
from viewer.formats.pgn.kinds import Tag, unescaped
from viewer.formats.pgn.strict_tags import A_DATE, about_tag, is_date, utf8_text
from viewer.formats.pgn.write.export_moves import Movetext, first_ply
from viewer.games.chess.boards import board_of
from viewer.tree.action import Written
from viewer.tree.diagnostic import Severity
from viewer.tree.node import Node
from viewer.tree.record import Record

# ---- Checking the tag pairs of a PGN game and the Seven Tag Roster (sections 7 and 8.1 of the standard)


TOKEN = 255
"""Characters of a string or symbol (7)."""
MARKERS = (b"1-0", b"0-1", b"1/2-1/2", b"*")

_NAME = re.compile(rb"[A-Za-z0-9][A-Za-z0-9_]*")
_LONE_BACKSLASH = re.compile(rb'(?<!\\)(?:\\\\)*\\(?!["\\])')
_ROUND = re.compile(r"[0-9]+(?:\.[0-9]+)*|[-?]")
_COMMA = re.compile(r",(?! )")
_INITIAL = re.compile(r"(?<=[ ,])[A-Z](?![\w.'’-])")
_RARE = re.compile(rb"[\\\t\v]")
_SECTIONS = {name.encode(): f"8.1.1.{number}" for number, name in enumerate(ROSTER, 1)}


def pair_breaches(data: bytes, tags: Sequence[Tag], odd: Sequence[int]) -> Iterator[Breach]:
    """The breaches in a game's tag pairs, whatever their names, and in the values of the roster.

    `odd` has the offsets of what stands among them in brackets and is no tag.
    """
    for at in odd:
        yield Breach(at, "8.1", message("A tag pair is [, a name, a value in quotes, ]."), "tag")
    seen: set[bytes] = set()
    for tag in tags:
        yield from _pair(data, tag)
        if tag.name in seen:
            words = message("The tag {name} is there twice.", name=tag.name.decode("ascii"))
            yield Breach(tag.start, "8.1", words, "tag-repeated")
        seen.add(tag.name)
        if tag.name in _SECTIONS:
            yield from _roster_value(tag, _text(data[tag.value_start : tag.value_end], tag.whole))
    missing = [name for name in ROSTER if name.encode() not in seen]
    if missing:
        words = message("The roster lacks: {names}", names=", ".join(missing))
        yield Breach(0, "8.1.1", words, "roster", Severity.INFO)


def _text(raw: bytes, whole: bool) -> str:
    text = utf8_text(raw)
    text = raw.decode("latin-1") if text is None else text
    return unescaped(text) if whole else text


@lru_cache(maxsize=1000)
def _is_plain(name: bytes) -> bool:
    """Whether there is nothing to say of a tag's name."""
    fit = _NAME.fullmatch(name) is not None and len(name) <= TOKEN
    return fit and name[:1].decode("ascii").isupper()


def _pair(data: bytes, tag: Tag) -> Iterator[Breach]:
    raw = data[tag.value_start : tag.value_end]
    if tag.whole and len(raw) <= TOKEN and not _RARE.search(raw) and _is_plain(tag.name):
        return
    name = tag.name.decode("ascii")
    if not tag.whole:
        words = message("The tag {name} isn't well formed.", name=name)
        yield Breach(tag.start, "8.1", words, "tag")
    elif _LONE_BACKSLASH.search(raw):
        words = message("A backslash in a value is written twice.")
        yield Breach(tag.value_start, "7", words, "string-escape")
    if len(raw) > TOKEN and len(_text(raw, tag.whole)) > TOKEN:
        words = message("The value has more than {most} characters.", most=TOKEN)
        yield Breach(tag.value_start, "7", words, "string-length")
    if b"\t" in raw or b"\v" in raw:
        words = message("A value can't have tab characters.")
        yield Breach(tag.value_start, "4.2", words, "string-tab")
    if len(tag.name) > TOKEN:
        words = message("The name has more than {most} characters.", most=TOKEN)
        yield Breach(tag.start, "7", words, "symbol-length")
    if not _NAME.fullmatch(tag.name):
        words = message("A tag is named with letters, digits and underscores.")
        yield Breach(tag.start, "8.1", words, "tag-name")
    elif not name[0].isupper():
        words = message("In archives the name of a tag begins with a capital letter.")
        yield Breach(tag.start, "8.1", words, "tag-case", Severity.INFO)


# ------------------------------------------------------------------------------------ the roster


def _roster_value(tag: Tag, value: str) -> Iterator[Breach]:
    section = _SECTIONS[tag.name]
    if tag.name == b"Date":
        if not is_date(value):
            words = about_tag(tag.name, value, A_DATE)
            yield Breach(tag.value_start, section, words, "date")
        return
    if tag.name == b"Result":
        if value.encode() not in MARKERS:
            words = message("Result is 1-0, 0-1, 1/2-1/2 or *.")
            yield Breach(tag.start, section, words, "result")
        return
    for code, words in _advised(tag.name, value):
        yield Breach(tag.value_start, section, words, code, Severity.INFO)


@lru_cache(maxsize=4000)
def _advised(name: bytes, value: str) -> tuple[tuple[str, Message], ...]:
    """`_advice`, remembered: the same names and places stand in many games of a file."""
    return tuple(_advice(name, value))


def _advice(name: bytes, value: str) -> Iterator[tuple[str, Message]]:
    """What the standard says a value should be."""
    player = name in (b"White", b"Black")
    items = value.split(":") if player else [value]
    if any(not item.strip("? ") and item != "?" for item in items):
        yield "unknown-value", message("What isn't known is a single question mark.")
    elif name == b"Round" and not _ROUND.fullmatch(value):
        yield "round", message("A round is a number, numbers divided by periods, - or ?.")
    elif not player and ":" in value:
        yield "colon", message("A colon divides items; it should not stand elsewhere.")
    if player:
        for code, fits, words in _OF_PLAYERS:
            if not fits(items):
                yield code, words


def _has_initials(items: Sequence[str]) -> bool:
    """Whether the initials behind the comma of each name have periods."""
    return not any(_INITIAL.search(item, item.index(",")) for item in items if "," in item)


_OF_PLAYERS: tuple[tuple[str, Callable[[Sequence[str]], bool], Message], ...] = (
    (
        "player-comma",
        lambda items: not any(map(_COMMA.search, items)),
        message("A space follows the comma in a name."),
    ),
    ("player-initial", _has_initials, message("A period follows an initial.")),
    (
        "player-order",
        lambda items: list(items) == sorted(items),
        message("Several players are in alphabetical order."),
    ),
)


# ---------------------------------------------------- Movetext, token by token (sections 5 and 8.2)


_LARGEST_NAG = 255
_LAST_NAG = 139  # that section 10 defines
_NUMBER = re.compile(rb"(?<![^\s.])[0-9]+")
_SUFFIXES = (b"!", b"?", b"!!", b"??", b"!?", b"?!")
_NULL_MOVES = (b"--", b"<>", b"Z0", b"@@@@", b"0000")
_NO_ELEMENTS = (kinds.COMMENT, kinds.LINE_COMMENT, kinds.ESCAPE, kinds.END)


class MovetextCheck:
    """Checks the tokens of a movetext one by one.

    Attributes:
        found: the breaches.
        game: whether there is a game: comments alone are none.
        starts: (offset, node id) of each move that the record has, from its number on, in order.
    """

    def __init__(
        self, data: bytes, start: int, tagged: bool, record: Record, movetext: Movetext
    ) -> None:
        """The movetext begins at `start`; `tagged`: there are tags before it."""
        self.found: list[Breach] = []
        self.starts: list[tuple[int, int]] = []
        self._start = start
        self._number_at: int | None = None  # where the number of the next move stands
        self._record = record
        self._movetext = movetext
        self._judged = board_of(record.setup) is not None  # other variants aren't
        self._id = 0  # of the last node whose move was met
        self._ply = first_ply(record)
        self._above: list[int] = []  # the plies of the lines that variations interrupt
        self._moved = [False]  # for each open line: whether it has a move
        self._ends: list[re.Match[bytes]] = []
        self.game = tagged
        for token in kinds.CHESS.finditer(data, start):
            self._token(token)
            if len(self.found) >= DEFAULT.diagnostics:
                return  # no more are told
        if self.game:
            self._end(len(data.rstrip()))

    def node_at(self, at: int) -> int | None:
        """The id of the node whose move is at an offset or before it, the root's before the first.

        None before the movetext.
        """
        if at < self._start:
            return None
        place = bisect_right(self.starts, (at, sys.maxsize))
        return self.starts[place - 1][1] if place else self._record.root.id

    def _odd(self, token: re.Match[bytes], section: str, code: str, words: Message) -> None:
        self._add(token.start(token.lastindex or 0), section, code, words)

    def _add(self, at: int, section: str, code: str, words: Message) -> None:
        self.found.append(Breach(at, section, words, code))

    def _token(self, token: re.Match[bytes]) -> None:
        kind = token.lastindex
        self.game = self.game or kind not in _NO_ELEMENTS
        if self._ends and kind not in (*_NO_ELEMENTS, kinds.RESULT) and not self._above:
            words = message("The result is not the last element.")
            self._odd(token, "8.2.6", "result-not-last", words)
            self._ends = []
        if kind in kinds.MOVES:
            self._move(token)
        elif kind == kinds.NUMBER:
            self._number(token, token[0])
            if self._number_at is None:
                self._number_at = token.start() + len(token[0]) - len(token[0].lstrip())
        elif kind == kinds.NAG:
            self._glyph(token)
        elif kind == kinds.OPEN:
            if not self._moved[-1]:
                words = message("There is no move to be an alternative to.")
                self._odd(token, "8.2.5", "variation-of-nothing", words)
            self._above.append(self._ply)
            self._ply -= self._moved[-1]
            self._moved.append(False)
        elif kind == kinds.CLOSE:
            self._close(token)
        elif kind == kinds.RESULT:
            self._result(token)
        elif kind == kinds.UNCLOSED:
            self._odd(token, "5", "comment-open", message("The comment isn't closed."))
        elif kind not in _NO_ELEMENTS:
            self._foreign(token)

    def _glyph(self, token: re.Match[bytes]) -> None:
        digits = token[kinds.NAG]
        if not digits or len(digits) > 3 or int(digits) > _LARGEST_NAG:
            self._odd(token, "8.2.4", "nag", message("A glyph is a number from 0 to 255."))
            return
        number, words, code = int(digits), None, ""
        if not number:
            words, code = message("The glyph 0 should not be used in files."), "null-glyph"
        elif number > _LAST_NAG:
            words = message("The meaning of the glyph {number} is not defined.", number=number)
            code = "reserved-glyph"
        if words is not None:
            self.found.append(Breach(token.start(kinds.NAG), "10", words, code, Severity.INFO))

    def _foreign(self, token: re.Match[bytes]) -> None:
        """A token that the standard doesn't have."""
        raw = token[token.lastindex or 0]
        shown = " ".join(raw[:40].decode("utf-8", "replace").split())
        if raw[:1] in (b"<", b">"):
            words = message("{text} is reserved for future expansion.", text=shown)
            self._odd(token, "7", "reserved", words)
        elif len(raw) > TOKEN and token.lastindex == kinds.WORD:
            words = message("The symbol has more than {most} characters.", most=TOKEN)
            self._odd(token, "7", "symbol-length", words)
        else:
            words = message("{text} is no element of movetext.", text=shown)
            self._odd(token, "18", "token", words)
        if token.lastindex == kinds.WORD and self._known(token[kinds.WORD], token) is not None:
            self._ply += 1  # it was taken for a move
            self._moved[-1] = True

    def _move(self, token: re.Match[bytes]) -> None:
        name = kinds.MOVES[token.lastindex or kinds.MOVE]
        san, suffix = token[name], token[name + 1]
        if suffix and suffix not in _SUFFIXES:
            self._odd(token, "8.2.3.8", "suffix", message("The suffixes are ! ? !! ?? !? ?!."))
        self._number(token, token[0][: token.start(name) - token.start()])
        shown = san[:40].decode("utf-8", "replace")
        at = token.start(name)
        node = self._known(san, token)
        self._number_at = None
        if not san.isascii():
            words = message("Moves are written in ASCII: {move}", move=shown)
            self._add(at, "4.1", "symbol-character", words)
        elif san in _NULL_MOVES:
            words = message("A null move is no move of chess: {move}", move=shown)
            self._add(at, "8.2", "null-move", words)
        elif node is not None and self._is_illegal(node):
            self._add(
                at, "8.2", "illegal-move", message("The move isn't legal: {move}", move=shown)
            )
        self._ply += 1
        self._moved[-1] = True

    def _known(self, raw: bytes, token: re.Match[bytes]) -> Node | None:
        """Advance to the next node if the token is its move; returns that node."""
        node = self._record.nodes.get(self._id + 1)
        text = raw.decode(self._record.encoding or UTF8, "replace")
        if node is None or node.action != Written(text):
            return None
        self._id += 1
        start = token.start() if self._number_at is None else self._number_at
        self.starts.append((start, node.id))
        self._number_at = None
        return node

    def _is_illegal(self, node: Node) -> bool:
        """Whether a move is the first of its line that isn't legal: those after it can't be judged."""
        meant, before = self._movetext.meant, node.parent
        known = before is None or before.parent is None or before in meant
        return self._judged and known and node not in meant

    def _number(self, token: re.Match[bytes], text: bytes) -> None:
        for digits in _NUMBER.findall(text):
            if digits.lstrip(b"0") != str(self._ply // 2).encode():
                words = message(
                    "The number of the move is {right}, not {number}.",
                    right=self._ply // 2,
                    number=digits[:20].decode("ascii"),
                )
                at = token.start() + len(token[0]) - len(token[0].lstrip())
                self._add(at, "8.2.2.1", "move-number", words)

    def _close(self, token: re.Match[bytes]) -> None:
        if not self._above:
            words = message("No variation is open here.")
            self._odd(token, "8.2.5", "variation-closed", words)
            return
        if not self._moved.pop():
            words = message("A variation has one move or more.")
            self._odd(token, "8.2.5", "variation-empty", words)
        self._ply = self._above.pop()

    def _result(self, token: re.Match[bytes]) -> None:
        marker = token[kinds.RESULT]
        if self._above:
            words = message("A result inside a variation")
            self._odd(token, "8.2.6", "result-in-variation", words)
            return
        if self._ends:
            words = message("There is more than one result.")
            self._odd(token, "8.2.6", "result-repeated", words)
        self._ends.append(token)
        if marker not in MARKERS:
            words = message("The result is 1-0, 0-1, 1/2-1/2 or *.")
            self._odd(token, "8.2.6", "result-marker", words)
        elif self._record.header("Result", marker.decode()) != marker.decode():
            words = message("The result is not that of the Result tag.")
            self._odd(token, "8.2.6", "result-other", words)

    def _end(self, at: int) -> None:
        if self._above:
            self._add(at, "8.2.5", "variation-open", message("A variation isn't closed."))
        if not self._ends and not any(one.section == "8.2.6" for one in self.found):
            self._add(at, "8.2.6", "no-result", message("The movetext has no result."))
