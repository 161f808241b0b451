"""Entering and leaving play mode."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from viewer.base.fields import Value, Values
from viewer.base.kept_json import kept_json
from viewer.base.messages import NOTHING, message
from viewer.ui.dialogs.result_palette import ResultPalette
from viewer.ui.modes.play.opponent import Opponent
from viewer.ui.modes.score.mode import count_board
from viewer.ui.modes.trial_mode import dress
from viewer.ui.workbench.state import Store

if TYPE_CHECKING:
    from viewer.ui.window.desk import Desk
    from viewer.ui.window.window import Window

_FILE = "matches.json"


def play_engine(window: Window) -> None:
    """Play against an engine from the current position; without one for it, offer one first."""
    window.engines.need(lambda: _begin(window))


def _begin(window: Window) -> None:
    desk = window.desk
    if desk is None or desk.editing:
        return
    session = desk.session
    if desk.analysing is not None:
        desk.analyst.stop()
    session.flush()
    kept = _kept(window.store)
    opponent = Opponent(session, window.engines.fitting(), kept.get(session.game.id, {}))
    opponent.begun.connect(lambda values: _keep(window.store, session.game.id, values))
    opponent.told.connect(window.say)
    opponent.finished.connect(lambda what: _finish(window, desk, what))
    desk.show_editor(opponent)
    dress(window, desk)
    opponent.panel.buttons["begin"].setFocus()
    window.say(message("The moves become a variation of the record. Escape leaves the game."))


def _kept(store: Store) -> dict[str, dict[str, Value]]:
    """What was chosen for the last game, by the game's id."""
    return store.kept(_FILE, _read, json.dumps)


def _read(text: str) -> dict[str, dict[str, Value]]:
    found = kept_json(text)
    entries = found.items() if isinstance(found, dict) else ()
    return {game: values for game, values in entries if isinstance(values, dict)}


def _keep(store: Store, game: str, values: Values) -> None:
    """Keep what was chosen, but for the side: that is whose move it is."""
    chosen = {key: value for key, value in values.items() if key != "side"}
    store.keep_text(_FILE, json.dumps({**_kept(store), game: chosen}, indent=1))


def _finish(window: Window, desk: Desk, what: str) -> None:
    """Leave the mode, and go on with what was asked for."""
    desk.close_editor()
    window.say(NOTHING)
    window.focus_board()
    if what == "count":
        count_board(window)
    elif what == "result":
        ResultPalette(desk.session, window.dialog_parent).open_over()
