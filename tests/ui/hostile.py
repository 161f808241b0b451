"""Records in which every text is written to be taken for something else, and a trap that tells."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from viewer.formats import FORMATS
from viewer.games import game_of
from viewer.tree.action import Action, Remark, Setup, Terminal, Written
from viewer.tree.annotation import Mark
from viewer.tree.node import Node
from viewer.tree.record import Header, Record, nodes_of
from viewer.tree.serial import NodeData

TRAP = "p"
TEXT = f'<img src="{TRAP}">&lt;b> A&B [*]'
"""HTML with a picture, which Qt would look for in the working folder; signs of keys and titles."""

_STARTS = {"FEN", "SetUp", "Variant", "SZ", "Size", "size", "SU", "RU", "KM", "HA", "TB", "TW"}


class Trap:
    """A pipe in the working folder: `sprung` once somebody has opened it to read."""

    def __init__(self, folder: Path) -> None:
        self._log = folder / "sprung"
        os.mkfifo(folder / TRAP)
        # A process of its own: who reads the pipe may hold the interpreter meanwhile. It waits for a
        # reader, and writes that down before it lets him go.
        loop = f"while exec 3>{TRAP}; do echo >>sprung; exec 3>&-; done"
        self._watching = subprocess.Popen(["sh", "-c", loop], cwd=folder)

    @property
    def sprung(self) -> bool:
        return self._log.exists()

    def close(self) -> None:
        """Look no longer."""
        self._watching.kill()
        self._watching.wait()


def hostile_record(game_id: str, format_id: str) -> Record:
    """A record in which every text is TEXT, with the headers of a format."""
    game, format = game_of(game_id), FORMATS[format_id].load()
    setup = game.starts[0].setup
    state = game.start(setup)
    first, other = list(game.legal_moves(state))[:2]
    second = next(iter(game.legal_moves(game.step(state, first))))
    place = game.touches(first)[-1]
    notes = {
        "comment": TEXT,
        "before": TEXT,
        "title": TEXT,
        "bookmark": TEXT,
        "clock": TEXT,
        "elapsed": TEXT,
        "overtime": TEXT,
        "evaluation": TEXT,
        "marks": (Mark("label", (place,), text=TEXT),),
        "glyphs": (1, 10),
    }
    steps: list[tuple[int, Action | None]] = [
        (-1, setup),
        (0, first),
        (1, second),
        (2, Remark(TEXT)),
        (3, Written(TEXT)),
        (4, Terminal(TEXT)),
        (0, other),
    ]
    rows = [NodeData(id, parent, action, dict(notes)) for id, (parent, action) in enumerate(steps)]
    root: Node = nodes_of(rows)[0]
    keys = [field.key for field in format.fields_of(game_id) if field.key not in _STARTS]
    headers = [Header(key, TEXT) for key in keys]
    if format.free_headers:
        headers.append(Header("Stranger", TEXT))
    return Record(game_id, root, tuple(headers), None)


def setup_record(game_id: str) -> Record:
    """A record whose start is TEXT."""
    return Record(game_id, nodes_of([NodeData(0, -1, Setup(TEXT), {})])[0], (), None)
