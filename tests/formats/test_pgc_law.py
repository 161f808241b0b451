"""The law of bytes for PGC."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws import bytes_of
from pgc_games import (
    SAMPLE,
    SAMPLE_TAGS,
    games,
    grown,
    line,
    losses,
    moves,
    read,
    record_of,
    written,
)

from viewer.base.limits import Limits
from viewer.base.source import BytesSource
from viewer.document import plans
from viewer.document.document import Document, open_document
from viewer.document.plans import records
from viewer.formats.detect import detect
from viewer.formats.format import Unreadable
from viewer.formats.memory import MemoryCollection
from viewer.formats.pgc import FORMAT
from viewer.formats.pgc.syntax import encode_tag
from viewer.tree.action import Move, Setup, Written
from viewer.tree.diff import differences, lost
from viewer.tree.node import Node
from viewer.tree.ops import Remove, SetAction, SetHeaders, SetNote, apply
from viewer.tree.record import Header, Record, with_header

TAGS = b"".join(encode_tag(*tag) for tag in SAMPLE_TAGS.items())


@given(seed=st.integers(0, 10_000), size=st.integers(1, 40))
def test_a_record_from_nowhere(seed, size):
    record = grown(seed, size)
    data = written(record)
    assert losses(record) == ()
    assert list(differences(record, record_of(data))) == []
    assert written(record_of(data)) == data


GAME = (
    b"\x00\x05" + TAGS + b"\x0a\x01\x00x\x03\x02\x0d\x0c\x07\x01\x03\x01\x09\x08\x03\x01\x00\x09"
    b"\x03\x02\x07\x01\x07\x02\x00\x06"
)  # 1. e4 e5 $1 2. Nf3 (2. Ba6) Nc6 3. Bb5 $2


@pytest.mark.parametrize(
    ("edit", "old", "new"),
    [
        (SetNote(2, "glyphs", (5,)), b"\x07\x01\x03", b"\x07\x05\x03"),
        (
            SetNote(2, "glyphs", ()),
            b"\x03\x02\x0d\x0c\x07\x01\x03\x01\x09",
            b"\x03\x03\x0d\x0c\x09",
        ),
        (SetNote(2, "glyphs", (1, 3)), b"\x07\x01\x03\x01\x09", b"\x07\x01\x07\x03\x03\x01\x09"),
        (SetNote(3, "glyphs", (5,)), b"\x09\x08", b"\x09\x07\x05\x08"),
        (Remove(4), b"\x03\x01\x09\x08\x03\x01\x00\x09\x03\x02\x07\x01", b"\x03\x03\x09\x07\x01"),
        (Remove(6), b"\x03\x02\x07\x01\x07\x02", b"\x03\x01\x07"),
        (SetAction(6, Written("Bc4")), b"\x03\x02\x07\x01", b"\x03\x02\x07\x02"),
        (
            SetHeaders(tuple(Header(*t) for t in {**SAMPLE_TAGS, "Round": "30"}.items())),
            b"\x0229",
            b"\x0230",
        ),
        (
            SetHeaders(tuple(Header(*t) for t in {**SAMPLE_TAGS, "ECO": "C95"}.items())),
            b"\x0a\x01\x00x",
            encode_tag("ECO", "C95") + b"\x0a\x01\x00x",
        ),
    ],
)
def test_an_edit_is_confined(edit, old, new):
    record = record_of(GAME)
    assert moves(record) == ["e2e4", "e7e5", "g1f3", "b8c6", record.node(6).action.text]
    assert GAME.count(old) == 1
    apply(record, edit)
    assert written(record) == GAME.replace(old, new)


def test_a_plain_game_becomes_a_general_one_and_plain_again():
    data = written(line(*map(Written, SAMPLE)))
    assert data[0] == 1
    record = record_of(data)
    inverse, _ = apply(record, SetNote(3, "glyphs", (1,)))
    general = written(record)
    assert general[0] == 5
    assert list(differences(record, record_of(general))) == []
    apply(record, inverse)
    assert written(record) == data


def test_new_games_have_tags_in_export_order():
    tags = {"WhiteElo": "2700", "Result": "*", "ECO": "C95", "Event": "x"}
    record = line(Move("e2e4"), tags=tags)
    keys = [entry.key for entry in record_of(written(record)).headers]
    assert keys == ["Event", "Site", "Date", "Round", "White", "Black", "Result", "ECO", "WhiteElo"]
    assert losses(record) == ()


def test_a_start_of_its_own_writes_its_tags():
    for text in ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/RK5R w HA - 0 1"):
        record = line(setup=Setup(text))
        assert losses(record) == ()
        assert record_of(written(record)).setup == Setup(text)


@pytest.mark.parametrize(
    ("record", "found"),
    [
        (line(Move("e2e4"), Move("0000"), Move("e4e5")), [("branch", 2)]),
        (line(Move("e2e4"), Move("e2e4")), [("branch", 2)]),
        (line(Written("e4"), Written("zz")), [("branch", 2)]),
        (line(tags={"White": "王"}), [("header:White", None)]),
        (line(tags={"White": "x" * 256}), [("header:White", None)]),
    ],
)
def test_what_is_lost_is_said(record, found):
    assert [(one.kind, one.node) for one in losses(record)] == found
    assert all(one.words.text().endswith(".") for one in losses(record))


def test_a_number_that_means_a_move_now_is_told():
    record = record_of(b"\x05" + TAGS + b"\x03\x02\x05\xc8\x06")  # no 200 moves are legal there
    assert moves(record)[1] == "ordinal 200"
    apply(record, SetAction(2, Written("ordinal 5")))
    (loss,) = losses(record)
    assert (loss.kind, loss.node) == ("action", 2)
    assert loss.words.text() == "ordinal 5 is the move a7a6 where it stands now."


def test_each_comment_is_named():
    record = line(Move("e2e4"), Move("e7e5"))
    for node, facet, value in ((0, "comment", "a"), (1, "comment", "b"), (2, "clock", "0:01:00")):
        apply(record, SetNote(node, facet, value))
    apply(record, SetNote(2, "glyphs", (1, 300)))
    found = [(one.kind, one.node) for one in losses(record)]
    assert found == [("comment", 0), ("comment", 1), ("glyphs", 2), ("clock", 2)]


def test_another_game_is_lost():
    found = losses(Record("xiangqi", Node(0, None, Setup("4k4/9/9/9/9/9/9/9/9/4K4 w"))))
    assert "game" in [one.kind for one in found]


def test_what_was_not_read_is_copied():
    data = b"\x05" + TAGS + b"\x04\x90\x01" + b"\x01\x01\x00\x00" * 100 + b"\x06"
    collection = FORMAT.read(BytesSource(data), Limits(game_bytes=300))
    record = collection.record(0)
    output = FORMAT.write(MemoryCollection("pgc", [record]))
    assert output.losses == ()
    assert bytes_of(output, collection.source) == data
    apply(record, SetHeaders(with_header(record.headers, "White", "New")))
    assert [one.kind for one in losses(record)] == ["header:White"]


@given(game=games, junk=st.binary(max_size=12), at=st.integers(0, 200))
def test_damage(game, junk, at):
    at = min(at, len(game))
    for data in (
        game[:at],
        game[:at] + junk + game[at:],
        game[:at] + junk + game[at + len(junk) :],
        junk,
    ):
        try:
            collection = read(data)
        except Unreadable:
            continue
        records = [collection.record(index) for index in range(len(collection))]
        assert written(*records) == data
        assert [loss for record in records for loss in losses(record)] == []


def with_game_behind(data: bytes) -> Document:
    document = Document(read(data))
    key = document.keys()[-1]
    document.do(records.new(document, key, document.record_of(key).root))
    return document


UNCLOSED = b"\x05" + TAGS + b"\x03\x02\x0d\x0c"
ESCAPED = b"\x0a\x03\x00\x03\x09\x01"


@pytest.mark.parametrize(
    ("data", "made"),
    [
        (UNCLOSED, UNCLOSED + b"\x06"),
        (UNCLOSED + b"\x03\x09\x01", UNCLOSED + ESCAPED + b"\x06"),  # cut in a sequence
        (UNCLOSED + b"\x02\x05Roun", UNCLOSED + b"\x0a\x06\x00\x02\x05Roun\x06"),  # in a tag
        (UNCLOSED + b"\xee\x01", UNCLOSED + b"\x0a\x02\x00\xee\x01\x06"),  # unknown marker
        (UNCLOSED + b"\x06\xee", UNCLOSED + b"\x06\x0a\x01\x00\xee"),  # behind the game
        (  # a game in one record becomes a general one
            b"\x01\x01x\x02yz\x05abc",
            b"\x05\x02\x05Event\x01x\x02\x04Site\x02yz\x0a\x04\x00\x05abc\x06",
        ),
    ],
)
def test_a_cut_game_gets_an_end_before_another_one_and_that_is_said(data: bytes, made: bytes):
    document = with_game_behind(data)
    output = FORMAT.write(document)
    assert [(loss.kind, loss.record) for loss in output.losses] == [("closed", 0)]
    file = bytes_of(output, document.source)
    assert file.startswith(made)
    again = read(file)
    assert len(again) == 2
    assert list(lost(read(data).record(0), again.record(0))) == []
    document.undo()
    assert bytes_of(FORMAT.write(document), document.source) == data


def test_a_cut_game_is_moved_up():
    whole = b"\x05" + TAGS + b"\x03\x01\x0d\x06"
    data = whole + whole + UNCLOSED + b"\x03\x09\x01"
    document = Document(read(data))
    document.do(records.move(document, 2, document.record_of(2).root, 1))
    output = FORMAT.write(document)
    assert [(loss.kind, loss.record) for loss in output.losses] == [("closed", 1)]
    assert bytes_of(output, document.source) == whole + UNCLOSED + ESCAPED + b"\x06" + whole


def test_games_that_end_get_nothing_more():
    data = b"\x05" + TAGS + b"\x06\x00\x0a\x01\x00x"
    document = with_game_behind(data)
    output = FORMAT.write(document)
    assert output.losses == ()
    assert bytes_of(output, document.source).startswith(data + b"\x01")


def test_a_game_without_tags_is_known_by_its_name():
    document = Document(read(b"\x05" + TAGS + b"\x06"))
    document.do(plans.all_headers(document, 0, document.record_of(0).root, ()))
    file = bytes_of(FORMAT.write(document), document.source)
    assert file == b"\x05\x06"
    assert detect(BytesSource(file, "x.pgc")).id == "pgc"
    with pytest.raises(Unreadable):
        detect(BytesSource(file, "x"))


def test_options():
    with pytest.raises(KeyError):
        FORMAT.write(MemoryCollection("pgc", []), {"version": "1"})


def test_one_game_of_a_file_is_edited_and_saved(tmp_path):
    games = [
        written(line(Written("e4"), tags={**SAMPLE_TAGS, "Round": str(n)})) for n in range(300)
    ]
    path = tmp_path / "games.pgc"
    path.write_bytes(b"".join(games))
    document = open_document(str(path))
    for _ in document.indexing():
        pass
    document.play(document.record(70).node(1), "e7e5")
    document.save()
    document.close()
    tags = {**SAMPLE_TAGS, "Round": "70"}
    games[70] = written(line(Written("e4"), Written("e5"), tags=tags))
    assert path.read_bytes() == b"".join(games)
