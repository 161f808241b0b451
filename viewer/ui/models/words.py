"""The rows of models below a node, and their texts: move, signs, comment, fault; and in spoken form.

Texts are computed when a row is displayed, and cached until the record or the notation changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from viewer.base.catalogs import tr
from viewer.base.messages import Message, counted, listed, message
from viewer.base.text import readable
from viewer.formats import FORMATS
from viewer.games.game import Side
from viewer.tree.action import Remark
from viewer.tree.annotation import BOOKMARK, EVALUATION
from viewer.tree.comment import long_message, shown, without_tags
from viewer.tree.evaluation import aside_text, evaluation_of
from viewer.tree.nags import sign_of, words_of
from viewer.tree.node import Node
from viewer.tree.record import Record
from viewer.tree.verdict import mover_of, praise_of, verdict_of, words_with
from viewer.tree.verdict import sign_of as sign_of_verdict
from viewer.ui.notation.visible_blocks import evaluation_message
from viewer.ui.session.record_session import RecordSession

TOP = -1
"""The owner of the main line's rows."""
WHOLE = 600
"""Rows up to which a group is shown whole."""
STEP = 300
"""Rows by which the window of a longer one grows."""
_KEPT = 5_000
_ASIDE = 24  # characters of an evaluation
_LINE = 300  # characters of a comment's first line that a row may show
_TIP = 1_200  # characters of a comment in a tooltip


def has_lines(node: Node) -> bool:
    """Whether variations begin beside a node: it is the first of several siblings."""
    siblings = node.parent.children if node.parent is not None else ()
    return len(siblings) > 1 and siblings[0] is node


def rows_below(record: Record, owner: int) -> Iterator[int]:
    """The ids of a row's child rows, from the current record."""
    heads: tuple[Node, ...] = ()
    if owner == TOP:
        heads = record.root.children[:1]
    else:
        node = record.nodes.get(owner)
        if node is not None and has_lines(node):
            assert node.parent is not None
            heads = node.parent.children[1:]
    for node in heads:
        while True:  # `main_line`, without a generator for each line: there may be thousands
            yield node.id
            children = node.children
            if not children:
                break
            node = children[0]


def owner_of(node: Node) -> int:
    """The parent row of a node's row. Walks up to where its line begins."""
    while True:
        parent = node.parent
        if parent is None:
            return TOP
        if parent.children[0] is not node:
            return parent.children[0].id
        node = parent


class Group:
    """The child rows of a row.

    Attributes:
        owner: id of that row, or TOP.
        level: depth of the rows: 0 for the main line.
        ids: of the rows read so far, in order.
        low, high: the window of `ids` that is shown as rows.
    """

    __slots__ = ("_rows", "_source", "_window", "high", "ids", "level", "low", "owner")

    def __init__(self, owner: int, level: int, source: Iterable[int]) -> None:
        self.owner = owner
        self.level = level
        self.ids: list[int] = []
        self.low = self.high = 0
        self._source: Iterator[int] | None = iter(source)
        self._rows: dict[int, int] | None = None
        self._window = (0, 0)

    def __len__(self) -> int:
        return self.high - self.low

    @property
    def read(self) -> bool:
        """Whether all rows have been read."""
        return self._source is None

    @property
    def more(self) -> bool:
        """Whether there are rows after the window."""
        return self.high < len(self.ids) or self._source is not None

    def fill(self, count: int) -> list[int]:
        """Read until there are `count` rows, or all; returns the new ones."""
        if self._source is None or count <= len(self.ids):
            return []
        wanted = count - len(self.ids)
        new = list(islice(self._source, wanted))
        if len(new) < wanted:
            self._source = None
        self.ids.extend(new)
        return new

    def place(self, id: int) -> int:
        """The index of a row in `ids`. Raises ValueError."""
        return self.ids.index(id)

    def row(self, id: int) -> int:
        """The row number of a node, -1 if it isn't shown."""
        if self._rows is None or self._window != (self.low, self.high):
            self._window = (self.low, self.high)
            self._rows = {each: row for row, each in enumerate(self.ids[self.low : self.high])}
        return self._rows.get(id, -1)

    def take_out(self, start: int, end: int) -> list[int]:
        """Remove and return `ids[start:end]`. The window keeps showing the rest."""
        gone = self.ids[start:end]
        del self.ids[start:end]
        self.low -= max(0, min(end, self.low) - start)
        self.high -= max(0, min(end, self.high) - start)
        self._rows = None
        return gone

    def put_in(self, place: int, new: list[int], shown: bool) -> None:
        """Insert rows at an index; unless `shown`, the window keeps showing what it shows."""
        self.ids[place:place] = new
        if shown:
            self.high += len(new)
        elif place <= self.low and place < self.high:
            self.low += len(new)
            self.high += len(new)
        self._rows = None

    def read_from(self, source: Iterator[int] | None) -> None:
        """The node from which rows after `ids` are read; None if there are none."""
        self._source = source


class GroupChanges:
    """The change that brings a group up to date with the record.

    Attributes:
        group: the group.
        start, end: the range that is removed.
        new: the ids inserted at `start`.
    """

    __slots__ = ("_rest", "end", "group", "new", "start")

    def __init__(self, group: Group, record: Record) -> None:
        self.group = group
        source = rows_below(record, group.owner)
        old = group.ids
        first = list(islice(source, len(old)))
        same = _common_head(old, first)
        self._rest: Iterator[int] | None = None
        if group.read:
            new = [*first[same:], *source]
            tail = _common_tail(old, new, same)
            self.start, self.end = same, len(old) - tail
            self.new = new[: len(new) - tail]
        else:
            # The rows read so far may end anywhere: what follows the first difference comes anew.
            self.start, self.end = same, len(old)
            self.new = first[same:]
            self._rest = source

    def finish(self) -> None:
        """Set where the group reads on after the change."""
        self.group.read_from(self._rest)


def _common_head(old: list[int], new: list[int]) -> int:
    """Length of the common prefix; by slices, since there may be 200,000 ids."""
    same, most, step = 0, min(len(old), len(new)), 1 << 16
    while step and same < most:
        if old[same : same + step] == new[same : same + step]:
            same += step
        else:
            step //= 4
    return min(same, most)


def _common_tail(old: list[int], new: list[int], start: int) -> int:
    """Length of the common suffix of `old[start:]` and `new`."""
    same, most, step = 0, min(len(old) - start, len(new)), 1 << 16
    while step and same < most:
        size = min(step, most - same)
        a, b = len(old) - same, len(new) - same
        if old[a - size : a] == new[b - size : b]:
            same += size
        else:
            step //= 4
    return same


@dataclass(frozen=True, slots=True)
class RowWords:
    """The texts of one row.

    Attributes:
        number: the move's number with its dots ("3…"), "" where it has none.
        move: in the record's notation; words for what is no move.
        signs: (NAG number, sign) of each glyph.
        comment: its first line.
        bookmark: in one line.
        verdict: its sign, and whether it is good or bad for the side that moved.
        evaluation: as behind the moves of the notation, "" if none is shown.
        problem: the rule that the move breaks.
    """

    number: str
    move: str
    signs: tuple[tuple[int, str], ...]
    comment: str
    problem: Message | None
    bookmark: str = ""
    verdict: tuple[str, int] = ("", 0)
    evaluation: str = ""

    @property
    def text(self) -> str:
        """Number, move and signs as one text."""
        signs = (sign for _, sign in self.signs)
        parts = (self.number, self.move, *signs, self.verdict[0], self.evaluation)
        return " ".join(part for part in parts if part)


class Wording:
    """Computes and caches the texts of a session's nodes."""

    def __init__(self, session: RecordSession) -> None:
        self._session = session
        self._known: dict[int, RowWords] = {}

    def forget(self) -> None:
        """Drop the cache."""
        self._known.clear()

    def of(self, node: Node) -> RowWords:
        """The words of a node."""
        words = self._known.get(node.id)
        if words is None:
            if len(self._known) >= _KEPT:
                self._known.clear()
            words = self._known[node.id] = self._make(node)
        return words

    def _make(self, node: Node) -> RowWords:
        session = self._session
        text = session.words.of(node)
        number = session.words.numbered(node).removesuffix(text).strip() if text else ""
        if not text:
            text = tr(message("start") if node.parent is None else message("no move"))
        signs = tuple((nag, sign_of(nag)) for nag in node.glyphs)
        return RowWords(
            number,
            readable(" ".join(text.split())),
            signs,
            _first_line(self._comment(node)),
            session.game.violation(session.states.at(node)),
            bookmark_line(node),
            verdict_sign(node),
            self.evaluation(node),
        )

    def evaluation(self, node: Node) -> str:
        """The evaluation at a node as displayed, "" if it has none or evaluations aren't shown."""
        if not node.notes or EVALUATION not in self._session.asides:
            return ""
        return aside_text(node, EVALUATION, self._session.game.score_unit)[:_ASIDE]

    def _comment(self, node: Node) -> str:
        """The comments before and after a move, as displayed; a long message first."""
        document = self._session.document
        parts = (node.before, node.comment) if node.notes else ()
        if type(node.action) is Remark:
            parts = (long_message(node), *parts)
        texts = map(without_tags, parts) if FORMATS[document.terms].load().tagged else parts
        return "\n".join(shown(text, document.flowing) for text in texts if text)

    def side(self, node: Node) -> Side | None:
        """The side whose move leads to a node; None at the start."""
        mover = self._mover(node)
        return None if mover is None else self._session.game.sides[mover]

    def _mover(self, node: Node) -> int | None:
        before = self._session.states.at(node).previous
        return None if before is None else before.side

    def tip(self, node: Node) -> str:
        """The tooltip of a row: the fault, and a comment too long for the row."""
        problem = self.of(node).problem
        parts = [tr(problem)] if problem is not None else []
        if type(node.action) is Remark:
            parts.append(self.of(node).move)
        comment = readable(self._comment(node)).strip()
        if comment:
            parts.append(comment if len(comment) <= _TIP else comment[:_TIP] + "…")
        return "\n".join(parts)

    def spoken(self, node: Node) -> str:
        """The row in full words, for screen readers."""
        words = self.of(node)
        states, mover = self._session.states, self._mover(node)
        names = states.side_names
        move = message("{text}", text=words.move)
        if mover is not None:
            number, side = words.number, names[mover]
            move = message("{number} {side}: {move}", number=number, side=side, move=words.move)
        parts = [move, *(words_of(nag, names) for nag, _ in words.signs)]
        value = verdict_of(node)
        if value is not None:
            parts.append(words_with(value, names))
        evaluation = (
            evaluation_of(node, self._session.game.score_unit) if words.evaluation else None
        )
        if evaluation is not None:
            parts.append(evaluation_message(self._session.states, evaluation))
        if words.problem is not None:
            parts.append(words.problem)
        if has_lines(node):
            assert node.parent is not None
            count = len(node.parent.children) - 1
            parts.append(counted("one variation", "{count} variations", count))
        if words.bookmark:
            parts.append(message("bookmark: {text}", text=words.bookmark))
        if words.comment:
            parts.append(message("comment: {text}", text=words.comment))
        return tr(listed(parts))


def verdict_sign(node: Node) -> tuple[str, int]:
    """The sign of a node's verdict, "" for none, and whether it is good or bad for the side that moved."""
    value = verdict_of(node) if node.notes else None
    if value is None:
        return "", 0
    return sign_of_verdict(value).replace("-", "\u2212"), praise_of(value, mover_of(node))


def bookmark_line(node: Node) -> str:
    """The bookmark of a node in one line, "" if it has none."""
    mark = node.notes.get(BOOKMARK)
    return bookmark_words(" ".join(mark.split())) if isinstance(mark, str) else ""


def bookmark_words(name: str) -> str:
    """The name of a bookmark as shown, with words for one that has none."""
    return readable(name[:_LINE]) or tr(message("without a name"))


def _first_line(comment: str) -> str:
    """The first non-empty line of a comment, cut to a row's length."""
    for line in comment[: 4 * _LINE].splitlines():
        if line.strip():
            return readable(line.strip()[:_LINE])
    return ""
