"""The page in Chromium: keys, mouse, touch, widths, themes, screen readers, no network."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Browser
from export_studies import CHESS, FILES, write
from needs import reason

import viewer
from viewer.games import game_of
from viewer.games.states import States

BOARD = "document.querySelector('qipu-board')"
# Where `npm pack axe-core` was unpacked; .ci/run says so.
AXE = Path(os.environ.get("AXE_CORE", "")) / "axe.min.js"
STANDING = (
    f"[...{BOARD}.position({BOARD}.node).standing]"
    f".map(([at, piece]) => [at, {BOARD}.drawn.kinds[piece]])"
)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    made = Browser(tmp_path_factory.mktemp("profile"))
    yield made
    made.close()


@pytest.fixture
def chess(tmp_path: Path) -> str:
    source = write(tmp_path, "game.pgn", CHESS)
    made = viewer.export(source, tmp_path / "game.html")
    return Path(made.written[0]).as_uri()


def node(browser: Browser) -> Any:
    return browser.run(f"{BOARD}.node")


@pytest.mark.parametrize("game", FILES)
def test_the_last_position_is_the_game_s(browser: Browser, tmp_path: Path, game: str) -> None:
    made = viewer.export(FILES[game], tmp_path / "a.html")
    browser.open(Path(made.written[0]).as_uri())
    record = viewer.load(FILES[game]).record(0)
    states = States(game_of(record.game), record)
    line = list(record.root.main_line())
    squares = list(states.game.geometry_of(states.at(record.root)).squares)
    browser.press(*["ArrowRight"] * (len(line) - 1))
    shown = {squares[at]: kind.split(" × ")[0] for at, kind in browser.run(STANDING)}
    wanted = {
        at: str(states.game.piece_name(kind))
        for at, kind in states.game.pieces(states.at(line[-1]))
    }
    assert shown == wanted
    browser.press("Home", "End", "f")
    assert {squares[at]: kind.split(" × ")[0] for at, kind in browser.run(STANDING)} == wanted
    assert browser.troubles == []
    assert [url for url in browser.asked if not url.startswith("file:")] == []


def test_keys_lead_through_the_game_and_into_variations(browser: Browser, chess: str) -> None:
    browser.open(chess)
    browser.press("ArrowRight", "ArrowRight", "ArrowRight")
    assert node(browser) == 3
    browser.press("ArrowDown")
    assert browser.run(f"{BOARD}.called.get({node(browser)})") == "2. f4"
    browser.press("ArrowRight")
    assert browser.run(f"{BOARD}.shadowRoot.querySelector('.now').textContent").startswith(
        "2… exf4"
    )
    browser.press("Home", "End")
    assert node(browser) == browser.run(f"{BOARD}.record.nodes.length - 1"), (
        "the way that was chosen"
    )
    browser.press("ArrowUp", "ArrowLeft")
    assert node(browser) == 2
    browser.press("Home")
    assert node(browser) == 0


def test_the_mouse_steps_on_the_board_and_finds_moves(browser: Browser, chess: str) -> None:
    browser.open(chess)
    box = browser.run(
        f"(b => [b.x, b.y, b.width, b.height])({BOARD}.board.getBoundingClientRect())"
    )
    x, y, width, height = box
    browser.click(x + 0.8 * width, y + height / 2)
    browser.click(x + 0.8 * width, y + height / 2)
    browser.click(x + 0.2 * width, y + height / 2)
    assert node(browser) == 1
    moves = f"[...{BOARD}.shadowRoot.querySelectorAll('.m')]"
    found = f"{moves}.find(move => move.textContent.includes('Nc6'))"
    browser.click(*browser.run(f"(b => [b.x + 5, b.y + 5])({found}.getBoundingClientRect())"))
    assert browser.run(f"{BOARD}.called.get({BOARD}.node)") == "2… Nc6"
    assert browser.run("location.hash").startswith("#1.")


def click(browser: Browser, square: str) -> None:
    """Click on a square of a board that is seen from the first side."""
    place = f"""(b => {{
        const at = b.drawn.at[b.drawn.names.indexOf("{square}")];
        const to = new DOMPoint(...at).matrixTransform(b.board.getScreenCTM());
        return [to.x, to.y];
    }})({BOARD})"""
    browser.click(*browser.run(place))


def test_a_click_on_the_board_goes_to_the_move_that_begins_there(
    browser: Browser, tmp_path: Path
) -> None:
    text = CHESS.replace("(2. f4", "(2. Ne2) (2. f4")
    made = viewer.export(write(tmp_path, "game.pgn", text), tmp_path / "game.html")
    browser.open(Path(made.written[0]).as_uri())
    called = f"{BOARD}.called.get({BOARD}.node)"
    told = []
    for square in ("e2", "e7", "g1", "g1", "g1"):
        click(browser, square)
        told.append(browser.run(called))
    assert told == ["1. e4!", "1… e5", "2. Nf3", "2. Ne2", "2. Nf3"]
    browser.press("ArrowLeft")
    click(browser, "f2")
    assert browser.run(called) == "2. f4"


def test_in_go_a_click_on_a_point_plays_the_recorded_move(browser: Browser, tmp_path: Path) -> None:
    source = write(tmp_path, "a.sgf", "(;GM[1]SZ[9](;B[cc];W[cg]TR[cg])(;B[gc]))")
    made = viewer.export(source, tmp_path / "a.html")
    browser.open(Path(made.written[0]).as_uri())
    nodes = []
    for square in ("C7", "C3"):
        click(browser, square)
        nodes.append(node(browser))
    browser.press("Home")
    click(browser, "G7")
    assert [*nodes, node(browser)] == [1, 2, 3]


def test_the_page_plays_the_moves_by_itself_to_the_end(browser: Browser, chess: str) -> None:
    browser.open(chess)
    browser.run(f"{BOARD}.play.click()")
    pressed = f"{BOARD}.play.getAttribute('aria-pressed')"
    assert browser.run(pressed) == "true"
    browser.run(f"{BOARD}.end();{BOARD}.step(-1)")
    assert browser.run(pressed) == "false"
    browser.run("window.setTimeout = does => queueMicrotask(does)")
    browser.run(f"{BOARD}.go(0);{BOARD}.play.click()")
    assert browser.run(f"{BOARD}.called.get({BOARD}.node)") == "3… a6"
    assert browser.run(pressed) == "false"


@pytest.mark.parametrize("width", [400, 1280])
def test_a_comment_is_printed_once(browser: Browser, chess: str, width: int) -> None:
    browser.open(chess, width, 800)
    browser.press("ArrowRight")
    seen = f"""[...{BOARD}.shadowRoot.querySelectorAll('.now p, .lines .com')]
        .filter(one => one.textContent.includes('best by') && one.getBoundingClientRect().width > 1)
        .length"""
    assert browser.run(seen) == 1


def test_flipped_the_second_side_is_at_the_bottom(browser: Browser, chess: str) -> None:
    browser.open(chess)
    low = f"{BOARD}.low.textContent"
    assert browser.run(low).startswith("Ada")
    before = browser.run(f"{BOARD}.board.innerHTML")
    browser.press("f")
    assert browser.run(low).startswith("Bob")
    assert browser.run(f"{BOARD}.board.innerHTML") != before
    browser.press("f")
    assert browser.run(f"{BOARD}.board.innerHTML") == before


def test_a_set_of_records_has_a_list(browser: Browser, tmp_path: Path) -> None:
    source = write(tmp_path, "a.pgn", CHESS + CHESS.replace("Ada", "Eve"))
    made = viewer.export(source, tmp_path / "a.html")
    browser.open(Path(made.written[0]).as_uri())
    browser.press("n", "ArrowRight")
    assert browser.run(f"{BOARD}.head.querySelector('h1').textContent") == "Eve – Bob"
    assert browser.run("location.hash") == "#2.1"
    assert browser.run(f"[...{BOARD}.list.options].length") == 2


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_a_page_fits_its_window(
    browser: Browser, chess: str, tmp_path: Path, width: int, dark: bool
) -> None:
    browser.open(chess, width, 800, dark)
    browser.press("ArrowRight")
    assert browser.run("document.documentElement.scrollWidth") == width
    sizes = browser.run(
        f"[...{BOARD}.shadowRoot.querySelectorAll('.bar button')].map(b => b.getBoundingClientRect().height)"
    )
    assert min(sizes) >= 44
    papers = browser.run("getComputedStyle(document.documentElement).backgroundColor")
    assert papers == ("rgb(23, 25, 28)" if dark else "rgb(238, 235, 228)")


def test_a_screen_reader_hears_the_position_and_the_move(browser: Browser, chess: str) -> None:
    browser.open(chess)
    browser.press("ArrowRight")
    said = browser.run(f"{BOARD}.board.getAttribute('aria-label')")
    assert "White king: e1" in said
    assert "e4" in said
    assert browser.run(f"{BOARD}.now.getAttribute('aria-live')") == "polite"
    assert "best by <test>" in browser.run(f"{BOARD}.now.textContent")


@pytest.mark.skipif(not AXE.exists(), reason=reason(["axe-core"]))
@pytest.mark.parametrize("game", FILES)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_serious(browser: Browser, tmp_path: Path, game: str, dark: bool) -> None:
    made = viewer.export(FILES[game], tmp_path / "a.html")
    browser.open(Path(made.written[0]).as_uri(), dark=dark)
    browser.press("ArrowRight", "ArrowRight")
    browser.run(AXE.read_text("utf-8") + ";0")
    found = browser.run(
        "axe.run(document).then(r => r.violations.map(v => [v.id, v.impact, v.nodes[0].html]))"
    )
    assert [one for one in found if one[1] in ("serious", "critical")] == []


def test_the_element_stands_in_a_page_of_somebody_else(browser: Browser, tmp_path: Path) -> None:
    made = viewer.export(FILES["go"], tmp_path / "go.html", style={"form": "element"})
    data = (tmp_path / "go.json").read_text("utf-8")
    blog = tmp_path / "blog.html"
    blog.write_text(
        "<!DOCTYPE html><meta charset=utf-8><style>button, p { display: none }</style>"
        '<script src="qipu-board.js" defer></script>'
        f'<qipu-board><script type="application/json">{data}</script></qipu-board>',
        "utf-8",
    )
    assert len(made.written) == 3
    browser.open(blog.as_uri())
    browser.run(f"{BOARD}.forward.click()")
    assert node(browser) == 1
    assert browser.run(f"{BOARD}.forward.getBoundingClientRect().height") >= 44
    assert browser.troubles == []
