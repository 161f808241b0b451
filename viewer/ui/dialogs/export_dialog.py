"""The dialog for exports: kind, games, style, and a preview of how the export begins."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.fields import CHOICE, TEXT, Field, Value, Values
from viewer.base.jobs import JobStep, in_thread
from viewer.base.messages import NOTHING, Message, message
from viewer.base.mistakes import reason
from viewer.base.processes import WorkerLost
from viewer.base.refused import Refused
from viewer.document.position import has_parts
from viewer.document.record_set import Chosen, RecordSet, branch_of
from viewer.games.capabilities import board_geometry
from viewer.paint.image import render_image
from viewer.paint.painter import painter_on
from viewer.publish.apart import missing_apart
from viewer.publish.exporter import Exporter, Missing, Place, Preview, Study
from viewer.publish.kinds import KINDS, ExportKind
from viewer.publish.pictures.board import PRINTED
from viewer.publish.styles import STYLE, STYLED, preset, suits
from viewer.publish.targets import stem_of
from viewer.ui.dialogs.settings_dialog import choices_of
from viewer.ui.dialogs.style_pictures import put_pictures
from viewer.ui.dialogs.sweep_dialog import ALL, BRANCH, CHOSEN, GAME, WHERE, where_field
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.focus import tab_through
from viewer.ui.toolkit.inputs import ChoiceInput
from viewer.ui.toolkit.jobs import JobRunner
from viewer.ui.toolkit.layouts import ScrollingArea
from viewer.ui.toolkit.palette_frame import words_of
from viewer.ui.toolkit.plain import Label, set_tip
from viewer.ui.toolkit.sheet import Sheet
from viewer.ui.toolkit.style import fitting

_KIND = "kind"
_PAUSE = 250  # ms without a change before the preview is made again
_WIDEST_FORM = 60  # percent of the screen; a wider one is scrolled
_PREVIEW = QSize(420, 560)
_PIXELS = 800  # of a drawing's preview; it is scaled to the room there is
_OF_GAMES = {"notation": "notation", "pieces": "pieces", "layout": "layouts"}
"""Fields whose values are ids that a game defines, and the settings with the user's choice of them."""

_CROPPED, _PART = "cropped", "part"
"""The fields for the part of a board that matters, and for one between corners: some games have neither."""


@dataclass
class ExportChoice:
    """What the user chose.

    Attributes:
        kind: the kind of export.
        values: of its fields.
        records: which records.
        place: the position, for exports of one.
    """

    kind: ExportKind
    values: Values
    records: RecordSet
    place: Place


class ExportDialog(QDialog):
    """A form for the kind of export and its style, with a preview beside it.

    Signals:
        asked: the dialog was accepted, with the ExportChoice.

    Attributes:
        head: the sheet for kind and games.
        form: the sheet for the style of the current kind.
        preview: shows how the export begins.
        notes: what else there is to say of the export, None for nothing.
    """

    asked = Signal(object)
    usual_size = QSize(1060, 720)
    shares = (3, 2)  # of the width, of the form and what is beside it
    title = message("Export")
    acceptance = message("Export…")

    def __init__(
        self,
        session: RecordSession,
        chosen: Sequence[int],
        usual: Values,
        kept: str,
        parent: QWidget | None = None,
    ) -> None:
        """`chosen`: keys of the games selected in the list; `usual`: values of fields that the window
        suggests; `kept`: what `kept` returned after the last export, "" for nothing.
        """
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr(self.title))
        self._session, self._chosen, self._usual = session, list(chosen), usual
        self._scoped = False  # whether the scope was chosen by hand
        kinds = {kind.id: kind.name for kind in self.kinds().values()}
        self._styles, last = _unpacked(kept, kinds)
        self._where = where_field(session, self._chosen)
        self.head = Sheet((Field(_KIND, message("Kind"), CHOICE, last, kinds), self._where))
        choice = self.head.parts[_KIND]
        assert isinstance(choice, ChoiceInput)
        choice.also = {
            kind.id: f".{kind.suffix} {kind.suffix} {words_of(kind.help)}"
            for kind in self.kinds().values()
        }
        self.form = Sheet(())
        self._area = ScrollingArea(tr(message("Style")))
        self.more = QPushButton(tr(message("More settings")))
        self.more.setCheckable(True)
        self.more.setAutoDefault(False)  # Enter exports
        self.more.toggled.connect(self._show_more)
        self._said = Label(look="muted", wraps=True)
        self.notes: Message | None = None
        buttons = QDialogButtonBox()
        buttons.addButton(tr(message("Cancel")), QDialogButtonBox.ButtonRole.RejectRole)
        accept = QDialogButtonBox.ButtonRole.AcceptRole
        self.accepting = buttons.addButton(tr(self.acceptance), accept)
        self.accepting.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self._runner = JobRunner(self, (OSError, Refused, ImportError))
        self._lay_out(buttons)
        self._runner.result.connect(self._show)
        self._runner.failed.connect(self._tell)
        self._checker = JobRunner(self, (OSError, Refused))
        self._checker.result.connect(self._note)
        self.finished.connect(self._stop)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self._preview)
        self.head.changed.connect(self._head_changed)
        self._show_style()
        self.resize(fitting(self.usual_size, self.screen().availableSize()))

    def _lay_out(self, buttons: QWidget) -> None:
        left = QVBoxLayout()
        left.setSpacing(12)
        left.addWidget(self.head)
        left.addWidget(self._area, 1)
        left.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        right = QVBoxLayout()
        right.addWidget(self.shown(), 1)
        right.addWidget(self._said)
        columns = QHBoxLayout()
        columns.setSpacing(20)
        columns.addLayout(left, self.shares[0])
        columns.addLayout(right, self.shares[1])
        whole = QVBoxLayout(self)
        whole.setContentsMargins(20, 16, 20, 16)
        whole.setSpacing(12)
        whole.addLayout(columns, 1)
        whole.addWidget(buttons)

    @property
    def said(self) -> str:
        """What is said below the preview: why there is none, or what the export lacks."""
        return self._said.text()

    def say(self, words: Message) -> None:
        """Say something below the preview, and behind it the notes."""
        notes = "" if self.notes is None else f"\n{tr(self.notes)}"
        self._said.setText(f"{tr(words)}{notes}".strip())

    def kinds(self) -> Mapping[str, ExportKind]:
        """The kinds to choose from."""
        return KINDS

    def shown(self) -> QWidget:
        """The widget beside the form; asked for once."""
        self.preview = PreviewView()
        return self.preview

    # -------------------------------------------------------------------------------- the form

    @property
    def kind(self) -> ExportKind:
        """The chosen kind."""
        return KINDS[str(self.head.values()[_KIND])]

    @property
    def choice(self) -> ExportChoice:
        """What is chosen now."""
        return ExportChoice(self.kind, self._values(), self._records(), self._place())

    def kept(self) -> str:
        """The kind and the styles as text, for the settings."""
        self._remember()
        return json.dumps({"kind": self.kind.id, "styles": self._styles}, sort_keys=True)

    def _head_changed(self, key: str) -> None:
        if key == _KIND:
            self._remember()
            self._show_style()
        self._scoped = self._scoped or key == WHERE
        self._pause.start()

    def _suggest_scope(self, exporter: Exporter) -> None:
        """Suggest all games of the file for what is made of problems, unless another scope was chosen."""
        usual = self._where.default
        if exporter.problems and usual == GAME and ALL in self._where.choices:
            usual = ALL
        if not self._scoped:
            self.head.set_value(WHERE, usual)

    def _show_style(self) -> None:
        """Show the fields of the kind, with the values of the last time."""
        self._shown = self.kind.id
        try:
            exporter = self.kind.load()
        except ImportError as error:
            self._tell(error)
            fields: tuple[Field, ...] = ()
        else:
            fields = exporter.fields
            self._suggest_scope(exporter)
        self._fields = [*_of_game(fields, self._session)]
        known = self._styles.get(self._shown, {})
        values = {}
        for field in self._fields:
            value = known.get(field.key, self._usual_of(field))
            values[field.key] = value if field.allows(value) else field.default
        self.form = Sheet(self._fields, values)
        self.form.setContentsMargins(0, 0, 12, 0)
        self.form.changed.connect(self._form_changed)
        if STYLE in self.form.parts:
            choices = self.form.parts[STYLE].widget
            assert isinstance(choices, QComboBox)
            put_pictures(choices)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.form)
        column.addStretch(1)
        self._area.hold(page)
        tab_through(
            self.head, self._area, self.more
        )  # created later, it would come behind the buttons
        self._show_more()
        self._pause.start()

    def _show_more(self) -> None:
        """Show the fields that are asked first, or all."""
        try:
            first = self.kind.load().first
        except ImportError:
            first = ()  # told already
        self.more.setVisible(bool(first))
        self.form.show_first(() if self.more.isChecked() else first)
        # As wide as what is shown: a form isn't scrolled to the side where there is room for it.
        self.form.fit()
        wide = self.form.minimumSizeHint().width()
        wide += self._area.verticalScrollBar().sizeHint().width()
        widest = self.screen().availableSize().width() * _WIDEST_FORM // 100
        self._area.setMinimumWidth(min(wide, widest))

    def _form_changed(self, key: str) -> None:
        if key == STYLE:
            chosen = preset(self._fields, self.form.values()[STYLE])
            for field in self._fields:
                if field.key in STYLED:
                    value = chosen.get(field.key, self._usual_of(field))
                    self.form.set_value(field.key, value)
        self._pause.start()

    def _usual_of(self, field: Field) -> Value:
        """What a field begins with: what the window shows, unless books have their own way."""
        return (
            field.default if field.default == PRINTED else self._usual.get(field.key, field.default)
        )

    def _remember(self) -> None:
        values = self.form.values()
        self._styles[self._shown] = {
            field.key: values[field.key]
            for field in self._fields
            if field.key in values and values[field.key] != self._usual_of(field)
        }

    def _values(self) -> dict[str, Value]:
        defaults = {field.key: field.default for field in self.kind.load().fields}
        return {**defaults, **self.form.values()}

    def _records(self) -> RecordSet:
        session, where = self._session, self.head.values()[WHERE]
        document = session.document
        if where == BRANCH:
            return branch_of(document, session.key, session.node)
        keys = {ALL: list(document.keys()), CHOSEN: self._chosen}.get(str(where), [session.key])
        return Chosen(document, keys)

    def _place(self) -> Place:
        """The current position; of several games that after as many plies."""
        session = self._session
        where = self.head.values()[WHERE]
        if where == BRANCH:
            return Place(node=1)
        if where in (ALL, CHOSEN):
            return Place(session.state.ply)
        walk = enumerate(session.record.walk())
        return Place(node=next(number for number, node in walk if node is session.node))

    # ----------------------------------------------------------------------------- the preview

    @property
    def faultless(self) -> bool:
        """Whether all values of the form are allowed."""
        values = self.form.values()
        return not any(
            field.fault(values.get(field.key, field.default)) is not None for field in self._fields
        )

    def study(self, choice: ExportChoice) -> Study:
        """The study of a choice."""
        records = choice.records.collection()
        count = len(records)
        name = stem_of(self._session.document.path or "")
        return Study(records, range(1, count + 1), name, choice.place, len(str(count)), tr)

    def _preview(self) -> None:
        self._checker.stop()
        self.notes = None
        if self.faultless:
            choice = self.choice
            self.preview.wait()
            self._runner.start(in_thread(_previewing(choice, self.study(choice))))

    def _show(self, found: Preview) -> None:
        nothing = message("There is nothing of this kind to export.")
        self.say(NOTHING if found.kind else nothing)
        self.preview.show_preview(found)
        choice = self.choice
        if found.kind and choice.kind.load().boxes:
            self._checker.start(missing_apart(self.study(choice), choice.kind.id, choice.values))

    def _note(self, found: Missing) -> None:
        self.notes = found.words
        self.say(NOTHING)

    def _tell(self, error: Exception) -> None:
        self.say(reason_of(error))
        self._clear()

    def _clear(self) -> None:
        self.preview.show_preview(None)

    def _stop(self) -> None:
        self._runner.stop()
        self._checker.stop()

    def accept(self) -> None:
        if self.form.check():
            choice = self.choice
            super().accept()
            self.asked.emit(choice)


class PreviewView(QWidget):
    """Pictures of pages, one at a time and as large as fits, or the beginning of a text.

    Page up and Page down, the wheel and a click on either half turn the pages.

    Attributes:
        image, text: what is shown.
        page, count: the index of the page that is shown, and how many there are.
        waits: whether the first is still being made, which is said in its place.
    """

    def __init__(self) -> None:
        super().__init__()
        self.waits = False
        self.image: QImage | None = None
        self.text = ""
        self.page = 0
        self._pages: tuple[bytes, ...] = ()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(_PREVIEW / 2)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(tr(message("Preview")))

    def sizeHint(self) -> QSize:
        return _PREVIEW

    def wait(self) -> None:
        """Say that a preview is being made, if there is none."""
        self.waits = self.image is None and not self.text
        self.update()

    def show_preview(self, found: Preview | None) -> None:
        """Show a preview, None for nothing."""
        self.image, self.text, self.waits = None, "", False
        self._pages = ()
        if found is not None:
            if found.drawing is not None:
                self.image = render_image(*found.drawing, _PIXELS)
            elif found.kind == "png":
                self._pages = (found.data, *found.more)
                self.turn(min(self.page, len(found.more)))
            else:
                self.text = found.data.decode()
        self.update()

    @property
    def count(self) -> int:
        """How many pages there are."""
        return len(self._pages)

    def turn(self, page: int) -> None:
        """Show the page of an index, if there is one."""
        if 0 <= page < self.count:
            self.page = page
            self.image = QImage.fromData(self._pages[page])
            words = message("Preview, page {page} of {count}", page=page + 1, count=self.count)
            self.setAccessibleName(tr(words))
            set_tip(self, tr(words) if self.count > 1 else "")
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.turn(self.page + step)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.turn(self.page + (1 if event.position().x() * 2 > self.width() else -1))

    def wheelEvent(self, event: QWheelEvent) -> None:
        down = event.angleDelta().y()
        if down and self.count > 1:
            self.turn(self.page + (1 if down < 0 else -1))

    def paintEvent(self, event: QPaintEvent) -> None:
        with painter_on(self) as painter:
            if self.image is not None:
                ratio = self.devicePixelRatioF()
                size = self.image.size().scaled(
                    self.size() * ratio, Qt.AspectRatioMode.KeepAspectRatio
                )
                shown = self.image.scaled(
                    size,
                    Qt.AspectRatioMode.IgnoreAspectRatio,
                    Qt.TransformationMode.SmoothTransformation,
                )
                width, height = size.width() / ratio, size.height() / ratio
                left, top = (self.width() - width) / 2, (self.height() - height) / 2
                painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
                painter.drawImage(QRectF(left, top, width, height), shown)
                painter.setPen(self.palette().color(QPalette.ColorRole.Mid))  # white on white else
                painter.drawRect(QRectF(left, top, width, height).adjusted(0.5, 0.5, -0.5, -0.5))
                if self.count > 1:
                    foot = QRectF(left, top + height - 24, width - 8, 20)
                    painter.setPen(Qt.GlobalColor.darkGray)
                    said = f"{self.page + 1} / {self.count}"
                    painter.drawText(foot, Qt.AlignmentFlag.AlignRight, said)
            elif self.text:
                painter.drawText(self.rect(), Qt.AlignmentFlag.AlignLeft, self.text)
            elif self.waits:
                painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
                words = tr(message("The preview is being made…"))
                painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, words)


def reason_of(error: Exception) -> Message:
    """Why an export isn't possible."""
    why = error.reason if isinstance(error, Refused | WorkerLost) else reason(error)
    return message("{why}", why=why)


def _previewing(choice: ExportChoice, study: Study) -> Iterator[JobStep[Preview]]:
    found = choice.kind.load().preview(study, choice.values)
    yield JobStep(1, 1, found or Preview())


def _unpacked(kept: str, kinds: Mapping[str, object]) -> tuple[dict[str, dict[str, Value]], str]:
    """(styles by kind, the last kind) of what `ExportDialog.kept` returned; the first kind without any."""
    first = next(iter(kinds))
    try:
        found: Any = json.loads(kept or "{}")
        styles = {
            str(kind): {str(key): value for key, value in style.items()}
            for kind, style in found.get("styles", {}).items()
        }
        last = str(found.get("kind", first))
    except (ValueError, AttributeError, RecursionError):
        return {}, first
    return styles, last if last in kinds else first


def _of_game(fields: Sequence[Field], session: RecordSession) -> Iterator[Field]:
    """The fields as they are for a game: ids that it defines become choices, those it lacks are left out."""
    for field in fields:
        if field.key == _CROPPED and not has_parts(session.game):
            continue
        if field.key == _PART and board_geometry(session.game, session.state).panels:
            continue
        if field.key == STYLE:
            yield field._replace(choices=suits(field.choices, session.game.id))
            continue
        if field.kind is not TEXT or field.key not in _OF_GAMES:
            yield field
            continue
        choices = choices_of(session.game, _OF_GAMES[field.key])
        if len(choices) > 1:
            default = field.default if field.default in choices else ""
            yield field._replace(kind=CHOICE, choices=choices, default=default, help=NOTHING)
