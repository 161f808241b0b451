"""Edits of existing parts of a file: a step, the head of a branch."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from viewer.formats.kit.json.patches import Patches
from viewer.formats.kit.json.style import JsonStyle
from viewer.formats.kit.json.tape import ARRAY, OBJECT, quoted
from viewer.formats.kit.law import kept
from viewer.formats.wei7.reader import ParsedFile, TreeBranch, stones_of
from viewer.formats.wei7.steps import (
    COLOURS,
    action_text,
    evaluation_of,
    mark_of,
    mark_text,
    member_text,
    move_parts,
    point_text,
    problem_text,
)
from viewer.games.go.setup import USUAL, column_row, read_setup
from viewer.games.stones.placement import Placement
from viewer.tree.action import Action, Remark, Setup, Takeback
from viewer.tree.annotation import (
    ACTOR,
    COMMENT,
    EVENT,
    GLYPHS,
    MOMENT,
    PROBLEM,
    TITLE,
    Mark,
)
from viewer.tree.node import Node

_PLAIN = (("time", MOMENT), ("actor", ACTOR), ("comment", COMMENT))


def is_step(node: Node) -> bool:
    """Whether a node is written as a step, not as the head of a branch."""
    return node.parent is not None and node.action is not None and type(node.action) is not Setup


def placement_of(action: Action | None) -> Placement:
    """The stones that the set-up of a head places on the board; none for other actions."""
    return read_setup(action.text) if type(action) is Setup else Placement()


def size_of(action: Action | None) -> tuple[int, int]:
    """Width and height of the board, from the set-up of the start position."""
    placement = placement_of(action)
    width = placement.width or USUAL
    return width, placement.height or width


def stone_list(action: Action | None) -> list[tuple[str, str]]:
    """(colour, square) of each stone of a head: "1" for black, then "2" for white."""
    placement = placement_of(action)
    stones = [("1", place) for place in sorted(placement.first)]
    stones += [("2", place) for place in sorted(placement.second)]
    return [stone for stone in dict.fromkeys(stones) if column_row(stone[1]) is not None]


def stone_text(stone: tuple[str, str], style: JsonStyle) -> str:
    """A stone of `pre` as JSON."""
    return style.object([("color", stone[0]), ("point", point_text(stone[1], style))])


def pre_members(node: Node, style: JsonStyle) -> list[tuple[str, str]]:
    """The members of a head's preset position: names and JSON texts."""
    out: list[tuple[str, str]] = []
    stones = stone_list(node.action)
    if stones:
        out.append(("stones", style.array([stone_text(stone, style) for stone in stones])))
    for key in ("problem", "marks", "comment"):
        text = member_text(key, node.notes, style)
        if text is not None:
            out.append((key, text))
    return out


class Edits:
    """Changes the parts of a file's text whose nodes differ from those of the edited record."""

    def __init__(self, reading: ParsedFile, patches: Patches) -> None:
        self._reading = reading
        self._tape = reading.tape
        self._patches = patches
        self._style = patches.style

    def entry(self, node: Node) -> None:
        """Change an existing step of the file to that of an edited node."""
        old = self._reading.record.nodes[node.id]
        if old.action == node.action and old.notes == node.notes:
            return
        tape, patches = self._tape, self._patches
        step = self._reading.entries[node.id]
        changes: dict[str, str | None] = {
            key: member_text(key, node.notes, self._style)
            for key, facet in _PLAIN
            if old.note(facet) != node.note(facet)
        }
        if tape.kinds[step] != OBJECT:
            members = [("action", action_text(node.action, node.notes, self._style))]
            members += [(key, text) for key, text in changes.items() if text is not None]
            patches.set_value(step, self._style.object(members))
            return
        fields = tape.fields(step)
        if old.marks != node.marks:
            self._marks(fields, node, changes)
        if self._acts_otherwise(old, node):
            self._action(fields.get("action", -1), old, node, changes)
        patches.set_named(step, changes)

    def _acts_otherwise(self, old: Node, node: Node) -> bool:
        if old.action != node.action or old.note(EVENT) != node.note(EVENT):
            return True
        return move_parts(node.action) is not None and any(
            old.note(facet) != node.note(facet) for facet in (GLYPHS, PROBLEM)
        )

    def _action(self, action: int, old: Node, node: Node, changes: dict[str, str | None]) -> None:
        value = self._tape.fields(action).get("value", -1) if action >= 0 else -1
        was, now = move_parts(old.action), move_parts(node.action)
        both = (type(old.action), type(node.action))
        plain = old.note(EVENT) == node.note(EVENT) == ""
        new: str | None = None
        if was is not None and now is not None and value >= 0:
            self._move(value, old, node, was, now)
            return
        if both == (Takeback, Takeback) or (both == (Remark, Remark) and plain):
            made = action_text(node.action, node.notes, self._style)
            if value >= 0 and type(node.action) is Takeback and node.action.count > 0:
                new = str(node.action.count)
            elif value >= 0 and type(node.action) is Remark:
                new = quoted(node.action.text)
            if new is None:
                changes["action"] = made
            else:
                self._patches.set_value(value, new)
            return
        changes["action"] = action_text(node.action, node.notes, self._style)

    def _move(
        self, value: int, old: Node, node: Node, was: tuple[str, str], now: tuple[str, str]
    ) -> None:
        style = self._style
        changes: dict[str, str | None] = {}
        if was[0] != now[0]:
            changes["color"] = now[0]
        if was[1] != now[1]:
            changes["point"] = point_text(now[1], style)
        evaluation = evaluation_of(node.glyphs)
        if evaluation != evaluation_of(old.glyphs):
            changes["evaluation"] = quoted(evaluation) if evaluation else None
        self._problem(self._tape.fields(value), old, node, changes)
        self._patches.set_named(value, changes)

    def _problem(
        self, fields: Mapping[str, int], old: Node, node: Node, changes: dict[str, str | None]
    ) -> None:
        side = node.note(PROBLEM)
        if side == old.note(PROBLEM):
            return
        text = problem_text(side, self._style)
        place = fields.get("problem", -1)
        if text is not None and place >= 0 and self._tape.kinds[place] == OBJECT:
            self._patches.set_named(place, {"color": COLOURS["B" if side == "black" else "W"]})
        else:
            changes["problem"] = text

    def _marks(self, fields: Mapping[str, int], node: Node, changes: dict[str, str | None]) -> None:
        """Change a list of marks; unchanged marks keep their text."""
        array = fields.get("marks", -1)
        if array < 0 or self._tape.kinds[array] != ARRAY:
            changes["marks"] = member_text("marks", node.notes, self._style)
            return
        items = self._tape.items(array)
        old = [mark_of(self._tape, item) for item in items]
        new = [mark for mark in node.marks if mark_text(mark, self._style) is not None]
        if not new and None not in old:
            changes["marks"] = None
            return
        self._list(array, items, old, new, [_mark_text(mark, self._style) for mark in new])

    def _list(
        self,
        array: int,
        items: Sequence[int],
        old: Sequence[Hashable | None],
        new: Sequence[Hashable],
        texts: Sequence[str],
    ) -> None:
        """Replace the changed items of an array; equal items, and those not understood (None), are kept."""
        keep, tail = kept(old, new)
        stop = len(items) - tail
        raw: dict[Hashable, list[str]] = {}
        for key, item in zip(old[keep:stop], items[keep:stop], strict=True):
            raw.setdefault(key, []).append(self._tape.raw(item))
        middle: list[str] = []
        for key, text in zip(new[keep : len(new) - tail], texts[keep:], strict=False):
            some = raw.get(key)
            middle.append(some.pop(0) if some else text)
        self._patches.splice(array, items, keep, tail, middle + raw.get(None, []))

    # ---------------------------------------------------------------------------------- heads

    def head(self, branch: TreeBranch, node: Node, has_steps: bool) -> dict[str, str | None]:
        """Change the preset position of a branch; returns the changes to the branch's own members."""
        old = self._reading.record.nodes[node.id]
        fields = self._tape.fields(branch.value)
        changes: dict[str, str | None] = {}
        title = node.note(TITLE)
        if title != old.note(TITLE):
            changes["title"] = quoted(str(title)) if title else None
        pre = fields.get("pre", -1)
        titled = bool(title) and ("title" in fields or "title" in changes)
        # Without a title and `pre`, the branch would be read without a head.
        alone = has_steps and node.parent is not None and not titled
        if pre >= 0 and self._tape.kinds[pre] == OBJECT:
            if self._pre(pre, old, node) and not alone:
                changes["pre"] = None
        else:
            members = pre_members(node, self._style)
            if members and members != pre_members(old, self._style):
                changes["pre"] = self._style.object(members)
        if alone and pre < 0:
            changes.setdefault("pre", "{}")
        return changes

    def _pre(self, pre: int, old: Node, node: Node) -> bool:
        """Change the members of a preset position; returns whether none is left."""
        fields = self._tape.fields(pre)
        changes: dict[str, str | None] = {}
        if old.comment != node.comment:
            changes["comment"] = member_text("comment", node.notes, self._style)
        if old.marks != node.marks:
            self._marks(fields, node, changes)
        self._problem(fields, old, node, changes)
        stones = stone_list(node.action)
        if stones != stone_list(old.action):
            self._stones(fields.get("stones", -1), stones, changes)
        empty = all(changes.get(name, "") is None for name in fields)
        if empty and changes and not any(changes.values()):
            return True
        self._patches.set_named(pre, changes)
        return False

    def _stones(
        self, array: int, stones: list[tuple[str, str]], changes: dict[str, str | None]
    ) -> None:
        style = self._style
        if array < 0 or self._tape.kinds[array] != ARRAY:
            texts = [stone_text(stone, style) for stone in stones]
            changes["stones"] = style.array(texts) if texts else None
            return
        some = stones_of(self._reading, array)
        old = [stone for _, stone in some]
        if not stones and None not in old:
            changes["stones"] = None
            return
        wanted = set(stones)
        new = [stone for stone in old if stone is not None and stone in wanted]
        there = set(new)
        new += [stone for stone in stones if stone not in there]
        texts = [stone_text(stone, style) for stone in new]
        self._list(array, [item for item, _ in some], old, new, texts)


def _mark_text(mark: Mark, style: JsonStyle) -> str:
    text = mark_text(mark, style)
    assert text is not None  # the caller has left out all others
    return text
