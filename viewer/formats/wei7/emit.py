"""A record as wei7 text: that of its file with the edits, or a new one. No recursion over nodes."""

from __future__ import annotations

import re

from viewer.formats.kit.json.patches import Patches
from viewer.formats.kit.json.style import JsonStyle, style_of
from viewer.formats.kit.json.tape import ARRAY, OBJECT, quoted
from viewer.formats.kit.law import kept
from viewer.formats.wei7.edits import Edits, is_step, pre_members, size_of
from viewer.formats.wei7.headers import INFO, HeaderEdit, Wanted, composed, value_text, wanted_of
from viewer.formats.wei7.reader import ParsedFile, TreeBranch
from viewer.formats.wei7.steps import action_text, simple_members
from viewer.tree.annotation import TITLE
from viewer.tree.node import Node
from viewer.tree.record import Record

VERSION = "3.0"
_DEEPEST = 12  # levels of indentation: with more, the text of a deep tree would be mostly blanks
_OWN = frozenset(("title", "pre", "steps", "branches"))

Part = str | tuple[Node, int]

# The inside of a point, of a move's value, of an action, of a step: each contains the one before.
_NESTED = (
    re.compile(r'"point"[ \t\r\n]*:[ \t\r\n]*\{([ \t\r\n]*)"'),
    re.compile(r'"value"[ \t\r\n]*:[ \t\r\n]*\{([ \t\r\n]*)"'),
    re.compile(r'"action"[ \t\r\n]*:[ \t\r\n]*\{([ \t\r\n]*)"'),
    re.compile(r'"steps"[ \t\r\n]*:[ \t\r\n]*\[[ \t\r\n]*\{([ \t\r\n]*)"'),
)
ORDER = ("time", "title", "pre", "action", "steps", "branches")
"""The members that are inserted before all others when they are new, in this order."""


class BranchSteps:
    """The nodes of a branch: its steps from the first node on, and the first nodes of its branches.

    The steps continue as long as a node has a single child, but not into what is the only branch there in
    the file.
    """

    def __init__(self, first: Node, reading: ParsedFile | None) -> None:
        self.head = not is_step(first)
        self.steps = [] if self.head else [first]
        node = first
        while len(node.children) == 1 and is_step(node.children[0]):
            child = node.children[0]
            branch = None if reading is None else reading.first.get(child.id)
            if branch is not None and branch.above == node.id and branch.alone and not branch.head:
                break
            self.steps.append(child)
            node = child
        self.branches = list(node.children)
        if reading is not None and reading.last_is_main:
            self.branches.reverse()


class Composer:
    """Writes branches as new text, keeping parts of the file that weren't understood."""

    def __init__(self, style: JsonStyle, reading: ParsedFile | None = None) -> None:
        self._style = style
        self._reading = reading

    def tree(self, first: Node, depth: int = 0) -> str:
        """The JSON object of the branch that begins with a node; a new file has one item per line."""
        out: list[str] = []
        work: list[Part] = [(first, depth)]
        while work:
            part = work.pop()
            if isinstance(part, str):
                out.append(part)
            else:
                work += reversed(self._tree(*part))
        return "".join(out)

    def _tree(self, first: Node, depth: int) -> list[Part]:
        line = BranchSteps(first, self._reading)
        branch = self._known(first, line.head)
        members: list[tuple[str, list[Part]]] = []
        if line.head:
            members += [(key, [text]) for key, text in self._head(first, branch, line)]
        if line.steps:
            steps: list[Part] = [self.entry(node) for node in line.steps]
            members.append(("steps", self._listed("[]", steps, depth + 1)))
        if line.branches:
            trees: list[Part] = [(node, depth + 2) for node in line.branches]
            members.append(("branches", self._listed("[]", trees, depth + 1)))
        if branch is not None:
            members += [(key, [text]) for key, text in self._others(branch)]
        named: list[Part] = []
        for number, (key, parts) in enumerate(members):
            named += [","] if number else []
            named += [self._break(depth + 1, number > 0), f'"{key}"{self._style.colon}', *parts]
        return ["{", *named, self._break(depth, False), "}"] if members else ["{}"]

    def _listed(self, brackets: str, items: list[Part], depth: int) -> list[Part]:
        out: list[Part] = [brackets[0]]
        for number, item in enumerate(items):
            out += [","] if number else []
            out += [self._break(depth + 1, number > 0), item]
        return [*out, self._break(depth, False), brackets[1]]

    def _break(self, depth: int, inner: bool) -> str:
        if self._reading is not None:
            return self._style.comma[1:] if inner else ""
        return "\n" + "  " * min(depth, _DEEPEST)

    def _known(self, first: Node, head: bool) -> TreeBranch | None:
        branch = None if self._reading is None else self._reading.first.get(first.id)
        return branch if branch is not None and branch.head == head else None

    def _head(
        self, node: Node, branch: TreeBranch | None, line: BranchSteps
    ) -> list[tuple[str, str]]:
        reading = self._reading
        title = str(node.note(TITLE))
        if branch is None or reading is None:
            out = [("title", quoted(title))] if title else []
            pre = pre_members(node, self._style)
            if pre or (not title and line.steps and node.parent is not None):
                out.append(("pre", self._style.object(pre)))
            return out
        patches = Patches(reading.tape, self._style, ORDER)
        changes = Edits(reading, patches).head(branch, node, bool(line.steps))
        fields = reading.tape.fields(branch.value)
        out = []
        for key in ("title", "pre"):
            text = changes.get(key)
            if key not in changes and key in fields:
                value = fields[key]
                start, end = reading.tape.starts[value], reading.tape.ends[value]
                text = patches.result(start, end)
                if value in reading.tape.unclosed or start == reading.tape.open:
                    text = quoted(title)
                    if key == "pre":
                        text = self._style.object(pre_members(node, self._style))
            if text is not None:
                out.append((key, text))
        return out

    def _others(self, branch: TreeBranch) -> list[tuple[str, str]]:
        assert self._reading is not None  # it has the branch
        tape = self._reading.tape
        out: list[tuple[str, str]] = []
        for key, value in tape.members(branch.value):
            name = tape.string(key)
            if name not in _OWN and value not in tape.unclosed and tape.starts[value] != tape.open:
                out.append((quoted(name)[1:-1], tape.raw(value)))
        return out

    def entry(self, node: Node) -> str:
        """The JSON object of a step."""
        reading = self._reading
        step = -1 if reading is None else reading.entries.get(node.id, -1)
        if reading is not None and step >= 0:
            tape = reading.tape
            if step not in tape.unclosed and tape.starts[step] != tape.open:
                patches = Patches(tape, self._style, ORDER)
                Edits(reading, patches).entry(node)
                return patches.result(tape.starts[step], tape.ends[step])
        members = simple_members(node.notes, self._style)
        action = ("action", action_text(node.action, node.notes, self._style))
        members.insert(1 if members and members[0][0] == "time" else 0, action)
        return self._style.object(members)


def size_text(width: int, height: int, style: JsonStyle) -> str:
    """The value of `size` as JSON: a number for a square board, else an object."""
    if width == height:
        return str(width)
    return style.object([("width", str(width)), ("height", str(height))])


def compose(record: Record) -> str:
    """The text of a new file, in the second draft of version 3.0."""
    style = JsonStyle()
    out = ['{\n  "format": "wei7",\n  "version": "', VERSION, '",\n  "size": ']
    out.append(size_text(*size_of(record.root.action), style))
    headers = tuple(one for one in record.headers if value_text(one.key, one.value) is not None)
    info = wanted_of(headers, []).get(INFO)
    if isinstance(info, dict) and info:
        info = _with_participants(info)
        out += [',\n  "info": ', composed(info, INFO, style, "\n  ")]
    out += [',\n  "tree": ', Composer(style).tree(record.root, 1), "\n}\n"]
    return "".join(out)


def _with_participants(info: Wanted) -> Wanted:
    """Add empty participants so that each number (below 100) that a player refers to exists."""
    players = info.get("players")
    there = info.get("participants", {})
    if not isinstance(players, dict) or not isinstance(there, dict):
        return info
    some: Wanted = dict(there)
    for player in players.values():
        named = player.get("participant") if isinstance(player, dict) else None
        for text in named if isinstance(named, list) else ():
            if text.isdecimal() and len(text) < 3:
                for number in range(int(text) + 1):
                    some.setdefault(str(number), {})
    if not some:
        return info
    front: Wanted = {}
    for name, below in info.items():
        if name == "players":
            front["participants"] = some
        if name != "participants":
            front[name] = below
    return front


class Emission:
    """The text of a file with the edits of its record."""

    def __init__(self, record: Record, reading: ParsedFile) -> None:
        self._record = record
        self._reading = reading
        self._tape = reading.tape
        style = style_of(reading.tape.text, _NESTED)
        self._patches = Patches(reading.tape, style, ORDER)
        self._edits = Edits(reading, self._patches)
        self._composer = Composer(style, reading)

    def text(self) -> str:
        """The changed text of the file."""
        reading, record = self._reading, self._record
        if reading.top < 0:
            return self._tape.text
        changes: dict[str, str | None] = {}
        size = size_of(record.root.action)
        if size != size_of(reading.record.root.action):
            changes["size"] = size_text(*size, self._patches.style)
        if record.headers != reading.record.headers:
            self._headers(changes)
        if reading.tree is None:
            changes["tree"] = self._composer.tree(record.root)
        else:
            work = [reading.tree]
            while work:
                work += self._branch(work.pop())
        self._patches.set_named(reading.top, changes)
        return self._patches.result()

    def _headers(self, changes: dict[str, str | None]) -> None:
        reading = self._reading
        wanted = wanted_of(self._record.headers, reading.leaves).get(INFO, {})
        if reading.info >= 0 and self._tape.kinds[reading.info] == OBJECT:
            edit = HeaderEdit(self._patches, self._tape, reading.leaves)
            edit.set(reading.info, wanted if isinstance(wanted, dict) else {})
        elif isinstance(wanted, dict) and wanted:
            changes[INFO] = composed(wanted, INFO, self._patches.style)
        elif reading.info >= 0 and wanted != [self._tape.string(reading.info)]:
            changes[INFO] = None

    # ------------------------------------------------------------------------------ branches

    def _branch(self, branch: TreeBranch) -> list[TreeBranch]:
        """Change the edited parts of a branch; returns the branches below it that are kept."""
        first = self._record.nodes[branch.first]
        line = BranchSteps(first, self._reading)
        changes: dict[str, str | None] = {}
        if branch.head:
            changes = self._edits.head(branch, first, bool(line.steps))
        self._steps(branch, line, changes)
        more = self._below(branch, line, changes)
        self._patches.set_named(branch.value, changes)
        return more

    def _steps(self, branch: TreeBranch, line: BranchSteps, changes: dict[str, str | None]) -> None:
        new = [node.id for node in line.steps]
        keep, tail = kept(branch.step_ids, new)
        stop = len(new) - tail
        for node in [*line.steps[:keep], *line.steps[stop:]]:
            self._edits.entry(node)
        if keep == len(new) == len(branch.step_ids):
            return
        texts = [self._composer.entry(node) for node in line.steps[keep:stop]]
        if branch.steps >= 0:
            self._patches.splice(branch.steps, branch.step_items, keep, tail, texts)
        elif texts:
            changes["steps"] = self._patches.style.array(texts)

    def _below(
        self, branch: TreeBranch, line: BranchSteps, changes: dict[str, str | None]
    ) -> list[TreeBranch]:
        old = [None if below is None else below.first for _, below in branch.below]
        new = [node.id if self._stays(node, branch) else -1 - node.id for node in line.branches]
        if old == new:
            return [below for _, below in branch.below if below is not None]
        keep, tail = kept(old, new)
        stop = len(new) - tail
        here = self._reading.first
        same = [here[node.id] for node in [*line.branches[:keep], *line.branches[stop:]]]
        texts = [self._composer.tree(node) for node in line.branches[keep:stop]]
        items = [item for item, _ in branch.below]
        texts += [
            self._tape.raw(items[place])
            for place in range(keep, len(items) - tail)
            if old[place] is None
        ]
        if branch.branches < 0 or self._tape.kinds[branch.branches] != ARRAY:
            if texts:
                changes["branches"] = self._patches.style.array(texts)
        elif items and not texts and not same:
            changes["branches"] = None
        else:
            self._patches.splice(branch.branches, items, keep, tail, texts)
        return same

    def _stays(self, node: Node, branch: TreeBranch) -> bool:
        """Whether a node still begins, below the same branch, the branch that it began in the file."""
        there = self._reading.first.get(node.id)
        return there is not None and there.parent is branch and there.head != is_step(node)
