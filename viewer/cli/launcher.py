"""What a Linux desktop has to be told of Qipu: its launcher and the kinds of file it opens.

Texts only, made from the registry of formats. Sources: the Desktop Entry Specification 1.5 and
the Shared MIME-info Database specification 0.21 of freedesktop.org.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.etree import ElementTree

from viewer.base.messages import message
from viewer.formats import FormatEntry

NAME = "qipu.desktop"

# Suffixes that mean something else to nearly everybody: text dumps of memory (.hex), COBOL (.cbl),
# comic books (.cbr). Such files are known by their content or are opened from within Qipu.
OTHERS_SUFFIXES = frozenset({"hex", "cbl", "cbr"})

# Above the 50 of content rules made without care, below the 80 from which on a rule beats a
# suffix: a text file that happens to begin like a record stays a text file.
_PRIORITY = 60


def desktop_entry(command: Sequence[str], formats: Iterable[FormatEntry]) -> str:
    """The launcher: `command` is this installation's, to which the files' paths are added."""
    types = list(dict.fromkeys(entry.media_type for entry in formats))
    lines = (
        "[Desktop Entry]",
        "Type=Application",
        "Version=1.0",
        "Name=Qipu",
        f"GenericName={_string(str(message('Game record viewer')))}",
        f"Comment={_string(str(message('Open, study and edit the records of board games')))}",
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


def mime_package(formats: Iterable[FormatEntry]) -> bytes:
    """The kinds of file that are Qipu's own, by content and suffix, for the shared MIME database."""
    space = "http://www.freedesktop.org/standards/shared-mime-info"
    top = ElementTree.Element("mime-info", xmlns=space)
    kinds: dict[str, list[FormatEntry]] = {}
    for entry in formats:
        if not entry.shared:
            kinds.setdefault(entry.media_type, []).append(entry)
    for media_type, entries in kinds.items():
        kind = ElementTree.SubElement(top, "mime-type", type=media_type)
        ElementTree.SubElement(kind, "comment").text = str(entries[0].name)
        ElementTree.SubElement(kind, "icon", name=icon_name(media_type))
        marks = [mark for entry in entries for mark in entry.magic]
        if marks:
            magic = ElementTree.SubElement(kind, "magic", priority=str(_PRIORITY))
        for offset, mark in marks:
            match = {"type": "string", "offset": str(offset), "value": _magic(mark)}
            ElementTree.SubElement(magic, "match", match)
        for suffix in dict.fromkeys(suffix for entry in entries for suffix in suffixes(entry)):
            ElementTree.SubElement(kind, "glob", pattern=f"*.{suffix}")
    ElementTree.indent(top)
    text: bytes = ElementTree.tostring(top, encoding="UTF-8", xml_declaration=True)
    return text + b"\n"


def suffixes(entry: FormatEntry) -> list[str]:
    """The suffixes of a format that Qipu may claim."""
    return [suffix for suffix in entry.suffixes if suffix not in OTHERS_SUFFIXES]


def icon_name(media_type: str) -> str:
    """The name of the icon of a kind of file, as desktops look for it."""
    return media_type.replace("/", "-")


def _magic(mark: bytes) -> str:
    """Bytes as the MIME database writes them; all but letters, digits and blanks in hex."""
    return "".join(
        chr(byte) if byte < 0x80 and (chr(byte).isalnum() or byte == 0x20) else f"\\x{byte:02x}"
        for byte in mark
    )
