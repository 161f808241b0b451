"""What books and problem sheets have in common: language, fonts, drawings, characters."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator
from typing import Any

from viewer.base.catalogs import active
from viewer.base.fields import Values
from viewer.base.messages import in_context, message
from viewer.formats import FORMATS
from viewer.formats.format import Collection
from viewer.games import game_of
from viewer.publish.book.choices import AUTOMATIC, page_style
from viewer.publish.book.drawings import Drawings, DrawingStyle
from viewer.publish.book.language import (
    FIGURES,
    LANGUAGES,
    LATIN,
    OWN,
    Language,
    language_of,
    language_of_catalog,
    words_in,
)
from viewer.publish.book.typesetting import TypstFolder, families
from viewer.publish.headings import header_text
from viewer.publish.outline import Diagram
from viewer.publish.paragraphs import Paragraph, as_data
from viewer.publish.wording import Words, printed_line
from viewer.scene.theme import BOARD_THEMES

_SAMPLED = 8  # records whose texts tell the language
_NAMING_ROLES = ("side0", "side1", "title", "event", "place", "annotator")


def language_for(collection: Collection, wanted: str) -> Language:
    """The language of a book: the chosen one, else that of the texts of the first records.

    Where these have neither names nor comments, as positions of problems often do, it is the user's.
    """
    if wanted != AUTOMATIC:
        return LANGUAGES[wanted]
    format_ = FORMATS[collection.format].load()
    texts: list[str] = []
    named = False
    codec = usual = ""
    for index in range(min(len(collection), _SAMPLED)):
        record = collection.record(index)
        codec, usual = record.encoding or "", game_of(record.game).language
        comments = [node.comment for node in record.walk() if node.notes]
        names = (
            header_text(format_, record.headers, record.game, role, str) for role in _NAMING_ROLES
        )
        named = named or any(map(_has_letters, (*comments, *names)))
        texts.extend(entry.value for entry in record.headers)
        texts.extend(comments)
    return language_of(texts, codec, usual) if named else language_of_catalog(active())


def _has_letters(text: str) -> bool:
    return any(map(str.isalpha, text))


def fonts_for(language: Language, available: frozenset[str]) -> list[str]:
    """The families to ask for a character, in order: Latin, figures, the language's, Qipu's own."""
    found = [family for family in language.families if family in available]
    return [*LATIN, FIGURES, *found[:2], *OWN]


class Setter(ABC):
    """Writes the data files of a document into a Typst folder, record by record.

    Attributes:
        template: the name of its template.
        fonts: the families to ask for characters.
        characters: every character in the texts beside ASCII's.
        count: the number of records, or problems, that were set.
        left_out: how many things of each kind aren't in the document.
    """

    template: str

    def __init__(
        self, room: TypstFolder, collection: Collection, name: str, values: Values, words: Words
    ) -> None:
        self.room = room
        self.collection = collection
        self.values = values
        self.language = language_for(collection, str(values["language"]))
        self.words = words_in(self.language, words)
        self.title = printed_line(str(values["title"])) or printed_line(name)
        self.fonts = fonts_for(self.language, families(room.fonts))
        self.characters: set[str] = set()
        self.count = 0
        self.left_out: Counter[str] = Counter()
        theme = BOARD_THEMES[str(values["boards"])]
        look = DrawingStyle(
            theme,
            str(values["coordinates"]),
            str(values["pieces"]),
            bool(values["last"]),
            bool(values["flip"]),
        )
        self.drawings = Drawings(look)

    @abstractmethod
    def set(self) -> Iterator[int]:
        """Write the files; yields the number of records set. Raises OSError."""

    def missing(self) -> str:
        """The characters of the texts that no font has."""
        return self.room.missing(self.characters, self.fonts)

    def pdf(self) -> bytes:
        """The pages as a PDF file."""
        return self.room.pdf(self.template)

    # ---------------------------------------------------------------------------- for setters

    def put_drawings(self, last: bool = False) -> None:
        """Put the files of drawings that are complete beside the template; with `last`, all."""
        for name, drawn in self.drawings.finished(last):
            self.room.put(name, drawn)

    def style(self) -> dict[str, Any]:
        """What the templates know of type and paper."""
        return {
            **page_style(self.values),
            "size": self.values["size"],
            "fonts": self.fonts,
            "wide-fonts": [*self.fonts[len(LATIN) :], *LATIN],
            "latin": self.latin,
            "lang": self.language.code,
            "region": self.language.region,
            "hyphenate": self.language.code == "en",
        }

    @property
    def latin(self) -> bool:
        """Whether the document is in a Latin script."""
        return self.language.code == "en"

    def paragraph(self, block: Paragraph) -> dict[str, Any]:
        """A paragraph as data."""
        return as_data(block)

    def diagram(self, game: str, diagram: Diagram) -> dict[str, Any]:
        """A diagram as data; it is drawn."""
        drawn = self.drawings.draw(game, diagram.position, diagram.flipped)
        caption, notes = self.caption(diagram)
        alt = ": ".join(part for part in (caption, diagram.text) if part)
        return {
            "kind": "diagram",
            "drawing": drawn.data(),
            "caption": caption,
            "notes": notes,
            "alt": alt,
        }

    def caption(self, diagram: Diagram) -> tuple[str, str]:
        """(caption, notes below it) of a diagram."""
        words = self.words
        parts = []
        number = diagram.number
        first, last = diagram.first, diagram.last
        if first:
            parts.append(
                words(
                    message(
                        "Figure {number} ({first}–{last})", number=number, first=first, last=last
                    )
                    if last > first
                    else message("Figure {number} ({first})", number=number, first=first)
                )
            )
        else:
            parts.append(words(in_context("below a diagram", "Diagram {number}", number=number)))
            if diagram.after and not diagram.title:
                parts.append(
                    words(in_context("below a diagram", "after {move}", move=diagram.after))
                )
            if diagram.to_move:
                parts.append(diagram.to_move)
        if diagram.title:
            parts.insert(1, diagram.title)
        notes = ",  ".join(f"{move} = {place}" for move, place in diagram.notes)
        return " · ".join(parts), notes

    def gather(self, data: Any) -> None:
        """Note the characters of all texts in data. Iterative."""
        stack = [data]
        while stack:
            one = stack.pop()
            if isinstance(one, str):
                if not one.isascii():
                    self.characters.update(one)
            elif isinstance(one, dict):
                stack.extend(one.values())
            elif isinstance(one, (list, tuple)):
                stack.extend(one)
