"""What SGF and wei7 say of the values in their heads: meanings, complaints with paragraphs, lists."""

from __future__ import annotations

import pytest

from viewer.formats import FORMATS
from viewer.formats.format import Format
from viewer.games import game_of
from viewer.games.capabilities import Begun
from viewer.tree.record import Header

TWO = (Header("info.participants.0.name", "A"), Header("info.participants.1.name", "B"))


def faults(id: str, key: str, *values: str, headers=TWO) -> list[str]:
    format_: Format = FORMATS[id].load()
    found = [format_.fault(key, value, headers) for value in values]
    return ["" if one is None else one.text().rpartition(" ")[2] for one in found]


def test_wei7_wants_values_as_its_paragraphs_say() -> None:
    assert faults("wei7", "info.rules.komi", "0", "9.5", "7.50", "10", "7.25", "-1", "x") == [
        *("", "", ""),
        *["(3.10.1)."] * 4,
    ]
    assert faults("wei7", "info.result.margin", "0.5", "511.5", "0", "512") == [
        *("", ""),
        *["(3.8)."] * 2,
    ]
    good = ("2011-09-05T18:35Z", "2011-09-05T18:35:19Z", "2011-09-05T18:35:19.5822023Z")
    assert faults("wei7", "info.time", *good) == ["", "", ""]
    assert faults("wei7", "info.time", "2011-09-05", "") == ["(3.10.2)."] * 2
    key = "info.players.0.participant"
    assert faults("wei7", key, "0", "1", "2", "one") == ["", "", "(3.7).", "(3.7)."]
    assert faults("wei7", "info.place", "x" * 128, "x" * 129, "a\nb") == [
        "",
        "(3.10.3).",
        "(3.10.3).",
    ]
    assert faults("wei7", "info.participants.3.rank", "9d", "x" * 129) == ["", "(3.10.6)."]
    assert faults("wei7", "info.rules.type", "Korean", "AGA") == ["", "(3.10.1)."]
    assert faults("wei7", "info.unknown", "anything at all") == [""]


@pytest.mark.parametrize(
    ("key", "good", "bad"),
    [
        ("RE", ("B+R", "W+2.5", "B+T", "0", "Draw", "Void", "?", "W+"), ("black", "B", "W+x")),
        ("KM", ("6.5", "0", "-5.5", "375"), ("6,5", "six", "")),
        ("TM", ("3600", "90.5"), ("1h",)),
        ("HA", ("0", "2", "9"), ("1", "-2", "two")),
        ("DT", ("2006", "2006-01", "2006-01-30", "2006-01-30,31", "2006-01,02"), ("30.1.2006",)),
        ("ST", ("0", "3"), ("4",)),
        ("GC", ("anything",), ()),
    ],
)
def test_sgf_wants_values_as_ff4_says(key, good, bad) -> None:
    assert faults("sgf", key, *good) == [""] * len(good)
    assert all(faults("sgf", key, *bad))


def test_what_codes_of_sgf_mean() -> None:
    meaning = FORMATS["sgf"].load().meaning
    said = {
        ("RE", "B+R"): "Black: Won by resignation",
        ("RE", "W+2.5"): "White: won by 2.5",
        ("RE", "Void"): "No result",
        ("TM", "3661"): "1:01:01",
        ("TM", "90"): "1:30",
        ("ST", "2"): "The next moves, not marked",
    }
    for (key, value), words in said.items():
        assert meaning(key, value).text() == words
    for key, value in (("RE", "B+x"), ("TM", "30"), ("TM", "1" * 40), ("ST", "9"), ("PB", "0")):
        assert meaning(key, value) is None


def test_the_side_that_an_actor_plays() -> None:
    side_of = FORMATS["wei7"].load().side_of
    players = (
        Header("info.players.0.participant", "1"),
        Header("info.players.0.color", "2"),
        Header("info.players.1.participant", "0"),
        Header("info.players.1.color", "1"),
        Header("info.players.2.participant", "2"),
    )
    assert [side_of(str(number), players) for number in range(4)] == [0, 1, None, None]
    both = (
        *players,
        Header("info.players.3.participant", "0"),
        Header("info.players.3.color", "2"),
    )
    assert side_of("0", both) is None


def test_komi_goes_by_rules_and_handicap() -> None:
    usual = game_of("go").usual_values
    assert usual("komi", ())[0] == "7.5"
    assert usual("komi", (Header("RU", "Japanese"),))[0] == "6.5"
    assert usual("komi", (Header("RU", "Japanese"), Header("HA", "4")))[0] == "0.5"
    assert usual("komi", (Header("info.rules.type", "Korean"),))[0] == "6.5"
    assert "AGA" in usual("rules", ())
    assert usual("handicap", ())[0] == "2"
    assert usual("weather", ()) == ()
    assert not isinstance(game_of("chess"), Begun)


def test_glyphs_of_a_format_are_those_that_it_writes() -> None:
    from viewer.formats.sgf.notes import _OF_GLYPH
    from viewer.formats.wei7.steps import EVALUATIONS

    assert set(FORMATS["sgf"].load().glyphs) == set(_OF_GLYPH)
    assert set(FORMATS["wei7"].load().glyphs) == set(EVALUATIONS.values())
