"""Themes: a colour for each token (ink, panel, wood, …), light and dark."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache


class Theme:
    """A set of colours.

    Attributes:
        id: its name in the settings.
        dark: whether it is dark.
        flat: whether pieces have neither shadows nor light and shade, as in print.
        colours: `#RRGGBB` by token; `theme["ink"]` is short for `theme.colours["ink"]`.
    """

    __slots__ = ("colours", "dark", "flat", "id")

    def __init__(self, id: str, dark: bool, colours: Mapping[str, str], flat: bool = False) -> None:
        self.id = id
        self.dark = dark
        self.flat = flat
        self.colours = colours

    def __getitem__(self, token: str) -> str:
        return self.colours[token]

    def sign(self, token: str) -> str:
        """The colour of a side's small sign on a panel: on a dark one its board colour can't be seen."""
        return self.colours.get(f"sign-{token}", self.colours[token])


LIGHT = Theme(
    "light",
    False,
    {
        "window": "#EEEBE4",
        "panel": "#FBFAF7",
        "bars": "#F3F0EA",
        "hairline": "#DDD8CD",
        "ink": "#23262B",
        "muted": "#66635B",
        "accent": "#2B5C8A",
        "on-accent": "#FFFFFF",
        "chip": "#DCE8F3",
        "seal": "#B5432C",
        "good": "#2F7D4F",
        "bad": "#C0392B",
        "wood": "#F2D9A6",
        "line": "#6B4A22",
        "tile-light": "#EADBC0",
        "tile-dark": "#B98D62",
        "disc": "#FBF1DC",
        "second-disc": "#FBF1DC",
        "second-ink": "#1E2A2E",
        "koma": "#FBE9C3",
        "koma-edge": "#D9B273",
        "koma-line": "#86602C",
        "stand": "#DCC9A0",
        "badge": "#6B4A22",
        "on-badge": "#FFF8E6",
        "red": "#B3261E",
        "black": "#1E2A2E",
        "white": "#FFFCF4",
        "slate-light": "#7B828A",
        "slate-glow": "#4A5057",
        "slate": "#23272C",
        "slate-deep": "#0B0D10",
        "shell-light": "#FFFFFF",
        "shell-glow": "#FDFCF8",
        "shell": "#F1EEE6",
        "shell-deep": "#B9B2A4",
        "shell-rim": "#8D8474",
        "side-red": "#C43A22",
        "side-blue": "#1F4C92",
        "flame-light": "#F3B3A2",
        "flame-glow": "#DD6147",
        "flame": "#C2381F",
        "flame-deep": "#7C1B0C",
        "lake-light": "#8FB0E0",
        "lake-glow": "#3D6AB2",
        "lake": "#1D4486",
        "lake-deep": "#0A1F4A",
        "cell-1": "#F8E9CB",
        "cell-2": "#F1DDB8",
        "cell-3": "#E9D2A8",
        "win": "#FFF7B8",
        "guide": "#CDA96C",
        "mark-green": "#2F7D4F",
        "mark-red": "#C0392B",
        "mark-blue": "#2B5C8A",
        "mark-yellow": "#A85F00",
        "on-mark": "#FFFFFF",
        "board-accent": "#2B5C8A",
        "shadow": "#3A2508",
    },
)

DARK = Theme(
    "dark",
    True,
    {
        "window": "#17191C",
        "panel": "#202327",
        "bars": "#1B1E22",
        "hairline": "#33373D",
        "ink": "#DADCE0",
        "muted": "#8C9098",
        "accent": "#6FA8DC",
        "on-accent": "#10151A",
        "chip": "#2B3A48",
        "seal": "#D9644C",
        "good": "#6BBF8A",
        "bad": "#E57368",
        "wood": "#C9A468",
        "line": "#4A3216",
        "tile-light": "#D3BF9C",
        "tile-dark": "#97704A",
        "disc": "#F1E3C4",
        "second-disc": "#F1E3C4",
        "second-ink": "#16211F",
        "koma": "#EDD9AE",
        "koma-edge": "#AE8547",
        "koma-line": "#3F2B10",
        "stand": "#93794D",
        "badge": "#2B1D0A",
        "on-badge": "#F3E6C6",
        "red": "#A6201A",
        "black": "#16211F",
        "white": "#F6EFDF",
        "slate-light": "#6E757C",
        "slate-glow": "#40464C",
        "slate": "#1D2125",
        "slate-deep": "#08090B",
        "shell-light": "#FBF8F1",
        "shell-glow": "#F6F2E9",
        "shell": "#E6E1D6",
        "shell-deep": "#A29A8A",
        "shell-rim": "#6F6656",
        "side-red": "#A52812",
        "side-blue": "#10316B",
        "flame-light": "#DE9583",
        "flame-glow": "#C24B31",
        "flame": "#A62C15",
        "flame-deep": "#651206",
        "lake-light": "#7C9DCE",
        "lake-glow": "#2B5394",
        "lake": "#10316B",
        "lake-deep": "#051638",
        "cell-1": "#DDCBA9",
        "cell-2": "#D4C09B",
        "cell-3": "#CBB58D",
        "win": "#FFF3A6",
        "guide": "#A58247",
        "mark-green": "#1B5E38",
        "mark-red": "#A1201B",
        "mark-blue": "#1F4E79",
        "mark-yellow": "#7A4A00",
        "on-mark": "#FFFFFF",
        # In the dark the accent looks like the wood, so the board uses a deeper tone of it.
        "board-accent": "#1F4E79",
        "shadow": "#140D04",
        "sign-red": "#E0705C",
        "sign-black": "#6E767E",
        "sign-side-red": "#E0705C",
        "sign-side-blue": "#4678CC",
    },
)

# Text at 7:1 and more, lines that can be seen, boards without wood: in both the same board.
_CONTRAST_BOARD = {
    "wood": "#FFFFFF",
    "line": "#000000",
    "tile-light": "#FFFFFF",
    "tile-dark": "#A3A3A3",
    "disc": "#FFFFFF",
    "second-disc": "#FFFFFF",
    "second-ink": "#000000",
    "koma": "#FFFFFF",
    "koma-edge": "#8C8C8C",
    "koma-line": "#000000",
    "stand": "#D9D9D9",
    "badge": "#000000",
    "on-badge": "#FFFFFF",
    "red": "#A80000",
    "black": "#000000",
    "white": "#FFFFFF",
    "shell-rim": "#000000",
    "cell-1": "#FFFFFF",
    "cell-2": "#EDEDED",
    "cell-3": "#DADADA",
    "guide": "#5C5C5C",
    "win": "#FFF27A",
    "mark-green": "#00562A",
    "mark-red": "#A30000",
    "mark-blue": "#00359E",
    "mark-yellow": "#6B4300",
    "board-accent": "#00359E",
    "shadow": "#000000",
}
CONTRAST_LIGHT = Theme(
    "contrast",
    False,
    {
        **LIGHT.colours,
        **_CONTRAST_BOARD,
        "window": "#FFFFFF",
        "panel": "#FFFFFF",
        "bars": "#FFFFFF",
        "hairline": "#4D4D4D",
        "ink": "#000000",
        "muted": "#333333",
        "accent": "#00359E",
        "chip": "#DDE6FF",
        "seal": "#8F1A00",
        "good": "#00562A",
        "bad": "#9B0000",
    },
)
CONTRAST_DARK = Theme(
    "contrast-dark",
    True,
    {
        **DARK.colours,
        **_CONTRAST_BOARD,
        "window": "#000000",
        "panel": "#000000",
        "bars": "#000000",
        "hairline": "#B8B8B8",
        "ink": "#FFFFFF",
        "muted": "#DADADA",
        "accent": "#8ACBFF",
        "on-accent": "#000000",
        "chip": "#1C3557",
        "seal": "#FF9A80",
        "good": "#7CFFB0",
        "bad": "#FFA79E",
        "sign-black": "#7A828A",
    },
)

# For print in black and white: sides differ by black, white and one grey, never by a colour.
_BLACK = (
    *("line", "ink", "badge", "red", "black", "koma-line", "shell-rim", "board-accent", "mark-red"),
    *("slate-light", "slate-glow", "slate", "slate-deep", "second-disc", "side-red"),
    *("flame-light", "flame-glow", "flame", "flame-deep"),
)
_GREY = ("side-blue", "lake-light", "lake-glow", "lake", "lake-deep", "mark-blue", "muted")
_WHITE = (
    *("window", "panel", "bars", "wood", "disc", "koma", "koma-edge", "stand", "white", "cell-1"),
    *("tile-light", "second-ink", "on-badge", "on-mark", "on-accent"),
    *("shell-light", "shell-glow", "shell", "shell-deep"),
)
BOOK = Theme(
    "book",
    False,
    {
        **LIGHT.colours,
        **dict.fromkeys(_BLACK, "#000000"),
        **dict.fromkeys(_GREY, "#757575"),
        **dict.fromkeys(_WHITE, "#FFFFFF"),
        "tile-dark": "#C6C6C6",
        "cell-2": "#F0F0F0",
        "cell-3": "#E2E2E2",
        "win": "#C9C9C9",
        "guide": "#BDBDBD",
        "mark-green": "#404040",
        "mark-yellow": "#757575",
    },
    flat=True,
)

# Colours of boards without wood: paper in the light theme, slate in the dark one.
_PLAIN = {
    False: {"wood": "#F4F1EA", "line": "#55524B", "stand": "#DEDAD0"},
    True: {"wood": "#A9ABAE", "line": "#2E3136", "stand": "#85888C"},
}
# Light and dark squares of boards that have such, by the names of the setting; "" as the theme has them.
_TILES: dict[str, dict[bool, tuple[str, str]]] = {
    "green": {False: ("#ECECD7", "#7C9A5B"), True: ("#CFCFB8", "#66824A")},
    "blue": {False: ("#E4EAF0", "#7F9DB9"), True: ("#C3CCD5", "#63819D")},
    "grey": {False: ("#E6E6E6", "#9C9C9C"), True: ("#C4C4C4", "#808080")},
}


@cache
def board_theme(theme: Theme, wood: bool = True, tiles: str = "") -> Theme:
    """The theme with other boards; the same object for the same arguments.

    Args:
        theme: of the window.
        wood: False for boards in one quiet colour.
        tiles: colours of light and dark squares: "green", "blue", "grey", "" for the theme's own.
    """
    colours = dict(theme.colours)
    if not wood:
        colours |= _PLAIN[theme.dark]
    if tiles in _TILES:
        colours["tile-light"], colours["tile-dark"] = _TILES[tiles][theme.dark]
    same = colours == theme.colours
    return theme if same else Theme(theme.id, theme.dark, colours, theme.flat)


THEMES: dict[str, Theme] = {
    theme.id: theme for theme in (LIGHT, DARK, CONTRAST_LIGHT, CONTRAST_DARK)
}
"""The themes of the window."""

BOARD_THEMES: dict[str, Theme] = {
    **{theme.id: theme for theme in (LIGHT, DARK, CONTRAST_LIGHT, BOOK)},
    "plain": board_theme(LIGHT, wood=False),
}
"""The themes of boards in pictures."""
