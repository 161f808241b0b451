"""Icons of kinds of file: the page of a record with the sign of the kind's game on its seal."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from viewer.base.resources import resource_bytes

_SPACE = "http://www.w3.org/2000/svg"
_PAGE = 3  # paths of the page with its empty seal; the seal's character follows
# The sign, 24 wide, in the seal, which goes from 20 to 46 and from 25 to 51.
_PLACE = "translate(22.2 27.2) scale(.9)"
_WHITE = "#FFFFFF"


def kind_icon(games: Sequence[str]) -> bytes:
    """The icon, as SVG, of a kind of file that holds records of these games."""
    page = resource_bytes("icons", "mime-record.svg")
    if len(games) != 1:
        return page
    ElementTree.register_namespace("", _SPACE)
    top = ElementTree.fromstring(page)
    for path in list(top)[_PAGE:]:
        top.remove(path)
    sign = ElementTree.fromstring(resource_bytes("icons", f"game-{games[0]}.svg"))
    group = ElementTree.SubElement(top, f"{{{_SPACE}}}g", {"transform": _PLACE, **_painted(sign)})
    for path in sign:
        ElementTree.SubElement(group, path.tag, _painted(path))
    text: bytes = ElementTree.tostring(top, encoding="utf-8")
    return text + b"\n"


def _painted(element: ElementTree.Element) -> dict[str, str]:
    """An element's attributes, in white; without the size of a picture."""
    return {
        key: value.replace("currentColor", _WHITE)
        for key, value in element.attrib.items()
        if key != "viewBox"
    }
