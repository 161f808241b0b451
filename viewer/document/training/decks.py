"""Decks: the mistakes of a player in files and folders, kept in a file that grows as games are analysed.

A deck is a file of lines of JSON: its order, then for each game its mistakes; of several lines for one game
the last counts. Lines that aren't understood stay where they are. Beside it an index says which files and
records were read, so that only what is new or changed is read again; without it all is. Games are known by
their players and moves: one that is in another file now keeps its problems, those of one that isn't there
any more are set aside, and come back with it.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from sys import intern

from viewer.base.files import SYSTEM, FileSystem
from viewer.base.garbage import GarbagePause, settle
from viewer.base.jobs import JobStep
from viewer.base.line_files import UNREADABLE, append_lines, lines_of
from viewer.base.messages import Message, counted, message
from viewer.base.named import NamedTuple
from viewer.base.refused import Refused
from viewer.base.source import BytesGone
from viewer.base.system_errors import WordedError, error_words
from viewer.document.record_set import files_of
from viewer.document.training.drill import MOST_NEW, sorted_out
from viewer.document.training.games_read import (
    DeckIndex,
    DeckOrder,
    Row,
    encoded,
    game_line,
    reading,
)
from viewer.document.training.history import TrainingHistory
from viewer.document.training.mistakes import Mistake, unpacked
from viewer.document.whose_games import Told, told_words

SUFFIX = ".jsonl"
"""Of the files of decks."""
INDEX = ".index.json"
"""Of the file beside a deck that says what was read."""


class Card(NamedTuple):
    """A problem of a deck.

    Attributes:
        mistake: the latest one in its position.
        path, record: of the game, the record by its number from 0.
        times: how many games have it.
        key: of the problem in the history of training.
    """

    mistake: Mistake
    path: str
    record: int
    times: int
    key: str


class Listed(NamedTuple):
    """A problem of a deck as it is listed; `Deck.card` reads what it asks.

    Attributes:
        key: of the problem in the history of training.
        game: the id of its game.
        times: how many games have it.
        of, number: the latest game with it, and which of its mistakes it is.
    """

    key: str
    game: str
    times: int
    of: _Packed
    number: int


class _Game(NamedTuple):
    path: str
    record: int
    id: str
    keys: tuple[str, ...]  # of its mistakes
    line: bytes | int  # with them: itself, or where it stands in the file
    length: int


_Packed = tuple[str, int, str, tuple[str, ...], bytes | int, int]
"""A `_Game` as it is kept: a plain tuple, which the garbage collector lets alone."""


def _packed(
    path: str, record: int, mistakes: Sequence[Mistake], line: bytes | int, length: int
) -> _Packed:
    keys = tuple(one.key for one in mistakes)
    return path, record, mistakes[0].game if mistakes else "", keys, line, length


class DeckNews(NamedTuple):
    """What came of bringing a deck up to date.

    Attributes:
        read: games that were read.
        kept: games that were known already.
        new: problems that weren't in the deck before.
        problems: in the deck now.
        aside: problems whose games aren't there any more.
        told: what is to be known of games.
        unread: files that couldn't be read, with the reason.
    """

    read: int
    kept: int
    new: int
    problems: int
    aside: int
    told: Counter[Told]
    unread: tuple[tuple[str, Message], ...]

    @property
    def words(self) -> list[Message]:
        """In sentences."""
        found = [
            counted(
                "{count} problem in the deck, {new} new.",
                "{count} problems in the deck, {new} new.",
                self.problems,
                new=self.new,
            )
        ]
        if self.aside:
            found.append(
                counted(
                    "{count} problem is set aside: its game isn't there any more.",
                    "{count} problems are set aside: their games aren't there any more.",
                    self.aside,
                )
            )
        found += told_words(self.told)
        found += [message("{path}: {why}", path=path, why=why) for path, why in self.unread]
        return found


class Deck:
    """A deck in its file.

    Attributes:
        path: of the file, "" for one that isn't kept.
        order: what it is made of.
        problem: why the file can't be read, or is no deck; None if it is one.

    Of the problems only keys are kept in memory.
    """

    def __init__(
        self, path: str, order: DeckOrder | None = None, files: FileSystem = SYSTEM
    ) -> None:
        """`order`: another one than the file's, if there is one."""
        self.path = path
        self.order = order or DeckOrder(())
        self._given = order is not None
        self._kept: DeckOrder | None = None  # what the file says
        self._files = files
        self._games: dict[str, _Packed] = {}
        self._index = DeckIndex(path + INDEX, files)
        self.problem: Message | None = None

    @property
    def name(self) -> str:
        """Its name: that of the file."""
        return os.path.basename(self.path).removesuffix(SUFFIX)

    # -------------------------------------------------------------------------------- reading

    def reading(self) -> Iterator[JobStep[None]]:
        """The job that reads the deck, for a thread; a missing one is empty."""
        if not self.path:
            return
        self._index.read()
        self._games, self._kept, self.problem = {}, None, None  # of the file as it is now
        some = known = False
        at = 0
        with GarbagePause():  # games by the thousand, and no rings among them
            for line in lines_of(self._files, self.path):
                some = some or bool(line)
                with suppress(*UNREADABLE):
                    self._take(line, at)
                    known = True
                at += len(line) + 1
                yield JobStep(0, 0)
        settle()
        if some and not known:
            self.problem = message("{path}: this file is no deck.", path=self.path)
        if self._index.kept > len(self._games):  # lines are gone: their games are read again
            self._index.forget(None)

    def _take(self, line: bytes, at: int) -> None:
        said = json.loads(line)
        if "sources" in said:
            self._kept = DeckOrder.unpacked(said)
            if not self._given:
                self.order = self._kept
            return
        mistakes = list(map(unpacked, said["mistakes"]))
        record = said["record"]
        if type(record) is int:
            path = intern(str(said["file"]))
            self._games[str(said["game"])] = _packed(path, record, mistakes, at, len(line))

    def delete(self) -> None:
        """Delete its files. Raises OSError."""
        for path in (self.path, self.path + INDEX):
            with suppress(FileNotFoundError):
                self._files.remove(path)

    # ------------------------------------------------------------------------------- asking

    def listed(self) -> list[Listed]:
        """The problems whose games are there, in the order in which they came."""
        found: dict[str, Listed] = {}
        for packed in self._there():
            game = _Game(*packed)
            for number, key in enumerate(game.keys):
                known = found.get(key)
                times = 1 + (known.times if known else 0)
                found[key] = Listed(key, game.id, times, packed, number)
        return list(found.values())

    def card(self, one: Listed) -> Card:
        """A problem that is listed. Raises OSError if the deck's file has lost it."""
        game = _Game(*one.of)
        return Card(self._mistakes(game)[one.number], game.path, game.record, one.times, one.key)

    def due(
        self, problems: Sequence[Listed], history: TrainingHistory, until: datetime
    ) -> Iterator[JobStep[list[Card]]]:
        """The job that reads the history and finds what is due by a moment, then some that are new."""
        for _ in history.reading():
            yield JobStep(0, 0)
        ready, new, _ = sorted_out(problems, history, until)
        yield JobStep(1, 1, list(map(self.card, [*ready, *new[:MOST_NEW]])))

    def _mistakes(self, game: _Game) -> tuple[Mistake, ...]:
        """The mistakes of a game, from its line. Raises OSError."""
        line = game.line
        if isinstance(line, int):
            fd = self._files.open_read(self.path)
            try:
                line = self._files.read_at(fd, game.length, line)
            finally:
                self._files.close(fd)
        with suppress(*UNREADABLE):
            mistakes = tuple(map(unpacked, json.loads(line)["mistakes"]))
            if tuple(one.key for one in mistakes) == game.keys:
                return mistakes
        raise BytesGone

    @property
    def aside(self) -> int:
        """How many problems are set aside, since none of their games is there any more."""
        return len(_keys(self._games.values()) - _keys(self._there()))

    def _there(self) -> list[_Packed]:
        there = self._index.games
        return [game for key, game in self._games.items() if there is None or key in there]

    # ------------------------------------------------------------------------------ growing

    def follow(self, own_names: str) -> None:
        """Have the names of the settings, if the deck is of the person's own mistakes."""
        if self.order.own and own_names.strip():
            player = self.order.player._replace(names=own_names)
            self.order = self.order._replace(player=player)

    def renewing(self) -> Iterator[JobStep[DeckNews]]:
        """The job that reads the deck, then what is new or changed, as `growing`."""
        for _ in self.reading():
            yield JobStep(0, 0)
        if self.problem is None and not self.order.sources:
            self.problem = message("Name the games that the deck is to be made of.")
        if self.problem is not None:
            raise WordedError(self.problem)
        yield from self.growing()

    def growing(self) -> Iterator[JobStep[DeckNews]]:
        """The job that reads what is new or changed in the sources; its last step has what came of it.

        Raises OSError if the deck can't be written, or no process can be started.
        """
        index, order = self._index, self.order
        before = _keys(self._games.values())
        if index.order != order.packed():
            index.forget(order.packed())
        told: Counter[Told] = Counter()
        unread: list[tuple[str, Message]] = []
        stamps: dict[str, list[int]] = {}
        for path in dict.fromkeys(files_of(order.sources)):
            try:
                stamps[path] = self._stamp_of(path)
            except Refused as error:
                unread.append((path, error.reason))
            yield JobStep(0, 0)
        known = index.known
        todo = {path: one for path, one in stamps.items() if index.files.get(path, ([],))[0] != one}
        kept = sum(len(index.files[path][1]) for path in stamps if path not in todo)
        files = {path: index.files[path] for path in stamps if path not in todo}
        lines: list[bytes] = []
        read = 0
        job = reading(list(todo), frozenset(known), order, self._files)
        for step in job:
            if step.result is not None:
                path, rows, why = step.result
                if why is not None:
                    unread.append((path, why))
                    continue
                records = files.setdefault(path, (todo[path], {}))[1]
                for row in rows:
                    game = known.get(row.digest)
                    records[row.number] = f"{row.digest} {row.game if game is None else game}"
                    if game is not None:
                        kept += 1
                        continue
                    read += 1
                    told.update(row.told)
                    self._renew(row, path, lines)
            yield JobStep(step.done, step.total, waiting=step.waiting)
        hidden = (path for path in index.files if path not in files and self._is_hidden(path))
        index.files = files | {path: index.files[path] for path in hidden}
        self._find_again(lines)
        self._write(lines)
        now = _keys(self._there())
        new = len(now - before)
        news = DeckNews(read, kept, new, len(now), self.aside, told, tuple(unread))
        yield JobStep(1, 1, news)

    def _stamp_of(self, path: str) -> list[int]:
        """The stamp of a file. Raises Refused for what is none, or isn't there."""
        try:
            stamp = self._files.stamp_of(path)
        except OSError as error:
            raise Refused(error_words(error)) from error
        if stamp is None:
            raise Refused(message("It isn't there any more."))
        if self._files.is_folder(path):
            try:
                self._files.names_beside(os.path.join(path, ""))
            except OSError as error:
                raise Refused(error_words(error)) from error
            raise Refused(message("There are no records in this folder."))
        return list(stamp)

    def _is_hidden(self, path: str) -> bool:
        """Whether a file that was read before can't be read now, though it may be there."""
        try:
            self._files.close(self._files.open_read(path))
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            return False
        except OSError:
            return True
        return False

    def _renew(self, row: Row, path: str, lines: list[bytes]) -> None:
        """Take the mistakes of a game that was read."""
        known = self._games.get(row.game)
        if known is None and not row.keys:
            return
        line = row.line
        game: _Packed = (path, row.number, row.id, row.keys, line, len(line))
        if known is not None:
            before = self._mistakes(_Game(*known))
            mistakes = tuple(_as_posed(self._mistakes(_Game(*game)), before))
            if (*known[:2], before) == (path, row.number, mistakes):
                return
            line = game_line(row.game, path, row.number, mistakes)
            game = _packed(path, row.number, mistakes, line, len(line))
        self._games[row.game] = game
        lines.append(line)

    def _find_again(self, lines: list[bytes]) -> None:
        """Say where games are now whose file is gone."""
        places: dict[str, tuple[str, int]] = {}
        for path, (_, records) in self._index.files.items():
            for number, one in records.items():
                _, key = one.split(" ")
                known = self._games.get(key)
                if known is not None and (key not in places or known[0] == path):
                    places[key] = (path, number)
        for key, place in places.items():
            if self._games[key][:2] != place:
                mistakes = self._mistakes(_Game(*self._games[key]))
                line = game_line(key, *place, mistakes)
                self._games[key] = _packed(*place, mistakes, line, len(line))
                lines.append(line)

    def _write(self, lines: Sequence[bytes]) -> None:
        """Add lines to the file, and put the index beside it."""
        if not self.path:
            return
        folder = os.path.dirname(self.path)
        if folder and not self._files.is_folder(folder):  # one that is there may be others' too
            self._files.make_private_folder(folder)
        if self._kept != self.order:
            lines = [encoded({"form": 1, **self.order.packed()}), *lines]
        if lines:
            append_lines(self._files, self.path, b"".join(lines))
            self._kept = self.order
        with suppress(OSError):  # without it all is read again
            self._index.write(len(self._games))


def _keys(games: Iterable[_Packed]) -> set[str]:
    return {key for game in games for key in _Game(*game).keys}


def _as_posed(mistakes: Iterable[Mistake], known: Iterable[Mistake]) -> Iterator[Mistake]:
    """Mistakes with the answers under which they were posed before, where the best move is the same.

    A deeper analysis has longer lines: the problem stays the one that was tried.
    """
    before = {(one.setup, one.answers[0][0]): one.answers[0] for one in known}
    for one in mistakes:
        best, *others = one.answers
        line = before.get((one.setup, best[0]), best)
        yield one._replace(answers=(line, *others))
