from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from toy_records import toy_bytes

from viewer.base.messages import message
from viewer.formats import FORMATS
from viewer.formats.entry import FormatEntry
from viewer.tree.record import Record


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two more formats: .toy, and .board for which there is no xiangqi."""
    for id, suffix, mark, games in (
        ("toy", "toy", b"TOY", ("xiangqi",)),
        ("board", "board", b"BOARD", ("chess",)),
    ):
        entry = FormatEntry(
            id=id,
            name=message("Toy record"),
            suffixes=(suffix,),
            magic=((0, mark),),
            target="toy_records:FORMAT",
            media_type="application/x-toy",
            games=games,
        )
        monkeypatch.setitem(FORMATS, id, entry)


@pytest.fixture
def toy(toys: None, tmp_path: Path) -> Callable[..., Path]:
    """Makes a toy file of records: toy(*records, name="game.toy", **more)."""

    def make(*records: Record, name: str = "game.toy", **more: Any) -> Path:
        path = tmp_path / name
        path.write_bytes(toy_bytes(records, **more))
        return path

    return make
