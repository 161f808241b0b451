"""Named tuples of `viewer.base.named` beside those of `typing`."""

from __future__ import annotations

import copy
import pickle
import re
import typing
from pathlib import Path
from typing import Generic, TypeVar

import pytest

import viewer
from viewer.base import named

T = TypeVar("T")


class Ours(named.NamedTuple):
    """With a default and a property."""

    first: int
    second: tuple[str, ...] = ()

    @property
    def sum(self) -> int:
        return self.first + len(self.second)


class Theirs(typing.NamedTuple):
    first: int
    second: tuple[str, ...] = ()


class Boxed(named.NamedTuple, Generic[T]):
    value: T


def test_values_are_those_of_typing() -> None:
    for given, by_name in (((1,), {}), ((1, ("a",)), {}), ((), {"second": ("b",), "first": 2})):
        ours, theirs = Ours(*given, **by_name), Theirs(*given, **by_name)  # type: ignore[arg-type]  # on purpose
        assert ours == theirs
        assert hash(ours) == hash(theirs)
        assert repr(ours) == repr(theirs).replace("Theirs", "Ours")
        assert ours._asdict() == theirs._asdict()
        assert ours._replace(first=7) == theirs._replace(first=7)
        assert type(ours._replace(first=7)) is Ours
        assert Ours._make(theirs) == ours
        assert pickle.loads(pickle.dumps(ours)) == copy.deepcopy(ours) == ours
    assert Ours._fields == Theirs._fields == Ours.__match_args__
    assert Ours._field_defaults == Theirs._field_defaults
    assert Ours(1, ("a", "b")).sum == 3
    assert Boxed[int](3).value == 3


@pytest.mark.parametrize("given", [(), (1, (), 3)])
def test_a_wrong_number_of_values_is_refused(given: tuple[object, ...]) -> None:
    for kind in (Ours, Theirs):
        with pytest.raises(TypeError, match="argument"):
            kind(*given)  # type: ignore[arg-type]  # on purpose
        if given:
            with pytest.raises(TypeError, match="Expected 2 arguments, got 3"):
                kind._make(given)
    with pytest.raises(ValueError, match="unexpected field names"):
        Ours(1)._replace(third=3)  # type: ignore[call-arg]  # on purpose


def test_fields_without_a_default_stand_first() -> None:
    with pytest.raises(TypeError, match="without a default"):

        class Wrong(named.NamedTuple):  # type: ignore[misc]  # on purpose
            first: int = 0
            second: str  # type: ignore[misc]  # on purpose


def test_a_class_derived_from_one_makes_its_own_values() -> None:
    class More(Ours):
        pass

    assert type(More(1)) is More
    assert type(Ours(1)) is Ours


def test_no_module_defines_one_of_typing() -> None:
    house = Path(viewer.__file__).parent
    texts = {path: path.read_text("utf-8") for path in house.rglob("*.py") if path.stem != "named"}
    assert not [
        path for path, text in texts.items() if re.search(r"typing import .*NamedTuple", text)
    ]
