"""Games copied as people send them: in a message, a post, a note; with a picture of the board."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from viewer.base.catalogs import tr
from viewer.base.cooperative import Checkpoint, cooperative_job
from viewer.base.fields import FLAG, Field, Value, Values, choice
from viewer.base.jobs import JobStep
from viewer.base.messages import counted, message
from viewer.document import copying
from viewer.document.clip import clip_records
from viewer.document.record_set import Chosen
from viewer.document.saving.losses import CooperativeCollection
from viewer.formats import FORMATS
from viewer.paint.image import render_image, render_png
from viewer.publish.exporter import Place
from viewer.publish.text.forms import POSTS
from viewer.publish.text.posts import EXTENT_FIELD, posts
from viewer.ui.controllers.exporting import board_drawing
from viewer.ui.toolkit.sheet import SheetDialog

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

_WIDTH = 800  # pixels of the picture
_FEW = 20  # games that are copied at once
_FIELDS = (
    choice("form", message("Form"), {form.id: form.name for form in FORMATS["text"].texts}),
    EXTENT_FIELD,
    Field("variations", message("Variations"), FLAG, True),
    Field("comments", message("Comments"), FLAG, True),
    Field(
        "picture",
        message("A picture of the board with the text"),
        FLAG,
        False,
        help=message(
            "Where one pastes both, as in mails and documents, the picture is below the text."
        ),
    ),
)


def copy_as(window: Window, id: str) -> None:
    """Copy the selected games in a form."""
    _copy(window, id, {}, False)


_chosen: dict[str, Value] = {}  # in the dialog, in this run


def ask(window: Window) -> None:
    """Ask in which form and what is copied, beginning with what was chosen before, and copy it."""
    if window.session is None:
        return
    fields = [field._replace(default=_chosen.get(field.key, field.default)) for field in _FIELDS]
    dialog = SheetDialog(message("Copy as text"), message("Copy"), fields, window)

    def copy() -> None:
        _chosen.update(dialog.sheet.values())
        values: dict[str, Value] = {
            "extent": _chosen["extent"],
            "comments": _chosen["comments"],
        }
        if not _chosen["variations"]:
            values["levels"] = 0
        _copy(window, str(_chosen["form"]), values, bool(_chosen["picture"]))

    dialog.accepted.connect(copy)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def _copy(window: Window, id: str, values: Values, picture: bool) -> None:
    """Copy the selected games in a form; what isn't all of a game concerns the one that is shown."""
    _, form = copying.form_of(id)
    session = window.session
    if session is None:
        return
    session.flush()
    whole = values.get("extent", "whole") == "whole"
    keys = window.games.chosen() if whole else [session.key]
    if len(keys) > clip_records.MOST:
        most = clip_records.MOST
        window.say(message("That is too much to copy: {most} games at most.", most=most))
        return
    walk = list(session.record.root.walk())
    place = Place() if whole else Place(node=walk.index(session.node))
    asked = {"notation": session.style, **values}
    chosen = Chosen(session.document, keys).collection()

    def work(rest: Checkpoint) -> copying.CopiedText:
        return posts(CooperativeCollection(chosen, rest, passages=3), POSTS[id], asked, tr, place)

    def done(copied: copying.CopiedText) -> None:
        _put(window, copied.text, picture)
        words = message("Copied: {form}.", form=form.name)
        window.say(copying.with_lacks(words, copied.lacks))

    job: Iterator[JobStep[copying.CopiedText]] = cooperative_job(work)
    words = counted("Copying the game", "Copying {count} games", len(keys))
    window.tasks.run(words, job, done, session.document, at_once=len(keys) <= _FEW)


def _put(window: Window, text: str, picture: bool) -> None:
    """Put a text on the clipboard, and the board with it: as an image, and in a page that has both."""
    data = QMimeData()
    data.setText(text)
    drawing = board_drawing(window) if picture else None
    if drawing is not None:
        data.setImageData(render_image(*drawing, _WIDTH))
        image = base64.b64encode(render_png(*drawing, _WIDTH)).decode()
        lines = escape(text).replace("\n", "<br>\n")
        data.setHtml(f'<p>{lines}</p>\n<p><img src="data:image/png;base64,{image}"></p>')
    QGuiApplication.clipboard().setMimeData(data)
