"""Moves that may be played from a position, with what is said of each: one protocol for those who know some.

The board shows them as rings and arrows, beside it they are chips or rows with numbers; one that is pointed
at is shown on the board, one that is entered is looked at, one that is put in is played.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from viewer.base.catalogs import tr
from viewer.base.messages import Message, Number, in_context, message
from viewer.scene.candidates import Candidate, CandidateColumn
from viewer.tree.action import is_move, is_ply
from viewer.tree.annotation import BAD_GLYPHS, GOOD_GLYPHS, PROBLEM
from viewer.tree.node import Node
from viewer.ui.session.record_session import RecordSession

_COUNTED = 1000  # nodes of the branch below a candidate: 26 of them take some milliseconds


class Candidates(Protocol):
    """Who knows moves for the current position.

    Attributes:
        columns: what is said of each in a row, beside the move.
    """

    @property
    def columns(self) -> Sequence[CandidateColumn]: ...

    def __len__(self) -> int:
        """How many there are."""

    def first(self, most: int) -> list[Candidate]:
        """The first of them, in order."""

    def rows(self, most: int) -> list[Candidate]:
        """The same, with the values of the columns, which may take longer."""

    def enter(self, id: int) -> None:
        """Look at what follows one, by its id: go there, or preview it."""

    def put_in(self, id: int | None) -> None:
        """Have one in the record; None for what is previewed, if anything is."""

    def point_at(self, id: int | None) -> None:
        """Somebody points at one, or no longer at any."""


def branch_size(node: Node, most: int) -> tuple[int, int, bool]:
    """The plies and lines from a node on, itself included, and whether there are more than were counted.

    At most `most` nodes are counted: a branch may have 200,000. Iterative.
    """
    plies = lines = done = 0
    stack = [node]
    while stack and done < most:
        one = stack.pop()
        done += 1
        plies += is_ply(one.action)
        lines += not one.children
        stack.extend(one.children)
    return plies, lines, bool(stack)


def posed(session: RecordSession) -> bool:
    """Whether the current node is the question of a problem: marked, or set up at the start."""
    node = session.node
    behind = node.children if node.parent is None else ()
    if any(PROBLEM in one.notes for one in (node, *behind) if one is node or one.action is None):
        return True
    before: Node | None = node
    while before is not None and not is_move(before.action):
        before = before.parent
    return before is None and bool(node.children) and session.game.poses(session.state)


class NextMoves:
    """The moves that a record has after the current node of a session; ids are those of their nodes.

    None while the session conceals them, nor the answers to a problem before somebody has gone to one,
    unless the looks want all next moves on the board.
    """

    columns = (CandidateColumn(message("Plies")), CandidateColumn(message("Lines")))

    def __init__(self, session: RecordSession) -> None:
        self._session = session

    def __len__(self) -> int:
        return len(self._shown)

    @property
    def _shown(self) -> Sequence[Node]:
        return () if self._hidden else self._session.node.children

    @property
    def _hidden(self) -> bool:
        session = self._session
        if session.concealing or session.looks.nexts == "all":
            return session.concealing
        return posed(session) and not session.cursor.remembers

    def nothing(self) -> Message:
        """Why there are none."""
        session = self._session
        if self._hidden and session.node.children:
            return in_context("of the next moves", "hidden")
        return message("end of the line")

    def first(self, most: int) -> list[Candidate]:
        """The first children of the current node."""
        return list(map(self._candidate, self._shown[:most]))

    def rows(self, most: int) -> list[Candidate]:
        """The first children, with their glyphs and the size of the branch that begins with each."""
        return list(map(self._row, self._shown[:most]))

    def _row(self, node: Node) -> Candidate:
        from viewer.tree.nags import sign_of  # deferred

        plain = self._candidate(node)
        glyphs = node.glyphs
        good, bad = (any(nag in some for nag in glyphs) for some in (GOOD_GLYPHS, BAD_GLYPHS))
        return plain._replace(
            sign=" ".join([plain.sign, *map(sign_of, glyphs)]).strip(),
            praise=plain.praise or good - bad,
            values=_sizes(node),
        )

    def pointed(self) -> list[Candidate]:
        """The one that somebody points at, if any."""
        session = self._session
        nodes = () if session.concealing else session.node.children
        return [self._candidate(one) for one in nodes if one.id == session.pointed]

    def siblings(self, most: int) -> list[Candidate]:
        """The moves in the place of the one that leads here."""
        node = self._session.node
        there = node.parent.children[: most + 1] if node.parent else ()
        others = [one for one in there if one is not node]
        return [Candidate(one.id, self._session.squares(one)) for one in others[:most]]

    def enter(self, id: int) -> None:
        """Go to a child."""
        self._session.go_to(id)

    def put_in(self, id: int | None) -> None:
        """Go to a child: it is in the record."""
        if id is not None:
            self.enter(id)

    def point_at(self, id: int | None) -> None:
        """Have a child shown on the board."""
        self._session.point_at(id)

    def _candidate(self, node: Node) -> Candidate:
        session = self._session
        found = Candidate(
            node.id,
            session.squares(node),
            session.words.of(node),
            taken=node is session.cursor.next,
            pointed=node.id == session.pointed,
        )
        judged = session.rules.verdicts.of(node) if session.rules.verdicts is not None else None
        if judged is None:
            return found
        return found._replace(sign=judged.seen, praise=judged.praise, derived=judged.derived)


def _sizes(node: Node) -> tuple[str, ...]:
    plies, lines, more = branch_size(node, _COUNTED)
    counts = (Number(plies), Number(lines))
    return tuple(
        tr(message("{count}+", count=count) if more else message("{count}", count=count))
        for count in counts
    )
