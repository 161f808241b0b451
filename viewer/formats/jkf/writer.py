"""Writes a record as JKF."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from viewer.base.limits import DEFAULT
from viewer.base.messages import message
from viewer.base.source import Piece
from viewer.base.text import UTF8, decode, encode
from viewer.formats.format import Collection, Loss, Output
from viewer.formats.jkf.content import (
    JkfContent,
    JkfStep,
    content_of,
    headers_of,
    initial_text,
    time_text,
)
from viewer.formats.jkf.entries import Value, array_of, object_of
from viewer.formats.jkf.reader import EntryList, ParsedFile, read_record
from viewer.formats.kit.foreign import in_comments
from viewer.formats.kit.json.file import is_same, kept_file
from viewer.formats.kit.json.patches import Part, Patches, Said, composed, listed
from viewer.formats.kit.json.style import style_of
from viewer.formats.kit.json.tape import quoted
from viewer.formats.kit.law import partners, shared_start
from viewer.formats.kit.losses import losses_between, says_the_same, sentences_of, under_own_keys
from viewer.formats.kit.runs import WrittenRecord, write_single
from viewer.formats.kit.shogi import elapsed_of, ends_meant, in_normal_form, with_kif_keys
from viewer.games.shogi.position import position_of, setup_of
from viewer.tree.action import Action
from viewer.tree.node import Node
from viewer.tree.record import Record

_LINE_END = re.compile(r"\r\n|\r|\n")
_MEMBERS = ("comments", "move", "special", "time")  # in the order of a new entry
_BEHIND = ("move", "special", "time", "comments")  # in that in which they are added to an old one
_KNOWN = frozenset((*_MEMBERS, "forks"))
_NEW = '{"header":{},"initial":{}}\n'


class Emission:
    """The text of a file with the edits of its record.

    `was` is the content that was read, None for a new file.
    """

    def __init__(
        self,
        record: Record,
        said: JkfContent,
        file: ParsedFile | None = None,
        was: JkfContent | None = None,
    ) -> None:
        self._record = record
        self._said = said
        self._file = file or ParsedFile(_NEW, DEFAULT)
        self._was = was
        self._patches = Patches(self._file.tape, style_of(self._file.text))

    def text(self) -> str:
        """The text of the file, with the edits."""
        file, root = self._file, self._record.root
        if file.top is None or file.top.kind != "object":
            return file.text
        self._headers(file.top)
        changes: dict[str, str | None] = {}
        if self._was is None or not self._said.start.same(self._was.start):
            changes["initial"] = initial_text(self._said.start)
        if not file.lines and (self._was is None or root.children or root.comment):
            changes["moves"] = composed(self._line(root))
        self._patches.set_named(file.top.number, changes)
        work = file.lines[:1]
        while work:
            work += self._merge_line(work.pop())
        return self._patches.result()

    def _headers(self, top: Value) -> None:
        if self._record.headers == self._file.record.headers:
            return
        header = top.get("header", "object")
        known = {key for key, _ in self._file.headers}
        said = [
            (own.key if own.key in known else key, quoted(value))
            for own, (key, value) in zip(self._record.headers, self._said.headers, strict=True)
        ]
        was = self._file.record.headers
        stay = partners([key for key, _ in said], [key for key, _ in was])
        members: dict[int, str | None] = {}
        for place, index in enumerate(stay):
            now = None if index is None else said[index][1]
            if now != quoted(was[place].value):
                members[place] = now
        kept = set(stay)
        new = [member for index, member in enumerate(said) if index not in kept]
        if header is not None:
            self._patches.set_members(header.number, members, new)
        elif new:
            text = ",".join(f"{quoted(key)}:{value}" for key, value in new)
            self._patches.set_named(top.number, {"header": "{" + text + "}"})

    # ------------------------------------------------------------------------------ what is said

    def _members(self, node: Node, step: JkfStep | None) -> Mapping[str, Said]:
        """What a node says in its entry, without variations."""
        done = (node.action, step.text) if step is not None else None
        values = {"comments": node.comment, "time": elapsed_of(node)}
        return {
            key: Said(values.get(key, done), partial(_member_text, key, node, step))
            for key in (_BEHIND if step is not None else _BEHIND[-1:])
        }

    def _entry(self, node: Node, main: bool) -> Part:
        """The JSON of a node's entry; if `main`, with its siblings as variations.

        Members of an entry of the file that aren't known are kept.
        """
        step = self._said.steps.get(node.id)
        members = [f'"{key}":{text}' for key in _MEMBERS if (text := _member_text(key, node, step))]
        old = self._file.entries.get(node.id)
        for member in old.members if old is not None else ():
            if member.key not in _KNOWN:
                raw = self._file.text[member.value.start : member.value.end]
                members.append(f"{quoted(member.key)}:{raw}")
        forks = _siblings(node) if main else ()
        if forks:
            return iter(("{", listed([*members, self._forks('"forks":', forks)]), "}"))
        return object_of(members)

    def _forks(self, key: str, forks: Sequence[Node]) -> Iterator[Part]:
        yield key + "["
        yield listed(self._line(fork) for fork in forks)
        yield "]"

    def _line(self, first: Node) -> Iterator[Part]:
        yield "["
        yield listed(self._entry(node, node is not first) for node in first.main_line())
        yield "]"

    # ----------------------------------------------------------------------------------- merging

    def _merge_line(self, line: EntryList) -> Sequence[EntryList]:
        """Patch a line where it differs; returns the variations of its kept entries, still to be patched."""
        if line.parent is not None and not line.nodes:
            return ()  # a variation behind the limit of reading
        root, items = self._record.root, self._file.tape.items(line.value.number)
        first = self._record.nodes[line.nodes[0].id] if line.parent else root
        new = [*first.main_line()]
        if not line.parent and (not line.nodes or line.nodes[0].parent is not None):
            # The start has no entry in the file; it gets one for a comment.
            del new[0]
            if root.comment and items:
                head, at = composed(self._entry(root, False)), line.value.start + 1
                self._patches.replace(at, at, f"{head},")
            elif root.comment:
                new.insert(0, root)
        was = [node.id for node in line.nodes]
        keep = shared_start(was, [node.id for node in new])
        more: list[EntryList] = []
        for index, old, node in zip(range(keep), line.nodes, new, strict=False):
            main = node.parent is not None and (index > 0 or line.parent is None)
            more += self._merge_entry(old, node, main)
        if keep < len(was) or len(was) == len(items):
            parts = [composed(self._entry(node, node.parent is not None)) for node in new[keep:]]
            self._patches.splice(line.value.number, items, keep, 0, parts)
        return more

    def _merge_entry(self, old: Node, node: Node, main: bool) -> Sequence[EntryList]:
        entry = self._file.entries[old.id]
        siblings = [fork.id for fork in _siblings(node)] if main else []
        same = not main or siblings == [fork.id for fork in _siblings(old)]
        if entry.kind != "object":
            if old.action != node.action or old.notes != node.notes or not same:
                self._patches.replace(entry.start, entry.end, composed(self._entry(node, main)))
            return ()
        assert self._was is not None  # a new file has no entries
        step, before = self._said.steps.get(node.id), self._was.steps.get(old.id)
        if (
            old.action != node.action
            or old.notes != node.notes
            or (step and step.text) != (before and before.text)
        ):
            was, now = self._members(old, before), self._members(node, step)
            self._patches.merge_members(entry.number, was, now)
        if not main:
            return ()
        assert old.parent is not None
        lines = self._file.forks.get(old.parent.id, [])
        return lines if same else self._merge_forks(entry, lines, _siblings(node))

    def _merge_forks(
        self, entry: Value, lines: Sequence[EntryList], now: Sequence[Node]
    ) -> Sequence[EntryList]:
        """Patch `forks` of an entry; returns the lines that are kept."""
        forks = entry.get("forks", "array")
        own = [] if forks is None else self._file.tape.items(forks.number)
        by_number = {line.value.number: line for line in lines}
        if forks is None or not now or not by_number.keys() <= {*own}:
            text = composed(self._forks("", now)) if now else None
            self._patches.set_named(entry.number, {"forks": text})
            return ()
        was = [by_number[one].nodes[0].id if one in by_number else None for one in own]
        ids = [fork.id for fork in now]
        stay = self._patches.merge_items(
            forks.number, own, was, ids, lambda index: composed(self._line(now[index]))
        )
        return [by_number[own[place]] for place, _ in stay]


def _siblings(node: Node) -> Sequence[Node]:
    return () if node.parent is None else node.parent.children[1:]


def _member_text(key: str, node: Node, step: JkfStep | None) -> str | None:
    """The JSON of a member of a node's entry, None if it has none; `step` is None for the start."""
    if key == "comments":
        comment = node.comment
        lines = _LINE_END.split(comment) if comment else ()
        return array_of([quoted(line) for line in lines]) if lines else None
    if step is None:
        return None
    if key == "time":
        return time_text(elapsed_of(node), step.total) or None
    if step.key != key:
        return None
    return f'{step.text[:-1]},"relative":"{step.relative}"}}' if step.relative else step.text


# -------------------------------------------- Write the first record of a collection as a JKF file

_SENTENCES = sentences_of(
    "JKF",
    branch=message("JKF has no place for {move}; it holds moves and ends."),
    usual=True,
    some_headers=True,
    some_facets=True,
)


def write(collection: Collection) -> Output:
    """Write the first record of a collection."""
    return write_single(collection, write_record, with_kif_keys)


def write_record(record: Record) -> WrittenRecord:
    """Write a record: the file it was read from with the edits, or a new file."""
    record = in_comments(record)
    kept = kept_file(record, "jkf")
    said = content_of(record)
    if kept is None:
        return _written(record, said, Emission(record, said).text())
    file = ParsedFile(kept.text, kept.limits)
    if is_same(file.record, record):
        return WrittenRecord((kept.raw, *kept.rest), ())
    text = Emission(record, said, file, content_of(file.record)).text()
    return _written(record, said, text, kept.rest)


def _written(
    record: Record, said: JkfContent, text: str, rest: tuple[Piece, ...] = ()
) -> WrittenRecord:
    data = encode(text, UTF8)
    return WrittenRecord((data, *rest), _losses(record, said, decode(data, UTF8)))


def _losses(record: Record, said: JkfContent, text: str) -> tuple[Loss, ...]:
    """The losses of a record, found by reading its file `text`."""
    read = read_record(text, DEFAULT)
    start = setup_of(position_of(read.setup))
    same = said.headers == headers_of(read.headers) and setup_of(said.start) == start
    ends = ends_meant({id: step.side for id, step in said.steps.items()})
    if says_the_same(record, read, _actions(said), ends, same):
        return ()
    losses = losses_between(_normal(record, said), _normal(read, content_of(read)), _SENTENCES)
    return tuple(under_own_keys(losses, record.headers, said.headers))


def _actions(said: JkfContent) -> dict[int, Action | None]:
    return {id: step.action for id, step in said.steps.items()}


def _normal(record: Record, said: JkfContent) -> Record:
    """A copy of a record in which equivalent actions and headers are equal, for comparing."""
    start = setup_of(position_of(record.setup))
    return in_normal_form(record, _actions(said), said.headers, start)
