"""Results as records of Twixt write them: SGF's White is the first side."""

from __future__ import annotations

from viewer.base.messages import message
from viewer.games.score import results_of
from viewer.games.twixt.violations import SIDE_NAMES

LETTERS = "WB"
"""Of the two sides."""
RESULTS = results_of(SIDE_NAMES, LETTERS, message("Draw"))
