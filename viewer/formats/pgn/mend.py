"""What a game says of one node, changed item by item in its own text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import groupby

from viewer.base.text import encode
from viewer.formats.pgn.commands import NAME_OF, command_of, mark_text, sayable
from viewer.formats.pgn.said import Script
from viewer.formats.pgn.slots import (
    BRACE,
    FILL,
    GAP,
    GLYPH,
    LINE,
    MOVE,
    RESULT,
    Part,
    Slot,
    Text,
    Tok,
    read_parts,
    say,
)
from viewer.formats.pgn.style import Style
from viewer.tree.annotation import COMMENT, GLYPHS, MARKS, MOVE_GLYPHS, Mark, NoteValue

_SUFFIXES = {nag: sign for nag, sign, _ in MOVE_GLYPHS}
_MANY = re.compile("\u2029(\u2028*)|(\u2028+)")
_NO_TEXT = str.maketrans({"}": ")"})


class Mender:
    """Changes the slots of one node to what the node says now.

    Attributes:
        slots: changed in place; with `tail` the last of them follows on the one before without a
            variation between.
    """

    def __init__(
        self,
        slots: list[Slot],
        style: Style,
        script: Script,
        tail: bool = False,
        plain: bool = False,
    ) -> None:
        self.slots = slots
        self.style = style
        self.script = script
        self.tail = tail
        self.plain = plain

    def mend(self, notes: dict[str, NoteValue]) -> None:
        """Make the slots say these notes, as far as PGN can."""
        self._glyphs(notes.get(GLYPHS, ()))  # type: ignore[arg-type]  # by FACETS
        for facet in NAME_OF:
            self._value(facet, str(notes.get(facet, "")))
        self._marks(notes.get(MARKS, ()))  # type: ignore[arg-type]  # by FACETS
        want = str(notes.get(COMMENT, ""))
        if self._now(COMMENT) != want:
            self._texts(want)

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

    # -------------------------------------------------------------------------------- glyphs

    def _glyphs(self, want: Sequence[int]) -> None:
        places = [(slot, place) for slot, place in self._all() if slot[place].kind == GLYPH]
        toks = [slot[place] for slot, place in places]
        have = [tok.nag for tok in toks]
        if have == list(want):
            return
        matcher = SequenceMatcher(None, have, list(want), autojunk=False)
        last: Tok | None = None
        for code, a, b, c, d in matcher.get_opcodes():
            if code == "equal":
                last = toks[b - 1]
                continue
            for tok, nag in zip(toks[a:b], want[c:d], strict=False):
                self._respell(tok, nag)
                last = tok
            for tok in toks[a + min(b - a, d - c) : b]:
                self._take(tok)
            for nag in want[c + min(b - a, d - c) : d]:
                last = self._new_glyph(nag, last, toks[a] if a < len(toks) else None)

    def _respell(self, tok: Tok, nag: int) -> None:
        dollar = _bytes(tok.raw).startswith(b"$")
        sign = _SUFFIXES.get(nag)
        if dollar:
            turn = sign is not None and tok.nag not in _SUFFIXES and self.style.signs
            if turn and self._behind_move(tok):
                tok.raw, tok.lead = sign or "", b""
            else:
                tok.raw = f"${nag}"
        elif sign is not None:
            tok.raw = sign
        else:
            tok.raw = f"${nag}"
            tok.lead = tok.lead or None
        tok.nag = nag

    def _behind_move(self, tok: Tok) -> bool:
        slot = self.slots[0]
        return len(slot) > 1 and slot[0].kind == MOVE and slot[1] is tok

    def _new_glyph(self, nag: int, last: Tok | None, following: Tok | None) -> Tok:
        tok = Tok(GLYPH, None, f"${nag}")
        tok.nag = nag
        if self.style.nag_gap == "":
            tok.lead = b""
        if last is not None:
            slot, place = self._find(last)
            slot.insert(place + 1, tok)
        elif following is not None and following.kind == GLYPH:
            slot, place = self._find(following)
            if following.lead == b"" and not str(following.raw).startswith("$"):
                place += 1  # a suffix stays glued to its move
            slot.insert(place, tok)
        else:
            slot = self.slots[0]
            slot.insert(1 if slot and slot[0].kind == MOVE else len(slot), tok)
        if nag in _SUFFIXES and self.style.signs and self._behind_move(tok):
            tok.raw, tok.lead = _SUFFIXES[nag], b""
        return tok

    def _find(self, tok: Tok) -> tuple[Slot, int]:
        for slot, place in self._all():
            if slot[place] is tok:
                return slot, place
        raise AssertionError("an item of these slots")

    def _take(self, tok: Tok) -> None:
        """Take an item out; what is first in the movetext leaves its white space to the next."""
        slot, place = self._find(tok)
        gap = Tok(GAP, tok.lead, b"")
        slot[place] = gap

    # ------------------------------------------------------------------------------ commands

    def _value(self, facet: str, want: str) -> None:
        name = NAME_OF[facet]
        found = [each for each in self._parts() if each[0][each[1]].parts[each[2]].kind == name]
        have = found[0][0][found[0][1]].parts[found[0][2]].value if found else ""
        if have == want or (want and not sayable(facet, want)):
            return
        if not want:
            for part in [slot[place].parts[inner] for slot, place, inner in found]:
                self._take_part(part)
        elif found:
            slot, place, inner = found[0]
            self._set_value(slot[place].parts[inner], want, want)
        else:
            self._new_command(name, want, want)

    def _set_value(self, part: Part, text: str, value: object) -> None:
        front, back = part.front, part.back
        part.raw = _joined(front, text, back)
        part.value = value

    def _marks(self, want: Sequence[Mark]) -> None:
        sayable_ones = [(command_of(mark), mark) for mark in want]
        runs = [
            (str(name), tuple(mark for _, mark in group))
            for name, group in groupby(sayable_ones, key=lambda pair: pair[0])
            if name is not None
        ]
        parts = [
            part
            for part in (slot[place].parts[inner] for slot, place, inner in self._parts())
            if part.kind in ("csl", "cal")
        ]
        have = [mark for part in parts for mark in part.value]  # type: ignore[attr-defined]
        if have == [mark for _, marks in runs for mark in marks]:
            return
        names = [part.kind for part in parts]
        matcher = SequenceMatcher(None, names, [name for name, _ in runs], autojunk=False)
        last: Part | None = None
        for code, a, b, c, d in matcher.get_opcodes():
            for part, (name, marks) in zip(parts[a:b], runs[c:d], strict=False):
                if code == "equal":
                    if part.value != marks:
                        gap = ", " if b", " in _bytes(part.raw) else ","
                        self._set_value(part, gap.join(map(mark_text, marks)), marks)
                    last = part
                else:
                    new = self._new_command(name, ",".join(map(mark_text, marks)), marks, part)
                    self._take_part(part)
                    last = new
            for part in parts[a + min(b - a, d - c) : b]:
                self._take_part(part)
            for name, marks in runs[c + min(b - a, d - c) : d]:
                text = ",".join(map(mark_text, marks))
                last = self._new_command(name, text, marks, last)

    def _new_command(self, name: str, text: str, value: object, after: Part | None = None) -> Part:
        part = Part(name, f"[%{name} {text}]", value)
        part.front, part.back = f"[%{name} ", "]"
        gap = Part("layout", self.style.command_gap)
        others = [
            (slot[place], inner)
            for slot, place, inner in self._parts()
            if slot[place].parts[inner].kind not in ("text", "layout")
        ]
        order = self.style.commands
        rank = order.index(name)
        if after is not None:
            others = [(tok, inner) for tok, inner in others if tok.parts[inner] is after] or others
        if others:
            before = [
                (tok, inner)
                for tok, inner in others
                if after is not None or order.index(tok.parts[inner].kind) < rank
            ]
            if before:
                tok, inner = before[-1]
                tok.parts[inner + 1 : inner + 1] = [gap, part]
            else:
                tok, inner = others[0]
                tok.parts[inner:inner] = [part, gap]
            return part
        self._first_command(part)
        return part

    def _first_command(self, part: Part) -> None:
        """A command where there is none yet."""
        texts = [
            slot[place]
            for slot, place in self._all()
            if slot[place].kind == BRACE and slot[place].parts and slot[place].close
        ]
        spoken = [tok for tok in texts if any(each.kind == "text" for each in tok.parts)]
        tok = (spoken[0] if self.style.front else spoken[-1]) if spoken else None
        if tok is not None and self.style.together and not self._open_edge(tok):
            inner = [place for place, each in enumerate(tok.parts) if each.kind == "text"]
            if self.style.front:
                tok.parts[inner[0] : inner[0]] = [part, Part("layout", " ")]
            else:
                tok.parts[inner[-1] + 1 : inner[-1] + 1] = [Part("layout", " "), part]
            return
        tok = self._new_comment([part])
        if spoken:
            slot, place = self._find(spoken[0] if self.style.front else spoken[-1])
            slot.insert(place if self.style.front else place + 1, tok)
        else:
            slot, place = self._end_of_glyphs()
            slot.insert(place, tok)

    def _open_edge(self, tok: Tok) -> bool:
        """Whether the text beside which a command would stand has white space there as its own."""
        values = [str(part.value) for part in tok.parts if part.kind == "text"]
        edge = values[0][:1] if self.style.front else values[-1][-1:]
        return edge.isspace()

    def _end_of_glyphs(self) -> tuple[Slot, int]:
        """Where the first comment of a node goes: behind its glyphs, before variations."""
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
        """Take a text or a command out of its comment, and the comment with the last of them."""
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
            if inner_after:
                del tok.parts[at]
            elif at > 1 and tok.parts[at - 1].kind == "layout":
                del tok.parts[at - 1]
            return

    # ------------------------------------------------------------------------------- comments

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

    def _set_text(self, part: Part, text: str) -> None:
        slot, place = next(
            (slot, place)
            for slot, place in self._all()
            if any(each is part for each in slot[place].parts)
        )
        tok = slot[place]
        part.value = text
        part.raw = self.script.written(text)
        if tok.kind == LINE and re.search(r"[\r\n\x85]", text):
            tok.kind, tok.close = BRACE, "}"
        if tok.kind == BRACE:
            part.raw = part.raw.translate(_NO_TEXT)
            self._pad(tok, text)
        elif text[:1] == " " and len(tok.parts) == 1:
            tok.parts.insert(0, Part("layout", " "))

    def _pad(self, tok: Tok, text: str) -> None:
        """Pads where a text would lose white space at its ends without them."""
        if len([part for part in tok.parts if part.kind != "layout"]) > 1:
            return
        if not (text[:1].isspace() or text[-1:].isspace()):
            return
        inside = encode(
            "".join(_str(part.raw, self.script) for part in tok.parts), self.script.codec
        )
        found = [
            part for part in read_parts(inside, self.script, self.plain) if part.kind == "text"
        ]
        if [part.value for part in found] != [text]:
            own = [part for part in tok.parts if part.kind != "layout"]
            tok.parts = [Part("layout", " "), *own, Part("layout", " ")]

    def _new_text(self, text: str, last: Part | None, gap: int) -> Part:
        part = Part("text", self.script.written(text).translate(_NO_TEXT), text)
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
                new = [part] if text[:1].isspace() else [Part("layout", " "), part]
                tok.parts[inner + 1 : inner + 1] = new
                return part
        fresh = self._new_comment([part])
        self._pad(fresh, text)
        slot.insert(place + 1, fresh)
        return part

    def _first_text(self, part: Part, text: str) -> None:
        commands = [
            slot[place]
            for slot, place in self._all()
            if slot[place].kind == BRACE
            and slot[place].close
            and any(each.kind not in ("text", "layout") for each in slot[place].parts)
        ]
        if commands and self.style.together:
            tok = commands[-1] if self.style.front else commands[0]
            at = [inner for inner, each in enumerate(tok.parts) if each.kind != "layout"]
            if self.style.front:
                tok.parts[at[-1] + 1 : at[-1] + 1] = [Part("layout", " "), part]
            else:
                tok.parts[at[0] : at[0]] = [part, Part("layout", " ")]
            return
        fresh = self._new_comment([part])
        self._pad(fresh, text)
        if commands:
            slot, place = self._find(commands[-1] if self.style.front else commands[0])
            slot.insert(place + 1 if self.style.front else place, fresh)
        else:
            slot, place = self._end_of_glyphs()
            slot.insert(place, fresh)

    def _beyond(self, last: Part, gap: int) -> tuple[Slot, int, int, int]:
        """The place behind a text and so many items: slot, item, part in a comment or -1."""
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
        """The same texts, but other items between: each goes where it is wanted if it can."""
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


def texts_of(comment: str) -> list[tuple[int, str]]:
    """The texts of a comment, each with how many items stand before it."""
    out: list[tuple[int, str]] = []
    at, gap = 0, 0
    for found in [*_MANY.finditer(comment), None]:
        text = comment[at : found.start()] if found is not None else comment[at:]
        if text:
            out.append((gap, text))
            gap = 0
        if found is not None:
            gap += len(found[1] or found[2] or "")
            at = found.end()
    return out


def _joined(*texts: Text) -> Text:
    if any(isinstance(text, str) for text in texts):
        return "".join(text if isinstance(text, str) else text.decode("ascii") for text in texts)
    return b"".join(text for text in texts if isinstance(text, bytes))


def _bytes(text: Text) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


def _str(text: Text, script: Script) -> str:
    return text if isinstance(text, str) else script.decoded(text)
