"""A document with its file: open, edit, save, revert, reload; the workspace."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest
from studies import study_document

from viewer.base.source import BytesSource
from viewer.document import plans
from viewer.document.document import Document, open_document
from viewer.document.saving.save import ChangedUnderneath, LossRefused
from viewer.document.workspace import Workspace
from viewer.formats.detect import load_source
from viewer.formats.format import Unreadable
from viewer.tree.action import Move, Setup


@pytest.fixture
def path(tmp_path: Path) -> Path:
    target = tmp_path / "试.xqf"
    study_document().save(str(target))
    return target


def test_an_untouched_document_is_written_as_it_was(path: Path, tmp_path: Path) -> None:
    before = path.read_bytes()
    document = open_document(str(path))
    document.save(str(tmp_path / "copy.xqf"))
    assert (tmp_path / "copy.xqf").read_bytes() == before
    assert document.path == str(tmp_path / "copy.xqf")


def test_an_edit_undone_brings_the_bytes_back(path: Path) -> None:
    before = path.read_bytes()
    document = open_document(str(path))
    node = document.record(0).node(2)
    document.set_comment(node, "另一句")
    document.play(node, "b0c2")
    document.save()
    assert path.read_bytes() != before
    assert not document.modified
    document.undo()
    document.undo()
    assert document.modified
    document.save()
    assert path.read_bytes() == before


def test_records_are_the_same_object_while_held_and_the_same_ids_when_read_again(
    path: Path,
) -> None:
    document = open_document(str(path))
    record = document.record(0)
    assert document.record(0) is record
    digest = record.digest()
    document._records._recent.clear()
    del record
    gc.collect()
    assert document.record(0).digest() == digest


def test_an_edited_record_is_never_dropped(path: Path) -> None:
    document = open_document(str(path))
    document.set_comment(document.record(0).root, "kept")
    document._records._recent.clear()
    gc.collect()
    assert document.record(0).root.comment == "kept"


def test_losses_are_asked_about_before_anything_is_written(path: Path) -> None:
    before = path.read_bytes()
    document = open_document(str(path))
    from viewer.document import plans

    document.do(plans.toggle_glyph(document, 0, document.record(0).node(1), 1))
    assert [loss.kind for loss in document.losses()] == ["glyphs"]
    with pytest.raises(LossRefused, match="glyphs"):
        document.save()
    assert path.read_bytes() == before
    assert document.modified
    document.save(allow_loss=True)
    assert path.read_bytes() == before


def test_what_is_saved_in_spite_of_losses_stays_modified(path: Path) -> None:
    from viewer.document import plans

    document = open_document(str(path))
    document.do(plans.toggle_glyph(document, 0, document.record(0).node(1), 1))
    document.set_comment(document.record(0).root, "kept")
    document.save(allow_loss=True)
    assert open_document(str(path)).record(0).root.comment == "kept"
    assert [loss.kind for loss in document.lacking] == ["glyphs"]
    assert document.record(0).node(1).glyphs == (1,)
    assert document.modified
    assert not document.changed_on_disk()
    document.undo()
    assert document.modified
    document.redo()
    document.undo()
    document.undo()
    document.save()
    assert document.lacking == ()
    assert not document.modified


def test_revert_brings_back_what_the_file_has_where_it_lacks_something(path: Path) -> None:
    from viewer.document import plans

    document = open_document(str(path))
    document.do(plans.toggle_glyph(document, 0, document.record(0).node(1), 1))
    document.save(allow_loss=True)
    document.revert()
    assert document.record(0).node(1).glyphs == ()
    assert document.lacking == ()
    assert not document.modified


def test_another_program_wrote_the_file(path: Path) -> None:
    document = open_document(str(path))
    assert not document.changed_on_disk()
    document.set_comment(document.record(0).root, "mine")
    path.write_bytes(path.read_bytes() + b"x")
    assert document.changed_on_disk()
    with pytest.raises(ChangedUnderneath):
        document.save()
    document.save(overwrite_changes=True)
    assert open_document(str(path)).record(0).root.comment == "mine"


def test_revert_undoes_where_the_file_is_the_same_and_reads_again_where_not(path: Path) -> None:
    document = open_document(str(path))
    document.set_comment(document.record(0).root, "mine")
    document.revert()
    assert document.record(0).root.comment == ""
    document.redo()
    assert document.record(0).root.comment == "mine"
    other = open_document(str(path))
    other.set_comment(other.record(0).root, "theirs")
    other.save()
    document.revert()
    assert document.record(0).root.comment == "theirs"
    assert document.undo() is None


def test_a_version_that_was_chosen_stays_chosen(path: Path) -> None:
    document = open_document(str(path))
    document.save(options={"version": "12"})
    document.set_comment(document.record(0).root, "x")
    document.save()
    assert path.read_bytes()[2] == 0x12


def test_a_document_without_a_name() -> None:
    with pytest.raises(ValueError, match="no name"):
        study_document().save()


def test_a_node_of_another_document(path: Path) -> None:
    document = open_document(str(path))
    with pytest.raises(ValueError, match="no record"):
        document.set_comment(study_document().record(0).root, "x")


def test_a_workspace_opens_a_file_once(path: Path, tmp_path: Path) -> None:
    workspace = Workspace()
    heard = []
    workspace.listeners.append(lambda: heard.append(len(workspace.documents)))
    link = tmp_path / "link.xqf"
    link.symlink_to(path)
    document = workspace.open(str(path))
    assert workspace.open(str(link)) is document
    new = workspace.new("xiangqi", Setup("4k4/9/9/9/9/9/9/9/9/4K4 b"))
    assert new.record(0).setup == Setup("4k4/9/9/9/9/9/9/9/9/4K4 b")
    workspace.arrange([new, document])
    assert workspace.documents == [new, document]
    workspace.close(document)
    workspace.close(new)
    assert heard == [1, 2, 2, 1, 0]


def test_what_cannot_be_opened_leaves_the_workspace_as_it_was(tmp_path: Path) -> None:
    workspace = Workspace()
    (tmp_path / "a.xqf").write_bytes(b"nothing")
    with pytest.raises(Unreadable):
        workspace.open(str(tmp_path / "a.xqf"))
    with pytest.raises(FileNotFoundError):
        workspace.open(str(tmp_path / "b.xqf"))
    assert workspace.documents == []


def test_a_new_record_is_written_in_both_versions(tmp_path: Path) -> None:
    for version, byte in (("0A", 0x0A), ("12", 0x12)):
        document = Workspace().new("xiangqi")
        document.play(document.record(0).root, "h2e2")
        target = str(tmp_path / f"{version}.xqf")
        document.save(target, options={"version": version})
        assert Path(target).read_bytes()[2] == byte
        read = open_document(target).record(0)
        assert read.root.children[0].action == Move("h2e2")
        assert os.path.getsize(target) > 1024


def test_a_document_of_bytes() -> None:
    document = study_document()
    output = document.format_for("x.xqf").write(document)
    data = b"".join(piece for piece in output.pieces if isinstance(piece, bytes))
    again = Document(load_source(BytesSource(data, "x.xqf")))
    assert [n.action for n in again.record(0).walk()][1:] == [
        n.action for n in document.record(0).walk()
    ][1:]


def test_a_file_whose_suffix_names_another_format_keeps_its_own(tmp_path: Path) -> None:
    before = b'8/8/4k3/8/4P3/4K3/8/8 w - - id "ours";\n'
    path = tmp_path / "positions.pgn"
    path.write_bytes(before)
    document = open_document(str(path))
    assert document.format == "epd"
    document.set_comment(document.record(0).root, "Who is first?")
    document.save()
    assert document.format == "epd"
    assert path.read_bytes().startswith(before[:20])
    document.undo()
    document.save(str(tmp_path / "copy.pgn"))
    assert (tmp_path / "copy.pgn").read_bytes() == before


def test_states_of_nodes_that_are_gone_are_forgotten(path: Path) -> None:
    document = open_document(str(path))
    record, states = document.record(0), document.states(0)

    def look() -> None:
        for node in record.walk():
            states.at(node)

    for move in ("a0a1", "a0a2", "i0i1"):
        document.play(record.root, move)
        look()
        document.undo()
    assert set(states._known) <= set(record.walk())
    document.do(plans.delete(document, 0, record.root))
    assert list(states._known) == [record.root]
