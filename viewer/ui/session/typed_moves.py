"""Typed moves: which moves a text means in a position, and which it begins."""

from __future__ import annotations

import unicodedata

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.tree.action import Move, Written
from viewer.ui.session.record_session import RecordSession

_NAMED = 4  # moves that a sentence names
_SIDES = "▲△▼▽☗☖"


class TypedMove(NamedTuple):
    """A move and its text in the record's notation."""

    move: Move
    shown: str


def meant(session: RecordSession, text: str) -> list[TypedMove]:
    """The legal moves that a text means in any notation, the likeliest first."""
    moves = (
        session.game.read_moves(session.state, text.strip(), session.style) if text.strip() else []
    )
    return _shown(session, moves)


def begun(session: RecordSession, text: str) -> list[TypedMove]:
    """The legal moves whose spelling in any notation begins with a text, other than those it means."""
    start = _plain(text)
    if not start:
        return []
    game, state = session.game, session.state
    read = {one.move for one in meant(session, text)}
    found: list[TypedMove] = []
    for move in game.legal_moves(state):
        if move in read:
            continue
        after = game.step(state, move)
        spelt = (game.notation(after, style) for style in _styles(session))
        shown = next((one for one in spelt if _plain(one).startswith(start)), None)
        if shown is not None:
            found.append(TypedMove(move, shown))
    return found


def _shown(session: RecordSession, moves: list[Move]) -> list[TypedMove]:
    game, state = session.game, session.state
    return [TypedMove(move, game.notation(game.step(state, move), session.style)) for move in moves]


def _styles(session: RecordSession) -> list[str]:
    """The notations of the game, the record's first."""
    return list(dict.fromkeys((session.style, *(style.id for style in session.game.notations))))


def _plain(text: str) -> str:
    """A spelling normalised for comparison: width and case folded, without the sign of a side."""
    return unicodedata.normalize("NFKC", text.strip()).casefold().lstrip(_SIDES)


def chosen(session: RecordSession, text: str) -> TypedMove | Message:
    """The one move that a text means or begins; a sentence if there is none or more than one."""
    found = meant(session, text)
    if len(found) > 1:  # the spelling of one of them is that one
        found = [one for one in found if _plain(one.shown) == _plain(text)] or found
    if not found:
        found = begun(session, text)
        if not found:
            return why_not(session, text)
    if len(found) == 1:
        return found[0]
    moves = ", ".join(one.shown for one in found[:_NAMED])
    if len(found) > _NAMED:
        moves += " …"
    return message("“{text}” may be {moves}.", text=text.strip(), moves=moves)


def why_not(session: RecordSession, text: str) -> Message:
    """Why a text that no legal move begins with is none."""
    game, text = session.game, text.strip()
    problem = game.violation(game.step(session.state, Written(text)))
    return problem or message("“{text}” is no move here.", text=text)


def examples(session: RecordSession) -> list[str]:
    """A legal move in each notation of the game, the record's first; [] if there is none."""
    game, state = session.game, session.state
    move = next(iter(game.legal_moves(state)), None)
    if move is None:
        return []
    after = game.step(state, move)
    return list(dict.fromkeys(game.notation(after, style) for style in _styles(session)))
