"""The layouts of a desk: where its board and its areas of panels stand.

The setting "desk" names one. What people change of a layout is kept with it: the sizes of its panes,
and the panels they moved where the layout has places of its own for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from viewer.base.named import NamedTuple
from viewer.ui.panel.panels import Area
from viewer.ui.toolkit.sizes import USUAL_PANES

_NONE: Mapping[str, Area] = MappingProxyType({})
_HIGH = 460  # pixels of height that a board above the panels needs
_WIDE = 1240  # pixels of width that three columns need: the board has half of them
_COLUMN = 480  # pixels of height that two areas of panels in one column need


class Division(NamedTuple):
    """How a desk is divided.

    Attributes:
        across: whether the panels stand beside the board, not below it.
        first: whether the board stands on the left, or on top.
        with_board: whether the second area of panels shares the board's side, not that of the panels.
        inner_across: whether that area stands beside what it shares a side with, not below it.
    """

    across: bool = True
    first: bool = True
    with_board: bool = True
    inner_across: bool = False


_LEFT, _RIGHT = Division(), Division(first=False)
_ABOVE = Division(across=False, with_board=False, inner_across=True)
_COLUMNS = Division(with_board=False, inner_across=True)
_ONE_COLUMN = Division(with_board=False)
ONE_BELOW_THE_OTHER = Division(across=False, with_board=False)


class DeskLayout(NamedTuple):
    """A layout.

    Attributes:
        id: its value in the setting.
        division: how it divides a desk that is large enough.
        areas: the panels that have another area in it than usual.
        lead: the panel that comes to the front when the layout is chosen, "" for none.
        panes: the sizes of its panes unless somebody changes them.
    """

    id: str
    division: Division
    areas: Mapping[str, Area] = _NONE
    lead: str = ""
    panes: Mapping[str, int] = USUAL_PANES

    @property
    def kept_as(self) -> str:
        """The layout that its moved panels are kept with: those without areas of their own share them."""
        return self.id if self.areas else USUAL.id

    def division_in(self, width: int, height: int) -> Division:
        """How it divides a desk of a size in pixels, which may be too small for its own division."""
        if self.division is _ABOVE and height < _HIGH:
            return _LEFT
        if self.division is _COLUMNS and width < _WIDE:
            return _LEFT if height < _COLUMN else _ONE_COLUMN
        return self.division


_ALL = (
    DeskLayout("left", _LEFT),
    DeskLayout("right", _RIGHT),
    DeskLayout("above", _ABOVE, panes={**USUAL_PANES, "side": 270, "below": 420}),
    DeskLayout(
        "games",
        _COLUMNS,
        {"games": Area.BELOW, "files": Area.BELOW},
        "games",
        {**USUAL_PANES, "side": 640, "below": 300},
    ),
    DeskLayout("tree", _LEFT, {"tree": Area.BELOW}, "tree", {**USUAL_PANES, "below": 220}),
)
DESK_LAYOUTS: Mapping[str, DeskLayout] = {layout.id: layout for layout in _ALL}
USUAL = DESK_LAYOUTS["left"]


def part_of(setting: str, layout: str) -> str:
    """What a setting ("NAME=VALUE LAYOUT.NAME=VALUE") says of a layout: "NAME=VALUE NAME=VALUE".

    The usual layout's names stand by themselves.
    """
    return " ".join(word for of, word in _words(setting) if of == layout)


def with_part(setting: str, layout: str, part: str) -> str:
    """A setting that says something else of a layout; `part_of` reads it."""
    others = [
        word if of == USUAL.id else f"{of}.{word}" for of, word in _words(setting) if of != layout
    ]
    return " ".join(
        [*others, *(word if layout == USUAL.id else f"{layout}.{word}" for word in part.split())]
    )


def _words(setting: str) -> Iterator[tuple[str, str]]:
    for word in setting.split():
        of, dot, rest = word.partition(".")
        yield (of, rest) if dot else (USUAL.id, word)
