"""Records of Hex as one line of moves: links to HexWorld and trmph, and records of Six.

Links to HexWorld: `https://hexworld.org/board/#11r9c1,b4:sh4g8i8h3`.

After `#` come the columns, `x` and the rows if these differ, `r` with the hour at which a1 lies (10 unless
said), then the moves:
cells, `:p` pass, `:s` swap of pieces, `:S` of sides, `:rb` `:rw` black or white resigns, `:fb` `:fw`
forfeits. A second comma follows the moves that are shown at first. The meaning of `n` and `c1` is
unknown; they are kept in a link that has them.

Links to trmph: `http://www.trmph.com/hex/board#13,a1b2c3d4`; read, not written.

Collections of games have only the part after the address, then a blank and `b`, `r`, `1` or `2` for the
winner. There is no word for a swap: a swapped stone is given where it was first placed.

Records of Six, a program that plays Hex: lines about the board, then two moves per line; read only.

    BoardSize: 11x11
    First: V
    Swap: 1
    Moves:
      1. A2 (0 ms) Swap (26 ms)

The player who begins connects top and bottom, as in all records of Hex in Qipu.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from viewer.base.limits import Limits
from viewer.base.patterns import compiled
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
from viewer.tree.annotation import ELAPSED, NoteValue
from viewer.tree.record import Header, Record

_COMMA = r"(?:,|%2[cC])"
_HEXWORLD_LINK = re.compile(
    r"(?:hexworld\.org/board/?|^[ \t]*)(?:#|%23)(?P<columns>\d{1,4})(?:x(?P<rows>\d{1,4}))?"
    rf"(?P<flags>[a-z0-9]{{0,20}})(?P<moves>{_COMMA}\S*)?",
    re.MULTILINE,
)
_HEXWORLD_TOKEN = re.compile(
    r"(?::|%3[aA])(?P<word>r[bw]|f[bw]|[A-Za-z])|(?P<place>[A-Za-z]{1,2}[1-9][0-9]{0,2})"
    rf"|(?P<comma>{_COMMA})|(?P<other>[^:,%A-Za-z]++|.)",
)
_HOUR = re.compile(r"(?:[a-qs-z]\d{0,2})*r(1[0-2]|[1-9])(?!\d)")
_LINE_END = re.compile(r"\r\n?|\n")
_HEXWORLD_WORDS = {"p": "pass", "s": "swap-pieces", "S": "swap-sides"}
_ENDS = {"rb": "1 resign", "rw": "2 resign", "fb": "1 forfeit", "fw": "2 forfeit"}
_OF_WORD = {word: f":{text}" for text, word in _HEXWORLD_WORDS.items()}
_OF_END = {word: f":{text}" for text, word in _ENDS.items()}
_ADDRESS = "https://hexworld.org/board/#"


class HexWorld(Notation):
    """HexWorld's notation: one link for each record, each on its own line."""

    id = "hexworld"
    variant = "HexWorld"
    name = "HexWorld"

    def spans(self, text: str) -> list[tuple[int, int]]:
        """The spans of the records, each from the end of one link's line to the end of the next one's."""
        return spans_of(_HEXWORLD_LINK, text)

    def parse(self, text: str, limits: Limits) -> Parsed:
        """Parse the board and the moves of the link."""
        link = _HEXWORLD_LINK.search(text)
        assert link is not None  # by `spans`
        columns, rows = int(link["columns"]), int(link["rows"] or link["columns"])
        start, known = start_for("hex", columns, rows)
        head = link.start("columns"), link.end("rows") if link["rows"] else link.end("columns")
        found = [] if known else [bad_size(text[head[0] : head[1]], head[0])]
        tokens: list[Token] = []
        turns = Turns()
        at, stop = link.span("moves") if link["moves"] else (link.end(), link.end())
        commas = 0
        for one in _HEXWORLD_TOKEN.finditer(text, at, stop):
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
            kept = _HEXWORLD_TOKEN.fullmatch(text)
            return text if kept and not kept["place"] and not kept["comma"] and text.split() else ""
        if not isinstance(action, Move):
            return ""
        if action.text in _OF_END:
            return _OF_END[action.text]
        _, _, word = action.text.partition(" ")
        if column_row(word) is not None:
            place = _HEXWORLD_TOKEN.fullmatch(word)
            return word if place is not None and place["place"] else ""
        return _OF_WORD.get(word, "")

    def joined(self, words: Sequence[str], parsed: Parsed, before: int) -> str:
        """The words without separators, after a comma if the link has none yet."""
        comma = "," if words and not parsed.numbered else ""
        return comma + "".join(words)


def hour_in(text: str) -> str:
    """The hour of the clock at which a text's first link puts a1, "" if it says none."""
    link = _HEXWORLD_LINK.search(text)
    found = _HOUR.match(link["flags"]) if link is not None else None
    return found[1] if found is not None else ""


def _action(one: re.Match[str], turns: Turns) -> Action | None:
    if one["place"]:
        return turns.move(one["place"].lower())
    word = one["word"]
    if word in _ENDS:
        turns.player = int(_ENDS[word][0])
        return turns.move(_ENDS[word][2:])
    return turns.move(_HEXWORLD_WORDS[word]) if word in _HEXWORLD_WORDS else None


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


HEXWORLD = HexWorld()


_TRMPH_LINK = compiled(
    r"(?:trmph\.com/hex/board#|^[ \t]*#?)(?P<size>\d{1,4}),(?P<moves>[A-Za-z][A-Za-z0-9]*)?"
    r"(?:[ \t]+(?P<winner>[brwBRW12])(?![^\s]))?",
    re.MULTILINE,
)
_TRMPH_TOKEN = compiled(r"(?P<place>[A-Za-z]{1,2}[1-9][0-9]{0,2})|[0-9]++|[A-Za-z]")


class Trmph(Notation):
    """The notation of trmph: one link for each record, each on its own line."""

    id = "trmph"
    variant = "trmph"
    name = "trmph"

    def spans(self, text: str) -> list[tuple[int, int]]:
        """The spans of the records, each from the end of one link's line to the end of the next one's."""
        return spans_of(_TRMPH_LINK, text)

    def parse(self, text: str, limits: Limits) -> Parsed:
        """Parse the board, the moves and the winner."""
        link = _TRMPH_LINK.search(text)
        assert link is not None  # by `spans`
        size = int(link["size"])
        start, known = start_for("hex", size, size)
        found = [] if known else [bad_size(link["size"], link.start("size"))]
        tokens: list[Token] = []
        turns = Turns()
        at, stop = link.span("moves") if link["moves"] else (link.end(), link.end())
        for one in _TRMPH_TOKEN.finditer(text, at, stop):
            if len(tokens) >= most_moves(limits):
                found.append(too_many(one.start(), len(tokens)))
                break
            if one["place"]:
                action = turns.move(one.group().lower())
                tokens.append(Token(action, *one.span(), {}))
                continue
            if len(found) < limits.diagnostics:
                found.append(no_move(one.group(), one.start(), len(tokens) + 1))
            tokens.append(Token(turns.written(one.group()), *one.span(), {}))
        headers = (Header("winner", link["winner"]),) if link["winner"] else ()
        return Parsed("hex", start, headers, link.span("size"), at, tokens, found)


TRMPH = Trmph()


_HEAD = re.compile(r"^[ \t]*(BoardSize|First|Swap)[ \t]*:[ \t]*([^\r\n]*)", re.MULTILINE)
_SIX_SIZE = re.compile(r"(\d{1,4})(?:[xX](\d{1,4}))?\s*\Z")
_MOVES = re.compile(r"^[ \t]*Moves[ \t]*:[ \t]*$", re.MULTILINE)
_SIX_TOKEN = re.compile(r"(?:\d{1,6}\.)?[ \t]*([^\s()]+)(?:[ \t]*\((\d{1,10})[ \t]*ms\))?\s*")
_PLACE = re.compile(r"[A-Za-z]{1,2}[1-9]\d{0,2}\Z", re.ASCII)
_SIX_WORDS = {"swap": "swap-pieces", "resign": "resign", "forfeit": "forfeit", "pass": "pass"}


class Six(Notation):
    """The notation of Six: one game per text."""

    id = "six"
    variant = "Six"
    name = "Six"

    def spans(self, text: str) -> list[tuple[int, int]]:
        """The span of the whole text, if it has a line of the head."""
        return [(0, len(text))] if _HEAD.search(text) else []

    def parse(self, text: str, limits: Limits) -> Parsed:
        """Parse the board, and the moves with the time that each took."""
        moves = _MOVES.search(text)
        begin = len(text) if moves is None else moves.end()
        said = {one[1]: one for one in reversed(list(_HEAD.finditer(text, 0, begin)))}
        board = said.get("BoardSize")
        size = None if board is None else _SIX_SIZE.match(board[2])
        start, known = None, board is None
        if size is not None:
            start, known = start_for("hex", int(size[1]), int(size[2] or size[1]))
        head = (0, 0) if board is None else board.span(2)
        found = [] if known else [bad_size(text[head[0] : head[1]], head[0])]
        headers = tuple(
            Header(key, said[key][2].strip()) for key in ("First", "Swap") if key in said
        )
        tokens: list[Token] = []
        turns = Turns()
        while begin < len(text) and text[begin].isspace():
            begin += 1
        for one in _SIX_TOKEN.finditer(text, begin):
            if len(tokens) >= most_moves(limits):
                found.append(too_many(one.start(), len(tokens)))
                break
            low = one[1].lower()
            notes: dict[str, NoteValue] = {} if one[2] is None else {ELAPSED: _time(int(one[2]))}
            if _PLACE.match(low) or low in _SIX_WORDS:
                action = turns.move(_SIX_WORDS.get(low, low))
                tokens.append(Token(action, *one.span(1), notes))
                continue
            if len(found) < limits.diagnostics:
                found.append(no_move(one[1], one.start(), len(tokens) + 1))
            tokens.append(Token(turns.written(one[1]), *one.span(1), notes))
        return Parsed("hex", start, headers, head, begin, tokens, found)


def _time(thousandths: int) -> str:
    seconds, rest = divmod(thousandths, 1000)
    text = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{text}.{rest:03}".rstrip("0") if rest else text


SIX = Six()
