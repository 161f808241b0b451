"""The statements of sections 9 to 20 of the specification of PGN: further tags, FEN, EPD, PGC."""

from __future__ import annotations

import tags_statements
from statement import Statement

STATEMENTS: tuple[Statement, ...] = tags_statements.STATEMENTS
