"""Counting the moves that were made from positions."""

from __future__ import annotations

COUNTED = """
SELECT key, side, move,
    count(*) AS games,
    count(*) FILTER (score = 2) AS won,
    count(*) FILTER (score = 1) AS drawn,
    count(*) FILTER (score = 0) AS lost,
    CAST(coalesce(sum(rating), 0) AS BIGINT) AS rating_sum,
    count(rating) AS rated,
    max(year) AS last_year,
    min(year) AS first_year,
    arg_min(record, coalesce(year, 9999) * (1::HUGEINT << 64) + record) AS first_record
FROM {source} WHERE NOT again AND {condition} GROUP BY key, side, move
"""
"""The next moves from positions: of rows of `source`, a table of positions, where `condition` holds.

Each row is another game: `again` marks what a game repeats. The first game is the one of the earliest
year, then the lowest record id."""
