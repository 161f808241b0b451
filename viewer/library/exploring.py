"""Asking several libraries together for the next moves of a position; libraries of what is open."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import OrderedDict
from collections.abc import Container, Iterator, Sequence
from contextlib import suppress
from threading import Lock
from typing import Any

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.library.ask.continuing import Continued, added_together
from viewer.library.ask.explorer import EVERY, Explored, NextMove, added_up
from viewer.library.ask.names import NameOffer, offered_together, players_named
from viewer.library.ask.searching import Hit
from viewer.library.ask.texts import joined
from viewer.library.face import Library, all_libraries, named
from viewer.library.failures import LibraryFailed
from viewer.library.opened import OpenGames
from viewer.library.places import Place
from viewer.library.query import ContinuedFrom, PositionWanted, Query
from viewer.library.store import games_covered

_KEPT = 2000
"""Answers of a library that are kept: some megabytes."""


class Together(NamedTuple):
    """What libraries know of a position.

    Attributes:
        moves: the next moves, most frequent first; each names the library of its first game.
        games, varied: how many records go on from it in main lines, in variations.
        asked: the names of the libraries that answered.
        covers: what was searched in them.
        problems: why others didn't.
        joined: how players are written whose games are asked for, where it is in several ways.
        part: where a part of a position was asked for, what followed in it: `moves` are its moves then,
            `games` its places, and libraries are named in both.
    """

    moves: list[NextMove]
    games: int
    varied: int
    asked: tuple[str, ...]
    covers: tuple[Message, ...]
    problems: tuple[Message, ...]
    joined: tuple[str, ...] = ()
    part: Continued | None = None


def _one_name(moves: Sequence[NextMove]) -> Iterator[NextMove]:
    """Moves that are alike, told by several libraries, by the name that one of them gives."""
    named: dict[tuple[str, ...], str] = {}
    for one in moves:
        yield one.seen_as(named.setdefault(one.alike, one.move)) if one.alike else one


class _Answers(NamedTuple):
    """Answers of libraries (Explored or Continued), and what is said of them as in Together."""

    found: list[Any]
    asked: tuple[str, ...]
    told: tuple[Message, ...]
    problems: tuple[Message, ...]
    joined: tuple[str, ...]


class LibraryExplorer:
    """Libraries that stay open, and their last answers.

    Attributes:
        alone: the lock that a thread holds while it asks.
        home: the folder of libraries, "" for the user's own.
    """

    def __init__(self, folder: str = "") -> None:
        self.alone = Lock()
        self.home = folder
        self._open: dict[str, Library] = {}
        self._answers: OrderedDict[tuple[Any, ...], Explored | Continued] = OrderedDict()

    def libraries(self) -> list[Library]:
        """All libraries by name; those that are gone are closed."""
        found: dict[str, Library] = {}
        with suppress(LibraryFailed):  # told where libraries are looked after
            found = {one.folder: one for one in all_libraries(self.home)}
        for folder in [one for one in self._open if one not in found]:
            self._open.pop(folder).close()
        for folder, library in found.items():
            self._open.setdefault(folder, library)
        return [self._open[folder] for folder in found]

    def has(self, paths: tuple[str, ...], left_out: Container[str] = ()) -> bool:
        """Whether a library, but those whose names are in `left_out`, has more than half of some files."""
        for library in self.libraries():
            with suppress(LibraryFailed):
                if library.name not in left_out and 2 * library.store.number_of(paths) > len(paths):
                    return True
        return False

    def of_game(self, game: str) -> list[Library]:
        """All libraries but those that are known to have no records of a game."""
        found = []
        for library in self.libraries():
            try:
                if game in library.store.asked(lambda x: x.games):
                    found.append(library)
            except LibraryFailed:  # its answer says why
                found.append(library)
        return found

    def explore(
        self,
        wanted: PositionWanted,
        left_out: Container[str] = (),
        only: Sequence[Library] = (),
        among: Query = EVERY,
        opened: OpenGames | None = None,
    ) -> Together:
        """What all libraries know, but those whose names are in `left_out`; or what `only` some know.

        Counted are the records of the query `among`, those of an open file too. Raises LibraryFailed for a
        query whose values mean nothing.
        """
        answers = self._answers_of(wanted, left_out, only, among)
        moves = [one for each in answers.found for one in each.moves]
        games = sum(each.games for each in answers.found)
        varied = sum(each.varied for each in answers.found)
        told = answers.told
        problems, ways = answers.problems, answers.joined
        if opened is not None:
            try:
                known = opened.explore_position(wanted, among)
                ways += opened.joined(among)
                moves += known.moves
                games += known.games
                told += tuple(known.covers)
            except LibraryFailed as error:
                problems += (error.reason,)
        moves = added_up(_one_name(moves))
        ways = tuple(dict.fromkeys(ways))
        return Together(moves, games, varied, answers.asked, told, problems, ways)

    def continue_part(
        self,
        wanted: ContinuedFrom,
        left_out: Container[str] = (),
        only: Sequence[Library] = (),
        among: Query = EVERY,
        opened: OpenGames | None = None,
    ) -> Together:
        """The same for a part of a position. Raises LibraryFailed for a query whose values mean nothing."""
        answers = self._answers_of(wanted, left_out, only, among)
        some, told = list(answers.found), answers.told
        problems, ways = answers.problems, answers.joined
        if opened is not None:
            try:
                known = opened.continued(wanted, among)
                ways += opened.joined(among)
                some.append(known)
                told += tuple(known.covers)
            except LibraryFailed as error:
                problems += (error.reason,)
        part = added_together(some)
        ways = tuple(dict.fromkeys(ways))
        return Together(part.moves, part.places, 0, answers.asked, told, problems, ways, part)

    def places(
        self, wanted: ContinuedFrom, left_out: Container[str] = (), only: Sequence[Library] = ()
    ) -> list[Place]:
        """Where a part stands in records of many variations, in all libraries that can be asked."""
        found: list[Place] = []
        for library in only or self.libraries():
            if library.name not in left_out:
                with suppress(LibraryFailed):  # the answers about its moves say so
                    found += library.places(wanted)
        return found

    def players(
        self,
        text: str,
        most: int,
        game: str,
        left_out: Container[str] = (),
        opened: OpenGames | None = None,
    ) -> list[NameOffer]:
        """Players of a game with a text in their names, at most so many, in all libraries that can be asked
        and in an open file that none of them has.
        """
        found: list[NameOffer] = []
        if opened is not None and not self.has(opened.paths, left_out):
            found += opened.players(text, most, game)
        for library in self.of_game(game):
            if library.name not in left_out:
                with suppress(LibraryFailed):  # the answers about moves say so
                    found += library.store.asked(
                        lambda store: players_named(store, text, most, game)
                    )
        return offered_together(found, most)

    def _answers_of(
        self,
        wanted: PositionWanted | ContinuedFrom,
        left_out: Container[str],
        only: Sequence[Library],
        among: Query,
    ) -> _Answers:
        found: list[Any] = []
        asked: list[str] = []
        covers: list[Message] = []
        records = 0
        problems: list[Message] = []
        ways: list[str] = []
        for library in only or self.libraries():
            if library.name in left_out:
                continue
            try:
                one = self._answer(library, wanted, among)
            except LibraryFailed as error:
                words = message("{name}: {why}", name=library.name, why=error.reason)
                problems.append(words)
                continue
            asked.append(library.name)
            ways += library.store.asked(lambda store: joined(among, store))
            records += library.store.manifest.records
            covers += [words for words in one.covers[1:] if words not in covers]
            named = one._replace(moves=[x._replace(library=library.name) for x in one.moves])
            if isinstance(named, Continued):
                elsewhere = named.elsewhere._replace(library=library.name)
                named = named._replace(elsewhere=elsewhere)
            found.append(named)
        told = (games_covered(records), *covers) if asked else ()
        return _Answers(found, tuple(asked), told, tuple(problems), tuple(ways))

    def _answer(
        self, library: Library, wanted: PositionWanted | ContinuedFrom, among: Query
    ) -> Any:
        key = library.folder, library.store.manifest.generation, wanted, among
        known = self._answers.get(key)
        if known is None:
            part = isinstance(wanted, ContinuedFrom)
            ask: Any = library.continued if part else library.explore_position
            known = self._answers[key] = ask(wanted, among)
            if len(self._answers) > _KEPT:
                self._answers.popitem(last=False)
        else:
            self._answers.move_to_end(key)
        return known

    def first_games(self, moves: Sequence[NextMove]) -> dict[tuple[str, int], Hit]:
        """The first games of moves, by library and id; without those that can't be asked now."""
        found: dict[tuple[str, int], Hit] = {}
        for library in self._open.values():
            records = [one.record for one in moves if one.library == library.name]
            try:
                hits = library.hits_of(records) if records else {}
            except LibraryFailed:
                continue
            found |= {(library.name, record): hit for record, hit in hits.items()}
        return found

    def close(self) -> None:
        """Let go of all tables."""
        for library in self._open.values():
            library.close()
        self._open.clear()
        self._answers.clear()


class TemporaryLibraries:
    """Libraries of what is open: made at once, in a temporary folder, and gone with it.

    Attributes:
        home: the folder that has them, "" while there are none.
    """

    def __init__(self) -> None:
        self.home = ""
        self._names: dict[str, Sequence[str]] = {}

    def of(self, name: str, sources: Sequence[str]) -> Library:
        """The library of files and folders, not built yet when it is new.

        A number follows a name that others have. Raises OSError where there can be no temporary folder.
        """
        if not self.home:
            self.home = tempfile.mkdtemp(prefix="qipu-")
        given, at = name, 1
        while self._names.get(given, sources) != sources:
            at += 1
            given = f"{name} {at}"
        self._names[given] = sources
        return named(given, sources, self.home)

    def has(self, library: Library) -> bool:
        """Whether a library is one of them."""
        return bool(self.home) and os.path.dirname(library.folder) == self.home

    def close(self) -> None:
        """Delete them."""
        if self.home:
            shutil.rmtree(self.home, ignore_errors=True)
            self.home = ""
