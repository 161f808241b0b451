"""Fields: which values they allow, when they apply, and what tables are made of them."""

from __future__ import annotations

import pytest

from viewer.base.fields import (
    BUTTON,
    CHOICE,
    FLAG,
    LINES,
    NUMBER,
    TEXT,
    Field,
    FieldKind,
    Values,
    values_of,
)
from viewer.base.messages import Message, message
from viewer.base.refused import Refused

NAME = message("Name")
CHOICES = {"a": message("first"), "b": message("second")}


@pytest.mark.parametrize(
    ("kind", "right", "wrong"),
    [
        (TEXT, ["", "a b"], [1, True, None]),
        (LINES, ["a\nb"], [0]),
        (NUMBER, [-2, 0, 9], [-3, 10, True, "1", 1.5]),
        (CHOICE, ["a", "b"], ["c", "", 0, None, []]),
        (FLAG, [True, False], [0, 1, "yes"]),
        (BUTTON, [], ["", True]),
    ],
)
def test_what_a_kind_allows(kind: FieldKind, right: list[object], wrong: list[object]) -> None:
    field = Field("x", NAME, kind, choices=CHOICES, low=-2, high=9)
    assert [value for value in right if not field.allows(value)] == []
    assert [value for value in wrong if field.allows(value)] == []


def test_a_fault_is_that_of_the_check() -> None:
    def no_spaces(text: str) -> Message | None:
        return message("There is a space.") if " " in text else None

    field = Field("x", NAME, check=no_spaces)
    assert field.fault("ab") is None
    assert str(field.fault("a b")) == "There is a space."
    assert str(Field("x", NAME, NUMBER, 1, high=3).fault(4)) == "Name can't be 4"


def test_a_field_applies_by_the_values_of_its_table() -> None:
    def is_a(values: Values) -> bool:
        return values["kind"] == "a"

    assert Field("x", NAME).applies({})
    assert Field("x", NAME, condition=is_a).applies({"kind": "a"})
    assert not Field("x", NAME, condition=is_a).applies({"kind": "b"})


def test_values_of_a_table_are_read_from_texts() -> None:
    fields = (
        Field("n", NAME, NUMBER, 3, low=-1, high=9),
        Field("f", NAME, FLAG, False),
        Field("c", NAME, CHOICE, "a", CHOICES),
        Field("t", NAME, TEXT, "x"),
        Field("b", NAME, BUTTON),
    )
    assert values_of(fields, {}) == {"n": 3, "f": False, "c": "a", "t": "x"}
    given = {"n": "-1", "f": "Yes", "c": "b", "t": ""}
    assert values_of(fields, given) == {"n": -1, "f": True, "c": "b", "t": ""}
    assert values_of(fields, {"n": 9, "f": True})["n"] == 9
    for wrong in ({"n": "10"}, {"n": "x"}, {"n": "²"}, {"f": "2"}, {"c": "z"}, {"b": ""}, {"q": 1}):
        with pytest.raises(Refused):
            values_of(fields, wrong)
