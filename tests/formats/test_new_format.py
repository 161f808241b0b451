"""docs/new-format.md, word by word: its code makes a format that passes what every format passes."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
import test_format_contract as contract
import test_law_contract as law_contract

import viewer.formats
from viewer.base.source import BytesSource, piece_bytes
from viewer.cli.commands import run
from viewer.formats import FORMATS
from viewer.formats.detect import load_source
from viewer.formats.entry import FormatEntry
from viewer.formats.memory import MemoryCollection
from viewer.tree.ops import SetNote, apply

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "new-format.md"
_BLOCK = re.compile(
    r"(?:^`(?P<file>[\w./]+)`\n\n)?^```(?P<kind>\w+)\n(?P<code>.*?)^```$", re.M | re.S
)
_COMMAND = re.compile(r"^    qipu (\S.*)$", re.M)
EACH_FORMAT = (
    contract.test_the_entry_names_its_format,
    contract.test_a_suffix_asked_first_changes_no_answer,
    contract.test_headers_are_declared,
    contract.test_a_format_says_which_glyphs_it_holds,
    contract.test_a_format_says_which_marks_it_holds,
    contract.test_a_format_says_whether_it_holds_colours_of_marks,
    contract.test_a_new_record_is_written_and_read,
    contract.test_half_characters_are_told_to_be_lost,
    contract.test_a_new_file_keeps_to_the_specification,
    contract.test_a_record_is_written_or_told_to_be_lost,
    contract.test_reading_again_gives_the_same,
    contract.test_every_encoding_offered_can_be_chosen,
    contract.test_options_that_are_not_offered,
    contract.test_nothing_but_unreadable,
)
EACH_LAW = (
    law_contract.test_untouched,
    law_contract.test_there_and_back,
    law_contract.test_what_is_said_to_be_lost_is_what_is_not_read_back,
)


def blocks() -> list[tuple[str, str, str]]:
    """The blocks of the page: the file that is named above each ("" for none), its language, its code."""
    text = PAGE.read_text("utf-8")
    return [(one["file"] or "", one["kind"], one["code"]) for one in _BLOCK.finditer(text)]


def code_with(start: str) -> str:
    """The code of the only block without a file that begins so."""
    (code,) = [code for file, _, code in blocks() if not file and code.startswith(start)]
    return code


@pytest.fixture
def entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FormatEntry]:
    """The format as the page makes it, beside those that are there."""
    for file, kind, code in blocks():
        if kind == "python" and file:
            path = tmp_path / "formats" / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(code, "utf-8")
    places = [*viewer.formats.__path__, str(tmp_path / "formats")]
    monkeypatch.setattr(viewer.formats, "__path__", places)
    made = eval(code_with("_entry("), vars(viewer.formats))
    monkeypatch.setitem(FORMATS, made.id, made)
    monkeypatch.setattr(contract, "LOST", dict(contract.LOST))
    exec(code_with("LOST["), {"LOST": contract.LOST})
    yield made
    for name in [name for name in sys.modules if name.startswith("viewer.formats.plainchess")]:
        del sys.modules[name]
    if hasattr(viewer.formats, "plainchess"):
        del viewer.formats.plainchess


def sample() -> bytes:
    """The file that the page shows."""
    (text,) = [code for _, kind, code in blocks() if kind == "text"]
    return text.encode()


def test_the_page_makes_each_file_once() -> None:
    files = [file for file, _, _ in blocks() if file]
    assert len(files) == len(set(files)) == 4


@pytest.mark.parametrize("test", EACH_FORMAT, ids=lambda test: test.__name__)
def test_what_every_format_keeps(entry: FormatEntry, test: Callable[[FormatEntry], None]) -> None:
    test(entry)


def test_it_leaves_no_contract_out() -> None:
    """A contract that is new is asked of the page's format as well."""
    asked = {test.__name__ for test in EACH_FORMAT}
    every = {name for name in vars(contract) if name.startswith("test_")}
    assert every == asked
    assert {name for name in vars(law_contract) if name.startswith("test_")} == {
        test.__name__ for test in EACH_LAW
    }


@pytest.mark.parametrize("test", EACH_LAW, ids=lambda test: test.__name__)
def test_the_law_of_bytes(entry: FormatEntry, test: Callable[..., None]) -> None:
    made = ModuleType("plainchess_files")
    exec(code_with('"""Files of Plain chess'), vars(made))
    assert made.LAW.format is entry.load()
    test(made.LAW)


def test_the_commands_of_the_page_do_what_it_says(
    entry: FormatEntry,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.plainchess").write_bytes(sample())
    lines = _COMMAND.findall(PAGE.read_text("utf-8"))
    assert len(lines) == 5
    for line in lines:
        name, *words = line.split()
        capsys.readouterr()
        assert run(name, words) == 0, line
        if name == "dump":
            dumped = json.loads(capsys.readouterr().out)
            assert dumped["format"] == "plainchess"
            assert dumped["diagnostics"] == []
    assert Path("again.plainchess").read_bytes() == sample()
    assert "1. e4 e5 2. Qh5" in Path("game.pgn").read_text("utf-8")
    assert "Too early" in Path("other.plainchess").read_text("utf-8")


def test_an_edit_of_the_sample_changes_its_line(entry: FormatEntry) -> None:
    collection = load_source(BytesSource(sample(), "game.plainchess"))
    record = collection.record(0)
    inverse, _ = apply(record, SetNote(3, "comment", "Bold."))
    format_ = entry.load()
    output = format_.write(MemoryCollection("plainchess", [record]))
    assert output.losses == ()
    data = b"".join(piece_bytes(piece, None) for piece in output.pieces)
    assert data == sample().replace(b"Too early: it will be chased.", b"Bold.")
    apply(record, inverse)
    again = format_.write(MemoryCollection("plainchess", [record]))
    assert b"".join(piece_bytes(piece, None) for piece in again.pieces) == sample()
