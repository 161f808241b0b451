"""What a game is written with: text of its file amid new text, its style, the names of its moves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from viewer.base.named import NamedTuple
from viewer.base.text import UTF8, encode
from viewer.formats.pgn import lexer as kinds
from viewer.formats.pgn.names import Habit, habit_of
from viewer.formats.pgn.said import (
    AFTER,
    CLOSE,
    COMMENTED,
    KIND,
    OPEN,
    TAIL,
    TEXT,
    VARIATION,
    TextSettings,
    settings_of,
)
from viewer.formats.pgn.write.slots import Text
from viewer.games import game_of
from viewer.games.game import Numbering, State
from viewer.games.states import States
from viewer.tree.action import Written, is_move
from viewer.tree.facts import raw_of
from viewer.tree.node import Node
from viewer.tree.record import Record

_SPACES = " \t\n\r\f\v\xa0\ufeff"


class GameContent:
    """Pieces in order, joined so that new text never merges with its neighbours.

    Attributes:
        pieces: the text so far.
        changed: whether the next piece follows something else than in the file.
    """

    def __init__(self, settings: TextSettings, tokens: re.Pattern[bytes], width: int) -> None:
        self.pieces: list[Text] = []
        self.changed = False
        self._settings = settings
        self._tokens = tokens
        self._width = width
        self._column = 0
        self._last = ""  # the last character
        self._tail: bytes | str = b""  # the last piece, to see what it leaves open
        self._brackets = 0  # ")" that the file lacks and that are needed if anything follows

    def raw(self, raw: bytes) -> None:
        """Add text of the file in its place."""
        if not raw:
            return
        if self.changed or self._brackets:
            first = self._settings.decoded(raw[:4])[:1]
            self._join(first, raw)
        elif self._leaves_open() == "{":
            self._put("}")
        self._put(raw)
        self.changed = False

    def item(self, lead: Text | None, *body: Text) -> None:
        """Add an item; a lead of None marks a new one, spaced by the style."""
        piece = self._one(body)
        text = self._str(piece)
        if lead is None:
            opened = self._leaves_open()
            self._close_what_is_open(opened)
            if self._last and self._last not in _SPACES + "(":
                self._put(self._separator(text))
        else:
            lead_text = self._str(lead)
            if self.changed or self._brackets or not isinstance(lead, bytes):
                self._join((lead_text + text)[:1], lead, glue=True)
            self._put(lead)
        self._put(piece)

    def bracket(self) -> None:
        """Add a ")" that the file lacks."""
        self._brackets += 1

    def _separator(self, text: str) -> str:
        first = text.split("\n", 1)[0].rstrip("\r")
        if self._width and self._column + 1 + len(first) > self._width:
            return self._settings.line_end
        return " "

    def _join(self, first: str, piece: Text, glue: bool = False) -> None:
        """Close what is open, and separate words that would run together."""
        opened = self._leaves_open()
        starts_line = self._str(piece).lstrip(" \t")[:1] in ("\n", "\r")
        if opened != ";" or not starts_line:
            self._close_what_is_open(opened)
        apart = not self._last or self._last in _SPACES + "(" or first in _SPACES + ")"
        if not apart and not glue:
            self._put(" ")

    def _close_what_is_open(self, opened: str) -> None:
        if opened == "{":
            self._put("}")
        elif opened == ";" and self._last not in "\r\n":
            self._put(self._settings.line_end)
        while self._brackets:
            self._brackets -= 1
            self._put(")")

    def _leaves_open(self) -> str:
        """Whether the last piece ends in a comment: "{" or ";", else ""."""
        raw = (
            encode(self._tail, self._settings.codec) if isinstance(self._tail, str) else self._tail
        )
        if not (raw.rfind(b"{") > raw.rfind(b"}") or b";" in raw or b"%" in raw):
            return ""
        last = None
        for last in self._tokens.finditer(b"x" + raw, 1):
            if last.lastindex == kinds.UNCLOSED:
                return "{"
            if last.lastindex in (kinds.LINE_COMMENT, kinds.ESCAPE) and last.end() == len(raw) + 1:
                return ";"
        return ""

    def _put(self, text: Text) -> None:
        if not text:
            return
        self.pieces.append(text)
        self._tail = text
        if not self._width and isinstance(text, bytes):
            self._last = self._settings.decoded(text[-4:])[-1:]
            return
        known = self._str(text)
        self._last = known[-1:]
        line = known.rfind("\n")
        self._column = len(known) - line - 1 if line >= 0 else self._column + len(known)

    def _one(self, body: tuple[Text, ...]) -> Text:
        if all(isinstance(part, bytes) for part in body):
            return b"".join(part for part in body if isinstance(part, bytes))
        return "".join(self._str(part) for part in body)

    def _str(self, text: Text) -> str:
        return text if isinstance(text, str) else self._settings.decoded(text)


# ---------------- A game's writing style, found by majority; the export form's style is the default


_WHITE = re.compile(rb"(?<![\d$.])\d+\s{0,9}\.(?!\.)(\s{0,9})(?=[A-Za-z\xe2])")
_BLACK = re.compile(rb"(?<![\d$.])\d+\s{0,9}\.\.\.(\s{0,9})(?=[A-Za-z\xe2])")
_NUMBERED = re.compile(rb"\s{0,9}(?:\d+\s{0,9}\.*|\.+)\s{0,9}\S")
_BLACKS = re.compile(rb"\s{0,9}\d+\s{0,9}(?:\.\.|\xe2\x80\xa6)")
_OPENED = re.compile(rb"\((\s{0,9})")
_INSIDE = re.compile(rb"\{(\s?)[^{}]*?(\s?)\}")
_SUFFIXES = re.compile(rb"(?<=[\w+#])[!?]{1,2}(?![!?])")
_NAGS = re.compile(rb"(\s{0,9})\$[1-6](?!\d)")
_MANY_NAGS = re.compile(rb"(\s{0,9})\$\d+")
_COMMENTS = re.compile(rb"[^\s({](\s{0,9})\{")
_FRONT = re.compile(rb"\{\s{0,9}\[%[a-z]+[^]{}]*\]\s{0,9}[^\s\[}]")
_BACK = re.compile(rb"\{\s{0,9}[^\s{}\[][^{}\[]*\[%[a-z]+[^]{}]*\]\s{0,9}\}")
_OWN = re.compile(rb"\{\s{0,9}\[%[a-z]+[^{}]*\}\s{0,9}\{|\}\s{0,9}\{\s{0,9}\[%[a-z]+[^{}]*\}")
_OWN_FRONT = re.compile(rb"\{\s{0,9}\[%[a-z]+[^{}]*\}\s{0,9}\{\s{0,9}(?!\[%)")
_PAIR = re.compile(rb"\[%([a-z]+)[^]{}\[]*\](\s{0,9})\[%([a-z]+)")
_WORD = re.compile(rb"\S+")

_ENOUGH = 1 << 20  # bytes of movetext that show a game's habits

COMMANDS = ("eval", "clk", "emt", "csl", "cal")


class GameStyle(NamedTuple):
    """How a game is written.

    Attributes:
        line_end: the line end.
        width: the maximum length of a line of movetext, 0 if it isn't wrapped.
        white, black: the text between a number and the move: "" or " ".
        numbered: whether white's moves have numbers.
        black_plain, black_commented, black_varied: whether black's have numbers with nothing
            before them, after a comment, after a variation.
        inner: the text after "(" and before ")".
        pad: the text after "{" and before "}".
        signs: whether $1 to $6 are written as signs.
        nag_gap: the text before a NAG.
        comment_gap: the text before a comment.
        together: whether commands and text are in one comment.
        front: whether commands are before the text.
        command_gap: the text between two commands.
        commands: the order of commands.
    """

    line_end: str
    width: int
    white: str
    black: str
    numbered: bool
    black_plain: bool
    black_commented: bool
    black_varied: bool
    inner: str
    pad: str
    signs: bool
    nag_gap: str
    comment_gap: str
    together: bool
    front: bool
    command_gap: str
    commands: tuple[str, ...]


def style_of(record: Record, settings: TextSettings) -> GameStyle:
    """The style of a record that was read from PGN."""
    pieces: list[bytes] = []
    plain: Counter[tuple[int | None, bool]] = Counter()
    for node in record.walk():
        for fact in node.facts:
            if fact.name in (TEXT, OPEN, CLOSE, AFTER) and isinstance(fact.raw, bytes):
                pieces.append(fact.raw)
                if fact.name == TEXT and node.parent is not None:
                    raw = fact.raw
                    if _BLACKS.match(raw):
                        plain[_key(fact.value), True] += 1
                    elif not _NUMBERED.match(raw):
                        plain[_key(fact.value), False] += 1
    tail = record.fact(TAIL)
    if tail is not None and not tail.value and isinstance(tail.raw, bytes):
        pieces.append(tail.raw)
    text = b"".join(pieces)[:_ENOUGH]
    numbers = len(_WHITE.findall(text))
    fronts, backs = len(_FRONT.findall(text)), len(_BACK.findall(text))
    own = len(_OWN.findall(text))
    own_front = len(_OWN_FRONT.findall(text))
    together = fronts + backs >= own
    pair = _PAIR.search(text)
    return GameStyle(
        settings.line_end,
        width_of(text),
        _most(_WHITE.findall(text), " "),
        _most(_BLACK.findall(text), _most(_WHITE.findall(text), " ")),
        numbers > 0 or not plain[None, False] > 2,
        plain[None, True] > plain[None, False],
        plain[COMMENTED, True] >= plain[COMMENTED, False],
        plain[VARIATION, True] >= plain[VARIATION, False],
        _most(_OPENED.findall(text), ""),
        _pad_of(text),
        len(_SUFFIXES.findall(text)) > len(_NAGS.findall(text)),
        _most(_MANY_NAGS.findall(text), " "),
        _most(_COMMENTS.findall(text), " "),
        together,
        fronts >= backs if together else 2 * own_front > own,
        " " if pair is None or pair[2] else "",
        _order(pair),
    )


def _key(value: object) -> int | None:
    return value if isinstance(value, int) else None


def _most(found: list[bytes], usual: str) -> str:
    """A blank if most of the places have white space, else ""."""
    if not found:
        return usual
    return " " if 2 * sum(1 for each in found if each) > len(found) else ""


def _pad_of(text: bytes) -> str:
    found = _INSIDE.findall(text)
    padded = sum(1 for front, back in found if front and back)
    return " " if padded and 2 * padded >= len(found) else ""


def _order(pair: re.Match[bytes] | None) -> tuple[str, ...]:
    if pair is None:
        return COMMANDS
    first, second = pair[1].decode(), pair[3].decode()
    if first not in COMMANDS or second not in COMMANDS or first == second:
        return COMMANDS
    if COMMANDS.index(first) < COMMANDS.index(second):
        return COMMANDS
    rest = [name for name in COMMANDS if name != first]
    rest.insert(rest.index(second), first)
    return tuple(rest)


_USUAL_WIDTHS = (79, 80, 75, 78, 76, 77, 74, 72, 70)


def width_of(text: bytes) -> int:
    """The width at which a text is wrapped, 0 if it isn't.

    Each line end shows that the next word had no room: the width is at least the longest line and
    less than any line would have been with the word after it.
    """
    lines = text.split(b"\n")
    said = [number for number, line in enumerate(lines) if line.strip()]
    lines = lines[said[0] : said[-1] + 1] if said else []
    if len(lines) < 2:
        return 0
    longest, below = 0, 1 << 30
    for line, after in zip(lines, [*lines[1:], b""], strict=True):
        length = len(line.rstrip())
        longest = max(longest, length)
        word = _WORD.match(after)
        if word is not None and length:
            below = min(below, length + 1 + len(word[0]))
    if longest >= below or longest > 300:
        return 0
    for usual in _USUAL_WIDTHS:
        if longest <= usual < below:
            return usual
    return longest


# --------------------------------------------------------- Names and numbers of moves in a PGN game


_ENOUGH_PLIES = 20  # plies that show how a file numbers its moves
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
            if ply > _ENOUGH_PLIES:
                return
            found = _NUMBER.match(raw_of(node.facts, TEXT) or b"") if ply else None
            if found is not None and found[2]:
                yield ply, int(found[1])
