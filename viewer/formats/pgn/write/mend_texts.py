"""Updating the items of a node, and its comments text by text, which keep their places among them."""

from __future__ import annotations

import re
from itertools import pairwise

from viewer.base.text import encode
from viewer.formats.pgn.said import TextSettings
from viewer.formats.pgn.write.content import GameStyle
from viewer.formats.pgn.write.slots import (
    BRACE,
    FILL,
    GAP,
    GLYPH,
    LINE,
    MOVE,
    RESULT,
    Part,
    Slot,
    Spelling,
    Text,
    Tok,
    nearest,
    read_parts,
    say,
    spelling,
    texts_of,
)
from viewer.tree.annotation import COMMENT, NoteValue

# ----------------------------------- The items of a node's slots: finding, making and removing them


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


# --------------------------------------------------------------------------- Comments, text by text


class Texts(Items):
    """Updates the comments."""

    def _texts(self, want: str) -> None:
        wanted = texts_of(want)
        have = [
            slot[place].parts[inner]
            for slot, place, inner in self._parts()
            if slot[place].parts[inner].kind == "text"
        ]
        texts = [str(part.value) for part in have]
        target = [text for _, text in wanted]
        front = 0
        while front < min(len(texts), len(target)) and texts[front] == target[front]:
            front += 1
        back = 0
        while back < min(len(texts), len(target)) - front and texts[-1 - back] == target[-1 - back]:
            back += 1
        old = have[front : len(have) - back]
        new = wanted[front : len(wanted) - back]
        for part, (_, text) in zip(old, new, strict=False):
            self._set_text(part, text)
        for part in old[len(new) :]:
            self._take_part(part)
        done = have[: front + min(len(old), len(new))]
        last = done[-1] if done else None
        for gap, text in new[len(old) :]:
            last = self._new_text(text, last, gap)
        if len(texts) == len(target) and not new:
            self._move_texts(have, wanted)

    def _divide_texts(self) -> None:
        """Give texts of one comment between which nothing stands any more comments of their own."""
        for tok in [slot[place] for slot, place in self._all() if slot[place].kind == BRACE]:
            items = [part for part in tok.parts if part.kind != "layout"]
            after = tok
            for one, part in pairwise(items):
                if one.kind == part.kind == "text":
                    self._take_part(part)
                    slot, place = self._find(after)
                    after = self._comment_of(part, str(part.value))
                    slot.insert(place + 1, after)

    def _set_text(self, part: Part, text: str) -> None:
        slot, place = next(
            (slot, place)
            for slot, place in self._all()
            if any(each is part for each in slot[place].parts)
        )
        tok = slot[place]
        if len([each for each in tok.parts if each.kind != "layout"]) > 1 and tok.kind == BRACE:
            part.raw, part.value = self.settings.written(text), text
            if not self._is_read(tok):
                self._take_part(part)
                slot.insert(place + 1, self._comment_of(part, text))
            return
        kept = tok.kind == LINE or (tok.kind == BRACE and self._fits_beside(text))
        if kept and not re.search(r"[\r\n\x85]", text if tok.kind == LINE else ""):
            part.raw, part.value = self.settings.written(text), text
            if tok.kind == LINE and text[:1] == " " and len(tok.parts) == 1:
                tok.parts.insert(0, Part("layout", " "))
            return
        fresh = self._comment_of(part, text)
        tok.kind, tok.parts, tok.close = fresh.kind, fresh.parts, fresh.close

    def _fits_beside(self, text: str) -> bool:
        """Whether a text can be in braces with others and with layout."""
        if text[:1].isspace() or text[-1:].isspace():
            return False
        return spelling(text, self.settings, self.plain) == Spelling(False, text)

    def _comment_of(self, part: Part, text: str) -> Tok:
        """A comment with one text, which is read back unchanged if PGN can hold it."""
        way = nearest(text, self.settings, self.plain)
        part.raw, part.value = self.settings.written(way.inside), text
        fresh = self._new_comment([part])
        if way.line:
            fresh.kind, fresh.parts, fresh.close = LINE, [part], b""
        elif way.inside != text or text[:1].isspace() or text[-1:].isspace():
            fresh.parts = [part]
        return fresh

    def _new_text(self, text: str, last: Part | None, gap: int) -> Part:
        part = Part("text", self.settings.written(text), text)
        if last is None:
            self._first_text(part, text)
            return part
        slot, place, inner, _ = self._beyond(last, gap)
        tok = slot[place] if 0 <= place < len(slot) else None
        inside = tok is not None and inner >= 0
        if inside and tok is not None:
            rest = [each for each in tok.parts[inner + 1 :] if each.kind != "layout"]
            texts = [each for each in tok.parts if each.kind == "text"]
            amid = bool(rest) or text[:1].isspace() or (not texts and self.style.together)
            if tok.parts[inner].kind != "text" and amid and tok.close:
                before = list(tok.parts)
                new = [part] if text[:1].isspace() else [Part("layout", " "), part]
                tok.parts[inner + 1 : inner + 1] = new
                if self._is_read(tok):
                    return part
                tok.parts = before
        slot.insert(place + 1, self._comment_of(part, text))
        return part

    def _first_text(self, part: Part, text: str) -> None:
        commands = [
            slot[place]
            for slot, place in self._all()
            if slot[place].kind == BRACE
            and slot[place].close
            and any(each.kind not in ("text", "layout") for each in slot[place].parts)
        ]
        if commands and self.style.together and self._fits_beside(text):
            tok = commands[-1] if self.style.front else commands[0]
            at = [inner for inner, each in enumerate(tok.parts) if each.kind != "layout"]
            if self.style.front:
                tok.parts[at[-1] + 1 : at[-1] + 1] = [Part("layout", " "), part]
            else:
                tok.parts[at[0] : at[0]] = [part, Part("layout", " ")]
            return
        fresh = self._comment_of(part, text)
        if commands:
            slot, place = self._find(commands[-1] if self.style.front else commands[0])
            slot.insert(place + 1 if self.style.front else place, fresh)
        else:
            slot, place = self._end_of_glyphs()
            slot.insert(place, fresh)

    def _beyond(self, last: Part, gap: int) -> tuple[Slot, int, int, int]:
        """The place after a text and a number of items: slot, item, part in a comment or -1."""
        steps: list[tuple[int, int, int, bool]] = []  # slot, item, part, whether it counts
        start = 0
        for number, slot in enumerate(self.slots):
            if number and not (self.tail and number == len(self.slots) - 1):
                steps.append((number, -1, -1, True))
            for place, tok in enumerate(slot):
                inner = [at for at, part in enumerate(tok.parts) if part.kind != "layout"]
                if not inner:
                    counts = tok.kind in (GLYPH, FILL, RESULT, BRACE, LINE)
                    steps.append((number, place, -1, counts))
                for at in inner:
                    if tok.parts[at] is last:
                        start = len(steps)
                    steps.append((number, place, at, tok.parts[at].kind != "text"))
        at = start
        for later in range(start + 1, len(steps)):
            if not gap:
                break
            if steps[later][3]:
                gap -= 1
                at = later
            elif self._is_text(steps[later]):
                break
        number, place, inner_at, _ = steps[at]
        return self.slots[number], place, inner_at, number

    def _is_text(self, step: tuple[int, int, int, bool]) -> bool:
        number, place, inner, _ = step
        if place < 0 or inner < 0:
            return False
        return self.slots[number][place].parts[inner].kind == "text"

    def _move_texts(self, have: list[Part], wanted: list[tuple[int, str]]) -> None:
        """Move unchanged texts to new places among the other items, as far as possible."""
        for index in range(1, len(have)):
            gaps = [gap for gap, _ in texts_of(str(self._now(COMMENT)))]
            if len(gaps) != len(wanted) or gaps[index] == wanted[index][0]:
                continue
            if gaps[index] < wanted[index][0] and not self._items_behind(have[index]):
                continue
            part = have[index]
            text = str(part.value)
            self._take_part(part)
            have[index] = self._new_text(text, have[index - 1], wanted[index][0])

    def _items_behind(self, part: Part) -> bool:
        before = self._beyond(part, 0)
        after = self._beyond(part, 1)
        return (before[3], before[1], before[2]) != (after[3], after[1], after[2])
