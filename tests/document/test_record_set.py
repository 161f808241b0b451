"""Which records are meant: by key, by number, below a node, in a folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from viewer.document import plans
from viewer.document.document import Document, open_document
from viewer.document.record_set import Chosen, NoSuchRecords, NumberedSet, branch_of, files_of


@pytest.fixture
def document(tmp_path: Path) -> Document:
    """Games A to E, of which each begins with e4 and has a variation."""
    path = tmp_path / "games.pgn"
    path.write_text("".join(f'[Event "{name}"]\n\n1. e4 (1. d4 d5) e5 *\n\n' for name in "ABCDE"))
    made = open_document(str(path))
    for _ in made.indexing():
        pass
    return made


def events(records: Chosen | NumberedSet) -> str:
    collection = records.collection()
    return "".join(
        collection.record(index).header("Event") or "?" for index in range(len(collection))
    )


@pytest.mark.parametrize(
    ("numbers", "meant"),
    [("", "ABCDE"), ("2", "B"), ("2-4", "BCD"), ("4-", "DE"), ("5,1-2, 2", "EAB"), ("1-", "ABCDE")],
)
def test_records_by_number(document: Document, numbers: str, meant: str) -> None:
    records = NumberedSet(document, numbers)
    assert events(records) == meant
    assert len(records) == len(meant)
    assert (records.extent is not None) == (len(meant) == 1)


@pytest.mark.parametrize("numbers", ["0", "6", "4-6", "3-2", "x", "1,,2", "-3", "\u0662", "1 2"])
def test_numbers_that_no_record_has(document: Document, numbers: str) -> None:
    with pytest.raises(NoSuchRecords):
        NumberedSet(document, numbers)


def test_records_by_key_stand_in_their_order_as_they_are_now(document: Document) -> None:
    keys = list(document.keys())
    records = Chosen(document, [keys[3], keys[1]])
    assert (events(records), len(records), records.extent) == ("BD", 2, None)
    chosen = records.collection()
    node = document.record_of(keys[1]).root.children[0]
    document.do(plans.comment(document, keys[1], node, "later"))
    assert not chosen.record(0).root.children[0].comment


def test_a_branch_is_a_record_and_at_the_start_the_whole(document: Document) -> None:
    root = document.record(0).root
    whole = branch_of(document, document.keys()[0], root)
    assert whole.extent is not None
    assert str(whole.extent.words) == "4 moves, 1 variation"
    second = branch_of(document, document.keys()[0], root.children[1])
    assert str(second.extent.words if second.extent else "") == "2 moves"
    record = second.collection().record(0)
    assert [str(node.action.text) for node in record.root.main_line() if node.parent] == [
        "d2d4",
        "d7d5",
    ]


def test_a_folder_stands_for_the_records_in_it(tmp_path: Path) -> None:
    for name in ("b.pgn", "a.KIF", "below/c.pgn.gz", "below/none.txt", "empty/none.txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("")
    found = [os.path.relpath(path, tmp_path) for path in files_of([str(tmp_path)])]
    assert found == ["a.KIF", "b.pgn", os.path.join("below", "c.pgn.gz")]
    alone = [str(tmp_path / "empty"), str(tmp_path / "missing.pgn"), "-"]
    assert list(files_of(alone)) == alone
