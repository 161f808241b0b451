"""Records as people send them, read again by the reader of prose; the moves of a text stay in their lines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import viewer
from viewer.base import catalogs
from viewer.base.fields import Value
from viewer.document.clip import pasting
from viewer.formats.format import Collection
from viewer.formats.memory import MemoryCollection
from viewer.formats.prose.text import read
from viewer.games import game_of
from viewer.games.move_words import MOVE_WORDS
from viewer.games.states import States
from viewer.publish.choices import OutlineStyle
from viewer.publish.exporter import Place
from viewer.publish.outline import Moves
from viewer.publish.sections import section_of
from viewer.publish.text.forms import POSTS, Post
from viewer.publish.text.posts import has_drawn_start, post, posts
from viewer.publish.wording import Words
from viewer.tree.action import Terminal
from viewer.tree.annotation import BEFORE, COMMENT
from viewer.tree.diagram import without_sign
from viewer.tree.record import Record

SAMPLES = Path(__file__).parents[2] / "resources" / "samples" / "en" / "study"
LANGUAGES = ("", "zh_CN", "zh_TW", "ja", "ko", "de")
IN_MOVES = OutlineStyle(moves="prose")  # as messages are: no figures
each_form = pytest.mark.parametrize("form", POSTS.values(), ids=list(POSTS))

Told = list[tuple[int, str, str, str]]


def samples() -> Iterator[tuple[str, Collection, int]]:
    for path in sorted(SAMPLES.iterdir()):
        records = viewer.load(path)
        for index in range(len(records)):
            yield f"{path.stem}-{index + 1}", records, index


EACH = list(samples())
each_sample = pytest.mark.parametrize(
    ("records", "index"), [one[1:] for one in EACH], ids=[one[0] for one in EACH]
)


def words_in(language: str) -> Words:
    translator = catalogs.translator_of(language) if language else None
    return str if translator is None else lambda words: words.text(translator)


def said(text: object) -> str:
    """A comment, its lines and blanks alike."""
    return " ".join(without_sign(str(text or "")).split())


def told_of(record: Record) -> tuple[str, Told]:
    """The comment ahead of all, and (parent, move, comment, comment ahead) of each move in pre-order."""
    states = States(game_of(record.game), record)
    rows: Told = []
    stack = [(child, -1) for child in reversed(record.root.children)]
    while stack:
        node, parent = stack.pop()
        if isinstance(node.action, Terminal):
            continue  # told as a word
        action = states.at(node).action
        assert action is not None
        rows.append((parent, action.text, said(node.comment), said(node.note(BEFORE))))
        row = len(rows) - 1
        stack += [(child, row) for child in reversed(node.children)]
    return said(record.root.comment), rows


def read_again(text: str, game: str) -> tuple[str, Told]:
    (one,) = read(text, ids=(game,)).told
    rows: Told = []
    for row in one.article.rows:
        notes = row.notes
        assert row.action is not None
        rows.append(
            (row.parent, row.action.text, said(notes.get(COMMENT)), said(notes.get(BEFORE)))
        )
    return said(one.article.notes.get(COMMENT)), rows


@each_form
@each_sample
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sample_is_read_again(records: Collection, index: int, form: Post, language: str) -> None:
    record = records.record(index)
    section = section_of(record, records.format, index, IN_MOVES, words_in(language))
    if has_drawn_start(section):
        _, lacks = posts(MemoryCollection(records.format, [record]), form, {}, str)
        assert "The position at the start is a picture" in " ".join(map(str, lacks))
        return
    assert read_again(post(section, form, words_in(language)), record.game) == told_of(record)


@each_form
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "told",
    [
        "Hex: 1. c3 2. swap-pieces 3. d6 4. pass 5. f7 6. resign",
        "Hex: 1. c3 2. swap-sides 3. d6 4. f7 5. forfeit",
        "Twixt: 1. c3 2. swap-pieces 3. d6 4. pass 5. f7 6. propose-draw 7. accept-draw",
        "Twixt: 1. c3 2. swap-sides 3. d6 4. f7 propose-draw 5. g4 6. draw",
        "Twixt: 1. c3 2. d6 3. f7 4. g4 5. forfeit",
        "Go: 1. Q16 2. D4 3. Q4 4. pass 5. pass",
    ],
)
def test_moves_that_are_words_are_read_again_in_any_language(
    told: str, form: Post, language: str
) -> None:
    collection = viewer.parse(told)
    record = collection.record(0)
    moves = " ".join(move for _, move, *_ in told_of(record)[1])
    assert all(word in moves for word in MOVE_WORDS if word in told)
    words = words_in(language)
    text = posts(collection, form, {}, words).text
    assert read_again(text, record.game)[1] == told_of(record)[1]
    for word, said in MOVE_WORDS.items():
        if word in told and words(said) != word:
            assert words(said) in text
            assert f" {word}" not in text


@each_form
def test_a_board_of_another_size_is_named(form: Post) -> None:
    record = viewer.parse("Go, 9x9: 1. E5 2. C3 3. G7").record(0)
    text = post(section_of(record, "text", 0, IN_MOVES), form, str)
    assert "Board: 9×9" in text
    (one,) = read(text, ids=("go",)).told
    assert one.setup is not None
    assert one.setup.text == "9"
    assert read_again(text, "go")[1] == told_of(record)[1]


XIANGQI = viewer.load(SAMPLES / "xiangqi.xqf")


@each_form
def test_nothing_is_left_of_an_empty_header(form: Post) -> None:
    record = XIANGQI.record(0)
    bare = Record(record.game, record.root, ())
    text = post(section_of(bare, XIANGQI.format, style=IN_MOVES), form, str)
    assert not text.startswith(("Red", "Title", "\n"))
    assert ":" not in text.split("\n")[0].replace("try Qipu with.", "")[:20]


def test_players_of_xiangqi_write_digits_in_half_width() -> None:
    text, _ = posts(XIANGQI, POSTS["paragraph"], {}, str)
    assert "马8进7" in text
    assert not set(text) & set("０１２３４５６７８９")


def test_the_main_line_alone() -> None:
    text, lacks = posts(XIANGQI, POSTS["paragraph"], {"levels": 0, "comments": False}, str)
    moves = text[text.index("1.") :]
    assert moves.startswith("1.炮二平五 马8进7 2.马二进三 车9平8 3.车一平二")
    assert "（" not in moves
    assert "variations (9)" in " ".join(map(str, lacks))


def test_from_a_position_on_and_up_to_it() -> None:
    values: dict[str, Value] = {"extent": "to", "comments": False}
    text, _ = posts(XIANGQI, POSTS["rows"], values, str, Place(4))
    assert text.endswith("\n1.炮二平五 马8进7\n2.马二进三 车9平8\n")
    values["extent"] = "from"
    text, _ = posts(XIANGQI, POSTS["rows"], values, str, Place(4))
    assert "马二进三" not in text
    assert text.split("\n")[3].endswith(" b")
    assert "\n1…车9平8\n2.车一平二 马2进3\n" in text


def test_a_long_text_for_discord_is_told() -> None:
    chess = viewer.load(SAMPLES / "chess.pgn")
    _, lacks = posts(chess, POSTS["discord"], {}, str)
    assert "one message holds 2,000" in " ".join(map(str, lacks))
    _, lacks = posts(chess, POSTS["paragraph"], {}, str)
    assert "message holds" not in " ".join(map(str, lacks))


@pytest.mark.parametrize("width", [30, 41, 78])
def test_no_move_is_broken_between_lines(tmp_path: Path, width: int) -> None:
    for path in sorted(SAMPLES.iterdir()):
        records = viewer.load(path)
        viewer.export(path, tmp_path / "a.txt", "text", "1", {"width": width, "moves": "prose"})
        text = (tmp_path / "a.txt").read_text()
        whole = " ".join(text.split())
        for item in section_of(records.record(0), records.format, style=IN_MOVES).items:
            for move in item.moves if isinstance(item, Moves) else ():
                number = move.number and move.number + (
                    "" if move.number[-1] == "…" or wide(move.text) else " "
                )
                if width > 30 or len(number + move.text) < 12:
                    assert f"{number}{move.text}".replace("\u3000", " ") in whole


def wide(text: str) -> bool:
    return not text[:1].isascii()


def test_traditional_moves_in_traditional_chinese() -> None:
    catalogs.choose("zh_TW")
    try:
        text, _ = posts(XIANGQI, POSTS["paragraph"], {"levels": 0, "comments": False}, catalogs.tr)
    finally:
        catalogs.use(None)
    assert "馬8進7 2.傌二進三 車9平8 3.俥一平二 馬2進3" in text
    assert "马" not in text[text.index("1.") :]


@each_form
@each_sample
def test_a_text_on_the_clipboard_is_pasted_as_moves(
    records: Collection, index: int, form: Post
) -> None:
    """No other format takes it, whatever line of a position is at its head."""
    section = section_of(records.record(index), records.format, index, IN_MOVES)
    text = post(section, form, str)
    assert has_drawn_start(section) or pasting.read_text(text) is None
