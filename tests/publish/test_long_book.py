"""Long books: stretches set apart and joined are the book that is set as a whole."""

from __future__ import annotations

import io
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pdf_texts import collection_of, fonts, needs_poppler, reader, titles, words_in
from PIL import Image, ImageChops

from viewer.base.fields import Value, values_of
from viewer.base.garbage import GarbagePause
from viewer.base.jobs import run_inline
from viewer.publish.book import book, stretches
from viewer.publish.book.book import FLOWING
from viewer.publish.book.exporters import BOOK
from viewer.publish.book.stretches import _flowing
from viewer.publish.choices import OutlineStyle
from viewer.publish.export import Order, export_files
from viewer.publish.exporter import ExportedFile, Study
from viewer.publish.targets import Target

_COUNT = 14
_LONG = " ".join(
    f"{n}. Nf3 Nf6 {n + 1}. Ng1 {{Back to the square g1, number {n}.}} Ng8" for n in range(2, 90, 2)
)
# Of games with more than a page, so that stretches begin on left pages, too.
_TEXTS = (
    "1. e4 {The king's pawn.} e5 (1... c5 {Sicilian.} 2. Nf3) 2. Nf3 $220 Nc6 3. Bb5",
    f"1. e4 $220 e5 {_LONG}",
    "1. d4 d5 $220 2. c4 {A *gambit*, #1.} (2. Bf4 $220 Nf6) 2... e6",
)
_STYLES: tuple[dict[str, Value], ...] = ({}, {"chapters": "events", "columns": "1"})


def games() -> str:
    return "\n\n".join(
        f'[Event "Cup {number // 4}"]\n[White "White {number}"]\n[Black "Black {number % 3}"]\n'
        f'[ECO "C{number % 5:02}"]\n[Annotator "Ann {number % 2}"]\n[Result "1-0"]\n\n'
        f"{_TEXTS[number % 3]} 1-0"
        for number in range(_COUNT)
    )


def made(style: dict[str, Value], processes: int = 1, text: str = "") -> ExportedFile:
    collection = collection_of(text or games())
    numbers = range(1, len(collection) + 1)
    study = Study(collection, numbers, "A study", processes=processes)
    *_, file = run_inline(BOOK.export(study, values_of(BOOK.fields, {"break": "page", **style})))
    return file


@pytest.fixture(params=_STYLES, ids=["records", "events"])
def both(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> tuple[ExportedFile, ExportedFile]:
    """The book as a whole, and in stretches of three games."""
    whole = made(request.param)
    in_stretches(monkeypatch)
    return whole, made(request.param)


@pytest.fixture(autouse=True)
def _collecting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers stop collecting garbage until they end; here they are this process."""
    monkeypatch.setattr(stretches, "_WORKERS_PAUSE", GarbagePause(wanted=False))


def in_stretches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book, "SHORT", 3)
    monkeypatch.setattr(stretches, "_SIZE", 3)


def opened(file: ExportedFile) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(file.data))


# ------------------------------------------------------------------------------- as it is read


def test_all_pages_say_the_same(both: tuple[ExportedFile, ExportedFile]) -> None:
    whole, joined = (
        # A page's head is written first in one and last in the other.
        [sorted(page.extract_text().splitlines()) for page in reader(file).pages]
        for file in both
    )
    assert len(whole) > _COUNT
    assert joined == whole


@needs_poppler
def test_all_pages_look_the_same(both: tuple[ExportedFile, ExportedFile], tmp_path: Path) -> None:
    pictures = []
    for number, file in enumerate(both):
        folder = tmp_path / str(number)
        folder.mkdir()
        command = ["pdftoppm", "-r", "36", "-gray", "-", str(folder / "p")]
        subprocess.run(command, input=file.data, check=True)
        pictures.append([Image.open(path) for path in sorted(folder.iterdir())])
    whole, joined = pictures
    for number, (one, other) in enumerate(zip(whole, joined, strict=True)):
        # Text that was moved begins at other fractions of a pixel.
        assert ImageChops.difference(one, other).getextrema()[1] < 110, f"page {number + 1}"


def test_moves_and_comments_are_in_order(both: tuple[ExportedFile, ExportedFile]) -> None:
    text = words_in(both[1])
    at = 0
    for number in range(_COUNT):
        named = f"White {number} Black {number % 3} "
        at = text.index(named, at) if number else text.index(f"Game 1 {named}")
        said = ("The king's pawn.", "number 88.", "A *gambit*, #1.")[number % 3]
        at = text.index(said.replace("'", "’") if said.replace("'", "’") in text else said, at)


def test_every_font_is_embedded(both: tuple[ExportedFile, ExportedFile]) -> None:
    for file in both:
        assert len({name for name, _, _ in fonts(file)}) > 1
        assert [name for name, embedded, _ in fonts(file) if not embedded] == []


# --------------------------------------------------------------------------- outline and links


def test_the_outline_leads_to_the_same_pages(both: tuple[ExportedFile, ExportedFile]) -> None:
    assert titles(both[0]) == titles(both[1])
    whole, joined = (list(_targets(opened(file))) for file in both)
    assert len(whole) >= _COUNT
    for (title, page, y), (same, where, height) in zip(whole, joined, strict=True):
        assert (same, where) == (title, page)
        assert height == pytest.approx(y, abs=12), "at the heading"


def _targets(file: pikepdf.Pdf) -> Iterator[tuple[str, int, float]]:
    numbers = {page.objgen: number for number, page in enumerate(file.pages)}
    with file.open_outline() as outline:
        stack = list(reversed(outline.root))
        while stack:
            item = stack.pop()
            stack += reversed(item.children)
            assert item.destination is not None
            target: Any = item.destination
            yield item.title, numbers[target[0].objgen], float(target[3])


def test_links_lead_to_the_same_pages(both: tuple[ExportedFile, ExportedFile]) -> None:
    whole, joined = (_links(opened(file)) for file in both)
    assert len(whole) > 3 * _COUNT
    assert joined == whole


def _links(file: pikepdf.Pdf) -> list[tuple[int, int]]:
    """(page, page it leads to) of each link."""
    numbers = {page.objgen: number for number, page in enumerate(file.pages)}
    names = dict(pikepdf.NameTree(file.Root.Names.Dests)) if "/Names" in file.Root else {}
    found = []
    for number, page in enumerate(file.pages):
        for link in page.obj.get("/Annots", []):
            target = link.Dest if "/Dest" in link else link.A.D
            if isinstance(target, pikepdf.String):
                target = names[str(target)]
            place = target.D if isinstance(target, pikepdf.Dictionary) else target
            found.append((number, numbers[place[0].objgen]))
    return found


def test_page_labels_are_those_of_the_whole(both: tuple[ExportedFile, ExportedFile]) -> None:
    whole, joined = ([page.label for page in opened(file).pages] for file in both)
    assert joined == whole


# ------------------------------------------------------------------------------------------ tags


def test_tags_are_valid(both: tuple[ExportedFile, ExportedFile]) -> None:
    kinds = []
    for made in both:
        file = opened(made)
        tree = file.Root.StructTreeRoot
        elements = dict(_elements(tree))
        kinds.append([str(one.S) for one in elements.values() if one.S not in _GROUPS])
        parents = dict(_numbers(tree.ParentTree))
        assert int(tree.ParentTreeNextKey) == len(parents)
        pages = {page.objgen: page.obj for page in file.pages}
        seen = set()
        for one in elements.values():
            if one.S == "/Figure":
                assert str(one.Alt).startswith("after "), "text in place of a diagram"
            for page, mcid in _content(one):
                assert parents[int(pages[page].StructParents)][mcid].objgen == one.objgen
                seen.add((page, mcid))
        for key, page in ((page.objgen, page) for page in pages.values()):
            for mcid, parent in enumerate(parents[int(page.StructParents)]):
                assert (key, mcid) in seen, "all content of a page is in the tree"
                assert parent.objgen in elements
    assert kinds[0] == kinds[1], "in the order of the text"


_GROUPS = ("/Document", "/Part", "/Sect", "/Div")


def _elements(tree: pikepdf.Object) -> Iterator[tuple[tuple[int, int], Any]]:
    """The elements of a structure tree in the order of the text; each has its parent as such."""
    stack = [(one, None) for one in reversed(list(tree.K))]
    while stack:
        one, above = stack.pop()
        if not isinstance(one, pikepdf.Dictionary) or "/S" not in one:
            continue  # content, or a link's annotation
        assert above is None or one.P.objgen == above.objgen
        yield one.objgen, one
        stack += [(kid, one) for kid in reversed(list(one.get("/K", [])))]


def _content(element: Any) -> Iterator[tuple[tuple[int, int], int]]:
    """(page, number) of the marked content of an element itself."""
    for kid in element.get("/K", []):
        if isinstance(kid, int):
            yield element.Pg.objgen, kid
        elif "/MCID" in kid:
            yield kid.get("/Pg", element.get("/Pg")).objgen, int(kid.MCID)


def _numbers(tree: pikepdf.Object) -> Iterator[tuple[int, Any]]:
    for kid in tree.get("/Kids", []):
        yield from _numbers(kid)
    flat = list(tree.get("/Nums", []))
    yield from zip(map(int, flat[::2]), flat[1::2], strict=True)


# ------------------------------------------------------------------------------------- how it runs


def test_several_processes_make_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    in_stretches(monkeypatch)
    one, two = made({}, 1), made({}, 2)
    assert two.left_out == one.left_out
    assert [page.extract_text() for page in reader(two).pages] == [
        page.extract_text() for page in reader(one).pages
    ]
    assert titles(two) == titles(one)


def test_without_contents_and_indexes(monkeypatch: pytest.MonkeyPatch) -> None:
    in_stretches(monkeypatch)
    style = {"title-page": False, "contents": False, "players": False, "openings": False}
    file = opened(made(style))
    assert int(file.Root.StructTreeRoot.ParentTreeNextKey) == len(file.pages)
    assert [str(one.S) for one in file.Root.StructTreeRoot.K[0].K] == ["/Part"] * 5


def test_games_below_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    style: dict[str, Value] = {"break": "column"}
    whole = made(style)
    monkeypatch.setattr(book, "FLOWING", 7)
    monkeypatch.setattr(stretches, "FLOWING", 7)
    joined = made(style)
    assert titles(joined) == titles(whole)
    assert 0 <= len(opened(joined).pages) - len(opened(whole).pages) <= 1


def test_a_cancelled_book_leaves_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_stretches(monkeypatch)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    collection = collection_of(games())
    job = BOOK.export(
        Study(collection, range(1, _COUNT + 1), "x"), values_of(BOOK.fields, {"break": "page"})
    )
    next(iter(job))
    (folder,) = tmp_path.iterdir()
    assert folder.stat().st_mode & 0o077 == 0, "private"
    job.close()  # type: ignore[attr-defined]  # it is a generator
    assert list(tmp_path.iterdir()) == []


def test_what_is_left_out_and_missing_is_told_of_all_stretches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    in_stretches(monkeypatch)
    rare = "\U0001fbf9"  # in no font
    text = games().replace("[White", '[Foo "x"]\n[White').replace("A *gambit*", f"A {rare}")
    file = made({"levels": 0}, text=text)
    assert file.missing == rare
    assert file.left_out["header:Foo"] == _COUNT
    assert file.left_out["variations"] == 9


def test_one_large_file_is_made_in_all_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_stretches(monkeypatch)
    source, target = tmp_path / "g.pgn", tmp_path / "out" / "g.pdf"
    source.write_text(games(), "utf-8")
    asked: list[int] = []
    inner = stretches._each

    def noted(items: Any, processes: int) -> Any:
        asked.append(processes)
        return inner(items, 1)

    monkeypatch.setattr(stretches, "_each", noted)
    order = Order("pdf", values_of(BOOK.fields, {"break": "page"}))
    (done,) = run_inline(export_files([str(source)], [Target(str(target))], order, 2))
    assert done.failure is None
    assert asked == [2]
    assert os.path.getsize(target) > 10_000


def test_stretches_of_games_with_many_diagrams_are_shorter() -> None:
    move = "{ply}. Nf3 $220 Nf6 $220 {other}. Ng1 $220 Ng8 $220 "
    marked = "".join(move.format(ply=2 * at + 1, other=2 * at + 2) for at in range(5))
    few, many = (collection_of(f"{text} *\n\n" * 30) for text in ("1. e4 e5", marked))
    assert _flowing(few, OutlineStyle()) == FLOWING
    assert _flowing(many, OutlineStyle()) < FLOWING // 2 + 1
