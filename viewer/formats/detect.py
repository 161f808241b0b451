"""Detecting the format of a file, by its content first; its suffix is only a hint."""

from __future__ import annotations

import codecs
import os
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterable
from itertools import chain

from viewer.base.files import SYSTEM, FileSystem
from viewer.base.layers import RecodedSource, is_packed, problem_of, unpacked_name
from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import Message, message
from viewer.base.patterns import late
from viewer.base.source import BytesSource, FileSource, Piece, Source, Span, piece_bytes
from viewer.base.text import UTF8
from viewer.base.text import canonical as chinese
from viewer.formats import FORMATS
from viewer.formats.entry import FormatEntry, Likeness
from viewer.formats.format import Collection, Format, Loss, Output, Unreadable
from viewer.formats.forwarding import RecodedCollection
from viewer.formats.kit.charsets import (
    ENCODINGS,
    MARK,
    TEXT_ENCODINGS,
    canonical,
    decode,
    encode,
    is_utf8,
    wide_codec,
)
from viewer.formats.kit.judge import guess

_HEAD = 4096
_WIDE = 1 << 16  # bytes in which switches between ASCII and other characters are looked for
_MAY_BE_WIDE = late(rb"\0|\x1b\$[@B]|~\{")
_UNDESCRIBED: dict[str, Message] = {"kifz": message("a compressed KIF record (.kifz)")}
"""What is known by its suffix alone, since no description of its content is public."""


def detect(source: Source, named: str = "", encoding: str = "") -> FormatEntry:
    """The format of a source, with the suffix of `named` as the hint if the source has another name.

    `encoding` is the codec of its text, where the user says it.

    Raises Unreadable with a sentence if no format fits.
    """
    head = source.read(0, _HEAD)
    if not head:
        problem = problem_of(source)
        if problem is not None:
            raise Unreadable(problem, "file.packed")
    suffix = suffix_of(named or source.name)
    marked = [entry for entry in FORMATS.values() if entry.is_marked(head)]
    found = _likeliest(marked, suffix, head) or _sure_by_name(suffix, head)
    found = found or _likeliest(FORMATS.values(), suffix, head)
    if found is None:
        found = _recoded(head, encoding, suffix)
    if found is not None:
        return found
    if not head:
        raise Unreadable(message("The file is empty."), "file.empty")
    if suffix in _UNDESCRIBED:
        words = message(
            "This seems to be {what}, whose form isn't public: save it as KIF in the program that made it.",
            what=_UNDESCRIBED[suffix],
        )
        raise Unreadable(words, "file.not-yet")
    hinted = next(
        (one for one in FORMATS.values() if suffix in one.suffixes and not one.common), None
    )
    if hinted is not None:
        raise Unreadable(
            message(
                "The name ends in .{suffix}, but the content is no {format}.",
                suffix=suffix,
                format=hinted.name,
            ),
            "file.not-its-suffix",
        )
    raise Unreadable(message("This is no game record that Qipu knows."), "file.unknown")


def _recoded(head: bytes, encoding: str, suffix: str) -> FormatEntry | None:
    """The format of a text in a codec that its probe doesn't know."""
    said = _full_name(encoding, head)
    codec = said if said in TEXT_ENCODINGS else canonical(encoding) or guess(head)
    if is_utf8(head) and codec == UTF8:
        return None
    plain = decode(head, codec).encode(UTF8, "replace")
    found = _likeliest(FORMATS.values(), suffix, plain)
    return found if encoding or (found and found.likeness(plain) is Likeness.YES) else None


def _sure_by_name(suffix: str, head: bytes) -> FormatEntry | None:
    """The format that the suffix names, or a rival of it, if that is sure: no other probe is loaded then."""
    named = [entry for entry in FORMATS.values() if suffix in entry.suffixes]
    rivals = (FORMATS[id] for entry in named for id in entry.rivals_for(head))
    found = _likeliest([*named, *rivals], suffix, head)
    return found if found is not None and found.likeness(head) >= Likeness.YES else None


def _likeliest(entries: Iterable[FormatEntry], suffix: str, head: bytes) -> FormatEntry | None:
    """The likeliest of some formats; of equally likely ones, the one with the suffix."""
    best: tuple[Likeness, bool] = (Likeness.IF_NAMED, False)
    found: FormatEntry | None = None
    for entry in entries:
        likeness, named = entry.likeness(head), suffix in entry.suffixes
        rank = (likeness if named or likeness < Likeness.BY_NAME else Likeness.NO, named)
        if rank > best:
            best, found = rank, entry
    return found


def checked(output: Output, collection: Collection, name: str, format_: Format) -> Output:
    """The output of a collection in a format, with what a reader of a file of this name doesn't find.

    That is all of it, if the file would be opened as another format or not at all, and text that is
    read in another codec (see `readback`). Raises OSError if the source fails.
    """
    pieces, head, taken = output.pieces, b"", list[Piece]()
    for piece in pieces:
        taken.append(piece)
        if isinstance(piece, Span):
            piece = piece._replace(length=min(piece.length, _HEAD))
        head += piece_bytes(piece, collection.source)[: _HEAD - len(head)]
        if len(head) >= _HEAD:
            break
    output = output._replace(pieces=chain(taken, pieces))
    try:
        found = detect(BytesSource(head, name))
        if found.id == format_.id:
            from viewer.formats.readback import read_back  # deferred

            return read_back(output, collection, format_, _read)
        words = message("The file will be opened as {format}.", format=found.name)
    except Unreadable as error:
        words = message("The file can't be opened again. {reason}", reason=error.reason)
    return output._replace(losses=(*output.losses, Loss("format", None, words)))


def suffix_of(name: str) -> str:
    """The suffix of a file's name, in lower case, without the dot, ignoring a suffix of packing."""
    return os.path.splitext(unpacked_name(name))[1][1:].lower()


def is_common(name: str) -> bool:
    """Whether files of this name are mostly no records (see `FormatEntry.common`)."""
    suffix = suffix_of(name)
    return any(one.common and suffix in one.suffixes for one in FORMATS.values())


def load_source(
    source: Source,
    limits: Limits = DEFAULT,
    encoding: str | None = None,
    named: str = "",
    format: Format | None = None,
) -> Collection:
    """Read the collection in a source; `encoding` is any name of a codec that the format offers.

    `named` is a name whose suffix tells the format, if the source's own doesn't; `format` is the one that it
    is read as, whatever it looks like. A packed source is unpacked. Raises Unreadable or OSError.
    """
    if is_packed(source.read(0, 16)):
        from viewer.base.packed import PackedSource  # deferred

        source = PackedSource(source, limits=limits)
        if source.dense:
            limits = limits.dense()
    format_ = format or detect(source, named, encoding or "").load()
    codec = None if encoding is None else _codec(format_, encoding, source)
    return _read(format_, source, limits, codec)


def _read(format_: Format, source: Source, limits: Limits, codec: str | None) -> Collection:
    """Read a source as a format, in UTF-8 if its reader can't do otherwise."""
    recoded = _recoded_source(source, codec, limits) if format_.bytewise else None
    if recoded is None:
        return format_.read(source, limits, codec)
    return RecodedCollection(format_.read(recoded, limits, UTF8), recoded.codec)


def _recoded_source(source: Source, codec: str | None, limits: Limits) -> RecodedSource | None:
    """The text of a source as UTF-8, if ASCII isn't ASCII in its codec."""
    head = source.read(0, _HEAD)
    if (
        codec is None
        and head[:2] not in (BOM_UTF16_LE, BOM_UTF16_BE)
        and not _MAY_BE_WIDE.search(head)
    ):
        return None

    wide = wide_codec(source.read(0, _WIDE)) if codec is None else codec
    if not wide or wide in ENCODINGS:
        return None
    data = source.read(0, limits.body_bytes)
    text = decode(data, wide)
    if source.read(len(data), 1):
        words = message(
            "A file in {codec} is read up to {count} bytes, and this one is longer.",
            codec=wide,
            count=len(data),
        )
        raise Unreadable(words, "file.too-long")
    mark = MARK if text.startswith(MARK) else ""
    rest = data[len(encode(text, wide)) :]  # an odd last byte of UTF-16

    def back(written: bytes) -> bytes:
        return encode(mark + written.decode(UTF8), wide) + rest

    return RecodedSource(source, wide, text[len(mark) :].encode(UTF8), back)


def _codec(format_: Format, encoding: str, source: Source) -> str:
    """The format's name for a codec, of which people write GBK, cp936, Big5-HKSCS, UTF-16."""
    for wanted in (_full_name(encoding, source.read(0, 2)), _name_of(encoding, chinese)):
        for known in format_.encodings:
            if _python_name(known) == wanted:
                return known
    if not format_.encodings:
        words = message("Text in this format has one encoding, and none can be chosen.")
    else:
        words = message(
            "Text in this format can be read as {known}, not as {encoding}.",
            known=", ".join(format_.encodings),
            encoding=encoding,
        )
    raise Unreadable(words, "encoding.unknown")


def _full_name(encoding: str, head: bytes) -> str | None:
    """Python's name of a codec; that of UTF-16 with the order of its bytes."""
    name = _name_of(encoding, _python_name)
    if name == "utf-16":
        name += "-be" if head[:2] == BOM_UTF16_BE or head[:1] == b"\0" else "-le"
    return name


def _python_name(encoding: str) -> str:
    return codecs.lookup(encoding).name


def _name_of(encoding: str, look_up: Callable[[str], str]) -> str | None:
    try:
        return look_up(encoding)
    except (LookupError, ValueError):  # ValueError: not a name at all, such as one with a NUL
        return None


def load_file(
    path: str,
    files: FileSystem = SYSTEM,
    limits: Limits = DEFAULT,
    encoding: str | None = None,
    named: str = "",
    format: Format | None = None,
) -> Collection:
    """Read the collection in a file. Raises Unreadable, or OSError if the file can't be read."""
    return load_source(FileSource(path, files), limits, encoding, named, format)


def find_all(collection: Collection) -> None:
    """Find all records of a file: a script counts them and looks at the last one first.

    Closes the source if that fails. Raises OSError.
    """
    try:
        for _ in collection.indexing():
            pass
    except BaseException:
        if collection.source is not None:
            collection.source.close()
        raise
