"""Games of variants of chess in PGN, EPD and PGC: read as python-chess reads them, edited, kept."""

from __future__ import annotations

import io
import logging
from pathlib import Path

import chess.pgn
import pytest
from pgn_texts import codes, read, tree, written

import viewer
from viewer.formats import FORMATS
from viewer.formats.format import Collection
from viewer.formats.fresh import Beginning, new_record
from viewer.formats.pgn.write.export import export_game
from viewer.games import game_of
from viewer.games.game import StartPosition
from viewer.games.states import States
from viewer.tree.action import Move
from viewer.tree.ops import Insert, SetAction, apply
from viewer.tree.record import Record
from viewer.tree.serial import NodeData

CHESS = game_of("chess")

GAMES: dict[str, str] = {
    "crazyhouse": """[White "A"]
[Variant "Crazyhouse"]

1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe6+ 4. Be2 P@h3 5. Nxh3 (5. @f3 hxg2) Qxh3 6. gxh3 Bxh3
7. Q@b5+ Nc6 8. Qxb7 Rb8 9. Qxc6+ Bd7 10. Qf3 N@d4 { a knight } 11. P@e5! *
""",
    "pockets": """[Variant "crazyhouse"]
[SetUp "1"]
[FEN "4k3/P7/8/8/8/8/8/4K3/QNqp w - - 0 20"]

20. a8=Q+ Q@d8 21. Qxd8+ { the queen was a pawn } Kxd8 22. N@f7+ Ke8 *
""",
    "promoted": """[Variant "Crazyhouse"]
[FEN "Q~3k3/8/8/8/8/8/8/4K2r[] b - - 0 1"]

1... Ke7 *
""",
    "koth": """[Variant "King of the Hill"]

1. e4 e5 2. Ke2 a6 3. Ke3 a5 4. Kf3 a4 5. Kg4 d6+ 6. Kh5 a3 *
""",
    "checks": """[Variant "3 Check"]

1. e4 e5 2. Bc4 Nc6 3. Bxf7+ Kxf7 4. Qh5+ Ke7 5. Qxe5+ 1-0
""",
    "checks given": """[Variant "Three-check"]
[FEN "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1 +2+0"]

1. Qa8# 1-0
""",
    "atomic": """[Variant "atomic"]

1. Nf3 f6 2. Nd4 a6 3. Ne6 (3. Nb5 axb5 4. e4) a5 4. Nxc7# 1-0
""",
    "horde": """[Variant "Horde"]
[FEN "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"]

1. e5 d6 2. exd6 cxd6 *
""",
    "racing": """[Variant "Racing Kings"]
[FEN "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"]

1. Kh3 Ka3 2. Kh4 Ka4 3. Kh5 Ka5 *
""",
    "antichess": """[Variant "Antichess"]
[FEN "8/7p/8/8/8/8/p7/1R6 b - - 0 1"]

1... axb1=K *
""",
    "giveaway": """[Variant "Giveaway"]

1. e3 b6 2. Bb5 Ba6 3. Bxa6 Nxa6 4. a3 *
""",
    "960": """[Variant "Crazyhouse960"]
[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR[] w KQkq - 0 1"]

1. g3 g6 2. f3 f6 *
""",
}
each_game = pytest.mark.parametrize("text", GAMES.values(), ids=GAMES)


def peer_of(text: str) -> chess.pgn.Game:
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    return game


def main_line(record: Record) -> tuple[list[str], str]:
    """The moves of the main line as the rules resolve them, and the last position."""
    states = States(CHESS, record)
    moves: list[str] = []
    nodes = list(record.root.main_line())
    for node in nodes:
        action = states.at(node).action
        if isinstance(action, Move):
            moves.append(action.text)
    return moves, CHESS.position_text(states.at(nodes[-1]))


@each_game
def test_read_as_python_chess_reads_it(text: str) -> None:
    # python-chess doesn't know Crazyhouse960 by that name.
    peer = peer_of(text.replace("Crazyhouse960", "Crazyhouse"))
    record = read(text)
    assert codes(text) == []
    end = peer.end().board()
    if "Crazyhouse960" in text:
        end.chess960 = True
    fen = end.fen(en_passant="fen", shredder=end.chess960)
    assert main_line(record) == ([move.uci() for move in peer.mainline_moves()], fen)
    states = States(CHESS, record)
    assert all(CHESS.violation(states.at(node)) is None for node in record.root.walk())


@each_game
def test_bytes_are_kept_and_a_new_move_is_added(text: str) -> None:
    record = read(text)
    assert written(record) == text.encode()
    last = list(record.root.main_line())[-1]
    state = States(CHESS, record).at(last)
    moves = CHESS.legal_moves(state)
    if not moves:
        return
    for move in moves:
        apply(record, Insert(last.id, 0, (NodeData(record.next_id, -1, move, {}),)))
    again = written(record)
    assert codes(again) == []
    back = read(again)
    assert tree(back) != tree(read(text))
    states = States(CHESS, back)
    parent = list(back.root.main_line())[-2]
    assert {states.at(node).action for node in parent.children} == set(moves)
    head = text.encode().partition(b"\n\n")[0]
    assert again.startswith(head)


@each_game
def test_the_export_form_is_read_as_the_same_game(text: str) -> None:
    record = read(text)
    out = export_game(record)
    back = read(out)
    assert main_line(back) == main_line(record)
    assert back.setup == record.setup
    if "960" not in text:
        assert peer_of(out.decode()).errors == []


@pytest.mark.parametrize("suffix", ["epd", "pgc"])
@each_game
def test_epd_and_pgc_hold_a_line(tmp_path: Path, suffix: str, text: str) -> None:
    source = tmp_path / "game.pgn"
    source.write_text(text.replace(" { a knight }", "").replace("!", ""), "utf-8")
    target = tmp_path / f"game.{suffix}"
    losses = viewer.convert(str(source), str(target), allow_loss=True)
    lost = {str(one.words) for one in losses}
    back = viewer.load(str(target)).record(0)
    starts = [one for one in lost if "start position" in one]
    if not starts:
        record = read(text)
        assert main_line(back)[0] == main_line(record)[0]
    assert bool(starts) == (suffix == "epd" and "+2+0" in text)


def test_a_fen_file_tells_what_it_loses(tmp_path: Path) -> None:
    source, target = tmp_path / "game.pgn", tmp_path / "game.fen"
    source.write_text(GAMES["atomic"], "utf-8")
    losses = viewer.convert(str(source), str(target), allow_loss=True)
    assert any("start position is read from FEN" in str(one.words) for one in losses)
    source.write_text(GAMES["promoted"], "utf-8")
    target = tmp_path / "promoted.fen"
    losses = viewer.convert(str(source), str(target), allow_loss=True)
    assert not any("start position" in str(one.words) for one in losses)
    assert target.read_text() == "Q~3k3/8/8/8/8/8/8/4K2r[] b - - 0 1\n"


def test_pockets_and_checks_tell_the_variant_without_a_tag() -> None:
    house = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1"]\n\n1. Q@e2+ *\n'
    assert main_line(read(house))[0] == ["Q@e2"]
    assert written(read(house)) == house.encode()
    position = '[Variant "From Position"]\n' + house
    assert main_line(read(position))[0] == ["Q@e2"]


UNPLAYED = """[Variant "Makruk"]
[FEN "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"]

1. e4 d5 2. Nf2 Nf7 *
"""


def test_other_variants_keep_moves_and_bytes_and_are_named() -> None:
    record = read(UNPLAYED)
    assert written(record) == UNPLAYED.encode()
    assert tree(record) == "e4 d5 Nf2 Nf7"
    states = States(CHESS, record)
    assert "Makruk" in str(CHESS.observations(states.at(record.root))[0])
    assert [CHESS.notation(states.at(node), "san") for node in record.root.main_line()] == [
        *("", "e4", "d5", "Nf2", "Nf7"),
    ]


def test_illegal_moves_are_applied_and_told() -> None:
    record = read('[Variant "Crazyhouse"]\n\n1. N@f3 e5 2. e4 Q@h4 *\n')
    states = States(CHESS, record)
    told = [str(CHESS.violation(states.at(node))) for node in record.root.main_line()]
    assert told[1] == "White has no knight in the pocket."
    assert told[2] == told[3] == "None"
    assert told[4] == "Black has no queen in the pocket."


def test_a_collection_says_that_it_is_legal(tmp_path: Path) -> None:
    path = tmp_path / "all.pgn"
    path.write_text("\n".join(GAMES.values()), "utf-8")
    collection: Collection = viewer.load(str(path))
    for _ in collection.indexing():
        pass
    assert len(collection) == len(GAMES)
    for index in range(len(collection)):
        assert CHESS.start_of(collection.record(index)).board is not None  # type: ignore[attr-defined]  # chess's


@pytest.mark.parametrize("start", CHESS.starts[2:], ids=lambda start: str(start.id))
def test_a_new_game_of_a_variant_has_its_tags(start: StartPosition) -> None:
    text = written(new_record(FORMATS["pgn"].load(), CHESS, Beginning(start.setup)))
    record = read(text)
    assert record.header("Variant") == str(start.name)
    assert record.setup == start.setup
    assert peer_of(text.decode()).board().uci_variant == CHESS.start_of(record).board.uci_variant  # type: ignore[attr-defined]  # chess's


def test_a_start_set_by_hand_changes_the_tags() -> None:
    record = read(
        '[Variant "Atomic"]\n[FEN "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"]\n[SetUp "1"]\n\n1. Ra8# *\n'
    )
    house = CHESS.parse_setup("4k3/8/8/8/8/8/8/R3K3[Q] w - - 0 1")
    apply(record, SetAction(record.root.id, house))
    tags = written(record).decode().partition("\n\n")[0].splitlines()
    assert sorted(tags) == [
        '[FEN "4k3/8/8/8/8/8/8/R3K3[Q] w - - 0 1"]',
        '[SetUp "1"]',
        '[Variant "Crazyhouse"]',
    ]
    apply(record, SetAction(record.root.id, None))
    assert b"Variant" not in written(record).partition(b"1. ")[0]
