"""What a record says in the words of CSA: one line of moves, ends, headers, a start."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from viewer.formats.csa.board import Board
from viewer.formats.csa.facts import MOVE
from viewer.formats.shared.shogi_words import KIF_KEYS, beside_start, csa_end, same_end
from viewer.games.shogi.sfen import Diagram, diagram_of, setup_of
from viewer.tree.action import Action, Move, Terminal, Written
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

_KEY = re.compile(r"N[+-]|\$[^:\r\n]+")
_STATEMENT = re.compile(r"[+-][0-9][^\s,]*")


class CsaStep(NamedTuple):
    """A node of the line that is written: its statement, and by what action it is compared."""

    node: Node
    text: str
    action: Action


class CsaContent(NamedTuple):
    """What is written.

    Attributes:
        diagram: the start.
        start: its set-up's text, "" for the usual one; the number of the move isn't held.
        headers: by CSA's keys, without a handicap's name where the start says as much.
        line: the nodes below the root, as far as they can be written.
    """

    diagram: Diagram
    start: str
    headers: tuple[Header, ...]
    line: tuple[CsaStep, ...]


def content_of(record: Record) -> CsaContent:
    """What a record says."""
    diagram = diagram_of(record.setup)._replace(ply=1)
    setup = setup_of(diagram)
    start = "" if setup is None else setup.text
    return CsaContent(
        diagram,
        start,
        headers_of(beside_start(record.headers, diagram)),
        tuple(_line(record, diagram)),
    )


def headers_of(headers: Sequence[Header]) -> tuple[Header, ...]:
    """Headers by CSA's keys: those of KIF are renamed where CSA's own isn't there as well."""
    there = {header.key for header in headers}
    out: list[Header] = []
    for key, value in headers:
        own = KIF_KEYS.get(key)
        if own is not None and own not in there:
            there.add(own)
            out.append(Header(own, value))
        else:
            out.append(Header(key, value))
    return tuple(out)


def is_writable(key: str) -> bool:
    """Whether a header's key can stand in a file."""
    return _KEY.fullmatch(key) is not None


def _line(record: Record, diagram: Diagram) -> list[CsaStep]:
    board = Board(diagram)
    actions = _Actions(record)
    out: list[CsaStep] = []
    node = record.root
    while node.children:
        node = node.children[0]
        action = actions.at(node)
        if isinstance(action, Move):
            text = board.write(action.text)
            board.play(action.text)
        elif isinstance(action, Terminal):
            text = _end(node, action.text, board.side)
            action = Terminal(same_end(action.text, board.side))
        elif isinstance(action, Written) and _can_stand(node, action):
            text = action.text
            board.side ^= 1
        else:
            break
        if not text:
            break
        out.append(CsaStep(node, text, action))
    return out


def _can_stand(node: Node, action: Written) -> bool:
    """Whether what is no move has the form of one, or stands in the file as it is."""
    fact = node.fact(MOVE)
    as_read = fact is not None and fact.value == action.text
    return as_read or _STATEMENT.fullmatch(action.text) is not None


def _end(node: Node, word: str, side: int) -> str:
    fact = node.fact(MOVE)
    if fact is not None and fact.value == "%" + word:
        return "%" + word
    return "%" + (csa_end(word, side) or "CHUDAN")


class _Actions:
    """The actions of a record; the rules are asked only for what a file wrote in its own notation."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._states: object | None = None

    def at(self, node: Node) -> Action | None:
        action = node.action
        if not isinstance(action, Written):
            return action
        fact = node.fact(MOVE)
        if fact is not None and fact.value == action.text:
            return action  # no move when it was read, and none now
        from viewer.games import game_of
        from viewer.games.states import States

        if not isinstance(self._states, States):
            self._states = States(game_of(self._record.game), self._record)
        meant = self._states.at(node).action
        return meant if isinstance(meant, Move) else action
