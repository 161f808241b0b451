"""Engines that need files: found beside their programs, told where they lack, loaded in their own time."""

from __future__ import annotations

from pathlib import Path

import needy
import pytest

from viewer.base.jobs import run_inline
from viewer.engines import dialogue
from viewer.engines.analysis import Limits
from viewer.engines.engine import Engine, EngineSetup
from viewer.engines.identify import identify, unknown_setup
from viewer.engines.needs import equipped, file_for, found_for, lacking, needs_of, with_file
from viewer.engines.process import EngineFault
from viewer.games import game_of

FILES = {
    "katago": ("weights/kata1-b18.bin.gz", "gtp.cfg"),
    "pikafish": ("pikafish.nnue",),
    "lc0": ("networks/BT4.pb.gz",),
    "yaneuraou": ("eval/nn.bin",),
}
GAME = {"katago": "go", "pikafish": "xiangqi", "lc0": "chess", "yaneuraou": "shogi"}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own, in which nothing is found but what a test puts there."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "home"


def installed(tmp_path: Path, name: str, files: bool = True) -> str:
    folder = tmp_path / "engines" / name
    folder.mkdir(parents=True)
    for file in FILES[name] if files else ():
        path = folder / file
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"x")
    return needy.installed(folder, name)


@pytest.mark.parametrize("name", FILES)
def test_an_engine_with_its_files_beside_it_plays_at_once(tmp_path, name):
    setup = unknown_setup(installed(tmp_path, name))
    assert lacking(setup) == []
    (found,) = run_inline(identify(setup))
    setup = found.of(setup)
    assert set(setup.protocols) == {GAME[name]}
    engine = Engine(setup, game_of(GAME[name]))
    analysis = run_inline(engine.analyse(game_of(GAME[name]).start(None), Limits(0.1, None)))[-1]
    engine.close()
    assert analysis.lines


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("katago", "Could not find a model file; specify one with -model"),
        ("pikafish", "ERROR: The network file was not loaded successfully."),
        ("lc0", "ERROR: The network file was not loaded successfully."),
        ("yaneuraou", "Error! : failed to read eval/nn.bin"),
    ],
)
def test_an_engine_without_its_files_says_what_it_lacks(tmp_path, name, says):
    setup = unknown_setup(installed(tmp_path, name, files=False))
    assert [need.id for need in lacking(setup)] == ["network"]
    with pytest.raises(EngineFault) as caught:
        run_inline(identify(setup))
    assert says in caught.value.reason.text()


def test_a_configuration_is_written_once_and_left_as_it_is(tmp_path):
    setup = unknown_setup(installed(tmp_path, "katago", files=False))
    path = Path(file_for(setup, needs_of(setup)[1]))
    assert path.is_relative_to(tmp_path / "config")
    assert "numSearchThreads" in path.read_text()
    assert "maxVisits" in path.read_text()  # else a game's move has no end
    path.write_text("mine")
    assert equipped(EngineSetup("KataGo", setup.program), str(path.parent)).arguments[-1] == str(
        path
    )
    assert path.read_text() == "mine"


def test_arguments_of_the_person_are_left_alone(tmp_path):
    program = installed(tmp_path, "katago")
    words = ("gtp", "-model", "mine.bin.gz", "-config", "mine.cfg")
    assert unknown_setup(program, words).arguments == words


def test_files_beside_the_program_come_before_those_of_the_home(tmp_path, home):
    setup = unknown_setup(installed(tmp_path, "katago"))
    (home / ".katago").mkdir(parents=True)
    (home / ".katago" / "other.bin.gz").write_bytes(b"x")
    network = needs_of(setup)[0]
    found = found_for(setup, network)
    assert [Path(path).name for path in found] == ["kata1-b18.bin.gz", "other.bin.gz"]
    changed = with_file(setup, network, found[1])
    assert file_for(changed, network) == found[1]
    assert len(changed.arguments) == len(setup.arguments)
    assert file_for(with_file(changed, network, ""), network) == ""


def test_an_engine_that_tunes_longer_than_patience_is_waited_for(tmp_path, monkeypatch):
    for place in ("viewer.engines.gtp.PATIENCE", "viewer.engines.identify.PATIENCE"):
        monkeypatch.setattr(place, 3.0)  # of which the start of a Python takes some
    monkeypatch.setenv("NEEDY_PACE", "0.25")
    program = installed(tmp_path, "katago")
    (Path(program).parent / "gtp.cfg").rename(Path(program).parent / "opencl-gtp.cfg")
    told: list[str] = []
    (found,) = run_inline(identify(unknown_setup(program), lambda words: told.append(words.text())))
    assert found.name == "KataGo 1.15.3"
    assert told[0] == "Starting katago…"
    assert any(words.startswith("katago: Tuning xGemm") for words in told)


def test_one_that_chatters_for_ever_is_given_up(tmp_path, monkeypatch):
    monkeypatch.setattr(dialogue, "LONGEST", 0.5)
    for place in ("viewer.engines.gtp.PATIENCE", "viewer.engines.identify.PATIENCE"):
        monkeypatch.setattr(place, 0.3)
    monkeypatch.setenv("NEEDY_PACE", "0.25")
    program = installed(tmp_path, "katago")
    (Path(program).parent / "gtp.cfg").rename(Path(program).parent / "opencl-gtp.cfg")
    with pytest.raises(EngineFault):
        run_inline(identify(unknown_setup(program)))
