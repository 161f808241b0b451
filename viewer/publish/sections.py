"""The outline of a collection, one record after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from viewer.formats import FORMATS
from viewer.formats.format import Collection
from viewer.games import game_of
from viewer.games.judge import Told
from viewer.games.states import States
from viewer.publish.choices import OutlineStyle
from viewer.publish.diagrams import Diagrams
from viewer.publish.headings import heading
from viewer.publish.lines import Lines, told_in
from viewer.publish.outline import Section
from viewer.publish.unprinted import unprinted
from viewer.publish.wording import Words
from viewer.tree.record import Record

USUAL = OutlineStyle()


def sections(
    collection: Collection,
    style: OutlineStyle = USUAL,
    words: Words = str,
    first: int = 0,
    event: str | None = None,
) -> Iterator[Section]:
    """The sections of a collection whose records are all found; one record is in memory at a time.

    `words` makes texts of messages, English by default. A collection that continues another has the index
    `first` there; `event` is that of the record before. Raises OSError if the source fails.
    """
    chapter = event
    for index in range(len(collection)):
        record = collection.record(index)
        section = section_of(record, collection.format, first + index, style, words)
        if style.events:
            event = section.heading.event
            begins = event if event != chapter else ""
            section = section._replace(chapter=begins, grouped=bool(event))
            chapter = event
        yield section


def section_of(
    record: Record,
    format: str,
    index: int = 0,
    style: OutlineStyle = USUAL,
    words: Words = str,
    states: States | None = None,
    known: Mapping[int, Told] | None = None,
) -> Section:
    """The section of a record of a format; `index` is its index in the collection.

    `states`, and what is `known` of them by a replay (`told_in`), are those of the record where they are used
    again.
    """
    format_ = FORMATS[format].load()
    states = States(game_of(record.game), record) if states is None else states
    shown = Diagrams(states, style, words)
    known = told_in(states, style) if known is None else known
    lines = Lines(states, format_, style, words, shown, known)
    items = tuple(lines.items())
    found = heading(format_, states, index, words)
    left_out = unprinted(format_, record, style)
    left_out["variations"] += lines.left_out
    return Section(index, record.game, "", False, found, items, +left_out)
