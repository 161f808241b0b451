"""The content of a record in terms of CSA: start position, headers, one line of moves and an end."""

from __future__ import annotations

import re
from collections.abc import Sequence

from viewer.base.named import NamedTuple
from viewer.formats.csa.board import move_text
from viewer.formats.csa.facts import MOVE
from viewer.formats.kit.resolved import ResolvedActions
from viewer.formats.shared.shogi_dates import date_of, limit_of
from viewer.formats.shared.shogi_words import KIF_KEYS, beside_start, csa_end, renamed
from viewer.games.shogi.names import end_meaning
from viewer.games.shogi.position import Position, parts_of, position_of, setup_of
from viewer.tree.action import Action, Move, Terminal, Written
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

TIMES = ("$START_TIME", "$END_TIME")
"""Headers whose values are `YYYY/MM/DD HH:MM:SS` or `YYYY/MM/DD`."""
_LIMIT, _BYOYOMI = "持ち時間", "秒読み"
_KEY = re.compile(r"N[+-]|\$[^:\r\n]+")
_STATEMENT = re.compile(r"[+-][0-9][^\s,]*")


class CsaStep(NamedTuple):
    """A node of the line to write: its statement, and the action to compare when losses are looked for."""

    node: Node
    text: str
    action: Action


class CsaContent(NamedTuple):
    """The content of a game to write.

    Attributes:
        position: the start, as move 1: CSA has no move number.
        start: the text of its setup, "" for the usual start.
        headers: with CSA's keys, without the name of a handicap that the start position shows.
        line: the nodes below the root, up to the first that can't be written.
    """

    position: Position
    start: str
    headers: tuple[Header, ...]
    line: tuple[CsaStep, ...]


def content_of(record: Record) -> CsaContent:
    """The content of a record that CSA can hold."""
    position = position_of(record.setup).numbered(1)
    setup = setup_of(position)
    start = "" if setup is None else setup.text
    return CsaContent(
        position,
        start,
        headers_of(beside_start(record.headers, position)),
        tuple(_line(record, position)),
    )


def headers_of(headers: Sequence[Header]) -> tuple[Header, ...]:
    """Headers with CSA's keys: a KIF key is renamed unless CSA's own key is present too.

    A date or a time limit that CSA can't write keeps its KIF key.
    """
    headers = _with_limit(headers)
    odd = [key for key, value in headers if KIF_KEYS.get(key) in TIMES and date_of(value) is None]
    odd.append(_LIMIT)
    return renamed(headers, {key: own for key, own in KIF_KEYS.items() if key not in odd})


def _with_limit(headers: Sequence[Header]) -> tuple[Header, ...]:
    """The headers with 持ち時間, and 秒読み beside it, as CSA's time limit, where it can be said so."""
    said = dict(headers)
    limit = limit_of(said.get(_LIMIT, ""), said.get(_BYOYOMI, ""))
    if limit is None or KIF_KEYS[_LIMIT] in said or len(said) < len(headers):
        return tuple(headers)
    own = Header(KIF_KEYS[_LIMIT], limit)
    return tuple(own if one.key == _LIMIT else one for one in headers if one.key != _BYOYOMI)


def time_as_written(value: str) -> str:
    """The value of a header of TIMES as CSA writes it: `2004/04/01 21:43:11`, without KIF's weekday."""
    date = date_of(value)
    return value if date is None else date.plain


def time_as_meant(value: str) -> str:
    """Like `time_as_written`, but unchanged if its weekday is wrong for its date: CSA can't write that."""
    date = date_of(value)
    return date.plain if date is not None and date.right else value


def is_writable(key: str) -> bool:
    """Whether a header with this key can be written to a file."""
    return _KEY.fullmatch(key) is not None


def _line(record: Record, position: Position) -> list[CsaStep]:
    actions = ResolvedActions(record, _is_as_read)
    out: list[CsaStep] = []
    node = record.root
    while node.children:
        node = node.children[0]
        action = actions.at(node)
        if isinstance(action, Move):
            text = move_text(position, action.text)
            position = position.played(parts_of(action.text))
        elif isinstance(action, Terminal):
            text = _end(node, action.text, position.side)
            action = Terminal(end_meaning(action.text, position.side))
        elif isinstance(action, Written) and _can_stand(node, action):
            text = action.text
            position = position.played(None)
        else:
            break
        if not text:
            break
        out.append(CsaStep(node, text, action))
    return out


def _can_stand(node: Node, action: Written) -> bool:
    """Whether a Written action has the form of a move, or is the unchanged text of its file."""
    return _is_as_read(node) or _STATEMENT.fullmatch(action.text) is not None


def _is_as_read(node: Node) -> bool:
    """Whether the text of a node's action is still the text of its statement in the file."""
    fact = node.fact(MOVE)
    return fact is not None and node.action is not None and fact.value == node.action.text


def _end(node: Node, word: str, side: int) -> str:
    fact = node.fact(MOVE)
    if fact is not None and fact.value == "%" + word:
        return "%" + word
    return "%" + (csa_end(word, side) or "CHUDAN")
