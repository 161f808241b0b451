"""What a record says in terms of a game tree: its start, its moves, the marks of the main variation.

Moves are encoded from their text, or from what the rules of the game make of them. The main variation of a
node is the child with the facet "main", else the first child; in a file, the first child with the mark (`g`),
else the first child. If both agree, the marks stay unchanged.
"""

from __future__ import annotations

from collections.abc import Sequence

from viewer.formats.gametree.facts import marked
from viewer.formats.gametree.layout import TreeGame
from viewer.formats.gametree.links import needs_spelling, other_rules, with_links, without_offer
from viewer.formats.gametree.moves import SHORT, is_reflected, is_swap, transposed, write_move
from viewer.games import GAMES, game_of
from viewer.games.states import States
from viewer.games.stones.game import StoneGame
from viewer.games.stones.placement import SetupSyntax
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.annotation import MAIN
from viewer.tree.node import Node
from viewer.tree.record import Record


def _syntax_of(kind: TreeGame) -> SetupSyntax:
    game = game_of(kind.game)
    assert isinstance(game, StoneGame)
    return game.syntax


def lines_of(kind: TreeGame, setup: Setup | None) -> int:
    """The number of lines of the smallest square board that holds a start position."""
    if setup is None:
        return kind.usual
    syntax = _syntax_of(kind)
    return max(syntax.size_of(syntax.read_sized(setup)))


def spelt(kind: TreeGame, setup: Setup | None) -> Setup:
    """A start in its neutral text, also for None, the usual start; unchanged if its text isn't valid."""
    if setup is None:
        return Setup(str(kind.usual))
    syntax = _syntax_of(kind)
    if syntax.complaint(setup.text) is not None:
        return setup
    return Setup(syntax.write(syntax.read_sized(setup)))


class Marks:
    """The marks of main variations for writing a record once.

    If the file `uses` marks, new nodes (ids from `read` on) are marked along the main line; in a new file
    (`fresh`), all main variations are marked.
    """

    def __init__(self, fresh: bool, read: int, uses: bool) -> None:
        self._fresh, self._read, self._uses = fresh, read, uses
        self.inexact = False  # whether several siblings have the facet "main"
        self._wanted: dict[int, bool | None] = {}
        self._only_if_there: set[int] = (
            set()
        )  # get a mark only if they had a "g" in the file, set or not

    def settle(self, parent: Node, children: Sequence[Node]) -> None:
        """Decide the marks of the children of a node; that of the node itself must be decided before."""
        main = children[0]
        if len(children) > 1:
            told = [child for child in children if child.notes and MAIN in child.notes]
            if told:
                main = told[0]
                self.inexact = self.inexact or len(told) > 1
        if self._fresh:
            self._wanted[main.id] = True
            return
        said = next((child for child in children if child.facts and marked(child.facts)), None)
        if said is main:
            return
        if said is None:
            if main is not children[0] or (main.id >= self._read and self._is_marked(parent)):
                self._wanted[main.id] = True
            return
        if main is children[0] and MAIN not in main.notes:
            for child in children[1:]:
                if marked(child.facts):
                    self._wanted[child.id] = None
            self._wanted[main.id] = True
            self._only_if_there.add(main.id)
            return
        self._wanted[main.id] = True
        for child in children:
            if child is main:
                break
            if marked(child.facts):
                self._wanted[child.id] = False

    def _is_marked(self, node: Node) -> bool:
        """Whether the file uses marks and a node will be marked, or is the root."""
        if not self._uses:
            return False
        wanted = self._wanted.get(node.id, marked(node.facts))
        return bool(wanted) or node.parent is None

    def keeps(self, node: Node) -> bool:
        """Whether a node's mark stays as it was in the file."""
        return node.id not in self._wanted

    def differs(self, node: Node) -> bool:
        """Whether a node that had no mark in the file gets one."""
        return self._wanted.get(node.id) is not None and node.id not in self._only_if_there

    def wanted(self, node: Node, was: bool | None) -> bool | None:
        """The mark to write for a node that had the mark `was` in the file (None: no mark)."""
        if node.id in self._only_if_there and was is None:
            return None
        return self._wanted.get(node.id, was)


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
                self._other_rules = other_rules(self._states.at(record.root))

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

        if raw is not None and not needs_spelling(states, node):
            return None
        move = with_links(states, node)
        offer = without_offer(action)
        if move is not None and offer is not None:
            self.inexact = True  # everything except the offer is written
            plain = write_move(offer, True) is not None and not needs_spelling(states, node)
            return offer if plain else move
        if move is not None:
            self.meant[node.id] = move
        return move
