"""PSN and PGN of shogi: moves of every notation read, edited and written."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from needs import reason
from pgn_texts import codes, found_in, read, tree, written

import viewer
from viewer.formats import FORMATS
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.action import Move, Written
from viewer.tree.annotation import COMMENT
from viewer.tree.ops import Insert, SetHeaders, SetNote, apply
from viewer.tree.record import Header, Record
from viewer.tree.serial import NodeData

HEAD = '[Sente "Ito"]\n[Gote "Ohashi"]\n[Variant "Shogi"]\n[Result "1-0"]\n\n'
LINE = ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"]
SHOGI = game_of("shogi")


def moves_of(data: bytes | str) -> list[str]:
    """What the main line's moves mean, by the game's rules."""
    record = read(data)
    assert record.game == "shogi"
    states = States(SHOGI, record)
    found = [states.at(node) for node in list(record.root.main_line())[1:]]
    assert all(SHOGI.violation(state) is None for state in found)
    return [getattr(state.action, "text", "") for state in found]


@pytest.mark.parametrize(
    "text",
    [
        "1.P7f P3d 2.Bx2b+ xS 3.B*4e",
        "1.P7f P3d 2.Bx2b+ Sx 3.B*4e",
        "1. P-7f P-3d 2. Bx2b+ Sx2b 3. B*4e *",
        "1. P-7f 2. P-3d 3. Bx2b+ 4. Sx2b $2 5. B*4e 1-0",
        "P7g-7f P3c-3d B8hx2b+ S3ax2b B'4e",
        "P7g-7f P3c-3d B8hx2b+ S3ax2b B@4e",
        "1.P7g-7f\n2.P3c-3d\n3.B8hx2b+\n4.S3ax2b\n5.B*4e\n",
        "1. P-76 P-34 2. Bx22+ Sx22 3. B*45",
        "1. P76 P34 2. Bx22+ Sx22 3. B'45 1-0",
        "1. 7g7f 3c3d 2. 8h2b+ 3a2b 3. B*4e",
        "1. Pc4 Pg6 2. Bxh8=H Sxh8 3. B@f5",
        "1. Pc4 Pg6 2. Bxh8+ Sxh8 3. B@f5",
        "1. c4 g6 2. Bxh8+ Sxh8 3. B@f5",
        "1. Pc3-c4 Pg7-g6 2. Bb2xh8+ Sg9xh8 3. B@f5",
        "1. Pc3c4 Pg7g6 2. Bb2h8+ Sg9h8 3. B@f5",
        "1. ▲７六歩 △３四歩 2. ▲２二角成 △同銀 3. ▲４五角",
    ],
)
def test_moves_of_every_notation(text: str) -> None:
    assert moves_of(HEAD + text) == LINE
    assert codes(HEAD + text) in ([], ["pgn.no-result"], ["pgn.result"])
    assert written(read(HEAD + text)) == (HEAD + text).encode()


@pytest.mark.parametrize("codec", ["utf-8", "cp932"])
def test_text_is_in_the_codec_of_the_file(codec: str) -> None:
    data = (HEAD.replace("Ito", "伊藤宗看") + "{表示}\n1.P7f {一手} P3d *").encode(codec)
    record = read(data)
    assert record.encoding == codec
    assert record.headers[0] == Header("Sente", "伊藤宗看")
    assert (record.root.comment, record.root.children[0].comment) == ("表示", "一手")
    assert written(record) == data


START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"


@pytest.mark.parametrize(
    ("sfen", "text", "meant"),
    [
        # G45h: the gold of file 4 of two; G4i5h and Gi5h where one of two ranks is meant
        (f"{START} b - 1", "G45h", "4i5h"),
        (f"{START} b - 1", "G65h", "6i5h"),
        ("4k4/9/9/9/9/5G3/9/5G3/4K4 b - 1", "Gh4g", "4h4g"),
        ("4k4/9/9/9/9/5G3/9/5G3/4K4 b - 1", "Gf4g", "4f4g"),
        ("4k4/9/9/9/9/5G3/9/5G3/4K4 b - 1", "G4f-4g", "4f4g"),
        ("4k4/9/2p6/2P6/9/9/9/9/4K4 b - 1", "Px7c+", "7d7c+"),
        ("4k4/9/2p6/2P6/9/9/9/9/4K4 b - 1", "Px7c=", "7d7c"),
        ("4k4/9/9/9/9/9/9/2+P6/4K4 b P 1", "+P7g", "7h7g"),
        ("4k4/9/9/9/9/9/9/2+P6/4K4 b P 1", "P7g", "P*7g"),
        # + is a promotion or a check, and both are written as ++
        ("4k4/9/9/3B5/9/9/9/9/4K4 b - 1", "Bb8+", "6d8b+"),
        ("4k4/9/9/3B5/9/9/9/9/4K4 b - 1", "Bf8+", "6d4b"),
        ("4k4/9/9/3B5/9/9/9/9/4K4 b - 1", "Bf8++", "6d4b+"),
        ("4k4/9/9/3B5/9/9/9/9/4K4 b - 1", "Bf8=H+", "6d4b+"),
    ],
)
def test_one_of_several_moves(sfen: str, text: str, meant: str) -> None:
    assert moves_of(f'[Sente "x"]\n[SFEN "{sfen}"]\n\n1. {text} *') == [meant]


@pytest.mark.parametrize("seed", range(3))
def test_moves_are_those_of_fairy_stockfish(seed: int) -> None:
    """SAN, LAN and three Western notations of random games, and SAN written as it has it."""
    pyffish = pytest.importorskip("pyffish", reason=reason(["pyffish"]))
    random.seed(seed)
    fen, line = pyffish.start_fen("shogi"), []
    for _ in range(120):
        legal = pyffish.legal_moves("shogi", fen, line)
        if not legal:
            break
        sharp = [move for move in legal if move.endswith("+") or "@" in move]
        line.append(random.choice(sharp if sharp and random.random() < 0.4 else legal))
    names = [
        pyffish.get_san_moves("shogi", fen, line, False, notation)
        for notation in (
            pyffish.NOTATION_SAN,
            pyffish.NOTATION_LAN,
            pyffish.NOTATION_SHOGI_HODGES,
            pyffish.NOTATION_SHOGI_HODGES_NUMBER,
            pyffish.NOTATION_SHOGI_HOSKING,
        )
    ]
    state = SHOGI.start(None)
    for index, move in enumerate(line):
        meant = Move(_usi(move))
        for said in names:
            assert SHOGI.resolve(state, Written(said[index])) == meant
        before, state = state, SHOGI.step(state, meant)
        assert SHOGI.move_notation(state, before, meant, "fairy") == names[0][index]
        for style in ("fairy+", "psn", "hodges", "hosking"):
            said_now = SHOGI.move_notation(state, before, meant, style)
            assert SHOGI.resolve(before, Written(said_now)) == meant


def _usi(move: str) -> str:
    place = {"abcdefghi"[at]: "987654321"[at] for at in range(9)}
    rank = {"123456789"[at]: "ihgfedcba"[at] for at in range(9)}
    if "@" in move:
        return f"{move[0]}*{place[move[2]]}{rank[move[3]]}"
    return place[move[0]] + rank[move[1]] + place[move[2]] + rank[move[3]] + move[4:]


@pytest.mark.parametrize(
    ("tag", "sfen"),
    [
        ('[SFEN "4k4/9/9/9/9/9/9/9/4K4 w 2P 3"]', "4k4/9/9/9/9/9/9/9/4K4 w 2P 3"),
        ('[FEN "4k4/9/9/9/9/9/9/9/4K4 w 2P 3"]', "4k4/9/9/9/9/9/9/9/4K4 w 2P 3"),
        ('[FEN "4k4/9/9/9/9/9/9/9/4K4 2P g 3"]', "4k4/9/9/9/9/9/9/9/4K4 w 2P 3"),  # of 1997
        ('[FEN "4k4/9/9/9/9/9/9/9/4K4[PPr] w 0 3"]', "4k4/9/9/9/9/9/9/9/4K4 b 2Pr 3"),  # pychess
        ('[FEN "4k4/9/9/9/9/9/9/9/4K4[-] b - 1"]', "4k4/9/9/9/9/9/9/9/4K4 b - 1"),
        (
            '[Handicap "rook & lance"]',
            START.replace("1r5b1", "7b1").replace("lnsgkgsnl", "lnsgkgsn1"),
        ),
        ('[Handicap "Two pieces"]', START.replace("1r5b1", "9")),
        ('[Handicap "4 piece"]', START.replace("1r5b1", "9").replace("lnsgkgsnl", "1nsgkgsn1")),
        ('[Handicap "ten piece"]', START.replace("1r5b1", "9").replace("lnsgkgsnl", "4k4")),
    ],
)
def test_starts(tag: str, sfen: str) -> None:
    setup = read(f'[Sente "x"]\n{tag}\n\n*').setup
    assert setup is not None
    assert setup.text.startswith(sfen)
    assert " " in sfen or setup.text.endswith(" w - 1")


@pytest.mark.parametrize(
    "tag",
    ['[Handicap "Even"]', f'[SFEN "{START} b - 1"]', f'[FEN "{START}[-] w 0 1"]', '[SFEN "-"]'],
)
def test_the_usual_start_is_no_setup(tag: str) -> None:
    assert read(f'[Sente "x"]\n{tag}\n\n*').setup is None


def test_an_unknown_handicap_is_told() -> None:
    _, found = found_in(b'[Sente "x"]\n[Handicap "most of them"]\n\n*')
    assert "pgn.setup" in [one.code for one in found]


# ----------------------------------------------------------------------------- editing and writing

GAME = (
    HEAD
    + "{A game}\n1.P7f {quiet} P3d (P8d 2.P2f) (P5d) 2.Bx2b+! xS 3.B*4e {a fork\n  of sorts} 1-0\n"
)


def test_variations_and_comments() -> None:
    record = read(GAME)
    assert tree(record) == "P7f P3d (P8d P2f) (P5d) Bx2b+ xS B*4e"
    assert record.root.comment == "A game"
    assert written(record) == GAME.encode()


@pytest.mark.parametrize("id", range(8))
def test_a_comment_is_changed_and_set_back(id: int) -> None:
    record = read(GAME)
    back, _ = apply(record, SetNote(id, COMMENT, "another"))
    between = written(record)
    assert between != GAME.encode()
    again = read(between)
    assert tree(again) == tree(record)
    assert [node.comment for node in again.walk()] == [node.comment for node in record.walk()]
    apply(record, back)
    assert written(record) == GAME.encode()


def test_a_header_changes_only_itself() -> None:
    record = read(GAME)
    back, _ = apply(record, SetHeaders((Header("Sente", "Kimura"), *record.headers[1:])))
    assert written(record) == GAME.replace("Ito", "Kimura").encode()
    apply(record, back)
    assert written(record) == GAME.encode()


@pytest.mark.parametrize(
    ("line", "more"),
    [
        ("1.P7f P3d", " 2.Bx2b+ Sx2b 3.B*4e"),
        ("1. P-7f P-3d", " 2. Bx2b+ Sx2b 3. B*4e"),
        ("1. P-7f 2. P-3d", " 3. Bx2b+ 4. Sx2b 5. B*4e"),
        ("1.P7g-7f 2.P3c-3d", " 3.B8hx2b+ 4.S3ax2b 5.B*4e"),
        ("1. P76 P34", " 2. Bx22+ Sx22 3. B*45"),
        ("1. 7g7f 3c3d", " 2. 8h2b+ 3a2b 3. B*4e"),
        ("1. Pc4 Pg6", " 2. Bxh8=H Sxh8 3. B@f5"),
    ],
)
def test_new_moves_are_written_as_the_others(line: str, more: str) -> None:
    record = read(f"{HEAD}{line} 1-0\n")
    data = [NodeData(3 + at, at - 1, Move(move), {}) for at, move in enumerate(LINE[2:])]
    apply(record, Insert(2, 0, tuple(data)))
    assert written(record).decode() == f"{HEAD}{line}{more} 1-0\n"
    assert moves_of(written(record)) == LINE


def test_a_changed_start_gets_its_tag() -> None:
    from viewer.tree.ops import SetAction

    record = read(HEAD + "*")
    setup = SHOGI.parse_setup("4k4/9/9/9/9/9/9/9/4K4 w 2P 3")
    apply(record, SetAction(0, setup))
    again = read(written(record))
    assert again.setup == setup
    assert value_in(again, "SFEN") == setup.text


def value_in(record: Record, key: str) -> str:
    return next((header.value for header in record.headers if header.key == key), "")


@pytest.mark.parametrize(
    ("tags", "names"),
    [
        ('[Sente "A"]\n[Gote "B"]', ("A", "B")),
        ('[Black "A"]\n[White "B"]', ("A", "B")),
        (
            '[Variant "Shogi"]\n[White "A"]\n[Black "B"]',
            ("A", "B"),
        ),  # White begins, as pychess says
        (f'[White "A"]\n[Black "B"]\n[FEN "{START}[-] w 0 1"]', ("A", "B")),
    ],
)
def test_who_plays_black(tags: str, names: tuple[str, str]) -> None:
    record = read(f"{tags}\n\n1. 7g7f *")
    assert record.game == "shogi"
    pgn = FORMATS["pgn"].load()
    assert tuple(pgn.by_role(role, record.headers, "shogi") for role in ("side0", "side1")) == names


def test_a_file_that_is_called_psn_says_so(tmp_path: Path) -> None:
    path = tmp_path / "games.psn"
    game = '[Sente "a"]\n[Gote "b"]\n[Result "1-0"]\n\n1. P7f P3d 2. P2f P4d 1-0\n\n'
    path.write_text(2 * game)
    document = viewer.open(str(path))
    assert (document.format, len(document)) == ("pgn", 2)
    assert document.variant == "PSN"
    document.save(str(path))
    assert document.variant == "PSN"
