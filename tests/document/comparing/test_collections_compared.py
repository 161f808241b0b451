"""Two collections: which record is which, and edits of one that take over what the other has."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.base.messages import Message
from viewer.base.source import BytesSource, piece_bytes
from viewer.document.comparing.comparison import Comparison, DifferenceWords, compare, value_words
from viewer.document.comparing.difference import ComparedRecord
from viewer.document.document import Document
from viewer.document.edits import RecordData
from viewer.formats import FORMATS
from viewer.formats.format import Collection
from viewer.formats.memory import MemoryCollection
from viewer.tree.annotation import FACETS
from viewer.tree.evaluation import ScoreUnit
from viewer.tree.ops import Insert, Remove, apply
from viewer.tree.record import rows_of

MOVES = ["e4", "d4", "c4", "Nf3", "g3", "b3", "f4", "Nc3", "e3", "d3", "h3", "a3"]
REPLIES = ["e5", "d5", "c5", "Nf6", "g6", "b6"]


def game(number: int, comment: str = "", white: str = "") -> str:
    first, second = MOVES[number % 12], REPLIES[number // 12 % 6]
    said = f" {{{comment}}}" if comment else ""
    return (
        f'[Event "E{number // 72}"]\n[White "{white or f"W{number}"}"]\n[Black "B{number}"]\n'
        f'[Result "*"]\n\n1. {first}{said} {second} *\n\n'
    )


def read(text: str, format: str = "pgn") -> Collection:
    return FORMATS[format].load().read(BytesSource(text.encode()))


def kinds(comparison: Comparison) -> list[tuple[str, str, int | None, int | None]]:
    return [(one.kind, one.facet, one.mine, one.theirs) for one in comparison.differences]


def taken(mine: str, theirs: str) -> list[str]:
    """What the records of mine say once all differences were taken."""
    document = Document(read(mine))
    found = compare(document, read(theirs))
    document.do(found.edit_for(document, found.differences))
    return texts(document)


def texts(collection: Collection) -> list[str]:
    found = []
    for index in range(len(collection)):
        record = collection.record(index)
        side = ComparedRecord(record, collection.format)
        rows = [(node.ply, str(side.action(node)), dict(node.notes)) for node in record.walk()]
        found.append(repr((record.headers, rows)))
    return found


def test_the_same_games_in_another_order_are_moved() -> None:
    mine = "".join(map(game, [0, 1, 2, 3, 4]))
    theirs = "".join(map(game, [0, 4, 1, 2, 3]))
    assert kinds(compare(read(mine), read(theirs))) == [("moved", "record", 4, 1)]
    assert compare(read(mine), read(mine)).differences == ()


def test_games_come_and_go_and_are_changed() -> None:
    mine = "".join([game(0), game(1), game(2), game(3)])
    theirs = "".join([game(0), game(2, "new"), game(3, white="Anna"), game(70)])
    assert kinds(compare(read(mine), read(theirs))) == [
        ("removed", "record", 1, None),
        ("added", "record", None, 3),
        ("added", "comment", 2, 1),
        ("changed", "header:White", 3, 2),
    ]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_other_games_altogether(count: int) -> None:
    mine = "".join(map(game, range(count)))
    theirs = "".join(map(game, range(50, 50 + count)))
    assert taken(mine, theirs) == texts(read(theirs))


@given(st.integers(0, 2**32))
def test_all_taken_is_theirs_and_undone_it_is_mine(seed: int) -> None:
    dice = random.Random(seed)
    ours = [dice.randrange(90) for _ in range(dice.randint(1, 9))]
    others = [number for number in ours if dice.random() < 0.8] + [dice.randrange(90)]
    if dice.random() < 0.5:
        dice.shuffle(others)
    mine = "".join(map(game, ours))
    theirs = "".join(game(number, dice.choice(["", "", "said"])) for number in others)
    document = Document(read(mine))
    before = texts(document)
    found = compare(document, read(theirs))
    edit = found.edit_for(document, found.differences)
    document.do(edit)
    assert texts(document) == texts(read(theirs))
    if edit is not None:
        document.undo()
    assert texts(document) == before
    some = [one for one in found.differences if dice.random() < 0.5]
    document.do(found.edit_for(document, some))
    rest = compare(document, read(theirs))
    document.do(rest.edit_for(document, rest.differences))
    assert texts(document) == texts(read(theirs))


def test_games_brought_over_keep_their_bytes(tmp_path) -> None:
    path = tmp_path / "mine.pgn"
    path.write_text(game(0) + game(1), "utf-8")
    odd = '[White "W9"]\n[Black  "B9"]\n\n1.e4   e5 ; as it was\n2.Nf3 *\n\n'
    document = Document(FORMATS["pgn"].load().read(BytesSource(path.read_bytes())), str(path))
    found = compare(document, read(game(0) + odd + game(1)))
    assert kinds(found) == [("added", "record", None, 1)]
    document.do(found.edit_for(document, found.differences))
    document.save(overwrite_changes=True)
    assert path.read_text("utf-8") == game(0) + odd + game(1)


def test_the_same_game_in_two_formats_has_the_same_moves(tmp_path) -> None:
    pgn = read('[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 (2. Bc4 Nf6) Nc6 1-0\n')
    output = FORMATS["pgc"].load().write(pgn)
    assert not output.losses
    data = b"".join(piece for piece in output.pieces if isinstance(piece, bytes))
    pgc = FORMATS["pgc"].load().read(BytesSource(data))
    for first, second in ((pgn, pgc), (pgc, pgn)):
        assert [one for one in compare(first, second).differences if not one.header] == []


def test_words_name_the_game_the_move_and_what_is_said() -> None:
    mine = game(0) + '[White "A"]\n\n1. e4 {old} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 *\n\n'
    theirs = game(0) + '[White "A"]\n\n1. e4 {new} e5 2. Nf3 $1 d6 3. Bb5 *\n\n'
    found = compare(read(mine), read(theirs))
    words = DifferenceWords(found)
    assert [words.of(one).text() for one in found.differences] == [
        "game 2: 1. e4: comments: “old” → “new”",
        "game 2: 2. Nf3: glyphs added: !",
        "game 2: 2… Nc6 is 2… d6 now",
        "game 2: 1… c5 is gone (2 moves)",
    ]


def test_a_move_put_into_a_line_is_one_difference() -> None:
    mine, theirs = (
        read(f"(;GM[1]FF[4]SZ[19];B[pd];W[dp]{more};B[pq];W[dd];B[fq])", "sgf")
        for more in ("", ";B[qf];W[nc]")
    )
    found = compare(mine, theirs)
    assert [DifferenceWords(found).of(one).text() for one in found.differences] == [
        "3. R14 is put into the line (2 moves)"
    ]
    back = compare(theirs, mine)
    assert [(one.kind, one.facet) for one in back.differences] == [("removed", "line")]


def test_every_facet_has_words() -> None:
    for facet, known in FACETS.items():
        assert isinstance(value_words(facet, known.empty, ScoreUnit.PAWNS), Message)


def test_what_nobody_understands_goes_with_its_move() -> None:
    sgf = "(;GM[1]FF[4]SZ[9];B[ee]{more};W[dd];B[cc]XX[odd  thing]C[said])"
    document = Document(read(sgf.replace("{more}", ""), "sgf"))
    found = compare(document, read(sgf.replace("{more}", ";W[gg];B[ff]"), "sgf"))
    document.do(found.edit_for(document, found.differences))
    output = FORMATS["sgf"].load().write(document)
    assert not output.losses
    written = b"".join(piece_bytes(piece, document.source) for piece in output.pieces)
    assert b"XX[odd  thing]" in written
    assert b";W[gg]" in written


def test_a_branch_that_moves_is_written_anew() -> None:
    ki2 = (
        "手合割：平手\n▲７六歩    △３四歩    ▲２六歩    △８四歩    ▲２五歩\n\n"
        "変化：3手\n▲６六歩    △８四歩    ▲７八銀\n"
    )
    read_ki2 = FORMATS["ki2"].load().read
    document = Document(read_ki2(BytesSource(ki2.encode("cp932"))))
    mine = document.record(0)
    theirs = RecordData.of(mine).record()
    branch = theirs.root.children[0].children[0].children[1]
    rows = rows_of(branch)
    apply(theirs, Remove(branch.id))
    leaf = list(theirs.root.main_line())[-1]
    apply(theirs, Insert(leaf.parent.id, 1, tuple(rows)))
    found = compare(document, MemoryCollection("ki2", [theirs]))
    assert [(one.kind, one.facet) for one in found.differences] == [("moved", "branch")]
    document.do(found.edit_for(document, found.differences))
    assert FORMATS["ki2"].load().write(document).losses == ()


@pytest.mark.parametrize(
    ("kif", "csa"),
    [
        ("投了", "TORYO"),
        ("時間切れ", "TIME_UP"),
        ("詰", "TSUMI"),
        ("反則勝ち", "+ILLEGAL_ACTION"),
        ("反則負け", "-ILLEGAL_ACTION"),
        ("入玉宣言", "KACHI"),
    ],
)
def test_an_end_is_the_same_in_the_words_of_two_formats(kif: str, csa: str) -> None:
    first = read(
        f"手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 {kif}\n", "kif"
    )
    second = read(f"V2.2\nPI\n+\n+7776FU\n%{csa}\n", "csa")
    assert compare(first, second).differences == ()
    assert compare(second, first).differences == ()


def test_an_end_is_the_same_beside_variations_and_in_usi() -> None:
    kif = read(
        "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 投了\n\n"
        "変化：2手\n   2 ３四歩(33)\n",
        "kif",
    )
    found = compare(kif, read("startpos moves 7g7f resign", "sfen"))
    assert kinds(found) == [("removed", "branch", 0, 0)]


def test_ends_that_mean_something_else_differ() -> None:
    csa = "V2.2\nPI\n+\n+7776FU\n%"
    found = compare(read("startpos moves 7g7f resign", "sfen"), read(csa + "CHUDAN\n", "csa"))
    assert kinds(found) == [("changed", "action", 0, 0)]
    found = compare(read(csa + "+ILLEGAL_ACTION\n", "csa"), read(csa + "ILLEGAL_MOVE\n", "csa"))
    assert kinds(found) == [("changed", "action", 0, 0)]


def test_players_of_a_handicap_game_are_the_same_in_every_format() -> None:
    kif = read("手合割：香落ち\n下手：Ann\n上手：Bob\n手数----指手---------消費時間--\n", "kif")
    for other in ("ki2", "psn", "csa", "jkf"):
        output = FORMATS[other].load().write(kif)
        assert not [loss for loss in output.losses if loss.kind.startswith("header:")], other
        data = b"".join(piece for piece in output.pieces if isinstance(piece, bytes))
        again = FORMATS[other].load().read(BytesSource(data))
        assert compare(kif, again).differences == (), other
        assert compare(again, kif).differences == (), other


def test_positions_are_paired_in_formats_that_share_no_header() -> None:
    usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
    positions = ("8/8/8/8/8/k7/p7/K7 w - - 0 1\n", usual, "8/8/8/8/8/k7/1p6/K7 w - - 0 1\n")
    fen = read("".join(positions), "fen")
    output = FORMATS["pgc"].load().write(fen)
    data = b"".join(piece for piece in output.pieces if isinstance(piece, bytes))
    again = FORMATS["pgc"].load().read(BytesSource(data))
    assert [one for one in compare(fen, again).differences if not one.header] == []


def test_files_are_compared_to_their_ends() -> None:
    """Also where reading has only found their first games."""
    text = "".join(game(number) for number in range(3000))
    first, second = read(text), read(text + game(3000, white="last"))
    assert len(first) < 3000
    assert kinds(compare(first, second)) == [("added", "record", None, 3000)]


def test_a_header_of_pgn_in_other_letters_is_compared_all_the_same() -> None:
    pgn = read('[Game "Chinese Chess"]\n[EVENT "A"]\n\n1. h2e2 *\n')
    output = FORMATS["dhtmlxq"].load().write(pgn)
    data = b"".join(piece for piece in output.pieces if isinstance(piece, bytes))
    again = FORMATS["dhtmlxq"].load().read(BytesSource(data))
    assert compare(pgn, again).differences == ()
    assert compare(again, pgn).differences == ()
