"""How the paragraphs of a record are set: as books of its game have them, as chosen, as a solution."""

from __future__ import annotations

import sys
from collections.abc import Callable

from viewer.base.messages import in_context
from viewer.base.named import NamedTuple
from viewer.games import game_of
from viewer.games.printing import printing_of
from viewer.publish.choices import (
    BOOK,
    BRACKETS,
    BY_LETTERS,
    BY_NUMBERS,
    BY_TREE,
    COLUMNS,
    INDENTED,
    PARAGRAPHS,
    TABLE,
    OutlineStyle,
)
from viewer.publish.wording import Words

_OWN = {PARAGRAPHS: 1, BRACKETS: 0, INDENTED: sys.maxsize}


class Layout(NamedTuple):
    """How paragraphs are set.

    Attributes:
        latin: whether they are in a Latin script: a few Chinese characters within a comment are kept
            together, since they would be spaced out where a line is justified.
        wide: whether they are Chinese or Japanese, without spaces between words.
        rows: whether the moves of the main line stand in rows.
        label: what stands ahead of the variation of a number, counted from 1, that begins with the move of a
            ply (0: with no move); None: nothing.
        anew: whether that number begins anew where variations branch off from another move.
        tree: whether a variation in a paragraph of its own has its place ahead of it: A, A1, A1.2.
        place: what stands ahead of the first move of a labelled variation, of a ply; None: nothing.
        own: the deepest level of variations that are paragraphs of their own; others stand in brackets, where
            none is, those of a move in the same ones, with letters.
        quotes: the language whose quotation marks and dashes comments get, "" for as they are written.
    """

    latin: bool = True
    wide: bool = False
    rows: bool = False
    label: Callable[[int, int], str] | None = None
    anew: bool = False
    tree: bool = False
    place: Callable[[int], str] | None = None
    own: int = 1
    quotes: str = ""


LATIN = Layout()


def layout_of(
    game: str,
    style: OutlineStyle,
    words: Words,
    latin: bool = True,
    wide: bool = False,
    language: str = "",
) -> Layout:
    """The layout of records of a game in a style; `words` are those of the book, in a language."""
    books = printing_of(game_of(game))
    rows = books.rows if style.moves == BOOK else style.moves in (COLUMNS, TABLE)
    labels = books.labels if style.labels == BOOK else style.labels
    label: Callable[[int, int], str] | None = None
    place: Callable[[int], str] | None = None
    if labels == BY_NUMBERS:

        def label(number: int, _: int) -> str:
            return words(in_context("ahead of a variation", "Var. {number}", number=number))

    elif labels == BY_LETTERS:
        letters = words(in_context("labels of variations", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))

        def label(number: int, _: int) -> str:
            turn, index = divmod(number - 1, len(letters))
            return letters[index] + (str(turn + 1) if turn else "")

    elif labels == "moves" and wide:

        def label(_: int, ply: int) -> str:
            return words(books.branch(True))

        def place(ply: int) -> str:
            return words(books.at_move(ply))

    variations = books.variations if style.variations == BOOK else style.variations
    own, quotes = _OWN[variations], language if style.typographic else ""
    anew, tree = labels == BY_LETTERS, labels == BY_TREE
    return Layout(latin, wide, rows, label, anew, tree, place, own, quotes)


def solution_layout(
    game: str, start: int, words: Words, latin: bool = True, wide: bool = False
) -> Layout:
    """The layout of the solution of a problem whose position has a ply."""
    books = printing_of(game_of(game))
    if not books.line_first:
        return Layout(latin, wide)

    def label(_: int, ply: int) -> str:
        return words(books.branch((ply - start) % 2 == 0)) if ply else ""

    return Layout(latin, wide, label=label, place=lambda ply: words(books.at_move(ply - start)))
