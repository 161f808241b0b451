"""The items of a node's slots: finding, making and removing them."""

from __future__ import annotations

from viewer.base.text import encode
from viewer.formats.pgn.read.said import TextSettings
from viewer.formats.pgn.write.slots import (
    BRACE,
    GAP,
    GLYPH,
    MOVE,
    Part,
    Slot,
    Text,
    Tok,
    read_parts,
    say,
)
from viewer.formats.pgn.write.style import GameStyle
from viewer.tree.annotation import NoteValue


class Items:
    """The slots of one node, with what all changes share.

    Attributes:
        slots: changed in place; with `tail`, the last one follows the one before it without a
            variation between; `plain`: text before a move, where commands are text.
    """

    def __init__(
        self,
        slots: list[Slot],
        style: GameStyle,
        settings: TextSettings,
        tail: bool = False,
        plain: bool = False,
    ) -> None:
        self.slots = slots
        self.style = style
        self.settings = settings
        self.tail = tail
        self.plain = plain

    def _now(self, facet: str) -> NoteValue | None:
        return say(self.slots, self.tail).notes().get(facet, "")

    def _all(self) -> list[tuple[Slot, int]]:
        return [(slot, place) for slot in self.slots for place in range(len(slot))]

    def _parts(self) -> list[tuple[Slot, int, int]]:
        return [
            (slot, place, inner)
            for slot, place in self._all()
            for inner in range(len(slot[place].parts))
        ]

    def _find(self, tok: Tok) -> tuple[Slot, int]:
        for slot, place in self._all():
            if slot[place] is tok:
                return slot, place
        raise AssertionError("an item of these slots")

    def _take(self, tok: Tok) -> None:
        """Remove an item; the first one of the movetext leaves its white space to the next."""
        slot, place = self._find(tok)
        gap = Tok(GAP, tok.lead, b"")
        slot[place] = gap

    def _end_of_glyphs(self) -> tuple[Slot, int]:
        """The place for a node's first comment: after its glyphs, before variations."""
        slot = self.slots[0]
        place = 0
        for at, tok in enumerate(slot):
            if tok.kind in (MOVE, GLYPH):
                place = at + 1
        if not (slot and slot[0].kind == MOVE):
            place = len(slot)
        return slot, place

    def _new_comment(self, parts: list[Part]) -> Tok:
        tok = Tok(BRACE, None if self.style.comment_gap else b"", b"")
        pad = self.style.pad
        tok.parts = [Part("layout", pad), *parts, Part("layout", pad)] if pad else parts
        tok.close = "}"
        return tok

    def _take_part(self, part: Part) -> None:
        """Remove a text or a command from its comment, and the comment if nothing is left."""
        for slot, place in self._all():
            tok = slot[place]
            if not any(each is part for each in tok.parts):
                continue
            if sum(1 for each in tok.parts if each.kind != "layout") == 1:
                slot[place] = Tok(GAP, tok.lead, b"")
                return
            at = next(inner for inner, each in enumerate(tok.parts) if each is part)
            del tok.parts[at]
            inner_after = at < len(tok.parts) - 1 and tok.parts[at].kind == "layout"
            if inner_after and (at == 0 or tok.parts[at - 1].kind == "layout"):
                del tok.parts[at]
            elif at > 1 and tok.parts[at - 1].kind == "layout":
                del tok.parts[at - 1]
            return

    def _is_read(self, tok: Tok) -> bool:
        """Whether a reader finds the parts of a comment in braces unchanged."""
        inside = "".join(_str(part.raw, self.settings) for part in tok.parts)
        if "}" in inside:
            return False
        found = read_parts(encode(inside, self.settings.codec), self.settings, self.plain)
        said, read = (
            [(part.kind, part.value) for part in parts if part.kind != "layout"]
            for parts in (tok.parts, found)
        )
        return said == read


def _str(text: Text, settings: TextSettings) -> str:
    return text if isinstance(text, str) else settings.decoded(text)
