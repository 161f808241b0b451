"""Damaged journals: what can be read comes back, and the file is set aside and named, never deleted."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from failing import FailingFiles

import viewer.document.journal.document_journal as keeping
from viewer.base.files import FileSystem
from viewer.base.messages import message
from viewer.document.document import Document
from viewer.document.edits import Edit, InRecord, Location
from viewer.document.journal.form import DamagedJournal, JournalError, sound_lines
from viewer.document.journal.journals import Journals
from viewer.document.journal.recovery import Recovered
from viewer.document.workspace import Workspace
from viewer.tree.action import Move
from viewer.tree.ops import Insert
from viewer.tree.serial import NodeData

_EDITS = 40
_MOVES = 41


class Evening:
    """A file, and the journal of the edits of an evening that ended by force."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "journals"
        self.path = folder / "game.sgf"
        self.path.write_text("(;GM[1]FF[4]SZ[19]" + ";B[pd];W[dd]" * 21 + ")")
        self.workspace = Workspace(FileSystem())
        self.journals = Journals(self.workspace, str(self.folder))
        self.document = self.workspace.open(str(self.path))

    def comment(self, number: int) -> None:
        """Write a comment at a node of its own; on the disk as a line of its own."""
        self.document.set_comment(self.document.record(0).nodes[number], f"edit {number}")

    def end(self) -> Path:
        """The journal that is left."""
        self.journals.end()
        (name,) = os.listdir(self.folder)
        return self.folder / name


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def recovered(folder: Path, files: FileSystem | None = None) -> tuple[Recovered | None, str]:
    """(What a start makes of the only journal, sentences about it); the start ends by force."""
    journals = Journals(Workspace(files or FileSystem()), str(folder))
    (path,) = journals.left()
    try:
        found = journals.recover(path)
    except DamagedJournal as error:
        return None, error.reason.text()
    finally:
        journals.end()
    return found, "" if found is None else "\n".join(words.text() for words in found.told)


def comments(document: Document) -> set[str]:
    return {node.comment for node in document.record(0).nodes.values()} - {None, ""}


def damage(path: Path, text: str) -> bytes:
    """Change a byte of the line that has a text; returns what the journal is then."""
    lines = path.read_bytes().splitlines(keepends=True)
    (number,) = [number for number, line in enumerate(lines) if text.encode() in line]
    lines[number] = lines[number][:20] + b"\x00" + lines[number][21:]
    path.write_bytes(b"".join(lines))
    return b"".join(lines)


def test_every_bit_of_forty_places_of_a_journal_flipped_once(evening: Evening) -> None:
    for number in range(1, _EDITS + 1):
        evening.comment(number)
    path = evening.end()
    sound = path.read_bytes()
    lines = sound.splitlines(keepends=True)
    assert len(lines) == _EDITS + 3  # the head, the record, the digest of the file, the edits
    starts = [sum(map(len, lines[:number])) for number in range(len(lines))]
    # Checksums, kinds, texts, ends: another byte of each line, the first three lines among them.
    places = [
        start + (number * 37 if number % 5 else -1) % len(line)
        for number, (start, line) in enumerate(zip(starts, lines, strict=True))
    ]
    aside = Path(f"{path}.aside")
    for place in places:
        for bit in range(8):
            flipped = bytearray(sound)
            flipped[place] ^= 1 << bit
            path.write_bytes(flipped)
            found, told = recovered(evening.folder)
            assert aside.read_bytes() == flipped
            assert str(aside) in told
            if place < starts[1]:  # without the head nobody knows what the edits are of
                assert found is None
            else:
                assert found is not None
                assert found.document.modified
                missing = 2 if sound[place] == ord("\n") else 1  # two lines became one
                assert len(comments(found.document)) >= _EDITS - missing
                if bit == place % 8:
                    again, told = recovered(evening.folder)
                    assert again is not None
                    assert told == ""
                    assert comments(again.document) == comments(found.document)
            for name in os.listdir(evening.folder):
                (evening.folder / name).unlink()
        assert not path.exists()


def test_edits_that_build_on_a_damaged_one_are_left_out_with_all_that_follow(
    evening: Evening,
) -> None:
    def play(parent: int, id: int) -> None:
        row = NodeData(id, -1, Move("A1"), {}, ())
        here = Location(0, parent)
        op = InRecord(0, Insert(parent, 0, (row,)))
        evening.document.do(Edit((op,), message("Play"), here, here))

    evening.comment(1)
    play(2, 100)
    play(100, 101)
    evening.comment(3)
    path = evening.end()
    damage(path, '"parent":2')
    found, told = recovered(evening.folder)
    assert found is not None
    assert comments(found.document) == {"edit 1"}
    assert "The last edits are missing" in told


def test_undoing_what_is_damaged_undoes_nothing_else(evening: Evening) -> None:
    for number in (1, 2, 3):
        evening.comment(number)
    evening.document.undo()
    evening.document.undo()
    evening.comment(4)
    damage(evening.end(), '"edit 2"')
    found, told = recovered(evening.folder)
    assert found is not None
    assert comments(found.document) == {"edit 1"}
    assert "The last edits are missing" in told


def test_undoing_what_came_after_the_damage_is_done(evening: Evening) -> None:
    for number in (1, 2, 3):
        evening.comment(number)
    evening.document.undo()
    evening.document.redo()
    evening.comment(4)
    damage(evening.end(), '"edit 2"')
    found, told = recovered(evening.folder)
    assert found is not None
    assert comments(found.document) == {"edit 1", "edit 3", "edit 4"}
    assert "Edits may be missing" in told


def test_what_was_saved_after_the_damage_is_in_the_file(evening: Evening) -> None:
    evening.comment(1)
    evening.comment(2)
    evening.document.save()
    path = evening.end()
    kept = damage(path, '"edit 1"')
    found, told = recovered(evening.folder)
    assert found is None
    assert "nothing that isn't saved can be read in it" in told
    assert Path(f"{path}.aside").read_bytes() == kept


def test_undoing_to_a_save_behind_the_damage_is_not_the_file(evening: Evening) -> None:
    evening.comment(1)
    evening.comment(2)
    evening.document.save()
    evening.comment(3)
    damage(evening.end(), '"edit 1"')
    for _ in range(2):  # the journal that goes on says it as well
        found, _ = recovered(evening.folder)
        assert found is not None
        assert comments(found.document) == {"edit 2", "edit 3"}
        assert found.document.history.now().steps == 2
    found.document.undo()
    assert found.document.modified


@pytest.mark.parametrize("kind", ["standing", "saved"])
def test_without_the_keys_of_a_saved_files_records_no_edit_is_applied(
    kind: str, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "COMPACTED", 0)
    evening.comment(1)
    assert evening.journals.flush()
    evening.document.save()
    evening.comment(2)
    path = evening.end()
    kept = damage(path, f'"kind":"{kind}"')
    found, told = recovered(evening.folder)
    assert found is None
    assert "is damaged and can't be read" in told
    assert Path(f"{path}.aside").read_bytes() == kept


def test_without_its_base_a_record_read_otherwise_is_not_edited(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "CONTENT", 0)
    monkeypatch.setattr(keeping, "COMPACTED", 0)
    evening.comment(1)
    assert evening.journals.flush()
    evening.document.save()
    evening.comment(2)
    damage(evening.end(), '"base"')
    found, told = recovered(evening.folder)
    assert found is None
    assert "nothing that isn't saved can be read in it" in told


@pytest.mark.parametrize("forever", [False, True])
def test_whichever_call_fails_a_damaged_journal_and_its_edits_stay(
    forever: bool, evening: Evening
) -> None:
    for number in (1, 2, 3):
        evening.comment(number)
    path = evening.end()
    kept = damage(path, '"edit 2"')
    for k in range(30):
        journals = Journals(Workspace(FailingFiles(k, errno.EIO, forever)), str(evening.folder))
        found = None
        for one in journals.left():
            try:
                found = journals.recover(one)
            except (OSError, JournalError):
                continue
        journals.end()
        aside = Path(f"{path}.aside")
        assert (aside if found is not None else path).read_bytes() == kept
        assert found is None or comments(found.document) == {"edit 1", "edit 3"}
        assert len(set(os.listdir(evening.folder)) - {aside.name}) == 1
        for name in os.listdir(evening.folder):
            (evening.folder / name).unlink()
        path.write_bytes(kept)


@pytest.mark.parametrize("how", ["gone", "twice", "swapped"])
def test_whole_lines_that_are_gone_or_stand_elsewhere_are_missed(
    evening: Evening, how: str
) -> None:
    for number in range(1, 9):
        evening.comment(number)
    path = evening.end()
    lines = path.read_bytes().splitlines(keepends=True)
    for place in range(1, len(lines) - 1):
        some = list(lines)
        if how == "swapped":
            some[place], some[place + 1] = some[place + 1], some[place]
        else:
            some[place : place + 1] = [lines[place]] * (2 if how == "twice" else 0)
        path.write_bytes(b"".join(some))
        found, told = recovered(evening.folder)
        assert found is not None
        assert f"{path}.aside" in told
        if how == "twice":
            assert comments(found.document) == {f"edit {number}" for number in range(1, 9)}
        os.remove(f"{path}.aside")


def test_a_journal_goes_on_counting_where_another_run_left_it(evening: Evening) -> None:
    """And one of which lines were left out counts anew."""
    for number in range(1, 6):
        evening.comment(number)
    path = evening.end()
    for gone in (0, 1):
        lines = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join([*lines[:3], *lines[3 + gone :]]))
        journals = Journals(Workspace(FileSystem()), str(evening.folder))
        found = journals.recover(str(path))
        assert found is not None
        assert bool(found.told) == bool(gone)
        document = found.document
        document.set_comment(document.record(0).nodes[20 + gone], f"edit {20 + gone}")
        journals.flush(30)
        path = next(one for one in evening.folder.iterdir() if not one.name.endswith(".aside"))
        data = path.read_bytes()
        journals.end()
        path.write_bytes(data)
        again, told = recovered(evening.folder)
        assert again is not None
        assert told == ""
        assert f"edit {20 + gone}" in comments(again.document)
        path = next(one for one in evening.folder.iterdir() if not one.name.endswith(".aside"))


def test_journals_of_older_versions_say_no_numbers(evening: Evening) -> None:
    for number in range(1, 6):
        evening.comment(number)
    path = evening.end()
    older = [line.packed() for line in sound_lines(path.read_bytes())]
    assert b"".join(older) != path.read_bytes()
    path.write_bytes(b"".join(older))
    found, told = recovered(evening.folder)
    assert found is not None
    assert told == ""
    assert comments(found.document) == {f"edit {number}" for number in range(1, 6)}
