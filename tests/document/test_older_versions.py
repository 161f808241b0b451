"""What older versions of Qipu kept is taken over, or set aside with a sentence; nothing of it is deleted.

`older/` has one of each form, written by the version that had it: journals and tables of libraries. Settings
and sessions, which are short, stand here.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tars import unpack

from viewer.base.resources import resource_path
from viewer.base.settings import Settings
from viewer.document.journal.journals import Journals
from viewer.document.kept_session import KeptPlace, KeptTab, read_session, session_text
from viewer.document.training import HISTORY as TRAINING
from viewer.document.training.history import Grade, TrainingHistory
from viewer.document.workspace import Workspace
from viewer.engines.chosen import engines_text, read_engines

OLDER = Path(__file__).with_name("older")
NAME = ".game.sgf.0bbfd16a-72a09a56.8d6gdgdz.qipu-journal"


# ------------------------------------------------------------------------------------ journals


def recovered(folder: Path) -> tuple[str, bool]:
    """The comment that an old journal has, and whether its document needs saving."""
    folder.mkdir(exist_ok=True)
    (folder / NAME).write_bytes((OLDER / "journal-1.qipu-journal").read_bytes())
    workspace = Workspace()
    journals = Journals(workspace, str(folder))
    (left,) = journals.left()
    found = journals.recover(left)
    assert found is not None
    said = str(found.document.record(0).root.comment), found.document.modified
    found.document.undo()
    assert not found.document.record(0).root.comment
    journals.end()
    return said


def test_a_journal_of_the_first_form_is_recovered(tmp_path: Path) -> None:
    """Its file is gone since; what was edited, and what it was before, is in the journal."""
    assert recovered(tmp_path) == ("写 before it was lost", True)
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


# ---------------------------------------------------------------------- settings and sessions

# As the first version with each kind of value wrote them; "scent" is of none.
SETTINGS = {
    "theme": "dark",
    "animate": False,
    "window": "AdnQywADAAA=",
    "pieces": "shogi=two",
    "scent": "pine",
}


def test_old_settings_are_in_force_and_unknown_ones_stay() -> None:
    found = Settings(json.dumps(SETTINGS))
    assert found.problems == []
    assert {name: found[name] for name in SETTINGS if name != "scent"} == {
        name: value for name, value in SETTINGS.items() if name != "scent"
    }
    found.set("animate", True)
    assert json.loads(found.text()) == SETTINGS | {"animate": True}


def test_a_session_of_the_first_form_has_its_tabs() -> None:
    """It knew neither folders nor libraries."""
    tab = {"path": "/records/game.sgf", "name": "game.sgf", "depth": 3, "branches": [[2, 1]]}
    lost = {"name": "New record", "journal": "/state/new.qipu-journal", "view": ["flip"]}
    text = json.dumps({"version": 1, "front": 1, "tabs": [tab, lost]})
    found = read_session(text)
    assert found.problem is None
    assert found.front == 1
    assert found.tabs == (
        KeptTab("/records/game.sgf", "game.sgf", KeptPlace(0, 3, ((2, 1),))),
        KeptTab("", "New record", view=("flip",), journal="/state/new.qipu-journal"),
    )
    assert json.loads(session_text(found)) == json.loads(text)


def test_a_history_of_training_is_read_and_what_is_not_understood_stays(tmp_path: Path) -> None:
    """The first form of its lines is that of today."""
    path = tmp_path / TRAINING
    text = (
        b'{"key": "k", "grade": "right", "at": "2026-11-23T08:00:00+00:00"}\n{"what": "is this"}\n'
    )
    path.write_bytes(text)
    history = TrainingHistory(str(tmp_path), Workspace().files)
    for _ in history.reading():
        pass
    assert history.problem is None
    assert [one.grade for one in history.of("k")] == [Grade.RIGHT]
    history.add("k", Grade.WRONG, datetime(2026, 11, 23, 9, tzinfo=UTC))
    assert history.finish(30)
    assert path.read_bytes().startswith(text)


def test_engines_of_the_first_form_are_listed() -> None:
    """It knew no limits, no variants, nor the games that an engine is preferred for."""
    old = {
        "name": "Stockfish",
        "program": "/usr/games/stockfish",
        "arguments": [],
        "protocols": {"chess": "uci"},
        "options": {"Hash": "64"},
    }
    (found,) = read_engines(json.dumps([old]))
    assert (found.name, found.program) == ("Stockfish", "/usr/games/stockfish")
    assert (found.preferred, found.variants) == ((), ())
    (written,) = json.loads(engines_text([found]))
    assert {key: written[key] for key in old} == old


# ----------------------------------------------------------------------------------- libraries


@pytest.mark.parametrize("version", [1, 2, 3, 4, 5, 6, 7])
def test_tables_of_an_old_library_are_told_and_built_again(tmp_path: Path, version: int) -> None:
    pytest.importorskip("duckdb")
    from viewer.library import LibraryFailed, Query
    from viewer.library.face import all_libraries

    records = tmp_path / "records"
    records.mkdir()
    game = resource_path("samples", "en", "study", "twixt.tgt").read_bytes()
    (records / "twixt.tgt").write_bytes(game)
    home = tmp_path / "home"
    unpack(OLDER / f"library-{version}.tar.gz", home / "Club")
    sources = home / "Club/sources.json"
    sources.write_text(sources.read_text("utf-8").replace("/srv/records", str(records)), "utf-8")
    assert json.loads((home / "Club/manifest.json").read_bytes())["version"] == version

    (club,) = all_libraries(str(home))
    assert (club.name, club.sources) == ("Club", (str(records),))
    with pytest.raises(LibraryFailed, match=r"another version of Qipu\. Build it again\."):
        club.search(Query(), 10)
    club.build()
    assert [hit.path for hit in club.search(Query(), 10).hits] == [str(records / "twixt.tgt")]
    club.close()
    assert (records / "twixt.tgt").read_bytes() == game


def test_there_is_one_of_each_older_form() -> None:
    """A new form needs the one before it here."""
    from viewer.document.journal.form import FORM
    from viewer.document.kept_session import VERSION as SESSION
    from viewer.library.schema import VERSION as LIBRARY

    kept = {path.name for path in OLDER.iterdir()}
    assert {f"library-{number}.tar.gz" for number in range(1, LIBRARY)} <= kept
    assert {f"journal-{number}.qipu-journal" for number in range(1, FORM + 1)} <= kept
    assert SESSION == 1
