"""A file that another program touched, rewrote, cut or deleted while it was open with edits."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest

from viewer.base.jobs import run_inline
from viewer.document.document import Document, open_document
from viewer.document.saving.save import ChangedUnderneath, LossRefused
from viewer.formats.headers import value_of


def game(number: int) -> str:
    return f'[Event "{number}"]\n[White "A"]\n[Black "B"]\n\n1. e4 e5 *\n\n'


def games(*numbers: int) -> bytes:
    return "".join(map(game, numbers)).encode()


@pytest.fixture(params=["small", "large"])
def document(tmp_path: Path, request, monkeypatch: pytest.MonkeyPatch) -> Document:
    """Six games in a file, the third with a comment that isn't saved."""
    if request.param == "large":
        monkeypatch.setattr("viewer.base.source._AT_ONCE", 0)
        monkeypatch.setattr("viewer.base.source._IN_MEMORY", 0)
        monkeypatch.setattr("viewer.base.digests.BLOCK", 16)
        monkeypatch.setattr("viewer.base.source.HASHED", 16)
    path = tmp_path / "a.pgn"
    path.write_bytes(games(1, 2, 3, 4, 5, 6))
    made = open_document(str(path))
    run_inline(made.indexing())
    run_inline(made.remembering() or ())
    made.set_comment(made.record(2).root, "mine")
    return made


def touch(path: str | Path) -> None:
    os.utime(path, ns=(1, 1))


def saved(path: str | Path) -> list[str]:
    """The events of a file's games, with the comments of those that have one."""
    read = open_document(str(path))
    found = [
        value_of(read.headers(index), "Event") + read.record(index).root.comment
        for index in range(len(read))
    ]
    read.close()
    return found


ALL = ["1", "2", "3mine", "4", "5", "6"]


def is_large(document: Document) -> bool:
    return document.source.inner._data is None


def test_a_file_that_was_touched_is_saved_over_without_a_question(document: Document) -> None:
    touch(document.path)
    assert not document.changed_on_disk()
    document.save()
    assert saved(document.path) == ALL
    assert not document.modified


def test_a_file_that_was_touched_is_saved_elsewhere(document: Document, tmp_path: Path) -> None:
    touch(document.path)
    document.save(str(tmp_path / "b.pgn"))
    assert saved(tmp_path / "b.pgn") == ALL


def test_a_file_that_was_replaced_gives_what_it_held(document: Document, tmp_path: Path) -> None:
    path = document.path
    (tmp_path / "new").write_bytes(games(9))
    os.replace(tmp_path / "new", path)
    assert document.changed_on_disk()
    with pytest.raises(ChangedUnderneath):
        document.save()
    assert saved(path) == ["9"]
    document.save(str(tmp_path / "b.pgn"))
    assert saved(tmp_path / "b.pgn") == ALL


def test_a_file_that_was_deleted_is_there_again(document: Document) -> None:
    os.unlink(document.path)
    assert document.changed_on_disk()
    document.save()
    assert saved(document.path) == ALL


def test_a_file_to_which_games_were_added(document: Document, tmp_path: Path) -> None:
    with open(document.path, "ab") as file:
        file.write(games(7))
    with pytest.raises(ChangedUnderneath):
        document.save()
    document.save(str(tmp_path / "b.pgn"))
    assert saved(tmp_path / "b.pgn") == ALL


def test_a_file_that_was_written_over_gives_what_is_left(
    document: Document, tmp_path: Path
) -> None:
    large = is_large(document)
    with open(document.path, "r+b") as file:
        file.seek(len(games(1, 2, 3)) + 10)
        file.write(b"xxxx")
    touch(document.path)
    assert document.changed_on_disk()
    with pytest.raises(ChangedUnderneath):
        document.save(allow_loss=True)
    target = str(tmp_path / "b.pgn")
    if not large:
        document.save(target)
        assert saved(target) == ALL
        return
    with pytest.raises(LossRefused) as refused:
        document.save(target)
    assert [str(loss.words) for loss in refused.value.losses] == [
        "Game 4 is gone: another program changed the file while it was open."
    ]
    assert not os.path.exists(target)
    document.save(target, allow_loss=True)
    assert saved(target) == ["1", "2", "3mine", "5", "6"]
    assert document.modified
    assert [loss.record for loss in document.lacking] == [3]


def test_a_game_that_is_looked_at_isnt_gone(document: Document, tmp_path: Path) -> None:
    shown = [document.record(3), document.record(4)]
    with open(document.path, "r+b") as file:
        file.truncate(len(games(1, 2, 3)))
    target = str(tmp_path / "b.pgn")
    if is_large(document):
        with pytest.raises(LossRefused, match="Game 6 is gone"):
            document.save(target)
    document.save(target, allow_loss=True)
    assert saved(target) == (["1", "2", "3mine", "4", "5"] if document.lacking else ALL)
    assert shown[0].root.children


def test_another_format_gets_what_is_left_too(document: Document, tmp_path: Path) -> None:
    with open(document.path, "r+b") as file:
        file.truncate(len(games(1, 2, 3)))
    target = str(tmp_path / "b.epd")
    if is_large(document):
        with pytest.raises(LossRefused) as refused:
            document.save(target)
        assert [(loss.record, str(loss.words)) for loss in refused.value.losses] == [
            (3, "Games 4 to 6 are gone: another program changed the file while it was open.")
        ]
    document.save(target, allow_loss=True)
    assert len(open_document(target)) == (3 if document.lacking else 6)


def test_games_that_were_not_found_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viewer.base.source._AT_ONCE", 0)
    path = tmp_path / "a.pgn"
    path.write_bytes(games(*range(20_000)))
    document = open_document(str(path))
    known = len(document)
    assert 1 <= known < 20_000
    document.set_comment(document.record(0).root, "mine")
    path.write_bytes(games(9))
    with pytest.raises(LossRefused, match=f"What stands behind game {known} is gone"):
        document.save(str(tmp_path / "b.pgn"))
    document.save(str(tmp_path / "b.pgn"), allow_loss=True)
    assert saved(tmp_path / "b.pgn")[0] == "0mine"


@pytest.mark.parametrize("large", [False, True])
def test_a_packed_file_that_was_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, large: bool
) -> None:
    if large:
        monkeypatch.setattr("viewer.base.source._AT_ONCE", 0)
        monkeypatch.setattr("viewer.base.source._IN_MEMORY", 0)
    path = tmp_path / "a.pgn.gz"
    path.write_bytes(gzip.compress(games(1, 2, 3)))
    document = open_document(str(path))
    run_inline(document.indexing())
    run_inline(document.remembering() or ())
    document.set_comment(document.record(2).root, "mine")
    path.write_bytes(path.read_bytes()[:40])
    document.save(str(tmp_path / "b.pgn"))  # what was unpacked is in memory
    assert saved(tmp_path / "b.pgn") == ["1", "2", "3mine"]


def test_the_same_size_and_time_hide_nothing(document: Document) -> None:
    before = os.stat(document.path)
    data = Path(document.path).read_bytes()
    Path(document.path).write_bytes(data.replace(b'"6"', b'"7"'))
    os.utime(document.path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert document.changed_on_disk()
    with pytest.raises(ChangedUnderneath):
        document.save(allow_loss=True)


def test_a_change_that_no_time_tells_is_noticed_at_the_latest_when_it_would_be_lost(
    document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a file system that keeps no time of the inode, or only to the second."""
    stamp = document._saving._disk._known.stamp
    data = Path(document.path).read_bytes()
    Path(document.path).write_bytes(data.replace(b'"6"', b'"7"'))
    files = document._files
    monkeypatch.setattr(type(files), "stamp_of", lambda self, path: stamp)
    with pytest.raises(ChangedUnderneath):
        document.save(allow_loss=True)


def test_after_saving_too(document: Document) -> None:
    document.save()
    touch(document.path)
    document.set_comment(document.record(2).root, "mine")
    document.save()
    data = Path(document.path).read_bytes()
    with open(document.path, "r+b") as file:
        file.write(data.replace(b'"6"', b'"7"'))
    touch(document.path)
    with pytest.raises(ChangedUnderneath):
        document.save()
    document.save(overwrite_changes=True)
    assert saved(document.path) == ALL
