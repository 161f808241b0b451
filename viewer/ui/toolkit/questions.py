"""Modal questions."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QWidget

from viewer.base.messages import Message


class Questions:
    """Asks modal questions over a window."""

    def __init__(self, parent: QWidget) -> None:
        self._parent = parent

    def ask(
        self, title: Message, text: Message, answers: Mapping[str, Message], *, safe: str
    ) -> str:
        """Ask a question; returns the id of the answer.

        `safe` is an answer that loses nothing: the one of Enter. Escape gives "stay", which every
        question has.
        """
        from viewer.ui.toolkit.message_box import MessageBox  # deferred

        box = MessageBox(title, text, self._parent)
        buttons = {id: box.add_answer(words) for id, words in answers.items()}
        box.setDefaultButton(buttons[safe])
        box.setEscapeButton(buttons["stay"])
        box.exec()
        pressed = box.clickedButton()
        answer = next((id for id, button in buttons.items() if button is pressed), "stay")
        box.deleteLater()
        return answer
