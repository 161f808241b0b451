"""Patches of a JSON text: each replaces a stretch, everything else is kept as it is.

This is the law of bytes for JSON: what a record says now, composed as members (`Said`) and items, is merged
into the tape of its file. Raw text stays where it says the same; what changed, is gone or is new is patched.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from viewer.base.named import NamedTuple
from viewer.formats.kit.json.style import JsonStyle, margin_at, spaced
from viewer.formats.kit.json.tape import Tape, quoted
from viewer.formats.kit.law import kept

_BLANKS = " \t\r\n"

Part: TypeAlias = "str | Iterator[Part]"


class Said(NamedTuple):
    """What a record says in a member of an object.

    Attributes:
        value: what is compared with the value at reading.
        text: makes its JSON, None where there is no such member; called only if that is to be written.
    """

    value: object
    text: Callable[[], str | None]


def composed(parts: Part) -> str:
    """The text of parts: each is a text, or an iterator of more of them. Without recursion."""
    out: list[str] = []
    stack = [iter((parts,))]
    while stack:
        part = next(stack[-1], None)
        if part is None:
            stack.pop()
        elif isinstance(part, str):
            out.append(part)
        else:
            stack.append(part)
    return "".join(out)


def listed(parts: Iterable[Part], comma: str = ",") -> Iterator[Part]:
    """The parts of an array or object, with commas between them."""
    for index, part in enumerate(parts):
        if index:
            yield comma
        yield part


class Patches:
    """Patches of a text, made in any order; of those at one offset, the inner ones first.

    `order` lists the names of members that are inserted before all others when new.
    """

    def __init__(self, tape: Tape, style: JsonStyle, order: Sequence[str] = ()) -> None:
        self.tape = tape
        self._order = order
        self.style = style
        self._changes: list[tuple[int, int, str]] = []

    def result(self, start: int = 0, end: int | None = None) -> str:
        """The patched text, or the patched text of the stretch from `start` to `end`."""
        text, cut = self.tape.text, self.tape.open
        end = len(text) if end is None else end
        out: list[str] = []
        at = start
        # A string cut off by the end of the file is closed before anything is added after it.
        closing = '"' if 0 <= cut < end == len(text) and self._changes else ""
        if closing and text.endswith("\\") and (len(text) - len(text.rstrip("\\"))) % 2:
            closing = '\\"'
        for first, last, new in sorted(self._changes, key=lambda change: change[:2]):
            if first < at:
                continue  # inside something that was removed or rewritten
            if closing and first == len(text) and at <= cut:
                out += [text[at:first], closing, new]
                at, closing = last, ""
                continue
            out += [text[at:first], new]
            at = last
        out.append(text[at:end])
        return "".join(out) + (closing if at <= cut else "")

    def set_value(self, value: int, new: str) -> None:
        """Replace a value by a text. An unclosed value stays: its end may be elsewhere."""
        if value not in self.tape.unclosed:
            self.replace(self.tape.starts[value], self.tape.ends[value], self._spaced(new, value))

    def _spaced(self, new: str, value: int) -> str:
        """A new text for a value or an item, on one line if the old one is."""
        if len(old := self.tape.raw(value)) > 2 and "\n" not in old and old[0] in "{[":
            return new
        return spaced(new, self.style, margin_at(self.tape.text, self.tape.starts[value]))

    def replace(self, start: int, end: int, new: str) -> None:
        """Replace a stretch by a text."""
        self._changes.append((start, end, new))

    def set_members(
        self, value: int, members: Mapping[int, str | None], new: Sequence[tuple[str, str]]
    ) -> None:
        """Change members of an object by their numbers (None: removed), and add others.

        New members go to the end; those in `order` go before the members that follow them there.
        """
        if not members and not new:
            return
        tape = self.tape
        all_ = list(tape.members(value))
        stay = [one for place, one in enumerate(all_) if members.get(place, "") is not None]
        new = [member for member in new if not self._put_ahead(stay, value, member)]
        if not stay and not new and value not in tape.unclosed:
            self._empty(value, all_)
            return
        last = -1
        for index, (_, one) in enumerate(all_):
            text = members.get(index, "")
            if one in tape.unclosed:
                last = index
                continue
            if text is None:
                self._take_out(all_, index, last)
                continue
            if index in members:
                self.set_value(one, text)
            last = index
        if not new:
            return
        if not all_ and self._fill(value, new):
            return
        more = [self._member(value, key, said) for key, said in new]
        if last < 0 or all_[last][1] in tape.unclosed:
            # Nothing can follow an unclosed value.
            at = tape.starts[value] + 1
            text = self.style.comma.join(more)
            behind = last >= 0 or value in tape.unclosed
            self.replace(at, at, text + self.style.comma if behind else text)
            return
        key, one = all_[last]
        before = tape.ends[all_[last - 1][1]] if last else tape.starts[value] + 1
        comma = "," + (self._blanks(before, tape.starts[key]) or self.style.comma[1:])
        if not last and comma == ",":
            comma = self.style.comma
        at = tape.ends[one]
        self.replace(at, at, "".join(comma + text for text in more))

    def _member(self, value: int, key: str, said: str) -> str:
        """A new member of an object, spaced as the object's others are."""
        tape = self.tape
        first = next((one for one, _ in tape.members(value)), None)
        if first is None or "\n" not in tape.text[tape.starts[value] : tape.starts[first]]:
            return f"{quoted(key)}{self.style.colon}{said}"
        margin = margin_at(tape.text, tape.starts[first])
        return f"{quoted(key)}{self.style.colon}{spaced(said, self.style, margin)}"

    def _put_ahead(
        self, stay: Sequence[tuple[int, int]], value: int, member: tuple[str, str]
    ) -> bool:
        """Insert a new member before the first that follows it in `order`; returns whether one does."""
        tape = self.tape
        if member[0] not in self._order:
            return False
        rank = self._order.index(member[0])
        for key, one in stay:
            if one in tape.unclosed:
                return False
            name = tape.string(key)
            if name not in self._order or self._order.index(name) > rank:
                at = tape.starts[key]
                comma = "," + (self._blanks(tape.starts[value] + 1, at) or self.style.comma[1:])
                self.replace(at, at, self._member(value, *member) + comma)
                return True
        return False

    def _fill(self, value: int, new: Sequence[tuple[str, str]]) -> bool:
        """Write an empty object anew if the style uses lines; returns whether it was written."""
        tape = self.tape
        inside = tape.text[tape.starts[value] + 1 : tape.ends[value] - 1]
        if not self.style.indent or value in tape.unclosed or inside.strip(_BLANKS):
            return False
        self.set_value(value, self.style.object(list(new)))
        return True

    def _empty(self, value: int, members: Sequence[tuple[int, int]]) -> None:
        """Take all members out of an object, and the blanks around them."""
        tape = self.tape
        if not members:
            return
        start, end = tape.starts[members[0][0]], tape.ends[members[-1][1]]
        if not tape.text[tape.starts[value] + 1 : start].strip(_BLANKS):
            start = tape.starts[value] + 1
        if not tape.text[end : tape.ends[value] - 1].strip(_BLANKS):
            end = tape.ends[value] - 1
        self.replace(start, end, "")

    def _take_out(self, members: list[tuple[int, int]], index: int, last: int) -> None:
        tape = self.tape
        key, one = members[index]
        if last >= 0:
            self.replace(tape.ends[members[index - 1][1]], tape.ends[one], "")
        elif index + 1 < len(members):
            self.replace(tape.starts[key], tape.starts[members[index + 1][0]], "")
        else:
            self.replace(tape.starts[key], tape.ends[one], "")

    def set_named(self, value: int, changes: Mapping[str, str | None]) -> None:
        """Set members by name, or remove them (None)."""
        tape = self.tape
        left = dict(changes)
        members: dict[int, str | None] = {}
        # The last member of a name counts; removing it removes all of them.
        for place, (key, _) in reversed(list(enumerate(tape.members(value)))):
            name = tape.string(key)
            if name in left:
                members[place] = left.pop(name)
            elif name in changes and changes[name] is None:
                members[place] = None
        new = [(name, left[name]) for name in changes if name in left]
        self.set_members(value, members, [(name, text) for name, text in new if text is not None])

    def merge_members(self, value: int, was: Mapping[str, Said], now: Mapping[str, Said]) -> None:
        """Set those members of an object that say now what they didn't say when they were read."""
        changes = {key: said.text() for key, said in now.items() if said.value != was[key].value}
        if changes:
            self.set_named(value, changes)

    def merge_items(
        self,
        value: int,
        items: Sequence[int],
        was: Sequence[Hashable | None],
        now: Sequence[Hashable],
        text: Callable[[int], str],
    ) -> list[tuple[int, int]]:
        """Keep the first and last items that are the same, and put others in the place of those between.

        `was` and `now` tell the items apart, None one that isn't understood; `text` makes the JSON of a new
        one by its index. Returns the indexes (in `was`, in `now`) of each item that is kept.
        """
        keep, tail = kept(was, now)
        stop, by = len(now) - tail, len(was) - len(now)
        self.splice(value, items, keep, tail, [text(index) for index in range(keep, stop)])
        last = [(index + by, index) for index in range(stop, len(now))]
        return [*((index, index) for index in range(keep)), *last]

    def splice(
        self, value: int, items: Sequence[int], keep: int, tail: int, new: Sequence[str]
    ) -> None:
        """Replace all but the first `keep` and the last `tail` items of an array by new items."""
        starts, ends = self.tape.starts, self.tape.ends
        stop = len(items) - tail
        if keep < stop and self._must_stay(value, items[stop - 1], bool(keep or tail or new)):
            return
        comma = "," + (
            self._blanks(ends[items[0]], starts[items[1]])
            if len(items) > 1
            else self._blanks(starts[value] + 1, starts[items[0]])
            if items
            else self.style.comma[1:]
        )
        if not items and new and self.style.indent and value not in self.tape.unclosed:
            inside = self.tape.text[starts[value] + 1 : ends[value] - 1]
            if not inside.strip(_BLANKS):
                self.set_value(value, self.style.array(list(new)))
                return
        if items and "\n" in self.tape.text[starts[value] : starts[items[0]]]:
            old = {self.tape.raw(item) for item in items[keep:stop]}  # written unchanged
            new = [one if one in old else self._spaced(one, items[0]) for one in new]
        text = comma.join(new)
        if keep < stop and new:
            self.replace(starts[items[keep]], ends[items[stop - 1]], text)
        elif keep < stop and keep:
            self.replace(ends[items[keep - 1]], ends[items[stop - 1]], "")
        elif keep < stop and tail:
            self.replace(starts[items[0]], starts[items[stop]], "")
        elif keep < stop:
            self.replace(starts[items[0]], ends[items[-1]], "")
        elif new and keep and items[keep - 1] in self.tape.unclosed:
            # Nothing can follow an unclosed value.
            start = starts[items[keep - 1]]
            self.replace(start, start, text + comma)
        elif new and keep:
            self.replace(ends[items[keep - 1]], ends[items[keep - 1]], comma + text)
        elif new and items:
            self.replace(starts[items[0]], starts[items[0]], text + comma)
        elif new:
            text += comma if value in self.tape.unclosed else ""
            self.replace(starts[value] + 1, starts[value] + 1, text)

    def _must_stay(self, value: int, last: int, more: bool) -> bool:
        """Whether an item can't be removed: it is unclosed, or its comma may be beyond the text's end."""
        return last in self.tape.unclosed or (value in self.tape.unclosed and not more)

    def _blanks(self, start: int, end: int) -> str:
        """The whitespace directly before `end`."""
        stretch = self.tape.text[start:end]
        return stretch[len(stretch.rstrip(_BLANKS)) :]
