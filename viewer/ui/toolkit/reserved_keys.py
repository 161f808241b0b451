"""Keys that no command can have, and those that lists, fields and boards take while they have the focus."""

from __future__ import annotations

from collections.abc import Iterable

from viewer.base.messages import Message, message

_ARROWS = ("Left", "Right", "Up", "Down")
_USES: tuple[tuple[frozenset[str], Message], ...] = (
    (
        frozenset((*_ARROWS, "Space", "M")),
        message("On the board it belongs to the cursor while that is shown."),
    ),
    (
        frozenset((*_ARROWS, "Home", "End", "PgUp", "PgDown", "Space")),
        message("In lists and trees with the focus it goes from row to row."),
    ),
    (frozenset("+-="), message("In the graph of variations it changes the size.")),
    (
        frozenset(
            f"{held}{key}" for held in ("", "Ctrl+") for key in ("Backspace", "Del", "Home", "End")
        )
        | {f"Ctrl+{key}" for key in ("A", "C", "V", "X", "Y", "Z", "Left", "Right", "Shift+Z")},
        message("In text fields it edits the text."),
    ),
    (frozenset(("Ctrl+Return",)), message("In forms and modes it finishes.")),
    (
        frozenset(("H", "P", "S", "R", "Shift+D", "Shift+R", "Backspace", "Left", "Home", "End")),
        message("In problems, in guessing and in a game against an engine it may act otherwise."),
    ),
)
_TYPED = message("In text fields it is typed.")
FIXED = {
    "Esc": message("Esc always leaves."),
    "Tab": message("Tab always goes to the next field."),
    "Shift+Tab": message("Shift+Tab always goes to the field before."),
    "Backtab": message("Shift+Tab always goes to the field before."),
    "Shift+Backtab": message("Shift+Tab always goes to the field before."),
    "Return": message("Enter always carries out what has the focus."),
    "F10": message("F10 always opens the menu."),
}
"""Keys that no command can have, each with the reason."""


def uses_of(keys: Iterable[str]) -> list[tuple[Message, list[str]]]:
    """What is done with keys where they don't carry out their command: sentences with the keys."""
    keys = list(keys)
    uses = [(words, [key for key in keys if key in among]) for among, words in _USES]
    uses.append((_TYPED, [key for key in keys if len(key.removeprefix("Shift+")) == 1]))
    return [(words, found) for words, found in uses if found]
