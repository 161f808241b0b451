"""Positions put together by hand, in every game that offers pieces for it."""

from __future__ import annotations

import pytest

from viewer.document import plans
from viewer.document.clip import pasting
from viewer.document.document import Document, open_document
from viewer.document.position import PositionSketch
from viewer.games import GAMES, game_of
from viewer.games.capabilities import Editable, Holding
from viewer.tree.action import Setup

EDITED = [id for id in GAMES if isinstance(game_of(id), Editable)]


def board_places(game) -> list[str]:
    """The places of the board itself, where any piece can stand."""
    kinds = [kind for tray in game.trays for kind in tray]
    return [
        place
        for row in game.geometry.grid
        for place in row
        if place
        and (
            not isinstance(game, Holding)
            or all(game.put(place, kind) == (place, kind) for kind in kinds)
        )
    ]


def with_pieces(game) -> Setup:
    """The first of a game's starts that has pieces: in go one with a handicap. Else one made of them."""
    for start in game.starts:
        if list(game.pieces(game.start(start.setup))):
            return start.setup
    sketch = PositionSketch(game, game.starts[0].setup)
    places = board_places(game)
    for number, tray in enumerate(game.trays, 1):
        assert sketch.put(places[number * len(places) // 3], tray[0])
    return Setup(sketch.text)


@pytest.mark.parametrize("id", EDITED)
def test_a_usual_start_can_be_cleared_and_built_again_by_hand(id: str) -> None:
    game = game_of(id)
    sketch = PositionSketch(game, with_pieces(game))
    usual, pieces = sketch.text, dict(sketch.pieces)
    assert sketch.clear()
    assert not sketch.pieces
    for place, kind in pieces.items():
        assert sketch.put(place, kind)
    assert sketch.pieces == pieces
    assert sketch.text.split()[:2] == usual.split()[:2]


@pytest.mark.parametrize("id", EDITED)
def test_every_kind_of_the_trays_stands_where_it_is_put(id: str) -> None:
    game = game_of(id)
    place = board_places(game)[len(board_places(game)) // 2]
    for kind in (kind for tray in game.trays for kind in tray):
        sketch = PositionSketch(game, game.starts[0].setup)
        sketch.clear()
        assert sketch.put(place, kind), kind
        assert sketch.pieces == {place: kind}
        assert kind in game.geometry.art
        assert not sketch.put(place, kind), "the same piece again is no step"
        assert sketch.take(place)
        assert not sketch.pieces
        assert not sketch.take(place)


@pytest.mark.parametrize("id", EDITED)
def test_every_step_can_be_taken_back_and_made_again(id: str) -> None:
    game = game_of(id)
    sketch = PositionSketch(game, with_pieces(game))
    start = next(iter(sketch.pieces))
    end = next(place for place in board_places(game) if place not in sketch.pieces)
    texts = [sketch.text]
    for step in (
        lambda: sketch.move(start, end),
        lambda: sketch.give_move(1 - sketch.state.side),
        lambda: sketch.take(end),
        sketch.clear,
    ):
        assert step()
        texts.append(sketch.text)
    assert not sketch.redo()
    for text in texts[-2::-1]:
        assert sketch.undo()
        assert sketch.text == text
    assert not sketch.undo()
    for text in texts[1:]:
        assert sketch.redo()
        assert sketch.text == text
    sketch.undo()
    assert sketch.set(with_pieces(game))
    assert not sketch.redo()


@pytest.mark.parametrize("id", EDITED)
def test_a_position_says_the_same_when_its_text_is_read(id: str) -> None:
    game = game_of(id)
    for start in game.starts:
        sketch = PositionSketch(game, start.setup)
        sketch.give_move(1 - sketch.state.side)
        read = pasting.setup_in(sketch.text, game)
        assert isinstance(read, Setup)
        assert game.setup_text(game.start(read)) == sketch.text


def test_a_king_that_leaves_takes_the_rights_to_castle_along() -> None:
    game = game_of("chess")
    sketch = PositionSketch(game, Setup("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9"))
    sketch.take("h8")
    assert sketch.text == "r3k3/8/8/8/8/8/8/R3K2R w KQq - 0 9"
    sketch.move("e1", "e2")
    assert sketch.text == "r3k3/8/8/8/8/8/4K3/R6R w q - 0 9"
    sketch.move("e2", "e1")
    assert [right.id for right in game.castling_rights(sketch.state) if right.possible] == [
        "K",
        "Q",
        "q",
    ]
    assert sketch.give_right("Q", True)
    assert sketch.text == "r3k3/8/8/8/8/8/8/R3K2R w Qq - 0 9"
    assert sketch.give_right("Q", False)
    assert not sketch.give_right("Q", False)
    assert not sketch.give_right("k", True), "there is no rook"
    with pytest.raises(ValueError, match="right"):
        game.with_castling_right(sketch.state, "X", True)


def test_the_square_en_passant_and_the_clock_stay_while_nothing_is_moved() -> None:
    game = game_of("chess")
    text = "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 7"
    state = game.start(Setup(text))
    assert game.compose(state, dict(game.pieces(state)), {}, 1).text == text
    assert game.compose(state, dict(game.pieces(state)), {}, 0).text.split()[3:] == ["-", "0", "7"]


def test_chess960_keeps_its_rooks() -> None:
    game = game_of("chess")
    sketch = PositionSketch(game, game.numbered_start(0))  # BBQNNRKR
    sketch.take("a2")
    assert sketch.text.split()[2] == "HFhf"
    sketch.give_right("Q", False)
    assert sketch.text.split()[2] == "Hhf"
    sketch.give_right("Q", True)
    assert sketch.text.split()[2] == "HFhf"


def test_places_and_kinds_that_there_are_not_are_left_out() -> None:
    for id, place in (("chess", "a1"), ("xiangqi", "a0")):
        game = game_of(id)
        kind = game.trays[0][0]
        state = game.start(game.starts[1].setup)
        setup = game.compose(state, {place: kind, "z99": kind, "b2": "nothing"}, {}, 1)
        assert dict(game.pieces(game.start(setup))) == {place: kind}
        assert game.start(setup).side == 1


def test_the_label_of_a_start() -> None:
    chess, xiangqi = game_of("chess"), game_of("xiangqi")
    assert chess.start_label(chess.start(None)) is None
    label = chess.start_label(chess.start(chess.numbered_start(7)))
    assert str(label) == "Chess960 7"
    assert chess.start_label(chess.start(chess.starts[1].setup)) is not None
    assert xiangqi.start_label(xiangqi.start(None)) is None
    assert xiangqi.start_label(xiangqi.start(xiangqi.starts[1].setup)) is not None


@pytest.mark.parametrize("id", EDITED)
def test_texts_that_are_no_position_are_refused_with_a_sentence(id: str) -> None:
    game = game_of(id)
    for text in ("", "  \n ", "no position", "one line\nand another", "\0" * 5):
        assert not isinstance(pasting.setup_in(text, game), Setup), text


def test_the_start_of_a_record_is_read_as_a_position() -> None:
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    game = game_of("chess")
    found = pasting.setup_in(f'[SetUp "1"]\n[FEN "{fen}"]\n\n1. Kf1 *', game)
    assert found == Setup(fen)
    assert not isinstance(pasting.setup_in(f'[FEN "{fen}"]\n\n*', game_of("xiangqi")), Setup)


# ----------------------------------------------------------------------------- the law of bytes

PGN = """[Event "?"]
[White "A"]
[Black "B"]
[Result "*"]

1. e4 {a pawn} e5 (1... c5 2. Nf3) 2. Nf3 *
"""
EPD = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id "start"; bm e4;\n'


def change_start(document: Document, setup: Setup) -> None:
    document.do(plans.start(document, 0, document.record(0).root, setup))


def saved(document: Document, path) -> bytes:
    document.save(str(path), allow_loss=True, overwrite_changes=True)
    return path.read_bytes()


@pytest.mark.parametrize(("suffix", "text"), [("pgn", PGN), ("epd", EPD)])
def test_another_start_is_written_and_taken_back_to_the_byte(tmp_path, suffix, text) -> None:
    path = tmp_path / f"a.{suffix}"
    path.write_bytes(text.encode())
    document = open_document(str(path))
    fen = "4k3/8/8/8/4P3/8/8/4K2R b K - 0 5"
    change_start(document, Setup(fen))
    written = saved(document, tmp_path / f"b.{suffix}").decode()
    assert " ".join(fen.split()[:4]) in written
    if suffix == "pgn":
        assert f'[FEN "{fen}"]' in written
        assert '[SetUp "1"]' in written
    again = open_document(str(tmp_path / f"b.{suffix}")).record(0)
    game = game_of("chess")
    assert game.setup_text(game.start(again.setup)).split()[:4] == fen.split()[:4]
    document.undo()
    assert saved(document, tmp_path / f"b.{suffix}") == text.encode()


def test_the_usual_start_again_brings_the_bytes_back(tmp_path) -> None:
    path = tmp_path / "a.pgn"
    path.write_bytes(PGN.encode())
    document = open_document(str(path))
    change_start(document, Setup("4k3/8/8/8/4P3/8/8/4K2R b K - 0 5"))
    change_start(document, game_of("chess").starts[0].setup)
    assert saved(document, path) == PGN.encode()


def test_moves_stay_when_the_start_is_another(tmp_path) -> None:
    path = tmp_path / "a.pgn"
    path.write_bytes(PGN.encode())
    document = open_document(str(path))
    record = document.record(0)
    count = len(record.nodes)
    change_start(document, Setup("rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"))
    assert len(record.nodes) == count
    game = game_of("chess")
    problems = [game.violation(document.states(0).at(node)) for node in record.root.walk()]
    assert any(problems)
    assert plans.start(document, 0, record.root, record.setup) is None
    document.undo()
    problems = [game.violation(document.states(0).at(node)) for node in record.root.walk()]
    assert not any(problems)


def test_an_xqf_file_takes_another_start(tmp_path) -> None:
    from viewer.document.document import new_document
    from viewer.tree.node import Node
    from viewer.tree.record import Record

    game = game_of("xiangqi")
    path = tmp_path / "a.xqf"
    new = new_document(Record("xiangqi", Node(0, None, game.starts[0].setup)), "xqf")
    new.play(new.record(0).root, "h2e2")
    new.save(str(path))
    before = path.read_bytes()
    document = open_document(str(path))
    sketch = PositionSketch(game, document.record(0).setup)
    sketch.take("a9")
    change_start(document, sketch.setup)
    assert not document.losses()
    assert saved(document, tmp_path / "b.xqf") != before
    again = open_document(str(tmp_path / "b.xqf")).record(0)
    assert again.setup == sketch.setup
    document.undo()
    assert saved(document, tmp_path / "b.xqf") == before
    sketch.give_move(1)  # XQF tells the side by the first move: that is said before it is saved
    change_start(document, sketch.setup)
    assert [loss.kind for loss in document.losses()] == ["start"]
