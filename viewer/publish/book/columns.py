"""How the blocks of sections fill columns: widths of diagrams, estimated heights, diagrams that give way.

Typst fills columns one after the other. A diagram that doesn't fit below its text would leave the rest of its
column empty. So each stands where its column stays full: behind its text; at the foot of a column, the end of
its text in the next one; or at the top of the next column, while the text that follows fills this one. For
the last two it floats within a group, which is a block of the text that gives way. A float is never within
another group: Typst would set two at the same place.

Measuring all paragraphs in Typst doubles its work: their heights are estimated here from their characters.
What floats finds its place by itself, whether the estimate is right to a line or not.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

Block = dict[str, Any]
"""A block of the template."""

_LINE, _WIDE_LINE = 1.25, 1.43  # distance of lines in ems, of Latin text and of Chinese characters
_GAP, _WIDE_GAP = 0.3, 0.0  # ems between two paragraphs beyond the distance of lines
_BEHIND, _WIDE_BEHIND = 0.8, 0.68  # ems behind a block
_SMALL, _WIDE_SMALL = 0.9, 0.93  # size of variations
_INSET = 0.85  # ems by which a level of variations is further in
_AROUND = 2.07  # ems above and below a diagram, and for its caption
_NOTES = 1.1  # for a second line below it
_TITLE = 2.8
_ROW, _WIDE_ROW = 1.2, 1.3  # distance of rows of moves in ems
_RULED_ROW = 1.23
_USUAL_BOARD = 19.2  # units of a board whose figures are as wide as a column
_POINT = 25.4 / 72  # mm
_BALANCED = 0.95  # of the height of the page's text: how much two columns of the same height take


def column_width(style: Mapping[str, Any]) -> float:
    """The width of a column in mm."""
    columns = style["columns"]
    room = style["width"] - style["inner"] - style["outer"] - style["gutter"] * (columns - 1)
    return float(room / columns)


_SMALL_BOARD = 0.8  # of the scale of figures: that of diagrams of variations


def diagram_width(drawing: Mapping[str, Any], style: Mapping[str, Any]) -> float:
    """The width of a diagram in mm: no higher than two fifths of the page, so that text stands beside it."""
    highest: float = style["height"] * 0.4 * drawing["width"] / drawing["height"]
    column = column_width(style)
    return float(min(column, column * style["diagram"] / 100 * drawing["scale"], highest))


def figure_width(drawing: Mapping[str, Any], style: Mapping[str, Any], small: bool) -> float:
    """The width of a figure in mm: that of a column for a whole board, its parts in the same scale.

    The diagrams of variations are all a little smaller.
    """
    column, room = column_width(style), max(_USUAL_BOARD, drawing["full"])
    if not small:
        highest: float = style["height"] * 0.45 * drawing["width"] / drawing["height"]
        return float(min(column * drawing["width"] / room, highest))
    return float(min(column, column * _SMALL_BOARD * drawing["width"] / room))


_WIDTHS = {
    character: width / 100
    for width, characters in (
        (0, "\u2060"),
        (20, "',.|\u202f"),
        (25, " :;ijl\u00a0"),
        (30, "!()/IJ\\ft{}"),
        (35, '"*-[]r“”'),
        (41, "?`csz"),
        (46, "#$0123456789ae~"),
        (51, "FS^_bdgkopqvxy"),
        (55, "+<=>ELPYhnu–"),
        (60, "BRTVZ"),
        (65, "%CKUX½"),
        (70, "&ADGNOQ"),
        (76, "Hmw…♖♜"),
        (84, "M"),
        (86, "♔♗♘♚♝♞"),
        (90, "@W"),
        (95, "♕♛"),
    )
    for character in characters
}
"""Of characters of the upright Latin font, in ems."""
_OTHER, _WIDE = 0.52, 1.0
_BOLD = 1.1  # times as wide are bold letters and digits
_AS_WIDE = frozenset(" \u00a0\u202f!,.♔♕♖♗♘♙♚♛♜♝♞♟")
_BOLD_KINDS = frozenset("mMWEr")


class _Widths(dict[str, float]):
    """The widths of characters in ems."""

    def __init__(self, bold: bool) -> None:
        self._bold = bold

    def __missing__(self, character: str) -> float:
        wide = unicodedata.east_asian_width(character) in "WF"
        width = _WIDE if wide else _WIDTHS.get(character, _OTHER)
        if self._bold and not wide and character not in _AS_WIDE:
            width *= _BOLD
        self[character] = width
        return width


_WIDTH_OF = _Widths(False).__getitem__, _Widths(True).__getitem__


def text_width(runs: Iterable[Sequence[str]]) -> float:
    """The width of the runs of a paragraph in one line, in ems."""
    return sum(
        sum(map(_WIDTH_OF[kind in _BOLD_KINDS], text)) * (0.82 if kind == "a" else 1.0)
        for kind, text in runs
    )


class Columns:
    """Follows sections down the columns of a book, and puts their diagrams where the columns stay full."""

    def __init__(self, style: Mapping[str, Any]) -> None:
        """`style` is that of the template."""
        self._style = style
        self._em = float(style["size"]) * _POINT
        self._width = column_width(style)
        self._line = self._em * (_LINE if style["latin"] else _WIDE_LINE)
        # The space behind the last block of a column takes nothing of it.
        room = float(style["height"] - style["top"] - style["bottom"])
        self._whole = room + self._em * (_BEHIND if style["latin"] else _WIDE_BEHIND)
        self._left = self._whole  # of this column, in mm
        self._lowered: list[float] = []  # the heights of the next columns, below a head
        self._slack = _SLACK * self._whole
        self._known: dict[int, float] = {}  # heights of the blocks of this section, by their ids

    # -------------------------------------------------------------------------------- places

    def begin(self, section: Mapping[str, Any]) -> float:
        """A section of the template begins, its blocks not counted.

        How much of its column it needs if it is to stand there, in mm; 0 if it has that, or begins a page.
        """
        head = self.head(section)
        if self._style["new-page"]:
            self._begin_page(head)
            return 0.0
        if section["chapter"]:
            self._begin_page(_CHAPTER * self._em)
        room = max(head + _FIRST_LINES * self._em, self._slack)
        if self._left < room:
            self._next()
            self._left -= head
            return room
        self._down(head)
        return 0.0

    def _begin_page(self, head: float) -> None:
        """A page begins, with a head of so many mm above all of its columns."""
        self._left = self._whole - head
        self._lowered = [self._left] * (int(self._style["columns"]) - 1)

    def _next(self) -> None:
        self._left = self._lowered.pop() if self._lowered else self._whole

    def _down(self, height: float) -> None:
        """So much follows, which may go on in the next columns."""
        while height > self._left:
            height = self._rest(height, self._left)
            self._next()
        self._left -= height

    def _rest(self, height: float, room: float) -> float:
        """What of a text goes on in the next column: no line alone, neither here nor there."""
        lines, fit = round(height / self._line), int(room / self._line)
        fit -= fit == lines - 1
        return height - fit * self._line if fit > 1 else height

    # ------------------------------------------------------------------------------- filling

    def balanced(self, blocks: Sequence[Block]) -> list[Block] | None:
        """The blocks with a break where two columns of a page end at about the same height.

        None if the section doesn't fit on a page.
        """
        rows = list(_by_rows(blocks))
        heights = [self.height(block) for block in rows]
        total = sum(heights)
        best, at, above = total, -1, 0.0
        for index, height in enumerate(heights):
            after_title = index > 0 and rows[index - 1]["kind"] == "title"
            if not after_title and max(above, total - above) < best:
                best, at = max(above, total - above), index
            above += height
        if at < 0 or best > self._left * _BALANCED:
            return None
        return [*_joined_rows(rows[:at]), {"kind": "break"}, *_joined_rows(rows[at:])]

    def filled(self, blocks: Sequence[Block]) -> list[Block]:
        """The blocks of a section, its diagrams that float in groups with the text that gives way to them."""
        parts = _parts(blocks)
        self._known = {id(block): self.height(block) for block in blocks}
        out: list[Block] = []
        while parts:
            texts, diagram = parts.pop()
            if diagram is None:
                self._say(out, texts)
                continue
            shown = self._known[id(diagram)]
            rest = sum(self._sum(some) for some, _ in parts)
            while len(texts) > 1 and (said := self._sum(texts)) + shown > self._left:
                last = said + rest < self._left - self._slack  # no text will fill the column
                if last and self._left - self._known[id(texts[0])] < self._sure(shown):
                    break
                self._say(out, [texts.pop(0)])
            self._place(out, texts, diagram, shown, parts)
        return out

    def _say(self, out: list[Block], texts: Iterable[Block]) -> None:
        for block in texts:
            height = self._known[id(block)]
            if block["kind"] == "diagram" and height > self._left:
                self._next()
            self._down(height)
            out.append(block)

    def _place(
        self,
        out: list[Block],
        texts: list[Block],
        diagram: Block,
        shown: float,
        parts: list[tuple[list[Block], Block | None]],
    ) -> None:
        """Put a diagram with the text before it; `parts` are those that follow, the next one last."""
        left, said = self._left, self._sum(texts)
        if said + shown <= left:
            self._left -= said + shown
            out.append(_group("bottom", diagram, texts) if texts else diagram)
            return
        if said >= left - self._slack:  # the text fills the column
            self._say(out, texts)
            if self._left < shown:
                self._next()
            self._down(shown)
            out.append(diagram)
            return
        follows = self._sum(parts[-1][0]) if parts else 0.0
        if said + follows < left - self._slack:
            rest = sum(self._sum(some) for some, _ in parts)
            if self._sure(shown) > left and said + rest < left - self._slack:
                diagram = self._smaller(diagram, self._sure(shown) - left)
                shown = self.height(diagram)
            if self._sure(shown) <= left + _NEARLY:
                self._next()
                self._left -= self._rest(said, left - shown)
                out.append(_group("bottom", diagram, texts) if texts else diagram)
                return
        self._say(out, texts)
        self._put_off(out, diagram, shown, parts)

    def _sure(self, shown: float) -> float:
        """The room in which a diagram surely fits, though the estimate may be wrong."""
        return shown + _SURE * self._line

    def _smaller(self, diagram: Block, by: float) -> Block:
        """A diagram that is so many mm lower; the same if it would become too small."""
        drawing = diagram["drawing"]
        width, height = drawing["width"], drawing["height"]
        across = drawing["across"] - by * width / height
        if across < _SMALLEST * drawing["across"]:
            return diagram
        return {**diagram, "drawing": {**drawing, "across": across}}

    def _put_off(
        self,
        out: list[Block],
        diagram: Block,
        shown: float,
        parts: list[tuple[list[Block], Block | None]],
    ) -> None:
        """Put a diagram at the top of the next column, with further ones until the text fills this one."""
        missing, taken = self._left - self._slack, 0.0
        group, diagrams = [{**diagram, "at": "top"}], shown
        while parts and taken < missing and diagrams < _MOST * self._whole:
            texts, after = parts.pop()
            while texts and taken < missing:
                block = texts.pop(0)
                taken += self._known[id(block)]
                group.append(block)
            if texts or taken >= missing:
                parts.append((texts, after))
                break
            if after is not None:
                group.append({**after, "at": "top"})
                diagrams += self._known[id(after)]
        rest = max(0.0, taken - self._left)
        out.append({"kind": "group", "blocks": group})
        self._next()
        self._down(diagrams + (rest or _FLOATING * self._em))

    # ------------------------------------------------------------------------------- heights

    def head(self, section: Mapping[str, Any]) -> float:
        """The height of the head of a section in mm, with the space around it."""
        style, head = self._style, section["heading"]
        across = style["columns"] > 1 and style["new-page"]
        room = (style["width"] - style["inner"] - style["outer"]) if across else self._width
        form, lines = head["form"], head["lines"]
        size, line, gap = _HEADS[form]
        size *= (1.4 if section["level"] == 1 else 1.2) * (style["head"] if form == "plain" else 1)
        players = (f"{name}   " for name, _ in head.get("players", ()))
        title = "".join(players) if form == "sides" else head["title"]
        width = text_width([("m", title)]) * size
        found = _TITLE_LINE * size * math.ceil(width * self._em / room)
        found += sum(
            gap + line * math.ceil(text_width([("c", one)]) * 0.9 * self._em / room)
            for one in lines
            if one
        )
        found += _KIND if section["kind"] or form == "numbered" else 0.0
        found += _BELOW_TITLE + (_BELOW_LINES if any(lines) else 0.0)
        found += _NEXT if head.get("named") else 0.0
        return float(found * self._em)

    def _sum(self, blocks: Iterable[Block]) -> float:
        return sum([self._known[id(block)] for block in blocks])

    def height(self, block: Mapping[str, Any]) -> float:
        """The height of a block in mm, with the space behind it."""
        em, wide = self._em, not self._style["latin"]
        kind = block["kind"]
        if kind == "diagram":
            drawing = block["drawing"]
            height = drawing["across"] * drawing["height"] / drawing["width"]
            return float(height) + (_AROUND + (_NOTES if block["notes"] else 0.0)) * em
        if kind == "title":
            return _TITLE * em
        gap = _WIDE_GAP if wide else _GAP
        if "heads" in block:
            return _RULED_ROW * em * (len(block["rows"]) + 1) + gap * em
        if kind == "table":
            return (_WIDE_ROW if self._style["wide"] else _ROW) * em * len(block["rows"]) + gap * em
        level = block["level"]
        size = em * ((_WIDE_SMALL if self._style["wide"] else _SMALL) if level else 1.0)
        inset = self._style["indent"] if self._style["wide"] else _INSET * level
        # Levels without end leave no room; a line has some.
        room = max(_NARROWEST, self._width / size - (inset if level else 0.0))
        bare = all(kind in _BOLD_KINDS for kind, _ in block["runs"])
        factor, more = _BARE if bare else _COMMENTED
        lines = max(1, math.ceil(text_width(block["runs"]) / room * factor + more))
        return size * (_WIDE_LINE if wide else _LINE) * lines + gap * em


_HEADS = {"plain": (1.0, 0.7, 0.8), "sides": (0.95, 0.7, 0.45), "numbered": (0.9, 0.7, 0.4)}
"""By forms of heads: the size of the title, the height of a line below it, the space around that, in ems."""
_KIND = 1.3  # ems of the line above a title
_NEXT = 1.5  # of the players below it
_TITLE_LINE = 1.0
_BELOW_TITLE = 2.53  # above and below a head
_CHAPTER = 6.8  # ems of the title of a chapter
_BARE, _COMMENTED = (1.0, 0.02), (1.015, -0.05)
"""Lines of paragraphs: times as many as their characters take, and so many more, as Typst divides them."""
_BELOW_LINES = 0.37  # between its title and the lines below it
_NARROWEST = 4.0  # ems
_SLACK = 0.05
"""Of the height of a column: what may stay empty."""
_SMALLEST = 0.72
"""Of the width of a diagram: how much smaller it may be where it would leave its column empty."""
_NEARLY = 0.01  # mm
_SURE = 1.5  # lines
_FLOATING = 0.95  # ems below a float that has no text of its group below it
_MOST = 0.6
"""Of the height of a column: how much of it diagrams take that were put off to its top."""
_FIRST_LINES = 1.4  # ems of text below a head


def _group(at: str, diagram: Block, texts: Sequence[Block]) -> Block:
    return {"kind": "group", "blocks": [{**diagram, "at": at}, *texts]}


def _parts(blocks: Sequence[Block]) -> list[tuple[list[Block], Block | None]]:
    """(texts, the diagram behind them) from the last to the first; other diagrams count as text."""
    parts: list[tuple[list[Block], Block | None]] = []
    texts: list[Block] = []
    for block in blocks:
        if block.get("floats"):
            parts.append((texts, block))
            texts = []
        else:
            texts.append(block)
    if texts:
        parts.append((texts, None))
    return parts[::-1]


def _by_rows(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks with a table for each row."""
    for block in blocks:
        if block["kind"] == "table":
            yield from ({**block, "rows": [row]} for row in block["rows"])
        else:
            yield block


def _joined_rows(blocks: Iterable[Block]) -> list[Block]:
    """The blocks with one table of those that follow one another."""
    out: list[Block] = []
    for block in blocks:
        if out and block["kind"] == out[-1]["kind"] == "table":
            out[-1] = {**block, "rows": [*out[-1]["rows"], *block["rows"]]}
        else:
            out.append(block)
    return out
