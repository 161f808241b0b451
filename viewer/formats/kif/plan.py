"""Planning how a record is written: the order of its nodes, numbers, times, names, and the lines of moves."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Container, Sequence
from functools import lru_cache

from viewer.base.named import NamedTuple
from viewer.base.text import UTF8
from viewer.formats.kif import lines as kinds
from viewer.formats.kif.encoding import CODECS, UTF16, name_of
from viewer.formats.kif.growth import Branches
from viewer.formats.kif.items import BlockItem
from viewer.formats.kif.lines import REST, Origin, RawBlock, block_of, origin_of
from viewer.formats.kif.moves import (
    destination,
    elapsed_of,
    line_of,
    milliseconds,
    read_move,
    time_text,
    word_in_kif,
)
from viewer.formats.kif.start import uwate
from viewer.formats.kit.charsets import CP932, UTF16_LE, canonical
from viewer.formats.kit.foreign import in_comments
from viewer.formats.kit.shogi import CSA_KEYS, renamed
from viewer.games import game_of
from viewer.games.game import State
from viewer.games.shogi.notation import japanese, kif_text
from viewer.games.shogi.position import Position, position_of
from viewer.games.states import States
from viewer.tree.action import Action, Move, Terminal, Written
from viewer.tree.annotation import ELAPSED
from viewer.tree.node import Node
from viewer.tree.record import Record

Children = Callable[[Node], Sequence[Node]]


def printing_order(
    root: Node, children: Children, start: Position, old: Container[Node]
) -> list[Node]:
    """All nodes below the root, in printing order.

    `children` gives the printed children of a node. The order is that of Kifu for Windows, unless
    the nodes of the file (`old`) have a different one there that still means the same.
    """
    usual = deepest_first(root, children)
    last = 0
    for node in usual:
        if node in old:
            if node.id < last:
                break
            last = node.id
    else:
        return usual
    kept = _as_in_file(root, usual, children, old)
    return kept if _says(kept, root, children, start) else usual


def deepest_first(root: Node, children: Children) -> list[Node]:
    """A line to its end, then the variations from its end back to its beginning, each in the same way."""
    out: list[Node] = []
    stack = [root]
    while stack:
        node = stack.pop()
        line = [node]
        while below := children(node):
            node = below[0]
            line.append(node)
        out += line
        for above in line:
            stack += reversed(children(above)[1:])
    return out[1:]


def _as_in_file(
    root: Node, usual: list[Node], children: Children, old: Container[Node]
) -> list[Node]:
    """The nodes of the file in its order, with each new branch after the nodes that it follows."""
    there = sorted((node for node in usual if node in old), key=lambda one: one.id)
    last = {root: root}
    for node in there:
        last[node] = node
    for node in reversed(there):
        parent = node.parent
        if parent in last and last[parent].id < last[node].id:
            last[parent] = last[node]
    behind: dict[Node, list[Node]] = {}
    for node in usual:
        parent = node.parent
        if parent in last and node not in last:  # the top of a new branch
            assert parent is not None
            place = parent if children(parent)[0] is node else last[parent]
            behind.setdefault(place, []).extend([node, *deepest_first(node, children)])
    out = list(behind.get(root, ()))
    for node in there:
        out.append(node)
        out += behind.get(node, ())
    return out


def _says(order: list[Node], root: Node, children: Children, start: Position) -> bool:
    """Whether a reader makes the same tree from an order, by the numbers alone."""
    path = [root]
    branches = Branches(root, path)
    plies = {root: 0}
    met: dict[Node, list[Node]] = {}
    for node in order:
        parent = node.parent
        if parent is None or parent not in plies or node.action is None:
            return False
        place = plies[node] = plies[parent] + 1
        if place != len(path) and not branches.go(place, node.action, start):
            return False
        if path[-1] is not parent:
            return False
        path.append(node)
        met.setdefault(parent, []).append(node)
    return all(list(children(parent)) == some for parent, some in met.items())


# ---------------------------------- Planning how a record is written: order, numbers, times, names


class Plan:
    """The plan for writing a record.

    Attributes:
        record, dialect: the record, and the dialect to write. Evaluations are in its comments, and CSA's
            headers have KIF's keys in a new file.
        origin: the properties of the file it was read from, None for a new file.
        source, target: codecs of its raw bytes, and of the new file; `wrap` for what is read as UTF-8.
        codec: of the new file's text.
        eol: end of new lines.
        plain: whether moves are written without numbers, with ▲ and △.
        shift: added to a ply for its number.
        plus: whether `+` is written.
        start: its position.
        uwate: whether the players are 下手 and 上手.
        order: the nodes that are printed.
        regular: whether numbers and order are those of Kifu for Windows, regardless of the file's.
    """

    def __init__(
        self, record: Record, dialect: str, encoding: str | None, regular: bool = False
    ) -> None:
        self.dialect = dialect
        self.regular = regular
        self.origin: Origin | None = origin_of(record, dialect)
        origin = self.origin
        wanted = encoding or record.encoding or CP932
        if origin is None and encoding is None and wanted not in CODECS:
            wanted = CP932
        self.wrap = ""
        if wanted not in CODECS:
            of_file = origin.wrap if origin is not None else ""
            self.wrap = of_file if name_of(of_file) == wanted else canonical(wanted)
            if wanted == UTF16 and not of_file:
                self.wrap = UTF16_LE
            wanted = UTF8
        self.target = wanted if wanted in CODECS else UTF8
        self.codec = name_of(self.wrap) if self.wrap else self.target
        file = origin or Origin(dialect, self.target, "", "\r\n", 0, (), None, dialect == "ki2")
        self.source, self.eol, self.shift = file.codec, file.eol, file.shift
        self.plain = file.plain
        self.plus = not self.plain and file.plus is not False
        self.odd = frozenset(file.odd)
        self.shogi = record.game == "shogi"
        self.start: Position = position_of(record.setup if self.shogi else None)
        self.uwate = _has_uwate(record, self.start)
        record = in_comments(record)
        self.record = record if origin is not None else _in_kifs_words(record, self.uwate)
        self._blocks = _blocks_of(self.record) if origin is not None else {}
        self.order: list[Node] = printing_order(
            record.root, self.children, self.start, () if regular else self._blocks
        )
        self._states: States | None = None

    @property
    def open_end(self) -> bool:
        """Whether the last line of the file that was read has no end: then that of the new one has none."""
        return self.origin is not None and self.origin.open and self.record.fact(REST) is None

    @property
    def moved(self) -> bool:
        """Whether the text changes its codec or wrapping."""
        origin = self.origin
        return origin is None or (origin.codec, origin.wrap) != (self.target, self.wrap)

    def block(self, node: Node) -> RawBlock | None:
        """The block of a node in the file that was read, None for a new node, and in a new file."""
        return self._blocks.get(node)

    def children(self, node: Node) -> Sequence[Node]:
        """The children that are printed."""
        children = node.children
        for child in children:
            if not self._is_printed(child):
                return [one for one in children if self._is_printed(one)]
        return children

    def _is_printed(self, node: Node) -> bool:
        if node in self._blocks:
            return True
        if self.dialect == "bod" or not self.shogi:
            return False
        action = node.action
        return type(action) in (Move, Written, Terminal) and bool(
            action.text.strip()  # type: ignore[union-attr]  # by its type
        )

    # ----------------------------------------------------------------------- the rules, asked late

    def state(self, node: Node) -> State:
        """The position after a node."""
        if self._states is None:
            self._states = States(game_of("shogi"), self.record)
        return self._states.at(node)

    def action(self, node: Node) -> Action | None:
        """A node's action, resolved to a move."""
        return self.state(node).action if type(node.action) is Written else node.action

    def mover(self, node: Node) -> int:
        """The side that moves at a node: 0 for black, 1 for white."""
        assert node.parent is not None
        return self.state(node.parent).side


def _blocks_of(record: Record) -> dict[Node, RawBlock]:
    return {node: block for node in record.walk() if (block := block_of(node)) is not None}


def _in_kifs_words(record: Record, uwate: bool) -> Record:
    """The record with KIF's keys for the headers that CSA has as well."""
    names = {**CSA_KEYS, "N+": "下手", "N-": "上手"} if uwate else CSA_KEYS
    headers = renamed(record.headers, names)
    return Record(record.game, record.root, headers, record.encoding, record.facts, record.nodes)


def _has_uwate(record: Record, start: Position) -> bool:
    """Whether the players are called 下手 and 上手: by the headers, else by the start."""
    keys = {header.key for header in record.headers if header.value}
    if keys & {"下手", "上手"}:
        return True
    return not keys & {"先手", "後手"} and uwate(start)


# ----------------- The lines of moves, with their times: new ones in the layout of Kifu for Windows
#
# Totals are kept as in the file, right or wrong; if a time is edited, its player's later totals in the line
# change by the same amount.


class Time(NamedTuple):
    """A node's time, and the player's total in milliseconds; None if no total is written."""

    elapsed: str
    total: int | None


class _Sums(NamedTuple):
    """For the player who moved last, and the other: the total, and its difference from the file's."""

    mine: int = 0
    mine_more: int = 0
    other: int = 0
    other_more: int = 0


class Clock:
    """The times of a record, along each of its lines from the root on."""

    def __init__(self, root: Node) -> None:
        self._sums: dict[Node, _Sums] = {root: _Sums()}
        self._changed: dict[Node, Time] = {}

    def new(self, node: Node) -> Time:
        """Add a new node; returns its time."""
        elapsed = str(node.note(ELAPSED))
        before = self._before(node)
        total = before.other + (milliseconds(elapsed) or 0)
        self._sums[node] = _Sums(total, before.other_more, before.mine, before.mine_more)
        return Time(elapsed, total)

    def old(self, node: Node, text: str) -> None:
        """Add a node that was read; `text` is the part of its line after the move."""
        found = kinds.TIME.search(text)
        now = str(node.note(ELAPSED))
        was = elapsed_of(found[1]) if found is not None else ""
        before = self._before(node)
        total = before.other + (milliseconds(now) or 0)
        more = before.other_more
        if now == was and not more:
            said = milliseconds(found[2]) if found is not None and found[2] else None
            self._sums[node] = _Sums(
                total if said is None else said, 0, before.mine, before.mine_more
            )
            return
        more += (milliseconds(now) or 0) - (milliseconds(was) or 0)
        shown: int | None = total
        if found is not None:
            said = milliseconds(found[2]) if found[2] else None
            shown = None if said is None else said + more
            total = total if shown is None else shown
        self._sums[node] = _Sums(total, more, before.mine, before.mine_more)
        if now != was or (shown is not None and now):
            self._changed[node] = Time(now, shown)

    def changed(self, node: Node) -> Time | None:
        """The new time of a node that was read, None if its line is still right."""
        return self._changed.get(node)

    def _before(self, node: Node) -> _Sums:
        assert node.parent is not None
        return self._sums.get(node.parent, _Sums())


# ------------------------------------------------------------------------------- the lines of moves

_BODY = 13  # columns
_MARKS = "▲△"


@lru_cache(maxsize=1 << 12)
def width(text: str) -> int:
    """The width of a text in columns: two for wide characters."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WFA" else 1 for sign in text)


def pad(text: str, columns: int) -> str:
    """A text with blanks up to a width."""
    return text + " " * (columns - width(text))


# ----------------------------------------------------------------------------------------- new


def body_of(plan: Plan, node: Node) -> str:
    """A move in KIF's notation: ７六歩(77), 同　銀(79); an end by its word."""
    action = node.action
    if type(action) is Terminal:
        return word_in_kif(action.text, plan.mover(node))

    return kif_text(plan.state(node))  # type: ignore[arg-type]  # the game is shogi


def new_line(plan: Plan, node: Node, ply: int, time: Time, plus: bool) -> str:
    """A new numbered line, in the layout of Kifu for Windows."""
    said = time_text(time.elapsed, time.total)
    line = f"{ply + plan.shift:4} {pad(body_of(plan, node), _BODY)}{said}"
    return (line + "+") if plus else line.rstrip(" ")


def token_of(plan: Plan, node: Node) -> str:
    """A move with its mark and disambiguation: ▲７六歩."""
    action = plan.action(node)
    if type(action) is Move:
        text = japanese(plan.state(node))  # type: ignore[arg-type]  # the game is shogi
        if text[:1] in _MARKS:
            return text
    else:
        text = word_in_kif(getattr(action, "text", ""), plan.mover(node))
    return _MARKS[plan.mover(node)] + text


def trailer_for(plan: Plan, node: Node, ply: int) -> str:
    """The まで line of an end."""
    assert type(node.action) is Terminal
    return line_of(node.action.text, ply - 1, plan.mover(node), plan.uwate)


# ------------------------------------------------------------------------------------- changed


class LineChange:
    """A numbered line that was read, and the changes to it.

    Attributes:
        number, body, rest: its parts; `start` is everything before the body.
        plus: whether it ends with `+`.
    """

    def __init__(self, item: BlockItem) -> None:
        self.item = item
        said = read_move(item.key, "")
        if said is not None:
            end = said[1]
        else:
            word = kinds.WORD.match(item.key)
            end = len(word[1].rstrip("+")) if word is not None else 0
        self.start = item.text[: len(item.text) - len(item.key)]
        self.body, self.rest = item.key[:end], item.key[end:]
        self.plus = self.rest.rstrip(kinds.BLANKS).endswith("+")

    def written(
        self, node: Node, number: int | None, body: str | None, clock: Clock, plus: bool
    ) -> str | None:
        """The updated line, None if it is unchanged. `number` and `body` are None to keep the old ones."""
        start, rest = self.start, self.rest
        changed = body is not None
        if number is not None:
            start, changed = f"{number:4} ", True
        new_time = clock.changed(node)
        if plus != self.plus or new_time is not None:
            changed = True
        if not changed:
            return None
        tail = rest
        if self.plus:
            tail = rest.rstrip(kinds.BLANKS)[:-1].rstrip(kinds.BLANKS)
        if new_time is not None:
            found = kinds.TIME.search(tail)
            said = time_text(*new_time) if new_time.elapsed else ""
            if found is not None:
                before = (
                    tail[: found.start()] if said else tail[: found.start()].rstrip(" \t\u3000")
                )
                tail = before + said + tail[found.end() :]
            elif said:
                gap = " " * max(0, _BODY - width(body or self.body))
                tail = gap + said + tail
        if body is not None:
            mark = self.body[:1] if self.body[:1] in kinds.MARKS else ""
            kept = tail.lstrip(" \t\u3000")
            tail = " " * max(1, _BODY - width(body)) + kept if kept else ""
            body = mark + body
        return start + (self.body if body is None else body) + tail + ("+" if plus else "")


def body_now(plan: Plan, node: Node, change: LineChange, same_action: bool) -> str | None:
    """The new body of a line, None if its old one is right."""
    if not same_action:
        return body_of(plan, node)
    action = node.action
    if "同" in change.body and type(action) is Move and node.parent is not None:
        above = plan.action(node.parent)
        if destination(above) != destination(action):
            return body_of(plan, node)
    return None
