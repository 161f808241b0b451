"""Typed moves: which moves a text means in a position, which it begins, and where one ends."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.games.game import Game, State
from viewer.tree.action import Move, Written
from viewer.ui.session.record_session import RecordSession

_NAMED = 4  # moves that a sentence names
_SIDES = "▲△▼▽☗☖"
_SAME = str.maketrans("一二三四五六七八九俥傌", "123456789車馬")  # characters typed for others
_NUMBER = re.compile(r"\d+\s*[.…]+\s*|\d+\s+(?=\S)")  # of a move, before it
_LONGEST = 24  # characters in which a move ends


class TypedMove(NamedTuple):
    """A move and its text in the record's notation."""

    move: Move
    shown: str


class Taken(NamedTuple):
    """A move at the beginning of a typed line.

    Attributes:
        move: it.
        text: how it was typed.
        rest: what follows it.
    """

    move: Move
    text: str
    rest: str


class NotUnderstood(NamedTuple):
    """The first word of a typed line that is no move, and why."""

    word: str
    why: Message


def meant(session: RecordSession, text: str) -> list[TypedMove]:
    """The legal moves that a text means in any notation, the likeliest first."""
    moves = (
        session.game.read_moves(session.shown_state, text.strip(), session.style)
        if text.strip()
        else []
    )
    return _shown(session, moves)


def begun(session: RecordSession, text: str) -> list[TypedMove]:
    """The legal moves whose spelling in any notation begins with a text, other than those it means."""
    read = {one.move for one in meant(session, text)}
    return [
        one
        for one in _begun(session.game, session.shown_state, _styles(session), text)
        if one.move not in read
    ]


def _begun(game: Game[State], state: State, styles: tuple[str, ...], text: str) -> list[TypedMove]:
    start = _plain(text) + (" " if text[-1:].isspace() else "")
    if not start.strip():
        return []
    found: list[TypedMove] = []
    for move, spelt in _spelt(game, state, styles):
        shown = next((one for one, plain in spelt if plain.startswith(start)), None)
        if shown is not None:
            found.append(TypedMove(move, shown))
    return found


@lru_cache(maxsize=2)
def _spelt(
    game: Game[State], state: State, styles: tuple[str, ...]
) -> list[tuple[Move, list[tuple[str, str]]]]:
    """Each legal move, with its spellings and what is compared of them."""
    found: list[tuple[Move, list[tuple[str, str]]]] = []
    for move in game.legal_moves(state):
        after = game.step(state, move)
        spelt = dict.fromkeys(game.notation(after, style) for style in styles)
        found.append((move, [(one, _plain(one)) for one in spelt]))
    return found


def taken(session: RecordSession, text: str, ended: bool = False) -> Taken | NotUnderstood | None:
    """The move that a line begins with, once it has ended; None while it may go on.

    A move ends as soon as no legal move begins with what is typed and goes on otherwise. Where one does, a
    blank ends it, what goes on as the next move, or Enter (`ended`). The first word of several that is no
    move is said to be none.
    """
    text = text.lstrip()
    number = _NUMBER.match(text)
    if number and not begun(session, number[0]):
        text = text[number.end() :]
    head = text.split(maxsplit=1)[0] if text else ""
    rest = text[len(head) :]
    if rest and not begun(session, head + " "):
        one = chosen(session, head)
        return NotUnderstood(head, one) if isinstance(one, Message) else Taken(one.move, head, rest)
    complete: Taken | None = None
    for end in range(1, min(len(text), _LONGEST) + 1):
        part = text[:end]
        only = _only(session, part)
        if only is not None:
            complete = Taken(only.move, part, text[end:])
            if not _longer(session, part, only):
                return complete
    if complete is not None and complete.rest and _goes_on(session, complete):
        return complete
    if not ended or not text:
        return None
    one = chosen(session, text)
    return NotUnderstood(text, one) if isinstance(one, Message) else Taken(one.move, text, "")


def _longer(session: RecordSession, text: str, one: TypedMove) -> bool:
    """Whether a text that means a move may go on as another.

    A text that no notation spells so stands for all spellings of its move.
    """
    spelt = _spelt(session.game, session.shown_state, _styles(session))
    own = {plain for move, texts in spelt if move == one.move for _, plain in texts}
    start = _plain(text)
    starts = (start,) if start in own else tuple(own)
    return bool(starts) and any(
        move != one.move
        and any(plain.startswith(starts) and plain not in starts for _, plain in texts)
        for move, texts in spelt
    )


def _goes_on(session: RecordSession, first: Taken) -> bool:
    """Whether what follows a move begins another."""
    after = session.game.step(session.shown_state, first.move)
    rest = first.rest.lstrip()[:1]
    return bool(rest) and bool(_begun(session.game, after, _styles(session), rest))


def together(session: RecordSession, before: State, text: str) -> list[Move]:
    """The moves that a text means from the state before one: of what was typed of it and behind it."""
    return session.game.read_moves(before, text, session.style)


def _shown(session: RecordSession, moves: list[Move]) -> list[TypedMove]:
    game, state = session.game, session.shown_state
    return [TypedMove(move, game.notation(game.step(state, move), session.style)) for move in moves]


def _styles(session: RecordSession) -> tuple[str, ...]:
    """The notations of the game, the record's first."""
    return tuple(dict.fromkeys((session.style, *(style.id for style in session.game.notations))))


def _plain(text: str) -> str:
    """A spelling for comparison: width, case, digits and red characters folded, without a side's sign."""
    plain = unicodedata.normalize("NFKC", text.strip()).casefold()
    return plain.translate(_SAME).lstrip(_SIDES)


def chosen(session: RecordSession, text: str) -> TypedMove | Message:
    """The one move that a text means or begins; a sentence if there is none or more than one."""
    only = _only(session, text)
    if only is not None:
        return only
    found = meant(session, text) or begun(session, text)
    if not found:
        return why_not(session, text)
    if len(found) == 1:
        return found[0]
    moves = ", ".join(one.shown for one in found[:_NAMED])
    if len(found) > _NAMED:
        moves += " …"
    return message("“{text}” may be {moves}.", text=text.strip(), moves=moves)


def _only(session: RecordSession, text: str) -> TypedMove | None:
    """The one move that a text means; of several, the one that is spelt so."""
    found = meant(session, text)
    for same in (str.strip, _plain):
        if len(found) > 1:
            found = [one for one in found if same(one.shown) == same(text)] or found
    return found[0] if len(found) == 1 else None


def why_not(session: RecordSession, text: str) -> Message:
    """Why a text that no legal move begins with is none."""
    game, text = session.game, text.strip()
    problem = game.violation(game.step(session.shown_state, Written(text)))
    return problem or message("“{text}” is no move here.", text=text)


def examples(session: RecordSession) -> list[str]:
    """A legal move in each notation of the game, the record's first; [] if there is none."""
    game, state = session.game, session.shown_state
    move = next(iter(game.legal_moves(state)), None)
    if move is None:
        return []
    after = game.step(state, move)
    return list(dict.fromkeys(game.notation(after, style) for style in _styles(session)))
