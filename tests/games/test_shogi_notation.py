"""Moves as text: each style, the words that tell pieces apart, what is read and how loosely."""

from __future__ import annotations

import pytest
from shogi_positions import START, at, from_games, play, scattered

from viewer.games.shogi.game import GAME
from viewer.games.shogi.notation import japanese, kif_text
from viewer.games.shogi.position import MOVE_OF, MOVE_PARTS
from viewer.games.shogi.reach import board_moves, drops
from viewer.games.shogi.reading import read_written
from viewer.tree.action import Move, Remark, Setup, Takeback, Terminal, Written

STYLES = [style.id for style in GAME.notations]
KINGS = "4k4/9/9/9/9/9/9/9/4K4"


@pytest.mark.parametrize(
    ("sfen", "moves", "texts"),
    [
        (START, "7g7f", "▲７六歩 ▲７六歩(77) P-7f P76 歩-76 7g7f"),
        (START, "7g7f 3c3d", "△３四歩 △３四歩(33) P-3d P34 歩-34 3c3d"),
        (
            START,
            "7g7f 3c3d 8h2b+",
            "▲２二角成 ▲２二角成(88) Bx2b+ Bx22+ 角x22+ 8h2b+",
        ),
        (
            START,
            "7g7f 3c3d 8h2b",
            "▲２二角不成 ▲２二角(88) Bx2b= Bx22= 角x22= 8h2b",
        ),
        (
            START,
            "7g7f 3c3d 8h2b+ 3a2b",
            "△同　銀 △同　銀(31) Sx2b Sx22 銀x22 3a2b",
        ),
        (
            START,
            "7g7f 3c3d 8h2b+ 3a2b B*5e",
            "▲５五角 ▲５五角打 B*5e B*55 角*55 B*5e",
        ),
        (START, "4i5h", "▲５八金右 ▲５八金(49) G4i-5h G49-58 金(49)-58 4i5h"),
        ("9/9/4+S4/9/9/9/9/9/9 b", "5c5b", "▲５二成銀 ▲５二成銀(53) +S-5b +S52 +銀-52 5c5b"),
        ("9/9/4+R4/9/9/9/9/9/9 b", "5c1c", "▲１三龍 ▲１三龍(53) +R-1c +R13 龍-13 5c1c"),
        ("4P4/9/9/9/9/9/9/9/9 b", "pass", "▲パス ▲パス pass pass pass pass"),
    ],
)
def test_each_style(sfen: str, moves: str, texts: str) -> None:
    state = play(sfen, moves)
    assert [GAME.notation(state, style) for style in STYLES if style != "koma"] == [
        text.replace("同_", "同　") for text in texts.replace("同　", "同_").split()
    ]


def test_signs_of_sides_may_be_pieces() -> None:
    assert GAME.notation(play("startpos", "7g7f 3c3d"), "koma") == "☖３四歩"


# Which piece goes to the square, and what it is called, white's the same as turned round.
@pytest.mark.parametrize(
    ("board", "target", "words"),
    [
        # golds
        ("9/9/9/9/9/9/9/9/3G1G3", "5h", {"6i": "左", "4i": "右"}),
        ("9/9/9/9/9/9/9/5G3/4G4", "5h", {"5i": "直", "4h": "寄"}),
        ("9/9/9/9/9/9/9/5G3/3G1G3", "5h", {"6i": "左", "4i": "右上", "4h": "寄"}),
        ("9/9/9/9/9/9/9/3G1G3/3G1G3", "5h", {"6i": "左上", "4i": "右上", "6h": "左寄", "4h": "右寄"}),
        ("9/9/9/9/9/9/4G4/9/4G4", "5h", {"5g": "引", "5i": "直"}),
        ("9/9/9/9/9/9/4G4/3G5/9", "5h", {"5g": "引", "6h": "寄"}),
        # silvers
        ("9/9/9/9/9/9/3S1S3/9/9", "5h", {"6g": "左", "4g": "右"}),
        ("9/9/9/9/9/9/5S3/9/5S3", "5h", {"4g": "引", "4i": "上"}),
        ("9/9/9/9/9/9/5S3/9/3SSS3", "5h", {"4g": "引", "4i": "右上", "5i": "直", "6i": "左"}),
        ("9/9/9/9/9/9/3S1S3/9/5S3", "5h", {"6g": "左", "4g": "右引", "4i": "上"}),
        # what moves as a gold
        ("9/9/9/9/9/9/9/4+P4/3+P+P+P3", "5g", {"5h": ""}),
        ("9/9/9/9/9/9/4+P4/3+P1+P3/3+P+P+P3", "5h",
         {"5g": "引", "6h": "左寄", "4h": "右寄", "6i": "左上", "5i": "直", "4i": "右上"}),
        ("9/9/9/9/9/9/9/9/3+N1+N3", "5h", {"6i": "左", "4i": "右"}),
        ("9/9/9/9/9/9/9/9/3+N1+L3", "5h", {"6i": "", "4i": ""}),  # not of one kind
        # knights and lances
        ("9/9/9/9/9/9/9/9/3N1N3", "5g", {"6i": "左", "4i": "右"}),
        # rooks, bishops
        ("9/9/9/9/9/9/9/R7R/9", "5h", {"9h": "左", "1h": "右"}),
        ("9/9/9/9/R8/9/9/8R/9", "9h", {"9e": "引", "1h": "寄"}),
        ("9/9/9/9/R8/9/9/9/8R", "9i", {"9e": "引", "1i": "寄"}),
        ("9/9/9/R8/9/9/9/9/R8", "9f", {"9d": "引", "9i": "上"}),
        ("9/9/9/9/9/9/3B1B3/9/9", "5f", {"6g": "左", "4g": "右"}),
        # dragons and horses never go straight by name
        ("9/9/9/9/9/9/9/9/+R+R7", "8h", {"9i": "左", "8i": "右"}),
        ("9/9/9/9/9/9/9/7+R1/8+R", "1g", {"2h": "左", "1i": "右"}),
        ("9/9/9/9/4+R3+R/9/9/9/9", "3e", {"5e": "左", "1e": "右"}),
        ("+B+B7/9/9/9/9/9/9/9/9", "8b", {"9a": "左", "8a": "右"}),
        ("9/9/9/9/9/9/9/7+B+B/9", "1g", {"2h": "左", "1h": "右"}),
        ("9/9/9/9/4+B4/9/9/+B8/9", "9i", {"5e": "右", "9h": "左"}),
        # alone, or in the way
        ("9/9/9/9/9/9/9/9/3G5", "5h", {"6i": ""}),
        ("9/9/9/R7R/2P6/9/9/9/9", "5d", {"9d": "左", "1d": "右"}),
        ("9/9/9/R1P5R/9/9/9/9/9", "5d", {"1d": ""}),
    ],
)  # fmt: skip
def test_words_that_tell_pieces_apart(board: str, target: str, words: dict[str, str]) -> None:
    for side in "bw":
        turned = str.maketrans("123456789abcdefghi", "987654321ihgfedcba") if side == "w" else {}
        rows = board[::-1].replace("P+", "+p").replace("N+", "+n").replace("L+", "+l")
        rows = rows.replace("R+", "+r").replace("B+", "+b")
        state = at(f"{rows.lower() if side == 'w' else board} {side}")
        goal = target.translate(turned)
        for origin, wanted in words.items():
            after = GAME.step(state, Move(origin.translate(turned) + goal))
            text = japanese(after)
            assert text[0] == "▲△"[side == "w"]
            for ending in ("不成", "成"):
                text = text.removesuffix(ending)
            said = "".join(letter for letter in text if letter in "右左直上寄引")
            assert said == wanted, (side, origin, japanese(after))
            assert read_written(state, japanese(after)) == [after.action]


@pytest.mark.parametrize(
    ("sfen", "move", "text"),
    [
        ("9/9/9/9/9/9/9/9/3G5 b G", "G*5h", "▲５八金打"),
        ("9/9/9/9/9/9/9/9/3G5 b G", "G*5i", "▲５九金打"),
        ("9/9/9/9/9/9/9/9/3G5 b G", "G*4i", "▲４九金"),
        ("9/9/9/9/9/9/9/9/3S5 b G", "G*5h", "▲５八金"),
        ("9/9/9/9/9/9/9/9/3+S5 b S", "S*5h", "▲５八銀"),
        ("9/9/9/9/9/9/9/9/3g5 b G", "G*5h", "▲５八金"),
        ("9/9/3S5/9/9/9/9/9/9 b", "6c6b+", "▲６二銀成"),
        ("9/9/3S5/9/9/9/9/9/9 b", "6c6b", "▲６二銀不成"),
        ("9/9/3S1S3/9/9/9/9/9/9 b", "6c5d", "▲５四銀左不成"),
        ("9/9/3S1S3/9/9/9/9/9/9 b", "4c5d+", "▲５四銀右成"),
        ("9/9/3G5/9/9/9/9/9/9 b", "6c6b", "▲６二金"),
        ("9/9/9/3S5/9/9/9/9/9 b", "6d7e", "▲７五銀"),
        # three of what has no words, put on the board by hand
        ("B3B4/9/9/9/4B4/9/9/9/9 b", "9a7c", "▲７三角左不成"),
        ("4R4/9/9/9/R3P3R/9/4R4/9/4R4 b", "5i5h", "▲５八飛上"),
        ("4R4/9/9/9/R7R/9/9/9/4R4 b", "5i5e", "▲５五飛上"),
        ("9/9/2R6/9/R7R/9/9/9/2R6 b", "9e7e", "▲７五飛左"),
        ("9/9/9/9/4+R4/9/9/9/+R7+R b", "5e5i", "▲５九龍引"),
        ("9/9/9/9/9/9/9/B3B4/9 b", "5h7f", "▲７六角右"),
        ("3+B5/9/9/+B7+B/9/9/9/9/9 b", "9d8e", "▲８五馬"),
        ("9/9/9/9/9/9/9/2+B+B+B4/9 b", "6h6g", "▲６七馬(68)"),
    ],
)  # fmt: skip
def test_drops_promotion_and_what_has_no_words(sfen: str, move: str, text: str) -> None:
    after = play(sfen, move)
    assert japanese(after) == text
    assert read_written(at(sfen), text)[0] == Move(move)


def test_the_same_square_again() -> None:
    taken = play(START, "7g7f 3c3d 8h2b+ 3a2b")
    assert (japanese(taken), kif_text(taken)) == ("△同　銀", "同　銀(31)")
    before = taken.previous
    assert before is not None
    for between in (None, Remark("x"), Takeback(0)):
        state = GAME.step(GAME.step(before, between), Move("3a2b"))
        assert japanese(state) == "△同　銀"
    assert japanese(GAME.step(GAME.step(before, Written("?")), Move("3a2b"))).startswith("△２二")
    set_up = GAME.step(before, Setup(GAME.setup_text(before)))
    assert japanese(GAME.step(set_up, Move("3a2b"))) == "△２二銀"
    back = GAME.step(GAME.step(before, Move("8c8d")), Takeback(1))
    assert japanese(GAME.step(back, Move("3a2b"))) == "△同　銀"


@pytest.mark.parametrize(
    ("move", "japanese_text", "kif"),
    [
        ("5e5d", "5e5d", "５四歩(55)"),  # nothing there
        ("3c3d", "△３四歩", "３四歩(33)"),  # out of turn
        ("4i4h+", "▲４八金成", "４八金成(49)"),
        ("P*5g", "▲５七歩", "５七歩打"),
        ("9i9a+", "▲９一香成", "９一香成(99)"),
    ],
)
def test_illegal_moves_have_a_text(move: str, japanese_text: str, kif: str) -> None:
    after = play(START, move)
    assert (japanese(after), kif_text(after)) == (japanese_text, kif)


def test_what_is_no_move_is_shown_as_it_is_written() -> None:
    for action in (Terminal("投了"), Written("x"), Remark("y"), Move("7g")):
        after = GAME.step(at(START), action)
        for style in STYLES:
            assert GAME.notation(after, style) == action.text
    assert japanese(GAME.step(at(START), Takeback(1))) == ""
    assert japanese(GAME.step(at(START), Setup(START))) == ""


# -------------------------------------------------------------------------------------- reading


@pytest.mark.parametrize(
    "text",
    [
        *("▲７六歩", "△７六歩", "☗７六歩", "7六歩", "76歩", "７６歩", "▲ ７六 歩", "７六步"),
        *("７六歩(77)", "７六歩（７７）", "1 ７六歩(77)", "   1 ７六歩(77)", "1手目 ７六歩"),
        *("７六歩直", "７六歩上", "７六歩行", "7 6 歩"),
        *("P-7f", "P76", "P-76", "P7f", "P7g-7f", "P77-76", "歩-76", "歩(77)-76", "1. P-7f", "1.P-7f"),
        *("7g7f", "7G7F", "7g7f ", "+7776FU", "7776FU"),
    ],
)  # fmt: skip
def test_a_move_in_many_spellings(text: str) -> None:
    assert read_written(at(START), text) == [Move("7g7f")]
    assert GAME.read_moves(at(START), text) == [Move("7g7f")]


OPENED = play(START, "7g7f 3c3d 8h2b+ 3a2b")


@pytest.mark.parametrize(
    ("text", "move"),
    [
        *(
            (one, "B*5e")
            for one in ("５五角打", "５五角", "55角打", "５五角(00)", "B*5e", "B'55", "P’5e")
        ),
        *((one, "B*5e") for one in ("角*55", "+0055KA", "b*5E", "0055KA")),
        ("５八金右", "4i5h"),
        ("５八金左上", "6i5h"),
        ("５八金上左", "6i5h"),
        ("G49-58", "4i5h"),
        ("G4958", "4i5h"),
        ("パス", "pass"),
        ("PASS", "pass"),
    ],
)
def test_drops_and_pieces_told_apart(text: str, move: str) -> None:
    if text == "P’5e":  # no pawn is held, and it would be the second on its file
        assert read_written(OPENED, text) == [Move("P*5e")]
        assert GAME.read_moves(OPENED, text) == []
    else:
        assert GAME.read_moves(OPENED, text) == [Move(move)]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        *(
            (one, "8h2b+")
            for one in ("２二角成", "22角成", "２二馬(88)", "+8822UM", "Bx2b+", "B-22+")
        ),
        *((one, "8h2b") for one in ("２二角不成", "２二角生", "２二角", "+8822KA", "Bx2b=", "B22")),
    ],
)
def test_promotion_as_it_is_said(text: str, move: str) -> None:
    assert GAME.read_moves(play(START, "7g7f 3c3d"), text) == [Move(move)]


@pytest.mark.parametrize(
    "text",
    ["同銀", "同　銀", "△同 銀(31)", "同銀　(31)", "２二同銀", "２二銀", "銀x22", "Sx2b", "同銀直"],
)
def test_the_same_square_in_many_spellings(text: str) -> None:
    state = play(START, "7g7f 3c3d 8h2b+")
    assert GAME.read_moves(state, text) == [Move("3a2b")]


def test_up_means_the_straight_one_too() -> None:
    """Where Kifu for Windows says 直, the association's rule lets others say 上."""
    state = at("4k4/9/9/9/9/9/9/4KG3/5G3 b")
    assert read_written(at("4k4/9/9/9/9/9/9/6G2/5GK2 b"), "４八金上") == [Move("4i4h")]
    assert read_written(at("4k4/9/9/9/9/9/9/6G2/5GK2 b"), "４八金直") == [Move("4i4h")]
    assert read_written(state, "４七金直") == [Move("4h4g")]


def test_names_that_mean_the_promoted_piece() -> None:
    horse = at("9/9/4+B4/9/9/9/9/9/9 b")
    for text in ("５四馬", "５四马", "H-5d", "+B-5d", "+角-54", "馬-54", "成角-54"):
        assert read_written(horse, text) == [Move("5c5d")], text
    dragon = at("9/9/4+R4/9/9/9/9/9/9 b")
    for text in ("５四龍", "５四竜", "５四龙", "D-5d", "+R54"):
        assert read_written(dragon, text) == [Move("5c5d")], text
    knight = at("9/9/9/9/3+N1N3/9/9/9/9 b")
    assert read_written(knight, "６四成桂") == [Move("6e6d")]
    assert read_written(knight, "５三桂成") == [Move("4e5c+")]
    assert read_written(knight, "６四圭") == [Move("6e6d")]


def test_a_foul_is_read_where_nothing_else_fits() -> None:
    exposed = at("4r3k/9/9/9/9/9/9/4G4/4K4 b")
    assert read_written(exposed, "４八金") == [Move("5h4h")]
    assert GAME.read_moves(exposed, "４八金") == []
    assert GAME.resolve(exposed, Written("４八金")) == Move("5h4h")
    two_pawns = at("4k4/9/9/9/9/9/4P4/9/4K4 b P")
    assert GAME.resolve(two_pawns, Written("５五歩打")) == Move("P*5e")
    assert GAME.resolve(two_pawns, Written("５五飛打")) == Move("R*5e")
    assert GAME.resolve(two_pawns, Written("５五飛")) == Written("５五飛")


def test_a_pinned_piece_leaves_the_drop_without_its_word() -> None:
    state = at("4r3k/9/9/9/9/9/9/4G4/4K4 b G")
    assert GAME.resolve(state, Written("４八金")) == Move("G*4h")


@pytest.mark.parametrize(
    "text",
    ["", " ", "歩", "７六", "７六歩x", "同歩", "０六歩", "７十歩", "7g7f7e", "P-", "x" * 1000, "▲"],
)  # fmt: skip
def test_what_means_no_move(text: str) -> None:
    assert read_written(at(START), text) == []


@pytest.mark.parametrize("style", STYLES)
def test_what_is_written_is_read_back(style: str) -> None:
    states = [*from_games(5, games=2, plies=80), *scattered(6, 80)]
    for state in states[::7]:
        moves = list(GAME.legal_moves(state))
        texts = [GAME.notation(GAME.step(state, move), style) for move in moves]
        assert len(set(texts)) == len(texts)
        for move, text in zip(moves, texts, strict=True):
            assert GAME.read_moves(state, text, style)[0] == move


def test_moves_that_leave_the_king_in_check_are_read_back() -> None:
    for state in list(from_games(7, games=2))[::10]:
        board, hands, side = state.board, state.hands, state.side
        for parts in (*board_moves(board, side), *drops(board, hands, side)):
            after = GAME.step(state, MOVE_OF[parts])
            assert MOVE_PARTS[read_written(state, kif_text(after))[0].text] == parts
