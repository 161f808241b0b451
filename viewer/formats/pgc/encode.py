"""Converting a record to the tags and ordinals of PGC, and to the record that is read back from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from viewer.base.loading import load_named
from viewer.base.named import NamedTuple
from viewer.base.source import BytesSource
from viewer.formats.kit.tags import ROSTER
from viewer.formats.pgc.ordinals import Order, ordinal_of
from viewer.formats.pgc.reader import ORDINAL, Games
from viewer.formats.pgc.syntax import (
    BEGIN,
    CLOSE,
    END,
    ESCAPE,
    MAX_LONG,
    NAG_ATOM,
    OPEN,
    REDUCED,
    Atom,
    encode_atoms,
    encode_tag,
    read_token,
)
from viewer.games.chess.boards import (
    board_of,
    is_usual_start,
    setup_of,
    setup_of_tags,
    tags_of_setup,
)
from viewer.games.chess.notation import move_said
from viewer.games.chess.replay import ChessReplay, can_replay
from viewer.games.replays import played_words
from viewer.tree.action import Move, Setup, Written
from viewer.tree.annotation import GLYPHS, NoteValue
from viewer.tree.node import EMPTY, Node
from viewer.tree.record import Header, Record

if TYPE_CHECKING:
    import chess


def ended(data: bytes, behind: bytes, new: bool) -> bytes:
    """A game's bytes, changed only if needed so that the bytes `behind` are read as another game.

    The unreadable end of an incomplete game would absorb the next game: it is put into escape strings,
    which readers skip. A game without an end record gets one if necessary, or if the next game is `new`.
    """
    at = _end_of_whole(data)
    if at == len(data):
        unclosed = _games(data).unclosed
        if not (unclosed and new) and _is_apart(data, behind):
            return data
        return data + bytes((END,)) if unclosed else data
    if data[at] == REDUCED:
        return data[:at] + _general(data[at:])
    made = data[:at] + _escaped(data[at:])
    return made + bytes((END,)) if _games(made).unclosed else made


def _games(data: bytes) -> Games:
    games = Games(BytesSource(data))
    for _ in games.find_all():
        pass
    return games


def _end_of_whole(data: bytes) -> int:
    """The offset of the first incomplete or unknown record, the length of the data if there is none."""
    at = 0
    while at < len(data):
        token = read_token(data, at)
        if token is None or not token.whole:
            return at
        at = token.end
    return at


def _is_apart(data: bytes, behind: bytes) -> bool:
    first, second, both = _games(data), _games(behind), _games(data + behind)
    starts = [*first.starts, *(len(data) + at for at in second.starts)]
    ends = [*first.ends, *(len(data) + at for at in second.ends)]
    return list(both.starts) == starts and list(both.ends) == ends


def _escaped(rest: bytes) -> bytes:
    parts = [rest[at : at + MAX_LONG] for at in range(0, len(rest), MAX_LONG)]
    return b"".join(bytes((ESCAPE,)) + len(part).to_bytes(2, "little") + part for part in parts)


def _general(rest: bytes) -> bytes:
    """An incomplete game in one record, converted to a general game."""
    token = read_token(rest, 0)
    assert token is not None
    tags = [
        encode_tag(key, value.decode("iso8859-1")) or b""
        for key, value in zip(ROSTER, token.strings, strict=False)
    ]
    read = 1 + sum(1 + len(text) for text in token.strings)
    left = b"" if token.ordinals else rest[read : token.end]
    return b"".join(
        [
            bytes((BEGIN,)),
            *tags,
            encode_atoms(list(token.ordinals)),
            _escaped(left),
            bytes((END,)),
        ]
    )


_SETUP_TAGS = ("setup", "fen", "variant")


class Coded(NamedTuple):
    """A record converted to PGC.

    Attributes:
        tags: the tags that PGC can hold, in the record's order.
        atoms: the movetext.
        image: the record that is read back; its nodes have the ids of the record's.
        moves: the resolved move of each node of the image that has one, by the node's id.
        whole: whether nothing below the root is left out; then the image has its root only.
    """

    tags: tuple[Header, ...]
    atoms: list[Atom]
    image: Record
    moves: dict[int, Move]
    whole: bool = False


def code(record: Record) -> Coded:
    """Convert a record to PGC; moves without an ordinal, and all below them, are left out."""
    tags = tuple(tag for tag in tags_of(record) if encode_tag(*tag) is not None)
    setup = setup_of_tags(dict(reversed(tags)))[0]
    atoms: list[Atom] = []
    root = Node(record.root.id, None, setup, _notes(record.root))
    atoms += _nags(root)
    nodes = {root.id: root}
    moves: dict[int, Move] = {}
    ordinals = _of_line(record) if setup is None and not record.root.notes else None
    if ordinals is not None:
        return Coded(tags, ordinals, Record("chess", root, tags, nodes=nodes), moves, whole=True)
    # The work left, last first: atoms to write, or nodes whose children are to be written.
    stack: list[list[Atom] | _Task] = [_Task(record.root, root, _position(board_of(setup)))]
    while stack:
        task = stack.pop()
        if isinstance(task, list):
            atoms += task
            continue
        branches = _branches(task, moves)
        if not branches:
            continue
        task.copy.children = tuple(branch.task.copy for branch in branches)
        nodes.update((branch.task.copy.id, branch.task.copy) for branch in branches)
        main, *others = branches
        stack.append(main.task)
        for branch in reversed(others):
            stack += [[CLOSE], branch.task, [OPEN, branch.ordinal, *_nags(branch.task.copy)]]
        atoms += [main.ordinal, *_nags(main.task.copy)]
    image = Record("chess", root, tags, nodes=nodes)
    return Coded(tags, atoms, image, moves)


_ORDINALS = "viewer.formats.pgc.many_ordinals:ordinals"  # needs numpy, as what plays ahead does


def _of_line(record: Record) -> list[Atom] | None:
    """The ordinals of a record that has nothing but a line that was played ahead; None of any other."""
    if not played_words(record):
        return None
    found: list[Atom] | None = record.line.about(load_named(_ORDINALS))
    return found


class _Task(NamedTuple):
    """A node, its copy in the image, and the position after it, None if that is unknown."""

    node: Node
    copy: Node
    position: ChessReplay | chess.Board | None


class _Branch(NamedTuple):
    """A child with its ordinal."""

    task: _Task
    ordinal: int


def _branches(task: _Task, moves: dict[int, Move]) -> list[_Branch]:
    """The children of a node that have an ordinal; adds their resolved moves to `moves`."""
    node, copy, position = task
    out: list[_Branch] = []
    order = None
    for child in node.children:
        number = number_of(child)
        if number is None and isinstance(position, ChessReplay):
            after = position.copy()
            made = after.make(child.action)
            if made is not None:
                ordinal = ordinal_of(position, made)
                if ordinal <= 0xFF:
                    moves[child.id] = made
                    copied = Node(child.id, copy, made, _notes(child))
                    out.append(_Branch(_Task(child, copied, after), ordinal))
                continue
        board = position.board() if isinstance(position, ChessReplay) else position
        if order is None and board is not None:
            order = Order(board)
        if number is not None and number >= (0 if order is None else len(order)):
            copied = Node(child.id, copy, child.action, _notes(child))
            out.append(_Branch(_Task(child, copied, None), number))
            continue
        if board is None or order is None:
            continue
        move = move_said(board, child.action) if number is None else order.at(number)
        found = None if move is None else order.of(move)
        if move is None or found is None or found > 0xFF:
            continue
        board = board.copy(stack=False)
        board.push(move)
        moves[child.id] = Move(move.uci())
        copied = Node(child.id, copy, moves[child.id], _notes(child))
        out.append(_Branch(_Task(child, copied, _position(board)), found))
    return out


def _position(board: chess.Board | None) -> ChessReplay | chess.Board | None:
    """A position as a replay, if it can be one."""
    return ChessReplay(board) if board is not None and can_replay(board) else board


def number_of(node: Node) -> int | None:
    """The ordinal in an action `ordinal N`, which the reader couldn't resolve; None for other actions."""
    if type(node.action) is not Written or not node.action.text.startswith(ORDINAL):
        return None
    digits = node.action.text[len(ORDINAL) :]
    fits = digits.isascii() and digits.isdigit() and len(digits) < 4 and str(int(digits)) == digits
    return int(digits) if fits and int(digits) <= 0xFF else None


def _notes(node: Node) -> Mapping[str, NoteValue]:
    glyphs = tuple(one for one in node.glyphs if 0 <= one <= 0xFF)
    return {GLYPHS: glyphs} if glyphs else EMPTY


def _nags(node: Node) -> list[Atom]:
    return [NAG_ATOM + glyph for glyph in node.glyphs]


# ------------------------------------------------------------------------------------------ tags


def tags_of(record: Record) -> tuple[Header, ...]:
    """The tags of a record: its headers, with the tags of the start corrected if they differ from it."""
    headers = record.headers
    if start_of(record.setup) == start_of(setup_of_tags(dict(reversed(headers)))[0]):
        return headers
    kept = tuple(entry for entry in headers if entry.key.lower() not in _SETUP_TAGS)
    return kept + tuple(Header(*tag) for tag in tags_of_setup(record.setup).items())


def start_of(setup: Setup | None) -> Setup | None:
    """A start in normal form: None for the usual one, however it is written."""
    if setup is None:
        return None

    board = board_of(setup)
    if board is None:
        return setup
    return None if is_usual_start(board) else setup_of(board)


def in_export_order(tags: Sequence[Header]) -> list[Header]:
    """Sort tags: first the seven, each at least once, then the others by ASCII."""
    first = [tag for key in ROSTER for tag in tags if tag.key == key]
    missing = {key: value for key, value in ROSTER.items() if all(key != tag.key for tag in tags)}
    first += [Header(*tag) for tag in missing.items()]
    first.sort(key=lambda tag: list(ROSTER).index(tag.key))
    return first + sorted((tag for tag in tags if tag.key not in ROSTER), key=lambda tag: tag.key)
