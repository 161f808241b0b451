"""The statements of sections 1 to 8 of the specification of PGN: formats, lexis, tags, movetext."""

from __future__ import annotations

import lexis_statements
import movetext_statements
import pairs_statements
import roster_statements
import san_statements
from statement import Statement

STATEMENTS: tuple[Statement, ...] = (
    *lexis_statements.STATEMENTS,
    *pairs_statements.STATEMENTS,
    *roster_statements.STATEMENTS,
    *movetext_statements.LINES,
    *san_statements.STATEMENTS,
    *movetext_statements.ELEMENTS,
)
