"""What is lost from a record to the one read back, found without asking a format what it takes for the same.

A move is what it does, an end what its game takes it for, a start its position, a header what plays its
role, a comment what is shown of it. Formats are asked only for the words that they have for roles.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from viewer.formats.format import Format
from viewer.formats.headers import HeaderField
from viewer.games import game_of
from viewer.games.shogi.names import start_named
from viewer.games.shogi.position import position_of
from viewer.games.states import States
from viewer.tree.action import Action, Move, Setup, Terminal, Written
from viewer.tree.annotation import (
    BEFORE,
    CLOCK,
    COMMENT,
    ELAPSED,
    FACETS,
    GLYPHS,
    MAIN,
    MARKS,
    VIEW,
    Mark,
    NoteValue,
)
from viewer.tree.comment import shown
from viewer.tree.node import Node
from viewer.tree.record import Record

Item = tuple[str, int | None]
"""Kind and node of a loss."""

_ITEM = "\u2028"  # divides items of one comment: layout
_SIGN = re.compile(r"\s*([!?！？]+)")
_NARROW = str.maketrans("！？", "!?")
_SIGNS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_SEAM = re.compile("[ \t]*\u2029[ \t]*")  # between two texts of one comment
_BREAKS = re.compile("\n+")
_TIME = re.compile(r"(?:(\d+):)?(\d+):(\d+)(?:\.(\d+))?")
_RESULTS = {"draw": "0", "jigo": "0", "1/2": "1/2-1/2", "½-½": "1/2-1/2"}
_RULESETS = ("STD", "PP", "3M")
_SIDES = ("side0", "side1")


class Found(NamedTuple):
    """What is lost; and what may be told as well, since it isn't written exactly as it was."""

    lost: frozenset[Item]
    inexact: frozenset[Item]


def found(record: Record, own: Format, read: Record, other: Format, told: set[Item]) -> Found:
    """The losses from a record of a format to the one that was read back from another's file.

    Where nodes that are no moves are left out, those below them are looked for in their place if that
    explains what was told.
    """
    heads = set(lost_headers(record, own, read, other))
    one, two = Meant(record, own.flowing), Meant(read, other.flowing)
    ways = []
    for dissolved in (False, True):
        differ = set(_nodes(one, two, dissolved)) | heads
        exact = set(_nodes(one, two, dissolved, exactly=True))
        if ("start", record.root.id) in differ:  # without it nobody knows what its moves are
            actions = {item for item in differ if item[0] == "action"}
            differ, exact = differ - actions, exact | actions
        ways.append(
            Found(frozenset(differ), frozenset(exact | _inexact_headers(record, own, read)))
        )
    return min(ways, key=lambda way: len(way.lost - told) + len(told - way.lost - way.inexact))


# ------------------------------------------------------------------------------------- nodes


class Meant:
    """A record with the states of its nodes, and what each of them says."""

    def __init__(self, record: Record, flowing: bool) -> None:
        self.record = record
        self.game = game_of(record.game)
        self._states = States(self.game, record)
        self.flowing = flowing

    def start(self) -> str:
        """The position that the record begins with."""
        state = self.game.start_of(self.record)
        words = self.game.setup_text(state).split()
        return " ".join(
            word for word in words if word not in _RULESETS
        )  # headers may say the rules

    def action(self, node: Node) -> Action | None:
        """What happens at a node."""
        state = self._states.at(node)
        action = state.action
        if isinstance(action, Terminal):
            return Terminal(self.game.end_meaning(state, action.text))
        if isinstance(action, Setup):
            return Setup(" ".join(_sorted_words(action.text)))
        return action

    def position(self, node: Node) -> tuple[str, int]:
        """The position behind a node, and how many plies that is."""
        state = self._states.at(node)
        return self.game.setup_text(state), state.ply

    def text(self, node: Node, facet: str, flowing: bool | None = None) -> str:
        """The comment at a node, as it is shown, or as it would be in a format that flows or doesn't."""
        text = _SEAM.sub("\u2029", str(node.note(facet)).replace(_ITEM, ""))
        flowing = self.flowing if flowing is None else flowing
        return _BREAKS.sub("\n", shown(text, flowing)).rstrip().lstrip("\n")

    def note(self, node: Node, facet: str) -> NoteValue:
        """What is said at a node, as it is shown."""
        value = node.note(facet)
        if facet in (COMMENT, BEFORE):
            return self.text(node, facet)
        if facet == MARKS:
            return tuple(sorted(_marks(node)))
        if facet in (GLYPHS, VIEW) and isinstance(value, tuple):
            return tuple(sorted(value, key=str))
        if facet in (CLOCK, ELAPSED):
            return _seconds(str(value))
        if facet == MAIN and (node.parent is None or node.parent.children[0] is node):
            return FACETS[MAIN].empty
        return value


def _sorted_words(text: str) -> list[str]:
    """The words of a set-up in mid-game, squares of one kind in any order and each once."""
    head: list[str] = []
    groups: dict[str, set[str]] = {}
    group: set[str] | None = None
    for word in text.split():
        if word in ("B", "W", "E", "L", "PL"):
            group = groups.setdefault(word, set())
        elif group is None:
            head.append(word)
        else:
            group.add(word)
    return head + [word for sign in sorted(groups) for word in (sign, *sorted(groups[sign]))]


def _marks(node: Node) -> Iterator[Mark]:
    for mark in set(node.marks):
        if mark.kind in ("arrow", "line", "label") or not mark.squares:
            yield mark
        else:
            yield from {mark._replace(squares=(place,)) for place in mark.squares}


def _seconds(text: str) -> str:
    time = _TIME.fullmatch(text)
    if time is None:
        return text
    whole = int(time[1] or 0) * 3600 + int(time[2]) * 60 + int(time[3])
    return f"{whole}.{(time[4] or '').rstrip('0')}"


def _nodes(one: Meant, two: Meant, dissolved: bool, exactly: bool = False) -> Iterator[Item]:
    """The items that differ, children paired by their places."""
    if one.record.game != two.record.game:
        yield "game", None
    top, other = one.record.root, two.record.root
    same = one.start() == two.start()
    if not same:
        yield "start", top.id
    stack = [(top, other, same)]
    while stack:
        a, b, same = stack.pop()  # and whether both stand in one position
        if a is not top:
            alike = _alike(one, a, two, b, same)
            same = same and alike
            if not alike or (exactly and one.action(a) != two.action(b)):
                yield "action", a.id
        yield from _notes(one, a, two, b, exactly)
        children, gone = _moves(a.children) if dissolved else (list(a.children), [])
        for node in gone:
            yield "action", node.id
            for facet in node.notes:
                if exactly or facet not in (COMMENT, BEFORE):
                    yield facet, node.id
        shared = min(len(children), len(b.children))
        for child in children[shared:]:
            yield "branch", child.id
        if len(b.children) > shared:
            yield "branch", a.id
        pairs = zip(children, b.children, strict=False)
        stack.extend(reversed([(*pair, same) for pair in pairs]))


def _moves(children: Sequence[Node]) -> tuple[list[Node], list[Node]]:
    """The moves among some nodes, those below others in their places; and these others."""
    moves: list[Node] = []
    gone: list[Node] = []
    stack = list(reversed(children))
    while stack:
        node = stack.pop()
        if type(node.action) in (Move, Written):
            moves.append(node)
        else:
            gone.append(node)
            stack.extend(reversed(node.children))
    return moves, gone


def _alike(one: Meant, a: Node, two: Meant, b: Node, same: bool) -> bool:
    first, second = one.action(a), two.action(b)
    if first == second:
        return True
    if not (same and isinstance(first, Move) and isinstance(second, Move)):
        return False
    if _declared(first.text) != _declared(second.text):
        return False
    return one.position(a) == two.position(b)


def _declared(text: str) -> list[str]:
    """What a move says beside places: a draw that is offered."""
    return [word for word in text.split() if "draw" in word]


def _notes(one: Meant, a: Node, two: Meant, b: Node, exactly: bool) -> Iterator[Item]:
    for facet in {*a.notes, *b.notes}:
        before, after = a.note(facet), b.note(facet)
        if not exactly:
            before, after = one.note(a, facet), two.note(b, facet)
            if facet in (COMMENT, BEFORE):
                # Line breaks that were layout may still be there in a format where they count.
                texts = (after, two.text(b, facet, one.flowing))
                if not before or any(f"\n{before}\n" in f"\n{text}\n" for text in texts):
                    continue  # what was added takes nothing away
            if facet == GLYPHS and set(a.glyphs) - set(b.glyphs) == {_sign(b.comment)}:
                continue
        if before != after:
            yield facet, a.id


def _sign(comment: str) -> int | None:
    """The glyph that a comment begins with, as players of xiangqi write it."""
    found = _SIGN.match(comment)
    return _SIGNS.get(found[1].translate(_NARROW)) if found is not None else None


# ----------------------------------------------------------------------------------- headers


def lost_headers(record: Record, own: Format, read: Record, other: Format) -> Iterator[Item]:
    """The headers of which nothing read back says the same, under their own name or by their role."""
    fields = {field.key: field for field in own.fields_of(record.game)}
    theirs = _Said(read, other)
    unsaid = own.with_result(record.headers, "")
    without_result = record.headers if unsaid is None else unsaid
    same_start = Meant(record, False).start() == Meant(read, False).start()
    for key, value in record.headers:
        if not value.strip() or theirs.says(key, value):
            continue
        field = fields.get(key)
        if field is not None:
            if _tells_nothing(field, value):
                continue
            if key == "秒読み" and _limits(record) & _limits(read):
                continue
            if field.start and same_start and _names_start(field, value, record):
                continue
            if theirs.plays(field, value, record, own):
                continue
        if (key, value) not in without_result and theirs.result() == _plain(
            "result", own.by_role("result", record.headers, record.game)
        ):
            continue
        yield f"header:{key}", None


def _inexact_headers(record: Record, own: Format, read: Record) -> set[Item]:
    """The headers that don't have quite the text they had, or that tell nothing: these may be told."""
    there = {(key, value) for key, value in read.headers}
    keys = {key.casefold() for key, _ in read.headers}
    fields = {field.key: field for field in own.fields_of(record.game)}
    return {
        (f"header:{key}", None)
        for key, value in record.headers
        if (key, value) not in there
        and (
            key.casefold() in keys
            or value != value.strip()
            or not value
            or _tells_nothing(fields.get(key), value)
        )
    }


def _tells_nothing(field: HeaderField | None, value: str) -> bool:
    """Whether a header repeats what the record shows anyway, or says that something isn't known."""
    return field is not None and (field.implied or value == field.unknown)


def _names_start(field: HeaderField, value: str, record: Record) -> bool:
    """Whether a header says no more than the start does."""
    if record.game == "shogi":
        return position_of(record.setup).numbered(1).same(start_named(value))
    return True


class _Said:
    """The headers of a record that was read back, by key and by role."""

    def __init__(self, read: Record, format_: Format) -> None:
        self._read = read
        self._format = format_
        self._values: dict[str, set[str]] = {}
        for key, value in read.headers:
            self._values.setdefault(key.casefold(), set()).add(_plain("", value))
        self._roles: dict[str, set[str]] = {}
        for field in format_.fields_of(read.game):
            for what in filter(None, (field.role, field.kind)):
                for key, value in read.headers:
                    if key == field.key:
                        self._roles.setdefault(what, set()).add(_plain(what, value))

    def says(self, key: str, value: str) -> bool:
        """Whether a header of this key has the value."""
        return _plain("", value) in self._values.get(key.casefold(), ())

    def result(self) -> str:
        """How it ended."""
        said = self._format.by_role("result", self._read.headers, self._read.game)
        return _plain("result", said)

    def plays(self, field: HeaderField, value: str, record: Record, own: Format) -> bool:
        """Whether something plays the role of a field with its value."""
        for what in filter(None, (field.role, field.kind)):
            if _plain(what, value) in self._roles.get(what, ()):
                return True
            said = own.by_role(what, record.headers, record.game)
            theirs = self._format.by_role(what, self._read.headers, self._read.game)
            whole = field.role == "result" or value == said
            if whole and said and _plain(what, said) == _plain(what, theirs):
                return True
            if what == "event" and not own.by_role("title", record.headers, record.game):
                return _plain("title", value) in self._roles.get("title", ())
            if what == "time-rule" and _limits(record) & _limits(self._read):
                return True
            if what.startswith("side"):
                sides = [own.by_role(side, record.headers, record.game) for side in _SIDES]
                read = self._read
                names = [self._format.by_role(side, read.headers, read.game) for side in _SIDES]
                if value in sides and sides == names:
                    return True
        return False


def _plain(what: str, value: str) -> str:
    """A value as everybody would understand it, whoever writes it."""
    value = value.strip()
    if what in ("date", "end"):
        parts = re.findall(r"\d+", value.replace("????", ""))
        if len(parts) == 6 and not int(parts[5]):
            del parts[5]  # a time without seconds is one of none
        if "T" in value and not any(map(int, parts[3:])):
            del parts[3:]  # a moment that stands for a day
        return " ".join(str(int(part)) for part in parts) or value
    if what == "result":
        return _result(value)
    if what == "komi" and re.fullmatch(r"-?\d+(?:\.\d*)?", value):
        return str(float(value))
    return value.casefold() if what in ("rules", "scoring") else value


def _limits(record: Record) -> set[tuple[int, int]]:
    """What the headers of shogi say of minutes and seconds of byo-yomi."""
    said = {key: unicodedata.normalize("NFKC", value) for key, value in record.headers}
    found: set[tuple[int, int]] = set()
    more = int("".join(re.findall(r"\d", said.get("秒読み", ""))) or 0)
    for key in ("持ち時間", "$TIME_LIMIT"):
        text = said.get(key, "")
        numbers = [int(one) for one in re.findall(r"\d+", text)]
        if ":" in text and len(numbers) == 3:
            found.add((60 * numbers[0] + numbers[1], numbers[2]))
        elif numbers:
            seconds = numbers.pop() if "秒" in text else more
            minutes = numbers.pop() if "分" in text and numbers else 0
            hours = numbers.pop() if "時間" in text and numbers else 0
            found.add((60 * hours + minutes, seconds))
    return found


def _result(value: str) -> str:
    found = re.fullmatch(r"([BW])\+?(.*)", value)
    if found is None:
        return _RESULTS.get(value.casefold(), value)
    how = found[2]
    if re.fullmatch(r"\d+(?:\.\d*)?", how):
        return f"{found[1]}+{float(how)}"
    return f"{found[1]}+{how[:1].upper()}"
