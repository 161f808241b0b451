"""The outline of a report of a game: sentences, the graph, a table by phase, boards of turning points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from viewer.base.messages import Message, Number, counted, in_context, message
from viewer.base.person_names import OwnNames
from viewer.document.reading.conclusions import conclusions
from viewer.document.reading.report import (
    FoundBy,
    GameReport,
    Instead,
    Phase,
    instead,
    loss_words,
    nothing_found,
    report_of,
    time_words,
    unbroken_move,
)
from viewer.document.reading.summary import side_words
from viewer.formats.format import Format
from viewer.games.capabilities import Opened
from viewer.games.game import Game, State
from viewer.games.phases import phases_of
from viewer.games.states import States
from viewer.publish.choices import OutlineStyle
from viewer.publish.diagrams import Diagrams
from viewer.publish.outline import Comment, Diagram, Fact, Facts, Graph, Item, Title
from viewer.publish.wording import Words, printed_line
from viewer.scene.curve import curves, place_of
from viewer.scene.picture import Drawing
from viewer.scene.shapes import MARK, Disc, Polygon, Polyline, Rect, Shape
from viewer.scene.theme import LIGHT, Theme
from viewer.tree.annotation import Mark
from viewer.tree.evaluation import Evaluation, ScoreUnit
from viewer.tree.nags import sign_of
from viewer.tree.node import Node
from viewer.tree.scales import BLUNDER, DUBIOUS

_TIME = in_context("that moves took", "Time")
_LEAST_LEAD = 10.0
"""Points at the edge of the graph at least."""


def report_items(
    states: States,
    format_: Format,
    style: OutlineStyle,
    words: Words,
    notation: str,
    found: FoundBy = nothing_found,
) -> Iterator[Item]:
    """The items of the report of a record. `found`: what an engine found beside what the record says."""
    yield from _Items(states, format_, style, words, notation, found).items()


class _Items:
    """Makes the items of a report."""

    def __init__(
        self,
        states: States,
        format_: Format,
        style: OutlineStyle,
        words: Words,
        notation: str,
        found: FoundBy,
    ) -> None:
        self._states, self._format, self._style = states, format_, style
        self._words, self._notation, self._found = words, notation, found
        self._report = report_of(states, format_, found)
        self._root = states.record.root.id

    def items(self) -> Iterator[Item]:
        """The items."""
        if not self._report.phases:
            yield self._said(message("This game has no moves."))
        elif not self._report.analysed:
            yield self._said(
                message(
                    "This game has no evaluations: have an engine analyse it, and the report says more."
                )
            )
        yield from self._conclusions()
        yield from self._graph()
        yield from self._sides()
        yield from self._opening()
        yield from self._turning()

    def _title(self, text: Message) -> Title:
        return Title(1, self._root, self._words(text))

    def _said(self, *texts: Message) -> Comment:
        said = "\n".join(map(self._words, texts))
        return Comment(0, self._root, said, begins=True)

    def _conclusions(self) -> Iterator[Item]:
        side = None
        if self._style.about:
            record = self._states.record
            own = OwnNames(self._style.about).sides(
                self._format.players(record.headers, record.game)
            )
            side = own[0] if len(own) == 1 else None
        told = conclusions(self._report, self._notation, self._found, side)
        if told:
            yield self._title(message("What there is to learn"))
            numbers = enumerate(told, 1)
            yield self._said(
                *(message("{number}. {what}", number=number, what=one) for number, one in numbers)
            )

    def _graph(self) -> Iterator[Item]:
        values = self._report.values
        if values.evaluated < 2:
            return
        known = [value.evaluation for value in values.values]
        shares = _shares(self._states.game, known)
        if not any(share is not None for share in shares):
            return
        marks = tuple(
            (index, quality.glyph)
            for index, quality in values.qualities.items()
            if quality.glyph is not None
        )
        first, second = self._states.side_names
        yield self._title(message("Evaluation"))
        better = [self._words(message("{side} is better", side=one)) for one in (first, second)]
        yield Graph(self._root, tuple(shares), marks, better[0], better[1])

    # ------------------------------------------------------------------------ sides and phases

    def _sides(self) -> Iterator[Item]:
        report, states = self._report, self._states
        phases = phases_of(states.game)
        if not report.phases:
            return
        unplayed = states.game.unplayed(states.at(states.record.root))
        title = message("Both sides, by phase") if unplayed is None else message("Both sides")
        yield self._title(title)
        if report.analysed:
            yield self._said(
                *(side_words(states, side, report.values.sides[side]) for side in (0, 1))
            )
        told = [phases.words]
        if unplayed is None:
            yield self._table(report)
        else:
            told = [unplayed]
        if report.several:
            told.append(
                counted(
                    "{count} position has evaluations of several engines: the deepest counts.",
                    "{count} positions have evaluations of several engines: the deepest counts.",
                    report.several,
                )
            )
        yield self._said(*told)

    def _table(self, report: GameReport) -> Facts:
        """Both sides in each phase; what isn't known of any has no column."""
        game, sides = report.states.game, self._states.side_names
        heads = (message("Moves"), message("Accuracy"), _lost_head(report), _TIME)
        rows = [
            (message("{phase}, {side}", phase=name, side=sides[side]), _cells(report, side, number))
            for number, name in enumerate(phases_of(game).names)
            for side in (0, 1)
            if report.sides[side][number].moves
        ]
        told = [n for n in range(len(heads)) if any(cells[n] is not None for _, cells in rows)]
        words = self._words
        return Facts(
            self._root,
            tuple(words(heads[n]) for n in told),
            tuple(
                Fact(
                    words(what),
                    tuple("" if (one := cells[n]) is None else words(one) for n in told),
                )
                for what, cells in rows
            ),
        )

    # -------------------------------------------------------------------- opening, turning points

    def _opening(self) -> Iterator[Item]:
        report = self._report
        opening, left = report.opening
        if opening is None:
            return
        line = report.values.line
        reached = self._move(line[left])
        after = next((index for index in report.phases if index > left), None)
        told = message("{opening}, reached with {move}.", opening=opening.words, move=reached)
        if after is not None:
            told = message(
                "{opening}, reached with {move}; the game went on with {next}.",
                opening=opening.words,
                move=reached,
                next=self._move(line[after]),
            )
        game = self._states.game
        yield self._title(game.opening_title if isinstance(game, Opened) else message("Opening"))
        yield self._said(told)

    def _move(self, node: Node) -> str:
        return printed_line(unbroken_move(self._states, node, self._notation))

    def _turning(self) -> Iterator[Item]:
        report = self._report
        if not report.turning:
            return
        yield self._title(message("Turning points"))
        plain = self._style._replace(marks=False)
        diagrams = Diagrams(self._states, plain, self._words)
        for index in report.turning:
            node = report.values.line[index]
            glyph = report.values.qualities[index].glyph
            sign = sign_of(glyph) if glyph is not None else ""
            loss = loss_words(report, index)
            move = f"{self._move(node)}{sign}"
            other = instead(report, index, self._found)
            told = [loss and message("{move}: {loss}.", move=move, loss=loss)]
            told.append(other and other.words(self._states.game, self._notation))
            assert node.parent is not None  # a move leads to it
            if self._states.game.unplayed(self._states.at(self._states.record.root)) is None:
                yield self._marked(diagrams.of(node.parent), self._states.at(node), other)
            said = [self._words(one) for one in told if one is not None] or [move]
            yield Comment(0, node.id, " ".join(said), begins=True)

    def _marked(self, diagram: Diagram, played: State, other: Instead | None) -> Diagram:
        """A board with the move that was played in red, and the better one in green."""
        marks = [_mark(self._states.game, played, "cross", "red")]
        if other is not None:
            marks.append(_mark(self._states.game, other.state, "circle", "green"))
        position = diagram.position._replace(marks=tuple(one for one in marks if one is not None))
        return diagram._replace(position=position)


def _mark(game: Game[State], state: State, sign: str, colour: str) -> Mark | None:
    """The move to a state as an arrow, or as a sign where a stone is put."""
    squares = game.touched(state)
    if len(squares) == 2:
        return Mark("arrow", squares, colour)
    return Mark(sign, squares[:1], colour) if squares else None


def graph_drawing(graph: Graph, theme: Theme = LIGHT) -> Drawing:
    """A graph as shapes."""
    return evaluation_graph(graph.shares, graph.marks, theme)


def graph_caption(graph: Graph) -> str:
    """The line below a graph that is drawn."""
    return f"↑ {graph.above} · ↓ {graph.below}"


def _cells(report: GameReport, side: int, number: int) -> tuple[Message | None, ...]:
    """A side in a phase: moves, accuracy, loss, time; None for what isn't known."""
    phase = report.sides[side][number]
    accuracy = phase.quality.accuracy
    return (
        message("{number}", number=Number(phase.moves)),
        None if accuracy is None else message("{percent} %", percent=round(accuracy)),
        _lost(report.states.game, phase),
        None if phase.seconds is None else time_words(phase.seconds),
    )


def _lost(game: Game[State], phase: Phase) -> Message | None:
    """What was lost in a phase, in the unit that the evaluations have; of chances what a move lost."""
    quality = phase.quality
    if not quality.moves:
        return None
    if quality.points is not None:
        return message("{number}", number=Number(phase.lost, 1))
    if quality.centipawns is None:
        return message("{percent} %", percent=round(100 * phase.lost / quality.moves))
    lost = quality.centipawns * quality.moves
    if game.score_unit is ScoreUnit.CENTIPAWNS:
        return message("{number}", number=Number(lost))
    return message("{number}", number=Number(lost / 100, 1))


def _lost_head(report: GameReport) -> Message:
    """What stands above what was lost."""
    sides = report.values.sides
    if any(side.points is not None for side in sides):
        return message("Points lost")
    if all(side.centipawns is None for side in sides):
        return message("Chance lost per move")
    if report.states.game.score_unit is ScoreUnit.CENTIPAWNS:
        return in_context("by the evaluations of an engine", "Lost")
    return message("Pawns lost")


def _shares(game: Game[State], values: list[Evaluation | None]) -> list[float | None]:
    """The heights of the graph, 0 to 1: chances where they are known, else points of the largest lead."""
    chance = game.quality_scale.chance
    shares = [None if value is None else chance(value) for value in values]
    if any(share is not None for share in shares):
        return shares
    leads = [None if value is None else value.points for value in values]
    edge = max(_LEAST_LEAD, *(abs(lead) for lead in leads if lead is not None), 0.0)
    return [None if lead is None else 0.5 + lead / edge / 2 for lead in leads]


WIDTH, HEIGHT = 24.0, 6.0
"""Of the graph, in units as large as a square of a board."""
_FINE = 12
"""Points of the curve for each unit at most."""
_RADII = {DUBIOUS: 0.13, BLUNDER: 0.23}
_RADIUS = 0.18


def evaluation_graph(
    shares: Sequence[float | None], marks: Iterable[tuple[int, int]], theme: Theme
) -> Drawing:
    """The graph. `shares`: heights from 0 to 1 by node, None for none; `marks`: (index, NAG) of bad moves."""
    middle = HEIGHT / 2
    shapes: list[Shape] = [
        Rect(0, 0, WIDTH, HEIGHT, theme["panel"], theme["hairline"], 0.04),
    ]
    for run in curves(shares, WIDTH * _FINE):
        line = tuple((x / _FINE, HEIGHT * (1 - share)) for x, share in run)
        if len(line) > 1:
            below = (*line, (line[-1][0], HEIGHT), (line[0][0], HEIGHT))
            shapes.append(Polygon(below, theme["hairline"]))
            shapes.append(Polyline(line, theme["ink"], 0.07, round=True))
        else:
            shapes.append(Disc(line[0], 0.06, theme["ink"]))
    shapes.append(Polyline(((0, middle), (WIDTH, middle)), theme["muted"], 0.03))
    for index, nag in marks:
        share = shares[index]
        if share is not None:
            at = (place_of(index, len(shares), WIDTH), HEIGHT * (1 - share))
            fill = theme["panel"] if nag == DUBIOUS else theme["bad"]
            radius = _RADII.get(nag, _RADIUS)
            shapes.append(Disc(at, radius, fill, theme["bad"], 0.05, layer=MARK))
    return Drawing(shapes, WIDTH, HEIGHT)
