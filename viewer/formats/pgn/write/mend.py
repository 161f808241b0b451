"""Updating the text of one node, item by item."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

from viewer.formats.pgn.lexer import ARROWS, NAME_OF, SQUARES, command_of, mark_text, sayable
from viewer.formats.pgn.write.mend_texts import Texts
from viewer.formats.pgn.write.slots import (
    BRACE,
    GLYPH,
    MOVE,
    Part,
    Text,
    Tok,
    spellable,
)
from viewer.tree.annotation import COMMENT, GLYPHS, MARKS, MOVE_GLYPHS, Mark, NoteValue

_SUFFIXES = {nag: sign for nag, sign, _ in MOVE_GLYPHS}


class Mender(Texts):
    """Updates the slots of one node to its current annotations."""

    def mend(self, notes: dict[str, NoteValue]) -> None:
        """Update the slots to these annotations, as far as PGN can hold them."""
        stood = self._now(COMMENT)
        self._glyphs(notes.get(GLYPHS, ()))  # type: ignore[arg-type]  # by FACETS
        for facet in NAME_OF:
            self._value(facet, str(notes.get(facet, "")))
        self._marks(notes.get(MARKS, ()))  # type: ignore[arg-type]  # by FACETS
        if notes.get(COMMENT, "") == stood:
            self._divide_texts()
            return
        want = spellable(str(notes.get(COMMENT, "")), self.settings, self.plain)
        if self._now(COMMENT) != want:
            self._texts(want)

    # -------------------------------------------------------------------------------- glyphs

    def _glyphs(self, want: Sequence[int]) -> None:
        places = [(slot, place) for slot, place in self._all() if slot[place].kind == GLYPH]
        toks = [slot[place] for slot, place in places]
        have = [tok.nag for tok in toks]
        if have == list(want):
            return
        if len(have) == len(want):
            for tok, nag in zip(toks, want, strict=True):
                if tok.nag != nag:
                    self._respell(tok, nag)
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
        """One command for squares and one for arrows, since other programs read the first of each only.

        Those of the file stay in their places, new ones come in the order in which they were drawn.
        """
        wanted: dict[str, list[Mark]] = {}
        for mark in want:
            if (name := command_of(mark)) is not None:
                wanted.setdefault(name, []).append(mark)
        parts: dict[str, list[Part]] = {}
        for slot, place, inner in self._parts():
            part = slot[place].parts[inner]
            if part.kind in (SQUARES, ARROWS):
                parts.setdefault(part.kind, []).append(part)
        if wanted == {
            name: [mark for part in found for mark in part.value]  # type: ignore[attr-defined]  # of these kinds
            for name, found in parts.items()
        }:
            return
        last: Part | None = None
        for name, marks in wanted.items():
            first = next(iter(parts.get(name, ())), None)
            if first is None:
                last = self._new_command(name, ",".join(map(mark_text, marks)), tuple(marks), last)
                continue
            if first.value != tuple(marks):
                gap = ", " if b", " in _bytes(first.raw) else ","
                self._set_value(first, gap.join(map(mark_text, marks)), tuple(marks))
            last = first
        for name, found in parts.items():
            for part in found[1 if name in wanted else 0 :]:
                self._take_part(part)

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
        """Add a command if there is none yet."""
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
        """Whether the text next to a new command has white space of its own on that side."""
        values = [str(part.value) for part in tok.parts if part.kind == "text"]
        edge = values[0][:1] if self.style.front else values[-1][-1:]
        return edge.isspace()


def _joined(*texts: Text) -> Text:
    if any(isinstance(text, str) for text in texts):
        return "".join(text if isinstance(text, str) else text.decode("ascii") for text in texts)
    return b"".join(text for text in texts if isinstance(text, bytes))


def _bytes(text: Text) -> bytes:
    return text if isinstance(text, bytes) else text.encode()
