"""What can be chosen of a book, as a table of fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from viewer.base.fields import CHOICE, FLAG, NUMBER, TEXT, Field, Values, choice
from viewer.base.messages import Message, in_context, message
from viewer.publish.book.language import LANGUAGES
from viewer.publish.choices import OUTLINE_FIELDS
from viewer.publish.pictures.board import COORDINATES
from viewer.scene.theme import BOARD_THEMES

AUTOMATIC = "auto"

PAPERS: Mapping[str, tuple[Message, float, float]] = {
    "a4": (message("A4"), 210, 297),
    "a5": (message("A5"), 148, 210),
    "b5": (message("B5 (Japan)"), 182, 257),
    "letter": (message("US Letter"), 215.9, 279.4),
    "trade": (message("6 × 9 inches"), 152.4, 228.6),
}
"""Sizes of pages: name, width and height in mm."""
_MARGINS: Mapping[str, tuple[Message, float]] = {
    "usual": (message("Usual"), 1.0),
    "narrow": (message("Narrow"), 0.68),
    "wide": (message("Wide"), 1.3),
}
_BOARDS: Mapping[str, Message] = {
    "book": message("Black and white, for print"),
    "plain": message("Plain"),
    "light": message("Wood"),
}

PAGE_FIELDS: tuple[Field, ...] = (
    Field("title", message("Title"), TEXT, hint=message("Name of the file")),
    choice("paper", message("Paper"), {key: words for key, (words, *_) in PAPERS.items()}),
    choice("margins", message("Margins"), {key: words for key, (words, _) in _MARGINS.items()}),
    choice(
        "language",
        message("Language of the book"),
        {
            AUTOMATIC: message("As its texts"),
            **{key: language.name for key, language in LANGUAGES.items()},
        },
    ),
    choice("boards", message("Boards"), _BOARDS),
    Field("coordinates", message("Coordinates"), CHOICE, "game", COORDINATES),
    Field("flip", message("Seen from the other side"), FLAG, False),
    Field(
        "pieces",
        message("Pieces"),
        TEXT,
        help=message("The id of one of the game's kinds of pieces (two); empty for the usual one."),
    ),
    Field("last", message("A sign at the last move"), FLAG, False),
)

BOOK_FIELDS: tuple[Field, ...] = (
    *PAGE_FIELDS,
    choice(
        "columns",
        in_context("of text on a page", "Columns"),
        {"2": message("Two"), "1": message("One")},
    ),
    Field("size", message("Type size (points)"), NUMBER, 10, low=6, high=24),
    Field("diagram", message("Width of diagrams (% of a column)"), NUMBER, 75, low=20, high=100),
    choice(
        "break",
        message("A game begins"),
        {"page": message("On a new page"), "column": message("Below the one before")},
    ),
    Field("author", message("Author"), TEXT, hint=message("Who annotated the games")),
    Field("title-page", message("Title page, if there are several games"), FLAG, True),
    Field("contents", message("Contents, if there are several games"), FLAG, True),
    Field("players", message("Index of players, if there are several games"), FLAG, True),
    Field("openings", message("Index of openings, if there are several games"), FLAG, True),
    *(
        field._replace(default="figurine") if field.key == "notation" else field
        for field in OUTLINE_FIELDS
    ),
)

assert all(key in BOARD_THEMES for key in _BOARDS)


def page_style(values: Values) -> dict[str, Any]:
    """The page as the templates read it: lengths in mm."""
    _, width, height = PAPERS[str(values["paper"])]
    wide = _MARGINS[str(values["margins"])][1] * min(width, 182) / 182
    return {
        "width": width,
        "height": height,
        "inner": round(22 * wide, 2),
        "outer": round(20 * wide, 2),
        "top": round(24 * wide, 2),
        "bottom": round(24 * wide, 2),
        "gutter": round(7 * wide, 2),
    }
