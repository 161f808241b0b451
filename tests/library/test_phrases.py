"""What is typed in the bar of a library, in languages that put blanks between words and in others."""

from __future__ import annotations

import pytest

from viewer.base.messages import Message
from viewer.library.phrases import Understanding

WITHOUT_BLANKS = {
    "since {what}": "{what}年以降",
    "after {what}": "{what}より後",
    "rating from {what}": "レーティング{what}以上",
    "event {what}": "棋戦 {what}",
}


def translated(message: Message) -> str:
    return WITHOUT_BLANKS.get(message.template, message.text())


@pytest.mark.parametrize(
    ("typed", "conditions"),
    [
        ("since 1900 event London", {"date_from": "1900", "event": "London"}),
        ("event: London", {"event": "London"}),
        ("event:London", {"words": "event:London"}),
        ("羽生 1990年以降", {"date_from": "1990", "words": "羽生"}),
        ("1840より後", {"date_from": "1841"}),
        ("レーティング1800以上", {"rating_from": "1800"}),
        ("棋戦 名人戦", {"event": "名人戦"}),
        ("棋戦：名人戦", {"event": "名人戦"}),
        ("棋戦名人戦", {"words": "棋戦名人戦"}),
    ],
)
def test_words_may_touch_their_value_where_the_language_has_no_blanks(
    typed: str, conditions: dict[str, str]
) -> None:
    assert Understanding(translated).conditions(typed) == conditions
