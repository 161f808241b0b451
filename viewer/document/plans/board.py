"""Edits made with tools on the board: marks, pieces set up in mid-game, the count and result of a game.

As the functions of `plans`: each returns an Edit, None where there is nothing to do.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from viewer.base.messages import message
from viewer.document.edits import Edit
from viewer.document.plans import EditableRecords, action, edited
from viewer.document.position import Count
from viewer.formats import FORMATS
from viewer.games import game_of
from viewer.games.capabilities import Editable, counts_of
from viewer.games.results import DRAWN, ON_TIME, result_by, score_of
from viewer.games.score import Score
from viewer.tree.action import Move, Setup, Terminal
from viewer.tree.annotation import MARKS, SIGNS, Mark
from viewer.tree.inherited import DIM, dimmed
from viewer.tree.node import Node
from viewer.tree.ops import Insert, Op, SetAction, SetHeaders, SetNote
from viewer.tree.serial import NodeData

TERRITORY = "territory"

# -------------------------------------------------------------------------------------- marks


def standing(node: Node) -> tuple[Mark, ...]:
    """The marks visible at a node: its own, and inherited dimming."""
    return (*dimmed(node), *(mark for mark in node.marks if mark.kind != DIM))


def drawn(marks: Sequence[Mark], new: Iterable[Mark]) -> tuple[Mark, ...]:
    """Marks with others added: a square has at most one sign, one label and one owner."""
    out = list(marks)
    for mark in new:
        out = [one for one in out if not _instead(one, mark)]
        out.append(mark)
    return tuple(out)


def _instead(old: Mark, new: Mark) -> bool:
    """Whether a new mark replaces an existing one."""
    if old.squares != new.squares:
        return False
    return old.kind == new.kind or (old.kind in SIGNS and new.kind in SIGNS)


def without(marks: Sequence[Mark], squares: Collection[str]) -> tuple[Mark, ...]:
    """Marks without those on some squares."""
    return tuple(mark for mark in marks if not any(square in squares for square in mark.squares))


def set_marks(
    document: EditableRecords, key: int, node: Node, marks: tuple[Mark, ...]
) -> Edit | None:
    """Set the marks visible at a node.

    Dimming is inherited: it is written at nodes where it changes, and where none is left
    that is written too.
    """
    dims = tuple(mark for mark in marks if mark.kind == DIM)
    rest = tuple(mark for mark in marks if mark.kind != DIM)
    above = dimmed(node.parent) if node.parent is not None else ()
    if set(dims) == set(above) and not any(mark.kind == DIM for mark in node.marks):
        dims = ()
    elif not dims and above:
        dims = (Mark(DIM, ()),)
    new = (*rest, *dims)
    if new == node.marks:
        return None
    words = message("Draw a mark") if len(new) >= len(node.marks) else message("Erase a mark")
    return edited(key, [SetNote(node.id, MARKS, new)], words, node)


def next_letter(marks: Iterable[Mark]) -> str:
    """The next letter not used by a label: A to Z, then a to z, then numbers."""
    used = {mark.text for mark in marks if mark.kind == "label"}
    for first in "Aa":
        for number in range(26):
            letter = chr(ord(first) + number)
            if letter not in used:
                return letter
    return next_number(marks)


def next_number(marks: Iterable[Mark]) -> str:
    """The least number from 1 not used by a label."""
    used = {mark.text for mark in marks if mark.kind == "label"}
    number = 1
    while str(number) in used:
        number += 1
    return str(number)


# -------------------------------------------------------------------------------------- links


def link(document: EditableRecords, key: int, node: Node, ends: tuple[str, str]) -> Edit | None:
    """Add or remove the link of two squares in the move of a node, or leave it to the rules again.

    None if the node is no move or no link is possible.
    """
    game, states = game_of(document.record_of(key).game), document.states(key)
    move = states.at(node).action
    if node.parent is None or not isinstance(move, Move):
        return None
    new = game.with_link(states.at(node.parent), move, ends)
    if new is None or new == move:
        return None
    return edited(key, [SetAction(node.id, new)], message("Change the links of a move"), node)


# ------------------------------------------------------------------------------------- set-up


def put(
    document: EditableRecords, key: int, node: Node, squares: Collection[str], kind: str
) -> Edit | None:
    """Set up pieces of a kind on squares; kind "" empties them.

    At the root this changes the start; at a set-up or a node without action, that node. A move keeps its
    node to itself (required by SGF): a new node follows it, or an only child that is a set-up is changed.
    """
    pieces = dict(game_of(document.record_of(key).game).pieces(document.states(key).at(node)))
    new = {square: there for square, there in pieces.items() if square not in squares}
    if kind:
        new.update(dict.fromkeys(squares, kind))
    return None if new == pieces else _set_up(document, key, node, new, None)


def give_move(document: EditableRecords, key: int, node: Node, side: int) -> Edit | None:
    """Set the side to move, as a set-up."""
    state = document.states(key).at(node)
    if state.side == side:
        return None
    pieces = dict(game_of(document.record_of(key).game).pieces(state))
    return _set_up(document, key, node, pieces, side)


def _set_up(
    document: EditableRecords, key: int, node: Node, pieces: dict[str, str], side: int | None
) -> Edit:
    record, states = document.record_of(key), document.states(key)
    game, state = game_of(record.game), states.at(node)
    assert isinstance(game, Editable), game.id
    words = message("Set up pieces") if side is None else message("Set who is to move")
    if node.parent is None:
        turn = state.side if side is None else side
        setup = game.compose(state, pieces, counts_of(game, state), turn)
        return edited(key, [SetAction(node.id, setup)], words, node)
    if node.action is not None and not isinstance(node.action, Setup):
        setup = game.rearranged(state, pieces, side)
        new = record.next_id
        insert = Insert(node.id, len(node.children), (NodeData(new, -1, setup, {}),))
        return edited(key, [insert], words, node, new)
    before = states.at(node.parent)
    if side is None:
        side = state.side  # it may have been set up before
    if side == before.side:
        side = None
    if game.geometry_of(before) is game.geometry_of(state):
        setup = game.rearranged(before, pieces, side)
    else:
        setup = game.compose(
            state, pieces, counts_of(game, state), state.side if side is None else side
        )
    return edited(key, [SetAction(node.id, setup if setup.text else None)], words, node)


# ------------------------------------------------------------------------------- the count


def _result(key: int, ops: Sequence[Op], node: Node) -> Edit | None:
    return edited(key, ops, message("Write the result"), node) if ops else None


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
    return _result(key, _result_ops(document, key, text), node)


def ended(
    document: EditableRecords, key: int, node: Node, how: str, side: int | None = None
) -> Edit | None:
    """Write how a game ended (`RESIGNED` …): where its game has a word for that, as an action after the node,
    else as the result, with what else the headers say of such an end if a side has lost.

    `side`: that lost, None for the one to move. A result that the record has already stays; that of a
    variation is no result of the record. None if nothing is written.
    """
    record, format_ = document.record_of(key), FORMATS[document.format].load()
    game, state = game_of(record.game), document.states(key).at(node).settled()
    if how in game.ends_by:
        return action(document, key, node, Terminal(game.ends_by[how]))
    result = result_by(game, how, state, state.side if side is None else side)
    said = format_.by_role("result", record.headers).strip()
    if said not in ("", "*", "?") or all(one is not node for one in record.root.main_line()):
        return None
    headers = format_.with_result(record.headers, result)
    if headers is None or headers == record.headers:
        return None
    if how == ON_TIME and score_of(game, result) != DRAWN:
        headers = format_.with_values(headers, record.game, {"termination": "time forfeit"})
    return _result(key, [SetHeaders(headers)], node)


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
    return _result(key, ops, node)
