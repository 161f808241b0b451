"""A book: the outline of a study as data files for the template, with its indexes.

A long book is set in stretches (`stretches.py`), each by a setter of its own; another one, which has been
told of them, sets their frame.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from viewer.base.fields import Values
from viewer.base.messages import counted, message
from viewer.base.named import NamedTuple
from viewer.formats.format import Collection
from viewer.games import GAMES, game_of
from viewer.games.capabilities import Connecting, Placing
from viewer.games.printing import printing_of
from viewer.publish.book.choices import is_wide
from viewer.publish.book.columns import Columns, column_width, diagram_width, figure_width
from viewer.publish.book.setter import Setter, side_colour
from viewer.publish.book.typesetting import TypstFolder
from viewer.publish.choices import BOOK, NUMBERED, PLAIN_HEAD, REPORT, TABLE, OutlineStyle
from viewer.publish.outline import Diagram, Facts, Graph, Heading, Moves, Section, Title
from viewer.publish.paragraphs import Block, MoveTable, Paragraph, blocks
from viewer.publish.reports import graph_caption, graph_drawing
from viewer.publish.sections import sections
from viewer.publish.wide import tight, unbroken
from viewer.publish.wording import Words, printed_line

Entries = list[tuple[str, list[str]]]
"""(name, labels of sections), sorted by name."""


class Indexes:
    """Gathers players and openings, section by section."""

    def __init__(self) -> None:
        self._players: dict[str, list[str]] = {}
        self._openings: dict[str, list[str]] = {}

    def add(self, heading: Heading, label: str) -> None:
        """Add a section with a label."""
        for name in dict.fromkeys(side for side in heading.written if side):
            self._players.setdefault(name, []).append(label)
        opening = " ".join(part for part in (heading.opening_code, heading.opening) if part)
        if opening:
            self._openings.setdefault(opening, []).append(label)

    def merge(self, other: Indexes) -> None:
        """Add the sections of another one, which come after these."""
        for mine, theirs in (
            (self._players, other._players),
            (self._openings, other._openings),
        ):
            for name, labels in theirs.items():
                mine.setdefault(name, []).extend(labels)

    def players(self) -> Entries:
        """The players."""
        return _sorted(self._players)

    def openings(self) -> Entries:
        """The openings, those with a code by it."""
        return _sorted(self._openings)


def _sorted(found: dict[str, list[str]]) -> Entries:
    return sorted(found.items(), key=lambda entry: (_plain(entry[0]), entry[0]))


def _plain(name: str) -> str:
    """A name without accents and case, by which it is sorted."""
    apart = unicodedata.normalize("NFKD", name)
    return "".join(one for one in apart if not unicodedata.combining(one)).casefold()


SHORT = 100
"""Records of a book that is set as a whole."""
FLOWING = 450
"""The same where games follow on a page."""
_SCORE = re.compile("[01½]-[01½]")
_PART = 100  # records in a file of data
_DEEPEST = 6  # level of headings


WHOLE, STRETCH, FRAME = "whole", "stretch", "frame"
"""Forms of the template."""


def is_long(count: int, values: Values) -> bool:
    """Whether a book of so many records is set in stretches."""
    return count > (SHORT if values["break"] == "page" else FLOWING)


class Stretch(NamedTuple):
    """Some records of a long book: the index of the first, the event of the one before (None for none)."""

    first: int
    event: str | None


class Head(NamedTuple):
    """A heading of a book.

    Attributes:
        text, level: of the heading.
        mark: the label of the section that begins with it, else "".
        running: the head of pages from here on; None for the one before.
        opens: whether a page begins with it, so that it is in the head of that page.
    """

    text: str
    level: int
    mark: str = ""
    running: str | None = None
    opens: bool = False


class Told(NamedTuple):
    """What the frame of a book must know of sections, beside the pages on which they are."""

    records: int
    heads: list[Head]
    indexes: Indexes
    authors: list[str]
    first: Section | None
    titles: int
    grouped: bool
    left_out: Counter[str]
    characters: set[str]


class FramedPage(NamedTuple):
    """A page of a stretch for the frame: its head; (text, level, mm from the top, mark) of headings."""

    words: str
    headings: list[tuple[str, int, float, str]]


class BookSetter(Setter):
    """Sets a book, or a stretch of one.

    Attributes:
        made: sections that are made already, in place of those of the records.
    """

    template = "book.typ"

    def __init__(
        self,
        room: TypstFolder,
        collection: Collection,
        name: str,
        values: Values,
        words: Words,
        stretch: Stretch | None = None,
    ) -> None:
        super().__init__(room, collection, name, values, words)
        self._stretch = stretch
        self.made: Sequence[Section] = ()
        self._several = len(collection) > 1 or stretch is not None
        self._outline = OutlineStyle.chosen(values)
        self._style = {
            **self.style(),
            "columns": int(str(values["columns"])),
            "diagram": values["diagram"],
            "beside": values["beside"] and values["columns"] == "1",
            "new-page": values["break"] == "page" or not self._several,
        }
        self._style["head"] = 1.5 if self._style["new-page"] and not self._outline.events else 1.25
        self._balanced = self._style["columns"] == 2 and self._style["new-page"]
        self._columns = Columns(self._style)
        self._indexes = Indexes()
        self._part: list[dict[str, Any]] = []
        self._parts = 0
        self._titles = 0
        self._grouped = False
        self._first: Section | None = None
        self._authors: dict[str, None] = {}
        self._heads: list[Head] = []

    def set(self) -> Iterator[int]:
        """Write the files; yields the number of records set. Raises OSError."""
        first, event = self._stretch or Stretch(0, None)
        made = sections(self.collection, self._outline, self.words, first, event)
        for section in self.made or made:
            self.count += 1
            self.left_out.update(section.left_out)
            self._section(section)
            yield self.count
        self._flush()
        self.put_drawings(last=True)
        self.room.put_data("book.json", self._book(WHOLE if self._stretch is None else STRETCH))

    # ------------------------------------------------------------------- stretches and frames

    def told(self) -> Told:
        """What the frame must know of the sections that were set."""
        return Told(
            self.count,
            self._heads,
            self._indexes,
            list(self._authors),
            self._first and self._first._replace(items=()),
            self._titles,
            self._grouped,
            self.left_out,
            self.characters,
        )

    def take(self, told: Told) -> None:
        """Take over what another setter tells of the next sections."""
        self.count += told.records
        self._indexes.merge(told.indexes)
        self._authors.update(dict.fromkeys(told.authors))
        self._first = self._first or told.first
        self._titles += told.titles
        self._grouped = self._grouped or told.grouped
        self.left_out.update(told.left_out)
        self.characters |= told.characters

    @property
    def shift(self) -> float:
        """How much further right the text of a right page is than that of a left one, in mm."""
        return float(self._style["inner"] - self._style["outer"])

    def put_frame(self, pages: Sequence[FramedPage]) -> None:
        """Write the files of the frame of these pages. Raises OSError."""
        self.room.put_data("pages.json", [page._asdict() for page in pages])
        self.room.put_data("book.json", self._book(FRAME))

    # ------------------------------------------------------------------------------ sections

    def _section(self, section: Section) -> None:
        self._first = self._first or section
        heading = section.heading
        label = f"s{section.record}"
        if heading.annotator:
            self._authors.setdefault(heading.annotator)
        self._indexes.add(heading, label)
        self._grouped = self._grouped or section.grouped
        head = self._head(section)
        title = head["title"]
        layout = self.layout(section.game, self._outline)
        shown = [self._block(section.game, block) for block in blocks(section.items, layout)]
        if heading.result and not heading.outcome and self._outline.content != REPORT:
            self._end(shown, section)
        level = 2 if section.grouped else 1
        if section.chapter:
            self._heads.append(Head(section.chapter, 1, "", section.chapter, opens=True))
        running = None if section.grouped else title
        self._heads.append(Head(title, level, label, running, bool(self._style["new-page"])))
        self._heads += (
            Head(block["text"], min(level + block["depth"], _DEEPEST))
            for block in shown
            if block["kind"] == "title"
        )
        data = {
            "label": label,
            "chapter": section.chapter,
            "grouped": section.grouped,
            "level": level,
            "kind": self._kind(section),
            "running": title,
            "heading": head,
        }
        data["needs"] = self._columns.begin(data)
        data["blocks"] = self._filled(shown)
        self.gather(data)
        self._part.append(data)
        if len(self._part) >= _PART:
            self._flush()
        self.put_drawings()

    def _filled(self, shown: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Blocks as they fill columns; on pages of its own, a short game ends them at the same height."""
        if self._style["beside"]:
            return shown  # the template sees what fits
        balanced = self._columns.balanced(shown) if self._balanced else None
        return self._columns.filled(shown) if balanced is None else balanced

    def _head(self, section: Section) -> dict[str, Any]:
        """The head of a section for the template: its form, its title, the lines below it."""
        heading = section.heading
        if section.grouped:
            heading = heading._replace(event="")  # the title of the chapter
        chosen = str(self.values["head"])
        form = printing_of(game_of(section.game)).head if chosen == BOOK else chosen
        if form == PLAIN_HEAD or not all(heading.sides):
            title, facts = self._plain_head(section, heading)
            shown = title
            if title == heading.paired(*heading.ranked) and is_wide(self.language):
                shown = heading.paired(*(unbroken(name, whole=True) for name in heading.ranked))
            return {
                "form": PLAIN_HEAD,
                "title": title,
                "shown": shown,
                "named": "   ".join(heading.players),
                "lines": [self._beside(facts)],
            }
        beginning = heading.beginning
        if form == NUMBERED and heading.opening_code:
            beginning = tuple(one for one in (heading.start,) if one)
        lines = [
            heading.subtitle,
            ", ".join(heading.occasion),
            ", ".join((*beginning, *self._by(heading))),
        ]
        return {
            "form": form,
            "title": heading.paired(*heading.sides),
            "lines": [one for one in lines if one],
            "players": [
                (name, side_colour(section.game, side)) for side, name in enumerate(heading.ranked)
            ],
            "number": f"{section.record + 1}." if self._several else "",
            "code": heading.opening_code,
        }

    def _by(self, heading: Heading) -> list[str]:
        """Who annotated a game, in words."""
        name = heading.annotator
        return [self.words(message("annotated by {name}", name=name))] if name else []

    def _plain_head(self, section: Section, heading: Heading) -> tuple[str, list[str]]:
        """(title, facts below it) of a section."""
        facts = [one for one in heading.facts if one not in heading.players]
        if heading.outcome:
            last = max(
                (one.last for one in section.items if isinstance(one, Diagram) and not one.level),
                default=0,
            )
            if last:
                facts.append(self.words(counted("{count} move", "{count} moves", last)))
            facts.append(heading.outcome)
        facts += self._by(heading)
        game = game_of(section.game)
        if isinstance(game, Connecting) and self.values["boards"] == "book":
            first, second = (side.name for side in game.sides)
            facts.append(
                self.words(message("{first} black, {second} grey", first=first, second=second))
            )
        if not all(heading.sides) or heading.players:
            return heading.title, facts
        return heading.paired(*heading.ranked), facts

    def _beside(self, facts: Sequence[str]) -> str:
        """What stands below a title, side by side."""
        if is_wide(self.language):
            return "\u3000".join(map(tight, facts))
        return "\u00a0\u00a0·  ".join(facts)  # no line begins with the dot

    def _kind(self, section: Section) -> str:
        if section.kind:
            return section.kind
        name = game_of(section.game).name
        if not self._several:
            return self.words(name)
        said = self.words(message("{game} · Game {number}", game=name, number=section.record + 1))
        return tight(said) if is_wide(self.language) else said

    def _flush(self) -> None:
        if self._part:
            self.room.put_data(f"part-{self._parts}.json", self._part)
            self._parts += 1
            self._part = []

    def _block(self, game: str, block: Block) -> dict[str, Any]:
        match block:
            case MoveTable() if self._outline.moves == TABLE:
                sides = [self.words(side.name) for side in game_of(game).sides]
                return {**self.paragraph(block), "heads": sides}
            case Paragraph() | MoveTable():
                return self.paragraph(block)
            case Title():
                self._titles += 1
                return {"kind": "title", **block._asdict()}
            case Facts():
                rows = [(row.what, row.cells, row.leads) for row in block.rows]
                return {**block._asdict(), "kind": "facts", "rows": rows, "numbers": block.numbers}
            case Graph():
                return self.graph(block)
            case Diagram():
                shown = self.diagram(game, block)
                drawing = shown["drawing"]
                drawing["across"] = (
                    figure_width(drawing, self._style, shown["small"])
                    if block.name
                    else diagram_width(drawing, self._style)
                )
                # One that heads its text, or the record, stays where it is.
                shown["floats"] = bool(block.after) and not isinstance(game_of(game), Placing)
                return shown

    def graph(self, graph: Graph) -> dict[str, Any]:
        """A graph as data: a diagram as wide as the column that stays where it is."""
        words = graph_caption(graph)
        drawing = self.drawings.add(graph_drawing(graph, self.drawings.theme)).data()
        drawing["across"] = column_width(self._style)
        return {
            **{"kind": "diagram", "drawing": drawing, "caption": words, "sign": "", "small": False},
            **{"notes": "", "alt": words, "floats": False},
        }

    def _end(self, shown: list[dict[str, Any]], section: Section) -> None:
        """Put the result behind the last move, or below it, ahead of diagrams of the end."""
        result = section.heading.result.replace("1/2", "½")
        if _SCORE.fullmatch(result):
            result = result.replace("-", "–")
        plies = [
            move.ply
            for item in section.items
            if isinstance(item, Moves) and item.level == 0
            for move in item.moves
            if not move.ends
        ]
        if plies:
            ended = printing_of(game_of(section.game)).ended(plies[-1], result)
            result = self.words(ended)
        at = max((n for n, one in enumerate(shown) if one["kind"] != "diagram"), default=-1)
        if at >= 0 and shown[at]["kind"] == "par" and shown[at]["level"] == 0:
            shown[at]["runs"].append(("r", result))
        else:
            said = {"kind": "par", "level": 0, "runs": [("r", result)], "justify": True}
            shown.insert(at + 1, said)

    # ----------------------------------------------------------------------------- the whole

    def _book(self, form: str) -> dict[str, Any]:
        values, words = self.values, self.words
        count = len(self.collection)
        game = "" if self._first is None else words(GAMES[self._first.game].name)
        extent = words(counted("{count} game", "{count} games", count))
        title = self.title
        if not self._several and self._first is not None:
            title = self._first.heading.title
        if not self._several and values["title"]:
            title = self.title
        author = printed_line(str(values["author"]))
        authors = [author] if author else list(self._authors)[:20]
        listed = self._several or self._titles > 1
        data = {
            "form": form,
            "title": title,
            "subtitle": game,
            "byline": ", ".join(authors[:3]) if self._several else "",
            "authors": authors,
            "extent": extent,
            "title-page": bool(values["title-page"]) and self._several,
            "contents": bool(values["contents"]) and listed,
            "contents-depth": 2,
            "grouped": self._grouped,
            "parts": self._parts,
            "indexes": self._index_data() if self._several and form != STRETCH else [],
            "words": {"contents": words(message("Contents"))},
            "style": self._style,
        }
        self.gather(data)
        return data

    def _index_data(self) -> list[Any]:
        words = self.words
        chosen = (
            ("players", message("Index of players"), self._indexes.players()),
            ("openings", message("Index of openings"), self._indexes.openings()),
        )
        return [
            (words(title), entries)
            for key, title, entries in chosen
            if self.values[key] and entries
        ]
