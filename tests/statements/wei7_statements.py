"""The statements of the specification of wei7 files."""

from __future__ import annotations

from statement import Statement

STATEMENTS: tuple[Statement, ...] = ()
