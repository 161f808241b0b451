"""Docstrings name only what is there."""

from __future__ import annotations

import ast
import builtins
import re
from pathlib import Path

import viewer

ROOT = Path(viewer.__file__).parent
CLASS = re.compile(r"^ *class (\w+)", re.MULTILINE)
RAISES = re.compile(r"[Rr]aises ([A-Z]\w+(?:(?:, | or | and |, or )[A-Z]\w+)*)")


def test_exceptions_in_docstrings_exist() -> None:
    texts = {path: path.read_text("utf-8") for path in ROOT.rglob("*.py")}
    known = {*dir(builtins), *(name for text in texts.values() for name in CLASS.findall(text))}
    missing = [
        f"{path.relative_to(ROOT)}: {name}"
        for path, text in texts.items()
        if RAISES.search(text)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
        for found in RAISES.findall(ast.get_docstring(node) or "")
        for name in re.findall(r"[A-Z]\w+", found)
        if name not in known
    ]
    assert not missing
