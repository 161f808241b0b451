"""The law of bytes over SGF: untouched, there and back, confined, said."""

from __future__ import annotations

import pytest
import sgf_games as games
from hypothesis import given, settings
from hypothesis import strategies as st

from viewer.base.source import BytesSource, piece_bytes
from viewer.document import plans
from viewer.document.document import Document
from viewer.document.edits import RecordBytes
from viewer.document.plans import records
from viewer.formats.memory import MemoryCollection
from viewer.formats.sgf import FORMAT
from viewer.formats.sgf.writer import write_record
from viewer.tree import ops
from viewer.tree.action import Action, Move, Remark, Setup
from viewer.tree.annotation import Mark
from viewer.tree.diff import lost
from viewer.tree.node import Node
from viewer.tree.record import Header, Record, with_header
from viewer.tree.serial import NodeData

each = pytest.mark.parametrize("data", games.ALL, ids=range(len(games.ALL)))


@each
def test_untouched_games_are_the_same_bytes(data: bytes):
    collection = games.read(data)
    records = [collection.record(index) for index in range(len(collection))]
    assert b"".join(games.bytes_of(record, data) for record in records) == data
    output = FORMAT.write(collection)
    assert output.losses == ()
    assert b"".join(piece_bytes(piece, collection.source) for piece in output.pieces) == data


def change(record: Record, op: ops.Op, data: bytes) -> bytes:
    """The game with a change; taken back, it is as before."""
    before = games.bytes_of(record, data)
    inverse, _ = ops.apply(record, op)
    after = games.bytes_of(record, data)
    ops.apply(record, inverse)
    assert games.bytes_of(record, data) == before
    return after


@pytest.mark.parametrize(
    ("op", "old", "new"),
    [
        (
            ops.SetNote(2, "comment", "a]b\\c"),
            b"C[A comment: \\] and \\\\ here.]",
            b"C[a\\]b\\\\c]",
        ),
        (ops.SetNote(3, "title", "Other"), b"N[Main]", b"N[Other]"),
        (ops.SetNote(3, "glyphs", (3,)), b"TE[1]", b"TE[2]"),
        (ops.SetNote(5, "glyphs", ()), b"BM[2]", b""),
        (ops.SetNote(1, "clock", "0:30:00"), b"BL[1795.5]", b"BL[1800]"),
        (ops.SetAction(4, Move("W pass")), b"W[dd]", b"W[]"),
        (ops.SetAction(3, Move("W pp")), b"B[pp]N", b"W[pp]N"),
        (
            ops.SetAction(6, Setup("B aa ab ba E dp PL B")),
            b"AB[aa:bb]PL[W]",
            b"AB[aa][ab][ba]PL[B]",
        ),
        (
            ops.SetNote(6, "view", ("*",)),
            b"VW[aa:ss]DD[]FG[257:Figure 1]",
            b"VW[]DD[]FG[257:Figure 1]",
        ),
        (ops.SetNote(6, "figure", ("", "")), b"FG[257:Figure 1]", b"FG[]"),
    ],
)
def test_an_edit_changes_one_value(op: ops.Op, old: bytes, new: bytes):
    assert games.PLAIN.count(old) == 1 or old in (b"TE[1]", b"W[dd]")
    changed = change(games.first(games.PLAIN), op, games.PLAIN)
    place = games.PLAIN.rindex(old)
    wanted = games.PLAIN[:place] + new + games.PLAIN[place + len(old) :]
    assert changed == wanted


def test_marks_keep_their_values():
    record = games.first(games.PLAIN)
    marks = record.node(3).marks
    more = (*marks, Mark("square", ("aa",)), Mark("triangle", ("cc",)))
    changed = change(record, ops.SetNote(3, "marks", more), games.PLAIN)
    assert b"TR[dd][pp][cc]LB[cc:A][dd:x:y]SQ[aa]" in changed
    changed = change(record, ops.SetNote(3, "marks", marks[1:]), games.PLAIN)
    assert b"TR[pp]LB[cc:A][dd:x:y]" in changed


def test_headers():
    record = games.first(games.PLAIN)
    changed = change(record, ops.SetHeaders(with_header(record.headers, "PB", "A]")), games.PLAIN)
    assert changed == games.PLAIN.replace(b"PB[Kuro]", b"PB[A\\]]")
    more = (*record.headers, Header("RE", "B+R"))
    changed = change(record, ops.SetHeaders(more), games.PLAIN)
    assert changed == games.PLAIN.replace(b"ZZ[a][b]", b"ZZ[a][b]RE[B+R]")
    fewer = tuple(header for header in record.headers if header.value != "a")
    changed = change(record, ops.SetHeaders(fewer), games.PLAIN)
    assert changed == games.PLAIN.replace(b"ZZ[a][b]", b"ZZ[b]")


def test_branches():
    record = games.first(games.PLAIN)
    row = NodeData(record.next_id, -1, Move("B cc"), {})
    changed = change(record, ops.Insert(2, 1, (row,)), games.PLAIN)
    assert changed == games.PLAIN.replace(b"(;B[qp]", b"(;B[cc])(;B[qp]")
    changed = change(record, ops.Insert(0, 1, (row,)), games.PLAIN)
    assert changed.startswith(games.PLAIN[: games.PLAIN.index(b";B[pd]")] + b"(;B[pd]")
    assert changed.endswith(b")(;B[cc]))\n")
    changed = change(record, ops.Remove(5), games.PLAIN)
    alone = games.PLAIN[: games.PLAIN.index(b")\n(;B[qp]")].replace(b"(;B[pp]", b";B[pp]")
    assert changed == alone + b")\n"
    changed = change(record, ops.Reorder(2, 0, 1), games.PLAIN)
    read = games.first(changed)
    assert [node.action for node in read.node(2).children] == [Move("B qp"), Move("B pp")]


def test_one_text_becomes_two_nodes_where_a_branch_stands_between():
    record = games.first(games.TWO_IN_ONE)
    row = NodeData(record.next_id, -1, Move("W pp"), {})
    changed = change(record, ops.Insert(2, 1, (row,)), games.TWO_IN_ONE)
    read = games.first(changed)
    node = read.root.children[0].children[0]
    assert [child.action for child in node.children] == [Move("W cc"), Move("W pp")]
    assert node.children[0].comment == "two"


def test_another_encoding():
    record = games.first(games.PLAIN)
    op = ops.SetEncoding("gb18030")
    assert change(record, op, games.PLAIN) == games.PLAIN.replace(b"CA[UTF-8]", b"CA[GB18030]")


texts = st.text(st.sampled_from("ab]\\:; ()[\né中"), max_size=12)
places = st.sampled_from(["aa", "dd", "hh", "ii"])  # on the smallest board of the texts
marks = st.lists(
    st.builds(
        Mark,
        st.sampled_from(["triangle", "square", "circle", "cross", "selected"]),
        places.map(lambda place: (place,)),
        st.just("green"),
        st.just(""),
    ),
    max_size=3,
    unique=True,
).map(tuple)


def edits(record: Record) -> st.SearchStrategy[ops.Op]:
    ids = st.sampled_from(sorted(record.nodes))
    new = NodeData(record.next_id, -1, Move("B hi"), {"comment": "new"})
    return st.one_of(
        st.builds(ops.SetNote, ids, st.just("comment"), texts),
        st.builds(ops.SetNote, ids, st.just("title"), texts.map(lambda t: t.replace("\n", ""))),
        st.builds(ops.SetNote, ids, st.just("glyphs"), st.sampled_from([(), (1,), (4, 16)])),
        st.builds(ops.SetNote, ids, st.just("marks"), marks),
        st.builds(ops.Insert, ids, st.just(0), st.just((new,))),
    )


@given(st.data())
@settings(max_examples=150)
def test_what_is_edited_is_read_back_or_told_and_can_be_taken_back(data: st.DataObject):
    file = data.draw(st.sampled_from([one for one in games.ALL if one is not games.DEEP]))
    record = games.first(file)
    before = games.bytes_of(record, file)
    inverses = []
    for _ in range(data.draw(st.integers(1, 4))):
        inverses.append(ops.apply(record, data.draw(edits(record)))[0])
    part = write_record(record)
    assert part.losses == ()
    again = games.first(b"".join(piece_bytes(piece, BytesSource(file)) for piece in part.pieces))
    shape = [(node.action, node.comment, sorted(node.marks)) for node in record.walk()]
    assert [(node.action, node.comment, sorted(node.marks)) for node in again.walk()] == shape
    for inverse in reversed(inverses):
        ops.apply(record, inverse)
    assert games.bytes_of(record, file) == before


@given(st.data())
def test_saved_read_and_set_back_it_is_the_same_file(data: st.DataObject):
    record = games.first(games.PLAIN)
    id = data.draw(st.sampled_from([2, 5, 6]))  # those with a comment
    old = record.node(id).comment
    ops.apply(record, ops.SetNote(id, "comment", data.draw(texts)))
    saved = games.first(games.bytes_of(record))
    ops.apply(saved, ops.SetNote(id, "comment", old))
    assert games.bytes_of(saved) == games.PLAIN


def new_record(*actions: Action | None, **notes: object) -> Record:
    root = node = Node(0, None)
    for id, action in enumerate(actions, 1):
        below = Node(id, node, action, notes if id == 1 else {})
        node.children = (below,)
        node = below
    return Record("go", root, (Header("PB", "黒"),))


def test_a_new_game():
    record = new_record(Move("B pd"), Setup("B aa W bb PL B"), None, Move("W pass"))
    record.root.action = Setup("9x13 B cc")
    output = FORMAT.write(MemoryCollection("sgf", [record]))
    assert output.losses == ()
    file = b"".join(piece_bytes(piece, None) for piece in output.pieces)
    assert file.startswith("(;FF[4]CA[UTF-8]GM[1]SZ[9:13]PB[黒]AB[cc]".encode())
    assert list(lost(record, games.first(file))) == []


@pytest.mark.parametrize(
    ("record", "kind"),
    [
        (new_record(Move("B pd"), elapsed="0:00:12"), "elapsed"),
        (new_record(Move("B pd"), bookmark="here"), "bookmark"),
        (new_record(Move("B pd"), glyphs=(146,)), "glyphs"),
        (new_record(Move("B pd"), marks=(Mark("circle", ("aa",), "red"),)), "marks"),
        (new_record(Remark("hello")), "action"),
        (new_record(None, clock="0:00:12"), "clock"),
    ],
)
def test_what_sgf_has_no_place_for_is_told(record: Record, kind: str):
    (loss,) = FORMAT.write(MemoryCollection("sgf", [record])).losses
    assert (loss.kind, loss.node) == (kind, 1)
    assert loss.words.text()


def test_games_that_others_were_edited_beside_are_copied():
    collection = games.read(games.TEXT_AROUND)
    spans = [collection.span(index) for index in (0, 1)]
    assert spans[0] is not None
    assert spans[1] is not None
    assert spans[0].end == spans[1].start
    assert spans[1].end == len(games.TEXT_AROUND)
    assert collection.unedited_run(0) == 2


def saved(document: Document) -> bytes:
    output = FORMAT.write(document)
    return b"".join(piece_bytes(piece, document.source) for piece in output.pieces)


def with_game_behind(data: bytes) -> Document:
    """A file with a new game behind its last one."""
    document = Document(games.read(data))
    key = document.keys()[-1]
    document.do(records.new(document, key, document.record_of(key).root))
    return document


CUT = b"(;GM[1]FF[4]SZ[19];B[aa]C[never closed"


@pytest.mark.parametrize(
    ("data", "end"),
    [
        (CUT, b"])"),
        (CUT + b"\\\\", b"])"),
        (CUT + b"\\", b"\n])"),
        (CUT.replace(b";B", b"(;B"), b"]))"),
        (b"(;GM[1];B[aa](;W[bb]", b"))"),
        (b"(;", b")"),
        (b"(;GM[1];B[aa]) (", b")"),
    ],
)
def test_a_cut_game_is_closed_before_another_one_and_that_is_said(data: bytes, end: bytes):
    document = with_game_behind(data)
    (loss,) = FORMAT.write(document).losses
    assert (loss.kind, loss.record) == ("closed", 0)
    file = saved(document)
    assert file.startswith(data + end + b"(;FF[4]")
    again = games.read(file)
    assert len(again) == 2
    assert list(lost(games.first(data), again.record(0))) == []
    document.undo()
    assert saved(document) == data


def test_a_game_that_is_not_cut_gets_nothing_more():
    document = with_game_behind(games.PLAIN)
    assert FORMAT.write(document).losses == ()
    assert saved(document).startswith(games.PLAIN + b"(;FF[4]")


def test_a_cut_game_that_is_moved_up_is_closed():
    document = Document(games.read(b"(;GM[1];B[bb])" + CUT))
    key = document.keys()[1]
    document.do(records.move(document, key, document.record_of(key).root, 0))
    (loss,) = FORMAT.write(document).losses
    assert (loss.kind, loss.record) == ("closed", 0)
    assert saved(document) == CUT + b"])(;GM[1];B[bb])"
    document.undo()
    assert saved(document) == b"(;GM[1];B[bb])" + CUT


BIG = "(;GM[1]C[{}]".format("黑先。怎样攻击白三子呢？" * 4).encode("gb18030") + b";B[aa])"


def test_a_new_game_has_the_codec_of_the_others():
    assert games.first(BIG).encoding == "gb18030"
    document = with_game_behind(BIG)
    key = document.keys()[-1]
    document.do(plans.header(document, key, document.record_of(key).root, "PB", "吴清源"))
    assert FORMAT.write(document).losses == ()
    again = games.read(saved(document))
    assert again.record(0).root.comment == games.first(BIG).root.comment
    assert again.record(1).header("PB") == "吴清源"


def test_the_codec_is_said_where_the_text_no_longer_shows_it():
    data = b"(;GM[1]C[h\xe4tte sch\xf6n];B[aa])"
    document = Document(games.read(data))
    root = document.record_of(0).root
    assert (document.record_of(0).encoding, root.comment) == ("cp1252", "hätte schön")
    document.set_comment(root, "ÖÄÜÖÄÜ")  # looks like Chinese
    assert FORMAT.write(document).losses == ()
    file = saved(document)
    assert b"CA[windows-1252]" in file
    assert games.first(file).root.comment == "ÖÄÜÖÄÜ"
    document.undo()
    assert saved(document) == data
    document.set_comment(root, "Ã¤")  # whose bytes are UTF-8 for another letter, whatever CA says
    (loss,) = FORMAT.write(document).losses
    assert loss.kind == "encoding"
    assert FORMAT.write(document, {"form": "new"}).losses == ()


def test_games_that_are_not_known_alone_are_named():
    document = Document(games.read(b"(;GM[1];B[aa])(;GM[19];B[bb])"))
    document.do(records.remove(document, 0, document.record_of(0).root))
    (loss,) = FORMAT.write(document).losses
    assert loss.kind == "format"


def test_a_codec_that_was_said_for_nothing_gives_way():
    """A file of ASCII may name any codec; what is written into it is UTF-8, and so CA says that."""
    data = b"(;GM[1]CA[ISO-8859-1];B[aa])"
    document = Document(games.read(data))
    document.set_comment(document.record_of(0).root.children[0], "plain")
    assert saved(document) == data.replace(b"B[aa]", b"B[aa]C[plain]")
    document.set_comment(document.record_of(0).root.children[0], "é")
    assert saved(document) == "(;GM[1]CA[UTF-8];B[aa]C[é])".encode()
    assert FORMAT.write(document).losses == ()
    document.undo()
    document.undo()
    assert saved(document) == data


def test_a_codec_that_was_chosen_to_read_a_file_is_said_once_text_is_written():
    data = b"(;GM[1]C[\xe6\xf8];B[aa])\n(;GM[1];B[bb])"
    document = Document(games.read(data, "koi8-r"))
    document.do(records.move(document, 0, document.record_of(0).root, 1))
    assert FORMAT.write(document).losses == ()
    assert saved(document) == data[data.index(b"\n") :] + data[: data.index(b"\n")]
    document.undo()
    document.set_comment(document.record_of(0).root.children[0], "more")
    assert FORMAT.write(document).losses == ()
    assert saved(document) == data.replace(b"GM[1]C", b"GM[1]CA[KOI8-R]C").replace(
        b"B[aa]", b"B[aa]C[more]"
    )
    document.undo()
    assert saved(document) == data


def test_a_codec_that_comes_with_a_game_is_said_or_told():
    document = Document(games.read(b"(;GM[1];B[aa])"))
    brought = RecordBytes("sgf", b"(;GM[1]PB[\xc3\x9f \xe9])", "iso8859-1")
    document.do(records.insert(document, 0, document.record_of(0).root, [brought]))
    document.do(records.remove(document, 0, document.record_of(0).root))
    (loss,) = FORMAT.write(document).losses
    assert loss.kind == "encoding"


def test_another_codec_for_one_game_is_that_of_all():
    data = BIG + b"\n" + BIG
    document = Document(games.read(data))
    document.do(plans.encoding(document, 1, document.record_of(1).root, "utf-8"))
    again = games.read(saved(document))
    assert [again.record(place).encoding for place in (0, 1)] == ["utf-8", "utf-8"]
    assert again.record(0).root.comment == again.record(1).root.comment
    assert again.record(0).root.comment == games.first(BIG).root.comment
    document.undo()
    assert saved(document) == data


def test_a_game_that_is_brought_as_bytes_into_a_file_of_two_byte_characters():
    data = "\ufeff(;GM[1]C[中文];B[aa])".encode("utf-16-le")
    document = Document(games.read(data))
    brought = RecordBytes("sgf", b"(;GM[1]PB[Someone];B[bb])")
    document.do(records.insert(document, 0, document.record_of(0).root, [brought]))
    assert FORMAT.write(document).losses == ()
    again = games.read(saved(document))
    assert [again.record(place).encoding for place in (0, 1)] == ["utf-16-le"] * 2
    assert again.record(1).header("PB") == "Someone"
    document.undo()
    assert saved(document) == data


def test_a_lone_half_of_a_character_is_told():
    record = new_record(Move("B pd"), comment="a\ud800b")
    (loss,) = FORMAT.write(MemoryCollection("sgf", [record])).losses
    assert (loss.kind, loss.node) == ("comment", 1)


@pytest.mark.parametrize("codec", ["iso2022_jp", "hz"])
def test_one_wrong_byte_between_switches(codec: str):
    data = "(;GM[1]PB[三三]C[三国];B[aa]C[大人];W[bb]C[國 plain])".encode(codec, "replace")
    whole = games.first(data)
    assert (whole.header("PB"), whole.root.comment) == ("三三", "三国")
    for at in range(data.index(b"PB"), len(data) - 1):
        for byte in (b"\x00", b"\x1b", b"~", b"x", b"\x7f", b"\xe9", b"\x7e"):
            broken = data[:at] + byte + data[at + 1 :]
            collection = games.read(broken)
            assert games.bytes_of(collection.record(0)) == broken
            document = Document(games.read(broken))
            document.set_comment(document.record_of(0).root, "new")
            document.undo()
            assert saved(document) == broken


@pytest.mark.parametrize("codec", ["iso2022_jp", "hz"])
def test_text_in_codecs_with_switches_can_be_edited(codec: str):
    data = "(;GM[1]PB[三三]C[三国];B[aa]C[~])(;GM[1];B[bb]C[大人])".encode(codec)
    document = Document(games.read(data))
    document.set_comment(document.record_of(0).root, "大国人")
    assert FORMAT.write(document).losses == ()
    assert saved(document) == data.replace("三国".encode(codec), "大国人".encode(codec))
    document.undo()
    assert saved(document) == data
    document.set_comment(document.record_of(0).root, "ñ")  # which the codec lacks
    assert [loss.kind for loss in FORMAT.write(document).losses] == ["comment"]
    document.undo()
    # Where no double bytes are left nothing has to say the codec.
    single = "(;GM[1]C[三国])".encode(codec)
    document = Document(games.read(single))
    document.set_comment(document.record_of(0).root, "plain")
    assert FORMAT.write(document).losses == ()
    assert saved(document) == b"(;GM[1]C[plain])"
    document.undo()
    document.do(plans.encoding(document, 0, document.record_of(0).root, "utf-8"))
    assert saved(document) == "(;GM[1]CA[UTF-8]C[三国])".encode()


@pytest.mark.parametrize("side", ["B", "W"])
def test_who_plays_beside_a_move_is_kept(side: str):
    data = b"(;GM[1];B[aa];W[mo]PL[%s]C[x];B[bb]TR[aa])" % side.encode()
    record = games.first(data)
    assert [node.action for node in record.walk()][1:] == [Move("B aa"), Move("W mo"), Move("B bb")]
    assert record.node(2).comment == "x"
    assert games.bytes_of(record) == data
    for action, written in (
        (Move("B dd"), b"B[dd]PL[%s]C[x]" % side.encode()),
        (Setup("B dd"), b"C[x]AB[dd]"),
        (Setup("B dd PL W"), b"PL[W]C[x]AB[dd]"),
        (Setup("PL B"), b"PL[B]C[x]"),
        (None, b"C[x]"),
    ):
        edited = games.first(data)
        undo, _ = ops.apply(edited, ops.SetAction(2, action))
        file = games.bytes_of(edited)
        assert file == data.replace(b"W[mo]PL[%s]C[x]" % side.encode(), written)
        assert games.first(file).node(2).action == action
        assert FORMAT.write(MemoryCollection("sgf", [edited])).losses == ()
        ops.apply(edited, undo)
        assert games.bytes_of(edited) == data


def test_twenty_thousand_plies():
    data = b"(;GM[1]" + b";B[aa];W[bb]" * 10_000 + b")"
    record = games.first(data)
    assert len(record.nodes) == 20_001
    ops.apply(record, ops.SetNote(20_000, "comment", "end"))
    assert games.bytes_of(record) == data[:-1] + b"C[end])"


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("odd", [b"\n", b"x", b"\xff"])
def test_an_odd_last_byte_of_utf_16_without_a_mark_stays(codec: str, odd: bytes) -> None:
    for text in ("(;GM[1];B[aa])", "(;GM[1]C[plain", "\n(W["):
        data = text.encode(codec) + odd
        document = Document(games.read(data))
        assert document.record(0).encoding == codec
        written = FORMAT.write(document)
        assert written.losses == ()
        assert b"".join(piece_bytes(piece, document.source) for piece in written.pieces) == data
        document.set_comment(document.record(0).root, "new")
        document.undo()
        pieces = FORMAT.write(document).pieces
        assert b"".join(piece_bytes(piece, document.source) for piece in pieces) == data


def test_of_a_board_beyond_the_letters_what_letters_name_is_written():
    marks = (Mark("circle", ("dd", "baad")), Mark("label", ("baad",), text="x"))
    record = new_record(Move("W pd"), Move("B baac"), Move("W qd"), marks=marks)
    record.root.action = Setup("60x13 B dd baad W ee")
    written = write_record(record)
    text = b"".join(piece_bytes(piece, None) for piece in written.pieces)
    assert b"SZ[52:13]" in text
    assert b"AB[dd]AW[ee]" in text
    assert b"ba" not in text
    assert {loss.kind for loss in written.losses} == {"start", "action", "marks"}
