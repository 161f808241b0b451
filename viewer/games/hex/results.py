"""Results as records of Hex write them: SGF's Black is the first side. There are no draws."""

from __future__ import annotations

from viewer.games.hex.violations import SIDE_NAMES
from viewer.games.score import results_of

LETTERS = "BW"
"""Of the two sides."""
RESULTS = results_of(SIDE_NAMES, LETTERS)
