"""What somebody types comes back as it was typed, or is named before anything is written."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pgn_texts import read, written

from viewer.base.source import BytesSource, piece_bytes
from viewer.document import plans
from viewer.document.document import Document
from viewer.document.edits import RecordData
from viewer.document.plans import records
from viewer.formats.format import Collection, Loss
from viewer.formats.memory import MemoryCollection
from viewer.formats.pgn import FORMAT
from viewer.formats.pgn.said import TextSettings
from viewer.formats.pgn.write.game import losses_of
from viewer.formats.pgn.write.slots import nearest, spelling
from viewer.tree.action import Move, Setup, Written
from viewer.tree.annotation import BEFORE, CLOCK, COMMENT
from viewer.tree.comment import shown
from viewer.tree.node import Node
from viewer.tree.ops import Insert, SetAction, SetHeaders, SetNote, apply
from viewer.tree.record import Header, Record
from viewer.tree.serial import NodeData

FILE = b'[Event "x"]\n\n1. e4 {old} (1. d4 {[%clk 0:01:00] more}) e5 *\n'
SCRIPT = TextSettings("utf-8", "\n", 1 << 20)


def collection_of(data: bytes) -> Collection:
    collection = FORMAT.read(BytesSource(data, "x.pgn"))
    for _ in collection.indexing():
        pass
    return collection


def saved(document: Document) -> tuple[bytes, list[Loss]]:
    output = FORMAT.write(document)
    data = b"".join(piece_bytes(piece, document.source) for piece in output.pieces)
    return data, list(output.losses)


def new_record(comment: str, **notes: object) -> Record:
    root = Node(0, None)
    move = Node(1, root, Move("e2e4"), {COMMENT: comment, **notes})
    other = Node(2, root, Move("d2d4"), {BEFORE: comment} if comment else {})
    root.children = (move, other)
    return Record("chess", root, (Header("Event", "x"),))


TEXTS = [
    " leading",
    "trailing ",
    "  both\t",
    "two\nlines",
    "\nempty line first",
    "a\n\nparagraph",
    "many   blanks and\ttabs",
    "[%csl Gd4]",
    "[%csl Gd4] typed [%clk 0:00:01]",
    "a } brace",
    "} {",
    "; not a comment",
    "% no escape",
    '[Event "no tag"]',
    "a word " * 40 + "end",
    "\x07",
    "null \0 byte",
    "象 é \N{ZERO WIDTH JOINER}",
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_typed_comment_is_read_back(text: str):
    """In a game of a file, beside commands, before a move, and in a new game."""
    record = read(FILE)
    apply(record, SetNote(1, COMMENT, text))
    apply(record, SetNote(2, COMMENT, text))
    apply(record, SetNote(2, BEFORE, text))
    assert losses_of(record) == []
    again = read(written(record))
    assert [again.node(id).comment for id in (1, 2)] == [text, text]
    assert again.node(2).before == text
    assert again.node(2).note(CLOCK) == "0:01:00"
    for notes in ({}, {CLOCK: "0:01:00"}):
        record = new_record(text, **notes)
        assert losses_of(record) == []
        again = read(written(record))
        for here, there in zip(record.walk(), again.walk(), strict=True):
            assert shown(here.comment, True) == shown(there.comment, True)
            assert here.before == there.before or "a word" in text
            assert here.note(CLOCK) == there.note(CLOCK)
        if len(text) < 60:
            assert again.node(1).comment == text


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("a line\n%escape", "a line\n%escape"),
        ('a line\n[Event "no tag"]', 'a line\n[Event "no tag"]'),
        ("a\n\n% paragraph\n  [C54]", "a\n\n% paragraph\n  [C54]"),
        ("a }\n\nparagraph", "a }\u2029paragraph"),
        ("[%csl Gd4]\n\n}", "[%csl Gd4]\u2029}"),
    ],
)
def test_what_stands_otherwise_is_shown_alike(text: str, read_as: str):
    record = read(FILE)
    apply(record, SetNote(1, COMMENT, text))
    for one in (record, new_record(text)):
        assert [loss for loss in losses_of(one) if loss.kind == COMMENT] == []
        again = read(written(one))
        assert again.node(1).comment == read_as
        assert shown(read_as, True) == shown(text, True)
        movetext = written(one).split(b"\n\n", 1)[1]
        assert b"\n%" not in movetext
        assert b"\n[" not in movetext


@pytest.mark.parametrize("text", [" ", "a }\nline", "a\n\n\n}", "\ud800", "\U0010fe80 é"])
def test_what_can_not_be_kept_is_named(text: str):
    record = read(FILE)
    apply(record, SetNote(1, COMMENT, text))
    for one in (record, new_record(text)):
        assert (COMMENT, 1) in [(loss.kind, loss.node) for loss in losses_of(one)]


@settings(max_examples=300)
@given(st.text(st.sampled_from("ab {}[]%;\n\r\t1.*é\0\u2028"), max_size=12))
def test_any_text_is_read_back_or_named(text: str):
    record = read(FILE)
    apply(record, SetNote(1, COMMENT, text))
    for one in (record, new_record(text)):
        named = (COMMENT, 1) in [(loss.kind, loss.node) for loss in losses_of(one)]
        again = read(written(one))
        same = shown(again.node(1).comment.replace("\u2028", ""), True) == shown(
            text.replace("\u2028", ""), True
        )
        assert same or named


def test_the_plainest_spelling_is_taken():
    assert spelling("a b", SCRIPT) == (False, "a b")
    assert spelling(" a ", SCRIPT) == (False, "  a  ")
    assert spelling("}", SCRIPT) == (True, " }")
    assert spelling("[%csl Gd4]", SCRIPT, plain=True) == (False, "[%csl Gd4]")
    assert spelling("\n}", SCRIPT) is None
    assert nearest("a\n}", SCRIPT) == (True, " a }")
    assert nearest(" \ud800}", SCRIPT) == (False, " \ud800)")


def test_headers_of_a_new_game_are_as_typed():
    headers = (
        *(Header("Date", "1959"), Header("White", " A\tB "), Header("Result", "1/2")),
        *(Header("white_elo", "1"), Header("Round", ""), Header("a b", "c")),
    )
    record = new_record("")
    record.headers = headers
    assert [(loss.kind, loss.node) for loss in losses_of(record)] == [("header:a b", None)]
    again = read(written(record))
    assert [again.header(one.key) for one in headers[:-1]] == [one.value for one in headers[:-1]]
    assert again.header("Ab") == "c"


# ---------------------------------------------------------------------------------- meaning


def test_the_same_text_may_be_another_move():
    """Below a move that nobody can read the board is another one for whoever reads it."""
    record = read(b"1. e4 e5 2. Nf3 Nc6 *")
    apply(record, SetAction(3, Move("g1e5")))  # takes the pawn, against the rules
    losses = [(loss.kind, loss.node) for loss in losses_of(record)]
    assert losses == [("action", 3)]
    apply(record, Insert(4, 0, (NodeData(record.next_id, -1, Written("Nxc6"), {}),)))
    losses = losses_of(record)
    assert [(loss.kind, loss.node) for loss in losses] == [("action", 3), ("action", 5)]
    assert "Nxc6" in losses[1].words.text()


def test_a_tag_that_makes_another_start_is_named():
    record = read(b'[Event "x"]\n\n1. e4 e5 *')
    apply(record, SetHeaders((*record.headers, Header("Variant", "Atomic"))))
    assert ("start", 0) in [(loss.kind, loss.node) for loss in losses_of(record)]


def test_the_games_own_word_for_chess_stays_with_another_start():
    record = read(
        b'[Event "x"]\n[Variant "From Position"]\n[FEN "4k3/8/8/8/8/8/8/4KR2 w - - 0 1"]\n\n*'
    )
    apply(record, SetAction(0, Setup("4k3/8/8/8/8/8/8/4KQ2 w - - 0 1")))
    assert losses_of(record) == []
    again = read(written(record))
    assert again.header("Variant") == "From Position"
    assert again.setup == record.setup


# -------------------------------------------------------------------------------------- seams


@pytest.mark.parametrize(
    ("data", "seam", "kinds"),
    [
        (b"1. e4 *\n", b'\n[Event "?"]\n', []),
        (b"1. e4 {never closed", b'} *\n\n[Event "?"]\n', ["closed"]),
        (b"1. e4 {never closed\n", b'} *\n\n[Event "?"]\n', ["closed"]),
        (b"1. e4 (1. d4", b'\n\n[Event "?"]\n', []),
        (b'[Event "x"]\n[Site "y"]', b'\n\n[Event "?"]\n', []),
    ],
)
def test_a_new_game_behind_one_that_was_cut(data: bytes, seam: bytes, kinds: list[str]):
    document = Document(collection_of(data))
    document.do(records.new(document, 0, document.record_of(0).root))
    file, losses = saved(document)
    assert file.startswith(data + seam)
    assert [loss.kind for loss in losses] == kinds
    again = collection_of(file)
    assert len(again) == 2
    before, after = collection_of(data).record(0), again.record(0)
    assert [node.comment for node in after.walk()] == [node.comment for node in before.walk()]
    document.undo()
    assert saved(document) == (data, [])


def test_a_game_that_begins_like_none_gets_a_tag_and_that_is_said():
    data = b'[Event "x"]\n\n1. e4 *\n'
    document = Document(collection_of(data))
    other = read(b"d4 d5 *\n")
    rows = RecordData.of(other)
    document.do(records.insert(document, 0, document.record_of(0).root, [rows]))
    file, losses = saved(document)
    assert file == data + b'\n[Event "?"]\nd4 d5 *\n'
    assert [(loss.kind, loss.record) for loss in losses] == [("closed", 1)]
    assert len(collection_of(file)) == 2


def test_tags_without_brackets_get_some_where_they_would_make_two_games():
    data = b'White "A"\n1. e4 *\n'
    document = Document(collection_of(data))
    root = document.record_of(0).root
    document.do(plans.header(document, 0, root, "Black", "B"))
    file, losses = saved(document)
    assert losses == []
    assert file == b'[White "A"]\n[Black "B"]\n1. e4 *\n'
    document.undo()
    assert saved(document) == (data, [])


def test_games_of_another_kind_alone_are_named():
    draughts = b'[GameType "20"]\n[Game "Draughts"]\n\n1. 32-28 19-23 *\n\n'
    document = Document(collection_of(b"1. e4 *\n\n" + draughts))
    assert len(document) == 2
    document.do(records.remove(document, 0, document.record_of(0).root))
    _, losses = saved(document)
    assert [loss.kind for loss in losses] == ["format"]


def test_a_file_of_new_games_is_read_again():
    games = [new_record(text) for text in TEXTS]
    output = FORMAT.write(MemoryCollection("pgn", games))
    again = collection_of(b"".join(piece_bytes(piece, None) for piece in output.pieces))
    assert len(again) == len(games)
