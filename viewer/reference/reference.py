"""Reference works: what one says of a position, the kinds that there are, the user's list."""

from __future__ import annotations

import json
import os
import struct
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from viewer.base.jobs import JobStep
from viewer.base.kept_json import kept_json
from viewer.base.limits import DEFAULT, Limits
from viewer.base.loading import load_named
from viewer.base.messages import Message, in_context, message, number
from viewer.base.named import NamedTuple
from viewer.base.refused import Refused
from viewer.base.source import FileSource
from viewer.base.system_errors import error_words
from viewer.games.game import Game
from viewer.tree.action import Move
from viewer.tree.evaluation import Evaluation


class ReferenceFault(Refused):
    """A reference work can't be opened, or something in it is broken."""


class KnownMove(NamedTuple):
    """What a reference work says of a move; None (or "") for what it doesn't say.

    Attributes:
        move: the move.
        weight: how much the work's author recommends it, beside the weights of the other moves.
        games: in which it was played.
        won: the part of these games that the player of the move won, 0.0 to 1.0.
        evaluation: of the position after it, for the first side.
        result: what the move leads to with best play, from a tablebase.
        zeroing: plies with best play until the next capture or move of a pawn ("distance to zeroing").
        reply: the expected answer.
        glyph: the number of the annotation glyph that the work gives it, 0 for none.
        comment: the work's own text.
        praise: 1 if the move wins by a tablebase, -1 if it loses, else 0.
        order: of two moves the one with the lower number comes first.
    """

    move: Move
    weight: int | None = None
    games: int | None = None
    won: float | None = None
    evaluation: Evaluation | None = None
    result: Message | None = None
    zeroing: int | None = None
    reply: Move | None = None
    glyph: int = 0
    comment: str = ""
    praise: int = 0
    order: int = 0


class Answer(NamedTuple):
    """What a reference work says of a position.

    Attributes:
        remark: of the position itself, or why it says no more; None for nothing.
        moves: the best first if it says so.
    """

    remark: Message | None
    moves: list[KnownMove]


class Column(NamedTuple):
    """A number or word that a reference work says of moves.

    Attributes:
        id: its key in JSON.
        name: its heading.
        value: what it says of a move: a number, a part (0.0 to 1.0), a Message, a move; None for nothing.
        number: whether it is a number; else words.
    """

    id: str
    name: Message
    value: Callable[[KnownMove], int | float | Message | Evaluation | Move | None]
    number: bool = True

    def shown(self, known: KnownMove, game: Game[Any], state: Any, style: str) -> str | Message:
        """The value for people, "" for none; `state` is the position, `style` that of the game's moves."""
        value = self.value(known)
        if value is None:
            return ""
        if isinstance(value, Evaluation):
            plain = value._replace(depth=None)
            return plain.shown(game.score_unit) if plain != Evaluation() else ""
        if isinstance(value, Move):
            answered = game.step(game.step(state, known.move), value)
            return "" if game.violation(answered) else game.notation(answered, style)
        if isinstance(value, float):
            return message("{percent} %", percent=round(100 * value))
        return number(value) if isinstance(value, int) else value


WEIGHT = Column("weight", message("Weight"), lambda one: one.weight)
GAMES = Column("games", message("Games"), lambda one: one.games)
WON = Column("won", in_context("share of games", "Won"), lambda one: one.won)
"""By the player of the move."""
SCORE = Column("score", message("Score"), lambda one: one.evaluation)
DEPTH = Column(
    "depth", message("Depth"), lambda one: one.evaluation.depth if one.evaluation else None
)
REPLY = Column("reply", message("Reply"), lambda one: one.reply, number=False)
RESULT = Column("result", message("Result"), lambda one: one.result, number=False)
ZEROING = Column("dtz", message("DTZ"), lambda one: one.zeroing)


class Reference(ABC):
    """An open reference work.

    Attributes:
        name: for people.
        game: the id of its game.
        columns: what it says of moves.
    """

    name: str
    game: str
    columns: tuple[Column, ...]

    computes: bool = False
    """Whether looking something up takes computing in Python; else it takes reading files."""

    @abstractmethod
    def look_up(self, state: Any) -> Iterator[KnownMove]:
        """The moves it knows for a position, one after the other; they may be illegal.

        Raises ReferenceFault.
        """

    def remark(self, state: Any) -> Message | None:
        """What it says of the position itself, or why it can't say all: a table is missing; None for nothing.

        Raises ReferenceFault.
        """
        return None

    @abstractmethod
    def close(self) -> None:
        """Close its files."""


def looking_up(work: Reference, game: Game[Any], state: Any) -> Iterator[JobStep[Answer]]:
    """The job that looks up a position; its last step has the answer.

    Two positions may share a key in a book: illegal moves belong to another one, and are left out.
    Raises ReferenceFault.
    """
    found: dict[Move, KnownMove] = {}
    remark: Message | None = None
    if work.game == game.id:
        for known in work.look_up(state):
            if known.move not in found and game.violation(game.step(state, known.move)) is None:
                found[known.move] = known
            yield JobStep(len(found), 0)
        remark = work.remark(state)
        if remark is None and not found:
            remark = message("It has no move here.")
    else:
        remark = message("It has no positions of {game}.", game=game.name)
    yield JobStep(1, 1, Answer(remark, sorted(found.values(), key=lambda one: one.order)))


@contextmanager
def reading(name: str) -> Iterator[None]:
    """Turn errors of the disk into ReferenceFault, with the name of the file."""
    try:
        yield
    except OSError as error:
        why = error_words(error)
        raise ReferenceFault(message("{name} can't be read: {why}.", name=name, why=why)) from error


# ------------------------------------ the kinds of works: what a file is, and how it is opened


_HEAD = 64
_ENTRY = struct.Struct(">QH6x")  # of a Polyglot book
_QUEEN, _SAMPLES = 4, 64
_TEXT, _BINARY, _SQLITE = b"#YANEURAOU-DB2016", b"YANE-BINBOOK", b"SQLite format 3\0"
_VERSION = b"-V1\0"


class Kind(NamedTuple):
    """A kind of reference work.

    Attributes:
        id: stable.
        game: the id of its game.
        suffix: of its files, "" for a folder.
        opened_by: "module:function" that makes the job of opening one, given its path, its name and the
            limits; the modules load python-chess or rsshogi.
        made_by: "module:class" of the `BookWriter` that writes new ones, "" where none are made.
    """

    id: str
    game: str
    suffix: str
    opened_by: str
    made_by: str = ""


POLYGLOT = Kind(
    "polyglot",
    "chess",
    ".bin",
    "viewer.reference.polyglot:opening",
    "viewer.reference.polyglot:PolyglotWriter",
)
TEXT = Kind(
    "yaneuraou",
    "shogi",
    ".db",
    "viewer.reference.yaneuraou:text_opening",
    "viewer.reference.yaneuraou:YaneuraOuWriter",
)
BINARY = Kind(
    "yaneuraou-binary",
    "shogi",
    ".ybb",
    "viewer.reference.yaneuraou:binary_opening",
)
SBK = Kind("sbk", "shogi", ".sbk", "viewer.reference.sbk:opening")
SYZYGY = Kind("syzygy", "chess", "", "viewer.reference.syzygy:opening")
KINDS = (POLYGLOT, TEXT, BINARY, SBK, SYZYGY)


def suffixes(game: str) -> list[str]:
    """The suffixes of the books of a game."""
    return [kind.suffix for kind in KINDS if kind.game == game and kind.suffix]


def kind_of(path: str) -> Kind:
    """What a file or folder is, by its content. Raises ReferenceFault if Qipu can't use it."""
    name = os.path.basename(path.rstrip("/\\")) or path
    if os.path.isdir(path):
        return SYZYGY
    with reading(name):
        source = FileSource(path)
    try:
        with reading(name):
            return _kind(source, name)
    finally:
        source.close()


def _kind(source: FileSource, name: str) -> Kind:
    head = source.read(0, _HEAD)
    if head.removeprefix(b"\xef\xbb\xbf").startswith(_TEXT):
        return TEXT
    if head.startswith(_BINARY + _VERSION):
        return BINARY
    if head.startswith(_BINARY):
        raise ReferenceFault(
            message("{name} is of a newer kind, which Qipu doesn't know yet.", name=name)
        )
    if head.startswith(_SQLITE):
        raise ReferenceFault(
            message(
                "{name} is a database of SQLite, such as the .obk books of xiangqi programs. How their keys "
                "are made isn't published, so Qipu can't look anything up in it.",
                name=name,
            )
        )
    if name.lower().endswith(SBK.suffix):
        return SBK
    if _is_polyglot(source):
        return POLYGLOT
    raise ReferenceFault(
        message("{name} is no opening book that Qipu knows: {kinds}.", name=name, kinds=_known())
    )


def _known() -> str:
    return ", ".join(kind.suffix for kind in KINDS if kind.suffix)


def _is_polyglot(source: FileSource) -> bool:
    """Whether a file can be a Polyglot book: in places all over it, keys are sorted and moves are moves."""
    count, rest = divmod(source.size, _ENTRY.size)
    if rest or not count:
        return False
    last = 0
    for place in sorted({index * (count - 1) // _SAMPLES for index in range(_SAMPLES + 1)}):
        key, packed = _ENTRY.unpack(source.read(place * _ENTRY.size, _ENTRY.size))
        target, origin, promotion = packed & 63, packed >> 6 & 63, packed >> 12
        if key < last or origin == target or promotion > _QUEEN:
            return False
        last = key
    return True


def opening(path: str, limits: Limits = DEFAULT) -> Iterator[JobStep[Reference]]:
    """The job that opens a work; its last step has it. Raises ReferenceFault."""
    kind = kind_of(path)
    name = os.path.basename(path.rstrip("/\\")) or path
    job: Iterator[JobStep[Reference]] = load_named(kind.opened_by)(path, name, limits)
    yield from job


# --------------------------------- the user's list of works, as text that is kept between runs


class ChosenWork(NamedTuple):
    """A reference work of the user's list.

    Attributes:
        path: of its file or folder, absolute.
        game: the id of its game.
    """

    path: str
    game: str


def read_works(text: str) -> tuple[ChosenWork, ...]:
    """The works of a text of `works_text`. Entries that can't be read are left out."""
    entries = kept_json(text)
    found: list[ChosenWork] = []
    for entry in entries if isinstance(entries, list) else ():
        match entry:
            case {"path": str(path), "game": str(game)} if path and game:
                found.append(ChosenWork(path, game))
    return tuple(dict.fromkeys(found))


def works_text(works: Iterable[ChosenWork]) -> str:
    """Works as JSON."""
    return json.dumps([work._asdict() for work in works], indent=1, ensure_ascii=False)
