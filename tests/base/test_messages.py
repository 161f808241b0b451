"""Messages: templates with arguments, translated where they are shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.base.messages import Message, counted, message

GERMAN = {
    "{count} moves": "{count} Züge",
    "Red": "Rot",
    "{side} played {count}": "{count} von {side}",
}


def german(template: str) -> str:
    return GERMAN.get(template, template)


def test_template_and_arguments() -> None:
    words = message("{count} moves", count=3)
    assert (words.template, dict(words.args)) == ("{count} moves", {"count": 3})
    assert str(words) == "3 moves"
    assert words.text(german) == "3 Züge"


def test_a_message_in_a_message_is_translated_on_its_own() -> None:
    words = message(
        "{side} played {count}", side=message("Red"), count=message("{count} moves", count=2)
    )
    assert str(words) == "Red played 2 moves"
    assert words.text(german) == "2 Züge von Rot"


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


def test_a_number_is_shown_as_it_is_to_be_shown() -> None:
    words = counted(
        "{count} game of {name}", "{count} games of {name}", 1234, count="1,234", name="x"
    )
    assert words.text() == "1,234 games of x"
