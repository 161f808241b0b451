"""The specifications whose statements have a table."""

from __future__ import annotations

from typing import NamedTuple

import epd_statements
import gametree_statements
import kif_statements
import pgn_statements
import wei7_statements
import xqf_statements
from statement import Statement


class Specification(NamedTuple):
    """A specification and its statements, in its order.

    Attributes:
        id: the name of its page in docs/statements.
        title: its name, with version and year.
        format: the id of the format that its examples are in.
        statements: by section.
    """

    id: str
    title: str
    format: str
    statements: tuple[Statement, ...]


SPECIFICATIONS = (
    Specification(
        "pgn",
        "Portable Game Notation: Specification and Implementation Guide, 1994",
        "pgn",
        pgn_statements.STATEMENTS + epd_statements.STATEMENTS,
    ),
    Specification("xqf", "XQF 1.0", "xqf", xqf_statements.STATEMENTS),
    Specification("wei7", "wei7 3.0, draft 2", "wei7", wei7_statements.STATEMENTS),
    Specification("kif", "KIF", "kif", kif_statements.STATEMENTS),
    Specification(
        "gametree", "Game tree files of Hex and Twixt", "gametree", gametree_statements.STATEMENTS
    ),
)
