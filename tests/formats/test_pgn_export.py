"""The export form: the sample game of the standard byte for byte, and our rule for the rest."""

from __future__ import annotations

import io

import chess
import chess.pgn
import pytest
from pgn_maker import Maker
from pgn_texts import read

from viewer.formats.pgn.write.export import export_game, export_movetext, losses_of_export
from viewer.formats.pgn.write.layout import WIDTH
from viewer.games.chess.fen import START_TEXT
from viewer.tree.action import Move, Written
from viewer.tree.annotation import Mark
from viewer.tree.record import Header, Record

# Section 2.3 of the standard.
SAMPLE_TAGS = {
    "Event": "F/S Return Match",
    "Site": "Belgrade, Serbia JUG",
    "Date": "1992.11.04",
    "Round": "29",
    "White": "Fischer, Robert J.",
    "Black": "Spassky, Boris V.",
    "Result": "1/2-1/2",
}
SAMPLE_MOVES = """\
1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3
O-O 9. h3 Nb8 10. d4 Nbd7 11. c4 c6 12. cxb5 axb5 13. Nc3 Bb7 14. Bg5 b4 15.
Nb1 h6 16. Bh4 c5 17. dxe5 Nxe4 18. Bxe7 Qxe7 19. exd6 Qf6 20. Nbd2 Nxd6 21.
Nc4 Nxc4 22. Bxc4 Nb6 23. Ne5 Rae8 24. Bxf7+ Rxf7 25. Nxf7 Rxe1+ 26. Qxe1 Kxf7
27. Qe3 Qg5 28. Qxg5 hxg5 29. b3 Ke6 30. a3 Kd6 31. axb4 cxb4 32. Ra5 Nd5 33.
f3 Bc8 34. Kf2 Bf5 35. Ra7 g6 36. Ra6+ Kc5 37. Ke1 Nf4 38. g3 Nxh3 39. Kd2 Kb5
40. Rd6 Kc5 41. Ra6 Nf2 42. g4 Bd3 43. Re6 1/2-1/2
"""
SAMPLE = "".join(f'[{name} "{value}"]\n' for name, value in SAMPLE_TAGS.items())
SAMPLE += "\n" + SAMPLE_MOVES + "\n"


def moves_of(text: str) -> str:
    return " ".join(word for word in text.split() if not word[0].isdigit())


def movetext(maker: Maker) -> str:
    return export_movetext(maker.record())


def line(maker: Maker) -> str:
    """A movetext that fits a line, without the marker."""
    text = movetext(maker)
    assert text.endswith(" *\n")
    return text.removesuffix(" *\n")


# ----------------------------------------------------------------------------- the standard's


def test_the_sample_game_comes_out_byte_for_byte() -> None:
    maker = Maker(**SAMPLE_TAGS)
    maker.play(moves_of(SAMPLE_MOVES))
    assert export_game(maker.record()) == SAMPLE.encode("ascii")
    assert export_game(maker.record(), reduced=True) == SAMPLE.encode("ascii")


def test_the_sample_game_comes_out_of_moves_and_of_other_spellings() -> None:
    board = chess.Board()
    maker = Maker(**SAMPLE_TAGS)
    node = maker.root
    for number, san in enumerate(moves_of(SAMPLE_MOVES).split()):
        move = board.parse_san(san)
        loose = san.rstrip("+#").replace("x", "").replace("O", "0")
        action = Move(move.uci()) if number % 2 else Written(loose)
        node = maker.add(node, action)
        board.push(move)
    assert export_game(maker.record()) == SAMPLE.encode("ascii")


def test_tags() -> None:
    maker = Maker()
    maker.headers = [
        Header("ECO", "C50"),
        Header("White", 'He said "no" \\ twice'),
        Header("Annotator", "A\nB\tC\x01D"),
        Header("eCo", "x"),
        Header("_b", ""),
        Header("Date", "1895"),
        Header("Event", ""),
        Header("White Elo", "2700"),
        Header("White", "second"),
        Header("äö", "lost"),
        Header("Result", "1/2"),
        Header("EventDate", "2020-3-9"),
    ]
    assert export_game(maker.record()).decode() == (
        '[Event "?"]\n[Site "?"]\n[Date "1895.??.??"]\n[Round "?"]\n'
        '[White "He said \\"no\\" \\\\ twice"]\n[Black "?"]\n[Result "1/2-1/2"]\n'
        '[Annotator "A B C D"]\n[ECO "C50"]\n[ECo "x"]\n[EventDate "2020.03.09"]\n'
        '[WhiteElo "2700"]\n[_b ""]\n\n1/2-1/2\n\n'
    )


@pytest.mark.parametrize(
    ("value", "marker"),
    [("1-0", "1-0"), ("0-1", "0-1"), ("*", "*"), ("", "*"), ("won", "*"), (" 1 - 0 ", "1-0")],
)
def test_the_marker_is_the_result_tag(value: str, marker: str) -> None:
    text = export_game(Maker(Result=value).record()).decode()
    assert f'[Result "{marker}"]\n' in text
    assert text.endswith(f"\n\n{marker}\n\n")


@pytest.mark.parametrize(
    ("fen", "written", "expected"),
    [
        # By file, by rank, by square; and not at all, where a pin leaves one.
        ("7k/8/8/8/8/8/8/K1N1N3 w - - 0 1", "Nc1d3", "Ncd3"),
        ("7k/8/3N4/8/3N4/8/8/K7 w - - 0 1", "Nd6f5", "N6f5"),
        ("7k/8/8/8/Q2Q4/8/8/K2Q4 w - - 0 1", "Qd4-a1", None),  # the king stands there
        ("4k3/8/8/Q7/8/8/Q2Q4/K7 w - - 0 1", "Qa2a3", "Q2a3"),
        ("6k1/8/8/8/8/Q7/8/Q1Q4K w - - 0 1", "Qa1-b2", "Qa1b2"),
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "Ng1e2", "Ne2"),
        ("8/P6k/8/8/8/8/8/7K w - - 0 1", "a8Q", "a8=Q"),
        ("7k/P7/8/8/8/8/8/7K w - - 0 1", "a8(Q)", "a8=Q+"),
        ("7k/8/8/3pP3/8/8/8/7K w - d6 0 1", "ed6", "exd6"),
        ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "Qg7", "Qg7#"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "0-0-0", "O-O-O"),
    ],
)
def test_moves_are_spelt_canonically(fen: str, written: str, expected: str | None) -> None:
    maker = Maker(fen)
    maker.play(written)
    # A move that can't be made stays as it is written.
    assert line(maker) == f"1. {expected or written}"


def test_lines_are_filled_to_79_characters_and_no_blank_ends_one() -> None:
    maker = Maker()
    maker.play("Nf3 Nf6 Ng1 Ng8 " * 100)
    lines = movetext(maker).splitlines()
    words = " ".join(lines).split(" ")
    assert max(map(len, lines)) <= WIDTH
    assert all(one == one.strip(" ") for one in lines)
    first_words = [one.split(" ")[0] for one in lines[1:]]
    assert all(
        len(one) + 1 + len(word) > WIDTH for one, word in zip(lines, first_words, strict=False)
    )
    assert words.count("Nf3") == 100


# ------------------------------------------------------------------------- our rule for the rest


def test_numbers_after_glyphs_comments_and_variations() -> None:
    maker = Maker()
    e4 = maker.play("e4", glyphs=(1, 14))
    e5 = maker.play("e5", e4, comment="solid")
    maker.play("c5 Nf3", e4)
    maker.play("Nf3 Nc6", e5)
    assert line(maker) == "1. e4 $1 $14 1... e5 {solid} (1... c5 2. Nf3) 2. Nf3 Nc6"
    maker = Maker()
    e4 = maker.play("e4", comment="best")
    maker.play("e5", e4)
    maker.play("d5", maker.play("d4", before="or"))
    assert line(maker) == "1. e4 {best} ({or} 1. d4 d5) 1... e5"


def test_black_begins() -> None:
    maker = Maker("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 17")
    maker.play("e5 Nf3 Nc6")
    maker.play("c5 Nf3 d6")
    text = export_game(maker.record()).decode()
    assert text.endswith("17... e5 (17... c5 18. Nf3 d6) 18. Nf3 Nc6 *\n\n")
    assert (
        '[FEN "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 17"]\n[SetUp "1"]\n'
        in text
    )


@pytest.mark.parametrize(
    ("fields", "whole"),
    [
        ("4k3/8/8/8/8/8/4P3/4K3 w - -", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
        ("4k3/8/8/44/8/8/4P3/4K3 w", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
        (" ".join(START_TEXT.split()[:4]), START_TEXT),
    ],
)
def test_a_position_has_its_six_fields(fields: str, whole: str) -> None:
    record = read(f'[SetUp "1"]\n[FEN "{fields}"]\n\n*\n')
    assert f'[FEN "{whole}"]\n[SetUp "1"]\n' in export_game(record).decode()
    assert losses_of_export(record) == []


def test_variations_nest_and_parentheses_touch_what_they_hold() -> None:
    maker = Maker()
    e4 = maker.play("e4")
    maker.play("d4 d5 c4", comment="Queen's Gambit")
    d5 = maker.root.children[1].children[0]
    maker.play("c3", d5)
    maker.play("f5", maker.root.children[1])
    maker.play("e5", e4)
    assert line(maker) == "1. e4 (1. d4 d5 (1... f5) 2. c4 {Queen's Gambit} (2. c3)) 1... e5"


def test_comments_before_the_game_and_behind_variations() -> None:
    maker = Maker()
    maker.root.notes = {"comment": "intro\u2029second"}
    e4 = maker.play("e4", comment="one\u2029\u2028two\u2029\u2028\u2028three")
    for move in ("d4", "c4", "f4"):
        maker.play(move)
    maker.play("e5", e4)
    assert line(maker) == (
        "{intro} {second} 1. e4 {one} (1. d4) {two} (1. c4) (1. f4) {three} 1... e5"
    )


def test_commands_stand_in_one_order_ahead_of_the_text() -> None:
    maker = Maker()
    notes = {
        "marks": (
            Mark("arrow", ("e2", "e4"), "green"),
            Mark("square", ("d4",), "red"),
            Mark("arrow", ("d1", "h5"), "yellow"),
            Mark("square", ("a1",), "blue"),
        ),
        "elapsed": "0:00:02",
        "clock": "0:01:00",
        "evaluation": "#-4",
    }
    e4 = maker.play("e4", comment="text", **notes)
    maker.play("e5", e4, clock="0:00:59")
    assert " ".join(movetext(maker).splitlines()) == (
        "1. e4 {[%eval #-4] [%clk 0:01:00] [%emt 0:00:02] [%csl Rd4,Ba1] "
        "[%cal Ge2e4,Yd1h5] text} 1... e5 {[%clk 0:00:59]} *"
    )


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("{this pawn [%csl Gd4] is weak}", ""),
        ("{e4 [%cal Ge2e4]}", ""),
        ("{one[%cal Ge2e4,Rd2d4] two [%csl Ya1] three}", ""),
        ("{one [%cal Ge2e4] two} (1. c4)", ""),
        ("{[%clk 0:01:00] one [%cal Ge2e4] two}", ""),
        ("{one [%cal Ge2e4] two [%clk 0:01:00]}", "{[%clk 0:01:00] one [%cal Ge2e4] two}"),
        ("{one} {[%cal Ge2e4]}", "{[%cal Ge2e4] one}"),
        ("{one} {two [%cal Ge2e4]}", ""),
        # A time between texts leaves no comment in which the mark had a place.
        ("{a [%clk 0:01:00] b [%csl Gd4] c}", "{[%clk 0:01:00] [%csl Gd4]} {a } {  b  } { c}"),
    ],
)
def test_marks_in_a_text_stay_in_their_places(written: str, expected: str) -> None:
    game = read(f"1. d4 {written} *\n")
    text = export_movetext(game)
    assert text == f"1. d4 {expected or written} *\n"
    assert export_movetext(read(text)) == text
    game.root.children[0].notes = {**game.root.children[0].notes, "marks": ()}
    assert "%c" not in export_movetext(game).replace("%clk", "")


def test_comments_are_wrapped_anew() -> None:
    maker = Maker()
    maker.play("e4", comment="word\nword " * 60)
    lines = movetext(maker).splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert " ".join(lines) == "1. e4 {" + " ".join(["word"] * 120) + " } *"


def test_paragraphs_and_runs_of_blanks_of_comments_stay() -> None:
    maker = Maker()
    maker.play("e4", comment="  one  two\nthree\n\nfour\n\n\nfive")
    assert movetext(maker) == "1. e4 {  one  two three\n\nfour\n\n\nfive} *\n"


def test_a_long_word_stays_whole() -> None:
    maker = Maker()
    long = "长" * 200
    maker.play("e4", comment=f"see {long} there")
    assert movetext(maker) == f"1. e4 {{see\n{long}\nthere}} *\n"


def test_no_line_of_a_comment_looks_like_an_escape_or_a_tag() -> None:
    for word in ("%evil", '[Event "x"]', "[C54]"):
        for blanks in range(90):
            maker = Maker()
            maker.play("e4", comment="x" * blanks + " " + word + " tail")
            for one in movetext(maker).splitlines():
                assert not one.startswith(("%", "[")), (word, blanks)


def test_a_command_stays_whole() -> None:
    for blanks in range(90):
        maker = Maker()
        maker.play("e4", comment="x" * blanks + " [%foo bar,1:2] tail")
        assert "[%foo bar,1:2]" in movetext(maker)


def test_a_closing_brace_makes_a_comment_of_the_rest_of_the_line() -> None:
    maker = Maker()
    e4 = maker.play("e4", comment="a } b")
    e5 = maker.play("e5", e4)
    maker.play("c5", e4, comment="}", clock="0:01:00")
    maker.play("Nf3", e5, comment="} " * 50)
    text = movetext(maker)
    assert text.startswith("1. e4 ; a } b\n1... e5 (1... c5 {[%clk 0:01:00]} ; }\n) 2. Nf3 {) ) ")
    assert text.endswith(" ) ) } *\n")
    assert text.count(")") == 51
    assert max(map(len, text.splitlines())) <= WIDTH


def test_a_game_with_errors_is_never_cut() -> None:
    maker = Maker()
    node = maker.play("e4 Ke2 Nf3")
    maker.play("Nc6", node, glyphs=(2,))
    bad = maker.root.children[0].children[0]
    maker.play("0-0 P@e5", bad)
    good = maker.play("ng1f3", maker.root)
    maker.play("d7d5", good)
    assert line(maker) == "1. e4 (1. Nf3 d5) 1... Ke2 2. Nf3 (2. 0-0 P@e5) 2... Nc6 $2"


def test_other_variants_keep_their_moves_as_written() -> None:
    maker = Maker("variant bughouse", Variant="Bughouse")
    maker.play("e4 d5 exd5 Qxd5 P@e4")
    text = export_game(maker.record()).decode()
    assert text.endswith('[Variant "Bughouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n\n')


def test_null_moves() -> None:
    maker = Maker()
    node = maker.play("e4 Z0 d4")
    maker.add(node, Move("0000"))
    assert line(maker) == "1. e4 -- 2. d4 --"


def test_the_reduced_form_has_moves_only() -> None:
    maker = Maker(White="A", ECO="A00", Result="0-1")
    maker.root.notes = {"comment": "intro"}
    e4 = maker.play("e4", comment="text", glyphs=(1,), clock="0:01:00")
    maker.play("d4", before="or")
    maker.play("e5", e4)
    assert export_game(maker.record(), reduced=True).decode() == (
        '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "A"]\n[Black "?"]\n'
        '[Result "0-1"]\n\n1. e4 e5 0-1\n\n'
    )


def test_encodings() -> None:
    maker = Maker(White="Réti, 象")
    assert '[White "Réti, 象"]'.encode() in export_game(maker.record())
    assert '[White "Réti, ?"]'.encode("latin-1") in export_game(maker.record(), encoding="latin-1")


def test_python_chess_reads_the_same_lines() -> None:
    maker = Maker()
    e4 = maker.play("e4", comment="one")
    d4 = maker.play("d4 d5 c4", before="two", glyphs=(5,))
    maker.play("e6 Nc3", d4)
    maker.play("dxc4", d4)
    maker.play("e5 Nf3 Nc6 Bb5 a6", e4)
    record = maker.record()
    game = chess.pgn.read_game(io.StringIO(export_game(record).decode()))
    assert game is not None
    assert not game.errors
    assert lines_of_game(game) == lines_of_record(record)


def lines_of_game(game: chess.pgn.GameNode) -> list[str]:
    """All lines of a game of python-chess, its nodes pre-order: depth and move."""
    out: list[str] = []
    stack: list[tuple[int, chess.pgn.ChildNode]] = [(1, one) for one in reversed(game.variations)]
    while stack:
        depth, node = stack.pop()
        out.append(f"{depth} {node.uci()}")
        stack.extend((depth + 1, one) for one in reversed(node.variations))
    return out


def lines_of_record(record: Record) -> list[str]:
    out: list[str] = []
    stack = [(1, one, chess.Board()) for one in reversed(record.root.children)]
    while stack:
        depth, node, board = stack.pop()
        assert isinstance(node.action, Written)
        move = board.parse_san(node.action.text)
        out.append(f"{depth} {move.uci()}")
        below = board.copy(stack=False)
        below.push(move)
        stack.extend((depth + 1, one, below) for one in reversed(node.children))
    return out


def test_a_line_of_20000_plies_and_a_nest_of_3000() -> None:
    maker = Maker()
    maker.play("Nf3 Nf6 Ng1 Ng8 " * 5000)
    assert len(movetext(maker).split()) == 20_000 + 10_000 + 1
    maker = Maker()
    node = maker.root
    for _ in range(1500):
        maker.play("Nf3", node)
        node = maker.play("Nc3 Nf6 Nb1 Ng8", node)
    text = movetext(maker)
    assert text.count("(") == text.count(")") == 1500
