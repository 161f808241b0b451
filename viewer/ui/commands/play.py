"""Playing without the board: passes, declarations, results, counting, problems."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from viewer.base.messages import Message, in_context, message
from viewer.document.holding import no_opening
from viewer.engines.translation import TRANSLATORS
from viewer.games.capabilities import (
    Counted,
    Declaration,
    Declaring,
    Opened,
    Passing,
    declarations_of,
)
from viewer.tree.action import Move
from viewer.ui.commands.table import (
    ANALYSIS,
    EDIT,
    GO,
    LEARN,
    Command,
    has_session,
    loaded,
    on,
    opened,
    when,
    where,
)
from viewer.ui.toolkit.keymap import naming_keys

if TYPE_CHECKING:
    from viewer.ui.session.record_session import RecordSession
    from viewer.ui.window.window import Window


_DRILLING = in_context(
    "more words for a command", "train repertoire spaced repetition review due flashcards"
)


def _pass(session: RecordSession) -> None:
    """Pass; after two passes, say that the board can be counted."""
    game, before = session.game, session.state
    if not isinstance(game, Passing):
        return
    session.play(game.pass_move(before))
    passed = type(before.action) is Move and not game.touched(before)
    if passed and isinstance(game, Counted):
        session.say(
            naming_keys(
                message(
                    "Both sides have passed. {score} counts the board, {result} writes a result."
                ),
                message("Both sides have passed."),
                score="score",
                result="result",
            )
        )


def _declaration(session: RecordSession, id: str) -> Declaration | None:
    return next((one for one in declarations_of(session.game, session.state) if one.id == id), None)


def _make(id: str) -> Callable[[RecordSession], None]:
    def make(session: RecordSession) -> None:
        declared = _declaration(session, id)
        if declared is not None:
            session.play(declared.move)

    return make


def _declared(id: str, name: Message, key: str) -> Command:
    """Play a declared move by its id (see `Declaring`)."""
    can = when(lambda s: _declaration(s, id) is not None)
    known = where(lambda s: isinstance(s.game, Declaring))
    return Command(id, name, on(_make(id)), (key,), can, EDIT, 3, offered=known)


def why_no_opening(window: Window) -> Message | None:
    """Why the file can't hold names of openings; None if it can."""
    session = window.session
    return None if session is None else no_opening(session.document, session.record.game)


def _can_count(session: RecordSession) -> bool:
    return isinstance(session.game, Counted)


def _has_mates(session: RecordSession) -> bool:
    return bool(session.game.mates)


def _conceal(window: Window) -> None:
    session = window.session
    if session is None:
        return
    session.conceal(not session.concealing)
    hidden = naming_keys(
        message("The next moves are hidden. {next} shows one more, {all} all."),
        message("The next moves are hidden."),
        next="next",
        all="conceal",
    )
    window.say(hidden if session.concealing else message("The next moves are shown."))


def _try(window: Window) -> None:
    session = window.session
    if session is None:
        return
    if session.trial is not None and session.trial.free:
        session.end_trial()
        return
    session.trying.begin()
    window.say(
        message("What you play now is only tried: Enter puts it into the record, Esc leaves it.")
    )


def _put_in(session: RecordSession) -> None:
    if session.trial is not None:
        session.trial.put_in()


def _type(window: Window) -> None:
    if window.desk is not None:
        window.desk.stage.type_moves()


COMMANDS = (
    Command(
        "type-moves",
        message("Type moves"),
        _type,
        ("/",),
        has_session,
        GO,
        3,
        also=in_context("more words for a command", "enter input keyboard"),
    ),
    Command(
        "pass",
        message("Pass"),
        on(_pass),
        ("P",),
        when(lambda s: s.game.offers_pass),
        EDIT,
        3,
        offered=where(lambda s: s.game.offers_pass),
    ),
    *(
        _declared(id, name, key)
        for id, name, key in (
            ("swap-pieces", message("Swap pieces"), "Shift+S"),
            ("swap-sides", message("Swap sides"), "Alt+Shift+S"),
            ("propose-draw", message("Offer a draw"), "Shift+D"),
            ("accept-draw", message("Agree to a draw"), "Shift+A"),
            ("resign", message("Resign"), "Shift+R"),
            ("forfeit", message("Forfeit"), "Alt+Shift+F"),
        )
    ),
    Command(
        "result",
        message("Write the result…"),
        opened("viewer.ui.dialogs.palettes:ResultPalette"),
        ("R",),
        has_session,
        EDIT,
        3,
        also=in_context("more words for a command", "win loss draw outcome who won"),
    ),
    Command(
        "write-opening",
        message("Write the name of the opening"),
        loaded("viewer.ui.controllers.whole_file:write_opening"),
        (),
        when(lambda s: isinstance(s.game, Opened)),
        EDIT,
        3,
        offered=where(lambda s: isinstance(s.game, Opened)),
        refusal=why_no_opening,
    ),
    Command(
        "score",
        message("Count the board"),
        loaded("viewer.ui.modes.scorer:count_board"),
        ("S",),
        when(_can_count),
        ANALYSIS,
        3,
        offered=where(_can_count),
        also=in_context("more words for a command", "territory area points dead stones"),
    ),
    Command(
        "trial",
        message("Try moves without recording"),
        _try,
        ("Shift+X",),
        has_session,
        GO,
        3,
        chosen=lambda w: (
            w.session is not None and w.session.trial is not None and w.session.trial.free
        ),
        also=in_context("more words for a command", "trial what if sandbox sketch"),
    ),
    Command(
        "put-in",
        message("Put the tried moves into the record"),
        on(_put_in),
        (),
        when(lambda s: s.trial is not None and s.trial.holds),
        GO,
        3,
        also=in_context("more words for a command", "preview line insert keep"),
    ),
    Command(
        "conceal",
        message("Hide the next moves"),
        _conceal,
        ("Shift+M",),
        has_session,
        LEARN,
        3,
        chosen=lambda w: w.session is not None and w.session.concealing,
        also=in_context("more words for a command", "train cover conceal one at a time"),
    ),
    Command(
        "guess",
        message("Guess the moves from here on"),
        loaded("viewer.ui.modes.guesser:guess_moves"),
        ("Shift+Q",),
        has_session,
        LEARN,
        3,
        also=in_context("more words for a command", "train quiz master game replay"),
    ),
    Command(
        "lesson",
        message("Take the lesson"),
        loaded("viewer.ui.controllers.lessons:take"),
        (),
        has_session,
        LEARN,
        3,
        also=in_context("more words for a command", "guess train course exercises"),
    ),
    Command(
        "drill",
        message("Drill the lines from here on"),
        loaded("viewer.ui.modes.driller:drill_lines"),
        ("Shift+E",),
        has_session,
        LEARN,
        3,
        also=_DRILLING,
    ),
    Command(
        "drill-due",
        message("Drill what is due today"),
        loaded("viewer.ui.modes.driller:drill_lines", only_due=True),
        (),
        has_session,
        LEARN,
        3,
        also=_DRILLING,
    ),
    Command(
        "mistakes",
        message("Learn from mistakes…"),
        loaded("viewer.ui.controllers.decks:show_decks"),
        menu=LEARN,
        section=3,
        also=in_context(
            "more words for a command",
            "train deck blunders problems spaced repetition due results",
        ),
    ),
    Command(
        "mistakes-here",
        message("Solve the mistakes of this game"),
        loaded("viewer.ui.controllers.mistakes:solve_mistakes"),
        ("Alt+Q",),
        has_session,
        LEARN,
        3,
        also=in_context(
            "more words for a command", "learn train blunders retry analysis what was better"
        ),
    ),
    Command(
        "show-report",
        message("Report of this game"),
        lambda w: w.show_page("report"),
        (),
        has_session,
        LEARN,
        3,
        also=in_context("more words for a command", "page accuracy mistakes phases summary"),
    ),
    Command(
        "player-report",
        message("Report of a player's games…"),
        loaded("viewer.ui.controllers.player_reports:show_player_report"),
        menu=LEARN,
        section=3,
        also=in_context("more words for a command", "my statistics score opening colour month"),
    ),
    Command(
        "play-engine",
        message("Play from here against an engine"),
        loaded("viewer.ui.modes.play.opponent:play_engine"),
        ("Shift+P",),
        has_session,
        LEARN,
        3,
        offered=where(lambda s: s.game.id in TRANSLATORS),
        also=message("computer opponent game strength stronger weaker level elo"),
    ),
    Command(
        "solve",
        message("Solve as a problem"),
        loaded("viewer.ui.modes.problem.solver:solve"),
        ("Q",),
        has_session,
        LEARN,
        3,
        also=in_context("more words for a command", "puzzle exercise train tsume tsumego"),
    ),
    Command(
        "search-mate",
        message("Search for a mate here"),
        loaded("viewer.ui.controllers.mates:search_mate"),
        (),
        when(_has_mates),
        ANALYSIS,
        3,
        offered=where(_has_mates),
        also=in_context("more words for a command", "checkmate tsume solve problem cooks"),
    ),
    Command(
        "check-problems",
        message("Check whether the problems are sound"),
        loaded("viewer.ui.controllers.mates:check_problems"),
        (),
        when(_has_mates),
        ANALYSIS,
        3,
        offered=where(_has_mates),
        also=in_context(
            "more words for a command", "checkmate tsume solve sheet cooks no solution"
        ),
    ),
)
