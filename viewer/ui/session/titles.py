"""Titles of records and documents, out of their headers."""

from __future__ import annotations

import os

from viewer.base.messages import Message, message
from viewer.document.document import Document
from viewer.formats import FORMATS
from viewer.ui.session.study import Study
from viewer.ui.session.values import value_text
from viewer.ui.toolkit.translate import tr


def header_by_role(study: Study, role: str) -> str:
    """The first header that plays a role in the document's format, as it is shown; "" without one."""
    format = FORMATS[study.document.format].load()
    value = format.by_role(role, study.record.headers, study.record.game)
    return value_text(role, value) if value else ""


def file_title(document: Document) -> str:
    """The file's name; what a document without one is called, or that it is new."""
    if document.path is None:
        return document.name or tr(message("New record"))
    return shown_name(os.path.basename(document.path))


def shown_name(name: str) -> str:
    """A name of the file system as it is shown: bytes that are no text are lone surrogates in it."""
    return name if name.isprintable() else name.encode("utf-8", "replace").decode("utf-8")


def window_title(study: Study) -> str:
    """The players (or the record's title) and the file."""
    file, (title, _) = file_title(study.document), record_title(study)
    return file if title == file else f"{title} · {file}"


def record_title(study: Study) -> tuple[str, str]:
    """(title, result): the players, else the record's title, else the file's name."""
    first, second = header_by_role(study, "side0"), header_by_role(study, "side1")
    title = header_by_role(study, "title")
    result = header_by_role(study, "result")
    result = "" if result == "*" else result
    if first and second:
        return f"{first} – {second}", result
    return title or first or second or file_title(study.document), result


def record_subtitle(study: Study) -> str:
    """What the start is called, and title, event, place, date, annotator, unless the title says them."""
    top, _ = record_title(study)
    label = study.game.start_label(study.states.at(study.record.root))
    parts = [tr(label)] if label is not None else []
    parts += [header_by_role(study, role) for role in ("title", "event", "place", "date")]
    annotator = header_by_role(study, "annotator")
    if annotator:
        parts.append(tr(message("annotated by {name}", name=annotator)))
    return "  ·  ".join(part for part in dict.fromkeys(parts) if part and part != top)


def path_words(path: str) -> Message:
    """A file and its folder, the person's own as ~."""
    folder, file = os.path.split(path)
    home = os.path.expanduser("~")
    if folder == home or folder.startswith(os.path.join(home, "")):
        folder = "~" + folder[len(home) :]
    return message("{file}  –  {folder}", file=shown_name(file), folder=shown_name(folder))
