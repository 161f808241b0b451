"""A new record as somebody asked for it, as a document."""

from __future__ import annotations

from viewer.base.files import SYSTEM, FileSystem
from viewer.document.document import Document, new_document
from viewer.formats import FORMATS
from viewer.formats.entry import FormatEntry
from viewer.formats.fresh import Beginning, new_record
from viewer.games import game_of


def writable_formats(game: str) -> list[FormatEntry]:
    """The formats that can hold new records of a game, the usual one first."""
    return [one for one in FORMATS.values() if game in one.games and one.load().writable]


def begun(
    game: str, beginning: Beginning, format: str = "", files: FileSystem = SYSTEM
) -> Document:
    """A document of a new record, in a format.

    "": in the usual one, or if that can't hold all, in the first that can.
    """
    entries = [FORMATS[format]] if format else writable_formats(game)
    usual = None
    for entry in entries:
        record = new_record(entry.load(), game_of(game), beginning)
        document = new_document(record, entry.id, files)
        if len(entries) == 1 or _is_plain(game, beginning) or not document.losses():
            return document
        usual = usual or document
        if usual is not document:
            document.close()
    assert usual is not None
    return usual


def _is_plain(game: str, beginning: Beginning) -> bool:
    """Whether any format of the game holds it, so that none has to be tried."""
    starts = [start.setup for start in game_of(game).starts]
    return (beginning.setup is None or beginning.setup in starts) and not any(beginning.players)


def is_blank(document: Document) -> bool:
    """Whether a document is one new record from a usual start, to which nothing was added."""
    if document.path is not None or not document.history.unused or len(document) != 1:
        return False
    record = document.record(0)
    root, game = record.root, game_of(record.game)
    start = next((one for one in game.starts if one.setup == root.action), None)
    if start is None or root.children or root.notes:
        return False
    fresh = new_record(FORMATS[document.format].load(), game, Beginning(start.setup))
    return record.headers == fresh.headers


def has_unsaved(document: Document) -> bool:
    """Whether a document has something that isn't saved: not so a new record to which nothing was added."""
    return document.modified and not is_blank(document)
