"""Saving the board as a picture."""

from __future__ import annotations

import os

from PySide6.QtWidgets import QFileDialog

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.document.saving.save import SaveError, write_file
from viewer.formats.detect import suffix_of
from viewer.paint.image import render_png
from viewer.scene.picture import picture
from viewer.scene.svg import to_svg
from viewer.ui.controllers.controlled import ControlledWorkbench
from viewer.ui.controllers.saver import plain_name
from viewer.ui.session.titles import record_title

_WIDTH = 1200  # pixels of a PNG


def save_picture(window: ControlledWorkbench) -> None:
    """Ask for a file name and save the board as SVG or PNG."""
    session = window.session
    if session is None:
        return
    name = os.path.splitext(session.document.path or plain_name(record_title(session)[0]))[0]
    path, _ = QFileDialog.getSaveFileName(
        window.dialog_parent,
        tr(message("Save the board as a picture")),
        f"{name}.png",
        "PNG (*.png);;SVG (*.svg)",
    )
    if path:
        write_picture(window, path)


def write_picture(window: ControlledWorkbench, path: str) -> None:
    """Write the board to a file, SVG or PNG by its suffix."""
    session = window.session
    if session is None:
        return
    board = window.desk.stage.board if window.desk is not None else None
    shapes, width, height = picture(
        session.game,
        session.state,
        {} if board is None else board.notes(),
        theme=window.looks.board_theme,
        view=session.view,
        coordinates=str(window.settings["coordinates"]),
        pieces=window.looks.pieces_of(session.game.id),
        layout=window.looks.layout_of(session.game.id),
        numbers={}
        if board is None
        else board.overlay.numbers(dict(session.game.pieces(session.state))),
    )
    if suffix_of(path) == "svg":
        data = to_svg(shapes, width, height).encode()
    else:
        data = render_png(shapes, width, height, _WIDTH)
    try:
        write_file(path, [data], None, window.workspace.files)
    except SaveError as error:
        window.tell(error.reason)
    else:
        window.say(message("Saved {file}.", file=os.path.basename(path)))
