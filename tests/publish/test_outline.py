"""The outline of a study: what a book or page says, in the order of printing."""

from __future__ import annotations

import pytest

from viewer import load
from viewer.base.messages import Message
from viewer.base.source import BytesSource
from viewer.document import plans
from viewer.document.document import Document
from viewer.document.edits import Edit
from viewer.document.holding import no_diagram
from viewer.formats import FORMATS
from viewer.formats.memory import MemoryCollection
from viewer.publish.choices import OUTLINE_FIELDS, OutlineStyle
from viewer.publish.outline import (
    Comment,
    Diagram,
    Item,
    Moves,
    PlainMoves,
    PrintedMove,
    Section,
    Title,
)
from viewer.publish.sections import section_of, sections
from viewer.publish.wording import printed, printed_line, unturned
from viewer.tree.action import Move, Setup
from viewer.tree.annotation import BOOKMARK, TITLE
from viewer.tree.diagram import has_diagram
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

PGN = """[Event "Club"]
[White "Ada"]
[Black "Bob"]
[Date "2020.??.??"]
[Result "1/2-1/2"]
[ECO "C50"]
[Opening "Italian Game"]

{The start.} 1. e4! e5 (1... c5 {Sicilian} 2. Nf3 (2. c3 {%s}) 2... d6) 2. Nf3 $220 {Good. [#] Yes.} Nc6 $20
3. Bc4 1/2-1/2
""" % ("long " * 20)


def study(text: str, name: str = "g.pgn", **style: object) -> list[Section]:
    collection = load(BytesSource(text.encode(), name))
    return list(sections(collection, OutlineStyle(**style)))  # type: ignore[arg-type]  # by name


def shown(items: tuple[Item, ...]) -> list[str]:
    """Items as short lines."""
    lines = []
    for item in items:
        if isinstance(item, Moves):
            moves = " ".join(f"{one.number}{one.text}{''.join(one.signs)}" for one in item.moves)
            lines.append(f"{item.level}{'*' if item.begins else ' '}{moves}")
        elif isinstance(item, Comment):
            lines.append(f"{item.level} {{{item.text[:12]}}}")
        elif isinstance(item, Title):
            lines.append(f"{'#' * item.depth} {item.text}")
        else:
            lines.append(f"[{item.number} {item.after}{item.title}]")
    return lines


def test_heading() -> None:
    heading = study(PGN)[0].heading
    assert heading.title == "Ada – Bob"
    assert heading.result == "½–½"
    assert heading.date == "2020"
    assert heading.facts == ("Club", "2020", "Italian Game C50")


def test_items_stand_in_the_order_of_printing() -> None:
    assert shown(study(PGN)[0].items) == [
        "0 {The start.}",
        "0*1.e4! e5",
        "1*1…c5",
        "1 {Sicilian}",
        "1 2.Nf3",
        "2*2.c3",
        "2 {long long lo}",
        "1 2…d6",
        "0 2.Nf3",
        "[1 2. Nf3]",
        "0 {Good. Yes.}",
        "0 2…Nc6",
        "0 {White has a }",
        "0 3.Bc4",
    ]


def test_plain_moves_are_as_a_tuple_of_them() -> None:
    plain = PlainMoves([3, 4], 7, ["4.", ""], ["Nf3", "Nf6"])
    moves = PrintedMove(3, 7, "4.", "Nf3"), PrintedMove(4, 8, "", "Nf6")
    assert tuple(plain) == moves
    assert plain == moves
    assert moves == plain
    assert hash(plain) == hash(moves)
    assert plain != moves[:1]
    assert (len(plain), plain[1], plain[:1], plain[-1]) == (2, moves[1], moves[:1], moves[1])


def test_both_numbers_of_equality_are_its_sign() -> None:
    found = shown(study("1. e4 $10 e5 $11 2. Nf3 *")[0].items)
    assert found == ["0*1.e4= e5= 2.Nf3"]


def test_left_out() -> None:
    found = shown(study(PGN, levels=1, comments=False, marked=False)[0].items)
    assert found == ["0*1.e4! e5", "1*1…c5 2.Nf3 d6", "0 2.Nf3 Nc6", "0 {White has a }", "0 3.Bc4"]


def test_notation_of_the_game_or_its_usual_one() -> None:
    assert "♘f3" in shown(study(PGN, notation="figurine")[0].items)[8]
    assert "Nf3" in shown(study(PGN, notation="japanese")[0].items)[8]


def test_diagrams_by_every_rule() -> None:
    found = study(PGN, every=1, ahead=True, end=True)[0].items
    assert [one.after for one in found if isinstance(one, Diagram)] == [
        "1…e5",  # after a full move
        "1. e4",  # ahead of the variation
        "1…c5",  # ahead of the variation on it
        "2. Nf3",  # marked
        "2…Nc6",
        "3. Bc4",  # the end
    ]
    assert [one.number for one in found if isinstance(one, Diagram)] == list(range(1, 7))
    assert [one.to_move for one in found if isinstance(one, Diagram)][:2] == [
        "White to move",
        "Black to move",
    ]


def test_a_position_is_printed_once() -> None:
    text = "1. e4 $220 (1. d4) e5 (1... c5) 2. Nf3 *"
    found = study(text, ahead=True)[0].items
    assert [one.after for one in found if isinstance(one, Diagram)] == ["1. e4"]


def test_a_set_up_position_begins_with_a_diagram() -> None:
    text = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *'
    diagram = study(text)[0].items[0]
    assert isinstance(diagram, Diagram)
    assert len(diagram.position.pieces) == 3
    assert not [one for one in study(text, set_up=False)[0].items if isinstance(one, Diagram)]


def test_a_diagram_from_the_other_side() -> None:
    diagram = next(one for one in study("1. e4 $221 *")[0].items if isinstance(one, Diagram))
    assert diagram.flipped


def test_bookmarks() -> None:
    root = Node(0, None)
    root.children = (Node(1, root, Move("e2e4"), {BOOKMARK: "The break"}),)
    diagram = section_of(Record("chess", root), "pgn").items[-1]
    assert isinstance(diagram, Diagram)
    assert (diagram.number, diagram.title) == (1, "The break")
    section = section_of(Record("chess", root), "pgn", style=OutlineStyle(bookmarked=False))
    assert not any(isinstance(item, Diagram) for item in section.items)


def test_chapters_by_event() -> None:
    games = "\n\n".join(f'[Event "{event}"]\n\n1. e4 *' for event in ("A", "A", "B", "?", "B"))
    found = study(games, events=True)
    assert [one.chapter for one in found] == ["A", "", "B", "", "B"]
    assert [one.grouped for one in found] == [True, True, True, False, True]
    assert [one.heading.title for one in found][2] == "Game 3"


def test_titles_of_chapters_within_a_record() -> None:
    root = Node(0, None)
    one = Node(1, root, None, {TITLE: "One"})
    two = Node(2, root, Setup("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), {TITLE: "Two"})
    deep = Node(3, one, None, {TITLE: "Deep"})
    root.children, one.children = (one, two), (deep,)
    deep.children = (Node(4, deep, Move("e2e4")),)
    two.children = (Node(5, two, Move("e1e2")),)
    found = section_of(Record("chess", root), "wei7")
    assert shown(found.items) == ["# One", "## Deep", "0*1.e4", "# Two", "[1 ]", "0*1.Ke2"]


def test_figures_number_moves_and_tell_what_stands_below_others() -> None:
    sgf = "(;SZ[9];B[ba];W[aa];B[ab];W[ee];B[aa];W[];B[cc];FG[257:Second];W[dd])"
    found = [one for one in study(sgf, "g.sgf")[0].items if isinstance(one, Diagram)]
    first, second = found
    assert (first.first, first.last) == (1, 7)
    assert first.notes == ((5, "2"), (6, "pass"))  # Black takes nothing away from the figure
    assert dict(first.position.pieces)["aa"].startswith("white")
    assert first.position.numbers == {"ba": 1, "aa": 2, "ab": 3, "ee": 4, "cc": 7}
    assert first.title == "Second"
    assert (second.first, second.last) == (8, 8)
    assert dict(second.position.pieces)["aa"].startswith("black")  # as it stands now


def test_a_move_at_a_stone_that_stood_there_before_is_told_by_a_letter() -> None:
    sgf = "(;SZ[9]AW[aa]AB[ab];B[ba];W[ee];B[aa])"
    found = [one for one in study(sgf, "g.sgf", end=True)[0].items if isinstance(one, Diagram)]
    assert found[-1].notes == ((3, "a"),)
    assert [mark.text for mark in found[-1].position.marks] == ["a"]


def test_stones_without_numbers() -> None:
    sgf = "(;SZ[9];B[ba];W[aa])"
    for numbers, expected in (("last", {"aa": 2}), ("none", {}), ("figure", {"ba": 1, "aa": 2})):
        found = study(sgf, "g.sgf", end=True, numbers=numbers)[0].items[-1]
        assert isinstance(found, Diagram)
        assert dict(found.position.numbers) == expected


@pytest.mark.parametrize("count", [20_000])
def test_long_lines(count: int) -> None:
    root = node = Node(0, None)
    moves = ("h2e2", "h9g7", "e2h2", "g7h9")
    for number in range(count):
        child = Node(number + 1, node, Move(moves[number % 4]))
        node.children = (child,)
        node = child
    section = section_of(Record("xiangqi", root), "xqf", style=OutlineStyle(end=True))
    assert sum(len(one.moves) for one in section.items if isinstance(one, Moves)) == count


def test_nested_variations() -> None:
    root = node = Node(0, None)
    for number in range(3_000):  # each branches off the one before
        main, other = (
            Node(3 * number + 1, node, Move("h2e2")),
            Node(3 * number + 2, node, Move("h2d2")),
        )
        reply = Node(3 * number + 3, other, Move("h9g7" if number % 2 else "b9c7"))
        node.children, other.children = (main, other), (reply,)
        node = reply
    section = section_of(Record("xiangqi", root), "xqf", style=OutlineStyle(levels=99))
    assert max(one.level for one in section.items if isinstance(one, Moves)) == 99


def test_one_record_is_read_at_a_time() -> None:
    asked = []

    class Watched(MemoryCollection):
        def record(self, index: int) -> Record:
            asked.append(index)
            return super().record(index)

    root = Node(0, None)
    found = sections(Watched("pgn", [Record("chess", root, (Header("White", "A"),))] * 3))
    next(found)
    assert asked == [0]


def test_words_are_those_of_the_reader() -> None:
    def words(message: Message) -> str:
        return f"«{message.template}»"

    collection = load(BytesSource(b"1. e4 $220 *", "g.pgn"))
    section = next(sections(collection, words=words))
    diagram = next(one for one in section.items if isinstance(one, Diagram))
    assert diagram.to_move == "«{side} to move»"
    assert section.heading.title == "«Game {number}»"


def test_texts_print() -> None:
    assert printed("a\x00b\x1b[31m") == "a b [31m"
    assert printed("one\u2029two") == "one\ntwo"
    assert printed("\ud800\ufffe\U0010fe80") == "\ufffd\ufffd\ufffd"
    assert printed("क्\u200dष 👩\u200d🚀 e\u0301") == "क्\u200dष 👩\u200d🚀 e\u0301"
    assert printed_line(" a\n\u2028 b ") == "a b"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u202eb", "\u2068a\u202eb\u202c\u2069"),
        ("a\u202eb\u2066c", "\u2068a\u202eb\u2066c\u2069\u202c\u2069"),
        ("a\u202c\u2069b", "\u2068ab\u2069"),  # ends nothing, and doesn't end the isolate
        ("\u2067a\u202bb\u2069c", "\u2068\u2067a\u202bb\u202c\u2069c\u2069"),
        ("\u05d0 1\nb", "\u2068\u05d0 1\u2069\nb"),
        ("\u2068a\u2069b\u2068c\u2069", "\u2068\u2068a\u2069b\u2068c\u2069\u2069"),
        ("fr\u00e9 馬", "fr\u00e9 馬"),
    ],
)
def test_what_turns_the_direction_of_reading_is_isolated(text: str, shown: str) -> None:
    assert printed(text) == shown
    assert printed(shown) == shown


def test_isolation_can_be_left_out() -> None:
    assert unturned("\u2068a\u202eb\u202c\u2069") == "ab"


def test_the_table_of_choices_makes_a_style() -> None:
    assert OutlineStyle.chosen({}) == OutlineStyle()
    assert OutlineStyle.chosen({"chapters": "events", "every": 5}).events
    with pytest.raises(ValueError, match="can't be"):
        OutlineStyle.chosen({"every": "five"})
    assert len({field.key for field in OUTLINE_FIELDS}) == len(OUTLINE_FIELDS)


# ----------------------------------------------------------------------------------- diagram marks


def edited(text: str, name: str, node: int) -> tuple[Document, Edit | None]:
    document = Document(load(BytesSource(text.encode(), name)), name)
    edit = plans.toggle_diagram(document, 0, document.record(0).node(node))
    if edit is not None:
        document.do(edit)
    return document, edit


def marked(document: Document) -> list[str]:
    """What the diagrams of a document's record are named."""
    section = next(sections(document))
    return [one.after or one.name for one in section.items if isinstance(one, Diagram)]


def written_text(document: Document) -> str:
    output = FORMATS[document.format].load().write(document)
    return b"".join(piece for piece in output.pieces if isinstance(piece, bytes)).decode()


@pytest.mark.parametrize(
    ("text", "name", "node", "after", "written"),
    [
        ("1. e4 e5 *\n", "g.pgn", 1, "1. e4", "e4 $220"),
        ("(;GM[1]SZ[9];B[aa];W[bb];B[cc])", "g.sgf", 1, "Figure 1 (1)", "W[bb]FG[]"),
    ],
)
def test_a_mark_is_set_removed_and_undone(
    text: str, name: str, node: int, after: str, written: str
) -> None:
    document, _ = edited(text, name, node)
    assert after in marked(document)
    assert written in written_text(document)
    edit = plans.toggle_diagram(document, 0, document.record(0).node(node))
    assert edit is not None
    document.do(edit)
    assert after not in marked(document)
    assert written_text(document) == text
    document.undo()
    assert after in marked(document)


def test_where_no_figure_can_begin_the_mark_is_a_sign_in_the_comment() -> None:
    text = "(;GM[1]SZ[9];B[aa])"
    document, _ = edited(text, "g.sgf", 1)
    node = document.record(0).node(1)
    assert has_diagram(node)
    assert no_diagram(document, node) is None
    edit = plans.toggle_diagram(document, 0, node)
    assert edit is not None
    document.do(edit)
    assert not has_diagram(node)
    assert written_text(document) == text


def test_other_diagram_glyphs_are_removed_by_the_same_key() -> None:
    document, _ = edited("1. e4! $221 e5 *\n", "g.pgn", 1)
    assert document.record(0).node(1).glyphs == (1,)
    document, _ = edited("1. e4 {[#] so} e5 *\n", "g.pgn", 1)
    node = document.record(0).node(1)
    assert (node.glyphs, node.comment) == ((), "so")


@pytest.mark.parametrize(
    ("text", "name", "node", "why"),
    [
        ("1. e4 *", "g.pgn", 0, "The starting position"),
        ("手合割：平手\n1 ７六歩(77)\n", "g.kif", 1, "has no place for diagram marks"),
    ],
)
def test_where_no_mark_can_be(text: str, name: str, node: int, why: str) -> None:
    document, edit = edited(text, name, node)
    assert edit is None
    reason = no_diagram(document, document.record(0).node(node))
    assert reason is not None
    assert why in reason.text()
