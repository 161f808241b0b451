"""The Seven Tag Roster of PGN, and of formats modelled on it."""

from __future__ import annotations

from collections.abc import Mapping

ROSTER: Mapping[str, str] = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": "*",
}
"""The Seven Tag Roster (PGN standard, 8.1.1) in its order, with the values for "unknown"."""
