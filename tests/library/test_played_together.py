"""Games that are played together make the same tables as games one by one."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import generated
import numpy as np
import pytest

import viewer
from viewer.base.resources import resource_path
from viewer.formats.detect import find_all
from viewer.formats.format import Unreadable
from viewer.library.making import together
from viewer.library.making.columns import Columns
from viewer.library.making.tables import arrays
from viewer.library.making.together import Together

SAMPLES = sorted(resource_path("samples", "en", "study").iterdir())
HEAD = (
    '[Event "E"]\n[Site "?"]\n[Date "1990.01.02"]\n[White "{white}"]\n[Black "B"]\n[Result "1-0"]\n'
)


def tables_of(
    path: Path, alone: bool, monkeypatch: pytest.MonkeyPatch
) -> tuple[dict[str, Any], int]:
    """The columns of all tables of a file's games, and how many games were played alone."""
    with monkeypatch.context() as changed:
        if alone:
            changed.setattr(together, "_FEWEST", 1 << 30)
        else:
            changed.setattr(together, "_FEWEST", 1)
        changed.setattr(together, "AT_ONCE", 40)
        collection = viewer.load(path)
        find_all(collection)
        columns = Columns()
        slow = 0
        add = columns.add

        def counted(*args: Any) -> bool:
            nonlocal slow
            slow += 1
            return add(*args)

        changed.setattr(columns, "add", counted)
        games = Together(columns, collection, range(len(collection)), 1000, 7)
        for number in range(len(collection)):
            try:
                games.add(number)
            except Unreadable:
                continue
        words = list(columns.words)
        found: dict[str, Any] = {"varied": games.varied}
        for name, table in sorted(columns.tables.items()):
            for key, column in arrays(table).items():
                values = column.tolist()
                if key == "move":
                    values = [None if one < 0 else words[one] for one in values]
                found[f"{name} {key}"] = values
        # Positions come in any order: they are sorted when they are written.
        for name in {one.rpartition(" ")[0] for one in found if one.startswith("positions")}:
            keys = [one for one in found if one.startswith(f"{name} ")]
            order = np.lexsort([found[f"{name} {one}"] for one in ("ply", "record")])
            for key in keys:
                found[key] = [found[key][at] for at in order]
        return found, slow


def compare(path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Compare both ways; how many games were played alone."""
    expected, _ = tables_of(path, True, monkeypatch)
    found, slow = tables_of(path, False, monkeypatch)
    assert found.keys() == expected.keys()
    for key, values in expected.items():
        assert found[key] == values, key
    return slow


@pytest.mark.parametrize("path", SAMPLES, ids=[path.name for path in SAMPLES])
def test_samples(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compare(path, monkeypatch)


def test_generated_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "g.pgn"
    generated.write(path, "chess", range(120))
    assert compare(path, monkeypatch) == 0


def test_odd_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that aren't plain, or whose moves aren't all legal, among others."""
    plain = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0"
    odd = [
        plain,
        "1. e4 e5 {open} 2. Nf3 $1 Nc6 1-0",
        "1. e4 (1. d4 d5) 1... e5 2. Nf3 1-0",
        "1. e4 e5 2. Ke3 Nc6 1-0",
        "1.e4 e5 2.Nf3 Nc6 1-0",
        "1. e4 e5 2. Ng1f3 Nc6 1-0",
        "1. e2e4 e5 1-0",
        "1. e4 e5 2. 0-0 1-0",
        "1. e4 e5",
        "1. e4 e5 1-0 2. Nf3 0-1",
        "1-0",
        "*",
        "",
        "1. e4 e5\n% escaped\n2. Nf3 1-0",
        "1. e4 e5 ; to the end\n2. Nf3 1-0",
        "1. e4! e5?! 2. Nf3 1-0",
        "1. e4 -- 2. d4 1-0",
        "1. e4 e5 2. Nf3 Nf6 3. Ng1 Ng8 4. Nf3 Nf6 5. Ng1 Ng8 6. Nf3 1/2-1/2",
        "1... e5 2. Nf3 1-0",
        "1. Nc3 e5 2. e4 Nf6 3. Nce2 Nc6 4. Nf3 *",
    ]
    tags = [
        "",
        '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n[SetUp "1"]\n',
        '[Variant "Crazyhouse"]\n',
        '[White "again"]\n',
        '[ECO "C60"]\n[Opening "Ruy"]\n',
        '[Annotator "Krush, I]\n',
        '[Event "Cup \\"]\n',
        '[WhiteElo "2500"]\n[BlackElo ""]\n',
        '[Game "xiangqi"]\n',
    ]
    chance = random.Random(3)
    games = [
        HEAD.format(white=f"Ä {at}") + tag + "\n" + text + "\n"
        for at, text in enumerate(odd)
        for tag in tags
    ]
    games += [HEAD.format(white="Plain") + "\n" + plain + "\n"] * 60
    chance.shuffle(games)
    path = tmp_path / "odd.pgn"
    path.write_text("\n".join(games), "utf-8")
    alone = compare(path, monkeypatch)
    assert 0 < alone < len(games) - 60
    path.write_bytes("\r\n".join("\r\n".join(game.split("\n")) for game in games).encode("cp1252"))
    assert compare(path, monkeypatch) > alone / 2
