"""The report page: what there is to learn of the game, its graph, both sides by phase, its turning points."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QIcon, QPixmap, QShowEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.messages import in_context, message
from viewer.engines.review import finding_of
from viewer.formats import FORMATS
from viewer.paint.image import render_image
from viewer.publish.choices import OutlineStyle
from viewer.publish.outline import Comment, Diagram, Facts, Graph, Item, Title
from viewer.publish.reports import report_items
from viewer.publish.text.boards import caption, drawing_of
from viewer.tree.finding import Finding
from viewer.tree.node import Node
from viewer.ui.board.canvas import theme_of
from viewer.ui.pages.evaluation_chart import EvaluationChart
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.valuation import valuation_of
from viewer.ui.toolkit.plain import Label

_SOON = 300  # milliseconds after a change
_BOARD = 220  # pixels
_GRAPH = 120
_HIDDEN = message("The report is hidden, as are the next moves.")


class ReportPage(QWidget):
    """The page. It is made anew when the record or what engines found changes while it is seen.

    Attributes:
        items: of the outline that it shows.
        analyse, save: its buttons.

    Signals:
        commandAsked: the button of a command was pressed; its id.
    """

    commandAsked = Signal(str)

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.setAccessibleName(tr(in_context("an account of how a game was played", "Report")))
        self.items: tuple[Item, ...] = ()
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QScrollArea.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.viewport().setAutoFillBackground(False)
        buttons = QHBoxLayout()
        self.analyse = QPushButton(tr(message("Analyse…")))
        self.save = QPushButton(tr(message("Save the report…")))
        for button, id in ((self.analyse, "analyse-games"), (self.save, "export-report")):
            button.clicked.connect(lambda _=False, id=id: self.commandAsked.emit(id))
            buttons.addWidget(button)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 8, 8)
        column.addLayout(buttons)
        column.addWidget(self._area, 1)
        self._valuation = valuation_of(session)
        self._timer = QTimer(self, singleShot=True, interval=_SOON)
        self._timer.timeout.connect(self._make)
        for signal in (
            session.changed,
            session.chosen,
            session.reloaded,
            session.finds.added,
            session.dressed,
        ):
            signal.connect(self._soon)

    def _soon(self, *_: object) -> None:
        self.items = ()
        if self.isVisible():
            self._timer.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._valuation.follow(True, self)
        if not self.items:
            self._make()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._valuation.follow(False, self)

    def _make(self) -> None:
        """Show the report of the record as it is now."""
        session = self._session
        shown = QWidget()
        column = QVBoxLayout(shown)
        column.setContentsMargins(0, 4, 8, 8)
        column.setSpacing(8)
        if session.concealing:
            column.addWidget(Label(tr(_HIDDEN), wraps=True))
        else:
            format_ = FORMATS[session.document.format].load()
            style = OutlineStyle(about=session.looks.own)
            items = report_items(
                session.states, format_, style, tr, session.style, partial(found_in, session)
            )
            self.items = tuple(items)
            for item in self.items:
                column.addWidget(self._widget_of(item))
        column.addStretch(1)
        self._area.setWidget(shown)
        shown.setAutoFillBackground(False)  # the panel's colour is behind it

    def _widget_of(self, item: Item) -> QWidget:
        match item:
            case Title():
                return Label(item.text, look="name")
            case Facts():
                return _table(item)
            case Graph():
                chart = EvaluationChart(self._session, self._valuation)
                chart.setFixedHeight(_GRAPH)
                chart.chosen.connect(self._go_along)
                return chart
            case Diagram():
                return self._board(item)
            case Comment():
                label = Label(item.text, wraps=True)
                label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
                return label
        raise AssertionError(item)

    def _board(self, diagram: Diagram) -> QWidget:
        """The board of a turning point; a click goes there."""
        session, ratio = self._session, self.devicePixelRatioF()
        drawing = drawing_of(diagram, session.game.id, theme_of(session))
        image = render_image(*drawing, round(_BOARD * ratio))
        image.setDevicePixelRatio(ratio)
        board = QToolButton()
        board.setAutoRaise(True)
        board.setIcon(QIcon(QPixmap.fromImage(image)))
        board.setIconSize(QSize(_BOARD, round(_BOARD * drawing.height / drawing.width)))
        board.setText(caption(diagram))
        board.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        board.setAccessibleName(f"{caption(diagram)}: {diagram.text}")
        board.clicked.connect(lambda _=False, id=diagram.node: self._go_to(id))
        return board

    def _go_to(self, id: int) -> None:
        node = self._session.record.nodes.get(id)
        if node is not None:
            self._session.go(node)

    def _go_along(self, index: int) -> None:
        self._session.go(self._valuation.now.line[index])


def found_in(session: RecordSession, node: Node) -> Finding | None:
    """What engines found at a node of the record that is shown."""
    analysis = session.finds.at(session.key, node, session.states)
    return None if analysis is None else finding_of(analysis)


def _table(facts: Facts) -> QWidget:
    table = QWidget()
    grid = QGridLayout(table)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(12)
    grid.setColumnStretch(0, 1)
    sides = [
        Qt.AlignmentFlag.AlignRight if one else Qt.AlignmentFlag.AlignLeft for one in facts.numbers
    ]
    for at, (text, side) in enumerate(zip(facts.heads, sides, strict=True), 1):
        grid.addWidget(Label(text, look="muted"), 0, at, side)
    for number, row in enumerate(facts.rows, 1):
        grid.addWidget(Label(row.what, wraps=True), number, 0)
        for at, (text, side) in enumerate(zip(row.cells, sides, strict=True), 1):
            grid.addWidget(Label(text), number, at, side)
    return table
