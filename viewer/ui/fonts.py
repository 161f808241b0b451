"""The font that comes with Qipu for moves: with no CJK font installed they are still right."""

from __future__ import annotations

from functools import cache

from viewer.base.resources import resource_bytes

FAMILY = "Qipu Notation"
_FIGURES = "Qipu Figures"
_FILES = ("QipuNotation-Regular.otf", "QipuNotation-Bold.otf", "QipuFigures.otf")


def can_write_han() -> bool:
    """Whether the system has a font for Chinese text; ours has only what moves need."""
    from PySide6.QtGui import QFontDatabase

    families = QFontDatabase.families(QFontDatabase.WritingSystem.SimplifiedChinese)
    return any(family != FAMILY for family in families)


@cache
def add_fonts() -> None:
    """Make the fonts known to Qt, once. The board needs none; whoever writes moves calls this."""
    from PySide6.QtGui import QFont, QFontDatabase

    for name in _FILES:
        QFontDatabase.addApplicationFontFromData(resource_bytes("fonts", name))
    # Chess figures are in a font of their own (another licence): where the first lacks them.
    QFont.insertSubstitution(FAMILY, _FIGURES)
