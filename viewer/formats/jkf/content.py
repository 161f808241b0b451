"""The content of a record in terms of JKF, node by node."""

from __future__ import annotations

from collections.abc import Sequence

from viewer.base.named import NamedTuple
from viewer.formats.jkf.entries import OTHER, PRESETS, array_of, object_of
from viewer.formats.kit.foreign import ResolvedActions
from viewer.formats.kit.json.tape import quoted
from viewer.formats.kit.shogi import (
    CSA_KEYS,
    csa_end,
    elapsed_of,
    elapsed_parts,
    is_exact_end,
    renamed,
)
from viewer.games.shogi.names import PIECES, end_meaning
from viewer.games.shogi.notation import (
    BACK,
    DROPPED,
    LEFT,
    LEVEL,
    RIGHT,
    STRAIGHT,
    UP,
    distinction_for,
)
from viewer.games.shogi.position import (
    BLACK,
    FILES,
    KINDS,
    KING,
    MOVE_PARTS,
    PAWN,
    PROMOTABLE,
    PROMOTION,
    WHITE,
    MoveParts,
    Position,
    parts_of,
    position_of,
)
from viewer.tree.action import Action, Move, Terminal, Written
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

_CSA = {piece: PIECES[kind].csa for piece, kind in enumerate(KINDS[:16]) if kind in PIECES}
_PLACES = tuple(f'{{"x":{9 - square % 9},"y":{square // 9 + 1}}}' for square in range(81))
_RELATIVE = {
    LEFT: "L",
    STRAIGHT: "C",
    RIGHT: "R",
    UP: "U",
    LEVEL: "M",
    BACK: "D",
    DROPPED: "H",
}


class JkfStep(NamedTuple):
    """What to write for a node.

    Attributes:
        key: of its move or end: "move" or "special"; "" if it has neither.
        text: the value of this key, as JSON, but for `relative`.
        relative: what tells a move from others of its kind, in JKF's letters, "" if nothing has to.
        action: the action to compare when losses are looked for.
        side: that was to move before it.
        total: seconds this side has used, including this move.
    """

    key: str
    text: str
    relative: str
    action: Action | None
    side: int
    total: int


class JkfContent(NamedTuple):
    """The content of a record: the start position, headers with KIF's keys, steps by node id."""

    start: Position
    headers: tuple[Header, ...]
    steps: dict[int, JkfStep]


class _WalkState(NamedTuple):
    """Where the walk is after a node.

    Attributes:
        position: the turn passes with each move.
        sure: whether the game has the same: after a move out of turn it goes by the piece.
        last: the last move's target or -1.
        used: seconds used by each side.
    """

    position: Position
    sure: bool
    last: int
    used: tuple[int, int]


def content_of(record: Record) -> JkfContent:
    """The content of a record."""
    start = position_of(record.setup)
    steps: dict[int, JkfStep] = {}
    actions = ResolvedActions(record, is_json)
    stack: list[tuple[Node, _WalkState]] = [(record.root, _WalkState(start, True, -1, (0, 0)))]
    while stack:
        node, place = stack.pop()
        if node.parent is not None:
            place = _step(node, place, actions, steps)
        stack += [(child, place) for child in reversed(node.children)]
    return JkfContent(start, headers_of(record.headers), steps)


def _step(
    node: Node,
    place: _WalkState,
    actions: ResolvedActions,
    steps: dict[int, JkfStep],
) -> _WalkState:
    action = actions.at(node)
    position, sure, last, used = place
    side = position.side
    key = text = relative = ""
    if isinstance(action, Move):
        parts = parts_of(action.text)
        if parts is not None:
            key, text = "move", move_text(position, parts, last)
            if MOVE_PARTS[action.text]:
                before = position if sure else actions.state(node.parent)  # type: ignore[arg-type]  # no root
                relative = relative_of(before, parts)  # type: ignore[arg-type]  # the game is shogi
            sure = sure and _is_in_turn(position, parts)
            last = parts[1]
        position = position.played(parts)
    elif isinstance(action, Terminal):
        word = csa_end(action.text, side) if is_exact_end(action.text) else None
        key, text = "special", quoted(word or action.text)
        action = Terminal(end_meaning(action.text, side))
    elif isinstance(action, Written):
        position = position.played(None)
    time = elapsed_parts(elapsed_of(node)) if node.notes else None
    if time is not None:
        spent = time[0] * 3600 + time[1] * 60 + time[2]
        used = (used[0], used[1] + spent) if side else (used[0] + spent, used[1])
    steps[node.id] = JkfStep(key, text, relative, action, side, used[side])
    return _WalkState(position, sure, last, used)


def _is_in_turn(before: Position, move: MoveParts) -> bool:
    origin, _, promotes, dropped = move
    if dropped:
        return dropped != KING and not promotes  # which no rule knows
    piece = before.board[origin]
    return not piece or piece >> 4 == before.side


def move_text(before: Position, move: MoveParts, last: int) -> str:
    """The JSON object of a move in a position, without `relative`.

    `last` is the target of the move before it, -1 if none.
    """
    board, side = before.board, before.side
    origin, target, promotes, dropped = move
    kind = dropped or board[origin] & 15 or PAWN
    if promotes and kind > KING:
        kind -= PROMOTION
    from_ = "" if dropped else f'"from":{_PLACES[origin]},'
    text = f'{{"color":{side},{from_}"to":{_PLACES[target]},"piece":"{_CSA[kind]}"'
    if target == last:
        text += ',"same":true'
    if promotes:
        text += ',"promote":true'
    elif not dropped and kind in PROMOTABLE and _in_zone(side, origin, target):
        text += ',"promote":false'
    taken = board[target]
    if taken and not dropped:
        text += f',"capture":"{_CSA[taken & 15]}"'
    return text + "}"


def relative_of(before: Position, move: MoveParts) -> str:
    """JKF's letters for the words that tell a move from others of its kind; "" if there are none."""
    origin, _, _, dropped = move
    distinct = (
        distinction_for(before.board, before.side, move) if dropped or before.board[origin] else ""
    )
    return "".join([_RELATIVE[sign] for sign in distinct]) if distinct else ""


def _in_zone(side: int, *squares: int) -> bool:
    return any(square < 27 if side == BLACK else square >= 54 for square in squares)


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


def initial_text(position: Position) -> str:
    """The JSON of the member `initial` for a start position."""
    for name, start in PRESETS.items():
        if name != OTHER and position.numbered(1).same(start):
            return f'{{"preset":"{name}"}}'
    files = []
    for file in "123456789":
        cells = position.board[FILES.index(file) :: 9]
        files.append(array_of(_square(piece) for piece in cells))
    hands = [_hand(position, side) for side in (BLACK, WHITE)]
    data = f'"color":{position.side},"board":[{",".join(files)}],"hands":[{",".join(hands)}]'
    return f'{{"preset":"{OTHER}","data":{{{data}}}}}'


def _square(piece: int) -> str:
    if not piece:
        return "{}"
    return f'{{"color":{piece >> 4},"kind":"{_CSA[piece & 15]}"}}'


def _hand(position: Position, side: int) -> str:
    return object_of(
        f'"{_CSA[kind]}":{position.hands[kind + 8 * side]}' for kind in range(PAWN, KING)
    )


def headers_of(headers: Sequence[Header]) -> tuple[Header, ...]:
    """Headers with KIF's keys, which JKF uses: a CSA key is renamed unless KIF's key is present too."""
    return renamed(headers, CSA_KEYS)


def is_json(node: Node) -> bool:
    """Whether a node's action is the JSON of a move that wasn't understood when its file was read."""
    return node.action is not None and node.action.text.startswith("{")
