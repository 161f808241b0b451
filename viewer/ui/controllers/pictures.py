"""The board as a picture: in a file, on the clipboard."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.document.saving.save import SaveError, write_file
from viewer.formats.detect import suffix_of
from viewer.paint.image import render_image, render_png
from viewer.scene.picture import Drawing, picture
from viewer.scene.svg import to_svg
from viewer.ui.board.canvas import theme_of
from viewer.ui.controllers.saver import plain_name
from viewer.ui.session.titles import record_title
from viewer.ui.toolkit.file_dialogs import FileDialog

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

_WIDTH = 1200  # pixels of a PNG


def save_picture(window: Window) -> None:
    """Ask for a file name and save the board as SVG or PNG."""
    session = window.session
    if session is None:
        return
    name = os.path.splitext(session.document.path or plain_name(record_title(session)[0]))[0]
    path, _ = FileDialog.save_file(
        window.dialog_parent,
        tr(message("Save the board as a picture")),
        f"{name}.png",
        "PNG (*.png);;SVG (*.svg)",
        purpose="picture",
    )
    if path:
        write_picture(window, path)


def board_drawing(window: Window) -> Drawing | None:
    """The board as it is shown; None if no file is open."""
    session = window.session
    if session is None:
        return None
    board = window.desk.stage.board if window.desk is not None else None
    return picture(
        session.game,
        session.shown_state,
        {} if board is None else board.notes(),
        theme=theme_of(session),
        view=session.view,
        coordinates=session.looks.coordinates,
        pieces=session.looks.pieces,
        layout=session.layout or session.looks.layout,
        numbers={}
        if board is None
        else board.overlay.numbers(dict(session.game.pieces(session.shown_state))),
    )


def write_picture(window: Window, path: str) -> None:
    """Write the board to a file, SVG or PNG by its suffix."""
    drawing = board_drawing(window)
    if drawing is None:
        return
    svg = suffix_of(path) == "svg"
    data = to_svg(*drawing).encode() if svg else render_png(*drawing, _WIDTH)
    try:
        write_file(path, [data], None, window.workspace.files)
    except SaveError as error:
        window.tell(error.reason)
    else:
        window.say(message("Saved {file}.", file=os.path.basename(path)))


def copy_picture(window: Window) -> None:
    """Copy the board as it is shown to the clipboard, as pixels and as SVG."""
    drawing = board_drawing(window)
    if drawing is None:
        return
    data = QMimeData()
    data.setImageData(render_image(*drawing, _WIDTH))
    data.setData("image/svg+xml", to_svg(*drawing).encode())
    QGuiApplication.clipboard().setMimeData(data)
    window.say(message("Copied the board as a picture."))
