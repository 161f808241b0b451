"""Titles of records and documents, from their headers."""

from __future__ import annotations

import os

from viewer.base.catalogs import tr
from viewer.base.messages import Message, Number, message
from viewer.document.document import Document
from viewer.formats import FORMATS
from viewer.formats.format import value_of
from viewer.formats.header_text import value_words
from viewer.games import GAMES
from viewer.games.capabilities import Counted
from viewer.ui.session.record_session import RecordSession


def header_by_role(session: RecordSession, role: str) -> str:
    """A header by its role in the document's format, else in that it was read as, as displayed; or ""."""
    value = session.document.by_role(role, session.record)
    if not value:
        return ""
    return tr(value_words(role, value, session.game, session.states.at(session.record.root)))


def strength_words(session: RecordSession, side: int) -> str:
    """A player's title and rank or rating, "GM 2785" or "9p"; "" where the record names none."""
    parts = (header_by_role(session, f"{role}{side}") for role in ("title", "rank"))
    return " ".join(part for part in parts if part)


def komi_words(session: RecordSession) -> str:
    """The komi that a record says, "komi 7.5"; "" where it says none, or the game has none."""
    game, headers = session.game, session.record.headers
    if not isinstance(game, Counted):
        return ""
    fields = FORMATS[session.document.format].load().fields_of(session.record.game)
    if not any(field.kind == "komi" and value_of(headers, field.key) for field in fields):
        return ""
    _, points = game.counting(session.states.at(session.record.root))
    return tr(message("komi {points}", points=Number.of(points)))


def file_title(document: Document) -> str:
    """The file's name; for a document without a file its name, that it is a sample, or "new"."""
    if document.path is None and document.replaceable:
        return sample_title(document.name)
    if document.path is None:
        return document.name or tr(message("New record"))
    return shown_name(os.path.basename(document.path))


def sample_title(name: str) -> str:
    """What one of Qipu's samples is called; its file is named after its game."""
    return tr(message("Sample: {game}", game=GAMES[name].name)) if name in GAMES else name


def shown_name(name: str) -> str:
    """A file name as displayed: undecodable bytes (lone surrogates) become U+FFFD."""
    return name if name.isprintable() else name.encode("utf-8", "replace").decode("utf-8")


def window_title(session: RecordSession) -> str:
    """The players (or the record's title) and the file."""
    file, (title, _) = file_title(session.document), record_title(session)
    return file if title == file else f"{title} · {file}"


def record_title(session: RecordSession) -> tuple[str, str]:
    """(title, result): the players, else the record's title or chapter, its event, a player, the file.

    The result is "" while what follows is concealed.
    """
    first, second = header_by_role(session, "side0"), header_by_role(session, "side1")
    title = header_by_role(session, "title")
    result = header_by_role(session, "result")
    result = "" if result == "*" or session.concealing else result
    if first and second:
        return f"{first} – {second}", result
    heading = title or header_by_role(session, "event") or first or second
    return heading or file_title(session.document), result


def record_subtitle(session: RecordSession) -> str:
    """The start, and title, event, place, date, opening, annotator, unless the title has them."""
    top, _ = record_title(session)
    label = session.game.start_label(session.states.at(session.record.root))
    parts = [tr(label)] if label is not None else []
    parts += [header_by_role(session, role) for role in ("title", "event", "place", "date")]
    parts.append(record_opening(session))
    annotator = header_by_role(session, "annotator")
    if annotator:
        parts.append(tr(message("annotated by {name}", name=annotator)))
    return "  ·  ".join(part for part in dict.fromkeys(parts) if part and part != top)


def record_opening(session: RecordSession) -> str:
    """The opening that the headers name: "B90 Sicilian: Najdorf"; "" for none."""
    code = header_by_role(session, "opening-code")
    name = header_by_role(session, "opening")
    roles = ("variation", "subvariation")
    finer = ", ".join(text for role in roles if (text := header_by_role(session, role)))
    full = f"{name}: {finer}" if name and finer else name or finer
    return full if full.startswith(code) else f"{code} {full}".strip()


def path_words(path: str) -> Message:
    """A file and its folder, the home folder as ~."""
    folder, file = os.path.split(path)
    home = os.path.expanduser("~")
    if folder == home or folder.startswith(os.path.join(home, "")):
        folder = "~" + folder[len(home) :]
    return message("{file}  –  {folder}", file=shown_name(file), folder=shown_name(folder))
