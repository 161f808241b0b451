"""The tokens of SGF: brackets of trees, nodes with their properties, and what is neither.

Nothing here knows a game. A file is split at brackets and nodes by one expression; only if that
leaves something over (an unescaped bracket, a node without `;`, text between) each property
is examined. All of this takes linear time for any text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import itemgetter

from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.formats.sgf.mixed import unmarked

SPACE = r"[ \t\r\n\f\v]*+"
_BODY_TEXT = r"[^\]\\]*+(?:\\.[^\]\\]*+)*+"
_VALUE = rf"\[{_BODY_TEXT}\]"
_NAME = r"[A-Za-z][A-Za-z0-9_]*+"
_PROPERTY = rf"{_NAME}{SPACE}(?:{_VALUE}{SPACE})++"
_TOKEN = late(rf"[()]{SPACE}|;{SPACE}(?:{_PROPERTY})*+|[^();]++", re.DOTALL)
_RUN = late(rf"(?:[^\[\]()]++|{_VALUE}|\])*+", re.DOTALL)
_PROPERTIES = late(rf"({_NAME}){SPACE}\[({_BODY_TEXT})\]{SPACE}((?:{_VALUE}{SPACE})*+)", re.DOTALL)
_VALUES = late(rf"\[({_BODY_TEXT})\]", re.DOTALL)
_BARE = late(r"(?<!\\)(?:\\\\)*+\]")
_BLANK = late(SPACE)
_START = late(rf"\({SPACE}(?:;|{_NAME}{SPACE}\[)")
_NEW_GAME = late(rf"\({SPACE};{SPACE}(?:GM|FF){SPACE}\[")
_HEAD = late(rf"{_NAME}{SPACE}(?=\[)")
_BODY = late(_BODY_TEXT, re.DOTALL)
_GOES_ON = late(rf"{SPACE}(?:[\[;()]|\Z|{_NAME}{SPACE}\[)")
_STRUCTURE = late(rf"[;(]{SPACE}[A-Za-z]{{1,2}}{SPACE}\[")
_PLAIN = late(r"[^();]++")
_OTHER = late(rf"(?:[A-Za-z0-9_]++(?!{SPACE}\[)|[^A-Za-z();])++")
_CLEAN = late(rf";?{SPACE}(?:{_PROPERTY})*+", re.DOTALL)

_SIGN = itemgetter(0)

OTHER = "?"
Tokens = tuple[list[str], str, bool]
"""A game's tokens: brackets with the white space behind them, nodes, other texts; a sign for each: its
bracket, `;` for a node, `OTHER`; whether each was in its proper place. Joined they are the text."""


class PropertySpan(NamedTuple):
    """The offsets of a property in a node's text.

    Attributes:
        name: as written.
        values: as written between their brackets, with escapes.
        start, stop: of the name.
        spans: of each value, without its brackets.
        end: the offset after the last bracket.
    """

    name: str
    values: tuple[str, ...]
    start: int
    stop: int
    spans: tuple[tuple[int, int], ...]
    end: int


# -------------------------------------------------------------------------------- games


def game_start(text: str, at: int) -> int:
    """The start of the next game, which is its first bracket; the end of the text if there is none."""
    found = _START.search(text, at)
    if found is None:
        return len(text)
    start = found.start()
    # Brackets ahead that hold nothing else belong to it.
    place = start
    while place > at and text[place - 1] in "( \t\r\n\f\v":
        place -= 1
        if text[place] == "(":
            start = place
    return start


def game_end(text: str, start: int) -> int:
    """The offset after the bracket that closes the game that begins at `start`; the end if none does."""
    return ending(text, start).at


class Ending(NamedTuple):
    """The end of a game.

    Attributes:
        at: the offset after its last bracket; the end of the text if it isn't closed.
        depth: the number of tree brackets open there.
        within: whether it ends inside a value.
    """

    at: int
    depth: int
    within: bool


def ending(text: str, start: int) -> Ending:
    """The end of the game that begins at `start`."""
    at, depth, size = start, 0, len(text)
    run = _RUN.match
    while at < size:
        char = text[at]
        if char == "(":
            # The game before wasn't closed where these begin again behind nodes of it.
            if depth and _NEW_GAME.match(text, at) and text.find(";", start, at) >= 0:
                return Ending(at, depth, False)
            depth += 1
        elif char == ")":
            depth -= 1
            if depth <= 0:
                return Ending(at + 1, 0, False)
        elif char == "[":  # never closed
            return Ending(size, depth, True)
        found = run(text, at + 1)
        assert found is not None
        at = found.end()
    return Ending(size, depth, False)


# -------------------------------------------------------------------------------- tokens


def node_end(text: str, at: int) -> int:
    """The offset after a node that begins at an offset; that offset itself if there is no quick answer."""
    found = _CLEAN.match(text, at)
    assert found is not None
    end = found.end()
    return end if text[end : end + 1] in ("(", ")", ";") else at


def tokens(text: str) -> Tokens:
    """The tokens of a game."""
    found: list[str] = _TOKEN.findall(text)
    kinds = "".join(map(_SIGN, found))
    return _carefully(text) if kinds.strip("();") else (found, kinds, True)


def _carefully(text: str) -> Tokens:
    """The tokens of a game with misplaced ones."""
    out: list[str] = []
    kinds: list[str] = []
    at, size = 0, len(text)
    search = _ClosingBracketSearch(text)
    while at < size:
        char = text[at]
        kind = ";"
        if char in "()":
            end, kind = _blank(text, at + 1), char
        elif char == ";" or (kinds and kinds[-1] == "(" and _HEAD.match(text, at)):
            end = _node_end(text, at + (char == ";"), search)
        else:
            found = _PLAIN.match(text, at)
            assert found is not None
            end, kind = found.end(), OTHER
        if kind == OTHER and kinds and kinds[-1] == ";":  # behind a node's properties
            out[-1] += text[at:end]
        else:
            out.append(text[at:end])
            kinds.append(kind)
        at = end
    return out, "".join(kinds), False


class _ClosingBracketSearch:
    """Searches for a bracket that properly closes a value."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lost_from = len(text) + 1

    def close(self, at: int) -> int:
        """The offset of the bracket that ends a value if the first one, at `at`, doesn't; -1 if none."""
        if at >= self.lost_from:
            return -1
        text, place = self.text, at
        while True:
            found = _BODY.match(text, place + 1)
            assert found is not None
            end = found.end()
            if end >= len(text) or text[end] != "]":
                self.lost_from = at
                return -1
            if _STRUCTURE.search(text, place + 1, end):
                return -1
            if _GOES_ON.match(text, end + 1):
                return end
            place = end


def _node_end(text: str, at: int, search: _ClosingBracketSearch) -> int:
    """The offset after the properties of a node that begins at `at`, and the text between them."""
    for place in _walk(text, at, search):
        at = place.end
    return _blank(text, at)


def _walk(text: str, at: int, search: _ClosingBracketSearch) -> list[PropertySpan]:
    """The properties from an offset to the next `;` or tree bracket outside values."""
    out: list[PropertySpan] = []
    size = len(text)
    while at < size:
        at = _blank(text, at)
        found = _HEAD.match(text, at)
        if found is None:
            plain = _OTHER.match(text, at)
            if plain is None or not plain.end() > at:
                break
            at = plain.end()
            continue
        stop = at + len(found.group().rstrip(" \t\r\n\f\v"))
        start, at = at, found.end()
        spans: list[tuple[int, int]] = []
        end = at
        while at < size and text[at] == "[":
            body = _BODY.match(text, at + 1)
            assert body is not None
            close = body.end()
            if close < size and not _GOES_ON.match(text, close + 1):
                further = search.close(close)
                close = further if further >= 0 else close
            close = min(close, size)
            spans.append((at + 1, close))
            end = min(close + 1, size)
            at = _blank(text, end)
        values = tuple(text[a:b] for a, b in spans)
        out.append(PropertySpan(text[start:stop], values, start, stop, tuple(spans), end))
        at = end
    return out


def _blank(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return at if found is None else found.end()


# ---------------------------------------------------------------------------- properties


def properties(node: str, clean: bool = False) -> list[tuple[str, list[str]]]:
    """Names and raw values of the properties of a node's text, in its order.

    `clean` says that the node is known to hold nothing else.
    """
    if clean or _CLEAN.fullmatch(node):
        return [
            (name, [first, *_VALUES.findall(more)] if more else [first])
            for name, first, more in _PROPERTIES.findall(node)
        ]
    return [(place.name, list(place.values)) for place in places(node)]


def faults(node: str) -> list[str]:
    """The faults of a node's text: "bracket" (not escaped in a value), "text" (between properties)."""
    if _CLEAN.fullmatch(node):
        return []
    found = places(node)
    out = ["bracket"] if any(_BARE.search(raw) for place in found for raw in place.values) else []
    at = 1 if node.startswith(";") else 0
    for place in found:
        between = node[at : place.start] + node[place.stop : place.spans[0][0] - 1]
        if between.strip():
            return [*out, "text"]
        at = place.end
    return [*out, "text"] if node[at:].strip() else out


@lru_cache(maxsize=4)  # a broken root of megabytes is asked for several times
def places(node: str) -> list[PropertySpan]:
    """The offsets of the properties in a node's text; not to be changed."""
    return _walk(node, 1 if node.startswith(";") else 0, _ClosingBracketSearch(node))


_ESCAPED = late(r"\\(\r\n|\n\r|[\r\n]|.|\Z)", re.DOTALL)
_BREAK = late(r"\r\n|\n\r|\r|\n")
_OTHER_SPACE = late(r"[\t\f\v]")
_SPECIAL = late(r"[\\\]]")
_SPECIAL_COMPOSED = late(r"[\\\]:]")
_BLANKS = late(r"[ \t\r\n\f\v]+")
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
LARGEST = len(_LETTERS)
"""Lines of the largest board whose points letters can name."""
_NUMBER = {letter: number for number, letter in enumerate(_LETTERS)}
_CORNERS = late(r"([a-zA-Z])([a-zA-Z]):([a-zA-Z])([a-zA-Z])")


def text_of(raw: str) -> str:
    """Text (FF[4] 3.2), with escapes and soft line breaks resolved, and line breaks as line feeds."""
    raw = unmarked(raw)
    if "\\" in raw:
        raw = _ESCAPED.sub(_plain, raw)
    if "\r" in raw:
        raw = _BREAK.sub("\n", raw)
    return _OTHER_SPACE.sub(" ", raw)


def _plain(found: re.Match[str]) -> str:
    char = found[1]
    return "" if char[:1] in ("\r", "\n", "") else char


def line_of(raw: str) -> str:
    """SimpleText (3.3): as Text, with blanks for line breaks."""
    return text_of(raw).replace("\n", " ")


def escaped(text: str, line_end: str = "\n", composed: bool = False) -> str:
    """The raw value of a text; colons are escaped too in composed values."""
    raw = (_SPECIAL_COMPOSED if composed else _SPECIAL).sub(lambda char: "\\" + char[0], text)
    return raw if line_end == "\n" else raw.replace("\n", line_end)


def halves(raw: str) -> tuple[str, str] | None:
    """The two raw values of a composed one; None if it isn't composed."""
    at = 0
    while True:
        colon = raw.find(":", at)
        if colon < 0:
            return None
        strokes = colon - len(raw[:colon].rstrip("\\"))
        if strokes % 2 == 0:
            return raw[:colon], raw[colon + 1 :]
        at = colon + 1


def point_of(raw: str) -> str:
    """A point as two letters; "" for other values. White space in it is ignored."""
    if len(raw) != 2 or not raw.isalpha():
        raw = _BLANKS.sub("", raw)
    if len(raw) != 2 or raw[0] not in _NUMBER or raw[1] not in _NUMBER:
        return ""
    return raw


def points_of(raw: str) -> tuple[str, ...]:
    """The points of one value of a list: one, or those of a rectangle (`aa:cc`); () for neither."""
    one = point_of(raw)
    if one:
        return (one,)
    found = _CORNERS.fullmatch(_BLANKS.sub("", raw))
    if found is None:
        return ()
    left, top, right, bottom = (_NUMBER[letter] for letter in found.groups())
    left, right, top, bottom = (
        min(left, right),
        max(left, right),
        min(top, bottom),
        max(top, bottom),
    )
    columns, rows = _LETTERS[left : right + 1], _LETTERS[top : bottom + 1]
    return tuple([column + row for row in rows for column in columns])


def compressed(points: Iterable[str]) -> list[str]:
    """Points as the values of a list, with rectangles if they save space (3.5.1).

    Each point is in one value; the order is by rows.
    """
    left = {(_NUMBER[point[1]], _NUMBER[point[0]]) for point in points}
    out: list[str] = []
    for row, column in sorted(left):
        if (row, column) not in left:
            continue
        wide = 1
        while (row, column + wide) in left:
            wide += 1
        high = 1
        while all((row + high, column + step) in left for step in range(wide)):
            high += 1
        cells = [(row + down, column + step) for down in range(high) for step in range(wide)]
        left.difference_update(cells)
        first = _LETTERS[column] + _LETTERS[row]
        if len(cells) > 1:
            first += ":" + _LETTERS[column + wide - 1] + _LETTERS[row + high - 1]
        out.append(first)
    return out


def plain_name(name: str) -> str:
    """A property's name without the lower-case letters that FF[1] to FF[3] allow (`CoPyright`)."""
    if name.isupper():
        return name
    capitals = "".join([char for char in name if not ("a" <= char <= "z")])
    return capitals or name.upper()


def size_of(values: Sequence[str], usual: str = "19") -> str:
    """The first value of SZ without white space, the usual size if there is none."""
    return _BLANKS.sub("", values[0]) if values else usual
