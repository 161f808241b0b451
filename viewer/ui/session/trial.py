"""A trial: moves and marks beside the record, seen on its board, in it only once somebody puts them in.

The moves are nodes that hang from a node of the record without its knowing them: what words, draws or
plays from a node does so with them, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any

from viewer.base.messages import Message, message
from viewer.document import plans
from viewer.document.edits import Edit, InRecord, Location
from viewer.games.capabilities import Connecting
from viewer.tree.action import Action, Terminal
from viewer.tree.annotation import MARKS, Mark
from viewer.tree.node import EMPTY, Node
from viewer.tree.ops import SetEncoding, SetHeaders
from viewer.tree.serial import NodeData

if TYPE_CHECKING:
    from viewer.ui.session.record_session import RecordSession

_IDS = count(-1, -1)
"""No id of a record, and none twice: what is inherited is known by them."""
_OPEN = frozenset(("", "*", "?"))
"""Results that say of a game that it has none."""
_OF_RECORD = (SetHeaders, SetEncoding)


class Trial:
    """The trial of a session, from its current node on.

    It is one of three: a *preview* of a line that something on the desk knows, which any step but one back
    in it ends; moves made on the board, along which one steps; or marks alone, until the next step.

    Attributes:
        nodes: the moves, whether they are shown or lie ahead.
        line: what the line is a preview of, None for moves made on the board.
        free: whether moves made on the board go on with it.
        stays: the node that what analyses the position stays at, None for what is shown.
    """

    def __init__(self, session: RecordSession) -> None:
        self._session = session
        self.base = session.node
        self.nodes: list[Node] = []
        self.line: Message | str | None = None
        self.free = False
        self.stays: Node | None = None
        self._count = 0  # nodes that are shown
        self._drawn: tuple[Mark, ...] | None = None  # at the base

    @property
    def node(self) -> Node:
        """What is shown: the last of the moves, or the node of the record that they begin at."""
        return self.nodes[self._count - 1] if self._count else self.base

    @property
    def next(self) -> Node | None:
        """The move that lies ahead of what is shown."""
        return self.nodes[self._count] if self._count < len(self.nodes) else None

    @property
    def moves(self) -> Sequence[Node]:
        """The moves up to what is shown."""
        return self.nodes[: self._count]

    @property
    def goes_on(self) -> bool:
        """Whether moves that are made go on here, and not in the record."""
        return self.free or bool(self.nodes)

    @property
    def holds(self) -> bool:
        """Whether there is anything to put in."""
        return bool(self._count) or self._drawn is not None

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks at what is shown, as they are drawn here."""
        return self.node.marks if self._drawn is None or self._count else self._drawn

    @property
    def refusal(self) -> Message | None:
        """Why nothing is done at the record's current move: it isn't what is seen; None if it is."""
        if not self._count:
            return None
        return message(
            "The board shows a move that isn't in the record. Enter puts it in, Esc leaves it."
        )

    def refuses(self, plan: Callable[..., Edit | None], *args: Any, **more: Any) -> bool:
        """Say why an edit at the record's current move isn't done; False if it is, or is none at a move."""
        session, why = self._session, self.refusal
        if why is None:
            return False
        session.flush()
        edit = plan(session.document, session.key, session.node, *args, **more)
        at_move = (
            edit is not None
            and edit.before == Location(session.key, session.node.id)
            and any(type(one) is InRecord and type(one.op) not in _OF_RECORD for one in edit.ops)
        )
        if at_move:
            session.say(why)
        return at_move

    # --------------------------------------------------------------------------------- trying

    def play(self, *actions: Action) -> None:
        """Make moves after what is shown, in place of those ahead."""
        del self.nodes[self._count :]
        self._drawn = None
        for action in actions:
            self.nodes.append(Node(next(_IDS), self.node, action))
            self._count += 1
        self._session.tried.emit()

    def begin(self) -> None:
        """Let moves made on the board go on from what is shown."""
        self.free, self.stays = True, None
        self._session.tried.emit()

    def show(self, line: Message | str, actions: Iterable[Action], after: Node) -> None:
        """Preview moves after a node of those tried, or after the record's own position."""
        self._count = self.nodes.index(after) + 1 if after in self.nodes else 0
        self.line, self.stays = line, after
        self.play(*actions)

    def preview(
        self, line: Message | str, actions: Iterable[Action], base: Node, count: int
    ) -> None:
        """Preview moves after a node of the record, up to one of them; the others lie ahead."""
        self.base, self.line, self.stays, self.free = base, line, None, False
        self._count = 0
        del self.nodes[:]
        for action in actions:
            self.nodes.append(Node(next(_IDS), self.nodes[-1] if self.nodes else base, action))
        self._count, self._drawn = count, None
        self._session.tried.emit()

    def go_on(self, line: Message | str, action: Action) -> None:
        """Preview one move more; the first one is gone to if the record has it."""
        session = self._session
        there = (one for one in self.base.children if session.states.at(one).action == action)
        known = None if self._count or self.free else next(there, None)
        if known is not None:
            session.go(known)
            return
        self.line, self.stays = line, None
        self.play(action)

    def make(self, action: Action) -> None:
        """Make a move on the board: from now on they go on here."""
        self.free, self.stays = True, None
        self.play(action)

    def step(self, plies: int) -> bool:
        """Step along the moves; False where there is no such way: the step is one of the record, then."""
        wanted = self._count + plies
        if not self.nodes or (wanted < 0 and not self._count):
            return False
        if wanted > len(self.nodes) and not self.free:
            return False
        self._count = min(max(wanted, 0), len(self.nodes))
        if self.free or self.stays not in (self.base, *self.moves):
            self.stays = None
        if not self._count and not self.free:
            self._session.end_trial()
        else:
            self._session.tried.emit()
        return True

    def take_back(self) -> bool:
        """Take the last move that is shown back; returns whether there was one, or marks."""
        if not self.holds:
            return False
        if self._count:
            del self.nodes[self._count - 1 :]
        self._count, self._drawn = len(self.nodes), None
        if self._count or self.free:
            self._session.tried.emit()
        else:
            self._session.end_trial()
        return True

    def draw(self, mark: Mark) -> None:
        """Draw a mark, or take it off again."""
        marks = plans.toggled(self.marks, mark)
        if self._count:
            node = self.node
            node.notes = {MARKS: marks} if marks else EMPTY
        else:
            self._drawn = None if marks == self.base.marks else marks
        if self.goes_on or self._drawn is not None:
            self._session.tried.emit()
        else:
            self._session.end_trial()

    # ------------------------------------------------------------------------------ its end

    def put_in(self) -> None:
        """Put what is shown into the record, as one edit, and go there."""
        session, drawn, base = self._session, self._drawn, self.base
        actions = [(node.action, node.notes) for node in self.moves]
        rows = [
            NodeData(number, number - 1, action, notes)
            for number, (action, notes) in enumerate(actions)
        ]
        session.end_trial()
        if not rows:
            if drawn is not None:
                session.do(plans.note, MARKS, drawn)
            return
        session.do_on(base, plans.paste, rows)
        node = session.node
        for action, _ in actions[1:]:
            there = (one for one in node.children if session.states.at(one).action == action)
            node = next(there, node)
        session.go(node)

    @property
    def name(self) -> Message:
        """What is beside the record, for people."""
        if self.nodes and self.line is not None and not self.free:
            return message("Preview: {line}", line=self.line)
        return message("Trial") if self.goes_on else message("Drawn beside the record")

    @property
    def words(self) -> str:
        """The moves up to what is shown, with their numbers."""
        session = self._session
        parts: list[str] = []
        for node in self.moves:
            state = session.states.at(node)
            numbering = session.game.numbering(session.states.at(session.record.root))
            plain = bool(parts) and (numbering.at(state.ply)[1] or numbering.by_ply)
            parts.append(session.words.of(node) if plain else session.words.numbered(node))
        return "  ".join(parts)


def is_over(session: RecordSession) -> bool:
    """Whether a record is that of a game with a result, or with a main line after which nobody plays on."""
    if session.document.by_role("result", session.record) not in _OPEN:
        return True
    game, end = session.game, session.states.at_end()
    won = isinstance(game, Connecting) and game.outcome(end) is not None
    return won or type(end.action) is Terminal or not any(True for _ in game.legal_moves(end))


def is_new(session: RecordSession, move: Action) -> bool:
    """Whether a record is that of a game that is over, and hasn't a move after its current node."""
    known = any(session.states.at(one).action == move for one in session.node.children)
    return not known and is_over(session)


def put_in(session: RecordSession, move: Action | None) -> None:
    """Put what is shown beside a record into it, else a move, if it is one, after the current node."""
    if session.trial is not None and session.trial.holds:
        session.trial.put_in()
    elif move is not None:
        session.play(move)
