"""The evaluations of the line in the slider, and larger above it while the mouse rests there."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSlider, QToolButton, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.paint.icons import icon
from viewer.scene.curve import index_at
from viewer.ui.pages.evaluation_chart import SIDE, EvaluationChart, EvaluationCurve
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.valuation import valuation_of
from viewer.ui.toolkit.plain import ElidedLabel, set_tip
from viewer.ui.toolkit.style import theme_in_use

_REST, _GONE = 300, 250  # ms until it grows under a resting mouse, and shrinks again without one
_HIGH = 96  # pixels of height of the large one


class _Large(QFrame):
    """The graph above the slider, with what it says of the move under the mouse.

    Attributes:
        chart: the graph.
        words: what is said of the move.
        opening: the button that opens the page.
    """

    def __init__(self, over: QWidget, chart: EvaluationChart) -> None:
        super().__init__(over)
        self.setObjectName("evaluation")
        self.chart, self.words, self.opening = chart, ElidedLabel(), QToolButton()
        self.opening.setIconSize(QSize(14, 14))
        self.opening.setStyleSheet("padding: 2px")
        self.opening.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        name = tr(message("Open the page “Evaluation”"))
        self.opening.setAccessibleName(name)
        set_tip(self.opening, name)
        row = QHBoxLayout()
        row.setContentsMargins(round(SIDE), 0, 4, 0)
        row.addWidget(self.words, 1)
        row.addWidget(self.opening)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 3, 0, 2)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(chart, 1)
        self.hide()


class EvaluationStrip(QObject):
    """Draws the evaluations of the line into a slider over it.

    Signals:
        changed: it is to be drawn again.
        opened: the user asks for the page of the graph.
    """

    changed = Signal()
    opened = Signal()

    def __init__(self, session: RecordSession, slider: QSlider, over: QWidget) -> None:
        """The slider's first place and its last are `SIDE` pixels from its ends.

        `over` holds the slider, and shows the large graph.
        """
        super().__init__(slider)
        self._session, self._slider, self._over = session, slider, over
        self._valuation = valuation_of(session)
        self._curve = EvaluationCurve(session, self._valuation)
        self._valuation.found.connect(self._found)
        self._large: _Large | None = None
        self._place = 0
        self._rest = QTimer(self, singleShot=True, interval=_REST)
        self._rest.timeout.connect(self._grow)
        self._gone = QTimer(self, singleShot=True, interval=_GONE)
        self._gone.timeout.connect(self.shrink)
        slider.setMouseTracking(True)
        slider.installEventFilter(self)
        self._valuation.follow(slider.isVisible(), self)

    def end(self) -> None:
        """Draw no longer, and let go of the slider."""
        self._slider.removeEventFilter(self)
        self._valuation.follow(False, self)
        if self._large is not None:
            self._large.deleteLater()
        self.deleteLater()

    def _found(self) -> None:
        self._curve.read()
        self.changed.emit()

    @property
    def there(self) -> bool:
        """Whether there is something to draw: evaluations of the slider's line, which isn't hidden."""
        now, count = self._valuation.now, self._slider.maximum() + 1
        return bool(now.evaluated) and len(now.line) == count and not self._session.concealing

    def draw(self, painter: QPainter, box: QRectF) -> None:
        """Draw the evaluations into a box that begins with the slider's first place."""
        self._curve.draw(painter, box, strip=True)

    # ------------------------------------------------------------------------------- the large

    @property
    def large(self) -> _Large:
        """The large graph; made on first use."""
        if self._large is None:
            chart = EvaluationChart(self._session, self._valuation, small=True)
            self._large = large = _Large(self._over, chart)
            chart.chosen.connect(self._go)
            chart.pointed.connect(self._say)
            large.opening.clicked.connect(self._open)
            for watched in (large, chart):
                watched.installEventFilter(self)
        return self._large

    def _grow(self) -> None:
        """Show the large graph above the slider."""
        slider, large = self._slider, self.large
        if not self.there or not slider.isVisible():
            return
        large.opening.setIcon(icon("expand", theme_in_use()["muted"], 14))
        high = max(_HIGH, 5 * slider.fontMetrics().height())
        corner = slider.mapTo(self._over, QPoint())
        large.setGeometry(corner.x(), corner.y() - high, slider.width(), high)
        self._point()
        large.show()
        large.raise_()

    def shrink(self) -> None:
        """Show the slider alone."""
        self._rest.stop()
        self._gone.stop()
        if self._large is not None:
            self._large.hide()

    def _point(self) -> None:
        """Point at the place under the mouse."""
        count, wide = self._slider.maximum() + 1, self._slider.width() - 2 * SIDE
        self.large.chart.point_at(index_at(self._place - SIDE, count, wide))

    def _say(self, index: int) -> None:
        self.large.words.setText("  ·  ".join(self.large.chart.words_at(index).splitlines()))

    def _go(self, index: int) -> None:
        self._session.go(self._valuation.now.line[index])

    def _open(self) -> None:
        self.shrink()
        self.opened.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.MouseButtonDblClick and self.there:
            self._open()
            return True
        if watched not in (self._slider, self._large):
            return False
        if kind == QEvent.Type.Enter:
            self._gone.stop()
        elif kind == QEvent.Type.Leave:
            self._rest.stop()
            self._gone.start()
        elif watched is self._slider:
            if kind in (QEvent.Type.Show, QEvent.Type.Hide):
                self._valuation.follow(kind == QEvent.Type.Show, self)
            if kind in (QEvent.Type.Hide, QEvent.Type.Resize):
                self.shrink()
            elif isinstance(event, QMouseEvent) and kind == QEvent.Type.MouseMove and self.there:
                self._place = round(event.position().x())
                if self._large is not None and self._large.isVisible():
                    self._point()
                elif not event.buttons():
                    self._rest.start()
        return False
