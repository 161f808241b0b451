"""Moves as somebody types them: what a text means in a position, and what it begins."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from viewer.base.messages import Message, message
from viewer.tree.action import Move, Written
from viewer.ui.session.study import Study

_NAMED = 4  # moves that a sentence names
_SIDES = "▲△▼▽☗☖"


class Typed(NamedTuple):
    """A move, and how the record's notation writes it."""

    move: Move
    shown: str


def meant(study: Study, text: str) -> list[Typed]:
    """The legal moves that a text means in any notation, the likeliest first."""
    moves = study.game.read_moves(study.state, text.strip(), study.style) if text.strip() else []
    return _shown(study, moves)


def begun(study: Study, text: str) -> list[Typed]:
    """The legal moves whose spelling in any notation begins with a text, other than those it means."""
    start = _plain(text)
    if not start:
        return []
    game, state = study.game, study.state
    read = {one.move for one in meant(study, text)}
    found: list[Typed] = []
    for move in game.legal_moves(state):
        if move in read:
            continue
        after = game.step(state, move)
        spelt = (game.notation(after, style) for style in _styles(study))
        shown = next((one for one in spelt if _plain(one).startswith(start)), None)
        if shown is not None:
            found.append(Typed(move, shown))
    return found


def _shown(study: Study, moves: list[Move]) -> list[Typed]:
    game, state = study.game, study.state
    return [Typed(move, game.notation(game.step(state, move), study.style)) for move in moves]


def _styles(study: Study) -> list[str]:
    """The notations of the game, the record's first."""
    return list(dict.fromkeys((study.style, *(style.id for style in study.game.notations))))


def _plain(text: str) -> str:
    """A spelling as it is compared: any width and case, without the sign of a side in front."""
    return unicodedata.normalize("NFKC", text.strip()).casefold().lstrip(_SIDES)


def chosen(study: Study, text: str) -> Typed | Message:
    """The one move that a text means or begins; a sentence where there is none, or more than one."""
    found = meant(study, text)
    if len(found) > 1:  # the spelling of one of them is that one
        found = [one for one in found if _plain(one.shown) == _plain(text)] or found
    if not found:
        found = begun(study, text)
        if not found:
            return _why_not(study, text.strip())
    if len(found) == 1:
        return found[0]
    moves = ", ".join(one.shown for one in found[:_NAMED])
    if len(found) > _NAMED:
        moves += " …"
    return message("“{text}” may be {moves}.", text=text.strip(), moves=moves)


def _why_not(study: Study, text: str) -> Message:
    game = study.game
    problem = game.violation(game.step(study.state, Written(text)))
    return problem or message("“{text}” is no move here.", text=text)


def examples(study: Study) -> list[str]:
    """A move that is possible now, in the notations of its game, the record's first; [] for none."""
    game, state = study.game, study.state
    move = next(iter(game.legal_moves(state)), None)
    if move is None:
        return []
    after = game.step(state, move)
    return list(dict.fromkeys(game.notation(after, style) for style in _styles(study)))
