"""How books of chess are set: variations in brackets, signs, spaces, names, figures in comments."""

from __future__ import annotations

import pytest
from pdf_texts import collection_of

from viewer.games import game_of
from viewer.games.chess.notation import FIGURINE
from viewer.games.printing import printing_of
from viewer.publish.choices import BRACKETS, INDENTED, SHORTENED, OutlineStyle
from viewer.publish.headings import called
from viewer.publish.layout import layout_of
from viewer.publish.outline import Comment
from viewer.publish.paragraphs import LETTER, Paragraph, blocks
from viewer.publish.sections import sections
from viewer.publish.wording import typographic

ALTERNATIVES = (
    "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) (2. d4) 2... d6) (1... e6) 2. Nf3 (2. f4 $14) Nc6 *"
)


def told(text: str, **style: str) -> list[tuple[int, str]]:
    """Level and text of each paragraph of a game."""
    chosen = OutlineStyle(**style)  # type: ignore[arg-type]  # by name
    section = next(sections(collection_of(text), chosen))
    shown = blocks(section.items, layout_of("chess", chosen, str))
    paragraphs = [one for one in shown if isinstance(one, Paragraph)]
    texts = ["".join(words for _, words in one.runs).replace("\u00a0", " ") for one in paragraphs]
    return list(zip([one.level for one in paragraphs], texts, strict=True))


def test_in_brackets_alternatives_have_letters_and_those_within_them_numbers() -> None:
    ((level, text),) = told(ALTERNATIVES, variations=BRACKETS)
    assert level == 0
    assert text == (
        "1. e4 e5 [a) 1…c5 2. Nf3 (a1) 2. c3 d5; a2) 2. d4) 2…d6; b) 1…e6]"
        " 2. Nf3 [2. f4\u202f⩲] 2…Nc6"
    )


def test_letters_of_alternatives_are_in_italics() -> None:
    section = next(sections(collection_of(ALTERNATIVES)))
    shown = blocks(section.items, layout_of("chess", OutlineStyle(variations=BRACKETS), str))
    runs = [run for one in shown if isinstance(one, Paragraph) for run in one.runs]
    assert [text.strip() for kind, text in runs if kind == LETTER] == ["a)", "a1)", "a2)", "b)"]


def test_indented_variations_have_the_level_of_their_line() -> None:
    assert [level for level, _ in told(ALTERNATIVES, variations=INDENTED)] == [
        *(0, 1, 2, 2, 1, 1, 0, 1, 0)
    ]


def test_variations_of_a_repertoire_have_their_places_in_the_tree() -> None:
    chosen = OutlineStyle(variations=INDENTED, labels="tree")
    section = next(sections(collection_of(ALTERNATIVES), chosen))
    shown = blocks(section.items, layout_of("chess", chosen, str))
    labels = [one.label for one in shown if isinstance(one, Paragraph)]
    assert labels == ["", "A", "A1", "A2", "", "B", "", "C", ""]


def test_no_line_ends_behind_the_dots_ahead_of_a_move() -> None:
    assert typographic("by ...a6 ...", "en") == "by …\u2060a6 …"


def test_a_sign_of_the_position_stands_apart_and_is_no_part_of_a_check() -> None:
    ((_, text),) = told("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ $18 $1 *", names=SHORTENED)
    assert text.endswith("3. Qxf7+!\u202f+−")


def test_a_null_move_is_a_dash() -> None:
    assert told("1. e4 -- 2. d4 *") == [(0, "1. e4 – 2. d4")]


def test_spaces_are_outside_what_is_not_broken() -> None:
    section = next(sections(collection_of("1. e4 (1. d4) e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 *")))
    for block in blocks(section.items):
        assert isinstance(block, Paragraph)
        assert not [text for kind, text in block.runs if kind.isupper() and " " in text]
        assert not [text for kind, text in block.runs if kind.isupper() and "\u00a0" in text]


@pytest.mark.parametrize(
    ("comment", "printed"),
    [
        ("Now Qb4+ or ...Rc1, e8=Q and Nb1-d2.", "Now ♕b4+ or ...♖c1, e8=♕ and ♘b1-d2."),
        ("Dann Sf3, Lc4 und Td1.", "Dann ♘f3, ♗c4 und ♖d1."),
        ("Sf3 alone is a knight's or a bishop's.", "Sf3 alone is a knight's or a bishop's."),
        ("The square e4, Room B4a, a KB5b.", "The square e4, Room B4a, a KB5b."),
    ],
)
def test_moves_in_comments_have_figures(comment: str, printed: str) -> None:
    books = printing_of(game_of("chess"))
    assert books.respelt(comment, books.letters([comment], FIGURINE)) == printed
    style = OutlineStyle(notation=FIGURINE)
    section = next(sections(collection_of(f"1. e4 {{{comment}}} *"), style))
    assert [item.text for item in section.items if isinstance(item, Comment)] == [printed]


@pytest.mark.parametrize(
    ("form", "name"),
    [
        ("file", "Karpov, Anatoly Y."),
        ("short", "Karpov, An."),
        ("surname", "Karpov"),
        ("given-first", "Anatoly Y. Karpov"),
    ],
)
def test_names_have_forms(form: str, name: str) -> None:
    assert called("Karpov, Anatoly Y.", form) == name
    for other in ("Morphy", "White moves and wins", "a, b, c", "Li, A.", "NN, "):
        assert other == "Li, A." or called(other, form) == other
    assert called("Li, A.", "short") == "Li, A."


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("He said \"no\" -- Black's king's rook ...", "He said “no” – Black’s king’s rook …"),
        ("('quoted' - so)", "(‘quoted’ – so)"),
        ("1-0, a4-a5, +-", "1-0, a4-a5, +-"),
        ('Schon “gesetzt" --', 'Schon “gesetzt" --'),
    ],
)
def test_plain_signs_become_typographic_ones(text: str, printed: str) -> None:
    assert typographic(text, "en") == printed
    assert typographic(text, "zh") == text


def test_typographic_signs_of_german() -> None:
    assert typographic('Er sagte "nein".', "de") == "Er sagte „nein“."


def test_a_diagram_within_brackets_stands_behind_them() -> None:
    text = "1. e4 (1. d4 d5 (1... Nf6 $220 2. c4) 2. c4) 1... e5 *"
    section = next(sections(collection_of(text), OutlineStyle()))
    shown = [
        "".join(words for _, words in one.runs).replace("\u00a0", " ")
        if isinstance(one, Paragraph)
        else "diagram"
        for one in blocks(section.items)
    ]
    assert shown == ["1. e4", "1. d4 d5 (1…Nf6 2. c4)", "diagram", "2. c4", "1…e5"]
