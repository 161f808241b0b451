"""Docstrings name only what is there."""

from __future__ import annotations

import ast
import builtins
import re
from pathlib import Path

import viewer

ROOT = Path(viewer.__file__).parent
RAISES = re.compile(r"[Rr]aises ([A-Z]\w+(?:(?:, | or | and |, or )[A-Z]\w+)*)")


def test_exceptions_in_docstrings_exist() -> None:
    trees = {path: ast.parse(path.read_text("utf-8")) for path in ROOT.rglob("*.py")}
    known = set(dir(builtins))
    for tree in trees.values():
        known.update(node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    missing = [
        f"{path.relative_to(ROOT)}: {name}"
        for path, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
        for found in RAISES.findall(ast.get_docstring(node) or "")
        for name in re.findall(r"[A-Z]\w+", found)
        if name not in known
    ]
    assert not missing
