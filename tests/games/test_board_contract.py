"""What every game says about its boards for those who draw on them and set them up."""

from __future__ import annotations

import pytest

from viewer.games import GAMES, game_of
from viewer.games.capabilities import Editable, Holding, Placing
from viewer.tree.action import Move

KINDS = {
    *("triangle", "square", "circle", "cross", "label", "line", "arrow"),
    *("territory", "selected", "dim"),
}


@pytest.mark.parametrize("id", list(GAMES))
def test_marks_are_of_known_kinds(id: str) -> None:
    game = game_of(id)
    assert game.mark_sign in game.mark_kinds
    assert set(game.mark_kinds) <= KINDS
    assert len(set(game.mark_kinds)) == len(game.mark_kinds)


@pytest.mark.parametrize("id", list(GAMES))
def test_boards_that_are_turned_by_quarters_have_no_side_of_a_player(id: str) -> None:
    game = game_of(id)
    if game.quarter_turns:
        geometry = game.geometry
        assert not geometry.turned
        assert not geometry.texts
        assert len(geometry.panels) < 2
        assert geometry.tall == 1.0


@pytest.mark.parametrize("id", list(GAMES))
def test_pieces_are_put_by_one_touch_or_moved(id: str) -> None:
    game = game_of(id)
    start = game.start(None)
    legal = list(game.legal_moves(start))
    if not isinstance(game, Placing):
        assert all(len(game.touches(move)) > 1 for move in legal)
        return
    assert len(game.stones) == len(game.sides)
    assert all(kind in game.geometry.art for kind in game.stones)
    for move in legal[:50]:
        (place,) = game.touches(move)
        assert game.stone(start, start.side, place) == move
        after = game.step(start, move)
        assert game.violation(after) is None
        assert dict(game.pieces(after))[place] == game.stones[start.side]
        again = game.stone(after, after.side, place)
        assert isinstance(again, Move)
        assert game.violation(game.step(after, again)) is not None
    assert game.stone(start, 0, "no place") is None


@pytest.mark.parametrize("id", list(GAMES))
def test_a_set_up_in_mid_game_leads_to_the_pieces_that_are_wanted(id: str) -> None:
    game = game_of(id)
    if not isinstance(game, Editable):
        return
    before = game.start(None)
    for move in list(game.legal_moves(before))[:1]:
        before = game.step(before, move)
    place, kind = next(iter(game.pieces(before)))
    free = next(one for one in game.geometry.squares if one not in dict(game.pieces(before)))
    wanted = {**dict(game.pieces(before)), free: kind}
    if isinstance(game, Holding) and game.put(free, kind) != (free, kind):
        return
    for side in (None, 0, 1):
        after = game.step(before, game.rearranged(before, wanted, side))
        assert dict(game.pieces(after)) == wanted
        assert after.side == (before.side if side is None else side)
    del wanted[place]
    after = game.step(before, game.rearranged(before, wanted, None))
    assert dict(game.pieces(after)) == wanted
