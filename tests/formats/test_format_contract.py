"""What every registered format keeps, whatever it is."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws import meant

from viewer.base.source import BytesSource, piece_bytes
from viewer.formats import FORMATS
from viewer.formats.detect import detect, load_source, suffix_of
from viewer.formats.entry import FormatEntry, Likeness
from viewer.formats.format import Format, Unreadable
from viewer.formats.memory import MemoryCollection
from viewer.games import GAMES, game_of
from viewer.tree.annotation import Mark
from viewer.tree.diff import lost
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

each_format = pytest.mark.parametrize("entry", FORMATS.values(), ids=lambda entry: entry.id)
each_writable = pytest.mark.parametrize(
    "entry", [one for one in FORMATS.values() if one.load().writable], ids=lambda entry: entry.id
)
ROLES = {"title", "event", "date", "place", "round", "result", "side0", "side1", "annotator"}
ROLES |= {
    "author",
    "end",
    "note",
    "rank0",
    "rank1",
    "title0",
    "title1",
    "time-rule",
    "clock0",
    "clock1",
    "type",
    "opening",
    "variation",
    "subvariation",
    "opening-code",
    "nic-code",
    "plies",
    "viewpoint",
    "",
}
# What these formats have no place for in the new record below; all others hold all of it.
LOST = {
    "t1": {("comment", 3), ("branch", 9)},
    "xqtext": {("branch", 9)},
    "hexworld": {("comment", 3), ("branch", 9)},
    "hexwiki": {("comment", 3), ("branch", 9)},
    "moves": {("comment", 3), ("branch", 9)},
    "csa": {("branch", 9)},
    "sfen": {("comment", 3), ("branch", 9)},
    "usen": {("comment", 3)},
    "bod": {("branch", 1), ("branch", 9)},
    "epd": {("comment", 3)},
    "fen": {("branch", 1), ("branch", 9)},
    "pgc": {("comment", 3)},
    "pgn export": {("comment", 3)},
    "pgn reduced": {("comment", 3), ("branch", 9)},
    "pgn reduced-utf-8": {("comment", 3), ("branch", 9)},
}

# New PGN is in UTF-8, as other programs expect it; the standard's export forms are options.
DEVIATIONS = {"pgn": ["pgn.strict.encoding"]}


def lacking(id: str, options: dict[str, str] | None) -> set[tuple[str, int]]:
    return LOST.get(" ".join([id, *(options or {}).values()]), LOST.get(id, set()))


def new_record(game_id: str, format_: Format) -> Record:
    """A new record of a game with a few legal moves, two of them side by side, and a comment."""
    game, chance = game_of(game_id), random.Random(1)
    setup = game.starts[0].setup
    state = game.start(setup)
    root = node = Node(0, None, setup)
    for id in range(1, 9):
        move = chance.choice(list(game.legal_moves(state)))
        below = Node(id, node, move, {"comment": "注 note"} if id == 3 else {})
        node.children = (below,)
        state, node = game.step(state, move), below
    other = next(m for m in game.legal_moves(game.start(setup)) if m != root.children[0].action)
    root.children += (Node(9, root, other),)
    return Record(game_id, root, format_.new_headers(game_id))


def file_of(format_: Format, record: Record, options: dict[str, str] | None = None) -> bytes:
    output = format_.write(MemoryCollection(format_.id, [record]), options)
    assert {(loss.kind, loss.node) for loss in output.losses} <= lacking(format_.id, options)
    return b"".join(piece_bytes(piece, None) for piece in output.pieces)


def magic_of(entry: FormatEntry) -> bytes:
    """The first bytes of a file, where the format has a mark."""
    offset, mark = entry.magic[0] if entry.magic else (0, b"")
    return bytes(offset) + mark


def ways(format_: Format) -> list[dict[str, str] | None]:
    """Every choice of every option of any game, one at a time."""
    offered = format_.all_options
    return [None, *({option.key: value} for option in offered for value in option.choices)]


@each_format
def test_the_entry_names_its_format(entry: FormatEntry):
    format_ = entry.load()
    assert format_.id == entry.id == next(key for key in FORMATS if FORMATS[key] is entry)
    assert entry.suffixes
    assert all(suffix == suffix.lower().lstrip(".") for suffix in entry.suffixes)
    assert set(entry.games) <= set(GAMES)
    assert entry.load() is format_


@each_writable
def test_a_suffix_asked_first_changes_no_answer(entry: FormatEntry):
    """Where the format that a suffix names is sure, only its rivals are asked beside it."""
    format_ = entry.load()
    suffixes = {suffix_of(f"a.{suffix}") for each in FORMATS.values() for suffix in each.suffixes}
    for game in entry.games:
        head = file_of(format_, new_record(game, format_))[:4096]
        for suffix in suffixes:
            assert detect(BytesSource(head, f"a.{suffix}")) is asking_all(head, suffix)


def asking_all(head: bytes, suffix: str) -> FormatEntry:
    """The answer where every format is asked: the surest, of those the one that the suffix names."""
    ranks: dict[tuple[Likeness, bool], FormatEntry] = {}
    marked = [each for each in FORMATS.values() if each.is_marked(head)]
    for each in marked or FORMATS.values():
        likeness, named = each.likeness(head), suffix in each.suffixes
        if likeness is not Likeness.BY_NAME or named:
            ranks.setdefault((likeness, named), each)
    return ranks[max(ranks)]


@each_format
def test_headers_are_declared(entry: FormatEntry):
    format_ = entry.load()
    keys = [field.key for field in format_.fields]
    assert len(keys) == len(set(keys))
    assert {field.role for field in format_.fields if field.role} <= ROLES
    for suffix in entry.suffixes:
        asked = format_.options_for(suffix)
        for option, value in asked.items():
            assert value in next(each for each in format_.options if each.key == option).choices
    for game in entry.games:
        for header in format_.new_headers(game):
            field = next((field for field in format_.fields if field.key == header.key), None)
            assert field is not None or format_.free_headers
            assert field is None or field.choices is None or header.value in field.choices


def losses_of_note(entry: FormatEntry, game_id: str, notes: dict[str, object]) -> set[str]:
    """Kinds of what a format loses of a move that says something."""
    game, format_ = game_of(game_id), entry.load()
    root = Node(0, None, game.starts[0].setup)
    move = next(iter(game.legal_moves(game.start(root.action))))
    root.children = (Node(1, root, move, notes),)
    record = Record(game_id, root, format_.new_headers(game_id))
    return {one.kind for one in format_.write(MemoryCollection(entry.id, [record])).losses}


@each_writable
def test_a_format_says_which_glyphs_it_holds(entry: FormatEntry) -> None:
    glyphs = entry.load().glyphs
    for game in entry.games:
        for nag in (1, 2, 3, 4, 5, 6, 7, 10, 13, 14, 16, 19, 22, 40, 140):
            lost = losses_of_note(entry, game, {"glyphs": (nag,)})
            if "branch" not in lost:  # else it holds no moves at all
                held = glyphs is None or nag in glyphs
                assert ("glyphs" not in lost) == held, (game, nag)


@each_writable
def test_a_format_says_which_marks_it_holds(entry: FormatEntry) -> None:
    kinds = entry.load().mark_kinds
    for game_id in entry.games:
        game = game_of(game_id)
        moves = game.legal_moves(game.start(game.starts[0].setup))
        places = list(dict.fromkeys(game.touches(move)[-1] for move in moves))[:2]
        for kind in game.mark_kinds:
            squares = tuple(places if kind in ("arrow", "line") else places[1:])  # none just played
            colour = "black" if kind == "territory" else "green"
            mark = Mark(kind, squares, colour, "A" if kind == "label" else "")
            lost = losses_of_note(entry, game_id, {"marks": (mark,)})
            if "branch" not in lost:  # else it holds no moves at all
                held = kinds is None or kind in kinds
                assert ("marks" not in lost) == held, (game_id, kind)


@each_writable
def test_a_format_says_whether_it_holds_colours_of_marks(entry: FormatEntry) -> None:
    for game_id in entry.games:
        game = game_of(game_id)
        state = game.start(game.starts[0].setup)
        place = game.touches(next(iter(game.legal_moves(state))))[-1]
        for kind in sorted(set(game.mark_kinds) - {"arrow", "line", "territory"}):
            text = "A" if kind == "label" else ""
            green, red = (
                losses_of_note(entry, game_id, {"marks": (Mark(kind, (place,), colour, text),)})
                for colour in ("green", "red")
            )
            if not green:  # else it holds no such mark at all
                assert (not red) == entry.load().colours, (game_id, kind)


@each_writable
def test_a_new_record_is_written_and_read(entry: FormatEntry):
    format_ = entry.load()
    for game in entry.games:
        record = new_record(game, format_)
        for options in ways(format_):
            file = file_of(format_, record, options)
            collection = load_source(BytesSource(file, f"new.{entry.suffixes[0]}"))
            assert collection.format == entry.id
            assert collection.variant
            assert len(collection) == 1
            read = collection.record(0)
            found = {(one.kind, one.node) for one in lost(meant(record), meant(read))}
            assert found == lacking(entry.id, options)
            losses = format_.write(MemoryCollection(entry.id, [record]), options).losses
            assert {(loss.kind, loss.node) for loss in losses} == found
            assert collection.headers(0) == read.headers
            assert list(collection.diagnostics) == []
            wanted = format_.variant_of(MemoryCollection(entry.id, [record]), options)
            assert options is None or wanted == collection.variant
            # Untouched, and by itself: the model and no memory of how it was made.
            output = format_.write(collection)
            assert output.losses == ()
            assert b"".join(piece_bytes(p, collection.source) for p in output.pieces) == file
            assert format_.variant_of(collection) == collection.variant


@each_writable
def test_half_characters_are_told_to_be_lost(entry: FormatEntry):
    """A document lets none in (see tests/document), but a record from elsewhere may have some."""
    format_ = entry.load()
    for game in entry.games:
        record = new_record(game, format_)
        root = record.root
        root.notes = {"comment": "a\ud83d b"}
        keys = [header.key for header in record.headers] or [field.key for field in format_.fields]
        half = Header(keys[0], "\udc00") if keys else Header("Event", "\udc00")
        record.headers = (half, *record.headers[1:])
        output = format_.write(MemoryCollection(entry.id, [record]))
        told = {(loss.kind, loss.node) for loss in output.losses}
        assert all(loss.words.text().encode() for loss in output.losses)
        file = b"".join(piece_bytes(piece, None) for piece in output.pieces)
        read = load_source(BytesSource(file, f"new.{entry.suffixes[0]}")).record(0)
        found = {(one.kind, one.node) for one in lost(meant(record), meant(read))}
        assert found == told
        assert {(f"header:{half.key}", None), ("comment", 0)} <= found


@each_writable
def test_a_new_file_keeps_to_the_specification(entry: FormatEntry):
    format_ = entry.load()
    for game in entry.games:
        record = new_record(game, format_)
        root = record.root
        root.children = root.children[:1]
        file = file_of(format_, Record(game, root, record.headers))
        found = format_.strict(load_source(BytesSource(file)))
        assert [one.code for one in found] == DEVIATIONS.get(entry.id, [])


@each_writable
def test_a_record_is_written_or_told_to_be_lost(entry: FormatEntry) -> None:
    format_ = entry.load()
    for game in entry.games:
        records = [new_record(game, format_) for _ in range(3)]
        output = format_.write(MemoryCollection(entry.id, records))
        file = b"".join(piece_bytes(piece, None) for piece in output.pieces)
        read = load_source(BytesSource(file, f"new.{entry.suffixes[0]}"))
        told = [loss.record for loss in output.losses if loss.kind == "record"]
        assert len(read) + len(told) == 3
        assert told == ([1, 2] if format_.single else [])
        found = {(one.kind, one.node) for one in lost(meant(records[0]), meant(read.record(0)))}
        assert found == lacking(entry.id, None)


@each_writable
def test_reading_again_gives_the_same(entry: FormatEntry):
    format_ = entry.load()
    for game in entry.games:
        file = file_of(format_, new_record(game, format_))
        first, second = (load_source(BytesSource(file)).record(0) for _ in range(2))
        assert first.digest() == second.digest()
        assert [node.id for node in first.walk()] == [node.id for node in second.walk()]
        assert first.next_id not in first.nodes


@each_writable
def test_every_encoding_offered_can_be_chosen(entry: FormatEntry):
    format_ = entry.load()
    file = file_of(format_, new_record(entry.games[0], format_))
    name = f"new.{entry.suffixes[0]}"
    codec = load_source(BytesSource(file, name)).record(0).encoding or ""
    for encoding in format_.encodings:
        data = file
        if "utf-16-le" in format_.encodings:  # it is nothing but text
            try:
                data = file.decode(codec).encode(encoding)
            except UnicodeEncodeError:
                continue
        found = load_source(BytesSource(data, name), encoding=encoding).record(0).encoding
        assert found == encoding or (found == "utf-16" and encoding.startswith("utf-16"))
    with pytest.raises(Unreadable):
        load_source(BytesSource(file, name), encoding="no such encoding")


@each_writable
def test_options_that_are_not_offered(entry: FormatEntry):
    format_ = entry.load()
    collection = MemoryCollection(entry.id, [new_record(entry.games[0], format_)])
    with pytest.raises((KeyError, ValueError)):
        format_.write(collection, {"no such option": "x"})
    for option in format_.all_options:
        with pytest.raises((KeyError, ValueError)):
            format_.write(collection, {option.key: "no such value"})


@each_writable
@given(data=st.binary(max_size=300), cut=st.integers(0, 4000), at=st.integers(0, 4000))
def test_nothing_but_unreadable(entry: FormatEntry, data: bytes, cut: int, at: int):
    """Random bytes, and a good file with some in it: read and written back, or refused."""
    format_ = entry.load()
    good = file_of(format_, new_record(entry.games[0], format_))
    damaged = good[: at % len(good)] + data + good[at % len(good) + len(data) :]
    for file in (magic_of(entry) + data, good[:cut], damaged):
        try:
            collection = load_source(BytesSource(file, f"x.{entry.suffixes[0]}"))
        except Unreadable as error:
            text = error.reason.text()
        else:
            for index in range(len(collection)):
                collection.record(index)
            output = FORMATS[collection.format].load().write(collection)
            written = b"".join(piece_bytes(p, collection.source) for p in output.pieces)
            text = "" if written == file and not output.losses else None
        assert text is not None
