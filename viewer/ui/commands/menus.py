"""What the menus show of the commands; loaded when a menu is opened."""

from __future__ import annotations

from viewer.ui.commands import COMMANDS, Command

IN_MENUS = (
    ("new new-empty open open-folder open-recent-* forget-recent", "save save-as convert-folder compare-with",
     "export print", "quit"),
    ("undo redo", "copy copy-as paste", "comment glyphs verdict tools edit-position", "settings"),
    ("next previous", "find", "type-moves trial"),
    ("into-variation out-of-variation", "promote replace-move delete"),
    ("games new-game tree-of-games",),
    ("library library-position explore-player", "repertoire new-library"),
    ("analyse analyse-games", "score search-mate explorer", "engines"),
    ("guess solve play-engine", "drill mistakes-here mistakes", "show-report player-report"),
    ("flip notation graph",),
    ("manual palette keys samples", "about"),
)  # fmt: skip
"""What each menu shows, a text for each section: ids of commands, "id-*" for all that begin so.

Sixty at most stand there for one game, the recent files apart: what people do again and again, and what
they look for before they know the keys. Values of settings are chosen in the settings, entries of lists in
the lists; what belongs to a page, a tab or a thing has a button there or a right click. The palette finds
all of them.
"""


def sections_of(place: int) -> list[list[Command]]:
    """The commands that a menu shows, by the index of its title in `MENUS`: a list for each section."""
    return [
        [command for id in section.split() for command in _named(id)] for section in IN_MENUS[place]
    ]


def _named(id: str) -> list[Command]:
    if not id.endswith("*"):
        return [COMMANDS[id]]
    return [command for command in COMMANDS.values() if command.id.startswith(id[:-1])]
