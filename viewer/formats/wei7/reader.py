"""Reading of a wei7 file: a record, the branches of its tree, and the faults found."""

from __future__ import annotations

from viewer.base.limits import Limits
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.formats.kit.json.style import number_of
from viewer.formats.kit.json.tape import ARRAY, OBJECT
from viewer.formats.wei7.headers import INFO, Leaf, leaves_of
from viewer.formats.wei7.rules import Fault, diagnostics_of, parse
from viewer.formats.wei7.steps import (
    Bad,
    colour_of,
    comment_of,
    marks_of,
    place_of,
    problem_of,
    said_by,
)
from viewer.games.go.setup import LARGEST, USUAL, write_setup
from viewer.games.stones.placement import Placement
from viewer.tree.action import Action, Setup
from viewer.tree.annotation import COMMENT, MARKS, PROBLEM, TITLE, NoteValue
from viewer.tree.diagnostic import Severity
from viewer.tree.node import EMPTY, Node
from viewer.tree.record import Header, Record

_FAR = 10**9  # the most lines that a diagnostic names
_LEVELS = 12  # shown at each end of a path


class TreeBranch:
    """A branch of the tree: an object of the file.

    Attributes:
        value: its number on the tape.
        parent: the branch that contains it, None for the whole tree.
        number: its index among the parent's branches.
        above: id of the node it follows, -1 for the whole tree.
        first: id of its first node.
        head: whether that node stands for the branch itself (its title, its preset position), not a step.
        steps, branches: the numbers of these arrays on the tape, -1 if missing.
        step_items: the numbers of the steps that were read.
        step_ids: the ids of their nodes.
        below: its branches in the file's order, with their numbers; None for items that aren't trees.
    """

    __slots__ = (
        "above",
        "below",
        "branches",
        "depth",
        "first",
        "front",
        "head",
        "number",
        "parent",
        "step_ids",
        "step_items",
        "steps",
        "value",
    )

    def __init__(self, value: int, parent: TreeBranch | None, number: int, above: int) -> None:
        self.value = value
        self.parent = parent
        self.number = number
        self.above = above
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.front = "tree"  # the first part of the path, up to 12 levels
        if parent is not None:
            self.front = parent.front
            if self.depth <= _LEVELS:
                self.front += f".branches[{number}]"
        self.first = -1
        self.head = False
        self.steps = -1
        self.branches = -1
        self.step_items: list[int] = []
        self.step_ids: list[int] = []
        self.below: list[tuple[int, TreeBranch | None]] = []

    @property
    def alone(self) -> bool:
        """Whether it is the only branch of the one that contains it."""
        return self.parent is not None and len(self.parent.below) == 1

    def path(self) -> str:
        """The path in the file: `tree.branches[0].branches[3]`; for a deep branch only the two ends of it."""
        names: list[str] = []
        branch = self
        while branch.depth > _LEVELS and len(names) < _LEVELS:
            names.append(f".branches[{branch.number}]")
            assert branch.parent is not None  # by its depth
            branch = branch.parent
        if branch.depth > _LEVELS:
            names.append("…")
        return self.front + "".join(reversed(names))


class Size(NamedTuple):
    """Width and height of the board."""

    width: int
    height: int


class ParsedFile:
    """A wei7 file that was read.

    Attributes:
        tape: the values of its text.
        top: the number of the outermost object, -1 if there is none.
        record: the record read from the file.
        tree: the branch that is the whole tree, None if there is no tree.
        entries: for each step, its number by the id of its node.
        first: branches by the id of their first node.
        leaves: the headers with their paths.
        info: the number of the value that contains the headers, -1 if there is none.
        last_is_main: whether the main branch is the last one, as in the first draft.
        size, declared: the board's size as it is shown, and as the file gives it.
        sound: how many characters at the beginning are JSON.
        found: the diagnostics.
    """

    def __init__(self, text: str, limits: Limits) -> None:
        self.tape, odd = parse(text, limits.diagnostics)
        self._limits = limits
        self._faults = [
            Fault(Severity.WARNING, "wei7.syntax", one.words, one.at, one.path) for one in odd
        ]
        self.sound = min((one.at for one in odd), default=len(text))
        tape = self.tape
        self.top = tape.top if tape.top >= 0 and tape.kinds[tape.top] == OBJECT else -1
        fields = tape.fields(self.top) if self.top >= 0 else {}
        self.info = fields.get(INFO, -1)
        self.leaves: list[Leaf] = [] if self.info < 0 else leaves_of(tape, self.info)
        self.last_is_main = any(leaf.key == "info.style" for leaf in self.leaves)
        self.entries: dict[int, int] = {}
        self.first: dict[int, TreeBranch] = {}
        self.tree: TreeBranch | None = None
        self._nodes: dict[int, Node] = {}
        self._children: dict[Node, list[Node]] = {}
        self._check_edition(fields)
        self.declared = Size(USUAL, USUAL)
        self.size = self._size(fields.get("size", -1))
        # On large boards, the limit of points allows fewer nodes.
        self._most = min(limits.nodes, limits.points // (self.size.width * self.size.height))
        root = self._root(fields.get("tree", -1))
        for node, some in self._children.items():
            node.children = tuple(some)
        headers = tuple(Header(leaf.key, leaf.text) for leaf in self.leaves)
        self.record = Record("go", root, headers, None, (), self._nodes)
        self.found = diagnostics_of(text, self._faults)

    def _tell(
        self, code: str, words: Message, value: int, path: str, node: int | None = None
    ) -> None:
        if len(self._faults) < self._limits.diagnostics:
            at = self.tape.starts[value] if value >= 0 else 0
            severity = Severity.INFO if code in _NOTES else Severity.WARNING
            self._faults.append(Fault(severity, code, words, at, path, node))

    def _check_edition(self, fields: dict[str, int]) -> None:
        tape = self.tape
        if self.top < 0:
            return
        if "format" not in fields:
            words = message("The file doesn't say that it is wei7.")
            self._tell("wei7.no-format", words, self.top, "")
        version = fields.get("version", -1)
        if version >= 0 and tape.string(version) != "3.0":
            words = message(
                "The version is {version}; it is read as 3.0.", version=tape.raw(version)[:40]
            )
            self._tell("wei7.version", words, version, "version")
        if self.last_is_main:
            words = message(
                "A file of the first draft of wei7 3.0: its last branches are the main ones; they "
                "are shown first, and stay where they are in the file."
            )
            self._tell("wei7.first-draft", words, self.info, "info.style")
        if "tree" not in fields:
            self._tell("wei7.no-tree", message("There is no tree, so no move."), self.top, "")

    def _size(self, value: int) -> Size:
        if value < 0:
            return Size(USUAL, USUAL)
        tape = self.tape
        if tape.kinds[value] == OBJECT:
            fields = tape.fields(value)
            sides = [self._lines(fields.get(name, -1)) for name in ("width", "height")]
        else:
            sides = [self._lines(value)] * 2
        most = min(self._limits.lines, LARGEST)
        if min(sides):
            self.declared = Size(*sides)
        if max(sides) > most and min(sides):
            words = message(
                "A board of {width} by {height} lines is too large to be shown: {largest} lines in a "
                "direction are shown, from the top left.",
                width=sides[0],
                height=sides[1],
                largest=most,
            )
            self._tell("wei7.too-large", words, value, "size")
        if min(sides):
            return Size(min(sides[0], most), min(sides[1], most))
        words = message("This is no size of a board; {usual} lines are shown.", usual=USUAL)
        self._tell("wei7.bad-value", words, value, "size")
        return Size(USUAL, USUAL)

    def _lines(self, value: int) -> int:
        """The number of lines in one direction (10^9 if more), 0 if the value isn't a number of lines."""
        number = None if value < 0 else number_of(self.tape.raw(value))
        if number is None or number < 1 or number != number.to_integral_value():
            return 0
        return _FAR if number > _FAR else int(number)

    # ------------------------------------------------------------------------------ branches

    def _root(self, tree: int) -> Node:
        if tree >= 0 and self.tape.kinds[tree] != OBJECT:
            self._tell("wei7.bad-branch", message("This is no tree."), tree, "tree", 0)
            tree = -1
        if tree < 0:
            root = self._node(None, None, {})
            root.action = _start(self.size, (), ())
            return root
        self.tree = TreeBranch(tree, None, 0, -1)
        stack: list[tuple[TreeBranch, Node | None]] = [(self.tree, None)]
        while stack:
            branch, above = stack.pop()
            if len(self._nodes) >= self._most:
                words = message("The record has too many moves; the rest isn't read.")
                self._tell("wei7.too-many", words, branch.value, branch.path(), 0)
                assert branch.parent is not None
                for left, _ in (*stack, (branch, above)):
                    self._forget(left)
                break
            stack += reversed(self._branch(branch, above))
        return self._nodes[0]

    def _forget(self, branch: TreeBranch) -> None:
        """Treat a branch that isn't read like an item that isn't a tree, so that it is kept in the file."""
        parent = branch.parent
        assert parent is not None
        parent.below[branch.number] = (branch.value, None)

    def _node(self, above: Node | None, action: Action | None, notes: dict[str, NoteValue]) -> Node:
        node = Node(len(self._nodes), above, action, notes or EMPTY)
        self._nodes[node.id] = node
        if above is not None:
            self._children.setdefault(above, []).append(node)
        return node

    def _branch(
        self, branch: TreeBranch, above: Node | None
    ) -> list[tuple[TreeBranch, Node | None]]:
        tape = self.tape
        fields = tape.fields(branch.value)
        steps, branches = fields.get("steps", -1), fields.get("branches", -1)
        for name, value in (("steps", steps), ("branches", branches)):
            if value >= 0 and tape.kinds[value] != ARRAY:
                words = message("This is no list.")
                self._tell("wei7.bad-value", words, value, f"{branch.path()}.{name}")
        branch.steps = steps if steps >= 0 and tape.kinds[steps] == ARRAY else -1
        items = tape.items(steps) if steps >= 0 else []
        if above is None or "title" in fields or "pre" in fields or not items:
            above = self._head(branch, above, fields)
            branch.first, branch.head = above.id, True
        above = self._steps(branch, above, items)
        self.first[branch.first] = branch
        if branches < 0 or tape.kinds[branches] != ARRAY:
            return []
        branch.branches = branches
        return self._below(branch, above)

    def _below(self, branch: TreeBranch, above: Node) -> list[tuple[TreeBranch, Node | None]]:
        out: list[tuple[TreeBranch, Node | None]] = []
        for number, item in enumerate(self.tape.items(branch.branches)):
            if self.tape.kinds[item] == OBJECT:
                below = TreeBranch(item, branch, number, above.id)
                branch.below.append((item, below))
                out.append((below, above))
            else:
                branch.below.append((item, None))
                path = f"{branch.path()}.branches[{number}]"
                self._tell("wei7.bad-branch", message("This is no tree."), item, path, above.id)
        if self.last_is_main:
            out.reverse()
        return out

    def _steps(self, branch: TreeBranch, above: Node, items: list[int]) -> Node:
        bad: list[Bad] = []
        nodes, most = self._nodes, self._most
        for number, item in enumerate(items):
            # The first node of a branch is read even beyond the limit.
            if len(nodes) >= most and branch.first >= 0:
                words = message("The record has too many moves; the rest isn't read.")
                path = f"{branch.path()}.steps[{number}]"
                self._tell("wei7.too-many", words, item, path, above.id)
                break
            said = said_by(self.tape, item, bad)
            above = self._node(above, said.action, said.notes)
            self.entries[above.id] = item
            if branch.first < 0:
                branch.first = above.id
            branch.step_items.append(item)
            branch.step_ids.append(above.id)
            if bad:
                path = f"{branch.path()}.steps[{number}]"
                for one in bad:
                    code = f"wei7.{one.code}"
                    self._tell(code, one.words, one.value, path + one.path, above.id)
                bad.clear()
        return above

    def _head(self, branch: TreeBranch, above: Node | None, fields: dict[str, int]) -> Node:
        tape = self.tape
        bad: list[Bad] = []
        notes: dict[str, NoteValue] = {}
        title, pre = fields.get("title", -1), fields.get("pre", -1)
        if title >= 0:
            text = comment_of(tape, title, bad, ".title")
            if text:
                notes[TITLE] = text
        black: tuple[str, ...] = ()
        white: tuple[str, ...] = ()
        if pre >= 0 and tape.kinds[pre] != OBJECT:
            bad.append(Bad(pre, ".pre", message("This is no preset position.")))
        elif pre >= 0:
            black, white = self._pre(pre, notes, bad)
        node = self._node(above, None, notes)
        if above is None:
            node.action = _start(self.size, black, white)
        elif black or white:
            node.action = Setup(write_setup(Placement(first=black, second=white)))
        for one in bad:
            path = branch.path() + one.path
            self._tell("wei7.bad-value", one.words, one.value, path, node.id)
        return node

    def _pre(
        self, pre: int, notes: dict[str, NoteValue], bad: list[Bad]
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        tape = self.tape
        stones: dict[str, list[str]] = {"1": [], "2": []}
        for name, value in tape.fields(pre).items():
            path = f".pre.{name}"
            said: NoteValue = ""
            match name:
                case "comment":
                    facet, said = COMMENT, comment_of(tape, value, bad, path)
                case "marks":
                    facet, said = MARKS, marks_of(tape, value, bad, path)
                case "problem":
                    facet, said = PROBLEM, problem_of(tape, value, bad, path)
                case "stones":
                    for number, (_, stone) in enumerate(stones_of(self, value)):
                        if stone is None:
                            words = message("This is no stone at a point of a board.")
                            item = tape.items(value)[number]
                            bad.append(Bad(item, f"{path}[{number}]", words))
                        else:
                            stones[stone[0]].append(stone[1])
                    continue
                case _:
                    continue
            if said:
                notes[facet] = said
        return tuple(stones["1"]), tuple(stones["2"])


_NOTES = frozenset(("wei7.no-format", "wei7.first-draft"))

Stone = tuple[str, str]
"""Colour ("1" or "2") and square."""


def stones_of(reading: ParsedFile, value: int) -> list[tuple[int, Stone | None]]:
    """The items of a list: their numbers with the stones, None for items that aren't stones."""
    tape = reading.tape
    out: list[tuple[int, Stone | None]] = []
    for item in tape.items(value):
        fields = tape.fields(item)
        colour, point = fields.get("color"), fields.get("point")
        place = None if point is None else place_of(tape, point)
        side = colour_of(tape, colour)
        out.append((item, (side, place) if side and place is not None else None))
    return out


def _start(size: Size, black: tuple[str, ...], white: tuple[str, ...]) -> Setup | None:
    if size == (USUAL, USUAL) and not black and not white:
        return None
    return Setup(write_setup(Placement(*size, black, white)))
