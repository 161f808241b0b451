"""Analysing with an engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from viewer.base.messages import Message, in_context, message
from viewer.engines.translation import TRANSLATORS
from viewer.games.capabilities import Placing
from viewer.ui.commands.table import ANALYSIS, Command, always, has_session, where
from viewer.ui.commands.view import show_settings
from viewer.ui.toolkit.keymap import naming_keys

if TYPE_CHECKING:
    from viewer.ui.window.window import Window


def _running(window: Window) -> bool:
    return window.desk is not None and window.desk.analysing is not None


def _named(window: Window) -> Message:
    if _running(window):
        return message("Stop analysing")
    return message("Analyse this position")


def _play_first(window: Window) -> None:
    desk = window.desk
    if desk is not None and _running(window):
        from viewer.ui.session.engine_lines import EngineLines  # deferred

        EngineLines(desk.session, desk.analyst).play(0, 1)


def _mistake(way: int) -> Callable[[Window], None]:
    """Go to a move that the evaluations call a mistake."""

    def run(window: Window) -> None:
        from viewer.ui.pages.evaluation_page import EvaluationPage  # deferred

        page = window.desk.panels.page("evaluation") if window.desk is not None else None
        if isinstance(page, EvaluationPage) and not page.step_mistake(way):
            behind = message("No mistake follows in this line, as far as it was evaluated.")
            ahead = message("No mistake stands ahead in this line, as far as it was evaluated.")
            window.say(behind if way > 0 else ahead)

    return run


def _no_analysis(window: Window) -> Message | None:
    """What to do where something of an analysis is asked for, and no engine analyses."""
    if _running(window):
        return None
    return naming_keys(
        message("No engine is analysing. {key} starts one."),
        message("No engine is analysing."),
        key="analyse",
    )


def _toggle_threat(window: Window) -> None:
    if window.desk is not None and _running(window):
        window.desk.analysis.set_threat(not window.desk.analyst.threat)


_has_points = where(lambda session: isinstance(session.game, Placing))


def _compare(window: Window) -> None:
    if window.desk is not None and _running(window):
        window.desk.analyst.compare()


def _has_tables(window: Window) -> bool:
    from viewer.reference.reference import SYZYGY  # deferred

    return window.desk is not None and window.desk.session.game.id == SYZYGY.game


COMMANDS = (
    Command(
        "analyse",
        message("Analyse this position, or stop"),
        lambda w: w.engines.toggle(),
        ("Ctrl+Space",),
        has_session,
        ANALYSIS,
        0,
        named=_named,
        also=message("engine score evaluation computer Stockfish Pikafish KataGo YaneuraOu GNU Go"),
    ),
    Command(
        "play-first-line",
        message("Play the engine's move"),
        _play_first,
        ("Ctrl+Return",),
        lambda w: has_session(w) and _running(w),
        ANALYSIS,
        0,
        needs=_no_analysis,
    ),
    Command(
        "more-lines",
        message("More engine lines"),
        lambda w: w.engines.change_lines(1),
        ("Alt+Shift+Up",),
        lambda w: has_session(w) and _running(w),
        ANALYSIS,
        1,
        needs=_no_analysis,
    ),
    Command(
        "fewer-lines",
        message("Fewer engine lines"),
        lambda w: w.engines.change_lines(-1),
        ("Alt+Shift+Down",),
        lambda w: has_session(w) and _running(w),
        ANALYSIS,
        1,
        needs=_no_analysis,
    ),
    Command(
        "next-mistake",
        message("Next mistake"),
        _mistake(1),
        ("Alt+Right",),
        has_session,
        ANALYSIS,
        2,
        also=message("blunder evaluation graph"),
    ),
    Command(
        "previous-mistake",
        message("Previous mistake"),
        _mistake(-1),
        ("Alt+Left",),
        has_session,
        ANALYSIS,
        2,
        also=message("blunder evaluation graph"),
    ),
    Command(
        "threat",
        message("Show the threat"),
        _toggle_threat,
        ("Alt+Shift+T",),
        _running,
        ANALYSIS,
        1,
        chosen=lambda w: w.desk is not None and _running(w) and w.desk.analyst.threat,
        needs=_no_analysis,
    ),
    Command(
        "compare-move",
        message("Evaluate the next move of the record"),
        _compare,
        ("Alt+Shift+C",),
        lambda w: _running(w) and w.desk is not None and w.desk.session.follower is not None,
        ANALYSIS,
        1,
        needs=_no_analysis,
    ),
    Command(
        "ownership",
        message("Show expected territory"),
        lambda w: w.engines.toggle_ownership(),
        ("Alt+Shift+O",),
        lambda w: has_session(w) and _running(w) and _has_points(w),
        ANALYSIS,
        1,
        chosen=lambda w: bool(w.settings["engine-ownership"]),
        offered=_has_points,
        needs=_no_analysis,
    ),
    Command(
        "analyse-games",
        message("Analyse whole games…"),
        lambda w: w.reviews.ask(),
        ("Ctrl+Shift+Space",),
        has_session,
        ANALYSIS,
        1,
        offered=where(lambda session: session.game.id in TRANSLATORS),
        also=message("engine game record annotate blunders report accuracy"),
    ),
    Command(
        "sum-up",
        message("How the sides played…"),
        lambda w: w.reviews.sum_up(),
        (),
        has_session,
        ANALYSIS,
        1,
        also=message("report accuracy blunders mistakes worst moves copy"),
    ),
    Command(
        "choose-engine",
        message("Analyse with…"),
        lambda w: w.engines.choose(),
        (),
        has_session,
        ANALYSIS,
        2,
        also=message("engine switch"),
    ),
    Command(
        "analyse-beside",
        message("Analyse with another engine beside…"),
        lambda w: w.engines.choose_beside(),
        ("Alt+Shift+E",),
        has_session,
        ANALYSIS,
        2,
        also=message("engine second compare several side by side"),
    ),
    Command(
        "books",
        message("Opening books and tablebases"),
        lambda w: w.show_page("books"),
        ("Ctrl+Shift+B",),
        has_session,
        ANALYSIS,
        3,
        also=message("opening explorer polyglot syzygy"),
    ),
    Command(
        "explorer",
        message("Opening explorer"),
        lambda w: w.show_page("explorer"),
        ("Ctrl+Shift+X",),
        has_session,
        ANALYSIS,
        3,
        also=message("opening explorer statistics next moves library"),
    ),
    Command(
        "add-book",
        message("Add an opening book…"),
        lambda w: w.references.choose_book(),
        (),
        has_session,
        ANALYSIS,
        3,
    ),
    Command(
        "add-tablebases",
        message("Add a folder of tablebases…"),
        lambda w: w.references.choose_folder(),
        (),
        lambda w: has_session(w) and _has_tables(w),
        ANALYSIS,
        3,
        offered=lambda w: _has_tables(w),
    ),
    Command(
        "add-engine",
        message("Add an engine…"),
        lambda w: w.engines.choose_program(),
        (),
        has_session,
        ANALYSIS,
        2,
        also=in_context("more words for a command", "stockfish program uci usi ucci gtp"),
    ),
    Command(
        "engines",
        message("Engines…"),
        lambda w: show_settings(w, "engines"),
        (),
        always,
        ANALYSIS,
        2,
        also=message("settings options threads hash strength stronger Stockfish"),
    ),
)
