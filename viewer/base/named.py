"""`NamedTuple`, defined in a tenth of the time that `typing.NamedTuple` takes.

That compiles every annotation and a constructor for each class as it is defined: a fifth of what
importing our modules cost, for classes of which most aren't used before the first board stands. Here the
constructor is compiled at the first call. Type checkers see `typing.NamedTuple`; values have its methods,
and pickle as its values do.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    _Getter = type(namedtuple("_Getter", "first").first)  # in C where there is one

    class _Named(tuple):
        """What all named tuples have."""

        __slots__ = ()
        _fields = ()
        _field_defaults = {}  # noqa: RUF012  # those of each class are its own

        def __new__(cls, *values: Any, **named: Any) -> _Named:
            # The first call of a class: its own constructor takes this one's place.
            owner = next(each for each in cls.__mro__ if "_fields" in each.__dict__)
            fields = ", ".join(owner._fields)
            made = eval(f"lambda _cls, {fields}: _new(_cls, ({fields},))", {"_new": tuple.__new__})
            made.__name__, made.__qualname__ = "__new__", f"{owner.__qualname__}.__new__"
            made.__module__ = owner.__module__
            made.__defaults__ = tuple(owner._field_defaults.values())
            owner.__new__ = staticmethod(made)
            return made(cls, *values, **named)

        @classmethod
        def _make(cls, values: Iterable[Any]) -> _Named:
            made = tuple.__new__(cls, values)
            if len(made) != len(cls._fields):
                raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
            return made

        def _replace(self, /, **named: Any) -> _Named:
            made = tuple.__new__(self.__class__, map(named.pop, self._fields, self))
            if named:
                raise ValueError(f"Got unexpected field names: {list(named)!r}")
            return made

        def _asdict(self) -> dict[str, Any]:
            return dict(zip(self._fields, self, strict=True))

        def __getnewargs__(self) -> tuple[Any, ...]:
            return tuple(self)

        def __repr__(self) -> str:
            shown = ", ".join(f"{name}={value!r}" for name, value in self._asdict().items())
            return f"{type(self).__name__}({shown})"

    class _Maker(type):
        def __new__(mcs, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> type:
            fields = tuple(space.get("__annotations__", ()))
            defaults = {field: space[field] for field in fields if field in space}
            if tuple(defaults) != fields[len(fields) - len(defaults) :]:
                raise TypeError(f"{name} has a field without a default behind one with a default")
            getters = {field: _Getter(at, "") for at, field in enumerate(fields)}
            own = {"_fields": fields, "_field_defaults": defaults, "__match_args__": fields}
            return type(name, (_Named, *bases[1:]), {**space, **getters, **own, "__slots__": ()})

    NamedTuple = type.__new__(_Maker, "NamedTuple", (), {})
