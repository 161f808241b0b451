"""Checks the ends of games against the positions before them."""

from __future__ import annotations

from typing import Final

from viewer.base.messages import message
from viewer.formats.kif.moves import KNOWN_ENDS
from viewer.formats.kif.strict.findings import LinePlace, StrictFindings
from viewer.formats.kit.diagnostics import INFO
from viewer.games.shogi.observe import FOURTH, repetition_of
from viewer.games.shogi.position import Position
from viewer.games.states import States
from viewer.tree.action import Move, Terminal
from viewer.tree.node import Node

_SECTION: Final = "Move recording"
_REPETITION, _MATE, _FOUL_BEFORE, _RESIGNED = "千日手", "詰み", "反則勝ち", "投了"
_WORDS = frozenset(
    (
        *("中断", _RESIGNED, "持将棋", _REPETITION, _MATE, "切れ負け", _FOUL_BEFORE, "反則負け"),
        *("入玉勝ち", "不戦勝", "不戦敗", "不詰"),
    )
)


def check_end(
    found: StrictFindings, states: States, node: Node, time: int | None, place: LinePlace
) -> None:
    """Check an end; `time` is that of its line in seconds, None if it has none."""
    assert type(node.action) is Terminal
    assert node.parent is not None
    word, parent = node.action.text, node.parent
    if word in KNOWN_ENDS and word not in _WORDS:
        why = message("“{word}” is none of the words for an end.", word=word)
        found.add("end", _SECTION, why, place)
    if type(parent.action) is Terminal:
        why = message("the game had ended before; nothing follows its end.")
        found.add("after-end", _SECTION, why, place)
        return
    if word == _REPETITION and time:
        why = message("the time of 千日手 is 0.")
        found.add("repetition-time", _SECTION, why, place)
    if word == _RESIGNED and time is None and _has_time(parent):
        why = message("the time up to the resignation is recorded too.")
        found.add("end-time", _SECTION, why, place, INFO)
    _check_position(found, states, parent, word, place)


def _has_time(node: Node) -> bool:
    return bool(node.note("elapsed"))


def _check_position(
    found: StrictFindings, states: States, parent: Node, word: str, place: LinePlace
) -> None:
    state = states.at(parent)
    assert isinstance(state, Position)
    if not isinstance(state.action, Move):
        return
    if word == _REPETITION:
        times = repetition_of(state).times
        if times < FOURTH:
            why = message(
                "千日手 stands behind a move by which the position occurs for the fourth time;"
                " it doesn't."
            )
            found.add("repetition", _SECTION, why, place)
    elif word == _MATE:
        if states.game.legal_moves(state):
            why = message("詰み says that the side to move is mated; it isn't.")
            found.add("mate", _SECTION, why, place)
    elif word == _FOUL_BEFORE and states.game.violation(state) is None:
        why = message("反則勝ち says that the move before is illegal; it is legal.")
        found.add("foul", _SECTION, why, place)
