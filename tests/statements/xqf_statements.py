"""The statements of the specification of xqf files."""

from __future__ import annotations

from statement import Statement

STATEMENTS: tuple[Statement, ...] = ()
