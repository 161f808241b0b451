"""A document that was saved as another format, edited and saved again."""

from __future__ import annotations

from pathlib import Path

import viewer
from viewer.formats.headers import value_of

PGN = """[Game "Chinese Chess"]
[Site "广州"]
[Red "甲方"]
[Black "乙方"]
[Result "1-0"]

{A comment that is broken
over two lines} 1. 炮二平五 {中炮} 马８进７ 1-0
"""


def test_headers_and_comments_are_those_of_the_first_save(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(PGN, encoding="utf-8")
    document = viewer.open(path)
    document.save(str(tmp_path / "a.xqf"))
    assert document.flowing
    document.set_comment(document.record(0).root.children[0], "好棋")
    document.save()
    record = viewer.open(tmp_path / "a.xqf").record(0)
    assert value_of(record.headers, "Place") == "广州"
    assert record.root.comment == "A comment that is broken over two lines"
    assert record.root.children[0].comment == "好棋"
    document.save(str(tmp_path / "b.pgn"))
    there = (tmp_path / "b.pgn").read_text(encoding="utf-8")
    assert there == PGN.replace("{中炮}", "{好棋}")


def test_line_breaks_of_a_record_saved_as_pgn_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(PGN.replace("broken\nover", "broken\n\nover"), encoding="utf-8")
    viewer.open(path).save(str(tmp_path / "a.xqf"))
    document = viewer.open(tmp_path / "a.xqf")
    document.save(str(tmp_path / "b.pgn"))
    document.set_comment(document.record(0).root.children[0], "一\n二")
    document.save()
    document.save(str(tmp_path / "c.xqf"))
    record = viewer.open(tmp_path / "b.pgn").record(0)
    assert value_of(record.headers, "Site") == "广州"
    assert record.root.comment == "A comment that is broken\n\nover two lines"
    assert record.root.children[0].comment == "一\n\n二"
    assert viewer.open(tmp_path / "c.xqf").record(0).root.children[0].comment == "一\n二"
