"""What PySide does at imports that Qipu has no use for, or not yet."""

from __future__ import annotations

import builtins
import contextlib
import sys
from collections.abc import Callable, Iterator
from functools import partial
from threading import RLock
from types import CodeType
from typing import Any

_SUPPORT = "shibokensupport"
_SIGNATURES = frozenset(
    f"{_SUPPORT}/signature/{name}.py"
    for name in (
        *("mapping", "errorhandler", "layout", "parser"),
        *("lib/enum_sig", "lib/pyi_generator", "lib/tool"),
    )
)
"""Modules of PySide that word its errors and signatures. It has them as source, in its library."""
_TAKEN = "update_mapping"  # which PySide takes from the module's dictionary, as it stands there
_STAND_IN = f"__import__({__name__!r}, fromlist=['*']).fill_when_asked(__name__)"
_sources: dict[str, Any] = {}  # of these modules as long as they are empty, by name
_taken: list[object] = []  # kept, since PySide counts no reference to what it takes
_filling = RLock()


@contextlib.contextmanager
def _signatures_late() -> Iterator[None]:
    """While PySide is imported: what it would compile of them at each start waits until it is asked for.

    That is a sixth of the time in which a bare window of PySide starts.
    """
    compile_now: Callable[..., CodeType] = builtins.compile

    def compiled(source: Any, filename: Any, mode: str, *more: Any, **named: Any) -> CodeType:
        if filename in _SIGNATURES:
            _sources[filename[: -len(".py")].replace("/", ".")] = compile_now, source, filename
            source = _STAND_IN
        return compile_now(source, filename, mode, *more, **named)

    builtins.compile = compiled  # type: ignore[assignment]  # it is the same to all others
    try:
        yield
    finally:
        builtins.compile = compile_now  # type: ignore[assignment]  # as it was


def fill_when_asked(name: str) -> None:
    """Have an empty module filled once one of its names is asked for."""
    module = vars(sys.modules[name])
    module["__getattr__"] = partial(_filled, name, module)
    if name.endswith(".mapping"):
        module[_TAKEN] = lambda: _filled(name, module, _TAKEN)()
        _taken.append(module[_TAKEN])


def _filled(name: str, module: dict[str, Any], asked: str) -> Any:
    """What a module has by a name; at first the module is filled."""
    if asked.startswith("__"):
        raise AttributeError(asked)
    with _filling:
        if name in _sources:
            compile_now, source, filename = _sources[name]
            exec(compile_now(source, filename, "exec"), module)
            del _sources[name], module["__getattr__"]
    try:
        return module[asked]
    except KeyError:
        raise AttributeError(f"module {name!r} has no attribute {asked!r}") from None


with _signatures_late():
    import PySide6  # noqa: F401  # which loads shibokensupport, with its own import hook


def read_no_sources() -> None:
    """Keep PySide from reading the source of each module that is imported from now on.

    It looks there for its name, to tell which modules can switch its optional features
    (`from __feature__ import …`), and keeps the lines: a tenth of Qipu's start and some megabytes.
    All modules count as users of PySide now; none of ours switches a feature.
    """
    with contextlib.suppress(KeyError):
        feature: Any = sys.modules[f"{_SUPPORT}.feature"]
        feature._mod_uses_pyside = _uses_pyside


def _uses_pyside(module: object) -> bool:
    return True


def import_plainly() -> None:
    """Import by Python's own function from now on: PySide's asks at each import for those features.

    For a program whose modules are all Qipu's. A script that uses Qipu may switch them.
    """
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
