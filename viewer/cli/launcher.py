"""Qipu's launcher and file types for Linux desktops: texts, made from the registry of formats, and icons.

The list of default programs is the user's and every program's that becomes a default, so it is never
parsed and written anew: the text is changed in one place.

Sources: the Desktop Entry Specification 1.5 and the Shared MIME-info Database specification 0.21 of
freedesktop.org.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from xml.etree import ElementTree

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.resources import resource_bytes
from viewer.formats.entry import FormatEntry

NAME = "qipu.desktop"
THUMBNAILER = "qipu.thumbnailer"
# Suffixes that mean something else to many people. Files named so are known by their content, or are
# opened from within Qipu.
OTHERS_SUFFIXES: dict[str, Message] = {
    "cbl": message("programs in COBOL"),
    "cbr": message("comic books"),
    "che": message("saves of other games"),
    "hex": message("dumps of memory as text"),
    "hgt": message("heights of the Earth's surface, measured by radar"),
    "moves": message("any program's list of moves"),
    "pgc": message("programs in C with SQL within"),
    "wxf": message("data of Mathematica"),
    "six": message("pictures for terminals"),
}
_KIND = message("Game record viewer")
_PURPOSE = message("Open, study and edit the records of board games")
_DRAWN = ("render", "--thumbnail")  # what a command line goes on with for a picture
# Above the 50 of content rules made without care, below the 80 from which on a rule beats a
# suffix: a text file that happens to begin like a record stays a text file.
_PRIORITY = 60
_PACKED = {
    "gz": "gzip",
    "zst": "zstd",
}  # suffixes, and what is added to the name of the kind within
_SPACE = "http://www.w3.org/2000/svg"
_PAGE = 3  # paths of the page with its empty seal; the seal's character follows
# The sign, 24 wide, in the seal, which goes from 20 to 46 and from 25 to 51.
_PLACE = "translate(22.2 27.2) scale(.9)"
_WHITE = "#FFFFFF"
DEFAULTS = "Default Applications"


class FileKind(NamedTuple):
    """A kind of file, as desktops have it.

    Attributes:
        media_type: its name.
        name: for people.
        globs: patterns of names.
        marks: (offset, bytes) pairs, any of which tells it by its content.
        parent: the kind whose programs can open it as well, "" for none.
        shared: whether Qipu leaves it to the program that opens it already, if there is one.
        known: the number of its first patterns that desktops know already, with the kind itself; 0 if
            they have to be told of it.
        games: ids of those that such a file can hold.
    """

    media_type: str
    name: Message
    globs: tuple[str, ...]
    marks: tuple[tuple[int, bytes], ...]
    parent: str
    shared: bool
    known: int
    games: tuple[str, ...]


def kinds_of(formats: Iterable[FormatEntry]) -> list[FileKind]:
    """The kinds of file of formats, each once: of each format its own, and those of its packed files."""
    kinds: dict[str, FileKind] = {}
    for entry in formats:
        if entry.common:
            continue
        globs: dict[str, list[str]] = {"": []}
        for suffix in entry.suffixes:
            packing = _PACKED.get(suffix.rpartition(".")[2], "")
            if suffix not in OTHERS_SUFFIXES:
                globs.setdefault(packing, []).append(f"*.{suffix}")
        for packing, patterns in globs.items():
            kind = _kind(entry, packing, tuple(patterns))
            same = kinds.get(kind.media_type)
            if same is not None:
                kind = same._replace(
                    globs=same.globs + kind.globs,
                    marks=same.marks + kind.marks,
                    games=tuple(dict.fromkeys(same.games + kind.games)),
                )
            kinds[kind.media_type] = kind
    return list(kinds.values())


def _kind(entry: FormatEntry, packing: str, globs: tuple[str, ...]) -> FileKind:
    if not packing:
        marks = entry.magic + entry.signs
        known = int(entry.known)
        return FileKind(
            entry.media_type,
            entry.name,
            globs,
            marks,
            entry.parent,
            entry.shared,
            known,
            entry.games,
        )
    name = message("{kind}, packed", kind=entry.name)
    media_type, parent = f"{entry.media_type}+{packing}", f"application/{packing}"
    return FileKind(media_type, name, globs, (), parent, False, 0, entry.games)


def left_alone(formats: Iterable[FormatEntry]) -> dict[str, Message]:
    """The suffixes of formats that are left to others, with what such files mostly are."""
    suffixes = sorted(suffix for entry in formats for suffix in entry.suffixes)
    return {one: OTHERS_SUFFIXES[one] for one in suffixes if one in OTHERS_SUFFIXES}


def desktop_entry(command: Sequence[str], kinds: Iterable[FileKind]) -> str:
    """The launcher: `command` is this installation's, to which the files' paths are added."""
    types = list(dict.fromkeys(kind.media_type for kind in kinds))
    lines = (
        "[Desktop Entry]",
        "Type=Application",
        "Version=1.0",
        "Name=Qipu",
        f"GenericName={_string(str(_KIND))}",
        f"Comment={_string(str(_PURPOSE))}",
        f"TryExec={_string(command[0])}",
        f"Exec={exec_line(command)} %F",
        "Icon=qipu",
        "Terminal=false",
        "StartupNotify=true",
        "StartupWMClass=qipu",
        "Categories=Game;BoardGame;",
        f"MimeType={''.join(kind + ';' for kind in types)}",
    )
    return "".join(line + "\n" for line in lines)


def thumbnailer(command: Sequence[str], kinds: Iterable[FileKind]) -> str:
    """What has file managers show boards as the pictures of files."""
    types = list(dict.fromkeys(kind.media_type for kind in kinds))
    lines = (
        "[Thumbnailer Entry]",
        f"TryExec={_string(command[0])}",
        f"Exec={exec_line([*command, *_DRAWN])} --size %s -o %o -- %i",
        f"MimeType={''.join(kind + ';' for kind in types)}",
    )
    return "".join(line + "\n" for line in lines)


def exec_line(command: Sequence[str]) -> str:
    """The words of a command as the value of Exec: each quoted, then escaped as every string is."""
    return _string(" ".join(_quoted(word) for word in command))


def _quoted(word: str) -> str:
    for sign in ("\\", '"', "`", "$"):
        word = word.replace(sign, "\\" + sign)
    return '"' + word.replace("%", "%%") + '"'


def _string(text: str) -> str:
    text = text.replace("\\", "\\\\")
    return text.replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r")


def mime_package(kinds: Iterable[FileKind]) -> bytes:
    """What desktops have to be told of kinds of file, for the shared MIME database."""
    space = "http://www.freedesktop.org/standards/shared-mime-info"
    top = ElementTree.Element("mime-info", xmlns=space)
    for kind in kinds:
        globs = kind.globs[kind.known :]
        if kind.known and not globs:
            continue
        element = ElementTree.SubElement(top, "mime-type", type=kind.media_type)
        ElementTree.SubElement(element, "comment").text = str(kind.name)
        if not kind.known:
            ElementTree.SubElement(element, "icon", name=icon_name(kind.media_type))
        if kind.parent:
            ElementTree.SubElement(element, "sub-class-of", type=kind.parent)
        if kind.marks:
            magic = ElementTree.SubElement(element, "magic", priority=str(_PRIORITY))
        for offset, mark in kind.marks:
            match = {"type": "string", "offset": str(offset), "value": _magic(mark)}
            ElementTree.SubElement(magic, "match", match)
        for pattern in dict.fromkeys(globs):
            ElementTree.SubElement(element, "glob", pattern=pattern)
    ElementTree.indent(top)
    text: bytes = ElementTree.tostring(top, encoding="UTF-8", xml_declaration=True)
    return text + b"\n"


def icon_name(media_type: str) -> str:
    """The name of the icon of a kind of file, as desktops look for it."""
    return media_type.replace("/", "-")


def _magic(mark: bytes) -> str:
    """Bytes as the MIME database writes them; all but letters, digits and blanks in hex."""
    return "".join(
        chr(byte) if byte < 0x80 and (chr(byte).isalnum() or byte == 0x20) else f"\\x{byte:02x}"
        for byte in mark
    )


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


def has_group(text: str, group: str) -> bool:
    """Whether the text has a group."""
    return _head(text, group) is not None


def entry(text: str, group: str, key: str) -> str | None:
    """The value of a key in a group, None if it isn't set."""
    found = _find_entry(text, group, key)
    return found.group(1) if found else None


def put_entry(text: str, group: str, key: str, value: str) -> str:
    """The text with a key set: in its place, else below the head of its group, else above all."""
    found = _find_entry(text, group, key)
    if found:
        return text[: found.start(1)] + value + text[found.end(1) :]
    head = _head(text, group)
    if head:
        return f"{text[: head.end()]}\n{key}={value}{text[head.end() :]}"
    return f"[{group}]\n{key}={value}\n{text}"


def take_entry(text: str, group: str, key: str) -> str:
    """The text without a key; the inverse of a `put_entry` into a group that was there."""
    found = _find_entry(text, group, key)
    if not found:
        return text
    return text[: found.start() - 1] + text[found.end() :]


def take_group(text: str, group: str) -> str:
    """The text without the head of a group that holds no keys; else the text."""
    head = _head(text, group)
    if not head or re.search(r"^[^\s#\[]", text[head.end() : _end(text, head)], re.MULTILINE):
        return text
    return text[: head.start()] + text[head.end() :].removeprefix("\n")


def _head(text: str, group: str) -> re.Match[str] | None:
    return re.search(rf"^\[{re.escape(group)}\][ \t\r]*$", text, re.MULTILINE)


def _end(text: str, head: re.Match[str]) -> int:
    following = re.compile(r"^\[", re.MULTILINE).search(text, head.end())
    return following.start() if following else len(text)


def _find_entry(text: str, group: str, key: str) -> re.Match[str] | None:
    """Match of a key's line; group 1 is its value."""
    head = _head(text, group)
    if not head:
        return None
    line = re.compile(rf"^{re.escape(key)}[ \t]*=[ \t]*(.*?)[ \t\r]*$", re.MULTILINE)
    return line.search(text, head.end(), _end(text, head))
