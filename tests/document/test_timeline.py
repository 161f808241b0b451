"""Takebacks as variations."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from viewer.document.reading.views import as_variations
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.action import Action, Move, Remark, Setup, Takeback, Terminal
from viewer.tree.node import Node
from viewer.tree.record import Header, Record


def line(*actions: Action | None, notes=None) -> Record:
    """A record of one line; node n is the n-th action."""
    root = node = Node(0, None, Setup("9"))
    nodes = {0: root}
    for id, action in enumerate(actions, 1):
        below = nodes[id] = Node(id, node, action, (notes or {}).get(id, {}))
        node.children = (below,)
        node = below
    return Record("go", root, (Header("info.name", "x"),), nodes=nodes)


def shape(node: Node):
    """(id, children) of each node, in pre-order."""
    return [(one.id, [child.id for child in one.children]) for one in node.walk()]


A, B, C, D = Move("B aa"), Move("W bb"), Move("B cc"), Move("W dd")


def test_what_was_played_last_is_the_main_line():
    view = as_variations(line(A, B, Takeback(1), C, Takeback(2), D, B))
    assert shape(view.root) == [(0, [6, 1]), (6, [7]), (7, []), (1, [4, 2]), (4, []), (2, [])]
    assert view.headers == (Header("info.name", "x"),)
    assert view.root.action == Setup("9")


def test_a_takeback_at_the_end_is_where_the_line_ends():
    view = as_variations(line(A, B, Takeback(1)))
    assert shape(view.root) == [(0, [1]), (1, [3, 2]), (3, []), (2, [])]
    assert view.nodes[3].action is None


def test_messages_stay_where_they_were_said():
    view = as_variations(line(A, Remark("oh"), Takeback(1), Remark("better"), B))
    assert shape(view.root) == [(0, [4, 1]), (4, [5]), (5, []), (1, [2]), (2, [])]


def test_too_many_are_taken_back():
    view = as_variations(line(A, Remark("oh"), Takeback(10**9), B, Takeback(0), C))
    assert shape(view.root) == [(0, [4, 1]), (4, [6]), (6, []), (1, [2]), (2, [])]


def test_a_takeback_with_a_comment_keeps_its_place():
    notes = {2: {"comment": "sorry", "moment": "3", "actor": "0"}, 4: {"moment": "4"}}
    view = as_variations(line(A, Takeback(1), B, Takeback(1), C, notes=notes))
    assert shape(view.root) == [(0, [2, 1]), (2, [5, 3]), (5, []), (3, []), (1, [])]
    assert view.nodes[2].action is None
    assert dict(view.nodes[2].notes) == {"comment": "sorry"}


def test_an_end_is_no_move_that_can_be_taken_back():
    view = as_variations(line(A, B, Terminal("resign"), Takeback(1), C))
    assert shape(view.root) == [(0, [1]), (1, [5, 2]), (5, []), (2, [3]), (3, [])]


def test_a_variation_does_not_give_up_the_game():
    record = line(A, B, C)
    side = Node(4, record.nodes[2], Takeback(2))
    side.children = (Node(5, side, D),)
    record.nodes[2].children += (side,)
    view = as_variations(record)
    assert shape(view.root) == [(0, [1, 5]), (1, [2]), (2, [3]), (3, []), (5, [])]


def test_a_record_without_takebacks_is_itself():
    record = line(A, B, Remark("x"), C)
    view = as_variations(record)
    assert shape(view.root) == shape(record.root)
    assert [node.action for node in view.walk()] == [node.action for node in record.walk()]


def test_a_long_timeline():
    record = line(*[(A, B, Takeback(1))[n % 3] for n in range(20_000)])
    assert len(list(as_variations(record).walk())) == 13_335


@given(
    actions=st.lists(
        st.one_of(
            st.sampled_from([A, B, C, D, Move("B pass"), Remark("x"), Terminal("resign")]),
            st.integers(1, 3).map(Takeback),
        ),
        max_size=20,
    )
)
def test_the_board_is_the_same_at_every_node(actions):
    record = line(*actions)
    view = as_variations(record)
    game = game_of("go")
    before, after = States(game, record), States(game, view)
    for node in view.walk():
        one, other = before.at(record.nodes[node.id]), after.at(node)
        assert sorted(game.pieces(one)) == sorted(game.pieces(other))
        assert one.ply == other.ply
    # Where the record ends, the main line does.
    last = list(record.root.main_line())[-1]
    end = list(view.root.main_line())[-1]
    assert sorted(game.pieces(before.at(last))) == sorted(game.pieces(after.at(end)))
