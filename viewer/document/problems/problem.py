"""A problem: a question in a record, its right and wrong moves, and the record's answers.

Records mark it in many ways, none of which says all: glyphs of moves (wei7's evaluations, TE and BM of
SGF, ! and ?), of the position an end leads to (GB and GW), words in comments (`RIGHT` of goproblems.com),
properties of collections (WV; see `Format.verdict_of`), or nothing but that the main line is the solution.
Of these, what stands nearer to a move counts more.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import Enum

from viewer.games import game_of
from viewer.games.capabilities import Editable, counts_of
from viewer.games.game import Game, State
from viewer.games.states import States
from viewer.tree.action import Action, Takeback, Written, is_move
from viewer.tree.annotation import MARKS, PROBLEM, VIEW, Mark, NoteValue
from viewer.tree.comment import shown
from viewer.tree.inherited import DIM
from viewer.tree.node import EMPTY, Node
from viewer.tree.record import Record

_GOOD, _BAD = frozenset({1, 3}), frozenset({2, 4, 6})
_GOOD_FOR = (frozenset({16, 18}), frozenset({17, 19}))
_RIGHT_WORDS = re.compile(
    r"\b(?:RIGHT|CORRECT)\b"
    r"|^\W*(?i:right|correct|solved)\s*(?:[.!:…,]|$)"
    r"|^\W*(?:正解|正确|正確)",
    re.MULTILINE,
)
_WRONG_WORDS = re.compile(
    r"\b(?:WRONG|INCORRECT)\b"
    r"|^\W*(?i:wrong|incorrect|failure|failed)\s*(?:[.!:…,]|$)"
    r"|^\W*(?:失败|失敗|错误|錯誤|不正解)",
    re.MULTILINE,
)
_DIRECTIVES = re.compile(r"\b(?:RIGHT|FORCE|NOTTHIS|CHOICE)\b[ \t]*")


class Verdict(Enum):
    """The record's verdict on a move.

    OTHER is a variation without any indication that it is right or wrong.
    """

    RIGHT = "right"
    WRONG = "wrong"
    OTHER = "other"


def moves_after(node: Node) -> list[Node]:
    """The moves after a node in the record's order, skipping nodes that are no moves. Iterative.

    Nothing after a takeback.
    """
    found: list[Node] = []
    stack = list(reversed(node.children))
    while stack:
        one = stack.pop()
        if is_move(one.action):
            found.append(one)
        elif type(one.action) is not Takeback:
            stack.extend(reversed(one.children))
    return found


def said_in(comment: str, flowing: bool = False) -> str:
    """A comment as it is shown, without the keywords that mark right moves for programs.

    `flowing`: line breaks in it are layout (`Document.flowing`).
    """
    return shown(_DIRECTIVES.sub("", comment), flowing).strip()


def _no_verdict(node: Node) -> int:
    """The default `verdict_of`, for formats without a property for right and wrong moves."""
    return 0


class Problem:
    """A question and the record's answers to it. The record must not change meanwhile.

    Attributes:
        question: the node with the position of the problem.
        side: index of the side that is to find its moves.
    """

    def __init__(
        self,
        game: Game[State],
        states: States,
        question: Node,
        verdict_of: Callable[[Node], int] = _no_verdict,
    ) -> None:
        """`verdict_of` returns the format's own verdict on a node: 1 right, -1 wrong, 0 none."""
        self.question = question
        self._states = states
        self._verdict_of = verdict_of
        asked = question.note(PROBLEM)
        ids = [side.id for side in game.sides]
        first = moves_after(question)
        if asked in ids:
            self.side = ids.index(str(asked))
        else:
            self.side = self.mover(first[0]) if first else states.at(question).side
        self._right: set[int] = set()  # nodes that are called right
        self._above: set[int] = set()  # nodes above these
        self._wrong: set[int] = set()  # nodes whose main line has something that is called wrong
        self._look()

    def _look(self) -> None:
        """Find right and wrong nodes below the question, in one walk."""
        for node in self.question.walk():
            mark = self.mark(node) if node.notes or node.facts else 0
            if node is self.question or not mark:
                continue
            above = node.parent
            if mark > 0:
                self._right.add(node.id)
                while above is not None and above.id not in self._above:
                    self._above.add(above.id)
                    above = None if above is self.question else above.parent
                continue
            below = node
            self._wrong.add(below.id)
            while above is not None and above is not self.question and above.children[0] is below:
                self._wrong.add(above.id)
                below, above = above, above.parent

    # -------------------------------------------------------------------------------- the tree

    def mover(self, node: Node) -> int:
        """The side that plays a node's move."""
        return 1 - self._states.at(node).side

    def mine(self, node: Node) -> list[Node]:
        """The solving side's moves after a node."""
        return [one for one in moves_after(node) if self.mover(one) == self.side]

    def answers(self, node: Node) -> list[Node]:
        """The other side's moves after a node; the first is the main one."""
        return [one for one in moves_after(node) if self.mover(one) != self.side]

    def action(self, node: Node) -> Action | None:
        """A node's action; for a Written one, the move it means."""
        return self._states.at(node).action if type(node.action) is Written else node.action

    # -------------------------------------------------------------------------------- judging

    def mark(self, node: Node) -> int:
        """The record's own mark on a node: 1 right, -1 wrong, 0 none."""
        found = self._verdict_of(node)
        if found:
            return found
        comment = node.comment
        if comment:
            if _WRONG_WORDS.search(comment):
                return -1
            if _RIGHT_WORDS.search(comment):
                return 1
        return self._of_glyphs(node) if node.glyphs else 0

    def _of_glyphs(self, node: Node) -> int:
        """The mark by glyphs: of the solving side's moves, and of final positions."""
        glyphs = frozenset(node.glyphs)
        if is_move(node.action) and self.mover(node) == self.side:
            if glyphs & _BAD:
                return -1
            if glyphs & _GOOD:
                return 1
        if not moves_after(node):
            if glyphs & _GOOD_FOR[self.side]:
                return 1
            if glyphs & _GOOD_FOR[1 - self.side]:
                return -1
        return 0

    def _leads_right(self, node: Node) -> bool:
        return node.id in self._right or node.id in self._above

    def _leads_wrong(self, node: Node) -> bool:
        """Whether anything in the continuation is marked wrong."""
        return node.id in self._wrong

    def verdict(self, node: Node) -> Verdict:
        """The record's verdict on a move of the solving side."""
        own = self.mark(node)
        if own:
            return Verdict.RIGHT if own > 0 else Verdict.WRONG
        if self._leads_right(node):
            return Verdict.RIGHT
        alternatives = self._alternatives(node)
        if any(self._leads_right(one) for one in alternatives):
            return Verdict.WRONG
        if self._leads_wrong(node):
            return Verdict.WRONG
        if any(self._leads_wrong(one) for one in alternatives):
            return Verdict.RIGHT  # what isn't right is marked: this isn't
        return Verdict.RIGHT if alternatives[:1] == [node] else Verdict.OTHER

    def _alternatives(self, node: Node) -> list[Node]:
        """The alternatives to a move in the record, including itself."""
        above = node.parent
        while above is not None and above is not self.question and not is_move(above.action):
            above = above.parent
        return self.mine(above) if above is not None else [node]

    def found(self, node: Node, move: Action) -> Node | None:
        """The record's node for a move after a node; of several equal ones, a right one."""
        same = [one for one in self.mine(node) if self.action(one) == move]
        right = (one for one in same if self.verdict(one) is Verdict.RIGHT)
        return next(right, same[0] if same else None)

    def best(self, node: Node) -> Node | None:
        """The first right move after a node; None at the end of the problem."""
        mine = self.mine(node)
        right = (one for one in mine if self.verdict(one) is Verdict.RIGHT)
        return next(right, None)

    def ends(self, node: Node) -> bool:
        """Whether a move solves the problem: nothing follows, or it is explicitly marked right."""
        if not moves_after(node):
            return True
        return node.id in self._right and node.id not in self._above and self._by_word(node)

    @staticmethod
    def _by_word(node: Node) -> bool:
        return bool(_RIGHT_WORDS.search(node.comment))

    def solution(self, node: Node) -> list[Node]:
        """The moves of both sides from a node to the end of the solution; none if no move is right."""
        line: list[Node] = []
        while True:
            mine = self.best(node)
            if mine is None:
                return line
            line.append(mine)
            if self.ends(mine):
                return line
            node = mine
            answer = next(iter(self.answers(mine)), None)
            if answer is not None:
                line.append(answer)
                node = answer


# ----------------------------------------------------------------------------- where questions are


def _past_setup(node: Node) -> Node:
    """The node before the first move, past set-ups and comments."""
    while len(node.children) == 1 and not is_move(node.children[0].action):
        if type(node.children[0].action) is Takeback:
            break
        node = node.children[0]
    return node


def questions(record: Record) -> Iterator[Node]:
    """The nodes with questions in the record's order; without any, the root."""
    some = False
    for node in record.walk():
        if PROBLEM in node.notes:
            some = True
            yield node
    if not some:
        yield _past_setup(record.root)


def question_at(record: Record, node: Node) -> Node | None:
    """The question to solve at a node; None if there is no move to find.

    The question that it is the answer to; at the start the record's first one; else the node itself.
    """
    above: Node | None = node
    while above is not None:
        if PROBLEM in above.notes:
            return above
        above = above.parent
    if node.parent is None:
        node = next(questions(record))
    node = _past_setup(node)
    if not moves_after(node):
        node = next(questions(record))
    return node if moves_after(node) else None


def next_question(record: Record, question: Node, step: int) -> Node | None:
    """The next (1) or previous (-1) question of a record; None if there is none."""
    before: Node | None = None
    passed = False
    for node in questions(record):
        if node is question:
            passed = True
            if step < 0:
                return before
        elif passed:
            return node
        before = node
    return None


# -------------------------------------------------------------------------- the board of a question


def _notes(node: Node, asked: bool) -> dict[str, NoteValue]:
    """Annotations for display: of nodes before the question only inherited ones."""
    notes: dict[str, NoteValue] = {}
    if VIEW in node.notes:
        notes[VIEW] = node.notes[VIEW]
    marks: tuple[Mark, ...] = node.marks
    kept = marks if asked else tuple(mark for mark in marks if mark.kind == DIM)
    if kept:
        notes[MARKS] = kept
    return notes


def trial_of(
    record: Record, states: States, question: Node, side: int, part: tuple[str, ...] = ()
) -> Record:
    """A record that ends with a question, with a side to move.

    If the line leads to another side to move, only the position. `part`: the corners of the part of the
    board to be shown, () for what the record says.
    """
    nodes: list[Node] = []
    for id, node in enumerate(question.path()):
        above = nodes[-1] if nodes else None
        notes = _notes(node, node is question)
        if part and node is question:
            notes[VIEW] = part
        nodes.append(Node(id, above, node.action, notes or EMPTY))
        if above is not None:
            above.children = (nodes[-1],)
    trial = Record(record.game, nodes[0], record.headers, record.encoding)
    game = game_of(record.game)
    if States(game, trial).at(nodes[-1]).side == side or not isinstance(game, Editable):
        return trial
    state = states.at(question)
    setup = game.compose(state, dict(game.pieces(state)), counts_of(game, state), side)
    said = _notes(question, True) | ({VIEW: part} if part else {})
    root = Node(0, None, setup, said or EMPTY)
    return Record(record.game, root, record.headers, record.encoding)
