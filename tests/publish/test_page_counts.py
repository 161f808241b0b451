"""Pages of books of chess, xiangqi and shogi: equal spaces within a line, columns that are full."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

import chess
import pytest
from page_counts import ahead, columns, fullness, pages, space_quotients
from pdf_texts import exported, needs_han, needs_poppler
from pypdf import PdfReader

from viewer.base.fields import Value
from viewer.publish.book.exporters import BOOK
from viewer.publish.exporter import ExportedFile
from viewer.publish.styles import preset

SAMPLES = Path(__file__).parents[2] / "resources" / "samples" / "en" / "study"
_TOP, _END = 62.0, 778.0  # of the text on a page, in points
_FULL = 0.85
_BARE = 0.84  # where nothing is said of the games
_APART = 1.05
_DIAGRAM = 130.0  # points: the height of the smallest
WITHOUT: dict[str, Value] = {
    "title_page": False,
    "contents": False,
    "players": False,
    "openings": False,
}
_WORDS = "The bishop on the long diagonal looks at both wings, but the rook has no open file yet."

pytestmark = needs_poppler


def bare(count: int) -> str:
    """Games of which nothing is said, of 40 to 130 plies."""
    chance, out = Random(3), []
    for number in range(count):
        board, said = chess.Board(), []
        for ply in range(chance.randint(40, 130)):
            moves = sorted(board.legal_moves, key=str)
            if not moves:
                break
            move = chance.choice(moves)
            said.append(f"{ply // 2 + 1}. " * (ply % 2 == 0) + board.san(move))
            board.push(move)
        head = f'[Event "Open"]\n[White "White {number}"]\n[Black "Black"]\n[ECO "C{number:02}"]'
        out.append(f"{head}\n\n{' '.join(said)} 1-0\n\n")
    return "".join(out)


def games(count: int, plies: int = 70) -> str:
    """Games with a comment every six plies, variations, castling and diagram marks."""
    out = []
    for number in range(count):
        board, said = chess.Board(), []
        for ply in range(plies):
            moves = sorted(
                board.legal_moves, key=lambda move: (not board.is_castling(move), str(move))
            )
            if not moves:
                break
            move = (
                moves[0] if board.is_castling(moves[0]) else moves[(ply * 7 + number) % len(moves)]
            )
            label = f"{ply // 2 + 1}{'.' if ply % 2 == 0 else '...'}"
            said.append(f"{label} {board.san(move)}")
            if ply % 23 == 20:
                said.append("$220")
            if ply % 6 == 3:
                said.append(f"{{{_WORDS}}}")
            if ply % 16 == 10:
                said.append(f"({label} {board.san(moves[-1])} $14)")
            board.push(move)
        out.append(f'[White "W{number}"]\n[Black "B"]\n\n{" ".join(said)} *\n\n')
    return "".join(out)


@pytest.fixture(scope="module", params=["usual", "informator"])
def book(request: pytest.FixtureRequest) -> ExportedFile:
    style = {"variations": "brackets", "head": "numbered", "size": 9, "diagram": 62}
    chosen = style if request.param == "informator" else {}
    return exported(BOOK, games(8), **WITHOUT, **chosen)  # type: ignore[arg-type]  # by name


def test_spaces_of_a_line_are_equal(book: ExportedFile) -> None:
    found = [found for page in pages(book.data) for found in space_quotients(page, 2)]
    assert len(found) > 200
    assert [one for one in found if one[0] > _APART] == []


def test_columns_are_full(book: ExportedFile) -> None:
    shown = pages(book.data)
    shares = [share for page in shown[:-1] for share in fullness(page, 2, _TOP, _END)]
    assert len(shares) >= 8
    assert min(shares) > _FULL


def test_diagrams_of_short_games_stand_behind_their_moves() -> None:
    """But for one at the foot of a column, which has room for it and not for all the text before."""
    text = games(20, plies=24)
    shown = pages(exported(BOOK, text, **WITHOUT).data)  # type: ignore[arg-type]  # by name
    early, total = ahead(shown, 2, "Chess · Game")
    assert total >= 20
    assert early <= total // 3
    full = [share for page in shown[:-1] for share in fullness(page, 2, _TOP, _END)]
    assert min(full) > _FULL


def test_columns_of_bare_moves_are_full_and_no_diagram_lies_on_another() -> None:
    shown = pages(exported(BOOK, bare(16), **WITHOUT).data)  # type: ignore[arg-type]  # by name
    full = [share for page in shown[:-1] for share in fullness(page, 2, _TOP, _END)]
    assert len(full) >= 12
    assert min(full) > _BARE
    captions = [
        [word.top for word in column if word.text == "after"]
        for page in shown
        for column in columns(page, 2)
    ]
    apart = [other - one for tops in captions for one, other in pairwise(sorted(tops))]
    assert len(apart) > 20
    assert min(apart) > _DIAGRAM


def test_in_a_study_text_stands_beside_the_diagrams_at_both_sides() -> None:
    data = exported(BOOK, games(3), **WITHOUT, **preset(BOOK.fields, "study")).data  # type: ignore[arg-type]  # by name
    sides = set()
    for page in pages(data):
        for caption in (word for word in page.words if word.text == "after"):
            beside = [
                word
                for word in page.words
                if caption.top - _DIAGRAM < word.top < caption.top - 30
                and abs(word.left - caption.left) > page.width / 5
            ]
            if len(beside) > 30:
                sides.add(caption.left > page.width / 2)
    assert sides == {False, True}


@pytest.mark.parametrize(
    "name",
    [
        "chess.pgn",
        pytest.param("xiangqi.xqf", marks=needs_han),
        pytest.param("shogi.kif", marks=needs_han),
    ],
)
def test_the_first_book_of_a_sample_has_boards(name: str, tmp_path: Path) -> None:
    from viewer.face import export

    out = tmp_path / "book.pdf"
    export(SAMPLES / name, out)
    assert any("/XObject" in page["/Resources"] for page in PdfReader(out).pages)
