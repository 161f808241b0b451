"""The page of problems: positions that are solved in the browser, by the moves that the record holds.

Of a lesson also games whose moves are guessed, or gone through while those that follow are hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import chain, count
from typing import Any

from viewer.base.fields import FLAG, Field, Values
from viewer.base.jobs import JobStep
from viewer.base.messages import Message, in_context, message
from viewer.base.refused import Refused
from viewer.document.problems.problem import Problem, Verdict
from viewer.document.training import LESSON
from viewer.document.training.lessons import GUESS, SOLVE, Task, task_of
from viewer.games.capabilities import Editable, Passing, Placing, declarations_of
from viewer.games.game import Game
from viewer.games.printing import printing_of
from viewer.games.states import States
from viewer.games.telling import ToldRecord
from viewer.publish.choices import OutlineStyle
from viewer.publish.exporter import Preview, Study
from viewer.publish.headings import HEADER, unprinted
from viewer.publish.outline import Comment, Item, Moves
from viewer.publish.page.boards import PageBoard
from viewer.publish.page.gathering import PageStudy
from viewer.publish.page.page import PAGE_FIELDS, SAID, Page
from viewer.publish.page.records import (
    Positions,
    head_of,
    is_text,
    item_labels,
    item_text,
    json_text,
)
from viewer.publish.problems import FULL, NONE, SOURCE_FIELD, PrintedProblem, RecordProblems
from viewer.publish.sections import notation_for
from viewer.publish.wording import Words, printed_line
from viewer.tree.action import Action, Move, Takeback, Terminal, is_move
from viewer.tree.node import Node
from viewer.tree.record import Record

_VERDICTS = {Verdict.RIGHT: 1, Verdict.OTHER: 0, Verdict.WRONG: -1}
_ASKS = f"{HEADER}{LESSON}"
_KEY = 12  # hexadecimal digits of a problem's key

FIELDS = (
    *PAGE_FIELDS[:1],
    SOURCE_FIELD,
    *PAGE_FIELDS[1:2],
    Field("cropped", message("Only the part of a go board that matters"), FLAG, True),
    Field("marks", message("Marks and arrows"), FLAG, False),
    PAGE_FIELDS[2]._replace(default=False),
    *PAGE_FIELDS[3:],
)


_WORDS: Mapping[str, Message] = {
    **SAID,
    "problems": message("Problems"),
    "number": in_context("a problem of a sheet", "No. {number}", number="{number}"),
    "solved_of": message("{solved} of {count} solved", solved="{solved}", count="{count}"),
    "forget": message("Forget the progress"),
    "next_problem": message("Next problem"),
    "previous_problem": message("Previous problem"),
    "hint": message("Hint"),
    "take_back": message("Take back"),
    "restart": message("From the beginning"),
    "show": message("Show the solution"),
    "right": message("Right. Go on."),
    "solved": message("Solved!"),
    "wrong_move": message("Wrong."),
    "other": message("The record has that as a variation, not as its solution."),
    "unknown": message("That move isn't in this record."),
    "solution": message("This is the solution."),
    "no_solution": message("The record calls no move right here."),
    "piece": message("It is this piece that moves."),
    "region": message("It is in this part of the board."),
    "move": message("This is the move."),
    "elsewhere": message("Look for something else than a move on the board."),
    "empty": in_context("a square of the board", "empty"),
    "choose": message("What does the piece become?"),
    "done_of": message("{solved} of {count} done", solved="{solved}", count="{count}"),
    "as_recorded": message("As in the record."),
    "recorded": message("The record has {move}.", move="{move}"),
    "guessed": message("{same} of {count} moves as in the record", same="{same}", count="{count}"),
    "show_move": message("Show the move"),
    "show_all": message("Show all moves"),
    "over": message("The line ends here."),
    "keys": message("Arrow keys go over the board, Enter chooses a square."),
}


class ProblemStudy(PageStudy):
    """Gathers the problems of records: of each the tree below its question."""

    def __init__(self, study: Study, values: Values, first: int = 0) -> None:
        super().__init__(study, values, first)
        self._shown: dict[int, tuple[Game[Any], PageBoard]] = {}

    def gather(self) -> Iterator[JobStep[None]]:
        """A job that takes in the problems of all records. Raises Refused if there are none."""
        yield from self.gather_some(range(len(self.study.records)))
        if not self.count:
            raise Refused(message("There are no problems in these records."))

    def boards(self) -> list[dict[str, Any]]:
        """The boards, each with the side of each of its pieces; -1 for those of none."""
        return [
            {**data, "whose": [_whose(game, kind) for kind, _ in board.tokens]}
            for data, (game, board) in zip(super().boards(), self._shown.values(), strict=True)
        ]

    def take(self, record: Record, index: int) -> Iterator[None]:
        """Take in the problems of a record."""
        format, words = self.study.records.format, self.study.words
        found = RecordProblems(record, format, index, self.style, words)
        task = task_of(record)
        if task is not None and task.kind != SOLVE:
            left_out = unprinted(found.format, record, self.style)
            self.left_out.update({key: left_out[key] for key in left_out if key != _ASKS})
            text, title = self._guided(found, task)
            self.add(text.encode(), 1, title)
            yield
            return
        questions = list(found.nodes(str(self.values["from"])))
        self.left_out.update(unprinted(found.format, record, self.style))
        self.left_out["games"] += not questions
        asked = {node.id for node in questions}
        for node in questions:
            printed = found.problem(node, FULL, bool(self.values["cropped"]))
            title = printed.title(words)
            self.add(self._problem(found, node, printed, asked).encode(), 1, title)
            yield

    def _problem(
        self, found: RecordProblems, question: Node, printed: PrintedProblem, asked: set[int]
    ) -> str:
        """A problem as JSON: a record that begins with the question, and what is asked.

        key: the same for the same question on any page; ask, task: what is said of it; clicks: how many
        squares are touched for a move; side: of the moves that are asked for; part: the squares at two
        corners of what is shown, [] for the whole board; marked: whether the marks of the question are shown
        before it is solved; offered: what else than a move on the board may be chosen, by its words, whether
        the record has it or not. Nodes are as in a study, with what `_move` tells.
        """
        problem, states = found.asked(question), found.states
        diagram = printed.diagram
        nodes = list(_below(question, asked))
        key = f"{states.game.id} {diagram.text} {problem.side}"
        asks = printing_of(states.game).asked(printed.answer)
        begins = {
            "key": _key(key),
            "ask": diagram.to_move if asks is None else self.study.words(asks),
            "side": problem.side,
        }
        known = dict.fromkeys([node.id for node in question.path()], 0)
        return self._data(problem, states, printed, begins, nodes, known)

    def _guided(self, found: RecordProblems, task: Task) -> tuple[str, str]:
        """A record of which the moves are guessed or gone through, as JSON, and its title.

        As `_problem` has it, from where the task begins: does is what is done; side is -1 for both sides;
        the main line alone is right.
        """
        words, states = self.study.words, found.states
        question = task.start(states.record)
        printed = found.problem(question, NONE, False)
        title = printed.title(words)
        # What the head tells of the end would be the answer.
        head = printed.heading._replace(result="", outcome="")
        printed = printed._replace(heading=head, solution=found.lines(question))
        problem = found.asked(question)
        if task.side is not None:
            problem.side = task.side
        line = [str(problem.action(node)) for node in question.main_line()]
        begins = {
            "key": _key(
                " ".join([states.game.id, printed.diagram.text, task.text(states.game), *line])
            ),
            "ask": words(task.words(states.side_names)),
            "side": -1 if task.side is None else task.side,
            "does": task.kind,
        }
        nodes = list(_below(question, set()))
        right = {node.id for node in question.main_line()} if task.kind == GUESS else set()
        return self._data(problem, states, printed, begins, nodes, {}, (task, right)), title

    def _data(
        self,
        problem: Problem,
        states: States,
        printed: PrintedProblem,
        begins: dict[str, Any],
        nodes: Sequence[Node],
        known: dict[int, int],
        guided: tuple[Task, set[int]] | None = None,
    ) -> str:
        """A problem as JSON, with what it begins with; `known`: numbers of nodes before its own."""
        words, game = self.study.words, states.game
        number, board = self.board_of(states, printed.record)
        self._shown[number] = game, board
        numbers = dict(zip([node.id for node in nodes], count()))
        known = known | numbers
        some = Positions(states, board, numbers, ToldRecord({}), nodes[0]).texts(nodes)

        def asked(node: Node) -> str:
            if guided is None:
                return _move(states, problem, board, node)
            return _guess(states, problem, board, node, *guided)

        told = [
            f"{text[:-1]}{asked(node)}}}" if numbers[node.id] else text
            for node, text in zip(nodes, chain.from_iterable(some), strict=True)
        ]
        notation = notation_for(game, self.style.notation)
        begins |= {
            "b": number,
            "head": head_of(printed.heading._replace(title=printed.title(words), start="")),
            "task": printed.task,
            "clicks": 1 if isinstance(game, Placing) else 2,
            "part": board.squares(printed.diagram.position.part),
            "marked": self.values["marks"] or guided is not None,
            "offered": _offered(states, problem, nodes, notation, words),
        }
        told_of = known if guided is None else {id: at for id, at in known.items() if at}
        items = ",".join([item_text(one, known) for one in _known(printed.solution, told_of)])
        labels = item_labels(printed.solution, game.numbering(states.at(states.record.root)))
        begun = f'{json_text(begins)[:-1]},"labels":{labels}'
        return f'{begun},"items":[{items}],"nodes":[{",".join(told)}]}}'


def _key(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:_KEY]


def _whose(game: Game[Any], kind: str) -> int:
    trays = game.trays if isinstance(game, Editable) else ()
    return next((side for side, kinds in enumerate(trays) if kind in kinds), -1)


def _offered(
    states: States, problem: Problem, nodes: Sequence[Node], notation: str, words: Words
) -> list[str]:
    """The words for moves that touch no square, as far as rules have them: to offer them tells nothing.

    These are passes, swaps and the agreement to a draw at the question, which is the first of the nodes;
    where an answer touches no square, also everything that can be declared beside it.
    """
    game, found = states.game, dict[str, None]()
    for node in nodes:
        needed = any(
            problem.mover(one) == problem.side and _is_declared(game, problem.action(one))
            for one in node.children
        )
        if node is not nodes[0] and not needed:
            continue
        state = states.at(node)
        moves: list[Move] = []
        if isinstance(game, Passing) and game.offers_pass:
            moves.append(game.pass_move(state))
        moves += [
            one.move
            for one in declarations_of(game, state)
            if needed or one.id.startswith(("swap", "accept"))
        ]
        for move in moves:
            found[printed_line(game.shown(game.step(state, move), notation, words))] = None
    return list(found)


def _is_declared(game: Game[Any], action: Action | None) -> bool:
    return isinstance(action, Move) and not game.touches(action)


def _below(question: Node, asked: set[int]) -> Iterator[Node]:
    """A question's node and those below, in pre-order, up to the next questions. Iterative.

    How a game ended, which answers nothing, isn't among them unless something is said of it.
    """
    stack = [question]
    while stack:
        node = stack.pop()
        yield node
        if node is question or node.id not in asked:
            stack.extend(one for one in reversed(node.children) if not _only_ends(one))


def _only_ends(node: Node) -> bool:
    return isinstance(node.action, Terminal) and not node.notes and not node.children


def _known(items: Iterable[Item], known: Mapping[int, int]) -> Iterator[Item]:
    """What items say of nodes that are known."""
    for item in items:
        if isinstance(item, Moves):
            moves = tuple(move for move in item.moves if move.node in known)
            begins = item.begins
            if moves and item.lead:
                yield Comment(item.level, moves[0].node, item.lead, ahead=True, begins=begins)
                begins = False
            if moves:
                yield item._replace(begins=begins, moves=moves)
        elif isinstance(item, Comment) and item.lead and item.node in known:
            yield item._replace(text=f"{item.lead} {item.text}")
        elif is_text(item) and item.node in known:
            yield item


def _move(states: States, problem: Problem, board: PageBoard, node: Node) -> str:
    """What a page must know of a move to ask for it, as further parts of an object in JSON.

    o: 1 for a move of the side that solves, 2 for one of the other, 0 where nothing after it counts; v: the
    record's verdict, 1 right, -1 wrong; e: 1 if the problem is solved by it though moves follow. Of moves of
    the side that solves t: every sequence of squares that makes it; k: what the piece becomes by it, where
    there is a choice, and the choices.
    """
    if isinstance(node.action, Takeback):
        return ',"o":0'
    if not is_move(node.action):
        return ""
    if problem.mover(node) != problem.side:
        return _told({"o": 2, "v": problem.mark(node)})
    verdict = _VERDICTS[problem.verdict(node)]
    ends = problem.ends(node)
    return _told({"o": 1, "v": verdict, "e": ends} | _touched(states, problem, board, node))


def _guess(
    states: States, problem: Problem, board: PageBoard, node: Node, task: Task, right: set[int]
) -> str:
    """The same of a move that is guessed, if it is among the right ones and of a side that is."""
    if not is_move(node.action) or node.id not in right:
        return "" if node.id in right else ',"o":0'
    if task.side not in (None, problem.mover(node)):
        return _told({"o": 2})
    return _told({"o": 1, "v": 1} | _touched(states, problem, board, node))


def _touched(states: States, problem: Problem, board: PageBoard, node: Node) -> dict[str, Any]:
    """How a move is made on the board: t and k of `_move`."""
    told: dict[str, Any] = {}
    move, above = problem.action(node), node.parent
    if isinstance(move, Move) and above is not None:
        game, before = states.game, states.at(above)
        squares = game.touch_sequences(before, move) or (game.touches(move),)
        told["t"] = [board.squares(one) for one in squares if one]
        if kind := game.resulting_kind(before, move):
            touched = game.touches(move)
            offered = [one for one in game.legal_moves(before) if game.touches(one) == touched]
            kinds = dict.fromkeys([kind, *(game.resulting_kind(before, one) for one in offered)])
            told["k"] = [board.tokens[one, 1] for one in kinds if one]
    return told


def _told(parts: Mapping[str, Any]) -> str:
    return "".join(f",{json_text(key)}:{json_text(value)}" for key, value in parts.items() if value)


class ProblemPage(Page):
    """A page of problems, or the files of an element."""

    fields = FIELDS
    first = ("from", "form")
    problems = True
    gatherer = ProblemStudy
    element = "qipu-problems"
    scripts = ("qipu-board", "qipu-problems")
    said = _WORDS

    def preview(self, study: Study, values: Values) -> Preview | None:
        """The board of the first problem."""
        source = str(values["from"])
        for index in range(len(study.records)):
            record = study.records.record(index)
            found = RecordProblems(record, study.records.format, index, OutlineStyle(), study.words)
            for node in found.nodes(source):
                return self.position(found.states, node, values)
        return None


PROBLEMS = ProblemPage()
