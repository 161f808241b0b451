"""Work that grows no faster than the file, counted in lines that functions execute, with no clock.

`tests/bench/bench_linear.py` measures each thing by itself, and by the clock as well.
"""

from __future__ import annotations

import pytest
from alphabets import ALPHABETS
from growth import Counts, counted, growing
from things import LEAST as FEWEST
from things import everything
from work import Work

from viewer.base.messages import message
from viewer.base.source import BytesSource, piece_bytes
from viewer.document import plans
from viewer.document.document import Document
from viewer.formats import FORMATS
from viewer.formats.format import Loss
from viewer.formats.kit.losses import under_own_keys
from viewer.formats.memory import MemoryCollection
from viewer.formats.sgf.edit import NodeEdit
from viewer.games import game_of
from viewer.games.judge import judge
from viewer.tree.action import Move
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

READ = ("read", "list", "strict", "judge")
FEW, MANY = FEWEST, 4 * FEWEST
LEAST = 40 * MANY
"""Lines of a function from which on they say how it grows."""
STEEP = 1.6
"""The exponent of what grows for long: with so few, what soon ends passes 1.2 as well."""


@pytest.mark.parametrize(
    ("id", "game"),
    [(id, game) for id, one in FORMATS.items() if one.load().writable for game in one.games],
)
def test_tasks_with_much_of_everything(id: str, game: str) -> None:
    """Read, checked, edited, taken back, saved, written in the next format; in one also judged, exported."""
    entry = FORMATS[id]
    others = [one.id for one in FORMATS.values() if game in one.games and one.load().writable]
    following = others[(others.index(id) + 1) % len(others)]
    left_out = {"detect", "untouched", "losses"}  # what others do as well
    left_out |= {f"as {other}" for other in others if other != following}
    left_out |= {"judge", "export"} if others.index(id) else set()

    def tasks(count: int) -> dict[str, Counts]:
        data = everything(entry.load(), game, count)
        work = Work(entry.load(), data, entry.suffixes[0], codecs=False)
        found = {}
        for task, act in work.acts():
            if task not in left_out:
                counts = counted(act, "viewer/formats")
                # What a game asks its rules depends on what happens in its moves.
                rules = ("viewer/games", "site-packages")
                found[task] = {
                    code: lines
                    for code, lines in counts.items()
                    if not any(one in code.co_filename for one in rules)
                }
                assert work.odd == ""
        return found

    few, many = tasks(FEW), tasks(MANY)
    found = {task: growing(few[task], now, 4, LEAST, STEEP) for task, now in many.items()}
    assert {task: functions for task, functions in found.items() if functions} == {}


@pytest.mark.parametrize(
    "name", [name for name in ALPHABETS if not FORMATS[name.split()[0]].load().writable]
)
def test_much_of_each_token_of_what_is_only_read(name: str) -> None:
    id = name.split()[0]
    alphabet, format_ = ALPHABETS[name], FORMATS[id].load()

    def read(token: bytes, count: int) -> Counts:
        data = alphabet.head + token * count + alphabet.foot
        work = Work(format_, data, FORMATS[id].suffixes[0], codecs=False)
        return counted(lambda: [act() for task, act in work.acts() if task in READ])

    for token in alphabet.tokens:
        few, many = (read(token, count) for count in (30, 120))
        assert growing(few, many, 4, 20 * 120) == [], token


def test_losses_of_many_renamed_headers() -> None:
    def act(count: int) -> None:
        own = [Header(f"own {number}", f"{number}") for number in range(count)]
        renamed = [Header(f"new {number}", f"{number}") for number in range(count)]
        losses = [Loss(f"header:{one.key}", None, message("Lost.")) for one in renamed]
        kinds = [loss.kind for loss in under_own_keys(losses, own, renamed)]
        assert kinds == [f"header:{one.key}" for one in own]

    few, many = (counted(lambda count=count: act(count)) for count in (250, 1000))
    assert growing(few, many, 4, 4000) == []


def test_many_operations_of_a_line_of_epd() -> None:
    def act(count: int) -> None:
        headers = tuple(Header(f"x{number:04}", f"{number}") for number in range(count))
        record = Record("chess", Node(0, None, game_of("chess").starts[0].setup), headers)
        output = FORMATS["epd"].load().write(MemoryCollection("epd", [record]))
        assert output.losses == ()
        assert b"".join(piece_bytes(one, None) for one in output.pieces).count(b" x") == count

    act(1)  # what is loaded once is no growth
    few, many = (counted(lambda count=count: act(count)) for count in (250, 1000))
    assert growing(few, many, 4, 4000) == []


def test_boards_set_up_again_and_again_take_little_more_than_moves() -> None:
    """All of a board is set up in nineteen bytes of SGF."""

    def act(units: bytes) -> None:
        collection = FORMATS["sgf"].load().read(BytesSource(b"(;GM[1]FF[4]SZ[19]%s)" % units))
        for _ in collection.indexing():
            pass
        record = collection.record(0)
        assert list(judge(game_of("go"), record))
        document = Document(collection)
        document.set_comment(document.record(0).root, "a")
        assert all(True for _ in FORMATS["sgf"].load().write(document).pieces)

    moves = b";B[ab];W[bb]C[comm]" * 200
    boards = b";AB[aa:ss]AE[aa:ss]" * 200
    act(moves)
    ordinary, dear = (sum(counted(lambda it=it: act(it)).values()) for it in (moves, boards))
    assert dear < 5 * ordinary


def test_moves_against_the_rules_take_little_more_than_moves() -> None:
    """Chess replays moves in place, which those against the rules can't be."""

    def act(moves: bytes) -> None:
        collection = FORMATS["pgn"].load().read(BytesSource(moves))
        for _ in collection.indexing():
            pass
        assert list(judge(game_of("chess"), collection.record(0)))

    legal = b"Nf3 Nf6 Ng1 Ng8 " * 50
    illegal = b"Nf3 Nf6 " + b"h2h5 h7h4 Nb3 Nb6 " * 50
    act(legal + illegal)
    ordinary, dear = (sum(counted(lambda it=it: act(it)).values()) for it in (legal, illegal))
    assert dear < 5 * ordinary


def test_renamed_headers_of_one_value_are_taken_in_order() -> None:
    kept, first, second = Header("kept", "a"), Header("first", "a"), Header("second", "a")
    losses = [Loss(f"header:{key}", None, message("Lost.")) for key in ("x", "y", "z", "kept")]
    renamed = [kept, Header("x", "a"), Header("y", "a"), Header("z", "a")]
    told = under_own_keys(losses, [first, kept, second], renamed)
    assert [loss.kind for loss in told] == [
        *("header:first", "header:second", "header:z", "header:kept")
    ]


def test_what_a_side_is_called_far_down_a_line_of_shogi() -> None:
    game = game_of("shogi")

    def act(count: int) -> None:
        state = game.start(game.starts[0].setup)
        for ply in range(count):
            state = game.step(state, Move(("2h3h", "8b7b", "3h2h", "7b8b")[ply % 4]))
            assert game.side_name(ply % 2, state) is game.side_name(ply % 2, state)

    act(1)  # what is loaded once is no growth
    few, many = (counted(lambda count=count: act(count)) for count in (250, 1000))
    assert growing(few, many, 4, 4000) == []


def test_a_header_changed_and_one_added_for_each_of_many_of_sgf() -> None:
    def act(count: int) -> None:
        known = b"".join(b"X%s[%d]" % (_letters(number), number) for number in range(count))
        collection = FORMATS["sgf"].load().read(BytesSource(b"(;GM[1]FF[4]%s;B[aa])" % known))
        document = Document(collection)
        key, record = document.keys()[0], document.record(0)
        new = [Header(f"Y{_letters(number).decode()}", "1") for number in range(count)]
        headers = (*record.headers[1:], *new)
        document.do(plans.all_headers(document, key, record.root, headers))
        pieces = FORMATS["sgf"].load().write(document).pieces
        written = b"".join(piece_bytes(one, document.source) for one in pieces)
        assert FORMATS["sgf"].load().read(BytesSource(written)).headers(0) == headers

    act(1)
    few, many = (counted(lambda count=count: act(count)) for count in (250, 1000))
    assert growing(few, many, 4, 4000) == []


def _letters(number: int) -> bytes:
    return bytes(ord("A") + number // 26**place % 26 for place in (2, 1, 0))


def test_values_that_are_added_to_one_property_of_sgf() -> None:
    def add(count: int) -> Counts:
        node = NodeEdit(";SQ[aa]")

        def act() -> None:
            for _ in range(count):
                node.add("SQ", ["bb"])

        return counted(act, "viewer/formats/sgf")

    assert growing(add(250), add(1000), 4, 1000) == []
