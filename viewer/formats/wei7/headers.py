"""The headers of wei7: the values in `info`, with dotted paths as keys (`info.participants.0.name`)."""

from __future__ import annotations

import re
from typing import Final

from viewer.base.named import NamedTuple
from viewer.formats.kit.json.patches import Patches
from viewer.formats.kit.json.style import JsonStyle, is_number, whole_number
from viewer.formats.kit.json.tape import ARRAY, OBJECT, STRING, WORD, Tape, quoted
from viewer.formats.wei7.rules import header_rule, is_good_header
from viewer.tree.record import Header

INFO: Final = "info"
_DEEPEST = 8  # levels that are shown; deeper values are kept in the file unchanged
_MOST = 10_000  # headers

_WHOLE = re.compile(
    r"info\.(?:result\.winner|players\.(?:0|[1-9][0-9]{0,4})\.(?:participant|color))\Z"
)


class Leaf(NamedTuple):
    """A header in a file: its key, its path of names and numbers, its text."""

    key: str
    path: tuple[str, ...]
    text: str


def header_text(tape: Tape, key: str, value: int) -> str:
    """The text of a header's value; for a header of whole numbers, the number without a fraction."""
    text = tape.string(value)
    if tape.kinds[value] == WORD and _WHOLE.match(key):
        number = whole_number(text, _MOST)
        return text if number is None else str(number)
    return text


def leaves_of(tape: Tape, info: int) -> list[Leaf]:
    """The headers in the value `info`, in the file's order; at most 10,000."""
    out: list[Leaf] = []
    stack: list[tuple[int, tuple[str, ...]]] = [(info, (INFO,))]
    while stack and len(out) < _MOST:
        value, path = stack.pop()
        if tape.kinds[value] not in (OBJECT, ARRAY):
            key = ".".join(path)
            out.append(Leaf(key, path, header_text(tape, key, value)))
        elif len(path) < _DEEPEST:
            stack += reversed([(one, (*path, key)) for key, one in _inner(tape, value)])
    return out


def _inner(tape: Tape, value: int) -> list[tuple[str, int]]:
    if tape.kinds[value] == ARRAY:
        return [(str(number), item) for number, item in enumerate(tape.items(value))]
    return [(tape.string(key), one) for key, one in tape.members(value)]


def value_text(key: str, text: str) -> str | None:
    """A new header's value as JSON, None if wei7 has no such header or doesn't allow the value."""
    rule = header_rule(key)
    if rule is None or not is_good_header(rule, text):
        return None
    return text if rule.kind == WORD else quoted(text)


def _any_value(key: str, text: str) -> str:
    """A header's value as JSON, even if wei7 doesn't allow it: for headers that were read from a file."""
    rule = header_rule(key)
    plain = rule is not None and rule.kind == WORD and is_number(text)
    return value_text(key, text) or (text if plain else quoted(text))


# The headers to be written, as a tree: for each name its own tree, or the texts of its values.
Wanted = dict[str, "Wanted | list[str]"]


def wanted_of(headers: tuple[Header, ...], leaves: list[Leaf]) -> Wanted:
    """The headers of a record as a tree, with a list of texts for each key (several if it is repeated).

    The headers in `leaves` keep the paths that they have in the file. Others are left out if wei7 has no
    place for them (see `value_text`).
    """
    paths = {leaf.key: leaf.path for leaf in leaves}
    tree: Wanted = {}
    for key, text in headers:
        known = paths.get(key)
        if known is None and value_text(key, text) is None:
            continue
        _put(tree, known or tuple(key.split(".")), text)
    return tree


def _put(tree: Wanted, path: tuple[str, ...], text: str) -> None:
    for name in path[:-1]:
        below = tree.setdefault(name, {})
        if not isinstance(below, dict):
            return  # one name for a value and for a tree: the first one counts
        tree = below
    last = tree.setdefault(path[-1], [])
    if isinstance(last, list):
        last.append(text)


def composed(wanted: Wanted, path: str, style: JsonStyle, lines: str = "") -> str:
    """An object or array as new JSON. With `lines` (a line feed and an indent), one item per line.

    The recursion is only as deep as the keys are: a few levels.
    """
    inner = lines and lines + "  "
    numbered = bool(wanted) and all(name.isdecimal() for name in wanted)
    parts: list[str] = []
    for name in sorted(wanted, key=int) if numbered else wanted:
        below = wanted[name]
        key = f"{path}.{name}"
        if isinstance(below, dict):
            texts = [composed(below, key, style, "" if numbered else inner)]
        else:
            texts = [_any_value(key, text) for text in below]
        if numbered:
            parts += ["{}"] * (min(int(name), 99) - len(parts)) + texts[:1]
        else:
            parts += [f"{quoted(name)}{style.colon}{text}" for text in texts]
    comma = "," + inner if inner else style.comma
    start, end = "[]" if numbered else "{}"
    return start + inner + comma.join(parts) + lines + end


class HeaderEdit:
    """Changes the headers in a file's text to those of a record."""

    def __init__(self, patches: Patches, tape: Tape, leaves: list[Leaf]) -> None:
        self._patches = patches
        self._tape = tape
        self._known = {leaf.path for leaf in leaves}
        self._above = {leaf.path[:length] for leaf in leaves for length in range(len(leaf.path))}

    def set(self, info: int, wanted: Wanted) -> None:
        """Change the value `info` so that it holds the wanted headers."""
        work: list[tuple[int, tuple[str, ...], Wanted]] = [(info, (INFO,), wanted)]
        while work:
            value, path, tree = work.pop()
            if self._tape.kinds[value] == ARRAY:
                work += self._array(value, path, tree)
            else:
                work += self._object(value, path, tree)

    def _object(
        self, value: int, path: tuple[str, ...], tree: Wanted
    ) -> list[tuple[int, tuple[str, ...], Wanted]]:
        more: list[tuple[int, tuple[str, ...], Wanted]] = []
        members: dict[int, str | None] = {}
        left = dict(tree)
        for place, (key, one) in enumerate(self._tape.members(value)):
            name = self._tape.string(key)
            here = (*path, name)
            want = left.get(name)
            if self._tape.kinds[one] in (OBJECT, ARRAY):
                if isinstance(want, dict):
                    del left[name]
                    more.append((one, here, want))
                elif here in self._above:
                    members[place] = None
            elif here in self._known:
                text = want.pop(0) if isinstance(want, list) and want else None
                if want == []:
                    del left[name]
                self._leaf(members, place, one, ".".join(here), text)
        new = [
            (name, one)
            for name, below in left.items()
            for one in self._new(below, ".".join((*path, name)))
        ]
        self._patches.set_members(value, members, new)
        return more

    def _leaf(
        self, members: dict[int, str | None], place: int, one: int, key: str, text: str | None
    ) -> None:
        if text is None:
            members[place] = None
        elif text != header_text(self._tape, key, one):
            new = self._value(key, one, text)
            if new is not None:
                members[place] = new

    def _value(self, key: str, one: int, text: str) -> str | None:
        """A changed value as JSON; if the specification has no rule for it, of the same kind as before.

        None if the specification doesn't allow it: the old value stays.
        """
        if header_rule(key) is not None:
            return value_text(key, text)
        return text if self._tape.kinds[one] != STRING and is_number(text) else quoted(text)

    def _new(self, below: Wanted | list[str], key: str) -> list[str]:
        if isinstance(below, dict):
            return [composed(below, key, self._patches.style)]
        return [_any_value(key, text) for text in below]

    def _array(
        self, value: int, path: tuple[str, ...], tree: Wanted
    ) -> list[tuple[int, tuple[str, ...], Wanted]]:
        more: list[tuple[int, tuple[str, ...], Wanted]] = []
        items = self._tape.items(value)
        left = dict(tree)
        gone: list[int] = []
        for number, one in enumerate(items):
            here = (*path, str(number))
            want = left.pop(str(number), None)
            if self._tape.kinds[one] in (OBJECT, ARRAY):
                if isinstance(want, dict):
                    more.append((one, here, want))
                elif here in self._above:
                    gone.append(number)
            elif here in self._known:
                text = want[0] if isinstance(want, list) and want else None
                if text is None:
                    gone.append(number)
                elif text != header_text(self._tape, key := ".".join(here), one):
                    new = self._value(key, one, text)
                    if new is not None:
                        self._patches.set_value(one, new)
        added = sorted((int(name), name) for name in left if name.isdecimal())
        keep = len(items)
        while not added and gone and gone[-1] == keep - 1:
            keep = gone.pop()
        for number in gone:
            empty = "{}" if self._tape.kinds[items[number]] == OBJECT else '""'
            self._patches.set_value(items[number], empty)
        texts: list[str] = []
        for number, name in added:
            texts += ["{}"] * (min(number, 99) - len(items) - len(texts))
            texts += self._new(left[name], ".".join((*path, name)))[:1]
        self._patches.splice(value, items, keep, 0, texts)
        return more
