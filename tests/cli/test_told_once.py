"""Each fault is told once, whoever finds it: reader, check of the format, rules of the game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from viewer.__main__ import main
from viewer.base.messages import message
from viewer.formats.kit.findings import Told, told_once
from viewer.tree.diagnostic import Diagnostic, Severity

CSA = "V2.2\nPI\n+\n+7776FU\n"
WEI7 = """{"format": "wei7", "version": "3.0", "info": {"rules": {}}, "tree": {"steps": [
  {"action": {"type": "move", "value": {"color": 1, "point": {"x": 3, "y": 3}}}},
  {"action": {"type": "move", "value": {"color": 2}}}
]}}
"""


@pytest.mark.parametrize(
    ("name", "text", "odd", "told"),
    [
        ("no-move.csa", f"{CSA}-xxxx\n", "xxxx", (2, 5, "shogi.illegal-move")),
        ("side.csa", f"{CSA}+1199OU\n", "Ply 2", (2, 5, "shogi.illegal-move")),
        ("point.sgf", "(;SZ[19];B[aa]\n;W[zz])", "zz", (2, 2, "sgf.point")),
        ("word.pgn", "1. e4 e5\n2. zz *\n", "zz", (3, 2, "chess.illegal-move")),
        ("stray.pgn", "1. e4 e5\n#12 *\n", "#12", (2, 2, "pgn.stray")),
        ("run.pgn", "1. e4 e5\n" + "#12 " * 50 + "*\n", "#12", (2, 2, "pgn.stray")),
        ("first.pgn", "#12 " * 50 + "\n1. e4 e5 *\n", "#12", (0, 1, "pgn.stray")),
        ("bracket.pgn", "1. e4 e5\n) *\n", "open", (2, 2, "pgn.strict.variation-closed")),
        ("comment.pgn", "1. e4 e5\n{so", "closed", (2, 2, "pgn.strict.comment-open")),
        ("tag.pgn", '[Site "x]\n\n1. e4 *\n', "Site ", (None, 1, "pgn.broken-tag")),
        ("start.pgn", '[FEN "8/8/8 w"]\n\n*\n', "ranks", (0, 1, "pgn.setup")),
        ("half.pgn", '[SetUp "1"]\n\n*\n', "there", (0, 1, "pgn.setup")),
        ("entry.wei7", WEI7, "point", (2, 3, "wei7.strict.move.missing")),
        ("start.kif", "手合割：三枚半\n", "三枚半", (0, 1, "kif.unknown-start")),
    ],
)
def test_a_fault_is_told_once(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    text: str,
    odd: str,
    told: tuple[int | None, int, str],
) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    main(["check", "--json", str(path)])
    (file,) = json.loads(capsys.readouterr().out)["files"]
    about = [one for one in file["diagnostics"] if odd in one["message"]]
    assert [(one["node"], one["line"], one["code"]) for one in about] == [told], about


def test_a_word_that_stands_for_a_move_is_counted_as_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.pgn"
    path.write_text('[Event "?"]\n\n1. e4 e5 2. zz Nf6 3. d4 d5 *\n')
    main(["check", str(path)])
    assert "strict.move-number" not in capsys.readouterr().out


def test_two_faults_of_a_node_are_two(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.pgn"
    path.write_text('[Event "?"]\n\n1. e4 Ke5 #12 *\n')
    main(["check", "--json", str(path)])
    (file,) = json.loads(capsys.readouterr().out)["files"]
    codes = [one["code"] for one in file["diagnostics"] if one["node"] == 2]
    assert sorted(codes) == ["chess.illegal-move", "pgn.stray"]


LOST = "\ufffd" * 4


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.kif", f"{LOST}\n" + f"   1 {LOST}(77)\n*{LOST}\n" * 20),
        ("a.pgn", f'[Game "Chinese Chess"]\n[Red "{LOST}"]\n\n1. {LOST} {LOST} 2. {LOST} {LOST} *'),
        ("a.csa", "V2.2\nPI\n+\n" + f"{LOST}{LOST}\n" * 20),
    ],
)
def test_what_follows_from_lost_letters_is_not_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str
) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    main(["check", "--json", str(path)])
    (file,) = json.loads(capsys.readouterr().out)["files"]
    odd = [one for one in file["diagnostics"] if one["severity"] != "info"]
    assert [one["code"] for one in odd] == ["file.lost-letters"], odd


def test_a_line_that_is_too_long_is_told_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.pgn"
    for words, code in ((20, "pgn.strict.long-line"), (60, "pgn.strict.line-length")):
        path.write_text('[Event "?"]\n\n1. e4 {' + "words " * words + "} *\n")
        main(["check", "--json", str(path)])
        (file,) = json.loads(capsys.readouterr().out)["files"]
        codes = [one["code"] for one in file["diagnostics"] if one["line"] == 3]
        assert [one for one in codes if "line" in one] == [code]


def found(code: str, severity: Severity = Severity.WARNING, **place: int | None) -> Diagnostic:
    return Diagnostic(severity, code, message("{code}", code=code), **place)


def test_the_most_specific_stands_with_all_that_is_known_of_it() -> None:
    by_reader = [found("x.bad-move", Severity.ERROR, node=4, offset=9, line=2, column=1)]
    by_rules = [found("toy.illegal-move", node=4), found("toy.illegal-move", node=5)]
    first, second = told_once(by_reader, [], by_rules)
    assert first == found("toy.illegal-move", Severity.ERROR, node=4, offset=9, line=2, column=1)
    assert second == by_rules[1]
    (only,) = told_once([found("x.point", node=4, offset=9)], [], by_rules[:1])
    assert only.code == "x.point"


def test_of_one_kind_each_place_is_told() -> None:
    by_reader = [found("x.broken-tag", offset=1)]
    by_format = [found("x.strict.tag", offset=1), found("x.strict.tag", offset=20)]
    assert [one.offset for one in told_once(by_reader, by_format, [])] == [1, 20]
    elsewhere = found("x.strict.tag", offset=1, record=1)
    assert len(told_once(by_reader, [elsewhere], [])) == 2


def test_what_comes_later_takes_the_place_of_what_was_told() -> None:
    told = Told([found("x.move", node=3)], [found("x.strict.token", node=4)])
    late = [found("toy.illegal-move", node=node) for node in (3, 4, 5)]
    told.take(late[:1])
    assert (told.by_reader, len(told.by_format)) == ([], 1)
    told.take(late[1:])
    assert told.by_format == []
    assert [told.placed(one).code for one in late] == ["toy.illegal-move"] * 3
