"""Files of many games: found, read, listed, and written with their games moved about."""

from __future__ import annotations

import gc
import random
import sys
import weakref

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.base.limits import DEFAULT
from viewer.base.source import BytesSource, Span, piece_bytes
from viewer.document.document import Document
from viewer.document.plans import records as plans_records
from viewer.formats import FORMATS
from viewer.formats.detect import detect, load_source
from viewer.formats.entry import Likeness
from viewer.formats.format import Collection, Unreadable
from viewer.formats.headers import value_of
from viewer.formats.pgn import FORMAT
from viewer.formats.pgn.strict import strict
from viewer.tree.record import Header


def game(number: int, moves: str = "1. e4 e5", result: str = "*") -> str:
    return f'[Event "E{number}"]\n[White "W{number}"]\n[Result "{result}"]\n\n{moves} {result}\n\n'


def opened(data: bytes | str, name: str = "x.pgn") -> Collection:
    raw = data.encode() if isinstance(data, str) else data
    collection = load_source(BytesSource(raw, name))
    for _ in collection.indexing():
        pass
    return collection


def saved(collection: Collection, form: str = "own") -> bytes:
    pieces = FORMAT.write(collection, {"form": form}).pieces
    return b"".join(piece_bytes(piece, collection.source) for piece in pieces)


def events(data: bytes) -> list[str]:
    collection = opened(data)
    return collection.values("Event", 0, len(collection))


# ------------------------------------------------------------------------------- detection

SURELY = {
    "tags": b'[Event "x"]\n',
    "BOM": b'\xef\xbb\xbf[Event "x"]\n',
    "blank lines": b'\n\n  [Event "x"]\n',
    "percent": b'% a line\n[Event "x"]\n',
    "comment": b'{ about }\n; so\n[Event "x"]\n',
    "moves": b"1. e4 e5 2. Nf3",
    "moves without numbers": b"e4 e5 Nf3",
    "moves after a comment": b"{so} 1.d4 d5",
    "a word first": b'Games of the cup\n\n[Event "x"]\n[Site "y"]\n',
    "castling": b"O-O 12. Rd1",
}
PERHAPS = {
    "blank": b"\n\n",
    "a result": b"*\n",
    "a comment": b"{c} what",
    "broken tag": b"[FEN x/y]\n",
    "one move": b"e4 {and nothing more} *\n",
}
NEVER = {
    "text": b"Dear Anna,\nI play e4 tomorrow.",
    "a list": b"1. Buy milk\n2. Sell it",
    "zeros": bytes(9),
}


@pytest.mark.parametrize("data", SURELY.values(), ids=SURELY.keys())
def test_what_looks_like_pgn_is_pgn(data: bytes):
    assert detect(BytesSource(data, "")).id == "pgn"
    assert detect(BytesSource(data, "x.txt")).id == "pgn"


@pytest.mark.parametrize("data", PERHAPS.values(), ids=PERHAPS.keys())
def test_what_may_be_pgn_is_so_by_its_name(data: bytes):
    assert FORMATS["pgn"].likeness(data) is Likeness.IF_NAMED
    assert detect(BytesSource(data, "x.PGN")).id == "pgn"
    with pytest.raises(Unreadable):
        detect(BytesSource(data, "x.doc"))


def test_moves_among_words_are_pgn_by_their_name_alone():
    data = b"1. e4 e5 is what everybody plays. 2. Nf3 attacks the pawn, Nc6 defends it.\n"
    both = data + b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n" * 3
    for text in (data, both):
        assert detect(BytesSource(text, "x.pgn")).id == "pgn"
        assert detect(BytesSource(text, "x.txt")).id in ("text", "epd")


@pytest.mark.parametrize("data", NEVER.values(), ids=NEVER.keys())
def test_other_text_is_refused(data: bytes):
    with pytest.raises(Unreadable) as caught:
        detect(BytesSource(data, "x.pgn"))
    assert caught.value.code == "file.not-its-suffix"


@pytest.mark.parametrize("data", [b"", b"\n\n", b"\xef\xbb\xbf \r\n", b"\n" * (1 << 19)])
def test_a_file_of_no_game_is_an_empty_collection(data: bytes):
    blank = opened(data)
    list(blank.indexing())
    assert len(blank) == 0
    assert list(blank.diagnostics) == []
    assert strict(blank) == []
    assert saved(blank) == data


@pytest.mark.parametrize("data", [b"; a word\n", b"{a word}", b"%data\n"])
def test_a_file_of_a_comment_shows_it(data: bytes):
    assert len(opened(data)) == 1
    assert saved(opened(data)) == data


def test_no_game_without_the_suffix():
    with pytest.raises(Unreadable) as caught:
        detect(BytesSource(b"", "x.txt"))
    assert caught.value.code == "file.empty"


# --------------------------------------------------------------------------------- reading


def test_the_first_game_is_known_at_once():
    data = "".join(game(n) for n in range(5000))
    collection = load_source(BytesSource(data.encode(), "x.pgn"))
    assert 1 <= len(collection) < 5000
    assert collection.record(0).header("Event") == "E0"
    known = [step.result for step in collection.indexing()]
    assert known == sorted(known)
    assert known[-1] == len(collection) == 5000
    assert collection.record(4999).header("Event") == "E4999"
    assert collection.values("White", 4990, 5000) == [f"W{n}" for n in range(4990, 5000)]
    assert list(collection.indexing()) == []


def test_a_job_that_was_left_goes_on():
    data = "".join(game(n, "1. e4 {" + "x" * 300 + "} e5") for n in range(30_000)).encode()
    collection = load_source(BytesSource(data, "x.pgn"))
    job = collection.indexing()
    first = next(job)
    job.close()
    assert first.result == len(collection)
    assert first.done < first.total == len(data)
    *_, last = collection.indexing()
    assert last.result == 30_000


def test_a_small_file_needs_no_numpy():
    code = (
        "import sys; from viewer.base.source import BytesSource;"
        "from viewer.formats.detect import load_source;"
        "c = load_source(BytesSource(b'[Event \"x\"]\\n\\n1. e4 *\\n' * 50));"
        "[0 for _ in c.indexing()]; c.values('Event', 0, len(c)); c.record(49);"
        "assert len(c) == 50; assert not {'numpy', 'zstandard'} & set(sys.modules)"
    )
    import subprocess

    subprocess.run([sys.executable, "-c", code], check=True)


def test_headers_without_the_record():
    collection = opened(game(1) + '[Event "Caf\xe9"]\n\n{\xe9} *\n')
    assert collection.headers(0)[0] == Header("Event", "E1")
    for index in range(2):
        assert collection.headers(index) == collection.record(index).headers


def test_each_game_has_its_encoding():
    data = (
        game(1).encode()
        + '[Event "Café"]\n\n*\n\n'.encode()
        + '[Event "Café"]\n\n*\n'.encode("cp1252")
    )
    for many in (1, 5000):
        collection = opened(game(0).encode() * (many - 1) + data)
        last = len(collection)
        assert collection.values("Event", last - 2, last) == ["Café", "Café"]
        assert [collection.record(last - n).encoding for n in (1, 2)] == ["cp1252", "utf-8"]
    chosen = load_source(BytesSource(data), encoding="latin-1")
    assert chosen.values("Event", 1, 3) == ["CafÃ©", "Café"]


def test_the_list_of_a_large_file_has_the_names_as_each_game_reads_them():
    """Names that end in one letter beyond ASCII, and games of another game in a codec of their own."""
    names = ["André", "Größe", "Zoë Å", "许银川"]
    games = [f'[Event "x"]\n[White "{name}"]\n\n1. e4 *\n\n'.encode("cp1252") for name in names[:3]]
    chinese = f'[Game "xiangqi"]\n[White "{names[3]}"]\n\n1. 炮二平五 马８进７ *\n\n'
    collection = opened(b"".join((*games, chinese.encode("gb18030"))) * 3000)
    assert collection.values("White", 0, len(collection)) == names * 3000
    assert [value_of(collection.record(at).headers, "White") for at in range(4)] == names


def test_findings_say_where_in_the_file():
    broken = game(2).replace('[White "W2"]', '[White "W2]')
    for many in (2, 9000):
        data = game(1) * many + broken
        collection = opened(data)
        for _ in range(2):
            record = collection.record(many)
        found = [one for one in collection.diagnostics if one.code == "pgn.broken-tag"]
        assert len(found) == 1
        assert record.header("Event") == "E2"
        at = data.index('[White "W2]')
        assert (found[0].record, found[0].offset) == (many, at)
        assert (found[0].line, found[0].column) == (data[:at].count("\n") + 1, 1)


def test_a_column_counts_from_the_line_not_the_game():
    data = '[Event "a"] 1. e4 * [White "W]\n*'
    collection = opened(data)
    collection.record(1)
    assert [(one.line, one.column) for one in collection.diagnostics][:1] == [(1, 21)]


def test_a_game_larger_than_the_limit_is_kept():
    data = (game(1, "1. e4 {" + "x" * 5000 + "} e5") + game(2)).encode()
    limits = DEFAULT._replace(game_bytes=1000)
    document = Document(load_source(BytesSource(data), limits))
    for _ in document.indexing():
        pass
    record = document.record(0)
    assert "pgn.game-too-long" in [one.code for one in document.diagnostics]
    document.set_comment(record.root, "x")
    document.set_comment(record.root, "")
    assert saved(document) == data
    assert len(document) == 2


# --------------------------------------------------------------------------------- writing


def test_an_untouched_file_is_one_span():
    data = "".join(game(n) for n in range(5000)).encode()
    collection = opened(data)
    assert list(FORMAT.write(collection).pieces) == [Span(0, len(data))]


def test_writing_finds_all_games_first():
    data = "".join(game(n) for n in range(5000)).encode()
    assert saved(load_source(BytesSource(data))) == data


def test_one_touched_game_among_many():
    data = "".join(game(n) for n in range(3000)).encode()
    document = Document(opened(data))
    record = document.record(2000)
    document.set_comment(record.root.children[0], "good")
    start = data.index(b'[Event "E2000"]')
    written = saved(document)
    assert written[:start] == data[:start]
    assert written.endswith(data[data.index(b'[Event "E2001"]') :])
    assert b"good" in written
    document.undo()
    assert saved(document) == data


def tour(document: Document, chance: random.Random) -> None:
    """Some games moved, deleted, doubled, added."""
    for _ in range(4):
        key = chance.choice(list(document.keys()))
        root = document.record_of(key).root
        edits = [
            plans_records.move(document, key, root, chance.randrange(len(document))),
            plans_records.duplicate(document, key, root),
            plans_records.new(document, key, root),
            plans_records.remove(document, key, root) if len(document) > 1 else None,
        ]
        document.do(chance.choice(edits))


FILES = [
    "".join(game(n) for n in range(6)),
    "".join(game(n) for n in range(6)).rstrip(),
    "".join(game(n) for n in range(4)).replace("\n\n", "\n"),
    "".join(game(n) for n in range(4)).replace("\n", "\r\n"),
    "".join(game(n) for n in range(4)).replace("*\n", "\n"),
    "1. e4 1-0\n\n1. d4 0-1\n\n1. c4",
    '{about}\n\n[Event "a"]\n\n1. e4 *\n\n[Event "b"]\n\n1. e4 ; so',
    '[Event "a"]\n[White "w"]\n\n[Event "b"]\n[White "x"]\n',
    '\ufeff[Event "a"]\n\n1. e4 {not closed\n\n[Event "b"]\n[Site "c"]\n\n1. d4 *',
]


@given(st.sampled_from(FILES), st.randoms(use_true_random=False))
def test_games_moved_about_stay_apart(text: str, chance: random.Random):
    document = Document(opened(text))
    tour(document, chance)
    read = opened(saved(document))
    wanted = [document.headers(index) for index in range(len(document))]
    assert [read.headers(index) for index in range(len(read))] == wanted
    while document.history.undo_words:
        document.undo()
    assert saved(document) == text.encode()


def test_a_new_game_behind_the_last():
    document = Document(opened(game(1).rstrip()))
    key = document.keys()[0]
    document.do(plans_records.new(document, key, document.record(0).root))
    written = saved(document)
    assert written.startswith(game(1).rstrip().encode() + b'\n\n[Event "?"]')
    assert events(written) == ["E1", "?"]


def test_options_that_are_not_offered():
    collection = opened(game(1))
    with pytest.raises(KeyError):
        FORMAT.write(collection, {"sort": "no"})
    with pytest.raises(ValueError, match="yaml"):
        FORMAT.write(collection, {"form": "yaml"})


@pytest.mark.parametrize("new", [plans_records.new, plans_records.duplicate])
def test_half_a_character_at_the_end_of_a_file_does_not_spoil_its_game_where_another_follows(new):
    data = game(1).encode() + '[Event "棋"]\n[Site "棋'.encode()[:-1]
    document = Document(opened(data))
    key = document.keys()[-1]
    document.do(new(document, key, document.record_of(key).root))
    again = opened(saved(document))
    assert again.values("Event", 0, 2) == ["E1", "棋"]
    assert [loss.kind for loss in document.losses()] == ["encoding"]
    document.undo()
    assert saved(document) == data
    assert document.losses() == ()


def test_games_read_in_parts_are_freed_while_collecting_pauses():
    """A process that reads a long file part by part would hold all of its bytes in the end."""
    whole = opened("".join(map(game, range(9))))
    gc.collect()
    gc.disable()
    try:
        part = FORMAT.read_stretch(FORMAT.stretch(whole, range(3, 6)), 3)
        part.record(4).dissolve()
        held = weakref.ref(part)
        games = weakref.ref(part._games)
        del part
        assert held() is None
        assert games() is None
    finally:
        gc.enable()
