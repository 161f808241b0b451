"""Pictures of positions: which, how they look, what they are called."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from export_studies import CHESS, FILES, GO, write

import viewer
from viewer.base.fields import values_of
from viewer.document.position import around
from viewer.games import game_of
from viewer.games.states import States
from viewer.publish.kinds import KINDS
from viewer.publish.pictures.board import LOOK_FIELDS, BoardPainter
from viewer.scene.theme import BOARD_THEMES, BOOK, LIGHT
from viewer.tree.record import Record

USUAL = values_of(LOOK_FIELDS, {})


def painter(path: Path, **style: object) -> tuple[BoardPainter, Record]:
    record = viewer.load(path).record(0)
    values = values_of(LOOK_FIELDS, style)  # type: ignore[arg-type]  # that is what is tested
    return BoardPainter(States(game_of(record.game), record), values), record


def test_marked_and_bookmarked_positions_become_files(tmp_path: Path) -> None:
    source = write(tmp_path, "game.pgn", CHESS)
    made = viewer.export(source, tmp_path / "d.svg", style={"positions": "diagrams"})
    assert [Path(path).name for path in made.written] == ["d-1.svg"]
    moves = viewer.export(source, tmp_path / "m.svg", style={"positions": "moves"})
    assert len(moves.written) == 7
    after_nf3 = Path(moves.written[3]).read_text("utf-8")
    assert Path(made.written[0]).read_text("utf-8") == after_nf3
    none = viewer.export(source, tmp_path / "b.svg", style={"positions": "bookmarks"})
    assert none.written == []


def test_what_a_picture_lacks_is_counted(tmp_path: Path) -> None:
    source = write(tmp_path, "game.pgn", CHESS)
    made = viewer.export(source, tmp_path / "a.svg", ply=1)
    assert made.left_out == {"comment": 1, "glyphs": 1}


def test_every_record_of_a_file_has_its_number_in_the_name(tmp_path: Path) -> None:
    games = "".join(CHESS + "\n" for _ in range(11))
    source = write(tmp_path, "games.pgn", games)
    made = viewer.export(source, tmp_path / "o.svg", records="2,11", ply=50)
    assert [Path(path).name for path in made.written] == ["o-02.svg", "o-11.svg"]
    with pytest.raises(viewer.Refused, match="no ply 50"):
        viewer.export(source, tmp_path / "o.svg", records="2", ply=50)


def test_a_part_of_the_board_is_drawn_as_a_board_of_its_own(tmp_path: Path) -> None:
    source = write(tmp_path, "a.sgf", "(;SZ[19];B[qb];W[rb];B[qc])")
    whole, record = painter(source)
    corner, _ = painter(source, part="stones")
    node = list(record.root.main_line())[-1]
    assert corner.drawing(node).width < 0.5 * whole.drawing(node).width
    chosen, _ = painter(source, part="pa-si")
    assert chosen.drawing(node).width < 0.5 * whole.drawing(node).width
    as_said, _ = painter(source, part="Q19-t11")
    assert as_said.part == chosen.part
    with pytest.raises(viewer.Refused, match="two of its squares as in A19-T1, not pd"):
        painter(source, part="pd")


def test_a_board_with_stands_has_no_parts(tmp_path: Path) -> None:
    source = write(tmp_path, "a.kif", "手合割：平手\n   1 ７六歩(77)\n")
    with pytest.raises(viewer.Refused, match="always shown whole"):
        painter(source, part="9a-7c")


def test_the_part_around_stones_goes_on_to_a_near_edge() -> None:
    geometry = game_of("go").geometry
    grid = geometry.grid
    assert around(geometry, [grid[2][15], grid[3][16]]) == (grid[0][13], grid[5][18])
    assert around(geometry, []) == ()
    assert around(geometry, [grid[9][9]]) == (grid[7][7], grid[11][11])


def test_a_board_in_black_and_white_has_no_colour_and_no_shadow() -> None:
    def grey(colour: str) -> bool:
        return colour[1:3] == colour[3:5] == colour[5:7]

    used = set(BOOK.colours) - {"hairline", "accent", "chip", "seal", "good", "bad", "shadow"}
    assert [token for token in used if not grey(BOOK.colours[token])] == []
    assert set(BOOK.colours) == set(LIGHT.colours)
    for path in FILES.values():
        made, record = painter(path, theme="book")
        drawing = made.drawing(list(record.root.main_line())[-1])
        assert [shape for shape in drawing.shapes if shape.layer == "shadow"] == []


def test_a_transparent_board_has_no_wood() -> None:
    made, record = painter(FILES["go"], transparent=True)
    with_wood, _ = painter(FILES["go"])
    fills = [getattr(shape, "fill", "") for shape in made.drawing(record.root).shapes]
    assert LIGHT["wood"] not in fills
    assert LIGHT["wood"] in [
        getattr(shape, "fill", "") for shape in with_wood.drawing(record.root).shapes
    ]


def test_pictures_of_all_games_and_themes_are_xml() -> None:
    for path in FILES.values():
        for theme in BOARD_THEMES:
            record = viewer.load(path).record(0)
            ElementTree.fromstring(viewer.render(record, theme=theme))


def test_every_kind_has_an_exporter_with_a_sound_table() -> None:
    for kind in KINDS.values():
        if kind.id in ("png", "gif", "webp"):
            continue  # they load Qt; see test_rasters.py
        fields = kind.load().fields
        assert len({field.key for field in fields}) == len(fields)
        assert [field.key for field in fields if not field.allows(field.default)] == []


def test_go_is_drawn_with_numbers(tmp_path: Path) -> None:
    source = write(tmp_path, "a.sgf", GO)
    made, record = painter(source, numbers="all")
    node = list(record.root.main_line())[-1]
    names = [getattr(shape, "name", "") for shape in made.drawing(node).shapes]
    assert {"label/1", "label/2", "label/3", "label/4"} <= set(names)
