"""What is offered where a header is typed: names that it may have, values that are usual."""

from __future__ import annotations

from collections.abc import Sequence

from viewer.base.catalogs import tr
from viewer.document.document import Document
from viewer.formats.format import Format
from viewer.games.capabilities import Negotiated
from viewer.games.game import Game, State
from viewer.tree.record import Header
from viewer.ui.models.header_rows import HeaderRow, hidden

_SEEN = 300  # records that are looked at


def names_offered(
    of: Format, game: str, rows: Sequence[HeaderRow], headers: Sequence[Header], document: Document
) -> tuple[str, ...]:
    """Names that a new header may have: the game's fields that no row shows, and what other records have."""
    shown = {row.key for row in rows}
    fields = {
        field.key: tr(field.name)
        for field in of.fields_of(game)
        if not any(field.key.startswith(f"{one.key}.") for one in of.lists)
    }
    fixed = {field.key for field in of.fields_of(game) if field.start}
    names = [name for key, name in fields.items() if key not in shown and key not in fixed]
    names += [tr(words) for words in hidden(of, headers).values()]
    for place in range(min(len(document), _SEEN)):
        keys = (header.key for header in document.headers(place))
        names += [key for key in keys if key not in shown and key not in fields]
    return tuple(dict.fromkeys(names))


def values_offered(
    row: HeaderRow, game: Game[State], headers: Sequence[Header], document: Document
) -> tuple[str, ...]:
    """What is usual in a row's header, and what other records of the file say there."""
    usual: list[str] = []
    if row.field is not None:
        usual = list(row.field.offered)
        if row.field.kind and isinstance(game, Negotiated):
            usual += game.usual_values(row.field.kind, headers)
    if not row.key or len(document) < 2:
        return tuple(usual)
    others = {value for value in document.values(row.key, 0, _SEEN) if value.strip("?.-")}
    return (*usual, *sorted(others.difference(usual)))
