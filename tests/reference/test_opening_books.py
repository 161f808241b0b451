"""Opening books: what each kind says of a position, on files of any size, and what is told of broken ones."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

import chess
import pytest
from chess.polyglot import MemoryMappedReader
from rsshogi.core import Board
from works import (
    SHOGI_START,
    SbkState,
    write_binary_book,
    write_polyglot,
    write_sbk,
    write_text_book,
)

from viewer.base.jobs import run_inline
from viewer.base.limits import DEFAULT
from viewer.base.source import FileSource
from viewer.games import game_of
from viewer.reference.reference import (
    KnownMove,
    Reference,
    ReferenceFault,
    kind_of,
    looking_up,
    opening,
)
from viewer.tree.action import Move
from viewer.tree.evaluation import Evaluation

CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
AFTER_76 = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w -"


def opened(path: Path, **limits: int) -> Reference:
    work = run_inline(opening(str(path), DEFAULT._replace(**limits)))[-1]
    assert isinstance(work, Reference)
    return work


def looked_up(work: Reference, game: str, setup: str) -> list[KnownMove]:
    rules = game_of(game)
    return run_inline(looking_up(work, rules, rules.start(rules.parse_setup(setup))))[-1].moves


# --------------------------------------------------------------------------------- Polyglot


def test_a_polyglot_book_says_weights(tmp_path: Path) -> None:
    path = tmp_path / "book.bin"
    start = chess.STARTING_FEN
    write_polyglot(
        path,
        [
            (start, "e2e4", 50),
            (start, "d2d4", 70),
            (start, "e2e5", 9),  # of another position with the same key
            (CASTLING, "e1h1", 3),
            ("8/P7/8/8/8/8/8/K6k w - - 0 1", "a7a8q", 1),
        ],
    )
    assert kind_of(str(path)).id == "polyglot"
    book = opened(path)
    found = looked_up(book, "chess", start)
    assert [(one.move.text, one.weight) for one in found] == [("d2d4", 70), ("e2e4", 50)]
    assert [one.move.text for one in looked_up(book, "chess", CASTLING)] == ["e1g1"]
    promoted = looked_up(book, "chess", "8/P7/8/8/8/8/8/K6k w - - 0 1")
    assert [one.move.text for one in promoted] == ["a7a8q"]
    assert not looked_up(book, "chess", "8/8/8/8/8/8/8/K6k w - - 0 1")
    book.close()


def test_a_polyglot_book_agrees_with_python_chess(tmp_path: Path) -> None:
    path, rnd = tmp_path / "book.bin", random.Random(4)
    entries: list[tuple[str, str, int]] = []
    for _ in range(60):
        board = chess.Board()
        for _ in range(rnd.randint(0, 30)):
            moves = list(board.legal_moves)
            if not moves:
                break
            entries += [(board.fen(), rnd.choice(moves).uci(), rnd.randint(1, 999))]
            board.push(rnd.choice(moves))
    # python-chess reads castling as Polyglot writes it; entries written as e1g1 it takes for a step.
    entries = [one for one in entries if one[1] not in ("e1g1", "e1c1", "e8g8", "e8c8")]
    write_polyglot(path, entries)
    book = opened(path)
    with MemoryMappedReader(str(path)) as peer:
        for fen, _, _ in entries:
            found = {one.move.text for one in looked_up(book, "chess", fen)}
            assert found == {entry.move.uci() for entry in peer.find_all(chess.Board(fen))}


# ------------------------------------------------------------------------------- YaneuraOu


def text_lines() -> list[tuple[str, list[str]]]:
    return [
        (
            f"{SHOGI_START} 1",
            [
                "7g7f 3c3d 45 22 130 # the pawn of the bishop",
                "2g2f none -12 none 3",
                "//slower",
                "5i5e none 1 1 1",  # illegal
                "2h7h none 31998 12 1",
            ],
        ),
        (f"{AFTER_76} 2", ["3c3d none 7 9 100"]),
    ]


@pytest.mark.parametrize("ordered", [True, False])
def test_a_text_book_says_scores_depths_counts_and_answers(tmp_path: Path, ordered: bool) -> None:
    path = tmp_path / "book.db"
    write_text_book(path, sorted(text_lines(), reverse=not ordered))
    assert kind_of(str(path)).id == "yaneuraou"
    book = opened(path)
    first, second, third = looked_up(book, "shogi", f"{SHOGI_START} 5")
    assert first == KnownMove(
        Move("7g7f"),
        games=130,
        evaluation=Evaluation(centipawns=45, depth=22),
        reply=Move("3c3d"),
        comment="the pawn of the bishop",
    )
    assert (second.evaluation, second.games) == (Evaluation(centipawns=-12), 3)
    assert second.comment == "slower"
    assert third.evaluation == Evaluation(mate=2, depth=12)
    (answer,) = looked_up(book, "shogi", f"{AFTER_76} 2")
    assert answer.evaluation == Evaluation(centipawns=-7, depth=9)  # for Black


def test_a_position_is_found_with_its_sides_exchanged(tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    mirrored = Board(f"{AFTER_76} 2").to_sfen_flipped()
    write_text_book(path, [(mirrored, ["7g7f none 20 1 1"])])
    (found,) = looked_up(opened(path), "shogi", f"{AFTER_76} 2")
    assert found.move.text == "3c3d"
    assert found.evaluation == Evaluation(centipawns=-20, depth=1)


def test_a_sorted_text_book_is_searched_without_reading_it_all(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "book.db"
    rows = sorted(
        (
            f"{rank}/{SHOGI_START.partition('/')[2]} {number}",
            [f"7g7f none {number} 1 1", "# words" * 9],
        )
        for number, rank in enumerate(_ranks())
    )
    write_text_book(path, rows)
    size = path.stat().st_size
    assert size > 1_000_000
    read = 0
    original = FileSource.read

    def counted(self: FileSource, start: int, length: int) -> bytes:
        nonlocal read
        data = original(self, start, length)
        read += len(data)
        return data

    monkeypatch.setattr(FileSource, "read", counted)
    book = opened(path)
    for sfen, moves in random.Random(1).sample(rows, 50):
        (found,) = looked_up(book, "shogi", sfen)
        assert found.evaluation == Evaluation(centipawns=int(moves[0].split()[2]), depth=1)
    assert not looked_up(book, "shogi", f"{SHOGI_START} 1".replace("9/9/9", "9/4P4/9"))
    assert read < 51 * 300_000
    book.close()


def _ranks() -> list[str]:
    """First ranks of White's camp: its pieces in many orders, which no game has but a book may."""
    rnd = random.Random(2)
    found: set[str] = set()
    while len(found) < 9_000:
        pieces = list("lnsgkgsnl")
        rnd.shuffle(pieces)
        found.add("".join(pieces))
    return sorted(found)


@pytest.mark.parametrize("depth", [True, False])
def test_a_binary_book_says_scores_and_depths(tmp_path: Path, depth: bool) -> None:
    path = tmp_path / "book.ybb"
    write_binary_book(
        path,
        [
            (f"{SHOGI_START} 1", 1, [("7g7f", 33, 20), ("2g2f", 0x7FFF, 0)]),
            (f"{AFTER_76} 2", 2, [("3c3d", -32000 + 11, 4)]),
            (f"{AFTER_76} 2", 8, [("8c8d", 5, 4)]),
        ],
        depth,
    )
    assert kind_of(str(path)).id == "yaneuraou-binary"
    book = opened(path)
    first, second = looked_up(book, "shogi", f"{SHOGI_START} 1")
    assert first.evaluation == Evaluation(centipawns=33, depth=20 if depth else None)
    assert second.evaluation is None
    (mated,) = looked_up(book, "shogi", f"{AFTER_76} 2")
    assert mated.evaluation == Evaluation(mate=11, depth=4 if depth else None)
    assert looked_up(book, "shogi", f"{AFTER_76} 8")[0].move.text == "8c8d"


# --------------------------------------------------------------------------------- ShogiGUI


def sbk_states() -> list[SbkState]:
    root, second, third = (
        SbkState(20, 9, 9, f"{SHOGI_START} 1"),
        SbkState(8, 6, 2),
        SbkState(0, 0, 0),
    )
    root.add("7g7f", False, 2, 10, 1)
    root.add("2g2f", False, 4, 30, 2)
    second.add("3c3d", True, 0, 5, 2)
    return [root, second, third]


def test_a_book_of_shogigui_says_weights_games_and_wins(tmp_path: Path) -> None:
    path = tmp_path / "book.sbk"
    write_sbk(path, sbk_states())
    assert kind_of(str(path)).id == "sbk"
    book = opened(path)
    first, second = looked_up(book, "shogi", f"{SHOGI_START} 1")
    assert first == KnownMove(Move("2g2f"), weight=30, glyph=4, order=-30)
    assert second == KnownMove(Move("7g7f"), weight=10, games=8, won=0.75, glyph=1, order=-10)
    (answer,) = looked_up(book, "shogi", f"{AFTER_76} 2")
    assert answer.move.text == "3c3d"


def test_opening_a_book_of_shogigui_can_be_cancelled(tmp_path: Path) -> None:
    path = tmp_path / "book.sbk"
    write_sbk(path, sbk_states())
    job = opening(str(path))
    next(job)
    job.close()  # type: ignore[attr-defined]  # a generator


# ---------------------------------------------------------------------------- broken, foreign


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.bin", b"x" * 15, "a.bin is no opening book that Qipu knows: .bin, .db, .ybb, .sbk."),
        ("a.bin", b"", "a.bin is no opening book that Qipu knows: .bin, .db, .ybb, .sbk."),
        ("a.bin", b"\xff" * 16 + b"\0" * 16, "a.bin is no opening book that Qipu knows"),
        ("a.obk", b"SQLite format 3\0" + b"\0" * 100, "a.obk is a database of SQLite"),
        ("a.ybb", b"YANE-BINBOOK-V2\0" + b"\0" * 16, "a.ybb is of a newer kind"),
        ("a.ybb", b"YANE-BINBOOK-V1\0" + b"\x09" + b"\0" * 15, "a.ybb breaks off at byte 32."),
        ("a.ybb", b"YANE-BINBOOK-V1\0", "a.ybb breaks off at byte 0."),
        ("a.sbk", b"\x0f\x0f\x0f", "a.sbk can't be read: "),
        ("a.sbk", b"", "a.sbk can't be read: "),
    ],
)
def test_a_file_that_is_no_book_is_told(tmp_path: Path, name: str, data: bytes, words: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(ReferenceFault) as caught:
        opened(path)
    assert caught.value.reason.text().startswith(words)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(ReferenceFault, match=r"gone\.bin can't be read: no such file or folder"):
        opened(tmp_path / "gone.bin")


def test_an_unsorted_book_that_is_too_large_to_be_indexed_is_told(tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    write_text_book(path, sorted(text_lines(), reverse=True))
    with pytest.raises(ReferenceFault, match="aren't sorted"):
        opened(path, body_bytes=100)


def test_a_broken_move_of_a_text_book_is_told_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    write_text_book(path, [(f"{SHOGI_START} 1", ["7g7f none 1 1 1", "what none 1 1 1"])])
    offset = path.read_bytes().index(b"what")
    with pytest.raises(ReferenceFault, match=f"book.db has no move at byte {offset}: what none"):
        looked_up(opened(path), "shogi", f"{SHOGI_START} 1")


def test_moves_beyond_the_end_of_a_binary_book_are_told(tmp_path: Path) -> None:
    path = tmp_path / "book.ybb"
    write_binary_book(path, [(f"{SHOGI_START} 1", 1, [("7g7f", 33, 20)])], True)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ReferenceFault, match=r"book\.ybb breaks off at byte 76"):
        looked_up(opened(path), "shogi", f"{SHOGI_START} 1")


def test_a_book_cut_anywhere_is_told_or_says_less(tmp_path: Path) -> None:
    for kind in ("db", "ybb", "sbk"):
        whole, cut = tmp_path / f"whole.{kind}", tmp_path / f"cut.{kind}"
        if kind == "db":
            write_text_book(whole, text_lines()[:1])
        elif kind == "ybb":
            write_binary_book(whole, [(f"{SHOGI_START} 1", 1, [("7g7f", 33, 20)])], True)
        else:
            write_sbk(whole, sbk_states())
        data = whole.read_bytes()
        for length in range(len(data)):
            cut.write_bytes(data[:length])
            with suppress(ReferenceFault):
                looked_up(opened(cut), "shogi", f"{SHOGI_START} 1")


def test_a_position_that_no_game_has_is_in_no_book(tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    write_text_book(path, text_lines())
    book = opened(path)
    assert looked_up(book, "shogi", "RRRRRRRRR/RRRRRRRRR/9/9/9/9/9/9/4K4 b - 1") == []
