"""New records by a sheet, and again by what was said on the last one of a game."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from viewer.base.kept_json import kept_json
from viewer.base.messages import message
from viewer.document.plans import records as plans_records
from viewer.formats import FORMATS
from viewer.games import GAMES
from viewer.games.capabilities import Editable
from viewer.ui.dialogs.new_dialog import NewDialog, beginning_of, format_of, kept_values
from viewer.ui.toolkit.keymap import naming_keys

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

_FILE = "new.json"
_LAST = "last"
Kept = dict[str, dict[str, Any]]


class NewSheets:
    """Shows the sheet, and keeps what was said for the next time: of each game, and which was the last."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._last, self._kept = window.store.kept(_FILE, _read, _text)

    def ask(self) -> None:
        """Show the sheet, and make the record.

        Beside a record it begins with what was said last; where none is shown, with an even game.
        """
        window, session = self._window, self._window.session
        game = session.record.game if session else self._last
        several = session is not None and not FORMATS[session.document.format].load().single
        here, even = game if several else "", session is None
        dialog = NewDialog(game, here, self._kept, window, even=even)
        if dialog.exec() == NewDialog.DialogCode.Accepted:
            self._keep(dialog.game, dict(dialog.kept))
            if dialog.inside and session is not None:
                session.do(plans_records.new, dialog.beginning)
            else:
                made = window.workspace.begin(dialog.game, dialog.beginning, dialog.format)
                window.add_document(made)
            self._tell_empty()
        dialog.deleteLater()

    def repeat(self, game: str) -> None:
        """A new record of a game, as the last one; without one, from the usual start."""
        window = self._window
        if game not in self._kept:
            window.add_document(window.workspace.new(game))
            return
        values = kept_values(game, self._kept[game])
        made = window.workspace.begin(game, beginning_of(game, values), format_of(game, values))
        window.add_document(made)
        window.say(
            naming_keys(
                message("The same as the last new record. {key} shows the sheet."),
                message("The same as the last new record."),
                key="new-empty",
            )
        )

    def _tell_empty(self) -> None:
        """Say how a board on which nothing can be played is set up."""
        session = self._window.session
        if session is None or not isinstance(session.game, Editable):
            return
        if next(iter(session.game.legal_moves(session.state)), None) is None:
            self._window.say(
                naming_keys(
                    message("No move is possible here. {key} edits the position."),
                    message("No move is possible here."),
                    key="edit-position",
                )
            )

    def _keep(self, game: str, values: dict[str, Any]) -> None:
        self._kept[game] = values
        self._window.store.keep_text(_FILE, _text((game, self._kept)))


def _read(text: str) -> tuple[str, Kept]:
    """(the last game, values by game); what isn't understood counts as nothing."""
    said = kept_json(text)
    if not isinstance(said, dict):
        said = {}
    last = said.get(_LAST)
    kept = {id: said[id] for id in GAMES if isinstance(said.get(id), dict)}
    return (last if last in GAMES else next(iter(GAMES))), kept


def _text(kept: tuple[str, Kept]) -> str:
    return json.dumps({_LAST: kept[0], **kept[1]}, indent=1)
