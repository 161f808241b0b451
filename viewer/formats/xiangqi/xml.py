"""Reads the elements of an XML file in their order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from xml.parsers import expat

from viewer.base.messages import message
from viewer.formats.xiangqi.game import XiangqiGame


class _Refused(Exception):
    """The file defines entities, which aren't allowed: records have none."""


def read_elements(
    data: bytes,
    game: XiangqiGame,
    begin: Callable[[str, Mapping[str, str]], None],
    end: Callable[[str, str], None],
) -> None:
    """Call `begin` with the name and attributes of each element, `end` with its name and text.

    Blanks around a text are layout, save in a CDATA section. Reading ends at the first error of the XML,
    which is added to the game's diagnostics.
    """
    texts: list[list[tuple[str, bool]]] = [[]]  # with whether it is of a CDATA section
    literal = False

    def started(name: str, attributes: dict[str, str]) -> None:
        texts.append([])
        begin(name, attributes)

    def ended(name: str) -> None:
        end(name, _without_layout(texts.pop()))

    def in_section(inside: bool) -> None:
        nonlocal literal
        literal = inside

    def refused(*_: object) -> None:
        raise _Refused

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = started
    parser.EndElementHandler = ended
    parser.CharacterDataHandler = lambda text: texts[-1].append((text, literal))
    parser.StartCdataSectionHandler = lambda: in_section(True)
    parser.EndCdataSectionHandler = lambda: in_section(False)
    parser.EntityDeclHandler = refused
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        words = message("The XML ends here: {reason}.", reason=reason)
        game.tell("xml", words, max(0, parser.ErrorByteIndex))
    except (LookupError, ValueError):  # an unknown encoding
        words = message("The XML ends here: {reason}.", reason="encoding")
        game.tell("xml", words, 0)
    except _Refused:
        words = message("The XML ends here: {reason}.", reason="entities")
        game.tell("xml", words, max(0, parser.CurrentByteIndex))


def _without_layout(parts: list[tuple[str, bool]]) -> str:
    """The text of an element, without the blanks around it that are of no CDATA section."""
    kept = [at for at, (text, literal) in enumerate(parts) if literal or text.strip()]
    if not kept:
        return ""
    parts = parts[kept[0] : kept[-1] + 1]
    texts = [text for text, _ in parts]
    if not parts[0][1]:
        texts[0] = texts[0].lstrip()
    if not parts[-1][1]:
        texts[-1] = texts[-1].rstrip()
    return "".join(texts)
