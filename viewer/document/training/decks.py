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
from typing import Any

from viewer.base.files import SYSTEM, FileSystem
from viewer.base.garbage import GarbagePause, settle
from viewer.base.jobs import JobStep
from viewer.base.line_files import UNREADABLE, append_lines, lines_of
from viewer.base.messages import Message, counted, message
from viewer.base.named import NamedTuple
from viewer.base.refused import Refused
from viewer.base.system_errors import error_words
from viewer.document.record_set import files_of
from viewer.document.training.drill import MOST_NEW, sorted_out
from viewer.document.training.games_read import DeckIndex, DeckOrder, reading
from viewer.document.training.history import TrainingHistory
from viewer.document.training.mistakes import Mistake, packed, unpacked
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


class _Game(NamedTuple):
    path: str
    record: int
    mistakes: tuple[Mistake, ...]
    keys: tuple[str, ...]  # of the mistakes


def _game(path: str, record: int, mistakes: tuple[Mistake, ...]) -> _Game:
    return _Game(path, record, mistakes, tuple(one.key for one in mistakes))


def due_cards(
    cards: Sequence[Card], history: TrainingHistory, until: datetime
) -> Iterator[JobStep[list[Card]]]:
    """The job that reads the history and finds what is due by a moment, then some that are new."""
    for _ in history.reading():
        yield JobStep(0, 0)
    ready, new, _ = sorted_out(cards, history, until)
    yield JobStep(1, 1, [*ready, *new[:MOST_NEW]])


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
        problem: why the file couldn't be read or written, None if it could.
        foreign: whether its file has something, but nothing of a deck.
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
        self._games: dict[str, _Game] = {}
        self._index = DeckIndex(path + INDEX, files)
        self.problem: Message | None = None
        self.foreign = False

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
        some = known = False
        with GarbagePause():  # mistakes by the thousand, and no rings among them
            for line in lines_of(self._files, self.path):
                some = some or bool(line)
                with suppress(*UNREADABLE):
                    self._take(json.loads(line))
                    known = True
                yield JobStep(0, 0)
        settle()
        self.foreign = some and not known

    def _take(self, said: Any) -> None:
        if "sources" in said:
            self._kept = DeckOrder.unpacked(said)
            if not self._given:
                self.order = self._kept
        else:
            mistakes = tuple(map(unpacked, said["mistakes"]))
            record = said["record"]
            if type(record) is int:
                self._games[str(said["game"])] = _game(str(said["file"]), record, mistakes)

    def delete(self) -> None:
        """Delete its files. Raises OSError."""
        for path in (self.path, self.path + INDEX):
            with suppress(FileNotFoundError):
                self._files.remove(path)

    # ------------------------------------------------------------------------------- asking

    def cards(self) -> list[Card]:
        """The problems whose games are there, in the order in which they came."""
        found: dict[str, Card] = {}
        for path, record, mistakes, keys in self._there():
            for one, key in zip(mistakes, keys, strict=True):
                known = found.get(key)
                found[key] = Card(one, path, record, 1 + (known.times if known else 0), key)
        return list(found.values())

    @property
    def aside(self) -> int:
        """How many problems are set aside, since none of their games is there any more."""
        return len(_keys(self._games.values()) - _keys(self._there()))

    def _there(self) -> list[_Game]:
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
                for number, digest, game, mistakes, some in rows:
                    if mistakes is None:
                        kept += 1
                        records[number] = (digest, known[digest])
                        continue
                    read += 1
                    told.update(some)
                    records[number] = (digest, game)
                    self._renew(game, path, number, tuple(map(unpacked, mistakes)), lines)
            yield JobStep(step.done, step.total, waiting=step.waiting)
        index.files = files
        self._find_again(lines)
        self._write(lines)
        now = self.cards()
        new = sum(card.key not in before for card in now)
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
            raise Refused(message("There are no records in this folder."))
        return list(stamp)

    def _renew(
        self,
        key: str,
        path: str,
        record: int,
        mistakes: tuple[Mistake, ...],
        lines: list[bytes],
    ) -> None:
        """Take the mistakes of a game that was read."""
        known = self._games.get(key)
        if known is None and not mistakes:
            return
        if known is not None:
            mistakes = tuple(_as_posed(mistakes, known.mistakes))
        game = _game(path, record, mistakes)
        if known != game:
            self._games[key] = game
            lines.append(_line(key, game))

    def _find_again(self, lines: list[bytes]) -> None:
        """Say where games are now whose file is gone."""
        places: dict[str, tuple[str, int]] = {}
        for path, (_, records) in self._index.files.items():
            for number, (_, key) in records.items():
                known = self._games.get(key)
                if known is not None and (key not in places or known.path == path):
                    places[key] = (path, number)
        for key, place in places.items():
            if self._games[key][:2] != place:
                path, record = place
                self._games[key] = self._games[key]._replace(path=path, record=record)
                lines.append(_line(key, self._games[key]))

    def _write(self, lines: Sequence[bytes]) -> None:
        """Add lines to the file, and put the index beside it."""
        if not self.path:
            return
        folder = os.path.dirname(self.path)
        if folder and not self._files.is_folder(folder):  # one that is there may be others' too
            self._files.make_private_folder(folder)
        if self._kept != self.order:
            lines = [_encoded({"form": 1, **self.order.packed()}), *lines]
        if lines:
            append_lines(self._files, self.path, b"".join(lines))
            self._kept = self.order
        self._index.write()


def _keys(games: Iterable[_Game]) -> set[str]:
    return {key for game in games for key in game.keys}


def _line(key: str, game: _Game) -> bytes:
    mistakes = list(map(packed, game.mistakes))
    return _encoded({"game": key, "file": game.path, "record": game.record, "mistakes": mistakes})


def _encoded(line: dict[str, Any]) -> bytes:
    return json.dumps(line, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"


def _as_posed(mistakes: Iterable[Mistake], known: Iterable[Mistake]) -> Iterator[Mistake]:
    """Mistakes with the answers under which they were posed before, where the best move is the same.

    A deeper analysis has longer lines: the problem stays the one that was tried.
    """
    before = {(one.setup, one.answers[0][0]): one.answers[0] for one in known}
    for one in mistakes:
        best, *others = one.answers
        line = before.get((one.setup, best[0]), best)
        yield one._replace(answers=(line, *others))
