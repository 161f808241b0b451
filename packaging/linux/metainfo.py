"""What software centres show of Qipu: AppStream metainfo.

Source: the AppStream specification 1.0 of freedesktop.org, "Desktop Applications" and "Releases".
Pictures are named by addresses there, so they are named only once the project has one (`urls` in
pyproject.toml, or --homepage).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.etree import ElementTree

from about import About, Section, changelog

# Reversed domain names are asked for; of .local nobody is the owner.
ID = "local.qipu.Qipu"
SCREENSHOTS = {
    "docs/desk-light.png": "A study: board, variations and comments side by side",
    "docs/go-dark.png": "A game of go in dark colours",
}
KEYWORDS = (
    *("xiangqi", "chess", "go", "shogi", "hex", "twixt", "baduk", "weiqi"),
    *("PGN", "SGF", "KIF", "XQF", "棋谱", "棋譜", "기보"),
)


def metainfo(about: About, media_types: Iterable[str]) -> bytes:
    """The metainfo of a version that opens these kinds of file."""
    top = ElementTree.Element("component", type="desktop-application")

    def add(
        parent: ElementTree.Element, tag: str, text: str = "", **more: str
    ) -> ElementTree.Element:
        element = ElementTree.SubElement(parent, tag, more)
        element.text = text or None
        return element

    add(top, "id", ID)
    add(top, "name", "Qipu")
    add(top, "summary", about.summary[0].upper() + about.summary[1:])
    add(
        top, "metadata_license", "FSFAP"
    )  # of this description alone: catalogues take no other kind
    add(top, "project_license", about.licence)
    described = add(top, "description")
    for paragraph in about.paragraphs:
        add(described, "p", paragraph)
    add(top, "launchable", "qipu.desktop", type="desktop-id")
    add(top, "icon", "qipu", type="stock")
    if about.homepage:
        add(top, "url", about.homepage, type="homepage")
        shown = add(top, "screenshots")
        for number, (path, caption) in enumerate(SCREENSHOTS.items()):
            default = {"type": "default"} if number == 0 else {}
            picture = add(shown, "screenshot", **default)
            add(picture, "caption", caption)
            add(picture, "image", about.address(path), type="source")
    kinds = add(top, "categories")
    for category in ("Game", "BoardGame"):
        add(kinds, "category", category)
    provided = add(top, "provides")
    add(provided, "binary", "qipu")
    for media_type in media_types:
        add(provided, "mediatype", media_type)
    words = add(top, "keywords")
    for word in KEYWORDS:
        add(words, "keyword", word)
    add(top, "content_rating", type="oars-1.1")
    releases = add(top, "releases")
    for section in changelog():
        state = "stable" if section.date else "development"
        dated = section.date or about.date
        release = add(releases, "release", version=section.version, date=dated, type=state)
        paragraphs = _beginning(section)
        if paragraphs:
            said = add(release, "description")
            for paragraph in paragraphs:
                add(said, "p", paragraph)
    ElementTree.indent(top)
    text: bytes = ElementTree.tostring(top, encoding="UTF-8", xml_declaration=True)
    return text + b"\n"


def _beginning(section: Section) -> list[str]:
    """The paragraphs that a section of the changelog begins with: what software centres have room for."""
    beginning = re.split(r"^[-#]", section.text, maxsplit=1, flags=re.MULTILINE)[0]
    return [" ".join(one.split()) for one in beginning.split("\n\n") if one.strip()]
