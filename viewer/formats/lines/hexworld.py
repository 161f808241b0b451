"""Links to HexWorld: `https://hexworld.org/board/#11r9c1,b4:sh4g8i8h3`.

After `#` come the columns, `x` and the rows if these differ, `r` with the hour at which a1 lies (10 unless
said), then the moves:
cells, `:p` pass, `:s` swap of pieces, `:S` of sides, `:rb` `:rw` black or white resigns, `:fb` `:fw`
forfeits. A second comma follows the moves that are shown at first. The meaning of `n` and `c1` is
unknown; they are kept in a link that has them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from viewer.base.limits import Limits
from viewer.formats.entry import Likeness
from viewer.formats.lines.notation import (
    Notation,
    Parsed,
    Token,
    Turns,
    bad_size,
    most_moves,
    no_move,
    size_of,
    start_for,
    too_many,
)
from viewer.games.stones.coordinates import column_row, size_text
from viewer.tree.action import Action, Move, Written
from viewer.tree.record import Record

_COMMA = r"(?:,|%2[cC])"
_LINK = re.compile(
    r"(?:hexworld\.org/board/?|^[ \t]*)(?:#|%23)(?P<columns>\d{1,4})(?:x(?P<rows>\d{1,4}))?"
    rf"(?P<flags>[a-z0-9]{{0,20}})(?P<moves>{_COMMA}\S*)?",
    re.MULTILINE,
)
_TOKEN = re.compile(
    r"(?::|%3[aA])(?P<word>r[bw]|f[bw]|[A-Za-z])|(?P<place>[A-Za-z]{1,2}[1-9][0-9]{0,2})"
    rf"|(?P<comma>{_COMMA})|(?P<other>[^:,%A-Za-z]++|.)",
)
_HOUR = re.compile(r"(?:[a-qs-z]\d{0,2})*r(1[0-2]|[1-9])(?!\d)")
_LINE_END = re.compile(r"\r\n?|\n")
_WORDS = {"p": "pass", "s": "swap-pieces", "S": "swap-sides"}
_ENDS = {"rb": "1 resign", "rw": "2 resign", "fb": "1 forfeit", "fw": "2 forfeit"}
_OF_WORD = {word: f":{text}" for text, word in _WORDS.items()}
_OF_END = {word: f":{text}" for text, word in _ENDS.items()}
_ADDRESS = "https://hexworld.org/board/#"
_SURE = re.compile(rb"\s*+\S{0,80}hexworld\.org/board/?(?:#|%23)\d")
_BARE = re.compile(rb"\s*+#\d{1,3}(?:x\d{1,3}(?=[a-z,])|[rnc]\d{0,2}[a-z0-9]*,|,[a-z0-9]*+:)")


def probe(head: bytes) -> Likeness:
    """YES for a link to HexWorld, or the part after its address if that can't belong to another site.

    IF_NAMED for a link with other text before it.
    """
    if _SURE.match(head) or _BARE.match(head):
        return Likeness.YES
    return Likeness.IF_NAMED if b"hexworld.org/board" in head else Likeness.NO


class HexWorld(Notation):
    """HexWorld's notation: one link for each record, each on its own line."""

    id = "hexworld"
    variant = "HexWorld"
    name = "HexWorld"

    def spans(self, text: str) -> list[tuple[int, int]]:
        """The spans of the records, each from the end of one link's line to the end of the next one's."""
        return spans_of(_LINK, text)

    def parse(self, text: str, limits: Limits) -> Parsed:
        """Parse the board and the moves of the link."""
        link = _LINK.search(text)
        assert link is not None  # by `spans`
        columns, rows = int(link["columns"]), int(link["rows"] or link["columns"])
        start, known = start_for("hex", columns, rows)
        head = link.start("columns"), link.end("rows") if link["rows"] else link.end("columns")
        found = [] if known else [bad_size(text[head[0] : head[1]], head[0])]
        tokens: list[Token] = []
        turns = Turns()
        at, stop = link.span("moves") if link["moves"] else (link.end(), link.end())
        commas = 0
        for one in _TOKEN.finditer(text, at, stop):
            if one["comma"]:
                commas += 1
                if commas <= 2:
                    continue
            if len(tokens) >= most_moves(limits):
                found.append(too_many(one.start(), len(tokens)))
                break
            action = _action(one, turns)
            if action is None:
                action = turns.written(one.group())
                if len(found) < limits.diagnostics:
                    found.append(no_move(one.group(), one.start(), len(tokens) + 1))
            tokens.append(Token(action, *one.span(), {}))
        first = tokens[0].start if tokens else stop
        return Parsed("hex", start, (), head, first, tokens, found, numbered=commas > 0)

    def new(self, record: Record) -> str:
        """A link with the board's size and no moves."""
        return f"{_ADDRESS}{size_text(*size_of(record))},\n"

    def head(self, record: Record, parsed: Parsed, text: str) -> str:
        """The board's size."""
        return size_text(*size_of(record))

    def word(self, action: Action | None, game: str) -> str:
        """The cell, or a colon and a word, "" if the move can't be written."""
        if isinstance(action, Written):  # text read from a link
            text = action.text[2:]
            kept = _TOKEN.fullmatch(text)
            return text if kept and not kept["place"] and not kept["comma"] and text.split() else ""
        if not isinstance(action, Move):
            return ""
        if action.text in _OF_END:
            return _OF_END[action.text]
        _, _, word = action.text.partition(" ")
        if column_row(word) is not None:
            place = _TOKEN.fullmatch(word)
            return word if place is not None and place["place"] else ""
        return _OF_WORD.get(word, "")

    def joined(self, words: Sequence[str], parsed: Parsed, before: int) -> str:
        """The words without separators, after a comma if the link has none yet."""
        comma = "," if words and not parsed.numbered else ""
        return comma + "".join(words)


def hour_in(text: str) -> str:
    """The hour of the clock at which a text's first link puts a1, "" if it says none."""
    link = _LINK.search(text)
    found = _HOUR.match(link["flags"]) if link is not None else None
    return found[1] if found is not None else ""


def _action(one: re.Match[str], turns: Turns) -> Action | None:
    if one["place"]:
        return turns.move(one["place"].lower())
    word = one["word"]
    if word in _ENDS:
        turns.player = int(_ENDS[word][0])
        return turns.move(_ENDS[word][2:])
    return turns.move(_WORDS[word]) if word in _WORDS else None


def spans_of(link: re.Pattern[str], text: str) -> list[tuple[int, int]]:
    """The spans of records, one for each line with a link; the last one includes the rest of the text."""
    out: list[tuple[int, int]] = []
    at = start = 0
    while True:
        found = link.search(text, at)
        if found is None:
            break
        end = _LINE_END.search(text, found.end())
        at = len(text) if end is None else end.end()
        out.append((start, at))
        start = at
    if out:
        out[-1] = (out[-1][0], len(text))
    return out


NOTATION = HexWorld()
