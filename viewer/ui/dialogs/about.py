"""The About dialog."""

from __future__ import annotations

import platform

import PySide6
from PySide6.QtCore import Qt, qVersion
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

import viewer
from viewer.base.addresses import homepage, where_to_report
from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.formats import FORMATS
from viewer.games import GAMES
from viewer.paint.icons import icon_pixmap
from viewer.ui.toolkit.dialog_parts import ScrollDialog
from viewer.ui.toolkit.plain import Label

_WIDTH, _KINDS = 430, 350  # px of the text, and of the file extensions after a game's name
_SELECTABLE = Qt.TextInteractionFlag.TextSelectableByMouse


class About(ScrollDialog):
    """Name, versions, registered games and file types, licence, credits."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(tr(message("About Qipu")), parent)
        content = QWidget()
        row = QHBoxLayout(content)
        row.setContentsMargins(24, 20, 24, 20)
        row.setSpacing(20)
        seal = Label()
        seal.setPixmap(icon_pixmap("qipu", "", 64, self.devicePixelRatioF()))
        seal.setAlignment(Qt.AlignmentFlag.AlignTop)
        row.addWidget(seal)
        self._column = QVBoxLayout()
        row.addLayout(self._column)
        title = Label(tr(message("Qipu {version}", version=viewer.__version__)), look="title")
        self._column.addWidget(title)
        self._add(versions()).setTextInteractionFlags(_SELECTABLE)
        self._column.addSpacing(6)
        self._add(message("For people who study games. It reads and writes their records:"))
        self._column.addLayout(self._files())
        self._column.addSpacing(6)
        self._add(
            message("Free software under the GNU General Public License, version 3 or later.")
        )
        self._add(
            message(
                "Characters and fonts from Noto Serif CJK and Noto Sans CJK, © Adobe, SIL Open "
                "Font License 1.1. Chess pieces by Colin M. L. Burnett, GPL 2 or later."
            )
        )
        for sentence in addresses():
            self._add(sentence).setTextInteractionFlags(_SELECTABLE)
        self._column.addStretch(1)
        self.show_content(content)

    def _add(self, sentence: Message) -> Label:
        label = Label(tr(sentence), look="muted", wraps=True)
        label.setFixedSize(_WIDTH, label.heightForWidth(_WIDTH))
        self._column.addWidget(label)
        return label

    @staticmethod
    def _files() -> QGridLayout:
        """Each game with its file extensions."""
        grid = QGridLayout()
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        for row, (game, (written, read)) in enumerate(endings().items()):
            grid.addWidget(Label(tr(GAMES[game].name)), row, 0, Qt.AlignmentFlag.AlignTop)
            text = message("{written}; only read: {read}", written=written, read=read)
            kinds = Label(tr(text) if read else written)
            kinds.setWordWrap(True)
            kinds.setFixedSize(_KINDS, kinds.heightForWidth(_KINDS))
            grid.addWidget(kinds, row, 1)
        return grid


def versions() -> Message:
    """The versions of Qipu's components and of the system."""
    return message(
        "Python {python}, Qt {qt}, PySide6 {pyside}, {system}",
        python=platform.python_version(),
        qt=qVersion() or "",
        pyside=PySide6.__version__,
        system=f"{platform.system()} {platform.release()}",
    )


def addresses() -> list[Message]:
    """Where the project is, and where its mistakes are reported, as far as it has such pages."""
    found = []
    if homepage():
        found.append(message("Website: {address}", address=homepage()))
    if where_to_report():
        found.append(message("Report a mistake: {address}", address=where_to_report()))
    return found


def endings() -> dict[str, tuple[str, str]]:
    """The file extensions of each game: those written, and those only read."""
    out: dict[str, tuple[str, str]] = {}
    for game in GAMES:
        found: dict[bool, list[str]] = {True: [], False: []}
        for entry in FORMATS.values():
            if game in entry.games:
                found[entry.load().writable] += [f".{suffix}" for suffix in entry.suffixes]
        out[game] = " ".join(found[True]), " ".join(found[False])
    return out
