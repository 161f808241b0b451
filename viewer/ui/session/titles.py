"""What a record is called and how its moves are worded: titles from headers, the notation, the language."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from viewer.base.catalogs import tr
from viewer.base.messages import Message, Number, message, readable
from viewer.base.scripts import written_language
from viewer.document.document import Document
from viewer.formats import FORMATS
from viewer.formats.headers import value_of, value_words
from viewer.games import GAMES
from viewer.games.capabilities import Counted
from viewer.tree.action import is_ply
from viewer.tree.node import Node
from viewer.tree.record import Record

if TYPE_CHECKING:
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
    return readable(os.path.basename(document.path))


def sample_title(name: str) -> str:
    """What one of Qipu's samples is called; its file is named after its game and its kind."""
    game, _, kind = name.partition("-")
    if game not in GAMES:
        return name
    named = GAMES[game].name
    if kind == "problems":
        return tr(message("Ten problems: {game}", game=named))
    if kind == "game":
        return tr(message("A famous game: {game}", game=named))
    if kind == "opening":
        return tr(message("Openings: {game}", game=named))
    return tr(message("Sample: {game}", game=named))


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
    parts.append(_record_opening(session))
    annotator = header_by_role(session, "annotator")
    if annotator:
        parts.append(tr(message("annotated by {name}", name=annotator)))
    return "  ·  ".join(part for part in dict.fromkeys(parts) if part and part != top)


def _record_opening(session: RecordSession) -> str:
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
    return message("{file}  –  {folder}", file=readable(file), folder=readable(folder))


_BEFORE = 6  # letters of what is shared that are seen ahead of a difference, at most
_SAMPLED = 200  # nodes, and characters of each text, that tell the language


def told_apart(names: Sequence[str], index: int, fit: Callable[[str], str]) -> str:
    """A name as `fit` shortens it at its end; from a little before where others differ that begin alike."""
    name = names[index]
    short = fit(name)
    seen = short.removesuffix("…")
    alike = [one for one in names if one != name and one.startswith(seen)] if seen != name else ()
    start = max((_shared(name, one) for one in alike), default=0)
    least = start - _BEFORE
    while start > max(0, least) and name[start - 1].isalnum():
        start -= 1
    return fit("…" + name[start:]) if start > 0 else short


def _shared(one: str, other: str) -> int:
    """The number of letters with which both begin."""
    differ = (at for at, letters in enumerate(zip(one, other, strict=False)) if len({*letters}) > 1)
    return next(differ, min(len(one), len(other)))


class RecordWords:
    """Words the nodes of an open record, in its notation."""

    def __init__(self, context: RecordSession) -> None:
        self._context = context
        self._language: tuple[Record, str] | None = None

    @property
    def language(self) -> str:
        """The language in which the record is written, as catalogs name it; "" for any."""
        record = self._context.record
        if self._language is None or self._language[0] is not record:
            self._language = record, self._find_language()
        return self._language[1]

    def _find_language(self) -> str:
        context, record = self._context, self._context.record
        texts = [header.value for header in record.headers]
        for node in islice(record.nodes.values(), _SAMPLED):
            texts += [value for value in node.notes.values() if isinstance(value, str)]
        codec = record.encoding or context.document.encoding or ""
        return written_language((text[:_SAMPLED] for text in texts), codec, context.game.language)

    def of(self, node: Node) -> str:
        """The move that leads to a node in the record's notation, or words for what is no
        move; "" at the root.
        """
        context = self._context
        return self.of_step(node) or context.game.shown(context.states.at(node), context.style)

    def of_step(self, node: Node) -> str:
        """Words for what is no move (a takeback, a message, a title); "" for moves and the root."""
        if is_ply(node.action) or node.parent is None:
            return ""
        from viewer.ui.session.step_words import step_text  # deferred: most records have none

        return step_text(self._context, node)

    def numbered(self, node: Node) -> str:
        """The move with its number: "3. 相七进五", "3… 马2进1"; "" at the root."""
        if node.parent is None:
            return ""
        text = self.of(node)
        if not is_ply(node.action):
            return text or "—"
        context = self._context
        numbering = context.game.numbering(context.states.at(context.record.root))
        return f"{numbering.label(context.states.at(node).ply)} {text}"
