"""The board: start position, view, coordinates, notation."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from viewer.base.messages import Message, in_context, message
from viewer.base.settings import SETTINGS
from viewer.games.capabilities import Editable, LaidOut, Placing, layouts_of
from viewer.ui.board.record_board import is_large
from viewer.ui.commands.table import (
    EDIT,
    VIEW,
    Command,
    always,
    has_desk,
    has_session,
    loaded,
    on,
    values_of,
    when,
    where,
)

if TYPE_CHECKING:
    from viewer.ui.session.record_session import RecordSession
    from viewer.ui.window.window import Window


def _flip(session: RecordSession) -> None:
    session.set_view(session.view._replace(flip=not session.view.flip))


def _mirror(session: RecordSession) -> None:
    session.set_view(session.view._replace(mirror=not session.view.mirror))


def _turn(quarters: int) -> Callable[[RecordSession], None]:
    def turn(session: RecordSession) -> None:
        view = session.view
        for _ in range(quarters):
            view = view.turned()
        session.set_view(view)

    return turn


def _can_turn(window: Window) -> bool:
    return window.session is not None and window.session.game.quarter_turns


def _has_stones(session: RecordSession) -> bool:
    return isinstance(session.game, Placing)


def _turns(session: RecordSession) -> bool:
    return session.game.quarter_turns


def _lays(session: RecordSession) -> bool:
    return isinstance(session.game, LaidOut)


def _has_sets(session: RecordSession) -> bool:
    return len(session.game.piece_sets) > 1


def _number_from_here(window: Window) -> None:
    if window.desk is not None:
        board = window.desk.stage.board
        board.number_from_here()
        on = board.overlay.since is not None
        words = message("Moves are numbered from here on.")
        window.say(words if on else message("Moves are numbered as usual."))


def _zoom(steps: int) -> Callable[[Window], None]:
    def zoom(window: Window) -> None:
        if window.desk is not None:
            window.desk.stage.board.zoom_by(steps)

    return zoom


def _zoom_out(window: Window) -> None:
    if window.desk is not None:
        window.desk.stage.board.zoom_out()


def _is_large(window: Window) -> bool:
    board = None if window.desk is None or window.session is None else window.desk.stage.board
    return board is not None and is_large(board.whole_geometry)


def _next_colour(window: Window) -> None:
    """Cycle through the colours for stones: alternating, first side, second side."""
    if window.desk is None or window.session is None:
        return
    board, names = window.desk.stage.board, window.session.states.side_names
    side = 0 if board.stone_side is None else board.stone_side + 1
    board.stone_side = side if side < len(names) else None
    pieces = window.session.game.board_words.pieces
    if board.stone_side is None:
        window.say(message("The next {pieces} are those of the side to move.", pieces=pieces))
    else:
        window.say(message("The next {pieces} are {side}'s.", pieces=pieces, side=names[side]))


_LAYOUT = SETTINGS["layouts"].label
_LAYOUTS = 12  # that a game has at most


def _has_layout(place: int) -> Callable[[Window], bool]:
    return lambda w: w.session is not None and len(layouts_of(w.session.game)) > place


def _lay_out(window: Window, place: int) -> None:
    if window.session is not None:
        window.looks.lay_out(window.session, place)


def _step_layout(step: int) -> Callable[[Window], None]:
    def lay_out(window: Window) -> None:
        if window.session is not None:
            _lay_out(window, window.looks.layout_in(window.session) + step)

    return lay_out


def _layout(place: int) -> Command:
    """The command for one of a game's board layouts, in their menu."""

    def named(window: Window) -> Message | None:
        layouts = layouts_of(window.session.game) if window.session is not None else ()
        return layouts[place].name if place < len(layouts) else None

    def chosen(window: Window) -> bool:
        session = window.session
        return session is not None and window.looks.layout_in(session) == place

    return Command(
        f"layout-{place}",
        message("Layout {number}", number=place + 1),
        lambda w: _lay_out(w, place),
        (),
        _has_layout(place),
        VIEW,
        4,
        group=_LAYOUT,
        chosen=chosen,
        named=named,
    )


def _next_style(window: Window) -> None:
    if window.session is not None:
        window.looks.next_style(window.session.game)


COMMANDS = (
    Command(
        "edit-position",
        message("Edit the position…"),
        loaded("viewer.ui.modes.editor.editor:edit_position"),
        ("E",),
        when(lambda s: isinstance(s.game, Editable)),
        EDIT,
        1,
        "board",
        also=in_context("more words for a command", "setup board start fen"),
    ),
    Command(
        "flip",
        message("Flip the board"),
        on(_flip),
        ("F", "Ctrl+T"),
        has_desk,
        VIEW,
        icon="flip",
        also=in_context("more words for a command", "rotate turn around"),
    ),
    Command(
        "mirror",
        message("Mirror the board"),
        on(_mirror),
        ("Shift+F",),
        has_desk,
        VIEW,
        icon="mirror",
    ),
    Command(
        "turn-right",
        message("Turn the board to the right"),
        on(_turn(1)),
        ("Ctrl+Alt+Right",),
        _can_turn,
        VIEW,
        offered=where(_turns),
    ),
    Command(
        "turn-left",
        message("Turn the board to the left"),
        on(_turn(3)),
        ("Ctrl+Alt+Left",),
        _can_turn,
        VIEW,
        offered=where(_turns),
    ),
    Command(
        "zoom-in",
        message("Zoom in on the board"),
        _zoom(1),
        ("Alt++", "Alt+="),
        _is_large,
        VIEW,
        offered=_is_large,
        also=in_context("more words for a command", "zoom larger"),
    ),
    Command(
        "zoom-out",
        message("Zoom out on the board"),
        _zoom(-1),
        ("Alt+-",),
        _is_large,
        VIEW,
        offered=_is_large,
        also=in_context("more words for a command", "zoom smaller"),
    ),
    Command(
        "zoom-whole",
        message("Show the whole board"),
        _zoom_out,
        ("Alt+Home",),
        _is_large,
        VIEW,
        offered=_is_large,
        also=in_context("more words for a command", "zoom"),
    ),
    Command(
        "notation",
        message("Switch the notation"),
        _next_style,
        ("N",),
        has_session,
        VIEW,
        1,
        also=in_context("more words for a command", "figurines letters characters font language"),
    ),
    Command(
        "pieces",
        message("Switch the piece set"),
        lambda w: w.looks.next_pieces(w.session.game) if w.session is not None else None,
        ("Shift+N",),
        lambda w: w.session is not None and len(w.session.game.piece_sets) > 1,
        VIEW,
        1,
        offered=where(_has_sets),
        also=in_context(
            "more words for a command", "figurines symbols characters letters set style"
        ),
    ),
    Command(
        "layout",
        message("Switch the board layout"),
        _step_layout(1),
        ("Y",),
        _has_layout(1),
        VIEW,
        1,
        offered=where(_lays),
    ),
    Command(
        "layout-before",
        message("Switch the board layout backwards"),
        _step_layout(-1),
        ("Shift+Y",),
        _has_layout(1),
        VIEW,
        1,
        offered=where(_lays),
    ),
    Command(
        "coordinates",
        message("Switch the coordinates"),
        lambda w: w.looks.next_choice("coordinates"),
        (),
        always,
        VIEW,
        1,
        also=in_context("more words for a command", "letters numbers edge"),
    ),
    Command(
        "asides",
        message("Switch evaluations and times in the notation"),
        lambda w: w.looks.next_choice("asides"),
        (),
        always,
        VIEW,
        1,
        also=in_context("more words for a command", "clocks times evaluations"),
    ),
    Command(
        "openings",
        message("Name openings from the moves"),
        lambda w: w.looks.next_choice("openings"),
        (),
        always,
        VIEW,
        1,
        chosen=lambda w: w.settings["openings"] == "moves",
        also=in_context("more words for a command", "eco names"),
    ),
    Command(
        "numbers",
        message("Switch the move numbers on the board"),
        lambda w: w.looks.next_choice("numbers"),
        ("L",),
        when(_has_stones),
        VIEW,
        4,
    ),
    Command(
        "numbers-here",
        message("Number the moves from here on"),
        _number_from_here,
        ("Shift+L",),
        when(_has_stones),
        VIEW,
        4,
    ),
    Command(
        "nexts",
        message("Show or hide next moves on the board"),
        lambda w: w.looks.next_choice("nexts"),
        ("K",),
        has_session,
        VIEW,
        4,
    ),
    *(
        command
        for id in ("numbers", "nexts", "candidates", "part", "board")
        for command in values_of(id, id)
    ),
    *map(_layout, range(_LAYOUTS)),
    Command(
        "next-colour",
        message("Switch the colour of the next piece"),
        _next_colour,
        ("X",),
        when(_has_stones),
        EDIT,
        2,
        offered=where(_has_stones),
    ),
)
