"""Records as people send them: in a message, a post in a forum, a note. The reader of prose reads them again.

The moves run on, or stand in rows; variations are in brackets, comments where they belong. A comment that
would be read as moves stands in braces, as in PGN.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TypeGuard

from viewer.base.columns import width_of
from viewer.base.fields import Values, choice
from viewer.base.messages import Number, message
from viewer.document.copying import CopiedText
from viewer.document.record_set import branch_record, headers_of
from viewer.formats.format import Collection
from viewer.formats.prose import words as prose
from viewer.formats.prose.heads import positions
from viewer.formats.prose.tokens import GAP, tokens
from viewer.games import game_of
from viewer.games.states import States
from viewer.publish.choices import NO_NUMBERS, PROSE, OutlineStyle
from viewer.publish.exporter import Place, left_out_words
from viewer.publish.outline import (
    Comment,
    Diagram,
    Heading,
    Item,
    Moves,
    PrintedMove,
    Section,
    Title,
)
from viewer.publish.sections import section_of
from viewer.publish.text.forms import Post
from viewer.publish.wording import Words
from viewer.tree.node import Node
from viewer.tree.record import Record, nodes_of
from viewer.tree.serial import NodeData

_HALF_WIDTH = str.maketrans("０１２３４５６７８９", "0123456789")
_WIDE = re.compile("[\u2e80-\u9fff\uff00-\uffef]")
_SENTENCE = re.compile(r"[.!?。！？…](?:[)）」』”\"]*)\Z")
_OPENS, _CLOSES = "([{（［【〔", ")]}）］】〕"


_START = Place()
WHOLE, FROM, TO = "whole", "from", "to"
EXTENT_FIELD = choice(
    "extent",
    message("Moves to write"),
    {
        WHOLE: message("All of the game"),
        FROM: message("From the position on"),
        TO: message("Up to the position"),
    },
)
"""What of a record is written, by a position that is chosen elsewhere."""


def part_of(record: Record, node: Node, extent: str, format: str) -> Record:
    """The part of a record of a format that `EXTENT_FIELD` chooses; up to a position it is one line."""
    if extent == WHOLE or node.parent is None:
        return record
    states = States(game_of(record.game), record)
    if extent == FROM:
        return branch_record(states, node, format)
    line: list[Node] = []
    above: Node | None = node
    while above is not None:
        line.append(above)
        above = above.parent
    rows = [NodeData(id, id - 1, one.action, one.notes) for id, one in enumerate(reversed(line))]
    return Record(record.game, nodes_of(rows)[0], headers_of(record, node, format))


def post(section: Section, form: Post, words: Words) -> str:
    """A record in a form, with a line feed at its end; `words` makes texts of messages."""
    return _Writing(section, form, words).text()


def posts(
    records: Collection, form: Post, values: Values, words: Words, place: Place = _START
) -> CopiedText:
    """Records in a form, and what the text lacks of them. Raises OSError.

    `values` are some of the fields of an outline and of `EXTENT_FIELD`.
    """
    style = OutlineStyle.chosen({"numbers": NO_NUMBERS, **values})._replace(moves=PROSE)
    texts: list[str] = []
    left_out: Counter[str] = Counter()
    starts = False
    for index in range(len(records)):
        record = records.record(index)
        extent = str(values.get("extent", WHOLE))
        record = part_of(record, place.of(record), extent, records.format)
        section = section_of(record, records.format, index, style, words)
        texts.append(post(section, form, words))
        left_out.update(section.left_out)
        starts |= has_drawn_start(section)
    text = "\n".join(texts)
    lacks = []
    if starts:
        lacks.append(
            message("The position at the start is a picture, of which the text has the place.")
        )
    if (said := left_out_words(left_out)) is not None:
        lacks.append(said)
    if 0 < form.most < len(text):
        most = message(
            "That is {count} characters; one message holds {most}.",
            count=Number(len(text)),
            most=Number(form.most),
        )
        lacks.append(most)
    return CopiedText(text, tuple(lacks))


def has_drawn_start(section: Section) -> bool:
    """Whether a record begins with a position that texts have no line for."""
    begins = section.items[0] if section.items else None
    return _is_start(begins) and not positions(begins.text)


def _is_start(item: Item | None) -> TypeGuard[Diagram]:
    return isinstance(item, Diagram) and not item.after and item.node == 0


class _Writing:
    def __init__(self, section: Section, form: Post, words: Words) -> None:
        self._section = section
        self._form = form
        self._words = words
        self._game = game_of(section.game)
        self._lines: list[str] = []
        self._open: list[str] = []  # the parts of the line that is being written
        self._depth = 0
        self._moves: list[str] = []  # successive ones of a line
        self._rows: list[tuple[str, str, str]] = []
        self._wide = any(
            _WIDE.search(move.text)
            for item in section.items[:20]
            if isinstance(item, Moves)
            for move in item.moves[:1]
        )
        self._glued = False
        self._goes_on = False  # whether a move was written last
        main = [
            move
            for item in section.items
            if isinstance(item, Moves) and item.level == 0
            for move in item.moves
        ]
        self._widths = (
            max((width_of(move.number) for move in main), default=0),
            max((width_of(self._spelt(move)) for move in main), default=0),
        )

    def text(self) -> str:
        head = self._head(self._section.heading)
        for item in self._section.items:
            match item:
                case Moves():
                    self._go_to(item.level, item.begins)
                    self._play(item.moves, item.level)
                case Comment():
                    self._go_to(item.level, item.begins)
                    self._say(item)
                case Diagram():
                    self._picture(item)
                case Title():
                    self._go_to(0, False)
                    self._own_line(self._escaped(item.text))
        self._go_to(0, False)
        self._end_line()
        said = "\n".join(self._lines)
        return "\n".join(part for part in (head, said) if part) + "\n"

    # -------------------------------------------------------------------------------- head

    def _head(self, heading: Heading) -> str:
        """What is known of the record: the players in a line, the rest in another; no empty entries."""
        first, second = heading.sides
        names = [side.name for side in self._game.sides]
        players = [(names[0], first), (names[1], second)]
        title = heading.title if not (first or second) else heading.subtitle
        own = (message("Title"), title if title and not self._is_counted(title) else "")
        facts = [
            (message("Event"), heading.event),
            (message("Round"), heading.round),
            (message("Place"), heading.place),
            (message("Date"), heading.date),
            (message("Opening"), heading.opening),
            (message("Result"), heading.result),
            (message("Annotator"), heading.annotator),
            (message("Board"), self._section.board),
        ]
        lines = []
        for number, entries in enumerate((players, [own], facts)):
            said = "  ".join(
                self._words(message("{item}: {value}", item=name, value=self._escaped(value)))
                for name, value in entries
                if value
            )
            if said:
                lines.append(self._form.title.format(said) if not number else said)
        start = self._start()
        if start:
            lines.append(start)
        return "\n".join([*lines, ""]) if lines else ""

    def _is_counted(self, title: str) -> bool:
        return title == self._words(message("Game {number}", number=self._section.record + 1))

    def _start(self) -> str:
        """The position at which the record begins, unless it is the usual one."""
        begins = self._section.items[0] if self._section.items else None
        if not _is_start(begins):
            return ""
        return self._place(begins) if has_drawn_start(self._section) else begins.text

    # -------------------------------------------------------------------------------- lines

    def _go_to(self, level: int, begins: bool) -> None:
        """Go to a line of a level: close the brackets of deeper ones, open others."""
        if (level, begins) != (self._depth, False):
            self._flush()
        if begins and level and level == self._depth:
            self._bracket(")")
        while self._depth > level:
            self._bracket(")")
        while self._depth < level:
            self._bracket("(")

    def _bracket(self, sign: str) -> None:
        if sign == "(":
            if self._depth == 0 and self._form.rows:
                self._end_line()
            self._add("（" if self._wide else "(")
            self._glued = True
            self._depth += 1
            return
        self._open[-1] += "）" if self._wide else ")"
        self._goes_on = False
        self._depth -= 1
        if self._depth == 0 and self._form.rows:
            self._end_line()

    def _add(self, text: str) -> None:
        self._goes_on = False
        if self._glued and self._open:
            self._open[-1] += text
        else:
            self._open.append(text)
        self._glued = False

    def _end_line(self) -> None:
        """End the line that is being written, and the rows before it."""
        self._flush()
        if self._rows:
            self._lines += map(self._in_columns if self._form.aligned else _row, self._rows)
            self._rows = []
        if self._open:
            self._lines.append(" ".join(self._open))
            self._open = []

    def _own_line(self, text: str) -> None:
        """Write a line of its own."""
        self._end_line()
        self._lines.append(text)
        self._goes_on = False

    # -------------------------------------------------------------------------------- texts

    def _play(self, moves: Sequence[PrintedMove], level: int) -> None:
        goes_on = self._goes_on
        for index, move in enumerate(moves):
            text = self._spelt(move)
            if goes_on and not index and move.number.endswith("…"):
                move = move._replace(number="")  # nothing stands between it and the move before
            if move.ends:
                self._end(text, level)
                continue
            if level or not self._form.rows:
                self._moves.append(f"{move.number}{text}")
                continue
            if self._open:
                self._end_line()
            number = move.number
            if number.endswith("…"):
                self._rows.append((f"{number[:-1]}.", "…", text))
            elif number or not self._rows or self._rows[-1][2]:
                self._rows.append((number, text, ""))
            else:
                self._rows[-1] = (*self._rows[-1][:2], text)
        if level:
            self._flush()
        self._goes_on = True

    def _in_columns(self, row: tuple[str, str, str]) -> str:
        number, first, second = row
        widths = self._widths
        left = " " * (widths[0] - width_of(number)) + number
        middle = first + " " * (widths[1] - width_of(first))
        return f"{left} {middle}  {second}".rstrip()

    def _end(self, text: str, level: int) -> None:
        """How the game ended, which has no number."""
        self._flush()
        if self._form.rows and not level:
            self._end_line()
        self._add(text)

    def _spelt(self, move: PrintedMove) -> str:
        text = self._escaped("".join((move.text, *filter(_is_sign, move.signs))))
        return text.translate(_HALF_WIDTH) if self._game.half_width_in_posts else text

    def _flush(self) -> None:
        """Add the moves gathered so far."""
        if self._moves:
            said = " ".join(self._moves)
            self._moves = []
            self._add(said if self._depth else self._form.strong.format(said))

    def _say(self, comment: Comment) -> None:
        text = self._guarded(self._escaped(comment.text), comment)
        if comment.level or not self._form.rows:
            self._flush()
            if comment.level == 0 and comment.node == 0:
                self._end_line()
            self._add(text)
            if comment.level == 0 and comment.node == 0:
                self._end_line()
            return
        self._own_line(text)

    def _guarded(self, text: str, comment: Comment) -> str:
        """A comment as it can't be taken for moves, nor for the beginning of a variation."""
        if self._is_plain(text):
            if _SENTENCE.search(text) or comment.node == 0:
                return text
            return f"（{text}）" if _WIDE.search(text) else f"({text})"
        return f"{{{text}}}" if _balanced(text) else f"{{{_rounded(text)}}}"

    def _is_plain(self, text: str) -> bool:
        """Whether the reader of prose finds nothing in a text but words."""
        if any(sign in text for sign in _OPENS + _CLOSES) or "\n" in text:
            return False
        if text.lstrip(prose.SEPARATORS).rstrip(" ,，、:：") != text or prose.JOINING.fullmatch(
            text
        ):
            return False
        if prose.SUPPOSING.search(text) or prose.ADJACENT.search(text):
            return False
        return all(one.kind == GAP for one in tokens(text, self._game)[0])

    def _picture(self, diagram: Diagram) -> None:
        """The place of a picture; the position at the start is told in the head."""
        if diagram.node == 0:
            return
        self._flush()
        words = self._place(diagram)
        if self._form.rows and not self._depth:
            self._own_line(words)
        else:
            self._add(words)

    def _place(self, diagram: Diagram) -> str:
        said = self._words(message("Diagram {number}", number=diagram.number))
        if self._form.picture == "{words}":
            said = f"（{said}）" if self._wide else f"({said})"
        return self._form.picture.format(words=said, number=diagram.number)

    def _escaped(self, text: str) -> str:
        if not self._form.special:
            return text
        return re.sub(self._form.special, lambda found: f"\\{found[0]}", text)


def _is_sign(sign: str) -> bool:
    """Whether a sign may stand behind a move: a number (of a verdict) would be read as a comment."""
    return not any(map(str.isdigit, sign))


def _row(row: tuple[str, str, str]) -> str:
    number, first, second = row
    return f"{number[:-1]}…{second}" if first == "…" else f"{number}{first} {second}".rstrip()


def _balanced(text: str) -> bool:
    depth = 0
    for sign in text:
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            return False
    return depth == 0


def _rounded(text: str) -> str:
    return text.replace("{", "(").replace("}", ")")
