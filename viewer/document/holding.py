"""Reasons why something isn't offered for a document: its format can't hold it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer.base.messages import Message, message
from viewer.formats import FORMATS

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


def no_colour(document: Document) -> Message | None:
    """Why the format can't hold colours of marks; None if it can."""
    if FORMATS[document.format].load().colours:
        return None
    return message("{format} has no place for colours of marks.", format=_name(document))


def _name(document: Document) -> str:
    return document.variant or document.format.upper()
