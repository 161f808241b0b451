from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import viewer
from viewer.base.source import BytesSource
from viewer.face import prepare
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.tree.action import Move
from viewer.tree.node import Node
from viewer.tree.ops import Insert, SetNote, apply
from viewer.tree.record import Record
from viewer.tree.serial import NodeData


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A record of two plies with a comment, as an XQF file."""
    xqf = viewer.FORMATS["xqf"].load()
    setup = game_of("xiangqi").starts[0].setup
    record = Record("xiangqi", Node(0, None, setup), xqf.new_headers("xiangqi"))
    rows = (
        NodeData(1, -1, Move("h2e2"), {}),
        NodeData(2, 0, Move("h9g7"), {"comment": "马八进七"}),
    )
    apply(record, Insert(0, 0, rows))
    target = tmp_path / "棋 谱.xqf"
    output = xqf.write(MemoryCollection("xqf", [record]))
    assert output.losses == ()
    target.write_bytes(b"".join(piece for piece in output.pieces if isinstance(piece, bytes)))
    return target


def modules_after(code: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after running this."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint('\\0', *sys.modules)"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    return set(done.stdout.rpartition("\0")[2].split())


def test_importing_viewer_loads_nothing_else() -> None:
    loaded = modules_after("import viewer; dir(viewer); viewer.__version__")
    assert {name for name in loaded if name.startswith("viewer")} == {"viewer"}
    assert not {"PySide6", "numpy", "argparse"} & loaded


def test_the_window_is_reached_without_the_commands_and_the_face() -> None:
    loaded = modules_after("import viewer.__main__")
    above = {name for name in loaded if name.startswith("viewer.")} - {"viewer.__main__"}
    assert all(name.startswith("viewer.base") for name in above)
    assert "argparse" not in loaded


def test_a_dump_loads_neither_qt_nor_the_rooms_it_doesnt_need(path: Path) -> None:
    loaded = modules_after(
        f"from viewer.__main__ import main\nassert main(['dump', {str(path)!r}]) == 0"
    )
    assert "viewer.formats.xqf" in loaded
    assert not {"PySide6", "shiboken6", "numpy", "viewer.document.document"} & loaded
    assert not {name for name in loaded if name.startswith(("viewer.paint", "viewer.ui"))}


def test_a_name_that_there_isnt_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'shut'"):
        viewer.shut  # noqa: B018  # asking is the test


def test_all_names_are_there() -> None:
    assert [name for name in viewer.__all__ if getattr(viewer, name) is None] == []
    assert set(viewer.__all__) <= set(dir(viewer))
    assert viewer.FORMATS["xqf"].games == ("xiangqi",)
    assert list(viewer.GAMES) == ["xiangqi", "chess", "shogi", "go", "hex", "twixt"]


@pytest.mark.parametrize("kind", [str, os.fsencode, Path])
def test_load_takes_any_kind_of_path(path: Path, kind: type) -> None:
    collection = viewer.load(kind(str(path)))
    assert (collection.format, len(collection)) == ("xqf", 1)
    record = collection.record(0)
    assert [node.action for node in record.walk()][1:] == [Move("h2e2"), Move("h9g7")]
    assert [node.comment for node in record.walk()] == ["", "", "马八进七"]


def test_a_document_is_opened_changed_undone_and_saved(path: Path, tmp_path: Path) -> None:
    before = path.read_bytes()
    doc = viewer.open(path)
    first = doc.record(0).root.children[0]
    doc.set_comment(first, "中炮")
    copy = tmp_path / "copy.xqf"
    doc.save(str(copy))
    assert viewer.load(copy).record(0).root.children[0].comment == "中炮"
    doc.undo()
    doc.save(str(copy))
    assert copy.read_bytes() == before
    doc.close()


def test_what_cant_be_read_raises(tmp_path: Path) -> None:
    empty = tmp_path / "empty.xqf"
    empty.touch()
    for read in (viewer.open, viewer.load):
        with pytest.raises(viewer.Unreadable, match=r"The file is empty\."):
            read(empty)
        with pytest.raises(FileNotFoundError):
            read(tmp_path / "absent.xqf")
        with pytest.raises(IsADirectoryError):
            read(tmp_path)


@pytest.mark.parametrize(
    ("name", "codec"), [("GBK", "gb18030"), ("gb18030", "gb18030"), ("cp950", "big5hkscs")]
)
def test_a_codec_is_chosen_by_any_of_its_names(path: Path, name: str, codec: str) -> None:
    for read in (viewer.open, viewer.load):
        assert read(path, encoding=name).record(0).encoding == codec


def test_a_codec_that_there_isnt_raises(path: Path) -> None:
    for read in (viewer.open, viewer.load):
        with pytest.raises(viewer.Unreadable, match="not as klingon-1"):
            read(path, encoding="klingon-1")
        with pytest.raises(viewer.Unreadable, match="not as klingon"):
            read(path, encoding="klingon")


# ---------------------------------------------------------------------------------- convert


def test_converting_to_the_same_format_keeps_every_byte(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.xqf"
    assert viewer.convert(path, target) == []
    assert target.read_bytes() == path.read_bytes()


def test_converting_writes_over_a_file_only_when_asked(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.xqf"
    target.write_bytes(b"old")
    with pytest.raises(viewer.Refused, match="is there already"):
        viewer.convert(path, target)
    assert target.read_bytes() == b"old"
    viewer.convert(path, target, overwrite=True)
    assert target.read_bytes() == path.read_bytes()


class ClosedSource(BytesSource):
    """Counts how often it is closed."""

    closed = 0

    def close(self) -> None:
        self.closed += 1


@pytest.mark.parametrize(
    ("name", "options", "records"),
    [("new.pgn", {"no": "such"}, ""), ("new.xqf", None, "9"), ("new.kif", None, "")],
)
def test_a_refused_conversion_closes_its_source(
    path: Path, tmp_path: Path, name: str, options: dict[str, str] | None, records: str
) -> None:
    source = ClosedSource(path.read_bytes(), "game.xqf")
    with pytest.raises(viewer.Refused):
        prepare(source, tmp_path / name, options, records=records)
    assert source.closed == 1


def test_a_prepared_conversion_is_closed_by_who_asked(path: Path, tmp_path: Path) -> None:
    source = ClosedSource(path.read_bytes(), "game.xqf")
    conversion = prepare(source, tmp_path / "new.pgn")
    assert source.closed == 0
    conversion.close()
    assert source.closed == 1


def test_a_loss_is_refused_with_what_is_lost(path: Path, tmp_path: Path) -> None:
    # The same file with a glyph, which XQF can't hold, by way of a collection in memory.
    doc = viewer.open(path)
    record = doc.record(0)
    apply(record, SetNote(1, "glyphs", (1,)))
    output = viewer.FORMATS["xqf"].load().write(MemoryCollection("xqf", [record]))
    assert [(loss.kind, loss.node) for loss in output.losses] == [("glyphs", 1)]
    error = viewer.LossRefused(output.losses)
    assert error.losses == output.losses
    assert str(output.losses[0].words) in str(error)


# ----------------------------------------------------------------------------------- render


def test_a_board_as_svg(path: Path) -> None:
    record = viewer.load(path).record(0)
    start = viewer.render(record)
    assert start.startswith("<?xml")
    assert viewer.render(record, record.root) == start
    assert viewer.render(record, record.root.children[0]) != start
    assert viewer.render(record, coordinates="none") != start


@pytest.mark.gui
def test_a_board_as_png(path: Path) -> None:
    record = viewer.load(path).record(0)
    data = viewer.render(record, record.root.children[0], kind="png", size=90)
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(data[16:20], "big") == 90


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"kind": "gif"}, "There are no pictures of kind gif."),
        ({"size": 0}, "Option size can't be 0; it can be: 1 to 8192."),
        ({"size": 8193}, "Option size can't be 8193; it can be: 1 to 8192."),
        (
            {"theme": "pink"},
            "Option theme can't be pink; it can be: light, dark, plain, contrast, book.",
        ),
        (
            {"coordinates": "runes"},
            "Option coordinates can't be runes; it can be: game, letters, 1-1, none.",
        ),
    ],
)
def test_what_there_isnt_is_refused(path: Path, wrong: dict[str, object], sentence: str) -> None:
    record = viewer.load(path).record(0)
    with pytest.raises(viewer.Refused) as refused:
        viewer.render(record, **wrong)
    assert str(refused.value) == sentence


def test_a_set_up_position_is_drawn_without_kings() -> None:
    setup = game_of("xiangqi").parse_setup("9/9/9/9/4P4/9/9/9/9/9 w")
    assert "<svg" in viewer.render(Record("xiangqi", Node(0, None, setup)))


def test_an_opening_is_named_from_the_moves(path: Path) -> None:
    record = viewer.load(path).record(0)
    (first,) = record.root.children
    named = viewer.opening(record)
    assert named is not None
    assert (named.name, str(named.words)) == ("中炮局", "中炮局 (Central cannon)")
    assert viewer.opening(record, first) == named
    assert viewer.opening(record, record.root) is None


def test_a_record_is_checked_by_the_rules() -> None:
    drawn = viewer.parse("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2").record(0)
    (found,) = viewer.check(drawn)
    assert (found.code, found.node) == ("chess.drawn", 8)
    assert "occurred 3 times" in str(found.message)
    mated = viewer.parse("1. f3 e5 2. g4 Qh4# 1-0").record(0)
    assert viewer.check(mated) == []
    assert [one.code for one in viewer.check(mated, "1-0")] == ["chess.result-on-board"]


@pytest.mark.parametrize("suffix", ["epd", "pgc"])
def test_a_game_that_a_format_cant_hold_is_refused_wherever_it_is(
    suffix: str, tmp_path: Path
) -> None:
    source, target = tmp_path / "two.pgn", tmp_path / f"two.{suffix}"
    source.write_text('[Result "*"]\n\n1. e4 *\n\n[Game "Xiangqi"]\n\n1. C2.5 H8+7 *\n')
    with pytest.raises(viewer.Refused, match="can't hold Xiangqi"):
        viewer.convert(source, target, allow_loss=True)
    assert not target.exists()


def test_a_game_is_counted_by_several_rules(tmp_path: Path) -> None:
    path = tmp_path / "a.sgf"
    stones = "AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][ba]"
    path.write_text(f"(;SZ[5]RU[Japanese]KM[0.5]{stones};B[aa];W[ea])")
    record = viewer.load(path).record(0)
    own, *others = viewer.count(record, dead=["ba"])
    assert (str(own.rules), own.score.result, own.why) == ("Japanese", "B+5.5", ())
    assert [str(one.rules) for one in others] == ["Chinese, American (AGA), New Zealand, Ing (GOE)"]
    assert others[0].score.result == "B+4.5"
    assert [str(reason) for reason in others[0].why] == [
        "Stones on the board count, and prisoners don't: Black has put 6 stones, White 7."
    ]
    assert viewer.count(record)  # guessed
    assert viewer.count(record, record.root)
    (tmp_path / "b.pgn").write_text("1. e4 *")
    assert viewer.count(viewer.load(tmp_path / "b.pgn").record(0)) == ()
