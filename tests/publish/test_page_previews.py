"""The pages of a book as pictures."""

from __future__ import annotations

import io

import pytest
from pdf_texts import exported, reader
from PIL import Image, ImageChops
from typst import TypstError

from viewer.publish.book.exporters import BOOK
from viewer.publish.book.typesetting import PagePictures

A5 = (148.0, 210.0)
GAMES = '[White "Ada"]\n[Black "Bob"]\n\n1. e4 {The first.} e5 $220 *\n\n' * 3


def picture(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("L")


@pytest.fixture(scope="module")
def book() -> bytes:
    return exported(BOOK, GAMES, paper="a5").data


def test_as_many_pages_as_the_file_has(book: bytes) -> None:
    with PagePictures(book, *A5) as pages:
        assert pages.count == len(reader(exported(BOOK, GAMES, paper="a5")).pages) > 3
        with pytest.raises(TypstError):
            pages.page(pages.count + 1, 72)


def test_a_page_is_as_large_as_its_paper(book: bytes) -> None:
    with PagePictures(book, *A5) as pages:
        found = picture(pages.page(3, 72))
    assert found.size == (420, 595)
    assert found.getextrema()[0] < 60, "something is printed"
    assert found.getpixel((2, 2)) == 255


def test_bands_make_up_the_page(book: bytes) -> None:
    with PagePictures(book, *A5) as pages:
        whole = picture(pages.page(3, 144))
        width, height = whole.size
        put_together = Image.new("L", whole.size, 255)
        for top in range(0, height, 100):
            put_together.paste(picture(pages.band(3, 144, top, min(100, height - top))), (0, top))
    assert put_together.size == (width, height)
    assert ImageChops.difference(whole, put_together).getextrema()[1] < 40
