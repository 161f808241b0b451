"""The addresses of the project: what its metadata names, and nothing where it names none."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from viewer.base.addresses import homepage, project_address, to_hand_in, where_to_report
from viewer.cli import commands

HOME, ISSUES = "https://qipu.example/", "https://qipu.example/issues"
Name = Callable[..., None]


@pytest.fixture
def named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Name:
    """Puts a distribution of Qipu that names some addresses before the one that is installed."""

    def name(*lines: str) -> None:
        folder = tmp_path / "qipu_records-9.dist-info"
        folder.mkdir()
        head = ("Metadata-Version: 2.4", "Name: qipu-records", "Version: 9")
        told = (f"Project-URL: {line}" for line in lines)
        (folder / "METADATA").write_text("\n".join([*head, *told, ""]), "utf-8")
        monkeypatch.syspath_prepend(str(tmp_path))

    return name


def test_a_project_without_addresses_has_none(named: Name) -> None:
    named()
    assert homepage() == where_to_report() == ""
    assert to_hand_in("what happened\n") == "what happened\n"


def test_a_program_without_its_metadata_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(name: str) -> None:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("viewer.base.addresses.metadata", nothing)
    assert homepage() == where_to_report() == ""


def test_addresses_are_those_of_the_metadata(named: Name) -> None:
    named(f"Homepage, {HOME}", f"Issues, {ISSUES}")
    assert homepage() == HOME
    assert where_to_report() == ISSUES
    assert project_address("changelog") == ""
    assert to_hand_in("what happened\n").splitlines()[-1] == f"To be reported at {ISSUES}"


@pytest.mark.parametrize("label", ["Bug Tracker", "issue-tracker", "BUGS", "tracker"])
def test_the_page_for_reports_may_have_any_of_its_usual_names(named: Name, label: str) -> None:
    named(f"{label}, {ISSUES}", f"Homepage, {HOME}")
    assert where_to_report() == ISSUES


@pytest.mark.parametrize("lines", [(), (f"Issues, {ISSUES}",)])
def test_a_mistake_on_a_terminal_names_the_page(
    named: Name,
    lines: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    named(*lines)

    def fail(words: list[str]) -> int:
        raise ValueError("x")

    monkeypatch.setattr("viewer.cli.commands.load_named", lambda target: fail)
    assert commands.run("check", ["x"]) == commands.FAILED
    assert (ISSUES in capsys.readouterr().err) == bool(lines)
