"""The content of a record in terms of JKF, node by node."""

from __future__ import annotations

from collections.abc import Sequence

from viewer.base.named import NamedTuple
from viewer.formats.jkf.entries import OTHER, PRESETS
from viewer.formats.jkf.values import array_of, object_of
from viewer.formats.kit.json.strings import quoted
from viewer.formats.kit.resolved import ResolvedActions
from viewer.formats.shared.shogi_board import Board, Usi, parts_of
from viewer.formats.shared.shogi_words import (
    CSA_KEYS,
    csa_end,
    elapsed_of,
    elapsed_parts,
    is_exact_end,
    renamed,
)
from viewer.games.shogi.ends import end_meaning
from viewer.games.shogi.names import PIECES, promoted, unpromoted
from viewer.games.shogi.sfen import BLACK, FILES, RANKS, WHITE, Diagram, diagram_of
from viewer.tree.action import Action, Move, Terminal, Written
from viewer.tree.node import Node
from viewer.tree.record import Header, Record


class JkfStep(NamedTuple):
    """What to write for a node.

    Attributes:
        key: of its move or end: "move" or "special"; "" if it has neither.
        text: the value of this key, as JSON.
        action: the action to compare when losses are looked for.
        total: seconds its side has used, including this move.
    """

    key: str
    text: str
    action: Action | None
    total: int


class JkfContent(NamedTuple):
    """The content of a record: the start position, headers with KIF's keys, steps by node id."""

    diagram: Diagram
    headers: tuple[Header, ...]
    steps: dict[int, JkfStep]


class _WalkState(NamedTuple):
    """The state of the walk after a node: the board, the last move's target, seconds used by each side."""

    board: Board
    last: str
    used: tuple[int, int]


def content_of(record: Record) -> JkfContent:
    """The content of a record. Copies a board for each variation."""
    diagram = diagram_of(record.setup)
    steps: dict[int, JkfStep] = {}
    actions = ResolvedActions(record, is_json)
    stack: list[tuple[Node, _WalkState]] = [(record.root, _WalkState(Board(diagram), "", (0, 0)))]
    while stack:
        node, place = stack.pop()
        if node.parent is not None:
            place = _step(node, place, actions, steps)
        # The child that is visited last gets the board itself, the others get copies.
        for index, child in enumerate(reversed(node.children)):
            board = place.board if index == 0 else place.board.copy()
            stack.append((child, place._replace(board=board)))
    return JkfContent(diagram, headers_of(record.headers), steps)


def _step(
    node: Node, place: _WalkState, actions: ResolvedActions, steps: dict[int, JkfStep]
) -> _WalkState:
    action = actions.at(node)
    board, side = place.board, place.board.side
    key = text = ""
    last = place.last
    if isinstance(action, Move):
        parts = parts_of(action.text)
        if parts is not None:
            key, text = "move", move_text(board, parts, last)
            last = parts.target
        board.play(action.text)
    elif isinstance(action, Terminal):
        word = csa_end(action.text, side) if is_exact_end(action.text) else None
        key, text = "special", quoted(word or action.text)
        action = Terminal(end_meaning(action.text, side))
    elif isinstance(action, Written):
        board.side ^= 1
    used = list(place.used)
    time = elapsed_parts(elapsed_of(node))
    if time is not None:
        used[side] += time[0] * 3600 + time[1] * 60 + time[2]
    steps[node.id] = JkfStep(key, text, action, used[side])
    return _WalkState(board, last, (used[0], used[1]))


def move_text(board: Board, move: Usi, last: str) -> str:
    """The JSON object of a move on a board; `last` is the target of the move before it, "" if none."""
    stands = board.at(move.origin) if move.origin else ""
    kind = move.dropped or stands.upper() or "P"
    if move.plus:
        kind = unpromoted(kind)
    fields = [f'"color":{board.side}']
    if move.origin:
        fields.append(f'"from":{_place(move.origin)}')
    fields += [f'"to":{_place(move.target)}', f'"piece":"{PIECES[kind].csa}"']
    if move.target == last:
        fields.append('"same":true')
    if move.plus:
        fields.append('"promote":true')
    elif move.origin and promoted(kind) and _in_zone(board.side, move):
        fields.append('"promote":false')
    taken = board.at(move.target)
    if taken and move.origin:
        fields.append(f'"capture":"{PIECES[taken.upper()].csa}"')
    return object_of(fields)


def _in_zone(side: int, move: Usi) -> bool:
    zone = "abc" if side == BLACK else "ghi"
    return move.origin[1] in zone or move.target[1] in zone


def _place(place: str) -> str:
    return f'{{"x":{place[0]},"y":{RANKS.index(place[1]) + 1}}}'


def time_text(elapsed: str, total: int) -> str:
    """The JSON object of a time, with the total seconds used; "" if `elapsed` is no time."""
    parts = elapsed_parts(elapsed)
    if parts is None:
        return ""
    hours, minutes, seconds, fraction = parts
    now = f'"h":{hours},' if hours else ""
    whole = f'"h":{total // 3600},"m":{total // 60 % 60},"s":{total % 60}'
    fraction = "" if fraction == "." else fraction
    return f'{{"now":{{{now}"m":{minutes},"s":{seconds}{fraction}}},"total":{{{whole}}}}}'


def initial_text(diagram: Diagram) -> str:
    """The JSON of the member `initial` for a start position."""
    for name, start in PRESETS.items():
        if name != OTHER and start == diagram._replace(ply=1):
            return f'{{"preset":"{name}"}}'
    files = []
    for file in "123456789":
        cells = [diagram.cells[9 * rank + FILES.index(file)] for rank in range(9)]
        files.append(array_of(_square(cell) for cell in cells))
    hands = [_hand(diagram, side) for side in (BLACK, WHITE)]
    data = f'"color":{diagram.side},"board":[{",".join(files)}],"hands":[{",".join(hands)}]'
    return f'{{"preset":"{OTHER}","data":{{{data}}}}}'


def _square(cell: str) -> str:
    if not cell:
        return "{}"
    colour = BLACK if cell.isupper() else WHITE
    return f'{{"color":{colour},"kind":"{PIECES[cell.upper()].csa}"}}'


def _hand(diagram: Diagram, side: int) -> str:
    counts = []
    for kind in "PLNSGBR":
        count = diagram.hands.get(kind if side == BLACK else kind.lower(), 0)
        counts.append(f'"{PIECES[kind].csa}":{count}')
    return object_of(counts)


def headers_of(headers: Sequence[Header]) -> tuple[Header, ...]:
    """Headers with KIF's keys, which JKF uses: a CSA key is renamed unless KIF's key is present too."""
    return renamed(headers, CSA_KEYS)


def is_json(node: Node) -> bool:
    """Whether a node's action is the JSON of a move that wasn't understood when its file was read."""
    return node.action is not None and node.action.text.startswith("{")
