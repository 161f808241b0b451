"""Shapes as pages of a PDF file, as pypdf reads them."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from viewer.games import GAMES, game_of
from viewer.scene.pdf import PdfPages
from viewer.scene.picture import picture
from viewer.scene.shapes import Disc, Polyline, Rect, TextShape


def read(pages: PdfPages) -> PdfReader:
    return PdfReader(io.BytesIO(pages.data()), strict=True)


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_pages_of_every_game(game_id: str) -> None:
    game = game_of(game_id)
    shapes, width, height = picture(game, game.start(game.starts[0].setup))
    pages = PdfPages()
    for _ in range(3):
        assert pages.add(shapes, width, height) == []
    found = read(pages)
    assert len(found.pages) == len(pages) == 3
    box = found.pages[0].mediabox
    assert float(box.width) / float(box.height) == pytest.approx(width / height, rel=1e-3)
    one = PdfPages()
    one.add(shapes, width, height)
    shared = len(found.pages[2]["/Resources"]["/XObject"])
    assert shared == len(read(one).pages[0]["/Resources"]["/XObject"])


def test_opacity_and_lines() -> None:
    pages = PdfPages()
    shapes = [
        Rect(0, 0, 4, 4, "#ffffff", "#000000", 0.1, corner=0.5),
        Polyline(((1, 1), (2, 3)), "#ff0000", 0.1, round=True, opacity=0.5, layer="mark"),
        Disc((2, 2), 1, "#00ff00", layer="piece"),
    ]
    assert pages.add(shapes, 4, 4) == []
    page = read(pages).pages[0]
    drawn = page.get_contents().get_data().decode()
    assert "1 J 1 j 1 1 m 2 3 l S" in drawn.replace("\n", " ")
    assert page["/Resources"]["/ExtGState"]["/O0"]["/ca"] == 0.5


def test_texts_without_outlines_are_left_to_the_caller() -> None:
    pages = PdfPages()
    text = TextShape("☃", (1, 1), 0.5, "#000000", layer="mark")
    assert pages.add([text], 4, 4) == [text]
