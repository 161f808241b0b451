"""What is shown of an analysis, as the settings say."""

from __future__ import annotations

from viewer.base.named import NamedTuple
from viewer.base.settings import Settings


class AnalysisView(NamedTuple):
    """What is shown of an analysis.

    Attributes:
        lines: the number of lines.
        moves: whether their first moves are shown on the board.
        bar: whether a bar beside the board shows the evaluation.
        ownership: whether the board is shaded where the engine says whose points are.
    """

    lines: int = 3
    moves: bool = True
    bar: bool = True
    ownership: bool = True


def analysis_view(settings: Settings) -> AnalysisView:
    """What the settings say."""
    return AnalysisView(
        int(settings["engine-lines"]),
        *(bool(settings[f"engine-{part}"]) for part in AnalysisView._fields[1:]),
    )
