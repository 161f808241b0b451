"""The moves of records played by the rules: all lines once, judged, searched for transpositions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from viewer.base.catalogs import active
from viewer.base.jobs import JobStep
from viewer.base.messages import counted, message, sentences
from viewer.base.named import NamedTuple
from viewer.games import game_of
from viewer.games.capabilities import Begun, Charted, Counted, Deciding, Replaying
from viewer.games.game import Game, State
from viewer.games.score import winner_said
from viewer.games.states import States
from viewer.tree.action import Action, Move, Setup, Written, is_move, is_ply
from viewer.tree.annotation import NoteValue
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.node import Node
from viewer.tree.record import Header, Record, nodes_of
from viewer.tree.serial import NodeData

if TYPE_CHECKING:
    from viewer.games.replays import Replay

T = TypeVar("T")

_ROWS = 500  # that are sent to another process at a time: about half a millisecond

_Row = tuple[int, int, Action | None, Mapping[str, NoteValue]]
"""Id of a node, position of its parent among the rows (-1 for the first), action, notes."""


def apart(
    work: Callable[[Game[Any], Record], Iterator[JobStep[T]]], record: Record
) -> Iterator[JobStep[T]]:
    """A job of a record's moves in a separate process, for large records.

    `work` is a function of a module. It gets the record with its headers, moves and ids, but without
    annotations, except for those at the end of its main line. Raises OSError if no process can be started.
    """
    from viewer.base.processes import in_process  # deferred

    return in_process(_work_on_rows, work, record.game, record.headers, parts=_rows(record))


def _rows(record: Record) -> Iterator[JobStep[list[_Row]]]:
    """The tree as plain data, without what the rules don't need."""
    total = len(record.nodes)
    *_, last = record.root.main_line()
    rows: list[_Row] = []
    sent = 0
    stack, parents = (
        [record.root],
        [-1],
    )  # two lists: a pair for each of very many children takes long
    while stack:
        node, parent = stack.pop(), parents.pop()
        here = sent + len(rows)
        rows.append((node.id, parent, node.action, node.notes if node is last else {}))
        stack.extend(node.children[::-1])
        parents.extend([here] * len(node.children))
        if len(rows) == _ROWS or not stack:
            sent += len(rows)
            yield JobStep(sent, total, rows)
            rows = []


def _work_on_rows(
    work: Callable[[Game[Any], Record], Iterator[JobStep[T]]],
    game: str,
    headers: tuple[Header, ...],
    parts: Iterable[list[_Row]],
) -> Iterator[JobStep[T]]:
    rows = (NodeData(*row) for part in parts for row in part)
    return work(game_of(game), Record(game, nodes_of(rows)[0], headers))


# ----------------------------- A job that finds the positions that several lines of a record reach

_AT_ONCE = 200

Reached = tuple[int, int]
"""The id of a node, and a number of 64 bits that it shares with the nodes of the same position.

That is the hash of the position's identity (`Charted.identity`): another one in each process.
"""


def reached(game: Game[Any], record: Record) -> Iterator[JobStep[list[Reached]]]:
    """A job for the positions after the moves of a record, in pre-order, some hundred nodes per step.

    Nothing for games whose positions can't be compared. The record must not change while it runs.
    """
    total = len(record.nodes)
    found: list[Reached] = []
    if isinstance(game, Charted):
        states = States(game, record)
        for done, node in enumerate(record.root.walk(), 1):
            if node.parent is None or is_ply(node.action):
                same = game.identity(states.at(node))
                if same is not None:
                    found.append((node.id, hash(same)))
            if done % _AT_ONCE == 0:
                yield JobStep(done, total, found)
                found = []
    yield JobStep(total, total, found)


# ------------------------------------ Playing all lines of a record by the rules of its game, once


class Played(NamedTuple):
    """A node as its line was played.

    Attributes:
        action: that of the node; a written move that means a legal one is resolved to it.
        finding: the rule that it breaks; None if it breaks none.
        after: the state after it, None where a replay stands for it, but at the end of the main line.
    """

    node: Node
    action: Action | None
    finding: Diagnostic | None
    after: State | None = None


class _Before(NamedTuple):
    """What is known of the position before a node: a replay to be copied, or a state."""

    replay: Replay[State] | None
    state: State | None
    ply: int


def played(game: Game[State], record: Record) -> Iterator[Played]:
    """The nodes of a record in pre-order, each move judged once. Iterative.

    A game that is `Replaying` replays what it can. The record must not change meanwhile.
    """
    start = game.start_of(record)
    yield Played(record.root, record.root.action, _of_start(game, record, start), start)
    replaying = game if isinstance(game, Replaying) else None
    states = States(game, record)
    main, new = True, tuple.__new__  # there are very many
    first = _Before(replay_of(game, record, start), start, start.ply)
    stack = [(child, first) for child in record.root.children[::-1]]
    while stack:
        node, (replay, before, ply) = stack.pop()
        if replay is not None and stack and stack[-1][0].parent is node.parent:
            replay = replay.copy()  # its board is needed again
        while True:
            children = node.children
            move = None if replay is None else replay.make(node.action)
            if replay is not None and move is not None:
                ply += 1
                end: State | None = None
                if main and not children:  # of a repetition, a replay's state knows nothing
                    end = states.at(node) if replay.repeats else replay.state(ply)
                yield new(Played, (node, move, None, end))
            else:
                action = node.action
                if replaying is not None and not is_move(action):
                    # A takeback needs the states before, of which a replay knows nothing.
                    before = states.at(node.parent or node)
                elif replay is not None:
                    before = replay.state(ply)
                assert before is not None
                before = game.advance(before, action)
                resolved = before.action if type(before.action) is Move else action
                finding = _of_move(game, before, node)
                yield Played(node, resolved, finding, before)
                ply = before.ply
                # One broken rule is often followed by another, for which a replay were made in vain.
                replay = replaying.replay(before) if replaying and finding is None else None
            if len(children) != 1:
                break
            node = children[0]
        main = main and bool(children)
        if children:
            after = _Before(replay, before, ply)
            stack += [(child, after) for child in children[::-1]]


def replay_of(
    game: Game[State], record: Record, start: State, style: str = ""
) -> Replay[State] | None:
    """A replay of a record from its start, see `Replaying.replay`; of its line, if that was played."""
    if record.line is not None and record.setup is None:
        found: Replay[State] | None = record.line.replay(style)
        if found is not None:
            return found
    return game.replay(start, style) if isinstance(game, Replaying) else None


def _of_start(game: Game[State], record: Record, start: State) -> Diagnostic | None:
    unplayed = game.unplayed(start)
    if unplayed is None:
        return _of_move(game, start, record.root)
    return Diagnostic(Severity.ERROR, f"{game.id}.not-played", unplayed, node=record.root.id)


def _of_move(game: Game[State], state: State, node: Node) -> Diagnostic | None:
    violation = game.violation(state)
    if violation is None:
        return None
    text = game.shown(state, game.usual_notation(active()))
    words = message("Ply {ply}, {move}: {why}", ply=state.ply, move=text, why=violation)
    return Diagnostic(Severity.WARNING, f"{game.id}.illegal-move", words, node=node.id)


# ------- Jobs that check a record against the rules of its game: every move, its start, its resul

_PART = 200
_FAULTS = 3  # of a start that are told
_FEW = 3  # moves that break a rule are told one by one where the position isn't known


def judge(
    game: Game[State], record: Record, result: str = ""
) -> Iterator[JobStep[list[Diagnostic]]]:
    """A job for the diagnostics of moves that break a rule, in pre-order, some hundred nodes per step.

    The repetitions of the main line that rules forbid, or that may end the game, come after its last move,
    as does that the game is a draw there, or may be claimed one.
    If the game can't play from the record's start (a variant), the first one says so. Where no move could
    be made of what is written, nobody knows the positions below: if more than a few moves break rules
    there, one finding tells of all. Doubts of the start and of the result come last; `result` is as the
    record's headers say it, "" for none. The record must not change while the job runs: start it again
    after an edit.
    """
    total = len(record.nodes)
    found: list[Diagnostic] = []
    unread: _Unread | None = None
    main = legal = True  # whether its end is still to come; whether no move so far breaks a rule
    end: State | None = None
    last = record.root
    for done, one in enumerate(played(game, record), 1):
        node, action, finding, after = one
        if unread is not None and (node.parent is None or node.parent.id not in unread.nodes):
            found += unread.told()
            unread = None
        if finding is not None:
            legal = legal and node.parent is None
            if unread is None and type(action) is Written:
                unread = _Unread()
        if unread is not None:
            unread.take(one)
        elif finding is not None:
            found.append(finding)
        if after is not None and main and not node.children:
            main = False
            end, last = after if legal else None, node
            found += _of_end(game, node, after)
        if done % _PART == 0:
            yield JobStep(done, total, found)
            found = []
    if unread is not None:
        found += unread.told()
    found += start_doubts(game, record)
    found += game.beginning_doubts(record) if isinstance(game, Begun) else ()
    if end is not None:
        found += _result_doubts(game, record, result, last, end)
    yield JobStep(total, total, found)


def _of_end(game: Game[State], node: Node, after: State) -> Iterator[Diagnostic]:
    """What is told of a main line at its end: its repetitions, and that the game is a draw there."""
    for back, words in game.repetitions(after):
        at = list(node.path())[-1 - back]
        yield Diagnostic(Severity.INFO, f"{game.id}.repetition", words, node=at.id)
    draw = None if node.parent is None else game.drawn(after)
    if draw is not None:
        words = message("Ply {ply}: {what}", ply=after.ply, what=draw)
        yield Diagnostic(Severity.INFO, f"{game.id}.drawn", words, node=node.id)


def end_told(game: Game[State], record: Record, result: str) -> list[Diagnostic]:
    """What `judge` tells of the end of a main line that breaks no rule, unless its result names a winner."""
    said = winner_said(game.results, result)
    if said is not None and said.side is not None:
        return []
    start = game.start_of(record)
    replay = replay_of(game, record, start)
    line = list(record.root.main_line())
    if (
        replay is not None
        and all(replay.make(one.action) for one in line[1:])
        and not replay.repeats
    ):
        after = replay.state(start.ply + len(line) - 1)
    else:
        after = States(game, record).at(line[-1])
    return list(_of_end(game, line[-1], after))


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
    return apart(partial(judge, result=result), record)


def start_doubts(game: Game[State], record: Record) -> list[Diagnostic]:
    """That a record's start can't be, told once."""
    if record.setup is None:
        return []
    faults = game.start_faults(game.start_of(record), bool(record.root.children))
    if not faults:
        return []
    words = message("This start can't come about in a game: {why}", why=sentences(faults[:_FAULTS]))
    code = f"{game.id}.impossible-start"
    return [Diagnostic(Severity.INFO, code, words, node=record.root.id)]


def _result_doubts(
    game: Game[State], record: Record, result: str, last: Node, end: State
) -> Iterator[Diagnostic]:
    """That a record's result is against the end of its main line, the state `end` at the node `last`."""
    said = winner_said(game.results, result)
    if isinstance(game, Deciding) and said is not None:
        winner = game.winner(end)
        if winner is not None and winner != said.side:
            words = message(
                "The result is {result}, but {side} has won on the board.",
                result=result,
                side=game.side_name(winner, game.start_of(record)),
            )
            code = f"{game.id}.result-on-board"
            yield Diagnostic(Severity.INFO, code, words, node=last.id)
    if isinstance(game, Counted) and last.marks:
        from viewer.games.counting import result_doubts  # deferred

        yield from result_doubts(game, record, last, result)


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
