"""The statements of sections 9 to 20 of the specification of PGN: further tags, FEN, EPD, PGC."""

from __future__ import annotations

import operation_statements
import pgc_statements
import position_statements
import tags_statements
from statement import Statement

STATEMENTS: tuple[Statement, ...] = (
    *tags_statements.STATEMENTS,
    *position_statements.FEN,
    *position_statements.EPD,
    *operation_statements.STATEMENTS,
    *pgc_statements.STATEMENTS,
)
