"""Records, branches and positions as text, and that text read again: the same tree up to what was told."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from laws import meant
from studies import study_document

from viewer.base.source import BytesSource
from viewer.document import copying, plans
from viewer.document.clip import clip, pasting
from viewer.document.document import Document, new_document
from viewer.document.edits import RecordData
from viewer.document.record_set import BranchSet, branch_of, extent
from viewer.formats import FORMATS
from viewer.formats.entry import FormatEntry, TextForm
from viewer.formats.forwarding import OrderedCollection
from viewer.formats.kit.foreign import in_terms_of
from viewer.formats.memory import MemoryCollection
from viewer.games import GAMES, game_of
from viewer.tree.action import Move, Setup
from viewer.tree.diff import lost
from viewer.tree.node import Node
from viewer.tree.record import Record

FORMS = [
    (game, entry, form)
    for game in GAMES
    for entry, form in copying.forms_of(game)
    if not entry.common
]
each_form = pytest.mark.parametrize(("game", "entry", "form"), FORMS, ids=lambda one: str(one)[:9])
each_game = pytest.mark.parametrize("game", GAMES)


def a_record(game_id: str, format: str) -> Record:
    """Twelve moves with two variations, comments and a glyph."""
    game, chance = game_of(game_id), random.Random(3)
    setup = game.starts[0].setup
    state = game.start(setup)
    root = node = Node(0, None, setup, {"comment": "Begin. 始め"})
    notes: dict[int, dict[str, object]] = {3: {"comment": "注 (a) {b; c"}, 4: {"glyphs": (1,)}}
    for id in range(1, 13):
        moves = list(game.legal_moves(state))
        move = chance.choice(moves)
        below = Node(id, node, move, notes.get(id, {}))
        node.children = (below,)
        if id in (2, 6):
            other = next(one for one in moves if one != move)
            node.children += (Node(20 + id, node, other),)
        state, node = game.step(state, move), below
    return Record(game_id, root, FORMATS[format].load().new_headers(game_id))


def home_of(game: str) -> str:
    return next(entry.id for entry in FORMATS.values() if game in entry.games)


def a_document(game: str) -> Document:
    return new_document(a_record(game, home_of(game)), home_of(game))


def missing(before: Record, text: str) -> Iterator[str]:
    """Kinds of what a text, read as new, lacks of a record."""
    game = game_of(before.game)
    found = pasting.read_text(text)
    if found is None or found.first.game != game.id:
        found = pasting.read_moves(text, game, game.start_of(before))
    assert found is not None
    (record,) = found.records()
    kinds = {one.kind for one in lost(meant(before), meant(record))}
    yield from (kind for kind in kinds if not kind.startswith("header:"))


@each_form
def test_what_is_copied_is_read_again(game: str, entry: FormatEntry, form: TextForm) -> None:
    document = a_document(game)
    record = document.record(0)
    if form.position:
        text, lacks = copying.position_text(document, 0, record.node(5), entry)
        states = document.states(0)
        setup = Setup(states.game.setup_text(states.at(record.node(5))))
        assert not lacks
        assert not set(missing(Record(game, Node(0, None, setup)), text))
        return
    text, lacks = copying.records_text(document, "", entry)
    told = entry.load().write(MemoryCollection(document.format, [record])).losses
    assert {str(lack) for lack in lacks} == {str(loss.words) for loss in told}
    meant_so = in_terms_of(entry.load(), record, document.format)
    assert set(missing(meant_so, text)) <= {loss.kind for loss in told}


@each_game
def test_the_position_as_a_line_is_read_again(game: str) -> None:
    document = a_document(game)
    states = document.states(0)
    text = states.game.setup_text(states.at(document.record(0).node(5)))
    assert pasting.position_in(text, states.game) == Setup(text)


@pytest.mark.parametrize("game", [game for game in GAMES if copying.customary(game) is not None])
@pytest.mark.parametrize("id", [1, 2, 5])
def test_a_branch_keeps_its_variations(game: str, id: int) -> None:
    document = a_document(game)
    record, states = document.record(0), document.states(0)
    text, _ = copying.text_of(branch_of(document, 0, record.node(id)), "")
    found = pasting.read_text(text)
    assert found is not None
    state = states.at(record.node(id - 1))
    rows, whole = pasting.moves_in(found.first, states.game, state)
    assert whole
    assert [row.action for row in rows] == [
        states.at(node).action for node in record.node(id).walk()
    ]
    parents = [row.parent for row in clip.branch_rows(record.node(id))]
    assert [row.parent for row in rows] == parents
    comments = [row.notes.get("comment") for row in rows]
    assert ("注 (a) {b; c" in comments) == (id < 5)


def test_a_branch_of_black_has_its_number_with_three_dots() -> None:
    document = a_document("chess")
    text, lacks = copying.text_of(branch_of(document, 0, document.record(0).node(2)), "")
    assert not lacks
    assert "1... b5" in text
    assert "(1... Nh6)" not in text  # that is beside the branch, not below it
    assert "(3... Nh6)" in text
    assert "…" not in text


def test_the_result_goes_with_the_main_line_only() -> None:
    document = a_document("chess")
    record = document.record(0)
    record.headers = FORMATS["pgn"].load().with_result(record.headers, "1-0") or ()
    assert BranchSet(document, 0, record.node(2)).record().header("Result") == "1-0"
    assert BranchSet(document, 0, record.node(22)).record().header("Result") in ("", "*")


def test_the_whole_record_of_a_file_is_its_own_text() -> None:
    """Tags in the file's order, moves as they are written there; so is a game that stands among others."""
    file = '[White "B"]\n[Event "A"]\n\n1.e4  e5 $1 *\n\n[White "C"]\n[Event "A"]\n\n1.d4 *\n'
    document = Document(FORMATS["pgn"].load().read(BytesSource(file.encode())))
    first = OrderedCollection(document, [0])
    assert copying.records_text(first, "").text == file[: file.index('[White "C"')]
    assert copying.records_text(document, "").text == file


def test_text_in_an_old_encoding_is_copied_as_what_it_says() -> None:
    """Ctrl+Alt+C put nothing on the clipboard where a file was no UTF-8."""
    kif = (
        "#KIF version=2.0 encoding=Shift_JIS\n先手：羽生\n手数----指手---\n   1 ７六歩(77)\n*名手\n"
    )
    document = Document(FORMATS["kif"].load().read(BytesSource(kif.encode("cp932"))))
    assert document.record(0).encoding == "cp932"
    text, lacks = copying.records_text(document, "")
    assert not lacks
    assert "先手：羽生" in text
    assert "*名手" in text
    assert "Shift_JIS" not in text
    assert set(missing(document.record(0), text)) == set()


def test_what_a_text_says_of_its_encoding_is_passed_over() -> None:
    found = pasting.read_text("(;CA[GB2312]FF[4]GM[1]SZ[19]C[围棋];B[qd])")
    assert found is not None
    assert found.first.root.comment == "围棋"


def test_several_games_are_copied_in_a_format_that_holds_several() -> None:
    document = a_document("shogi")
    data = RecordData.of(document.record(0))
    document = Document(MemoryCollection("kif", [data.record(), data.record()]))
    text, _ = copying.records_text(document, "")
    found = pasting.read_text(text)
    assert found is not None
    assert found.format == "csa"
    assert len(found) == 2


def test_without_a_format_of_text_it_is_the_first_line_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(copying, "customary", lambda game, several=False: None)
    document = study_document()
    text, lacks = copying.records_text(document, "iccs")
    assert text == "1. H2-E2 H9-G7 2. H0-G2 I9-H9"
    assert [str(lack) for lack in lacks] == ["As text it is the first line only."]
    text, lacks = copying.text_of(branch_of(document, 0, document.record(0).node(6)), "iccs")
    assert text == "1... H7-E7"
    assert not lacks


def test_how_much_is_told() -> None:
    record = study_document().record(0)
    assert str(extent(record.walk()).words) == "7 moves, 3 variations"
    assert str(extent(record.node(3).walk()).words) == "3 moves, 1 variation"
    assert str(extent(record.node(6).walk()).words) == "1 move"


def test_a_line_of_twenty_thousand_plies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copying, "customary", lambda game, several=False: None)
    root = node = Node(0, None)
    for id in range(1, 20_001):
        below = Node(id, node, Move(("h2e2", "h9g7", "e2h2", "g7h9")[(id - 1) % 4]))
        node.children = (below,)
        node = below
    document = new_document(Record("xiangqi", root), "xqf")
    text, _ = copying.text_of(branch_of(document, 0, root.children[0]), "iccs")
    assert text.endswith("10000. E2-H2 G7-H9")


def test_a_game_pasted_onto_itself_says_its_start_once() -> None:
    found = pasting.read_text("{Quick.} 1. e4 e5 2. Bc4 *")
    assert found is not None
    record = found.first
    document = new_document(record, "pgn")
    rows, whole = pasting.moves_in(record, game_of("chess"), document.states(0).at(record.root))
    assert whole
    document.do(plans.paste(document, 0, document.record(0).root, rows))
    here = document.record(0)
    assert here.root.comment == "Quick."
    assert [node.before for node in here.walk()] == ["", "", "", ""]
    other, _ = pasting.moves_in(
        pasting.read_text("{Quick.} 1. d4 *").first,
        game_of("chess"),
        document.states(0).at(here.root),
    )
    document.do(plans.paste(document, 0, here.root, other))
    assert [node.before for node in document.record(0).walk()] == [""] * 5
    slow, _ = pasting.moves_in(
        pasting.read_text("{Slow.} 1. c4 *").first,
        game_of("chess"),
        document.states(0).at(here.root),
    )
    document.do(plans.paste(document, 0, here.root, slow))
    assert [node.before for node in document.record(0).walk()].count("Slow.") == 1
