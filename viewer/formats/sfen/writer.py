"""Writing lists of positions and USEN words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from viewer.base.limits import DEFAULT, UNLIMITED
from viewer.base.messages import message
from viewer.base.source import Piece, Span
from viewer.formats.format import Collection, Loss, Output
from viewer.formats.kit.charsets import ENCODINGS
from viewer.formats.kit.foreign import ResolvedActions
from viewer.formats.kit.japanese import UTF8, decode, encode
from viewer.formats.kit.law import pieces_of, shared_start
from viewer.formats.kit.losses import losses_between, sentences_of
from viewer.formats.kit.runs import WrittenRecord, written_lines
from viewer.formats.kit.shogi import beside_start, in_normal_form
from viewer.formats.sfen.reader import (
    AFTER,
    BEFORE,
    DIGITS,
    ENDS,
    FILE,
    LINE,
    TEXT,
    SfenLine,
    UsenText,
    is_end,
    is_usi,
    lex,
    position_of_line,
    record_of,
    start_text,
    word_of,
)
from viewer.games.shogi.names import spelled
from viewer.games.shogi.position import Position, position_of, setup_of, write_sfen
from viewer.tree.action import Action, Move, Terminal, Written
from viewer.tree.diff import differences
from viewer.tree.node import Node
from viewer.tree.record import Record

# ----------- A list of positions: unchanged lines keep their bytes, edited ones change where needed


def write_lines(collection: Collection) -> Output:
    """Write the collection as a list of positions."""
    return written_lines(collection, "sfen", write_record)


def write_record(record: Record) -> WrittenRecord:
    """The line of a record with the lines around it, and the losses."""
    start, moves, actions = _said_by(record)
    fact = record.fact(LINE)
    if fact is None or not isinstance(fact.raw, bytes):
        text = _compose(start, moves)
        raw = text.encode() + b"\n"
        return WrittenRecord((raw,), _losses(record, actions, text))
    old = fact.value if isinstance(fact.value, str) else UTF8
    now = record.encoding if record.encoding in ENCODINGS else old
    whole = decode(fact.raw, old)
    text = whole.rstrip("\r\n")
    line = lex(text)
    new = text if line is None else _emit(line, start, moves)
    raw = fact.raw
    if new != text or now != old:
        raw = encode(new + whole[len(text) :], now)
    before, after = (
        [_recoded(piece, old, now) for piece in pieces_of(record, name)] for name in (BEFORE, AFTER)
    )
    return WrittenRecord((*before, raw, *after), _losses(record, actions, new))


def _recoded(piece: Piece, old: str, now: str) -> Piece:
    """Lines around a position in the codec that is written, since a file is in one."""
    if now == old or not isinstance(piece, bytes):
        return piece
    return encode(decode(piece, old), now)


def _said_by(record: Record) -> tuple[Position, list[str], dict[int, Action]]:
    """The start, the moves of the main line as far as it can be written, and its actions by node id."""
    moves: list[str] = []
    actions: dict[int, Action] = {}
    resolved = ResolvedActions(record, lambda _: False)
    for node in list(record.root.main_line())[1:]:
        action = resolved.at(node)
        if isinstance(action, Move) and is_usi(action.text):
            moves.append(action.text)
        elif isinstance(action, Terminal):
            word = action.text if is_end(action.text) else _END_WORDS.get(spelled(action.text), "")
            if not word:
                break
            moves.append(word)
            action = Terminal(word)
        else:
            break
        actions[node.id] = action
        if isinstance(action, Terminal):
            break
    return position_of(record.setup), moves, actions


_END_WORDS = {"投了": "resign", "入玉勝ち": "win"}  # the ends that USI has


def _compose(start: Position, moves: list[str]) -> str:
    """A new line: a position alone, or a command `position … moves …`."""
    if not moves:
        return write_sfen(start)
    said = "startpos" if setup_of(start) is None else "sfen " + write_sfen(start)
    return f"position {said} moves " + " ".join(moves)


def _emit(line: SfenLine, start: Position, moves: list[str]) -> str:
    """The text of an edited line, in which unchanged parts stay as they were written."""
    text = line.text
    head = text[: line.position[1]]
    if not start.same(position_of_line(line)[0]):
        head = _head(line, start)
    old = [line.said(place) for place in line.moves]
    if old == moves:
        return head + text[line.position[1] :]
    keep = shared_start(old, moves)
    if keep == 0 and not moves and head != text[: line.position[0]]:
        return head + text[line.rest :]
    if keep:
        middle = text[line.position[1] : line.moves[keep - 1][1]]
    elif line.moves:
        middle = text[line.position[1] : line.moves[0][0]].rstrip()
    else:
        middle = text[line.position[1] : line.rest]
        middle = middle or (" moves" if head.strip() else "moves")
    more = "".join(" " + word for word in moves[keep:])
    return head + middle + more + text[line.rest :]


def _head(line: SfenLine, start: Position) -> str:
    """The text of a line up to the end of its position, with another position."""
    prefix = line.text[: line.prefix[1]]
    if line.position[0] == line.position[1]:
        return prefix + write_sfen(start) + " "
    if line.said(line.position).lower() == "startpos" and "fen" not in prefix.lower():
        return prefix + "sfen " + write_sfen(start)
    return prefix + write_sfen(start)


# ---------------------------------------------------------------------------------------- losses


def _losses(record: Record, actions: Mapping[int, Action], text: str) -> tuple[Loss, ...]:
    line = lex(text)
    if line is None:
        return ()
    return losses_between(_normal(record, actions), record_of(line, DEFAULT, UTF8), _OF_SFEN)


def _normal(record: Record, actions: Mapping[int, Action | None]) -> Record:
    """A copy with start and actions in normal form, for comparison."""
    start = position_of(record.setup)
    headers = beside_start(record.headers, start)
    return in_normal_form(record, actions, headers, setup_of(start))


_LEFT_OUT = message("{move} and what follows is left out: a line holds one line of moves.")
_OF_SFEN = sentences_of(
    "SFEN",
    branch=_LEFT_OUT,
)


# ----- A USEN word: the bytes that were read if nothing changed, else a new word between its blanks


_LETTERS = {word: letter for letter, word in ENDS.items()}
_WORD = "0123456789abcdefghijklmnopqrstuvwxyz"

_NO_WORD = message("{move} can't be written in {format}.", format="USEN")
_OF_USEN = sentences_of(
    "USEN",
    branch=_NO_WORD,
    usual=True,
)


def write_word(collection: Collection) -> Output:
    """Write the first record as a USEN file."""
    record = collection.record(0)
    fact = record.fact(TEXT)
    raw = fact.raw if fact is not None and isinstance(fact.raw, bytes) else b""
    old = decode(raw, UTF8)
    was = UsenText(old, DEFAULT).record if raw else None
    if was is not None and not any(differences(was, record)):
        source = collection.source
        size = len(raw) if source is None else source.size
        rest: tuple[Piece, ...] = (Span(len(raw), size - len(raw)),) if size > len(raw) else ()
        return Output((), iter((raw, *rest)))
    said = _UsenText(record)
    around = FILE.fullmatch(old)
    text = said.text()
    whole = f"{text}\n" if around is None else around["ahead"] + text + around["behind"]
    losses = _usen_losses(record, said, text)
    if fact is not None and not fact.value:
        losses += (Loss("rest", None, message("What wasn't read of the file is left out.")),)
    return Output(losses, iter((whole.encode(),)))


class _UsenText:
    """A record prepared for writing: its start, the resolved actions of its nodes by id, and the text."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self.start = position_of(record.setup)
        self.actions: dict[int, Action | None] = {}
        resolved = ResolvedActions(record, _is_word)
        for node in record.walk():
            if node.parent is not None:
                self.actions[node.id] = resolved.meaning(node)

    def text(self) -> str:
        """The USEN word for the record."""
        parts = [start_text(self.start), "~0."]
        for node, ply, first in self._printed():
            if not first:
                parts.append(f"~{ply - 1}.")
            parts.append(self._word(node))
        return "".join(parts)

    def _printed(self) -> Iterator[tuple[Node, int, bool]]:
        """The nodes in the order of writing, with ply, and whether each continues the section.

        A line is written to its end, then the branches of its nodes, from the end backwards.
        """
        stack: list[tuple[Node, int, bool]] = []
        node, ply = self._record.root, 0
        while True:
            below = [child for child in node.children if self._word(child)]
            if isinstance(self.actions.get(node.id), Terminal) or self._is_cut(node):
                below = []
            stack += [
                (child, ply + 1, index == 0) for index, child in reversed([*enumerate(below)])
            ]
            if not stack:
                return
            node, ply, first = stack.pop()
            yield node, ply, first

    def _is_cut(self, node: Node) -> bool:
        """Whether nothing can follow a node, because its text has fewer digits than a move."""
        action = self.actions.get(node.id)
        return isinstance(action, Written) and len(action.text) < DIGITS

    def _word(self, node: Node) -> str:
        action = self.actions[node.id]
        if isinstance(action, Move):
            return word_of(action.text)
        if isinstance(action, Terminal):
            letter = _LETTERS.get(action.text, action.text)
            return f".{letter}" if len(letter) == 1 and letter in _WORD[10:] else ""
        return action.text if isinstance(action, Written) and _is_word(node) else ""


def _is_word(node: Node) -> bool:
    """Whether a node's action is a text, other than a move, that can be written unchanged."""
    text = "" if node.action is None else node.action.text
    return isinstance(node.action, Written) and 0 < len(text) <= DIGITS and not text.strip(_WORD)


def _usen_losses(record: Record, said: _UsenText, text: str) -> tuple[Loss, ...]:
    read = UsenText(text, UNLIMITED).record
    assert read is not None
    there = _normal(read, _UsenText(read).actions)
    return losses_between(_normal(record, said.actions), there, _OF_USEN)
