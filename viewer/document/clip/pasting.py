"""Pasted text: records in any format, a position, or moves that fit at a node."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice

from viewer.base.jobs import JobStep
from viewer.base.messages import Message, message
from viewer.base.source import BytesSource, Source
from viewer.document.clip.clip_records import MOST, carried
from viewer.document.clip.told import TextGames, allowed, games_of
from viewer.document.edits import AnyRecord, RecordData
from viewer.document.placed import OtherGame, as_data
from viewer.formats import FORMATS
from viewer.formats.detect import detect, load_source
from viewer.formats.format import Collection, Unreadable
from viewer.formats.kit.diagnostics import is_meaningless
from viewer.formats.kit.diagrams import with_marks_of
from viewer.formats.kit.foreign import by_roles, with_breaks_of
from viewer.formats.kit.recognising import game_of_ranks
from viewer.formats.prose.article import Stretch
from viewer.formats.prose.reading import article
from viewer.formats.prose.text import MOST as MOST_SAID
from viewer.formats.prose.text import Told, read
from viewer.games import GAMES, game_of
from viewer.games.game import Game, State
from viewer.games.states import States
from viewer.tree.action import Move, Setup, Written
from viewer.tree.annotation import BEFORE
from viewer.tree.diagnostic import Severity
from viewer.tree.node import Node
from viewer.tree.record import Record
from viewer.tree.serial import NodeData

_LONGEST_POSITION = 1000
_UTF8 = "utf-8"
_FEW = 8
MOST_TEXT = 32 * 1024 * 1024
"""Characters of text that are looked at."""
_BEGINNING = 20_000  # bytes
LONG_BARE = 60_000
"""Bytes of a bare text beyond which reading it at once would hold the window."""


class PastedRecords:
    """Records in a text, at most `MOST`, read on demand.

    Attributes:
        collection: all records of the text.
        format: of the text.
    """

    def __init__(self, collection: Collection) -> None:
        self.collection = collection
        self.format = collection.format
        for _ in collection.indexing():
            if len(collection) >= MOST:
                break

    def __len__(self) -> int:
        return min(len(self.collection), MOST)

    @cached_property
    def first(self) -> Record:
        """The first record."""
        return self.collection.record(0)

    def records(self) -> Iterator[Record]:
        """Each of them."""
        return map(self.collection.record, range(len(self)))

    def has(self, game: str) -> bool:
        """Whether one of the first records is of a game."""
        return any(record.game == game for record in islice(self.records(), _FEW))

    def fits(self) -> bool:
        """Whether the first record has headers, or no moves, or the first of them is legal at its start."""
        record = self.first
        if self.headed or not record.root.children:
            return True
        game = game_of(record.game)
        return bool(moves_in(record, game, game.start_of(record))[0])

    def is_in(self, moves: int) -> bool:
        """Whether it is a bare list of at most so many moves."""
        return not self.headed and 1 < len(self.first.nodes) <= moves + 1

    @property
    def headed(self) -> bool:
        """Whether the first record has headers."""
        return any(header.value for header in self.first.headers)

    def is_whole(self, *states: State) -> bool:
        """Whether all of the text is understood: records, a position, or legal moves.

        The moves are legal at the start of the record, without headers at one of some states of its game.
        Of several without headers, those of each of the first are legal at its start.
        """
        record, several = self.first, len(self) > 1
        if (several and self.headed) or not record.root.children:
            return True
        game = game_of(record.game)
        start = game.start_of(record)
        if game.unplayed(start) is not None:
            return True  # nobody knows
        if self.headed:
            return is_legal(record, game, start)
        if any(one.severity is not Severity.INFO for one in self.collection.diagnostics):
            return False
        if several:
            games = ((one, game_of(one.game)) for one in islice(self.records(), _FEW))
            return all(is_legal(one, its, its.start_of(one)) for one, its in games)
        return any(is_legal(record, game, state) for state in (start, *states))

    def told(self, text: str) -> TextGames:
        """What of the record with headers that was read from a text is moves that the rules allow.

        Of the moves of the record and of those in the text behind its headers, the larger number.
        """
        record = self.first
        game = game_of(record.game)
        found, bare = allowed(record, text)
        begin = _behind_headers(text, record)
        start = game.start_of(record)
        as_words = article(text, game, start, begin, continued=True, strict=True)
        strays = self._strays
        more = len(as_words.rows) - len(found.rows)
        if more > len(found.rows) and strays and record.setup is None:
            # Most moves aren't where the format has them: its headers aren't those of the text either.
            whole = read(text, (game.id,), strict=True)
            if sum(len(one.article.rows) for one in whole.told) >= len(as_words.rows):
                return games_of(whole)
        if more > 0 or (not more and strays):
            head = (Stretch("header", 0, begin),) if begin else ()
            notes = {**record.root.notes, **as_words.notes}
            found, bare = as_words._replace(notes=notes, stretches=(*head, *as_words.stretches)), ()
        told = Told(record.game, record.setup, (), found)
        return TextGames(text, (told,), False, record.headers, self.format, bare)

    @property
    def _strays(self) -> bool:
        """Whether something in the text means nothing where it stands."""
        return any(is_meaningless(one) for one in self.collection.diagnostics)

    def lacks_moves(self, text: str) -> bool:
        """Whether the only record, with headers, lacks moves of a text for people, in which it was found."""
        if len(self) > 1 or not self.headed or len(text) > MOST_SAID or not self._strays:
            return False
        game = game_of(self.first.game)
        begin = _behind_headers(text, self.first)
        start = game.start_of(self.first)
        as_words = article(text, game, start, begin, continued=True, strict=True)
        return len(as_words.rows) >= len(self.first.nodes)

    @property
    def has_words(self) -> bool:
        """Whether the first record has texts in the place of moves that mean none."""
        record = self.first
        states = States(game_of(record.game), record)
        return any(type(states.at(node).action) is Written for node in record.walk())

    def reading(self) -> Iterator[JobStep[AnyRecord]]:
        """The job that reads them; a record without headers gets those of a new one."""
        for index in range(len(self)):
            record: AnyRecord
            if self.collection.headers(index):
                record = carried(self.collection, index)
            else:
                record = as_data(self.collection.record(index), self.format, self.format)
            yield JobStep(index + 1, len(self), record)


def read_text(text: str) -> PastedRecords | None:
    """The records in a text, at most `MOST`; None if no format fits or the text is too long.

    The format is detected as for a file, without a name as a hint.
    """
    return _found(text, "")


def read_moves(text: str, game: Game[State], state: State) -> PastedRecords | None:
    """A record from a text whose format only a file name would tell: a bare list of moves.

    All of it is understood, and its moves are legal from a state, or from its own start; None otherwise.
    """
    for entry in FORMATS.values():
        if game.id in entry.games and entry.texts and not entry.common:
            found = _found(text, f"text.{entry.suffixes[0]}")
            if found is None or found.first.game != game.id:
                continue
            if found.first.root.children and found.is_whole(state):
                return found
    return None


def _behind_headers(text: str, record: Record) -> int:
    """Where the first line of a text is that has none of the headers of the record that was read from it."""
    entries = [(entry.key, entry.value) for entry in record.headers]
    at = 0
    for line in text.splitlines(keepends=True):
        if line.strip() and not any(key in line and value in line for key, value in entries):
            return at
        at += len(line)
    return at


def _found(text: str, name: str) -> PastedRecords | None:
    if not text.strip() or len(text) > MOST_TEXT:
        return None
    try:
        source = _source(text, name)
        if is_bare(source):
            return None
        found = PastedRecords(_read(source))
        return found if len(found) and found.first else None
    except (Unreadable, OSError):
        return None


def is_bare(source: Source) -> bool:
    """Whether a source is long and, by its beginning, one record without headers.

    Then it is read as a text, beside the window.

    Raises OSError.
    """
    if source.size <= LONG_BARE:
        return False
    try:
        found = PastedRecords(_read(BytesSource(source.read(0, _BEGINNING), source.name)))
        return len(found) == 1 and not found.collection.headers(0)
    except Unreadable:
        return False


def _source(text: str, name: str) -> Source:
    return BytesSource(text.strip("\ufeff\0").encode(_UTF8, "replace"), name)


def _read(source: Source) -> Collection:
    """The records of a source. Raises Unreadable, OSError."""
    format_ = detect(source).load()
    # Whatever the text says of its encoding was true of another file.
    return format_.read(source, encoding=_UTF8 if _UTF8 in format_.encodings else None)


def refusal(text: str) -> Message | None:
    """Why a text can't be read although it is a record of a known kind; None if it isn't."""
    try:
        load_source(_source(text[:MOST_TEXT], ""))
    except Unreadable as error:
        return None if error.code in ("file.empty", "file.unknown") else error.reason
    except OSError:
        return None
    return None


def position_of_ranks(text: str) -> tuple[str, Setup] | None:
    """The game whose board fits the ranks of a FEN, and the position; None if the line isn't a FEN."""
    id = game_of_ranks(text[:_LONGEST_POSITION].encode("utf-8", "replace"))
    found = position_in(text, game_of(id)) if id in GAMES else None
    return None if found is None else (id, found)


def position_in(text: str, game: Game[State]) -> Setup | None:
    """The position of a one-line text in a game."""
    found = setup_in(text, game) if "\n" not in text.strip() else None
    return found if isinstance(found, Setup) else None


def setup_in(text: str, game: Game[State]) -> Setup | Message:
    """The position of a text in a game, else a sentence why it has none.

    One line is read as a position (FEN, SFEN), several as a file: a diagram, or the
    start of the first record of that game.
    """
    text = text.strip()
    if not text:
        return message("There is no position.")
    if "\n" not in text:
        try:
            return game.parse_setup(text[:_LONGEST_POSITION])
        except ValueError as error:
            why = error.args[0]
            return why if isinstance(why, Message) else message("{why}", why=str(why))
    found = read_text(text)
    for record in found.records() if found is not None else ():
        if record.game == game.id and (record.setup is not None or record.root.children):
            return record.setup or game.starts[0].setup
    return message("No format that Qipu reads fits the text.")


def moves_in(record: Record, game: Game[State], state: State) -> tuple[tuple[NodeData, ...], bool]:
    """(moves of a record as branches from a state, whether its whole main line is legal there).

    No rows if not even the first move is legal. Written actions become the moves they mean there.
    """
    rows: list[NodeData] = []
    stack: list[tuple[Node, int, State, bool]] = [
        (child, -1, state, number == 0) for number, child in enumerate(record.root.children)
    ]
    stack.reverse()
    whole = True
    while stack:
        node, parent, before, main = stack.pop()
        after = game.advance(before, node.action)
        legal = isinstance(after.action, Move) and game.violation(after) is None
        if main and not legal:
            if not rows:
                return (), False
            whole = False
        notes = dict(node.notes)
        if not rows and record.root.comment:
            notes.setdefault(BEFORE, record.root.comment)
        here = len(rows)
        rows.append(NodeData(here, parent, after.action, notes))
        children = enumerate(node.children)
        below = [(child, here, after, main and number == 0) for number, child in children]
        stack.extend(reversed(below))
    return tuple(rows), whole


def branch_in(
    found: TextGames, number: int, format: str, state: State, words: bool = True
) -> tuple[tuple[NodeData, ...], str] | None:
    """(the moves of a game of a text as a branch from a state, the words ahead), in the terms of a format.

    None if not all of them are legal there. `words` as in `TextGames.rows`.
    """
    record = found.record(number, words)
    game = game_of(record.game)
    if not is_legal(record, game, state):
        return None
    record = _in_words_of(record, found.format, format)
    ahead, record.root.notes = record.root.comment, {}
    return moves_in(record, game, state)[0], ahead


def as_new(record: Record, found: str, wanted: str) -> RecordData:
    """The record of a text, read in one format, as plain data for a document of another.

    It keeps its glyphs; without headers it gets those of a new record.
    """
    data = RecordData.of(_in_words_of(record, found, wanted)).bare()
    headers = data.headers or FORMATS[wanted].load().new_headers(record.game)
    return data._replace(headers=headers, encoding=None)


def _in_words_of(record: Record, found: str, wanted: str) -> Record:
    """A record with headers, diagram marks and line breaks as another format means them."""
    if found == wanted:
        return record
    target = FORMATS[wanted].load()
    return with_breaks_of(target, with_marks_of(target, by_roles(record, found, target)), found)


def is_legal(record: Record, game: Game[State], state: State) -> bool:
    """Whether all that a record has is legal moves from a state: nothing that only reads like one."""
    stack = [(child, state) for child in record.root.children]
    while stack:
        node, before = stack.pop()
        after = game.advance(before, node.action)
        if type(after.action) is Written or game.violation(after) is not None:
            return False
        stack += [(child, after) for child in node.children]
    return True


def brought(
    format: str, records: Iterable[JobStep[AnyRecord]], wanted: str
) -> Iterator[JobStep[list[AnyRecord] | Message]]:
    """The job that converts records of a document for another format.

    Its result is a sentence if one of them is no record or of a game that the format doesn't hold.
    """
    found: list[AnyRecord] = []
    try:
        for step in records:
            data = step.result
            if data is not None:
                if format != wanted:
                    data = as_data(data.record(), format, wanted)
                elif isinstance(data, RecordData) and data.game not in FORMATS[wanted].games:
                    raise OtherGame
                found.append(data)
            yield JobStep(step.done, step.total)
    except OtherGame:
        yield JobStep(0, 0, message("This file can't hold games of that kind."))
    except ValueError:
        yield JobStep(0, 0, message("The clipboard holds no games."))
    else:
        yield JobStep(len(found), len(found), found)
