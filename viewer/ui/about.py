"""What Qipu is, in a small dialog."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

import viewer
from viewer.base.messages import message
from viewer.paint.icons import icon_pixmap
from viewer.ui.plain import Label
from viewer.ui.translate import tr


class About(QDialog):
    """Name, version, licence, credits."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr(message("About Qipu")))
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 20, 24, 20)
        row.setSpacing(20)
        seal = Label()
        seal.setPixmap(icon_pixmap("qipu", "", 64, self.devicePixelRatioF()))
        seal.setAlignment(Qt.AlignmentFlag.AlignTop)
        row.addWidget(seal)
        column = QVBoxLayout()
        title = Label(tr(message("Qipu {version}", version=viewer.__version__)))
        title.setProperty("title", True)
        column.addWidget(title)
        for sentence in (
            message(
                "For people who study games: xiangqi and chess, and soon go, shogi, Hex, Twixt."
            ),
            message("Free software under the GNU General Public License, version 3 or later."),
            message("Board characters: Noto Serif CJK and Noto Sans CJK, SIL Open Font License."),
        ):
            label = Label(tr(sentence))
            label.setProperty("muted", True)
            column.addWidget(label)
        row.addLayout(column)
