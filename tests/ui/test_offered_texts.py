"""What the window finds by typed texts takes the same letters for the same: palettes, what fields offer."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCompleter
from test_one_folding import WAYS

from viewer.base.fields import TEXT, Field
from viewer.base.messages import message
from viewer.ui.toolkit.inputs import TextInput
from viewer.ui.toolkit.palette_frame import matches


@pytest.mark.parametrize(("said", "typed"), WAYS)
def test_in_a_palette(said: str, typed: str) -> None:
    assert matches(typed, f"Go to {said}")
    assert not matches(f"{typed}x", f"Go to {said}")


@pytest.mark.parametrize(("said", "typed"), WAYS)
def test_in_the_texts_that_a_field_offers(qtbot, said: str, typed: str) -> None:
    field = TextInput()
    qtbot.addWidget(field)
    offered = ("nobody", f"of {said}", "e")
    field.describe(Field("White", message("White"), TEXT, "", offered=offered))
    completer = field.completer()
    assert isinstance(completer, QCompleter)
    completer.setCompletionPrefix(completer.splitPath(typed)[0])
    assert completer.completionCount() == 1
    assert completer.currentCompletion() == f"of {said}"


def test_what_is_chosen_stands_in_the_field_as_it_is_offered(qtbot) -> None:
    field = TextInput()
    qtbot.addWidget(field)
    field.describe(Field("White", message("White"), TEXT, "", offered=("胡榮華", "Réti")))
    with qtbot.waitExposed(field):
        field.show()
    field.setFocus()
    QTest.keyClicks(field, "reti")
    completer = field.completer()
    assert completer is not None
    popup = completer.popup()
    assert popup is not None
    qtbot.waitUntil(popup.isVisible)
    rows = popup.model()
    assert [rows.index(at, 0).data() for at in range(rows.rowCount())] == ["Réti"]
    popup.setCurrentIndex(rows.index(0, 0))
    QTest.keyClick(popup, Qt.Key.Key_Return)
    assert field.value() == "Réti"
