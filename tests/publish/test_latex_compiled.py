"""Exported LaTeX is compiled, where LuaLaTeX and the packages that it names are."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from export_studies import FILES
from needs import LATEX, needs

import viewer
from viewer.publish.styles import STYLES

pytestmark = needs(*LATEX)
CASES = [
    (game, style)
    for game in FILES
    for style in ("usual", *STYLES)
    if style == "usual"
    or (
        game == "chess"
        and "tex" in STYLES[style].kinds
        and "chess" in (STYLES[style].games or FILES)
    )
]


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of LuaLaTeX: what it finds of fonts is kept for all tests."""
    return {**os.environ, "TEXMFVAR": str(tmp_path_factory.mktemp("texmf"))}


@pytest.mark.parametrize(("game", "style"), CASES)
def test_every_style_becomes_pages_without_a_missing_character(
    tmp_path: Path, room: dict[str, str], game: str, style: str
) -> None:
    viewer.export(FILES[game], tmp_path / "a.tex", style={"style": style, "end": True})
    words = ["lualatex", "-interaction=nonstopmode", "-halt-on-error", "a.tex"]
    made = subprocess.run(
        words, cwd=tmp_path, env=room, capture_output=True, text=True, check=False, errors="replace"
    )
    assert made.returncode == 0, [line for line in made.stdout.splitlines() if line[:1] == "!"]
    said = (tmp_path / "a.log").read_text("utf-8", "replace")
    assert "Missing character" not in said
    assert (tmp_path / "a.pdf").read_bytes()[:4] == b"%PDF"
