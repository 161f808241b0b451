"""A release: what has to be right before it is built, its notes, and the checksums of its files."""

from __future__ import annotations

import hashlib
import subprocess
from collections.abc import Iterable
from pathlib import Path

from about import ROOT, About, changelog

SUMS = "SHA256SUMS"
NOTES = "NOTES.md"


def refusal(about: About, *, unreleased: bool) -> str:
    """Why this checkout is no release, as a sentence; "" if it is one.

    `unreleased`: build it even if the changelog has no date for the version. Raises CalledProcessError
    outside of a clone.
    """
    changed = _git("status", "--porcelain").splitlines()
    if changed:
        names = ", ".join(line[3:] for line in changed[:5]) + (", …" if changed[5:] else "")
        return f"A release is built of a commit, and these files differ from it: {names}"
    tags = [tag for tag in _git("tag", "--points-at", "HEAD").split() if tag.startswith("v")]
    if tags and f"v{about.version}" not in tags:
        return f"The commit has the tag {tags[0]}, but pyproject.toml the version {about.version}."
    if not about.released and not unreleased:
        return (
            f"CHANGELOG.md has no date for {about.version}, so this is no release; "
            "--unreleased builds it for a trial."
        )
    return ""


def notes(about: About) -> str:
    """The changelog's section of the version, as Markdown. Raises ValueError without one."""
    for section in changelog():
        if section.version == about.version:
            head = f"# Qipu {about.version}, {section.date or 'unreleased'}\n\n"
            if not section.date:
                commit = _git("rev-parse", "--short=12", "HEAD").strip()
                head += f"Built for a trial from commit {commit} of {about.date}.\n\n"
            return f"{head}{section.text}\n"
    raise ValueError(f"CHANGELOG.md has no section of {about.version}")


def sums(paths: Iterable[Path]) -> str:
    """The lines that `sha256sum --check` reads, in the folder of these files."""
    return "".join(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(paths)
    )


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout
