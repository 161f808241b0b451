"""The statements of the specification of kif files."""

from __future__ import annotations

from statement import Statement

STATEMENTS: tuple[Statement, ...] = ()
