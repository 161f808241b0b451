"""Links to HexWorld and trmph, lists of moves, records of Six: what is read, the law of bytes, losses."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from viewer.base.limits import DEFAULT
from viewer.base.source import BytesSource, piece_bytes
from viewer.formats import FORMATS
from viewer.formats.detect import load_source
from viewer.formats.format import Collection, Format, Unreadable, Unwritable
from viewer.formats.lines import HEXWORLD, MOVES, SIX, TRMPH
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.games.capabilities import layouts_of
from viewer.games.states import States
from viewer.tree import ops
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.node import Node
from viewer.tree.record import Header, Record
from viewer.tree.serial import NodeData

LINK = b"https://hexworld.org/board/#11r9c1,b4:sh4g8,i8h3"
LINKS = (
    b"\xef\xbb\xbfTwo games:\n"
    + LINK
    + b" (mine)\r\nand\nhexworld.org/board/#13x9,a1:pc3:rw\n\nend"
)
TRMPHS = b"#13,a1b2c3 b\n\n#11,k11a10 2\nhttp://www.trmph.com/hex/board#14,n14\n"
SIX_GAME = b"""BoardSize: 11x11
First: V
Swap: 1
Moves:
  1. A2 (0 ms) Swap (26 ms)
  2. F6 (3632163 ms) F8
"""
HEX_LIST = b"a5 swap-pieces d4\n f7, e11!\n"
TWIXT_LIST = b"1.f6 2.swap 3.m16 4. n11\n5.resign"
HEADED = b"Hex 14x12\na1 b2"


def load(data: bytes, name: str = "") -> Collection:
    return load_source(BytesSource(data, name))


def moves(record: Record) -> list[str]:
    found = [node.action for node in record.root.main_line()]
    return [action.text for action in found if isinstance(action, (Move, Written))]


def written(record: Record, format_: Format) -> bytes:
    output = format_.write(MemoryCollection(format_.id, [record]))
    return b"".join(piece_bytes(piece, None) for piece in output.pieces)


def losses(record: Record, format_: Format) -> list[tuple[str, int | None]]:
    output = format_.write(MemoryCollection(format_.id, [record]))
    assert all(loss.words.text() for loss in output.losses)
    return [(loss.kind, loss.node) for loss in output.losses]


def new_record(game: str, *texts: str, start: Setup | None = None) -> Record:
    root = node = Node(0, None, start)
    for id, text in enumerate(texts, 1):
        below = Node(id, node, Move(text))
        node.children = (below,)
        node = below
    return Record(game, root)


# ----------------------------------------------------------------------------------- reading


def test_a_link_to_hexworld():
    collection = load(LINK)
    record = collection.record(0)
    assert (collection.format, record.game, record.root.action) == ("hexworld", "hex", None)
    assert moves(record) == ["1 b4", "2 swap-pieces", "1 h4", "2 g8", "1 i8", "2 h3"]


@pytest.mark.parametrize(
    ("text", "start", "wanted"),
    [
        ("#9r9c1,b3:sc6:rw", "9", ["1 b3", "2 swap-pieces", "1 c6", "2 resign"]),
        (
            "hexworld.org/board/#13x9n,a1:Sc3:fb",
            "13x9",
            ["1 a1", "2 swap-sides", "2 c3", "1 forfeit"],
        ),
        ("https://hexworld.org/board/#5", "5", []),
        ("https://hexworld.org/board/#30,:pad30", "30", ["1 pass", "2 ad30"]),
        ("https://hexworld.org/board/#9%2Ca1%3Asb2", "9", ["1 a1", "2 swap-pieces", "1 b2"]),
        ("https://hexworld.org/board/#9,a1:x!b2", "9", ["1 a1", "2 :x", "1 !", "2 b2"]),
    ],
)
def test_links_to_hexworld(text: str, start: str, wanted: list[str]):
    record = load(text.encode()).record(0)
    assert record.root.action == Setup(start)
    assert moves(record) == wanted


def test_several_links_in_a_text():
    collection = load(LINKS, "x.hexworld")
    assert len(collection) == 2
    assert moves(collection.record(1)) == ["1 a1", "2 pass", "1 c3", "2 resign"]
    first, second = collection.span(0), collection.span(1)
    assert first is not None
    assert second is not None
    assert (first.start, first.end) == (0, LINKS.index(b"and"))
    assert (second.start, second.end) == (first.end, len(LINKS))


def test_links_to_trmph():
    collection = load(TRMPHS)
    assert (collection.format, len(collection)) == ("trmph", 3)
    assert moves(collection.record(0)) == ["1 a1", "2 b2", "1 c3"]
    assert collection.values("winner", 0, 3) == ["b", "2", ""]
    assert collection.record(2).root.action == Setup("14")
    with pytest.raises(Unwritable):
        TRMPH.write(MemoryCollection("trmph", [collection.record(0)]))


def test_a_record_of_six():
    collection = load(SIX_GAME)
    record = collection.record(0)
    assert collection.format == "six"
    assert moves(record) == ["1 a2", "2 swap-pieces", "1 f6", "2 f8"]
    assert record.headers == (Header("First", "V"), Header("Swap", "1"))
    assert [record.node(id).note("elapsed") for id in (1, 2, 3, 4)] == [
        *("0:00:00", "0:00:00.026", "1:00:32.163", "")
    ]
    with pytest.raises(Unwritable):
        SIX.write(MemoryCollection("six", [record]))


@pytest.mark.parametrize(
    ("text", "game", "start", "wanted"),
    [
        ("a5 swap-pieces d4", "hex", None, ["1 a5", "2 swap-pieces", "1 d4"]),
        ("A5 swap-sides K11", "hex", None, ["1 a5", "2 swap-sides", "2 k11"]),
        ("a14 b2", "hex", "14", ["1 a14", "2 b2"]),
        ("1.f6 2.swap 3.m16", "twixt", None, ["1 f6", "2 swap-pieces", "1 m16"]),
        ("1. a9 2. swap-pieces 3. b2", "hex", None, ["1 a9", "2 swap-pieces", "1 b2"]),
        ("a20 b2", "twixt", None, ["1 a20", "2 b2"]),
        ("aa20 b2 draw", "twixt", "30", ["1 aa20", "2 b2", "1 draw"]),
        ("Twixt 12\na2 b3", "twixt", "12", ["1 a2", "2 b3"]),
        ("Hex 14x12\na1 b2", "hex", "14x12", ["1 a1", "2 b2"]),
        ("Hex 100\na1 cv100", "hex", "100", ["1 a1", "2 cv100"]),
        ("Hex 999\na1 b2", "hex", None, ["1 a1", "2 b2"]),
        (
            "1.d14 2.j9 3.e16 4.l10 5.F14-E16/D14",
            "twixt",
            None,
            ["1 d14", "2 j9", "1 e16", "2 l10"],
        ),
    ],
)
def test_lists_of_moves(text: str, game: str, start: str | None, wanted: list[str]):
    collection = load(text.encode(), "x.moves")
    record = collection.record(0)
    assert collection.format == "moves"
    assert record.game == game
    assert record.root.action == (None if start is None else Setup(start))
    assert moves(record)[:4] == wanted[:4]


def test_links_in_lists_are_read_by_the_rules():
    record = load(b"1.d14 2.j9 3.e16 4.l10 5.F14-E16/D14+F14/E16 6.a2").record(0)
    states = States(game_of("twixt"), record)
    leaf = list(record.root.main_line())[5]
    assert states.at(leaf).action == Move("1 f14 -e16/d14 +e16/f14")


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ("1. e4 e5 2. d4 d5", "pgn"),
        ("1.d4 d5 2.c4", "pgn"),
        ("1.f6 2.swap 3.m16", "moves"),
        ("1.f6 2.swap 3.m16 4.n11 33.resign", "moves"),
        ("1.d14 2.q9 20.c3", "moves"),
        ("1.e4 e5 10.d4", "pgn"),
        ("(;GM[11]C[https://hexworld.org/board/#11,a1])", "sgf"),
        ("1.d14 2.q9 3.c3", "moves"),
        ("1.D14 2.Q9 3.C3", None),  # as in go
        ("d14 q9 c3", None),
        ("Bc4 Nc6 Qh5", "pgn"),
        ("d4 swap", "moves"),
        ("Twixt 24", "moves"),
        ("hex\n", None),
        ("hello world", None),
        ("#11", None),
        ("13, 14, 15", None),
    ],
)
def test_what_is_one_of_them(text: str, format: str | None):
    if format is None:
        with pytest.raises(Unreadable):
            load(text.encode())
    else:
        assert load(text.encode()).format == format


def test_moves_that_are_left_out_of_a_numbered_list_are_told():
    for number, player in ((33, 1), (34, 2)):
        text = f"1.f6 2.swap 3.m16 4.n11 {number}.resign".encode()
        collection = load(text)
        record = collection.record(0)
        assert record.game == "twixt"
        assert moves(record)[-2:] == ["2 n11", f"{player} resign"]
        (gap,) = collection.diagnostics
        assert (gap.code, gap.node, gap.offset) == ("moves.gap", 5, 27)
        states = States(game_of("twixt"), record)
        assert not any(game_of("twixt").violation(states.at(node)) for node in record.walk())
        assert written(record, MOVES) == text


def test_what_is_odd_is_told():
    collection = load(b"https://hexworld.org/board/#999,a1!!b2\n")
    collection.record(0)
    assert [one.code for one in collection.diagnostics] == ["hexworld.size", "hexworld.move"]
    assert [one.offset for one in collection.diagnostics] == [28, 34]
    assert collection.diagnostics[1].node == 2
    collection = load(b"a5 swap-pieces\nd4 f7,", "x.moves")
    assert collection.record(0)
    assert list(collection.diagnostics) == []


ALL = ((LINK, HEXWORLD), (LINKS, HEXWORLD), (TRMPHS, TRMPH), (SIX_GAME, SIX), (HEX_LIST, MOVES))
ALL += ((TWIXT_LIST, MOVES), (HEADED, MOVES))
each = pytest.mark.parametrize(("data", "format_"), ALL, ids=range(len(ALL)))


@each
def test_untouched_and_cut_anywhere(data: bytes, format_: Format):
    for length in range(len(data) + 1):
        try:
            collection = format_.read(BytesSource(data[:length]))
        except Unreadable:
            continue
        for index in range(len(collection)):
            collection.record(index)
        output = format_.write(collection)
        assert output.losses == ()
        source = collection.source
        assert b"".join(piece_bytes(piece, source) for piece in output.pieces) == data[:length]
        if format_.writable:
            records = [collection.record(index) for index in range(len(collection))]
            output = format_.write(MemoryCollection(format_.id, records))
            assert b"".join(piece_bytes(piece, source) for piece in output.pieces) == data[:length]


@each
def test_limits(data: bytes, format_: Format):
    collection = format_.read(BytesSource(data), DEFAULT._replace(nodes=2))
    record = collection.record(0)
    assert len(record.nodes) <= 2
    assert any(one.code.endswith(".too-many") for one in collection.diagnostics)
    if format_.writable:
        assert data.startswith(written(record, format_))


@pytest.mark.parametrize("format_", [HEXWORLD, TRMPH, SIX, MOVES], ids=lambda one: one.id)
def test_there_must_be_a_game(format_: Format):
    for data in (b"", b"nothing", b"\xff\xfe\x00", b"#"):
        with pytest.raises(Unreadable):
            format_.read(BytesSource(data))


# ----------------------------------------------------------------------------------- writing


@pytest.mark.parametrize(
    ("op", "old", "new"),
    [
        (ops.SetAction(3, Move("1 h5")), b":sh4g8,i8h3", b":sh5g8i8h3"),
        (ops.SetAction(6, Move("2 resign")), b"i8h3", b"i8:rw"),
        (ops.SetAction(0, Setup("13x11")), b"#11r9", b"#13x11r9"),
        (ops.Remove(5), b"g8,i8h3", b"g8"),
        (ops.Insert(6, 0, (NodeData(7, -1, Move("1 pass"), {}),)), b"i8h3", b"i8h3:p"),
    ],
)
def test_an_edit_of_a_link(op: ops.Op, old: bytes, new: bytes):
    record = load(LINK).record(0)
    inverse, _ = ops.apply(record, op)
    assert written(record, HEXWORLD) == LINK.replace(old, new)
    assert losses(record, HEXWORLD) == []
    ops.apply(record, inverse)
    assert written(record, HEXWORLD) == LINK


@pytest.mark.parametrize(
    ("data", "op", "new"),
    [
        (HEX_LIST, ops.SetAction(3, Move("1 d5")), b"a5 swap-pieces d5 f7 e11!\n"),
        (HEX_LIST, ops.SetAction(0, Setup("13")), b"Hex 13\n" + HEX_LIST),
        (TWIXT_LIST, ops.Remove(4), b"1.f6 2.swap 3.m16"),
        (TWIXT_LIST, ops.SetAction(5, Move("1 c9")), b"1.f6 2.swap 3.m16 4. n11 5.c9"),
        (HEADED, ops.SetAction(0, Setup("14")), b"Hex 14\na1 b2"),
    ],
)
def test_an_edit_of_a_list(data: bytes, op: ops.Op, new: bytes):
    record = load(data, "x.moves").record(0)
    inverse, _ = ops.apply(record, op)
    assert written(record, MOVES) == new
    ops.apply(record, inverse)
    assert written(record, MOVES) == data


def test_new_ones():
    record = new_record("hex", "1 a2", "2 swap-pieces", "1 c3", "2 pass", "1 resign")
    assert written(record, HEXWORLD) == b"https://hexworld.org/board/#11,a2:sc3:p:rb\n"
    assert written(record, MOVES) == b"a2 swap-pieces c3 pass resign\n"
    record = new_record("hex", "1 a2", start=Setup("9x14"))
    assert written(record, HEXWORLD) == b"https://hexworld.org/board/#9x14,a2\n"
    assert written(record, MOVES) == b"Hex 9x14\na2\n"
    record = new_record("twixt", "1 d14", "2 swap-pieces", "1 e16", "2 resign")
    assert written(record, MOVES) == b"1.d14 2.swap 3.e16 4.resign\n"
    assert written(new_record("hex"), HEXWORLD) == b"https://hexworld.org/board/#11,\n"
    assert written(new_record("twixt", start=Setup("30")), MOVES) == b"Twixt 30\n"
    for format_ in (HEXWORLD, MOVES):
        assert losses(new_record("hex", "1 a2", "2 swap-sides", "2 c3"), format_) == []


@pytest.mark.parametrize(
    ("record", "format_", "wanted"),
    [
        (new_record("hex", "1 a2", "1 b3"), HEXWORLD, [("action", 2)]),
        (new_record("hex", "1 a2", "2 forfeit"), HEXWORLD, []),
        (new_record("hex", "1 a2", start=Setup("11 B c3")), HEXWORLD, [("start", 0)]),
        (new_record("hex", "1 a2", "1 b3"), MOVES, [("action", 2)]),
        (new_record("hex", "1 a2", "odd", "1 b3"), MOVES, [("branch", 2)]),
        (new_record("twixt", "1 d4", "2 j9", "1 e6", "2 l10", "1 f4 -e6/d4 +e6/f4"), MOVES, []),
        (new_record("twixt", "1 d4", "2 j9", "1 e6", "2 l10", "1 f4 -e6/d4 auto"), MOVES, []),
        (new_record("twixt", "1 d4", "2 j9", "1 e6 none"), MOVES, []),
        (new_record("twixt", "1 d4", "2 j9 propose-draw"), MOVES, [("action", 2)]),
        (new_record("twixt", "1 d4", start=Setup("24 PP")), MOVES, [("start", 0)]),
    ],
)
def test_what_is_lost_is_told(record: Record, format_: Format, wanted: list[tuple[str, int]]):
    assert losses(record, format_) == wanted


def test_headers_comments_and_variations_are_told():
    record = new_record("hex", "1 a2", "2 b3")
    record.headers = (Header("PB", "Ann"),)
    record.root.notes = {"comment": "said"}
    record.root.children += (Node(9, record.root, Move("1 c4")),)
    for format_ in (HEXWORLD, MOVES):
        assert set(losses(record, format_)) == {("header:PB", None), ("comment", 0), ("branch", 9)}


words = st.sampled_from(["a1", "k11", "c7", "z30", "swap-pieces", "swap-sides", "pass", "resign"])
actions = st.builds(lambda player, word: Move(f"{player} {word}"), st.sampled_from("12"), words)
sizes = st.sampled_from(["11", "13", "9x14", "24", "6", "52"])


@given(st.sampled_from([one for one in ALL if one[1].writable]), st.data())
@settings(max_examples=150)
def test_what_is_edited_is_read_back_or_told_and_can_be_taken_back(
    one: tuple[bytes, Format], data: st.DataObject
):
    file, format_ = one
    record = format_.read(BytesSource(file)).record(0)
    before = written(record, format_)
    inverses = []
    for _ in range(data.draw(st.integers(1, 4))):
        ids = st.sampled_from(sorted(record.nodes))
        op: ops.Op = data.draw(
            st.one_of(
                st.builds(ops.SetAction, st.just(0), st.builds(Setup, sizes)),
                st.builds(
                    lambda id, action: ops.Insert(
                        id, 0, (NodeData(record.next_id, -1, action, {}),)
                    ),
                    ids,
                    actions,
                ),
                st.builds(ops.Remove, ids.filter(bool)) if len(record.nodes) > 1 else st.nothing(),
            )
        )
        inverses.append(ops.apply(record, op)[0])
    text = written(record, format_)
    told = losses(record, format_)
    again = format_.read(BytesSource(text)).record(0)
    if not told:
        assert shape(again) == shape(record)
    for inverse in reversed(inverses):
        ops.apply(record, inverse)
    assert written(record, format_) == before


def shape(record: Record) -> tuple[str, str, list[Action | None]]:
    game = game_of(record.game)
    start = game.position_text(game.start_of(record))
    return record.game, start, [node.action for node in record.walk()][1:]


def test_the_formats_are_registered():
    for format_ in (HEXWORLD, TRMPH, SIX, MOVES):
        assert FORMATS[format_.id].load() is format_
        with pytest.raises(KeyError):
            format_.write(MemoryCollection(format_.id, [new_record("hex")]), {"x": "y"})


@pytest.mark.parametrize("odd", ["zz99", "gc5", ":x"])
def test_what_is_no_move_on_the_board_stays_where_it_stands(odd: str):
    data = f"https://hexworld.org/board/#11,c1{odd}c4d5\n".encode()
    record = load(data).record(0)
    last = max(record.nodes)
    back, _ = ops.apply(record, ops.Insert(last, 0, (NodeData(last + 1, -1, Move("1 e5"), {}),)))
    assert written(record, HEXWORLD) == data.replace(b"d5", b"d5e5")
    assert losses(record, HEXWORLD) == []
    ops.apply(record, back)
    assert written(record, HEXWORLD) == data


def test_a_line_may_end_as_on_old_macs():
    link = b"https://hexworld.org/board/#11,c1"
    assert len(load(link + b"\r" + link + b"\r\n" + link)) == 3
    first = load(link + b"\r").record(0)
    output = HEXWORLD.write(MemoryCollection("hexworld", [first, first]))
    assert len(load(b"".join(piece_bytes(piece, None) for piece in output.pieces))) == 2


def test_what_is_new_is_written_in_the_codec_of_its_file():
    data = b"https://hexworld.org/board/#11,c1\xbe\n"
    record = load(data).record(0)
    assert record.node(2).action == Written("2 ¾")
    copy = Record("hex", record.root)
    two = HEXWORLD.write(MemoryCollection("hexworld", [record, copy]))
    again = load(b"".join(piece_bytes(piece, None) for piece in two.pieces))
    assert [again.record(index).node(2).action for index in range(2)] == [Written("2 ¾")] * 2
    wide = BytesSource("\ufeffhttps://hexworld.org/board/#11,c1".encode("utf-16-le"))
    two = HEXWORLD.write(MemoryCollection("hexworld", [HEXWORLD.read(wide).record(0), copy]))
    data = b"".join(piece_bytes(piece, None) for piece in two.pieces)
    assert len(HEXWORLD.read(BytesSource(data))) == 2
    assert data.decode("utf-16").count("\n") == 2


@pytest.mark.parametrize(
    ("flags", "hour"),
    [
        ("", ""),
        ("r9", "9"),
        ("r12c1", "12"),
        ("r9nc1", "9"),
        ("nc1", ""),
        ("c1r3", "3"),
        ("r13", ""),
    ],
)
def test_the_hour_of_a_link_is_the_layout_of_its_board(flags: str, hour: str) -> None:
    data = f"https://hexworld.org/board/#11{flags},b4:sh4g8\n".encode()
    collection = load_source(BytesSource(data))
    record = collection.record(0)
    assert FORMATS["hexworld"].load().layout_of(record) == hour
    assert FORMATS["sgf"].load().layout_of(record) == ""
    assert not hour or hour in {layout.id for layout in layouts_of(game_of("hex"))}
    record.root.children[0].children[0].children = ()
    output = FORMATS["hexworld"].load().write(MemoryCollection("hexworld", [record]))
    assert not output.losses
    assert b"".join(piece_bytes(piece, None) for piece in output.pieces) == data.replace(
        b"h4g8", b""
    )


def test_what_is_no_move_is_no_ply_and_brackets_are_comments():
    text = "Hex 11\n（始）a5 (good), d4（ねらい）（次）！？ and then b2。\nｃ３!? f7、"
    collection = load(text.encode(), "x.moves")
    record = collection.record(0)
    assert moves(record) == ["1 a5", "2 d4", "1 c3", "2 f7"]
    notes = [dict(record.node(number).notes) for number in range(1, 5)]
    assert notes == [
        {"before": "始", "comment": "good"},
        {"comment": "ねらい\n次"},
        {"glyphs": (5,)},
        {},
    ]
    (found,) = collection.diagnostics
    assert (found.code, found.node, found.line) == ("moves.move", 2, 2)
    assert str(found.message) == "This is no move: “！？ and then b2”."
    assert written(record, MOVES) == text.encode()


def test_behind_a_word_a_numbered_list_goes_on_at_the_number_that_fits():
    text = b"Twixt 24\n1.f6 2.swap 3.mistyped 4.n11 3.m16 4.n11 good 5.c9 (a (b) 6.zz\n7.d9"
    collection = load(text, "x.moves")
    record = collection.record(0)
    assert moves(record) == ["1 f6", "2 swap-pieces", "1 m16", "2 n11", "1 c9"]
    words = [str(one.message) for one in collection.diagnostics]
    assert words == [
        "This is no move: “mistyped 4.n11”.",
        "This is no move: “good”.",
        "This is no move: “(a (b)”.",
        "This is no move: “zz\n7.d9”.",
    ]
    assert [one.node for one in collection.diagnostics] == [2, 4, 5, 5]


def test_words_among_moves_that_are_written_anew_stay_in_the_text():
    text = b"Hex 11\na5 (one) d4 so to say\nf7 (two) end\nb2 rest"
    record = load(text, "x.moves").record(0)
    ops.apply(record, ops.SetAction(2, Move("2 d5")))
    assert written(record, MOVES) == b"Hex 11\na5 (one) d5 f7 (two) b2 so to say end rest"
