"""The pictures of the front page: made by the script, small, and the film moves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image, ImageSequence

ROOT = Path(__file__).resolve().parent.parent.parent
SCRIPT = (ROOT / "packaging" / "make_pictures.py").read_text("utf-8")
SHOWN = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", (ROOT / "README.md").read_text("utf-8"))
FILM = ROOT / "docs" / "pictures" / "film.webp"


def test_the_film_moves_for_about_twenty_seconds() -> None:
    assert FILM.stat().st_size < 2_000_000
    with Image.open(FILM) as film:
        times = []
        for frame in ImageSequence.Iterator(film):
            frame.load()
            times.append(frame.info["duration"])
    assert len(times) > 12
    assert 15_000 < sum(times) < 25_000


@pytest.mark.parametrize("shown", SHOWN)
def test_a_picture_is_made_by_the_script_and_small(shown: str) -> None:
    path = ROOT / shown
    assert path.stat().st_size < (2_000_000 if path == FILM else 130_000)
    assert f'"{path.name}"' in SCRIPT or path.parent.name == "games"
