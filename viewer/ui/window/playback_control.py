"""The control of playback in the transport bar: play or pause, the speed, the time left."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.paint.icons import icon
from viewer.ui.toolkit.keymap import SHORTCUTS, naming_keys, set_key_tip
from viewer.ui.toolkit.plain import Label, set_tip
from viewer.ui.toolkit.style import theme_in_use

if TYPE_CHECKING:
    from viewer.ui.session.player import Player

_SIZE = 20


class PlaybackControl(QWidget):
    """A button for play and pause, a button with the speed, and a label with the time left of the wait.

    Signals:
        speedAsked: the speed was clicked; with the point below it, on the screen.
    """

    speedAsked = Signal(QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        self._late = False  # the board was painted
        self._player: Player | None = None
        self.button = QToolButton()
        self.button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.button.setIconSize(QSize(_SIZE, _SIZE))
        self.speed = QPushButton()
        self.speed.setProperty("chip", True)
        self.speed.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.speed.clicked.connect(self._ask_speed)
        self.speed.hide()
        self.time = Label(look="muted")
        self.time.setMinimumWidth(self.time.fontMetrics().horizontalAdvance("0:00 / 0:00"))
        self.time.hide()
        for part in (self.button, self.speed, self.time):
            row.addWidget(part)
        self._show()
        SHORTCUTS.changed.connect(self._show)

    def connect_to(self, run: Callable[..., None]) -> None:
        """Connect the button for play and pause to the function that runs its command."""
        self.button.clicked.connect(run)

    def follow(self, player: Player) -> None:
        """Show the state of a player, and update it when it changes."""
        self._player = player
        player.turned.connect(self._show)
        player.passed.connect(self._show_time)
        self._show()

    def set_possible(self, possible: bool) -> None:
        """Enable the button if playback is possible; during playback it stays enabled."""
        self.button.setEnabled(possible or self._playing)

    def show_icons(self) -> None:
        """Draw the icon in the colours of the theme."""
        self._late = True
        self._show()

    @property
    def _playing(self) -> bool:
        return self._player is not None and self._player.playing

    def _show(self) -> None:
        words = message("Pause") if self._playing else message("Play back")
        self.button.setAccessibleName(tr(words))
        set_key_tip(self.button, tr(words), "play-back")
        if self._late:
            name = "pause" if self._playing else "play"
            self.button.setIcon(icon(name, theme_in_use()["ink"], _SIZE))
        if self._player is not None:
            speed = tr(self._player.speed)
            self.speed.setText(speed)
            self.speed.setVisible(True)
            words = naming_keys(
                message(
                    "Pace of playback: {speed}. {faster} is faster, {slower} slower.", speed=speed
                ),
                message("Pace of playback: {speed}.", speed=speed),
                faster="faster",
                slower="slower",
            )
            set_tip(self.speed, tr(words))
            self.speed.setAccessibleName(tr(words))
            self._show_time()

    def _show_time(self) -> None:
        """Show the time left of the wait, and the recorded time if it differs by a second or more."""
        player = self._player
        wait = player.wait if player is not None else None
        if player is None or wait is None:
            self.time.hide()
            return
        text = clock_text(player.left)
        if wait.recorded is not None and abs(wait.recorded - wait.seconds) >= 1:
            text = f"{text} / {clock_text(wait.recorded)}"
        if text != self.time.text():
            self.time.setText(text)
        self.time.show()

    def _ask_speed(self) -> None:
        self.speedAsked.emit(self.speed.mapToGlobal(self.speed.rect().bottomLeft()))


def clock_text(seconds: float) -> str:
    """Seconds as m:ss, or h:mm:ss, rounded up."""
    whole = -int(-seconds // 1)
    hours, minutes = whole // 3600, whole // 60 % 60
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
