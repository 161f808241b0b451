"""The pages beside a selected hit that need more of the window than the hit: explorer, duplicates."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from viewer.base.messages import message
from viewer.library.together import PlacedHit
from viewer.ui.library.duplicates_page import DuplicatesPage
from viewer.ui.library.hit_explorer import HitExplorer
from viewer.ui.library.library_tab import LibraryTab
from viewer.ui.session.record_session import RecordSession

if TYPE_CHECKING:
    from viewer.ui.window.window import Window


def add_pages(tab: LibraryTab, window: Window, open_hit: Callable[[PlacedHit], object]) -> None:
    """Add the explorer before the notation of the selected hit, and its duplicates behind."""
    preview = tab.preview

    def make_explorer(session: RecordSession) -> HitExplorer:
        controller = window.explorer
        page = HitExplorer(tab.found, controller.explorer, session, preview.advise)
        page.opened.connect(controller.open_first)
        page.left.connect(tab.view.setFocus)
        return page

    preview.add_page(message("Explorer"), make_explorer, 0)
    number = preview.tabs.count()

    def make_duplicates(_: RecordSession) -> DuplicatesPage:
        page = DuplicatesPage(tab.found, lambda title: preview.title_page(number, title))
        page.opening.connect(open_hit)
        return page

    preview.add_page(message("Duplicates"), make_duplicates)
    preview.tabs.setCurrentIndex(0)
