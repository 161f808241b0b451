"""Boxes to be ticked have an outline that is seen, wherever they stand and in every theme."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QCheckBox, QWidget

from viewer.base.resources import resource_path
from viewer.scene.theme import THEMES
from viewer.ui.commands import COMMANDS
from viewer.ui.dialogs.export_dialog import ExportDialog

pytestmark = pytest.mark.gui

SEEN = 3.0  # what WCAG 2.1 asks of the parts of a control (1.4.11)
SIDE = 14  # of a box


def luminance(image: QImage, x: int, y: int) -> float:
    colour = image.pixelColor(x, y)
    parts = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (colour.redF(), colour.greenF(), colour.blueF())
    )
    return sum(part * share for part, share in zip(parts, (0.2126, 0.7152, 0.0722), strict=True))


def contrast(box: QCheckBox) -> float:
    """The contrast of the outline of a box with what is around it, as it is drawn."""
    window = box.window()
    image = window.grab().toImage()
    at = box.mapTo(window, box.rect().topLeft())
    middle = at.y() + box.height() // 2
    ground = luminance(image, at.x() + box.width() - 1, at.y())
    found = [luminance(image, at.x() + x, middle) for x in range(16)]
    return max((max(ground, one) + 0.05) / (min(ground, one) + 0.05) for one in found)


@pytest.mark.parametrize("theme", list(THEMES))
@pytest.mark.parametrize("command", ["solve", "score", "export"])
def test_the_outline_of_an_empty_box_is_seen(
    qtbot, tmp_path: Path, command: str, theme: str
) -> None:
    window = make_window(qtbot, tmp_path, Path(resource_path("samples", "en", "study") / "go.sgf"))
    window.settings.set("theme", theme)
    window.looks.follow_setting()
    window.run(COMMANDS[command])
    QApplication.processEvents()
    for dialog in window.findChildren(ExportDialog):
        dialog.more.click()
    QApplication.processEvents()
    shown: list[QWidget] = [one for one in QApplication.topLevelWidgets() if one.isVisible()]
    boxes = [
        box
        for one in shown
        for box in one.findChildren(QCheckBox)
        if box.isVisible() and not box.isChecked() and not box.visibleRegion().isEmpty()
    ]
    assert boxes
    for box in boxes:
        assert contrast(box) >= SEEN, box.text()


@pytest.mark.parametrize("theme", list(THEMES))
def test_a_tick_is_seen_in_a_full_box(qtbot, tmp_path: Path, theme: str) -> None:
    window = make_window(qtbot, tmp_path, Path(resource_path("samples", "en", "study") / "go.sgf"))
    window.settings.set("theme", theme)
    window.looks.follow_setting()
    window.run(COMMANDS["score"])
    QApplication.processEvents()
    box = next(one for one in window.findChildren(QCheckBox) if one.isVisible() and one.isChecked())
    image = window.grab().toImage()
    at = box.mapTo(window, box.rect().topLeft())
    top = at.y() + (box.height() - SIDE) // 2
    found = [
        luminance(image, at.x() + x, top + y)
        for x in range(4, SIDE - 2)
        for y in range(4, SIDE - 3)
    ]
    assert (max(found) + 0.05) / (min(found) + 0.05) >= SEEN
