import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.games import GAMES, game_of
from viewer.games.geometry import View
from viewer.scene.picture import picture
from viewer.scene.shapes import (
    Disc,
    GlyphShape,
    Polygon,
    Polyline,
    Rect,
    Shade,
    Shape,
    TextShape,
)
from viewer.scene.svg import to_svg
from viewer.tree.annotation import Mark

SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"


def board(game: str, **options: Any) -> str:
    loaded = game_of(game)
    marks = tuple(
        Mark(kind, tuple(list(loaded.geometry.squares)[n : n + 2]), text="a")
        for n, kind in enumerate(("square", "circle", "triangle", "cross", "label", "arrow"))
    )
    return to_svg(*picture(loaded, loaded.start(None), {"marks": marks}, **options))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("coordinates", ["game", "letters", "none"])
def test_a_board_needs_no_font(game: str, coordinates: str) -> None:
    root = ET.fromstring(board(game, coordinates=coordinates))
    assert root.tag == SVG + "svg"
    assert root.findall(f".//{SVG}text") == []
    assert root.findall(f".//{SVG}path")


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_referred_to_is_defined_once(game: str) -> None:
    root = ET.fromstring(board(game))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    used = {element.get(LINK, "")[1:] for element in root.iter(SVG + "use")}
    used |= {
        element.get("fill", "")[5:-1]
        for element in root.iter(SVG + "circle")
        if element.get("fill", "").startswith("url(#")
    }
    assert used == set(ids)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_board_gives_the_same_text_in_any_process(game: str) -> None:
    code = (
        "import sys, json; from viewer.games import game_of; from viewer.scene.picture import picture;"
        "from viewer.scene.svg import to_svg; g = game_of(sys.argv[1]);"
        "print(json.dumps(to_svg(*picture(g, g.start(None)))))"
        "; assert not any(name.startswith('PySide6') for name in sys.modules)"
    )
    run = [sys.executable, "-c", code, game]
    texts = {
        subprocess.run(
            run,
            check=True,
            capture_output=True,
            text=True,
            env=os.environ | {"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1
    loaded = game_of(game)
    assert json.loads(texts.pop()) == to_svg(*picture(loaded, loaded.start(None)))


@pytest.mark.parametrize("game", GAMES)
def test_views_differ(game: str) -> None:
    views = [View(flip, mirror) for flip in (False, True) for mirror in (False, True)]
    assert len({board(game, view=view) for view in views}) == 4


def test_the_size_keeps_the_proportion() -> None:
    root = ET.fromstring(to_svg([], 8.0, 10.0, pixels=400))
    assert (root.get("width"), root.get("height")) == ("400", "500")
    assert root.get("viewBox") == "0 0 8 10"
    assert ET.fromstring(to_svg([], 8.0, 10.0)).get("width") is None


def test_every_kind_of_shape_is_written() -> None:
    shapes: list[Shape] = [
        Rect(0, 0, 1, 1, "#112233", "#445566", 0.1, 0.2),
        Polyline(((0, 0), (1, 1)), "#000000", 0.1, round=True),
        Polyline(((0, 0), (1, 1), (1, 0)), "#000000", 0.1, closed=True),
        Polygon(((0, 0), (1, 1), (1, 0)), "#000000", opacity=0.5),
        Disc((1, 1), 0.5, "#FFFFFF", "#000000", 0.1),
        Shade((1, 1), 0.5, 0.8, "#000000", 0.4),
        GlyphShape("piece/兵", (1, 1), 0.5, "#FF0000", turn=180),
        GlyphShape("piece/none", (1, 1), 0.5, "#FF0000"),
        TextShape("甲", (1, 1), 0.5, "#00FF00", bold=True),
    ]
    root = ET.fromstring(to_svg(shapes, 2, 2, title="A & <B>"))
    tags = [element.tag.removeprefix(SVG) for element in root]
    assert tags == [
        "title", "defs", "rect", "polyline", "polygon", "polygon", "circle", "circle", "use",
        "text", "text",
    ]  # fmt: skip
    assert root[0].text == "A & <B>"
    assert [element.text for element in root.findall(SVG + "text")] == ["none", "甲"]
    assert "rotate(180)" in root.findall(SVG + "use")[0].get("transform", "")


@given(st.text(max_size=30))
def test_any_text_gives_well_formed_xml(text: str) -> None:
    svg = to_svg([TextShape(text, (1, 1), 0.5, "#000000")], 2, 2, title=text)
    root = ET.fromstring(svg.encode("utf-8"))
    shown = root.findall(SVG + "text")[0].text or ""
    plain = shown.replace("\n", "").replace("\r", "")
    assert set(plain) <= set(text)
    if text.isprintable():
        assert shown == text
