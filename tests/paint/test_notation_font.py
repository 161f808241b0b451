"""The font that moves are written in where no CJK font is installed."""

import itertools

import pytest
from PySide6.QtGui import QFont, QFontDatabase, QPainterPath, QRawFont, QTextLayout

from viewer.base.resources import resource_path, resource_text
from viewer.tree.nags import NAGS

pytestmark = pytest.mark.usefixtures("qapp")

XIANGQI = (
    "车車俥马馬傌炮砲兵卒将將帅帥仕士相象进進退平前中后後一二三四五六七八九"
    "１２３４５６７８９123456789+-=.…!?⩲⩱±∓∞ABCDEFGHIKNPRabcdefghi"
)
SHOGI = (
    "☗☖▲△▼▽歩香桂銀金角飛玉王と杏圭全馬龍竜成不打同右左直上寄引行"
    "投了中断詰み千日手持将棋切れ負け反則勝ち入玉宣言不戦封じ手時間切れ引き分け最大数トライ"
    "平手香落ち右左二三四五六七八九十枚その他先後上下まで初期局面・。、（）「」"
)
# The signs of glyphs: some are drawn for this font, since no CJK font has them.
GLYPHS = "".join(sorted(set("".join(nag.sign for nag in NAGS.values()))))
WEIGHTS = {"Regular": 400, "Bold": 700}


@pytest.mark.parametrize("weight", WEIGHTS)
def test_it_has_every_character_of_notation(weight: str) -> None:
    path = resource_path("fonts", f"QipuNotation-{weight}.otf")
    assert path.stat().st_size < 60_000
    font = QRawFont(str(path), 20)
    assert font.isValid()
    assert font.weight() == WEIGHTS[weight]
    missing = [one for one in XIANGQI + SHOGI + GLYPHS if not font.supportsCharacter(ord(one))]
    assert missing == []
    for one in XIANGQI + SHOGI + GLYPHS:
        (glyph,) = font.glyphIndexesForString(one)
        assert glyph, one
        assert not font.pathForGlyph(glyph).isEmpty(), one
    # What is missing is seen to be missing, not blank.
    assert not font.pathForGlyph(0).isEmpty()


def test_its_family_never_hides_a_font_that_people_have() -> None:
    numbers = [
        QFontDatabase.addApplicationFont(str(resource_path("fonts", f"QipuNotation-{weight}.otf")))
        for weight in WEIGHTS
    ]
    try:
        families = [QFontDatabase.applicationFontFamilies(number) for number in numbers]
        assert families == [["Qipu Notation"], ["Qipu Notation"]]
        assert {"Regular", "Bold"} <= set(QFontDatabase.styles("Qipu Notation"))
    finally:
        for number in numbers:
            QFontDatabase.removeApplicationFont(number)


def _area(path: QPainterPath) -> float:
    """What a path holds; its holes go round the other way."""
    total = 0.0
    for polygon in path.toSubpathPolygons():
        points = polygon.toList()
        pairs = itertools.pairwise(points)
        total += sum(one.x() * other.y() - other.x() * one.y() for one, other in pairs) / 2
    return abs(total)


def test_chess_figures_come_from_a_font_of_their_own() -> None:
    """Under whatever fonts there are: the family of moves has them by substitution."""
    from viewer.ui.toolkit.language import FAMILY, add_fonts

    add_fonts()
    figures = "♔♕♖♗♘♙♚♛♜♝♞♟"
    areas = []
    for weight, number in WEIGHTS.items():
        font = QRawFont(str(resource_path("fonts", f"QipuFigures-{weight}.otf")), 20)
        assert (font.familyName(), font.weight()) == ("Qipu Figures", number)
        (king,) = font.glyphIndexesForString("♔")
        areas.append(_area(font.pathForGlyph(king)))
        for one in figures:
            (glyph,) = font.glyphIndexesForString(one)
            assert not font.pathForGlyph(glyph).isEmpty()
    regular, bold = areas
    assert 1.2 * regular < bold < 1.8 * regular, "ink of the light king"
    moves = QFont()
    moves.setFamilies([FAMILY])
    layout = QTextLayout(figures, moves)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    (run,) = layout.glyphRuns()
    assert run.rawFont().familyName() == "Qipu Figures"
    assert all(run.glyphIndexes())


def test_borrowed_outlines_are_credited() -> None:
    credits = resource_text("CREDITS.md")
    for name in (
        "glyphs/board.json",
        "fonts/QipuNotation-Regular.otf",
        "fonts/QipuNotation-Bold.otf",
        "fonts/QipuFigures-Regular.otf",
        "fonts/QipuFigures-Bold.otf",
        "glyphs/chess.json",
        "glyphs/shogi.json",
    ):
        assert name in credits
        assert resource_path(*name.split("/")).is_file()
    assert "SIL OPEN FONT LICENSE Version 1.1" in resource_text("licences", "OFL.txt")
