"""Write a record as JKF: the text of its file with the edits, or a new text. Without recursion over nodes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from viewer.formats.jkf.content import JkfContent, initial_text, time_text
from viewer.formats.jkf.reader import EntryList, ParsedFile
from viewer.formats.jkf.values import Value, array_of, object_of
from viewer.formats.kit.json.patches import Patches, kept
from viewer.formats.kit.json.strings import quoted
from viewer.formats.kit.json.style import style_of
from viewer.formats.shared.shogi_words import elapsed_of
from viewer.games import game_of
from viewer.games.shogi.board import Position
from viewer.games.shogi.notation import japanese
from viewer.games.states import States
from viewer.tree.node import Node
from viewer.tree.record import Record

if TYPE_CHECKING:
    from viewer.games.states import States

_LINE_END = re.compile(r"\r\n|\r|\n")
_RELATIVE = {"左": "L", "直": "C", "右": "R", "上": "U", "寄": "M", "引": "D", "打": "H"}
_SQUARE = 3
_KNOWN = frozenset(("comments", "move", "time", "special", "forks"))


def comments_text(node: Node) -> str | None:
    """The JSON of the member `comments`: one string a line; None if the node has no comment."""
    if not node.comment:
        return None
    return array_of([quoted(line) for line in _LINE_END.split(node.comment)])


class Entries:
    """New entries as JSON, keeping unknown members of entries that were read (`reading`)."""

    def __init__(self, record: Record, said: JkfContent, reading: ParsedFile | None = None) -> None:
        self._record = record
        self._said = said
        self._reading = reading
        self._states: States | None = None

    def line(self, first: Node) -> str:
        """The JSON array of the line that begins with a node."""
        return "".join(self._expand([("line", first)]))

    def entry(self, node: Node, main: bool) -> str:
        """The JSON entry of a node; if `main`, with its siblings as variations."""
        return "".join(self._expand([("entry" if main else "head", node)]))

    def items(self, first: Node) -> list[str]:
        """The JSON entries of a node and the main line after it, each with its variations."""
        return [self.entry(node, True) for node in first.main_line()]

    def forks(self, node: Node) -> str | None:
        """The JSON of `forks` for the first child of a node, None if it has no siblings."""
        parts = [self.line(fork) for fork in _siblings(node)]
        return array_of(parts) if parts else None

    def _expand(self, work: list[tuple[str, Node | None]]) -> Iterator[str]:
        while work:
            what, node = work.pop()
            if node is None:
                yield what
            elif what == "line":
                more: list[tuple[str, Node | None]] = [("[", None)]
                for index, one in enumerate(node.main_line()):
                    more += [(",", None)] if index else []
                    more.append(("entry" if index else "head", one))
                work += reversed([*more, ("]", None)])
            else:
                members = self.members(node)
                yield "{" + ",".join(f'"{key}":{text}' for key, text in members)
                forks = _siblings(node) if what == "entry" else ()
                if forks:
                    yield ("," if members else "") + '"forks":['
                    work.append(("]}", None))
                    for index, fork in enumerate(reversed(forks)):
                        work += [(",", None)] if index else []
                        work.append(("line", fork))
                else:
                    yield "}"

    def value(self, node: Node) -> str:
        """The JSON of a node's move or end; of a move with words such as 右 or 打, with `relative`."""
        step = self._said.steps[node.id]
        if step.key != "move":
            return step.text

        if self._states is None:
            self._states = States(game_of(self._record.game), self._record)
        state = self._states.at(node)
        # The text after the side's mark and the square.
        text = japanese(state)[_SQUARE:] if isinstance(state, Position) else ""
        found = "".join(_RELATIVE[word] for word in text if word in _RELATIVE)
        return f'{step.text[:-1]},"relative":"{found}"}}' if found else step.text

    def members(self, node: Node) -> list[tuple[str, str]]:
        """The members of a node's entry as (key, JSON), without forks."""
        out: list[tuple[str, str]] = []
        comments = comments_text(node)
        if comments is not None:
            out.append(("comments", comments))
        step = self._said.steps.get(node.id)
        if step is not None:
            if step.key:
                out.append((step.key, self.value(node)))
            time = time_text(elapsed_of(node), step.total)
            if time:
                out.append(("time", time))
        known = self._reading.entries.get(node.id) if self._reading is not None else None
        if known is not None and self._reading is not None:
            for member in known.members:
                if member.key not in _KNOWN:
                    text = self._reading.text[member.value.start : member.value.end]
                    out.append((quoted(member.key)[1:-1], text))
        return out


def _siblings(node: Node) -> tuple[Node, ...]:
    return () if node.parent is None else node.parent.children[1:]


def _same_siblings(one: Node, other: Node) -> bool:
    return [node.id for node in _siblings(one)] == [node.id for node in _siblings(other)]


def compose(record: Record, said: JkfContent) -> str:
    """The text of a new file."""
    entries = Entries(record, said)
    header = ",".join(f"{quoted(key)}:{quoted(value)}" for key, value in said.headers)
    root = object_of(f'"{key}":{text}' for key, text in entries.members(record.root))
    first = record.root.children[:1]
    moves = [root, *(entries.items(first[0]) if first else [])]
    start = initial_text(said.diagram)
    return f'{{"header":{{{header}}},"initial":{start},"moves":[{",".join(moves)}]}}\n'


class Emission:
    """The text of a file with the edits of its record; `was` is the content that was read."""

    def __init__(
        self, record: Record, said: JkfContent, reading: ParsedFile, was: JkfContent
    ) -> None:
        self._record = record
        self._said = said
        self._reading = reading
        self._was = was
        self._entries = Entries(record, said, reading)
        self._patches = Patches(reading.tape, style_of(reading.text))

    def text(self) -> str:
        """The text of the file, with the edits."""
        top = self._reading.top
        if top is None or top.kind != "object":
            return self._reading.text
        self._headers(top)
        if self._said.diagram != self._was.diagram:
            self._patches.set_named(top.number, {"initial": initial_text(self._said.diagram)})
        if not self._reading.lines:
            self._new_moves(top)
        work = self._reading.lines[:1]
        while work:
            work += self._line(work.pop())
        return self._patches.result()

    def _headers(self, top: Value) -> None:
        if self._record.headers == self._reading.record.headers:
            return
        header = top.get("header", "object")
        known = {key for key, _ in self._reading.headers}
        left: dict[str, list[str]] = {}
        for own, (key, value) in zip(self._record.headers, self._said.headers, strict=True):
            left.setdefault(own.key if own.key in known else key, []).append(value)
        members: dict[int, str | None] = {}
        for place, (key, old) in enumerate(self._reading.record.headers):
            now = left[key].pop(0) if left.get(key) else None
            if now != old:
                members[place] = None if now is None else quoted(now)
        new = [(key, quoted(value)) for key, some in left.items() for value in some]
        if header is None:
            if new:
                text = ",".join(f"{quoted(key)}:{value}" for key, value in new)
                self._patches.set_named(top.number, {"header": "{" + text + "}"})
        else:
            self._patches.set_members(header.number, members, new)

    def _new_moves(self, top: Value) -> None:
        root = self._record.root
        if not (root.children or root.comment):
            return
        head = object_of(f'"{key}":{text}' for key, text in self._entries.members(root))
        items = self._entries.items(root.children[0]) if root.children else []
        self._patches.set_named(top.number, {"moves": array_of([head, *items])})

    # --------------------------------------------------------------------------------- lines

    def _line(self, line: EntryList) -> list[EntryList]:
        """Patch a line where it differs; returns the variations of its kept entries, still to be patched."""
        more: list[EntryList] = []
        nodes = self._record.nodes
        above = line.parent and nodes[line.parent.id]
        if line.parent is None and (not line.nodes or line.nodes[0].parent is not None):
            above = self._record.root
            if not line.value.items:
                self._cut(line, 0, above, self._head())
                return more
            self._missing_head(line)
        for index, old in enumerate(line.nodes):
            node = nodes.get(old.id)
            main = index > 0 or line.parent is None
            if node is None or (main and above is not None and above.children[:1] != (node,)):
                self._cut(line, index, above)
                return more
            hangs = main and above is not None
            if self._reading.entries[old.id].kind != "object":
                self._replace(old, node, hangs)
            else:
                self._entry(old, node)
                more += self._forks(old, node) if hangs else []
            above = node
        if above is not None and above.children and len(line.nodes) == len(line.value.items):
            self._cut(line, len(line.nodes), above)
        return more

    def _replace(self, old: Node, node: Node, main: bool) -> None:
        """Replace a value that is no object by an entry, if its node or the node's siblings have changed."""
        same = old.action == node.action and old.notes == node.notes
        if same and (not main or _same_siblings(old, node)):
            return
        entry = self._reading.entries[old.id]
        self._patches.replace(entry.start, entry.end, self._entries.entry(node, main))

    def _head(self) -> list[str]:
        """The entry for the start, none if the start has no comment."""
        root = self._record.root
        return [f'{{"comments":{comments_text(root)}}}'] if root.comment else []

    def _missing_head(self, line: EntryList) -> None:
        """Insert an entry for the start, which has none in the file, if the start has a comment."""
        at = line.value.start + 1
        for entry in self._head():
            self._patches.replace(at, at, f"{entry},")

    def _cut(
        self, line: EntryList, keep: int, above: Node | None, head: Sequence[str] = ()
    ) -> None:
        """Replace the entries of a line from one on; `head` goes ahead of the new ones."""
        new = self._entries.items(above.children[0]) if above is not None and above.children else []
        items = self._reading.tape.items(line.value.number)
        self._patches.splice(line.value.number, items, keep, 0, [*head, *new])

    def _forks(self, old: Node, node: Node) -> list[EntryList]:
        """Patch `forks` of a first child where its siblings differ; returns the lines kept, for patching."""
        assert old.parent is not None
        lines = self._reading.forks.get(old.parent.id, [])
        if _same_siblings(old, node):
            return lines
        entry = self._reading.entries[old.id]
        forks = entry.get("forks", "array")
        own = {} if forks is None else {item.number: item for item in forks.items}
        now = _siblings(node)
        if forks is None or not now or any(line.value.number not in own for line in lines):
            self._patches.set_named(entry.number, {"forks": self._entries.forks(node)})
            return []
        by_number = {line.value.number: line for line in lines}
        was = [by_number[one].nodes[0].id if one in by_number else None for one in own]
        keep, tail = kept(was, [fork.id for fork in now])
        new = [self._entries.line(fork) for fork in now[keep : len(now) - tail]]
        self._patches.splice(forks.number, list(own), keep, tail, new)
        stay = [*own][:keep] + [*own][len(own) - tail :]
        return [by_number[one] for one in stay]

    # ------------------------------------------------------------------------------- entries

    def _entry(self, old: Node, node: Node) -> None:
        entry = self._reading.entries[old.id]
        now, was = self._said.steps.get(node.id), self._was.steps.get(old.id)
        changes: dict[str, str | None] = {}
        if now is not None and was is not None:
            if node.action != old.action or now.text != was.text:
                for key in ("move", "special"):
                    changes[key] = self._entries.value(node) if key == now.key else None
            if elapsed_of(node) != elapsed_of(old):
                changes["time"] = time_text(elapsed_of(node), now.total) or None
        if node.comment != old.comment:
            changes["comments"] = comments_text(node)
        self._patches.set_named(entry.number, changes)
