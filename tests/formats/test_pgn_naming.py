"""Names of files (section 11), countries of sites (section 15)."""

from __future__ import annotations

import pytest

from viewer.formats.pgn.countries import COUNTRIES, NEWER, site_country
from viewer.formats.pgn.naming import file_name
from viewer.tree.record import Header


def tags(**values: str) -> tuple[Header, ...]:
    return tuple(Header(key, value) for key, value in values.items())


@pytest.mark.parametrize(
    ("headers", "name"),
    [
        (tags(White="Fischer, Robert J.", Black="Spassky, Boris V."), "Fischer-Spassky"),
        (tags(White="Réti, R.", Black="?"), "Reti"),
        (tags(White="van der Wiel, Johan", Black="Smith:Jones"), "van_der_Wiel-Smith"),
        (tags(White="胡荣华", Black="-"), "胡荣华"),
        (tags(White="../../etc/passwd", Black=""), "etc_passwd"),
        (tags(White="?", Black="?", Event="F/S Return Match"), "F_S_Return_Match"),
        (tags(Event="?", Date="1992.11.04"), "19921104"),
        (tags(Date="1992.??.??"), "19920000"),
        (tags(Date="1895"), "18950000"),
        (tags(Date="????.??.??"), ""),
        (tags(Date="yesterday", Event='"?"'), ""),
        ((), ""),
        (tags(White="x" * 500, Black="y"), "x" * 60),
    ],
)
def test_one_game(headers: tuple[Header, ...], name: str) -> None:
    assert file_name([headers]) == name


def test_several_games() -> None:
    tal = tags(White="Tal, M.", Black="Larsen, B.", Event="Match", Date="1965.07.01")
    back = tags(White="Larsen, B.", Black="Tal, M.", Event="Match", Date="1965.07.03")
    other = tags(White="Keres, P.", Black="Tal, M.", Event="Match", Date="1965.08.01")
    third = tags(White="Keres, P.", Black="Geller, E.", Event="Match", Date="1965.08.01")
    fourth = tags(White="Keres, P.", Black="Geller, E.", Event="Other", Date="1965.08.02")
    assert file_name([tal, back]) == "Tal-Larsen"
    assert file_name([tal, back, other]) == "Tal"
    assert file_name([tal, back, other, third]) == "Match"
    assert file_name([tal, fourth]) == "1965"
    assert file_name([tags(Date="1965.08.01"), tags(Date="1965.08.02")]) == "196508"
    assert file_name([tags(Date="1965.08.01"), tags(Date="1966.08.01")]) == ""
    assert file_name([tags(Date="1965.08.01"), ()]) == ""
    assert file_name([]) == ""


@pytest.mark.parametrize(
    ("site", "country"),
    [
        ("New York City, NY USA", "United States of America"),
        ("St. Petersburg RUS", "Russia"),
        ("Riga LAT", "Latvia"),
        ("Belgrade, Serbia JUG", "Yugoslavia"),
        ("Paris (FRA)", "France"),
        ("Biel SUI", "Switzerland"),
        ("NET", "The Internet"),
        ("Space SPC ", "Aboard spacecraft"),
    ],
)
def test_countries(site: str, country: str) -> None:
    found = site_country(site)
    assert found is not None
    assert found.text() == country


@pytest.mark.parametrize("site", ["", "?", "Paris", "https://lichess.org/abcDEF", "aUSA", "X QQQ"])
def test_no_country(site: str) -> None:
    assert site_country(site) is None


def test_the_table_is_whole() -> None:
    assert len(COUNTRIES) == 152
    assert not set(COUNTRIES) & set(NEWER)
    assert all(len(code) == 3 and code.isupper() for code in (*COUNTRIES, *NEWER))
