"""A game's writing style, found by majority; the export form's style is the default."""

from __future__ import annotations

import re
from collections import Counter

from viewer.base.named import NamedTuple
from viewer.formats.pgn.read.facts import AFTER, CLOSE, COMMENTED, OPEN, TAIL, TEXT, VARIATION
from viewer.formats.pgn.read.said import TextSettings
from viewer.tree.record import Record

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
