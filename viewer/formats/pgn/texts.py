"""Writing texts as comments: in braces, or after a semicolon if braces would change the text.

A typed text may contain what PGN reads differently: a brace that ends the comment, a command. Such a text is
written after a semicolon, where nothing is special, if it is one line; else its paragraphs become separate
comments, which are displayed alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from viewer.base.named import NamedTuple
from viewer.base.text import UTF8, encode, lacking
from viewer.formats.pgn.read.said import BREAK, LONE, NodeText, TextSettings
from viewer.tree.annotation import COMMENT

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
