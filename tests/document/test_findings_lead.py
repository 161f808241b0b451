"""Where a finding leads: to the node in whose text it is, found when somebody asks."""

from __future__ import annotations

from pathlib import Path

from test_format_contract import each_writable, new_record

from viewer.base.messages import message
from viewer.base.source import BytesSource, piece_bytes
from viewer.document import plans
from viewer.document.check import check, leads_to
from viewer.document.document import Document, open_document
from viewer.document.edits import ANYWHERE, Location
from viewer.document.plans import records as plans_records
from viewer.formats.detect import load_source
from viewer.formats.entry import FormatEntry
from viewer.formats.memory import MemoryCollection
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.record import Record


def found(offset: int | None, record: int | None = 0, node: int | None = None) -> Diagnostic:
    return Diagnostic(Severity.WARNING, "test", message("odd"), record, node, offset)


def commented(record: Record, number: int) -> Record:
    """A record with a word of its own in the comment of each node, in the order of the ids."""
    for node in record.nodes.values():
        node.notes = {"comment": f"word{number}{node.id}q"}
    return record


@each_writable
def test_an_offset_leads_to_the_node_in_whose_text_it_is(entry: FormatEntry) -> None:
    format_ = entry.load()
    for game in entry.games:
        some = [commented(new_record(game, format_), n) for n in range(1 if format_.single else 3)]
        output = format_.write(MemoryCollection(format_.id, some))
        data = b"".join(piece_bytes(piece, None) for piece in output.pieces)
        document = Document(load_source(BytesSource(data, f"file.{entry.suffixes[0]}")))
        for _ in document.indexing():
            pass
        for index in range(len(document)):
            record = document.record(index)
            for node in record.walk():
                at = data.find(node.comment.encode())
                if not node.comment or at < 0:
                    continue  # no comments in this format, or not as text
                for said in (index, None):
                    place = leads_to(document, found(at + 2, said))
                    assert place == Location(index, node.id), (node.comment, said)


def test_what_is_ahead_of_the_moves_leads_to_the_start(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text('[Date "1"]\n\n1. e4 e5 *\n\n[Date "2"]\n\n1. d4 d5 *\n')
    document = open_document(str(path))
    second = path.read_text().index('"2"')
    assert leads_to(document, found(7)) == (0, 0)
    assert leads_to(document, found(second, 1)) == (1, 0)
    assert leads_to(document, found(second, None)) == (1, 0)


def test_what_says_no_place_leads_to_its_record_at_most(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text("1. e4 e5 *\n")
    document = open_document(str(path))
    assert leads_to(document, found(None, None)) is None
    assert leads_to(document, found(None)) == (0, ANYWHERE)
    assert leads_to(document, found(None, node=2)) == (0, 2)
    assert leads_to(document, found(None, node=99)) == (0, 0)
    assert leads_to(document, found(5, 7)) is None


def test_a_reader_s_offset_is_that_of_the_file_as_it_was_read(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text("1. e4 {so} e5 2. Nf3 {there} *\n")
    document = open_document(str(path))
    at = path.read_text().index("there")
    document.do(plans.comment(document, 0, document.record(0).node(1), "much longer " * 20))
    assert leads_to(document, found(at)) == (0, 3)
    document.save()
    assert leads_to(document, found(at)) == (0, 3)
    document.do(plans.delete(document, 0, document.record(0).node(3)))
    assert leads_to(document, found(at)) == (0, 0), "the node is gone"


def test_a_record_that_is_gone_is_led_to_no_more(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text("1. e4 *\n\n1. d4 {odd} *\n\n1. c4 {too} *\n")
    document = open_document(str(path))
    document.do(plans_records.remove(document, 1, document.record(1).root))
    assert leads_to(document, found(path.read_text().index("odd"), 1)) is None
    assert leads_to(document, found(path.read_text().index("odd"), None)) is None
    assert leads_to(document, found(path.read_text().index("too"), None)) == (2, 1)


def test_a_check_s_offset_is_that_of_what_would_be_saved(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text("1. e4 e5 2. Nf3 *\n")
    document = open_document(str(path))
    document.do(plans.comment(document, 0, document.record(0).root, "long " * 40))
    played = document.play(document.record(0).node(2), "d2d4")
    checked = check(document)
    assert checked.anew is not None
    assert checked.anew.source is not None
    data = checked.anew.source.read(0, 10_000)
    place = leads_to(document, found(data.index(b"d4") + 2), checked)
    assert place == (0, played.id)
    document.do(plans.comment(document, 0, played, "more"))
    assert leads_to(document, found(data.index(b"d4") + 2), checked) == (0, 0), "edited since"


def test_a_finding_within_a_line_leads_to_its_move(tmp_path: Path) -> None:
    path = tmp_path / "a.kif"
    lines = ["   1 ７六歩(77)", "*よい手", "   2 ３四歩(33)", "   3 ２六歩(27)", "*次の手"]
    data = "\n".join(["手合割：平手", *lines]).encode()
    for words, node in (("四歩", 2), ("六歩(27", 3), ("次の", 3)):
        at = data.index(words.encode())
        path.write_bytes(data[:at] + b"\xff" + data[at:])
        document = open_document(str(path), "utf-8")
        odd = [one for one in document.diagnostics if one.code == "kif.undecodable"]
        assert [leads_to(document, one) for one in odd] == [(0, node)]


def test_a_finding_at_the_beginning_of_a_line_leads_to_its_move(tmp_path: Path) -> None:
    path = tmp_path / "a.kif"
    path.write_text("手合割：平手\n   1 ７六歩(77)\n*よい手\n   2 ３四歩(33)\n", encoding="utf-8")
    data, document = path.read_bytes(), open_document(str(path))
    for number, node in (("   1", 1), ("*", 1), ("   2", 2)):
        at = found(data.index(number.encode()))._replace(column=1)
        assert leads_to(document, at) == (0, node)
