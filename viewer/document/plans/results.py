"""Edits that record a game's result and the count of its board."""

from __future__ import annotations

from collections.abc import Sequence

from viewer.base.messages import message
from viewer.document.edits.editable import EditableRecords
from viewer.document.edits.history import Edit, Location
from viewer.document.edits.ops import InRecord
from viewer.document.position import Count
from viewer.formats import FORMATS
from viewer.games import game_of
from viewer.games.score import Score
from viewer.tree.annotation import MARKS, Mark
from viewer.tree.node import Node
from viewer.tree.ops import Op, SetHeaders, SetNote

TERRITORY = "territory"


def _edit(key: int, ops: Sequence[Op], node: Node) -> Edit | None:
    if not ops:
        return None
    here = Location(key, node.id)
    words = message("Write the result")
    return Edit(tuple(InRecord(key, op) for op in ops), words, here, here)


def _result_ops(document: EditableRecords, key: int, text: str) -> list[Op]:
    headers = document.record_of(key).headers
    said = FORMATS[document.format].load().with_result(headers, text)
    return [] if said is None or said == headers else [SetHeaders(said)]


def _count_ops(document: EditableRecords, key: int, count: Count) -> list[Op]:
    """Operations for headers: a count's result, rules and komi."""
    record = document.record_of(key)
    format_ = FORMATS[document.format].load()
    said = format_.with_result(record.headers, count.score.result)
    if said is None:
        return []
    values = count.game.counted_values(said, count.given, count.counting, count.komi)
    said = format_.with_values(said, record.game, values)
    return [] if said == record.headers else [SetHeaders(said)]


def result(document: EditableRecords, key: int, node: Node, text: str) -> Edit | None:
    """Set the result in the headers, in the game's form; "" removes it.

    None also if the format can't hold it (`Format.with_result`).
    """
    return _edit(key, _result_ops(document, key, text), node)


def territory(score: Score, colours: Sequence[str]) -> tuple[Mark, ...]:
    """The territory of a count as marks, in the order of their squares."""
    return tuple(
        Mark(TERRITORY, (square,), colours[side]) for square, side in sorted(score.owners.items())
    )


def counted(
    document: EditableRecords, key: int, node: Node, count: Count, write: bool, mark: bool
) -> Edit | None:
    """Record a count: its result in the headers, with rules and komi; its territory
    as marks at a node; either or both.

    Earlier territory marks are removed; others stay.
    """
    score = count.score
    ops = _count_ops(document, key, count) if write else []
    if mark:
        kept = tuple(one for one in node.marks if one.kind != TERRITORY)
        sides = game_of(document.record_of(key).game).sides
        marks = (*kept, *territory(score, [side.colour for side in sides]))
        if marks != node.marks:
            ops.append(SetNote(node.id, MARKS, marks))
    return _edit(key, ops, node)
