"""Plain text: labels, tooltips and names that never interpret markup.

By default Qt guesses whether a text is HTML, and reads the files that the HTML names as its
pictures; it takes `&` in the names of buttons, tabs and menus for the sign of a key, and `[*]` in a
window's title for the place of its own sign. What a stranger wrote into a file must do none of that.
No other module of the window makes a QLabel, a tooltip or a message box (tests/ui/test_plain.py).
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolTip, QWidget

from viewer.paint.painter import painter_on


class Label(QLabel):
    """A label of plain text. Its look is one that the style sheet knows: "muted", "bad", "title", "name"."""

    def __init__(
        self, text: str = "", parent: QWidget | None = None, *, look: str = "", wraps: bool = False
    ) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wraps)
        self.setText(text)
        self._look = look
        if look:
            self.setProperty(look, True)

    @property
    def look(self) -> str:
        """Its look, "" for the usual one."""
        return self._look

    def set_look(self, look: str) -> None:
        """Give it another look."""
        if look != self._look:
            for name, on in ((self._look, False), (look, True)):
                if name:
                    self.setProperty(name, on)
            self._look = look
            self.style().polish(self)

    def set_tone(self, tone: str) -> None:
        """Colour it as what is "good" or "bad", "" for neither."""
        if tone != self.property("tone"):
            self.setProperty("tone", tone)
            self.style().polish(self)


def tip(text: str) -> str:
    """A text escaped for a tooltip, since Qt has no plain text tooltips.

    What Qt might take for HTML is written as HTML that displays it.
    """
    if "<" not in text and "&" not in text:
        return text
    from html import escape  # deferred

    return f'<p style="white-space: pre-wrap">{escape(text)}</p>'


def set_tip(widget: QWidget, text: str) -> None:
    """Set a widget's tooltip; "" removes it."""
    widget.setToolTip(tip(text))


def show_tip(point: QPoint, text: str, widget: QWidget) -> None:
    """Show a tooltip at a point of the screen now; "" hides it."""
    QToolTip.showText(point, tip(text), widget)


def literal(text: str) -> str:
    """A text as the name of a button, tab or menu entry: an `&` in it is displayed."""
    return text.replace("&", "&&")


def with_mnemonics(names: Sequence[str]) -> list[str]:
    """Labels with `&` before their mnemonic letter, each a different one, as far as there are any.

    First letters of words are preferred; a label without a free Latin letter gets none.
    """
    taken: set[str] = set()
    out: list[str] = []
    for name in names:
        letters = [n for n, sign in enumerate(name) if sign.isalpha() and sign < "\u0250"]
        first = [n for n in letters if n == 0 or not name[n - 1].isalpha()]
        place = next((n for n in [*first, *letters] if name[n].lower() not in taken), len(name))
        taken.add(name[place : place + 1].lower())
        sign = "&" if place < len(name) else ""
        out.append(literal(name[:place]) + sign + literal(name[place:]))
    return out


def title(text: str) -> str:
    """A text as a part of a window's title: `[*]` in it is displayed."""
    return text.replace("[*]", "[*][*]")


class ElidedLabel(Label):
    """A line of plain text, elided if it doesn't fit; the tooltip has all of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return QSize(24, super().minimumSizeHint().height())

    def set_text_keeping(self, text: str, width: int) -> None:
        """Set the text, of which so many pixels are kept where there is little room."""
        self.setMinimumWidth(0)  # the size hint of a QLabel is never below it
        self.setText(text)
        self.setMinimumWidth(min(self.sizeHint().width(), width))

    def elided(self, width: int) -> str:
        """The text as it is shown in a width in pixels."""
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, width)

    def paintEvent(self, event: QPaintEvent) -> None:
        room = self.contentsRect()
        text = self.elided(room.width())
        set_tip(self, self.text() if text != self.text() else "")
        with painter_on(self) as painter:
            painter.setPen(self.palette().color(self.foregroundRole()))
            painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), text)
