"""The diagram mark in all formats: it is written in the format's own form, or told as a loss."""

from __future__ import annotations

import pytest
from test_format_contract import LOST

from viewer.base.source import BytesSource
from viewer.formats import FORMATS
from viewer.formats.detect import load_source
from viewer.formats.format import Collection
from viewer.formats.kit.diagrams import with_marks_of
from viewer.formats.kit.foreign import in_terms_of
from viewer.formats.memory import EagerCollection
from viewer.tree.annotation import COMMENT, FIGURE, GLYPHS
from viewer.tree.diagram import DIAGRAM, PLAIN_FIGURE, has_diagram
from viewer.tree.record import Header, Record

_TEXTS = {
    "chess": ("g.pgn", "1. e4 e5 2. Nf3 Nc6 *"),
    "xiangqi": ("g.pgn", '[Game "Chinese Chess"]\n\n1. 炮二平五 马8进7 2. 马二进三 车9平8 *'),
    "shogi": ("g.kif", "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n"),
    "go": ("g.sgf", "(;GM[1]FF[4]SZ[9];B[ee];W[cc];B[gg])"),
    "hex": ("g.sgf", "(;GM[11]FF[4]SZ[11];B[c3];W[d4];B[e5])"),
}
WITHOUT_WORDS = {
    id
    for id, lost in LOST.items()
    if ("comment", 3) in lost and FORMATS.get(id, FORMATS["pgn"]).load().glyphs == {}
}
"""Formats with neither comments nor glyphs."""
FORMS = {"glyph": "pgc", "figure": "sgf"}
"""A form of the mark, and a format that has it."""


class _One(EagerCollection):
    source = None
    variant = ""
    diagnostics = ()

    def __init__(self, format: str, record: Record) -> None:
        self.format, self._record = format, record

    def __len__(self) -> int:
        return 1

    def headers(self, index: int) -> tuple[Header, ...]:
        return self._record.headers

    def record(self, index: int) -> Record:
        return self._record


def record_of(game: str) -> Record:
    name, text = _TEXTS[game]
    collection = load_source(BytesSource(text.encode(), name))
    return collection.record(0).copy()


def marked(game: str, form: str) -> Record:
    """A record with the mark at its second move."""
    record = record_of(game)
    second = list(record.root.main_line())[2]
    if form == "glyph":
        second.notes = {**second.notes, GLYPHS: (DIAGRAM,)}
    else:
        after = second.children[0]
        after.notes = {**after.notes, FIGURE: PLAIN_FIGURE}
    assert has_diagram(second)
    return record


def written(format: str, source: str, record: Record) -> tuple[Collection, int]:
    """(what a format reads back, the number of losses)."""
    output = FORMATS[format].load().write(_One(source, record))
    data = b"".join(piece for piece in output.pieces if isinstance(piece, bytes))
    return load_source(BytesSource(data, f"g.{FORMATS[format].suffixes[0]}")), len(output.losses)


CASES = [
    (game, form, id)
    for game in ("chess", "xiangqi", "shogi", "go", "hex")
    for form in FORMS
    for id, entry in FORMATS.items()
    if game in entry.games and entry.load().writable and id not in ("epd", "fen", "sfen", "bod")
]


@pytest.mark.parametrize(("game", "form", "id"), CASES)
def test_the_mark_is_kept_or_told(game: str, form: str, id: str) -> None:
    source = "another" if FORMS[form] == id else FORMS[form]
    collection, losses = written(id, source, marked(game, form))
    plain = written(id, source, record_of(game))[1]
    line = list(collection.record(0).root.main_line())
    kept = [number for number, node in enumerate(line) if has_diagram(node)]
    if id in ("pgn", "sgf") or (form == "glyph" and id not in WITHOUT_WORDS):
        assert kept == [2]
    assert kept in ([2], [])
    assert losses - plain == (0 if kept else 1), "a loss for each mark that isn't there"


@pytest.mark.parametrize("target", ["pgn", "sgf"])
def test_there_and_back(target: str) -> None:
    forms = {"pgn": "figure", "sgf": "glyph"}
    record = marked("go", forms[target])
    there = in_terms_of(FORMATS[target].load(), record, "sgf" if target == "pgn" else "pgn")
    second = list(there.root.main_line())[2]
    assert (second.glyphs == (DIAGRAM,)) == (target == "pgn")
    assert (FIGURE in second.children[0].notes) == (target == "sgf")
    other = "sgf" if target == "pgn" else "pgn"
    back = in_terms_of(FORMATS[other].load(), there, target)
    assert [node.notes for node in back.walk()] == [node.notes for node in record.walk()]


def test_what_a_figure_cannot_say_stays_to_be_told() -> None:
    record = record_of("go")
    line = list(record.root.main_line())
    line[1].notes = {GLYPHS: (221, 1)}
    line[-1].notes = {GLYPHS: (DIAGRAM,)}
    changed = with_marks_of(FORMATS["sgf"].load(), record)
    now = list(changed.root.main_line())
    assert now[1].glyphs == (221, 1), "seen from the other side"
    assert now[2].notes[FIGURE] == PLAIN_FIGURE
    assert now[-1].glyphs == (DIAGRAM,), "nothing follows that could begin a figure"
    assert line[1].notes == {GLYPHS: (221, 1)}, "the record itself is as it was"


def test_what_a_glyph_cannot_say_stays_to_be_told() -> None:
    record = record_of("go")
    line = list(record.root.main_line())
    line[1].notes = {FIGURE: PLAIN_FIGURE}
    line[3].notes = {FIGURE: ("257", "A ladder")}
    now = list(with_marks_of(FORMATS["pgn"].load(), record).root.main_line())
    assert now[0].notes == {}
    assert now[1].notes == {FIGURE: PLAIN_FIGURE}, "PGN has no glyph at the start"
    assert now[2].glyphs == (DIAGRAM,)
    assert now[3].notes == {FIGURE: ("257", "A ladder")}, "the title"


def test_a_record_in_the_right_form_is_returned_as_it_is() -> None:
    record = marked("go", "figure")
    assert with_marks_of(FORMATS["sgf"].load(), record) is record
    assert with_marks_of(FORMATS["t1"].load(), record) is record


@pytest.mark.parametrize("target", ["xqf", "cbr", "dhtmlxq"])
def test_a_format_without_a_place_has_a_sign_in_the_comment(target: str) -> None:
    record = record_of("xiangqi")
    line = list(record.root.main_line())
    line[1].notes = {GLYPHS: (DIAGRAM,), COMMENT: "Look: [#]"}
    line[2].notes = {GLYPHS: (DIAGRAM,), COMMENT: "The centre"}
    line[3].notes = {GLYPHS: (201,)}
    changed = with_marks_of(FORMATS[target].load(), record)
    again = written(target, "pgc", record)[0].record(0)
    read = written(target, target, again)[0].record(0)
    for one in (changed, again, read):
        said = [node.comment for node in one.root.main_line()][1:4]
        assert said == ["Look: [#]", "The centre [#]", "[#]"]
        assert not any(node.glyphs for node in one.walk())
        assert sum(has_diagram(node) for node in one.walk()) == 3
    assert [n.notes for n in read.walk()] == [n.notes for n in again.walk()]


def test_a_diagram_from_the_other_side_stays_to_be_told() -> None:
    record = record_of("xiangqi")
    list(record.root.main_line())[1].notes = {GLYPHS: (221,)}
    assert with_marks_of(FORMATS["xqf"].load(), record) is record
