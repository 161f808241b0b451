"""The places of a node's marks in its comments, as far as the file that it was read from still shows them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from viewer.base.named import NamedTuple
from viewer.base.text import UTF8, encode
from viewer.formats.pgn.read import lexer
from viewer.formats.pgn.read.commands import ARROWS, SQUARES, mark_text
from viewer.formats.pgn.read.facts import TEXT
from viewer.formats.pgn.read.said import Chunk, NodeText, TextSettings, read_inside
from viewer.formats.pgn.texts import texts_of
from viewer.tree.annotation import COMMENT, MARKS, Mark
from viewer.tree.facts import raw_of
from viewer.tree.node import Node

_TEXT = "text"
_MARKING = (SQUARES, ARROWS)
_SCRIPT = TextSettings(UTF8, "\n", sys.maxsize)


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
