"""Pairing the records of two collections: by bytes or rows, then headers, then moves, then starts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import islice, takewhile

from viewer.base.jobs import JobStep
from viewer.base.source import piece_bytes
from viewer.formats import FORMATS
from viewer.formats.format import Collection
from viewer.games import game_of
from viewer.tree.likeness import BranchHashes
from viewer.tree.node import Node
from viewer.tree.record import Record

Key = Callable[[int], Hashable]

_WHO = ("side0", "side1", "title")
_WHEN = ("date", "round", "event")
_OPENING = 12  # actions of the main line that two versions of a game have in common
_PART = 64  # records between two steps


class SamePairs:
    """Pairs of records, found step by step.

    Attributes:
        pairs: indices of a record in mine and in theirs.
        equal: the pairs without any difference.
    """

    def __init__(self, mine: Collection, theirs: Collection) -> None:
        self._mine, self._theirs = mine, theirs
        self._left: list[int] = list(range(len(mine)))
        self._right: list[int] = list(range(len(theirs)))
        self.pairs: list[tuple[int, int]] = []
        self.equal: set[tuple[int, int]] = set()

    def finding(self) -> Iterator[JobStep[None]]:
        """The job that finds the pairs. Raises OSError."""
        if len(self._left) == len(self._right) == 1:
            yield from self._single()
            return
        ours, others = self._mine, self._theirs
        if _bytes_say_it(ours, others):
            yield from self._same(_bytes_of(ours), _bytes_of(others), equal=True)
        yield from self._same(_rows_of(ours), _rows_of(others), equal=True)
        yield from self._same(_headers_of(ours), _headers_of(others))
        yield from self._same(_roles_of(ours, _WHO + _WHEN), _roles_of(others, _WHO + _WHEN))
        yield from self._same(_moves_of(ours), _moves_of(others))
        yield from self._same(_opening_of(ours), _opening_of(others))
        yield from self._same(_start_of(ours), _start_of(others))
        yield from self._same(_roles_of(ours, _WHO), _roles_of(others, _WHO))
        yield from self._pair_neighbours()

    def _single(self) -> Iterator[JobStep[None]]:
        """Pair the only records of both sides, if of the same game."""
        same = self._mine.record(0).game == self._theirs.record(0).game
        self.pairs = [(0, 0)] if same else []
        yield JobStep(1, 1)

    def _same(self, ours: Key, theirs: Key, equal: bool = False) -> Iterator[JobStep[None]]:
        """Pair records with equal keys, in order; None never matches."""
        if not self._left or not self._right:
            return
        known: dict[Hashable, list[int]] = {}
        for number, index in enumerate(reversed(self._right)):
            key = theirs(index)
            if key is not None:
                known.setdefault(key, []).append(index)
            if number % _PART == 0:
                yield JobStep(0, 0)
        left: list[int] = []
        taken: set[int] = set()
        for number, index in enumerate(self._left):
            key = ours(index) if known else None
            same = known.get(key) if key is not None else None
            if same:
                taken.add(same[-1])
                self.pairs.append((index, same.pop()))
                if equal:
                    self.equal.add(self.pairs[-1])
            else:
                left.append(index)
            if number % _PART == 0:
                yield JobStep(0, 0)
        self._left = left
        self._right = [index for index in self._right if index not in taken]

    def _pair_neighbours(self) -> Iterator[JobStep[None]]:
        """Pair neighbours of pairs that share a name or the first moves."""
        partners = dict(self.pairs)
        free = set(self._right)
        last = len(self._theirs) - 1
        for number, index in enumerate(self._left):
            before = partners.get(index - 1, -1 if index == 0 else None)
            behind = partners.get(index + 1, last + 1 if index == len(self._mine) - 1 else None)
            places = ([before + 1] if before is not None else []) + (
                [behind - 1] if behind is not None else []
            )
            for place in places:
                if place in free and _alike(self._mine, index, self._theirs, place):
                    free.discard(place)
                    partners[index] = place
                    self.pairs.append((index, place))
                    break
            if number % _PART == 0:
                yield JobStep(0, 0)
        self._left = [index for index in self._left if index not in partners]
        self._right = [index for index in self._right if index in free]


def _alike(mine: Collection, index: int, theirs: Collection, place: int) -> bool:
    """Whether two records of a game share a name, or half of the shorter main line."""
    ours, other = mine.record(index), theirs.record(place)
    if ours.game != other.game:
        return False
    names = [
        [FORMATS[side.format].load().by_role(role, side.headers(at), ours.game) for role in _WHO]
        for side, at in ((mine, index), (theirs, place))
    ]
    if any(a.strip("?") and a == b for a, b in zip(*names, strict=True)):
        return True
    lines = [[node.action for node in record.root.main_line()][1:] for record in (ours, other)]
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(*lines, strict=False)))
    return shared > 0 and 2 * shared >= min(map(len, lines))


def _bytes_say_it(mine: Collection, theirs: Collection) -> bool:
    """Whether equal bytes mean equal records in both collections."""
    if mine.format != theirs.format or not len(mine) or not len(theirs):
        return False
    return mine.record(0).encoding == theirs.record(0).encoding


def _bytes_of(collection: Collection) -> Key:
    def key(index: int) -> Hashable:
        span = collection.span(index)
        return None if span is None else piece_bytes(span, collection.source).strip()

    return key


def rows_said(record: Record) -> Hashable:
    """A hash of all that a record contains."""
    return hash((record.game, record.headers, BranchHashes(_action).whole(record.root)))


def _action(node: Node) -> Hashable:
    return node.action


def _rows_of(collection: Collection) -> Key:
    return lambda index: rows_said(collection.record(index))


def _headers_of(collection: Collection) -> Key:
    return lambda index: collection.headers(index) or None


def _roles_of(collection: Collection, roles: Sequence[str]) -> Key:
    format_ = FORMATS[collection.format].load()
    games = FORMATS[collection.format].games

    def key(index: int) -> Hashable:
        headers = collection.headers(index)
        game = games[0] if len(games) == 1 else collection.record(index).game
        said = tuple(format_.by_role(role, headers, game).strip("?*-. ") for role in roles)
        return said if any(said) else None

    return key


def _moves_of(collection: Collection) -> Key:
    def key(index: int) -> Hashable:
        record = collection.record(index)
        if not record.root.children:
            return None
        return record.game, BranchHashes(_action).shape(record.root)

    return key


def _opening_of(collection: Collection) -> Key:
    def key(index: int) -> Hashable:
        record = collection.record(index)
        actions = [node.action for node in islice(record.root.main_line(), _OPENING + 1)]
        return (record.game, *actions) if len(actions) > _OPENING else None

    return key


def _start_of(collection: Collection) -> Key:
    """The position from which a record begins, where it isn't the usual one or nothing follows."""

    def key(index: int) -> Hashable:
        record = collection.record(index)
        if record.setup is None and record.root.children:
            return None
        game = game_of(record.game)
        return record.game, game.setup_text(game.start(record.setup))

    return key
