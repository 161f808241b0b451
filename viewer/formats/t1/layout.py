"""The lines of a T1 file: which line holds which fact, which lines are moves, and what tells such a file.

A line is a value and, after `#`, a comment. T1j skips lines without a value and counts the rest.
twixtbot-ui uses line numbers and writes an empty name as a line without a value, which would shift
T1j's counting by one. Lines are taken by number if line 14 is a move (or there are no moves) and line
13 is none, else they are counted.
"""

from __future__ import annotations

import re

from viewer.base.named import NamedTuple
from viewer.formats.entry import Likeness

FACTS = (
    *("version", "name1", "name2", "height", "width"),
    *("kind1", "kind2", "starts", "letters", "pierule", "over"),
)
"""The facts given by the lines before the moves, in order."""
HEADERS = ("version", "name1", "name2", "kind1", "kind2", "letters", "pierule", "over")
"""The facts that are headers of the record."""
COMMENTS = {
    "version": "version of file-format",
    "name1": "Name of Player 1",
    "name2": "Name of Player 2",
    "height": "y-size of board",
    "width": "x-size of board",
    "kind1": "player 1 human or computer",
    "kind2": "player 2 human or computer",
    "starts": "starting player (1 plays top-down)",
    "letters": "Direction of letters",
    "pierule": "pierule?",
    "over": "game already over?",
}
"""The comments after the facts in a new file."""
DEFAULTS = {
    **{"version": "1", "name1": "Player 1", "name2": "Player 2", "kind1": "H", "kind2": "H"},
    **{"letters": "V", "pierule": "Y", "over": "N"},
}
"""The values in a new file of facts that the record doesn't have."""

MOST_LINES = 200_000
"""The number of lines that are read: many times the number of holes of the largest board."""

_FIRST = 2  # lines before the version, if lines are taken by number
_MOVES = _FIRST + len(FACTS)
_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_PEG = re.compile(r"([A-Za-z]{1,2})0{0,3}([1-9]\d{0,2})\Z", re.ASCII)
_WORDS = {
    "swap": "swap-pieces",
    "resign": "resign",
    "draw": "draw",
    "forfeit": "forfeit",
    "pass": "pass",
}


class ValueLine(NamedTuple):
    """A line: its value with the white space around it, its comment, its line end, its offset."""

    value: str
    comment: str
    end: str
    at: int

    @property
    def said(self) -> str:
        """The value without white space around it."""
        return self.value.strip()


class FileLayout(NamedTuple):
    """The lines of a file, with the index of the line of each fact and the indexes of the moves' lines.

    `rest` is the text after the first MOST_LINES; `counted`: whether lines without a value are skipped.
    """

    lines: list[ValueLine]
    facts: dict[str, int]
    moves: list[int]
    rest: str
    counted: bool

    def said(self, fact: str) -> str:
        """The value of a fact, "" if there is none."""
        place = self.facts.get(fact)
        return "" if place is None else self.lines[place].said


def layout_of(text: str) -> FileLayout:
    """Split a text into lines and assign them to facts and moves, in linear time."""
    lines: list[ValueLine] = []
    at = 0
    while at < len(text) and len(lines) < MOST_LINES:
        found = _LINE.match(text, at)
        assert found is not None
        value, sharp, comment = found[1].partition("#")
        lines.append(ValueLine(value, sharp + comment, found[2], at))
        at = found.end()
    if _is_by_number(lines):
        facts = {
            name: _FIRST + place for place, name in enumerate(FACTS) if _FIRST + place < len(lines)
        }
        moves = [place for place in range(_MOVES, len(lines)) if lines[place].said]
        return FileLayout(lines, facts, moves, text[at:], counted=False)
    told = [place for place, line in enumerate(lines) if line.said]
    facts = dict(zip(FACTS, told, strict=False))
    return FileLayout(lines, facts, told[len(FACTS) :], text[at:], counted=True)


def _is_by_number(lines: list[ValueLine]) -> bool:
    if len(lines) < _MOVES:
        return len(lines) > _FIRST and not any(line.said for line in lines[:_FIRST])
    after = lines[_MOVES].said if len(lines) > _MOVES else ""
    is_move = bool(word_of(after)) or not any(line.said for line in lines[_MOVES:])
    return is_move and not word_of(lines[_MOVES - 1].said)


def word_of(said: str) -> str:
    """The neutral text of a move, without player, for a line's value; "" if it is no move."""
    found = _PEG.match(said)
    if found is not None:
        return found[1].lower() + found[2]
    return _WORDS.get(said.lower(), "")


def text_of_word(word: str) -> str:
    """The line's value for a move's neutral text, "" if the format has no such move."""
    if _PEG.match(word):
        return word.upper()
    return next((text for text, meant in _WORDS.items() if meant == word), "")


# ---------------------------------------------------------------------------------------- the probe

_SURE = re.compile(
    r"#[ \t]*(?:File created by (?:T1j|twixtbot-ui)|version of file-format|y-size of board)",
    re.IGNORECASE,
)


def probe_t1(head: bytes) -> Likeness:
    """YES if there are the usual comments; IF_NAMED if there aren't but the lines fit the layout."""
    text = head.decode("latin-1")
    if _SURE.search(text):
        return Likeness.YES
    layout = layout_of(text)
    said = [layout.lines[place].said for place in layout.moves]
    complete = len(layout.facts) == len(FACTS) and all(map(word_of, said[:-1]))
    return Likeness.IF_NAMED if complete else Likeness.NO
