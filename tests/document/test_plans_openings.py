"""Openings written into headers, in the fields that a format has."""

from __future__ import annotations

import pytest

from viewer.document.document import Document, new_document
from viewer.document.whole import openings
from viewer.games import game_of
from viewer.tree.action import Move
from viewer.tree.record import Header, Record, nodes_of
from viewer.tree.serial import NodeData


def document_of(game: str, format: str, moves: str, *headers: Header) -> Document:
    rows = [NodeData(0, -1, game_of(game).starts[0].setup, {})]
    rows += [NodeData(n, n - 1, Move(move), {}) for n, move in enumerate(moves.split(), 1)]
    return new_document(Record(game, nodes_of(rows)[0], headers), format)


def written(document: Document) -> dict[str, str]:
    record = document.record(0)
    document.do(openings.write_opening(document, document.key_of(record.root), record.root))
    return dict(document.record(0).headers)


@pytest.mark.parametrize(
    ("game", "format", "moves", "said"),
    [
        (
            *("chess", "pgn", "e2e4 c7c5 g1f3"),
            {"ECO": "B27", "Opening": "Sicilian Defense"},
        ),
        ("chess", "epd", "e2e4 e7e6 d2d4 d7d5 b1c3", {"eco": "C10", "v0": "French Defense"}),
        ("shogi", "kif", "7g7f 3c3d 6g6f 8c8d 2h7h", {"戦型": "三間飛車"}),
        ("shogi", "csa", "7g7f 3c3d 6g6f 8c8d 2h7h", {"$OPENING": "三間飛車"}),
        ("xiangqi", "pgn", "h2e2 b7e7", {"ECCO": "D50", "Opening": "中炮对列炮"}),
        ("xiangqi", "dhtmlxq", "h2e2 b7e7", {"open": "中炮对列炮"}),
    ],
)
def test_each_format_has_its_own_fields(
    game: str, format: str, moves: str, said: dict[str, str]
) -> None:
    assert written(document_of(game, format, moves)).items() >= said.items()


def test_old_names_give_way_and_undo_brings_them_back() -> None:
    old = (Header("Opening", "?"), Header("ECO", "A00"), Header("SubVariation", "old"))
    document = document_of("chess", "pgn", "e2e4 e7e6", *old)
    assert written(document) == {"Opening": "French Defense", "ECO": "C00"}
    document.undo()
    assert document.record(0).headers == old


def test_a_code_stays_if_the_opening_has_none() -> None:
    document = document_of("xiangqi", "pgn", "h2e2", Header("ECCO", "B00"))
    assert written(document) == {"ECCO": "B00", "Opening": "中炮局"}


def test_writing_it_again_changes_nothing() -> None:
    document = document_of("chess", "pgn", "e2e4 e7e6")
    written(document)
    root = document.record(0).root
    assert openings.write_opening(document, document.key_of(root), root) is None
