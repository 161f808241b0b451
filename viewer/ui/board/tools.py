"""The tools for drawing on a board and setting up pieces: the stroke being made, links of a move edited."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from viewer.base.messages import Message, in_context, message
from viewer.base.named import NamedTuple
from viewer.document.holding import holds_colours, no_mark
from viewer.document.plans import board as plans_board
from viewer.games.capabilities import Editable, Placing
from viewer.games.game import Game, State
from viewer.games.geometry import Link, Point
from viewer.scene.board import BoardLook
from viewer.scene.links import handle_shapes, link_at
from viewer.scene.shapes import Shape
from viewer.tree.action import Move
from viewer.tree.annotation import Mark
from viewer.tree.inherited import DIM
from viewer.ui.session.record_session import RecordSession

PLAY, ERASER, TAKE, TURN, LINK = "play", "eraser", "take", "turn", "link"
LETTER, NUMBER, TEXT = "letter", "number", "text"
TERRITORY = "territory-"
STONE = "stone-"
"""Of tools that put areas or pieces of a side: its number follows."""
_LABELS = (LETTER, NUMBER, TEXT)
BETWEEN = ("line", "arrow")
PAIRS = (*BETWEEN, LINK)
"""Tools that touch two places."""
KEYS = {
    PLAY: "Esc",
    "triangle": "Alt+1",
    "square": "Alt+2",
    "circle": "Alt+3",
    "cross": "Alt+4",
    LETTER: "Alt+5",
    NUMBER: "Alt+6",
    TEXT: "Alt+7",
    "line": "Alt+8",
    "arrow": "Alt+9",
    ERASER: "Alt+0",
    f"{STONE}0": "Alt+Shift+1",
    f"{STONE}1": "Alt+Shift+2",
    TAKE: "Alt+Shift+0",
    TURN: "Alt+Shift+3",
    LINK: "Alt+Shift+4",
}
"""By the id of a tool."""
COLOURS = ("green", "red", "blue", "yellow")


class Tool(NamedTuple):
    """A tool of the tool bar. `kind` is the kind of mark it draws, "" for none."""

    id: str
    name: Message
    kind: str = ""
    colour: str = ""


_ALL = (
    Tool(PLAY, message("Play")),
    Tool("triangle", message("Triangle"), "triangle"),
    Tool("square", message("Square"), "square"),
    Tool("circle", message("Circle"), "circle"),
    Tool("cross", message("Cross"), "cross"),
    Tool(LETTER, message("Letter: the next one"), "label"),
    Tool(NUMBER, message("Number: the next one"), "label"),
    Tool(TEXT, message("Label to type"), "label"),
    Tool("line", in_context("drawn on the board", "Line"), "line"),
    Tool("arrow", message("Arrow"), "arrow"),
    Tool(f"{TERRITORY}0", message("Black territory"), "territory", "black"),
    Tool(f"{TERRITORY}1", message("White territory"), "territory", "white"),
    Tool("selected", message("Selected"), "selected"),
    Tool(DIM, message("Drawn back, from here on"), DIM),
    Tool(ERASER, message("Eraser of marks")),
)


def tools_of(game: Game[State]) -> list[Tool]:
    """The tools for a game, in order."""
    tools = [tool for tool in _ALL if not tool.kind or tool.kind in game.mark_kinds]
    if isinstance(game, Placing) and isinstance(game, Editable):
        for number, side in enumerate(game.sides):
            name = message("Set up: {side}", side=side.name)
            tools.append(Tool(f"{STONE}{number}", name))
        tools.append(Tool(TAKE, message("Set up: take away")))
    if game.geometry.links:
        tools.append(Tool(LINK, message("Links: make and take away")))
    return tools


class Tools(QObject):
    """The selected tool, and the stroke being made with it.

    Attributes:
        tool: id of the tool, PLAY for none.
        colour: the colour selected for new marks.
        stroke: the squares touched so far, in order; () while nothing is drawn.

    Signals:
        changed: another tool or colour was selected.
    """

    changed = Signal()

    def __init__(self, session: RecordSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.tool = PLAY
        self.colour = COLOURS[0]
        self.stroke: tuple[str, ...] = ()
        self._erasing = False
        self._stroke_colour = ""
        self._linking: Linking | None = None

    @property
    def active(self) -> bool:
        """Whether a tool is selected, so that touches don't play moves."""
        return self.tool != PLAY

    @property
    def known(self) -> Tool | None:
        """The selected tool, None if the game doesn't have it."""
        return next((one for one in tools_of(self._session.game) if one.id == self.tool), None)

    @property
    def lack(self) -> Message | None:
        """Why the file can't hold what the selected tool draws; None if it can."""
        kind = "" if self.known is None else self.known.kind
        return no_mark(self._session.document, kind) if kind else None

    def choose(self, tool: str) -> None:
        """Select a tool of the game; selecting the current one deselects it."""
        ids = [one.id for one in tools_of(self._session.game)]
        self.tool = tool if tool in ids and tool != self.tool else PLAY
        self.stroke = ()
        self.changed.emit()

    @property
    def ink(self) -> str:
        """The colour of new marks: the selected one if the format holds colours."""
        return self.colour if holds_colours(self._session.document) else COLOURS[0]

    def paint(self, colour: str) -> None:
        """Select a colour."""
        self.colour = colour
        self.changed.emit()

    # ---------------------------------------------------------------------------- the stroke

    def begin(self, place: str, colour: str = "") -> None:
        """Begin a stroke on a square; if the mark is there already, the stroke erases."""
        self.stroke = (place,)
        mark = self._mark(place, colour)
        self._erasing = mark is not None and mark in plans_board.standing(self._session.node)
        self._stroke_colour = colour

    def go_on(self, place: str) -> bool:
        """Continue the stroke to a square; returns whether it is a new one."""
        if not self.stroke or not place or place == self.stroke[-1]:
            return False
        if self.tool in PAIRS:
            self.stroke = (self.stroke[0], place)
        elif self.tool in _LABELS:
            self.stroke = (place,)
        elif place not in self.stroke:
            self.stroke = (*self.stroke, place)
        else:
            return False
        return True

    def drop(self) -> None:
        """Draw nothing."""
        self.stroke = ()

    def _mark(self, place: str, colour: str) -> Mark | None:
        """The mark that this tool draws on a square."""
        tool = self.known
        if tool is None or not tool.kind or self.tool in (*BETWEEN, *_LABELS):
            return None
        return Mark(tool.kind, (place,), tool.colour or colour or self._usual(tool))

    def _usual(self, tool: Tool) -> str:
        return COLOURS[0] if tool.kind == DIM else self.ink

    def marks(self) -> tuple[Mark, ...]:
        """The marks of the node, with the stroke as drawn so far."""
        standing = plans_board.standing(self._session.node)
        places = self.stroke
        if not places or self.tool == LINK:
            return standing
        colour = self._stroke_colour or self.ink
        if self.tool == ERASER:
            return plans_board.without(standing, places)
        if self.tool in BETWEEN:
            if len(places) < 2:
                return standing
            mark = Mark(self.tool, places, colour)
            return (
                tuple(one for one in standing if one != mark)
                if mark in standing
                else (plans_board.drawn(standing, (mark,)))
            )
        if self.tool in (LETTER, NUMBER):
            return self._labelled(standing, places[-1], colour)
        found = (self._mark(place, self._stroke_colour) for place in places)
        new = [one for one in found if one is not None]
        if self._erasing:
            return tuple(mark for mark in standing if mark not in new)
        return plans_board.drawn(standing, new)

    def _labelled(self, standing: tuple[Mark, ...], place: str, colour: str) -> tuple[Mark, ...]:
        """The marks with the next letter or number on a square; an existing label is removed."""
        rest = tuple(one for one in standing if one.kind != "label" or one.squares != (place,))
        if len(rest) < len(standing):
            return rest
        letters = self.tool == LETTER
        text = (plans_board.next_letter if letters else plans_board.next_number)(standing)
        return (*rest, Mark("label", (place,), colour, text))

    def label(self, place: str, text: str) -> None:
        """Set the label on a square; "" removes it."""
        standing = plans_board.standing(self._session.node)
        rest = tuple(one for one in standing if one.kind != "label" or one.squares != (place,))
        if text.strip():
            rest = (*rest, Mark("label", (place,), self.ink, text.strip()))
        self._session.do(plans_board.set_marks, rest)

    def label_at(self, place: str) -> str:
        """The label on a square, "" for none."""
        found = (
            mark.text
            for mark in self._session.node.marks
            if mark.kind == "label" and mark.squares == (place,)
        )
        return next(found, "")

    def end(self) -> None:
        """End the stroke: it becomes an edit."""
        if not self.stroke:
            return
        session, places = self._session, self.stroke
        if self.tool == LINK:
            self._link()
            return
        kind = self.piece
        if kind is None:
            marks = self.marks()
            self.stroke = ()
            session.do(plans_board.set_marks, marks)
            return
        self.stroke = ()
        there = dict(session.game.pieces(session.state))
        if len(places) == 1 and there.get(places[0]) == kind:
            kind = ""  # the same again takes it away
        session.do(plans_board.put, places, kind)

    @property
    def linking(self) -> Linking:
        """The link tool; made on first use."""
        if self._linking is None:
            self._linking = Linking(self._session)
        return self._linking

    def _link(self) -> None:
        """Link two touched squares; after the first one, waits for the second."""
        if len(self.stroke) == 2:
            (one, other), self.stroke = self.stroke, ()
            self.linking.toggle((one, other))

    @property
    def piece(self) -> str | None:
        """The kind of piece that this tool sets up, "" to remove one; None for other tools."""
        if self.tool == TAKE:
            return ""
        if self.tool.startswith(STONE):
            game = self._session.game
            assert isinstance(game, Placing), game.id  # see `tools_of`
            return game.stones[int(self.tool[len(STONE) :])]
        return None


class Linking:
    """The link tool at a session's current node."""

    def __init__(self, session: RecordSession) -> None:
        self._session = session
        self._known: tuple[State, tuple[Link, ...]] | None = None

    def links(self) -> tuple[Link, ...]:
        """The links that the current move can change: existing ones, and those its piece could make."""
        session = self._session
        state = session.state
        if self._known is None or self._known[0] is not state:
            self._known = (state, self._links(state))
        return self._known[1]

    def _links(self, state: State) -> tuple[Link, ...]:
        game, before, move = self._session.game, state.previous, state.action
        if before is None or not isinstance(move, Move) or not game.geometry.links:
            return ()
        pieces = dict(game.pieces(state))
        end = next(iter(game.touches(move)[-1:]), "")
        kind = pieces.get(end, "")
        there = [link for link in game.links(state) if link.kind == kind]
        ends = {frozenset(link.ends) for link in there}
        more = [
            Link((end, place), kind)
            for place, other in pieces.items()
            if other == kind
            and place != end
            and frozenset((end, place)) not in ends
            # Asked last: it looks at the whole board.
            and game.with_link(before, move, (end, place)) is not None
        ]
        return (*there, *more)

    def there(self) -> frozenset[frozenset[str]]:
        """The ends of the existing links."""
        state, game = self._session.state, self._session.game
        return frozenset(frozenset(link.ends) for link in game.links(state) if not link.gone)

    def at(self, look: BoardLook, point: Point) -> Link | None:
        """The link whose middle is at a point of the board, None if there is none."""
        return link_at(look, self.links(), *point)

    def shapes(self, look: BoardLook) -> list[Shape]:
        """Handles in the middle of the changeable links."""
        return handle_shapes(look, self.links(), self.there())

    def refusal(self, ends: tuple[str, str]) -> Message | None:
        """Why the link between two squares can't be changed, None if it can."""
        session = self._session
        before, move = session.state.previous, session.state.action
        if before is None or not isinstance(move, Move) or not session.game.touches(move):
            return message("Links belong to a move: go to one first.")
        game = session.game
        new = game.with_link(before, move, ends)
        if new is None:
            return message("A link joins two pieces of one side a knight's move apart.")
        problem = game.violation(game.step(before, new))
        return None if problem == game.violation(session.state) else problem

    def toggle(self, ends: tuple[str, str]) -> None:
        """Add or remove a link, and announce which; or announce why not."""
        refusal = self.refusal(ends)
        if refusal is not None:
            self._session.say(refusal)
            return
        self._session.do(plans_board.link, ends)
        self._session.say(self._said(ends, frozenset(ends) in self.there()))

    def words(self, link: Link) -> Message:
        """In words, what a click on a link would do, or why it does nothing."""
        refusal = self.refusal(link.ends)
        if refusal is not None:
            return refusal
        one, other = self._names(link.ends)
        if frozenset(link.ends) in self.there():
            return message("{one}–{other}: a click takes the link away.", one=one, other=other)
        return message("{one}–{other}: a click makes the link.", one=one, other=other)

    def _said(self, ends: tuple[str, str], made: bool) -> Message:
        one, other = self._names(ends)
        if made:
            return message("Linked: {one}–{other}", one=one, other=other)
        return message("Not linked: {one}–{other}", one=one, other=other)

    def _names(self, ends: tuple[str, str]) -> tuple[Message, Message]:
        game, state = self._session.game, self._session.state
        return game.square_name(state, ends[0]), game.square_name(state, ends[1])

    def ghosts(self, ends: tuple[str, str]) -> list[Link]:
        """Preview shapes of toggling a link: new links, and removed ones dashed."""
        game, state = self._session.game, self._session.state
        before, move = state.previous, state.action
        if before is None or not isinstance(move, Move) or self.refusal(ends) is not None:
            return []
        new = game.with_link(before, move, ends)
        if new is None:
            return []
        now = set(game.links(state))
        return [link for link in game.links(game.step(before, new)) if link not in now]
