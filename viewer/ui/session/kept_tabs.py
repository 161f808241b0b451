"""Open records as the tabs that are kept for the next start, and back."""

from __future__ import annotations

import os
from collections.abc import Sequence

from viewer.document.document import Document
from viewer.document.kept_session import KeptTab
from viewer.games.geometry import View
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.titles import file_title

_MOST = 5000  # files of a list that are kept; a folder is one


def path_to_keep(document: Document) -> str:
    """The path that opens a document again; "" if it is in no file."""
    unchanged = document.replaceable and document.history.unused
    source = document.source.name if unchanged and document.source is not None else ""
    path = document.path or source
    return os.path.abspath(path) if path else ""


def kept_tab(
    session: RecordSession, journal: str = "", journals: Sequence[str] = ()
) -> KeptTab | None:
    """What is kept of a record; None if nothing would open it again.

    `journals`: of edited files of its folder that aren't shown.
    """
    document = session.document
    path = path_to_keep(document)
    if not (path or journal):
        return None
    view = session.view
    turned = tuple(name for name, on in zip(view._fields, view, strict=True) if on)
    # What a sample is called depends on the language.
    name = document.name if document.replaceable and document.path is None else file_title(document)
    kept = KeptTab(path, name, session.place, turned, journal)
    folder = session.folder
    if folder is None or len(folder.roots) > _MOST:
        return kept
    open_again = tuple(filter(None, journals))
    return kept._replace(name=folder.title, roots=folder.roots, journals=open_again)


def take_place(session: RecordSession, tab: KeptTab) -> None:
    """Stand where the user stood, with the board turned as it was."""
    view = View(**{name: True for name in tab.view if name in View._fields})
    if view != session.view:
        session.set_view(view)
    if tab.place != session.place:
        session.stand_at(tab.place)
