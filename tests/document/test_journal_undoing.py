"""What undoing brings back after a save, when the file that was saved doesn't have it any more."""

from __future__ import annotations

from pathlib import Path

import pytest

import viewer.document.journal.document_journal as keeping
import viewer.document.journal.form as restoring
from viewer.base.messages import message
from viewer.document.document import Document
from viewer.document.edits import DocumentOp, Edit, Location, RemoveRecord, RewriteRecord
from viewer.document.journal.journals import Journals
from viewer.document.journal.recovery import Recovered
from viewer.document.workspace import Workspace
from viewer.tree.annotation import COMMENT
from viewer.tree.ops import SetNote

GAMES = 30
HERE = Location(0, 0)


class Desk:
    """A file of 30 games that is open, with a journal that is written anew at each save."""

    def __init__(self, folder: Path, path: Path) -> None:
        self.folder = folder
        self.workspace = Workspace()
        self.journals = Journals(self.workspace, str(folder))
        self.document = self.workspace.open(str(path))
        for _ in self.document.indexing():
            pass

    def do(self, *ops: DocumentOp) -> None:
        self.document.do(Edit(ops, message("Do"), HERE, HERE))

    def comment(self, index: int, text: str) -> None:
        self.document.set_comment(self.document.record(index).root, text)

    def save(self) -> None:
        assert self.journals.flush()
        self.document.save()
        assert self.journals.flush()

    def crashed(self) -> Recovered:
        """What the next start has; both go on."""
        self.journals.end()
        workspace = Workspace()
        self.journals = Journals(workspace, str(self.folder))
        (path,) = self.journals.left()
        found = self.journals.recover(path)
        assert found is not None
        return found


def said(document: Document) -> list[list[str]]:
    """The comments of each game."""
    return [
        [str(node.comment) for node in document.record(index).walk()]
        for index in range(len(document))
    ]


@pytest.fixture(params=["large", "small"])
def desk(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    if request.param == "large":
        monkeypatch.setattr(keeping, "CONTENT", 0)
    monkeypatch.setattr(keeping, "COMPACTED", 0)
    path = tmp_path / "many.pgn"
    path.write_text(
        "".join(f'[Event "{n}"]\n\n1. e4 {{é {n}}} e5 *\n\n' for n in range(GAMES)), "utf-8"
    )
    return Desk(tmp_path / "journals", path)


def stripped(document: Document) -> list[RewriteRecord]:
    return [RewriteRecord(key, (SetNote(1, COMMENT, ""),)) for key in document.records.order]


def test_a_rewrite_that_was_saved_and_undone_is_undone_in_what_is_recovered(desk: Desk) -> None:
    desk.comment(3, "before")
    desk.do(*stripped(desk.document))
    bare = said(desk.document)
    desk.save()
    desk.document.undo()
    whole = said(desk.document)
    assert whole != bare
    found = desk.crashed()
    assert found.told == ()
    assert said(found.document) == whole
    found.document.redo()
    assert said(found.document) == bare
    found.document.undo()
    assert said(found.document) == whole


def test_edits_after_such_an_undo_are_recovered(desk: Desk) -> None:
    desk.do(*stripped(desk.document))
    desk.comment(5, "between")
    desk.save()
    desk.document.undo()
    desk.document.undo()
    desk.comment(4, "after")
    desk.comment(5, "after")
    whole = said(desk.document)
    found = desk.crashed()
    assert found.told == ()
    assert said(found.document) == whole
    found.document.set_comment(found.document.record(6).root, "later")
    whole = said(found.document)
    desk.document = found.document
    again = desk.crashed()
    assert again.told == ()
    assert said(again.document) == whole


def test_two_rewrites_of_the_same_games_are_undone_one_after_the_other(desk: Desk) -> None:
    desk.do(*stripped(desk.document))
    desk.do(*(RewriteRecord(key, (SetNote(2, COMMENT, "x"),)) for key in range(GAMES)))
    desk.save()
    desk.document.undo()
    once = said(desk.document)
    desk.document.undo()
    whole = said(desk.document)
    found = desk.crashed()
    assert found.told == ()
    assert said(found.document) == whole
    found.document.redo()
    assert said(found.document) == once


@pytest.mark.parametrize("anew", [True, False], ids=["anew", "going on"])
@pytest.mark.parametrize("times", [1, 2])
def test_games_that_were_removed_saved_and_brought_back_are_there(
    anew: bool, times: int, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not anew:
        monkeypatch.setattr(keeping, "COMPACTED", 1 << 30)
    whole = said(desk.document)
    for _ in range(times):
        desk.do(*(RemoveRecord(key) for key in range(2, 27)))
        desk.save()
        desk.document.undo()
        assert said(desk.document) == whole
    found = desk.crashed()
    assert found.told == ()
    assert said(found.document) == whole
    found.document.redo()
    assert len(found.document) == GAMES - 25
    found.document.undo()
    assert said(found.document) == whole
    found.document.save()
    assert found.document.path is not None
    assert said(Workspace().open(found.document.path)) == whole


def test_games_removed_before_a_crash_can_be_brought_back_before_the_next(desk: Desk) -> None:
    whole = said(desk.document)
    desk.do(*(RemoveRecord(key) for key in range(2, 27)))
    desk.save()
    desk.document.undo()
    desk.comment(3, "one")
    document = desk.crashed().document
    document.undo()
    document.redo()
    document.undo()
    document.set_comment(document.record(4).root, "two")
    document.undo()
    found = desk.crashed()
    assert found.told == ()
    assert said(found.document) == whole


def test_what_is_too_much_to_keep_is_told_and_all_else_is_there(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restoring, "MOST", 200)
    desk.do(*stripped(desk.document))
    desk.save()
    desk.document.undo()
    desk.comment(29, "after")
    whole = said(desk.document)
    found = desk.crashed()
    (words,) = found.told
    assert words.text().startswith("What undoing brought back in ")
    there = said(found.document)
    assert there[0] == whole[0]
    assert there[29] == whole[29]  # it was edited since, and is kept for that
    assert there[15] == ["", "", ""]


def test_games_of_a_file_that_is_indexed_later_are_there_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "CONTENT", 0)
    monkeypatch.setattr(keeping, "COMPACTED", 0)
    path = tmp_path / "many.pgn"
    path.write_text(f'[Event "{"x" * 2000}"]\n\n1. e4 *\n\n' * 200)
    desk = Desk(tmp_path / "journals", path)
    desk.do(RewriteRecord(199, (SetNote(1, COMMENT, "one"),)))
    desk.save()
    desk.document.undo()
    desk.document.redo()
    desk.document.undo()
    desk.comment(150, "two")
    found = desk.crashed()
    for _ in found.document.indexing():
        pass
    assert found.told == ()
    assert list(found.document.keys()) == list(range(200))
    assert said(found.document) == said(desk.document)
