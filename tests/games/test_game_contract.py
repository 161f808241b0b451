"""What every registered game promises (viewer.games.game), asked of each of them."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.base.messages import Message
from viewer.games import GAMES, game_of
from viewer.games.capabilities import (
    Connecting,
    Counted,
    Declaring,
    LaidOut,
    Passing,
    Placing,
    result_words,
)
from viewer.games.game import Game, State
from viewer.games.geometry import DiscPart, View
from viewer.scene.theme import THEMES
from viewer.tree.action import Move, Remark, Setup, Takeback, Terminal, Written
from viewer.tree.node import Node
from viewer.tree.record import Record

AnyGame = Game[Any]

pytestmark = pytest.mark.parametrize("id", list(GAMES))


def lines(game: AnyGame, seed: int, count: int = 4, plies: int = 60) -> Iterator[list[State]]:
    """Random games, each as its states from the start on."""
    chance = random.Random(seed)
    for _ in range(count):
        states = [game.start(None)]
        for _ in range(plies):
            moves = game.legal_moves(states[-1])
            if not moves:
                break
            states.append(game.step(states[-1], chance.choice(moves)))
        yield states


def test_the_registry_names_the_game_as_it_names_itself(id: str) -> None:
    game = game_of(id)
    assert game.id == GAMES[id].id == id
    assert game.name == GAMES[id].name
    assert game_of(id) is game


def test_naming_the_games_loads_none(id: str) -> None:
    module = GAMES[id].target.partition(":")[0]
    code = f"import sys, viewer.games; assert {module!r} not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_two_sides_known_by_name_and_colour(id: str) -> None:
    game = game_of(id)
    first, second = game.sides
    assert first.id != second.id
    for side in game.sides:
        assert str(side.name)
        for theme in THEMES.values():
            assert side.colour in theme.colours


def test_starts_and_notations_have_ids_of_their_own(id: str) -> None:
    game = game_of(id)
    for named in (game.starts, game.notations):
        assert named
        assert len({one.id for one in named}) == len(named)
        assert all(str(one.name) for one in named)


def test_the_first_start_is_the_usual_one(id: str) -> None:
    game = game_of(id)
    assert game.setup_text(game.start(None)) == game.setup_text(game.start(game.starts[0].setup))


def test_a_start_has_nothing_before_it(id: str) -> None:
    game = game_of(id)
    for setup in (None, *(start.setup for start in game.starts)):
        state = game.start(setup)
        assert (state.previous, state.action, state.ply) == (None, setup, 0)
        assert state.side in (0, 1)
        assert game.violation(state) is None
        assert [game.notation(state, style.id) for style in game.notations] == [""] * len(
            game.notations
        )


def test_positions_are_written_and_read_back(id: str) -> None:
    game = game_of(id)
    states = [state for line in lines(game, 1) for state in line]
    for state in [*states, *(game.start(start.setup) for start in game.starts)]:
        text = game.setup_text(state)
        assert game.parse_setup(text) == Setup(text)
        again = game.start(Setup(text))
        assert sorted(game.pieces(again)) == sorted(game.pieces(state))
        assert again.side == state.side


def test_states_are_linked_and_stay_as_they_are(id: str) -> None:
    game = game_of(id)
    for line in lines(game, 2):
        texts = [game.setup_text(state) for state in line]
        for before, state in pairwise(line):
            assert state.previous is before
            assert state.ply == before.ply + 1
            game.violation(state)
            game.observations(state)
        assert [game.setup_text(state) for state in line] == texts


def test_legal_moves_break_no_rule(id: str) -> None:
    game = game_of(id)
    for line in lines(game, 3, plies=30):
        for state in line:
            moves = game.legal_moves(state)
            assert len(set(moves)) == len(moves)
            for move in moves:
                assert game.violation(game.step(state, move)) is None


def test_a_legal_move_is_found_by_the_places_it_touches(id: str) -> None:
    game = game_of(id)
    for line in lines(game, 4):
        for state in line:
            touches = [game.touches(move) for move in game.legal_moves(state)]
            assert all(touches)
            for places in touches:
                assert set(places) <= set(game.geometry.squares)


def test_a_hand_finds_every_legal_move_and_can_tell_it_from_the_others(id: str) -> None:
    game = game_of(id)
    for line in lines(game, 9, count=2):
        for state in line:
            made: dict[tuple[tuple[str, ...], str], Move] = {}
            for move in game.legal_moves(state):
                choice = game.resulting_kind(state, move)
                assert choice == "" or choice in game.geometry.art
                ways = game.touch_sequences(state, move)
                assert game.touched(game.step(state, move)) in ways
                for way in ways:
                    assert set(way) <= set(game.geometry.squares)
                    assert made.setdefault((way, choice), move) == move


def test_starts_that_go_by_a_number(id: str) -> None:
    game = game_of(id)
    if not game.numbered_starts:
        return
    assert str(game.numbered_name)
    for number in (0, game.numbered_starts - 1):
        setup = game.numbered_start(number)
        assert game.parse_setup(setup.text) == setup
    for number in (-1, game.numbered_starts):
        with pytest.raises(ValueError) as raised:  # noqa: PT011  # its argument is looked at
            game.numbered_start(number)
        assert isinstance(raised.value.args[0], Message)


def test_material_is_told_in_kinds_of_pieces(id: str) -> None:
    game = game_of(id)
    assert set(game.piece_values) <= set(game.geometry.art)
    for line in lines(game, 10, count=2):
        for kinds in game.material(line[-1]):
            assert set(kinds) <= set(game.geometry.art)
    assert game.material(game.start(None)) == ((), ())


def test_a_board_is_the_same_object_for_the_same_board(id: str) -> None:
    game = game_of(id)
    assert game.geometry_of(game.start(None)) is game.geometry
    for start in game.starts:
        states = [game.start(start.setup)]
        for move in game.legal_moves(states[0])[:5]:
            states.append(game.step(states[-1], move))
        boards = [game.geometry_of(state) for state in states]
        assert all(board is boards[0] for board in boards)
        for place, kind in game.pieces(states[-1]):
            assert place in boards[0].squares
            assert kind in boards[0].art


def test_a_pass_breaks_no_rule_and_is_read(id: str) -> None:
    game = game_of(id)
    if not isinstance(game, Passing):
        return
    for line in lines(game, 11, count=1, plies=10):
        for state in line:
            move = game.pass_move(state)
            after = game.step(state, move)
            assert game.violation(after) is None
            assert game.touches(move) == ()
            assert sorted(game.pieces(after)) == sorted(game.pieces(state))
            for style in game.notations:
                assert game.read_moves(state, game.notation(after, style.id), style.id)[0] == move


def test_layouts_are_the_same_board(id: str) -> None:
    game = game_of(id)
    if not isinstance(game, LaidOut):
        return
    state = game.start(None)
    assert len({layout.id for layout in game.layouts}) == len(game.layouts) > 1
    for number, layout in enumerate(game.layouts):
        board = game.geometry_as(state, layout.id)
        assert game.geometry_as(state, layout.id) is board
        assert (board is game.geometry) == (number == 0)
        assert board.squares.keys() == game.geometry.squares.keys()
        assert board.art == game.geometry.art
        assert str(layout.name)
    assert game.geometry_as(state, "no such layout") is game.geometry


def test_links_and_chains_are_of_pieces_that_stand_there(id: str) -> None:
    game = game_of(id)
    for line in lines(game, 13):
        for state in line:
            pieces = dict(game.pieces(state))
            for link in game.links(state):
                assert link.kind in game.geometry.links
                assert {pieces[end] for end in link.ends} == {link.kind}
            if isinstance(game, Connecting):
                chain = game.winning_chain(state)
                assert len(set(chain)) == len(chain)
                assert len({pieces[place] for place in chain}) <= 1
                assert bool(chain) == (game.outcome(state) is not None)


def test_declarations_break_no_rule_touch_nothing_and_are_read(id: str) -> None:
    game = game_of(id)
    if not isinstance(game, Declaring):
        return
    for line in lines(game, 14, count=1, plies=4):
        for state in line:
            calls = game.declarations(state)
            assert calls
            assert len({call.id for call in calls}) == len(calls)
            for call in calls:
                after = game.step(state, call.move)
                assert game.violation(after) is None
                assert game.touches(call.move) == ()
                assert call.move not in game.legal_moves(state)
                assert not call.square or call.square in dict(game.pieces(state))
                assert str(call.name)
                for style in game.notations:
                    text = game.notation(after, style.id)
                    assert game.read_moves(state, text, style.id) == [call.move]


def test_a_count_adds_up(id: str) -> None:
    game = game_of(id)
    if not isinstance(game, Counted):
        return
    assert game.countings
    for line in lines(game, 12, count=2):
        state = line[-1]
        places, standing = set(game.geometry.squares), {place for place, _ in game.pieces(state)}
        dead = game.guess_dead(state)
        assert dead <= standing
        score = game.score(state, dead)
        assert score.dead == dead
        assert score.totals == (
            sum(row.first for row in score.rows),
            sum(row.second for row in score.rows),
        )
        assert set(score.owners) <= places - (standing - dead)
        assert set(score.owners.values()) <= {0, 1}
        assert str(score.words)
        assert min(game.prisoners(state)) >= 0
        assert str(result_words(game, score.result))


def test_a_record_begins_where_its_set_up_says(id: str) -> None:
    game = game_of(id)
    for start in game.starts:
        record = Record(id, Node(0, None, start.setup))
        assert game.setup_text(game.start_of(record)) == game.setup_text(game.start(start.setup))


def test_what_is_no_move_touches_nothing(id: str) -> None:
    game = game_of(id)
    for action in (None, Written("?"), Terminal("x"), Remark("x"), Takeback(1), Setup("")):
        assert game.touches(action) == ()


def test_every_style_tells_the_legal_moves_apart_and_is_read_back(id: str) -> None:
    game = game_of(id)
    for line in lines(game, 5, count=2, plies=25):
        for state in line:
            moves = game.legal_moves(state)
            for style in game.notations:
                texts = [game.notation(game.step(state, move), style.id) for move in moves]
                assert len(set(texts)) == len(moves)
                for move, text in zip(moves, texts, strict=True):
                    assert game.read_moves(state, text, style.id)[0] == move
            for move in moves:
                assert game.read_moves(state, move.text)[0] == move


def test_a_move_that_could_not_be_read_is_shown_as_it_is_written(id: str) -> None:
    game = game_of(id)
    start = game.start(None)
    state = game.step(start, Written("what is this"))
    assert sorted(game.pieces(state)) == sorted(game.pieces(start))
    assert game.violation(state) is not None
    for style in game.notations:
        assert game.notation(state, style.id) == "what is this"


def test_a_place_that_is_taken_is_told_of_a_written_move_too(id: str) -> None:
    game = game_of(id)
    if not isinstance(game, Placing):
        return
    for states in lines(game, 12, count=2, plies=12):
        before, after = states[0], states[1]
        [place] = game.touches(after.action)
        move = game.stone(after, 1, place)
        assert move is not None
        played = game.violation(game.step(after, move))
        written = game.step(after, Written(game.notation(after, game.notations[0].id)))
        assert played is not None
        assert game.violation(written) == played, before


def test_a_takeback_follows_the_links(id: str) -> None:
    game = game_of(id)
    for line in lines(game, 6, count=2):
        last = len(line) - 1
        for count in (1, 2, last, last + 5):
            back = game.step(line[-1], Takeback(count))
            there = line[max(0, last - count)]
            assert game.setup_text(back) == game.setup_text(there)
            assert (back.side, back.previous) == (there.side, line[-1])


def test_a_bad_set_up_is_refused_with_a_message(id: str) -> None:
    game = game_of(id)
    with pytest.raises(ValueError) as raised:  # noqa: PT011  # its argument is looked at
        game.parse_setup("?!")
    assert isinstance(raised.value.args[0], Message)
    assert game.start(Setup("?!")).ply == 0


def test_numbering_begins_with_the_side_to_move(id: str) -> None:
    game = game_of(id)
    for start in (None, *(start.setup for start in game.starts)):
        state = game.start(start)
        assert game.numbering(state).at(1) == (1, state.side)


def test_places_and_pieces_can_be_spoken(id: str) -> None:
    game = game_of(id)
    places = [str(game.square_name(game.start(None), place)) for place in game.geometry.squares]
    assert len(set(places)) == len(places)
    kinds = [str(game.piece_name(kind)) for kind in game.geometry.art]
    assert len(set(kinds)) == len(kinds)


def test_pieces_stand_on_places_and_have_art(id: str) -> None:
    game = game_of(id)
    for line in lines(game, 7, count=1):
        for place, kind in game.pieces(line[-1]):
            assert place in game.geometry.squares
            assert kind in game.geometry.art


def test_the_board_holds_together(id: str) -> None:
    board = game_of(id).geometry
    named = [place for row in board.grid for place in row if place]
    assert sorted(named) == sorted(board.squares)
    assert len({len(row) for row in board.grid}) == 1
    points = list(board.squares.values())
    assert len(set(points)) == len(points)
    drawn = [point for stroke in board.strokes for point in stroke.points]
    drawn += [point for tile in board.tiles for point in tile.points]
    drawn += [text.at for text in board.texts] + [mark.at for mark in board.coordinates]
    for x, y in points + drawn:
        assert 0 <= x <= board.width
        assert 0 <= y <= board.height
    assert {mark.style for mark in board.coordinates} <= {"game", "letters", "1-1"}
    assert 0 < board.piece_radius <= board.reach


def test_rows_of_the_grid_run_from_left_to_right_and_top_to_bottom(id: str) -> None:
    board = game_of(id).geometry
    for row in board.grid:
        across = [board.squares[place][0] for place in row if place]
        assert across == sorted(across)
    down = [
        max(board.squares[place][1] for place in row if place) for row in board.grid if any(row)
    ]
    assert down == sorted(down)


def test_colours_of_tiles_are_of_every_theme(id: str) -> None:
    board = game_of(id).geometry
    tokens = {tile.fill for tile in board.tiles} | {stroke.colour for stroke in board.strokes}
    tokens |= {token for art in board.links.values() for token in (art.fill, art.edge)}
    for theme in THEMES.values():
        assert tokens <= set(theme.colours)


def test_colours_of_pieces_are_of_every_theme(id: str) -> None:
    for parts in game_of(id).geometry.art.values():
        tokens = {part.fill for part in parts}
        tokens |= {part.ring for part in parts if isinstance(part, DiscPart)}
        for theme in THEMES.values():
            assert tokens - {""} <= set(theme.colours)


def test_a_view_is_its_own_inverse(id: str) -> None:
    board = game_of(id).geometry
    for flip in (False, True):
        for mirror in (False, True):
            view = View(flip, mirror)
            for point in board.squares.values():
                back = view.map(view.map(point, board), board)
                assert back == pytest.approx(point)


@given(
    st.lists(
        st.one_of(
            st.builds(Move, st.text(max_size=6)),
            st.builds(Written, st.text(max_size=6)),
            st.builds(Setup, st.text(max_size=40)),
            st.builds(Terminal, st.text(max_size=4)),
            st.builds(Takeback, st.integers(-3, 9)),
            st.builds(Remark, st.text(max_size=4)),
            st.none(),
        ),
        max_size=8,
    ),
    st.text(max_size=20),
)
def test_no_action_and_no_text_raises(id: str, actions: list[Any], text: str) -> None:
    game = game_of(id)
    state = game.start(None)
    for action in actions:
        state = game.step(state, action)
        game.violation(state)
        game.observations(state)
        game.legal_moves(state)
        game.touches(action)
        for style in game.notations:
            game.notation(state, style.id)
    for move in game.read_moves(state, text):
        assert game.violation(game.step(state, move)) is None


def test_twenty_thousand_plies(id: str) -> None:
    """No walk along the links recurses, and letting go of the line doesn't either."""
    game = game_of(id)
    chance = random.Random(8)
    state = game.start(None)
    for _ in range(20_000):
        moves = game.legal_moves(state) if state.ply < 20 else []
        state = game.step(state, chance.choice(moves) if moves else Written("x"))
    assert state.ply == 20_000
    game.observations(state)
    back = game.step(state, Takeback(20_000))
    assert game.setup_text(back) == game.setup_text(game.start(None))
    del state, back
