"""Every call that makes a message is written so that translators' tools find all of its templates."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import viewer

ROOT = Path(viewer.__file__).parent
TEMPLATES = {"message": slice(0, 1), "counted": slice(0, 2), "in_context": slice(0, 2)}
"""Where the arguments stand that have to be written out."""
_MAY = re.compile(rf"\b(Message|{'|'.join(TEMPLATES)})\(|[=<>]\s*1\b")
"""What a source without any fault may lack: a message, or a comparison with 1."""


class Call(NamedTuple):
    """A call in a source file."""

    place: str
    name: str
    node: ast.Call


def _makes_a_message(text: ast.JoinedStr) -> bool:
    inner = (one.func for one in ast.walk(text) if isinstance(one, ast.Call))
    return any(isinstance(one, ast.Name) and one.id in TEMPLATES for one in inner)


def faults(source: str, place: str = "x") -> list[str]:
    """What is wrong with the messages of a source file."""
    found: list[str] = []
    if not _MAY.search(source):
        return found
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            found += _of_call(Call(f"{place}:{node.lineno}", node.func.id, node))
        if isinstance(node, ast.IfExp) and _decides_by_one(node):
            found.append(f"{place}:{node.lineno}: a plural made by hand; that is counted(…)")
        if isinstance(node, ast.JoinedStr) and _makes_a_message(node):
            found.append(f"{place}:{node.lineno}: within an f-string no tool finds it")
    return found


def _of_call(call: Call) -> Iterator[str]:
    if call.name == "Message":
        yield f"{call.place}: Message(…) is no mark for translators; message(…), counted(…), …"
    if call.name not in TEMPLATES:
        return
    arguments = call.node.args[TEMPLATES[call.name]]
    if len(arguments) < len(range(9)[TEMPLATES[call.name]]):
        yield f"{call.place}: no template"
    for one in arguments:
        if not isinstance(one, ast.Constant) or not isinstance(one.value, str):
            yield f"{call.place}: {call.name}({ast.unparse(one)}) is computed"
        elif not one.value.strip():
            yield f"{call.place}: an empty template, which gettext answers with a catalog's head"
    yield from _of_places(call, arguments)


def _of_places(call: Call, arguments: list[ast.expr]) -> Iterator[str]:
    """Every argument has its place in a template; a place may be filled in later, by `given`."""
    if not call.node.keywords:
        return
    texts = [str(one.value) for one in arguments if isinstance(one, ast.Constant)]
    places = {name for text in texts for name in places_of(text)}
    given = {one.arg for one in call.node.keywords}
    if call.name == "counted":
        given.add("count")
        places.add("count")
    if not given - {None} <= places:
        yield f"{call.place}: {sorted(places)} in the template, {sorted(given - {None})} given"


def places_of(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def _decides_by_one(node: ast.IfExp) -> bool:
    """Whether an expression is one message where something is 1, else another."""
    test = node.test
    return (
        isinstance(test, ast.Compare)
        and any(isinstance(one, ast.Constant) and one.value == 1 for one in test.comparators)
        and all(
            (
                isinstance(one, ast.Call)
                and isinstance(one.func, ast.Name)
                and one.func.id in TEMPLATES
            )
            or (
                isinstance(one, ast.Constant) and isinstance(one.value, str) and one.value.isalpha()
            )
            for one in (node.body, node.orelse)
        )
    )


@pytest.mark.parametrize(
    "source",
    [
        'message("a" if x else "b")',
        'message("a" + x)',
        'message(f"a {x}")',
        "message(x)",
        'message("")',
        "message()",
        'counted("a", x, 2)',
        'counted("a")',
        'in_context(x, "a")',
        'in_context("verb", "a" if x else "b")',
        'Message("a")',
        'message("a {x}", y=1)',
        'message("a {x}", x=1, y=1)',
        'counted("a {x}", "{count} a", 2, y=1)',
        'message("a") if x == 1 else message("b")',
        'counted("a", "b", x) if x != 1 else message("b")',
        '"move" if count == 1 else "moves"',
        "f\"{tr(message('a'))} b\"",
    ],
)
def test_what_translators_would_not_find_is_a_fault(source: str) -> None:
    assert faults(source)


@pytest.mark.parametrize(
    "source",
    [
        'message("a " "b")',
        'message("a {x}", x=1)',
        'message("a {x} {y}", x=1)',  # y is filled in later
        'message("a {x}", **args)',
        'counted("one a", "{count} a", count)',
        'in_context("verb", "a")',
        'message("a") if x else message("b")',
    ],
)
def test_what_translators_find_is_right(source: str) -> None:
    assert not faults(source)


def test_the_messages_of_all_modules_can_be_found() -> None:
    home = ROOT / "base" / "messages.py"
    found = [
        fault
        for path in sorted(ROOT.rglob("*.py"))
        if path != home
        for fault in faults(path.read_text("utf-8"), str(path.relative_to(ROOT)))
    ]
    assert not found, "\n".join(found)
