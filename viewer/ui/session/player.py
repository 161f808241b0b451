"""Plays a record back: goes from node to node of the line when each is due.

Whatever the user does on the board or with the keys pauses it: moving, editing, writing, commands.
"""

from __future__ import annotations

from time import monotonic

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QWidget

from viewer.base.messages import Message, Number, message
from viewer.base.settings import SETTINGS
from viewer.document.reading.playback import Schedule, Wait
from viewer.tree.node import Node
from viewer.ui.session.record_session import RecordSession

_LOOK = 200  # ms between two looks at what is left of a wait
_MODIFIERS = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta)


class Player(QObject):
    """Plays the line of a session.

    Attributes:
        playing: whether it plays.
        timer: fires when the next node is due.
        wait: the wait it is in, None while it doesn't play.

    Signals:
        turned: it began or stopped to play, or the pace changed.
        passed: some of the wait has passed.
    """

    turned = Signal()
    passed = Signal()

    def __init__(self, session: RecordSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._pace = session.looks.pace
        self.playing = False
        self.wait: Wait | None = None
        self._schedule: Schedule | None = None
        self._stepping = False
        self._began = 0.0  # when the wait began
        self.timer = QTimer(self, singleShot=True)
        self.timer.setTimerType(Qt.TimerType.PreciseTimer)
        self.timer.timeout.connect(self._step)
        self._looking = QTimer(self, interval=_LOOK)
        self._looking.timeout.connect(self.passed)
        for sign in (session.moved, session.chosen, session.reloaded):
            sign.connect(self._interrupt)
        for sign in (session.changed, session.drafted):
            sign.connect(self._interrupt)
        session.dressed.connect(self._dressed)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._focused)

    def play(self) -> None:
        """Play on from the current node; at the end of the line, say so."""
        if self._session.cursor.next is None:
            self._session.say(message("The line ends here. Home goes back to its start."))
            return
        self._session.flush()
        self._schedule = None
        self.playing = True
        self._looking.start()
        self._begin_wait()
        self.turned.emit()

    def pause(self) -> None:
        """Stop playing; does nothing if it doesn't play."""
        if not self.playing:
            return
        self.playing = False
        self.wait = None
        self.timer.stop()
        self._looking.stop()
        self.turned.emit()

    def toggle(self) -> None:
        """Play or pause."""
        if self.playing:
            self.pause()
        else:
            self.play()

    def _dressed(self) -> None:
        """Play at the pace of the looks from now on; what has passed of a wait counts."""
        if self._session.looks.pace == self._pace:
            return
        self._pace = self._session.looks.pace
        if self.playing:
            self._arm()
        self.turned.emit()

    @property
    def left(self) -> float:
        """Seconds until the next node is shown; 0 while it doesn't play."""
        return max(self.timer.remainingTime(), 0) / 1000 if self.playing else 0.0

    @property
    def speed(self) -> Message:
        """The pace in short: how much faster than the record, or seconds a move."""
        pace = self._pace
        if self._timed:
            return SETTINGS["playback-speed"].choices[f"{pace.speed:g}"]
        return message("{seconds} s", seconds=Number.of(pace.seconds / pace.speed))

    @property
    def words(self) -> Message:
        """What is done, for the status line."""
        if not self._timed:
            return message("Playing: {seconds} a move", seconds=self.speed)
        if self._pace.longest:
            return message(
                "Playing at the record's times, {speed}; no wait over {seconds} s",
                speed=self.speed,
                seconds=Number.of(self._pace.longest),
            )
        return message("Playing at the record's times, {speed}", speed=self.speed)

    @property
    def _timed(self) -> bool:
        """Whether the times of the record count, now or the last time it was played."""
        return self._pace.own and self._schedule is not None and self._schedule.timed

    # ------------------------------------------------------------------------------ stepping

    def _begin_wait(self) -> None:
        self._began = monotonic()
        self._arm()

    def _arm(self) -> None:
        """Set the timer for the next node of the line."""
        session, schedule = self._session, self._schedule
        line = session.cursor.line
        if schedule is None or schedule.line is not line:
            schedule = self._schedule = Schedule(line, session.times)
        self.wait = schedule.wait(session.cursor.index + 1, self._pace)
        passed = monotonic() - self._began
        self.timer.start(round(max(self.wait.seconds - passed, 0.0) * 1000))
        self.passed.emit()

    def _step(self) -> None:
        session = self._session
        below: Node | None = session.cursor.next
        if below is not None:
            self._stepping = True
            try:
                session.go(below)
            finally:
                self._stepping = False
        if session.node is not below or session.cursor.next is None:
            self.pause()
        elif self.playing:
            self._begin_wait()

    def _interrupt(self, *_: object) -> None:
        if not self._stepping:
            self.pause()

    # ------------------------------------------------------------------------ what interrupts

    def _focused(self, old: QWidget | None, new: QWidget | None) -> None:
        """Somebody begins to write."""
        if isinstance(new, (QLineEdit, QPlainTextEdit)):
            self.pause()

    def watch(self, board: QObject) -> None:
        """Pause when the user presses a mouse button or a key on a board."""
        board.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        pressed = event.type() == QEvent.Type.MouseButtonPress
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            pressed = event.key() not in _MODIFIERS
        if pressed:
            self.pause()
        return False
