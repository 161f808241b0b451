"""Edits of many files at once: merged records, unified names, and everything taken back."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

import viewer
from viewer.base.files import FileSystem
from viewer.base.jobs import run_inline
from viewer.document.filed.editing import (
    FilesEdited,
    NamedIn,
    last_edit,
    renaming_files,
    taking_back,
)
from viewer.document.filed.merging import MergeGroup, merging_files
from viewer.document.placed import MissingRecord, OpenFiles, Place, PlacedRecords
from viewer.formats import FORMATS

FIRST = """[Event "Match"]
[White "Fischer, Robert J."]
[Black "Spassky, Boris V."]
[Date "1972.??.??"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 {A comment} 3. Bb5 a6 (3... Nf6 4. O-O) 4. Ba4 1-0
"""
SECOND = """[Event "World Championship"]
[Site "Reykjavik"]
[White "Bobby Fischer"]
[Black "Spassky, Boris V."]
[Date "1972.07.11"]
[Result "1-0"]

1. e4 e5 2. Nf3 (2. f4 exf4) Nc6 {Another comment} 3. Bb5 a6 (3... Nf6 4. d3) 4. Ba4 Nf6 $1 5. O-O 1-0
"""
OTHER = """[White "Tal, Mikhail"]
[Black "Fischer, Robert J."]
[Result "*"]

1. d4 d5 *
"""
KEPT = Place("a.pgn", 0, "chess", ("Fischer, Robert J.", "Spassky, Boris V."))
GONE = Place("b.pgn", 1, "chess", ("Bobby Fischer", "Spassky, Boris V."))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    top = tmp_path / "games"
    top.mkdir()
    (top / "a.pgn").write_text(FIRST)
    (top / "b.pgn").write_text(OTHER + "\n" + SECOND)
    monkeypatch.chdir(top)
    return top


def _home(folder: Path) -> str:
    return str(folder.parent / "undo")


def _merge(folder: Path, remove: bool = False, remember: bool = True) -> FilesEdited:
    group = MergeGroup(KEPT, (GONE,))
    (done,) = run_inline(merging_files([group], _home(folder), remove, remember))
    return done


def _take_back(folder: Path) -> None:
    last = last_edit(_home(folder))
    assert last is not None
    (back,) = run_inline(taking_back(last.folder))
    assert back.problems == {}


def test_a_merged_record_has_everything_of_both(folder: Path) -> None:
    done = _merge(folder)
    assert (done.files, done.records, done.problems) == (("a.pgn",), 1, {})
    record = viewer.load(folder / "a.pgn").record(0)
    assert dict(record.headers) == {
        "Event": "Match",
        "White": "Fischer, Robert J.",
        "Black": "Spassky, Boris V.",
        "Date": "1972.07.11",
        "Site": "Reykjavik",
        "Result": "1-0",
    }
    texts = " ".join(node.comment for node in record.walk())
    for words in ("A comment", "Another comment", "Event: World Championship", "Bobby Fischer"):
        assert words in texts
    main = [node.action.text for node in record.root.main_line() if node.action is not None]
    assert main[:9] == ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O"]
    actions = [node.action.text for node in record.walk() if node.action is not None]
    assert {"f4", "exf4", "d3"} <= set(actions)
    assert actions.count("Nf6") == 2
    assert (folder / "b.pgn").read_text() == OTHER + "\n" + SECOND


def test_merged_records_can_be_removed_and_brought_back(folder: Path) -> None:
    before = {path: path.read_bytes() for path in folder.iterdir()}
    done = _merge(folder, remove=True, remember=False)
    assert (set(done.files), done.problems) == ({"a.pgn", "b.pgn"}, {})
    assert len(viewer.load(folder / "b.pgn")) == 1
    assert (folder / "b.pgn").read_text().startswith(OTHER)
    assert "World Championship" not in (folder / "a.pgn").read_text()
    _take_back(folder)
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    assert last_edit(_home(folder)) is None


def test_a_file_without_records_goes_and_comes_back(folder: Path) -> None:
    (folder / "b.pgn").write_text(SECOND)
    (done,) = run_inline(
        merging_files([MergeGroup(KEPT, (GONE._replace(number=0),))], _home(folder), remove=True)
    )
    assert done.problems == {}
    assert not (folder / "b.pgn").exists()
    _take_back(folder)
    assert (folder / "b.pgn").read_text() == SECOND


def test_records_of_one_file(folder: Path) -> None:
    (folder / "a.pgn").write_text(FIRST + "\n" + SECOND)
    group = MergeGroup(KEPT, (GONE._replace(path="a.pgn"),))
    (done,) = run_inline(merging_files([group], _home(folder), remove=True))
    assert done.problems == {}
    assert len(viewer.load(folder / "a.pgn")) == 1
    _take_back(folder)
    assert (folder / "a.pgn").read_text() == FIRST + "\n" + SECOND


def test_what_has_changed_since_stays(folder: Path) -> None:
    """A record that isn't the one of the library is left alone, and so is a file written after the edit."""
    (folder / "b.pgn").write_text(SECOND + "\n" + OTHER)
    done = _merge(folder, remove=True)
    assert list(done.problems) == ["a.pgn"]
    assert "up to date" in done.problems["a.pgn"].text()
    assert (folder / "a.pgn").read_text() == FIRST
    assert len(viewer.load(folder / "b.pgn")) == 2
    (folder / "b.pgn").write_text(OTHER + "\n" + SECOND)
    _merge(folder)
    (folder / "a.pgn").write_text(OTHER)
    last = last_edit(_home(folder))
    assert last is not None
    (back,) = run_inline(taking_back(last.folder))
    assert list(back.problems) == ["a.pgn"]
    assert (folder / "a.pgn").read_text() == OTHER
    assert last_edit(_home(folder)) == last  # what it was is still there


def test_names_in_files_of_several_formats(folder: Path) -> None:
    """Packed files are given back byte by byte."""
    sgf = b"(;GM[1]FF[4]SZ[9]PB[Fischer, R]PW[Spassky];B[aa])"
    (folder / "g.sgf").write_bytes(sgf)
    packed = gzip.compress(FIRST.encode(), mtime=1)
    (folder / "p.pgn.gz").write_bytes(packed)
    names = {"Bobby Fischer": "Fischer, Robert J.", "Fischer, R": "Fischer, Robert J."}
    names["Spassky, Boris V."] = "Spassky, Boris"
    places = [
        NamedIn("a.pgn", [0]),
        NamedIn("b.pgn", [0, 1]),
        NamedIn("g.sgf", [0]),
        NamedIn("p.pgn.gz", [0]),
    ]
    (done,) = run_inline(renaming_files(places, names, _home(folder)))
    assert (len(done.files), done.records, done.problems) == (4, 4, {})
    assert (folder / "a.pgn").read_text() == FIRST.replace("Boris V.", "Boris")
    text = SECOND.replace("Bobby Fischer", "Fischer, Robert J.").replace("Boris V.", "Boris")
    assert (folder / "b.pgn").read_text() == OTHER + "\n" + text
    assert (folder / "g.sgf").read_bytes() == sgf.replace(b"Fischer, R", b"Fischer, Robert J.")
    assert b'Spassky, Boris"' in gzip.decompress((folder / "p.pgn.gz").read_bytes())
    _take_back(folder)
    assert (folder / "g.sgf").read_bytes() == sgf
    assert (folder / "p.pgn.gz").read_bytes() == packed


class _Killed(BaseException):
    """The process ends here: nothing handles it."""


class _Ending(FileSystem):
    """Ends the process before the call numbered `end`, or behind it."""

    def __init__(self, end: int, behind: bool) -> None:
        self.left = end
        self.behind = behind


def _ending(name: str) -> Any:
    real = getattr(FileSystem, name)

    def call(self: _Ending, *args: Any, **more: Any) -> Any:
        self.left -= 1
        if self.left == -1 and not self.behind:
            raise _Killed
        try:
            return real(self, *args, **more)
        finally:
            if self.left == -1:
                raise _Killed

    return call


for _name in (
    "create_beside",
    "write",
    "sync",
    "replace",
    "sync_folder",
    "open_in_place",
    "remove",
):
    setattr(_Ending, _name, _ending(_name))


@pytest.mark.parametrize("behind", [False, True], ids=["before", "behind"])
def test_an_edit_that_is_killed_can_be_taken_back(folder: Path, behind: bool) -> None:
    """Whichever call to the file system is the last one."""
    before = {path: path.read_bytes() for path in folder.iterdir()}
    group = MergeGroup(KEPT, (GONE,))
    for end in range(100):
        job = merging_files([group], _home(folder), remove=True, files=_Ending(end, behind))
        try:
            run_inline(job)
        except _Killed:
            if last_edit(_home(folder)) is not None:
                _take_back(folder)
            for path in set(folder.iterdir()) - set(before):
                assert path.name.endswith(".qipu-tmp")
                path.unlink()
            assert {path: path.read_bytes() for path in folder.iterdir()} == before
        else:
            break
    assert end > 8
    _take_back(folder)
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


def test_only_the_last_edits_are_kept(folder: Path) -> None:
    for _ in range(8):
        _merge(folder)
        (folder / "a.pgn").write_text(FIRST)
    assert len(list(Path(_home(folder)).iterdir())) == 5


def test_placed_records_as_one_collection(folder: Path) -> None:
    places = [KEPT, GONE, Place("b.pgn", 0, "chess", ("Tal, Mikhail", "Fischer, Robert J."))]
    with OpenFiles() as open_files:
        records = PlacedRecords(open_files, places * 50, "pgn")
        output = FORMATS["pgn"].load().write(records)
        assert output.losses == ()
        text = b"".join(piece for piece in output.pieces if isinstance(piece, bytes)).decode()
    assert text.count("[White ") == 150
    assert text.count("Another comment") == 50
    with OpenFiles() as open_files, pytest.raises(MissingRecord):
        PlacedRecords(open_files, [KEPT._replace(number=7)], "pgn").record(0)
    with OpenFiles() as open_files, pytest.raises(MissingRecord):
        PlacedRecords(open_files, [KEPT._replace(path="no.pgn")], "pgn").record(0)
