"""The statements of the specification of gametree files."""

from __future__ import annotations

from statement import Statement

STATEMENTS: tuple[Statement, ...] = ()
