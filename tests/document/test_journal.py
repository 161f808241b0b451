"""Journals: what is on the disk when, who may read it, what becomes of it, and every call failing."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from failing import FailingFiles
from studies import study_document

import viewer.document.journal.document_journal as keeping
from viewer.base.files import FileSystem
from viewer.base.messages import message
from viewer.base.source import BytesSource
from viewer.document import plans
from viewer.document.document import Document
from viewer.document.edits import Edit, Location, RewriteRecord
from viewer.document.journal.form import JournalError, NewerJournal, packed_line, sound_lines
from viewer.document.journal.journals import Journals
from viewer.document.journal.origin import NONE, SAME
from viewer.document.journal.recovery import Recovered, recovered
from viewer.document.journal.writer import JournalFile, JournalWriter, _Task
from viewer.document.workspace import Workspace
from viewer.formats.detect import load_source
from viewer.tree.annotation import COMMENT
from viewer.tree.ops import SetNote


def comment(document: Document, text: str) -> None:
    document.set_comment(document.record(0).root, text)


def comment_of(document: Document) -> str:
    return str(document.record(0).root.comment)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "state" / "journals"


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    path = tmp_path / "试.xqf"
    study_document().save(str(path))
    return path


class Desk:
    """A workspace with journals, as a process has it."""

    def __init__(self, folder: Path, files: FileSystem | None = None) -> None:
        self.workspace = Workspace(files or FileSystem())
        self.journals = Journals(self.workspace, str(folder))

    def die(self) -> None:
        """End as a killed process does once all is written: the system lets go of its locks."""
        self.journals.end()

    def recovered(self) -> list[Recovered]:
        found = [self.journals.recover(path) for path in self.journals.left()]
        return [one for one in found if one is not None]


def names(folder: Path) -> list[str]:
    return sorted(os.listdir(folder)) if folder.exists() else []


def test_nothing_is_written_before_the_first_edit(sample: Path, folder: Path) -> None:
    desk = Desk(folder)
    document = desk.workspace.open(str(sample))
    assert desk.journals.flush()
    assert names(folder) == []
    comment(document, "one")
    assert desk.journals.flush()
    assert len(names(folder)) == 1
    desk.die()


def test_a_journal_is_never_beside_the_file(sample: Path, folder: Path) -> None:
    desk = Desk(folder)
    comment(desk.workspace.open(str(sample)), "one")
    assert desk.journals.flush()
    assert names(sample.parent) == sorted([sample.name, folder.parent.name])
    desk.die()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no permission bits")
def test_only_its_owner_can_read_a_journal(sample: Path, folder: Path) -> None:
    desk = Desk(folder)
    comment(desk.workspace.open(str(sample)), "one")
    desk.die()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / names(folder)[0]).stat().st_mode) == 0o600


def test_a_new_a_pasted_and_a_sample_document_are_recovered(folder: Path, tmp_path: Path) -> None:
    desk = Desk(folder)
    new = desk.workspace.new("go")
    pasted = desk.workspace.add_collection(
        load_source(BytesSource(b"(;GM[1]FF[4]SZ[19];B[pd])", "pasted"))
    )
    taken = desk.workspace.add("xqf", [plans_data(study_document())])
    for number, document in enumerate((new, pasted, taken)):
        comment(document, f"number {number}")
    desk.die()
    again = Desk(folder)
    found = again.recovered()
    assert sorted(comment_of(one.document) for one in found) == ["number 0", "number 1", "number 2"]
    assert {one.file for one in found} == {NONE}
    assert all(one.document.path is None and one.document.modified for one in found)
    for one in found:
        one.document.undo()
        assert not comment_of(one.document)
    again.die()


def plans_data(document: Document):
    from viewer.document.edits import RecordData

    return RecordData.of(document.record(0))


def test_a_recovered_document_goes_on_in_the_same_journal(sample: Path, folder: Path) -> None:
    desk = Desk(folder)
    comment(desk.workspace.open(str(sample)), "one")
    desk.die()
    for number in range(3):
        desk = Desk(folder)
        (found,) = desk.recovered()
        assert desk.workspace.documents == [found.document]
        assert found.document.history.now().steps == number + 1
        comment(found.document, f"{comment_of(found.document)} {number}")
        assert len(names(folder)) == 1
        desk.die()
    assert comment_of(Desk(folder).recovered()[0].document) == "one 0 1 2"


def test_a_journal_that_somebody_keeps_is_not_taken(sample: Path, folder: Path) -> None:
    desk = Desk(folder)
    comment(desk.workspace.open(str(sample)), "one")
    assert desk.journals.flush()
    other = Desk(folder)
    assert other.journals.left() == []
    assert other.journals.recover(str(folder / names(folder)[0])) is None
    other.die()
    desk.die()


def test_closing_a_document_deletes_its_journal(sample: Path, folder: Path) -> None:
    desk = Desk(folder)
    document = desk.workspace.open(str(sample))
    comment(document, "one")
    assert desk.journals.flush()
    desk.workspace.close(document)
    assert desk.journals.flush()
    assert names(folder) == []
    desk.die()


def test_reading_a_file_again_makes_an_end_of_its_journal(sample: Path, folder: Path) -> None:
    desk = Desk(folder)
    document = desk.workspace.open(str(sample))
    comment(document, "one")
    document.reload()
    assert desk.journals.flush()
    assert names(folder) == []
    comment(document, "two")
    desk.die()
    (found,) = Desk(folder).recovered()
    assert found.document.history.now().steps == 1


def test_what_is_saved_needs_no_recovery(sample: Path, folder: Path) -> None:
    desk = Desk(folder)
    document = desk.workspace.open(str(sample))
    comment(document, "one")
    document.save()
    desk.die()
    again = Desk(folder)
    assert again.recovered() == []
    assert names(folder) == []
    assert again.workspace.documents == []
    again.die()


def test_an_edit_after_a_save_is_recovered_on_top_of_it(sample: Path, folder: Path) -> None:
    desk = Desk(folder)
    document = desk.workspace.open(str(sample))
    comment(document, "one")
    document.save()
    comment(document, "two")
    desk.die()
    (found,) = Desk(folder).recovered()
    assert found.document.modified
    found.document.undo()
    assert not found.document.modified
    assert not found.document.changed_on_disk()
    found.document.undo()
    assert found.document.modified


def test_what_was_saved_under_another_name_is_that_file(
    sample: Path, folder: Path, tmp_path: Path
) -> None:
    desk = Desk(folder)
    document = desk.workspace.open(str(sample))
    document.save(str(tmp_path / "other.pgn"), allow_loss=True)
    comment(document, "two")
    desk.die()
    (found,) = Desk(folder).recovered()
    assert found.document.path == str(tmp_path / "other.pgn")
    assert found.document.format == "pgn"
    assert [str(loss.words) for loss in found.document.lacking] == [
        str(loss.words) for loss in document.lacking
    ]
    found.document.save(allow_loss=True)
    assert b"two" in (tmp_path / "other.pgn").read_bytes()


def test_a_file_that_was_renamed_is_found_under_its_new_name(
    sample: Path, folder: Path, tmp_path: Path
) -> None:
    desk = Desk(folder)
    document = desk.workspace.open(str(sample))
    comment(document, "one")
    sample.rename(tmp_path / "new.xqf")
    document.moved(str(tmp_path / "new.xqf"))
    desk.die()
    (found,) = Desk(folder).recovered()
    assert found.document.path == str(tmp_path / "new.xqf")
    assert found.file == SAME
    found.document.undo()
    assert not found.document.modified
    assert not found.document.changed_on_disk()


def test_a_comment_that_is_being_written_is_recovered_as_an_edit(
    sample: Path, folder: Path
) -> None:
    desk = Desk(folder)
    document = desk.workspace.open(str(sample))
    root = document.record(0).root
    for text in ("h", "ha", "half a sen"):
        desk.journals.drafted(document, Location(0, root.id), COMMENT, text)
    assert not document.modified
    desk.die()
    again = Desk(folder)
    (found,) = again.recovered()
    assert comment_of(found.document) == "half a sen"
    assert found.document.history.now().steps == 1
    again.die()
    (found,) = Desk(folder).recovered()
    assert comment_of(found.document) == "half a sen"


def test_an_edit_makes_an_end_of_a_draft(sample: Path, folder: Path) -> None:
    desk = Desk(folder)
    document = desk.workspace.open(str(sample))
    desk.journals.drafted(document, Location(0, 0), COMMENT, "half")
    comment(document, "whole")
    document.undo()
    document.redo()
    desk.die()
    (found,) = Desk(folder).recovered()
    assert comment_of(found.document) == "whole"
    assert found.document.history.now().steps == 1


def test_a_newer_form_is_left_alone(folder: Path) -> None:
    folder.mkdir(parents=True)
    desk = Desk(folder)
    fd, path = FileSystem().create_beside(str(folder / "a"), "qipu-journal")
    os.write(fd, packed_line({"form": 99, "anything": 1}))
    os.close(fd)
    with pytest.raises(NewerJournal, match="newer version"):
        desk.journals.recover(path)
    assert os.path.exists(path)
    assert desk.journals.left() == [path]
    desk.die()


def test_a_damaged_end_is_told_and_the_rest_is_used(sample: Path, folder: Path) -> None:
    desk = Desk(folder)
    document = desk.workspace.open(str(sample))
    for number in range(3):
        comment(document, str(number))
    desk.die()
    path = folder / names(folder)[0]
    path.write_bytes(path.read_bytes()[:-3])
    again = Desk(folder)
    (found,) = again.recovered()
    assert comment_of(found.document) == "1"
    assert [words.text() for words in found.told] == [
        "The last edits are missing: what was kept of them is damaged.",
        f"What was kept of unsaved edits was damaged. As it was, it is kept as {path}.aside.",
    ]
    comment(found.document, "x")
    again.die()
    (found,) = Desk(folder).recovered()
    assert comment_of(found.document) == "x"
    assert found.told == ()


def test_untouched_games_of_a_large_file_that_is_gone_are_counted(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "CONTENT", 0)
    path = tmp_path / "many.pgn"
    path.write_text('[Event "a"]\n\n1. e4 *\n\n' * 5)
    desk = Desk(folder)
    document = desk.workspace.open(str(path))
    for _ in document.indexing():
        pass
    for index in (1, 3):
        document.set_comment(document.record(index).root, "kept")
    desk.die()
    path.unlink()
    (found,) = Desk(folder).recovered()
    assert [words.text() for words in found.told] == [
        f"3 games that nobody had touched are missing: {path} isn't what it was."
    ]
    assert [found.document.record(index).root.comment for index in (1, 3)] == ["kept", "kept"]
    losses = found.document.losses(str(tmp_path / "rest.pgn"))
    assert len([one for one in losses if one.kind == "gone"]) == 3
    found.document.save(str(tmp_path / "rest.pgn"), allow_loss=True)
    assert (tmp_path / "rest.pgn").read_text().count("kept") == 2


def test_an_edit_that_was_undone_below_a_journal_written_anew_can_be_redone(
    sample: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "COMPACTED", 0)
    desk = Desk(folder)
    document = desk.workspace.open(str(sample))
    for text in ("one", "two", "three"):
        comment(document, text)
    assert desk.journals.flush()
    document.save()
    document.undo()
    document.undo()
    document.redo()
    desk.die()
    (found,) = Desk(folder).recovered()
    assert comment_of(found.document) == "two"
    assert found.document.modified
    found.document.redo()
    assert comment_of(found.document) == "three"
    assert not found.document.modified
    found.document.undo()
    found.document.undo()
    assert comment_of(found.document) == "one"


# ------------------------------------------------------------------------------- failing disks


class _Crash(BaseException):
    """The process ends at a call."""


class Faults(FailingFiles):
    """Calls of journals that fail as disks do: some write a part before they say so."""

    def __init__(self, fail_at: int = -1, kind: str = "full", forever: bool = False) -> None:
        codes = {"full": errno.ENOSPC, "io": errno.EIO, "read-only": errno.EROFS}
        super().__init__(fail_at, codes.get(kind, errno.EIO), forever)
        self.kind = kind
        self.open: set[int] = set()

    def create_beside(self, path: str, kind: str = "qipu-tmp") -> tuple[int, str]:
        self._count("create_beside")
        fd, made = FileSystem.create_beside(self, path, kind)
        self.open.add(fd)
        return fd, made

    def close(self, fd: int) -> None:
        self.open.discard(fd)
        FileSystem.close(self, fd)

    def end(self) -> None:
        """The system closes what a process leaves open."""
        for fd in list(self.open):
            self.close(fd)

    def _count(self, name: str) -> None:
        number = len(self.calls)
        try:
            super()._count(name)
        except OSError:
            if self.kind == "crash":
                raise _Crash from None
            raise
        assert number >= 0

    def write_at(self, fd: int, data: bytes, offset: int) -> None:
        number = len(self.calls)
        failing = number == self.fail_at or (self.forever and 0 <= self.fail_at < number)
        if failing and self.kind in ("short", "crash"):
            FileSystem.write_at(self, fd, data[: len(data) // 2], offset)
        self._count("write_at")
        FileSystem.write_at(self, fd, data, offset)


def _edits(number: int) -> tuple[str, ...]:
    return tuple(f"edit {one}" for one in range(number))


class _Session:
    """A session of edits written without a thread, each step of which may fail."""

    def __init__(self, folder: Path, sample: Path, files: Faults) -> None:
        self.files = files
        self.writer = JournalWriter()
        self.tasks: list[_Task] = []
        self.writer._order = self.tasks.append  # type: ignore[method-assign]  # no thread
        self.workspace = Workspace(FileSystem())
        self.document = self.workspace.open(str(sample))
        self.journal = keeping.DocumentJournal(self.document, self.writer, str(folder))
        self.journal._file = JournalFile(str(folder), "a", files)
        self.document.journal = self.journal
        self.acknowledged = -1  # the last edit that the disk has
        self.done = -1

    def write(self) -> None:
        tasks, self.tasks[:] = list(self.tasks), []
        self.writer.work(tasks)
        if self.writer.problem is None:
            self.acknowledged = self.done

    def run(self, anew: bool) -> None:
        for number in range(5):
            comment(self.document, f"edit {number}")
            self.done = number
            self.write()
            if anew and number == 2:
                self.document.save()
                self.write()


KINDS = ["full", "io", "read-only", "short", "crash"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("forever", [False, True])
@pytest.mark.parametrize("anew", [False, True], ids=["appended", "anew"])
def test_whichever_call_fails_the_journal_has_what_was_acknowledged(
    kind: str,
    forever: bool,
    anew: bool,
    tmp_path: Path,
    sample: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if anew:
        monkeypatch.setattr(keeping, "COMPACTED", 0)
    before = sample.read_bytes()
    trial = _Session(tmp_path / "trial", sample, Faults())
    trial.run(anew)
    count = len(trial.files.calls)
    assert count >= 8
    for k in range(count):
        sample.write_bytes(before)
        folder = tmp_path / str(k)
        session = _Session(folder, sample, Faults(k, kind, forever))
        try:
            session.run(anew)
            session.write()  # what failed is tried again
        except _Crash:
            pass
        else:
            assert forever or session.writer.problem is None, session.files.calls
            assert not forever or session.writer.problem is not None, session.files.calls
        session.files.end()
        desk = Desk(folder)
        found = desk.recovered()
        assert len(found) <= 1
        comments = [comment_of(one.document) for one in found]
        if not comments:  # nothing was kept, or all is in the file
            comments = [comment_of(desk.workspace.open(str(sample)))]
        number = int(comments[0][5:]) if comments[0] else -1
        assert session.acknowledged <= number <= session.done, session.files.calls
        assert [words for one in found for words in one.told] == [] or kind in ("short", "crash")
        kinds = {name.rpartition(".qipu-journal")[2] for name in names(folder)}
        assert kinds <= {"", ".aside"} if kind in ("short", "crash") else kinds <= {""}, names(
            folder
        )
        desk.die()


@pytest.mark.parametrize("forever", [False, True])
def test_whichever_call_of_a_recovery_fails_the_journal_stays(
    forever: bool, tmp_path: Path, sample: Path, folder: Path
) -> None:
    desk = Desk(folder)
    comment(desk.workspace.open(str(sample)), "one")
    desk.die()
    (name,) = names(folder)
    data = (folder / name).read_bytes()
    for k in range(30):
        files = FailingFiles(k, errno.EIO, forever)
        desk = Desk(folder, files)
        found: list[Recovered] = []
        for path in desk.journals.left():
            try:
                one = desk.journals.recover(path)
            except (OSError, JournalError):
                continue
            found += [] if one is None else [one]
        assert (folder / name).read_bytes() == data
        assert all(comment_of(one.document) == "one" for one in found)
        desk.die()
    (one,) = Desk(folder).recovered()
    assert comment_of(one.document) == "one"


def test_a_disk_that_fails_is_told_in_words_and_tried_again(sample: Path, folder: Path) -> None:
    class Full(FileSystem):
        full = True

        def sync(self, fd: int) -> None:
            if self.full:
                raise OSError(errno.ENOSPC, "No space left on device")
            super().sync(fd)

    files = Full()
    desk = Desk(folder, files)
    document = desk.workspace.open(str(sample))
    comment(document, "one")
    assert not desk.journals.flush(10)
    problem = desk.journals.problem
    assert problem is not None
    assert problem.text() == "Unsaved edits can't be kept safe: no space left on the disk."
    comment(document, "two")
    files.full = False
    assert desk.journals.flush(10)
    assert desk.journals.problem is None
    desk.die()
    (found,) = Desk(folder).recovered()
    assert comment_of(found.document) == "two"
    assert found.document.history.now().steps == 2


def test_lines_that_are_sound_and_lines_that_are_not() -> None:
    whole = packed_line({"form": 1}) + packed_line({"kind": "x"}, ["[1,", "2]"])
    lines = sound_lines(whole)
    assert not any(line.is_gap for line in lines)
    assert b"".join(line.packed() for line in lines) == whole
    assert lines[1].unpacked() == [1, 2]
    assert [line.end for line in lines] == [len(packed_line({"form": 1})), len(whole)]
    for cut in range(1, len(whole)):
        try:
            lines = sound_lines(whole[:cut])
        except JournalError:
            assert cut < len(packed_line({"form": 1}))
        else:
            assert lines[-1].is_gap == (cut != lines[0].end)
    lines = sound_lines(b"".join((lines[0].packed(), b"x\ny\n", lines[0].packed(), b"z")))
    assert [line.is_gap for line in lines] == [False, True, False, True]
    with pytest.raises(JournalError):
        sound_lines(b"")


def test_a_large_edit_is_packed_beside_the_line_and_read_again(folder: Path) -> None:
    desk = Desk(folder)
    document = desk.workspace.new("go")
    sgf = b"(;GM[1]FF[4]SZ[19]" + b";B[pd]C[x];W[dd]" * 200 + b")"
    rows = plans_data(Document(load_source(BytesSource(sgf)))).bare().rows[1:]
    rows = tuple(row._replace(id=row.id + 100, parent=row.parent - 1) for row in rows)
    document.do(plans.paste(document, 0, document.record(0).root, rows))
    desk.journals.flush()
    journal = desk.journals.of(document)
    assert journal is not None
    found = recovered(Path(journal.path).read_bytes())
    assert found is not None
    assert found.document.record(0).digest() == document.record(0).digest()
    desk.die()


_EVENING = """
import itertools, sys
from viewer.document.journal.journals import Journals
from viewer.document.workspace import Workspace

workspace = Workspace()
journals = Journals(workspace, sys.argv[1])
document = workspace.open(sys.argv[2])
for number in itertools.count(1):
    document.set_comment(document.record(0).root, str(number))
    if number % 7 == 0:
        assert journals.flush(60)
        print(number, flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
@pytest.mark.parametrize("lines", [1, 2, 20])
def test_a_killed_process_leaves_what_it_was_told_is_on_the_disk(
    lines: int, sample: Path, folder: Path
) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _EVENING, str(folder), str(sample)], stdout=subprocess.PIPE
    ) as evening:
        assert evening.stdout is not None
        for _ in range(lines):
            told = int(evening.stdout.readline())
        evening.kill()
    (found,) = Desk(folder).recovered()
    assert found.document.history.now().steps == int(comment_of(found.document)) >= told
    assert found.told == () or found.told[0].text().startswith("The last edits are missing")


@pytest.mark.parametrize("content", [0, 1 << 20], ids=["bases", "content"])
@pytest.mark.parametrize("saved", [False, True])
def test_games_that_were_rewritten_are_recovered(
    content: int, saved: bool, tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "CONTENT", content)
    path = tmp_path / "many.pgn"
    path.write_text('[Event "a"]\n\n1. e4 {gone} *\n\n' * 30)
    desk = Desk(folder)
    document = desk.workspace.open(str(path))
    for _ in document.indexing():
        pass
    comment(document, "before")
    ops = tuple(RewriteRecord(key, (SetNote(1, COMMENT, ""),)) for key in document.records.order)
    document.do(Edit(ops, message("Strip"), Location(0, 0), Location(0, 0)))
    assert desk.journals.flush()
    if saved:
        document.save()
    document.set_comment(document.record(3).root, "after")
    desk.die()
    (found,) = Desk(folder).recovered()
    assert found.told == ()
    for index in range(30):
        mine, theirs = document.record(index), found.document.record(index)
        assert [node.comment for node in theirs.walk()] == [node.comment for node in mine.walk()]
    found.document.undo()
    assert not found.document.record(3).root.comment
    assert found.document.modified != saved


@pytest.mark.skipif(os.name == "nt", reason="Windows deletes no open file")
def test_a_folder_that_is_deleted_meanwhile_is_made_anew(sample: Path, folder: Path) -> None:
    desk = Desk(folder)
    told: list[object] = []
    desk.journals.tell_problems(told.append)
    document = desk.workspace.open(str(sample))
    comment(document, "one")
    assert desk.journals.flush()
    shutil.rmtree(folder.parent)
    folder.parent.write_text("in the way")
    comment(document, "two")
    assert not desk.journals.flush(0.5)
    assert len(told) == 1
    folder.parent.unlink()
    comment(document, "three")
    assert desk.journals.flush()
    assert told[1:] == [None]
    desk.die()
    (found,) = Desk(folder).recovered()
    assert comment_of(found.document) == "three"
    assert found.document.history.now().steps == 3
