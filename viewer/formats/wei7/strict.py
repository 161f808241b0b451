"""Where a file breaks a "must" of wei7 3.0, second draft (21 March 2013), with the paragraph.

All of it is read all the same; but "at most" closes every object, so that other programs may refuse
a file that says more. What is "should" there is a note here.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Final, NamedTuple

from viewer.base.limits import DEFAULT
from viewer.base.messages import Message, message
from viewer.base.packed import unpacked_name
from viewer.base.text import UTF8, decode, has_escapes
from viewer.formats.format import Collection
from viewer.formats.wei7.facts import FILE
from viewer.formats.wei7.findings import Finding, diagnostics_of
from viewer.formats.wei7.reader import Branch, Reading
from viewer.formats.wei7.strict_play import check_play
from viewer.formats.wei7.tape import ARRAY, OBJECT, STRING, WORD, Tape, is_number
from viewer.formats.wei7.xml import is_xml
from viewer.tree.diagnostic import Diagnostic, Severity

Check = Callable[[str, "Size"], bool]


class Size(NamedTuple):
    """What values are measured by: the board, and the number of participants."""

    width: int
    height: int
    participants: int


class Scalar(NamedTuple):
    """A value that isn't made of others.

    Attributes:
        paragraph: of the rule.
        kind: STRING or WORD.
        good: whether a text is such a value.
        words: what it must be.
    """

    paragraph: str
    kind: int
    good: Check
    words: Message


class Shape(NamedTuple):
    """An object: its paragraph, the rules of its members by name, and which of these it must have."""

    paragraph: str
    members: dict[str, str]
    needed: tuple[str, ...] = ()


class Items(NamedTuple):
    """An array: its paragraph and the rule of its items."""

    paragraph: str
    items: str


def _whole(text: str) -> bool:
    return text.isascii() and text.isdecimal() and (text == "0" or text[0] != "0")


def _number(text: str, low: float, below: float, halves: bool, above: bool = False) -> bool:
    if not is_number(text) or len(text) > 300:
        return False
    value = float(text)
    fits = low < value < below if above else low <= value < below
    return fits and (not halves or (2 * value).is_integer())


_TIME = re.compile(
    r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
    r"T(?:[01][0-9]|2[0-3]):[0-5][0-9](?::(?:[0-5][0-9]|60)(?:\.[0-9]{1,9})?)?Z\Z"
)
_SYMBOL = re.compile(r"[a-zA-Z0-9@#$%&*?]\Z")


def _one_of(*values: str) -> Check:
    return lambda text, size: text in values


_LINE = message("a text of one line, 128 characters at most")
_TEXT = message("a text")

RULES: Final[dict[str, Scalar | Shape | Items]] = {
    "root": Shape(
        "3.2",
        {"format": "format", "version": "version", "size": "size", "info": "info", "tree": "tree"},
        ("format", "version", "tree"),
    ),
    "format": Scalar("3.2", STRING, _one_of("wei7"), message("“wei7”")),
    "version": Scalar("3.2", STRING, _one_of("3.0"), message("“3.0”")),
    "lines": Scalar(
        "3.9",
        WORD,
        lambda text, size: _whole(text) and text != "0",
        message("a whole number above 0"),
    ),
    "rectangle": Shape("3.9", {"width": "lines", "height": "lines"}, ("width", "height")),
    "info": Shape(
        "3.10",
        {
            "domain": "short",
            "id": "short",
            "name": "short",
            "rules": "rules",
            "time": "instant",
            "place": "place",
            "participants": "participants",
            "players": "players",
            "result": "result",
        },
    ),
    "short": Scalar("3.10.6", STRING, lambda text, size: _is_short(text), _LINE),
    "place": Scalar("3.10.3", STRING, lambda text, size: _is_short(text), _LINE),
    "rules": Shape("3.10.1", {"scoring": "scoring", "komi": "komi", "type": "type"}),
    "scoring": Scalar(
        "3.10.1", STRING, _one_of("area", "territory"), message("“area” or “territory”")
    ),
    "komi": Scalar(
        "3.10.1",
        WORD,
        lambda text, size: _number(text, 0, 10, True),
        message("a number from 0 to below 10, in halves"),
    ),
    "type": Scalar(
        "3.10.1",
        STRING,
        _one_of("Chinese", "Japanese", "Korean"),
        message("“Chinese”, “Japanese” or “Korean”"),
    ),
    "instant": Scalar(
        "3.10.2",
        STRING,
        lambda text, size: _TIME.match(text) is not None,
        message("a time as 2013-03-21T03:21Z, with or without seconds"),
    ),
    "participants": Items("3.10.4", "participant"),
    "participant": Shape(
        "3.10.4", dict.fromkeys(("domain", "id", "name", "title", "rank"), "short")
    ),
    "players": Items("3.10.7", "player"),
    "player": Shape("3.10.7", {"participant": "index", "color": "color"}, ("participant",)),
    "index": Scalar(
        "3.7",
        WORD,
        lambda text, size: _whole(text) and len(text) < 9 and int(text) < size.participants,
        message("the number of a participant, from 0"),
    ),
    "color": Scalar("3.5", WORD, _one_of("1", "2"), message("1 or 2")),
    "result": Shape("3.8", {"winner": "winner", "margin": "margin"}, ("winner",)),
    "winner": Scalar("3.8", WORD, _one_of("1", "2", "null"), message("1, 2 or null")),
    "margin": Scalar(
        "3.8",
        WORD,
        lambda text, size: _number(text, 0, 512, True, above=True),
        message("a number above 0 and below 512, in halves"),
    ),
    "tree": Shape(
        "3.16", {"title": "title", "pre": "pre", "steps": "steps", "branches": "branches"}
    ),
    "title": Scalar("3.16.1", STRING, lambda text, size: True, _TEXT),
    "pre": Shape(
        "3.16.2", {"stones": "stones", "problem": "problem", "marks": "marks", "comment": "comment"}
    ),
    "stones": Items("3.16.2.1", "stone"),
    "stone": Shape("3.16.2.1", {"color": "color", "point": "point"}, ("color", "point")),
    "point": Shape("3.6", {"x": "x", "y": "y"}, ("x", "y")),
    "x": Scalar(
        "3.6",
        WORD,
        lambda text, size: _whole(text) and len(text) < 9 and int(text) < size.width,
        message("a column of the board, from 0"),
    ),
    "y": Scalar(
        "3.6",
        WORD,
        lambda text, size: _whole(text) and len(text) < 9 and int(text) < size.height,
        message("a row of the board, from 0"),
    ),
    "problem": Shape("3.15", {"color": "color"}, ("color",)),
    "marks": Items("3.13", "mark"),
    "mark": Shape("3.12", {"point": "point", "symbol": "symbol"}, ("point", "symbol")),
    "symbol": Scalar(
        "3.12",
        STRING,
        lambda text, size: _SYMBOL.match(text) is not None,
        message("one character of a-z, A-Z, 0-9, @#$%&*?"),
    ),
    "comment": Scalar("3.11", STRING, lambda text, size: True, _TEXT),
    "steps": Items("3.16.3", "step"),
    "step": Shape(
        "3.16.3",
        {
            "time": "time",
            "action": "action",
            "actor": "index",
            "marks": "marks",
            "comment": "comment",
        },
        ("action",),
    ),
    "time": Scalar(
        "3.14",
        WORD,
        lambda text, size: _number(text, 0, 86400, False),
        message("seconds from 0 to below 86400"),
    ),
    "branches": Items("3.16.4", "tree"),
    "action": Shape("3.16.3.2", {"type": "action-type"}, ("type", "value")),
    "action-type": Scalar(
        "3.16.3.2",
        STRING,
        _one_of("move", "takeback", "mark", "message", "result"),
        message("“move”, “takeback”, “mark”, “message” or “result”"),
    ),
    "move": Shape(
        "3.16.3.2.1",
        {"color": "color", "point": "point", "evaluation": "evaluation", "problem": "problem"},
        ("color", "point"),
    ),
    "evaluation": Scalar(
        "3.16.3.2.1.3",
        STRING,
        _one_of("bad", "good", "trick", "controversial"),
        message("“bad”, “good”, “trick” or “controversial”"),
    ),
    "takeback": Scalar(
        "3.16.3.2.2",
        WORD,
        lambda text, size: _whole(text) and text != "0",
        message("a whole number above 0"),
    ),
    "message": Scalar("3.11", STRING, lambda text, size: True, _TEXT),
}


def _is_short(text: str) -> bool:
    return len(text) <= 128 and len(text.splitlines()) <= 1 and not text.endswith(("\n", "\r"))


def strict(collection: Collection) -> list[Diagnostic]:
    """The findings in a file that was read; none for version 2. Raises OSError."""
    if not len(collection) or collection.source is None:
        return []
    fact = collection.record(0).fact(FILE)
    if fact is None or not isinstance(fact.raw, bytes):
        return []
    text = decode(fact.raw, UTF8)
    if is_xml(text):
        return []
    checker = _Checker(Reading(text, DEFAULT))
    checker.run(collection.source.name)
    return diagnostics_of(text, checker.found)


class _Checker:
    def __init__(self, reading: Reading) -> None:
        self.found: list[Finding] = []
        self._reading = reading
        self._tape: Tape = reading.tape
        self._nodes: dict[int, int] = {}  # ids of nodes by the numbers of their values
        fields = self._tape.fields(reading.info) if reading.info >= 0 else {}
        count = len(self._tape.items(fields["participants"])) if "participants" in fields else 0
        self._size = Size(*reading.size, count)

    def run(self, name: str) -> None:
        reading = self._reading
        suffix = os.path.splitext(unpacked_name(name))[1]
        if suffix not in ("", ".wei7"):
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
        # Branch by branch, each known by where it stands; a list of them never gets deep.
        work: list[Branch] = [] if reading.tree is None else [reading.tree]
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
        """Check values (number, rule, path) and what is in them; the rules know no depth."""
        work = [item for item in work if item[1] in RULES]
        while work:
            value, name, path = work.pop()
            rule = RULES[name]
            if isinstance(rule, Shape):
                self._shape(name, value, path, node, work)
            elif isinstance(rule, Scalar):
                self._scalar(rule, value, path, node)
            elif self._tape.kinds[value] != ARRAY:
                self._wrong(rule.paragraph, message("a list"), value, path, node)
            else:
                for number, item in enumerate(self._tape.items(value)):
                    work.append((item, rule.items, f"{path}[{number}]"))

    def _wrong(
        self, paragraph: str, what: Message, value: int, path: str, node: int | None
    ) -> None:
        words = message("this must be {what}.", what=what)
        self._add("value", paragraph, words, self._tape.starts[value], path, node)

    def _scalar(self, rule: Scalar, value: int, path: str, node: int | None) -> None:
        tape = self._tape
        if tape.kinds[value] != rule.kind or not rule.good(tape.string(value), self._size):
            self._wrong(rule.paragraph, rule.words, value, path, node)

    def _shape(
        self, name: str, value: int, path: str, node: int | None, work: list[tuple[int, str, str]]
    ) -> None:
        rule, tape = RULES[name], self._tape
        assert isinstance(rule, Shape)
        if tape.kinds[value] != OBJECT:
            self._wrong(rule.paragraph, message("an object"), value, path, node)
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
                self._add("unknown", rule.paragraph, why, tape.starts[key], path, node)
            elif below is not None and name not in ("root", "tree"):
                self._below(name, text, one, below, f"{path}.{text}", work)
        for text in rule.needed:
            if text not in fields:
                why = message("“{name}” is missing.", name=text)
                self._add("missing", rule.paragraph, why, tape.starts[value], path, node)
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
        # A pass is the one point that may be null.
        if name == "move" and text == "point" and self._tape.raw(value) == "null":
            return
        work.append((value, rule, path))

    def _check_size(self, value: int) -> None:
        rule = "rectangle" if self._tape.kinds[value] == OBJECT else "lines"
        self._values([(value, rule, "size")])

    def _branch(self, branch: Branch) -> None:
        path = branch.path()
        self._shape("tree", branch.value, path, branch.first, [])
        fields = self._tape.fields(branch.value)
        head = branch.first if branch.head else None
        for name in ("title", "pre"):
            if name in fields:
                self._values([(fields[name], name, f"{path}.{name}")], head)
        for name in ("steps", "branches"):
            if name in fields and self._tape.kinds[fields[name]] != ARRAY:
                rule = RULES[name]
                self._wrong(rule.paragraph, message("a list"), fields[name], path, branch.first)
        for number, (item, id) in enumerate(zip(branch.step_items, branch.step_ids, strict=True)):
            self._values([(item, "step", f"{path}.steps[{number}]")], id)
        for number, (item, below) in enumerate(branch.below):
            if below is None:
                where = f"{path}.branches[{number}]"
                self._wrong("3.16", message("an object"), item, where, branch.first)
