"""Attributes that are made when they are first asked for."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from viewer.base.loading import load_named

T = TypeVar("T")


class Late(Generic[T]):
    """An attribute whose class is loaded, and called with its owner, when it is first asked for.

    `name in vars(owner)` tells whether it has been.
    """

    def __init__(self, made_by: str) -> None:
        """`made_by`: the class, as "module:name"."""
        self._made_by = made_by

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self._name = name

    def __get__(self, owner: Any, kind: type[Any] | None = None) -> T:
        made: T = load_named(self._made_by)(owner)
        vars(owner)[self._name] = made  # which is found before this from now on
        return made


class Rest(Generic[T]):
    """An attribute that its owner's `complete` makes, with others; asking for it completes the owner."""

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self._name = name

    def __get__(self, owner: Any, kind: type[Any] | None = None) -> T:
        owner.complete()
        try:
            made: T = vars(owner)[self._name]  # which is found before this from now on
        except KeyError:
            raise AttributeError(f"{self._name} isn't made yet") from None
        return made
