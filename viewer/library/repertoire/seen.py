"""Which games were looked at for the lines of a side, and on which day first.

The file in the user's own folder only grows: a line of JSON for what is new on a look. Games are known by
their players, their day and where they ended (`leaving.Played.key`), whatever their file is called.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import date, datetime
from typing import Any

from viewer.base.files import SYSTEM, FileSystem
from viewer.base.line_files import UNREADABLE, append_lines, lines_of
from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.base.system_errors import error_at
from viewer.library.face import home
from viewer.library.failures import LibraryFailed

NAME = "repertoire-games.jsonl"


class Seen(NamedTuple):
    """What is known of games after a look.

    Attributes:
        first: on which day (yyyymmdd) each was looked at for the first time, by key.
        day: of the look.
        since: the last day before on which there was something new, None for none.
    """

    first: dict[int, int]
    day: int
    since: int | None

    def is_new(self, key: int) -> bool:
        """Whether a game was looked at for the first time on the day of the look."""
        return self.since is not None and self.first.get(key) == self.day


NEVER = Seen({}, 0, None)
"""Where nobody remembers what was looked at."""


def _today() -> date:
    return datetime.now().astimezone().date()


class GamesSeen:
    """The games that were looked at."""

    def __init__(
        self,
        folder: str = "",
        files: FileSystem = SYSTEM,
        today: Callable[[], date] | None = None,
    ) -> None:
        """`folder`: the home of libraries, "" for the user's own. `today`: None for the clock's day."""
        self._path = os.path.join(folder or home(), NAME)
        self._files, self._today = files, today or _today

    def look(self, game: str, side: int, keys: Iterable[int]) -> Seen:
        """Remember that games were looked at today for a side. Raises LibraryFailed."""
        today = self._today()
        day = 10000 * today.year + 100 * today.month + today.day
        try:
            first = self._read(game, side)
            new = [f"{key:016x}" for key in dict.fromkeys(keys) if key not in first]
            if new:
                said = {"game": game, "side": side, "day": day, "games": new}
                os.makedirs(os.path.dirname(self._path), exist_ok=True)
                append_lines(self._files, self._path, json.dumps(said).encode() + b"\n")
        except OSError as error:
            why = error_at(self._path, error)
            raise LibraryFailed(
                message("Which games were looked at can't be kept: {why}.", why=why)
            ) from error
        since = max((one for one in first.values() if one < day), default=None)
        first.update((int(key, 16), day) for key in new)
        return Seen(first, day, since)

    def _read(self, game: str, side: int) -> dict[int, int]:
        found: dict[int, int] = {}
        for line in lines_of(self._files, self._path):
            with suppress(*UNREADABLE):
                said: Any = json.loads(line)
                if (said["game"], said["side"]) == (game, side):
                    day = int(said["day"])
                    for key in said["games"]:
                        found.setdefault(int(key, 16), day)
        return found
