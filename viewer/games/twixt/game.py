"""Twixt: the object named by the registry, built on the modules next to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from viewer.base.fields import Field, Values
from viewer.base.messages import Message, counted, in_context, message
from viewer.games.capabilities import Begun, BoardLayout, Declaration
from viewer.games.charts import SQUARE, UPRIGHT, Chart
from viewer.games.game import NotationStyle, Side
from viewer.games.geometry import BoardWords, Geometry, Link, PieceSet
from viewer.games.score import results_of
from viewer.games.stones.connection import (
    OUTSIDE,
    SECOND,
    SWAPS_PIECES,
    SWAPS_SIDES,
    WON,
    ConnectionGame,
)
from viewer.games.stones.coordinates import column_row
from viewer.games.stones.grid import StoneGrid, placement_of
from viewer.games.stones.placement import Placement
from viewer.games.twixt.board import (
    ACCEPTS_DRAW,
    HORIZONTAL,
    KINDS,
    PROPOSES_DRAW,
    VERTICAL,
    WORD_OF,
    ParsedMove,
    Position,
    chart_with_links,
    grid_of,
    link_cells,
)
from viewer.games.twixt.geometry import BARRED, FLAT, LAYOUTS, geometry_for
from viewer.games.twixt.links import (
    all_links,
    link_of,
    move_of,
    step_move,
    winning_chain,
    with_link_toggled,
)
from viewer.games.twixt.notation import A1, GOLEM, HENSEL, MAIL, format_move
from viewer.games.twixt.observe import (
    FINALS,
    SAID,
    SIDE_NAMES,
    draw_offered,
    observe,
    violation_of_move,
)
from viewer.games.twixt.setup import STANDARD, SYNTAX, USUAL, Rules, read_setup, rules_of, ruleset
from viewer.games.twixt.starts import (
    STARTS,
    Board,
    beginning_fields,
    beginning_setup,
    misplaced,
    placed,
    with_pegs,
)
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.record import Header

_PIECE_NAMES = {"vertical": message("Vertical peg"), "horizontal": message("Horizontal peg")}


def _holes(count: int) -> Message:
    return counted("{count} hole", "{count} holes", count)


class Twixt(ConnectionGame[Position], Begun[Position]):
    """Twixt. `viewer.games.twixt.setup` describes the texts of moves, squares and set-ups."""

    id = "twixt"
    printing = "viewer.games.stones.printing:ConnectionPrinting"
    phases = "viewer.games.phases:FEW_MOVES"
    name = message("Twixt")
    two_moves = "m12 j9"
    spoken = (
        r"(?<![A-Za-zÀ-žЀ-ӿ0-9_@#$])(?<!\d-)(?<![a-z]\d:)"
        r"[A-Xa-x]{1,2}\d{1,2}(?![A-Za-zÀ-žЀ-ӿ0-9_]|[-:][A-Za-z])"
    )
    move_words = tuple(WORD_OF.values())
    sides = (
        Side("vertical", SIDE_NAMES[0], "side-red"),
        Side("horizontal", SIDE_NAMES[1], "side-blue"),
    )
    starts = STARTS
    notations = (
        NotationStyle(A1, message("Letters and numbers (d4)")),
        NotationStyle(HENSEL, message("Hensel, SGF (-d'5f4)")),
        NotationStyle(MAIL, message("Play by mail (F4-E6/D4)")),
        NotationStyle(GOLEM, message("Little Golem (dd)")),
    )
    board_words = BoardWords(
        in_context("of a board", "holes"),
        in_context("on a board", "pegs"),
        message("Any peg"),
        message("A peg of {side}"),
        _holes,
    )
    piece_names = _PIECE_NAMES
    geometry = geometry_for(USUAL, USUAL)
    stones = ("vertical", "horizontal")
    verdicts = True
    letters = "WB"  # SGF's White is the first side
    results = results_of(SIDE_NAMES, letters, message("Draw"), WON)
    piece_sets = (
        PieceSet("pegs", message("Pegs with depth"), geometry.art),
        PieceSet("flat", message("Flat"), FLAT),
        PieceSet("barred", message("Flat, with bars"), BARRED),
    )
    trays = (("vertical",), ("horizontal",))
    syntax = SYNTAX
    layouts: tuple[BoardLayout, ...] = LAYOUTS
    alike = tuple((id, id not in UPRIGHT) for id in SQUARE)
    unusual_size = message("{width} by {height} holes")
    said_of = SAID
    finals = FINALS
    joined = (
        message("{side} has joined top and bottom: {count} pegs."),
        message("{side} has joined left and right: {count} pegs."),
    )
    no_first_stone = message("A swap is the answer to the first peg.")
    own_first_stone = message("The first peg is {side}'s own: the other side may swap.")

    def position(self, setup: Setup | None, headers: Sequence[Header] = ()) -> Position:
        """The position at a root, under the rules given by the set-up, else by headers."""
        return self._start(setup, rules_of(headers) if headers else STANDARD)

    def _start(self, setup: Setup | None, rules: Rules) -> Position:
        placement = SYNTAX.read_sized(setup)
        grid = grid_of(*SYNTAX.size_of(placement))
        if placement.ruleset:
            rules = ruleset(placement.ruleset)._replace(explicit=True)
        board = with_pegs(grid, Board(grid.empty, grid.no_links), placement, rules)
        turn_known = bool(placement.to_play)
        side = self.side_after(placement if turn_known else placement_of(grid, board.pegs))
        return Position(None, setup, side, 0, grid, board.pegs, board.links, rules, turn_known)

    def misplaced(self, placement: Placement, width: int, height: int) -> Message | None:
        """A message about the first square that isn't a hole, or impossible link; None if there is none."""
        return misplaced(placement, width, height)

    def placement(self, state: Position) -> Placement:
        """A position as a set-up; with links only if the rules would make others."""
        return placed(state.grid, Board(state.pegs, state.links), state.rules)

    def setup_text(self, state: Position) -> str:
        """Size, ruleset, pegs and links, and the side to move if it isn't the expected one."""
        return self._text(self._ruled(self.placement(state), state), state.side)

    @staticmethod
    def _ruled(placement: Placement, state: Position) -> Placement:
        """The set-up, with the state's ruleset if a set-up gave it."""
        rules = state.rules
        return placement._replace(ruleset=rules.name) if rules.explicit else placement

    def beginning_fields(self, values: Values) -> Sequence[Field]:
        """The board and the rules."""
        return beginning_fields(self)

    def beginning_setup(self, values: Values) -> Setup:
        """The board with its rules. Raises ValueError with a Message."""
        return beginning_setup(self, values)

    def beginning_headers(self, values: Values) -> Mapping[str, str]:
        """Nothing: the start says the rules."""
        return {}

    # ---------------------------------------------------------------------------------- play

    def step(self, state: Position, action: Action | None) -> Position:
        """The position after an action, which is played as written even if illegal."""
        kind = type(action)
        if kind is Move:
            assert action is not None
            parsed = state.grid.parsed_moves[action.text]
            if parsed is not None:
                return step_move(state, action, parsed)
        if kind is Move or kind is Written:
            side, ply = 1 - state.side, state.ply + 1
            grid, pegs, links, rules = state.grid, state.pegs, state.links, state.rules
            turn_known, swaps = state.turn_known, state.swaps
            return Position(state, action, side, ply, grid, pegs, links, rules, turn_known, swaps)
        return self.step_without_move(state, action)

    def resolve(self, state: Position, action: Action | None) -> Action | None:
        """The Move that a Written action means in a state, even if illegal; any other action unchanged.

        Links in Hensel's notation are known only from the position: the peg is placed even if a link
        can't be made.
        """
        return (self.move_meant(state, action.text) if type(action) is Written else None) or action

    def step_to_setup(self, state: Position, setup: Setup) -> Position:
        """Add and remove pegs in mid-game; a set-up with a size replaces the whole board."""
        placement = read_setup(setup.text)
        rules, side = state.rules, state.side
        if placement.width is not None:
            new = self._start(setup, rules)
            grid, board, rules, side = new.grid, Board(new.pegs, new.links), new.rules, new.side
        else:
            grid = state.grid
            board = with_pegs(grid, Board(state.pegs, state.links), placement, rules)
        if placement.to_play:
            side = int(placement.to_play == SECOND)
        turn_known = bool(placement.to_play)
        return Position(
            state,
            setup,
            side,
            state.ply,
            grid,
            board.pegs,
            board.links,
            rules,
            turn_known,
            state.swaps,
        )

    def setup_violation(self, grid: StoneGrid, text: str) -> Message | None:
        """A message about the first unreadable word of a set-up, else the first wrong hole or link."""
        return SYNTAX.complaint(text) or super().setup_violation(grid, text)

    def move_violation(
        self, before: Position, after: Position, parsed: ParsedMove
    ) -> Message | None:
        """The rule that a move breaks by the record's ruleset, None if it breaks none."""
        if parsed.point in (SWAPS_PIECES, SWAPS_SIDES) and not parsed.odd:
            return self.swap_violation(before, parsed.colour or before.side + 1, parsed.point)
        return violation_of_move(before, parsed)

    def legal_moves(self, state: Position) -> Sequence[Move]:
        """A move of the side to move to each empty hole outside the other side's border lines."""
        grid, pegs, colour = state.grid, state.pegs, state.side + 1
        return [grid.move(colour, point) for point in grid.open_to[colour] if not pegs[point]]

    def draws(self, state: Position) -> tuple[Declaration, ...]:
        """The offer of a draw, and the agreement to one that was offered."""
        grid, colour, found = state.grid, state.side + 1, []
        if draw_offered(state):
            move = grid.move(colour, ACCEPTS_DRAW)
            found.append(Declaration("accept-draw", message("Agree to a draw"), move))
        move = grid.move(colour, PROPOSES_DRAW)
        found.append(Declaration("propose-draw", message("Offer a draw"), move))
        return tuple(found)

    def with_link(self, state: Position, move: Move, ends: tuple[str, str]) -> Move | None:
        """The move with a link toggled, even if that is illegal; None if there is no such peg or link."""
        parsed = state.grid.parsed_moves[move.text]
        one, other = column_row(ends[0]), column_row(ends[1])
        if parsed is None or parsed.point <= 0 or one is None or other is None:
            return None
        if link_of(state.grid, (one, other)) is None:
            return None
        return with_link_toggled(state, parsed, (one, other))

    def touches(self, action: Action | None) -> tuple[str, ...]:
        """The hole of a peg; () for anything else."""
        if not isinstance(action, Move):
            return ()
        words = action.text.split()
        if words and words[0] in ("1", "2"):
            del words[0]
        return (words[0],) if words and column_row(words[0]) is not None else ()

    def touched(self, state: Position) -> tuple[str, ...]:
        """The hole of the last peg placed, or of the peg that was just swapped."""
        before, grid = state.previous, state.grid
        if before is not None and state.swaps > before.swaps and state.pegs != before.pegs:
            return tuple(grid.squares[point] for point in grid.points if state.pegs[point])[-1:]
        return self.touches(state.action)

    def swap_violation(self, state: Position, colour: int, point: int) -> Message | None:
        """Why a colour can't swap in a position, None if it can."""
        if not state.rules.swap:
            return message("This game is played without swap.")
        return super().swap_violation(state, colour, point)

    def chain(self, state: Position) -> tuple[int, ...]:
        """The points of the winning chain, from top or left; () if there is none."""
        return winning_chain(state)

    # -------------------------------------------------------------------------------- the board

    def geometry_of(self, state: Position) -> Geometry:
        """The board of the state's size."""
        return geometry_for(state.grid.width, state.grid.height)

    def geometry_as(self, state: Position, layout: str) -> Geometry:
        """The board of the state's size, with guide lines or without."""
        return geometry_for(state.grid.width, state.grid.height, layout)

    def links(self, state: Position) -> Sequence[Link]:
        """The links that the last move took away, then the links on the board."""
        grid, pegs = state.grid, state.pegs

        def drawn(point: int, direction: int, colour: int, *, gone: bool = False) -> Link:
            ends = grid.squares[point], grid.squares[point + grid.reach[direction]]
            return Link(ends, KINDS[colour], gone)

        found = [drawn(*link, pegs[link[0]]) for link in all_links(grid, state.links)]
        return [drawn(*link, colour, gone=True) for link, colour in state.gone] + found

    def chart(self, state: Position) -> Chart:
        """The holes, row by row from the top left; then the links, a direction after the other."""
        return chart_with_links(super().chart(state))

    def cells(self, state: Position) -> bytes:
        """The pegs, and the links of each direction from the peg below."""
        return super().cells(state) + link_cells(state)

    def compose(
        self, state: Position, pieces: Mapping[str, str], counts: Mapping[str, int], side: int
    ) -> Setup:
        """A set-up with these pegs on a board of the state's size; pegs that stay keep their links.

        Unknown squares and kinds are ignored; new pegs get the links that the rules allow.
        """
        grid, rules = state.grid, state.rules
        there: list[str] = []
        come: dict[int, list[str]] = {VERTICAL: [], HORIZONTAL: []}
        for square, kind in pieces.items():
            colour = self.stone_of(kind)
            point = grid.point_of.get(square, OUTSIDE)
            if not colour or point == OUTSIDE:
                continue
            if state.pegs[point] == colour:
                there.append(square)
            else:
                come[colour].append(square)
        leave = set(grid.point_of) - set(there)
        board = Board(state.pegs, state.links)
        board = with_pegs(grid, board, Placement(empty=tuple(leave)), rules)
        new = Placement(first=tuple(come[VERTICAL]), second=tuple(come[HORIZONTAL]))
        board = with_pegs(grid, board, new, rules)
        return Setup(self._text(self._ruled(placed(grid, board, rules), state), side))

    # --------------------------------------------------------------------------------- words

    def ends_at(self, state: Position) -> list[Message]:
        """As in all games of this kind; that nobody can win any more."""
        found = super().ends_at(state)
        nobody = None if found else self.drawn(state)
        return found if nobody is None else [nobody]

    def drawn(self, state: Position) -> Message | None:
        """That nobody can win any more."""
        pegs = state.pegs.count(VERTICAL) + state.pegs.count(HORIZONTAL)
        if pegs < min(state.grid.width, state.grid.height):
            return None  # so few block no board
        from viewer.games.twixt.drawn import drawn  # deferred

        return drawn(state.settled())

    def move_notation(self, state: Position, before: Position, move: Move, style: str) -> str:
        """The move in a style; a move out of turn is written with its colour."""
        parsed = before.grid.parsed_moves[move.text]
        if parsed is None or parsed.point == OUTSIDE or parsed.odd:
            return move.text
        other = bool(parsed.colour) and parsed.colour - 1 != before.side
        return format_move(before.grid, parsed, style, coloured=other)

    def move_meant(self, state: Position, text: str) -> Move | None:
        """The move that a text means, even against the rules."""
        from viewer.games.twixt.reading import parse_move  # deferred: records hold neutral texts

        parsed = parse_move(state, text)
        if parsed is None or parsed.point == OUTSIDE or parsed.odd:
            return None
        return move_of(state.grid, parsed._replace(colour=parsed.colour or state.side + 1))

    def move_observations(
        self, before: Position, after: Position, parsed: ParsedMove
    ) -> list[Message]:
        """Observations about links taken away and blocked, and draws."""
        return observe(before, after, parsed)


GAME = Twixt()
