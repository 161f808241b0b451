"""Values of supplemental tags that break section 9 or 16.1 of the standard, and those that don't."""

from __future__ import annotations

import pytest

from viewer.base.limits import DEFAULT
from viewer.base.source import BytesSource
from viewer.formats.pgn import FORMAT
from viewer.formats.pgn.strict import strict
from viewer.tree.diagnostic import Severity

HEAD = (
    '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "{white}"]\n[Black "?"]\n'
    '[Result "*"]\n'
)


def codes(tags: str, movetext: str = "*", white: str = "?") -> set[str]:
    """The codes of what is found in a game with these tags, but for those on its export form."""
    data = f"{HEAD.format(white=white)}{tags}\n\n{movetext}\n\n".encode()
    found = strict(FORMAT.read(BytesSource(data), DEFAULT))
    return {
        one.code.removeprefix("pgn.strict.") for one in found if one.severity is not Severity.INFO
    }


@pytest.mark.parametrize(
    ("tag", "right", "wrong", "code"),
    [
        ("WhiteTitle", "IM", "Grandmaster", "title"),
        ("WhiteTitle", "-", "", "title"),
        ("BlackElo", "2700", "2700?", "rating"),
        ("BlackElo", "-", "?", "rating"),
        ("WhiteUSCF", "1850", "1850/22", "rating"),
        ("WhiteNA", "-", "", "address"),
        ("WhiteType", "program", "comp", "player-type"),
        ("EventDate", "1992.11.04", "1992.13.04", "date"),
        ("EventDate", "1992.02.29", "1993.02.29", "date"),
        ("EventDate", "????.02.29", "1992-11-04", "date"),
        ("UTCDate", "1992.??.31", "1992.??.32", "date"),
        ("UTCDate", "0000.01.01", "1992.00.01", "date"),
        ("Board", "2", "1a", "board"),
        ("ECO", "B42", "b42", "eco"),
        ("ECO", "B42/10", "F00", "eco"),
        ("Time", "21:05:00", "21:05", "time"),
        ("Time", "2?:??:??", "24:00:00", "time"),
        ("UTCTime", "??:??:??", "21.05.00", "time"),
        ("TimeControl", "?", "3+2 blitz", "time-control"),
        ("TimeControl", "-", "", "time-control"),
        ("TimeControl", "40/9000", "40/0", "time-control"),
        ("TimeControl", "40/7200:20/3600:900+30", "900+30:40/7200", "time-control"),
        ("TimeControl", "300", "300:300", "time-control"),
        ("TimeControl", "180+1", "180+0", "time-control"),
        ("TimeControl", "*180", "* 180", "time-control"),
        ("Termination", "time forfeit", "Time forfeit", "termination"),
        ("PlyCount", "0", "1", "ply-count"),
        ("PlyCount", "00", "none", "ply-count"),
        ("SetUp", "0", "yes", "setup"),
    ],
)
def test_values(tag: str, right: str, wrong: str, code: str) -> None:
    assert codes(f'[{tag} "{right}"]') == set()
    assert codes(f'[{tag} "{wrong}"]') == {code}


@pytest.mark.parametrize(
    ("tag", "value"),
    [
        ("WhiteNA", "jones@example.org"),
        ("EventSponsor", "The bank of Nowhere"),
        ("Section", "Open"),
        ("Stage", "Semifinal"),
        ("Opening", "Philidor defense"),
        ("Variation", "Hanham"),
        ("SubVariation", "Berger"),
        ("NIC", "KP 7.1.2"),
        ("Annotator", "Smith, J."),
        ("Mode", "Under water"),
        ("BlackFIDE", "not a number"),
    ],
)
def test_texts_that_are_left_to_people(tag: str, value: str) -> None:
    assert codes(f'[{tag} "{value}"]') == set()


def test_plies_are_those_of_the_main_line() -> None:
    assert codes('[PlyCount "3"]', "1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 *") == set()
    assert codes('[PlyCount "6"]', "1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 *") == {"ply-count"}


def test_a_field_for_each_player() -> None:
    names = "Jones:Smith:Zacharias"
    assert codes('[WhiteTitle "IM:-:GM"]\n[WhiteElo "2400:-:2500"]', white=names) == set()
    assert codes('[WhiteTitle "IM"]', white=names) == {"player-fields"}
    assert codes('[WhiteElo "2400:2500"]') == {"rating"}


@pytest.mark.parametrize(
    ("fen", "code"),
    [
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 5 39", None),
        ("4k3/8/8/8/8/8/4P3/4K3 w - -", "fen-fields"),
        ("4k3/8/8/8/8/8/4P3/4K3 w  - - 5 39", "fen-fields"),
        ("4k3/8/8/44/8/8/4P3/4K3 w - - 5 39", "fen-placement"),
        ("4k3/8/8/8/8/8/4P3/4K w - - 5 39", "fen-placement"),
        ("4k3/8/8/8/8/8/4P3/4K3 W - - 5 39", "fen-side"),
        ("r3k3/8/8/8/8/8/8/4K2R w qK - 5 39", "fen-castling"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 39", None),
        ("4k3/8/8/8/4P3/8/8/4K3 b - d3 0 39", "fen-en-passant"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - E3 0 39", "fen-en-passant"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - e6 0 39", "fen-en-passant"),
        ("4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 39", "fen-en-passant"),
        ("4k3/8/8/8/4P3/8/4P3/4K3 b - e3 0 39", "fen-en-passant"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 2 39", "fen-clock"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - -1 39", "fen-clock"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 5 0", "fen-number"),
    ],
)
def test_positions(fen: str, code: str | None) -> None:
    assert codes(f'[SetUp "1"]\n[FEN "{fen}"]') == ({code} if code else set())


def test_set_up_and_position_go_together() -> None:
    fen = '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 5 39"]'
    assert codes(fen) == {"fen-without-setup"}
    assert codes(f'[SetUp "0"]\n{fen}') == {"setup-zero"}
    assert codes('[SetUp "1"]') == {"setup-without-fen"}


def test_variants_have_positions_of_their_own() -> None:
    crazy = '[Variant "Crazyhouse"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3[Q] w - - 5 39"]'
    assert codes(crazy) == set()
    start = "bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w DFdf - 0 1"
    assert codes(f'[Variant "Chess960"]\n[SetUp "1"]\n[FEN "{start}"]') == set()
