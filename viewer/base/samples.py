"""The samples that come with Qipu: of each game a study that teaches Qipu, problems, a game, openings.

`packaging/make_samples.py` makes them, in a folder for each language with a folder for each kind.
"""

from __future__ import annotations

import os
from pathlib import Path

from viewer.base.resources import is_resource, resource_path

SAMPLES = "study", "problems", "game", "opening"
"""The kinds of samples. A file is named after its game, and its kind if it is no study."""


def samples(language: str = "") -> dict[str, dict[str, str]]:
    """Paths of the samples by kind ("study" …), by the ids of their games.

    `language` is that of a catalog, "" for English; what it lacks is in English.
    """
    found: dict[str, dict[str, str]] = {}
    for folder in ("en", *filter(None, (language,))):
        for kind in SAMPLES:
            for path in sorted(resource_path("samples").glob(f"{folder}/{kind}/*")):
                found.setdefault(path.stem.partition("-")[0], {})[kind] = str(path)
    return found


def sample_of_today(path: str, language: str = "") -> str:
    """The path of a sample that stood elsewhere in an earlier Qipu; `path` itself for any other file."""
    if not is_resource(path) or os.path.exists(path):
        return path
    game, _, kind = Path(path).stem.partition("-")
    return samples(language).get(game, {}).get(kind or "study", path)
