"""What the window says until it is answered: what a notice is, which stays until it is closed; questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtWidgets import QWidget

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple


class _Everywhere:
    """The owner of notices that belong to no tab."""


EVERYWHERE = _Everywhere()


class Notice(NamedTuple):
    """A notice.

    Attributes:
        sentence: what it says.
        actions: its buttons: (name, function); each closes it.
        about: its subject, "" for none.
        owner: what it belongs to.
    """

    sentence: str
    actions: tuple[tuple[Message, Callable[[], object]], ...]
    about: str
    owner: object


def about_disk(path: str | None) -> str:
    """The subject of notices about a file on disk: a later notice of a subject replaces earlier ones."""
    return f"disk {path}"


def about_codec(path: str | None) -> str:
    """The subject of notices about the codec of a file's text."""
    return f"codec {path}"


class Unfinished(NamedTuple):
    """What would be lost, as a question: what it is and why, the answers that give it up and that keep it."""

    what: Message
    why: Message
    give_up: Message = message("Discard")
    stay: Message = message("Go on editing")


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
