"""Each statement: its valid example is clean, its invalid one is found, its tests exist."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from specifications import SPECIFICATIONS, Specification
from statement import Statement, findings

from viewer.tree.diagnostic import Severity

ROOT = Path(__file__).resolve().parent.parent.parent
ROWS = [
    pytest.param(one, statement, id=f"{one.id} {number} {statement.section}")
    for one in SPECIFICATIONS
    for number, statement in enumerate(one.statements)
]


@pytest.mark.parametrize(("specification", "statement"), ROWS)
def test_the_check_tells_the_valid_from_the_invalid(
    specification: Specification, statement: Statement
) -> None:
    if statement.valid is not None:
        found = findings(specification.format, statement.valid)
        assert [one for one in found if one.severity is not Severity.INFO] == []
        assert statement.finding not in {one.code for one in found}
    if statement.invalid is not None:
        found = findings(specification.format, statement.invalid)
        assert statement.finding in {one.code for one in found}


@pytest.mark.parametrize(("specification", "statement"), ROWS)
def test_its_tests_are_there(specification: Specification, statement: Statement) -> None:
    for name in statement.tests:
        path, _, test = name.partition("::")
        assert f"def {test}(" in (ROOT / path).read_text("utf-8"), name


def test_no_statement_is_open() -> None:
    rows = [
        (one.id, row.section, row.says)
        for one in SPECIFICATIONS
        for row in one.statements
        if row.open
    ]
    assert rows == []


def test_the_pages_are_those_of_the_tables() -> None:
    spec = importlib.util.spec_from_file_location("pages", ROOT / "packaging" / "statements.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    wrong = [path.name for path, text in module.pages().items() if path.read_text("utf-8") != text]
    assert wrong == []
