"""What a text tells, on its way into a record: read, counted, made into records."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

from viewer.base.jobs import JobStep
from viewer.base.limits import Limits
from viewer.base.named import NamedTuple
from viewer.base.processes import in_process
from viewer.base.source import FileSource
from viewer.formats.format import Unreadable
from viewer.formats.prose import FORMAT
from viewer.formats.prose.article import Article, Stretch
from viewer.formats.prose.collection import ProseCollection, headers_of
from viewer.formats.prose.text import MOST, Reading, Told, read
from viewer.games import game_of
from viewer.games.game import Game, State
from viewer.games.states import States
from viewer.tree.action import Action, Setup, Written
from viewer.tree.annotation import BEFORE, COMMENT
from viewer.tree.node import Node
from viewer.tree.record import Header, Record, nodes_of
from viewer.tree.serial import NodeData

LONG = 8_000
"""Characters of a text that are read at once; a longer one is read in another process."""
_PLAIN = frozenset(("move", "comment", "diagram", "result"))
_MARKUP = 4  # characters of a web page for one of its text


class Here(NamedTuple):
    """A position at which a text may go on, as plain data.

    Attributes:
        game: its id.
        setup: the start of its record.
        actions: what was played from there.
    """

    game: str
    setup: Setup | None
    actions: tuple[Action | None, ...]

    @classmethod
    def at(cls, states: States, node: Node) -> Here:
        """The position at a node."""
        line: list[Node] = []
        while node.parent is not None:
            line.append(node)
            node = node.parent
        played = tuple(states.at(one).action for one in reversed(line))
        return cls(states.record.game, states.record.setup, played)

    @property
    def state(self) -> State:
        """The state."""
        game = game_of(self.game)
        state: State = game.start(self.setup)
        for action in self.actions:
            state = game.step(state, action)
        return state


class Counts(NamedTuple):
    """How much of what a game of a text has."""

    moves: int
    comments: int
    variations: int
    diagrams: int
    illegal: int
    unsure: int


class TextGames(NamedTuple):
    """The games that a text tells.

    Attributes:
        text: what was read: of a web page, what a reader sees.
        told: the games.
        cut: whether the text is longer than what was read.
        headers: those of the only game, where a format reads them.
        format: the id of that format.
        bare: the moves of the only game without what wasn't understood, where a format reads them.
        codec: of the file that it is, "" for none.
    """

    text: str
    told: tuple[Told, ...]
    cut: bool = False
    headers: tuple[Header, ...] = ()
    format: str = FORMAT.id
    bare: tuple[NodeData, ...] = ()
    codec: str = ""

    @property
    def rest(self) -> Stretch | None:
        """The words behind the last game, which belong to none of its moves."""
        end = self.told[-1].article.end if self.told else 0
        if not end or not self.text[end:].strip():
            return None
        return Stretch("rest", end, len(self.text))

    @property
    def plain(self) -> bool:
        """Whether it is one list of moves, perhaps with comments in brackets, and nothing else."""
        return (
            len(self.told) == 1
            and not (self.cut or self.headers or self.told[0].setup or self.rest)
            and bool(self.told[0].article.rows)
            and all(one.kind in _PLAIN for one in self.told[0].article.stretches)
        )

    def counts(self, number: int) -> Counts:
        """How much of what a game has."""
        found = self.told[number].article
        kinds = [one.kind for one in found.stretches]
        noted = [found.notes, *(row.notes for row in found.rows)]
        varied, seen = 0, set[int]()
        for row in found.rows:
            varied += row.parent in seen
            seen.add(row.parent)
        return Counts(
            len(found.rows),
            sum((COMMENT in notes) + (BEFORE in notes) for notes in noted),
            varied,
            kinds.count("diagram"),
            kinds.count("illegal"),
            kinds.count("unsure"),
        )

    def rows(self, number: int, words: bool = True) -> tuple[tuple[NodeData, ...], str]:
        """(the moves of a game as a branch, the words ahead of them).

        Without `words`, of all that is said only what stands in brackets behind a move is its comment.
        """
        found = self.told[number].article
        if words:
            return found.rows, str(found.notes.get(COMMENT, ""))
        if self.bare:
            return self.bare, str(found.notes.get(COMMENT, ""))
        said: dict[int, list[str]] = {}
        for one in found.stretches:
            if one.kind == "comment":
                said.setdefault(one.row, []).append(self.text[one.start : one.end])
        rows = tuple(
            _commented(row, "\n".join(said.get(at, ()))) for at, row in enumerate(found.rows)
        )
        return rows, "\n".join(said.get(-1, ()))

    def record(self, number: int, words: bool = True, setup: Setup | None = None) -> Record:
        """The record of a game; one without a start of its own gets a given one."""
        told = self.told[number]
        rows, ahead = self.rows(number, words)
        notes = {key: value for key, value in told.article.notes.items() if key != COMMENT}
        if ahead:
            notes[COMMENT] = ahead
        data = [NodeData(0, -1, told.setup or setup, notes)]
        data += [NodeData(at, row.parent + 1, *row[2:4]) for at, row in enumerate(rows, 1)]
        headers = self.headers or headers_of(told, FORMAT)
        return Record(told.game, nodes_of(data)[0], headers)


def games_of(reading: Reading) -> TextGames:
    """The games of a text that was read."""
    return TextGames(reading.text, reading.told, reading.cut)


def games_in(
    text: str, ids: Sequence[str] = (), here: Here | None = None
) -> Iterator[JobStep[TextGames]]:
    """The job that reads a text: as games of some kinds, all if there is no id, perhaps going on somewhere.

    No ply of them breaks a rule: what does stays words.
    """
    if len(text) <= LONG:
        return _reading(text, ids, here)
    # What is beyond isn't read in any case; one character more says that there is some.
    return in_process(_reading, text[: _MARKUP * MOST + 1], ids, here)


def _reading(text: str, ids: Sequence[str], here: Here | None) -> Iterator[JobStep[TextGames]]:
    position = None if here is None else (game_of(here.game), here.state)
    yield JobStep(1, 1, games_of(read(text, ids, position, strict=True)))


def games_of_file(path: str, limits: Limits) -> Generator[JobStep[TextGames]]:
    """The job that reads a file of text in another process. It raises OSError."""
    yield from in_process(_reading_file, path, limits)


def _reading_file(path: str, limits: Limits) -> Iterator[JobStep[TextGames]]:
    source = FileSource(path)
    try:
        found = ProseCollection(source, limits, None, FORMAT)
        yield JobStep(1, 1, games_of(found.reading)._replace(codec=found.codec))
    except Unreadable:
        yield JobStep(1, 1, TextGames("", ()))
    finally:
        source.close()


def allowed(record: Record, text: str) -> tuple[Article, tuple[NodeData, ...]]:
    """What of a record that was read from a text are moves that the rules allow, the others as comments; the
    moves without these.

    Moves behind one that isn't allowed stay, where they are possible all the same.
    """
    game = game_of(record.game)
    rows: list[NodeData] = []
    bare: list[NodeData] = []
    stretches: list[Stretch] = []
    behind: dict[str, int] = {}  # where to look for the next place of a spelling
    start: State = game.start_of(record)
    stack = [(child, -1, start) for child in reversed(record.root.children)]
    while stack:
        node, row, before = stack.pop()
        after = game.advance(before, node.action)
        if type(after.action) is not Written and game.violation(after) is None:
            rows.append(NodeData(len(rows), row, after.action, dict(node.notes)))
            bare.append(rows[-1])
            row, before = len(rows) - 1, after
        else:
            said = _spelling(node, after, game, text)
            begin = text.find(said, behind.get(said, 0))
            behind[said] = end = begin + len(said) if begin >= 0 else 0
            stretches.append(Stretch("unsure", max(begin, 0), end, row))
            if row >= 0:
                words = " ".join(filter(None, (said, node.comment)))
                there = str(rows[row].notes.get(COMMENT, ""))
                rows[row] = _commented(rows[row], f"{there}\n{words}" if there else words)
        stack += [(child, row, before) for child in reversed(node.children)]
    stretches.sort(key=lambda one: one.start)
    return Article(tuple(rows), dict(record.root.notes), tuple(stretches), end=len(text)), tuple(
        bare
    )


def _spelling(node: Node, after: State, game: Game[State], text: str) -> str:
    """A move as a text has it, else in the game's usual notation."""
    written = node.action.text if isinstance(node.action, Written) else ""
    return written if written in text and written else game.notation(after, game.notations[0].id)


def _commented(row: NodeData, said: str) -> NodeData:
    """A row with another comment, "" for none."""
    notes = {key: value for key, value in row.notes.items() if key != COMMENT}
    return row._replace(notes={**notes, COMMENT: said} if said else notes)
