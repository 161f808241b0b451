"""The document of a file without any game: it begins with a new one, which is then part of the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from viewer.document import plans
from viewer.document.document import Document, open_document
from viewer.document.journal.journals import Journals
from viewer.document.plans import records as plans_records
from viewer.document.workspace import Workspace
from viewer.formats.detect import load_file


@pytest.fixture
def path(tmp_path: Path) -> Path:
    target = tmp_path / "empty.pgn"
    target.write_bytes(b"")
    return target


def play(document: Document, move: str = "e2e4") -> None:
    document.play(document.record(0).root, move)


def test_it_begins_with_a_new_game_of_which_nothing_is_written(path: Path) -> None:
    document = open_document(str(path))
    assert document.started
    assert len(document) == 1
    assert list(document.indexing()) == []
    assert document.values("White", 0, 1) == [document.record(0).header("White")]
    assert not document.modified
    assert not document.modified
    document.close()
    assert path.read_bytes() == b""


def test_what_is_played_is_the_first_game_of_the_file(path: Path) -> None:
    document = open_document(str(path))
    play(document)
    document.save()
    assert b"1. e4 *" in path.read_bytes()
    assert len(load_file(str(path))) == 1
    document.undo()
    assert document.modified
    assert len(document) == 1


@pytest.mark.parametrize("data", [b"", b"\n", b"\xef\xbb\xbf"])
def test_untouched_it_is_saved_as_it_was(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    document = open_document(str(path))
    document.save()
    assert path.read_bytes() == data
    play(document)
    document.save()
    assert b"1. e4 *" in path.read_bytes()
    document.undo()
    assert [step.result for step in document.saving()][-1] is True
    assert path.read_bytes() == data
    assert not document.modified
    document.redo()
    assert [step.result for step in document.saving()][-1] is True
    assert b"1. e4 *" in path.read_bytes()


def test_untouched_it_is_a_game_in_another_format(path: Path, tmp_path: Path) -> None:
    document = open_document(str(path))
    target = str(tmp_path / "new.pgc")
    document.save(target)
    assert len(load_file(target)) == 1


def test_games_are_inserted_behind_it(path: Path) -> None:
    document = open_document(str(path))
    root = document.record(0).root
    document.do(plans_records.new(document, document.keys()[0], root))
    document.save()
    assert len(load_file(str(path))) == 2


def test_a_file_that_loses_its_games_and_gets_some_is_read_again(path: Path) -> None:
    path.write_bytes(b"1. d4 *\n")
    document = open_document(str(path))
    assert not document.started
    path.write_bytes(b"\n")
    document.reload()
    assert document.started
    assert not document.record(0).root.children
    path.write_bytes(b"1. c4 *\n")
    document.reload()
    assert not document.started
    assert document.record(0).root.children


def test_its_edits_are_recovered(path: Path, tmp_path: Path) -> None:
    folder = str(tmp_path / "journals")
    workspace = Workspace()
    journals = Journals(workspace, folder)
    document = workspace.open(str(path))
    play(document)
    document.do(plans.comment(document, document.keys()[0], document.record(0).node(1), "so"))
    journals.end()  # as of a process that was killed
    again = Journals(Workspace(), folder)
    (found,) = [again.recover(one) for one in again.left()]
    assert found is not None
    assert found.document.record(0).node(1).comment == "so"
    found.document.undo()
    found.document.undo()
    assert not found.document.modified
    again.end()
