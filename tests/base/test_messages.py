"""Messages: templates with arguments, translated where they are shown."""

from __future__ import annotations

from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.base.messages import NOTHING, Message, counted, in_context, message, sentences


class German:
    """A catalog as gettext has them."""

    templates: ClassVar[dict[str, str]] = {
        "Red": "Rot",
        "Move": "Zug",
        "{side} played {moves}": "{moves} von {side}",
    }

    def gettext(self, message: str, /) -> str:
        assert message, "gettext answers an empty text with what a catalog says of itself"
        return self.templates.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        assert (msgid1, msgid2) == ("{count} move", "{count} moves")
        return "{count} Zug" if n == 1 else "{count} Züge"

    def pgettext(self, context: str, message: str, /) -> str:
        return "Ziehen" if (context, message) == ("to do", "Move") else message


def test_template_and_arguments() -> None:
    words = message("{count} moves", count=3)
    assert (words.template, dict(words.args)) == ("{count} moves", {"count": 3})
    assert str(words) == "3 moves"


def test_a_message_in_a_message_is_translated_on_its_own() -> None:
    words = message(
        "{side} played {moves}",
        side=message("Red"),
        moves=counted("{count} move", "{count} moves", 2),
    )
    assert str(words) == "Red played 2 moves"
    assert words.text(German()) == "2 Züge von Rot"


def test_doubled_braces_are_braces_with_and_without_arguments() -> None:
    assert str(message("a {{b}} c")) == "a {b} c"
    assert str(message("a {{b}} {c}", c="d")) == "a {b} d"


@given(st.text())
def test_an_argument_is_never_a_template(text: str) -> None:
    """What a file says may hold braces."""
    assert str(message("<{what}>", what=text)) == f"<{text}>"


def test_equal_messages_are_equal() -> None:
    assert message("Red") == Message("Red")
    assert message("{n}", n=1) != message("{n}", n=2)


def test_a_sentence_has_whole_characters_only() -> None:
    inner = message("“{text}”", text="a\ud83d")
    assert message("{inner} ü", inner=inner).text() == "“a\ufffd” ü"


@pytest.mark.parametrize(("count", "text"), [(0, "0 moves"), (1, "1 move"), (2, "2 moves")])
def test_how_many_there_are(count: int, text: str) -> None:
    assert counted("{count} move", "{count} moves", count).text() == text


@pytest.mark.parametrize(("count", "text"), [(0, "0 Züge"), (1, "1 Zug"), (2, "2 Züge")])
def test_a_catalog_decides_which_plural_a_number_has(count: int, text: str) -> None:
    assert counted("{count} move", "{count} moves", count).text(German()) == text


def test_a_context_tells_apart_what_is_one_word_in_english() -> None:
    noun, verb = message("Move"), in_context("to do", "Move")
    assert noun != verb
    assert str(noun) == str(verb) == "Move"
    assert (noun.text(German()), verb.text(German())) == ("Zug", "Ziehen")


def test_nothing_is_nothing_in_every_language() -> None:
    assert NOTHING.text(German()) == str(NOTHING) == ""


def test_other_arguments_leave_plural_and_context() -> None:
    words = counted("{count} move", "{count} moves", 2).given(count="two")
    assert words.text() == "two moves"
    assert in_context("to do", "Move {it}").given(it=1).context == "to do"


def test_a_number_is_shown_as_it_is_to_be_shown() -> None:
    words = counted(
        "{count} game of {name}", "{count} games of {name}", 1234, count="1,234", name="x"
    )
    assert words.text() == "1,234 games of x"


def test_sentences_are_one_text() -> None:
    said = [message("One."), message("Two: {what}.", what="2"), message("Three.")]
    assert sentences(said).text() == "One. Two: 2. Three."
    assert sentences(said[:1]) == said[0]
    assert sentences([]) == NOTHING
