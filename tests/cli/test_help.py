"""The help of each command: its examples run, its exit statuses are told, in every language."""

from __future__ import annotations

import argparse
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from viewer.__main__ import main
from viewer.base import catalogs
from viewer.cli import arguments
from viewer.cli.commands import COMMANDS
from viewer.cli.library_options import ACTIONS

SAMPLES = Path(__file__).parents[2] / "resources" / "samples" / "en" / "study"
ASKS_OTHERS = {"lookup", "analyse", "register", "unregister"}  # books, engines, the desktop
ALL = [(name, text) for name, texts in arguments.EXAMPLES.items() for text in texts]
LANGUAGES = ("de", "ja", "ko", "zh_CN", "zh_TW")


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with the files that the examples name, and folders of the user's own."""
    place = tmp_path_factory.mktemp("desk")
    (place / "games").mkdir()
    (place / "hex").mkdir()
    shutil.copy(SAMPLES / "hex.hgt", place / "hex")
    for name in ("go.sgf", "hex.hgt", "chess.pgn"):
        shutil.copy(SAMPLES / name, place / "games")
    for name in ("game", "before", "after", "mine", "theirs"):
        shutil.copy(SAMPLES / "chess.pgn", place / f"{name}.pgn")
    shutil.copy(SAMPLES / "shogi.kif", place / "game.kif")
    for name in ("game", "joseki"):
        shutil.copy(SAMPLES / "go.sgf", place / f"{name}.sgf")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(place)
        for kind in ("CONFIG", "DATA", "STATE", "CACHE"):
            patch.setenv(f"XDG_{kind}_HOME", str(place / kind.lower()))
        yield place


def words_of(example: str) -> list[str]:
    program, *words = shlex.split(example)
    assert program == "qipu"
    return words


def test_every_command_has_examples_and_statuses() -> None:
    assert arguments.EXAMPLES.keys() == COMMANDS.keys()
    assert arguments.STATUSES.keys() == COMMANDS.keys()
    assert all(texts for texts in arguments.EXAMPLES.values())
    assert all(words_of(text)[0] == name for name, text in ALL)
    actions = [words_of(text)[1] for text in arguments.EXAMPLES["library"]]
    assert sorted(set(actions)) == sorted(ACTIONS)
    assert arguments.ACTION_STATUSES["library"].keys() == ACTIONS.keys()
    for statuses in arguments.ACTION_STATUSES["library"].values():
        assert statuses.keys() <= arguments.STATUSES["library"].keys()


@pytest.mark.gui  # pictures and books are among them
def test_the_examples_run(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in ALL:
        if name not in ASKS_OTHERS:
            status = main(words_of(text))
            told = capsys.readouterr()
            meant = arguments.ACTION_STATUSES.get(name, {}).get(words_of(text)[1])
            assert status in (meant or arguments.STATUSES[name]), (text, told.err)
            assert status < 2, (text, told.err)
    for made in ("game.pgn.zst", "game.csa", "copies/hex.sgf", "merged.pgn", "plain.pgn"):
        assert (desk / made).is_file()
    for made in ("joined.pgn", "line.pgn", "game.pdf", "board.png", "board.svg"):
        assert list(desk.glob(f"{made.partition('.')[0]}*.{made.partition('.')[2]}"))


@pytest.mark.parametrize("text", [text for name, text in ALL if name in ASKS_OTHERS])
def test_the_others_are_understood(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    parse = argparse.ArgumentParser.parse_args
    understood: list[argparse.Namespace] = []

    class Stopped(Exception):
        """The words are understood."""

    def stop(parser: argparse.ArgumentParser, *words: object) -> None:
        understood.append(parse(parser, *words))
        raise Stopped

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", stop)
    main(words_of(text))
    assert len(understood) == 1


@pytest.mark.parametrize("name", COMMANDS)
def test_help_ends_with_both(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help"]) == 0
    text = capsys.readouterr().out
    told, _, statuses = text.partition("examples:\n")[2].partition("\n\nexit status:\n")
    assert told.split("\n") == [f"  {one}" for one in arguments.EXAMPLES[name]]
    numbers = [int(line.split()[0]) for line in statuses.splitlines()]
    assert numbers == [*arguments.STATUSES[name], 130]


@pytest.mark.parametrize("action", ACTIONS)
def test_each_action_of_a_library_has_help_of_its_own(
    action: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["library", action, "--help"]) == 0
    text = capsys.readouterr().out
    assert text.startswith(f"usage: qipu library {action} [-h]")
    does = str(ACTIONS[action].help)
    assert f"\n\n{does[0].upper()}{does[1:]}.\n" in text
    shown, _, statuses = text.partition("examples:\n")[2].partition("\n\nexit status:\n")
    told = shown.split("\n")
    numbers = [int(line.split()[0]) for line in statuses.splitlines()]
    assert numbers == [*arguments.ACTION_STATUSES["library"][action], 130]
    assert ("can't hold everything" in statuses) == (action in ("search", "join", "dedupe"))
    assert told
    assert all(line.startswith(f"  qipu library {action}") for line in told)
    assert ("After --" in text) == ACTIONS[action].searches


def test_the_help_of_library_lists_the_actions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["library", "--help"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert [name for name, one in ACTIONS.items() if f" {name} {one.help}" not in text] == []
    assert "--player" not in text.partition("examples:")[0]


@pytest.mark.parametrize(
    ("action", "option"),
    [("build", "--player"), ("dedupe", "--event"), ("explore", "--merge"), ("undo", "Club")],
)
def test_an_action_takes_no_options_of_others(
    action: str, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["library", action, option, "x"]) == 2
    assert f"qipu library {action}: error: " in capsys.readouterr().err


def test_the_list_of_commands_has_both(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    assert "\nexamples:\n  qipu game.pgn\n" in text
    assert "\nexit status:\n  0    done\n" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_ends_so_in_every_language(language: str) -> None:
    catalogs.choose(language)
    try:
        for name in COMMANDS:
            text = arguments.end_of_help(name)
            assert "exit status" not in text
            lines = text.partition("\n\n")[2].splitlines()[1:]
            english = [str(words) for words in arguments.STATUSES[name].values()]
            for line, word in zip(lines, english, strict=False):
                assert word not in line
    finally:
        catalogs.use(None)
