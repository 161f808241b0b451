"""Games told in figures: numbers, marks, variations, where figures end."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator

import pikepdf
import pytest
from export_studies import FILES
from page_counts import columns, lines, pages
from pdf_texts import collection_of, exported, needs_poppler

from viewer import load
from viewer.base import catalogs
from viewer.formats.format import Collection
from viewer.games import game_of
from viewer.games.capabilities import board_geometry
from viewer.games.printing import printing_of
from viewer.publish.book.exporters import BOOK
from viewer.publish.book.setter import Drawings, DrawingStyle, in_print
from viewer.publish.choices import OutlineStyle
from viewer.publish.outline import Comment, Diagram, Item, Moves, Title
from viewer.publish.paragraphs import Paragraph, blocks
from viewer.publish.problems import problems
from viewer.publish.sections import section_of, sections
from viewer.scene.portion import GeometryKey
from viewer.scene.theme import BOARD_THEMES
from viewer.tree.action import Move
from viewer.tree.annotation import SIGNS
from viewer.tree.inherited import DIM
from viewer.tree.node import Node
from viewer.tree.record import Record

MOVES = [f"{'BW'[n % 2]}[{'abcdefghi'[n % 9]}{'abcdefghi'[n // 9]}]" for n in range(81)]


def told(text: str, **style: object) -> list[str]:
    """Captions in brackets with the marks of each, comments with what stands ahead of them."""
    collection = collection_of(text, "g.sgf")
    section = next(sections(collection, OutlineStyle(**style)))  # type: ignore[arg-type]  # by name
    return [_said(item) for item in section.items]


def _said(item: Item) -> str:
    if isinstance(item, Diagram):
        marks = "".join(
            f" {mark.text or mark.kind}@{mark.squares[0]}" for mark in item.position.marks
        )
        return f"[{item.name}]{marks}"
    if isinstance(item, Title):
        return f"# {item.text}"
    assert isinstance(item, Comment)
    return f"{item.lead} {item.text}".strip()


def diagrams(text: str, name: str = "g.sgf", **style: object) -> list[Diagram]:
    """The diagrams of the first record."""
    collection = collection_of(text, name)
    section = next(sections(collection, OutlineStyle(**style)))  # type: ignore[arg-type]  # by name
    return [item for item in section.items if isinstance(item, Diagram)]


def test_a_figure_heads_the_comments_on_its_moves() -> None:
    text = "(;SZ[9]C[A game.];B[aa]C[First.];W[bb];B[cc]BM[1]C[Third.])"
    expected = ["A game.", "[Figure 1 (1–3)]", "Black 1. First.", "Black 3? Third."]
    assert told(text) == expected
    collection = collection_of(text, "g.sgf")
    section = next(sections(collection, OutlineStyle(moves="prose")))
    assert any(isinstance(item, Moves) for item in section.items), "a list, where one asks for it"


def test_letters_that_comments_name_stand_in_the_figure() -> None:
    text = "(;SZ[9];B[aa]LB[ee:a]C[Or a.];W[bb]TR[aa];B[cc]SQ[aa]C[See the stone.])"
    assert told(text) == [
        "[Figure 1 (1–3)] a@ee",
        "Black 1. Or a.",
        "White 2. (Dia. 1)",  # its point bears a number
        "[Dia. 1] triangle@aa",
        "Black 3. See the stone. (Dia. 2)",
        "[Dia. 2] square@aa",
    ]


def test_the_same_letter_of_two_comments_is_in_two_diagrams() -> None:
    text = "(;SZ[9];B[aa]LB[ee:a]C[Or a.];W[bb]LB[ff:a]C[Or a.];B[cc]LB[ff:b][ee:a]C[Again a.])"
    assert told(text) == [
        "[Figure 1 (1–3)] a@ee b@ff",
        "Black 1. Or a.",
        "White 2. Or a. (Dia. 1)",
        "[Dia. 1] a@ff",
        "Black 3. Again a.",
    ]


def test_a_sign_at_the_last_move_says_what_its_number_says() -> None:
    assert told("(;SZ[9];B[aa]CR[aa];W[bb]CR[bb])") == ["[Figure 1 (1–2)]"]


def test_marks_of_the_start_stand_ahead_of_the_figure_if_they_cant_stand_in_it() -> None:
    text = "(;SZ[9]C[Black plays a.]LB[aa:a];B[aa]C[Here.];W[bb])"
    assert told(text) == [
        "Black plays a. (Dia. 1)",
        "[Dia. 1] a@aa",
        "[Figure 1 (1–2)]",
        "Black 1. Here.",
    ]
    text = "(;SZ[9]C[Black plays a.]LB[cc:a];B[aa]C[Here.];W[bb])"
    assert told(text) == ["Black plays a.", "[Figure 1 (1–2)] a@cc", "Black 1. Here."]


def test_a_record_that_needs_a_corner_has_figures_of_that_corner() -> None:
    (shown,) = diagrams("(;SZ[19]AB[qd];W[oc]C[Low.];B[pf];W[mc];B[qj])")
    assert shown.position.part == ("ka", "sl")
    (shown,) = diagrams("(;SZ[19]AB[qd];W[oc]C[Low.];B[dp])")
    assert not shown.position.part, "two corners are a whole board"


def test_what_is_said_of_a_variation_is_one_paragraph() -> None:
    text = "(;SZ[19];B[pd](;W[dp])(;W[pp]C[Near.];B[pn]C[… and back.](;W[nq])(;W[qn];B[qm]);W[aa]))"
    found = [
        "".join(words for _, words in block.runs)
        for block in blocks(next(sections(collection_of(text, "g.sgf"))).items)
        if isinstance(block, Paragraph)
    ]
    assert "Dia. 1. White 1. Near. Black 2. … and back. White 3. (instead: Dia. 2)" in found


def test_variations_are_diagrams_numbered_from_1_and_referred_to() -> None:
    text = "(;SZ[19];B[pd](;W[dp]C[Calm.];B[pp])(;W[pp]C[Near.];B[pn](;W[nq])(;W[qn];B[qm])))"
    shown = told(text)
    assert shown == [
        "[Figure 1 (1–3)]",
        "White 2. Calm. (instead: Dia. 1)",
        "[Dia. 1]",
        "Dia. 1. White 1. Near.",
        "White 3. (instead: Dia. 2)",
        "[Dia. 2]",
    ]
    _, first, second = diagrams(text)
    assert first.position.numbers == {"pp": 1, "pn": 2, "nq": 3}
    assert second.position.numbers == {"qn": 1, "qm": 2}
    assert dict(second.position.pieces)["pp"] == "white", "it stood there before"
    assert first.position.part, "cropped to where the stones are"
    assert told(text, levels=0) == ["[Figure 1 (1–3)]", "White 2. Calm."]


def test_a_variation_of_one_move_is_a_letter_in_the_figure() -> None:
    text = "(;SZ[9];B[aa]LB[ff:a](;W[bb]C[Best.])(;W[cc]C[Slow.])(;W[dd]))"
    assert told(text) == [
        "[Figure 1 (1–2)] a@ff b@cc c@dd",
        "White 2. Best.",
        "White b. Slow.",
        "White c.",
    ]


def test_a_move_where_nothing_can_be_shown_is_told_below() -> None:
    text = "(;SZ[9];B[ba];W[aa];B[ab];W[ee];B[aa];W[])"
    (shown,) = diagrams(text)
    assert shown.notes == ((5, "2"), (6, "pass"))
    assert (shown.first, shown.last) == (1, 6)


SWAP = "(;FF[4]GM[11]SZ[11];B[b4]{};W[swap-pieces];B[e7]C[Now.];W[f6])"


def test_a_swapped_stone_bears_the_number_of_the_swap() -> None:
    (shown,) = diagrams(SWAP.format(""))
    assert shown.position.numbers == {"d2": 2, "e7": 3, "f6": 4}
    assert shown.notes == ((1, "b4"), (2, "swap"))
    assert dict(shown.position.pieces)["d2"] == "blue", "without the letter of swapped stones"
    first, second, _ = diagrams(SWAP.format("C[First.]"), figures="comments")
    assert first.position.numbers == {"b4": 1}
    assert second.position.numbers == {"d2": 2, "e7": 3}
    assert second.notes == ((2, "swap"),), "its stone stands in the figure before"


def test_words_below_figures_are_those_for_figures_in_any_language() -> None:
    try:
        catalogs.choose("ja", {})
        section = section_of(
            collection_of(SWAP.format(""), "g.sgf").record(0), "sgf", words=catalogs.tr
        )
        word = catalogs.tr(printing_of(game_of("hex")).words["swap-pieces"])
    finally:
        catalogs.use(None)
    (shown,) = (item for item in section.items if isinstance(item, Diagram))
    assert word != "swap"
    assert shown.notes[1] == (2, word)


@pytest.mark.parametrize("start", ["", ";AB[dd]"])
def test_a_pass_is_called_alike_whether_a_replay_tells_it_or_not(start: str) -> None:
    text = f"(;SZ[9];B[ee]{start};W[];B[cc])"
    try:
        catalogs.choose("ja", {})
        record = collection_of(text, "g.sgf").record(0)
        section = section_of(record, "sgf", 0, OutlineStyle(moves="prose"), catalogs.tr)
    finally:
        catalogs.use(None)
    moves = [move.text for item in section.items if isinstance(item, Moves) for move in item.moves]
    assert "パス" in moves


def test_after_a_swap_of_sides_the_stone_keeps_its_number() -> None:
    (shown,) = diagrams("(;FF[4]GM[11]SZ[11];B[b4];W[swap-sides];W[e7]C[Now.])")
    assert shown.position.numbers == {"b4": 1, "e7": 3}
    assert shown.notes == ((2, "swap of colours"),)


def test_a_swapped_peg_bears_the_number_of_the_swap() -> None:
    (shown,) = diagrams("(;FF[4]GM[21];W[e3];B[swap];W[l12]C[Now.];B[n14])")
    assert shown.notes == ((1, "e3"), (2, "swap"))
    assert shown.position.numbers == {"c5": 2, "l12": 3, "n14": 4}


@pytest.mark.parametrize(
    ("style", "ends"),
    [
        ({}, [50, 81]),
        ({"figures": "whole"}, [81]),
        ({"figures": "hundreds"}, [81]),
        ({"figures": "comments"}, [10, 81]),
        ({"figures": "marked"}, [30, 81]),
        ({"every": 25}, [25, 50, 75, 81]),
    ],
    ids=lambda one: str(one),
)
def test_where_figures_end(style: dict[str, object], ends: list[int]) -> None:
    moves = list(MOVES)
    moves[9] += "C[Ten.]"
    if style.get("figures") == "marked":
        moves[30] += "FG[]"
    text = f"(;SZ[9];{';'.join(moves)})"
    assert [one.last for one in diagrams(text, **style)] == ends


def test_a_figure_ends_ahead_of_a_move_that_hides_its_letters() -> None:
    moves = list(MOVES)
    moves[19] += "LB[ii:a]C[a is next.]"
    moves[20] = "B[ii]"
    assert [one.last for one in diagrams(f"(;SZ[9];{';'.join(moves[:30])})")] == [20, 30]


def test_positions_that_are_set_up_have_diagrams_of_their_own() -> None:
    text = "(;SZ[9]AB[aa][ab]C[Black lives.];N[Next]AW[cc]TR[cc]C[White joins.])"
    assert told(text) == [
        "Black lives.",
        "# Next",
        "[Figure 1] triangle@cc",
        "White joins.",
    ]


def printed_marks(collection: Collection) -> Iterator[tuple[Counter[object], Counter[object]]]:
    """(marks of the record, those of its book) of each record, each once at a square."""
    for index, section in enumerate(sections(collection)):
        record = collection.record(index)
        wanted: Counter[object] = Counter()
        for node in record.walk():
            last = _square_of(record, node)
            for mark in node.marks:
                if mark.kind != DIM and not (mark.kind in SIGNS and mark.squares[-1:] == last):
                    wanted[mark.kind, mark.squares, mark.text] = 1
        found: Counter[object] = Counter()
        for item in section.items:
            if isinstance(item, Diagram):
                found.update({(one.kind, one.squares, one.text): 1 for one in item.position.marks})
        yield wanted, found


def _square_of(record: Record, node: Node) -> tuple[str, ...]:
    return game_of(record.game).touches(node.action)[-1:]


@pytest.mark.parametrize("game", ["go", "hex", "twixt"])
def test_every_mark_of_a_record_is_in_its_book(game: str) -> None:
    for wanted, found in printed_marks(load(FILES[game])):
        assert not wanted.keys() - found.keys()


def test_the_head_of_a_game_of_go_tells_colours_conditions_and_result() -> None:
    text = "(;SZ[19]PB[A]PW[B]WR[9p]KM[7.5]RU[Chinese]TM[7200]OT[3x30 byo-yomi]RE[W+R];B[pd])"
    heading = next(sections(collection_of(text, "g.sgf"))).heading
    assert heading.players == ("Black: A", "White: B, 9p")
    assert heading.terms == ("Chinese rules", "komi 7½", "2 hours each", "byo-yomi 3 × 30 seconds")
    assert heading.outcome == "White wins by resignation"
    left_out = next(sections(collection_of(text, "g.sgf"))).left_out
    assert not left_out, "all of it is printed"


@needs_poppler
def test_no_line_of_a_head_begins_with_the_dot_between_facts() -> None:
    played = "PC[Seoul]DT[2016-03-13]RU[Chinese]KM[7.5]TM[7200]OT[3x60 byo-yomi]RE[W+R]"
    text = "".join(
        f"(;SZ[9]PB[A]PW[B]EV[{'An event' + ' x' * more}]{played};B[aa];W[ii])"
        for more in range(12)
    )
    for page in pages(exported(BOOK, text, "g.sgf").data):
        for column in columns(page, 2):
            assert all(line[0].text != "·" for line in lines(column))


def test_the_head_of_a_game_of_hex_tells_colours_and_the_winner() -> None:
    for result, outcome in (("W", "Blue wins"), ("B+R", "Red wins by resignation"), ("?", "")):
        text = f"(;FF[4]GM[11]SZ[11]PB[A]PW[B]RE[{result}];B[b4])"
        heading = next(sections(collection_of(text, "g.sgf"))).heading
        assert heading.players == ("Red: A", "Blue: B")
        assert heading.outcome == outcome


SOLVED = (
    "(;SZ[9]AB[aa][ba]AW[ca]C[Black to play.]"
    "(;B[cb]C[RIGHT. So.];W[bb];B[da])(;B[bb]BM[1];W[cb]C[Too slow.]))"
)


def solved(solutions: str) -> list[str]:
    how = {"solutions": solutions, "figures": True}
    found = problems(collection_of(SOLVED, "g.sgf"), OutlineStyle(), str, **how)  # type: ignore[arg-type]  # by name
    return [_said(item) for _, one in found if one is not None for item in one.solution]


def test_solutions_of_problems_of_stones_are_diagrams() -> None:
    assert solved("full") == [
        "[Correct answer]",
        "Correct answer. Black 1. So. (instead: Failure 1)",
        "[Failure 1]",
        "Failure 1. Black 1?",
        "White 2. Too slow.",
    ]
    assert solved("line") == ["[Correct answer]", "Correct answer. Black 1. So."]


def test_positions_without_a_solution_are_problems_where_one_says_so() -> None:
    text = "(;SZ[9]AB[aa]AW[bb]C[One.])(;SZ[9]AB[aa]AW[bb];B[cc])(;SZ[9])"
    for source, count in (("questions", 1), ("all", 2)):
        found = problems(collection_of(text, "g.sgf"), OutlineStyle(), str, source)
        assert sum(one is not None for _, one in found) == count


def test_boards_in_print_are_exact_and_have_coordinates_only_where_they_end() -> None:
    geometry = board_geometry(game_of("go"), game_of("go").start(None))
    assert geometry.scatter, "on the screen stones lie as if placed by hand"
    shown = in_print(GeometryKey(geometry), ("aa", "gg"))
    assert not shown.scatter
    assert max(stroke.width for stroke in shown.strokes) > 3 * min(
        stroke.width for stroke in shown.strokes
    )
    left, top = min(shown.squares.values())
    for one in shown.coordinates:
        assert one.at[0] < left or one.at[1] < top, "neither at the right nor below"


_MOVED = re.compile(r"q 1 0 0 1 (\S+) (\S+) cm (/F\d+) Do Q")
_LINE = re.compile(r"RG \S+ w ((?:\S+ \S+ [ml] )+)")


def test_stones_of_a_book_stand_on_crossings() -> None:
    """In the paths of the file, within a hundredth of a point on paper."""
    (shown,) = diagrams(f"(;SZ[9];{';'.join(MOVES[:40])})")
    drawings = Drawings(DrawingStyle(BOARD_THEMES["book"], "none"))
    drawn = drawings.draw("go", shown.position)
    ((_, data),) = drawings.finished(last=True)
    with pikepdf.open(io.BytesIO(data)) as file:
        page = file.pages[drawn.page - 1]
        forms = {name: form.read_bytes().decode() for name, form in page.Resources.XObject.items()}
        body = page.Contents.read_bytes().decode()
    across, down = set(), set()
    for path in _LINE.findall("\n".join(forms.values())):
        words = path.split()
        across.update(map(float, words[::3]))
        down.update(map(float, words[1::3]))
    discs = {name for name, drawn_form in forms.items() if " cm" not in drawn_form}
    centres = [(float(x), float(y)) for x, y, name in _MOVED.findall(body) if name in discs]
    assert len(centres) == 40
    paper = 82 / 25.4 * 72 / 20  # points of a unit, on a board as wide as a column
    for x, y in centres:
        assert min(abs(x - line) for line in across) * paper < 0.01
        assert min(abs(y - line) for line in down) * paper < 0.01


def test_deep_and_many_variations() -> None:
    root = node = Node(0, None)
    for number in range(1_000):  # each branches off the one before
        main, other = (
            Node(2 * number + 1, node, Move(f"B {MOVES[number % 40][2:4]}")),
            Node(2 * number + 2, node, Move(f"B {MOVES[40 + number % 40][2:4]}")),
        )
        node.children = (main, other)
        node = other
    record = Record("go", root)
    section = section_of(record, "sgf", style=OutlineStyle(levels=99))
    assert max(one.level for one in section.items) == 1, "no variation stands in another"
    assert section.left_out["variations"] > 0
