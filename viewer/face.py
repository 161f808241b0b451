"""The library: `viewer.open`, `viewer.load`, `viewer.convert`, `viewer.render` and others.

`viewer/__init__.py` fetches it when a name is asked for. The commands are built on it too, so that
what they can do a script can do.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, overload

from viewer.base.fields import Value, Values, values_of
from viewer.base.files import SYSTEM
from viewer.base.jobs import run_inline
from viewer.base.messages import message
from viewer.base.refused import Refused
from viewer.base.source import BytesSource, Source
from viewer.base.system_errors import error_words
from viewer.base.text import UTF8
from viewer.document.record_set import NoSuchRecords, NumberedSet
from viewer.document.saving.save import LossRefused, SaveError, write_file
from viewer.formats import FORMATS
from viewer.formats.detect import checked, detect, find_all, load_file, load_source, suffix_of
from viewer.formats.entry import FormatEntry
from viewer.formats.format import Collection, Format, Loss, Output, Unreadable
from viewer.formats.forwarding import OrderedCollection, held, unheld
from viewer.formats.fresh import fullest
from viewer.games import GAMES, game_of
from viewer.games.capabilities import opening_of
from viewer.games.judge import judge
from viewer.games.states import States

if TYPE_CHECKING:
    from viewer.document.document import Document
    from viewer.games.openings import Opening
    from viewer.publish.export import Exported
    from viewer.tree.diagnostic import Diagnostic
    from viewer.tree.node import Node
    from viewer.tree.record import Record

__all__ = [
    "FORMATS",
    "GAMES",
    "LossRefused",
    "Refused",
    "SaveError",
    "Unreadable",
    "check",
    "convert",
    "export",
    "load",
    "open",
    "opening",
    "parse",
    "render",
    "report",
]

PICTURES = ("svg", "png")

Writer = Callable[[Format, Collection, Mapping[str, str] | None], Output]
Path = str | bytes | os.PathLike[str] | os.PathLike[bytes]


def open(path: Path, encoding: str | None = None, *, named: str = "") -> Document:
    """Open a file for reading and editing.

    `encoding` is a codec that overrides what the bytes suggest, `named` a name whose suffix tells the format
    if the file's own doesn't. Raises Unreadable if nothing of the file can be shown, OSError if it can't be
    read at all.
    """
    from viewer.document.document import open_document  # deferred

    document = open_document(os.fsdecode(path), encoding, named=named)
    find_all(document)
    for _ in document.remembering() or ():
        pass
    return document


def load(
    path: Path | Source,
    encoding: str | None = None,
    *,
    named: str = "",
    format: str = "",
    game: str = "",
) -> Collection:
    """Read a file, or another source of bytes, without editing. Arguments and errors as for `open`.

    `format` is the one that it is read as, whatever it looks like: its id or a suffix. With `game`, an id, it
    is read as a text about that game. Raises Refused for a format or a game that there isn't.
    """
    as_ = _format_said(format, game)
    if isinstance(path, (str, bytes, os.PathLike)):
        collection = load_file(os.fsdecode(path), encoding=encoding, named=named, format=as_)
    else:
        collection = load_source(path, encoding=encoding, named=named, format=as_)
    find_all(collection)
    return collection


def parse(text: str, game: str | None = None) -> Collection:
    """The games in a text as people write it: an article, a message, a page of the web, a list of moves.

    `game` is the id of the game that it is about ("xiangqi"); by default the text says it. A text that is a
    record of a format (PGN, KIF, …) is read as that, unless `game` is given.

    Each game is a record: moves that follow one another in the text as main line, those that are only thought
    of as variations, everything else as comments where it stands; players, event and date as headers. What
    wasn't understood is told in `diagnostics`, with line and column: moves that the rules forbid, and words
    that are spelt like moves and weren't taken as moves.

    Raises Unreadable if no game is told, Refused for a game that there isn't.
    """
    source = BytesSource(text.encode("utf-8", "replace"), "text.txt")
    # Formats whose text has one encoding take none.
    codec = UTF8 if game or detect(source, encoding=UTF8).load().encodings else None
    return load(source, codec, game=game or "")


def _format_said(format: str, game: str) -> Format | None:
    """The format that is said by its id or a suffix, or by a game of which a text tells; None for neither."""
    if game and game not in GAMES:
        known = ", ".join(GAMES)
        raise Refused(
            message("There is no game {name}; there are: {known}.", name=game, known=known)
        )
    wanted = format.lower().lstrip(".") or ("text" if game else "")
    if not wanted:
        return None
    entries = [one for one in FORMATS.values() if wanted == one.id or wanted in one.suffixes]
    entry = next((one for one in entries if not game or game in one.games), None)
    if entry is None:
        raise Refused(message("There is no format {name}.", name=format))
    if entry.id == "text":
        from viewer.formats.prose import ProseFormat  # deferred

        return ProseFormat(game)
    return entry.load()


def opening(record: Record, node: Node | None = None) -> Opening | None:
    """The opening of a game, named from the moves of its main line or of the line to a node.

    None if the moves have no name, or the game's openings have none.
    """
    states = States(game_of(record.game), record)
    return opening_of(states.game, states.at_end() if node is None else states.at(node))


def check(record: Record, result: str = "") -> list[Diagnostic]:
    """What the rules of its game say of a record, as `qipu check` does.

    Moves that break a rule, repetitions, a draw at the end of the main line, a start that can't be, and a
    result (as its headers say it) against the end on the board.
    """
    return [one for part in run_inline(judge(game_of(record.game), record, result)) for one in part]


def convert(
    source: Path,
    target: Path,
    allow_loss: bool = False,
    options: Mapping[str, str] | None = None,
    *,
    encoding: str | None = None,
    overwrite: bool = False,
) -> list[Loss]:
    """Write a file in the format that the target's suffix names. Returns what was lost.

    The same format and suffix without options keep every byte. `options` are choices of the target's format,
    value by id.

    Raises:
        Unreadable, OSError: the source can't be read.
        Refused: no format for the target's name, one that can't hold the game, an option that it
            doesn't have, a target that is there already (unless `overwrite`).
        LossRefused: something would be lost (unless `allow_loss`); nothing is written.
        SaveError: the target couldn't be written.
    """
    conversion = prepare(source, target, options, encoding=encoding, overwrite=overwrite)
    try:
        if conversion.output.losses and not allow_loss:
            raise LossRefused(conversion.output.losses)
        conversion.write()
    finally:
        conversion.close()
    return list(conversion.output.losses)


_TRIED = 1000  # records that are written again to find an option that loses nothing


@dataclass(frozen=True, slots=True)
class Conversion:
    """A prepared conversion, of which nothing is written yet."""

    collection: Collection
    output: Output
    target: str
    format: Format
    options: Mapping[str, str]

    def fuller(self) -> tuple[dict[str, str], int] | None:
        """The option beside the chosen ones with which least is lost, and how much; None if none is better.

        None too if none was chosen, or if there are too many records to try.
        """
        if not self.options or not 0 < len(self.collection) <= _TRIED:
            return None
        best, least = None, len(self.output.losses)
        for option in self.format.each_option(self.collection.record(0).game, self.options):
            count = len(self.format.write(self.collection, {**self.options, **option}).losses)
            if count < least:
                best, least = (option, count), count
            if not least:
                break
        return best

    def write(self) -> None:
        """Write the target. Raises SaveError."""
        write_file(self.target, self.output.pieces, self.collection.source)

    def close(self) -> None:
        """Close the source."""
        if self.collection.source is not None:
            self.collection.source.close()


def prepare(
    source: Path | Source,
    target: Path,
    options: Mapping[str, str] | None = None,
    *,
    encoding: str | None = None,
    overwrite: bool = False,
    sort: bool = False,
    records: str = "",
    named: str = "",
    format: str = "",
    game: str = "",
    edit: Callable[[Collection], Collection] | None = None,
    write: Writer | None = None,
) -> Conversion:
    """What `convert` does before it writes; raises the same.

    `records` are numbers of those that are meant, see `NumberedSet`; "" for all.
    `edit` gives what is written in place of what was read.
    `write` is asked for the output, in place of the format.
    `named` is a name whose suffix says the format, where the target's own doesn't.
    `format` and `game` say how the source is read, as of `load`.
    With `sort` the records are put in the sorting order of the format they are read from, or of
    that they are written to; Refused if neither has one.
    """
    path = os.fsdecode(target)
    entries = _formats_named(named or path)
    if not overwrite and _is_there(path):
        raise Refused(message("{path} is there already.", path=path))
    whole = load(source, encoding, format=format, game=game)
    with ExitStack() as opened:
        if whole.source is not None:  # what is refused is closed here
            opened.callback(whole.source.close)
        try:
            collection = NumberedSet(whole, records).collection()
        except NoSuchRecords as error:
            raise Refused(error.reason) from error
        if edit is not None:
            collection = edit(collection)
        entry, collection = _holding(collection, entries)
        format_ = entry.load()
        if not format_.writable and collection.format != entry.id:
            others = [
                other
                for other in FORMATS.values()
                if set(entry.games) & set(other.games) and other.load().writable
            ]
            raise Refused(
                message(
                    "{path} can't be written: {format} can only be read. Its games can be saved as {known}.",
                    path=path,
                    format=entry.name,
                    known=_suffixes(others),
                )
            )
        _check_options(format_, options or {})
        suffix = suffix_of(named or path)
        if not options and suffix != suffix_of(_name_of(source)):
            options = format_.options_for(suffix)
        if sort:
            collection = _sorted(collection, format_)
        if format_.single and not len(collection):
            raise Refused(message("There is no game to write."))

        def written(some: Mapping[str, str] | None) -> Output:
            output = (
                format_.write(collection, some)
                if write is None
                else write(format_, collection, some)
            )
            return checked(output, collection, named or path, format_)

        if options or collection.format == format_.id:
            output = written(options or None)
        else:
            output, options = fullest(format_, collection, written)
        opened.pop_all()
        return Conversion(collection, output, path, format_, options or {})


def _name_of(source: Path | Source) -> str:
    if isinstance(source, (str, bytes, os.PathLike)):
        return os.fsdecode(source)
    return source.name


def _sorted(collection: Collection, target: Format) -> Collection:
    for format_ in (FORMATS[collection.format].load(), target):
        order = format_.collate(collection)
        if order is not None:
            return OrderedCollection(collection, order)
    name = FORMATS[collection.format].name
    raise Refused(message("There is no sorting order for {format}.", format=name))


def _formats_named(path: str) -> list[FormatEntry]:
    suffix = suffix_of(path)
    entries = [entry for entry in FORMATS.values() if suffix in entry.suffixes]
    if not entries:
        known = _suffixes(entry for entry in FORMATS.values() if entry.load().writable)
        raise Refused(
            message("{path} names no format that Qipu writes: {known}.", path=path, known=known)
        )
    return entries


def _suffixes(entries: Iterable[FormatEntry]) -> str:
    return ", ".join(f".{suffix}" for entry in entries for suffix in entry.suffixes)


def _is_there(path: str) -> bool:
    try:
        return SYSTEM.stamp_of(path) is not None
    except OSError as error:
        why = error_words(error)
        reason = message("{path} couldn't be saved: {why}.", path=path, why=why)
        raise SaveError(reason) from error


def _holding(collection: Collection, entries: list[FormatEntry]) -> tuple[FormatEntry, Collection]:
    """The format, of those that a suffix names, that holds the games of a collection; the collection.

    If there is only one, the games are seen as their records are read: those that it can't hold are refused.
    """
    games = set(FORMATS[collection.format].games)
    if not any(games <= set(entry.games) for entry in entries):  # then it depends on the records
        if len(entries) == 1 and not entries[0].load().single:
            return entries[0], held(collection, entries[0])
        games = {collection.record(index).game for index in range(len(collection))}
    for entry in entries:
        if games <= set(entry.games):
            return entry, collection
    raise unheld(entries[0], next(iter(games - set(entries[0].games))))


def _check_options(format_: Format, options: Mapping[str, str]) -> None:
    offered = {option.key: option.choices for option in format_.all_options}
    for name, value in options.items():
        if name not in offered:
            known = ", ".join(offered) or "-"
            raise Refused(
                message("There is no option {name}; there are: {known}.", name=name, known=known)
            )
        if value not in offered[name]:
            known = ", ".join(offered[name])
            raise Refused(
                message(
                    "Option {name} can't be {value}; it can be: {known}.",
                    name=name,
                    value=value,
                    known=known,
                )
            )


@overload
def render(
    record: Record,
    node: Node | None = None,
    kind: Literal["svg"] = "svg",
    size: int = ...,
    theme: str = "light",
    flip: bool = False,
    mirror: bool = False,
    coordinates: str = "game",
    pieces: str = "",
    look: Values | None = None,
) -> str: ...


@overload
def render(
    record: Record,
    node: Node | None = None,
    *,
    kind: Literal["png"],
    size: int = ...,
    theme: str = "light",
    flip: bool = False,
    mirror: bool = False,
    coordinates: str = "game",
    pieces: str = "",
    look: Values | None = None,
) -> bytes: ...


@overload
def render(
    record: Record,
    node: Node | None = None,
    kind: str = "svg",
    size: int = ...,
    theme: str = "light",
    flip: bool = False,
    mirror: bool = False,
    coordinates: str = "game",
    pieces: str = "",
    look: Values | None = None,
) -> str | bytes: ...


def render(
    record: Record,
    node: Node | None = None,
    kind: str = "svg",
    size: int = 800,
    theme: str = "light",
    flip: bool = False,
    mirror: bool = False,
    coordinates: str = "game",
    pieces: str = "",
    look: Values | None = None,
) -> str | bytes:
    """The board at a node of a record (by default its start) as a picture, `size` pixels wide.

    Args:
        record: the record.
        node: one of its nodes.
        kind: "svg" for the text of an SVG file, "png" for the bytes of a PNG file (needs PySide6).
        size: 1 to 8192.
        theme: "light", "dark", "plain", "contrast" or "book" (black and white).
        flip: seen from the other side.
        mirror: left and right exchanged.
        coordinates: "game" as the players write them, "letters", "1-1" (go: numbers), or "none".
        pieces: the id of one of the game's piece sets (`piece_sets`), "" for the usual one.
        look: more choices, by the keys of `viewer.publish.pictures.board.LOOK_FIELDS`.

    Raises Refused for a kind, size, theme, coordinates or pieces that there aren't.
    """
    from viewer.publish.pictures.board import LOOK_FIELDS, BoardPainter  # deferred

    if kind not in PICTURES:
        raise Refused(message("There are no pictures of kind {kind}.", kind=kind))
    given: dict[str, Value] = {
        "size": size,
        "theme": theme,
        "flip": flip,
        "mirror": mirror,
        "coordinates": coordinates,
        "pieces": pieces,
    }
    painter = BoardPainter(
        States(game_of(record.game), record), values_of(LOOK_FIELDS, {**given, **(look or {})})
    )
    drawing = painter.drawing(node or record.root)
    if kind == "png":
        from viewer.paint.image import render_png  # deferred

        return render_png(*drawing, size)
    from viewer.scene.svg import to_svg  # deferred

    return to_svg(*drawing, pixels=size)


def export(
    source: Path | Collection,
    target: Path,
    kind: str = "",
    records: str = "",
    style: Values | None = None,
    *,
    ply: int = 0,
    node: int | None = None,
    encoding: str | None = None,
) -> Exported:
    """Export records to a file, or to files beside each other, as `qipu export` does.

    Args:
        source: a file, or a collection or document.
        target: the file, or a folder. An export of several files (a picture of each move) numbers them.
        kind: a key of `viewer.publish.kinds.KINDS`; by default the one that the target's suffix names.
        records: numbers of the records that are meant, as in "2,5-7"; "" for all.
        style: values of the kind's fields, by their keys.
        ply: the position after so many plies of the main line, for exports of one.
        node: the number of its node, as dumps count them, in place of `ply`.
        encoding: as for `open`.

    Returns the paths that were written, and what isn't in the files.

    Raises:
        Unreadable, OSError: the source can't be read.
        Refused: there is no such kind, record, position or choice.
        SaveError: a file couldn't be written.
    """
    from viewer.publish.export import Exported, Order, exporting  # deferred
    from viewer.publish.exporter import Place  # deferred
    from viewer.publish.kinds import kind_named  # deferred
    from viewer.publish.styles import styled  # deferred
    from viewer.publish.targets import stem_of, targets  # deferred

    out = os.fsdecode(target)
    chosen = kind_named(kind, out)
    values = styled(chosen.load().fields, style or {})
    order = Order(chosen.id, values, records, Place(ply, node))
    if isinstance(source, (str, bytes, os.PathLike)):
        path = os.fsdecode(source)
        collection = load(path, encoding)
    else:
        collection = source
        path = collection.source.name if collection.source is not None else "record"
    try:
        (made,) = targets([path], out, chosen.suffix)
        name = stem_of(out if collection.source is None else path)
        done = run_inline(exporting(collection, name, made, order))
        return next(one for one in done if isinstance(one, Exported))
    finally:
        if collection is not source and collection.source is not None:
            collection.source.close()


def report(
    source: Path | Collection,
    target: Path,
    records: str = "",
    *,
    player: str = "",
    style: Values | None = None,
    encoding: str | None = None,
) -> Exported:
    """Write a report of games: graph, phases, turning points, the opening, what there is to learn.

    It is made of the evaluations in the records; nothing is analysed. The target's suffix names its form:
    html, pdf, md, tex, txt. `player`: whose moves the lessons are about, "" for both sides. The other
    arguments, result and errors as for `export`.
    """
    from viewer.publish.kinds import report_kind  # deferred
    from viewer.publish.styles import report_values  # deferred

    kind = report_kind(os.fsdecode(target))
    chosen = report_values(kind.load().fields, {"about": player}, style or {})
    return export(source, target, kind.id, records, chosen, encoding=encoding)
