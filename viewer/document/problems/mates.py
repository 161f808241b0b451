"""Mates of records: searched in processes of their own, told in sentences, put in as variations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import cached_property
from typing import Any

from viewer.base.jobs import JobStep
from viewer.base.messages import Message, counted, message
from viewer.base.named import NamedTuple
from viewer.base.processes import WorkerLost, in_processes
from viewer.base.refused import Refused
from viewer.games import game_of
from viewer.games.game import Game, State
from viewer.games.mates import DEEPEST, SECONDS, Mate, search
from viewer.games.printing import printing_of
from viewer.games.states import States
from viewer.tree.action import Action
from viewer.tree.annotation import COMMENT
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.node import Node
from viewer.tree.record import Header, Record, nodes_of
from viewer.tree.serial import NodeData

_AT_ONCE = 4  # processes


class Problem:
    """A position in which a mate is searched, as plain data: the end of a line from the start of a record."""

    def __init__(self, record: Record, node: Node) -> None:
        self._game = record.game
        self._headers: tuple[Header, ...] = record.headers
        self._line: list[Action | None] = [one.action for one in node.path()]

    @property
    def game(self) -> Game[Any]:
        """The game."""
        return game_of(self._game)

    @cached_property
    def state(self) -> State:
        """The position; what of the line is illegal is applied as far as it can be."""
        rows = [NodeData(at, at - 1, action, {}) for at, action in enumerate(self._line)]
        record = Record(self._game, nodes_of(rows)[0], self._headers)
        return States(self.game, record).at_end().settled()

    def __reduce__(self) -> tuple[Callable[..., Problem], tuple[Any, ...]]:
        """Without the position, which a process makes again."""
        return _problem, (self._game, self._headers, self._line)

    def is_at(self, node: Node) -> bool:
        """Whether the same line leads to a node."""
        return [one.action for one in node.path()] == self._line


def _problem(game: str, headers: tuple[Header, ...], line: list[Action | None]) -> Problem:
    made = Problem.__new__(Problem)
    made._game, made._headers, made._line = game, headers, line
    return made


class Found(NamedTuple):
    """What a search for the mate of a problem has come to.

    Attributes:
        mate: what was found, None where none could be searched.
        why: it couldn't.
    """

    mate: Mate | None
    why: Message | None = None


def searching(
    problems: Sequence[Problem], plies: int = DEEPEST, seconds: float = SECONDS, processes: int = 1
) -> Iterator[JobStep[Found]]:
    """A job that searches the mates of problems, in processes of their own: a result for each, in order.

    How far it is, is the part of the problems that are done; of a single one it isn't known.
    Each search is bounded by `plies`, by `seconds`, and by the positions that `games.mates` keeps; there
    are `processes` at most, and few, each with its memory. Raises OSError if none can be started.
    """
    items = [(problem, plies, seconds) for problem in problems]
    for step in in_processes(_search, items, max(1, min(processes, len(items), _AT_ONCE))):
        total = step.total if len(items) > 1 else 0
        outcome = step.result
        if outcome is None:
            yield JobStep(step.done, total, waiting=step.waiting)
        elif outcome.error is None:
            yield JobStep(step.done, total, Found(outcome.results[0]))
        elif isinstance(outcome.error, Refused | WorkerLost):
            yield JobStep(step.done, total, Found(None, outcome.error.reason))
        else:
            raise outcome.error


def _search(problem: Problem, plies: int, seconds: float) -> Iterator[JobStep[Mate]]:
    mate = search(problem.game, problem.state, plies, seconds=seconds)
    yield JobStep(1, 1, mate)


# ------------------------------------------------------------------------------------- in words


def told(problem: Problem, found: Found, plies: int, style: str) -> list[Message]:
    """What a search for mates of so many plies has found, in sentences; `style` is that of the moves.

    The first is about the mate, the next ones about cooks, each about one.
    """
    mate = found.mate
    if mate is None:
        return [found.why or message("No mate is searched in this position.")]
    if mate.plies is None and mate.certain:
        return [message("There is no mate.")]
    if mate.plies is None:
        return [
            message(
                "No mate in at most {length} was found among {count} positions.",
                length=_length(problem, plies),
                count=mate.nodes,
            )
        ]
    length = _length(problem, mate.plies)
    if not mate.steps:
        return [
            message(
                "There is a mate in {length}. Its moves weren't found within the bounds.",
                length=length,
            )
        ]
    game = problem.game
    states = [problem.state]
    for move in mate.line:
        states.append(game.step(states[-1], move))
    line = " ".join(game.notation(one, style) for one in states[1:])
    sentences = [message("Mate in {length}: {line}", length=length, line=line)]
    for ply, move in mate.cooks:
        other = game.notation(game.step(states[ply], move), style)
        sentences.append(
            message(
                "{cook} at move {number}: {move}",
                cook=cook_words(game, ply),
                number=_counted(problem, ply + 1),
                move=other,
            )
        )
    if not mate.certain:
        sentences.append(
            message("Whether other moves mate too couldn't be found out within the bounds.")
        )
    return sentences


def cook_words(game: Game[Any], ply: int) -> Message:
    """What another mating move is called that is played after so many plies."""
    cook, dual = printing_of(game).cooks
    return dual if ply else cook


def _counted(problem: Problem, plies: int) -> int:
    """So many plies as the game counts them: all, or those of the side that mates."""
    by_ply = problem.game.numbering(problem.state).by_ply
    return plies if by_ply else (plies + 1) // 2


def _length(problem: Problem, plies: int) -> Message:
    count = _counted(problem, plies)
    if problem.game.numbering(problem.state).by_ply:
        return counted("1 ply", "{count} plies", count)
    return counted("1 move", "{count} moves", count)


def branch(problem: Problem, mate: Mate, say: Callable[[Message], str] | None) -> list[NodeData]:
    """The tree of the solution as rows: the main line first, each other defence as a variation.

    With `say` also cooks, each with a comment that names it, in the words that it makes of a message.
    """
    rows: list[NodeData] = []
    places: dict[int, int] = {}  # of steps among the rows
    for at, step in enumerate(mate.steps):
        if (step.cook and say is None) or (step.above >= 0 and step.above not in places):
            continue
        notes = {}
        if step.cook and say is not None:
            notes[COMMENT] = say(cook_words(problem.game, step.above + 1))
        places[at] = len(rows)
        rows.append(NodeData(len(rows), places.get(step.above, -1), step.move, notes))
    return rows


# ----------------------------------------------------------------------------- a sheet of problems


class Outcome(Enum):
    """What a search says of a problem."""

    SOUND = "sound"
    COOKED = "cooked"
    NO_MATE = "no-mate"
    OPEN = "open"


def outcome_of(found: Found) -> Outcome:
    """Whether a problem is sound; OPEN where the bounds were reached, or none could be searched."""
    mate = found.mate
    if mate is None:
        return Outcome.OPEN
    if mate.plies is None:
        return Outcome.NO_MATE if mate.certain else Outcome.OPEN
    if mate.cooks:
        return Outcome.COOKED
    return Outcome.SOUND if mate.certain else Outcome.OPEN


def is_problem(record: Record) -> bool:
    """Whether a record begins with a position of its own, in a game in which mates are searched."""
    game = game_of(record.game)
    usual = [start.setup for start in game.starts]
    return bool(game.mates) and record.setup is not None and record.setup not in usual


def findings_of(
    key: int, root: Node, problem: Problem, found: Found, plies: int, style: str
) -> list[Diagnostic]:
    """What was found of the problem with which a record begins, the first about its mate, then its cooks.

    Each cook leads to the position in which it is played, if the record has it, else as far as it goes.
    """
    outcome = outcome_of(found)
    wrong = outcome in (Outcome.COOKED, Outcome.NO_MATE)
    severity = Severity.WARNING if wrong else Severity.INFO
    first, *others = told(problem, found, plies, style)
    told_of = [Diagnostic(severity, f"mate.{outcome.value}", first, key, root.id)]
    cooks = () if found.mate is None else found.mate.cooks
    line = [] if found.mate is None else found.mate.line
    for (ply, _), words in zip(cooks, others, strict=False):
        node = _reached(root, line[:ply])
        told_of.append(Diagnostic(Severity.WARNING, "mate.cook", words, key, node.id))
    told_of += [
        Diagnostic(Severity.INFO, "mate.open", words, key, root.id)
        for words in others[len(cooks) :]
    ]
    return told_of


def _reached(node: Node, line: Sequence[Action]) -> Node:
    """The last node of a line, as far as the record has it."""
    for action in line:
        below = next((one for one in node.children if one.action == action), None)
        if below is None:
            break
        node = below
    return node
