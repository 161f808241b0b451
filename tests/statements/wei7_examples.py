"""Examples for the statements of wei7: a file that follows every rule, and files with one change of it."""

from __future__ import annotations

import copy
import json
from typing import Any

from statement import Example, Statement

GONE = object()
"""Instead of a value: the member is left out."""


def point(x: object, y: object) -> dict[str, object]:
    """A point."""
    return {"x": x, "y": y}


def step(kind: str, value: object, **more: object) -> dict[str, object]:
    """A step."""
    return {"action": {"type": kind, "value": value}, **more}


def move(color: object, x: object, y: object, **more: object) -> dict[str, object]:
    """A move; `more` are members of its value."""
    return step("move", {"color": color, "point": point(x, y), **more})


def stone(color: object, x: object, y: object) -> dict[str, object]:
    """A preset stone."""
    return {"color": color, "point": point(x, y)}


BASE: dict[str, Any] = {
    "format": "wei7",
    "version": "3.0",
    "size": {"width": 13, "height": 9},
    "info": {
        "domain": "example.org",
        "id": "1",
        "name": "A game",
        "rules": {"scoring": "area", "komi": 7.5, "type": "Chinese"},
        "time": "2013-03-21T03:21Z",
        "place": "Here",
        "participants": [
            {"domain": "d", "id": "1", "name": "A", "title": "t", "rank": "3d"},
            {"name": "B"},
        ],
        "players": [{"participant": 0, "color": 1}, {"participant": 1, "color": 2}],
        "result": {"winner": 1, "margin": 2.5},
    },
    "tree": {
        "title": "Contents",
        "pre": {
            "stones": [stone(1, 2, 2), stone(2, 10, 2)],
            "problem": {"color": 1},
            "marks": [{"point": point(0, 0), "symbol": "a"}],
            "comment": "A comment",
        },
        "steps": [
            {
                **move(1, 4, 4, evaluation="good", problem={"color": 2}),
                "time": 1.5,
                "actor": 0,
                "marks": [{"point": point(4, 4), "symbol": "b"}],
                "comment": "A comment",
            },
            step("message", "Hello", time=2, actor=1),
            step("takeback", 1, time=3, actor=0),
            step("mark", {"point": point(3, 3), "symbol": "c"}, time=4, actor=0),
            step("result", {"winner": 1}, time=5, actor=1),
        ],
        "branches": [{"steps": [move(1, 5, 5)]}, {"steps": [move(1, 6, 6)]}],
    },
}


def example(words: str, data: object, name: str = "") -> Example:
    """A file with this content."""
    return Example(words, json.dumps(data, ensure_ascii=False).encode(), name)


USUAL = example("the usual file", BASE)


def at(path: str, value: object) -> Example:
    """The usual file with another value at a path (`tree.steps.0.time`), or without it (GONE)."""
    data = copy.deepcopy(BASE)
    *names, last = path.split(".")
    place: Any = data
    for name in names:
        place = place[int(name)] if isinstance(place, list) else place[name]
    key = int(last) if isinstance(place, list) else last
    if value is GONE:
        del place[key]
        return example(f"without {path}", data)
    place[key] = value
    text = json.dumps(value, ensure_ascii=False)
    return example(f"{path}: {text if len(text) < 120 else text[:100] + '…'}", data)


def tree(value: object, words: str = "", size: object = 9) -> Example:
    """A file of nothing but this tree."""
    data = {"format": "wei7", "version": "3.0", "size": size, "tree": value}
    return example(words or json.dumps(value, ensure_ascii=False), data)


def info(value: object) -> Example:
    """A file with this info and no moves."""
    data = {"format": "wei7", "version": "3.0", "info": value, "tree": {}}
    return example(f"info: {json.dumps(value, ensure_ascii=False)}", data)


def raw(text: str, words: str = "") -> Example:
    """A file with this text."""
    return Example(words or text, text.encode())


def rule(
    section: str,
    says: str,
    path: str,
    good: object,
    bad: object,
    finding: str,
    why: str = "",
) -> Statement:
    """A rule for the value at a path: a good and a bad one."""
    return Statement(
        section, says, at(path, good), at(path, bad), f"wei7.strict.{finding}", (), why
    )
