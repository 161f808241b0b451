"""The head of the side panel: its labels take the room of their texts."""

from __future__ import annotations

from viewer.ui.toolkit.plain import ElidedLabel


def test_a_shorter_text_takes_less_room_than_the_one_before(qtbot) -> None:
    label = ElidedLabel()
    qtbot.addWidget(label)
    widths = []
    for text in ("Jo – Al", "A much longer pair of names", "Jo – Al"):
        label.set_text_keeping(text, 132)
        widths.append((label.minimumWidth(), label.sizeHint().width()))
    assert widths[0] == widths[2] < widths[1]
    assert widths[1][0] == 132 < widths[1][1]
