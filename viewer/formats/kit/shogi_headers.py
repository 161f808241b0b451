"""Headers of formats with names of their own (PSN, PGN) under KIF's names, which CSA and JKF know too."""

from __future__ import annotations

from viewer.formats import FORMATS
from viewer.formats.kit.shogi_words import CSA_KEYS, renamed
from viewer.formats.roles import by_roles
from viewer.games.shogi.position import position_of
from viewer.games.shogi.setups import handicap_of
from viewer.tree.action import Setup
from viewer.tree.record import Header, Record

_KIF = "kif"
_RECEIVER = {"先手": "下手", "後手": "上手"}


def with_kif_keys(record: Record, source: str) -> Record:
    """The record with KIF's keys for its headers, without those that only give its start.

    The record itself if it was read as `source` from a format that has some of KIF's or CSA's keys.
    """
    own = FORMATS[source].load() if source in FORMATS else None
    if own is None or not record.headers:
        return record
    kif = FORMATS[_KIF].load()
    fields = own.fields_of(record.game)
    known = {field.key for field in kif.fields} | set(CSA_KEYS)
    if known.intersection(field.key for field in fields):
        return record
    start = {field.key for field in fields if field.start}
    named = by_roles(record, source, kif).headers
    headers = tuple(header for header in named if header.key not in start)
    headers = named_by_start(headers, record.setup)
    return Record(record.game, record.root, headers, record.encoding, record.facts, record.nodes)


def named_by_start(headers: tuple[Header, ...], start: Setup | None) -> tuple[Header, ...]:
    """The headers with players named by their part in a handicap game, where the start is one."""
    if handicap_of(position_of(start)) is None:
        return headers
    return renamed(headers, _RECEIVER)
