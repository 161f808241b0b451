"""The page: what is in it, and that texts of files stay texts."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any

import pytest
from export_studies import FILES, write

import viewer
from viewer.games import game_of
from viewer.games.capabilities import counts_of
from viewer.games.states import States
from viewer.publish.page.page import PAGES
from viewer.publish.page.records import json_text

_DATA = re.compile(r'<script type="application/json">(.*?)</script>', re.DOTALL)
NASTY = "</script><script>alert(1)</script><!-- <b>&amp; \u202eright to left\u202c \u2028 \x07 \U0001f600"


def data_of(path: str | Path) -> dict[str, Any]:
    text = Path(path).read_text("utf-8")
    found: dict[str, Any] = json.loads(_DATA.findall(text)[0])
    return found


@pytest.mark.parametrize("game", FILES)
def test_the_positions_of_a_page_are_those_of_the_game(tmp_path: Path, game: str) -> None:
    made = viewer.export(FILES[game], tmp_path / "a.html")
    data = data_of(made.written[0])
    collection = viewer.load(FILES[game])
    assert len(data["records"]) == len(collection)
    for index, shown in enumerate(data["records"]):
        record, board = collection.record(index), data["boards"][shown["b"]]
        states = States(game_of(record.game), record)
        squares = list(states.game.geometry_of(states.at(record.root)).squares)
        positions: list[dict[int, int]] = []
        links: list[list[int]] = []
        for node, entry in zip(record.walk(), shown["nodes"], strict=True):
            standing = dict(positions[entry["p"]]) if "p" in entry else {}
            changes = entry.get("d", [])
            for square, token in zip(changes[::2], changes[1::2], strict=True):
                standing.pop(square, None)
                if token >= 0:
                    standing[square] = token
            positions.append(standing)
            links.append(entry.get("l", links[entry["p"]] if "p" in entry else []))
            state = states.at(node)
            counts = counts_of(states.game, state)
            wanted = {}
            for square, kind in states.game.pieces(state):
                name = str(states.game.piece_name(kind))
                count = counts.get(square, 1)
                wanted[square] = f"{name} × {count}" if count > 1 else name
            assert {squares[at]: board["kinds"][one] for at, one in standing.items()} == wanted
            assert len(links[-1]) == len(list(states.game.links(state)))


@pytest.mark.parametrize("game", FILES)
def test_a_page_is_one_file_of_modest_size_with_its_record_inside(
    tmp_path: Path, game: str
) -> None:
    made = viewer.export(FILES[game], tmp_path / "a.html")
    text = Path(made.written[0]).read_text("utf-8")
    assert len(text.encode()) < 150_000
    assert not re.search(r"""(src|href)=["']?(https?:)?//""", text)
    file = data_of(made.written[0])["file"]
    copy = tmp_path / file["name"]
    copy.write_bytes(base64.b64decode(file["data"]))
    assert copy.suffix == FILES[game].suffix
    assert copy.read_bytes() == FILES[game].read_bytes()


def test_texts_of_files_are_texts(tmp_path: Path) -> None:
    text = f'[White "{NASTY[:20]}"]\n[Black "B"]\n[Event "{NASTY}"]\n\n1. e4 {{{NASTY}}} *\n'
    source = write(tmp_path, "a.pgn", text)
    made = viewer.export(source, tmp_path / "a.html")
    page = Path(made.written[0]).read_text("utf-8")
    assert page.count("</script>") == 2
    assert "<!--" not in page
    assert not set("\u2028\x07") & set(page)
    assert page.count("\u202e") == page.count("\u202c")
    data = data_of(made.written[0])
    (comment,) = [item for item in data["records"][0]["items"] if item[0] == "c"]
    assert comment[3].startswith(
        "\u2068</script><script>alert(1)</script><!-- <b>&amp; \u202eright"
    )


def test_labels_on_the_board_are_escaped(tmp_path: Path) -> None:
    source = write(tmp_path, "a.sgf", "(;SZ[9];B[ee]LB[aa:<b onclick=x>]LB[bb:</script>])")
    made = viewer.export(source, tmp_path / "a.html")
    data = data_of(made.written[0])
    signs = data["records"][0]["nodes"][1]["s"][0][1]
    assert "&lt;b onclick=x&gt;" in signs
    assert "<b " not in signs


def test_json_in_a_script_ends_no_script() -> None:
    text = json_text({"a": "</script>\u2028\ud800"})
    assert "<" not in text
    assert json.loads(text)["a"] == "</script>\u2028?"
    assert "</" not in re.sub(r"</(g|defs)>", "", PAGES.script())


def test_an_element_is_a_script_and_its_data(tmp_path: Path) -> None:
    made = viewer.export(FILES["hex"], tmp_path / "game.html", style={"form": "element"})
    names = sorted(Path(path).name for path in made.written)
    assert names == ["game.html", "hex.json", "qipu-board.js"]
    example = (tmp_path / "game.html").read_text("utf-8")
    assert '<script src="qipu-board.js" defer></script>' in example
    assert '<qipu-board src="hex.json">' in example
    assert len((tmp_path / "qipu-board.js").read_bytes()) < 40_000
    assert json.loads((tmp_path / "hex.json").read_text("utf-8"))["records"]


def test_what_a_page_leaves_out_is_counted(tmp_path: Path) -> None:
    source = write(tmp_path, "a.pgn", "1. e4 {[%clk 0:03:00][%eval 0.3] a} e5 *\n")
    assert viewer.export(source, tmp_path / "a.html").left_out == {"clock": 1, "evaluation": 1}
    style = {"clocks": "yes", "evaluations": "yes"}
    assert viewer.export(source, tmp_path / "a.html", style=style).left_out == {}


def test_records_that_are_chosen_are_those_that_can_be_downloaded(tmp_path: Path) -> None:
    source = write(tmp_path, "a.pgn", "".join(f'[White "{n}"]\n\n1. e4 *\n\n' for n in range(3)))
    made = viewer.export(source, tmp_path / "a.html", records="2")
    data = data_of(made.written[0])
    assert len(data["records"]) == 1
    held = base64.b64decode(data["file"]["data"])
    assert b'"1"' in held
    assert b'"2"' not in held
