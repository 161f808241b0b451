"""What positions of a game say for those behind them (16.2.5.5 and 16.2.5.26 of the standard)."""

from __future__ import annotations

import chess
from epd_lines import read
from laws import bytes_of

from viewer.formats import FORMATS
from viewer.formats.kit.tags import carried_by


def game(*operations: str, moves: str = "e4 e5 Nf3 Nc6 Bb5 a6") -> bytes:
    """The positions of a game, with operations for each."""
    board = chess.Board()
    lines = []
    for text, move in zip(operations, [*moves.split(), ""], strict=False):
        lines.append(f"{board.epd(en_passant='fen')} {text}".rstrip())
        if move:
            board.push_san(move)
    return "".join(f"{line}\n" for line in lines).encode()


def carried(data: bytes) -> list[dict[str, str]]:
    collection = read(data)
    return [dict(carried_by(collection.record(index))) for index in range(len(collection))]


def test_a_value_holds_until_one_of_its_rank_or_above_is_set() -> None:
    data = game('c0 "a"; c3 "b"; v0 "x"; v1 "y";', "", 'c1 "c";', 'c0 "d";', "v1;", 'v0 "z";')
    own = {"c0": "a", "c3": "b", "v0": "x", "v1": "y"}
    assert carried(data) == [
        {},
        own,
        {"c0": "a", "v0": "x", "v1": "y"},
        {"v0": "x", "v1": "y"},
        {"c0": "d", "v0": "x"},
        {"c0": "d"},
    ]


def test_codes_of_openings_hold_too() -> None:
    data = game('eco "C20"; nic "KP 1";', "eco;", 'nic "KP 2";', "")
    assert carried(data) == [{}, {"nic": "KP 1"}, {}, {"nic": "KP 2"}]


def test_they_are_the_same_from_wherever_a_file_is_read() -> None:
    data = game('v0 "x";', 'v1 "y";', "", "", "")
    in_order = carried(data)
    collection = read(data)
    for index in (4, 2, 3, 0, 1, 4):
        assert dict(carried_by(collection.record(index))) == in_order[index]


def test_another_game_begins_with_nothing() -> None:
    first = game('v0 "x";', "")
    assert carried(first + game("", moves="d4 d5")) == [{}, {"v0": "x"}, {}]
    odd = b'8/8/8/8/8/8/8/8 w - - v0 "x";\n8/8/8/8/8/8/8/K7 b - -\n'
    assert carried(odd) == [{}, {}]
    assert carried(b'8/8 v0 "x";\n8/8/8/8/8/8/8/8 w - - v0 "x";\n') == [{}]


def test_the_file_stays_as_it_is() -> None:
    data = game('v0 "x";', 'c0 "y";', "")
    collection = read(data)
    for index in range(3):
        collection.record(index)
    assert bytes_of(FORMATS["epd"].load().write(collection), collection.source) == data


def test_what_holds_goes_with_a_position_to_pgn() -> None:
    collection = read(game('eco "C20"; v0 "x"; v1 "y";', 'v1 "z";'))
    games = bytes_of(FORMATS["pgn"].load().write(collection), collection.source).decode()
    first, second = games.split("[Event ")[1:]
    assert '[Opening "x"]\n[Variation "y"]' in first
    assert '[ECO "C20"]' in second
    assert '[Variation "z"]' in second
    assert '[Opening "x"]' in second
