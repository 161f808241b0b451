"""Mates found: whether the side to move mates by force, in how many plies, by which moves.

The search is df-pn (depth-first with proof numbers; Nagai 2002) to a depth that grows by two plies, so that
the first mate that it finds is a shortest one. A position that comes again on a line is no mate for the
attacker (perpetual check). Searches are bounded by the number of positions.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from time import monotonic
from typing import Any, Generic, Protocol, TypeVar

from viewer.base.jobs import JobStep
from viewer.base.loading import load_named
from viewer.base.messages import Message, counted, message
from viewer.base.named import NamedTuple
from viewer.base.processes import in_process
from viewer.games import game_of
from viewer.games.game import Game, S, State
from viewer.games.states import States
from viewer.tree.action import Action, Move
from viewer.tree.record import Header, Record, nodes_of
from viewer.tree.serial import NodeData

M = TypeVar("M")

DEEPEST = 15  # plies
MOST = 400_000  # positions, some 200 MB
SECONDS = 60  # for a position

_INFINITE = 1 << 40
_AT_ONCE = 64  # positions between two looks at the clock
# What is spent on the line that follows, once the bounds are reached among cooks.
_FOR_LINES, _SECONDS = 20_000, 5.0
_LIMIT, _LOOP = 1, 2  # what a refutation rests on: the depth, a repetition


class MateBoard(Protocol[M]):
    """A board that is played on in place. The attacker moves first; only its given moves are tried.

    A game names the class of its own (`Game.mates`), made of a state; ValueError where none can be.
    """

    def attacks(self) -> Iterable[M]:
        """The attacker's legal moves that are tried: those that give check, or all."""

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


class Undecided(Exception):
    """The search has reached its bound of positions or of time."""


class Answer(NamedTuple):
    """A move of a solution, with what may follow: the other side's moves.

    Attributes:
        plies: how many are left after it to the mate.
        then: the first is that of the main line.
    """

    move: Move
    plies: int
    then: tuple[Answer, ...]


class Mate(NamedTuple):
    """What a search has found.

    Attributes:
        plies: of the shortest mate against the longest defence; None if none was found.
        answers: the attacker's first move, with the tree of what follows; () for none.
        cooks: other mating moves of the attacker on the main line but for its last, by ply (0, 2, …).
        certain: whether the search came to its end: that there is no mate, if none was found, or else that
            there is no other cook of at most as many plies as were asked for.
        nodes: how many positions were looked at.
    """

    plies: int | None
    answers: tuple[Answer, ...]
    cooks: tuple[tuple[int, Move], ...]
    certain: bool
    nodes: int

    @property
    def line(self) -> list[Move]:
        """The main line."""
        found: list[Move] = []
        here = self.answers
        while here:
            found.append(here[0].move)
            here = here[0].then
        return found

    @property
    def branch(self) -> list[NodeData]:
        """The tree of the solution as rows: the main line first, each other defence as a variation."""
        rows: list[NodeData] = []
        left = [(-1, answer) for answer in reversed(self.answers)]
        while left:
            above, answer = left.pop()
            here = len(rows)
            rows.append(NodeData(here, above, answer.move, {}))
            left.extend((here, one) for one in reversed(answer.then))
        return rows


def search(game: Game[S], state: S, deepest: int, most: int, seconds: float) -> Mate | None:
    """The shortest mate by the side to move, of at most `deepest` plies, among `most` positions.

    After `seconds` the search ends as it does after `most` positions, of which each takes some 500 bytes.
    None for games without a search, and for positions that none can be made of.
    """
    if not game.mates:
        return None
    try:
        board: MateBoard[Any] = load_named(game.mates)(state)
    except ValueError:
        return None
    return Solver(board, most, monotonic() + seconds).mate(deepest)


def search_apart(
    game: str, headers: tuple[Header, ...], line: Sequence[Action | None]
) -> Iterator[JobStep[tuple[Mate | None]]]:
    """A job that searches the position at the end of a line, in a process of its own.

    `line`: the actions from the root on. The bounds are DEEPEST, MOST and SECONDS. The result is what
    `search` returns. Raises OSError if no process can be started.
    """
    return in_process(_search_at_end, game, headers, line)


def _search_at_end(
    id: str, headers: tuple[Header, ...], line: Sequence[Action | None]
) -> Iterator[JobStep[tuple[Mate | None]]]:
    game = game_of(id)
    rows = [NodeData(at, at - 1, action, {}) for at, action in enumerate(line)]
    state = States(game, Record(id, nodes_of(rows)[0], headers)).at_end().settled()
    yield JobStep(1, 1, (search(game, state, DEEPEST, MOST, SECONDS),))


def told(
    game: Game[Any], state: State, found: Mate | None, plies: int, style: str
) -> list[Message]:
    """What a search from a state for mates of so many plies has found, in sentences.

    The first is about the mate, the others about other moves that mate. `style`: of the moves.
    """
    if found is None:
        return [message("No mate is searched in this position.")]
    if found.plies is None:
        if found.certain:
            return [message("There is no mate.")]
        return [
            message(
                "No mate of at most {plies} plies was found among {count} positions.",
                plies=plies,
                count=found.nodes,
            )
        ]
    if not found.answers:
        return [
            message(
                "There is a mate in {count} plies. Its moves weren't found within the bounds.",
                count=found.plies,
            )
        ]
    states = [state]
    for move in found.line:
        states.append(game.step(states[-1], move))
    line = " ".join(game.notation(one, style) for one in states[1:])
    sentences = [
        counted("Mate in one ply: {line}", "Mate in {count} plies: {line}", found.plies, line=line)
    ]
    for ply, move in found.cooks:
        other = game.notation(game.step(states[ply], move), style)
        sentences.append(message("At ply {ply} {move} mates too.", ply=ply + 1, move=other))
    if not found.certain:
        sentences.append(
            message("Whether other moves mate too couldn't be found out within the bounds.")
        )
    return sentences


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
        self._ply = 0  # on the line of a solution
        self._certain = True

    def mate(self, deepest: int) -> Mate:
        """The shortest mate of at most so many plies."""
        try:
            plies = self._shortest(deepest)
        except Undecided:
            return Mate(None, (), (), False, self.nodes)
        if plies is None:
            return Mate(None, (), (), self._never(), self.nodes)
        cooks: list[tuple[int, M]] = []
        self._most += self.nodes  # for the solution, and again for cooks
        try:
            answer = self._attack(plies, cooks, deepest)
        except Undecided:
            return Mate(plies, (), (), False, self.nodes)
        told = tuple((ply, self._board.written(move)) for ply, move in cooks)
        return Mate(plies, (answer,), told, self._certain, self.nodes)

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
        if attacks and plies <= 0:
            self._refuted[key] = max(self._refuted.get(key, 0), plies)
            return _INFINITE, 0, _LIMIT
        moves = list(board.attacks() if attacks else board.defences())
        if not moves:
            if not attacks and board.mated():
                self._proved[key] = 0
                return 0, _INFINITE, 0
            self._refuted[key] = _INFINITE
            return _INFINITE, 0, 0
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
        why = 0
        if proof == 0:
            self._proved[key] = min(plies, self._proved.get(key, _INFINITE))
        elif disproof == 0:
            reasons = [one[2] for one in known if one[1] == 0]
            if attacks:
                for one in reasons:
                    why |= one
            else:
                why = min(reasons)
            if not why & _LOOP:
                self._refuted[key] = plies if why else _INFINITE
        else:
            self._numbers[key, plies] = proof, disproof
        return proof, disproof, why

    # ----------------------------------------------------------------------------- the solution

    def _attack(self, plies: int, cooks: list[tuple[int, M]] | None, deepest: int) -> Answer:
        """A mating move of the attacker, who mates in so many plies, with what follows.

        On the main line `cooks` takes the other moves that mate within `deepest` plies, and all defences
        follow; elsewhere only the longest.
        """
        board = self._board
        moves = list(board.attacks())
        chosen = next(at for at, move in enumerate(moves) if self._mates(move, plies - 1))
        if cooks is not None and plies > 1 and self._certain:
            try:
                for at, move in enumerate(moves):
                    if at != chosen and self._mates(move, deepest - self._ply - 1):
                        cooks.append((self._ply, move))
            except Undecided:
                self._certain = False
                self._most, self._until = self.nodes + _FOR_LINES, monotonic() + _SECONDS
        move = moves[chosen]
        board.push(move)
        self._ply += 1
        then = self._defend(plies - 1, cooks, deepest)
        self._ply -= 1
        board.pop()
        return Answer(board.written(move), plies - 1, then)

    def _defend(
        self, plies: int, cooks: list[tuple[int, M]] | None, deepest: int
    ) -> tuple[Answer, ...]:
        """The defences on the board, the longest first; only that one beside the main line."""
        board = self._board
        lengths: list[tuple[int, M]] = []
        for move in board.defences():
            board.push(move)
            lengths.append((self._shortest(plies - 1) or plies - 1, move))
            board.pop()
        lengths.sort(key=lambda one: -one[0])
        found: list[Answer] = []
        for length, move in lengths if cooks is not None else lengths[:1]:
            board.push(move)
            self._ply += 1
            answer = self._attack(length, None if found else cooks, deepest)
            self._ply -= 1
            board.pop()
            found.append(Answer(board.written(move), length, (answer,)))
        return tuple(found)

    def _mates(self, move: M, plies: int) -> bool:
        """Whether the defender is mated within so many plies after a move of the attacker."""
        board = self._board
        board.push(move)
        try:
            proof, _, _ = self._known(board.key(), plies)
            if proof:
                proof, _, _ = self._search(plies, _INFINITE, _INFINITE, False)
            return proof == 0
        finally:
            board.pop()
