"""What packages say of Qipu: of pyproject.toml, of the last commit, and in words of its own."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent

# In which Qipu speaks, beside English: Qt's own words are brought along for these.
LANGUAGES = tuple(sorted(path.name for path in (ROOT / "resources" / "locale").glob("[a-z]*/")))
# The window's own options, which no argument parser has: somebody waits for it after a double click.
WINDOW_OPTIONS = {
    "--new-window": "Open a window of its own, though another one is there.",
    "--help": "List the commands, and stop.",
    "--version": "Print the version, and stop.",
}
FACTS = {
    "files": {
        "~/.config/qipu/": "Settings and engines; below XDG_CONFIG_HOME, if that is set.",
        "~/.local/share/qipu/": "Libraries; below XDG_DATA_HOME, if that is set.",
        "~/.local/state/qipu/": "Unsaved edits, tabs, and the log; below XDG_STATE_HOME, if that is set.",
    },
    "environment": {
        "LANGUAGE, LC_ALL, LC_MESSAGES, LANG": "The language, unless one is chosen in the settings.",
        "QT_QPA_PLATFORM": "How the window is shown: xcb, wayland or offscreen.",
        "QT_SCALE_FACTOR": "How large everything in the window is.",
    },
}
PARAGRAPHS = (
    "Qipu is a desktop program for people who study games. Double-click a record: the board stands there at "
    "once. Step through the game and its variations, play new ones, write comments, and save in the file's "
    "own format with nothing lost.",
    "It is made for six games on one variation tree: xiangqi, go, chess, shogi, Hex and Twixt. It opens "
    "folders, files of millions of games and damaged old files, asks engines, searches libraries by "
    "position, and makes books, pages and pictures.",
)


class About(NamedTuple):
    """Facts of a version.

    Attributes:
        version: as of pyproject.toml.
        summary: in a few words, without a full stop.
        paragraphs: in a few sentences.
        homepage: its address, "" until it has one.
        licence: as an SPDX expression.
        epoch: when everything in a package was made, in seconds since 1970: of SOURCE_DATE_EPOCH, or the
            last commit.
        released: whether the changelog has a date for the version.
    """

    version: str
    summary: str
    paragraphs: tuple[str, ...]
    homepage: str
    licence: str
    epoch: int
    released: bool

    @property
    def date(self) -> str:
        """The day of `epoch`, as 2026-11-23."""
        return datetime.fromtimestamp(self.epoch, UTC).date().isoformat()

    def address(self, place: str) -> str:
        """Where a file of the repository is seen, "" without a homepage.

        GitHub has the files as they are below `raw`; any other homepage is taken to have them below itself.
        """
        if not self.homepage:
            return ""
        top = self.homepage.rstrip("/")
        if re.fullmatch(r"https://github\.com/[^/]+/[^/]+", top):
            top += f"/raw/v{self.version}" if self.released else "/raw/HEAD"
        return f"{top}/{place}"


class Section(NamedTuple):
    """What the changelog says of a version.

    Attributes:
        version: as 0.1.0.
        date: its day, as 2026-11-23; "" until it is released.
        text: Markdown, without the heading.
    """

    version: str
    date: str
    text: str


def changelog() -> list[Section]:
    """The sections of CHANGELOG.md, the newest first. Raises ValueError for a heading of another form."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    _, *parts = re.split(r"^## ", text, flags=re.MULTILINE)
    found = []
    for part in parts:
        heading, _, rest = part.partition("\n")
        told = re.fullmatch(r"(\d+\.\d+\.\d+) – (unreleased|\d{4}-\d\d-\d\d)", heading)
        if told is None:
            raise ValueError(
                f"CHANGELOG.md: not “## 1.2.3 – 2026-11-23” or “– unreleased”: ## {heading}"
            )
        date = "" if told[2] == "unreleased" else told[2]
        found.append(Section(told[1], date, rest.strip()))
    return found


def about() -> About:
    """The facts of this checkout."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    version = project["version"]
    return About(
        version,
        "open, study and edit the records of board games",
        PARAGRAPHS,
        project.get("urls", {}).get("Homepage", ""),
        project["license"],
        _epoch(),
        any(one.version == version and one.date for one in changelog()),
    )


def _epoch() -> int:
    """When the sources were made. Raises OSError, or CalledProcessError outside of a clone."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given:
        return int(given)
    words = ["git", "log", "-1", "--format=%ct"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    return int(done.stdout)
