"""Writing a record as the text of an SGF game: as it was read, with the edits, or as a new one."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

from viewer.formats.kit.charsets import CP932, CP949, EUC_JP, HZ, ISO_2022_JP, UTF16_BE, UTF16_LE
from viewer.formats.kit.law import partners
from viewer.formats.sgf.dialect import GameDialect, dialect_for, dialect_of, is_known, number_of
from viewer.formats.sgf.edit import NodeEdit
from viewer.formats.sgf.meaning import (
    CHANCE,
    FILE,
    Part,
    header_value,
    headers_of,
    is_header,
    parts_of,
    plain_properties,
)
from viewer.formats.sgf.notes import (
    FACET_OF,
    LISTS,
    NoteItem,
    Points,
    Script,
    items_of,
    unfolded,
    written,
)
from viewer.formats.sgf.reader import BRACKETS, GAME, NODE, PART, GameOrigin
from viewer.formats.sgf.shape import Bracketed, interleaved, joined
from viewer.formats.sgf.tokens import escaped, plain_name
from viewer.tree.annotation import CLOCK, COMMENT, FACETS, GLYPHS, OVERTIME, NoteValue
from viewer.tree.node import Node
from viewer.tree.record import Record

_NAME = re.compile(r"[A-Z][A-Z0-9_]*")
_TIMES = {CLOCK: "{}L", OVERTIME: "O{}"}
_PER_LINE = 10
_BEFORE = frozenset({"C"})
_BREAK = re.compile(r"\r\n|\n\r|\r|\n")
_Lister = Callable[[str, Sequence[str]], Sequence[Sequence[Hashable]]]
_CHARSETS = {
    "utf-8": "UTF-8",
    "gb18030": "GB18030",
    "big5hkscs": "Big5",
    CP932: "Shift_JIS",
    EUC_JP: "EUC-JP",
    CP949: "EUC-KR",
    "cp1252": "windows-1252",
    ISO_2022_JP: "ISO-2022-JP",
    HZ: "HZ-GB-2312",
    UTF16_LE: "UTF-16",
    UTF16_BE: "UTF-16",
}


def _names_of(facets: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """The properties of each facet."""
    return {
        facet: frozenset(name for name, kept in facets.items() if kept == facet)
        for facet in facets.values()
    }


def charset(codec: str) -> str:
    """The value of CA for a codec."""
    return _CHARSETS.get(codec, codec.upper())


def origin_of(record: Record) -> GameOrigin | None:
    """How a record was written in its file, None if it isn't from an SGF file."""
    fact = record.fact(GAME)
    return GameOrigin(*fact.value) if fact is not None and isinstance(fact.value, tuple) else None


def emit(record: Record, codec: str, declared: bool = False) -> str:
    """The text of a record; `codec` is the codec of the file, `declared` whether CA has to name it."""
    return _Emission(record, codec, declared).text()


class _Emission:
    def __init__(self, record: Record, codec: str, declared: bool) -> None:
        self._record = record
        self._codec = codec
        self._game = origin_of(record)
        self._recoded = declared or (self._game is not None and codec != self._game.codec)
        self._line_end = "\n" if self._game is None else self._game.line_end
        self._dialect = dialect_of(record.game, record.setup)
        self._read = self._dialect
        self._known = True
        fact = record.root.fact(NODE)
        if fact is not None and self._game is not None:
            found = plain_properties(str(fact.value))
            number = number_of(found)
            self._known = is_known(number)
            self._read = dialect_for(number if self._known else 1, found, [])
        self._headers = record.headers
        self._script = Script(Points(lambda raw: ()))
        if self._dialect is not None:
            self._headers = self._dialect.implied(record.setup, record.headers)
            self._script = self._dialect.scripts[""]
        self._names = _names_of(FACET_OF if self._dialect is None else self._dialect.facets)
        self._units: list[Node] = []  # the nodes that have a text of their own, in order
        self._above: list[int] = []  # the place of each one's parent in these
        self._texts: list[str] = []
        self._depths: list[int] = []

    def text(self) -> str:
        """The whole text."""
        game = self._game
        self._walk()
        if game is not None and game.leads and self._is_as_read(game):
            return game.head + "".join(interleaved(game.leads, self._texts)) + game.tail
        regular = game is not None and not game.leads
        if game is not None and not regular:
            self._texts = [_closed(text) for text in self._texts]
        nodes = (
            (depth, self._bracketed(node, text, regular))
            for node, depth, text in zip(self._units, self._depths, self._texts, strict=True)
        )
        body = "".join(joined(nodes))
        return body + "\n" if game is None else game.head + body + game.tail

    def _is_as_read(self, game: GameOrigin) -> bool:
        ids = [node.id for node in self._units]
        return (
            tuple(self._above) == game.parents
            and ids == sorted(ids)
            and all(node.fact(NODE) is not None for node in self._units)
        )

    def _bracketed(self, node: Node, text: str, regular: bool) -> Bracketed:
        fact = node.fact(BRACKETS) if regular else None
        several = node.parent is None or len(node.parent.children) > 1
        if fact is not None and isinstance(fact.value, tuple):
            before, behind, *alone = fact.value  # older journals don't say whether it was
            if several or alone != [False]:
                return Bracketed(str(before), text, str(behind))
        if several:
            fresh = self._game is None and node.parent is not None
            return Bracketed("\n(" if fresh else "(", text, ")")
        return Bracketed("", text, "")

    # ---------------------------------------------------------------------------- the walk

    def _walk(self) -> None:
        stack: list[tuple[Node, int, int]] = [(self._record.root, -1, 0)]
        simple = {} if self._read is None or not self._known else self._read.moves
        while stack:
            node, above, depth = stack.pop()
            fact = node.fact(NODE)
            here = len(self._units)
            self._units.append(node)
            self._above.append(above)
            self._depths.append(depth)
            last = node
            if fact is None:
                text = self._composed(node)
                if self._game is None and (node.notes or here % _PER_LINE == 0):
                    text += "\n" if node.children else ""
            else:
                text = str(fact.value)
                move = simple.get(text)
                if move is None or node.notes or move[0] != node.action or node.parent is None:
                    text, last = self._revised(node, text)
            self._texts.append(text)
            children = last.children
            if children:
                stack.extend((child, here, depth + 1) for child in children[::-1])

    # --------------------------------------------------------------------------- new nodes

    def _composed(self, node: Node) -> str:
        root = node.parent is None
        text = NodeEdit(";")
        if root:
            self._begin(text)
            self._edit_headers(text, ())
        if self._dialect is not None:
            for name, items in self._dialect.properties_for(node.action, root):
                if items and name != "SZ":
                    text.add(name, self._dialect.written(name, items))
        self._edit_notes(text, node, Part(None, {}))
        return text.text()

    def _begin(self, text: NodeEdit) -> None:
        text.add("FF", ["4"])
        text.add("CA", [charset(self._codec)])
        if self._dialect is not None:
            text.add("GM", [self._dialect.number])
            for name, items in self._dialect.properties_for(self._record.root.action, True):
                if name == "SZ":
                    text.add(name, self._dialect.written(name, items))

    # ------------------------------------------------------------------------ nodes as read

    def _revised(self, node: Node, raw: str) -> tuple[str, Node]:
        """The updated text of a node, and the last of the nodes that the text contains."""
        root = node.parent is None
        dialect = self._read
        if dialect is None or not (self._known or root):
            return raw, node
        found = plain_properties(raw)
        parts = parts_of(found, dialect, root, [])
        chain = _chain(node, len(parts))
        recoded = root and self._recoded
        headers = headers_of(found, dialect) if root else ()
        if len(chain) == len(parts):
            parts = [
                part._replace(action=dialect.in_place(part.action, one))
                for one, part in zip(chain, parts, strict=True)
            ]
            said = all(
                one.action == part.action and one.notes == part.notes
                for one, part in zip(chain, parts, strict=True)
            )
            if said and not recoded and (not root or headers == self._headers):
                return raw, chain[-1]
        text = NodeEdit(raw)
        if root and headers != self._headers:
            self._edit_headers(text, headers)
        if recoded:
            self._edit_charset(text)
        if len(chain) < len(parts):
            # Its other parts are nodes of their own now.
            moves = [part.action for part in parts]
            self._edit_actions(text, moves, [node.action], root)
            self._edit_notes(text, node, Part(node.action, _all_notes(parts)))
            return text.text(), node
        self._edit_actions(
            text, [part.action for part in parts], [one.action for one in chain], root
        )
        for one, part in zip(chain, parts, strict=True):
            self._edit_notes(text, one, part)
        return text.text(), chain[-1]

    def _edit_actions(
        self, text: NodeEdit, old: Sequence[object], new: Sequence[object], root: bool
    ) -> None:
        """Change the actions in a text."""
        dialect = self._dialect
        if list(old) == list(new) or dialect is None or self._read is None:
            return
        before = _said(self._read, old, root)
        now = _said(dialect, new, root)
        moves = [one for one in now if one[0] in ("B", "W")]
        if moves != [one for one in before if one[0] in ("B", "W")]:
            self._edit_moves(text, moves, dialect)
        lists = dict(one for one in now if one[0] not in ("B", "W"))
        was = dict(one for one in before if one[0] not in ("B", "W"))
        if not moves:
            for name, raws in text.properties():
                if name == "PL":  # beside a move it said nothing
                    was.setdefault(name, self._read.items(name, raws[0]))
        for name in dict.fromkeys([*was, *lists]):
            items = lists.get(name, ())
            if set(items) == set(was.get(name, ())):
                continue
            if name == "SZ":
                text.set_values({name: dialect.written(name, items)})
                continue
            left = text.revise(frozenset({name}), _lister(self._read), items)
            if left:
                text.add(name, dialect.written(name, [str(item) for item in left]))
            text.tidy()

    def _edit_moves(
        self, text: NodeEdit, moves: Sequence[tuple[str, tuple[str, ...]]], dialect: GameDialect
    ) -> None:
        names = frozenset({"B", "W"})
        made = [(name, dialect.written(name, items)[0]) for name, items in moves]
        held = [one for one in text.properties() if one[0] in names]
        if len(made) == 1 and len(held) == 1 and len(held[0][1]) == 1:
            text.replace(names, made[0])
            return
        place = text.behind(lambda name: name in names)
        place = max(0, place - len(held))
        text.replace(names, None)
        for name, raw in reversed(made):
            text.insert(place, [(name, [raw])])

    def _edit_notes(self, text: NodeEdit, node: Node, part: Part) -> None:
        """Change the annotations in a text to a node's, if they differ from those of `part`."""
        dialect = self._dialect
        mover = "" if dialect is None else dialect.mover(node.action)
        was = mover if dialect is None or part.action is None else dialect.mover(part.action)
        for facet in FACETS:
            now, old = node.notes.get(facet), part.notes.get(facet)
            if facet not in self._names or (
                now == old and not (facet in _TIMES and now is not None and mover != was)
            ):
                continue
            if CHANCE in self._names[facet]:
                text.set_evaluation(str(now or ""))
                continue
            line_end = self._line_end_of(text, facet)
            script = self._script._replace(line_end=line_end, mover=mover)
            items = [] if now is None else unfolded(facet, now)
            if facet in LISTS:
                left = text.revise(self._names[facet], _noter(script), items)
                for name, raw in written(
                    [item for item in left if isinstance(item, NoteItem)], script
                ):
                    text.add(name, [raw], _BEFORE if facet == GLYPHS else frozenset())
                text.tidy()
                continue
            names = self._names[facet]
            if facet in _TIMES:
                names = frozenset({_TIMES[facet].format(was)})
            found = written(items, script)
            text.replace(names, found[0] if found else None)

    def _line_end_of(self, text: NodeEdit, facet: str) -> str:
        """The line end in the existing comment, else in the file."""
        if facet == COMMENT:
            for name, values in text.properties():
                found = _BREAK.search(values[0]) if name == "C" else None
                if found is not None:
                    return found.group()
        return self._line_end

    # ------------------------------------------------------------------------------ headers

    def _edit_headers(self, text: NodeEdit, old: Sequence[tuple[str, str]]) -> None:
        dialect = self._dialect
        if dialect is None:
            return
        now = self._headers
        raws: dict[str, list[str]] = {}
        for name, said in text.properties():
            raws.setdefault(name, []).extend(said)
        before, wanted = _by_key(old), _by_key(now)
        changed: dict[str, list[str]] = {}
        added: list[tuple[str, list[str]]] = []
        for key in {**before, **wanted}:
            values = wanted.get(key, [])
            if not is_writable(key) or not is_header(key, dialect) or values == before.get(key, []):
                continue
            was = raws.get(key, [])
            stay = partners([header_value(key, raw) for raw in was], values)
            new = [
                escaped(value, self._line_end) if at is None else was[at]
                for value, at in zip(values, stay, strict=True)
            ]
            if key in raws:
                changed[key] = new
            elif new:
                added.append((key, new))
        if changed:
            text.set_values(changed)
        if added:
            place = text.behind(
                lambda name: name in FILE or name == "SZ" or is_header(name, dialect)
            )
            text.insert(place, added)

    def _edit_charset(self, text: NodeEdit) -> None:
        said = charset(self._codec)
        if any(name == "CA" for name, _ in text.properties()):
            text.replace({"CA"}, ("CA", said))
        else:
            text.insert(text.behind(lambda name: name in FILE), [("CA", [said])])


def _closed(text: str) -> str:
    """A node's text, closed so that another can follow."""
    if text.endswith("]"):
        return text
    node = NodeEdit(text)
    node.close()
    return node.text()


def _by_key(headers: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The values of headers by their keys, in the order of the keys' first ones."""
    found: dict[str, list[str]] = {}
    for key, value in headers:
        found.setdefault(key, []).append(value)
    return found


def is_writable(key: str) -> bool:
    """Whether a header's key can be a property."""
    return _NAME.fullmatch(key) is not None and plain_name(key) == key


def _chain(node: Node, count: int) -> list[Node]:
    """The nodes that one text contains, as far as they still are consecutive and can be written so."""
    chain = [node]
    while len(chain) < count:
        last = chain[-1]
        if len(last.children) != 1 or any(facet not in _TIMES for facet in last.notes):
            break
        fact = last.children[0].fact(PART)
        if fact is None or fact.value != len(chain):
            break
        chain.append(last.children[0])
    return chain if len(chain) == count else [node]


def _all_notes(parts: Sequence[Part]) -> dict[str, NoteValue]:
    notes: dict[str, NoteValue] = {}
    for part in parts:
        notes.update(part.notes)
    return notes


def _said(
    dialect: GameDialect, actions: Sequence[object], root: bool
) -> list[tuple[str, tuple[str, ...]]]:
    out: list[tuple[str, tuple[str, ...]]] = []
    for index, action in enumerate(actions):
        out += dialect.properties_for(action, root and index == 0)  # type: ignore[arg-type]  # by Node
    return out


def _lister(dialect: GameDialect) -> _Lister:
    def items(name: str, raws: Sequence[str]) -> list[tuple[Hashable, ...]]:
        return [dialect.items(name, raw) for raw in raws]

    return items


def _noter(script: Script) -> _Lister:
    def items(name: str, raws: Sequence[str]) -> list[tuple[NoteItem, ...]]:
        return items_of(name, raws, script)

    return items
