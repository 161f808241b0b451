"""The check of a file by the specification of wei7 3.0, second draft (21 March 2013).

Each breach of a "must" names the paragraph; a breach of a "should" has the severity INFO. Such files are
read nevertheless. "At most" forbids additional members of objects: other programs may refuse such a file.
"""

from __future__ import annotations

import os

from viewer.base.layers import unpacked_name
from viewer.base.limits import DEFAULT
from viewer.base.messages import Message, message
from viewer.base.text import has_escapes
from viewer.formats.format import Collection
from viewer.formats.kit.json.file import kept_file
from viewer.formats.kit.json.tape import ARRAY, OBJECT, Tape
from viewer.formats.wei7.collection import is_xml
from viewer.formats.wei7.reader import ParsedFile, TreeBranch, stones_of
from viewer.formats.wei7.rules import RULES, Finding, ObjectRule, Scalar, Size, diagnostics_of
from viewer.formats.wei7.strict_play import check_play
from viewer.tree.diagnostic import Diagnostic, Severity


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
        self.found: list[Finding] = []
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
            self.found.append(
                Finding(Severity.WARNING, f"wei7.strict.{code}", words, at, path, node)
            )

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
