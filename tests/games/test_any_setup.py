"""A set-up is text of a file: whatever it says, every game shows something and raises nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.games import GAMES, game_of
from viewer.games.capabilities import Counted
from viewer.scene.picture import picture
from viewer.tree.action import Setup, Written

# What positions of these games are written with, and what has nothing to do with them.
LETTERS = "[]{}()/|;:, kqrbnpKQRBNPGSLgsl+~-wbBWAEZ0123456789.×\"'\\\n\t帅兵☗<é"
PREFIXES = ("", "variant crazyhouse ", "variant ", "size ", "AB", "8/8/8/8/8/8/8/", "l[", "19 ")


@pytest.mark.parametrize("id", list(GAMES))
@given(prefix=st.sampled_from(PREFIXES), text=st.text(alphabet=LETTERS, max_size=30))
def test_no_text_of_a_set_up_raises(id: str, prefix: str, text: str) -> None:
    game = game_of(id)
    start = game.start(Setup(prefix + text))
    for state in (start, game.step(start, Written("e4")), game.step(start, Setup(text))):
        picture(game, state)
        game.violation(state)
        game.legal_moves(state)
        game.observations(state)
        game.material(state)
        game.setup_text(state)
        game.position_text(state)
        if isinstance(game, Counted):
            game.prisoners(state)
            game.score(state, game.guess_dead(state))
        for style in game.notations:
            game.notation(state, style.id)
    game.start_label(start)
    game.numbering(start)
