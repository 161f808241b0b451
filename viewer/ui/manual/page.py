"""A chapter of the manual as the HTML that Qt shows: all of it is made here, and every text is escaped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from string import Template

from viewer.base.manual import Block, Chapter, Line, Manual, Span
from viewer.scene.theme import Theme

_SHEET = Template("""
body { color: $ink; }
h1 { color: $ink; font-size: x-large; margin-bottom: 10px; }
h2 { color: $ink; font-size: large; margin-top: 22px; margin-bottom: 6px; }
p, li { margin-bottom: 7px; }
a { color: $accent; text-decoration: underline; }
td, th { padding: 4px 12px 4px 0; }
th { text-align: left; color: $muted; }
code { background-color: $chip; }
""")


def sheet_of(theme: Theme) -> str:
    """The style sheet of its pages in a theme."""
    return _SHEET.substitute({name: theme[name] for name in ("ink", "accent", "muted", "chip")})


def page_of(manual: Manual, chapter: Chapter, wide: Callable[[str], int]) -> str:
    """The HTML of a chapter; `wide`: the pixels that a picture takes, by its name."""
    parts = [_block(manual, block, wide) for block in chapter.blocks]
    names = list(manual.chapters)
    at = names.index(chapter.name) + 1
    if at < len(names):
        after = manual.chapters[names[at]]
        parts.append(
            f'<p align="right"><a href="chapter:{after.name}">{escape(after.title)} →</a></p>'
        )
    return "".join(parts)


def _block(manual: Manual, block: Block, wide: Callable[[str], int]) -> str:
    lines = [_line(manual, line) for line in block.lines]
    match block.kind:
        case "title":
            return f"<h1>{lines[0]}</h1>"
        case "section":
            return f'<h2><a name="{escape(block.name)}"></a>{lines[0]}</h2>'
        case "list" | "steps":
            name = "ul" if block.kind == "list" else "ol"
            return f"<{name}>{''.join(f'<li>{line}</li>' for line in lines)}</{name}>"
        case "table":
            return f'<table cellspacing="0">{"".join(_rows(lines, block.across))}</table>'
        case "picture":
            said = escape(manual.words(block.lines[0]))
            return (
                f'<p><img src="{escape(block.name)}" width="{wide(block.name)}" alt="{said}"></p>'
            )
        case _:
            return f"<p>{lines[0]}</p>"


def _rows(cells: list[str], across: int) -> Iterator[str]:
    for at in range(0, len(cells), across):
        kind = "td" if at else "th"
        yield "<tr>"
        yield from (f"<{kind}>{cell}</{kind}>" for cell in cells[at : at + across])
        yield "</tr>"


def _line(manual: Manual, line: Line) -> str:
    return "".join(_span(manual, span) for span in line)


def _key(text: str) -> str:
    """A key, or what is typed; it isn't broken between lines."""
    return f"<code>&nbsp;{escape(text).replace(' ', '&nbsp;')}&nbsp;</code>"


def _span(manual: Manual, span: Span) -> str:
    words = escape(manual.words_of(span))
    if span.kind == "command" and not span.text:
        name, key, _ = manual.naming(span.target)
        words, after = escape(name), f" {_key(key)}" if key else ""
        return f'<a href="command:{escape(span.target)}">{words}</a>{after}'
    match span.kind:
        case "strong":
            return f"<b>{words}</b>"
        case "code":
            return _key(span.text)
        case "command" | "chapter":
            return f'<a href="{span.kind}:{escape(span.target)}">{words}</a>'
        case _:
            return words
