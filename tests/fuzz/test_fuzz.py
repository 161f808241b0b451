"""The harness itself, and a small run of it over our own samples."""

from __future__ import annotations

from pathlib import Path

import pytest
from harness import made, main
from promises import RAISED, UNNAMED, UNTOUCHED, tried

from viewer.base.resources import resource_path
from viewer.base.source import piece_bytes
from viewer.face import load
from viewer.formats import FORMATS
from viewer.formats.memory import MemoryCollection
from viewer.formats.xqf import FORMAT as XQF

SAMPLES = resource_path("samples")
SEEDS = (1, 2)
each_writable = pytest.mark.parametrize(
    "id", [entry.id for entry in FORMATS.values() if entry.load().writable]
)


def samples_of(id: str, folder: Path) -> list[str]:
    """Our samples of a format's games as files of that format."""
    entry, paths = FORMATS[id], []
    for sample in sorted(SAMPLES.iterdir()):
        collection = load(sample)
        record = collection.record(0)
        if record.game not in entry.games:
            continue
        path = folder / f"{sample.stem}.{entry.suffixes[0]}"
        if collection.format == id:
            path.write_bytes(sample.read_bytes())
        else:
            output = entry.load().write(MemoryCollection(id, [record]))
            path.write_bytes(b"".join(piece_bytes(piece, None) for piece in output.pieces))
        paths.append(str(path))
    return paths


@each_writable
def test_promises_are_kept(id: str, tmp_path: Path):
    paths = samples_of(id, tmp_path)
    assert paths
    for seed in SEEDS:
        for path in paths:
            case, how = made(seed, path, paths, edits=20)
            outcome = tried(case, str(tmp_path), seconds=60)
            assert outcome.broken is None, (seed, path, how, outcome.log)


def test_a_case_is_the_same_each_time_and_in_each_folder(tmp_path: Path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    cases = [made(5, samples_of("kif", tmp_path / name)[0], [], 20)[0] for name in ("one", "two")]
    assert cases[0] == cases[1]
    assert cases[0].data != (tmp_path / "one" / "shogi.kif").read_bytes()
    assert tried(cases[0], str(tmp_path)) == tried(cases[1], str(tmp_path))


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        (UNTOUCHED, lambda output: output._replace(pieces=iter([*output.pieces, b"!"]))),
        (UNNAMED, lambda output: output._replace(losses=())),
        (RAISED, lambda output: output._replace(pieces=iter([1 // 0]))),
    ],
)
def test_a_broken_promise_is_found_and_made_small(monkeypatch, tmp_path, capsys, kind, wrong):
    right = type(XQF).write
    path = samples_of("xqf", tmp_path)[0]
    monkeypatch.setattr(type(XQF), "write", lambda *asked: wrong(right(*asked)))
    kept = tmp_path / "kept"
    options = ["--count", "3", "--seed", "1", "--shrink", "--keep", str(kept)]
    assert main([path, *options]) == 1
    said = capsys.readouterr().out
    assert f"{kind}  " in said
    files = list(kept.iterdir())
    assert files
    assert all(len(file.read_bytes()) <= Path(path).stat().st_size for file in files)
