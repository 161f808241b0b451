"""The manual: how its chapters are read, what it says for a terminal, and that all of it leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from viewer.base.manual import Block, Manual, Named, Span, parsed, parsed_line
from viewer.base.resources import resource_path

FOLDER = resource_path("manual")
LANGUAGES = sorted(path.name for path in FOLDER.iterdir() if path.is_dir())
MOST_BYTES = 2_000_000  # of all pictures


def naming(id: str) -> Named:
    known = {"save": Named("Save", "Ctrl+S", "stow"), "print": Named("Print")}
    return known.get(id, Named(id))


def manual(language: str = "") -> Manual:
    return Manual(language, naming)


def shape(block: Block) -> tuple[object, ...]:
    """What a block has in every language."""
    lines = len(block.lines) if block.kind in ("table", "steps", "list") else 1
    return block.kind, lines, block.across, block.name


def links(blocks: list[Block]) -> list[tuple[str, str]]:
    """The links of a chapter, in whatever order a language has them."""
    spans = (span for block in blocks for line in block.lines for span in line)
    return sorted((one.kind, one.target) for one in spans if one.target)


# ---------------------------------------------------------------------------- how it is read


def test_blocks() -> None:
    text = (
        "# Title\n\nOne\ntwo.\n\n## Part {#part}\n- a\n- b\n  c\n\n1. x\n2. y\n\n"
        "| a | b |\n|---|---|\n| c | d |\n\n![A board](board.png)\n"
    )
    kinds = [(one.kind, len(one.lines), one.across, one.name) for one in parsed(text)]
    assert kinds == [
        ("title", 1, 0, ""),
        ("text", 1, 0, ""),
        ("section", 1, 0, "part"),
        ("list", 2, 0, ""),
        ("steps", 2, 0, ""),
        ("table", 4, 2, ""),
        ("picture", 1, 0, "board.png"),
    ]
    assert parsed(text)[1].lines == ((Span("text", "One two."),),)
    assert parsed(text)[3].lines[1] == (Span("text", "b c"),)


def test_lines_of_chinese_are_joined_without_blanks() -> None:
    assert parsed("打开\n棋谱")[0].lines[0] == (Span("text", "打开棋谱"),)


def test_parts_of_a_line() -> None:
    assert parsed_line("Press `Esc`, **then** [](command:save) or [here](chapter:read#open).") == (
        Span("text", "Press "),
        Span("code", "Esc"),
        Span("text", ", "),
        Span("strong", "then"),
        Span("text", " "),
        Span("command", "", "save"),
        Span("text", " or "),
        Span("chapter", "here", "read#open"),
        Span("text", "."),
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[](command:save)", "Save (Ctrl+S)"),
        ("[key](command:save)", "Ctrl+S"),
        ("[](command:print)", "Print"),
        ("[key](command:print)", "Print"),
        ("[this](command:save)", "this"),
    ],
)
def test_a_command_has_the_name_and_key_that_it_has_now(text: str, words: str) -> None:
    assert manual().words(parsed_line(text)) == words


def test_a_terminal_gets_lines_of_its_width() -> None:
    book = manual()
    lines = list(book.plain(book.chapters["read"], 60))
    assert lines[:2] == ["Open and read", "============="]
    assert max(map(len, lines)) <= 60
    assert any(line.startswith("1. ") for line in lines)


def test_a_search_finds_words_wherever_they_stand() -> None:
    hits = manual().search("encoding WRONG")
    assert hits[0].place == "files#encoding"
    assert "Text that looks wrong" in hits[0].title
    assert "save" in manual().search("ctrl+s")[0].excerpt.lower()
    assert manual().search("  ") == []
    assert manual().search("nothing-has-this") == []


def test_a_search_knows_other_words_for_commands_and_takes_what_has_most() -> None:
    places = [hit.place for hit in manual().search("stow")]
    assert "files#convert" in places
    assert "go#count" not in places
    assert manual().search("encoding nothing-has-this") == manual().search("encoding")


@pytest.mark.parametrize(
    ("asked", "place"),
    [
        ("gibberish", "files#encoding"),
        ("convert folder", "files#convert"),
        ("add engine", "engine#add"),
        ("my repertoire", "opponent#repertoire"),
        ("joseki", "go#joseki"),
        ("merge", "compare"),
        ("gif", "export#export"),
        ("crash", "trouble#lost"),
        ("uninstall", "trouble#remove"),
        ("bug", "trouble#report"),
        ("sounds", "settings#settings"),
        ("spaced repetition", "learn#drill"),
    ],
)
def test_what_people_ask_is_found(asked: str, place: str) -> None:
    assert place in [hit.place for hit in manual().search(asked)][:3]


@pytest.mark.parametrize(
    ("asked", "place"),
    [
        ("乱码", "files#encoding"),
        ("转换 文件夹", "files#convert"),
        ("添加引擎", "engine#add"),
        ("我的开局储备", "opponent#repertoire"),
        ("定式", "go#joseki"),
        ("合并文件", "compare"),
        ("怎么打印", "problems#sheet"),
        ("git怎么用", "git"),
        ("闪退", "trouble#report"),
        ("怎样卸载", "trouble#remove"),
        ("间隔重复", "learn#drill"),
        ("残局", "xiangqi#problems"),
    ],
)
def test_what_people_ask_in_chinese_is_found(asked: str, place: str) -> None:
    assert place in [hit.place for hit in manual("zh_CN").search(asked)][:3]


def test_a_chapter_without_a_translation_is_the_english_one() -> None:
    there = manual("xx")
    assert list(there.chapters) == list(manual().chapters)
    assert there.chapters["read"].title == "Open and read"


def test_a_picture_is_that_of_the_nearest_language() -> None:
    picture = manual("zh_TW").picture("read-window.png")
    assert picture is not None
    assert picture.parent.name in ("zh_TW", "zh_CN")
    assert manual("xx").picture("read-window.png") == manual().picture("read-window.png")


@pytest.mark.parametrize(
    "name",
    ["../../licences/OFL.txt", "/etc/hostname", "http://x/y.png", "a/../b.png", "read.md", ""],
)
def test_only_pictures_of_the_manual_are_pictures(name: str) -> None:
    assert manual().picture(name) is None


# ---------------------------------------------------------------------- what stands in it


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chapter_has_a_title_and_named_sections(language: str) -> None:
    for chapter in manual(language).chapters.values():
        blocks = chapter.blocks
        assert blocks[0].kind == "title", chapter.name
        assert [one.kind for one in blocks].count("title") == 1, chapter.name
        anchors = [one.name for one in blocks if one.name and one.kind == "section"]
        assert len(set(anchors)) == len(anchors), chapter.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_and_pictures_lead_somewhere(language: str) -> None:
    book = manual(language)
    places = {
        f"{one.name}#{anchor}" if anchor else one.name
        for one in book.chapters.values()
        for anchor, _, _ in one.sections
    }
    for chapter in book.chapters.values():
        for span in chapter.spans:
            assert span.kind in ("text", "strong", "code", "command", "chapter"), span
            if span.kind == "chapter":
                assert span.target in places, f"{chapter.name}: {span.target}"
                assert span.text, f"{chapter.name}: {span.target}"
        for block in chapter.blocks:
            if block.kind == "picture":
                assert book.picture(block.name) is not None, f"{chapter.name}: {block.name}"
                assert book.words(block.lines[0]), f"{block.name} isn't described"


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_of_markdown_is_left_over(language: str) -> None:
    """What wasn't understood would be shown as it is written."""
    for chapter in manual(language).chapters.values():
        assert "http" not in chapter.text, chapter.name
        for span in chapter.spans:
            if span.kind == "text":
                assert not re.search(r"\]\(|\*\*|`|<\w|\{#", span.text), f"{chapter.name}: {span}"


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_a_translation_has_the_same_parts(language: str) -> None:
    names = {path.name for path in (FOLDER / "en").glob("*.md")}
    there = sorted(path for path in (FOLDER / language).glob("*.md"))
    assert {path.name for path in there} <= names
    for path in there:
        here = parsed((FOLDER / "en" / path.name).read_text("utf-8"))
        blocks = parsed(path.read_text("utf-8"))
        assert list(map(shape, blocks)) == list(map(shape, here)), path
        assert links(blocks) == links(here), path


def test_pictures_are_small_and_shown() -> None:
    files = list(FOLDER.glob("*/*.png"))
    assert sum(path.stat().st_size for path in files) <= MOST_BYTES
    used = {
        block.name
        for chapter in manual().chapters.values()
        for block in chapter.blocks
        if block.kind == "picture"
    }
    assert {path.name for path in files} == used
    script = (FOLDER.parent.parent / "packaging" / "make_manual_pictures.py").read_text("utf-8")
    assert all(f'"{name.removesuffix(".png")}"' in script for name in used)


def test_files_are_numbered_one_after_the_other() -> None:
    numbers = [int(path.name[:2]) for path in sorted(Path(FOLDER / "en").glob("*.md"))]
    assert numbers == list(range(1, len(numbers) + 1))
