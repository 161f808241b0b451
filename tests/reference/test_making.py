"""New opening books: what is written is what a scan of the games finds, read by our readers and others'."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest
from chess.polyglot import open_reader, zobrist_hash

from viewer.base.jobs import run_inline
from viewer.base.refused import Refused
from viewer.document.edits import RecordData
from viewer.formats import FORMATS
from viewer.formats.format import Format
from viewer.games import game_of
from viewer.reference.making import Choice, MadeBook, PlayedMove, kind_made, making
from viewer.reference.polyglot import PolyglotWriter
from viewer.reference.reference import Reference, looking_up, opening
from viewer.tree.action import Move, Setup
from viewer.tree.node import Node
from viewer.tree.record import Header, Record
from viewer.tree.serial import NodeData

PGN = FORMATS["pgn"].load()
RESULTS = {"1-0": 2, "1/2-1/2": 1, "0-1": 0, "*": 1}


def record(game: str, moves: list[str], result: str, setup: str | None = None) -> Record:
    start = None if setup is None else Setup(setup)
    rows = [NodeData(0, -1, start, {})]
    for text in moves:
        rows.append(NodeData(len(rows), len(rows) - 1, Move(text), {}))
    return RecordData(game, (Header("Result", result),), None, (), tuple(rows)).record()


def played(game_id: str, seed: int, plies: int) -> list[str]:
    """Random legal moves, of few at first, so that games share positions and transpose."""
    game, chance = game_of(game_id), random.Random(seed)
    state, moves = game.start(None), []
    for ply in range(plies):
        legal = sorted(move.text for move in game.legal_moves(state))
        if not legal:
            break
        moves.append(chance.choice(legal[:3] if ply < 6 else legal))
        state = game.step(state, Move(moves[-1]))
    return moves


def games_of(records: list[Record]) -> Iterator[tuple[Format, Record]]:
    return ((PGN, one) for one in records)


def made(records: list[Record], name: str, choice: Choice) -> MadeBook:
    job = making(games_of(records), len(records), kind_made(name), choice)
    return run_inline(job)[-1]


def opened(data: bytes, path: Path) -> Reference:
    path.write_bytes(data)
    work = run_inline(opening(str(path)))[-1]
    assert isinstance(work, Reference)
    return work


# --------------------------------------------------------------------------------- Polyglot

CASTLING = ["g1f3", "g8f6", "g2g3", "g7g6", "f1g2", "f8g7", "e1g1", "e8g8"]
LONG = ["d2d4", "d7d5", "b1c3", "b8c6", "c1f4", "c8f5", "d1d2", "d8d7", "e1c1", "e8c8"]
PASSING = ["e2e4", "a7a6", "e4e5", "d7d5", "e5d6", "a6a5", "d6c7", "a5a4", "c7b8n"]


def chess_records() -> list[Record]:
    chance = random.Random(5)
    lines = [played("chess", seed, 30) for seed in range(120)] + [CASTLING, LONG, PASSING] * 4
    return [record("chess", line, chance.choice(list(RESULTS))) for line in lines]


def scanned(records: list[Record], plies: int) -> dict[str, dict[chess.Move, tuple[int, int]]]:
    """(games, points) of each move by position, as python-chess sees them."""
    games: dict[str, Counter[chess.Move]] = defaultdict(Counter)
    points: dict[str, Counter[chess.Move]] = defaultdict(Counter)
    for one in records:
        board, seen = chess.Board(), set()
        score = RESULTS[one.headers[0].value]
        for node in list(one.root.main_line())[1 : plies + 1]:
            assert isinstance(node.action, Move)
            move = chess.Move.from_uci(node.action.text)
            place = " ".join(board.fen(en_passant="xfen").split()[:4])
            if (place, move) not in seen:
                seen.add((place, move))
                games[place][move] += 1
                points[place][move] += score if board.turn else 2 - score
            board.push(move)
    return {
        place: {move: (count, points[place][move]) for move, count in some.items()}
        for place, some in games.items()
    }


@pytest.mark.parametrize(("moves", "at_least"), [(20, 1), (4, 1), (20, 3)])
def test_a_polyglot_book_says_what_a_scan_finds(tmp_path: Path, moves: int, at_least: int) -> None:
    records = chess_records()
    book = made(records, "book.bin", Choice(moves, at_least))
    expected = {
        place: {
            move: points for move, (games, points) in some.items() if games >= at_least and points
        }
        for place, some in scanned(records, 2 * moves).items()
    }
    expected = {place: some for place, some in expected.items() if some}
    path = tmp_path / "book.bin"
    ours = opened(book.data, path)
    rules = game_of("chess")
    with open_reader(path) as reader:
        assert len(reader) == book.moves == sum(map(len, expected.values()))
        for place, some in expected.items():
            board = chess.Board(f"{place} 0 1")
            found = {entry.move: entry.weight for entry in reader.find_all(board)}
            assert found == some, place
            state = rules.start(rules.parse_setup(f"{place} 0 1"))
            known = run_inline(looking_up(ours, rules, state))[-1].moves
            assert {one.move.text: one.weight for one in known} == {
                move.uci(): weight for move, weight in some.items()
            }
    ours.close()
    assert book.positions == len(expected)
    assert book.games == len(records)
    assert len(book.data) == 16 * book.moves
    keys = [book.data[at : at + 8] for at in range(0, len(book.data), 16)]
    assert keys == sorted(keys)


def test_the_order_of_games_doesn_t_matter() -> None:
    records = chess_records()
    book = made(records, "book.bin", Choice(20, 1))
    random.Random(1).shuffle(records)
    assert made(records, "book.bin", Choice(20, 1)).data == book.data


def test_castling_is_written_as_king_takes_rook() -> None:
    book = made([record("chess", CASTLING, "1-0")], "book.bin", Choice(20, 1))
    board = chess.Board()
    for text in CASTLING[:6]:
        board.push_uci(text)
    at = book.data.index(zobrist_hash(board).to_bytes(8, "big"))
    packed = int.from_bytes(book.data[at + 8 : at + 10], "big")
    assert (packed >> 6 & 63, packed & 63) == (chess.E1, chess.H1)


def test_transposed_positions_are_one() -> None:
    one = record("chess", ["d2d4", "g8f6", "c2c4", "e7e6"], "1-0")
    other = record("chess", ["c2c4", "g8f6", "d2d4", "e7e6"], "1-0")
    third = record("chess", ["c2c4", "g8f6", "d2d4", "g7g6"], "0-1")
    book = made([one, other, third], "book.bin", Choice(20, 1))
    board = chess.Board()
    for text in ["d2d4", "g8f6", "c2c4"]:
        board.push_uci(text)
    key = zobrist_hash(board).to_bytes(8, "big")
    assert book.data.count(key) == 1  # e6 lost twice, and isn't written
    often = made([one, other, third], "book.bin", Choice(20, 2, 0))
    assert often.moves == 2  # 1. c4 and 2. d4 after it; that e6 was played twice is Black's


def test_weights_fit_in_two_bytes_and_keep_their_order() -> None:
    moves = [PlayedMove(b"\0\1", 90_000, 180_000, b""), PlayedMove(b"\0\2", 2, 1, b"")]
    data = PolyglotWriter().written([(b"\0" * 8, moves)])
    assert [int.from_bytes(data[at + 10 : at + 12], "big") for at in (0, 16)] == [65_535, 1]


def test_only_moves_of_a_side() -> None:
    book = made([record("chess", CASTLING, "1/2-1/2")], "book.bin", Choice(20, 1, 1))
    assert book.moves == 4
    assert zobrist_hash(chess.Board()).to_bytes(8, "big") not in book.data


def test_a_game_counts_once_where_it_repeats() -> None:
    line = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6"]
    with pytest.raises(Refused):
        made([record("chess", line, "1-0")], "book.bin", Choice(20, 2))


def test_what_breaks_a_rule_and_other_chess_is_left_out() -> None:
    wrong = record("chess", ["e2e4", "e7e4", "d2d4"], "1-0")
    book = made([wrong], "book.bin", Choice(20, 1))
    assert book.moves == 1
    go = Record("go", Node(0, None), (), None)
    assert made([wrong, go], "book.bin", Choice(20, 1)).left_out == 1
    with pytest.raises(Refused, match="Chess"):
        made([go], "book.bin", Choice(20, 1))


def test_the_suffix_names_the_kind() -> None:
    assert kind_made("A.BIN").game == "chess"
    assert kind_made("a.db").game == "shogi"
    for name in ("a.ybb", "a.pgn", "a"):
        with pytest.raises(Refused, match=r"\.bin"):
            kind_made(name)


# ------------------------------------------------------------------------------------- shogi


def test_a_book_of_shogi_says_what_a_scan_finds(tmp_path: Path) -> None:
    rules = game_of("shogi")
    lines = [played("shogi", seed, 24) for seed in range(40)]
    lines += [["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"]] * 3
    records = [record("shogi", line, "1-0") for line in lines]
    book = made(records, "book.db", Choice(20, 1))
    games: dict[str, Counter[str]] = defaultdict(Counter)
    replies: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for line in lines:
        state = rules.start(None)
        for at, text in enumerate(line[:20]):
            place = rules.position_text(state).rpartition(" ")[0]
            games[place][text] += 1
            if at + 1 < min(20, len(line)):
                replies[place, text][line[at + 1]] += 1
            state = rules.step(state, Move(text))
    assert book.positions == len(games)
    assert book.moves == sum(map(len, games.values()))
    ours = opened(book.data, tmp_path / "book.db")
    for place, some in games.items():
        state = rules.start(rules.parse_setup(f"{place} 1"))
        known = run_inline(looking_up(ours, rules, state))[-1].moves
        assert {one.move.text: one.games for one in known} == some
        assert all(one.evaluation is None for one in known)
        for one in known:
            after = replies[place, one.move.text]
            assert (one.reply is None) == (not after)
            assert one.reply is None or after[one.reply.text] == max(after.values())
    ours.close()
    texts = book.data.decode().splitlines()
    assert texts[0] == "#YANEURAOU-DB2016 1.00"
    keys = [line.rpartition(" ")[0] for line in texts if line.startswith("sfen ")]
    assert keys == sorted(keys)
    random.Random(1).shuffle(records)
    assert made(records, "book.db", Choice(20, 1)).data == book.data
