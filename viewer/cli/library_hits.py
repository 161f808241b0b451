"""`qipu library`: hits as one book, one sheet of diagrams, one tree of games."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from viewer.base.catalogs import tr
from viewer.base.fields import values_of
from viewer.base.files import SYSTEM
from viewer.base.messages import counted, message
from viewer.base.refused import Refused
from viewer.cli.commands import OK
from viewer.cli.console import Failed, complain, follow, say
from viewer.cli.library_edits import check_output, places_of, written
from viewer.cli.whole import way_of
from viewer.document.document import Document
from viewer.document.placed import (
    OpenFiles,
    PlacedRecords,
    format_of_all,
    format_of_name,
    write_records,
)
from viewer.document.saving.save import LossRefused, SaveError
from viewer.document.training.lessons import lesson_of_places
from viewer.document.whole import lines
from viewer.formats.detect import suffix_of
from viewer.formats.entry import FormatEntry
from viewer.formats.format import Collection
from viewer.formats.memory import MemoryCollection
from viewer.library.ask.searching import Hit
from viewer.publish.export import Order, exporting, told
from viewer.publish.exporter import Missing, left_out_words
from viewer.publish.found import SHEET, reading_games, reading_positions, sheet_values
from viewer.publish.kinds import kind_named
from viewer.publish.targets import Target

_PAGES = ("html", "htm")


def publish(args: argparse.Namespace, hits: Sequence[Hit]) -> int:
    """Write hits as a book, a page, a text …, by the suffix; with `--sheet` their positions, as diagrams."""
    try:
        return _publish(args, hits)
    except Refused as error:
        raise Failed(error.reason) from error


def _publish(args: argparse.Namespace, hits: Sequence[Hit]) -> int:
    as_what = SHEET if args.sheet else "problems" if args.lesson else ""
    kind = kind_named(as_what, args.output)
    places = places_of(hits)
    records: Collection
    if args.lesson and suffix_of(args.output) not in _PAGES:
        raise Refused(message("--lesson writes records, or a page (.html)."))
    if args.lesson:
        records = _lesson(args, hits, format_of_all(places))
        values = values_of(kind.load().fields, {})
    elif args.sheet:
        (records,) = follow(reading_positions(places, [hit.node for hit in hits]))
        values = sheet_values("")
    else:
        (records,) = follow(reading_games(places))
        values = values_of(kind.load().fields, {})
    name = os.path.splitext(os.path.basename(args.output))[0]
    order = Order(kind.id, values, words=tr)
    for done in follow(told(exporting(records, name, Target(args.output), order), args.output)):
        if isinstance(done, Missing):
            complain(done.words)
        elif done.failure is not None:
            raise Failed(done.failure)
        else:
            left_out = left_out_words(done.left_out)
            if left_out is not None:
                complain(left_out)
            games = counted("One game", "{count} games", len(records))
            say(message("{games} written to {path}.", games=games, path=args.output))
    return OK


def write_lesson(args: argparse.Namespace, hits: Sequence[Hit]) -> int:
    """Write hits as a lesson in the file of `--output`. Exit status as of `convert`."""
    games = frozenset(hit.game for hit in hits)
    try:
        entry = format_of_name(args.output, games, len(hits) > 1)
        made = _lesson(args, hits, entry)
        done = write_records(made, entry, args.output, args.allow_loss, SYSTEM)
    except (Refused, LossRefused, SaveError) as error:
        return written(args, error)
    return written(args, done)


def _lesson(args: argparse.Namespace, hits: Sequence[Hit], entry: FormatEntry) -> Collection:
    """A lesson of hits in the terms of a format. Raises Refused."""
    nodes = [hit.node for hit in hits]
    job = lesson_of_places(places_of(hits), nodes, entry.id, args.lesson)
    ((format, made),) = follow(job)
    return MemoryCollection(format, [data.record() for data in made])


def write_joined(args: argparse.Namespace, hits: Sequence[Hit]) -> int:
    """Join hits into one game in the file of `--output`. Exit status as of `convert`."""
    check_output(args)
    places = places_of(hits)
    try:
        entry = format_of_name(args.output, frozenset(place.game for place in places), False)
        with OpenFiles() as open_files:
            document = Document(PlacedRecords(open_files, places, entry.id))
            complain(lines.join(document, run=follow, way=way_of(args)))
            if len(document) > 1 and entry.load().single:
                raise Refused(message("A file of {format} holds one record.", format=entry.name))
            done = write_records(document, entry, args.output, args.allow_loss, SYSTEM)
    except (Refused, LossRefused, SaveError) as error:
        return written(args, error)
    return written(args, done)
