"""Lessons: what a record asks of those who learn from it, as a header that most formats can hold.

A lesson is an ordinary file. Each of its records says by a header what is done with it: its problems are
solved, the moves of a side are guessed, or the moves are gone through one by one, those that follow hidden.
The header is a word, a side and how many plies of the main line come before: `guess white 24`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from viewer.base.fields import CHOICE, Field, choice
from viewer.base.jobs import JobStep, run_inline
from viewer.base.messages import Message, counted, message
from viewer.base.named import NamedTuple
from viewer.document.document import Document
from viewer.document.edits import Location, RecordData
from viewer.document.placed import OpenFiles, Place, as_data
from viewer.document.plans import EditableRecords
from viewer.document.problems.problem import moves_after, questions
from viewer.document.training import LESSON
from viewer.document.training.history import TrainingHistory, problem_key
from viewer.document.whole.sweep import (
    RecordChange,
    Runner,
    Scope,
    Sweep,
    scope_of,
    start_of,
    sweeping,
)
from viewer.formats import FORMATS
from viewer.formats.format import Format
from viewer.games import game_of
from viewer.games.game import Game
from viewer.games.results import LOST, WON, score_at_end, score_of
from viewer.games.states import States
from viewer.tree.action import is_move
from viewer.tree.annotation import PROBLEM
from viewer.tree.node import Node
from viewer.tree.ops import SetHeaders
from viewer.tree.record import Header, Record, with_header

SOLVE, GUESS, STEP = "solve", "guess", "step"
FITTING = "fitting"
BOTH, WINNER = "both", "winner"
_LISTED = 10_000  # records of which it is asked how far somebody came
_MOST = 100_000  # plies before the first move that is asked
TASK_FIELD = choice(
    "task",
    message("What is asked"),
    {
        FITTING: message("Problems solved, games guessed"),
        GUESS: message("Guess the moves"),
        STEP: message("Moves one by one, the next hidden"),
        SOLVE: message("Solve the problems"),
    },
)
SIDE_FIELD = Field(
    "side",
    message("Whose moves"),
    CHOICE,
    WINNER,
    {
        WINNER: message("The winner's"),
        "0": message("The first side's"),
        "1": message("The other side's"),
        BOTH: message("Both sides"),
    },
    help=message("In games that nobody won, those of the side to move."),
)


class Task(NamedTuple):
    """What a record of a lesson asks.

    Attributes:
        kind: `SOLVE`, `GUESS` or `STEP`.
        side: index of the side whose moves are guessed; None for both.
        ply: how many plies of the main line come before.
    """

    kind: str
    side: int | None = None
    ply: int = 0

    def text(self, game: Game[Any]) -> str:
        """As the header has it."""
        if self.kind == SOLVE:
            return SOLVE
        side = BOTH if self.side is None else game.sides[self.side].id
        words = [self.kind, *([side] if self.kind == GUESS else [])]
        return " ".join([*words, *([str(self.ply)] if self.ply else [])])

    def start(self, record: Record) -> Node:
        """The node from which moves are asked: the last one of its plies, or of those that there are."""
        found, left = record.root, self.ply
        for node in record.root.main_line():
            if is_move(node.action):
                if not left:
                    break
                left -= 1
            found = node
        return found

    def words(self, side_names: Sequence[Message]) -> Message:
        """As a request to the learner; `side_names` are those of the record."""
        if self.kind == STEP:
            return message("Go through the moves: what would you play?")
        if self.kind == SOLVE:
            return message("Solve the problem")
        if self.side is None:
            return message("Guess the moves of both sides")
        return message("Guess the moves of {side}", side=side_names[self.side])


def task_of(record: Record) -> Task | None:
    """What a record asks by its header; None if it says nothing, or nothing that is understood."""
    text = next((one.value for one in record.headers if one.key.upper() == LESSON), "")
    kind, *rest = text.lower().split() or [""]
    if kind not in (SOLVE, GUESS, STEP):
        return None
    ids = [one.id for one in game_of(record.game).sides]
    ply = next((int(one) for one in rest if one.isascii() and one.isdigit() and len(one) < 7), 0)
    named = next((one for one in rest if one in ids), None)
    task = Task(kind, None if named is None else ids.index(named), min(ply, _MOST))
    if kind == GUESS and named is None and BOTH not in rest:
        return task._replace(side=to_move(record, task))
    return task


def to_move(record: Record, task: Task) -> int:
    """The side that is to move where a task begins."""
    side: int = States(game_of(record.game), record).at(task.start(record)).side
    return side


def task_for(record: Record, format_: Format, kind: str, side: str, ply: int | None = None) -> Task:
    """A task of a kind, for a choice of `SIDE_FIELD`; without `ply` it begins where the record's own does."""
    if ply is None:
        known = task_of(record)
        ply = 0 if known is None else known.ply
    if kind == FITTING:
        kind = SOLVE if _is_problem(record) else GUESS
    task = Task(kind, None, ply)
    if kind != GUESS or side == BOTH:
        return task
    if side != WINNER:
        return task._replace(side=int(side))
    won = _winner(record, format_)
    return task._replace(side=to_move(record, task) if won is None else won)


def _is_problem(record: Record) -> bool:
    """Whether a record asks something itself, or begins with a position to be solved."""
    if any(PROBLEM in node.notes for node in record.walk()):
        return True
    game = game_of(record.game)
    return game.poses(States(game, record).at(next(questions(record))))


def _winner(record: Record, format_: Format) -> int | None:
    """The side that won, by the result or by how the moves end; None without one."""
    game = game_of(record.game)
    said = score_of(game, format_.by_role("result", record.headers, record.game))
    score = score_at_end(game, States(game, record).at_end()) if said is None else said
    return None if score is None else {WON: 0, LOST: 1}.get(score)


def with_task(record: Record, task: Task) -> tuple[Header, ...]:
    """A record's headers with what it asks."""
    key = next((one.key for one in record.headers if one.key.upper() == LESSON), LESSON)
    return with_header(record.headers, key, task.text(game_of(record.game)))


# ------------------------------------------------------------------------------ how far one came


class Course(NamedTuple):
    """How far somebody came in a lesson.

    Attributes:
        asking: how many records ask something.
        done: of these, solved or gone through to the end.
        next: key of the first record that isn't done; None if all are.
    """

    asking: int
    done: int
    next: int | None


def game_key(states: States, record: Record, task: Task) -> str:
    """The key in the history of training of a game whose moves are guessed or gone through."""
    return f"{task.kind} {problem_key(states, task.start(record))}"


def coursing(document: Document, history: TrainingHistory) -> Iterator[JobStep[Course]]:
    """The job that finds how far somebody came, by a history that was read."""
    asking = done = 0
    first: int | None = None
    keys = document.keys()[:_LISTED]
    for at, key in enumerate(keys):
        record = document.record_of(key)
        task = task_of(record)
        if task is not None:
            asking += 1
            if all(map(history.solved, _history_keys(document.states(key), record, task))):
                done += 1
            elif first is None:
                first = key
        yield JobStep(at, len(keys))
    yield JobStep(1, 1, Course(asking, done, first))


def _history_keys(states: States, record: Record, task: Task) -> list[str]:
    if task.kind != SOLVE:
        return [game_key(states, record, task)]
    return [problem_key(states, node) for node in questions(record) if moves_after(node)]


# ------------------------------------------------------------------------------ many records

LessonMade = tuple[str, list[RecordData]]
"""A format and the records of a lesson in it."""


def lesson_of_records(
    document: Document, keys: Sequence[int], kind: str, side: str, ply: int | None
) -> Iterator[JobStep[LessonMade]]:
    """The job that makes a lesson of records of a document. `kind`, `side`, `ply`: as of `task_for`."""
    format_ = FORMATS[document.format].load()
    made: list[RecordData] = []
    for done, key in enumerate(keys, 1):
        data = RecordData.of(document.record_of(key))
        made.append(_asking(data, task_for(data.record(), format_, kind, side, ply)))
        yield JobStep(done, len(keys))
    yield JobStep(1, 1, (document.format, made))


def lesson_of_places(
    places: Sequence[Place],
    nodes: Sequence[int | None],
    format: str,
    kind: str = FITTING,
    side: str = WINNER,
    ply: int | None = None,
) -> Iterator[JobStep[LessonMade]]:
    """The job that makes a lesson of records of files, in the terms of a format. Raises Refused.

    Without `ply` each begins at its node, if the main line has that. `kind`, `side`, `ply`: as of `task_for`.
    """
    format_ = FORMATS[format].load()
    made: list[RecordData] = []
    with OpenFiles() as open_files:
        for done, (place, node) in enumerate(zip(places, nodes, strict=True), 1):
            record = open_files.record(place)
            data = as_data(record, open_files.collection(place.path).format, format)
            behind = _plies_before(record, node) if ply is None else ply
            made.append(_asking(data, task_for(data.record(), format_, kind, side, behind)))
            yield JobStep(done, len(places))
    yield JobStep(1, 1, (format, made))


def _asking(data: RecordData, task: Task) -> RecordData:
    return data._replace(headers=with_task(data.record(), task))


def _plies_before(record: Record, node: int | None) -> int | None:
    """How many plies of the main line lead to a node; None for none, and for one of a variation."""
    main = {one.id for one in record.root.main_line()}
    if node not in main:
        return None
    return sum(is_move(one.action) for one in record.nodes[node].path())


def assigning(
    document: EditableRecords,
    scope: Scope,
    kind: str,
    side: str,
    ply: int | None,
    here: Location,
) -> Iterator[JobStep[Sweep]]:
    """A job that plans what records ask; see `sweeping`. `kind`, `side`, `ply`: as of `task_for`."""
    format_ = FORMATS[document.format].load()

    def change(key: int, record: Record, top: Node) -> RecordChange:
        headers = with_task(record, task_for(record, format_, kind, side, ply))
        if headers == record.headers:
            return RecordChange((), {})
        return RecordChange((SetHeaders(headers),), {})

    return sweeping(document, scope, change, message("Make a lesson"), here)


def make_lesson(
    document: Document,
    kind: str = FITTING,
    side: str = WINNER,
    ply: int | None = None,
    records: str = "",
    run: Runner = run_inline,
) -> Message:
    """Say in the headers of records what they ask, in one edit; save or export them as a lesson then.

    Args:
        document: with the records.
        kind: a choice of `TASK_FIELD`: "fitting", "guess", "step" or "solve".
        side: a choice of `SIDE_FIELD`: "winner", "0", "1" or "both".
        ply: how many plies of the main line come before; None for as many as before in records of a lesson.
        records: their numbers from 1 ("2,5-7,12-"), "" for all. Raises NoSuchRecords.
        run: runs the job; by default at once.
    """
    scope = scope_of(document, records)
    (sweep,) = run(assigning(document, scope, kind, side, ply, start_of(document)))
    document.do(sweep.edit)
    return counted(
        "A lesson of one game.",
        "A lesson of {count} games.",
        len(scope.keys),
    )
