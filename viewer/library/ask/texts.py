"""The different names of players, events and openings in a library: found by words and by their pinyin."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from viewer.base.folding import folded, has_han, is_pinyin
from viewer.base.messages import Message, listed, message
from viewer.base.person_names import name_alone
from viewer.base.pinyin import Readings
from viewer.library.query import Query
from viewer.library.schema import GAMES
from viewer.library.store import Tables

_WORDS = re.compile(r'"([^"]*)"|(\S+)')


def words_in(text: str) -> list[str]:
    """The folded words of a text; those in quotes together."""
    found = [folded(quoted or word) for quoted, word in _WORDS.findall(text)]
    return [word for word in found if word]


class Texts:
    """The different texts of a column, found by folded words in them and by their pinyin."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._folds = {text: folded(text) for text in texts}
        self._readings = Readings(texts)

    def having(self, word: str) -> list[str]:
        """The texts with a folded word."""
        return [text for text, fold in self._folds.items() if word in fold]

    def found(self, word: str) -> list[str]:
        """The texts with a folded word, in them or as their pinyin."""
        return [*self.having(word), *self.read(word)]

    def read(self, word: str) -> list[str]:
        """The texts with a folded word as their pinyin."""
        return self._readings.found(word) if is_pinyin(word) else []

    @property
    def folds(self) -> Iterable[str]:
        """The texts, folded."""
        return self._folds.values()

    def begins(self, text: str, word: str) -> bool:
        """Whether a text begins with a folded word."""
        return self._folds.get(text, "").startswith(word)


PLAYERS = "players"
"""The name of the texts of both columns of players."""
_HAN = "regexp_matches({name}, '[\\x{{4E00}}-\\x{{9FFF}}]')"


def texts_of(store: Tables, name: str) -> Texts:
    """The texts of a column of games; of PLAYERS those in Chinese characters. Kept with the tables."""
    return store.kept(("texts", name), lambda: _texts(store, name))


def _texts(store: Tables, name: str) -> Texts:
    games = store.table(GAMES)
    columns = ("player0", "player1") if name == PLAYERS else (name,)
    sql = " UNION ".join(
        f"SELECT DISTINCT {column} FROM {games} WHERE "
        + (_HAN.format(name=column) if name == PLAYERS else f"{column} <> ''")
        for column in columns
    )
    return Texts([text for (text,) in store.rows(sql, [])])


PEOPLE = "people"
"""The table of names that `people` finds, in the connection of a store."""


def people(store: Tables) -> Mapping[str, Sequence[str]]:
    """Names alone, folded, of players who are also written with a team or blanks: all ways of writing each.

    Kept with the tables; then their connection has a table `PEOPLE` of these ways and the names alone.
    """
    return store.kept(PEOPLE, lambda: _people(store))


def _people(store: Tables) -> Mapping[str, Sequence[str]]:
    ways: dict[str, dict[str, None]] = {}
    for name in texts_of(store, PLAYERS).folds:
        alone = name_alone(name)
        ways.setdefault(alone, {alone: None})[name] = None
    found = {alone: tuple(some) for alone, some in ways.items() if len(some) > 1}
    pairs = [(way, alone) for alone, some in found.items() for way in some[1:]]
    store.connection.execute(f"CREATE OR REPLACE TABLE {PEOPLE} (folded VARCHAR, alone VARCHAR)")
    if pairs:
        store.connection.execute(
            f"INSERT INTO {PEOPLE} SELECT unnest(?::VARCHAR[]), unnest(?::VARCHAR[])",
            [*map(list, zip(*pairs, strict=True))],
        )
    return found


def ways_of(names: Iterable[str], store: Tables) -> Mapping[str, Sequence[str]]:
    """All ways of writing some players, folded, by their names alone, as `people` finds them for all.

    Only names that have the characters of one of `names`, which are folded, are looked at.
    """
    wanted = tuple(sorted(one for one in set(map(name_alone, names)) if has_han(one)))
    return store.kept(("ways", wanted), lambda: _ways(wanted, store)) if wanted else {}


def _ways(wanted: Sequence[str], store: Tables) -> Mapping[str, Sequence[str]]:
    test = " OR ".join(f"({' AND '.join(['contains(said, ?)'] * len(one))})" for one in wanted)
    said = " UNION ALL ".join(
        f"SELECT folded{at} AS said FROM {store.table(GAMES)}" for at in (0, 1)
    )
    rows = store.rows(f"SELECT DISTINCT said FROM ({said}) WHERE {test}", list("".join(wanted)))
    found = {one: {one: None} for one in wanted}
    for (name,) in sorted(rows):
        found.get(name_alone(name), {})[name] = None
    return {alone: tuple(some) for alone, some in found.items() if len(some) > 1}


_WRITTEN = """
SELECT DISTINCT trim(player{at}) FROM {games} WHERE folded{at} IN (SELECT unnest(?::VARCHAR[]))
"""


def joined(query: Query, store: Tables) -> tuple[str, ...]:
    """How the players of a query are written, where several ways of it, with a team or without, are one.

    The shortest comes first; none where the query has them apart. Raises duckdb.Error.
    """
    names = (query.player, query.opponent, query.first, query.second)
    wanted = tuple(folded(one[1:]) for one in names if one.startswith("="))
    if query.apart or not wanted:
        return ()
    return store.kept(("joined", wanted), lambda: _joined(wanted, store))


def _joined(names: Sequence[str], store: Tables) -> tuple[str, ...]:
    ways = [way for some in ways_of(names, store).values() for way in some]
    if not ways:
        return ()
    sql = " UNION ".join(_WRITTEN.format(at=at, games=store.table(GAMES)) for at in (0, 1))
    found = [name for (name,) in store.rows(sql, [ways, ways])]
    return tuple(sorted(found, key=lambda name: (len(name), name))) if len(found) > 1 else ()


def joined_words(names: Sequence[str]) -> Message:
    """That names are taken for one player's."""
    return message("{names} are one player.", names=_listed(names))


def _listed(names: Iterable[str]) -> Message:
    return listed([message("{name}", name=name) for name in names])


# ------------------------------------------------------------------------- what a word has found


def named_by(word: str, store: Tables) -> dict[str, list[str]]:
    """The names that a folded word stands for though it may not be in them, by column; none without some.

    Openings with the word, since they may be named from the moves; players and events by their pinyin.
    """
    found = {"opening": texts_of(store, "opening").found(word)}
    if is_pinyin(word):
        found[PLAYERS] = texts_of(store, PLAYERS).read(word)
        found["event"] = texts_of(store, "event").read(word)
    return {column: texts for column, texts in found.items() if texts}


_SHOWN = 2  # names of a kind
_FOUND = {
    "opening": lambda names: message("opening {name}", name=names),
    PLAYERS: lambda names: message("player {name}", name=names),
    "event": lambda names: message("event {name}", name=names),
}


def matched(query: Query, store: Tables) -> tuple[Message, ...]:
    """What free words of a query stand for in a library: "pfm: opening 屏风马". Raises duckdb.Error."""
    return tuple(
        message("{word}: {found}", word=word, found=_FOUND[column](_shown(texts)))
        for word in words_in(query.words)
        for column, texts in named_by(word, store).items()
    )


def _shown(texts: Sequence[str]) -> Message:
    """The shortest of some names."""
    names = sorted({text.strip() for text in texts}, key=lambda name: (len(name), name))
    return _listed([*names[:_SHOWN], *("…" for _ in names[_SHOWN : _SHOWN + 1])])
