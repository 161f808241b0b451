"""What is said about a node: comment, glyphs, marks, clock and the like.

A node keeps them under the names of `FACETS`. Values are plain data (text, numbers, tuples), so
that they compare, hash and serialise by themselves.
"""

from __future__ import annotations

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple

NoteValue = str | int | float | tuple["NoteValue", ...]


class Mark(NamedTuple):
    """A sign on the board.

    Attributes:
        kind: "square", "circle", "triangle", "cross", "label" or "arrow"; of go also "line", "selected",
            "territory" and "dim" (from here on; without squares: nothing is dimmed any more).
        squares: one square, or for an arrow or line two (from, to), by the game's names of them.
        colour: "green", "red", "blue" or "yellow"; of a territory "black" or "white".
        text: of a label.
    """

    kind: str
    squares: tuple[str, ...]
    colour: str = "green"
    text: str = ""


SIGNS = frozenset(("square", "circle", "triangle", "cross"))
"""Kinds of marks of which a square has one."""


class Facet(NamedTuple):
    """One kind of annotation; `empty` is its value where there is none."""

    name: str
    words: Message
    empty: NoteValue


COMMENT = "comment"
BEFORE = "before"
GLYPHS = "glyphs"
MARKS = "marks"
CLOCK = "clock"
ELAPSED = "elapsed"
EVALUATION = "evaluation"
BOOKMARK = "bookmark"
NAMELESS = " "
"""The value of BOOKMARK for one that marks a position without naming it."""
TITLE = "title"
PROBLEM = "problem"
MOMENT = "moment"
ACTOR = "actor"
EVENT = "event"
OVERTIME = "overtime"
FIGURE = "figure"
VIEW = "view"
VERDICT = "verdict"
MAIN = "main"

FACETS: dict[str, Facet] = {
    facet.name: facet
    for facet in (
        Facet(COMMENT, message("comments"), ""),
        Facet(BEFORE, message("comments before moves"), ""),  # ahead of a variation's first move
        Facet(GLYPHS, message("glyphs"), ()),  # NAG numbers
        Facet(MARKS, message("marks on the board"), ()),  # Mark
        Facet(CLOCK, message("clock times"), ""),  # h:mm:ss left after the move
        Facet(ELAPSED, message("times used"), ""),  # h:mm:ss spent on the move
        Facet(EVALUATION, message("evaluations"), ""),  # as written, e.g. +0.35 or #-4
        Facet(BOOKMARK, message("bookmarks"), ""),
        Facet(TITLE, message("titles"), ""),  # of a variation, in a table of contents
        Facet(PROBLEM, message("problems"), ""),  # id of the side that is to find its move
        Facet(MOMENT, message("moments of play"), ""),  # seconds since the beginning, as written
        Facet(ACTOR, message("who did it"), ""),  # number of a participant, from 0
        Facet(
            EVENT, message("kinds of events"), ""
        ),  # "mark", "result", …: what a Remark is, if no text
        Facet(OVERTIME, message("moves or periods left"), ""),  # in byo-yomi, as written
        Facet(FIGURE, message("figures"), ()),  # a new diagram begins: its flags and its title
        Facet(VIEW, message("parts of the board shown"), ()),  # squares, from here on; "*" for all
        Facet(VERDICT, message("verdicts"), ""),  # number, the first side's view: see tree.verdict
        Facet(MAIN, message("main variations"), ""),  # 1 on one that isn't the first of its parent
    )
}

Glyph = tuple[int, str, Message]
MOVE_GLYPHS: tuple[Glyph, ...] = (
    (1, "!", message("Good move")),
    (2, "?", message("Mistake")),
    (3, "!!", message("Brilliant move")),
    (4, "??", message("Blunder")),
    (5, "!?", message("Interesting move")),
    (6, "?!", message("Dubious move")),
)
POSITION_GLYPHS: tuple[Glyph, ...] = (
    (10, "=", message("Equal")),
    (13, "∞", message("Unclear")),
    (14, "⩲", message("First side is slightly better")),
    (15, "⩱", message("Second side is slightly better")),
    (16, "±", message("First side is better")),
    (17, "∓", message("Second side is better")),
    (18, "+−", message("First side is winning")),
    (19, "−+", message("Second side is winning")),
)
GOOD_GLYPHS = frozenset({1, 3, 5})
BAD_GLYPHS = frozenset({2, 4, 6})
