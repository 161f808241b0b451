"""A game with no rules but one, for the tests of the notation page: a move that begins with x breaks it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from viewer.base.messages import Message, message
from viewer.games.game import Game, NotationStyle, Side, StartPosition, State
from viewer.games.geometry import Geometry
from viewer.tree.action import Action, Move, Setup, Terminal, Written


class Plain(Game[State]):
    """Every text is a move; the start "second" lets the second side begin."""

    id = "plain"
    name = message("Plain")
    sides = (Side("first", message("First"), "red"), Side("second", message("Second"), "black"))
    starts = (StartPosition("start", message("Start"), Setup("first")),)
    notations = (
        NotationStyle("plain", message("Plain")),
        NotationStyle("loud", message("Loud")),
    )
    geometry = Geometry(1, 1, {}, (), ())

    def start(self, setup: Setup | None) -> State:
        side = int(setup is not None and setup.text == "second")
        return State(None, setup, side, 0)

    def parse_setup(self, text: str) -> Setup:
        return Setup(text)

    def setup_text(self, state: State) -> str:
        return ""

    def step(self, state: State, action: Action | None) -> State:
        moved = isinstance(action, (Move, Written, Terminal))
        return State(state, action, state.side ^ moved, state.ply + moved)

    def step_to_setup(self, state: State, setup: Setup) -> State:
        return State(state, setup, state.side, state.ply)

    def find_violation(self, state: State) -> Message | None:
        wrong = isinstance(state.action, Move) and state.action.text.startswith("x")
        return message("No move begins with x.") if wrong else None

    def legal_moves(self, state: State) -> Sequence[Move]:
        return []

    def touches(self, action: Action | None) -> tuple[str, ...]:
        return ()

    def pieces(self, state: State) -> Iterable[tuple[str, str]]:
        return ()

    def notation(self, state: State, style: str) -> str:
        text = state.action.text if isinstance(state.action, (Move, Written)) else ""
        return text.upper() if style == "loud" else text

    def move_notation(self, state: State, before: State, move: Move, style: str) -> str:
        return move.text

    def observations(self, state: State) -> list[Message]:
        return []

    def read_moves(self, state: State, text: str, style: str = "") -> list[Move]:
        return [Move(text)]

    def piece_name(self, kind: str) -> Message:
        return Message(kind)


GAME = Plain()
