"""Where a file breaks the standard: the section, the line, the column."""

from __future__ import annotations

import pytest

from viewer.base.limits import DEFAULT
from viewer.base.source import BytesSource
from viewer.formats.pgn import FORMAT
from viewer.formats.pgn.strict import strict
from viewer.tree.diagnostic import Diagnostic, Severity

HEAD = (
    b'[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "?"]\n[Black "?"]\n'
    b'[Result "*"]\n'
)


def findings(data: bytes) -> list[Diagnostic]:
    return strict(FORMAT.read(BytesSource(data), DEFAULT))


def said(data: bytes) -> list[tuple[str, int | None, int | None]]:
    return [(str(one.message.args["section"]), one.line, one.column) for one in findings(data)]


def test_the_export_form_has_no_findings() -> None:
    game = HEAD + b"\n1. e4 $1 {text} 1... e5 (1... c5) 2. Nf3 *\n\n"
    assert findings(game * 3) == []
    assert findings((game * 2).replace(b"\n", b"\r\n")) == []
    (found,) = findings(game.replace(b"text", "été".encode()) * 2)
    assert (found.code, found.severity) == ("pgn.strict.encoding", Severity.INFO)
    assert findings(game.replace(b"text", "été".encode("latin-1"))) == []


@pytest.mark.parametrize(
    ("movetext", "section", "line", "column"),
    [
        (b"1. e4 e5 *\n\n", None, None, None),
        (b"1. e4 {" + b"x " * 130 + b"} *", "4.3", 9, 1),
        (b"1. e4 {\x01} *", "4.1", 9, 8),
        (b"1. e4 {x *", "5", 9, 8),
        (b"1. e4 e5 3. Nf3 *", "8.2.2.1", 9, 10),
        (b"1. e4 (2. d4) e5 *", "8.2.2.1", 9, 8),
        (b"1. Ke2 *", "8.2", 9, 4),
        (b"1. e4 (1. Ke2) e5\nNc7 *", "8.2", 9, 11),
        (b"1. e4!!! *", "8.2.3.8", 9, 6),
        (b"1. e4 ! *", "18", 9, 7),
        (b"1. e4 foo *", "18", 9, 7),
        (b"1. e4 $256 *", "8.2.4", 9, 8),
        (b"1. e4 $ *", "8.2.4", 9, 8),
        (b"1. e4 () e5 *", "8.2.5", 9, 8),
        (b"(1. e4) *", "8.2.5", 9, 1),
        (b"1. e4 ) *", "8.2.5", 9, 7),
        (b"1. e4 (1. d4 *", "8.2.6", 9, 14),
        (b"1. e4", "8.2.6", 9, 6),
        (b"1. e4 1-0", "8.2.6", 9, 7),
        (b"1. e4 (1. d4 1-0) *", "8.2.6", 9, 14),
    ],
)
def test_movetext(
    movetext: bytes, section: str | None, line: int | None, column: int | None
) -> None:
    found = said(HEAD + b"\n" + movetext)
    if section is None:
        assert found == []
    else:
        assert found[0] == (section, line, column)


@pytest.mark.parametrize(
    ("tags", "section"),
    [
        (b'[White "x]\n', "8.1"),
        (b'[White "x"]\n[White "y"]\n', "8.1"),
        (b'[Wh-ite "x"]\n', "8.1"),
        (b'[White "a\tb"]\n', "4.2"),
        (b'[White "' + b"x" * 256 + b'"]\n', "4.3"),
        (b'[Result "won"]\n', "8.1.1.7"),
        (b'[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n', "9.7.1"),
        (b'[SetUp "1"]\n', "9.7.2"),
        (b'[SetUp "yes"]\n', "9.7.1"),
    ],
)
def test_tags(tags: bytes, section: str) -> None:
    assert section in [found for found, _, _ in said(tags + b"\n*\n")]


def test_where_a_game_leaves_the_export_form() -> None:
    good = HEAD + b"\n1. e4 e5 *\n\n"
    bad = HEAD + b"\n1. e4 e5\n*\n\n"
    assert said(good + bad + good) == [("8.2.1", 19, 9)]
    (found,) = findings(good + bad + good)
    assert found.severity is Severity.INFO
    assert found.record == 1
    assert found.offset == len(good) + bad.index(b"\n*")
    assert said(b"\xef\xbb\xbf" + good) == [("4.1", 1, 1)]
    assert said(good[:-1]) == [("8.2.1", 10, 1)]


def test_findings_end_somewhere() -> None:
    assert len(findings(b"1. foo *\n\n" * 3000)) == DEFAULT.diagnostics
    codes = [found.code for found in findings(b"1. e4 e5 *\n\n" * 300)]
    assert codes.count("pgn.strict.export-tags") == codes.count("pgn.strict.roster") == 100
    assert len(codes) == 200


@pytest.mark.parametrize(
    ("movetext", "nodes"),
    [
        (b"1. e4 e5 2. Ke3 *\n\n", {"illegal-move": 3}),
        (b"1. e4 e5 3. Nf3 *\n\n", {"move-number": 3}),
        (b"1. e4 (1. d4 d5 1. c4) 1... e5 *\n\n", {"move-number": 4}),
        (b"1. e4!!! e5 *\n\n", {"suffix": 1}),
        (b"1. e4 e5 $300 2. Nf3 *\n\n", {"nag": 2}),
        (b"1. e4 () e5 *\n\n", {"variation-empty": 1}),
        (b"1. e4 e5 2. Nf3\n\n", {"no-result": 3}),
        (b"% 1\n1. e4 e5 2. Nf3 {" + b"x " * 130 + b"} *\n\n", {"line-length": 1}),
        (b"*\n\n", {}),
    ],
)
def test_findings_in_the_movetext_lead_to_their_move(
    movetext: bytes, nodes: dict[str, int]
) -> None:
    game = HEAD.replace(b'"????.??.??"', b'"1.1.2000"') + b"\n" + movetext
    found = findings(b"1. d4 *\n\n" + game)
    there = {one.code.removeprefix("pgn.strict."): one.node for one in found if one.record == 1}
    assert there.items() >= nodes.items()
    assert there["date"] is None


def test_findings_about_tags_name_the_tag_and_its_value() -> None:
    tags = b'[WhiteElo "strong"]\n[EventDate "4.11.1992"]\n[PlyCount "9"]\n'
    game = HEAD.replace(b"????.??.??", b"1.1.2000") + tags + b"\n1. e4 *\n\n"
    words = [str(one.message) for one in findings(game) if one.severity is not Severity.INFO]
    assert words == [
        "PGN, 8.1.1.3: Date \u201c1.1.2000\u201d: A date is YYYY.MM.DD and exists; ? stands for a digit"
        " that isn't known.",
        "PGN, 9.1.2: WhiteElo \u201cstrong\u201d: A rating is an integer, or - for a player without one.",
        "PGN, 9.2.1: EventDate \u201c4.11.1992\u201d: A date is YYYY.MM.DD and exists; ? stands for a digit"
        " that isn't known.",
        "PGN, 9.9.3: The game has 1 plies.",
    ]
