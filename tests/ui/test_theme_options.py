"""Which theme Qt is asked for, so that dialogs for files are those of the desktop."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QLibraryInfo

from viewer.ui.app import theme_options

PORTAL = ["-platformtheme", "xdgdesktopportal"]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="themes are of Linux sessions")


def with_themes(monkeypatch, folder: Path, *names: str) -> None:
    themes = folder / "platformthemes"
    themes.mkdir(exist_ok=True)
    for name in names:
        (themes / name).touch()
    monkeypatch.setattr(QLibraryInfo, "path", lambda _: str(folder))


def test_desktops_without_a_theme_in_this_qt_have_their_portal(monkeypatch, tmp_path) -> None:
    with_themes(monkeypatch, tmp_path, "libqgtk3.so", "libqxdgdesktopportal.so")
    assert theme_options({"XDG_CURRENT_DESKTOP": "KDE"}) == PORTAL
    assert theme_options({"XDG_CURRENT_DESKTOP": "X:LXQt"}) == PORTAL
    for desktop in ("GNOME", "ubuntu:GNOME", "XFCE", ""):
        assert theme_options({"XDG_CURRENT_DESKTOP": desktop}) == []
    assert theme_options({}) == []


def test_a_theme_that_is_there_or_asked_for_is_used(monkeypatch, tmp_path) -> None:
    kde = {"XDG_CURRENT_DESKTOP": "KDE"}
    with_themes(monkeypatch, tmp_path)
    assert theme_options({**kde, "QT_QPA_PLATFORMTHEME": "gtk3"}) == []
    with_themes(monkeypatch, tmp_path, "KDEPlasmaPlatformTheme6.so")
    assert theme_options(kde) == []


def test_a_qt_without_any_theme_starts(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(QLibraryInfo, "path", lambda _: str(tmp_path / "none"))
    assert theme_options({"XDG_CURRENT_DESKTOP": "KDE"}) == PORTAL
