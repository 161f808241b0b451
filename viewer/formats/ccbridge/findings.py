"""The diagnostics of a CBR record."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from viewer.base.messages import counted, message
from viewer.formats.ccbridge.game import CbrGame, Game
from viewer.formats.ccbridge.layout import KIND_KEY, KINDS, RESULT_KEY, RESULTS
from viewer.formats.format import value_of
from viewer.formats.kit.diagnostics import ERROR, INFO, WARNING, LimitedDiagnostics
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.record import Header

_LIMITS = {
    "nodes": message("too many moves"),
    "comment": message("a comment too long"),
}


class RecordDiagnostics(LimitedDiagnostics):
    """Diagnostics of one record of a CBR file or of a library."""

    def __init__(self, format: str, most: int) -> None:
        super().__init__(most)
        self.format = format

    def placed(self, index: int, offset: int | None) -> list[Diagnostic]:
        """All diagnostics, assigned to a record, with offsets counted from the beginning of the file.

        `offset` is that of the record, None if the file has it packed.
        """
        return [
            one._replace(
                record=index,
                offset=None if offset is None or one.offset is None else one.offset + offset,
            )
            for one in self.sorted()
        ]


def of_game(found: RecordDiagnostics, game: CbrGame, size: int, behind: int) -> None:
    """Add the diagnostics of a record of `size` bytes, of which `behind` follow the end of its tree."""
    of_end(found, game, size, behind)
    _of_head(found, game)
    of_nodes(found, game, "UTF-16")


def of_nodes(found: RecordDiagnostics, game: Game, codec: str) -> None:
    """Add those of nodes, whose text is in a codec."""
    for node, offset in game.strange:
        words = message(
            "A move from or to a square that isn't on the board: {move}.",
            move=getattr(node.action, "text", ""),
        )
        found.add(WARNING, "off-board", words, node.id, offset)
    for node, offset in game.spoilt:
        words = message("The comment has bytes that are no text in {codec}.", codec=codec)
        found.add(WARNING, "undecodable", words, node.id, offset)


def of_codes(
    found: RecordDiagnostics,
    headers: Sequence[Header],
    kinds: tuple[str, Collection[str]],
    results: Collection[str],
    offsets: tuple[int | None, int | None] = (None, None),
) -> None:
    """Add those of the codes of kind and result: the header of the kind and its values, and the results."""
    key, known = kinds
    result, kind = value_of(headers, RESULT_KEY), value_of(headers, key)
    if result and result not in results:
        words = message("The result has the code {code}, which means nothing.", code=result)
        found.add(WARNING, "unknown-result", words, offset=offsets[1])
    if kind and kind not in known:
        words = message("The kind of the game has the code {code}, which means nothing.", code=kind)
        found.add(INFO, "unknown-kind", words, offset=offsets[0])


def _of_head(found: RecordDiagnostics, game: CbrGame) -> None:
    layout, record = game.layout, game.record
    values: dict[str, str] = dict(record.headers)
    of_codes(found, record.headers, (KIND_KEY, KINDS), RESULTS, (layout.kind, layout.result))
    if game.unknown:
        words = counted(
            "One square of the start holds a code of no piece; it is shown empty.",
            "{count} squares of the start hold codes of no piece; they are shown empty.",
            game.unknown,
        )
        found.add(WARNING, "unknown-piece", words, record.root.id, layout.board)
    of_side(found, game, layout.side)
    for place in layout.texts:
        if "\ufffd" in values.get(place.key, ""):
            words = message(
                "{field} has bytes that are no text in {codec}.", field=place.name, codec="UTF-16"
            )
            found.add(WARNING, "undecodable", words, offset=place.offset)


def of_side(found: RecordDiagnostics, game: Game, offset: int | None = None) -> None:
    """Add that the file says another side to move than its moves, or none."""
    setup = game.record.setup
    black = setup is not None and setup.text.endswith(" b")
    if game.black is black:
        return
    if game.black is None:
        words = message(
            "The side to move has the code {code}, which means nothing.", code=game.side
        )
    elif black:
        words = message("The file says that Red moves first, but the first move is Black's.")
    else:
        words = message("The file says that Black moves first, but the first move is Red's.")
    found.add(INFO, "side", words, game.record.root.id, offset)


def of_end(found: RecordDiagnostics, game: Game, size: int, behind: int) -> None:
    """Add those of the end of a record of `size` bytes, of which `behind` follow its end."""
    last = max(game.record.nodes)
    if game.limit:
        words = counted(
            "Reading ended here ({why}); one byte is kept as it is.",
            "Reading ended here ({why}); {count} bytes are kept as they are.",
            size - game.end,
            why=_LIMITS[game.limit],
        )
        found.add(ERROR, "limit", words, last, game.end)
    elif game.cut:
        words = message("The record ends before its moves do.")
        found.add(ERROR, "cut", words, last, game.end)
        if game.promised:
            words = counted(
                "A variation is promised, but the record ends.",
                "{count} variations are promised, but the record ends.",
                game.promised,
            )
            found.add(WARNING, "absent-move", words, last, game.end)
    elif behind:
        words = counted(
            "One byte follows after the end of the record.",
            "{count} bytes follow after the end of the record.",
            behind,
        )
        found.add(WARNING, "trailing-bytes", words, offset=game.end)
