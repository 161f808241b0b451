"""Mates found: whether the side to move mates by force, in how many plies, by which moves.

The search is df-pn (depth-first with proof numbers; Nagai 2002) to a depth that grows by two plies, so that
the first mate that it finds is a shortest one. A position that comes again on a line is no mate for the
attacker (perpetual check). Searches are bounded by the number of positions, and by time.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice, takewhile
from time import monotonic
from typing import Any, Generic, Protocol, TypeVar

from viewer.base.loading import load_named
from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.base.refused import Refused
from viewer.games.game import Game, S
from viewer.tree.action import Move

M = TypeVar("M")

DEEPEST = 15  # plies
LONGEST = 299  # plies that may be asked for: the search calls itself once a ply
MOST = 400_000  # positions, some 200 MB
SECONDS = 60  # for a position

_INFINITE = 1 << 40
_AT_ONCE = 64  # positions between two looks at the clock
# What is kept for the lines that follow, beside the bounds.
_FOR_LINES, _SECONDS = 20_000, 5.0
_LIMIT, _LOOP = 1, 2  # what a refutation rests on: the depth, a repetition


class MateBoard(Protocol[M]):
    """A board that is played on in place. The attacker moves first; only its given moves are tried.

    A game names the class of its own (`Game.mates`), made of a state; Refused where none can be.

    Attributes:
        checks: whether each attack is a check. Else all moves are tried, of which only checks can mate at
            once, and another mating move counts as a cook only if its mate is no longer.
    """

    checks: bool

    def attacks(self, plies: int) -> Iterable[M]:
        """The attacker's legal moves that are tried with so many plies left."""

    def defences(self) -> Iterable[M]:
        """The defender's legal moves; none if it is mated. Moves that only delay the mate may be left out."""

    def mated(self) -> bool:
        """Whether the defender, who has no defence, is mated; else it is stalemate."""

    def push(self, move: M) -> None:
        """Play a move."""

    def pop(self) -> None:
        """Take the last move back."""

    def key(self) -> Hashable:
        """What positions are told apart by, with the side to move."""

    def written(self, move: M) -> Move:
        """A move as records have it."""


def refuse(kings: Sequence[int], side: int, checked: bool) -> None:
    """Raise Refused if no mate can be searched where each side has so many kings and a side is to move.

    `checked`: whether the king of the other side is in check.
    """
    if not kings[1 - side]:
        raise Refused(message("There is no king to be mated."))
    if max(kings) > 1:
        raise Refused(message("No mate is searched where a side has two kings."))
    if checked:
        raise Refused(message("No mate is searched where the side that isn't to move is in check."))


class Undecided(Exception):
    """The search has reached its bound of positions or of time."""


class Step(NamedTuple):
    """A move of a solution.

    Attributes:
        above: the index of the move before it, -1 for none.
        plies: how many are left after it to the mate.
        cook: whether it mates beside the move of the main line.
    """

    above: int
    move: Move
    plies: int
    cook: bool


class Mate(NamedTuple):
    """What a search has found.

    Attributes:
        plies: of the shortest mate against the longest defence; None if none was found.
        steps: the solution, () where its moves aren't known: the main line, then its other defences with
            what mates them, and cooks with what follows. Those of one move: the longest defence first.
        certain: whether the search came to its end: that there is no mate, if none was found, or else that
            there is no other cook of at most as many plies as were asked for.
        nodes: how many positions were looked at.
    """

    plies: int | None
    steps: tuple[Step, ...]
    certain: bool
    nodes: int

    @property
    def sound(self) -> bool:
        """Whether it is a mate by one line alone."""
        return bool(self.plies) and self.certain and not self.cooks

    @property
    def line(self) -> list[Move]:
        """The main line."""
        line = takewhile(lambda one: one[1].above == one[0] - 1, enumerate(self.steps))
        return [step.move for _, step in line]

    @property
    def cooks(self) -> list[tuple[int, Move]]:
        """Other mating moves of the attacker on the main line but for its last, by ply (0, 2, …)."""
        # What stands above such a move is of the main line, whose indexes count its plies.
        return [(step.above + 1, step.move) for step in self.steps if step.cook]


def search(
    game: Game[S], state: S, deepest: int = DEEPEST, most: int = MOST, seconds: float = SECONDS
) -> Mate:
    """The shortest mate by the side to move, of at most `deepest` plies, among `most` positions.

    After `seconds` the search ends as it does after `most` positions, of which each takes some 500 bytes.
    Raises Refused in games without a search, and in positions that can't be searched. A computation that
    may take as long as its bounds: `document.problems.mates` has it in a process of its own.
    """
    if not game.mates:
        raise Refused(message("Mates are searched in shogi, chess and xiangqi."))
    board: MateBoard[Any] = load_named(game.mates)(state)
    return Solver(board, most, monotonic() + seconds).mate(min(deepest, LONGEST))


class Solver(Generic[M]):
    """A search for mates on one board, with a table that serves all its questions.

    Attributes:
        nodes: how many positions were looked at.
    """

    def __init__(self, board: MateBoard[M], most: int, until: float) -> None:
        self.nodes = 0
        self._board = board
        self._most = most
        self._until = until
        self._proved: dict[Hashable, int] = {}  # the fewest plies in which a position is a mate
        self._refuted: dict[Hashable, int] = {}  # the most in which it isn't, _INFINITE for never
        self._numbers: dict[tuple[Hashable, int], tuple[int, int]] = {}
        self._path: set[Hashable] = set()
        self._steps: list[Step] = []
        self._certain = True

    def mate(self, deepest: int) -> Mate:
        """The shortest mate of at most so many plies, which are no more than LONGEST."""
        try:
            plies = self._shortest(deepest)
        except Undecided:
            return Mate(None, (), False, self.nodes)
        if plies is None:
            return Mate(None, (), self._never(), self.nodes)
        self._most += self.nodes + _FOR_LINES  # for the solution, and again for cooks
        self._until += _SECONDS
        try:
            self._attack(-1, plies, deepest if self._board.checks else plies)
        except Undecided:
            return Mate(plies, (), False, self.nodes)
        return Mate(plies, tuple(self._steps), self._certain, self.nodes)

    def _never(self) -> bool:
        """Whether it is known that the position on the board is no mate of any length."""
        return self._refuted.get(self._board.key(), 0) == _INFINITE

    # ------------------------------------------------------------------------------- the search

    def _shortest(self, deepest: int) -> int | None:
        """The plies to the shortest mate from the attacker's position on the board."""
        for plies in range(1, deepest + 1, 2):
            if self._proves(plies):
                return plies
            if self._never():
                break
        return None

    def _proves(self, plies: int) -> bool:
        key = self._board.key()
        if self._proved.get(key, _INFINITE) <= plies:
            return True
        if self._refuted.get(key, 0) >= plies:
            return False
        proof, _, why = self._search(plies, _INFINITE, _INFINITE, True)
        if proof and not why & _LIMIT:
            self._refuted[key] = _INFINITE
        return proof == 0

    def _known(self, key: Hashable, plies: int) -> tuple[int, int, int]:
        """The proof and the disproof number of a position, and what its refutation rests on."""
        if self._proved.get(key, _INFINITE) <= plies:
            return 0, _INFINITE, 0
        refuted = self._refuted.get(key, -1)
        if refuted >= plies:
            return _INFINITE, 0, 0 if refuted == _INFINITE else _LIMIT
        if key in self._path:
            return _INFINITE, 0, _LOOP
        return *self._numbers.get((key, plies), (1, 1)), 0

    def _search(self, plies: int, most: int, most_dis: int, attacks: bool) -> tuple[int, int, int]:
        """Search the position on the board until its numbers reach two thresholds; returns as `_known`."""
        self.nodes += 1
        if self.nodes > self._most or (self.nodes % _AT_ONCE == 0 and monotonic() > self._until):
            raise Undecided
        board = self._board
        key = board.key()
        if attacks or plies > 0:
            moves = list(board.attacks(plies) if attacks else board.defences())
        else:
            moves = list(islice(board.defences(), 1))
            if moves:
                self._refuted[key] = max(self._refuted.get(key, 0), 0)
                return _INFINITE, 0, _LIMIT
        if not moves and not attacks and board.mated():
            self._proved[key] = 0
            return 0, _INFINITE, 0
        if not moves:
            return self._stored(key, plies, _INFINITE, 0, [], attacks)
        keys: list[Hashable] = []
        for move in moves:
            board.push(move)
            keys.append(board.key())
            board.pop()
        known = [self._known(one, plies - 1) for one in keys]
        # Which number is the least of the children's; the other is their sum.
        mine = 0 if attacks else 1
        self._path.add(key)
        try:
            while True:
                least = min(one[mine] for one in known)
                total = min(_INFINITE, sum(one[1 - mine] for one in known))
                bound, bound_total = (most, most_dis) if attacks else (most_dis, most)
                if least >= bound or total >= bound_total:
                    break
                best = second = -1
                for at, one in enumerate(known):
                    if best < 0 or one[mine] < known[best][mine]:
                        best, second = at, best
                    elif second < 0 or one[mine] < known[second][mine]:
                        second = at
                next_least = _INFINITE if second < 0 else known[second][mine]
                limit = min(bound, next_least + 1 + next_least // 4)
                limit_total = bound_total - total + known[best][1 - mine]
                board.push(moves[best])
                try:
                    known[best] = self._search(
                        plies - 1,
                        *((limit, limit_total) if attacks else (limit_total, limit)),
                        not attacks,
                    )
                finally:
                    board.pop()
        finally:
            self._path.discard(key)
        proof, disproof = (least, total) if attacks else (total, least)
        return self._stored(key, plies, proof, disproof, known, attacks)

    def _stored(
        self,
        key: Hashable,
        plies: int,
        proof: int,
        disproof: int,
        known: list[tuple[int, int, int]],
        attacks: bool,
    ) -> tuple[int, int, int]:
        # With one ply left only checks are tried.
        why = _LIMIT if attacks and plies == 1 and not self._board.checks else 0
        if proof == 0:
            self._proved[key] = min(plies, self._proved.get(key, _INFINITE))
        elif disproof == 0:
            reasons = [one[2] for one in known if one[1] == 0]
            if attacks:
                for one in reasons:
                    why |= one
            else:
                why = min(reasons, default=0)
            if not why & _LOOP:
                self._refuted[key] = plies if why else _INFINITE
        else:
            self._numbers[key, plies] = proof, disproof
        return proof, disproof, why

    # ----------------------------------------------------------------------------- the solution

    def _attack(self, above: int, plies: int, deepest: int | None = None) -> None:
        """Add a mating move of the attacker, who mates in so many plies, with what follows.

        On the main line other moves that mate within `deepest` plies are added, and all defences follow;
        elsewhere, where that is None, only the longest.
        """
        moves = list(self._board.attacks(plies))
        chosen = self._mating(moves, plies - 1)
        cooks = self._cooks(moves, chosen, plies, deepest) if deepest and plies > 1 else []
        here = self._add(above, chosen, plies - 1)
        with self._after(chosen):
            self._defend(here, plies - 1, None if deepest is None else deepest - 1)
        for cook, left in cooks:
            here = self._add(above, cook, left, cook=True)
            try:
                with self._after(cook):
                    self._defend(here, left)
            except Undecided:  # it mates, by moves that aren't known
                self._most, self._until = self.nodes + _FOR_LINES, monotonic() + _SECONDS

    def _defend(self, above: int, plies: int, deepest: int | None = None) -> None:
        """Add the defences on the board, the longest first; only that one beside the main line."""
        lengths: list[tuple[int, M]] = []
        for move in self._board.defences():
            with self._after(move):
                lengths.append((self._shortest(plies - 1) or plies - 1, move))
        lengths.sort(key=lambda one: -one[0])
        for at, (length, move) in enumerate(lengths if deepest is not None else lengths[:1]):
            here = self._add(above, move, length)
            with self._after(move):
                self._attack(here, length, deepest - 1 if deepest is not None and not at else None)

    def _add(self, above: int, move: M, plies: int, cook: bool = False) -> int:
        self._steps.append(Step(above, self._board.written(move), plies, cook))
        return len(self._steps) - 1

    def _mating(self, moves: Sequence[M], plies: int) -> M:
        """The move after which the defender is mated within so many plies; one that is known, if any is."""
        board = self._board
        for move in moves:
            with self._after(move):
                if not self._known(board.key(), plies)[0]:
                    return move
        for move in moves:
            if self._mates(move, plies):
                return move
        raise Undecided  # what is known of the positions is of longer mates

    def _cooks(
        self, moves: Sequence[M], chosen: M, plies: int, deepest: int
    ) -> list[tuple[M, int]]:
        """The other moves that mate within so many plies, with how many may be left after them.

        Short mates are looked for first. Of what is left of the bounds this position has its share, so
        that none of the main line goes without.
        """
        found: list[tuple[M, int]] = []
        left = [move for move in moves if move != chosen]
        most, until, share = self._most, self._until, plies // 2
        now = monotonic()
        self._most = self.nodes + max(0, most - _FOR_LINES - self.nodes) // share
        self._until = now + max(0.0, until - _SECONDS - now) / share
        try:
            for length in range(plies, deepest + 1, 2):
                for move in list(left):
                    if self._mates(move, length - 1):
                        found.append((move, length - 1))
                        left.remove(move)
        except Undecided:
            self._certain = False
        self._most, self._until = most, until
        return sorted(found, key=lambda one: moves.index(one[0]))

    def _mates(self, move: M, plies: int) -> bool:
        """Whether the defender is mated within so many plies after a move of the attacker."""
        board = self._board
        with self._after(move):
            proof, _, _ = self._known(board.key(), plies)
            if proof:
                proof, _, _ = self._search(plies, _INFINITE, _INFINITE, False)
            return proof == 0

    @contextmanager
    def _after(self, move: M) -> Iterator[None]:
        self._board.push(move)
        try:
            yield
        finally:
            self._board.pop()
