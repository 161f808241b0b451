"""The report of a player's games as a page, a book and texts: counts, rows, links to games and files."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from viewer.__main__ import main
from viewer.document.reading.player_report import BY, player_report
from viewer.publish.outline import Facts, Title
from viewer.publish.player_reports import player_section

PGN = "".join(
    f'[White "{white}"]\n[Black "{black}"]\n[Date "2026.{month:02}.03"]\n[Result "{result}"]\n\n'
    f"{moves} {result}\n\n"
    for white, black, month, result, moves in (
        ("Anna", "Ben & <Co>", 1, "1-0", "1. e4 e5 2. Nf3 Nc6 3. Bb5"),
        ("D|ora_", "Anna", 2, "1-0", "1. e4 c5"),
        ("Anna", "Eve%", 2, "0-1", "1. d4 d5 2. c4 e6"),
        ("Anna", "李明", 3, "1/2-1/2", "1. d4 d5 2. c4 e6"),
    )
)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "my games" / "club #1.pgn"
    path.parent.mkdir()
    path.write_text(PGN, "utf-8")
    return path


def written(games: Path, name: str, *more: str) -> Path:
    target = games.parent.parent / "out" / name
    target.parent.mkdir(exist_ok=True)
    words = ["report", str(games), "--together", "--player", "Anna", "-o", str(target), *more]
    assert main(words) == 0
    return target


def test_rows_lead_to_lists_of_their_games(games: Path) -> None:
    report = player_report([games], "Anna")
    section = player_section(report, "Anna", str, str(games.parent))
    assert section.heading.title == "Anna"
    assert section.heading.facts == ("4 games", "2026-01 – 2026-03")
    titles = {one.name: at for at, one in enumerate(section.items) if isinstance(one, Title)}
    tables = [one for one in section.items if isinstance(one, Facts)]
    rows = [row for table in tables for row in table.rows if row.leads.startswith("#")]
    assert len(rows) == sum(len(report.rows(by)) for by in BY)
    for row in rows:
        listed = section.items[titles[row.leads[1:]] + 1]
        assert isinstance(listed, Facts)
        assert len(listed.rows) == int(row.cells[0])
        assert {one.leads for one in listed.rows} == {"club%20%231.pgn"}


def test_the_title_is_the_chief_name_and_the_others_stand_once_below_it(games: Path) -> None:
    target = written(games, "report.md", "--player", "Anna; 安娜; anna_99")
    text = target.read_text("utf-8")
    assert text.startswith("# Anna\n")
    assert text.count("Also written 安娜; anna") == 1
    assert text.count("安娜") == 1


def test_games_of_one_month_name_it_once(games: Path) -> None:
    report = player_report([games], "Ben & <Co>")
    assert player_section(report, "Ben", str, None).heading.facts == ("1 game", "2026-01")


def test_lost_games_come_first_and_long_lists_are_cut(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viewer.publish.player_reports._LISTED", 0)
    monkeypatch.setattr("viewer.publish.player_reports._LEAST", 2)
    section = player_section(player_report([games], "Anna"), "Anna", str, None)
    at = next(n for n, one in enumerate(section.items) if getattr(one, "name", "") == "colour-1")
    said, listed = section.items[at + 1 : at + 3]
    assert getattr(said, "text", "") == "2 of 3, lost ones first."
    assert isinstance(listed, Facts)
    assert [(row.what, row.cells[0], row.leads) for row in listed.rows] == [
        ("Eve%", "Lost", ""),
        ("李明", "Drawn", ""),
    ]


class Links(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.to: list[str] = []
        self.names: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {key: value or "" for key, value in attributes}
        if tag == "a":
            self.to.append(found["href"])
        if "id" in found:
            self.names.add(found["id"])


def test_a_page_leads_to_lists_and_files(games: Path) -> None:
    text = written(games, "report.html").read_text("utf-8")
    links = Links(text)
    assert {one[1:] for one in links.to if one.startswith("#")} == links.names
    assert "../my%20games/club%20%231.pgn" in links.to
    assert "Ben &amp; &lt;Co&gt;" in text
    assert "<script" not in text


@pytest.mark.parametrize(
    ("suffix", "told"),
    [
        ("txt", ["Queen's Gambit Declined      2    0      1     1   25 %"]),
        ("md", ["| [Sicilian Defense](<#opening-3>) | 1 |", '### <a id="opening-3"></a>Opening']),
        (
            "tex",
            ["\\hyperlink{opening-1}{Queen's Gambit Declined} & 2 &", "\\hypertarget{opening-1}"],
        ),
    ],
)
def test_each_text_has_the_counts(games: Path, suffix: str, told: list[str]) -> None:
    text = written(games, f"report.{suffix}").read_text("utf-8")
    assert not [one for one in told if one not in text]


def test_a_book_has_links(games: Path) -> None:
    pages = written(games, "report.pdf").read_bytes()
    assert pages.startswith(b"%PDF")
    assert re.search(rb"club%20%231\.pgn", pages) or b"/ObjStm" in pages


@pytest.mark.parametrize(
    "words", [["--json"], ["--list"], ["--together", "--json", "-o", "x.html"]]
)
def test_what_does_not_go_together_is_told(
    games: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(games), "--player", "Anna", *words]) == 2
    assert "--json" in capsys.readouterr().err


def test_a_form_that_there_is_not_is_refused(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["report", str(games), "--together", "--player", "Anna", "-o", "report.png"]
    assert main(words) == 2
    assert "A report is written as" in capsys.readouterr().err
