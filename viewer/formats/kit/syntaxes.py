"""The syntax of Hex and Twixt set-ups, for formats that hold both games."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from viewer.games.hex.board import SYNTAX as HEX
from viewer.games.stones.placement import SetupSyntax
from viewer.games.twixt.setup import SYNTAX as TWIXT

SYNTAX_OF: Mapping[str, SetupSyntax] = MappingProxyType({"hex": HEX, "twixt": TWIXT})
"""The syntax of setups by the game's id."""
