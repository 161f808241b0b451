"""Which of the family a file is: by its content; the name decides between equals."""

from __future__ import annotations

import pytest
from kif_files import BOOK, GAME, HANDICAP, POSITION, TSUME, raw

from viewer.base.source import BytesSource
from viewer.formats.detect import detect, load_source


@pytest.mark.parametrize("codec", ["utf-8", "cp932", "utf-16"])
@pytest.mark.parametrize(
    ("text", "kind"),
    [(GAME, "kif"), (TSUME, "kif"), (HANDICAP, "kif"), (BOOK, "ki2"), (POSITION, "kif")],
)
def test_content_decides(codec, text, kind):
    for name in ("", "game.txt", "game.xqf", "game.pgn"):
        assert detect(BytesSource(raw(text, codec), name)).id == kind


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("手合割：平手\n先手：A\n", "a.kif", "kif"),
        ("手合割：平手\n先手：A\n", "a.ki2", "ki2"),
        ("手合割：平手\n先手：A\n", "", "kif"),
        (POSITION, "a.kif", "kif"),  # to which moves can be added
        (POSITION, "a.bod", "bod"),
        (BOOK, "a.kif", "ki2"),
        (GAME, "a.ki2", "kif"),
        ("*comment\n", "a.kifu", "kif"),
        ("*comment\n", "a.ki2u", "ki2"),
        ("1 ７六歩(77)\n", "", "kif"),
        ("  1  投了 ( 0:01/00:00:01)\n", "", "kif"),
        ("#KI2 version=2.0 encoding=UTF-8\n", "", "ki2"),
        ("#KIF version=2.0 encoding=UTF-8\n", "", "kif"),
        ("▲76歩 ▽34歩", "", "ki2"),
    ],
)
def test_the_name_decides_between_equals(text, name, kind):
    assert load_source(BytesSource(text.encode("utf-8"), name)).format == kind


@pytest.mark.parametrize(
    "text",
    [
        "先手：A 後手：B ▲７六歩△３四歩▲２六歩△８四歩 と進んだ。\n",
        "先手：A　後手：B\n▲７六歩△３四歩▲２六歩（図）△８四歩\n",
    ],
)
def test_players_on_one_line_are_those_of_a_text(text):
    assert load_source(BytesSource(text.encode("utf-8"), "a.txt")).format == "text"
    assert load_source(BytesSource(text.encode("utf-8"), "a.ki2")).format == "ki2"


def test_other_files_are_other_files():
    pgn = b'[Event "x"]\n\n1. e4 e5 *\n'
    assert detect(BytesSource(pgn, "a.kif")).id == "pgn"
