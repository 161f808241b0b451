"""The export form in lines (section 8.2.1): its words, comments, marks in comments; plain games at once."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from viewer.base.named import NamedTuple
from viewer.base.text import UTF8, encode
from viewer.formats.pgn import lexer
from viewer.formats.pgn.lexer import ARROWS, SQUARES, mark_text
from viewer.formats.pgn.said import LONE, TEXT, Chunk, NodeText, TextSettings, read_inside
from viewer.formats.pgn.write.slots import Spelling, nearest, spellable, spelling, texts_of
from viewer.games import game_of
from viewer.games.chess.game import GAME as CHESS
from viewer.games.chess.replay import ChessReplay, can_replay
from viewer.tree.action import Setup
from viewer.tree.annotation import COMMENT, MARKS, Mark
from viewer.tree.comment import shown
from viewer.tree.facts import raw_of
from viewer.tree.node import Node
from viewer.tree.record import Record

WIDTH = 79
"""Characters of a line: "less than 80 printing characters"."""

_BLANK = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_NO_TEXT = re.compile("[\U0010fe80-\U0010feff\ud800-\udfff]")  # see viewer.base.text
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
# What may not come to stand at the head of a line: there it would be an escape (section 6), or
# look like a tag to readers that go by lines.
NEVER_FIRST = re.compile(r"%|\[[A-Za-z]")


class LineComment(NamedTuple):
    """A `;` comment: it ends its line."""

    text: str


class MovetextWords:
    """The words of a movetext in order; "(" is attached to what follows, ")" to what precedes."""

    def __init__(self) -> None:
        self._words: list[str | LineComment] = []
        self._opened = ""
        self._closed = 0  # brackets behind the last word

    def add(self, word: str) -> None:
        """Add a word that is never broken."""
        self._close()
        self._words.append(self._opened + word)
        self._opened = ""

    def add_line_comment(self, text: str) -> None:
        """Add a comment from a semicolon to the end of the line."""
        self._close()
        if self._opened:
            self._words.append(self._opened)
            self._opened = ""
        self._words.append(LineComment(text))

    def open(self) -> None:
        """Begin a variation."""
        self._opened += "("

    def close(self) -> None:
        """End a variation."""
        last = self._words[-1] if self._words and not self._opened else None
        if isinstance(last, str):
            self._closed += 1
        else:
            self.add(")")

    def _close(self) -> None:
        if self._closed:
            self._words[-1] = f"{self._words[-1]}{')' * self._closed}"
            self._closed = 0

    def lines(self) -> list[str]:
        """The lines, without their ends."""
        self._close()
        lines: list[str] = []
        line = ""
        for word in self._words:
            text, *more = (word if isinstance(word, str) else ";" + word.text).split("\n")
            if not line:
                line = text
            elif len(line) + 1 + len(text) <= WIDTH:
                line = f"{line} {text}"
            else:
                lines.append(line)
                line = text
            for text in more:
                lines.append(line)
                line = text
            if isinstance(word, LineComment):
                lines.append(line)
                line = ""
        if line:
            lines.append(line)
        return lines


def printable(text: str) -> str:
    """Text with a blank for each control character, line ends and tabs among them, and "?" for
    bytes that couldn't be decoded in the file.
    """
    return _BLANK.sub(" ", text) if text.isascii() else _BLANK.sub(" ", _NO_TEXT.sub("?", text))


def without_controls(text: str) -> str:
    """Text with a blank for each control character but tabs and line feeds, and "?" as `printable` has it."""
    return _CONTROL.sub(" ", _NO_TEXT.sub("?", text))


# ---- Writing comments exactly as in the record, with blanks and line ends; a line may end at a single blank


_SCRIPT = TextSettings("utf-8", "\n", sys.maxsize)
_BETWEEN = re.compile(r"(?<=\S) (?=\S)")
_DIVIDERS = re.compile("([\u2028\u2029]+)")
_BREAKS = re.compile("\n+")


def texts_in(comment: str) -> list[tuple[int, str]]:
    """The non-empty texts of a comment, each with the number of items before it."""
    return [(gap, text) for gap, text in texts_of(spellable(comment, _SCRIPT)) if text.strip()]


def tidy_texts_in(comment: str) -> list[tuple[int, str]]:
    """Like `texts_in`, for a comment as the export form has it: the displayed text, with lines refilled.

    Line ends within a paragraph, and control characters, become blanks.
    """
    parts = _DIVIDERS.split(without_controls(comment.replace(LONE, "\n")))
    parts[::2] = [
        _BREAKS.sub(lambda run: "\n" + run.group(), shown(part, True)) for part in parts[::2]
    ]
    return texts_in("".join(parts))


def spelt(text: str, plain: bool = False, longest: int = 0) -> str:
    """A text as a comment, with braces or semicolon; `plain`: in a place where commands are text.

    After a semicolon it has at most `longest` characters (0: no limit); else ")" replaces a brace.
    """
    way = nearest(text, _SCRIPT, plain)
    if way.line and longest and len(way.inside) >= longest:
        way = nearest(text.replace("}", ")"), _SCRIPT, plain)
        way = way._replace(line=False)
    return f";{way.inside}" if way.line else f"{{{_SCRIPT.written(way.inside)}}}"


def beside_commands(text: str) -> str:
    """A text as it stands behind commands in their comment, "" if it can't."""
    if text.strip() != text or spelling(text, _SCRIPT) != Spelling(False, text):
        return ""
    return _SCRIPT.written(text)


def words_of(comment: str) -> list[str]:
    """The words of a comment in braces, between which lines may be broken."""
    parts = _BETWEEN.split(comment)
    firsts: list[int] = []
    within = False  # a command: it stays whole
    for index, part in enumerate(parts):
        if not index or not (within or NEVER_FIRST.match(part)):
            firsts.append(index)
        opened, closed = part.rfind("[%"), part.rfind("]")
        within = opened > closed if max(opened, closed) >= 0 else within
    return [" ".join(parts[at:end]) for at, end in pairwise([*firsts, len(parts)])]


# ---- The places of a node's marks in its comments, as far as the file that it was read from still shows them


_TEXT = "text"
_MARKING = (SQUARES, ARROWS)


class _Part(NamedTuple):
    """A text, or a command by its name, with its value."""

    kind: str
    value: str | tuple[Mark, ...]


class PlacedMarks(NamedTuple):
    """The marks of a node.

    Attributes:
        inside: the insides of comments with texts and marks, by the number of their first text; with how
            many texts they have.
        apart: the marks of comments without text.
    """

    inside: dict[int, tuple[str, int]]
    apart: tuple[Mark, ...]


def placed(node: Node, settings: TextSettings | None, texts: Sequence[str]) -> PlacedMarks | None:
    """The places of a node's marks among its texts, which are written as `texts`.

    None if the file doesn't show them: the record isn't from a PGN file, or the comment or the marks were
    changed, or not all of them stand directly behind the move. So, too, if they are in several commands of a
    kind, of which other programs read the first only.
    """
    raw = raw_of(node.facts, TEXT)
    if settings is None or raw is None or not node.marks:
        return None
    inside: dict[int, tuple[str, int]] = {}
    said: list[str] = []
    marks: list[Mark] = []
    apart: list[Mark] = []
    named: list[str] = []
    for parts in _comments(raw, settings, node.parent is None):
        own = [mark for part in parts for mark in _marks(part)]
        first = len(said)
        said += [str(part.value) for part in parts if part.kind == _TEXT]
        marks += own
        named += [part.kind for part in parts if part.kind in _MARKING]
        if own and len(said) > first:
            text = _written(parts, texts[first : len(said)])
            if text is None:
                return None
            inside[first] = text, len(said) - first
        else:
            apart += own
    same = said == [text for _, text in texts_of(node.comment)] and len(said) == len(texts)
    same = same and tuple(marks) == node.marks and len(named) == len(set(named))
    return PlacedMarks(inside, tuple(apart)) if same else None


def _comments(raw: bytes, settings: TextSettings, at_start: bool) -> Iterator[list[_Part]]:
    """The parts of each comment in the text of a node."""
    buffer = (b"\n" if at_start else b"x") + raw  # only there may % escape the first line
    for match in lexer.CHESS.finditer(buffer, 1):
        kind = match.lastindex
        if kind in (lexer.COMMENT, lexer.UNCLOSED):
            inside = match[kind]
            yield [
                _Part(_TEXT, settings.comment(inside[part.start : part.end]))
                if isinstance(part, Chunk)
                else _Part(part.name, part.value)
                for part in read_inside(inside)
            ]
        elif kind == lexer.LINE_COMMENT:
            said = NodeText()
            said.line_comment(match[kind], settings)
            text = str(said.notes().get(COMMENT, ""))
            yield [_Part(_TEXT, text)] if text else []


def _marks(part: _Part) -> tuple[Mark, ...]:
    return part.value if part.kind in _MARKING and isinstance(part.value, tuple) else ()


def _written(parts: Sequence[_Part], texts: Sequence[str]) -> str | None:
    """The inside of a comment without its times; None if it isn't read back as it is."""
    out = ""
    before = ""
    at = 0
    for part in parts:
        amid = 0 < at < len(texts)
        if part.kind == _TEXT:
            out += ("" if amid or not before else " ") + _SCRIPT.written(texts[at])
            at += 1
        elif part.kind in _MARKING:
            # Beside a command amid two texts the white space is theirs.
            close = amid and before == _TEXT
            said = ",".join(mark_text(mark) for mark in _marks(part))
            out += f"{'' if close or not before else ' '}[%{part.kind} {said}]"
        elif amid:
            return None
        else:
            continue
        before = part.kind
    marks = tuple(mark for part in parts for mark in _marks(part))
    return out if is_read(out, texts, marks) else None


def is_read(inside: str, texts: Sequence[str], marks: Sequence[Mark] | None = None) -> bool:
    """Whether the inside of a comment is read as texts, and as marks if these are given."""
    if "}" in inside:
        return False
    said = NodeText()
    said.comment(encode(inside, UTF8), _SCRIPT)
    notes = said.notes()
    found = [text for _, text in texts_of(str(notes.get(COMMENT, "")))]
    return found == list(texts) and (marks is None or notes.get(MARKS, ()) == tuple(marks))


# -------- The movetext of plain games, which are nearly all: a line of legal moves and nothing else


def plain_moves(record: Record) -> list[str] | None:
    """The moves of a record in SAN; None if it isn't plain.

    Plain is a record of chess without variations and annotations, all of whose moves a replay makes.
    """
    root = record.root
    if game_of(record.game) is not CHESS or root.notes:
        return None
    setup = record.setup
    replay = None if setup or record.line is None else record.line.replay()
    replay = _start(setup) if replay is None else replay
    if replay is None:
        return None
    make = replay.make
    moves: list[str] = []
    children = root.children
    while children:
        node = children[0]
        if len(children) > 1 or node.notes or make(node.action) is None:
            return None
        moves.append(replay.san)
        children = node.children
    return moves


def _start(setup: Setup | None) -> ChessReplay | None:
    """A replay that writes moves, from the start of a record; None for what isn't replayed."""
    if setup is None:
        return _usual_start().copy()
    board = CHESS.start(setup).board
    if board is None or not can_replay(board):
        return None
    return ChessReplay(board, writing=True)


@cache
def _usual_start() -> ChessReplay:
    start = CHESS.start(None).board
    assert start is not None
    return ChessReplay(start, writing=True)


def numbered(moves: Sequence[str], first_ply: int, between: str = " ") -> str:
    """Moves with their numbers and `between` behind these; `first_ply` as `export_moves.first_ply` has it."""
    words = list(moves)
    if first_ply & 1 and words:
        words[0] = f"{first_ply // 2}...{between}{words[0]}"
    for index in range(first_ply & 1, len(words), 2):
        words[index] = f"{(first_ply + index) // 2}.{between}{words[index]}"
    return " ".join(words)


def filled(text: str) -> list[str]:
    """A text of short words as lines of the export form (8.2.1)."""
    lines: list[str] = []
    at = 0
    while len(text) - at > WIDTH:
        end = text.rfind(" ", at, at + WIDTH + 1)
        lines.append(text[at:end])
        at = end + 1
    return [*lines, text[at:]]
