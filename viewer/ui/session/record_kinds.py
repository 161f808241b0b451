"""The kinds of files with records, as dialogs for files offer them."""

from __future__ import annotations

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.formats import FORMATS
from viewer.games import GAMES


def record_kinds(archives: bool = False) -> str:
    """The kinds of files with records for dialogs that open some: all together, by game, then any file.

    With `archives`, the first one has archives as well, which open as folders.
    """
    by_game = {id: "" for id in GAMES}
    every: dict[str, None] = {}
    for entry in FORMATS.values():
        patterns = [f"*.{suffix}" for suffix in entry.suffixes]
        every.update(dict.fromkeys(patterns))
        for id in entry.games:
            by_game[id] += " ".join(["", *patterns])
    records, rest = tr(message("Game records")), tr(message("All files"))
    if archives:
        every["*.zip"] = None
    kinds = [f"{records} ({' '.join(every)})"]
    kinds += [f"{tr(GAMES[id].name)} ({text.strip()})" for id, text in by_game.items()]
    return ";;".join([*kinds, f"{rest} (*)"])
