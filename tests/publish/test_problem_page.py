"""The page of problems: its data, and in Chromium solving, hints, solutions, progress, by clicks and keys."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Browser
from export_studies import write
from needs import reason

import viewer
from viewer.base import catalogs
from viewer.base.refused import Refused
from viewer.document.training.mistakes import Mistake
from viewer.document.training.posing import posed_together
from viewer.games import game_of

BOARD = "document.querySelector('qipu-problems')"
AXE = Path(os.environ.get("AXE_CORE", "")) / "axe.min.js"

CHESS = """[White "First <b>"]
[SetUp "1"]
[FEN "7k/8/8/8/8/8/5Q2/6K1 w - - 0 1"]

{Drive him on. <script>alert(1)</script>}
1. Qf6+ (1. Qf7 $2 {stalemate <i>}) (1. Qf8+ $2 Kh7 {slower})
1... Kg8 2. Qg6+ {<b>there</b>} *

[White "Second"]
[SetUp "1"]
[FEN "7k/4P3/6K1/8/8/8/8/8 w - - 0 1"]

1. e8=Q# $1 (1. e8=R# $1) (1. e8=N $2 Kg8) *

[White "No problem"]

1. e4 *
"""
TSUME = """手合割：平手
後手の持駒：なし
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ 王|九
+---------------------------+
先手の持駒：金二
手数----指手---------消費時間--
1 ５二金打
2 中断
"""
XIANGQI = """[Game "Chinese Chess"]
[FEN "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1"]

1. R5+8 *
"""
GAMES = {
    "chess": ("a.pgn", CHESS),
    "xiangqi": ("a.pgn", XIANGQI),
    "shogi": ("a.kif", TSUME),
    "go": ("a.sgf", "(;GM[1]SZ[9]AB[cc][dc]AW[cd][dd];B[ec];W[fc];B[ed])"),
    "hex": ("a.sgf", "(;FF[4]GM[11]SZ[5]AB[b2][c3]AW[d4];B[c2];W[b4];B[a5])"),
    "twixt": ("a.sgf", "(;FF[4]GM[21]SZ[12]AW[c3][d5]AB[h8];W[e7];B[f9];W[g8])"),
}


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    made = Browser(tmp_path_factory.mktemp("profile"))
    yield made
    made.close()


def page(folder: Path, name: str, text: str, **style: Any) -> Path:
    made = viewer.export(write(folder, name, text), folder / "a.html", "problems", style=style)
    return Path(made.written[0])


def data_of(path: Path) -> dict[str, Any]:
    text = path.read_text("utf-8")
    found = re.search(r'<script type="application/json">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    return dict(json.loads(found[1]))


def accepting_two(folder: Path, game_id: str) -> Path:
    """The page of a mistake in place of which two moves are accepted."""
    game = game_of(game_id)
    start = game.start(None)
    one, two, played = [(move.text,) for move in list(game.legal_moves(start))[:3]]
    setup, answers = game.setup_text(start), (one, two)
    mistake = Mistake(game_id, setup, "", start.side, 1, "", played, answers, 0.5, False)
    collection = posed_together([mistake], str)
    return Path(viewer.export(collection, folder / "a.html", "problems").written[0])


# ------------------------------------------------------------------------------------- the data


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_told_with_the_squares_that_make_them(tmp_path: Path, game: str) -> None:
    data = data_of(page(tmp_path, *GAMES[game]))
    problem = data["records"][0]
    move = problem["nodes"][1]
    assert (move["o"], move["v"]) == (1, 1)
    clicks = 1 if game in ("go", "hex", "twixt") else 2
    assert [len(one) for one in move["t"]] == [clicks]
    assert problem["clicks"] == clicks
    assert move["d"]


@pytest.mark.parametrize("game", GAMES)
def test_another_right_answer_is_called_so(tmp_path: Path, game: str) -> None:
    (problem,) = data_of(accepting_two(tmp_path, game))["records"]
    assert [node["v"] for node in problem["nodes"][1:]] == [1, 1, -1]
    said = [(item[5], item[3]) for item in problem["items"] if item[0] == "c"]
    assert said[0] == (2, "Also right")
    assert "Also right" not in str(said[1:])


def test_passing_and_swaps_are_offered_whether_the_record_has_them_or_not(tmp_path: Path) -> None:
    texts = ("(;GM[1]SZ[9]AB[cc]AW[cd];B[dd])", "(;GM[1]SZ[9]AB[cc]AW[cd];B[])")
    offered = [data_of(page(tmp_path, "a.sgf", one))["records"][0]["offered"] for one in texts]
    assert offered == [["pass"], ["pass"]]
    hex_position = "(;FF[4]GM[11]SZ[5]AB[b2]PL[W];W[c3])"
    (problem,) = data_of(page(tmp_path, "a.sgf", hex_position))["records"]
    assert problem["offered"] == ["swap-pieces", "swap-sides"]


def test_what_a_solution_needs_is_offered_among_all_that_rules_have(tmp_path: Path) -> None:
    """One word alone would tell the answer."""
    later = "(;FF[4]GM[11]SZ[5]AB[b2][c3]AW[d4];B[c2];W[b4];B[forfeit])"
    (problem,) = data_of(page(tmp_path, "a.sgf", later))["records"]
    assert problem["offered"] == ["resign", "forfeit"]
    drawn = "(;FF[4]GM[21]SZ[12]AW[c3][d5]AB[h8];W[e7 propose-draw];B[accept-draw])"
    (problem,) = data_of(page(tmp_path, "a.sgf", drawn))["records"]
    assert problem["offered"] == []
    asked = "(;FF[4]GM[21]SZ[12]AW[c3][d5]AB[h8];W[propose-draw];B[accept-draw])"
    (problem,) = data_of(page(tmp_path, "a.sgf", asked))["records"]
    assert problem["offered"] == ["propose-draw", "resign", "forfeit"]


@pytest.mark.parametrize(
    "text",
    ["(;GM[1]SZ[9]AB[cc]AW[cd];B[])", "(;FF[4]GM[11]SZ[5]AB[b2]PL[W];W[swap-sides])"],
)
def test_what_is_offered_is_called_as_it_is_in_the_record(tmp_path: Path, text: str) -> None:
    from viewer.cli import export

    source, out = write(tmp_path, "a.sgf", text), tmp_path / "a.html"
    try:
        catalogs.choose("ja", {})
        assert export.run(["--problems", str(source), "-o", str(out)]) == 0
    finally:
        catalogs.use(None)
    (problem,) = data_of(out)["records"]
    word = problem["items"][0][3][0][2]
    assert word in problem["offered"]
    assert not word.isascii()


def test_how_a_game_ended_is_no_part_of_a_solution(tmp_path: Path) -> None:
    (problem,) = data_of(page(tmp_path, "a.kif", TSUME))["records"]
    assert len(problem["nodes"]) == 2
    assert "中断" not in json.dumps(problem, ensure_ascii=False)
    (problem,) = data_of(page(tmp_path, "a.kif", f"{TSUME}*玉方が詰んだ。\n"))["records"]
    assert len(problem["nodes"]) == 3, "unless something is said of it"


def test_records_without_problems_are_counted_and_none_at_all_refused(tmp_path: Path) -> None:
    source = write(tmp_path, "a.pgn", CHESS)
    made = viewer.export(source, tmp_path / "a.html", "problems")
    assert made.left_out["games"] == 1
    assert len(data_of(tmp_path / "a.html")["records"]) == 2
    with pytest.raises(Refused, match="no problems"):
        viewer.export(source, tmp_path / "b.html", "problems", records="3")


def test_a_problem_ends_where_the_next_question_is_asked(tmp_path: Path) -> None:
    path = page(
        tmp_path, "a.pgn", "1. e4 $220 e5 2. Nf3 $220 Nc6 3. Bb5 a6 *", **{"from": "marked"}
    )
    sizes = [len(one["nodes"]) for one in data_of(path)["records"]]
    assert sizes == [3, 4]


def test_what_pieces_may_become_is_what_the_rules_allow(tmp_path: Path) -> None:
    data = data_of(page(tmp_path, "a.pgn", CHESS))
    kinds = data["boards"][0]["kinds"]
    offered = data["records"][1]["nodes"][1]["k"]
    assert kinds[offered[0]] == "White queen"
    assert {kinds[one] for one in offered} == {
        *("White queen", "White rook", "White bishop", "White knight")
    }


def test_a_problem_has_the_same_key_on_any_page(tmp_path: Path) -> None:
    first = data_of(page(tmp_path, "a.pgn", CHESS))["records"]
    second = data_of(page(tmp_path, "b.pgn", CHESS[CHESS.index('[White "Second') :]))["records"]
    assert first[1]["key"] == second[0]["key"] != first[0]["key"]


def test_texts_stay_texts(tmp_path: Path) -> None:
    text = page(tmp_path, "a.pgn", CHESS).read_text("utf-8")
    assert text.count("</script>") == 2
    assert "<b>there" not in text


def test_several_files_are_one_page(tmp_path: Path) -> None:
    from viewer.cli import export

    sources = [str(write(tmp_path, f"{name}.pgn", CHESS)) for name in "abc"]
    assert export.run(["--problems", *sources, "-o", str(tmp_path / "one.html")]) == 0
    assert len(data_of(tmp_path / "one.html")["records"]) == 6
    assert list(tmp_path.glob("*.html")) == [tmp_path / "one.html"]


# --------------------------------------------------------------------------------- in Chromium


def opened(browser: Browser, path: Path, **how: Any) -> None:
    browser.open(path.as_uri(), **how)
    browser.run("customElements.get('qipu-problems').pause = 0")


def anew(browser: Browser, path: Path, **how: Any) -> None:
    """A page of which nothing is kept."""
    browser.anew()
    opened(browser, path, **how)


def touch(browser: Browser, *squares: int) -> None:
    for square in squares:
        place = f"""(b => {{
            const to = new DOMPoint(...b.drawn.at[{square}]).matrixTransform(b.board.getScreenCTM());
            return [to.x, to.y];
        }})({BOARD})"""
        browser.click(*browser.run(place))


def state(browser: Browser) -> str:
    """The state of the attempt, once the record has answered."""
    wait = f"""(async () => {{
        while ({BOARD}.stage === "answering") await new Promise(done => setTimeout(done, 5));
        return {BOARD}.stage;
    }})()"""
    return str(browser.run(wait))


def said(browser: Browser) -> str:
    return str(browser.run(f"{BOARD}.now.textContent"))


def named(browser: Browser, *names: str) -> list[int]:
    return [int(browser.run(f"{BOARD}.drawn.names.indexOf('{name}')")) for name in names]


def line_of(data: dict[str, Any], problem: int) -> list[list[int]]:
    """The squares of the solving side's moves along the main line."""
    return [
        node["t"][0]
        for at, node in enumerate(data["records"][problem]["nodes"])
        if node.get("o") == 1 and node["v"] == 1 and at == node["p"] + 1
    ]


def test_passing_where_the_record_has_a_move_isnt_in_the_record(
    tmp_path: Path, browser: Browser
) -> None:
    browser.open(page(tmp_path, "a.sgf", "(;GM[1]SZ[9]AB[cc]AW[cd]C[One.];B[dd])").as_uri())
    browser.run(f"{BOARD}.next.querySelector('button').click()")
    assert browser.run(f"{BOARD}.told") == browser.run(f"{BOARD}.words.unknown")
    browser.open(page(tmp_path, "a.sgf", "(;GM[1]SZ[9]AB[cc]AW[cd]C[Two.];B[])").as_uri())
    browser.run(f"{BOARD}.next.querySelector('button').click()")
    assert browser.run(f"{BOARD}.stage") == "solved"


@pytest.mark.parametrize("game", GAMES)
def test_a_problem_is_failed_solved_and_kept(browser: Browser, tmp_path: Path, game: str) -> None:
    path = page(tmp_path, *GAMES[game])
    data = data_of(path)
    anew(browser, path)
    line = line_of(data, 0)
    taken = {line[0][-1], *data["records"][0]["nodes"][0]["d"][::2]}
    free = next(at for at in range(len(data["boards"][0]["at"])) if at not in taken)
    touch(browser, *line[0][:-1], free)
    assert said(browser) == "That move isn't in this record."
    assert state(browser) == "asked"
    for squares in line:
        assert state(browser) == "asked"
        touch(browser, *squares)
    assert state(browser) == "solved"
    assert said(browser).startswith("Solved!")
    kept = "JSON.parse(localStorage.getItem('qipu-problems'))"
    assert browser.run(kept) == {data["records"][0]["key"]: 3}
    browser.run(f"{BOARD}.open(0)")
    for squares in line:
        assert state(browser) == "asked"
        touch(browser, *squares)
    opened(browser, path)
    assert state(browser) == "asked"
    progress = f"""(async () => {{  // another process may have to be told first
        const told = () => {BOARD}.progress.textContent;
        for (let tries = 0; tries < 500 && told().startsWith("0"); tries++)
            await new Promise(done => setTimeout(done, 10));
        return told();
    }})()"""
    assert str(browser.run(progress)).startswith("1 of ")
    assert browser.run(kept) == {data["records"][0]["key"]: 1}
    assert browser.troubles == []
    assert [url for url in browser.asked if not url.startswith("file:")] == []


@pytest.mark.parametrize("game", GAMES)
def test_each_answer_that_is_accepted_solves_a_problem(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    path = accepting_two(tmp_path, game)
    anew(browser, path)
    answers = data_of(path)["records"][0]["nodes"][1:3]
    for node in answers:
        browser.run(f"{BOARD}.open(0)")
        touch(browser, *node["t"][0])
        assert state(browser) == "solved"
        assert said(browser).startswith("Solved!")
    assert "Also right" in said(browser)
    assert "Also right" in browser.run(f"{BOARD}.lines.textContent")


@pytest.mark.parametrize("game", GAMES)
def test_a_problem_is_solved_by_keys(browser: Browser, tmp_path: Path, game: str) -> None:
    path = page(tmp_path, *GAMES[game])
    anew(browser, path)
    for squares in line_of(data_of(path), 0):
        assert state(browser) == "asked"
        for square in squares:
            walk_to(browser, square)
            browser.press("Enter")
    assert state(browser) == "solved"
    browser.press("ArrowLeft")
    assert browser.run(f"{BOARD}.node") < browser.run(f"{BOARD}.record.nodes.length")


def walk_to(browser: Browser, square: int) -> None:
    """Press arrow keys until the cursor is on a square."""
    browser.press("ArrowRight")
    for _ in range(60):
        way = browser.run(
            f"""(b => {{
                const [x, y] = b.drawn.at[b.cursor], [u, v] = b.drawn.at[{square}];
                if (b.cursor === {square}) return "";
                const aside = Math.abs(u - x) > Math.abs(v - y);
                return "Arrow" + (aside ? (u > x ? "Right" : "Left") : v > y ? "Down" : "Up");
            }})({BOARD})"""
        )
        if not way:
            break
        browser.press(way)
    assert browser.run(f"{BOARD}.cursor") == square
    name = browser.run(f"{BOARD}.drawn.names[{square}]")
    assert str(browser.run(f"{BOARD}.under.textContent")).startswith(f"{name}: ")


def test_a_wrong_variation_is_answered_and_taken_back(browser: Browser, tmp_path: Path) -> None:
    anew(browser, page(tmp_path, "a.pgn", CHESS))
    touch(browser, *named(browser, "f2", "f8"))
    assert state(browser) == "astray"
    assert said(browser) == "Wrong.1… Kh7slower"
    browser.press("Backspace")
    assert (state(browser), browser.run(f"{BOARD}.node")) == ("asked", 0)
    assert browser.run(f"{BOARD}.shadowRoot.querySelectorAll('.com i, script').length") == 0


def test_hints_name_the_piece_and_then_the_move(browser: Browser, tmp_path: Path) -> None:
    path = page(tmp_path, "a.pgn", CHESS)
    anew(browser, path)
    rings = f"{BOARD}.board.querySelectorAll('.hint').length"
    browser.press("h")
    assert (said(browser), browser.run(rings)) == ("It is this piece that moves.", 1)
    browser.run(f"{BOARD}.hint_button.click()")
    assert (said(browser), browser.run(rings)) == ("This is the move.", 2)
    for squares in line_of(data_of(path), 0):
        assert state(browser) == "asked"
        touch(browser, *squares)
    assert state(browser) == "solved"
    assert browser.run("Object.values(JSON.parse(localStorage.getItem('qipu-problems')))") == [2]


def test_rings_are_as_dark_on_a_dark_page(browser: Browser, tmp_path: Path) -> None:
    path = page(tmp_path, "a.pgn", CHESS)
    seen = []
    for dark in (False, True):
        anew(browser, path, dark=dark)
        browser.press("h")
        seen.append(browser.run(f"getComputedStyle({BOARD}.board.querySelector('.hint')).stroke"))
    assert seen[0] == seen[1] == "rgb(42, 112, 70)"


def test_the_solution_is_shown_on_demand(browser: Browser, tmp_path: Path) -> None:
    anew(browser, page(tmp_path, "a.pgn", CHESS))
    lines = f"{BOARD}.lines.getBoundingClientRect().width"
    assert browser.run(lines) == 0
    browser.press("End")
    assert (state(browser), browser.run(f"{BOARD}.node")) == ("shown", 0)
    assert browser.run(lines) > 100
    assert "Qg6+" in browser.run(f"{BOARD}.lines.textContent")
    browser.press("ArrowRight", "ArrowRight", "ArrowRight")
    assert "<b>there</b>" in said(browser)
    assert browser.run("Object.values(JSON.parse(localStorage.getItem('qipu-problems')))") == [3]


@pytest.mark.parametrize(
    ("piece", "stage"),
    [("queen", "solved"), ("rook", "solved"), ("knight", "astray"), ("bishop", "asked")],
)
def test_what_a_pawn_becomes_is_asked(
    browser: Browser, tmp_path: Path, piece: str, stage: str
) -> None:
    anew(browser, page(tmp_path, "a.pgn", CHESS))
    browser.press("n")
    touch(browser, *named(browser, "e7", "e8"))
    offers = f"[...{BOARD}.next.querySelectorAll('button')]"
    assert browser.run(f"{offers}.length") == 4
    browser.run(f"{offers}.find(one => one.textContent.includes('{piece}')).click()")
    assert state(browser) == stage
    if stage == "asked":
        assert said(browser) == "That move isn't in this record."


def test_without_storage_the_page_works(browser: Browser, tmp_path: Path) -> None:
    anew(browser, page(tmp_path, "a.pgn", CHESS))
    browser.run(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('none'); } });0"
    )
    browser.run(f"{BOARD}.kept = {{}}; {BOARD}.show()")
    assert state(browser) == "shown"
    assert browser.troubles == []


def test_what_another_page_keeps_is_shown(browser: Browser, tmp_path: Path) -> None:
    path = page(tmp_path, "a.pgn", CHESS)
    anew(browser, path)
    kept = json.dumps({data_of(path)["records"][1]["key"]: 1})
    browser.run(f"localStorage.setItem('qipu-problems', '{kept}')")
    browser.run("dispatchEvent(new StorageEvent('storage'))")
    assert browser.run(f"{BOARD}.progress.textContent") == "1 of 2 solved"
    assert str(browser.run(f"{BOARD}.list.options[1].textContent")).endswith("✓")


def test_a_problem_without_a_solution_says_so(browser: Browser, tmp_path: Path) -> None:
    text = '[SetUp "1"]\n[FEN "7k/8/8/8/8/8/5Q2/6K1 w - - 0 1"]\n\n*\n'
    anew(browser, page(tmp_path, "a.pgn", text, **{"from": "all"}))
    assert state(browser) == "none"
    assert said(browser) == "The record calls no move right here."
    touch(browser, *named(browser, "f2", "f3"))
    assert state(browser) == "none"


def test_a_thousand_problems_are_one_page_that_draws_one_board(
    browser: Browser, tmp_path: Path
) -> None:
    one = CHESS[: CHESS.index('[White "Second')]
    anew(browser, page(tmp_path, "a.pgn", one * 1000))
    assert browser.run(f"{BOARD}.list.options.length") == 1000
    assert browser.run(f"{BOARD}.shadowRoot.querySelectorAll('svg.board').length") == 1
    browser.run(f"{BOARD}.open(999)")
    assert browser.run("location.hash") == "#1000"


# -------------------------------------------------------------------------------- of a lesson

PLAYED = {
    "chess": ("a.pgn", '[LESSON "{}"]\n\n1. e4 e5 2. Nf3 1-0\n'),
    "xiangqi": ("a.pgn", '[Game "Chinese Chess"]\n[LESSON "{}"]\n\n1. C2=5 H8+7 2. H2+3 *\n'),
    "shogi": (
        "a.kif",
        "LESSON：{}\n手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n",
    ),
    "go": ("a.sgf", "(;GM[1]SZ[9]LESSON[{}];B[cc];W[gg];B[]C[A pass];W[ee])"),
    "hex": ("a.sgf", "(;FF[4]GM[11]SZ[5]LESSON[{}];B[b2];W[c3];B[d2])"),
    "twixt": ("a.sgf", "(;FF[4]GM[21]SZ[12]LESSON[{}];W[c3];B[d5];W[f6])"),
}


def lesson(folder: Path, game: str, task: str) -> Path:
    name, text = PLAYED[game]
    return page(folder, name, text.replace("{}", task))


@pytest.mark.parametrize("game", PLAYED)
def test_of_a_game_the_moves_of_a_side_are_asked(tmp_path: Path, game: str) -> None:
    (told,) = data_of(lesson(tmp_path, game, "guess"))["records"]
    assert (told["does"], told["side"]) == ("guess", 0)
    assert [one.get("o") for one in told["nodes"][1:4]] == [1, 2, 1]
    asked = [one for one in told["nodes"] if one.get("o") == 1]
    assert [bool(one.get("t")) for one in asked] == [True, game != "go"], "a pass"
    assert not told["head"]["result"]
    (told,) = data_of(lesson(tmp_path, game, "guess both 1"))["records"]
    assert told["side"] == -1
    assert [one.get("o") for one in told["nodes"][1:3]] == [1, 1]
    assert told["items"][0][3][0][0] == 1, "it begins behind the first ply"


def test_what_is_kept_of_a_game_is_of_its_moves_and_its_task(tmp_path: Path) -> None:
    tasks = ("guess white", "guess black", "guess white 2", "step", "guess white")
    keys = [data_of(lesson(tmp_path, "chess", one))["records"][0]["key"] for one in tasks]
    assert len(set(keys)) == 4
    assert keys[0] == keys[-1]


@pytest.mark.parametrize("game", PLAYED)
def test_moves_are_guessed_and_the_record_goes_on(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    path = lesson(tmp_path, game, "guess")
    data = data_of(path)
    anew(browser, path)
    moves = [one for one in data["records"][0]["nodes"] if one.get("o") == 1]
    touch(browser, *moves[0]["t"][0])
    assert said(browser).startswith("As in the record.")
    assert state(browser) == "asked"
    browser.press("End")
    assert "The record has " in said(browser) or len(moves) == 2
    assert state(browser) == "solved"
    assert said(browser).startswith("1 of 2 moves as in the record")
    assert browser.run("Object.values(JSON.parse(localStorage.getItem('qipu-problems')))") == [2]
    assert browser.run(f"{BOARD}.progress.textContent") == "1 of 1 done"
    browser.run(f"{BOARD}.open(0)")
    for move in moves:
        assert state(browser) == "asked"
        if "t" in move:
            touch(browser, *move["t"][0])
        else:
            browser.run(f"{BOARD}.next.querySelector('button').click()")
        if browser.run(f"{BOARD}.offers.length"):
            browser.run(f"{BOARD}.next.querySelector('button').click()")
    assert state(browser) == "solved"
    assert browser.run("Object.values(JSON.parse(localStorage.getItem('qipu-problems')))") == [1]
    assert browser.troubles == []


def test_another_move_than_the_record_s_is_told_and_it_goes_on(
    browser: Browser, tmp_path: Path
) -> None:
    anew(browser, lesson(tmp_path, "chess", "guess both"))
    touch(browser, *named(browser, "d2", "d4"))
    assert said(browser) == "The record has 1. e4.1. e4"
    assert state(browser) == "asked"
    touch(browser, *named(browser, "e7", "e5"))
    assert said(browser).startswith("As in the record.")
    browser.press("h", "h")
    touch(browser, *named(browser, "g1", "f3"))
    assert browser.run(f"[{BOARD}.same, {BOARD}.tried]") == [1, 3], "a hint is no guess"


@pytest.mark.parametrize("game", PLAYED)
def test_moves_are_gone_through_and_those_that_follow_are_hidden(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    path = lesson(tmp_path, game, "step")
    anew(browser, path)
    count = len(data_of(path)["records"][0]["nodes"])
    lines = f"{BOARD}.lines.getBoundingClientRect().width"
    for _ in range(count - 1):
        assert state(browser) == "stepping"
        assert browser.run(lines) == 0
        browser.press("ArrowRight")
    assert state(browser) == "shown"
    assert browser.run(lines) > 100
    assert browser.run(f"{BOARD}.progress.textContent") == "1 of 1 done"
    assert browser.troubles == []


def test_a_lesson_of_everything_is_one_page(tmp_path: Path, browser: Browser) -> None:
    texts = [PLAYED["chess"][1].replace("{}", one) for one in ("guess", "step", "none")]
    path = page(tmp_path, "a.pgn", "\n".join([CHESS, *texts]))
    data = data_of(path)
    assert [one.get("does") for one in data["records"]] == [None, None, "guess", "step"]
    anew(browser, path, width=360, height=800)
    for index in range(4):
        browser.run(f"{BOARD}.open({index})")
        assert browser.run("document.documentElement.scrollWidth") == 360
        shown = f"[...{BOARD}.tools.children].filter(b => b.offsetWidth).length"
        assert browser.run(shown) == [4, 4, 3, 1][index]


@pytest.mark.skipif(not AXE.exists(), reason=reason(["axe-core"]))
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing(browser: Browser, tmp_path: Path, game: str, dark: bool) -> None:
    path = page(tmp_path, *GAMES[game])
    found: list[object] = []
    for pressed in ([], ["h", "ArrowRight"], ["End"]):
        anew(browser, path, dark=dark)
        browser.press(*pressed)
        browser.run(AXE.read_text("utf-8") + ";0")
        found += browser.run(
            "axe.run(document).then(r => r.violations.map(v => [v.id, v.impact, v.nodes[0].html]))"
        )
    assert found == []


@pytest.mark.parametrize("width", [360, 1280])
def test_the_page_fits_its_window(browser: Browser, tmp_path: Path, width: int) -> None:
    anew(browser, page(tmp_path, "a.pgn", CHESS), width=width, height=800)
    for _ in range(2):
        assert browser.run("document.documentElement.scrollWidth") == width
        sizes = browser.run(
            f"[...{BOARD}.shadowRoot.querySelectorAll('.tools button, .bar button, .records button')]"
            ".filter(b => b.offsetWidth).map(b => b.getBoundingClientRect().height)"
        )
        assert min(sizes) >= 44
        browser.press("End")
