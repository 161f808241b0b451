"""Changing properties in a node's text, and keeping everything else."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

from viewer.formats.kit.law import behind
from viewer.formats.sgf.meaning import CHANCE, PROGRAMS
from viewer.formats.sgf.tokens import escaped, places, plain_name
from viewer.tree.evaluation import ScoreUnit, parse_evaluation

ENDS = "]"
TEXTS = frozenset({"C", "N"})


class _Value:
    __slots__ = ("close", "lead", "raw")

    def __init__(self, lead: str, raw: str, close: str = "]") -> None:
        self.lead = lead  # white space ahead of its bracket
        self.raw = raw
        self.close = close  # "" where the file ends within it


class _Entry:
    __slots__ = ("before", "name", "plain", "values")

    def __init__(self, before: str, name: str, values: list[_Value]) -> None:
        self.before = before  # what stands between it and the one ahead
        self.name = name
        self.plain = plain_name(name)
        self.values = values


class NodeEdit:
    """The text of a node, parsed so that it can be reassembled."""

    def __init__(self, text: str) -> None:
        found = places(text)
        at = 1 if text.startswith(";") else 0
        self._head = text[:at]
        self._entries: list[_Entry] = []
        for place in found:
            values: list[_Value] = []
            before, at = text[at : place.start], place.stop
            for (start, stop), raw in zip(place.spans, place.values, strict=True):
                values.append(_Value(text[at : start - 1], raw, text[stop : stop + 1]))
                at = stop + 1
            at = place.end
            self._entries.append(_Entry(before, place.name, values))
        self._tail = text[at:]
        given = [value for entry in self._entries for value in entry.values]
        self._cut = given[-1] if given else None  # which the file may end within

    def text(self) -> str:
        """The whole text."""
        out = [self._head]
        for entry in self._entries:
            out += [entry.before, entry.name]
            for value in entry.values:
                out += [value.lead, "[", value.raw, value.close]
        return "".join([*out, self._tail])

    def properties(self) -> list[tuple[str, list[str]]]:
        """Plain names and raw values."""
        return [(entry.plain, [value.raw for value in entry.values]) for entry in self._entries]

    def add(self, name: str, raws: Sequence[str], before: frozenset[str] = frozenset()) -> None:
        """Append values to a property, or the property at the end, before those named in `before`."""
        if not raws:
            return
        self.close()
        for entry in self._entries:
            if entry.plain == name:
                entry.values += [_Value("", raw) for raw in raws]
                return
        new = _Entry("", name, [_Value("", raw) for raw in raws])
        for index, entry in enumerate(self._entries):
            if entry.plain in before:
                self._entries.insert(index, new)
                return
        self._entries.append(new)

    def insert(self, place: int, new: Iterable[tuple[str, Sequence[str]]]) -> None:
        """Insert properties at an index: names and raw values."""
        self.close()
        self._entries[place:place] = [
            _Entry("", name, [_Value("", raw) for raw in raws]) for name, raws in new
        ]

    def behind(self, wanted: Callable[[str], bool]) -> int:
        """The index after the last property with one of some names, 0 if there is none."""
        return behind(wanted(entry.plain) for entry in self._entries)

    def close(self) -> None:
        """Close a value that was cut off by the end of the file."""
        if self._cut is not None:
            self._cut.close = ENDS

    # --------------------------------------------------------------------------- changes

    def replace(self, names: Iterable[str], new: tuple[str, str] | None) -> None:
        """Set the properties of some names to one value: the first one is changed, others are removed.

        The property is renamed if the new value needs it; None removes all.
        """
        wanted = frozenset(names)
        first = True
        if new is None and self._keeps_place(wanted):
            new = (next(iter(wanted)), "")
        for entry in self._entries:
            if entry.plain not in wanted:
                continue
            if first and new is not None:
                if entry.plain != new[0]:
                    entry.name = entry.plain = new[0]
                entry.values[0].raw = new[1]
                del entry.values[1:]
            else:
                entry.values.clear()
            first = False
        if first and new is not None:
            self.add(new[0], [new[1]])
        self.tidy()

    def set_evaluation(self, said: str) -> None:
        """Write the evaluation of a node, or take it out ("").

        A chance goes into SBKV, a lead in points, as a number, into V, and so does any other text. What other
        programs wrote stays, since V and SBKV come first; all goes if there is no evaluation any more.
        """
        if not said:
            self.replace({"V", *PROGRAMS}, None)
            return
        value = parse_evaluation(said, ScoreUnit.POINTS)
        chance, points = "", said.replace("\n", " ")
        if value is not None and value.share is not None:
            chance = next(part for part in said.split() if "%" in part).partition("%")[0]
            points = ""
        if value is not None and value.points is not None and value.depth is None:
            points = f"{value.points:.6f}".rstrip("0").rstrip(".")
        self.replace({"V"}, ("V", escaped(points)) if points else None)
        self.replace({CHANCE}, (CHANCE, chance) if chance else None)

    def _keeps_place(self, names: frozenset[str]) -> bool:
        """Whether a removed text leaves `C[]`, because it is among others or on a line of its own.

        Setting it again then restores it at the same place.
        """
        if not names <= TEXTS:
            return False
        for entry in self._entries:
            if entry.plain in names:
                return bool(entry.before) or entry is not self._entries[-1]
        return False

    def set_values(self, raws: Mapping[str, Sequence[str]]) -> None:
        """Set the raw values of the properties of names, in order."""
        left = {name: deque(said) for name, said in raws.items()}
        for entry in self._entries:
            new = left.get(entry.plain)
            if new is None:
                continue
            entry.values = entry.values[: len(new)]
            for value in entry.values:
                value.raw = new.popleft()
        self.tidy()
        for name, rest in left.items():
            self.add(name, rest)

    def revise(
        self,
        names: frozenset[str],
        items: Callable[[str, Sequence[str]], Sequence[Sequence[Hashable]]],
        now: Iterable[Hashable],
    ) -> list[Hashable]:
        """Remove list values that aren't wanted any more; returns the items still missing.

        `items` gives the items of each value of a property. Values without items stay, and so does each
        value with all items wanted. A property that has lost all its values keeps its place for new ones
        until `tidy`.
        """
        order = list(dict.fromkeys(now))
        wanted = set(order)
        covered: set[Hashable] = set()
        for entry in self._entries:
            if entry.plain not in names:
                continue
            said = items(entry.plain, [value.raw for value in entry.values])
            stay = [wanted.issuperset(some) for some in said]
            if entry.plain == "L" and not all(stay):
                # Letters by turns would be other letters where one is missing.
                stay = [False] * len(said)
            for some, stays in zip(said, stay, strict=True):
                if stays:
                    covered.update(some)
            pairs = zip(entry.values, stay, strict=True)
            entry.values = [value for value, stays in pairs if stays]
        return [item for item in order if item not in covered]

    def tidy(self) -> None:
        """Remove properties without values; text before them stays unless it is white space."""
        kept: list[_Entry] = []
        rest = ""
        for entry in self._entries:
            if entry.values:
                entry.before = rest + entry.before
                rest = ""
                kept.append(entry)
            elif entry.before.strip():
                rest += entry.before
        self._entries = kept
        self._tail = rest + self._tail
