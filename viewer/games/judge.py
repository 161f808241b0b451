"""Jobs that check a record against the rules of its game: every move, its start, its result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from viewer.base.jobs import JobStep
from viewer.base.messages import Message, counted, message
from viewer.games.capabilities import Deciding, Replaying
from viewer.games.game import Game, State
from viewer.games.played import Played, played
from viewer.games.score import winner_said
from viewer.games.states import States
from viewer.tree.action import Setup, Written
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.record import Record

_PART = 200
_FAULTS = 3  # of a start that are told
_FEW = 3  # moves that break a rule are told one by one where the position isn't known


def judge(
    game: Game[State], record: Record, result: str = ""
) -> Iterator[JobStep[list[Diagnostic]]]:
    """A job for the diagnostics of moves that break a rule, in pre-order, some hundred nodes per step.

    If the game can't play from the record's start (a variant), the first one says so. Where no move could
    be made of what is written, nobody knows the positions below: if more than a few moves break rules
    there, one finding tells of all. What `doubts` finds comes last. The record must not change while the
    job runs: start it again after an edit.
    """
    total = len(record.nodes)
    found: list[Diagnostic] = []
    unread = _Unread()
    for done, one in enumerate(played(game, record), 1):
        if one.node.parent is None or one.node.parent.id not in unread.nodes:
            found += unread.told()
            unread = _Unread()
        if unread.nodes or (one.finding is not None and type(one.action) is Written):
            unread.take(one)
        elif one.finding is not None:
            found.append(one.finding)
        if done % _PART == 0:
            yield JobStep(done, total, found)
            found = []
    found += unread.told()
    for step in doubts(game, record, result):
        if step.result is None:
            yield JobStep(total, total, [])
        else:
            found += step.result
    yield JobStep(total, total, found)


class _Unread:
    """What breaks rules from a node on of whose action no move could be made.

    Attributes:
        nodes: the ids of that node and of those below.
    """

    def __init__(self) -> None:
        self.nodes: set[int] = set()
        self._first: list[Diagnostic] = []
        self._more = 0

    def take(self, one: Played) -> None:
        """Take the next node."""
        self.nodes.add(one.node.id)
        if one.finding is not None:
            if len(self._first) < _FEW:
                self._first.append(one.finding)
            else:
                self._more += 1

    def told(self) -> list[Diagnostic]:
        """What is told of it: each of a few, else the first with the number of the others."""
        if not self._more:
            return self._first
        first, *others = self._first
        words = counted(
            "{first} (One more move below it breaks a rule.)",
            "{first} ({count} more moves below it break a rule.)",
            len(others) + self._more,
            first=first.message,
        )
        return [first._replace(message=words)]


def judge_apart(record: Record, result: str = "") -> Iterator[JobStep[list[Diagnostic]]]:
    """`judge` in a separate process, for large records. Raises OSError if no process can be started."""
    from viewer.games.apart import apart  # deferred

    return apart(partial(judge, result=result), record)


def doubts(game: Game[State], record: Record, result: str) -> Iterator[JobStep[list[Diagnostic]]]:
    """A job for what is told once a record: a start that can't be, a result against the end on the board.

    `result`: as the record's headers say it, "" for none.
    """
    found: list[Diagnostic] = []
    if record.setup is not None:
        faults = game.start_faults(game.start_of(record), bool(record.root.children))
        if faults:
            words = message("This start can't come about in a game: {why}", why=_joined(faults))
            code = f"{game.id}.impossible-start"
            found.append(Diagnostic(Severity.INFO, code, words, node=record.root.id))
    said = winner_said(game.results, result)
    if isinstance(game, Deciding) and said is not None:
        line = _Line(game, record)
        for done in line.going_on():
            yield JobStep(done, len(record.nodes))
        winner = None if line.state is None else game.winner(line.state)
        if winner is not None and winner != said.side:
            words = message(
                "The result is {result}, but {side} has won on the board.",
                result=result,
                side=game.side_name(winner, game.start_of(record)),
            )
            code = f"{game.id}.result-on-board"
            found.append(Diagnostic(Severity.INFO, code, words, node=line.last.id))
    yield JobStep(len(record.nodes), len(record.nodes), found)


def _joined(faults: Sequence[Message]) -> Message:
    words = faults[0]
    for fault in faults[1:_FAULTS]:
        words = message("{one} {other}", one=words, other=fault)
    return words


class _Line:
    """The main line of a record, played to its end.

    Attributes:
        last: its last node.
        state: the position there, None before it is played, and if a move of it isn't legal.
    """

    def __init__(self, game: Game[State], record: Record) -> None:
        self._game = game
        self._record = record
        self.last = record.root
        self.state: State | None = None

    def going_on(self) -> Iterator[int]:
        """Play it; yields how far it is, now and then. Replayed in place as far as the game can."""
        game = self._game
        state = game.start_of(self._record)
        replay = game.replay(state) if isinstance(game, Replaying) else None
        for done, node in enumerate(self._record.root.main_line()):
            if done % _PART == _PART - 1:
                yield done
            if node.parent is None:
                continue
            self.last = node
            if replay is not None and replay.make(node.action) is not None:
                continue
            if replay is not None:  # what it doesn't know needs the states before
                state, replay = States(game, self._record).at(node.parent), None
            state = game.advance(state, node.action)
            if game.violation(state) is not None:
                return
        self.state = state if replay is None else replay.state(len(self._record.nodes))


def made_illegal(game: Game[State], record: Record, setup: Setup | None) -> Iterator[JobStep[int]]:
    """Count the nodes that break no rule now but would break one from another start.

    Each step yields the number found in it. The record must not change while the job runs.
    """
    total = len(record.nodes)
    found = done = 0
    stack = [(record.root, game.start_of(record), game.start(setup))]
    while stack:
        node, now, then = stack.pop()
        if game.violation(then) is not None and game.violation(now) is None:
            found += 1
        advance = game.advance
        for child in node.children:
            stack.append((child, advance(now, child.action), advance(then, child.action)))
        done += 1
        if done % _PART == 0:
            yield JobStep(done, total, found)
            found = 0
    yield JobStep(total, total, found)
