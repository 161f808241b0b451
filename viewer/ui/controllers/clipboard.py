"""Copy, cut and paste: branches, games, positions, moves as text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu

from viewer.base.catalogs import tr
from viewer.base.messages import Message, counted, message
from viewer.document import copying, plans
from viewer.document.clip import clip, clip_records, pasting
from viewer.document.clip.told import LONG
from viewer.document.placed import as_data
from viewer.document.plans import records as plans_records
from viewer.document.record_set import branch_of
from viewer.document.record_set import extent as extent_of
from viewer.formats import FORMATS
from viewer.formats.prose.reading import article
from viewer.games import game_of
from viewer.games.capabilities import Sized
from viewer.games.game import State
from viewer.tree.action import Setup
from viewer.tree.record import Record
from viewer.tree.serial import NodeData
from viewer.ui.session.record_session import RecordSession

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

_COPIED = message("Copied the branch: {extent}.")
_COPIED_ALL = message("Copied all moves: {extent}.")
_CUT = message("Cut the branch: {extent}.")
_NONE_HERE = message("The clipboard holds no moves that fit here, no game and no position.")
_ADDRESS = re.compile(
    r"\s*(?:https?://|www\.|[\w.-]{1,200}\.(?:org|com|net|cn|jp|io|tv)/)\S*\s*\Z", re.IGNORECASE
)


class ClipboardController:
    """Copy, cut and paste, for a window."""

    def __init__(self, window: Window) -> None:
        self._window = window

    def copy(self) -> None:
        """Copy the branch of the current node (at the start: all moves)."""
        session = self._window.session
        if session is None:
            return
        self._take(session, _COPIED_ALL if session.node.parent is None else _COPIED)

    def _take(self, session: RecordSession, words: Message) -> None:
        """Copy the branch, and say so in words that have its extent."""
        session.flush()
        rows = clip.branch_rows(session.node, session.states)
        if not rows:
            self._window.say(message("There are no moves here to copy."))
            return
        data = QMimeData()
        data.setData(clip.MEDIA_TYPE, clip.to_text(session.record.game, rows).encode())
        records = branch_of(session.document, session.key, session.node)
        text, lacks = copying.text_of(records, session.style)
        data.setText(text)
        QGuiApplication.clipboard().setMimeData(data)
        extent = extent_of(session.node.walk()).words
        self._window.say(copying.with_lacks(words.given(extent=extent), lacks))

    def copy_as(self, id: str) -> None:
        """Copy the selected games, or the position, in one of the text forms."""
        session = self._window.session
        if session is None:
            return
        session.flush()
        entry, form = copying.form_of(id)
        if not form.position:
            self._window.games.copy_as(entry, form)
            return
        text, lacks = copying.position_text(session.document, session.key, session.node, entry)
        QGuiApplication.clipboard().setText(text)
        words = message("Copied: {form}.", form=form.name)
        self._window.say(copying.with_lacks(words, lacks))

    def cut(self) -> None:
        """Copy the branch and delete it."""
        session = self._window.session
        if session is not None and session.node.parent is not None:
            self._take(session, _CUT)
            session.do(plans.delete)

    def paste(self) -> None:
        """Paste: a branch or moves after the current node, games and positions as games, files as files.

        With no record open, what is pasted opens as a new document.
        """
        session = self._window.session
        data = _clipboard_data()
        if session is not None and data.hasFormat(clip.MEDIA_TYPE):
            text = bytes(data.data(clip.MEDIA_TYPE).data()).decode("utf-8", "replace")
            try:
                rows: tuple[NodeData, ...] = clip.from_text(text, session.record.game)
            except ValueError:
                self._window.say(message("That branch belongs to another game."))
                return
            session.do(plans.paste, rows)
        elif session is not None and data.hasFormat(clip_records.MEDIA_TYPE):
            self._window.games.paste(data)
        elif files := [url.toLocalFile() for url in data.urls() if url.isLocalFile()]:
            self._window.files.open_all(files)
        elif not self._paste_text(session, data.text()):
            self._window.say(_why_nothing(data))

    def paste_games(self) -> None:
        """Paste games after the current one, also from text."""
        data = _clipboard_data()
        if self._window.session is not None and data.hasFormat(clip_records.MEDIA_TYPE):
            self._window.games.paste(data)
        else:
            self.paste()

    def put_text(self, text: str) -> None:
        """Paste a text that was dropped, or pasted where moves are typed; says why if it is nothing."""
        data = QMimeData()
        data.setText(text)
        if not self._paste_text(self._window.session, text):
            self._window.say(_why_nothing(data))

    def _paste_text(self, session: RecordSession | None, text: str) -> bool:
        """Paste a text: games, a position, or moves that fit here. Returns whether it was anything.

        Nothing that isn't understood goes in without being shown before.
        """
        found = pasting.read_text(text)
        if found is not None and (
            not found.is_whole(*_states(session, found.first.game)) or found.lacks_moves(text)
        ):
            if found.headed:
                self._window.texts.review(found.told(text))
                return True
            if self._put_words(text):
                return True
            if found.has_words:
                found = None  # what the rules forbid is no move
        if session is None:
            if found is not None and (found.fits() or not self._open_text(text)):
                self._open_games(found)
                self._tell_assumed_of(found, text)
            return found is not None or self._open_text(text)
        return self._paste_into(session, found, text)

    def _paste_into(
        self, session: RecordSession, found: pasting.PastedRecords | None, text: str
    ) -> bool:
        """Paste a text, and what was read of it, where a record is open. Returns whether it was anything."""
        if found is None or not found.has(session.record.game):
            if self._paste_position(session, text):
                return True
            # A bare list of moves may be one of several games'; the current one comes first.
            if len(text) <= LONG:
                found = pasting.read_moves(text, session.game, session.state) or found
            if found is not None and found.is_in(self._words_in(session, text)):
                found = None  # as words the text keeps what it says beside the moves
        if found is None:
            return self._open_text(text)
        if not (found.has(session.record.game) or found.fits()) and self._open_text(text):
            return True
        if len(found) == 1 and found.first.game == session.record.game:
            self._tell_assumed_of(found, text)
            return self._paste_one(session, found) or self._open_text(text)
        if len(found) == 1 and not found.first.root.children:
            self._open_games(found)  # a position of another game is no game of this file
        else:
            self._add_games(session, found)
        self._tell_assumed_of(found, text)
        return True

    def _paste_position(self, session: RecordSession, text: str) -> bool:
        """Add a game that begins with the position that a line is; returns whether it is one."""
        setup = pasting.position_in(text, session.game)
        if setup is None:
            return False
        self.add_position(session, setup)
        self._window.say(message("Pasted a position."))
        self._tell_assumed(session.record.game, text)
        return True

    @staticmethod
    def _words_in(session: RecordSession, text: str) -> int:
        """How many moves a text has as words that go on here."""
        found = article(text, session.game, session.state, continued=True, strict=True)
        return len(found.rows)

    def _open_text(self, text: str) -> bool:
        """Open a position as a document of the game that it fits, else put the words of a text where they
        belong; returns whether they are anything.
        """
        position = pasting.position_of_ranks(text)
        if position is None:
            return self._put_words(text)
        self._window.add_document(self._window.workspace.new(*position))
        self._window.say(message("Pasted a position."))
        self._tell_assumed(position[0], text)
        return True

    def _put_words(self, text: str) -> bool:
        """Put what of a text is moves among words where it belongs; returns whether any of it is."""
        return pasting.refusal(text) is None and self._window.texts.put(text, _NONE_HERE)

    def _tell_assumed_of(self, found: pasting.PastedRecords, text: str) -> None:
        """Say what a text with one position leaves open."""
        alone = len(found) == 1 and not found.first.root.children
        if alone and found.first.setup is not None and "\n" not in text.strip():
            self._tell_assumed(found.first.game, text)

    def _tell_assumed(self, game: str, text: str) -> None:
        """Say what the text of a position leaves open."""
        assumed = game_of(game).assumed(text)
        if assumed:
            self._window.tell(assumed[0])

    def _paste_one(self, session: RecordSession, found: pasting.PastedRecords) -> bool:
        """Paste one game or bare moves: as a branch if it fits, else as a game; asks if both are possible."""
        record = found.first
        rows, whole = pasting.moves_in(record, session.game, session.state)
        if not self._on_this_board(session, found):
            rows = ()
        named = any(entry.value.strip("?*. -") for entry in record.headers)
        if rows and not named:
            session.do(plans.paste, rows)
        elif rows and whole:
            self._ask_branch_or_game(session, found, rows)
        elif named or not record.root.children or self._fits_its_start(session, record):
            self._add_games(session, found)
        else:
            return False
        return True

    @staticmethod
    def _on_this_board(session: RecordSession, found: pasting.PastedRecords) -> bool:
        """Whether a text's board has the size of the current one, or no size is given."""
        if not FORMATS[found.format].load().sized:
            return True
        game = session.game
        if not isinstance(game, Sized):
            return True
        return game.size_text(game.start(found.first.setup)) == game.size_text(session.state)

    @staticmethod
    def _fits_its_start(session: RecordSession, record: Record) -> bool:
        start = session.game.start(record.setup)
        return bool(pasting.moves_in(record, session.game, start)[0])

    def _ask_branch_or_game(
        self, session: RecordSession, found: pasting.PastedRecords, rows: tuple[NodeData, ...]
    ) -> None:
        """A small menu over the board."""
        menu = QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setAccessibleName(tr(message("Paste")))
        branch = counted(
            "Paste as a branch here ({count} move)",
            "Paste as a branch here ({count} moves)",
            len(rows),
        )
        menu.addAction(tr(branch)).triggered.connect(lambda: session.do(plans.paste, rows))
        game = message("Paste as a game of its own")
        menu.addAction(tr(game)).triggered.connect(lambda: self._add_games(session, found))
        menu.setActiveAction(menu.actions()[0])
        desk = self._window.desk
        over = desk.stage.board if desk is not None else self._window
        corner = over.mapToGlobal(over.rect().center())
        size = menu.sizeHint()
        menu.popup(corner - QPoint(size.width(), size.height()) / 2)

    def add_position(self, session: RecordSession, setup: Setup | None) -> None:
        """Add a game that starts with a position, to this file if it holds several."""
        if self.takes(session, session.record.game):
            session.do(plans_records.new, setup)
        else:
            self._window.add_document(self._window.workspace.new(session.record.game, setup))

    def _add_games(self, session: RecordSession, found: pasting.PastedRecords) -> None:
        """Add records after the current one, or as a new document if this file can't hold them."""
        if self.takes(session, found.first.game):
            self._window.games.bring(session, found.format, found.reading(), len(found))
        else:
            self._open_games(found)

    def _open_games(self, found: pasting.PastedRecords) -> None:
        """Open records as a new document."""
        workspace = self._window.workspace
        first, count = found.first, len(found)
        entry = FORMATS[found.format]
        kept = entry.load().oriented  # what the text says of the board
        if count > 1 or kept or first.game not in entry.games:
            made = workspace.add_collection(found.collection)
        elif first.root.children:
            made = workspace.add(found.format, [as_data(first, found.format, found.format)])
        else:
            made = workspace.new(first.game, first.setup)
        self._window.add_document(made)
        moved = count > 1 or first.root.children
        self._window.say(_pasted(count) if moved else message("Pasted a position."))

    @staticmethod
    def takes(session: RecordSession, game: str) -> bool:
        """Whether the current file can hold one more record of a game."""
        entry = FORMATS[session.document.format]
        return game in entry.games and not entry.load().single

    def copy_position(self) -> None:
        """Copy the position as text (FEN and the like)."""
        session = self._window.session
        if session is not None:
            text = copying.position_line(session.game, session.state)
            QGuiApplication.clipboard().setText(text)
            self._window.say(message("Copied {text}", text=text))


def _states(session: RecordSession | None, game: str) -> tuple[State, ...]:
    """The position at which moves of a game are pasted."""
    return (session.state,) if session is not None and session.record.game == game else ()


def _pasted(count: int) -> Message:
    return counted("Pasted a game.", "Pasted {count} games.", count)


def _clipboard_data() -> QMimeData:
    """What is on the clipboard; for an empty one Qt may have no object at all."""
    return QGuiApplication.clipboard().mimeData() or QMimeData()


def _why_nothing(data: QMimeData) -> Message:
    """Why nothing of the clipboard is pasted."""
    text = data.text()
    if not text.strip():
        if data.hasImage():
            return message(
                "The clipboard holds a picture: Qipu pastes games, positions and moves as text."
            )
        return message("The clipboard is empty.")
    if _ADDRESS.match(text):
        return message(
            "That is the address of a page, which Qipu doesn't load: paste the game's text."
        )
    return pasting.refusal(text) or _NONE_HERE
