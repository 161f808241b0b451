"""Records that are in a library more than once: whole or in part, however their headers are spelt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from heapq import merge
from typing import Any, Final

from viewer.base.garbage import GarbagePause
from viewer.base.messages import Message, in_context
from viewer.base.named import NamedTuple
from viewer.base.person_names import family_words, person, related
from viewer.base.spellings import Joined
from viewer.library.ask.searching import Hit, hits_of
from viewer.library.schema import GAMES
from viewer.library.store import Store

SAME, SPELLING, CONTAINED, ALMOST, MOVES = "same", "spelling", "contained", "almost", "moves"
KINDS: Final[dict[str, Message]] = {
    SAME: in_context("duplicates", "the same game"),
    SPELLING: in_context("duplicates", "the same game, other spelling"),
    CONTAINED: in_context("duplicates", "the beginning of another"),
    ALMOST: in_context("duplicates", "the same game, moves that differ at the end"),
    MOVES: in_context("duplicates", "the same moves, other players or another year"),
}
"""How records are alike, the surest first. Records of the last kind are probably different games."""
LEAST = 16
"""Plies that games have at least to be compared: shorter ones are alike by chance."""
_CROWD = 40  # records with the same moves, from which on not each is compared with each


class Duplicate(NamedTuple):
    """Records that are duplicates of each other; the longest one first, then in the order of the library."""

    kind: str
    hits: list[Hit]


class Duplicates(NamedTuple):
    """Groups of duplicates, `total` counts those beyond the limit too; what was searched."""

    groups: list[Duplicate]
    total: int
    covers: list[Message]


class Told(NamedTuple):
    """What records say that may be the same game: id, folded names of the players, day (0: not known)."""

    record: int
    player0: str
    player1: str
    day: int


def same_people(one: Told, other: Told) -> bool:
    """Whether two records can be of the same two players, also with their sides exchanged."""
    return (related(one.player0, other.player0) and related(one.player1, other.player1)) or (
        related(one.player0, other.player1) and related(one.player1, other.player0)
    )


def same_time(one: Told, other: Told, closely: bool = False) -> bool:
    """Whether two dates, of which parts may be unknown, can be the same; a few days apart is close enough.

    `closely`: of the same month, if that is known.
    """
    if not one.day or not other.day or one.day == other.day:
        return True
    first, second = sorted((one.day, other.day))
    if first // 10000 != second // 10000:
        return False
    months = (first // 100 % 100, second // 100 % 100)
    return not closely or 0 in months or months[0] == months[1]


_SAID = (
    "coalesce(folded0, '')",
    "coalesce(folded1, '')",
    "coalesce(result, '')",
    "coalesce(year, 0)",
)
# What is equal throughout is found by the least and the greatest: to count what differs takes far longer.
_ALIKE = f"""
SELECT list(record ORDER BY record) AS records,
    list(coalesce(folded0, '') ORDER BY record) AS first,
    list(coalesce(folded1, '') ORDER BY record) AS second,
    list(coalesce(day, 0) ORDER BY record) AS days,
    {" AND ".join(f"min({one}) = max({one})" for one in _SAID)} AS same
FROM {{games}} WHERE plies >= ? GROUP BY game, chart, moves, last HAVING count(*) > 1
"""
# The moves of a game sort right before those that continue them, and also if only the games of two names are
# looked at. So each game is compared with the next one that has a word of both names (simplified characters).
# Players who share two words have the same pair of words twice: then the next line is their own.
_NEXT = """
WITH lines AS (
    SELECT arg_min(folded0, record) AS folded0, arg_min(folded1, record) AS folded1,
        arg_min(coalesce(day, 0), record) AS day, min(record) AS record, game, chart, moves
    FROM {games} WHERE plies >= ? AND NOT set_up GROUP BY game, chart, moves
), sorted AS (
    SELECT *, row_number() OVER (ORDER BY game, chart, moves) AS line,
        {words0} AS words0, {words1} AS words1
    FROM lines
), worded AS (
    SELECT line, least(word0, word1) || '|' || greatest(word0, word1) AS pair
    FROM (SELECT line, word0, unnest(words1) AS word1 FROM (
        SELECT line, words1, unnest(words0) AS word0 FROM sorted))
), pairs AS (
    SELECT DISTINCT line, lead(line) OVER (PARTITION BY pair ORDER BY line) AS next FROM worded
)
SELECT one.record, one.folded0, one.folded1, one.day, other.record, other.folded0, other.folded1, other.day,
    starts_with(other.moves, one.moves) AS contained
FROM pairs JOIN sorted AS one USING (line) JOIN sorted AS other ON other.line = pairs.next
WHERE pairs.next <> line AND one.game = other.game AND one.chart = other.chart AND (
    starts_with(other.moves, one.moves)
    OR (one.day = other.day AND one.day % 100 > 0 AND
        left(one.moves, CAST(0.8 * least(length(one.moves), length(other.moves)) AS INTEGER))
        = left(other.moves, CAST(0.8 * least(length(one.moves), length(other.moves)) AS INTEGER))))
"""
_WORDS = r"""
CASE WHEN coalesce({name}, '') = '' THEN ['?'] WHEN regexp_full_match({name}, '[\x00-\x7f]*')
THEN list_distinct(regexp_extract_all({name}, '[^ ,.\-]{{2,}}'))
ELSE list_distinct(flatten([[word, right(word, 3), right(word, 2)] FOR word IN regexp_extract_all(
regexp_replace({name}, '(\p{{Han}})\s+', '\1', 'g'), '[^ ,.\-]{{2,}}')])) END
"""
# The ends of names, too: 上海胡荣华 and 胡荣华 may be one player.


def duplicates(
    store: Store, least: int = LEAST, limit: int = 1000, kinds: Sequence[str] = ()
) -> Duplicates:
    """Groups of records that are alike, of main lines of at least so many plies, the surest kind first.

    `kinds`: only these, () for all. Raises LibraryFailed.
    """
    return store.asked(lambda store: _duplicates(store, least, limit, kinds))


def _duplicates(store: Store, least: int, limit: int, kinds: Sequence[str]) -> Duplicates:
    found = alike(store.rows, store.table(GAMES), least, kinds)
    return Duplicates(_filled(store, found[:limit]), len(found), store.covers())


def alike(
    rows: Callable[[str, Sequence[Any]], Iterable[Sequence[Any]]],
    games: str,
    least: int = LEAST,
    kinds: Sequence[str] = (),
) -> list[tuple[str, list[int]]]:
    """Kind and ids of the groups of games that are alike, the surest kind first.

    `rows` answers a query with its values, `games` is what to select from. Raises duckdb.Error.
    """
    with GarbagePause():  # lists by the million, and no rings among them
        return _alike(rows, games, least, kinds)


def _alike(
    rows: Callable[[str, Sequence[Any]], Iterable[Sequence[Any]]],
    games: str,
    least: int,
    kinds: Sequence[str],
) -> list[tuple[str, list[int]]]:
    found: list[tuple[str, list[int]]] = []
    joined: Joined[int] = Joined()
    order = list(KINDS)
    rank = {kind: at for at, kind in enumerate(order)}
    worst: dict[int, int] = {}  # of each record, the rank of how it is like another

    def join(kind: str, one: int, other: int) -> None:
        joined.join(one, other)
        for record in (one, other):
            if rank[kind] >= worst.get(record, 0):
                worst[record] = rank[kind]

    for records, first, second, days, same in rows(_ALIKE.format(games=games), [least]):
        told = [Told(*one) for one in zip(records, first, second, days, strict=True)]
        if same:
            for one in told[1:]:
                join(SAME, told[0].record, one.record)
            continue
        firsts = _Firsts(len(told) <= _CROWD)
        for one in told:
            known = firsts.known(one)
            if known is not None:
                join(SPELLING, known.record, one.record)
        if len(different := firsts.records) > 1:
            found.append((MOVES, different))
    words = [_WORDS.format(name=name) for name in ("folded0", "folded1")]
    sql = _NEXT.format(games=games, words0=words[0], words1=words[1])
    for row in rows(sql, [least]):
        one, other, contained = _told(row[:4]), _told(row[4:8]), row[8]
        if same_time(one, other, closely=True) and same_people(one, other):
            join(CONTAINED if contained else ALMOST, one.record, other.record)
    for group in joined.sets(sorted(worst)):
        found.append((order[max(worst[record] for record in group)], group))
    if kinds:
        found = [one for one in found if one[0] in kinds]
    found.sort(key=lambda one: (rank[one[0]], one[1]))
    return found


class _Firsts:
    """The first records of different games with the same moves.

    In a crowd of them (openings that end in a draw) only those are compared that have a family name of both
    players, or all words of both, and only with those of the same year or of none.
    """

    def __init__(self, all_: bool) -> None:
        self._all = all_
        self._told: list[Told] = []
        # Places among all firsts, in their order, by a pair of names: of each year, of none (`_NO_YEAR`), and
        # once there is a record without a year, of all.
        self._years: defaultdict[int, _Places] = defaultdict(_places)
        self._every: _Places | None = None

    @property
    def records(self) -> list[int]:
        """Their ids."""
        return [one.record for one in self._told]

    def known(self, one: Told) -> Told | None:
        """The record of the same game that came before; None if there is none, and this is the first."""
        told, year, pairs = self._told, _year(one), self._pairs(one)
        if year == _NO_YEAR and self._every is None:
            self._every = _places()
            for at, other in enumerate(told):
                for pair in self._pairs(other):
                    self._every[pair].append(at)
        alike, every = self._years[year], self._every
        for pair in pairs:
            before: Iterable[int] = alike.get(pair, ())
            if every is not None:
                if year == _NO_YEAR:
                    before = every.get(pair, ())
                else:
                    before = merge(before, self._years[_NO_YEAR].get(pair, ()))
            for at in before:
                if same_people(told[at], one):
                    return told[at]
        for pair in pairs:
            alike[pair].append(len(told))
            if every is not None:
                every[pair].append(len(told))
        told.append(one)
        return None

    def _pairs(self, one: Told) -> Sequence[str]:
        return ("",) if self._all else _pairs_of_names(one.player0, one.player1, one.day > 0)


_Places = defaultdict[str, list[int]]


def _places() -> _Places:
    return defaultdict(list)


_NO_YEAR = -1


def _year(one: Told) -> int:
    return one.day // 10000 if one.day else _NO_YEAR


@lru_cache(maxsize=1 << 16)
def _pairs_of_names(first: str, second: str, dated: bool) -> Sequence[str]:
    """What records of the same players have in common: all words of both names, then a family name of each.

    All words come first, with whether there is a year, so that copies are found at once.
    """
    names = person(first), person(second)
    one, other = sorted(" ".join(name.words) for name in names)
    ones, others = (family_words(name) or ("?",) for name in names)
    pairs = {"|".join(sorted((a, b))) for a in ones for b in others}
    return f"{one}|{other}|{dated:d}", *sorted(pairs)


def _told(row: Sequence[Any]) -> Told:
    record, first, second, day = row
    return Told(record, first or "", second or "", day)


def _filled(store: Store, groups: Sequence[tuple[str, list[int]]]) -> list[Duplicate]:
    hits = hits_of(store, [record for _, records in groups for record in records])
    return [
        Duplicate(
            kind,
            sorted(
                (hits[record] for record in records), key=lambda hit: -int(hit.values["plies"] or 0)
            ),
        )
        for kind, records in groups
    ]


# ------------------------------------------------------------------------------- of one record

_ONE = """
SELECT record, coalesce(folded0, ''), coalesce(folded1, ''), coalesce(day, 0),
    game, chart, moves, set_up, last
FROM {games} WHERE record = ? AND plies >= ?
"""
_LIKE_ONE = """
SELECT record, coalesce(folded0, ''), coalesce(folded1, ''), coalesce(day, 0), moves = one.sought
FROM {games} AS g, (SELECT ?::VARCHAR AS sought) AS one
WHERE game = ? AND chart = ? AND plies >= ? AND set_up = ?::BOOLEAN
    AND (moves = sought OR starts_with(moves, sought) OR starts_with(sought, moves))
    AND (NOT set_up OR last = ?::UBIGINT)
"""


class LikeOne(NamedTuple):
    """What others must be like to be duplicates of a record."""

    told: Told
    game: str
    chart: str
    moves: str
    set_up: bool
    last: int | None


def duplicates_of(store: Store, record: int, least: int = LEAST) -> Duplicates:
    """The duplicates of a record, in one group with it, or in none. Raises LibraryFailed."""

    def asked(store: Store) -> Duplicates:
        one = _one(store, record, least)
        found = [] if one is None else _like(store, one, least)
        others = [at for at in found if at[1] != record]
        groups = (
            [(worst(kind for kind, _ in others), [record, *(at for _, at in others)])]
            if others
            else []
        )
        return Duplicates(_filled(store, groups), len(groups), store.covers())

    return store.asked(asked)


def one_of(store: Store, record: int, least: int = LEAST) -> LikeOne | None:
    """What others must be like to be duplicates of a record; None: it is too short. Raises LibraryFailed."""
    return store.asked(lambda store: _one(store, record, least))


def like(store: Store, one: LikeOne, least: int = LEAST) -> list[tuple[str, Hit]]:
    """Records that are like one of any library, with the kind of each. Raises LibraryFailed."""

    def asked(store: Store) -> list[tuple[str, Hit]]:
        found = _like(store, one, least)
        hits = hits_of(store, [record for _, record in found])
        return [(kind, hits[record]) for kind, record in found]

    return store.asked(asked)


def _one(store: Store, record: int, least: int) -> LikeOne | None:
    rows = store.rows(_ONE.format(games=store.table(GAMES)), [record, least])
    return LikeOne(Told(*rows[0][:4]), *rows[0][4:]) if rows else None


def _like(store: Store, one: LikeOne, least: int) -> list[tuple[str, int]]:
    values = [one.moves, one.game, one.chart, least, one.set_up, one.last]
    found = []
    for *said, equal in store.rows(_LIKE_ONE.format(games=store.table(GAMES)), values):
        other = Told(*said)
        if same_people(other, one.told) and same_time(other, one.told, closely=not equal):
            plain = other[1:3] == one.told[1:3] and equal
            found.append((SAME if plain else SPELLING if equal else CONTAINED, other.record))
    return found


def worst(kinds: Iterable[str]) -> str:
    """The least sure of some kinds."""
    return max(kinds, key=list(KINDS).index, default=SAME)
