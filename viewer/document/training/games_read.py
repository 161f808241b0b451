"""Finding the mistakes in the games of files, and remembering which games were read.

Long files are read by parts, in several processes.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import Any

from viewer.base.files import FileSystem
from viewer.base.jobs import JobStep
from viewer.base.late_writing import put_whole
from viewer.base.line_files import UNREADABLE, lines_of
from viewer.base.messages import Message, message
from viewer.base.mistakes import reason
from viewer.base.named import NamedTuple
from viewer.base.person_names import OwnNames
from viewer.base.processes import on_files
from viewer.base.system_errors import error_words
from viewer.document.training.mistakes import (
    USUAL,
    Bound,
    Mistake,
    Player,
    mistakes_in,
    packed,
)
from viewer.document.whose_games import Told
from viewer.formats import FORMATS
from viewer.formats.detect import find_all, load_file
from viewer.formats.format import Collection, Unreadable

_TOGETHER = 100  # records whose mistakes are handed on at once


class DeckOrder(NamedTuple):
    """What a deck is made of.

    Attributes:
        sources: files and folders.
        player: whose mistakes.
        bound: what a move has to lose.
        own: whether the names are those of the settings, and follow them.
    """

    sources: tuple[str, ...]
    player: Player = Player()
    bound: Bound = USUAL
    own: bool = False

    def packed(self) -> dict[str, Any]:
        """As JSON can hold it."""
        return {
            "sources": list(self.sources),
            "player": self.player.names,
            "side": self.player.side,
            "chance": self.bound.chance,
            "points": self.bound.points,
            "own": self.own,
        }

    @classmethod
    def unpacked(cls, data: Any) -> DeckOrder:
        """What `packed` packed; raises KeyError, TypeError or AttributeError without sources."""
        side = data.get("side")
        bound = (
            float(one) if isinstance(one := data.get(key), (int, float)) else None
            for key in ("chance", "points")
        )
        player = Player(str(data.get("player", "")), side if side in (0, 1) else None)
        sources = tuple(map(str, data["sources"]))
        return cls(sources, player, Bound(*bound), data.get("own") is True)


class Row(NamedTuple):
    """A record that was read.

    Attributes:
        number: in its file. digest: of its bytes, "" if it has none of its own.
        told: what is to be known of it.
        game: the key of the game; this and what follows is empty where the digest was known.
        id: of its game. keys: of its mistakes, in the history of training.
        line: of the deck, with the mistakes.
    """

    number: int
    digest: str
    told: Counter[Told]
    game: str = ""
    id: str = ""
    keys: tuple[str, ...] = ()
    line: bytes = b""


Rows = tuple[str, list[Row], "Message | None"]
"""Some rows of a file; or why it couldn't be read."""


def encoded(line: dict[str, Any]) -> bytes:
    """A line of a deck."""
    return json.dumps(line, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"


def game_line(key: str, path: str, record: int, mistakes: Iterable[Mistake]) -> bytes:
    """The line of a game."""
    said = list(map(packed, mistakes))
    return encoded({"game": key, "file": path, "record": record, "mistakes": said})


def reading(
    paths: Sequence[str], known: frozenset[str], order: DeckOrder, files: FileSystem
) -> Iterator[JobStep[Rows]]:
    """The job that reads files."""

    def failed(path: str, error: Exception) -> Rows:
        return path, [], message("{why}", why=reason(error))

    return on_files(mistakes_of_file, paths, (known, order), failed, files)


def mistakes(
    source: str | os.PathLike[str] | Collection,
    player: str = "",
    side: int | None = None,
    *,
    chance: float | None = None,
    points: float | None = None,
) -> list[Mistake]:
    """The mistakes in analysed games: of a file, of a collection or a document.

    Args:
        source: the games.
        player: whose mistakes, spellings apart by lines; "" for whoever plays.
        side: 0 or 1 for those of one side only.
        chance: of winning (0.0 to 1.0) that a move has to lose; None for what programs of the game call
            a mistake.
        points: that it has to lose in go.

    Raises Unreadable, OSError if the file can't be read.
    """
    opened = load_file(os.fspath(source)) if isinstance(source, (str, os.PathLike)) else None
    collection = source if opened is None else opened
    assert not isinstance(collection, (str, os.PathLike))
    found: list[Mistake] = []
    try:
        find_all(collection)
        format_, own = FORMATS[collection.format].load(), OwnNames(player)
        for number in range(len(collection)):
            record = collection.record(number)
            bound = Bound(chance, points)
            found += mistakes_in(record, format_, Player(player, side), own, bound).mistakes
    finally:
        if opened is not None and opened.source is not None:
            opened.source.close()
    return found


def mistakes_of_file(
    path: str, known: frozenset[str], order: DeckOrder, part: int, parts: int
) -> Iterator[JobStep[Rows]]:
    """The job that finds the mistakes in every `parts`th record of a file, from the number `part` on.

    Records whose bytes are known by their digest aren't read.
    """
    try:
        collection = load_file(path)
    except Unreadable as error:
        yield JobStep(1, 1, (path, [], error.reason))
        return
    except OSError as error:
        yield JobStep(1, 1, (path, [], error_words(error)))
        return
    try:
        find_all(collection)
        own = OwnNames(order.player.names)
        rows: list[Row] = []
        count = len(collection)
        for number in range(part, count, parts):
            rows.append(_row(collection, path, number, known, order, own))
            if len(rows) == _TOGETHER:
                yield JobStep(number, count, (path, rows, None))
                rows = []
            else:
                yield JobStep(number, count)
        yield JobStep(1, 1, (path, rows, None))
    except OSError as error:
        yield JobStep(1, 1, (path, [], error_words(error)))
    finally:
        if collection.source is not None:
            collection.source.close()


def _row(
    collection: Collection,
    path: str,
    number: int,
    known: frozenset[str],
    order: DeckOrder,
    own: OwnNames,
) -> Row:
    digest = ""
    span = collection.span(number)
    if span is not None and collection.source is not None:
        data = collection.source.read(span.start, span.length)
        digest = blake2b(data.strip(), digest_size=12).hexdigest()
        if digest in known:
            return Row(number, digest, Counter())
    try:
        record = collection.record(number)
        format_ = FORMATS[collection.format].load()
        key, found, told = mistakes_in(record, format_, order.player, own, order.bound)
    except OSError:
        raise
    except Exception:  # one game that no reader understands must not keep the others from the deck
        return Row(number, digest, Counter({Told.UNREAD: 1}))
    keys, line = tuple(one.key for one in found), game_line(key, path, number, found)
    return Row(number, digest, told, key, record.game, keys, line)


class DeckIndex:
    """Which files and records were read.

    Attributes:
        order: for which order, as JSON has it; None if nothing was read.
        kept: how many games the deck had then.
        files: by path the stamp, and by number of each record the digest of its bytes ("" if it has none of
            its own), a space, and the key of its game.
    """

    def __init__(self, path: str, files: FileSystem) -> None:
        self._path, self._files = path, files
        self.order: dict[str, Any] | None = None
        self.kept = 0
        self.files: dict[str, tuple[list[int], dict[int, str]]] = {}

    @property
    def games(self) -> frozenset[str] | None:
        """The games that are there; None if nobody knows."""
        if self.order is None:
            return None
        return frozenset(key for _, key in self._records())

    @property
    def known(self) -> dict[str, str]:
        """The games of the records that were read, by their digests."""
        return {digest: key for digest, key in self._records() if digest}

    def _records(self) -> Iterator[tuple[str, str]]:
        for _, records in self.files.values():
            for one in records.values():
                digest, _, key = one.partition(" ")
                yield digest, key

    def forget(self, order: dict[str, Any] | None) -> None:
        """Begin again, for another order, if it is known."""
        self.order, self.files = order, {}

    def read(self) -> None:
        """Read it; one that can't be understood counts as none."""
        with suppress(*UNREADABLE):
            said = json.loads(b"\n".join(lines_of(self._files, self._path)))
            self.files = {
                str(path): ([int(one) for one in stamp], dict(enumerate(records.splitlines())))
                for path, (stamp, records) in said["files"].items()
            }
            self.order = dict(said["order"])
            self.kept = int(said.get("kept", 0))

    def write(self, kept: int) -> None:
        """Write it in place of the one before. `kept`: how many games the deck has."""
        files = {
            path: [stamp, "\n".join(records[at] for at in sorted(records))]
            for path, (stamp, records) in self.files.items()
        }
        data = json.dumps({"order": self.order, "kept": kept, "files": files}).encode("ascii")
        put_whole(self._path, data, self._files)
