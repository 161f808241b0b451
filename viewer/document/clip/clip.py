"""Copied branches: as rows, and as text for the clipboard.

A copied node leaves its raw facts behind: they belong to the file it came from.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence

from viewer.games.states import States
from viewer.tree.action import Action, Written
from viewer.tree.annotation import BEFORE
from viewer.tree.node import Node
from viewer.tree.ops import Insert, Op, SetNote
from viewer.tree.record import rows_of
from viewer.tree.serial import NodeData, pack_node, unpack_node

MEDIA_TYPE = "application/x-qipu-branch+json"


def branch_rows(node: Node, states: States | None = None) -> tuple[NodeData, ...]:
    """A node and all below; at the root, the branches below it (each with parent -1).

    With `states`, Written actions become the moves they mean.
    """
    tops = [node] if node.parent is not None else list(node.children)
    rows: list[NodeData] = []
    for top in tops:
        offset = len(rows)
        rows.extend(
            row._replace(
                parent=row.parent + offset if row.parent >= 0 else -1,
                action=states.at(each).action
                if states and type(row.action) is Written
                else row.action,
                facts=(),
            )
            for each, row in zip(top.walk(), rows_of(top), strict=True)
        )
    return tuple(rows)


def merged(branches: Iterable[Sequence[NodeData]]) -> list[NodeData]:
    """The rows of several branches as one, in which no action stands twice after the same row."""
    rows: list[NodeData] = []
    known: dict[tuple[int, Action | None], int] = {}
    for branch in branches:
        at: list[int] = []
        for row in branch:
            parent = at[row.parent] if row.parent >= 0 else -1
            place = known.get((parent, row.action)) if row.action is not None else None
            if place is None:
                place = len(rows)
                known[parent, row.action] = place
                rows.append(row._replace(parent=parent))
            else:
                there = rows[place]
                rows[place] = there._replace(notes={**row.notes, **there.notes})
            at.append(place)
    return rows


def to_text(game: str, rows: Sequence[NodeData]) -> str:
    """Rows of a game as text (JSON)."""
    return json.dumps(
        {"qipu": "branch", "game": game, "rows": [pack_node(row) for row in rows]},
        ensure_ascii=True,
    )


def from_text(text: str, game: str) -> tuple[NodeData, ...]:
    """The rows in a text. Raises ValueError if the text isn't one of `to_text` or is of another game."""
    try:
        data = json.loads(text)
        kind = data["qipu"]
        rows = tuple(unpack_node(row)._replace(facts=()) for row in data["rows"])
        found = data["game"]
    except (KeyError, TypeError, AttributeError, RecursionError, ValueError) as error:
        raise ValueError("no branch") from error
    if kind != "branch":
        raise ValueError("no branch")
    if found != game:
        raise ValueError(f"a branch of {found}")
    if any(not -1 <= row.parent < index for index, row in enumerate(rows)):
        raise ValueError("no branch")
    return rows


def renumbered(
    rows: Sequence[NodeData], node: Node, first_id: int, meant: Callable[[Node], Action | None]
) -> tuple[list[Op], int]:
    """Operations that insert rows below a node with new ids, and the node to go to.

    A row whose action an existing child has is merged into that child, so that pasting a line
    that exists in part adds the rest of it; annotations of such a child are kept, and missing
    ones added. A comment before the first row that the node has itself isn't said again. `meant`
    returns the action that a node means.
    """
    if rows and node.comment and rows[0].notes.get(BEFORE) == node.comment:
        notes = {facet: value for facet, value in rows[0].notes.items() if facet != BEFORE}
        rows = (rows[0]._replace(notes=notes), *rows[1:])
    ops: list[Op] = []
    at: dict[int, Node] = {}  # rows that were merged into nodes
    batch: dict[int, tuple[int, int]] = {}  # row → (insert it belongs to, position there)
    inserts: list[tuple[Node, list[NodeData]]] = []
    added: dict[int, int] = {}
    landed = node.id
    next_id = first_id
    for index, row in enumerate(rows):
        parent = node if row.parent < 0 else at.get(row.parent)
        if parent is not None:
            same = next((c for c in parent.children if meant(c) == row.action), None)
            if same is not None and row.action is not None:
                at[index] = same
                ops.extend(
                    SetNote(same.id, facet, value)
                    for facet, value in row.notes.items()
                    if facet not in same.notes
                )
                if index == 0:
                    landed = same.id
                continue
            batch[index] = (len(inserts), 0)
            inserts.append((parent, [NodeData(next_id, -1, row.action, row.notes)]))
        else:
            which, above = batch[row.parent]
            group = inserts[which][1]
            batch[index] = (which, len(group))
            group.append(NodeData(next_id, above, row.action, row.notes))
        if index == 0:
            landed = next_id
        next_id += 1
    for parent, group in inserts:
        index = len(parent.children) + added.get(parent.id, 0)
        added[parent.id] = added.get(parent.id, 0) + 1
        ops.append(Insert(parent.id, index, tuple(group)))
    return ops, landed
