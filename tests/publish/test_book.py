"""Books as PDF, as poppler and pypdf read them."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from export_studies import FILES
from pdf_texts import (
    collection_of,
    exported,
    fonts,
    needs_han,
    needs_poppler,
    poppler,
    reader,
    titles,
    words_in,
)

from viewer import load
from viewer.base import catalogs
from viewer.base.fields import values_of
from viewer.base.refused import Refused
from viewer.base.resources import resource_path
from viewer.games import game_of
from viewer.games.capabilities import board_geometry
from viewer.games.geometry import BallPart, DiscPart
from viewer.publish.book.book import BookSetter, Indexes
from viewer.publish.book.choices import BOOK_FIELDS, language_for, language_of
from viewer.publish.book.exporters import BOOK
from viewer.publish.book.setter import large_pieces, together
from viewer.publish.book.typesetting import FontSet, TypstFolder
from viewer.publish.exporter import Study, left_out_words
from viewer.publish.outline import Comment, Diagram, Heading, Moves
from viewer.publish.paragraphs import Paragraph, blocks
from viewer.publish.sections import sections

GAMES = """[Event "Open"]
[White "Ada"]
[Black "Bob"]
[Result "1-0"]
[ECO "C50"]

1. e4 {The first move.} e5 (1... c5 2. Nf3 (2. c3 d5) (2. d4) 2... d6) 2. Nf3 $220 Nc6 1-0

[Event "Open"]
[White "Cem"]
[Black "Ada"]
[Result "0-1"]
[Opening "Polish"]

1. b4 {A *bold* move.} 0-1
"""


def paragraphs(text: str, name: str = "g.pgn") -> list[str]:
    """The paragraphs of the first record: runs joined, kinds as `kind:`."""
    section = next(sections(collection_of(text, name)))
    return [
        "|".join(f"{kind}:{words}" for kind, words in block.runs)
        for block in blocks(section.items)
        if isinstance(block, Paragraph)
    ]


# ------------------------------------------------------------------------------------- paragraphs


def test_a_variation_is_a_paragraph_and_one_within_it_stands_in_brackets() -> None:
    assert paragraphs(GAMES) == [
        "m:1.\u00a0e4 |c:The first move. |M:1…e5",
        "V:1…c5|c: |v:2.\u00a0Nf3 (2.\u00a0c3 d5) (2.\u00a0d4) |V:2…d6",
        "m:2.\u00a0Nf3",
        "M:2…Nc6",
    ]


def test_moves_in_chinese_characters_are_kept_together() -> None:
    assert paragraphs("1. 炮二平五 马8进7", "g.pgn") == ["W:1.炮二平五|c: |W:马８进７"]


def test_a_few_chinese_characters_in_latin_text_are_kept_together() -> None:
    assert paragraphs("1. e4 {the 屏风马, said.} *")[0].endswith("c:the |C:屏风马|c:, said.")


def test_comments_of_several_paragraphs_and_of_the_start_stand_alone() -> None:
    items = (
        Comment(0, 0, "Start."),
        Moves(0, True, ()),
        Comment(0, 1, "One.\nTwo."),
        Comment(0, 2, "Three."),
    )
    found = [block.runs for block in blocks(items) if isinstance(block, Paragraph)]
    assert found == [[("c", "Start.")], [("c", "One.")], [("c", "Two.")], [("c", "Three.")]]


# ------------------------------------------------------------------------------------------ pages


def test_moves_and_comments_in_reading_order() -> None:
    text = words_in(exported(BOOK, GAMES, notation="san", sensible=False, **{"break": "page"}))
    places = [
        text.index(part)
        for part in (
            "Contents Ada – Bob",
            "Ada Bob Open C50",
            "1. e4 The first move. 1…e5",
            "1…c5 2. Nf3 (2. c3 d5) (2. d4) 2…d6",
            "2. Nf3 after 2. Nf3 2…Nc6 1–0",
            "Cem Ada Open",
            "1. b4 A *bold* move.",
            "Index of players Ada 1, 2 Bob 1 Cem 2",
            "Index of openings C50 1 Polish 2",
        )
    ]
    assert places == sorted(places)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=needs_han if game in ("shogi", "xiangqi") else ())
        for game in sorted(FILES)
    ],
)
def test_every_move_of_a_study_is_in_its_book(game: str) -> None:
    source = FILES[game]
    file = exported_file(source)
    printed = words_in(file).replace(" ", "")
    section = next(sections(load(source)))
    usual = values_of(BOOK_FIELDS, {})
    for item in section.items:
        if isinstance(item, Comment):
            first = item.text.split("\n")[0]
            first = re.sub("Qb4", "♕b4", first) if game == "chess" else first
            assert "".join(first.split())[:25] in printed
        elif isinstance(item, Moves) and game != "chess":  # its book has figures
            for move in item.moves:
                assert "".join(move.text.split()) in printed, usual["notation"]
    used = list(fonts(file))
    assert used
    assert [name for name, embedded, _ in used if not embedded] == []
    assert [name for name, _, characters in used if not characters] == []


def exported_file(source: Path) -> object:
    from viewer.base.jobs import run_inline

    collection = load(source)
    study = Study(collection, range(1, len(collection) + 1), source.stem)
    (file,) = run_inline(BOOK.export(study, values_of(BOOK.fields, {"every": 20})))
    return file


@needs_han
def test_chinese_and_japanese_text_is_read_as_it_was_written() -> None:
    file = exported(
        BOOK, '[Game "Chinese Chess"]\n\n1. 炮二平五 {马8进7是正着，一人对八方。} 马8进7 *'
    )
    text = words_in(file)
    assert "1. 炮二平五" in text
    assert "马8进7是正着" in text
    assert "一人对八方。" in text
    assert not any("\u2e80" <= one <= "\u2fdf" for one in text), "radicals instead of characters"


@needs_han
def test_chinese_text_beside_moves_is_not_spaced_out() -> None:
    comment = "至此形成中炮对屏风马的典型局面，双方各有千秋。"
    moves = "1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 马2进3 4. 兵七进一 卒7进1"
    text = words_in(
        exported(BOOK, f'[Game "Chinese Chess"]\n\n{moves} {{{comment}}} 5. 车二进六 *')
    )
    parts = text.replace(" ", "")
    assert comment in parts
    assert not re.search("[\u4e00-\u9fff] [\u4e00-\u9fff] [\u4e00-\u9fff]", text)


def test_outline_and_tags() -> None:
    file = exported(BOOK, GAMES)
    assert titles(file) == ["Ada – Bob", "Cem – Ada", "Index of players", "Index of openings"]
    root = reader(file).root_object
    assert root["/MarkInfo"]["/Marked"]
    assert "/StructTreeRoot" in root
    assert str(root["/Lang"]).startswith("en")
    assert reader(file).metadata.title == "A study"
    described = [
        str(one["/Alt"])
        for number in range(1, len(reader(file).xref[0]) + 1)
        if isinstance(one := reader(file).get_object(number), dict) and "/Alt" in one
    ]
    assert any("after 2. ♘f3, Black to move: rnbqkbnr" in words for words in described)


def test_chapters_by_event() -> None:
    file = exported(BOOK, GAMES, chapters="events")
    assert titles(file)[:2] == ["Open", ["Ada – Bob", "Cem – Ada"]]


def test_a_single_game_has_neither_title_page_nor_index() -> None:
    file = exported(BOOK, "1. e4 e5 *")
    assert len(reader(file).pages) == 1
    assert titles(file) == ["Game 1"]


def test_paper_columns_and_size() -> None:
    usual, small = exported(BOOK, GAMES), exported(BOOK, GAMES, paper="a5", columns="1", size=12)
    assert [round(float(one)) for one in reader(usual).pages[0].mediabox[2:]] == [595, 842]
    assert [round(float(one)) for one in reader(small).pages[0].mediabox[2:]] == [420, 595]


def test_diagrams_share_their_pieces() -> None:
    moves = " ".join(f"{n}. Nf3 $220 Nf6 $220 {n + 1}. Ng1 $220 Ng8 $220" for n in range(1, 60, 2))
    many = exported(BOOK, moves + " *")
    one = exported(BOOK, "1. e4 $220 *")
    assert len(many.data) < len(one.data) + 117 * 2500


# --------------------------------------------------------------------------------------- bad input

HOSTILE = (
    '#read("/etc/passwd") #import "@preview/x:1.0.0" $x^2$ *a* _b_ = H\n- l <tag> @ref \\u{41} '
    "`raw` // c /* d */ </script> &amp; \u202egnp.exe\u202c \u2066x\u2069 \x07\x1b[0m \ud7ff 👩\u200d🚀"
)


def test_markup_in_texts_is_text() -> None:
    root = '[White "#panic()"]\n[Black "*b*"]\n[Event "$1 + 1$ #sys.inputs"]\n\n'
    file = exported(BOOK, root + "1. e4 {" + HOSTILE.replace("}", "") + "} *")
    text = words_in(file)
    assert "#panic() – *b*" in text
    assert "$1 + 1$ #sys.inputs" in text
    for part in ('#read("/etc/passwd")', "$x^2$ *a* _b_ = H", "`raw` // c /* d */ </script> &amp;"):
        assert part in text
    assert not any(one in text for one in "\x07\x1b")


def test_what_turns_the_direction_of_reading_turns_nothing_else() -> None:
    """A Hebrew comment ahead of a number, and an override that isn't ended."""
    game = "1. e4 {\u05d0\u05d1\u05d2} e5 2. d4 {so \u202edcba} d5 3. c4 *"
    file = exported(BOOK, game)
    assert file.missing == ""
    text = re.sub("[\\s\u2066-\u2069\u202a-\u202e]", "", words_in(file))
    assert "1.e4\u05d0\u05d1\u05d21…e52.d4soabcd2…d53.c4" in text


def test_a_long_comment_is_whole() -> None:
    comment = " ".join(f"word{number}" for number in range(5000))
    assert "word4999" in words_in(exported(BOOK, f"1. e4 {{{comment}}} *"))


def test_a_long_line() -> None:
    moves = " ".join(["Nf3", "Nf6", "Ng1", "Ng8"] * 1000)
    assert len(reader(exported(BOOK, moves + " *")).pages) > 5


def test_a_game_without_moves() -> None:
    assert len(reader(exported(BOOK, '[White "A"]\n\n*')).pages) == 1


def test_characters_that_no_font_has_are_named() -> None:
    file = exported(BOOK, "1. e4 {rare: \U00012345} *")
    assert file.missing == "\U00012345"
    words = left_out_words(file.left_out, missing=file.missing)
    assert words is not None
    assert "(1: \U00012345)" in words.text()


def test_missing_characters_that_cannot_be_seen_are_named_by_their_codes() -> None:
    words = left_out_words({"characters": 1}, missing="\ue5e5")
    assert words is not None
    assert "(1: U+E5E5)" in words.text()


def test_without_fonts_for_chinese_moves_and_diagrams_print() -> None:
    text = '[Game "Chinese Chess"]\n\n1. 炮二平五 $220 {妙着！} 马8进7 *'
    collection = collection_of(text)
    with TypstFolder(FontSet(system=False)) as room:
        values = values_of(BOOK_FIELDS, {"language": "en"})
        setter = BookSetter(room, collection, "x", values, str)
        assert list(setter.set()) == [1]
        assert setter.missing() == "妙着"
        assert setter.pdf().startswith(b"%PDF")


def test_a_cancelled_book_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    collection = collection_of(GAMES)
    job = BOOK.export(Study(collection, (1, 2), "x"), values_of(BOOK.fields, {}))
    next(iter(job))
    (folder,) = tmp_path.iterdir()
    assert folder.stat().st_mode & 0o077 == 0, "private"
    job.close()  # type: ignore[attr-defined]  # it is a generator
    assert list(tmp_path.iterdir()) == []


def test_a_failure_of_typst_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TypstFolder, "_template", _broken)
    with pytest.raises(Refused, match="The pages couldn't be set: panicked"):
        exported(BOOK, "1. e4 *")


def _broken(room: TypstFolder, name: str) -> Path:
    room.put(name, b"#panic()")
    return room._path / name


def test_no_template_names_a_package_or_reads_another_file() -> None:
    for path in resource_path("typst").iterdir():
        source = path.read_text("utf-8")
        assert "@" not in source
        assert "read(" not in source
        assert set(re.findall(r'#import "(.*?)"', source)) <= {"common.typ"}


def test_a_preview_is_the_first_page() -> None:
    study = Study(collection_of(GAMES), (1, 2), "x")
    preview = BOOK.preview(study, values_of(BOOK.fields, {}))
    assert preview is not None
    assert preview.data.startswith(b"\x89PNG")


def test_what_is_left_out_is_told() -> None:
    file = exported(
        BOOK, '[Annotator "A"]\n[Foo "x"]\n\n1. e4 {[%clk 1:00:00] c} (1. d4) e5 *', levels=0
    )
    assert dict(+file.left_out) == {"header:Foo": 1, "clock": 1, "variations": 1}
    assert str(left_out_words(file.left_out)).startswith("Left out: headers (Foo), ")


def test_headers_that_repeat_the_game_are_not_left_out() -> None:
    file = exported(BOOK, '[Game "Chinese Chess"]\n[Format "Chinese"]\n[Foo "x"]\n\n1. 炮二平五 *')
    assert dict(+file.left_out) == {"header:Foo": 1}


def test_of_many_headers_left_out_some_are_named() -> None:
    words = left_out_words({f"header:{'Long' * 20 if n == 1 else n}": 3 for n in range(11)})
    assert str(words) == f"Left out: headers (0, {'Long' * 10}…, 2, 3, 4, 5, 6, 7 and 3 more)."


# -------------------------------------------------------------------------------------- languages


@pytest.mark.parametrize(
    ("texts", "language"),
    [
        (["White attacks f7."], "en"),
        (["White plays 屏风马, the screen horses."], "en"),
        (["红方先手占优，马已跃出。"], "zh-Hans"),
        (["紅方先手占優，馬已躍出。"], "zh-Hant"),
        (["先手の攻めが続く。７六歩"], "ja"),
        (["羽生善治", "先手"], "zh-Hans"),
        ([], "en"),
    ],
)
def test_language_of_texts(texts: list[str], language: str) -> None:
    assert language_of(texts).id == language


@pytest.fixture
def in_japanese() -> Iterator[None]:
    catalogs.choose("ja", {})
    yield
    catalogs.choose("", {})


@pytest.mark.parametrize(
    ("headers", "comment", "language"),
    [
        ("", "", "ja"),
        ('[Date "2026.11.23"]\n[Result "1-0"]\n', "", "ja"),
        ('[White "Anna"]\n', "", "en"),
        ("", "{White attacks.}", "en"),
        ("", "{白方先手占优。}", "zh-Hans"),
    ],
)
@pytest.mark.usefixtures("in_japanese")
def test_a_book_without_texts_is_in_the_users_language(
    headers: str, comment: str, language: str
) -> None:
    collection = collection_of(f"{headers}\n1. e4 {comment} *", "g.pgn")
    assert language_for(collection, {"language": "auto"}).id == language
    assert language_for(collection, {"language": "de"}).id == "de"


@needs_han
def test_a_book_speaks_its_language() -> None:
    text = '[White "赵"]\n[Black "李"]\n[Game "Chinese Chess"]\n\n1. 炮二平五 $220 {红方先走，占中路。} *'
    assert "图1（黑先）" in words_in(exported(BOOK, text))
    assert "Black to move" in words_in(exported(BOOK, text, language="en"))


def test_indexes_are_sorted_without_accents() -> None:
    found = Indexes()
    for number, name in enumerate(("Zoe", "Émile", "eva", "Ada", "Émile")):
        found.add(Heading("t", written=(name, "")), f"s{number}")
    assert found.players() == [
        ("Ada", ["s3"]),
        ("Émile", ["s1", "s4"]),
        ("eva", ["s2"]),
        ("Zoe", ["s0"]),
    ]


def test_a_diagram_is_a_block_of_its_own() -> None:
    section = next(sections(collection_of("1. e4 (1. d4 $220 d5) e5 *")))
    kinds = [type(block) for block in blocks(section.items)]
    assert kinds == [Paragraph, Paragraph, Diagram, Paragraph, Paragraph]


@needs_poppler
def test_columns_of_a_short_game_end_at_the_same_height() -> None:
    text = " ".join(
        f"{n}. Nf3 ({n}. Na3 {{{'word ' * 60}}}) Nf6 {n + 1}. Ng1 Ng8" for n in range(1, 8, 2)
    )
    found = poppler(exported(BOOK, text + " *", sensible=False), "-bbox")
    words = re.findall(r'xMin="([0-9.]+)" .* yMax="([0-9.]+)">word<', found)
    left = max(float(y) for x, y in words if float(x) < 290)
    right = max(float(y) for x, y in words if float(x) > 290)
    assert abs(left - right) < 60


def test_title_and_author_can_be_given() -> None:
    data = reader(exported(BOOK, GAMES, title="*Best* games", author="E. Ditor")).metadata
    assert data is not None
    assert (data.title, data.author) == ("*Best* games", "E. Ditor")


# --------------------------------------------------------------------------------- a book's manners


def set_blocks(text: str, name: str = "g.pgn", **style: str) -> list[dict[str, Any]]:
    """The blocks of the only record, as the template reads them, without groups and breaks."""
    values = values_of(BOOK.fields, style)
    put: dict[str, Any] = {}
    with TypstFolder() as room, pytest.MonkeyPatch.context() as patch:
        patch.setattr(room, "put_data", put.__setitem__)
        for _ in BookSetter(room, collection_of(text, name), "x", values, str).set():
            pass
    (section,) = json.loads(json.dumps(put["part-0.json"]))
    return list(flat(section["blocks"]))


def flat(blocks: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The blocks of groups as they follow each other where every diagram fits."""
    for block in blocks:
        if block["kind"] == "group":
            inner = list(flat(block["blocks"]))
            yield from inner if inner[0]["at"] == "top" else (*inner[1:], inner[0])
        elif block["kind"] != "break":
            yield block


def test_the_result_stands_behind_the_last_move() -> None:
    mate = '[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'
    text, diagram = set_blocks(mate, end="yes")
    assert text["runs"][-1] == ["r", "0–1"]
    assert diagram["caption"] == "after 2…♕h4#", "nobody is to move"


def test_a_game_of_stones_has_figures() -> None:
    moves = "".join(f";{'BW'[n % 2]}[{'abcdefghi'[n % 9]}{'abcdefghi'[n // 9]}]" for n in range(60))
    shown = set_blocks(f"(;GM[1]SZ[9]{moves})", "g.sgf")
    captions = [block["caption"] for block in shown if block["kind"] == "diagram"]
    assert captions == ["Figure 1 (1–60)"]
    shown = set_blocks(f"(;GM[1]SZ[9]{moves}C[The end])", "g.sgf")
    captions = [block["caption"] for block in shown if block["kind"] == "diagram"]
    assert captions == ["Figure 1 (1–50)", "Figure 2 (51–60)"]
    shown = set_blocks(f"(;GM[1]SZ[9]{moves})", "g.sgf", numbers="none", sensible="no")
    assert [block["kind"] for block in shown] == ["par"]


def test_a_bookmark_with_a_diagram_is_named_once() -> None:
    game = "手合割：平手\n   1 ７六歩(77)\n&Corner\n   2 ３四歩(33)\n"
    shown = set_blocks(game, "g.kif")
    assert not any(kind == "a" for block in shown for kind, _ in block.get("runs", ()))
    assert "Corner" in shown[1]["caption"]
    (text,) = set_blocks(game, "g.kif", bookmarked="no", sensible="no")
    assert ["a", "Corner "] in text["runs"]


def test_a_caption_loses_the_number_of_its_move_and_nothing_else() -> None:
    game = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n"
    for notation, move in (("japanese", "△３四歩"), ("usi", "3c3d")):
        *_, shown = set_blocks(game, "g.kif", notation=notation)
        assert shown["caption"].endswith(f"after {move}"), notation


def test_a_verdict_isnt_read_as_part_of_the_move() -> None:
    record = load(FILES["hex"]).record(0)
    assert any("verdict" in node.notes for node in record.walk())
    text = words_in(exported_file(FILES["hex"]))  # type: ignore[arg-type]  # a file or bytes
    assert "33 (1–0)" in text.replace("\u202f", " ")


def test_boards_of_many_squares_are_wider() -> None:
    widths = {}
    for size, corner in ((9, "ii"), (19, "ss")):
        (board,) = (
            block["drawing"]
            for block in set_blocks(f"(;GM[1]SZ[{size}];B[aa];W[{corner}])", "g.sgf")
            if block["kind"] == "diagram"
        )
        widths[size] = board["across"]
    assert widths[9] < widths[19] <= (210 - 42 - 7) / 2


def test_pieces_in_hand_lie_together() -> None:
    game = game_of("shogi")
    geometry = board_geometry(game, game.start(None))
    held = {"R*": 1, "P*": 3, "b*": 1}
    squares = together(geometry, held).squares
    places = sorted(at[1] for at in geometry.squares.values() if at[0] == geometry.squares["P*"][0])
    assert [squares["R*"][1], squares["P*"][1]] == places[-2:]
    assert (
        squares["b*"][1]
        == geometry.squares["p*"][1]
        == min(at[1] for at in geometry.squares.values() if at[0] == geometry.squares["b*"][0])
    )
    assert squares["7g"] == geometry.squares["7g"]
    assert together(geometry, {}) is geometry


def test_numbers_on_pegs_can_be_read() -> None:
    game = game_of("twixt")
    geometry = board_geometry(game, game.start(None))
    large = large_pieces(geometry)
    assert large.piece_radius == 0.42 > geometry.piece_radius
    (disc,) = large.art["vertical"]
    assert isinstance(disc, DiscPart | BallPart)
    assert disc.radius == pytest.approx(0.42)
