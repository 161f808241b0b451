"""Every kind of export over records of every game that hold whatever a record can hold."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from export_studies import FILES

import viewer
from viewer.base.fields import values_of
from viewer.base.files import FileSystem
from viewer.document.saving.save import SaveError
from viewer.formats.memory import MemoryCollection
from viewer.games import GAMES, game_of
from viewer.publish.export import Order, exporting
from viewer.publish.exporter import Preview, Study, left_out_words
from viewer.publish.kinds import KINDS
from viewer.publish.targets import Target
from viewer.tree.action import Remark, Takeback, Terminal, Written
from viewer.tree.annotation import FACETS, Mark
from viewer.tree.record import Header, Record, nodes_of
from viewer.tree.serial import NodeData

NASTY = (
    "</script>{}\\ $x$ #set page() *a* [l](m) `c` &amp; ＃ 马８进７ \u202egnp.exe\u202c"
    " \x00\x07\x1b[31m \ud800 \U0001f600 \ufffe e\u0301 =1+1 \n\n# head\n- list"
)
_QT = {"png", "gif", "webp"}
FORMATS = {
    "xiangqi": "xqf",
    "chess": "pgn",
    "shogi": "kif",
    "go": "sgf",
    "hex": "sgf",
    "twixt": "sgf",
}


def everything(game_id: str) -> Record:
    """Moves, variations, unreadable text, takebacks, ends, and every annotation with hostile texts."""
    game = game_of(game_id)
    start = game.starts[0].setup
    rows, state = [NodeData(0, -1, start, {})], game.start(start)
    for number in range(1, 9):
        move = game.legal_moves(state)[number]
        rows.append(NodeData(number, number - 1, move, {}))
        state = game.step(state, move)
    odd = (Written(NASTY), Takeback(1), Remark(NASTY), Terminal(NASTY), None)
    rows += [NodeData(9 + number, 2, action, {}) for number, action in enumerate(odd)]
    squares = list(game.geometry_of(state).squares)
    marks = (
        Mark("label", (squares[0],), "red", NASTY),
        Mark("arrow", (squares[0], squares[5]), "blue"),
        Mark("circle", (squares[7],)),
        Mark("square", ("nowhere",)),
    )
    notes = {name: NASTY for name, facet in FACETS.items() if facet.empty == ""}
    more = {"marks": marks, "glyphs": (1, 14, 220, 9999), "view": (squares[0], squares[-1])}
    rows = [row._replace(notes={**notes, **more}) if row.id % 2 == 0 else row for row in rows]
    root = nodes_of(rows)[0]
    headers = tuple(
        Header(key, NASTY)
        for key in ("White", "Black", "Event", "PW", "PB", "棋戦", "先手", "title", "X")
    )
    return Record(game_id, root, headers)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_exports_everything_and_says_what_it_leaves_out(
    tmp_path: Path, kind: str, game: str
) -> None:
    if kind in _QT and importlib.util.find_spec("PySide6") is None:
        pytest.skip("needs PySide6")
    entry = KINDS[kind]
    records = MemoryCollection(FORMATS[game], [everything(game)])
    style = {"from": "bookmarked"} if kind in ("sheet", "csv", "problems") else {}
    made = viewer.export(records, tmp_path / f"all.{entry.suffix}", kind, style=style)
    assert made.written
    assert all(os.path.getsize(path) for path in made.written)
    said = left_out_words(made.left_out)
    if kind == "report":  # it tells of a record, without its text
        assert said is None
    else:
        assert str(said).startswith("Left out: ")
    for path in made.written:
        data = Path(path).read_bytes()
        if Path(path).suffix in (".html", ".md", ".tex", ".txt", ".svg"):
            text = data.decode("utf-8")
            assert not set("\x00\x07\x1b") & set(text)
            assert text.count("\u202e") == text.count("\u202c")
            assert text.count("\u2068") == text.count("\u2069")
    study = Study(records, range(1, 2), "all")
    assert isinstance(entry.load().preview(study, values_of(entry.load().fields, {})), Preview)


class FullDisk(FileSystem):
    """A disk that takes some bytes and no more."""

    def write(self, fd: int, data: bytes) -> None:
        os.write(fd, data[:10])
        raise OSError(28, "No space left on device")


@pytest.mark.parametrize("kind", ["svg", "html", "md", "pdf"])
def test_a_full_disk_leaves_no_half_file(tmp_path: Path, kind: str) -> None:
    target = tmp_path / f"a.{KINDS[kind].suffix}"
    target.write_bytes(b"before")
    for step in _job(kind, target, FullDisk()):
        assert step is not None
    assert target.read_bytes() == b"before"
    assert os.listdir(tmp_path) == [target.name]


@pytest.mark.parametrize("kind", ["svg", "html", "md", "pdf"])
def test_a_cancelled_export_leaves_no_half_file(tmp_path: Path, kind: str) -> None:
    target = tmp_path / f"a.{KINDS[kind].suffix}"
    collection = viewer.load(FILES["go"])
    exporter = KINDS[kind].load()
    order = Order(kind, values_of(exporter.fields, {}))
    steps = exporting(collection, "go", Target(str(target)), order)
    next(steps)
    steps.close()  # type: ignore[attr-defined]  # a generator
    written = os.listdir(tmp_path)
    assert [name for name in written if not name.startswith("a-")] == []
    for name in written:
        assert (tmp_path / name).read_text("utf-8").rstrip().endswith("</svg>")


def _job(kind: str, target: Path, files: FileSystem) -> Iterator[object]:
    collection = viewer.load(FILES["hex"])
    order = Order(kind, values_of(KINDS[kind].load().fields, {}))
    with pytest.raises(SaveError) as error:
        yield from exporting(collection, "hex", Target(str(target)), order, files)
    assert "no space left" in str(error.value)
