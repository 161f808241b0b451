"""Sentences that describe differences."""

from __future__ import annotations

from viewer.base.messages import Message, counted, message
from viewer.base.text import readable
from viewer.document.comparing.comparison import Comparison
from viewer.document.comparing.difference import (
    ACTION,
    ADDED,
    BRANCH,
    LINE,
    MOVED,
    RECORD,
    REMOVED,
    START,
    Difference,
)
from viewer.document.comparing.records import RecordComparison
from viewer.document.record_set import extent
from viewer.formats import FORMATS
from viewer.formats.format import Collection
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.action import is_ply
from viewer.tree.annotation import FACETS, GLYPHS
from viewer.tree.nags import sign_of
from viewer.tree.node import Node
from viewer.tree.record import Record

_SHOWN = 60  # characters of a text


class DifferenceWords:
    """Makes sentences for the differences of a comparison, with moves in notation."""

    def __init__(self, comparison: Comparison) -> None:
        self._comparison = comparison
        self._states: dict[tuple[bool, int], States] = {}
        self._several = max(len(comparison.mine), len(comparison.theirs)) > 1

    def of(self, one: Difference) -> Message:
        """The sentence for a difference; with several records it begins with the record."""
        if one.facet == RECORD:
            return self._of_record(one)
        assert one.mine is not None
        what = self._within(one, self._comparison.records[one.mine])
        if self._several:
            return message("game {number}: {what}", number=one.mine + 1, what=what)
        return what

    # ------------------------------------------------------------------------------- records

    def _of_record(self, one: Difference) -> Message:
        comparison = self._comparison
        if one.kind == ADDED and one.theirs is not None:
            title = _title(comparison.theirs, one.theirs)
            return message("game {number} is new: {title}", number=one.theirs + 1, title=title)
        assert one.mine is not None
        title = _title(comparison.mine, one.mine)
        if one.kind == REMOVED:
            return message("game {number} is gone: {title}", number=one.mine + 1, title=title)
        there = (one.theirs or 0) + 1
        return message(
            "game {number} is game {there} now: {title}",
            number=one.mine + 1,
            there=there,
            title=title,
        )

    # --------------------------------------------------------------------------- within one

    def _within(self, one: Difference, records: RecordComparison) -> Message:
        if one.header:
            return _of_header(one)
        if one.facet in (BRANCH, LINE):
            return self._of_branch(one, records)
        if one.facet == START:
            return message("the start position is another")
        place = self._place(one, records)
        if one.facet == ACTION:
            other = self._move(records, _node(one.other), theirs=True)
            return message("{move} is {other} now", move=place, other=other)
        before, after = value_words(one.facet, one.before), value_words(one.facet, one.after)
        if one.facet == GLYPHS and before == after:  # several numbers have the same sign
            before, after = _numbers(one.before), _numbers(one.after)
        what = FACETS[one.facet].words
        if one.kind == ADDED:
            return message("{move}: {what} added: {after}", move=place, what=what, after=after)
        if one.kind == REMOVED:
            return message("{move}: {what} removed: {before}", move=place, what=what, before=before)
        return message(
            "{move}: {what}: {before} → {after}", move=place, what=what, before=before, after=after
        )

    def _of_branch(self, one: Difference, records: RecordComparison) -> Message:
        if one.kind == MOVED:
            move = self._move(records, _node(one.node))
            if _node(one.node) in records.moved:
                there = self._move(records, _node(one.other), theirs=True)
                return message("{move} stands elsewhere now: {there}", move=move, there=there)
            return message("{move} stands at another place among its variations", move=move)
        theirs = one.kind == ADDED
        half = records.second if theirs else records.first
        record = (records.theirs if theirs else records.mine).record
        top = record.node(_node(one.other if theirs else one.node))
        # Together with what goes the same way: not what stays behind it.
        nodes = [node for node in top.walk() if half.part.get(node.id) == top.id]
        move, count = self._move(records, top.id, theirs), extent(nodes).moves
        if one.facet == LINE:
            moves = counted("{count} move", "{count} moves", count)
            if theirs:
                return message("{move} is put into the line ({moves})", move=move, moves=moves)
            return message("{move} is taken out of the line ({moves})", move=move, moves=moves)
        size = extent(nodes).words
        if theirs:
            return message("{move} is new ({extent})", move=move, extent=size)
        return message("{move} is gone ({extent})", move=move, extent=size)

    def _place(self, one: Difference, records: RecordComparison) -> Message:
        return self._move(records, _node(one.node))

    def _move(self, records: RecordComparison, id: int, theirs: bool = False) -> Message:
        side = records.theirs if theirs else records.mine
        states = self._states_of(side.record, theirs, records.indices[theirs])
        return move_words(states, side.record.node(id))

    def _states_of(self, record: Record, theirs: bool, index: int) -> States:
        known = self._states.get((theirs, index))
        if known is None:
            self._states.clear()  # differences come record by record
            known = States(game_of(record.game), record)
            self._states[theirs, index] = known
        return known


def move_words(states: States, node: Node) -> Message:
    """A move with its number in notation; words for a start, and for what is no move."""
    if node.parent is None:
        return message("the start")
    game = states.game
    state = states.at(node)
    text = game.notation(state, game.notations[0].id)
    if not text:
        return message("a comment") if node.action is None else message("a step")
    if not is_ply(node.action):
        return message("{text}", text=text)
    number = game.numbering(states.at(states.record.root)).label(state.ply)
    return message("{number} {move}", number=number, move=text)


def value_words(facet: str, value: object) -> Message:
    """An annotation as one short line."""
    if facet == GLYPHS and isinstance(value, tuple):
        return message("{text}", text=" ".join(sign_of(nag) for nag in value))
    if isinstance(value, tuple):
        return message("{text}", text=str(len(value)))
    return message("“{text}”", text=_short(str(value)))


def _numbers(glyphs: object) -> Message:
    numbers = glyphs if isinstance(glyphs, tuple) else ()
    return message("{text}", text=" ".join(f"${number}" for number in numbers))


def _of_header(one: Difference) -> Message:
    key = one.header
    if one.kind == ADDED:
        return message("header {key} added: {after}", key=key, after=_short(str(one.after)))
    if one.kind == REMOVED:
        return message("header {key} removed: {before}", key=key, before=_short(str(one.before)))
    if one.kind == MOVED:
        return message("header {key} stands at another place", key=key)
    return message(
        "header {key}: {before} → {after}",
        key=key,
        before=_short(str(one.before)),
        after=_short(str(one.after)),
    )


def _short(text: str) -> str:
    line = readable(" ".join(text[: 4 * _SHOWN].split()))
    return line if len(line) <= _SHOWN and len(text) <= 4 * _SHOWN else line[:_SHOWN] + "…"


def _title(collection: Collection, index: int) -> str:
    """The players, else the title, else the event of a record."""
    format_ = FORMATS[collection.format].load()
    headers = collection.headers(index)
    game = collection.record(index).game
    said = {
        role: format_.by_role(role, headers, game) for role in ("side0", "side1", "title", "event")
    }
    if said["side0"] or said["side1"]:
        return f"{said['side0'] or '?'} – {said['side1'] or '?'}"
    return said["title"] or said["event"] or "?"


def _node(id: int | None) -> int:
    assert id is not None  # by the kind of the difference
    return id
