"""Reasons why something isn't offered for a document: its format can't hold it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer.base.messages import Message, message
from viewer.formats import FORMATS
from viewer.games.game import Game, State
from viewer.tree.annotation import FACETS, FIGURE, MARKS, SIGNS
from viewer.tree.diagram import DIAGRAM, marked_node
from viewer.tree.node import Node

if TYPE_CHECKING:
    from viewer.document.document import Document


def no_glyph(document: Document, nag: int | None = None) -> Message | None:
    """Why the format can't hold a glyph (None: any); None if it can."""
    format_ = FORMATS[document.format].load()
    if format_.glyphs is None or (format_.glyphs if nag is None else nag in format_.glyphs):
        return None
    if format_.glyphs:
        return message("{format} has no place for this glyph.", format=_name(document))
    return message("{format} has no place for glyphs.", format=_name(document))


def no_diagram(document: Document, node: Node) -> Message | None:
    """Why a node's position can't be marked for a diagram, or its mark be removed; None if it can."""
    format_ = FORMATS[document.format].load()
    if (
        FIGURE in format_.facets
        or marked_node(node, False, format_.holds_glyph(DIAGRAM)) is not None
    ):
        return None
    if node.parent is None and no_glyph(document, DIAGRAM) is None:
        return message("The starting position can't have a diagram mark in this file.")
    return message("{format} has no place for diagram marks.", format=_name(document))


def no_mark(document: Document, kind: str | None = None) -> Message | None:
    """Why the format can't hold a kind of mark on the board (None: any); None if it can."""
    kinds = FORMATS[document.format].load().mark_kinds
    if kinds is None or (kinds if kind is None else kind in kinds):
        return None
    if kinds:
        return message("{format} has no place for this mark.", format=_name(document))
    what = FACETS[MARKS].words
    return message("{format} has no place for {what}.", format=_name(document), what=what)


def sign_held(document: Document, game: Game[State]) -> str:
    """The kind of sign for a square: the game's own, or another if the format holds only that."""
    kinds = (game.mark_sign, *(kind for kind in game.mark_kinds if kind in SIGNS))
    held = (kind for kind in kinds if no_mark(document, kind) is None)
    return next(held, game.mark_sign)


def holds_colours(document: Document) -> bool:
    """Whether the format can hold colours of marks."""
    return FORMATS[document.format].load().colours


def no_opening(document: Document, game: str) -> Message | None:
    """Why the format can't hold the name of an opening in records of a game; None if it can."""
    fields = FORMATS[document.format].load().fields_of(game)
    if any(field.role == "opening" for field in fields):
        return None
    return message("{format} has no place for the name of an opening.", format=_name(document))


def _name(document: Document) -> str:
    return document.variant or document.format.upper()
