import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.games import GAMES
from viewer.games.geometry import GlyphPart
from viewer.scene.board import glyph_name
from viewer.scene.glyphs import commands, names, outline, text_shapes, text_width
from viewer.scene.shapes import GlyphShape, TextShape

NUMBERS = st.floats(-9999, 9999, width=32).map(lambda value: round(value, 3))
COUNTS = {"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0}
COMMANDS = st.sampled_from("MLQCZ").flatmap(
    lambda letter: st.tuples(
        st.just(letter),
        st.tuples(*[NUMBERS] * COUNTS[letter]),
    )
)


@given(st.lists(COMMANDS), st.sampled_from([" ", ",", " , "]), st.sampled_from(["", " ", "\n"]))
def test_path_data_is_read_as_it_was_written(
    path: list[tuple[str, tuple[float, ...]]], comma: str, gap: str
) -> None:
    data = gap.join(
        letter + gap + comma.join(format(number, "f") for number in numbers)
        for letter, numbers in path
    )
    assert list(commands(data)) == path


def test_numbers_after_a_whole_command_repeat_it() -> None:
    assert list(commands("M1 2 3 4L5 6 7 8Z")) == [
        ("M", (1.0, 2.0)),
        ("L", (3.0, 4.0)),
        ("L", (5.0, 6.0)),
        ("L", (7.0, 8.0)),
        ("Z", ()),
    ]


@pytest.mark.parametrize("data", ["1 2", "m1 2", "M1", "M", "M1 2 3", "H4", "Z1", "M1 x", "M1;2"])
def test_other_path_data_is_refused(data: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        list(commands(data))


@given(st.text(max_size=20))
def test_no_path_data_does_worse_than_being_refused(data: str) -> None:
    try:
        read = list(commands(data))
    except ValueError:
        return
    assert all(len(numbers) == COUNTS[letter] for letter, numbers in read)


@pytest.mark.parametrize("name", sorted(names()))
def test_outlines_are_closed_paths_in_their_em_box(name: str) -> None:
    found = outline(name)
    assert found is not None
    path = list(commands(found.path))
    assert path[0][0] == "M"
    assert path[-1][0] == "Z"
    for letter, numbers in path:
        assert letter in "MLCZ"
        # Strokes of a few characters reach a little out of the box.
        assert all(-60 <= x <= found.width + 60 for x in numbers[::2])
        assert all(-60 <= y <= found.height + 130 for y in numbers[1::2])


@pytest.mark.parametrize("game", GAMES)
def test_every_outline_that_a_board_names_is_there(game: str) -> None:
    geometry = GAMES[game].load().geometry
    wanted = {f"text/{one}" for coordinate in geometry.coordinates for one in coordinate.text}
    wanted |= {f"board/{one}" for text in geometry.texts for one in text.text}
    wanted |= {
        glyph_name(part)
        for parts in geometry.art.values()
        for part in parts
        if isinstance(part, GlyphPart)
    }
    assert wanted
    assert wanted <= names()


def test_labels_have_outlines_for_letters_and_digits() -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    assert {f"label/{one}" for one in letters + letters.upper() + "0123456789"} <= names()


def test_text_is_centred_and_keeps_its_order() -> None:
    shapes = text_shapes("10", (5.0, 2.0), 0.5, "#000000")
    assert all(isinstance(shape, GlyphShape) for shape in shapes)
    assert [shape.name for shape in shapes if isinstance(shape, GlyphShape)] == ["text/1", "text/0"]
    first, second = (shape.centre for shape in shapes)
    width = text_width("10", 0.5, "text")
    assert first[0] + second[0] == pytest.approx(10.0)
    assert second[0] - first[0] == pytest.approx(width / 2)
    assert first[1] == second[1] == 2.0


def test_a_character_without_outline_makes_the_text_a_label() -> None:
    assert text_shapes("a谜", (1.0, 1.0), 0.5, "#000000", face="label") == [
        TextShape("a谜", (1.0, 1.0), 0.5, "#000000", bold=True)
    ]
