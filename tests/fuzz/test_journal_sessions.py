"""Journals of random sessions: what is made of one, whole or cut, is a state that the document had."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hands import edit
from hypothesis import given, settings
from hypothesis import strategies as st

import viewer.document.journal.document_journal as keeping
from viewer.base.resources import resource_path
from viewer.base.source import Span, piece_bytes
from viewer.document.document import Document
from viewer.document.edits import RecordData
from viewer.document.journal.form import JournalError, sound_lines
from viewer.document.journal.journals import Journals
from viewer.document.journal.origin import CHANGED, GONE, NONE, SAME
from viewer.document.journal.recovery import Recovered, recovered
from viewer.document.records import FIRST_NEW
from viewer.document.workspace import Workspace
from viewer.formats import FORMATS

SAMPLES = sorted(resource_path("samples", "en", "study").iterdir())
each_game = pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)


@pytest.fixture
def journals(tmp_path: Path):
    kept = Journals(Workspace(), str(tmp_path / "journals"))
    yield kept
    kept.end()


def opened(journals: Journals, sample: Path, folder: Path, games: int = 1) -> Document:
    path = folder / sample.name
    path.write_bytes(sample.read_bytes() * games)
    return journals._workspace.open(str(path))


def data_of(journals: Journals, document: Document) -> bytes:
    """What is on the disk of a document's journal."""
    assert journals.flush(30)
    journal = journals.of(document)
    assert journal is not None
    return Path(journal.path).read_bytes() if journal.path else b""


def tree(document: Document, key: int, facts_too: bool = True) -> object:
    """All of a record; bytes of its source in place of where they stand."""
    record = document.record_of(key)
    if not facts_too:
        return RecordData.of(record).bare()
    facts = []
    for fact in record.facts:
        raw = fact.raw
        if isinstance(raw, Span):
            raw = document.source.read(raw.start, raw.length)
        facts.append((fact.name, fact.value, raw))
    data = RecordData.of(record)
    return data._replace(facts=()), facts


def history(document: Document) -> object:
    known = document.history
    words = [str(one) for one in (known.undo_words, known.redo_words)]
    return known.now().steps, known.undone_steps, known.clean, known.back_to_clean, words


def state(document: Document, facts_too: bool = True) -> object:
    """All that a person can see of a document; with `facts_too` also what its file is made of."""
    records = [tree(document, key, facts_too) for key in document.records.order]
    return document.path, document.format, list(document.keys()), records, history(document)


def written(document: Document) -> bytes:
    output = FORMATS[document.format].load().write(document)
    return b"".join(piece_bytes(piece, document.source) for piece in output.pieces)


def there_and_back(document: Document, facts_too: bool = True) -> list[object]:
    """The document at each step of its history, from the first to the last."""
    done, undone = document.history.now().steps, document.history.undone_steps
    while document.undo() is not None:
        pass
    found = [state(document, facts_too)]
    while document.redo() is not None:
        found.append(state(document, facts_too))
    for _ in range(undone):
        document.undo()
    assert document.history.now().steps == done
    return found


def same(found: Recovered | None, document: Document) -> None:
    assert found is not None
    assert found.told == ()
    assert state(found.document) == state(document)
    assert written(found.document) == written(document)


@each_game
@pytest.mark.parametrize("seed", range(2))
def test_a_session_is_recovered_with_its_history(
    sample: Path, seed: int, tmp_path: Path, journals: Journals
) -> None:
    document = opened(journals, sample, tmp_path)
    chance = random.Random(seed)
    for number in range(40):
        edit(document, chance)
        if chance.random() < 0.05:
            document.save(allow_loss=True)
        if number % 10 == 9 and document.history.now().steps:
            same(recovered(data_of(journals, document)), document)
    found = recovered(data_of(journals, document))
    same(found, document)
    assert found is not None
    assert found.file == SAME
    if document.history.back_to_clean is None or not document.history.now().steps:
        return
    assert there_and_back(found.document) == there_and_back(document)


@each_game
@pytest.mark.parametrize("whole", [True, False], ids=["content", "bases"])
@pytest.mark.parametrize("fate", [GONE, CHANGED])
def test_a_session_is_recovered_whatever_became_of_the_file(
    sample: Path,
    whole: bool,
    fate: str,
    tmp_path: Path,
    journals: Journals,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if not whole:
        monkeypatch.setattr(keeping, "CONTENT", 0)
    document = opened(journals, sample, tmp_path)
    chance = random.Random(7)
    document.set_comment(document.record(0).root, "first")
    for _ in range(30):
        edit(document, chance)
    path = Path(document.path or "")
    path.unlink() if fate == GONE else path.write_bytes(
        SAMPLES[chance.randrange(6)].read_bytes() + b" "
    )
    found = recovered(data_of(journals, document))
    assert found is not None
    if whole:
        same(found, document)
    for key in found.based:
        if document.has(key):
            own = key < FIRST_NEW  # a copy of a game refers to the file that it was read from
            assert tree(found.document, key, own) == tree(document, key, own)
    assert found.file == fate
    assert history(found.document) == history(document)
    assert found.document.changed_on_disk()


@pytest.mark.parametrize("sample", [one for one in SAMPLES if one.suffix in (".pgn", ".sgf")])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("saved", [False, True])
def test_a_file_of_many_games_is_read_again_where_nobody_touched_it(
    sample: Path,
    seed: int,
    saved: bool,
    tmp_path: Path,
    journals: Journals,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(keeping, "CONTENT", 0)
    document = opened(journals, sample, tmp_path, 6)
    for _ in document.indexing():
        pass
    chance = random.Random(seed)
    for number in range(16):
        edit(document, chance)
        if saved and number in (5, 10):
            document.save(allow_loss=True)
    found = recovered(data_of(journals, document))
    assert found is not None
    assert found.file == SAME
    if not saved:
        same(found, document)
        assert there_and_back(found.document) == there_and_back(document)
        return
    # What is read again from the file that was saved has its bytes, and the codec that they suggest.
    assert list(found.document.keys()) == list(document.keys())
    assert history(found.document) == history(document)
    for key in document.records.order:
        if key in found.based or sample.suffix == ".pgn":
            assert tree(found.document, key, False) == tree(document, key, False)


@pytest.mark.parametrize("whole", [True, False], ids=["content", "bases"])
@pytest.mark.parametrize("seed", range(3))
def test_a_journal_written_anew_at_a_save_says_the_same(
    whole: bool, seed: int, tmp_path: Path, journals: Journals, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "COMPACTED", 0)
    if not whole:
        monkeypatch.setattr(keeping, "CONTENT", 0)
    document = opened(journals, next(one for one in SAMPLES if one.suffix == ".pgn"), tmp_path, 5)
    for _ in document.indexing():
        pass
    chance = random.Random(seed)
    for number in range(40):
        edit(document, chance)
        if number % 10 == 5:
            before = len(data_of(journals, document))
            document.save(allow_loss=True)
            if document.history.clean and before:
                assert b'"kind":"edit"' not in data_of(journals, document)
        found = recovered(data_of(journals, document)) if document.history.now().steps else None
        if found is None:
            continue
        assert list(found.document.keys()) == list(document.keys())
        assert found.document.history.clean == document.history.clean
        if document.history.written:
            continue
        based = [key for key in document.records.order if key in found.based]
        for key in based:
            assert tree(found.document, key, False) == tree(document, key, False)


@each_game
def test_a_journal_cut_at_any_byte_is_a_state_the_document_had(
    sample: Path, tmp_path: Path, journals: Journals
) -> None:
    document = opened(journals, sample, tmp_path)
    chance = random.Random(3)
    document.set_comment(document.record(0).root, "first")
    had = [state(document)]
    document.listeners.append(lambda _: had.append(state(document)))
    sizes = [len(data_of(journals, document))]  # of the journal at each of these states, or below
    while len(had) < 5:
        edit(document, chance)
        sizes += [sizes[-1]] * (len(had) - len(sizes) - 1)
        sizes += [len(data_of(journals, document))] * (len(had) - len(sizes))
    data = data_of(journals, document)
    assert sizes[-1] == len(data)
    for cut in range(sizes[0], len(data) + 1, max(1, (len(data) - sizes[0]) // 100)):
        found = recovered(data[:cut])
        assert found is not None
        assert (
            state(found.document) in had[max(n for n, size in enumerate(sizes) if size <= cut) :]
        ), cut


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A journal that has everything."""
    folder = tmp_path_factory.mktemp("kept")
    journals = Journals(Workspace(), str(folder / "journals"))
    document = opened(journals, next(one for one in SAMPLES if one.suffix == ".pgn"), folder, 3)
    chance = random.Random(1)
    for number in range(60):
        edit(document, chance)
        if number == 30:
            document.save(allow_loss=True)
    data = data_of(journals, document)
    journals.end()
    return data


@given(st.data())
@settings(max_examples=80)
def test_a_journal_with_any_bytes_changed_is_read_or_refused(
    kept: bytes, data: st.DataObject
) -> None:
    changed = bytearray(kept)
    for _ in range(data.draw(st.integers(1, 5))):
        start = data.draw(st.integers(0, len(changed)))
        changed[start : start + data.draw(st.integers(0, 20))] = data.draw(st.binary(max_size=20))
    _read(bytes(changed))


@given(st.data())
@settings(max_examples=150)
def test_a_journal_whose_checksums_are_right_and_whose_data_is_not(
    kept: bytes, data: st.DataObject
) -> None:
    lines = sound_lines(kept)
    number = data.draw(st.integers(0, len(lines) - 1))
    found = dict(lines[number].data)
    name = data.draw(st.sampled_from(sorted(found)))
    strange = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
        ),
        max_leaves=6,
    )
    if data.draw(st.booleans()):
        del found[name]
    else:
        found[name] = _with(found[name], data.draw(strange), data)
    lines[number] = lines[number]._replace(data=found)
    _read(b"".join(line.packed() for line in lines))


def _with(value: object, strange: object, data: st.DataObject) -> object:
    """A value in which something is another."""
    if isinstance(value, list) and value and data.draw(st.booleans()):
        at = data.draw(st.integers(0, len(value) - 1))
        return [*value[:at], _with(value[at], strange, data), *value[at + 1 :]]
    if isinstance(value, dict) and value and data.draw(st.booleans()):
        key = data.draw(st.sampled_from(sorted(value)))
        return {**value, key: _with(value[key], strange, data)}
    return strange


def _read(data: bytes) -> None:
    try:
        found = recovered(data)
    except JournalError:
        return
    if found is not None:
        state(found.document)
        for words in found.told:
            assert words.text()
        assert found.file in (SAME, CHANGED, GONE, NONE)
