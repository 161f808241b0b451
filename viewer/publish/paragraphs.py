"""The items of a section as paragraphs of runs and tables of moves, in the order in which a book sets them.

The main line runs on through short comments, or stands in rows. A variation is a paragraph of its own; a
variation within it stands in brackets, as in printed books.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.publish.layout import LATIN, Layout
from viewer.publish.outline import (
    Comment,
    Diagram,
    Facts,
    Graph,
    Item,
    Moves,
    PrintedMove,
    Title,
)
from viewer.publish.wide import (
    SIDE_SIGN,
    WIDE_BRACKETS,
    between,
    full_width,
    tight_move,
    unbroken,
)
from viewer.publish.wording import typographic
from viewer.tree.nags import NAGS

MAIN, LINE, COMMENT, ASIDE, TOLD = "m", "v", "c", "a", "t"
"""Kinds of runs: moves of the main line, of variations, comments, what stands small after moves, words for
events. In capitals: something that mustn't be broken between lines."""
WIDE_MOVE = {MAIN: "W", LINE: "w"}
"""A move in Chinese characters: set in the font of those, unbroken."""
LETTER = "l"
"""What tells variations in the same brackets apart, a) and a1): in italics."""
SIGN = {MAIN: "E", LINE: "e"}
"""Signs of evaluation behind a move: set in the font that has all of them."""
BOLD = frozenset((MAIN, MAIN.upper(), WIDE_MOVE[MAIN], SIGN[MAIN]))

_LINE_MOVES = (LINE, LINE.upper(), WIDE_MOVE[LINE])
_UNBOXED = {wide: kind for kind, wide in WIDE_MOVE.items()}
Run = tuple[str, str]
_JOINED = (MAIN, LINE, COMMENT, ASIDE, TOLD, LETTER)
_NO_TEXT = frozenset((MAIN, ASIDE, TOLD))
_SET_APART = frozenset((*map(str.upper, _JOINED), *WIDE_MOVE.values(), *SIGN.values()))
_BRACKETS = ("()", "[]")


_NO_SPACE_BEFORE = tuple(",.;:!?)]}，。；：！？）】」』、…%")
WIDE = late("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef▲△☗☖]")
"""A sign of moves that are written without a space behind their number."""
_BREAKABLE = late("[-–—/…\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")
_WIDE_ENDS = frozenset((*map(chr, range(0x3000, 0x3040)), *"！（），－．：；？"))
_HAN_WORD = late("([\u3400-\u9fff\uf900-\ufaff]{1,8})")


class Paragraph:
    """A paragraph: `level` is 0 for the main line, 1 for variations on it; `runs` are its texts.

    Attributes:
        label: what stands ahead of it, "" for nothing.
        wide: whether its text is Chinese or Japanese.
    """

    def __init__(self, level: int, wide: bool = False, label: str = "") -> None:
        self.level = level
        self.label = label
        self.wide = wide
        self._runs: list[tuple[str, list[str]]] = []

    @property
    def runs(self) -> list[Run]:
        """Its texts."""
        return [(kind, "".join(texts)) for kind, texts in self._runs]

    def add(self, kind: str, text: str, glued: bool = False) -> None:
        """Add a text after a space, unless `glued`, or its first sign or the text before forbids one."""
        runs = self._runs
        if runs and not glued and not text.startswith(_NO_SPACE_BEFORE):
            last_kind, last = runs[-1]
            if self.wide:
                moves = kind in _LINE_MOVES or last_kind in _LINE_MOVES
                comments = COMMENT in (kind, last_kind) or TOLD in (kind, last_kind)
                last.append(between("".join(last), text, moves, comments))
            elif last_kind in _SET_APART:
                runs.append((COMMENT, [" "]))  # in a box it wouldn't be as wide as the others
            elif last[-1][-1:] not in _WIDE_ENDS:
                last.append(" ")
        if runs and runs[-1][0] == kind and kind in _JOINED:
            runs[-1][1].append(text)
        else:
            runs.append((kind, [text]))


class Row(NamedTuple):
    """A row of a table: its number, the move of each side with its signs, what stands small behind each."""

    number: str
    moves: tuple[str, str] = ("", "")
    asides: tuple[str, str] = ("", "")


class MoveTable:
    """Moves of the main line in rows, each of a move of both sides."""

    level = 0

    def __init__(self, wide: bool = False) -> None:
        self.rows: list[Row] = []
        self._wide = wide

    def add(self, move: PrintedMove, column: int) -> None:
        """Add a move to a column; one in the second goes behind that of the first, if that is here."""
        text = (tight_move(move.text) if self._wide else move.text) + _signs(move.signs)
        aside = " ".join(move.asides)
        last = self.rows[-1] if self.rows else None
        if column and last is not None and not last.moves[1]:
            row = last._replace(moves=(last.moves[0], text), asides=(last.asides[0], aside))
            self.rows[-1] = row
        elif column:
            self.rows.append(Row(_row_number(move.number), (UNSAID, text), ("", aside)))
        else:
            self.rows.append(Row(move.number, (text, ""), (aside, "")))

    def said(self) -> list[Row]:
        """The rows; dots stand for the second move of the last one if it stands elsewhere, or nowhere."""
        *rows, last = self.rows
        return [*rows, last if last.moves[1] else last._replace(moves=(last.moves[0], UNSAID))]


UNSAID = "……"
"""Stands in a row for a move that stands in another."""
Block = Paragraph | MoveTable | Title | Diagram | Facts | Graph


def blocks(items: Iterable[Item], layout: Layout = LATIN) -> Iterator[Block]:
    """Paragraphs, tables, titles and diagrams of a section."""
    yield from _Setting(layout).blocks(items)


class _Setting:
    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._table: MoveTable | None = None
        self._first: int | None = None  # a ply of the first column
        self._labels = 0  # how many were given
        self._numbers: list[int] = []  # of the line of each level, in the tree
        self._label = ""  # of the paragraph that begins next
        self._place = ""  # what stands ahead of its first move
        self._open: Paragraph | None = None
        self._depth = 0  # the level of the line that is being set
        self._glued = False  # whether the next text follows an opening bracket
        self._places: Iterator[tuple[int, int]] = iter(())  # of the lines that begin in brackets
        self._letters: list[str] = []  # of the line of each level, from the first on
        self._held: list[Diagram] = []  # of lines in brackets: they stand behind these

    def blocks(self, items: Iterable[Item]) -> Iterator[Block]:
        if not self._layout.own:
            items = list(items)
            self._places = iter(_places(items))
        for item in items:
            match item:
                case Moves():
                    ply = item.moves[0].ply if item.moves else 0
                    yield from self._go_to(item.level, item.begins, ply)
                    self._lead(item.lead)
                    if item.level == 0 and self._layout.anew:
                        self._labels = 0
                    if self._layout.rows and item.level == 0:
                        yield from self._rows(item.moves)
                        continue
                    if item.level == 0 and self._layout.wide:
                        yield from self._flush()
                    for move in item.moves:
                        self._move(move, item.level)
                case Comment():
                    yield from self._go_to(item.level, item.begins)
                    yield from self._say(item)
                case Diagram():
                    if self._depth > self._layout.own and item.level >= self._depth:
                        self._held.append(item)
                    else:
                        yield from self._flush()
                        yield item
                case Title() | Facts() | Graph():
                    yield from self._go_to(0, False)
                    yield from self._flush()
                    yield item
        yield from self._go_to(0, False)
        yield from self._flush()

    # ------------------------------------------------------------------------------- levels

    def _go_to(self, level: int, begins: bool, ply: int = 0) -> Iterator[Block]:
        """Go to a line of a level: close the brackets of deeper ones, open others, or a new paragraph.

        `ply`: of the move with which it goes on, 0 for none.
        """
        own = self._layout.own
        if begins and level and level == self._depth:
            if level <= own:
                yield from self._flush()
            elif own:
                self._close(level)
                self._depth -= 1
            else:
                self._paragraph().add(LINE, ";", glued=True)
        while self._depth > level:
            if self._depth > own:
                self._close(self._depth)
            else:
                yield from self._flush()
            self._depth -= 1
        if self._held and self._depth <= own:
            yield from self._flush()
        while self._depth < level:
            self._depth += 1
            if self._depth > own:
                self._add(LINE, self._brackets(self._depth)[0])
                self._glued = True
            else:
                yield from self._flush()
        if begins and level and not own:
            self._letter(level)
        if begins and level and level <= own and self._layout.tree:
            self._label = self._place_in_tree(level)
        if begins and level == 1 and self._layout.label is not None:
            self._labels += 1
            self._label = self._layout.label(self._labels, ply)
            if self._layout.place is not None and ply:
                self._place = self._layout.place(ply)

    def _lead(self, text: str) -> None:
        """What stands ahead of a line, if anything, instead of its label."""
        if text and self._depth <= self._layout.own:
            self._label = text
        elif text:
            self._add(MAIN, text)

    def _brackets(self, level: int) -> str:
        return (WIDE_BRACKETS if self._layout.wide else _BRACKETS)[level % 2]

    def _letter(self, level: int) -> None:
        """The letter of a line that begins in brackets, if these have several: a, within a line a1."""
        place, count = next(self._places)
        del self._letters[level - 1 :]
        above = self._letters[-1] if self._letters else ""
        said = "" if count == 1 else f"{above}{place + 1}" if above else _letters(place)
        self._letters += [above] * (level - 1 - len(self._letters)) + [said or above]
        if said:
            self._add(LETTER, f"{said})")
            self._paragraph().add(LINE, "\u00a0", glued=True)
            self._glued = True

    def _place_in_tree(self, level: int) -> str:
        """The label of the next line of a level: B, within it B1, within that B1.1."""
        numbers = self._numbers
        numbers += [0] * (level - len(numbers))
        del numbers[level:]
        numbers[-1] += 1
        return _letters(numbers[0] - 1).upper() + ".".join(map(str, numbers[1:]))

    def _close(self, level: int) -> None:
        self._paragraph().add(LINE, self._brackets(level)[1], glued=True)
        self._glued = False

    def _flush(self) -> Iterator[Block]:
        """What is open is complete."""
        if self._table is not None:
            yield self._table
            self._table = None
        if self._open is not None:
            yield self._open
        self._open = None
        self._glued = False
        yield from self._held
        self._held = []

    def _paragraph(self) -> Paragraph:
        if self._open is None:
            self._open = Paragraph(
                min(self._depth, self._layout.own), self._layout.wide, self._label
            )
            self._label = ""
        return self._open

    def _add(self, kind: str, text: str) -> None:
        self._paragraph().add(kind, text, self._glued)
        self._glued = False

    # -------------------------------------------------------------------------------- texts

    def _rows(self, moves: Iterable[PrintedMove]) -> Iterator[Block]:
        """Moves of the main line as rows of a table."""
        for move in moves:
            if self._table is None or not move.played or move.ends:
                yield from self._flush()
            if not move.played or (move.ends and self._layout.wide):
                self._add(TOLD, move.text)
                yield from self._flush()
                continue
            if self._table is None:
                self._table = MoveTable(self._layout.wide)
            if self._first is None:
                self._first = move.ply - move.number.endswith("…")
            self._table.add(move, (move.ply - self._first) % 2)

    def _move(self, move: PrintedMove, level: int) -> None:
        if self._place:
            self._add(COMMENT, self._place)
            self._place = ""
            self._glued = self._layout.wide
            move = move._replace(number="")
        if not move.played or (move.ends and self._layout.wide):
            self._add(TOLD, move.text)
        elif self._layout.wide and WIDE.search(move.text):
            self._wide_move(move, level)
        else:
            self._latin_move(move, LINE if level else MAIN)
        for aside in move.asides:
            self._add(ASIDE, aside)

    def _latin_move(self, move: PrintedMove, kind: str) -> None:
        text, number, apart = move.text, move.number, ""
        if move.signs:
            text += "".join(filter(_CLOSE.__contains__, move.signs))
            apart = _signs(sign for sign in move.signs if sign not in _CLOSE)
        wide = WIDE.search(text)
        if number.endswith(".") and (wide is None or wide.start()):
            number += "\u00a0"
        if wide:
            self._add(WIDE_MOVE[kind], number + text)
        elif not _BREAKABLE.search(number + text):
            self._add(kind, number + text)
        else:  # a space in the box of what isn't broken wouldn't be as wide as the others
            if number.endswith("\u00a0"):
                self._add(kind, number)
                self._glued, number = True, ""
            self._add(kind.upper(), number + text)
        if apart:  # its space is in the font of the text
            self._paragraph().add(kind, apart[0], glued=True)
            self._paragraph().add(SIGN[kind], apart[1:], glued=True)

    def _wide_move(self, move: PrintedMove, level: int) -> None:
        """A move in Chinese characters within text of these.

        In variations only the first one has a number; none has one if the move itself tells the side.
        """
        text = tight_move(move.text) + _signs(move.signs)
        begins = (self._open is None and not self._label) or self._glued
        if move.number and not SIDE_SIGN.match(move.text) and (begins or not level):
            dots = UNSAID if move.number.endswith("…") else ""
            text = f"{move.number.rstrip('.…')}.{dots}{text}"
        self._add(WIDE_MOVE[LINE if level else MAIN], text)

    def _say(self, comment: Comment) -> Iterator[Block]:
        if self._table is not None or (comment.level == 0 and self._layout.wide):
            yield from self._flush()
        parts = [part.strip() for part in comment.text.split("\n") if part.strip()]
        if comment.lead:
            if not comment.joined:
                yield from self._flush()
            apart = parts and parts[0].startswith("…") and not self._layout.wide
            self._add(MAIN, f"{comment.lead} " if apart else comment.lead)
            for at, part in enumerate(parts):
                if at:
                    yield from self._flush()
                self._words(part)
            if not comment.level:
                yield from self._flush()
            return
        if comment.level > self._layout.own:
            parts = [("" if self._layout.wide else " ").join(parts)]
        if len(parts) > 1 or (comment.level == 0 and comment.node == 0):
            yield from self._flush()
            for part in parts:
                self._words(part)
                yield from self._flush()
            return
        for part in parts:
            self._words(part)

    def _words(self, text: str) -> None:
        """Add a part of a comment."""
        if self._layout.wide:
            text = full_width(text)
        if self._layout.quotes:
            text = typographic(text, self._layout.quotes)
        if not self._layout.latin or text.isascii():
            self._add(COMMENT, text)
            return
        first = True
        for index, piece in enumerate(_HAN_WORD.split(text)):
            if not piece:
                continue
            self._glued = self._glued or not first
            self._add(COMMENT.upper() if index % 2 else COMMENT, piece)
            first = False


def _row_number(number: str) -> str:
    """The number of a row by that of its second move: "12…", or "24." where each ply has its own."""
    return f"{number[:-1]}." if number.endswith("…") else f"{int(number[:-1]) - 1}."


_CLOSE = frozenset(nag.sign for nag in NAGS.values() if nag.group == "move")
"""Signs that say something of the move; those of the position stand a little apart: ♔e8+ +−."""


def apart(sign: str) -> str:
    """A sign as it stands behind a move: a number (of a verdict) would be read as part of it."""
    if sign in _CLOSE:
        return sign
    return f"\u202f({sign})" if any(map(str.isdigit, sign)) else f"\u202f{sign}"


def _signs(signs: Iterable[str]) -> str:
    """Signs as they stand behind a move, first those that say something of it."""
    return "".join(map(apart, sorted(signs, key=lambda sign: sign not in _CLOSE)))


def _places(items: Iterable[Item]) -> list[tuple[int, int]]:
    """Of each line that begins, in order: its place among the alternatives to one move, and their number."""
    open_groups: dict[int, list[int]] = {}
    places: list[tuple[list[int], int]] = []
    for item in items:
        if not isinstance(item, Moves | Comment):
            continue
        for level in [one for one in open_groups if one > item.level]:
            del open_groups[level]
        if item.begins and item.level:
            group = open_groups.get(item.level)
            if group is None:
                group = open_groups[item.level] = []
            group.append(len(places))
            places.append((group, len(group) - 1))
    return [(place, len(group)) for group, place in places]


def _letters(place: int) -> str:
    """The letter of a place: a to z, then aa and so on."""
    return chr(ord("a") + place % 26) * (place // 26 + 1)


def as_data(block: Paragraph | MoveTable) -> dict[str, Any]:
    """A paragraph or a table for the template."""
    if isinstance(block, MoveTable):
        rows = [(row.number, row.moves, row.asides) for row in block.said()]
        return {"kind": "table", "level": 0, "rows": rows}
    runs = block.runs
    if block.wide:  # no boxes: what is in them would not be spaced as the rest of a justified line
        runs = [
            (_UNBOXED.get(kind, kind), unbroken(text, kind == WIDE_MOVE[MAIN]))
            for kind, text in runs
        ]
    # Moves that mustn't be broken would space out the Chinese characters of a justified line.
    ragged = any(kind in WIDE_MOVE.values() for kind, _ in runs)
    ragged = ragged or (block.wide and all(kind in _NO_TEXT for kind, _ in runs))
    data = {"kind": "par", "level": block.level, "runs": runs, "justify": not ragged}
    return {**data, "label": block.label} if block.label else data
