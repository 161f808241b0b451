"""The content of a line, the record made from it, and the content of a record in terms of EPD.

The moves of `bm`, `pv`, `sm` and `am` become children of the root, in this order and each only once: best
moves with the glyph 1 (!), moves to avoid with 2 (?), the moves of `pv` as a line, `sm` as a plain child.
`moves_of` does the reverse: it assigns the children of a root to these opcodes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from viewer.base.limits import Limits
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.formats.epd import AM, BM, CE, CLOCK, COMMENTS, DM, MAPPED, NUMBER, POSITION, PV, SM
from viewer.formats.epd.lexer import (
    EpdLine,
    Operation,
    decode,
    evaluation_of_ce,
    evaluation_of_dm,
    integer_of,
    operands_text,
)
from viewer.games.chess.boards import UNKNOWN, board_of, read_board, setup_of, setup_of_variant
from viewer.games.chess.notation import legal_move
from viewer.games.chess.position import Position
from viewer.games.chess.replay import ChessReplay, can_replay
from viewer.games.chess.san import write_san
from viewer.games.chess.variants import variant_spelt
from viewer.games.replays import Replay, played_words
from viewer.tree.action import Move, Setup, Written
from viewer.tree.annotation import COMMENT, EVALUATION, GLYPHS, NoteValue
from viewer.tree.facts import Facts
from viewer.tree.node import EMPTY, Node
from viewer.tree.record import Header, Record

if TYPE_CHECKING:
    import chess


HEADER, BLANK = "header", ""
VARIANT = "Variant"
"""The opcode that names a variant: PGN's tag."""
GOOD, BAD = 1, 2
BREAK = "\u2029"
"""The separator between the comments of a position, of which EPD has up to ten."""

_KEPT = 64  # starts
_MOVES = (BM, PV, SM, AM)
_SUFFIX = re.compile(r"[+#!?]+$")


class LineMeaning(NamedTuple):
    """The content of a line.

    Attributes:
        fields: the six fields of its FEN as written, "" for a missing one.
        roles: one per operation: an opcode of MAPPED, HEADER or BLANK.
        headers: opcode and operands of the operations that are headers, in order.
        comments: the texts of `c0` to `c9`, in order.
        evaluation: from White's point of view, "" if there is none.
        moves: the operands of `bm`, `am`, `pv` and `sm`, by opcode.
    """

    fields: tuple[str, ...]
    roles: tuple[str, ...]
    headers: tuple[Header, ...]
    comments: tuple[str, ...]
    evaluation: str
    moves: dict[str, tuple[str, ...]]


def understand(line: EpdLine, encoding: str, limits: Limits) -> LineMeaning:
    """Decode a line with a codec and interpret it, without the rules of chess."""
    fields = [decode(line.text(place), encoding) for place in line.fields]
    fields += [""] * (4 - len(fields))
    fields += [decode(line.text(place), encoding) for place in line.counters]
    fields += [""] * (6 - len(fields))
    black = fields[1][:1] in ("b", "B")
    roles: list[str] = []
    headers: list[Header] = []
    comments: list[str] = []
    evaluation = ""
    moves: dict[str, tuple[str, ...]] = {}
    has_ce = any(one.opcode == b"ce" for one in line.operations)
    for one in line.operations:
        role = _role(one, roles, bool(line.counters), has_ce, limits)
        if role == CE:
            value = integer_of(one.operands)
            found = None if value is None else evaluation_of_ce(value, black)
            role, evaluation = (HEADER, "") if found is None else (CE, found)
        elif role == DM:
            evaluation = evaluation_of_dm(integer_of(one.operands) or 0, black)
        elif role in _MOVES:
            moves[role] = tuple(decode(move.text, encoding) for move in one.operands)
        elif role == CLOCK:
            fields[4] = str(integer_of(one.operands))
        elif role == NUMBER:
            fields[5] = str(integer_of(one.operands))
        elif role in COMMENTS:
            comments.append(operands_text(one.operands, encoding))
        if role == HEADER:
            opcode = decode(one.opcode, encoding)
            headers.append(Header(opcode, operands_text(one.operands, encoding)))
        roles.append(role)
    return LineMeaning(
        tuple(fields), tuple(roles), tuple(headers), tuple(comments), evaluation, moves
    )


def _role(one: Operation, before: list[str], counters: bool, has_ce: bool, limits: Limits) -> str:
    if not one.opcode and not one.operands:
        return BLANK
    opcode = one.opcode.decode("latin-1")
    if opcode not in MAPPED or opcode in before or not one.operands:
        return HEADER  # the standard gives a repeated opcode no meaning: it is kept as written
    if opcode in COMMENTS:
        return opcode
    if any(operand.quoted for operand in one.operands):
        return HEADER
    if opcode in _MOVES:
        fits = len(one.operands) == 1 if opcode == SM else len(one.operands) < limits.nodes // 4
        return opcode if fits else HEADER
    value = integer_of(one.operands)
    if value is None or (opcode == DM and (has_ce or not value)):
        return HEADER
    if opcode in (CLOCK, NUMBER) and (counters or not (opcode == NUMBER) <= value < 1_000_000):
        return HEADER
    return opcode


# ---------------------------------------------------------------------------------- the position


class LineStart(NamedTuple):
    """The start of a record, and the first fault found in it, None if there is none."""

    setup: Setup
    complaint: Message | None


def position_of(said: LineMeaning) -> LineStart:
    """The setup given by the six fields of a line, and by its opcode Variant, if it has one.

    A position of no known variant without exactly one king on each side (puzzles) becomes one of an
    unknown variant, and isn't checked.
    """
    fields, defaults = said.fields, ("", "w", "-", "-", "0", "1")
    words = [field or default for field, default in zip(fields, defaults, strict=True)]
    name = next((value for key, value in said.headers if key == VARIANT), "")
    return _start_of(" ".join(words), name, all(fields[:4]))


@lru_cache(maxsize=_KEPT)
def _start_of(text: str, name: str, whole: bool) -> LineStart:
    """The start of six fields and the name of a variant; all lines of many files begin alike."""
    spelt = variant_spelt(name)
    board, complaint, _ = read_board(text, None, None if spelt is None else spelt.variant)
    if board is None:
        return LineStart(setup_of_variant(UNKNOWN, text), complaint)
    if spelt is None and any((board.kings & side).bit_count() != 1 for side in board.occupied_co):
        return LineStart(setup_of_variant(UNKNOWN, text), complaint)
    if complaint is None and not whole:
        complaint = message("A position has four fields; what is missing is taken as usual.")
    return LineStart(setup_of(board), complaint)


# -------------------------------------------------------------------------------------- the tree


def key_of(move: str) -> str:
    """A move's text without check signs and suffixes, equal for different spellings of one move."""
    return _SUFFIX.sub("", move) or move


def record_of(said: LineMeaning, setup: Setup, encoding: str, facts: Facts = ()) -> Record:
    """Make a record from the content of a line; the ids of its nodes are in pre-order."""
    texts: dict[str, str] = {}
    glyphs: dict[str, tuple[int, ...]] = {}
    line = said.moves.get(PV, ())
    for opcode, glyph in ((BM, (GOOD,)), (PV, ()), (SM, ()), (AM, (BAD,))):
        moves = said.moves.get(opcode, ())
        for move in moves[:1] if opcode == PV else moves:
            key = key_of(move)
            texts.setdefault(key, move)
            had = glyphs.get(key, ())
            glyphs[key] = had if set(glyph) <= set(had) else had + glyph
    notes: dict[str, NoteValue] = {}
    comment = BREAK.join(said.comments)
    if comment:
        notes[COMMENT] = comment
    if said.evaluation:
        notes[EVALUATION] = said.evaluation
    root = Node(0, None, setup, notes or EMPTY)
    nodes = {0: root}
    children: list[Node] = []
    for key, text in texts.items():
        child = _below(nodes, root, text, {GLYPHS: glyphs[key]} if glyphs[key] else EMPTY)
        children.append(child)
        if line and key == key_of(line[0]):
            for move in line[1:]:
                above, child = child, _below(nodes, child, move, EMPTY)
                above.children = (child,)
    root.children = tuple(children)
    return Record("chess", root, said.headers, encoding, facts, nodes)


def _below(nodes: dict[int, Node], parent: Node, text: str, notes: Mapping[str, NoteValue]) -> Node:
    node = Node(len(nodes), parent, Written(text), notes)
    nodes[node.id] = node
    return node


def moves_of(root: Node, said: LineMeaning) -> dict[str, list[Node]]:
    """The nodes for each opcode; `said` decides whether a single plain move is `sm` or `pv`.

    `pv` is the line of the first child that has children, else the first child without a glyph; `sm` is
    the next child without a glyph and without children. EPD can't hold any others.
    """
    best = [child for child in root.children if GOOD in child.glyphs]
    worst = [child for child in root.children if BAD in child.glyphs]
    plain = [
        child
        for child in root.children
        if not child.children and GOOD not in child.glyphs and BAD not in child.glyphs
    ]
    long = next((child for child in root.children if child.children), None)
    if long is None and PV in said.moves and PV in said.roles:
        # A line of one move, which may have a glyph as well.
        first = key_of(said.moves[PV][0])
        long = next(
            (c for c in root.children if key_of(getattr(c.action, "text", "")) == first), None
        )
    if long is None and plain and (SM not in said.moves or PV in said.moves or len(plain) > 1):
        long = plain[0]
    supplied = next((child for child in plain if child is not long), None)
    if supplied is None and SM in said.moves:
        only = key_of(said.moves[SM][0])
        supplied = next(
            (c for c in root.children if key_of(getattr(c.action, "text", "")) == only), None
        )
    return {
        BM: best,
        AM: worst,
        PV: [] if long is None else list(long.main_line()),
        SM: [] if supplied is None else [supplied],
    }


# ----- Converting a record to the content of an EPD line, with the nodes whose moves the line holds


START = ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "w", "KQkq", "-", "0", "1")
_DEFAULTS = ("", "w", "-", "-", "0", "1")
_VARIANT = re.compile(r"variant \S+ ?")
_CHECKS = re.compile(r"\+?[0-9]\+[0-9]")  # those of Three-check: a line has no place for them
_OPERAND = re.compile(r'[^\s;"][^\s;]*')


class EpdContent(NamedTuple):
    """The content of a record's line.

    Attributes:
        said: it.
        moves: the text of the move of each node in it, by the node's id; of no node if it is played.
        played: whether the record has nothing but headers and a line that was played ahead.
    """

    said: LineMeaning
    moves: dict[int, str]
    played: bool = False


def fields_of(setup: Setup | None) -> tuple[str, ...]:
    """The six fields of a setup; those of the usual start if it is None or has no placement."""
    words = _VARIANT.sub("", setup.text).split() if setup is not None else []
    words = [word for word in words if not _CHECKS.fullmatch(word)][:6]
    if not words or POSITION.match(words[0].encode()) is None:
        return START
    return (*words, *_DEFAULTS[len(words) :])


def content_of(record: Record, was: LineMeaning) -> EpdContent:
    """The content of a record's line; `was` is the content of the line when it was read."""
    words = played_words(record) if not was.moves else None
    if words:
        only = {PV: tuple(words)}
        return EpdContent(LineMeaning(START, (), record.headers, (), "", only), {}, played=True)
    root = record.root
    board = _board_at_start(record)
    texts: dict[str, tuple[str, ...]] = {}
    moves: dict[int, str] = {}
    for opcode, nodes in moves_of(root, was).items():
        if opcode == "pv":
            texts[opcode] = _line(nodes, board, _replay_of(record, board), moves)
        else:
            found = [_write(node, board, moves) for node in nodes]
            texts[opcode] = tuple(text for text in found if text is not None)
            before = was.moves.get(opcode, ())
            if before != texts[opcode] and list(before) == sorted(before):
                texts[opcode] = tuple(sorted(texts[opcode]))  # 16.2.5.3, 16.2.5.4
    comment = str(root.note(COMMENT))
    return EpdContent(
        LineMeaning(
            fields_of(record.setup),
            (),
            record.headers,
            tuple(comment.split(BREAK)) if comment else (),
            str(root.note(EVALUATION)),
            {opcode: found for opcode, found in texts.items() if found},
        ),
        moves,
    )


def _board_at_start(record: Record) -> chess.Board | None:
    """The board of a record's start, None if that isn't a chess position."""
    if record.game != "chess":
        return None
    return board_of(record.setup)


def _replay_of(record: Record, board: chess.Board | None) -> Replay[Position] | None:
    """A replay from the start of a record, whose board is given; None where nothing can be replayed."""
    if board is None or not can_replay(board):
        return None
    played = record.line.replay() if record.line is not None and record.setup is None else None
    return ChessReplay(board.copy(stack=False)) if played is None else played


def _line(
    nodes: list[Node],
    board: chess.Board | None,
    replay: Replay[Position] | None,
    moves: dict[int, str],
) -> tuple[str, ...]:
    """The moves of a line as operands, up to the first that can't be written."""
    out: list[str] = []
    board = None if board is None else board.copy(stack=False)
    for node in nodes:
        action = node.action
        if replay is not None:
            if isinstance(replay, ChessReplay):
                replay.writing = type(action) is Move
            made = replay.make(action)
            if made is not None and isinstance(action, Move | Written):
                text = replay.text if type(action) is Move else action.text
                if not _OPERAND.fullmatch(text):
                    break
                moves[node.id] = made.text
                out.append(text)
                continue
            board, replay = replay.state(0).board, None  # the rest is rare
        written = _written(node, board)
        if written is None:
            break
        out.append(written.text)
        moves[node.id] = written.meant
        if board is not None and written.move is not None:
            board.push(written.move)
        else:
            board = None  # an unknown move: those after it are written as their text stands
    return tuple(out)


class _Operand(NamedTuple):
    """A move as an operand, what it means, and the legal move that it is; None for none."""

    text: str
    meant: str
    move: chess.Move | None


def _written(node: Node, board: chess.Board | None) -> _Operand | None:
    """The move of a node as an operand, None if it can't be one."""
    action = node.action
    if not isinstance(action, Move | Written):
        return None
    move = legal_move(board, action) if board is not None else None
    text = action.text
    if type(action) is Move and board is not None and move is not None:
        text = write_san(board, move)
    if not _OPERAND.fullmatch(text):
        return None
    return _Operand(text, action.text if move is None else move.uci(), move)


def _write(node: Node, board: chess.Board | None, moves: dict[int, str]) -> str | None:
    """The move of a node as an operand, None if it can't be one; also entered in `moves`."""
    written = _written(node, board)
    if written is None:
        return None
    moves[node.id] = written.meant
    return written.text
