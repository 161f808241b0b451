"""Encode the moves of a record: from their text, or from what the rules of the game make of them."""

from __future__ import annotations

from collections.abc import Sequence

from viewer.formats.gametree import spelling
from viewer.formats.gametree.layout import TreeGame
from viewer.formats.gametree.moves import SHORT, transposed, write_move
from viewer.formats.gametree.swap import is_reflected, is_swap
from viewer.games import GAMES, game_of
from viewer.games.states import States
from viewer.tree.action import Action, Move, Written
from viewer.tree.node import Node
from viewer.tree.record import Record


class Codes:
    """Encodes the moves of a record.

    Attributes:
        kind: the kind of the file.
        inexact: whether a move will be read back as another one.
        meant: equivalent moves written for moves in another form (no player, another notation), by node id.
    """

    def __init__(self, record: Record, kind: TreeGame) -> None:
        self.kind = kind
        self.inexact = False
        self.meant: dict[int, Move] = {}
        self._known: dict[str, bytes | None] = {}
        self._record = record
        self._firsts: dict[int, bytes | None] = {}
        self._instead: dict[int, Move | None] = {}
        self._states: States | None = None
        self._other_rules = False
        if record.game == kind.game and kind.game in GAMES:
            self._states = States(game_of(kind.game), record)
            if kind.links:
                self._other_rules = spelling.other_rules(self._states.at(record.root))

    def has(self, node: Node) -> bool:
        """Whether a node's action can be written."""
        return is_swap(node) or self._plain(node) is not None

    def of(self, node: Node, written: Sequence[Node]) -> bytes | None:
        """The bytes of a node's move, None if it has none; `written` are those of its children to be written.

        Call this for a first move before its second moves.
        """
        above = node.parent
        if above is None:
            return None
        if above.parent is None:
            raw = self._plain(node)
            if raw is not None and len(raw) == SHORT and is_reflected(written):
                raw = transposed(raw)
            self._firsts[node.id] = raw
            return raw
        raw = self._plain(node)
        if above.parent.parent is None:
            first = self._firsts.get(above.id)
            if first is not None and len(first) == SHORT:
                swap = first[:2] + bytes((3 - first[2],)) if first[2] in (1, 2) else b""
                if is_swap(node):
                    return swap
                # A piece placed on a piece will be read as a swap.
                self.inexact = self.inexact or raw == swap
        return raw

    def _plain(self, node: Node) -> bytes | None:
        """The bytes of an action, or of an equivalent move."""
        action = node.action
        if type(action) is not Move:
            return self._code(node, action)
        text = action.text
        try:
            raw = self._known[text]
        except KeyError:
            raw = self._known[text] = write_move(action, self.kind.links)
        if raw is None or (self._other_rules and len(raw) == SHORT):
            return self._code(node, action)
        return raw

    def _code(self, node: Node, action: Action | None) -> bytes | None:
        if type(action) is not Move and type(action) is not Written:
            return None
        raw = write_move(action, self.kind.links)
        if node.parent is None or self._states is None:
            return raw
        if raw is not None and not (self._other_rules and len(raw) == SHORT):
            return raw
        if node.id not in self._instead:
            self._instead[node.id] = self._otherwise(node, action, raw)
        move = self._instead[node.id]
        return raw if move is None else write_move(move, self.kind.links)

    def _otherwise(self, node: Node, action: Move | Written, raw: bytes | None) -> Move | None:
        """An equivalent move, possibly without a draw offer; None if there is none, or none is needed."""
        states = self._states
        assert states is not None
        said = states.at(node).action
        if raw is None and type(said) is Move and said.text != action.text:
            meant = said if write_move(said, self.kind.links) is not None else None
            if meant is not None:
                self.meant[node.id] = meant
                return meant
        if not self.kind.links:
            return None

        if raw is not None and not spelling.needs_spelling(states, node):
            return None
        move = spelling.spelt(states, node)
        offer = spelling.without_offer(action)
        if move is not None and offer is not None:
            self.inexact = True  # everything except the offer is written
            plain = write_move(offer, True) is not None and not spelling.needs_spelling(
                states, node
            )
            return offer if plain else move
        if move is not None:
            self.meant[node.id] = move
        return move
