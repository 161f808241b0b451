"""Calls that wait: they come once, and never after their owner."""

from __future__ import annotations

import ast
import gc
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer

import viewer
from viewer.ui.toolkit.later import later


def running() -> int:
    return sum(
        isinstance(thing, QTimer) and shiboken6.isValid(thing) and thing.isActive()
        for thing in gc.get_objects()
    )


@pytest.mark.parametrize("ms", [0, 4])
def test_it_comes_once(qtbot, ms: int) -> None:
    owner, called = QObject(), []
    later(owner, lambda: called.append(True), ms)
    assert called == []
    qtbot.waitUntil(lambda: called == [True])
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert owner.children() == []


@pytest.mark.parametrize("ms", [0, 4])
def test_it_goes_with_its_owner(qtbot, ms: int) -> None:
    before = running()
    owner, called = QObject(), []
    later(owner, lambda: called.append(True), ms)
    assert running() == before + 1
    shiboken6.delete(owner)
    assert running() == before
    after, came = QObject(), []
    later(after, lambda: came.append(True), ms + 1)
    qtbot.waitUntil(lambda: came == [True])
    assert called == []


def test_nothing_waits_without_an_owner() -> None:
    folder = Path(viewer.__file__).parent
    for path in folder.rglob("*.py"):
        text = path.read_text("utf-8")
        if "singleShot" not in text and "QTimer" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Attribute):
                assert node.attr != "singleShot", f"{path.relative_to(folder)}:{node.lineno}"
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                owned = node.func.id != "QTimer" or node.args
                assert owned, f"{path.relative_to(folder)}:{node.lineno}: a timer has an owner"
