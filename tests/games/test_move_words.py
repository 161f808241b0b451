"""Moves that are words, as people of each language call them."""

import pytest

from viewer.base import catalogs
from viewer.games import GAMES, game_of
from viewer.games.game import Game
from viewer.games.move_words import MOVE_WORDS, SAID, word_meant

LANGUAGES = ("", "zh_CN", "zh_TW", "ja", "ko", "de")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_language_calls_a_move_is_understood(language: str) -> None:
    translator = catalogs.translator_of(language) if language else None
    said = {word: words.text(translator) for word, words in MOVE_WORDS.items()}
    assert {word: word_meant(text) for word, text in said.items()} == {word: word for word in said}


def test_no_word_means_two_moves() -> None:
    said = [word.lower() for words in SAID.values() for word in words]
    assert sorted(said) == sorted(set(said))
    assert SAID.keys() == MOVE_WORDS.keys()


@pytest.mark.parametrize("id", [id for id in GAMES if game_of(id).move_words])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_reads_its_words_in_each_language(id: str, language: str) -> None:
    game = game_of(id)
    state = game.start(None)
    translator = catalogs.translator_of(language) if language else None
    for word in game.move_words:
        said = Game.in_words(word, lambda words: words.text(translator))
        (meant,) = {game.move_meant(state, said), game.move_meant(state, said.upper())}  # type: ignore[attr-defined]  # stone games
        assert meant.text.split(" ")[-1] == word
