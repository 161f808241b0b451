"""What the menus show of the commands; loaded when a menu is opened."""

from __future__ import annotations

from viewer.ui.commands import COMMANDS, Command

IN_MENUS = (
    ("new new-empty open open-folder open-recent-* forget-recent", "save save-as compare-with",
     "export print save-picture", "close-tab quit"),
    ("undo redo", "cut copy paste delete", "copy-position copy-as", "comment glyphs tools result",
     "edit-position replace", "settings"),
    ("next previous first last", "find play-back", "type-moves trial"),
    ("next-variation previous-variation into-variation out-of-variation",
     "promote demote make-main", "replace-move"),
    ("games next-game previous-game", "new-game delete-games", "tree-of-games"),
    ("library library-position explore-player", "repertoire library-duplicates",
     "new-library libraries"),
    ("analyse analyse-games", "explorer books", "engines"),
    ("guess conceal solve play-engine", "lesson drill mistakes-here mistakes", "player-report"),
    ("flip notation pieces",
     "graph outline show-line show-analysis show-evaluation show-report show-notes",
     "beside board-alone full-screen"),
    ("manual", "palette keys", "samples", "about"),
)  # fmt: skip
"""What each menu shows, a text for each section: ids of commands, "id-*" for all that begin so.

Here is what people do again and again. Values of settings are chosen in the settings, entries of lists in
the lists, what belongs to a page or a thing by its buttons or a right click; the palette finds all of them.
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
