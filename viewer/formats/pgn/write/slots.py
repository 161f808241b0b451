"""The text of one node in slots, so that single items of it can be changed, and texts as comments.

The text is in slots: after the move itself, and after each variation that is an alternative
to it. Values of type bytes are from the file; those of type `str` are new.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from viewer.base.named import NamedTuple
from viewer.base.patterns import compiled
from viewer.base.text import UTF8, encode, lacking
from viewer.formats.pgn import lexer as kinds
from viewer.formats.pgn.lexer import Command, glyph_of
from viewer.formats.pgn.said import BREAK, LONE, Chunk, NodeText, TextSettings, read_inside
from viewer.tree.annotation import COMMENT

Text = bytes | str

MOVE: Final = "move"
BRACE: Final = "brace"
LINE: Final = "line"
GLYPH: Final = "glyph"
RESULT: Final = "result"
GAP: Final = "gap"  # where an item was taken out
FILL: Final = "fill"  # what says nothing: escaped lines, stray words, results, bare numbers

_LEAD = compiled(kinds.SPACE)


class Part:
    """A piece of the inside of a comment: "text", "layout", or the name of a command.

    Attributes:
        value: of a command, the text of its value or its marks.
        front, back: of a command, the text before and after its value.
    """

    __slots__ = ("back", "front", "kind", "raw", "value")

    def __init__(self, kind: str, raw: Text, value: object = None) -> None:
        self.kind = kind
        self.raw = raw
        self.value = value
        self.front: Text = b""
        self.back: Text = b""


class Tok:
    """An item in a slot.

    Attributes:
        kind: see above.
        lead: the white space before it; None for a new item, which is spaced by the style.
        raw: the rest; of a comment, without its brackets.
        parts: of a comment.
        close: the text that closes a comment.
        nag: of a glyph.
        number, tail: of a move, the text before and after its name (`raw`).
    """

    __slots__ = ("close", "kind", "lead", "nag", "number", "parts", "raw", "tail")

    def __init__(self, kind: str, lead: Text | None, raw: Text) -> None:
        self.kind = kind
        self.lead = lead
        self.raw = raw
        self.parts: list[Part] = []
        self.close: Text = b""
        self.nag = 0
        self.number: Text = b""
        self.tail: Text = b""


Slot = list[Tok]


def read_slot(
    raw: bytes,
    tokens: re.Pattern[bytes],
    settings: TextSettings,
    has_move: bool = False,
    at_start: bool = False,
    plain: bool = False,
) -> Slot:
    """The items of a slot.

    `has_move`: the first item is a move, whatever it looks like; `at_start`: the game starts with
    the slot; `plain`: comments have no commands.
    """
    buffer = (b"\n" if at_start else b"x") + raw  # only there may % escape the first line
    found = list(tokens.finditer(buffer, 1))
    slot: Slot = []
    closed = _pairs(found)
    at = 0
    while at < len(found):
        match = found[at]
        kind = match.lastindex or kinds.OTHER
        lead_end = _lead_end(match)
        lead = buffer[match.start() : lead_end]
        if kind == kinds.OPEN and at in closed:
            at = closed[at]
            slot.append(Tok(FILL, lead, buffer[lead_end : found[at].end()]))
        elif kind in kinds.MOVES or (kind == kinds.WORD and has_move and not slot):
            name = kinds.MOVES.get(kind, kind)
            slot += _move(match, lead, buffer[lead_end : match.start(name)], name)
        elif kind in (kinds.COMMENT, kinds.UNCLOSED):
            inside = match[kind]
            close = b"}" if kind == kinds.COMMENT else b""
            tok = _comment(lead, inside, close, settings, plain)
            slot.append(tok)
        elif kind == kinds.LINE_COMMENT:
            slot.append(_line(lead, match[kind], settings))
        elif match.end() > match.start() or lead:
            raw_kind = RESULT if kind == kinds.RESULT else FILL
            tok = Tok(raw_kind, lead, buffer[lead_end : match.end()])
            nag = _nag(match, kind)
            if nag is not None:
                tok.kind, tok.nag = GLYPH, nag
            slot.append(tok)
        at += 1
    return slot


def _pairs(found: list[re.Match[bytes]]) -> dict[int, int]:
    pairs: dict[int, int] = {}
    stack: list[int] = []
    for index, match in enumerate(found):
        if match.lastindex == kinds.OPEN:
            stack.append(index)
        elif match.lastindex == kinds.CLOSE and stack:
            pairs[stack.pop()] = index
    return pairs


def _lead_end(match: re.Match[bytes]) -> int:
    found = _LEAD.match(match.string, match.start(), match.end())
    assert found is not None
    return found.end()


def _nag(match: re.Match[bytes], kind: int) -> int | None:
    if kind == kinds.NAG:
        digits = match[kinds.NAG]
        return int(digits) if 0 < len(digits) <= 6 else None
    return glyph_of(match[kinds.SIGN]) if kind == kinds.SIGN else None


def _move(match: re.Match[bytes], lead: bytes, number: bytes, name: int) -> Slot:
    tok = Tok(MOVE, lead, match[name])
    tok.number = number
    if match.lastindex == name:
        return [tok]
    sign = match[name + 1]
    glyph = Tok(GLYPH, b"", sign)
    nag = glyph_of(sign)
    assert nag is not None  # ! and ? alone are a suffix
    glyph.nag = nag
    return [tok, glyph]


def _comment(lead: bytes, inside: bytes, close: bytes, settings: TextSettings, plain: bool) -> Tok:
    if len(inside) > settings.longest:
        return Tok(FILL, lead, b"{" + inside + close)
    tok = Tok(BRACE, lead, b"")
    tok.close = close
    tok.parts = read_parts(inside, settings, plain)
    return tok


def read_parts(inside: bytes, settings: TextSettings, plain: bool) -> list[Part]:
    """The parts of the inside of a comment, including layout."""
    parts: list[Part] = []
    at = 0
    for part in read_inside(inside, plain):
        if part.start > at:
            parts.append(Part("layout", inside[at : part.start]))
        raw = inside[part.start : part.end]
        if isinstance(part, Chunk):
            parts.append(Part("text", raw, settings.comment(raw)))
        else:
            parts.append(_command(part, inside))
        at = part.end
    if at < len(inside):
        parts.append(Part("layout", inside[at:]))
    return parts


def _command(command: Command, inside: bytes) -> Part:
    part = Part(command.name, inside[command.start : command.end], command.value)
    part.front = inside[command.start : command.value_start]
    part.back = inside[command.value_end : command.end]
    return part


def _line(lead: bytes, inside: bytes, settings: TextSettings) -> Tok:
    tok = Tok(LINE, lead, inside)
    body = inside[1:] if inside[:1] == b" " else inside
    if len(inside) > settings.longest:
        tok.kind = FILL
        tok.raw = b";" + inside
    elif body.strip():
        if len(body) < len(inside):
            tok.parts.append(Part("layout", b" "))
        tok.parts.append(Part("text", body, settings.comment(body)))
    else:
        tok.parts.append(Part("layout", inside))
    return tok


def say(slots: list[Slot], tail: bool = False, plain: bool = False) -> NodeText:
    """The annotations in slots, with a variation between each two; `tail`: none before the last."""
    said = NodeText(plain)
    for index, slot in enumerate(slots):
        if index and not (tail and index == len(slots) - 1):
            said.item()
        for tok in slot:
            _say_tok(said, tok)
    return said


def _say_tok(said: NodeText, tok: Tok) -> None:
    if tok.kind == GLYPH:
        said.glyph(tok.nag)
    elif tok.kind in (FILL, RESULT):
        said.item()
    elif tok.kind in (BRACE, LINE):
        spoken = False
        for part in tok.parts:
            if part.kind == "text":
                said.text(str(part.value))
                spoken = True
            elif part.kind != "layout":
                said.value(part.kind, part.value)
                spoken = True
        if not spoken:
            said.item()


def spelt(tok: Tok) -> list[Text]:
    """The written form of an item, without its lead."""
    if tok.kind == MOVE:
        return [tok.number, tok.raw]
    if tok.kind in (BRACE, LINE):
        opening = b"{" if tok.kind == BRACE else b";"
        return [opening, *(part.raw for part in tok.parts), tok.close]
    return [tok.raw]


# ------- Writing texts as comments: in braces, or after a semicolon if braces would change the text
#
# A typed text may contain what PGN reads differently: a brace that ends the comment, a command. Such a
# text is written after a semicolon, where nothing is special, if it is one line; else its paragraphs become
# separate comments, which are displayed alike.


_MANY = re.compile("\u2029(\u2028*)|(\u2028+)")
_PARAGRAPH = re.compile(r"[ \t]*\n[ \t]*\n(?![ \t]*\n)")
_LINES = re.compile(r"[ \t]*\n[ \t]*")
_NO_LINE = re.compile(f"[\n\r{LONE}]")


class Spelling(NamedTuple):
    """A text in the form it has in a file.

    Attributes:
        line: whether it is written after a semicolon, up to the end of the line, or in braces.
        inside: the text with what stands around it, before `TextSettings.written`.
    """

    line: bool
    inside: str


def texts_of(comment: str) -> list[tuple[int, str]]:
    """The texts of a comment, each with the number of items between it and the previous one."""
    out: list[tuple[int, str]] = []
    at, gap = 0, 0
    for found in [*_MANY.finditer(comment), None]:
        text = comment[at : found.start()] if found is not None else comment[at:]
        if text:
            out.append((gap, text))
            gap = 0
        if found is not None:
            gap += len(found[1] or found[2] or "")
            at = found.end()
    return out


def spelling(text: str, settings: TextSettings, plain: bool = False) -> Spelling | None:
    """The spelling of a text as a separate comment that is read back unchanged, None if there is none.

    `plain`: before a move, where commands are text.
    """
    if lacking(text, settings.codec):
        settings = settings._replace(codec=UTF8)
    return next((way for way in _ways(text) if _is_read(way, text, settings, plain)), None)


def nearest(text: str, settings: TextSettings, plain: bool = False) -> Spelling:
    """The closest spelling of a text: unchanged; else with other line ends; else without what PGN lacks."""
    found = spelling(text, settings, plain) or spelling(_LINES.sub(" ", text), settings, plain)
    return found or Spelling(False, text.replace("}", ")"))


def spellable(comment: str, settings: TextSettings, plain: bool = False) -> str:
    """A comment whose texts are split into paragraphs if that avoids changing them."""
    texts: list[str] = []
    for text in comment.split(BREAK):
        parts = _PARAGRAPH.split(text)
        if len(parts) > 1 and all(part.strip() for part in parts):
            whole = spelling(text, settings, plain) is not None
            texts += [text] if whole else parts
        else:
            texts.append(text)
    return BREAK.join(texts)


def _ways(text: str) -> Iterator[Spelling]:
    yield Spelling(False, text)
    yield Spelling(False, f" {text} ")
    yield Spelling(True, f" {text}")


def _is_read(way: Spelling, text: str, settings: TextSettings, plain: bool) -> bool:
    """Whether a reader finds exactly the text."""
    if _NO_LINE.search(text) if way.line else "}" in way.inside:
        return False
    said = NodeText(plain)
    raw = encode(settings.written(way.inside), settings.codec)
    if way.line:
        said.line_comment(raw, settings)
    else:
        said.comment(raw, settings)
    return dict(said.notes()) == {COMMENT: text}
