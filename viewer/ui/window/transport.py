"""The transport under the board: first, previous, next, last, a slider over the line; its playback."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QSlider, QToolButton, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import counted, message
from viewer.document.edits import Change
from viewer.games.capabilities import declarations_of
from viewer.paint.icons import icon
from viewer.paint.painter import painter_on
from viewer.scene.theme import Theme
from viewer.tree.action import is_move
from viewer.ui.commands import COMMANDS
from viewer.ui.session.candidates import posed
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.keymap import SHORTCUTS, naming_keys, set_key_tip
from viewer.ui.toolkit.plain import Label, set_tip
from viewer.ui.toolkit.style import theme_in_use
from viewer.ui.window.offers import Offers

if TYPE_CHECKING:
    from viewer.ui.session.player import Player
    from viewer.ui.session.table_of_contents import TableOfContents
    from viewer.ui.window.evaluation_strip import EvaluationStrip

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


_MARGIN = 10.0  # as that of the graph of evaluations
_HIGH, _BELOW = 24, 10  # pixels of height of the evaluations, and of the ticks below them


class LineSlider(QSlider):
    """A slider over the plies of the line, with ticks where comments are, and the evaluations."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._ticks: list[int] = []
        self._drawn: tuple[tuple[object, ...], QPixmap] = ((), QPixmap())
        self.strip: EvaluationStrip | None = None
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumWidth(80)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_ticks(self, ticks: list[int]) -> None:
        """Show ticks at these plies."""
        self._ticks = ticks
        self.draw_again()

    def set_strip(self, strip: EvaluationStrip | None) -> None:
        """Show the evaluations of the line, or none."""
        if self.strip is not None:
            self.strip.end()
        self.strip = strip
        if strip is not None:
            strip.changed.connect(self.draw_again)
        self.draw_again()

    def draw_again(self) -> None:
        """Draw what is drawn beside the current place."""
        self._drawn = ((), QPixmap())
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, 36)

    def _x(self, ply: int) -> float:
        span = max(1, self.maximum())
        return _MARGIN + (self.width() - 2 * _MARGIN) * ply / span

    @property
    def _box(self) -> QRectF:
        """The place of the evaluations, from the first ply to the last."""
        wide, high = self.width() - 2 * _MARGIN, float(min(_HIGH, self.height() - _BELOW))
        return QRectF(_MARGIN, (self.height() - _BELOW - high) / 2 + 2, wide, high)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, box = theme_in_use(), self._box
        middle, here = box.center().y(), self._x(self.value())
        picture = self._picture(theme, box)
        with painter_on(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.drawPixmap(0, 0, picture)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme["accent"]))
            if self.strip is not None and self.strip.there:
                painter.drawRect(QRectF(here - 1.25, box.top() - 2, 2.5, box.height() + 4))
                painter.drawEllipse(QPointF(here, box.bottom()), 4.5, 4.5)
                return
            painter.drawRoundedRect(QRectF(_MARGIN, middle - 2, here - _MARGIN, 4), 2, 2)
            painter.setBrush(QColor(theme["bars"]))
            painter.drawEllipse(QPointF(here, middle), 7.5, 7.5)
            painter.setBrush(QColor(theme["accent"]))
            painter.drawEllipse(QPointF(here, middle), 5, 5)

    def _picture(self, theme: Theme, box: QRectF) -> QPixmap:
        """The evaluations, or a groove, and the ticks as a cached picture."""
        ratio = self.devicePixelRatioF()
        strip = self.strip if self.strip is not None and self.strip.there else None
        key = (self.width(), self.height(), self.maximum(), ratio, strip, theme)
        if self._drawn[0] != key:
            picture = QPixmap((self.size() * ratio).expandedTo(QSize(1, 1)))
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            with painter_on(picture) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(Qt.PenStyle.NoPen)
                if strip is None:
                    painter.setBrush(QColor(theme["hairline"]))
                    groove = QRectF(_MARGIN, box.center().y() - 2, box.width(), 4)
                    painter.drawRoundedRect(groove, 2, 2)
                else:
                    painter.setBrush(QColor(theme["panel"]))
                    painter.setPen(QColor(theme["hairline"]))
                    painter.drawRoundedRect(box.adjusted(-3.5, -0.5, 3.5, 0.5), 3, 3)
                    strip.draw(painter, box)
                    painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(theme["seal"]))
                last = -9.0
                for ply in self._ticks:
                    x = self._x(ply)
                    if x - last >= 3.0:
                        painter.drawRect(QRectF(x - 0.9, box.bottom() + 4, 1.8, 4))
                        last = x
            self._drawn = (key, picture)
        return self._drawn[1]

    def _ply_at(self, x: float) -> int:
        part = (x - _MARGIN) / max(1.0, self.width() - 2 * _MARGIN)
        return round(min(max(part, 0.0), 1.0) * self.maximum())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self.setSliderPosition(self._ply_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self.setSliderPosition(self._ply_at(event.position().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.setSliderDown(False)


class Transport(QWidget):
    """Buttons, slider, ply of plies; and buttons for what is possible only at times (passing, solving).

    Attributes:
        slider: over the plies of the line.
        playback: the control of playback.
        offers: the chips for what is possible only at times.
    """

    DECLARATIONS = ("swap-pieces", "swap-sides", "accept-draw")
    OFFERS = (*DECLARATIONS, "solve", "drill-due", "pass")
    PAGE = "show-evaluation"
    IDS = ("first", "previous", "next", "last", "play-back", PAGE, *OFFERS)
    _late = False  # the board was painted

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 20, 0)
        row.setSpacing(2)
        self._buttons: dict[str, QToolButton] = {}
        for id in ("first", "previous", "next", "last"):
            button = QToolButton()
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setIconSize(QSize(20, 20))
            button.setAccessibleName(tr(COMMANDS[id].name))
            set_key_tip(button, tr(COMMANDS[id].name), id)
            button.setAutoRepeat(id in ("previous", "next"))
            row.addWidget(button)
            self._buttons[id] = button
        self.playback = PlaybackControl()
        row.addWidget(self.playback)
        row.addSpacing(8)
        self.slider = LineSlider()
        self.slider.setAccessibleName(tr(message("Place in the line")))
        self.slider.valueChanged.connect(self._slid)
        row.addWidget(self.slider, 1)
        row.addSpacing(8)
        self.offers = Offers(self.OFFERS)
        row.addWidget(self.offers)
        self._count = Label()
        row.addWidget(self._count)
        session.moved.connect(self.show_place)
        session.tried.connect(self.show_place)
        session.chosen.connect(self.show_line)
        session.changed.connect(self._changed)
        session.reloaded.connect(self.show_line)
        self._run: dict[str, Callable[..., None]] = {}
        self._contents: TableOfContents | None = None
        self._over: QWidget = self
        self._line: object = None
        self._moves: list[int] = []  # up to each node of the line
        self.show_line()

    def connect_to(self, run: dict[str, Callable[..., None]]) -> None:
        """Connect the buttons to commands."""
        self._run = run
        for id, button in self._buttons.items():
            button.clicked.connect(run[id])
        self.playback.connect_to(run["play-back"])
        self.offers.connect_to(run)

    def watch(self, contents: TableOfContents, over: QWidget) -> None:
        """Show the evaluations of the line from now on, once the record has some; large in `over`."""
        self._contents, self._over = contents, over
        contents.found.connect(self._look_evaluated)
        self._session.finds.begun.connect(self._look_evaluated)
        self._look_evaluated()

    def _look_evaluated(self) -> None:
        contents, slider = self._contents, self.slider
        evaluated = self._session.finds.many or (contents is not None and contents.now.evaluated)
        if not evaluated:
            slider.set_strip(None)
        elif slider.strip is None:
            from viewer.ui.window.evaluation_strip import EvaluationStrip  # deferred

            strip = EvaluationStrip(self._session, slider, self._over)
            if self.PAGE in self._run:
                strip.opened.connect(self._run[self.PAGE])
            slider.set_strip(strip)

    def _offer_all(self) -> None:
        """Show the buttons for what is possible at the current node only."""
        session = self._session
        declared = {one.id for one in declarations_of(session.game, session.state)}
        for id in self.DECLARATIONS:
            self.offers.offer(id, id in declared)
        self.offers.offer("pass", session.game.offers_pass)
        self.offers.offer("solve", posed(session))

    def show_due(self, count: int) -> None:
        """Offer to drill positions of the record that are due today, none for 0."""
        words = tr(counted("{count} due today", "{count} due today", count))
        self.offers.offer("drill-due", count > 0, words)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._late:
            self.show_icons()

    def show_icons(self) -> None:
        """Draw the buttons' icons in the colours of the theme (after the board is painted).

        Makes the buttons for what is possible at times, too.
        """
        if not self._late:
            self._late = True
            self._offer_all()
        for id, button in self._buttons.items():
            button.setIcon(icon(COMMANDS[id].icon, theme_in_use()["ink"], 20))
        self.playback.show_icons()

    def _changed(self, change: Change) -> None:
        self.show_line()

    def show_line(self) -> None:
        """Update slider and ticks for the current line."""
        line = self._session.cursor.line
        shown = self._session.line
        self._line = line
        self._moves = list(accumulate(int(is_move(node.action)) for node in line))
        self.slider.blockSignals(True)
        self.slider.setRange(0, len(shown) - 1)
        self.slider.blockSignals(False)
        self.slider.set_ticks([ply for ply, node in enumerate(shown) if node.comment])
        self.show_place()

    def show_place(self) -> None:
        """Show where the current node is."""
        cursor = self._session.cursor
        concealed = self._session.concealing
        if cursor.line is not self._line or (concealed and self.slider.maximum() != cursor.index):
            self.show_line()
            return
        self.slider.blockSignals(True)
        self.slider.setValue(cursor.index)
        self.slider.blockSignals(False)
        self.slider.update()
        last = "?" if concealed else self._moves[-1]
        self._count.setText(f"{self._moves[cursor.index]} / {last}")
        behind = self._session.shown.parent is not None
        ahead = cursor.next is not None or self._session.trial is not None
        for ids, possible in ((("first", "previous"), behind), (("next", "last"), ahead)):
            for id in ids:
                self._buttons[id].setEnabled(possible)
        self.playback.set_possible(cursor.next is not None)
        if self._late:
            self._offer_all()

    def _slid(self, ply: int) -> None:
        line = self._session.cursor.line
        if 0 <= ply < len(line):
            self._session.go(line[ply])
