"""The clipboard: branches between records and programs, positions, moves as text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from viewer.base.messages import message
from viewer.document import clip, plans
from viewer.tree.node import Node
from viewer.tree.serial import Row
from viewer.ui.study import Study

if TYPE_CHECKING:
    from viewer.ui.window import Window

_NUMBER = re.compile(r"^\d+(?:\.+|…|、)*")


class Clips:
    """Copy, cut and paste, for a window."""

    def __init__(self, window: Window) -> None:
        self._window = window

    def copy(self) -> None:
        """Copy the branch that begins at the current node (at the start: all moves)."""
        study = self._window.study
        if study is None:
            return
        study.flush()
        rows = clip.branch_rows(study.node, study.states)
        if not rows:
            return
        data = QMimeData()
        data.setData(clip.MEDIA_TYPE, clip.to_text(study.record.game, rows).encode())
        data.setText(self._as_text(study))
        QGuiApplication.clipboard().setMimeData(data)
        self._window.say(message("Copied {count} moves.", count=len(rows)))

    def _as_text(self, study: Study) -> str:
        """The first line of the branch as text, for other programs."""
        words: list[str] = []
        node: Node | None = study.node
        if study.node.parent is None:
            node = study.cursor.next
        while node is not None:
            first = not words or study.states.at(node).side == 1
            words.append(study.numbered(node) if first else study.text_of(node))
            node = node.children[0] if node.children else None
        return " ".join(words)

    def cut(self) -> None:
        """Copy the branch and take it out."""
        study = self._window.study
        if study is not None and study.node.parent is not None:
            self.copy()
            study.do(plans.delete)

    def paste(self) -> None:
        """Paste a branch, or moves written as text, after the current node."""
        study = self._window.study
        if study is None:
            return
        data = QGuiApplication.clipboard().mimeData()
        if data.hasFormat(clip.MEDIA_TYPE):
            text = bytes(data.data(clip.MEDIA_TYPE).data()).decode("utf-8", "replace")
            try:
                rows: tuple[Row, ...] = clip.from_text(text, study.record.game)
            except ValueError:
                self._window.say(message("That branch belongs to another game."))
                return
            study.do(plans.paste, rows)
            return
        rows = self.read_moves(study, data.text())
        if rows:
            study.do(plans.paste, rows)
        else:
            self._window.say(message("The clipboard holds no moves that fit here."))

    def read_moves(self, study: Study, text: str) -> tuple[Row, ...]:
        """Moves written as text, from the current position on, as far as they can be read."""
        state = study.state
        rows: list[Row] = []
        for word in text.replace("　", " ").split()[:2000]:
            word = _NUMBER.sub("", word).strip("，。,;；")
            if not word:
                continue
            moves = study.game.read_moves(state, word)
            if not moves:
                break
            rows.append(Row(len(rows), len(rows) - 1, moves[0], {}))
            state = study.game.step(state, moves[0])
        return tuple(rows)

    def copy_position(self) -> None:
        """Copy the position as text (FEN and the like)."""
        study = self._window.study
        if study is not None:
            text = study.game.setup_text(study.state)
            QGuiApplication.clipboard().setText(text)
            self._window.say(message("Copied {text}", text=text))
