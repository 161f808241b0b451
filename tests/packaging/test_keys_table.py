"""The table of keys in docs/keys.md is the one that the registered commands give."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "keys.md"

pytestmark = pytest.mark.gui


@pytest.fixture(scope="module")
def keys_table() -> ModuleType:
    path = ROOT / "packaging" / "keys_table.py"
    spec = importlib.util.spec_from_file_location("keys_table", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_has_the_keys_of_the_commands(keys_table: ModuleType) -> None:
    text = PAGE.read_text("utf-8")
    assert keys_table.put_in(text, keys_table.table()) == text, (
        "python packaging/keys_table.py --write makes them equal"
    )


def test_the_manual_on_a_terminal_has_the_names_of_the_commands(keys_table: ModuleType) -> None:
    assert keys_table.NAMES.read_text("utf-8") == keys_table.names(), (
        "python packaging/keys_table.py --write makes them equal"
    )


def test_every_key_is_in_the_table_once(keys_table: ModuleType) -> None:
    rows = list(keys_table.rows_of(keys_table.COMMANDS.values()))
    shown = [command.id for row in rows for command in row]
    assert sorted(shown) == sorted(one.id for one in keys_table.COMMANDS.values() if one.keys)
    assert max(map(len, rows)) <= keys_table.MOST
    table = keys_table.table()
    assert len(table.splitlines()) == len(rows) + 2
    assert "Ctrl+Pg" in table
    assert (
        "| → · ← · Home · End | Next move · Previous move · Start of the game · End of the line |"
        in table
    )


def test_a_text_without_the_marks_is_refused(keys_table: ModuleType) -> None:
    with pytest.raises(ValueError, match="aren't in the text"):
        keys_table.put_in("no marks", "rows")
