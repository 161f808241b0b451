"""Writing a USEN word: the bytes that were read if nothing changed, else a new word between its blanks."""

from __future__ import annotations

from collections.abc import Iterator

from viewer.base.limits import DEFAULT, UNLIMITED
from viewer.base.messages import message
from viewer.base.spans import Piece, Span
from viewer.base.text import UTF8, decode
from viewer.formats.format import Collection, Loss, Output
from viewer.formats.kit.losses import losses_between, sentences_of
from viewer.formats.kit.resolved import ResolvedActions
from viewer.formats.kit.shogi_words import beside_start
from viewer.formats.usen.reader import DIGITS, ENDS, FILE, TEXT, UsenText, start_text, word_of
from viewer.games.shogi.position import position_of, setup_of
from viewer.tree.action import Action, Move, Terminal, Written
from viewer.tree.diff import differences
from viewer.tree.node import Node
from viewer.tree.record import Record

_LETTERS = {word: letter for letter, word in ENDS.items()}
_WORD = "0123456789abcdefghijklmnopqrstuvwxyz"

_LEFT_OUT = message("{move} can't be written in USEN.")
_SENTENCES = sentences_of(
    "USEN",
    game=message("USEN holds shogi only."),
    branch=_LEFT_OUT,
    usual=True,
)


def write(collection: Collection) -> Output:
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
    losses = _losses(record, said, text)
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


def _losses(record: Record, said: _UsenText, text: str) -> tuple[Loss, ...]:
    read = UsenText(text, UNLIMITED).record
    assert read is not None
    return losses_between(_normal(record, said), _normal(read, _UsenText(read)), _SENTENCES)


def _normal(record: Record, said: _UsenText) -> Record:
    """A copy with start and actions in normal form, for comparison."""
    headers = beside_start(record.headers, said.start)
    copy = record.mapped(lambda node: said.actions.get(node.id, node.action), headers)
    copy.root.action = setup_of(said.start)
    return copy
