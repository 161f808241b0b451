"""Possessive repeats of groups are matched rightly in every Python that Qipu runs in."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import viewer
from viewer.base import patterns
from viewer.base.patterns import atomic, compiled, late

HOUSE = Path(viewer.__file__).parent
POSSESSIVE = re.compile(r"\)(?:[*+?]|\{[0-9]*,?[0-9]*\})\+")
# As it may stand in a source: in two texts that are one.
_MAY = re.compile(r"""\)["'\srb]*(?:[*+?]|\{[0-9,]*\})["'\srb]*\+""")


def test_what_an_item_that_failed_had_taken_is_given_back() -> None:
    """Python 3.11.2, which is Debian 12's, takes “abca” here."""
    found = compiled("(?:a[b]+c)*+").match("abcabd")
    assert found is not None
    assert found.group() == "abc"


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("(?:a[b]+c)*+", "(?>(?:a[b]+c)*)"),
        (r"(a\))++b", r"(?>(a\))+)b"),
        ("([)*+]x)?+", "(?>([)*+]x)?)"),
        ("([]()]|(?:b)*+){1,3}+", "(?>([]()]|(?>(?:b)*)){1,3})"),
        ("(?:a){2,}+(?P<n>b){,4}+(c){5}+", "(?>(?:a){2,})(?>(?P<n>b){,4})(?>(c){5})"),
        (r"a*+[b]++\(*+c{1,2}+(?:d)*(e)+?", r"a*+[b]++\(*+c{1,2}+(?:d)*(e)+?"),
    ],
)
def test_only_repeats_of_groups_are_written_otherwise(pattern: str, expected: str) -> None:
    assert atomic(pattern) == expected
    assert atomic(pattern.encode()) == expected.encode()
    assert re.compile(expected)


def test_a_python_that_is_right_gets_the_pattern_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "BROKEN", False)
    assert compiled("(?:ab)*+", re.DOTALL).pattern == "(?:ab)*+"
    monkeypatch.setattr(patterns, "BROKEN", True)
    assert compiled("(?:ab)*+", re.DOTALL).pattern == "(?>(?:ab)*)"


def test_a_late_pattern_is_compiled_at_its_first_use(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def told(pattern: str, flags: int = 0) -> re.Pattern[str]:
        asked.append(pattern)
        return re.compile(pattern, flags)

    monkeypatch.setattr(patterns, "compiled", told)
    pattern = late("(a+)B", re.IGNORECASE)
    assert not asked
    assert pattern.sub(r"\1", "aab c") == "aa c"
    assert pattern.fullmatch("aab")
    assert (pattern.pattern, pattern.groups) == ("(a+)B", 1)
    assert asked == ["(a+)B"]
    assert copy.copy(late("a+")).fullmatch("aa")


def test_no_module_with_such_a_pattern_asks_re_itself() -> None:
    having, wrong = [], []
    for path in HOUSE.rglob("*.py"):
        text = path.read_text("utf-8")
        if not _MAY.search(text):
            continue
        tree = ast.parse(text)
        if path != Path(patterns.__file__) and any(map(POSSESSIVE.search, literals(tree))):
            having.append(path.name)
            calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
            asked = (call for call in calls if ast.unparse(call.func).startswith("re."))
            wrong += [path.name for call in asked if any(map(POSSESSIVE.search, literals(call)))]
    assert len(having) > 10
    assert wrong == []


def literals(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        value = getattr(node, "value", None)
        if isinstance(value, bytes):
            yield value.decode("latin-1")
        elif isinstance(value, str):
            yield value
