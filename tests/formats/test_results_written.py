"""A result put into the headers as each format has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from viewer import convert, load
from viewer.base.source import piece_bytes
from viewer.formats import FORMATS
from viewer.formats.kit.foreign import by_roles
from viewer.tree.node import Node
from viewer.tree.record import Header, Record


@pytest.mark.parametrize(
    ("text", "winner", "margin"),
    [
        ("B+3.5", "1", "3.5"),
        ("W+R", "2", ""),
        ("0", "null", ""),
        ("W+12", "2", "12"),
    ],
)
def test_wei7_has_winner_and_margin(text: str, winner: str, margin: str) -> None:
    format = FORMATS["wei7"].load()
    before = (Header("info.result.margin", "9.5"), Header("info.name", "x"))
    after = format.with_result(before, text)
    assert after is not None
    said = dict(after)
    assert said.get("info.result.winner", "") == winner
    assert said.get("info.result.margin", "") == margin
    assert format.by_role("result", after) == text


@pytest.mark.parametrize("text", ["B+T", "Void", "?", "B+", "B+0", "B+600", "B+1.3", "soon"])
def test_wei7_has_no_place_for_other_results(text: str) -> None:
    assert FORMATS["wei7"].load().with_result((), text) is None


def test_sgf_writes_any_result() -> None:
    format = FORMATS["sgf"].load()
    assert format.with_result((Header("PB", "a"),), "B+T") == (
        Header("PB", "a"),
        Header("RE", "B+T"),
    )
    assert format.with_result((Header("RE", "B+T"),), "") == ()


def test_a_format_with_a_list_of_results_takes_no_other() -> None:
    format = FORMATS["pgn"].load()
    assert format.with_result((Header("Result", "*"),), "1-0") == (Header("Result", "1-0"),)
    assert format.with_result((Header("Result", "*"),), "B+R") is None


def test_a_format_without_a_place_for_it_says_so() -> None:
    assert FORMATS["kif"].load().with_result((), "1-0") is None


WEI7 = """{"format": "wei7", "version": "3.0", "size": 19,
 "info": {"name": "Final", "place": "Kyoto", "time": "2011-09-05T18:35Z",
  "rules": {"type": "Japanese", "komi": 6.5},
  "participants": [{"name": "White's"}, {"name": "Black's"}],
  "players": [{"participant": 0, "color": 2}, {"participant": 1, "color": 1}],
  "result": %s},
 "tree": {"steps": [{"action": {"type": "move", "color": 1, "point": {"x": 3, "y": 3}}}]}}
"""


@pytest.mark.parametrize(
    ("result", "text"),
    [
        ('{"winner": 1, "margin": 2.5}', "B+2.5"),
        ('{"winner": 2}', "W+R"),
        ('{"winner": null}', "0"),
    ],
)
def test_a_result_of_wei7_is_kept_in_sgf(result: str, text: str, tmp_path) -> None:
    source, target = tmp_path / "a.wei7", tmp_path / "a.sgf"
    source.write_text(WEI7 % result, "utf-8")
    losses = convert(source, target, allow_loss=True)
    said = dict(load(target).headers(0))
    assert said["RE"] == text
    assert (said["PB"], said["PW"]) == ("Black's", "White's")
    assert (said["GN"], said["PC"], said["RU"], said["KM"]) == ("Final", "Kyoto", "Japanese", "6.5")
    named = " ".join(loss.words.text() for loss in losses)
    assert "result" not in named
    assert "info.time" in named  # SGF's dates have no hour


def test_a_result_goes_from_sgf_to_wei7_as_that_says_it() -> None:
    record = Record("go", Node(0, None, None), (Header("RE", "W+3.5"), Header("PB", "x")))
    found = dict(by_roles(record, "sgf", FORMATS["wei7"].load()).headers)
    assert found == {
        "info.participants.0.name": "x",
        "info.result.winner": "2",
        "info.result.margin": "3.5",
    }
    by_time = Record("go", Node(0, None, None), (Header("RE", "B+T"),))
    assert by_roles(by_time, "sgf", FORMATS["wei7"].load()).headers == by_time.headers


@pytest.mark.parametrize(
    ("words", "result"),
    [
        ("红胜 紅勝 红方胜 紅方勝 红先胜 紅先勝 黑负 黑負 黑方负 黑先负 黑先負 红棋赢", "1-0"),
        ("黑胜 黑勝 黑方胜 黑方勝 黑先胜 黑先勝 红负 紅負 红方负 红先负 紅先負 黑赢 红输", "0-1"),
        ("和 和棋 和局 平局 红先和 紅先和 黑先和 双方和棋 雙方言和", "1/2-1/2"),
        ("未知 未完 未完成 不详 不詳", "*"),
    ],
)
@pytest.mark.parametrize("target", ["xqf", "cbr", "cbl", "ubb", "xqt"])
def test_a_result_in_chinese_words_is_kept(
    target: str, words: str, result: str, tmp_path: Path
) -> None:
    for word in words.split():
        source, made = tmp_path / "a.pgn", tmp_path / f"a.{target}"
        head = f'[Game "Chinese Chess"]\n[Red "a"]\n[Black "b"]\n[Result "{word}"]\n\n'
        source.write_text(head + "1. 炮二平五 马8进7 *\n", "utf-8")
        assert not convert(source, made)
        read = load(made)
        said = FORMATS[read.format].load().by_role("result", read.headers(0), "xiangqi")
        assert (said or "*") == result, word
        made.unlink()


def test_a_result_in_words_stays_in_pgn(tmp_path: Path) -> None:
    source = tmp_path / "a.pgn"
    source.write_text('[Game "Chinese Chess"]\n[Result "紅先勝"]\n\n1. 炮二平五 *\n', "utf-8")
    found = load(source)
    assert dict(found.headers(0))["Result"] == "紅先勝"
    written = FORMATS["pgn"].load().write(found)
    assert (written.losses, b"".join(piece_bytes(one, found.source) for one in written.pieces)) == (
        (),
        source.read_bytes(),
    )


def test_wxf_and_pfc_say_results_in_words(tmp_path: Path) -> None:
    (tmp_path / "a.wxf").write_text(
        "FORMAT  WXF\nRESULT  紅勝\nSTART{\n 1. C2.5 h8+7 }END\n", "utf-8"
    )
    (tmp_path / "a.pfc").write_text(
        '<n version="2" win="和棋" m="4k4/9/9/9/9/9/9/9/9/4K4 w"/>', "utf-8"
    )
    assert dict(load(tmp_path / "a.wxf").headers(0))["Result"] == "1-0"
    assert dict(load(tmp_path / "a.pfc").headers(0))["Result"] == "1/2-1/2"
