"""The workflows: steps that are there, actions of major versions, what they attach is what is built."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from needs import program

yaml = pytest.importorskip("yaml")

ROOT = Path(__file__).resolve().parent.parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def read(path: Path) -> dict[str, Any]:
    # `on` is a truth value in YAML 1.1.
    text = re.sub(r"(?m)^on:", '"on":', path.read_text("utf-8"))
    found = yaml.safe_load(text)
    assert isinstance(found, dict)
    return found


def steps(path: Path) -> list[dict[str, Any]]:
    return [step for job in read(path)["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_says_when_where_and_what(path: Path) -> None:
    flow = read(path)
    assert set(flow) == {"name", "on", "permissions", "jobs"}
    assert flow["permissions"] == {"contents": "read"}
    for job in flow["jobs"].values():
        assert job["runs-on"]
        assert set(job.get("needs", ())) <= set(flow["jobs"])
        for step in job["steps"]:
            assert ("uses" in step) != ("run" in step)
            assert set(step) <= {"name", "uses", "with", "run", "env"}


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_pinned_to_a_major_version(path: Path) -> None:
    used = [step["uses"] for step in steps(path) if "uses" in step]
    assert [one for one in used if not re.fullmatch(r"actions/[a-z-]+@v\d+", one)] == []


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_programs_of_the_project_that_a_step_runs_are_there(path: Path) -> None:
    text = "\n".join(step.get("run", "") for step in steps(path))
    named = re.findall(r"(?<![\w/])((?:packaging|\.ci)/[\w.]+)", text)
    assert named
    assert [name for name in named if not (ROOT / name).is_file()] == []


def test_packages_are_built_by_what_build_has() -> None:
    text = (ROOT / ".github" / "workflows" / "packages.yml").read_text("utf-8")
    built = set(re.findall(r"build\.py (\w+)", text))
    builders = (ROOT / "packaging" / "build.py").read_text("utf-8").partition("BUILDERS: ")[2]
    assert built == {"release", "windows", "macos"}
    assert all(f'"{name}": ' in builders for name in built)


def test_a_tag_gets_all_packages_their_checksums_and_notes(tmp_path: Path) -> None:
    """The step that attaches them, where gh writes down what it is given."""
    sha256sum = program("sha256sum")
    (step,) = (
        step
        for step in read(ROOT / ".github" / "workflows" / "packages.yml")["jobs"]["attach"]["steps"]
        if "run" in step
    )
    packages = tmp_path / "packages"
    packages.mkdir()
    for name in ("qipu.deb", "qipu.tar.gz", "NOTES.md"):
        (packages / name).write_text(name)
    words = [sha256sum, "qipu.deb", "qipu.tar.gz"]
    said = subprocess.run(words, cwd=packages, capture_output=True, text=True, check=True).stdout
    (packages / "SHA256SUMS").write_text(said)
    (packages / "Qipu.dmg").write_text("of another job")
    (tmp_path / "gh").write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    (tmp_path / "gh").chmod(0o755)
    environment = {
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "GITHUB_REF_NAME": "v1.2.3",
        "GITHUB_REPOSITORY": "a/b",
    }
    again = {"cwd": tmp_path, "env": environment, "capture_output": True, "text": True}
    done = subprocess.run([program("bash"), "-e", "-c", step["run"]], **again)
    assert done.returncode == 0, done.stderr
    given = done.stdout.splitlines()
    start = given.index("release")
    assert given[start:][:3] == ["release", "create", "v1.2.3"]
    assert given[given.index("--notes-file") + 1 :] == [
        *("../NOTES.md", "./Qipu.dmg", "./qipu.deb", "./qipu.tar.gz", "../SHA256SUMS"),
    ]
    check = [sha256sum, "--check", "--strict", tmp_path / "SHA256SUMS"]
    assert subprocess.run(check, cwd=packages, capture_output=True).returncode == 0
    assert len((tmp_path / "SHA256SUMS").read_text().splitlines()) == 3
    # What isn't as it was built stops it.
    for name in ("NOTES.md", "SHA256SUMS"):
        (tmp_path / name).rename(packages / name)
    (packages / "qipu.deb").write_text("else")
    done = subprocess.run([program("bash"), "-e", "-c", step["run"]], **again)
    assert done.returncode != 0
    assert "release" not in done.stdout.splitlines()


def test_packages_are_tried_where_their_script_can() -> None:
    """It builds on Debian 12, installs programs and mounts systems."""
    flow = read(ROOT / ".github" / "workflows" / "packages.yml")
    (job,) = (
        job
        for job in flow["jobs"].values()
        if any(".ci/run --packages" in step.get("run", "") for step in job["steps"])
    )
    assert job["container"] == {"image": "debian:12", "options": "--privileged"}


def test_what_freezes_has_the_version_of_the_project() -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    (wanted,) = (one for one in groups["build"] if one.startswith("pyinstaller"))
    for path in (ROOT / ".ci" / "run", *WORKFLOWS):
        named = re.findall(r'"(pyinstaller[^"]*)"', path.read_text("utf-8"))
        assert set(named) <= {wanted}, path.name


def test_shells_take_the_steps_of_linux() -> None:
    bash = program("bash")
    for path in WORKFLOWS:
        for job in read(path)["jobs"].values():
            if "windows" in str(job["runs-on"]):
                continue
            for step in job["steps"]:
                script = re.sub(r"\$\{\{.*?\}\}", "x", step.get("run", ""))
                done = subprocess.run([bash, "-n"], input=script, text=True, capture_output=True)
                assert done.returncode == 0, (path.name, script, done.stderr)
                assert shlex.split(script, comments=True) or "uses" in step


def test_actionlint_finds_nothing() -> None:
    done = subprocess.run([program("actionlint"), *WORKFLOWS], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
