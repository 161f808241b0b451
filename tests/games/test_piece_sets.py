"""The piece sets of every game: at least three, each with every kind, in outlines and colours there are."""

from __future__ import annotations

import pytest

from viewer.games import GAMES, game_of
from viewer.games.geometry import BallPart, DiscPart, GlyphPart, PieceSet, ShapePart
from viewer.scene.board import glyph_name
from viewer.scene.glyphs import names
from viewer.scene.theme import BOARD_THEMES, THEMES

SETS = [(game, one) for game in GAMES for one in game_of(game).piece_sets]


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_three_sets_or_more_and_the_first_is_the_boards(game: str) -> None:
    sets = game_of(game).piece_sets
    assert len(sets) >= 3
    assert len({one.id for one in sets}) == len({str(one.name) for one in sets}) == len(sets)
    assert sets[0].art == game_of(game).geometry.art


@pytest.mark.parametrize(("game", "pieces"), SETS, ids=lambda one: getattr(one, "id", one))
def test_each_set_can_be_drawn_and_tells_all_kinds_apart(game: str, pieces: PieceSet) -> None:
    assert set(pieces.art) == set(game_of(game).geometry.art)
    tokens: set[str] = set()
    for parts in pieces.art.values():
        glyphs = {glyph_name(part) for part in parts if isinstance(part, GlyphPart)}
        assert glyphs <= names()
        for part in parts:
            tokens.add(part.fill)
            if isinstance(part, DiscPart | BallPart):
                tokens.add(part.ring)
            if isinstance(part, ShapePart):
                tokens.add(part.line)
    for theme in (*THEMES.values(), *BOARD_THEMES.values()):
        assert tokens - {""} <= set(theme.colours)
    drawn = list(pieces.art.values())
    if game != "shogi":  # where the sides differ by the direction in which a piece faces
        assert len(set(drawn)) == len(drawn)


@pytest.mark.parametrize(
    ("game", "id", "kinds", "written"),
    [
        ("xiangqi", "traditional", ("red-king", "black-rook", "red-horse"), "帥車傌"),
        ("xiangqi", "simplified", ("red-king", "black-rook", "red-horse"), "帅车马"),
        ("xiangqi", "letters", ("red-king", "black-rook", "red-horse"), "KRH"),
        ("chess", "letters", ("white-king", "black-knight", "black-pawn"), "KNP"),
    ],
)
def test_sets_write_what_they_are_called(
    game: str, id: str, kinds: tuple[str, ...], written: str
) -> None:
    art = next(one.art for one in game_of(game).piece_sets if one.id == id)
    glyphs = [part.glyph for kind in kinds for part in art[kind] if isinstance(part, GlyphPart)]
    assert "".join(glyph[-1] for glyph in glyphs) == written
