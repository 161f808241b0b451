"""Which game a game of PGN is of, and what becomes of those that Qipu can't read yet."""

from __future__ import annotations

import pytest
from pgn_texts import found_in, read, written

import viewer
from viewer.base.source import BytesSource
from viewer.document import plans
from viewer.document.document import Document
from viewer.document.plans import records as plans_records
from viewer.formats.detect import load_source
from viewer.formats.format import Unreadable
from viewer.formats.headers import value_of
from viewer.formats.pgn.collection import kind_at
from viewer.games import game_of
from viewer.tree.action import Move
from viewer.tree.annotation import COMMENT
from viewer.tree.diagnostic import Severity
from viewer.tree.ops import Insert, SetHeaders, SetNote, apply
from viewer.tree.record import Header
from viewer.tree.serial import NodeData

HAN = "1. 炮二平五 马８进７\n2. 马二进三 车９平８\n3. 车一平二 卒７进１ *\n"
START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
CHESS_GAME = b'[Event "One"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n\n'
XIANGQI_GAME = (
    '[Game "Chinese Chess"]\n[Event "一局"]\n[Red "甲方"]\n[Black "乙方"]\n[Result "1-0"]\n'
    "{开局}\n1. 炮二平五 马８进７\n2. 马二进三 车９平８ 1-0\n\n"
)
DRAUGHTS = "1. 32-28 19-23\n2. 28x19 14x23 *\n"
DRAUGHTS_GAME = (
    '[GameType "20"]\n[Event "一局"]\n[White "甲方"]\n[Black "乙方"]\n[Result "2-0"]\n'
    "{一局}\n1. 32-28 19-23\n2. 28x19 14x23 2-0\n\n"
)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("1. e4 e5 *", "chess"),
        ('[Game "Chess"]\n\n*', "chess"),
        ('[Game "12"]\n\n1. e4 *', "chess"),
        ('[Variant "Crazyhouse"]\n\n1. e4 e5 2. P@d4 *', "chess"),
        ('[Sente "a name"]\n[RedTeam "b"]\n\n1. e4 e5 *', "chess"),
        ("1. e2-e4 e7-e5 2. g1f3 *", "chess"),
        ("1. E2-E4 E7-E5 *", "chess"),
        ("1. 0-0 0-0 *", "chess"),
        ("1. e4 e5 2. a0b1 Nc6 3. Bb5 a6 *", "chess"),
        ("1. 5254 5755 *", "chess"),
        ("1. P-K4 P-K4 2. Kt-KB3 *", "chess"),
        ("1. e4 {炮二平五 马８进７} e5 *", "chess"),
        ("", "chess"),
        ("*", "chess"),
        ('[Game "Chinese Chess"]\n\n*', "xiangqi"),
        ('[Game "xiangqi"]\n\n1. e4 e5', "xiangqi"),
        ('[Game "象棋"]\n\n*', "xiangqi"),
        ('[GameType "1"]\n\n*', "xiangqi"),
        ('[Variant "Xiangqi"]\n\n1. Ce3 *', "xiangqi"),
        (f'[Event "x"]\n[FEN "{START}"]\n\n*', "xiangqi"),
        ('[FEN "3aka3/9/9/8/9/4C4/9/9/9/4K4 r"]\n\n*', "xiangqi"),
        (HAN, "xiangqi"),
        ("{A long beginning. " + "开局 " * 2000 + "}" + HAN, "xiangqi"),
        ("1.炮二平五 炮8平5 2.炮五进四 士4进5 *", "xiangqi"),
        ("1. 砲二平五 馬8進7 *", "xiangqi"),
        ("1. 前炮进一 后马退5 *", "xiangqi"),
        ("1. H2-E2 H9-G7 2. H0-G2 *", "xiangqi"),
        ("1. h2e2 h9g7 2. h0g2 i9h9 *", "xiangqi"),
        ("1. C2=5 h8+7 2. H2+3 r9=8 *", "xiangqi"),
        ("1. C2.5 c8.5 2. H2+3 h8+7 *", "xiangqi"),
        ('[RedTeam "x"]\n\n*', "xiangqi"),
        ('[Red "x"]\n[Black "y"]\n\n*', "xiangqi"),
        ('[Red "x"]\n[Black "y"]\n\n1. e4 e5 *', "chess"),
        ('[Red "a"]\n[Blue "b"]\n[Yellow "c"]\n[Green "d"]\n\n*', "chess"),
        ("1、炮二平五 炮8平5", "xiangqi"),
        ("炮二平五 炮8平5\n馬二進三", "xiangqi"),
        ("1. 傌八進七 卒７進１ 2. 俥九平八", "xiangqi"),
        ("1 炮二平五 炮8平5", "xiangqi"),
        ("1.P7f P3d 2.P2f P4d 3.S4h S3b", "shogi"),
        ("1. P-76 P-34 2. S-68 Bx88+ *", "shogi"),
        ("1. P7g-7f P3c-3d 2. P*4e *", "shogi"),
        ("1. 7g7f 3c3d 2. 2g2f *", "shogi"),
        ("1. ▲７六歩 △３四歩 *", "shogi"),
        ('[Sente "A"]\n[Gote "B"]\n\n*', "shogi"),
        ('[Game "Shogi"]\n\n*', "shogi"),
        (
            '[FEN "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"]\n\n*',
            "shogi",
        ),
        (f'[Variant "Janggi"]\n[FEN "{START}"]\n\n*', "janggi"),
        ('[GameType "20"]\n\n1. 32-28 19-23 *', "draughts"),
        ("1. 11-15 23-19 2. 8-11 22-17 *", "draughts"),
        ('[FEN "W:W31,32:B1,2"]\n\n*', "draughts"),
    ],
)
def test_which_game_it_is(text, kind):
    assert kind_at(text.encode()) == kind


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "cp932"])
@pytest.mark.parametrize("name", ["", "game.pgn", "game.txt", "game.PGN"])
@pytest.mark.parametrize("tagged", [True, False])
def test_a_draughts_file_is_named(codec, name, tagged):
    data = (('[GameType "20"]\n[White "甲"]\n\n' if tagged else "") + DRAUGHTS).encode(codec)
    with pytest.raises(Unreadable) as caught:
        load_source(BytesSource(data, name))
    said = "This is a draughts record in PDN; Qipu can't read these yet."
    assert caught.value.reason.text() == said
    assert caught.value.code == "pgn.game"


def test_moves_without_numbers_need_the_name():
    for text in ("炮二平五 炮8平5\n马二进三", "1 炮二平五 炮8平5"):
        data = text.encode("gb18030")
        assert load_source(BytesSource(data, "game.pgn")).record(0).game == "xiangqi"
        with pytest.raises(Unreadable) as caught:
            load_source(BytesSource(data, "game.doc"))
        assert caught.value.code == "file.unknown"


def test_other_games_are_named():
    for text, said in (
        ('[Player1 "A"]\n[Player2 "B"]\n[Size "5"]\n\n1. a1 e5\n2. Sc3 b2', "a Tak record in PTN"),
        ('[Variant "minishogi"]\n\n1. Sc2 Sd4 *', "a record of a variant of shogi"),
        ('[Variant "Kyoto Shogi"]\n\n*', "a record of a variant of shogi"),
        ('[GameType "21"]\n\n1. 11-15 23-19 *', "a draughts record in PDN"),
        ('[Variant "Janggi"]\n\n*', "a janggi record in PGN"),
    ):
        with pytest.raises(Unreadable) as caught:
            load_source(BytesSource(text.encode(), "game.psn"))
        assert said in caught.value.reason.text()


def test_a_long_file_of_another_game_is_refused_without_reading_all_of_it():
    data = DRAUGHTS_GAME.encode() * 40_000
    read_to = 0

    class Counted(BytesSource):
        def read(self, offset: int, size: int) -> bytes:
            nonlocal read_to
            read_to = max(read_to, offset + size)
            return super().read(offset, size)

    with pytest.raises(Unreadable):
        load_source(Counted(data, "big.pgn"))
    assert read_to < 3 << 20 < len(data)


# ------------------------------------------------------------------------------- mixed files


@pytest.fixture(params=["utf-8", "cp932"])
def mixed(request):
    other = DRAUGHTS_GAME.encode(request.param)
    return BytesSource(CHESS_GAME + other + CHESS_GAME, "mixed.pgn")


def test_a_mixed_file_keeps_the_sound_games(mixed):
    collection = load_source(mixed)
    assert len(collection) == 3
    assert [collection.record(i).game for i in range(3)] == ["chess"] * 3
    assert [len(collection.record(i).nodes) for i in range(3)] == [4, 1, 4]
    other = collection.record(1)
    assert value_of(collection.headers(1), "White") == value_of(other.headers, "White") == "甲方"
    assert other.root.comment == "一局"
    assert other.setup is None
    (finding,) = [one for one in collection.diagnostics if one.record == 1]
    assert finding.severity is Severity.ERROR
    assert finding.code == "pgn.game"
    assert "a draughts record in PDN" in finding.message.text()


def test_one_that_comes_first_is_no_reason_to_refuse_the_others():
    collection = load_source(BytesSource(DRAUGHTS_GAME.encode() * 3 + CHESS_GAME))
    assert [collection.record(i).game for i in range(4)] == ["chess"] * 4


def test_the_position_of_another_game_is_its_own():
    record = read(f'[Game "Xiangqi"]\n[FEN "{START.replace("9/9/P", "9/2P6/P")}"]\n\n*')
    game = game_of("xiangqi")
    assert ("c4", "red-pawn") in game.pieces(game.start_of(record))
    assert read('[Game "Xiangqi"]\n[FEN "nothing at all"]\n\n*').setup is None


@pytest.mark.parametrize("codec", ["utf-8", "gb18030", "big5hkscs"])
def test_what_is_said_of_another_game_can_be_edited_and_its_moves_stay(codec):
    data = XIANGQI_GAME.translate(str.maketrans("马车进开", "馬車進開")).encode(codec)
    record, _ = found_in(data)
    assert written(record) == data
    text = record.root.comment
    back = [apply(record, SetNote(0, COMMENT, "新"))[0]]
    headers = tuple(Header(key, "丁方" if key == "Red" else value) for key, value in record.headers)
    back.append(apply(record, SetHeaders(headers))[0])
    between = written(record)
    assert "丁方".encode(codec) in between
    assert between.count("炮二平五".encode(codec)) == 1
    again = read(between)
    assert again.root.comment == "新"
    for op in reversed(back):
        apply(record, op)
    assert written(record) == data
    assert record.root.comment == text


def test_moves_put_into_another_game_are_named_as_lost_and_change_nothing(mixed):
    document = Document(load_source(mixed))
    record = document.record(1)
    _, _ = apply(record, Insert(0, 0, (NodeData(1, -1, Move("e2e4"), {}),)))
    losses = document_losses(document)
    assert [loss.record for loss in losses] == [1]
    assert "e2e4" in losses[0].words.text()
    assert written(record).count(b"32-28") == 1


def document_losses(document: Document):
    from viewer.formats.memory import MemoryCollection
    from viewer.formats.pgn import FORMAT

    records = [document.record(index) for index in range(len(document))]
    return FORMAT.write(MemoryCollection("pgn", records)).losses


def test_the_export_form_says_that_it_lacks_the_moves(mixed):
    from viewer.formats.pgn import FORMAT

    output = FORMAT.write(load_source(mixed), {"form": "export"})
    assert any("moves aren't read" in loss.words.text() for loss in output.losses)
    assert b"".join(piece for piece in output.pieces if isinstance(piece, bytes))


def test_games_go_where_they_are_moved_with_their_bytes(mixed, tmp_path):
    document = Document(load_source(mixed))
    whole = mixed.read(0, mixed.size)
    document.do(plans_records.move(document, document.keys()[1], document.record(1).root, 0))
    path = tmp_path / "moved.pgn"
    document.save(str(path))
    other = whole[len(CHESS_GAME) : -len(CHESS_GAME)]
    assert path.read_bytes() == other + CHESS_GAME * 2


@pytest.mark.parametrize(
    ("name", "value", "moves"),
    [
        ("Game", "janggi", "1. e4 "),
        ("Variant", "minishogi", ""),
        ("GameType", "20", ""),
        ("GameType", "21", "1. e4 "),
        ("FEN", "W:W31:B1", "1. e4 "),
    ],
)
def test_a_tag_that_makes_another_game_of_a_file_is_told(name, value, moves, tmp_path):
    path = tmp_path / "a.pgn"
    path.write_text(f'[Event "x"]\n\n{moves}*\n')
    document = viewer.open(str(path))
    key = document.keys()[0]
    document.do(plans.header(document, key, document.record(0).root, name, value))
    losses = document.losses()
    told = {loss.words.text() for loss in losses if not loss.kind.startswith("header")}
    assert "format" in [loss.kind for loss in losses]
    document.save(allow_loss=True)
    with pytest.raises(Unreadable) as refused:
        viewer.load(str(path))
    assert all(str(refused.value) in words for words in told)
