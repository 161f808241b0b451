"""The check of a file by the specification of wei7 3.0, second draft (21 March 2013).

Each breach of a "must" names the paragraph; a breach of a "should" has the severity INFO. Such files are
read nevertheless. "At most" forbids additional members of objects: other programs may refuse such a file. The
rules that depend on earlier steps, of moves, takebacks, preset stones, times, come first.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from viewer.base.layers import unpacked_name
from viewer.base.limits import DEFAULT
from viewer.base.messages import Message, counted, message
from viewer.base.text import has_escapes
from viewer.formats.format import Collection
from viewer.formats.kit.json.file import kept_file
from viewer.formats.kit.json.tape import ARRAY, OBJECT, Tape
from viewer.formats.wei7.collection import is_xml
from viewer.formats.wei7.edits import placement_of, size_of
from viewer.formats.wei7.reader import ParsedFile, TreeBranch, stones_of
from viewer.formats.wei7.rules import RULES, Fault, ObjectRule, Scalar, Size, diagnostics_of
from viewer.games.go.setup import column_row
from viewer.tree.action import Move, Setup, Takeback
from viewer.tree.annotation import MOMENT
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.node import Node

Point = tuple[int, int]
Changes = tuple[tuple[Point, str, str], ...]
"""Points with the stones before and after: "B", "W", or "" for an empty point."""


class _WalkState:
    """A position of the walk: the changes on the board since the position before.

    `moves` is the number of moves that can be taken back, `stones` whether stones were preset, `moment`
    the latest time of a step so far, in seconds.
    """

    __slots__ = ("before", "changes", "depth", "moment", "moves", "stones")

    def __init__(self, before: _WalkState | None, changes: Changes, moves: int) -> None:
        self.before = before
        self.changes = changes
        self.depth: int = 0 if before is None else before.depth + 1
        self.moves = moves
        self.stones: bool = before is not None and before.stones
        self.moment: float = 0.0 if before is None else before.moment


class Board:
    """A go board with the specification's rules (9.16.5), which can go from any position to another."""

    def __init__(self, width: int, height: int) -> None:
        self._width = width
        self._height = height
        self._here = _WalkState(None, (), 0)
        self.stones: dict[Point, str] = {}

    @property
    def start(self) -> _WalkState:
        """The empty board."""
        place = self._here
        while place.before is not None:
            place = place.before
        return place

    def go(self, place: _WalkState) -> None:
        """Go to a position: back to the last common one, then forward. Costs the moves of both ways."""
        forward: list[_WalkState] = []
        there = place
        while self._here is not there:
            if there.depth >= self._here.depth:
                forward.append(there)
                assert there.before is not None  # all positions have the same start
                there = there.before
            else:
                for at, old, _ in reversed(self._here.changes):
                    self._set(at, old)
                assert self._here.before is not None
                self._here = self._here.before
        for one in reversed(forward):
            for at, _, new in one.changes:
                self._set(at, new)
        self._here = place

    def _set(self, at: Point, stone: str) -> None:
        if stone:
            self.stones[at] = stone
        else:
            self.stones.pop(at, None)

    def put(self, at: Point, stone: str, changes: list[tuple[Point, str, str]]) -> None:
        """Put a stone on a point ("" removes it), and add this to `changes`."""
        changes.append((at, self.stones.get(at, ""), stone))
        self._set(at, stone)

    def follow(self, changes: list[tuple[Point, str, str]], moves: int) -> _WalkState:
        """Add the position after changes that were made on the board already, and return it."""
        self._here = _WalkState(self._here, tuple(changes), moves)
        return self._here

    def around(self, at: Point) -> Iterator[Point]:
        """The points next to a point."""
        x, y = at
        for there in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if 0 <= there[0] < self._width and 0 <= there[1] < self._height:
                yield there

    def block(self, at: Point) -> tuple[set[Point], bool]:
        """The block at a point, and whether it has a liberty."""
        side, seen, work = self.stones[at], {at}, [at]
        free = False
        while work:
            for there in self.around(work.pop()):
                stone = self.stones.get(there)
                if stone is None:
                    free = True
                elif stone == side and there not in seen:
                    seen.add(there)
                    work.append(there)
        return seen, free

    def play(self, side: str, at: Point) -> list[tuple[Point, str, str]]:
        """Play a stone and remove the blocks without a liberty; returns the changes."""
        changes: list[tuple[Point, str, str]] = []
        self.put(at, side, changes)
        for there in (*self.around(at), at):
            if self.stones.get(there, side) != side or there == at:
                block, free = self.block(there) if there in self.stones else (set(), True)
                if not free:
                    for stone in block:
                        self.put(stone, "", changes)
        return changes

    def on_board(self, place: str) -> Point | None:
        """Column and row of a square, None if it isn't on the board."""
        at = column_row(place)
        return at if at is not None and at[0] < self._width and at[1] < self._height else None


def check_play(reading: ParsedFile, room: int) -> list[Fault]:
    """The breaches in the moves, takebacks, preset stones and times of a file; at most `room`."""
    return _Walk(reading, room).found


class _Walk:
    def __init__(self, reading: ParsedFile, room: int) -> None:
        self.found: list[Fault] = []
        self._reading = reading
        self._board = Board(*size_of(reading.record.root.action))
        nodes = reading.record.nodes
        work: list[tuple[TreeBranch, _WalkState]] = []
        if reading.tree is not None:
            work.append((reading.tree, self._board.start))
        while work and len(self.found) < room:
            branch, place = work.pop()
            self._board.go(place)
            if branch.head:
                place = self._head(branch, nodes[branch.first], place)
            for number, id in enumerate(branch.step_ids):
                place = self._step(branch, number, nodes[id], place)
            work += [(below, place) for _, below in reversed(branch.below) if below is not None]
        del self.found[room:]

    def _tell(
        self,
        code: str,
        paragraph: str,
        why: Message,
        value: int,
        path: str,
        node: Node,
        severity: Severity = Severity.WARNING,
    ) -> None:
        words = message("wei7 3.0, {paragraph}: {why}", paragraph=paragraph, why=why)
        at = self._reading.tape.starts[value]
        self.found.append(Fault(severity, f"wei7.strict.{code}", words, at, path, node.id))

    def _head(self, branch: TreeBranch, node: Node, place: _WalkState) -> _WalkState:
        if type(node.action) is not Setup:
            return place
        placement = placement_of(node.action)
        board = self._board
        changes: list[tuple[Point, str, str]] = []
        path = f"{branch.path()}.pre.stones"
        for side, places in (("B", placement.first), ("W", placement.second)):
            for text in places:
                at = board.on_board(text)
                if at is not None:
                    board.put(at, side, changes)
        stones = bool(placement.first or placement.second)
        if stones and (place.moves or place.stones):
            why = message("stones may only be preset on an empty board.")
            self._tell("stones-too-late", "3.16.2.6", why, branch.value, path, node)
        seen: set[Point] = set()
        for at in list(board.stones) if stones else ():
            if at not in seen:
                block, free = board.block(at)
                seen |= block
                if not free:
                    why = message("preset stones stand without a liberty.")
                    self._tell("stones-without-liberty", "3.16.2.5", why, branch.value, path, node)
                    break
        after = board.follow(changes, 0)
        after.stones = after.stones or stones
        return after

    def _step(self, branch: TreeBranch, number: int, node: Node, place: _WalkState) -> _WalkState:
        value = branch.step_items[number]
        path = f"{branch.path()}.steps[{number}]"
        text = str(node.note(MOMENT))
        if text and len(text) < 300:
            moment = float(text)
            if moment < place.moment:
                why = message("the time should not be before that of the step before.")
                self._tell("time-order", "3.16.3.1", why, value, path, node, Severity.INFO)
            moment = max(moment, place.moment)
        else:
            moment = place.moment
        action = node.action
        if type(action) is Takeback:
            place = self._takeback(action.count, value, path, node, place)
        elif type(action) is Move:
            place = self._move(action, value, path, node, place)
        place = self._board.follow([], place.moves) if moment != place.moment else place
        place.moment = moment
        return place

    def _move(
        self, action: Move, value: int, path: str, node: Node, place: _WalkState
    ) -> _WalkState:
        side, _, where = action.text.partition(" ")
        at = self._board.on_board(where)
        changes: list[tuple[Point, str, str]] = []
        if at is not None:
            if at in self._board.stones:
                why = message("a move must be made on an empty point.")
                self._tell("occupied", "9.16.5.1", why, value, path, node)
            changes = self._board.play(side, at)
        return self._board.follow(changes, place.moves + 1)

    def _takeback(
        self, count: int, value: int, path: str, node: Node, place: _WalkState
    ) -> _WalkState:
        if count > place.moves:
            why = counted(
                "A move is taken back, but there are {moves}.",
                "{count} moves are taken back, but there are {moves}.",
                count,
                moves=place.moves,
            )
            self._tell("takeback-too-far", "3.16.3.2.2", why, value, path, node)
        left = max(place.moves - count, 0)
        while place.moves > left:
            assert place.before is not None  # with moves to take back, it isn't the start
            place = place.before
        self._board.go(place)
        return place


# --------------------------------------------------------------------------------------- the file


def strict(collection: Collection) -> list[Diagnostic]:
    """The breaches in a file that was read; none for version 2. Raises OSError."""
    if not len(collection) or collection.source is None:
        return []
    kept = kept_file(collection.record(0), "wei7")
    if kept is None or is_xml(kept.text):
        return []
    reading = ParsedFile(kept.text, DEFAULT)
    checker = _Checker(reading)
    checker.run(collection.source.name)
    # Behind the first place that is no JSON, what looks like a breach may follow from that.
    found = [one for one in checker.found if one.at <= reading.sound]
    return diagnostics_of(kept.text, found)


class _Checker:
    def __init__(self, reading: ParsedFile) -> None:
        self.found: list[Fault] = []
        self._reading = reading
        self._tape: Tape = reading.tape
        fields = self._tape.fields(reading.info) if reading.info >= 0 else {}
        count = len(self._tape.items(fields["participants"])) if "participants" in fields else 0
        self._size = Size(*reading.declared, count)

    def run(self, name: str) -> None:
        reading = self._reading
        suffix = os.path.splitext(unpacked_name(name))[1]
        if name and suffix != ".wei7":
            words = message("the name of the file must end in .wei7.")
            self._add("suffix", "3.1", words, 0, "")
        if has_escapes(self._tape.text):
            words = message("the file must be UTF-8; some bytes are none.")
            self._add("text", "3.1", words, 0, "")
        self._shape("root", reading.top, "", None, [])
        fields = self._tape.fields(reading.top)
        self._values([(value, name, name) for name, value in fields.items() if name != "tree"])
        if "size" in fields:
            self._check_size(fields["size"])
        # Branch by branch with a list, not by recursion: trees may be deep.
        work: list[TreeBranch] = [] if reading.tree is None else [reading.tree]
        while work and len(self.found) < DEFAULT.diagnostics:
            branch = work.pop()
            self._branch(branch)
            work += [below for _, below in reversed(branch.below) if below is not None]
        room = DEFAULT.diagnostics - len(self.found)
        self.found += check_play(reading, room)

    def _add(
        self,
        code: str,
        paragraph: str,
        why: Message,
        at: int,
        path: str,
        node: int | None = None,
    ) -> None:
        if len(self.found) < DEFAULT.diagnostics:
            words = message("wei7 3.0, {paragraph}: {why}", paragraph=paragraph, why=why)
            self.found.append(Fault(Severity.WARNING, f"wei7.strict.{code}", words, at, path, node))

    def _values(self, work: list[tuple[int, str, str]], node: int | None = None) -> None:
        """Check values (number, rule, path) and the values inside them, without recursion."""
        work = [item for item in work if item[1] in RULES]
        while work:
            value, name, path = work.pop()
            rule = RULES[name]
            if isinstance(rule, ObjectRule):
                self._shape(name, value, path, node, work)
            elif isinstance(rule, Scalar):
                self._scalar(name, rule, value, path, node)
            elif self._tape.kinds[value] != ARRAY:
                self._wrong(name, message("a list"), value, path, node)
            else:
                for number, item in enumerate(self._tape.items(value)):
                    work.append((item, rule.items, f"{path}[{number}]"))

    def _wrong(self, rule: str, what: Message, value: int, path: str, node: int | None) -> None:
        """Report a value that doesn't follow its rule; the code is the rule's name."""
        words = message("this must be {what}.", what=what)
        self._add(rule, RULES[rule].paragraph, words, self._tape.starts[value], path, node)

    def _scalar(self, name: str, rule: Scalar, value: int, path: str, node: int | None) -> None:
        tape = self._tape
        if tape.kinds[value] != rule.kind or not rule.good(tape.string(value), self._size):
            self._wrong(name, rule.words, value, path, node)

    def _shape(
        self, name: str, value: int, path: str, node: int | None, work: list[tuple[int, str, str]]
    ) -> None:
        rule, tape = RULES[name], self._tape
        assert isinstance(rule, ObjectRule)
        if tape.kinds[value] != OBJECT:
            self._wrong(name, message("an object"), value, path, node)
            return
        fields: dict[str, int] = {}
        for key, one in tape.members(value):
            text = tape.string(key)
            if text in fields:
                why = message("“{name}” stands here twice.", name=text[:40])
                self._add("twice", "3.1", why, tape.starts[key], path, node)
            fields[text] = one
            below = rule.members.get(text)
            if below is None and not (name == "action" and text == "value"):
                why = message("there is no “{name}” here.", name=text[:40])
                self._add(f"{name}.unknown", rule.paragraph, why, tape.starts[key], path, node)
            elif below is not None and name not in ("root", "tree"):
                self._below(name, text, one, below, f"{path}.{text}", work)
        for text in rule.needed:
            if text not in fields:
                why = message("“{name}” is missing.", name=text)
                self._add(f"{name}.missing", rule.paragraph, why, tape.starts[value], path, node)
        if name == "result" and {"winner", "margin"} <= fields.keys():
            self._check_draw(fields["winner"], value, path, node)
        if name == "action" and "type" in fields and "value" in fields:
            kind = tape.string(fields["type"])
            if kind in ("move", "takeback", "mark", "message", "result"):
                work.append((fields["value"], kind, f"{path}.value"))

    def _below(
        self,
        name: str,
        text: str,
        value: int,
        rule: str,
        path: str,
        work: list[tuple[int, str, str]],
    ) -> None:
        # Only the point of a move may be null: a pass.
        if name == "move" and text == "point" and self._tape.raw(value) == "null":
            return
        work.append((value, rule, path))

    def _check_draw(self, winner: int, value: int, path: str, node: int | None) -> None:
        if self._tape.raw(winner) == "null":
            why = message("a draw has no margin.")
            self._add("draw-margin", "3.8", why, self._tape.starts[value], path, node)

    def _check_points(self, stones: int, path: str, node: int | None) -> None:
        seen: set[str] = set()
        for number, (item, stone) in enumerate(stones_of(self._reading, stones)):
            if stone is not None and stone[1] in seen:
                why = message("two stones are preset on one point.")
                at = self._tape.starts[item]
                where = f"{path}[{number}]"
                self._add("stones-on-one-point", "3.16.2.5", why, at, where, node)
            elif stone is not None:
                seen.add(stone[1])

    def _check_size(self, value: int) -> None:
        rule = "rectangle" if self._tape.kinds[value] == OBJECT else "lines"
        self._values([(value, rule, "size")])

    def _branch(self, branch: TreeBranch) -> None:
        path = branch.path()
        self._shape("tree", branch.value, path, branch.first, [])
        fields = self._tape.fields(branch.value)
        head = branch.first if branch.head else None
        for name in ("title", "pre"):
            if name in fields:
                self._values([(fields[name], name, f"{path}.{name}")], head)
        pre = self._tape.fields(fields["pre"]) if "pre" in fields else {}
        if "stones" in pre:
            self._check_points(pre["stones"], f"{path}.pre.stones", head)
        for name in ("steps", "branches"):
            if name in fields and self._tape.kinds[fields[name]] != ARRAY:
                self._wrong(name, message("a list"), fields[name], path, branch.first)
        for number, (item, id) in enumerate(zip(branch.step_items, branch.step_ids, strict=True)):
            self._values([(item, "step", f"{path}.steps[{number}]")], id)
        for number, (item, below) in enumerate(branch.below):
            if below is None:
                where = f"{path}.branches[{number}]"
                self._wrong("tree", message("an object"), item, where, branch.first)
