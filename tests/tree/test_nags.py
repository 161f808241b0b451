"""The glyphs: all numbers of the standard, their words and signs."""

from viewer.base.messages import message
from viewer.tree.annotation import MOVE_GLYPHS, POSITION_GLYPHS
from viewer.tree.nags import GROUPS, LARGEST, NAGS, sign_of, words_of

# Drawn by `packaging/make_glyphs.py`; tests/paint looks at the font itself.
SIGNS = set("!?□=∞⩲⩱±∓+−⨀○⟳↑→⇆⊕∆∇⌓≤RN×⊥⇔↗#⊞≫≪└┘")


def test_every_number_of_the_standard_has_words() -> None:
    assert set(range(140)) <= set(NAGS)
    assert list(NAGS) == sorted(NAGS)
    assert max(NAGS) == LARGEST
    assert len({words_of(number).text() for number in range(140)}) == 140


def test_the_misprint_of_the_standard_is_mended() -> None:
    assert words_of(84).text() == "White has a very strong pawn structure"
    assert words_of(87).text() == "Black has poor knight placement"
    assert words_of(94).text() == "White has poor rook placement"
    assert words_of(97).text() == "Black has good rook placement"


def test_words_of_the_ends_of_each_run() -> None:
    said = {
        0: "null annotation",
        9: "worst move",
        13: "unclear position",
        21: "Black has a crushing advantage (White should resign)",
        23: "Black is in zugzwang",
        47: "Black has more than adequate compensation for material deficit",
        65: "Black has a decisive queenside control advantage",
        105: "Black has good piece coordination",
        129: "Black has played the ending very well",
        135: "Black has decisive counterplay",
        136: "White has moderate time control pressure",
        139: "Black has severe time control pressure",
        146: "novelty",
        152: "Black has the pair of bishops",
        255: "without",
    }
    assert {number: words_of(number).text() for number in said} == said


def test_sides_have_the_names_of_the_game() -> None:
    red, black = message("Red"), message("Black")
    assert words_of(36, (red, black)).text() == "Red has the initiative"
    assert words_of(37, (red, black)).text() == "Black has the initiative"
    assert words_of(1, (red, black)).text() == "good move"


def test_signs() -> None:
    assert [sign_of(number) for number in (1, 6, 7, 14, 19, 22, 132, 139, 146)] == [
        "!", "?!", "□", "⩲", "−+", "⨀", "⇆", "⊕", "N",
    ]  # fmt: skip
    assert sign_of(10) == sign_of(11) == "="
    assert sign_of(20) == "$20"
    assert sign_of(160) == "$160"
    assert set("".join(nag.sign for nag in NAGS.values())) <= SIGNS


def test_unknown_numbers_are_said_to_be_unknown() -> None:
    assert "160" in words_of(160).text()
    assert "-3" in words_of(-3).text()


def test_every_glyph_is_in_a_group_and_no_group_is_empty() -> None:
    assert {nag.group for nag in NAGS.values()} == set(GROUPS)


def test_the_short_lists_show_the_same_signs() -> None:
    for number, sign, _ in MOVE_GLYPHS + POSITION_GLYPHS:
        assert sign_of(number) == sign
