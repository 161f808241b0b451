"""Filters and sorting of a list of records: they say what the plain definition says, in small steps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.base.folding import letters
from viewer.base.jobs import run_inline
from viewer.document import arranging
from viewer.document.arranging import HeaderTexts, found, kept, ordered, sort_key, words_of
from viewer.document.document import Document
from viewer.formats.memory import MemoryCollection
from viewer.tree.node import Node
from viewer.tree.record import Header, Record


def document_of(rows) -> Document:
    records = [
        Record("xiangqi", Node(0, None), (Header("Title", title), Header("Event", event)))
        for title, event in rows
    ]
    return Document(MemoryCollection("xqf", records))


def places(job) -> list[int]:
    return [place for part in run_inline(job) for place in part]


TEXT = st.text(alphabet="abAB12 éÉ?\n\x1f", max_size=6)
ROWS = st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=40)


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch):
    monkeypatch.setattr(arranging, "BLOCK", 4)
    monkeypatch.setattr(arranging, "_RUN", 3)
    monkeypatch.setattr(arranging, "_FEW", 2)
    monkeypatch.setattr(arranging, "_MANY", 3)


@given(ROWS, st.text(alphabet="abA1é ", max_size=4))
def test_a_filter_finds_each_word_in_any_header(rows, typed) -> None:
    texts = HeaderTexts(document_of(rows), ["Title", "Event"])
    words = words_of(typed)
    expected = []
    for place, row in enumerate(rows):
        cells = [letters(cell) for cell in row]
        if all(any(word in cell for cell in cells) for word in words):
            expected.append(place)
    assert places(found(texts, words)) == expected
    assert places(found(texts, words)) == expected  # from what was kept


@given(ROWS, st.booleans())
def test_sorting_is_stable_and_puts_what_says_nothing_last(rows, descending) -> None:
    document = document_of(rows)
    keys = [sort_key(title) for title, _ in rows]
    silent = [place for place, key in enumerate(keys) if key == sort_key("")]
    said = [place for place in range(len(rows)) if place not in set(silent)]
    said.sort(key=lambda place: keys[place], reverse=descending)
    expected = said + silent
    assert places(ordered(document, "Title", descending)) == expected


@pytest.mark.parametrize(
    ("texts", "order"),
    [
        (["10", "9", "1.2", "1.10"], ["1.2", "1.10", "9", "10"]),
        (["1992.11.04", "????.??.??", "1851.06.21"], ["1851.06.21", "1992.11.04", "????.??.??"]),
        (["b", "É", "A", "?", ""], ["A", "b", "É", "?", ""]),
    ],
)
def test_numbers_by_value_letters_without_case(texts, order) -> None:
    document = document_of([(text, "") for text in texts])
    assert [texts[place] for place in places(ordered(document, "Title"))] == order


def test_what_was_kept_is_forgotten_when_told() -> None:
    document = document_of([("a", "x")] * 8)
    texts = HeaderTexts(document, ["Title", "Event"])
    assert places(found(texts, ["a"])) == list(range(8))
    document._records.get(5).headers = (Header("Title", "b"),)
    document._records.touch(5)
    texts.forget()
    assert places(found(texts, ["b"])) == [5]


def test_going_on_where_it_ended() -> None:
    document = document_of([("a", ""), ("b", ""), ("a", ""), ("a", ""), ("a", ""), ("b", "")])
    texts = HeaderTexts(document, ["Title"])
    assert places(found(texts, ["a"], 3)) == [3, 4]


def test_the_chosen_in_an_order() -> None:
    order = [5, 3, 1, 0, 2, 4]
    assert places(kept(order, bytearray([1, 0, 1, 0, 0, 1]))) == [5, 0, 2]


def test_headers_that_take_long_to_read_are_asked_for_some_at_a_time(monkeypatch) -> None:
    now, asked = 0.0, []
    monkeypatch.setattr(arranging, "perf_counter", lambda: now)
    document = document_of([("a", "b")] * 20)
    values = document.values

    def slow(key: str, start: int, stop: int) -> list[str]:
        nonlocal now
        asked.append((start, stop))
        now += 1.0 if start >= 12 else 0.0
        return values(key, start, stop)

    monkeypatch.setattr(document, "values", slow)
    assert run_inline(ordered(document, "Title"))
    assert [stop - start for start, stop in asked] == [2, 3, 3, 3, 3, 3, 2, 1]


def test_a_list_that_got_shorter_meanwhile_is_sorted_to_its_end(monkeypatch) -> None:
    document = document_of([("a", "b")] * 20)
    values = document.values
    monkeypatch.setattr(
        document, "values", lambda key, start, stop: values(key, start, min(stop, 7))
    )
    (order,) = run_inline(ordered(document, "Title"))
    assert sorted(order) == list(range(20))
