"""What a record says in the words of CSA: one line of moves, ends, headers, a start."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from viewer.formats.csa.board import Board
from viewer.formats.csa.facts import MOVE
from viewer.formats.kit.resolved import ResolvedActions
from viewer.formats.shared.shogi_words import KIF_KEYS, beside_start, csa_end, renamed
from viewer.games.shogi.ends import end_meaning
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
    return renamed(headers, KIF_KEYS)


def is_writable(key: str) -> bool:
    """Whether a header's key can stand in a file."""
    return _KEY.fullmatch(key) is not None


def _line(record: Record, diagram: Diagram) -> list[CsaStep]:
    board = Board(diagram)
    actions = ResolvedActions(record, _is_as_read)
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
            action = Terminal(end_meaning(action.text, board.side))
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
    return _is_as_read(node) or _STATEMENT.fullmatch(action.text) is not None


def _is_as_read(node: Node) -> bool:
    """Whether what stands here was no move when it was read, and is none now."""
    fact = node.fact(MOVE)
    return fact is not None and node.action is not None and fact.value == node.action.text


def _end(node: Node, word: str, side: int) -> str:
    fact = node.fact(MOVE)
    if fact is not None and fact.value == "%" + word:
        return "%" + word
    return "%" + (csa_end(word, side) or "CHUDAN")
