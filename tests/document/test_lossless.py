"""Options that lose nothing are found without writing all records once for each of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

import viewer
from viewer.document.document import Document, open_document
from viewer.document.plans import steps as plans_steps
from viewer.document.saving.save import LossRefused
from viewer.formats import FORMATS
from viewer.formats.format import Collection, Format, Output

GAMES = 40


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many records each call of a writer was given."""
    counts: list[int] = []
    for id in ("pgn", "sgf", "kif"):
        kind = type(FORMATS[id].load())
        write = kind.write

        def counted(
            self: Format,
            collection: Collection,
            options: Mapping[str, str] | None = None,
            write=write,
        ) -> Output:
            counts.append(len(collection))
            return write(self, collection, options)

        monkeypatch.setattr(kind, "write", counted)
    return counts


def opened(path: Path, data: bytes) -> Document:
    path.write_bytes(data)
    document = open_document(str(path))
    for _ in document.indexing():
        pass
    return document


def test_where_no_option_helps_only_what_loses_is_tried(tmp_path: Path, written) -> None:
    game = b'[Event "%d"]\n[Result "*"]\n\n1. e4 e5 *\n\n'
    document = opened(tmp_path / "a.pgn", b"".join(game % n for n in range(GAMES)))
    node = document.record(7).root.children[0]
    document.do(plans_steps.title(document, document.keys()[7], node, "a title"))
    assert document.losses()
    written.clear()
    assert document.lossless() is None
    assert written.count(GAMES) == 1


def test_an_option_that_helps_is_proved_with_all(tmp_path: Path, written) -> None:
    game = "(;GM[1]FF[4]CA[Shift_JIS]SZ[9]C[囲碁];B[aa])".encode("cp932")
    document = opened(tmp_path / "a.sgf", game * GAMES)
    for place in (3, 9):
        document.set_comment(document.record(place).root, "😀")
    lost = document.losses()
    assert {loss.record for loss in lost} == {3, 9}
    written.clear()
    options = document.lossless()
    assert options == {"form": "new"}
    assert not document.losses(options=options)
    assert written.count(GAMES) == 3  # what is lost, the option that keeps all, and the line above


def test_one_record_is_written_once_an_option(tmp_path: Path, written) -> None:
    text = (
        "手合割：平手\r\n手数----指手---------消費時間--\r\n   1 ７六歩(77)   ( 0:00/00:00:00)\r\n"
    )
    document = opened(tmp_path / "a.kif", text.encode("cp932"))
    document.set_comment(document.record(0).root, "😀")
    assert document.lossless() == {"encoding": "utf-8"}
    assert len(written) == 3  # as it is, in cp932, in UTF-8


def test_without_losses_nothing_else_is_tried(tmp_path: Path, written) -> None:
    document = opened(tmp_path / "a.sgf", b"(;GM[1]SZ[9])")
    assert document.lossless() == {}
    assert len(written) == 1


JKF = """{"header": {"備考": "☗ and 😀"}, "initial": {"preset": "HIRATE"}, "moves": [{},
 {"move": {"color": 0, "from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}, "piece": "FU"},
  "time": {"now": {"m": 0, "s": 1.5}, "total": {"h": 0, "m": 0, "s": 1}}}]}
"""


@pytest.mark.parametrize(
    ("suffix", "beginning", "left"),
    [
        ("kif", b"#KIF version=2.0 encoding=UTF-8", set()),
        ("ki2", b"#KI2 version=2.0 encoding=UTF-8", {"elapsed"}),
        ("csa", b"'CSA encoding=UTF-8\nV3.0", set()),
    ],
)
def test_a_new_file_takes_the_form_that_loses_least(
    tmp_path: Path, suffix: str, beginning: bytes, left: set[str]
) -> None:
    document = opened(tmp_path / "a.jkf", JKF.encode())
    target = tmp_path / f"b.{suffix}"
    assert {loss.kind for loss in document.losses(str(target))} == left
    lost = viewer.convert(tmp_path / "a.jkf", tmp_path / f"c.{suffix}", allow_loss=True)
    assert {loss.kind for loss in lost} == left
    document.save(str(target), allow_loss=True)
    assert target.read_bytes().startswith(beginning)
    assert (tmp_path / f"c.{suffix}").read_bytes() == target.read_bytes()
    document.set_comment(document.record(0).root, "☖")  # and stays so
    document.save(allow_loss=True)
    assert target.read_bytes().startswith(beginning)


def test_the_form_that_was_chosen_stays(tmp_path: Path) -> None:
    document = opened(tmp_path / "a.jkf", JKF.encode())
    with pytest.raises(LossRefused):
        document.save(str(tmp_path / "b.kif"), options={"encoding": "cp932"})
    plain = JKF.replace("☗ and 😀", "先手")
    document = opened(tmp_path / "a.jkf", plain.encode())
    document.save(str(tmp_path / "b.kif"))
    assert (tmp_path / "b.kif").read_bytes().startswith(b"#KIF version=2.0 encoding=Shift_JIS")
