"""The statements of sections 1 to 8 of the specification of PGN: formats, lexis, tags, movetext."""

from __future__ import annotations

from statement import Example, Statement

_HEAD = (
    '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "?"]\n[Black "?"]\n'
    '[Result "*"]\n'
)


def tag(line: str) -> Example:
    """A game with one more tag pair."""
    return Example(line, f"{_HEAD}{line}\n\n*\n\n".encode("latin-1"))


def moves(text: str) -> Example:
    """A game with this movetext."""
    return Example(text, f"{_HEAD}\n{text}\n\n".encode("latin-1"))


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        "8.1",
        "A tag name is made of letters, digits and underscores",
        tag('[White_2 "x"]'),
        tag('[Wh-ite "x"]'),
        "pgn.strict.tag-name",
    ),
    Statement(
        "3.2.4",
        "Reduced export format has no comments and no variations",
        tests=("tests/formats/test_pgn_strict.py::test_the_export_form_has_no_findings",),
    ),
)
