"""What the tests of the window share: no more of it is made than they look at."""

from __future__ import annotations

import pytest

from viewer.ui.window.desk import Desk


@pytest.fixture(autouse=True)
def _no_panels_unasked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """In tests marked as `bare` a desk has panels, a third of its cost, once something asks for them."""
    if request.node.get_closest_marker("bare") is not None:
        monkeypatch.setattr(Desk, "_make_panels", lambda desk: None)
