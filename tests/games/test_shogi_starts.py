"""SFEN, handicaps, starts, names of pieces, positions put together by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shogi_positions import START, at, play, scattered

from viewer.base import catalogs
from viewer.base.messages import Message
from viewer.games.shogi.game import GAME
from viewer.games.shogi.names import (
    HANDICAPS,
    KIND_OF_CHARACTER,
    KIND_OF_CSA,
    PIECES,
    handicap_named,
    handicap_of,
    kind_at,
    start_named,
)
from viewer.games.shogi.position import (
    KING,
    START_TEXT,
    hands_of,
    position_of,
    read_sfen,
    set_up,
    setup_of,
    write_sfen,
)
from viewer.games.shogi.position import START as USUAL
from viewer.tree.action import Move, Setup

BOARD = START.split()[0]


# ------------------------------------------------------------------------------------------ SFEN


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (START, START),
        (f"sfen {START}", START),
        (f"  position   sfen {START}  ", START),
        (f"position sfen {START} moves 7g7f", START),
        ("startpos", START),
        ("position startpos", START),
        (BOARD, START),
        (f"{BOARD} w", f"{BOARD} w - 1"),
        (f"{BOARD} w Pp", f"{BOARD} w Pp 1"),
        (f"{BOARD} w 7", f"{BOARD} w - 7"),
        (f"{BOARD} b p18P2rR 0", f"{BOARD} b R18P2rp 1"),
        (f"{BOARD} b - 171", f"{BOARD} b - 171"),
        ("4k4/9/9/4+P4/9/9/9/9/4K4 b 100R 1", "4k4/9/9/4+P4/9/9/9/9/4K4 b 100R 1"),
        ("4k4/81/9/9/9/9/9/9/4K4 b", "4k4/9/9/9/9/9/9/9/4K4 b - 1"),
        ("4k4/19/9/9/9/9/9/9/4K4 b", None),
    ],
)
def test_sfen_is_read_with_patience(text: str, meant: str | None) -> None:
    diagram, complaint = read_sfen(text)
    assert (complaint is None) == (meant is not None)
    if meant is not None:
        assert write_sfen(diagram) == meant


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The position is empty text."),
        ("sfen", "The position is empty text."),
        ("4k4/9/9 b - 1", "The position has 3 ranks, not 9."),
        (f"{BOARD}/9 b - 1", "The position has 10 ranks, not 9."),
        (BOARD.replace("1r5b1", "1r5b"), "Rank b has fewer than 9 squares."),
        (BOARD.replace("1r5b1", "1r5b2"), "Rank b has more than 9 squares."),
        (BOARD.replace("1r5b1", "1x5b1"), "“x” on 8b is no piece."),
        (BOARD.replace("lnsgk", "lns+gk"), "“+g” on 6a is no piece."),
        (f"{BOARD} g - 1", "The side to move is “g”; it should be b (black) or w (white)."),
        (f"{BOARD} b K 1", "“K” is no piece that can be in hand."),
        (f"{BOARD} b 1000P 1", "There are 1000 P in hand."),
        (f"{BOARD} b - x", "The number of the move is “x”."),
    ],
)
def test_what_is_odd_is_said(text: str, sentence: str) -> None:
    assert str(read_sfen(text)[1]) == sentence
    with pytest.raises(ValueError) as raised:  # noqa: PT011  # its argument is looked at
        GAME.parse_setup(text)
    assert isinstance(raised.value.args[0], Message)
    state = GAME.start(Setup(text))
    assert str(GAME.observations(state)[0]) == sentence


@given(st.text("lnsgkrbpLNSGKRBP+/123456789 bw-0x", max_size=90))
def test_no_text_raises(text: str) -> None:
    position, _ = read_sfen(text)
    assert len(position.board) == 81
    again, complaint = read_sfen(write_sfen(position))
    assert complaint is None
    assert again.same(position)


def test_positions_are_texts_and_back() -> None:
    for state in scattered(11, 50):
        again, complaint = read_sfen(write_sfen(state))
        assert complaint is None
        assert again.same(state)


def test_the_usual_start_needs_no_set_up() -> None:
    assert setup_of(USUAL) is None
    assert position_of(None).same(USUAL)
    later = USUAL.numbered(5)
    assert setup_of(later) == Setup(START_TEXT[:-1] + "5")
    assert position_of(setup_of(later)).same(later)


def test_usi_positions_are_pasted_after_their_moves() -> None:
    usi = "position startpos moves 7g7f 3c3d 8h2b+"
    assert GAME.parse_setup(usi).text == GAME.setup_text(play(START, "7g7f 3c3d 8h2b+"))
    with pytest.raises(ValueError, match="is no move"):
        GAME.parse_setup("position startpos moves 7g7f resign")


# -------------------------------------------------------------------------------------- handicaps

REMOVED = {
    "lance": "1a",
    "right-lance": "9a",
    "bishop": "2b",
    "rook": "8b",
    "rook-lance": "8b 1a",
    "two": "8b 2b",
    "three": "8b 2b 1a",
    "four": "8b 2b 1a 9a",
    "five": "8b 2b 1a 9a 8a",
    "left-five": "8b 2b 1a 9a 2a",
    "six": "8b 2b 1a 9a 8a 2a",
    "left-seven": "8b 2b 1a 9a 8a 2a 3a",
    "right-seven": "8b 2b 1a 9a 8a 2a 7a",
    "eight": "8b 2b 1a 9a 8a 2a 3a 7a",
    "ten": "8b 2b 1a 9a 8a 2a 3a 7a 4a 6a",
}


def test_what_each_handicap_takes_away() -> None:
    assert [one.id for one in HANDICAPS] == list(REMOVED)
    usual = dict(GAME.pieces(GAME.start(None)))
    for one in HANDICAPS:
        state = GAME.start(setup_of(one.start))
        left = dict(GAME.pieces(state))
        assert set(usual) - set(left) == set(REMOVED[one.id].split()), one.id
        assert left.items() <= usual.items()
        assert (state.side, state.number) == (1, 1)


def test_handicaps_are_known_by_position_and_name() -> None:
    for one in HANDICAPS:
        assert handicap_of(one.start) is one
        assert handicap_of(set_up(one.start.board)) is None
        assert handicap_of(set_up(one.start.board, hands_of({"P": 1}), side=1)) is None
        assert handicap_named(one.japanese) is one
        assert start_named(f" {one.japanese}　　") is one.start
    assert handicap_of(USUAL) is None
    assert handicap_of(set_up(USUAL.board, side=1)) is None


def test_with_a_handicap_the_sides_have_other_names() -> None:
    even, handicap = GAME.start(None), GAME.start(setup_of(HANDICAPS[0].start))
    try:
        for language, names in (("ja", "下手 上手"), ("ko", "하수 상수"), ("de", "Schwarz Weiß")):
            catalogs.choose(language, {})
            assert [catalogs.tr(GAME.side_name(side, handicap)) for side in (0, 1)] == names.split()
        catalogs.choose("ja", {})
        assert [catalogs.tr(GAME.side_name(side, even)) for side in (0, 1)] == ["先手", "後手"]
        for start, words in (
            (even, ["先手勝ち", "後手勝ち"]),
            (handicap, ["下手勝ち", "上手勝ち"]),
        ):
            results = [GAME.result_words(text, start) for text in ("1-0", "0-1")]
            assert [catalogs.tr(one) for one in results if one is not None] == words
        assert catalogs.tr(GAME.square_name(handicap, "p*")) == "上手の持駒、歩"
        moved = GAME.step(GAME.step(handicap, Move("3c3d")), Move("9i9h"))
        for text, word in (("P*5e", "上手"), ("5g5f", "上手")):
            broken = GAME.violation(GAME.step(moved, Move(text)))
            assert broken is not None
            assert word in catalogs.tr(broken)
    finally:
        catalogs.use(None)


@pytest.mark.parametrize(
    ("text", "id"),
    [("２枚落ち", "two"), ("2枚落ち", "two"), ("10枚落ち", "ten"), ("１０枚落ち", "ten"), ("飛落ち", "rook"),
     ("角落", "bishop"), ("左香落ち", "lance"), ("平手", ""), ("詰将棋", ""), ("", ""), ("落ち", "")],
)  # fmt: skip
def test_other_spellings_of_handicaps(text: str, id: str) -> None:
    found = handicap_named(text)
    assert (found.id if found else "") == id


def test_words_that_name_no_start() -> None:
    assert start_named("平手　　") is USUAL
    for text in ("詰将棋", "その他", "", "5五将棋"):
        assert start_named(text) is None


# ----------------------------------------------------------------------------------------- starts


@pytest.mark.parametrize(
    ("sfen", "name"),
    [
        (START, ""),
        (START.replace("- 1", "- 9"), ""),
        (f"lnsgkgsnl/9/{BOARD[16:]} w - 1", "Handicap: two pieces"),
        (f"lnsgkgsnl/9/{BOARD[16:]} b - 1", "Set-up position"),
        ("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "Tsume"),
        ("4k4/9/4P4/9/9/9/9/9/9 b G 1", "Tsume"),
        ("4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1", "Tsume"),
        ("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "Set-up position"),
        ("9/9/9/9/9/9/9/9/9 b - 1", "Set-up position"),
        (f"{BOARD} b P 1", "Set-up position"),
    ],
)
def test_what_a_start_is_called(sfen: str, name: str) -> None:
    label = GAME.start_label(at(sfen))
    assert (str(label) if label else "") == name


def test_new_records_may_begin_with_each_handicap_and_with_a_problem() -> None:
    ids = [start.id for start in GAME.starts]
    assert ids == ["start", *REMOVED, "tsume", "empty"]
    tsume = GAME.start(GAME.starts[ids.index("tsume")].setup)
    assert GAME.counts(tsume) == {
        "r*": 2, "b*": 2, "g*": 4, "s*": 4, "n*": 4, "l*": 4, "p*": 18,
    }  # fmt: skip
    assert str(GAME.start_label(tsume)) == "Tsume"
    for start in GAME.starts:
        assert GAME.start(start.setup).number == 1


def test_plies_are_numbered_one_by_one_whoever_begins() -> None:
    handicap = at(f"lnsgkgsnl/9/{BOARD[16:]} w - 1")
    numbering = GAME.numbering(handicap)
    assert [numbering.at(ply) for ply in (1, 2, 3)] == [(1, 1), (2, 0), (3, 1)]
    assert [GAME.numbering(at(START)).at(ply) for ply in (1, 2)] == [(1, 0), (2, 1)]


# ----------------------------------------------------------------------------- pieces and editing


def test_hands_are_pieces_with_counts() -> None:
    state = at("4k4/9/9/9/9/9/9/9/4K4 b R3Pb 1")
    assert list(GAME.pieces(state)) == [
        ("5a", "k"), ("5i", "K"), ("R*", "R"), ("P*", "P"), ("b*", "b"),
    ]  # fmt: skip
    assert GAME.counts(state) == {"R*": 1, "P*": 3, "b*": 1}


@pytest.mark.parametrize(
    ("place", "kind", "put"),
    [
        ("5e", "+p", ("5e", "+p")),
        ("P*", "+p", ("P*", "P")),
        ("R*", "+p", ("P*", "P")),
        ("r*", "+B", ("b*", "b")),
        ("g*", "G", ("g*", "g")),
        ("P*", "K", ("", "")),
        ("p*", "k", ("", "")),
        ("0a", "P", ("", "")),
        ("5e", "x", ("", "")),
    ],
)
def test_where_the_editor_puts_a_piece(place: str, kind: str, put: tuple[str, str]) -> None:
    assert GAME.put(place, kind) == put


def test_the_editor_composes_what_it_took_apart() -> None:
    for state in scattered(12, 40):
        whole = GAME.compose(state, dict(GAME.pieces(state)), GAME.counts(state), state.side)
        assert whole == Setup(GAME.setup_text(state))
    later = at(START.replace("- 1", "- 31"))
    turned = GAME.compose(later, {"1a": "k", "R*": "R", "?": "P", "2b": "?"}, {"R*": 2}, 1)
    assert turned == Setup("8k/9/9/9/9/9/9/9/9 w 2R 31")
    assert GAME.compose(later, {}, {}, 0) == Setup("9/9/9/9/9/9/9/9/9 b - 31")


def test_the_tray_offers_every_kind_for_both_sides() -> None:
    black, white = GAME.trays
    assert sorted(black) == sorted(PIECES)
    assert [kind.lower() for kind in black] == list(white)
    assert {*black, *white} == set(GAME.geometry.art)


def test_touches_and_ways() -> None:
    black, white = at("4k4/9/9/9/9/9/9/9/4K4 b P"), at("4k4/9/9/9/9/9/9/9/4K4 w p")
    drop = Move("P*5e")
    assert GAME.touches(drop) == ("P*", "5e")
    assert GAME.touch_sequences(black, drop) == (("P*", "5e"),)
    assert ("p*", "5e") in GAME.touch_sequences(white, drop)
    assert GAME.touches(Move("7g7f+")) == ("7g", "7f")
    assert GAME.touches(Move("pass")) == ()


@pytest.mark.parametrize(
    ("sfen", "move", "choice"),
    [
        ("9/9/9/4S4/9/9/9/9/9 b", "5d5c+", "+S"),
        ("9/9/9/4S4/9/9/9/9/9 b", "5d5c", "S"),
        ("9/9/4s4/9/9/9/9/9/9 w", "5c5d", ""),
        ("9/9/9/9/9/4s4/9/9/9 w", "5f5g+", "+s"),
        ("9/9/4G4/9/9/9/9/9/9 b", "5c5b", ""),
        ("9/9/9/9/9/9/9/9/9 b S", "S*5b", ""),
    ],
)
def test_what_a_piece_may_become(sfen: str, move: str, choice: str) -> None:
    assert GAME.resulting_kind(at(sfen), Move(move)) == choice


# ------------------------------------------------------------------------------------------ names


def test_names_of_the_pieces() -> None:
    assert len(PIECES) == 14
    assert [piece.diagram for piece in PIECES.values()] == list("歩香桂銀金角飛玉と杏圭全馬龍")
    assert KIND_OF_CSA["NK"] == "+N"
    assert [KIND_OF_CHARACTER[one] for one in "王竜全"] == ["K", "+R", "+S"]
    for text, kind, end in (
        ("成香(23)", "+L", 2),
        ("飛成", "R", 1),
        ("角行", "B", 1),
        ("成", "", 0),
    ):
        assert kind_at(text) == (kind, end)
    assert kind_at("同　と", 2) == ("+P", 3)
    assert str(GAME.piece_name("+r")) == "White dragon"
    assert str(GAME.square_name(GAME.start(None), "p*")) == "White's hand, pawn"
    assert str(GAME.square_name(GAME.start(None), "7g")) == "7g"
    assert str(GAME.square_name(GAME.start(None), "?")) == "?"


def test_the_rank_of_a_square_is_a_numeral_where_the_language_has_it_so() -> None:
    class Japanese:
        def gettext(self, text: str) -> str:
            return text

        def ngettext(self, one: str, more: str, n: int) -> str:
            return one if n == 1 else more

        def pgettext(self, context: str, text: str) -> str:
            return {"g": "七"}.get(text, text) if "shogi" in context else text

    state = GAME.start(None)
    assert GAME.square_name(state, "7g").text(Japanese()) == "7七"
    words = GAME.violation(play(START, "7f7e"))
    assert words is not None
    assert words.text(Japanese()) == "There is no piece on 7f."
    words = GAME.violation(play(START, "8g7g"))
    assert words is not None
    assert words.text(Japanese()) == "A piece of the same side stands on 7七."


def test_a_position_may_leave_hands_and_number_out() -> None:
    assert write_sfen(set_up(bytes(80) + bytes([KING]))) == "9/9/9/9/9/9/9/9/8K b - 1"
