"""The manual: chapters of plain Markdown among the resources, read, searched, and written for a terminal.

A chapter is `manual/LANGUAGE/NN-name.md`; a language without a chapter or picture has that of its other
form (zh_CN for zh_TW), else the English one. Of Markdown it has headings (`## Title {#anchor}`), paragraphs,
lists, tables, pictures and links. A link leads to a command of the window, `[](command:save)`, where an
empty text is the command's name and key and `[key]` its key alone, or to another place of the manual,
`[text](chapter:name#anchor)`. It has no HTML.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from viewer.base.catalogs import tr
from viewer.base.columns import width_of, wrapped
from viewer.base.folding import folded, found_in
from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.base.resources import resource_path

ENGLISH = "en"
_FILE = re.compile(r"\d\d-([a-z0-9-]+)\.md")
_HEADING = re.compile(r"#(#?) +(.+?)(?: +\{#([a-z0-9-]+)\})?")
_ITEM = re.compile(r"(-|\d+\.) +(.+)")
_PICTURE = re.compile(r"!\[([^]]*)\]\(([a-z0-9-]+\.png)\)")
_RULE = re.compile(r"\|(?:\s*:?-+:?\s*\|)+")
_INLINE = re.compile(r"\*\*(.+?)\*\*|`([^`]+)`|\[([^]]*)\]\(([a-z]+):([^)\s]+)\)")
_WIDE = "\u2e80"  # from here on, characters stand without blanks between lines
_RUN = re.compile(f"[^{_WIDE}-\uffff]+|[{_WIDE}-\uffff]+")
_AROUND = 60  # characters of an excerpt on either side of what was found


class Named(NamedTuple):
    """A command in the text: its name, its key ("" for none), other words that it is searched by."""

    name: str
    key: str = ""
    also: str = ""


Naming = Callable[[str], Named]
"""By the id of a command."""


class Span(NamedTuple):
    """A part of a line.

    Attributes:
        kind: "text", "strong", "code", "command" or "chapter".
        text: as it is written; of a command "" for its name and key, "key" for its key.
        target: the id of a command; the name of a chapter, with "#anchor" behind it or not.
    """

    kind: str
    text: str
    target: str = ""


Line = tuple[Span, ...]


class Block(NamedTuple):
    """A part of a chapter.

    Attributes:
        kind: "title", "section", "text", "list", "steps", "table" or "picture".
        lines: one line; of lists one for each item, of tables one for each cell, row after row.
        across: the cells of a row.
        name: the anchor of a section; the file of a picture, whose line says what it shows.
    """

    kind: str
    lines: tuple[Line, ...]
    across: int = 0
    name: str = ""


class Hit(NamedTuple):
    """A section that a search found: its place ("chapter#anchor"), its title, words around what was found."""

    place: str
    title: str
    excerpt: str


def parsed_line(text: str) -> Line:
    """A line of Markdown as its parts."""
    spans: list[Span] = []
    at = 0
    for found in _INLINE.finditer(text):
        if found.start() > at:
            spans.append(Span("text", text[at : found.start()]))
        strong, code, words, scheme, target = found.groups()
        if strong is not None:
            spans.append(Span("strong", strong))
        elif code is not None:
            spans.append(Span("code", code))
        else:
            spans.append(Span(scheme, words, target))
        at = found.end()
    if at < len(text):
        spans.append(Span("text", text[at:]))
    return tuple(spans)


def parsed(text: str) -> list[Block]:
    """The blocks of a chapter."""
    return list(filter(None, map(_block, _paragraphs(text))))


def _paragraphs(text: str) -> Iterator[list[str]]:
    """The lines that belong together."""
    lines: list[str] = []
    for line in (*text.splitlines(), ""):
        if lines and (not line.strip() or "#" in (line[0], lines[0][0])):
            yield lines
            lines = []
        if line.strip():
            lines.append(line)


def _block(lines: list[str]) -> Block | None:
    whole = _joined(lines)
    heading = _HEADING.fullmatch(whole)
    if heading is not None:
        kind = "section" if heading[1] else "title"
        return Block(kind, (parsed_line(heading[2]),), name=heading[3] or "")
    picture = _PICTURE.fullmatch(whole)
    if picture is not None:
        return Block("picture", (parsed_line(picture[1]),), name=picture[2])
    if lines[0].startswith("|"):
        rows = [line.strip().strip("|").split("|") for line in lines if not _RULE.fullmatch(line)]
        cells = tuple(parsed_line(cell.strip()) for row in rows for cell in row)
        return Block("table", cells, across=len(rows[0]))
    if _ITEM.match(lines[0]):
        items: list[list[str]] = []
        for line in lines:
            found = _ITEM.match(line)
            if found is not None:
                items.append([found[2]])
            else:
                items[-1].append(line)
        kind = "list" if lines[0].startswith("-") else "steps"
        return Block(kind, tuple(parsed_line(_joined(item)) for item in items))
    return Block("text", (parsed_line(whole),))


def _joined(lines: Sequence[str]) -> str:
    """Lines as one; there is no blank between characters of Chinese and Japanese."""
    out = ""
    for line in map(str.strip, lines):
        tight = not out or (out[-1] >= _WIDE and line[0] >= _WIDE)
        out += line if tight else f" {line}"
    return out


class Chapter:
    """One chapter.

    Attributes:
        name: stable, as in its file's name.
        text: its Markdown.
    """

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text

    @cached_property
    def blocks(self) -> list[Block]:
        """What it consists of."""
        return parsed(self.text)

    @property
    def title(self) -> str:
        """Its title."""
        return next((_bare(one.lines[0]) for one in self.blocks if one.kind == "title"), self.name)

    @property
    def sections(self) -> list[tuple[str, str, list[Block]]]:
        """(anchor, title, blocks) of each section; the first, which has no anchor, is what stands before."""
        out: list[tuple[str, str, list[Block]]] = [("", self.title, [])]
        for block in self.blocks:
            if block.kind == "section":
                out.append((block.name, _bare(block.lines[0]), []))
            elif block.kind != "title":
                out[-1][2].append(block)
        return out

    @property
    def spans(self) -> Iterator[Span]:
        """All parts of its lines."""
        return (span for block in self.blocks for line in block.lines for span in line)


class Manual:
    """The manual in a language ("" for English).

    Attributes:
        naming: the name and key of a command.
    """

    def __init__(self, language: str, naming: Naming) -> None:
        self._folders = _folders(language or ENGLISH)
        self.naming = naming

    @cached_property
    def chapters(self) -> dict[str, Chapter]:
        """By name, in their order."""
        out: dict[str, Chapter] = {}
        for path in sorted(self._folders[-1].glob("*.md")):
            found = _FILE.fullmatch(path.name)
            if found is not None:
                text = next(filter(None, (_text(one / path.name) for one in self._folders)), "")
                out[found[1]] = Chapter(found[1], text)
        return out

    def place_of(self, id: str) -> str:
        """The place where a command is told of, or the one that it is a part of; "" for none.

        That is the section which is called as the command, else the first that names it and has an anchor.
        """
        places = [
            f"{chapter.name}#{anchor}" if anchor else chapter.name
            for chapter in self.chapters.values()
            for anchor, _, blocks in chapter.sections
            if id in {span.target for block in blocks for line in block.lines for span in line}
        ]
        places.sort(key=lambda place: (not place.endswith(f"#{id}"), "#" not in place))
        whole = id.rpartition("-")[0]
        return places[0] if places else self.place_of(whole) if whole else ""

    def picture(self, name: str) -> Path | None:
        """The file of a picture: the language's, else that of one nearest to it; None if there is none."""
        if not re.fullmatch(r"[a-z0-9-]+\.png", name):
            return None
        paths = (one / name for one in self._folders)
        return next((path for path in paths if path.is_file()), None)

    def words(self, line: Line) -> str:
        """A line as plain text, with the commands' names and keys."""
        return "".join(map(self.words_of, line))

    def words_of(self, span: Span) -> str:
        """What is read of a part of a line."""
        if span.kind != "command" or span.text not in ("", "key"):
            return span.text
        name, key, _ = self.naming(span.target)
        if span.text == "key":
            return key or name
        return tr(message("{words} ({keys})", words=name, keys=key)) if key else name

    def search(self, text: str) -> list[Hit]:
        """The sections that have all words of a text, those first whose titles have most of them.

        Words that a command is known by count too, but less. Where none has all words, those that have most;
        of a Chinese or Japanese text that stands nowhere, the pairs of its characters count as words.
        """
        read: list[tuple[Hit, str, tuple[str, str, str]]] = []
        for chapter in self.chapters.values():
            for anchor, title, blocks in chapter.sections:
                lines = [line for block in blocks for line in block.lines]
                body = " ".join(map(self.words, lines))
                commands = (
                    span.target for line in lines for span in line if span.kind == "command"
                )
                also = folded(" ".join(self.naming(id).also for id in commands))
                said = folded(f"{chapter.title} {title} {body}")
                place = f"{chapter.name}#{anchor}" if anchor else chapter.name
                name = f"{chapter.title}: {title}" if anchor else title
                read.append((Hit(place, name, ""), body, (f"{said} {also}", folded(title), said)))
        words = [
            part
            for word in folded(text).split()
            for part in ([word] if any(word in all for _, _, (all, *_) in read) else pairs_of(word))
        ]
        found: list[tuple[tuple[int, ...], Hit]] = []
        for hit, body, parts in read:
            ranks = [sum(word in part for word in words) for part in parts]
            if ranks[0]:
                shown = hit._replace(excerpt=_excerpt(body, words))
                found.append((tuple(-one for one in ranks), shown))
        found.sort(key=lambda one: one[0])
        return [hit for (most, *_), hit in found if most == found[0][0][0]]

    def plain(self, chapter: Chapter, width: int) -> Iterator[str]:
        """The lines of a chapter for a terminal of so many columns."""
        for block in chapter.blocks:
            yield from self._plain(block, width)
            yield ""

    def _plain(self, block: Block, width: int) -> Iterator[str]:
        lines = ["".join(map(self._plain_span, line)) for line in block.lines]
        if block.kind in ("title", "section"):
            yield lines[0]
            yield ("=" if block.kind == "title" else "-") * min(width, width_of(lines[0]))
        elif block.kind in ("list", "steps"):
            for number, line in enumerate(lines, 1):
                yield from _hanging("- " if block.kind == "list" else f"{number}. ", line, width)
        elif block.kind == "table":
            for at in range(0, len(lines), block.across):
                yield from _hanging("  ", "  ·  ".join(lines[at : at + block.across]), width)
        elif block.kind == "text":
            yield from _hanging("", lines[0], width)

    def _plain_span(self, span: Span) -> str:
        """As `words_of`, with the names of chapters that links lead to, and what is typed set off."""
        if span.kind == "chapter":
            return f"{span.text} [{span.target.partition('#')[0]}]"
        return f"`{span.text}`" if span.kind == "code" else self.words_of(span)


def _hanging(sign: str, text: str, width: int) -> Iterator[str]:
    """A text behind a sign, which the lines after the first leave room for."""
    for number, line in enumerate(wrapped(text, width - len(sign))):
        yield (sign if number == 0 else " " * len(sign)) + line.rstrip()


def _folders(language: str) -> list[Path]:
    """The folder of a language, those of its other forms (zh_CN beside zh_TW), the English one."""
    root = resource_path("manual")
    forms = sorted(path.name for path in root.glob(f"{language.partition('_')[0]}_*"))
    return [root / one for one in dict.fromkeys((language, *forms, ENGLISH))]


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except OSError:
        return ""


def _bare(line: Iterable[Span]) -> str:
    return "".join(span.text for span in line)


def pairs_of(word: str) -> Iterator[str]:
    """The parts of a text that has no blanks between its words: pairs of characters, Latin words whole."""
    for part in _RUN.findall(word):
        if part[0] < _WIDE or len(part) == 1:
            yield part
        else:
            yield from map("".join, pairwise(part))


def _excerpt(text: str, words: Sequence[str]) -> str:
    """The words around the first place where one of some folded words stands; the beginning without any."""
    places = filter(None, (found_in(text, word) for word in words))
    start = max(0, min((place[0] for place in places), default=0) - _AROUND)
    if start:
        start = text.find(" ", start, start + _AROUND // 2) + 1 or start
    end = start + 2 * _AROUND
    if end < len(text):
        end = max(text.rfind(" ", start + _AROUND, end), 0) or end
    shown = text[start:end].strip()
    return f"{'… ' if start else ''}{shown}{' …' if end < len(text) else ''}"
