"""The samples: made again they are the same, in six languages, and what they claim is so."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from go_reading import Corner, Reader
from hex_reading import HexReader

from viewer import games
from viewer.base.samples import SAMPLES, samples
from viewer.document.document import open_document
from viewer.document.problems.problem import Problem, Verdict, moves_after
from viewer.games import game_of
from viewer.games.game import State
from viewer.games.mates import DEEPEST, search
from viewer.games.states import States
from viewer.tree.action import Move
from viewer.tree.node import Node
from viewer.tree.record import Record

SCRIPT = Path(__file__).parents[2] / "packaging" / "make_samples.py"
GAMES = [one for one in games.GAMES if (SCRIPT.parent / "samples" / f"{one}.toml").exists()]
MATES = [one for one in GAMES if game_of(one).mates]
MOST = 600_000  # bytes of all of them


@pytest.fixture(scope="module")
def making() -> ModuleType:
    """packaging/make_samples.py."""
    spec = importlib.util.spec_from_file_location("make_samples", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def kinds(game: str) -> list[str]:
    """The kinds of samples that a game has: no game of Hex or Twixt is famous."""
    return [kind for kind in SAMPLES if kind != "game" or game not in ("hex", "twixt")]


def records(game: str, kind: str, language: str = "") -> Iterator[Record]:
    """The records of a sample: of a file, or of each file of a folder."""
    path = Path(samples(language)[game][kind])
    for file in sorted(path.iterdir()) if path.is_dir() else [path]:
        document = open_document(str(file))
        for index in range(len(document)):
            yield document.record(index)


def positions(record: Record) -> list[str]:
    """Those of a record's nodes, as programs write them."""
    game = game_of(record.game)
    states = States(game, record)
    return [game.position_text(states.at(node)) for node in record.walk()]


def test_text_is_in_letters_that_the_file_has() -> None:
    """XQF has Chinese ones; others would be read as they are escaped."""
    for language in ("", "zh_CN", "zh_TW", "ja", "ko", "de"):
        for record in records("xiangqi", "study", language):
            assert not any("&#" in node.comment for node in record.walk()), language


@pytest.mark.parametrize("game", GAMES)
def test_they_are_what_the_script_makes(making: ModuleType, game: str, tmp_path: Path) -> None:
    making.write(game, tmp_path)
    made = {path.relative_to(tmp_path): path.read_bytes() for path in files(tmp_path)}
    there = {
        path.relative_to(making.SAMPLES): path.read_bytes()
        for path in files(making.SAMPLES)
        if game in (path.stem.partition("-")[0], path.parent.name.partition("-")[0])
    }
    assert {*made} == {*there}
    assert [str(path) for path in made if made[path] != there[path]] == []


@pytest.mark.parametrize("game", [*GAMES, "common"])
def test_all_words_are_in_all_languages(making: ModuleType, game: str) -> None:
    """With the same keys, and all of them are used."""
    table = making.table_of("chess" if game == "common" else game)
    for id, said in table["words"].items():
        assert tuple(said) == making.LANGUAGES, id
        keys = {frozenset(re.findall(r"<([\w-]+)>", text)) for text in said.values()}
        assert len(keys) == 1, id
        assert all(text.strip() for text in said.values()), id
    if game != "common":
        told = re.findall(r"\{([\w-]+)\}", str([table[kind] for kind in kinds(game)]))
        own = making.tomllib.loads((making.WORDS / f"{game}.toml").read_text("utf-8"))["words"]
        assert {*own} <= {*told}


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_its_samples_in_each_language(making: ModuleType, game: str) -> None:
    for language in making.LANGUAGES[1:]:
        there = samples(language)[game]
        assert tuple(there) == tuple(kinds(game))
        assert all(f"/{language}/" in Path(path).as_posix() for path in there.values())
        for kind in kinds(game):
            english, *others = (
                [positions(record) for record in records(game, kind, one)] for one in ("", language)
            )
            assert others == [english], f"{kind} in {language}"


def test_they_weigh_little(making: ModuleType) -> None:
    assert sum(path.stat().st_size for path in files(making.SAMPLES)) < MOST


@pytest.mark.parametrize("game", GAMES)
def test_there_are_ten_problems_with_one_right_first_move(game: str) -> None:
    """As the record says it, which has wrong moves with what refutes them as well."""
    problems = list(records(game, "problems"))
    assert len(problems) == 10
    assert len({record.root.action for record in problems}) == 10
    for record in problems:
        problem = Problem(game_of(game), States(game_of(game), record), record.root)
        right = [
            node for node in moves_after(record.root) if problem.verdict(node) is Verdict.RIGHT
        ]
        assert len(right) == 1
        assert record.root.comment


@pytest.mark.parametrize(
    ("game", "number"), [(game, number) for game in MATES for number in range(10)]
)
def test_a_mate_is_one_by_no_other_move(game: str, number: int) -> None:
    record = list(records(game, "problems"))[number]
    states = States(game_of(game), record)
    mate = search(states.game, states.at(record.root), DEEPEST)  # longer ones count, but in chess
    assert mate.sound
    main = list(record.root.main_line())[1:]
    assert Problem(states.game, states, record.root).action(main[0]) == mate.line[0]
    assert len(main) == mate.plies
    for node in moves_after(record.root)[1:]:  # what is called wrong is refuted
        (reply,) = node.children
        # What is said of it: no mate in shogi, else none in the given number of moves.
        given = DEEPEST if game == "shogi" else max(1, mate.plies - 2)
        left = search(states.game, states.at(reply), given)
        assert left.plies is None


@pytest.mark.parametrize("number", range(10))
def test_a_corner_of_go_is_killed_or_lives_by_one_move(number: int) -> None:
    """With ko read against whoever claims something, and what is called wrong is refuted."""
    record = list(records("go", "problems"))[number]
    black, white = (
        {(ord(one[1]) - 97) * 100 + ord(one[0]) - 97 for one in text.split()[1:]}
        for text in re.findall(r"[BW](?: [a-i]{2})+", record.root.action.text)
    )
    columns, rows = max(one % 100 for one in black), max(one // 100 for one in black)
    corner = Corner(columns, rows)
    inside = {100 * y + x: 1 << at for (x, y), at in corner.number.items()}
    stones = tuple(sum(inside.get(one, 0) for one in side) for side in (black, white))
    first, *tries = record.root.children
    side = "BW".index(first.action.text[0])
    for_it, against_it = (Reader(corner, stones[1], barred) for barred in (1 - side, side))
    wanted = side == 0
    assert for_it.kills(stones, 1 - side) != wanted  # without a move it isn't done
    done = {at: for_it.kills(after, 1 - side) == wanted for at, after in corner.moves(stones, side)}
    assert [at for at, works in done.items() if works] == [place(corner, first)]
    after = dict(corner.moves(stones, side))[place(corner, first)]
    assert against_it.kills(after, 1 - side) == wanted
    for node in tries:
        (answer,) = node.children
        after = dict(corner.moves(stones, side))[place(corner, node)]
        after = dict(corner.moves(after, 1 - side))[place(corner, answer)]
        assert for_it.kills(after, side) != wanted


def place(corner: Corner, node: Node) -> int:
    """The point of a move."""
    x, y = (ord(letter) - 97 for letter in node.action.text.split()[1])
    return corner.number[x, y]


@pytest.mark.parametrize("number", range(10))
def test_red_joins_by_one_move_of_hex(number: int) -> None:
    """And by no answer to a wrong one; the record's line ends with the connection."""
    record = list(records("hex", "problems"))[number]
    size = int(record.root.action.text.split()[0])
    red, blue = (
        frozenset(text.split()[1:])
        for text in re.findall(r"[BW](?: [a-i]\d)+", record.root.action.text)
    )
    reader = HexReader(size)
    first, *tries = (place_of(node) for node in record.root.children)
    assert reader.moves_that_join(red, blue) == [first]
    assert not reader.joins(red, blue, 1)  # without a move it isn't done
    for node in record.root.children[1:]:
        answer = place_of(node.children[0])
        assert not reader.joins(red | {place_of(node)}, blue | {answer}, 0)
    assert tries
    *_, last = record.root.main_line()
    assert game_of("hex").winner(States(game_of("hex"), record).at(last)) == 0


@pytest.mark.parametrize("number", range(10))
def test_vertical_joins_with_two_pegs_of_twixt(number: int) -> None:
    """After one peg alone nothing stops the next; the house's rules say so."""
    record = list(records("twixt", "problems"))[number]
    game = game_of("twixt")
    start = States(game, record).at(record.root)

    def joining(state: State) -> list[Move]:
        return [
            move for move in game.legal_moves(state) if game.winner(game.step(state, move)) == 0
        ]

    def stopped(state: State, ways: list[Move], answer: Move) -> bool:
        after = game.step(state, answer)
        return all(
            answer.text.split()[1] == move.text.split()[1]
            or game.winner(game.step(after, move)) != 0
            for move in ways
        )

    assert not joining(start)
    done = []
    for peg in game.legal_moves(start):
        state = game.step(start, peg)
        ways = joining(game.step(state, Move("2 pass")))
        if ways and not any(stopped(state, ways, one) for one in game.legal_moves(state)):
            done.append(peg)
    assert done == [record.root.children[0].action]
    for node in record.root.children[1:]:
        state = States(game, record).at(node.children[0])
        assert not joining(state)
    *_, last = record.root.main_line()
    assert game.winner(States(game, record).at(last)) == 0


def place_of(node: Node) -> str:
    """The place of a move of Hex or Twixt."""
    return str(node.action.text.split()[1])


@pytest.mark.parametrize("game", GAMES)
def test_all_moves_are_legal(game: str) -> None:
    for kind in kinds(game):
        for record in records(game, kind):
            states = States(game_of(game), record)
            for node in record.walk():
                assert states.game.violation(states.at(node)) is None


def files(folder: Path) -> list[Path]:
    """All files below a folder."""
    return sorted(path for path in folder.rglob("*") if path.is_file())
