"""The text of a web page: what a reader sees, a row of a table on a line."""

from __future__ import annotations

import re
from html.parser import HTMLParser

_TAGS = re.compile(
    r"<(?:br|p|div|td|tr|table|html|body|span|font|li|h[1-6]|b|i|a)\b[^<>]{0,500}>", re.IGNORECASE
)
_SOME = 2
_LINES = frozenset(
    ("br", "p", "div", "tr", "li", "h1", "h2", "h3", "h4", "h5", "h6", "table", "ul", "ol", "hr")
)
_UNSEEN = frozenset(("script", "style", "head", "title", "select", "noscript", "template"))
_SIGNS = re.compile(r"[ \t\r\f\v\xa0]+")


def is_page(text: str) -> bool:
    """Whether a text has tags of HTML."""
    return text.count("<", 0, 100_000) >= _SOME and len(_TAGS.findall(text[:100_000])) >= _SOME


def text_of_page(text: str) -> str:
    """What a reader of a page sees, cells parted by blanks, rows and paragraphs by line ends."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    lines = (line.strip() for line in "".join(reader.parts).split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._unseen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _UNSEEN:
            self._unseen.append(tag)
        elif tag in _LINES:
            self.parts.append("\n")
        elif tag in ("td", "th"):
            self.parts.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if self._unseen and tag == self._unseen[-1]:
            self._unseen.pop()
        elif tag in ("p", "div", "tr", "li", "table"):
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.parts.append(_SIGNS.sub(" ", data.replace("\n", " ")))
