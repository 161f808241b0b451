"""Plain games that are played ahead: records, findings and exports are those of games read one by one."""

from __future__ import annotations

import random
from weakref import ref

import chess
import pytest

from viewer.base.limits import DEFAULT
from viewer.base.source import BytesSource
from viewer.formats import FORMATS
from viewer.formats.capabilities import CheckedByRecord, PlainGame
from viewer.formats.format import Collection
from viewer.formats.forwarding import HeldCollection, OrderedCollection
from viewer.formats.kit.ahead import played_ahead
from viewer.formats.pgc.writer import write_record
from viewer.formats.pgn.collection import PgnCollection
from viewer.formats.pgn.write.export import export_with_losses
from viewer.formats.pgn.write.head import marker_of
from viewer.games import game_of
from viewer.games.states import States
from viewer.games.telling import told
from viewer.tree.action import Written
from viewer.tree.diff import differences

_LONG = 1 << 18  # bytes of a file whose games are worth to be played at once


def game(chance: random.Random, number: int) -> str:
    """A random game; some have a comment, a variation, a wrong move, another spelling, a start."""
    board, words = chess.Board(), []
    for _ in range(chance.randrange(4, 60)):
        moves = list(board.legal_moves)
        if not moves:
            break
        move = chance.choice(moves)
        words.append(board.san(move))
        board.push(move)
    at = chance.randrange(len(words))
    match number % 9:
        case 1:
            words[at] += " {of a move}"
        case 2:
            words[at] += f" ({words[at]})"
        case 3:
            words[at] = "Qa9"
        case 4:
            words[at] += "+"
        case 5:
            words[at] = words[(at * 7) % len(words)]
    text = " ".join(f"{i // 2 + 1}. {word}" if i % 2 == 0 else word for i, word in enumerate(words))
    start = f'[SetUp "1"]\n[FEN "{board.fen()}"]\n' if number % 9 == 6 else ""
    end = chance.choice(("1-0", "*"))
    result = f'[Result "{end}"]\n' if number % 4 else ""
    lost = '[ce "0"]\n[WhoAnnotatedThisGame "a"]\n' if number % 7 == 3 else ""  # EPD has no such
    return f'[Event "{number}"]\n{result}{lost}{start}\n{text} {end}\n\n'


@pytest.fixture(scope="module")
def data() -> bytes:
    """Games, and one that makes the file long."""
    chance = random.Random(7)
    games = [game(chance, number) for number in range(400)]
    games[70] = games[70].replace("1. ", "{" + "long " * (_LONG // 5) + "} 1. ", 1)
    return "".join(games).encode()


def read(data: bytes, ahead: bool, facts: bool = False) -> Collection:
    """The games, which are played ahead or not."""
    collection = PgnCollection(BytesSource(data, "some.pgn"), DEFAULT, None)
    for _ in collection.indexing():
        pass
    return played_ahead(collection, range(len(collection)), facts) if ahead else collection


def test_exports_and_findings_are_the_same(data: bytes) -> None:
    ahead, alone = read(data, True, facts=True), read(data, False)
    format_ = FORMATS["pgn"].load()
    assert isinstance(format_, CheckedByRecord)
    checks = format_.record_checks(ahead, 0), format_.record_checks(alone, 0)
    followed = 0
    for index in range(len(alone)):
        first, second = ahead.record(index), alone.record(index)
        followed += first.line is not None
        states = [States(game_of("chess"), record) for record in (first, second)]
        assert told(states[0], "san", True).lines == told(states[1], "san", True).lines
        assert export_with_losses(first) == export_with_losses(second)
        assert checks[0](index, first) == checks[1](index, second)
    assert ahead.diagnostics == alone.diagnostics
    assert followed > 100


def test_what_was_edited_is_no_part_of_the_line(data: bytes) -> None:
    record = read(data, True).record(0)
    assert record.line is not None
    first = record.root.children[0]
    usual = export_with_losses(record)[0]
    first.action = Written("a4" if first.action != Written("a4") else "h4")
    changed = export_with_losses(record)[0]
    record.line = None
    assert changed == export_with_losses(record)[0] != usual


def test_games_out_of_turn_are_not_played(data: bytes) -> None:
    collection = played_ahead(read(data, False), range(0, 400, 2))
    assert collection.record(9).line is None
    assert collection.record(0).line is not None
    assert collection.record(18).line is not None
    assert collection.record(9).line is None


def test_a_block_has_only_so_many_moves(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viewer.formats.kit.ahead._PLIES", 4000)
    collection = read(data, True)
    records = [collection.record(index) for index in range(400)]
    followed = [record for record in records if record.line is not None]
    assert len(followed) > 30
    assert sum(len(record.nodes) - 1 for record in followed) <= 4000


def test_what_was_played_is_let_go_with_the_last_record(data: bytes) -> None:
    collection = read(data, True)
    first = collection.record(0)
    replay = first.line.replay()
    played = ref(replay._lines)
    del replay
    assert played() is not None
    collection.record(399)
    assert played() is None
    assert first.line.replay() is None
    alone, game = read(data, False).record(0), game_of("chess")
    assert export_with_losses(first) == export_with_losses(alone)
    assert told(States(game, first), "san").lines == told(States(game, alone), "san").lines
    assert write_record(first).pieces == write_record(alone).pieces


def test_a_game_that_cannot_be_read_is_told_of_when_its_record_is(data: bytes) -> None:
    class Gone(PgnCollection):
        def plain_game(self, index: int) -> PlainGame | None:
            if index == 9:
                raise OSError
            return super().plain_game(index)

    gone = Gone(BytesSource(data, "some.pgn"), DEFAULT, None)
    for _ in gone.indexing():
        pass
    collection = played_ahead(gone, range(len(gone)))
    assert collection.record(0).line is not None
    assert collection.record(9).line is None
    assert collection.record(18).line is not None


WRITTEN = [("epd", {}), ("pgc", {}), ("pgn", {"form": "export"}), ("pgn", {"form": "reduced"})]


@pytest.mark.parametrize(("format", "options"), WRITTEN)
def test_what_is_written_is_the_same(
    data: bytes, format: str, options: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    format_ = FORMATS[format].load()
    found = format_.write(read(data, False), options)
    monkeypatch.setattr("viewer.formats.kit.ahead._WORTH_NUMPY", 1000)
    wanted = format_.write(read(data, False), options)
    assert list(wanted.losses) == list(found.losses)
    assert list(wanted.pieces) == list(found.pieces)
    if format == "epd":
        lost = [loss.kind for loss in found.losses if loss.record == 17]  # a plain game
        assert lost == ["header:ce", "header:WhoAnnotatedThisGame"]


@pytest.mark.parametrize("around", [None, "ordered", "held"])
def test_records_are_the_same_but_for_the_facts_of_their_nodes(
    data: bytes, around: str | None
) -> None:
    alone = read(data, False)
    order = list(range(399, -1, -1))
    if around == "ordered":
        alone = OrderedCollection(alone, order)
    elif around == "held":
        alone = HeldCollection(alone, FORMATS["epd"])
    ahead, plain = played_ahead(alone, range(400)), 0
    for index in range(400):
        first, second = ahead.record(index), alone.record(index)
        plain += not first.root.children[0].facts
        assert (first.game, first.headers, first.encoding) == (
            second.game,
            second.headers,
            second.encoding,
        )
        assert not list(differences(first, second))
        assert list(first.nodes) == list(second.nodes)
        assert [node.id for node in first.walk()] == [node.id for node in second.walk()]
        assert marker_of(first) == marker_of(second)
    assert plain > 100
