"""Titles of records and documents, from their headers."""

from __future__ import annotations

import os

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.document.document import Document
from viewer.formats import FORMATS
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.values import value_text


def header_by_role(session: RecordSession, role: str) -> str:
    """The header of a role in the document's format, as displayed; "" without one."""
    format = FORMATS[session.document.format].load()
    value = format.by_role(role, session.record.headers, session.record.game)
    return value_text(role, value) if value else ""


def file_title(document: Document) -> str:
    """The file's name; for a document without a file its name, or "new"."""
    if document.path is None:
        return document.name or tr(message("New record"))
    return shown_name(os.path.basename(document.path))


def shown_name(name: str) -> str:
    """A file name as displayed: undecodable bytes (lone surrogates) become U+FFFD."""
    return name if name.isprintable() else name.encode("utf-8", "replace").decode("utf-8")


def window_title(session: RecordSession) -> str:
    """The players (or the record's title) and the file."""
    file, (title, _) = file_title(session.document), record_title(session)
    return file if title == file else f"{title} · {file}"


def record_title(session: RecordSession) -> tuple[str, str]:
    """(title, result): the players, else the record's title, else the file's name."""
    first, second = header_by_role(session, "side0"), header_by_role(session, "side1")
    title = header_by_role(session, "title")
    result = header_by_role(session, "result")
    result = "" if result == "*" else result
    if first and second:
        return f"{first} – {second}", result
    return title or first or second or file_title(session.document), result


def record_subtitle(session: RecordSession) -> str:
    """The name of the start, and title, event, place, date, annotator, unless the title has them."""
    top, _ = record_title(session)
    label = session.game.start_label(session.states.at(session.record.root))
    parts = [tr(label)] if label is not None else []
    parts += [header_by_role(session, role) for role in ("title", "event", "place", "date")]
    annotator = header_by_role(session, "annotator")
    if annotator:
        parts.append(tr(message("annotated by {name}", name=annotator)))
    return "  ·  ".join(part for part in dict.fromkeys(parts) if part and part != top)


def path_words(path: str) -> Message:
    """A file and its folder, the home folder as ~."""
    folder, file = os.path.split(path)
    home = os.path.expanduser("~")
    if folder == home or folder.startswith(os.path.join(home, "")):
        folder = "~" + folder[len(home) :]
    return message("{file}  –  {folder}", file=shown_name(file), folder=shown_name(folder))
