"""The problems of a study: positions to be solved, and their solutions, from any record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from viewer.base.fields import choice
from viewer.base.messages import in_context, message
from viewer.base.named import NamedTuple
from viewer.document.position import part_that_matters
from viewer.document.problems.problem import (
    Problem,
    Verdict,
    moves_after,
    questions,
    said_in,
)
from viewer.formats import FORMATS
from viewer.formats.format import Collection
from viewer.games import game_of
from viewer.games.capabilities import Deciding
from viewer.games.printing import Answer, printing_of
from viewer.games.score import plain_result
from viewer.games.states import States
from viewer.publish.choices import OutlineStyle
from viewer.publish.diagrams import Diagrams
from viewer.publish.figured import FiguredLines, Said, in_figures
from viewer.publish.headings import heading
from viewer.publish.outline import Comment, Diagram, Heading, Item, Moves, PrintedMove, Title
from viewer.publish.sections import Lines
from viewer.publish.wording import Words, printed
from viewer.tree.action import is_move
from viewer.tree.annotation import BOOKMARK, PROBLEM
from viewer.tree.comment_style import CommentStyle
from viewer.tree.diagram import has_diagram, without_sign
from viewer.tree.node import Node
from viewer.tree.record import Record

_ALSO = in_context("ahead of a variation in a solution", "Also right")
QUESTIONS, MARKED, BOOKMARKED, ALL = "questions", "marked", "bookmarked", "all"
FULL, LINE, NONE = "full", "line", "none"
SOURCE_FIELD = choice(
    "from",
    message("Problems"),
    {
        QUESTIONS: message("Questions, or set-up positions"),
        MARKED: message("Positions with a diagram mark"),
        BOOKMARKED: message("Bookmarked positions"),
        ALL: message("Every set-up position"),
    },
)


class PrintedProblem(NamedTuple):
    """A position to be solved.

    Attributes:
        record: index of its record.
        game: id of the game.
        diagram: the position; its number counts the problems.
        heading: the head of its record.
        task: the comment of the position, which often says what is asked.
        solution: the moves and comments of the solution.
        answer: what is known of the right line.
        final: the position in which it is won, for games whose books show it.
    """

    record: int
    game: str
    diagram: Diagram
    heading: Heading
    task: str
    solution: tuple[Item, ...]
    answer: Answer
    final: Diagram | None = None

    def title(self, words: Words) -> str:
        """The name of the position, or of its record unless that is just "Game 3"; "" without."""
        unnamed = words(message("Game {number}", number=self.record + 1))
        title = self.heading.title
        return self.diagram.title or (title if title != unnamed else "")


def problems(
    collection: Collection,
    style: OutlineStyle,
    words: Words,
    source: str = QUESTIONS,
    solutions: str = FULL,
    cropped: bool = True,
    figures: bool = False,
) -> Iterator[tuple[int, PrintedProblem | None]]:
    """(record, problem) of all problems of a collection; (record, None) for each record without any.

    `source` says which positions are problems: the questions of the record (without any, a set-up position
    from which a line begins), all of these though nothing follows, the marked or the bookmarked nodes. With
    `figures` solutions of games of stones are diagrams.
    """
    number = 0
    for index in range(len(collection)):
        record = collection.record(index)
        found = RecordProblems(record, collection.format, index, style, words, number)
        some = False
        for node in found.nodes(source):
            some = True
            yield index, found.problem(node, solutions, cropped, figures)
        number = found.diagrams.number
        if not some:
            yield index, None


def line_first(items: Iterable[Item]) -> list[Item]:
    """A solution with its main line in one piece ahead of what is said of it and of what branches off.

    What tells the end of a game is left out.
    """
    main: list[PrintedMove] = []
    others: list[Item] = []
    for item in items:
        if isinstance(item, Moves) and item.level == 0:
            main += (move for move in item.moves if not move.ends)
        else:
            others.append(item)
    shown = [
        move._replace(number="") if index and move.number.endswith("…") else move
        for index, move in enumerate(main)
    ]
    return [*([Moves(0, True, tuple(shown))] if shown else []), *others]


def _after(node: Node) -> list[Node]:
    """What follows a node in its line."""
    return [one for one in node.main_line() if one is not node]


def _varied(items: Iterable[Item]) -> Iterator[Item]:
    """The items of a line as those of a variation."""
    begins = True
    for item in items:
        if isinstance(item, Moves | Comment):
            yield item._replace(level=1, begins=begins)
            begins = False


class RecordProblems:
    """The problems of a record.

    Attributes:
        states: of the record.
        format: of the record.
        diagrams: numbers the problems.
    """

    def __init__(
        self,
        record: Record,
        format: str,
        index: int,
        style: OutlineStyle,
        words: Words,
        number: int = 0,
    ) -> None:
        """`index` is that of the record in its collection, `number` that of the problem before."""
        self._index = index
        self._record = record
        self.format = FORMATS[format].load()
        self._said = CommentStyle(self.format.flowing, tagged=self.format.tagged)
        self._game = game_of(self._record.game)
        self.states = States(self._game, self._record)
        self._style = style._replace(
            marked=False, bookmarked=False, every=0, ahead=False, set_up=False, end=False
        )
        self._words = words
        self.diagrams = Diagrams(self.states, self._style, words, number)

    def nodes(self, source: str) -> Iterator[Node]:
        """The nodes whose positions are problems."""
        if source in (QUESTIONS, ALL):
            for node in questions(self._record):
                solved = source == ALL or bool(moves_after(node))
                if PROBLEM in node.notes or (solved and self._set_up(node)):
                    yield node
            return
        for node in self._record.walk():
            if has_diagram(node) if source == MARKED else BOOKMARK in node.notes:
                yield node

    def _set_up(self, node: Node) -> bool:
        """Whether a position isn't the one with which games of its kind begin."""
        if node.parent is not None:
            return True
        state = self.states.at(node)
        standing = any(True for _ in self._game.pieces(state))
        return standing and self._game.start_label(state) is not None

    def problem(
        self, node: Node, solutions: str, cropped: bool, figures: bool = False
    ) -> PrintedProblem:
        """The problem of a node."""
        part = part_that_matters(self._game, self.states, node) if cropped else ()
        diagram = self.diagrams.of(node, part)
        said = self._said.comment(node) if self._style.comments else ""
        task = printed(without_sign(said)).strip()
        line = [one for one in self.asked(node).solution(node) if is_move(one.action)]
        answer = self._answer(node, line, task)
        final = None
        if answer.won and solutions != NONE and printing_of(self._game).final:
            final = self.diagrams.of(line[-1])
            self.diagrams.number = diagram.number
        side = self._game.sides[diagram.side].name
        if any(name.casefold() in task.casefold() for name in (self._words(side), side.text())):
            diagram = diagram._replace(to_move="")  # the task says whose move it is
        return PrintedProblem(
            self._index,
            self._record.game,
            diagram,
            heading(self.format, self.states, self._index, self._words),
            task,
            tuple(
                self._figures(node, solutions, diagram.position.part)
                if figures and in_figures(self._game, self._style)
                else self._solution(node, solutions)
            ),
            answer,
            final,
        )

    def _answer(self, node: Node, line: Sequence[Node], task: str) -> Answer:
        """What the right line tells."""
        game, states = self._game, self.states
        side = states.at(node).side
        ends = states.at(line[-1]) if line else None
        won = ends is not None and isinstance(game, Deciding) and game.winner(ends) == side
        headers = self._record.headers
        result = plain_result(self.format.by_role("result", headers, self._record.game))
        said = (task, *(entry.value for entry in headers))
        return Answer(side, len(line), won, result, said)

    def lines(self, node: Node) -> tuple[Item, ...]:
        """The moves and comments of the whole record; what is said at a node is its task."""
        lines = Lines(self.states, self.format, self._style, self._words, self.diagrams)
        return tuple(self._told(lines.items(), node))

    def asked(self, node: Node) -> Problem:
        """What a node asks, with the record's verdicts on answers."""
        return Problem(self._game, self.states, node, self.format.verdict_of)

    def _also_right(self, node: Node) -> Callable[[Node], bool]:
        """Tells of nodes below a question whether they begin a line that is as right as the solution."""
        problem = self.asked(node)
        first = set(problem.solution(node))

        def right(one: Node) -> bool:
            return (
                is_move(one.action)
                and problem.mover(one) == problem.side
                and problem.verdict(one) is Verdict.RIGHT
            )

        def found(one: Node) -> bool:
            above = one.parent
            if above is None or above.children[0] is one or one in first or not right(one):
                return False
            while above is not node and above not in first:
                mine = is_move(above.action) and problem.mover(above) == problem.side
                if (mine and not right(above)) or above.parent is None:
                    return False
                above = above.parent
            return True

        return found

    def _solution(self, node: Node, solutions: str) -> Iterator[Item]:
        """The items of a solution; those that begin another right line say so."""
        right, nodes = self._also_right(node), self._record.nodes
        for item in self._lines(node, solutions):
            if isinstance(item, Moves | Comment) and item.level and item.begins:
                head = item.moves[0].node if isinstance(item, Moves) else item.node
                if right(nodes[head]):
                    item = item._replace(lead=self._words(_ALSO))
            yield item

    def _lines(self, node: Node, solutions: str) -> Iterator[Item]:
        if solutions == NONE:
            return
        lines = Lines(self.states, self.format, self._style, self._words, self.diagrams)
        alone = not any(is_move(one.action) for one in node.path())
        if solutions == FULL and alone:
            yield from self._told(lines.items(), node)
            return
        line = self.asked(node).solution(node)
        yield from self._told(lines.line(line), node)
        if solutions == FULL:
            for one in node.children:
                if one not in line[:1] and is_move(one.action):
                    yield from self._told(_varied(lines.line([one, *_after(one)])), node)

    def _figures(self, node: Node, solutions: str, part: tuple[str, ...]) -> Iterator[Item]:
        """The solution as diagrams: the right line, then each variation with its name."""
        problem, also_right = self.asked(node), self._also_right(node)
        right = problem.solution(node)
        line = [*right, *list((right[-1] if right else node).main_line())[1:]]
        if solutions == NONE or not line:
            return
        style = self._style if solutions == FULL else self._style._replace(levels=0)
        lines = Lines(self.states, self.format, style, self._words, self.diagrams)

        def said(one: Node) -> Said:
            found = lines.said(one)
            comment = said_in(found.comment).lstrip(".!:,; ")
            if also_right(one):
                comment = " ".join(filter(None, (self._words(message("Also right.")), comment)))
            return found._replace(before=said_in(found.before), comment=comment)

        figured = FiguredLines(self.states, style, self._words, said, lines.move, part)
        counts = Counter[bool]()

        def named(head: Node) -> str:
            tried = problem.mover(head) == problem.side
            wrong = tried and problem.verdict(head) is Verdict.WRONG
            counts[wrong] += 1
            template = message("Failure {number}") if wrong else message("Variation {number}")
            return self._words(template.given(number=counts[wrong]))

        yield from figured.solution(line, self._words(message("Correct answer")), named)

    @staticmethod
    def _told(items: Iterable[Item], node: Node) -> Iterator[Item]:
        """What a solution says: without the task, and without the words that mark moves for programs."""
        for item in items:
            if isinstance(item, Comment):
                text = said_in(item.text)
                if text and (item.node != node.id or item.ahead):
                    yield item._replace(text=text)
            elif not isinstance(item, Title | Diagram):
                yield item
