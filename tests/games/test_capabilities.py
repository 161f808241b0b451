"""What only some games have is a class, and the games that have it are of that class."""

from __future__ import annotations

import inspect

import pytest

from viewer.games import GAMES, capabilities, game_of
from viewer.games.capabilities import Editable, Placing
from viewer.games.game import Game

CAPABILITIES = [
    one
    for one in vars(capabilities).values()
    if inspect.isclass(one) and issubclass(one, Game) and one is not Game
]


@pytest.mark.parametrize("capability", CAPABILITIES, ids=lambda one: one.__name__)
def test_every_capability_is_some_games(capability: type) -> None:
    assert any(isinstance(game_of(id), capability) for id in GAMES)


@pytest.mark.parametrize("capability", CAPABILITIES, ids=lambda one: one.__name__)
def test_a_capability_answers_for_no_game_that_lacks_it(capability: type) -> None:
    own = {name for name in vars(capability) if not name.startswith("_")} - vars(Game).keys()
    for id in GAMES:
        game = game_of(id)
        if not isinstance(game, capability):
            assert not [name for name in own if name in dir(game)]


@pytest.mark.parametrize("id", list(GAMES))
def test_links_have_a_look_where_there_are_links(id: str) -> None:
    game = game_of(id)
    assert (type(game).links is not Game.links) == bool(game.geometry.links)


@pytest.mark.parametrize("id", list(GAMES))
def test_trays_offer_kinds_that_have_a_look(id: str) -> None:
    game = game_of(id)
    if isinstance(game, Editable):
        assert len(game.trays) == len(game.sides)
        assert {kind for tray in game.trays for kind in tray} <= set(game.geometry.art)
    if isinstance(game, Placing):
        assert isinstance(game, Editable)
