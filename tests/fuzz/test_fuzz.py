"""The harness itself, and a small run of it over our own samples."""

from __future__ import annotations

import random
from pathlib import Path

import pace
import pytest
import questions
from broken import LETTERS, MISREAD, RAISED, REMOVED, REWRITTEN, SLOW, UNNAMED, UNTOUCHED, Broken
from corpora import Made, expecting, generated
from harness import Corpus, main
from pace import GROWN, Pace
from promises import tried
from questions import QUESTIONS, across
from structures import many
from targets import TARGETS, damaged

import viewer
import viewer.face
from viewer.base.resources import resource_path
from viewer.base.source import piece_bytes
from viewer.face import load
from viewer.formats import FORMATS
from viewer.formats.memory import MemoryCollection
from viewer.formats.xqf import FORMAT as XQF

SAMPLES = resource_path("samples", "en", "study")
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
    corpus = Corpus({id: paths})
    for seed in SEEDS:
        for path in paths:
            case, how = corpus.case(seed, path, id, edits=20)
            outcome = tried(case, str(tmp_path), seconds=60)
            assert outcome.broken is None, (seed, path, how, outcome.log)


def test_a_case_is_the_same_each_time_and_in_each_folder(tmp_path: Path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    cases = []
    for name in ("one", "two"):
        corpus = Corpus({"kif": samples_of("kif", tmp_path / name)})
        cases.append(corpus.case(6, corpus.files["kif"][0], "kif", 20)[0])
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
    # A file that is small soon: of what others break most bytes are needed.
    options = ["--no-made", "--count", "1", "--seed", "4", "--shrink", "--keep", str(kept)]
    assert main([path, *options]) == 1
    assert f"{kind}  " in capsys.readouterr().out
    (file,) = kept.iterdir()
    assert file.name.startswith(kind)
    assert len(file.read_bytes()) < 100 < Path(path).stat().st_size


@pytest.mark.parametrize("name", [name for name in TARGETS if name != "engine"])
def test_what_is_read_beside_records_keeps_its_promises(name: str, tmp_path: Path):
    for seed in range(2):
        assert damaged(name, seed, str(tmp_path), seconds=120) is None, seed


@pytest.mark.parametrize("id", ["dhtmlxq", "usen", "lg-json", "abstractplay", "trmph", "xqr"])
def test_files_are_made_of_formats_that_have_few(id: str, tmp_path: Path):
    made = list(generated(id))
    assert made
    for one in made:
        path = tmp_path / one.name
        path.write_bytes(one.data)
        assert load(path).format == id
        if one.moves:
            expecting(one)(str(path), random.Random(0))


def test_a_file_that_is_read_otherwise_than_it_was_made_is_found(tmp_path: Path):
    path = tmp_path / "a.trmph"
    path.write_bytes(b"#11,a1b2c3")
    with pytest.raises(Broken) as caught:
        expecting(Made("a.trmph", b"", "hex", ("1 a1", "2 b2")))(str(path), random.Random(0))
    assert caught.value.kind == MISREAD


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [(REMOVED, lambda data: data + b"\n"), (REWRITTEN, lambda data: bytes(reversed(data)))],
)
def test_bytes_that_an_edit_leaves_or_takes_along_are_found(monkeypatch, tmp_path, kind, wrong):
    """A writer that leaves a line break behind once something was edited, and one that writes all anew."""
    path = samples_of("sgf", tmp_path)[0]
    right = questions.written

    def written(document):
        data, losses = right(document)
        return (wrong(data) if document.modified else data), losses

    monkeypatch.setattr(questions, "written", written)
    kinds = set()
    for seed in range(20):
        try:
            across(path, random.Random(seed))
        except Broken as broken:
            kinds.add(broken.kind)
    assert kinds == {kind}


def test_a_text_in_other_letters_is_found(monkeypatch, tmp_path):
    monkeypatch.setattr(viewer, "open", lambda path: viewer.face.open(path, "latin-1"))
    found = [damaged("letters", seed, str(tmp_path), seconds=60) for seed in range(8)]
    assert LETTERS in {one.kind for one in found if one is not None}


@pytest.mark.parametrize(
    ("cost", "slow"),
    [
        (lambda size, plain: size, False),
        (lambda size, plain: size if plain else 1000 * size, True),
        (lambda size, plain: size if plain else size * size / 8000, True),
    ],
    ids=["in proportion", "a thousand times as much", "growing faster than the file"],
)
def test_what_costs_more_than_its_size_allows_is_found(monkeypatch, tmp_path, cost, slow):
    """By the seconds that the tasks are said to take."""
    paths = samples_of("sgf", tmp_path)
    plain = [Path(path).read_bytes() for path in paths]
    monkeypatch.setattr(
        pace, "tasks", lambda data, name: {"read": cost(len(data), data in plain) / 1000}
    )
    path = tmp_path / "large.sgf"
    path.write_bytes(many(plain[0], "sgf", random.Random(1)))
    fewer = many(plain[0], "sgf", random.Random(1), GROWN)
    asked = Pace({"sgf": [*paths, str(path)]}).asked(path.name, fewer)
    if slow:
        with pytest.raises(Broken) as caught:
            asked(str(path), random.Random(0))
        assert caught.value.kind == SLOW
    else:
        asked(str(path), random.Random(0))


def test_each_question_is_asked_in_a_run(tmp_path: Path):
    corpus = Corpus({"sgf": samples_of("sgf", tmp_path)})
    asked = {
        question.__name__
        for seed in range(90)
        for question in corpus.case(seed, corpus.files["sgf"][0], "sgf", 0)[0].questions
    }
    assert asked >= {question.__name__ for question in QUESTIONS} | {"slow"}
