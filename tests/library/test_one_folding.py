"""Every search of texts takes the same letters for the same: the same ten pairs in each place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from viewer.base.files import SYSTEM
from viewer.base.folder_watching import FolderLook
from viewer.base.folding import folded
from viewer.base.jobs import run_inline
from viewer.document.arranging import HeaderTexts, found, words_of
from viewer.document.document import Document
from viewer.document.folder import FileList, reading
from viewer.document.reading import record_texts
from viewer.formats.memory import MemoryCollection
from viewer.library import Library, Query, of_folders
from viewer.library.ask.names import offers
from viewer.tree.record import Header, Record, nodes_of
from viewer.tree.serial import NodeData

PAIRS = (
    ("胡榮華", "胡荣华"),
    ("廣瀬章人", "広瀬章人"),
    ("殘局", "残局"),
    ("ﾋﾌﾐ", "ひふみ"),
    ("ハブ", "ﾊﾌﾞ"),
    ("Карпов", "karpov"),
    ("Νίκος", "nikos"),
    ("Réti", "RETI"),
    ("Ｔａｌ", "tal"),
    ("Łódź", "lodz"),
)
"""What stands there, and what is typed; the other way round too."""
WAYS = [*PAIRS, *((typed, said) for said, typed in PAIRS)]


def written(folder: Path, names: list[str]) -> Path:
    folder.mkdir()
    head = '[Event "{0} Cup"]\n[White "{0}"]\n[Black "Other"]\n[Opening "{0} Attack"]\n[Result "*"]'
    texts = (f"{head.format(name)}\n\n1. e4 {{of {name} it is}} *\n" for name in names)
    (folder / "games.pgn").write_text("\n".join(texts), "utf-8")
    return folder


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    top = tmp_path_factory.mktemp("folding")
    made = of_folders(
        [written(top / "games", [said for said, _ in WAYS])], folder=str(top / "home")
    )
    made.build()
    yield made
    made.close()


@pytest.mark.parametrize(("said", "typed"), WAYS)
@pytest.mark.parametrize("where", ["words", "player", "first", "event", "comment", "opening"])
def test_in_a_library(library: Library, where: str, said: str, typed: str) -> None:
    hits = library.search(Query(**{where: typed})).hits  # type: ignore[arg-type]  # of texts
    at = [at for at, pair in enumerate(WAYS) if folded(said) == folded(pair[0])]
    assert [hit.number for hit in hits] == at
    assert len(at) == 2


@pytest.mark.parametrize(("said", "typed"), PAIRS)
def test_in_what_a_library_offers_and_in_its_spellings(
    library: Library, said: str, typed: str
) -> None:
    found = [one.name for one in offers(library.store, typed) if one.kind == "player"]
    assert {folded(one) for one in found} == {folded(said)}
    clusters = [{one.name for one in some} for some in library.spellings(Query()).clusters]
    assert {said, typed} in clusters


def document_of(said: str) -> Document:
    headers = (Header("Title", f"{said} 1"), Header("Event", "e"))
    node = NodeData(0, -1, None, {"comment": f"of {said} it is"})
    return Document(MemoryCollection("xqf", [Record("xiangqi", nodes_of([node])[0], headers)]))


@pytest.mark.parametrize(("said", "typed"), WAYS)
def test_in_a_list_of_games(said: str, typed: str) -> None:
    texts = HeaderTexts(document_of(said), ["Title", "Event"])
    assert [list(one) for one in run_inline(found(texts, words_of(typed)))] == [[0]]
    assert not any(run_inline(found(texts, words_of(f"{typed}x"))))


@pytest.mark.parametrize(("said", "typed"), WAYS)
def test_in_the_files_of_a_folder(tmp_path: Path, said: str, typed: str) -> None:
    """By what the file is called, and by what is in it."""
    folder = written(tmp_path / "games", [said])
    (folder / "games.pgn").rename(folder / f"{said}.pgn")
    files = FileList([str(folder)])
    for news in FolderLook(SYSTEM, [str(folder)]).look(True):
        files.take(news)
    for some in run_inline(reading(files.unread())):
        files.fill(some)
    for column in ("file", "event"):
        texts = HeaderTexts(files, [column])
        assert [list(one) for one in run_inline(found(texts, words_of(typed)))] == [[0]]
        assert not any(run_inline(found(texts, words_of(f"{typed}x"))))


@pytest.mark.parametrize(("said", "typed"), WAYS)
def test_in_the_texts_of_a_record(said: str, typed: str) -> None:
    record = document_of(said).record(0)
    hits = [hit for some in run_inline(record_texts.find(record, typed)) for hit in some]
    assert [hit.node for hit in hits] == [0]
