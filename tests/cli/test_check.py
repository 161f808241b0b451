from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from toy_records import line_record

from viewer.__main__ import main
from viewer.base.jobs import JobStep
from viewer.base.processes import WorkerLost, WorkOutcome
from viewer.cli.checking import Report
from viewer.document.check import check
from viewer.document.document import open_document
from viewer.tree.record import Header

pytestmark = pytest.mark.usefixtures("toys")

Toy = Callable[..., Path]
LOOSE = [Header("Title", "loose")]


def lines_of(capsys: pytest.CaptureFixture[str]) -> list[str]:
    out, err = capsys.readouterr()
    assert err == ""
    return out.splitlines()


def test_a_clean_file(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(toy(line_record("h2e2", "h9g7")))]) == 0
    assert lines_of(capsys) == [
        "1 checked: 1 clean, 0 odd, 0 unreadable; errors: 0, warnings: 0, notes: 0"
    ]


def test_what_is_only_worth_knowing_leaves_a_file_clean(
    toy: Toy, capsys: pytest.CaptureFixture[str]
) -> None:
    path = toy(line_record(), diagnostics=[["info", "toy.a", {}]])
    assert main(["check", str(path)]) == 0
    assert lines_of(capsys)[0] == f"{path}: note: Toy: toy.a [toy.a]"


def test_each_finding_is_a_line_with_its_place(
    toy: Toy, capsys: pytest.CaptureFixture[str]
) -> None:
    found = [
        ["error", "toy.a", {"offset": 1032}],
        ["warning", "toy.b", {"line": 12, "offset": 99}],
        ["warning", "toy.c", {"line": 12, "column": 5}],
        ["info", "toy.d", {"record": None}],
    ]
    path = toy(line_record("a0a9", headers=LOOSE), name="一 盘.toy", diagnostics=found)
    assert main(["check", str(path)]) == 1
    lines = lines_of(capsys)
    assert lines[:5] == [
        f"{path}: note: Toy: toy.d [toy.d]",
        f"{path}:0x408: error: Toy: toy.a [toy.a]",
        f"{path}:12: warning: Toy: toy.b [toy.b]",
        f"{path}:12:5: warning: Toy: toy.c [toy.c]",
        f"{path}: warning: Toys have a title. [toy.strict]",
    ]
    assert lines[5].startswith(f"{path}: warning: node 1: Ply 1, ")
    assert lines[5].endswith("[xiangqi.illegal-move]")
    assert lines[6] == "1 checked: 0 clean, 1 odd, 0 unreadable; errors: 1, warnings: 4, notes: 1"
    assert len(lines) == 7


def test_a_file_of_several_games_names_the_game(
    toy: Toy, capsys: pytest.CaptureFixture[str]
) -> None:
    path = toy(line_record("h2e2"), line_record(headers=LOOSE), line_record("a0a9"))
    assert main(["check", str(path)]) == 1
    first, second, _ = lines_of(capsys)
    assert first == f"{path}: warning: game 2: Toys have a title. [toy.strict]"
    assert second.startswith(f"{path}: warning: game 3: node 1: Ply 1, ")


def test_the_status_is_that_of_the_worst_file(
    toy: Toy, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clean = str(toy(line_record(), name="clean.toy"))
    odd = str(toy(line_record(headers=LOOSE), name="odd.toy"))
    broken = str(toy(name="broken.toy", unreadable=1))
    assert main(["check", clean, odd]) == 1
    capsys.readouterr()
    empty = tmp_path / "empty"
    empty.mkdir()
    assert main(["check", broken, odd, clean, str(empty)]) == 2
    assert lines_of(capsys) == [
        f"{broken}: error: It is a toy that is broken. [toy.broken]",
        f"{odd}: warning: Toys have a title. [toy.strict]",
        f"{empty}: error: This is a folder, not a file. [file.folder]",
        "4 checked: 1 clean, 1 odd, 2 unreadable; errors: 0, warnings: 1, notes: 0",
    ]


def test_control_characters_of_a_name_dont_reach_the_terminal(
    toy: Toy, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        path = toy(line_record(headers=LOOSE), name="\x1b[2J.toy")
    except OSError:
        pytest.skip("this disk takes no such names")
    assert main(["check", str(path)]) == 1
    assert "\x1b" not in capsys.readouterr().out


def test_json(toy: Toy, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    path = str(toy(line_record("h2e2", "a9a0"), headers=[], name="棋.toy"))
    absent = str(tmp_path / "absent.toy")
    assert main(["check", "--json", path, absent]) == 2
    data = json.loads(capsysbinary.readouterr().out)
    assert data["summary"] == {
        "files": 2,
        "clean": 0,
        "odd": 1,
        "unreadable": 1,
        "errors": 0,
        "warnings": 1,
        "notes": 0,
    }
    first, second = data["files"]
    assert {key: first[key] for key in ("file", "format", "variant", "status", "records")} == {
        "file": path,
        "format": "toy",
        "variant": "Toy 1",
        "status": 1,
        "records": 1,
    }
    assert [(one["code"], one["node"]) for one in first["diagnostics"]] == [
        ("xiangqi.illegal-move", 2)
    ]
    assert (second["file"], second["format"], second["status"]) == (absent, None, 2)
    assert [one["code"] for one in second["diagnostics"]] == ["file.missing"]


def test_a_codec_that_there_isnt(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    path = toy(line_record())
    assert main(["check", "--encoding", "klingon", str(path)]) == 2
    assert lines_of(capsys)[0] == (
        f"{path}: error: Text in this format can be read as gb18030, big5hkscs,"
        " not as klingon. [encoding.unknown]"
    )


def test_several_processes_find_the_same_and_a_lost_one_stops_no_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = []
    for number in range(5):
        paths.append(str(tmp_path / f"{number}.pgn"))
        Path(paths[-1]).write_text("1. e4 e5 2. Ke5 *\n" if number % 2 else "1. e4 *\n")
    paths.append(str(tmp_path / "missing.pgn"))
    said = []
    for jobs in ("1", "2"):
        status = main(["check", *paths, "--jobs", jobs])
        said.append((status, capsys.readouterr().out))
    assert said[0] == said[1]
    assert said[0][0] == 2
    assert "3 clean, 2 odd, 1 unreadable; errors: 0, warnings: 2" in said[0][1]
    monkeypatch.setattr("viewer.cli.checking.in_processes", one_lost)
    assert main(["check", *paths[:2], "--jobs", "2"]) == 2
    out = capsys.readouterr().out
    assert (
        "0.pgn: error: The process that did this ended too early (exit status -9). [check.lost]"
        in out
    )
    assert "2 checked: 1 clean, 0 odd, 1 unreadable" in out


def one_lost(work: object, items: list[tuple[str, None]], *_: object, **__: object):
    yield JobStep(1, 2, WorkOutcome(0, [], WorkerLost(-9)))
    yield JobStep(2, 2, WorkOutcome(1, [Report(items[1][0])], None))


def test_a_folder_and_games_by_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    many = "".join(
        f'[Event "{move}"]\n\n1. e4 e5 2. {move} *\n\n' for move in ("Ke5", "Nf3", "Qh1")
    )
    (tmp_path / "many.pgn").write_text(many)
    (tmp_path / "one.pgn").write_text('[Event "x"]\n\n1. e4 *\n')
    assert main(["check", str(tmp_path), "--json"]) == 1
    files = json.loads(capsys.readouterr().out)["files"]
    assert [Path(one["file"]).name for one in files] == ["many.pgn", "one.pgn"]

    def illegal(one: dict[str, Any]) -> list[int]:
        return [f["record"] for f in one["diagnostics"] if f["code"] == "chess.illegal-move"]

    assert illegal(files[0]) == [0, 2]
    assert main(["check", str(tmp_path / "many.pgn"), "--json", "--records", "2-3"]) == 1
    (file,) = json.loads(capsys.readouterr().out)["files"]
    assert {one["record"] for one in file["diagnostics"]} <= {None, 1, 2}
    assert illegal(file) == [2]
    assert main(["check", str(tmp_path / "one.pgn"), "--records", "2"]) == 2
    assert "There is no game 2; there is one game. [check.no-such-game]" in capsys.readouterr().out


def test_an_illegal_move_is_told_once_with_its_place(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = tmp_path / "a.pgn"
    path.write_text('[Result "*"]\n\n1. e4 e5 2. Ke3 *\n')
    assert main(["check", str(path)]) == 1
    lines = capsysbinary.readouterr().out.decode().splitlines()
    (told,) = [line for line in lines if "Ke3" in line]
    assert told.startswith(f"{path}:3:13: warning: ")
    assert told.endswith("[chess.illegal-move]")


def test_the_export_form_is_asked_for(tmp_path: Path, capsys) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(
        '[Event "a"]\n[Site "b"]\n[Date "2020.01.02"]\n[Round "1"]\n[White "c"]\n[Black "d"]\n'
        '[Result "*"]\n\n1.e4 e5\n2.Nf3 *\n'
    )
    assert main(["check", str(path)]) == 0
    assert "export" not in capsys.readouterr().out
    assert main(["check", "--export-form", str(path)]) == 0
    assert "pgn.strict.export-movetext" in capsys.readouterr().out
    assert not check(open_document(str(path))).found


def test_a_result_against_a_mate_and_a_start_that_cannot_be_are_notes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(
        '[Result "1-0"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n\n'
        '[SetUp "1"]\n[FEN "4k3/pppppppp/p7/8/8/8/8/4K3 b - - 0 1"]\n\n1... a5 *\n'
    )
    main(["check", str(path)])
    out = capsys.readouterr().out
    assert out.count("[chess.result-on-board]") == out.count("[chess.impossible-start]") == 1
    assert "note: game 1: node 4: The result is 1-0, but Black has won on the board." in out
    assert "game 2: node 0: This start can't come about in a game: Black has 9 pawns." in out


def test_what_the_rules_say_of_the_end_of_a_game_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also of games whose moves the format's check has found legal; not where the result names a winner."""
    again = "Nf3 Nf6 Ng1 Ng8 " * 2
    pgn = tmp_path / "a.pgn"
    pgn.write_text(
        "".join(f'[Result "{result}"]\n\n{again}{result}\n\n' for result in ("1/2-1/2", "*", "1-0"))
        + '[Result "1/2-1/2"]\n\n1. e4 e5 1/2-1/2\n\n'
        + '[Game "Chinese Chess"]\n[FEN "3k5/9/9/9/9/9/3R5/9/9/5K3 b - - 0 1"]\n[Result "*"]\n\n'
        + "D9-E9 D3-E3 E9-D9 E3-D3 " * 2
        + "*\n"
    )
    kif = tmp_path / "a.kif"
    moves = ("３八飛(28)", "７二飛(82)", "２八飛(38)", "８二飛(72)") * 3
    lines = [f"{number} {move}\n" for number, move in enumerate(moves, 1)]
    kif.write_text("手数----指手---------消費時間--\n" + "".join(lines), encoding="cp932")
    assert main(["check", "--json", str(pgn), str(kif)]) < 2
    files = json.loads(capsys.readouterr().out)["files"]
    found = [
        (one["code"], one["record"], one["node"], one["message"].partition(": ")[2])
        for file in files
        for one in file["diagnostics"]
        if one["code"].endswith((".drawn", ".repetition")) and ".strict." not in one["code"]
    ]
    third = "This position has occurred 3 times: a draw can be claimed."
    assert found == [
        ("chess.drawn", 0, 8, third),
        ("chess.drawn", 1, 8, third),
        ("xiangqi.repetition", 4, 8, "Red gives perpetual check and has to play otherwise."),
        ("shogi.drawn", 0, 12, "The fourth occurrence of a position ends the game: a draw."),
    ]
