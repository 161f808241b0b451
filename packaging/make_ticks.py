"""Make the ticks of check boxes in resources/icons, for the style sheet, which draws files alone.

.venv/bin/python packaging/make_ticks.py
"""

from __future__ import annotations

import argparse
from pathlib import Path

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter, QPen

ICONS = Path(__file__).resolve().parent.parent / "resources" / "icons"
SIDE = 14
WIDTH = 1.8
INKS = {"tick-light": "#FFFFFF", "tick-dark": "#10151A"}
"""What is drawn on the accent in light and in dark themes."""
BEND = (QPointF(3.2, 7.4), QPointF(5.9, 10.1), QPointF(10.9, 4.3))
SCALES = {"": 1, "@2x": 2, "@3x": 3}


def main() -> None:
    QGuiApplication(["ticks", "-platform", "offscreen"])
    for name, ink in INKS.items():
        for suffix, scale in SCALES.items():
            image = QImage(SIDE * scale, SIDE * scale, QImage.Format.Format_ARGB32_Premultiplied)
            image.fill(Qt.GlobalColor.transparent)
            painter = QPainter(image)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(scale, scale)
            pen = QPen(QColor(ink), WIDTH)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            painter.drawPolyline(list(BEND))
            painter.end()
            image.save(str(ICONS / f"{name}{suffix}.png"))


if __name__ == "__main__":
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    main()
