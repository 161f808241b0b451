"""What is written into a file, read again and taken out leaves the bytes that were there, in every format."""

from __future__ import annotations

import pytest
from test_format_contract import each_writable, file_of, new_record

from viewer.base.source import BytesSource, piece_bytes
from viewer.document import plans
from viewer.document.document import Document
from viewer.document.edits import Edit
from viewer.formats import FORMATS
from viewer.formats.detect import load_source
from viewer.formats.entry import FormatEntry
from viewer.formats.format import Loss, Unreadable
from viewer.games import game_of
from viewer.tree.annotation import Mark
from viewer.tree.node import Node


def opened(data: bytes, suffix: str) -> Document:
    return Document(load_source(BytesSource(data, f"file.{suffix}")))


def saved(document: Document) -> tuple[bytes, tuple[Loss, ...]]:
    output = FORMATS[document.format].load().write(document)
    return b"".join(piece_bytes(p, document.source) for p in output.pieces), output.losses


class Comment:
    def __call__(self, document: Document, key: int, node: Node, there: bool) -> Edit | None:
        return plans.comment(document, key, node, "note" if there else "")

    def fits(self, node: Node) -> bool:
        return not node.comment


class LongComment(Comment):
    def __call__(self, document: Document, key: int, node: Node, there: bool) -> Edit | None:
        return plans.comment(document, key, node, "two\nlines" if there else "")


class Glyph:
    def __call__(self, document: Document, key: int, node: Node, there: bool) -> Edit | None:
        return plans.toggle_glyph(document, key, node, 1)

    def fits(self, node: Node) -> bool:
        return node.parent is not None and not node.note("glyphs")


class Variation:
    """A move beside the first that follows, where there is one."""

    def __call__(self, document: Document, key: int, node: Node, there: bool) -> Edit | None:
        if not there:
            return plans.delete(document, key, node.children[-1])
        game = game_of(document.record_of(key).game)
        moves = {one.text for one in game.legal_moves(document.states(key).at(node))}
        free = sorted(moves - {child.action.text for child in node.children if child.action})
        return plans.play(document, key, node, free[0]) if free else None

    def fits(self, node: Node) -> bool:
        return bool(node.children)


class Drawn:
    def __call__(self, document: Document, key: int, node: Node, there: bool) -> Edit | None:
        game = game_of(document.record_of(key).game)
        place = next(iter(game.geometry_of(document.states(key).at(node)).squares))
        return plans.toggle_mark(document, key, node, Mark("circle", (place,), "green"))

    def fits(self, node: Node) -> bool:
        return not node.marks


class HeaderSet:
    key = ""

    def __call__(self, document: Document, key: int, node: Node, there: bool) -> Edit | None:
        record, format_ = document.record_of(key), FORMATS[document.format].load()
        said = {header.key for header in record.headers}
        free = (
            field.key
            for field in format_.fields_of(record.game)
            if field.role in ("event", "place", "annotator", "note")
            and field.choices is None
            and field.key not in said
        )
        self.key = next(free, "") if there else self.key
        return plans.header(document, key, node, self.key, "there" if there else "")

    def fits(self, node: Node) -> bool:
        return node.parent is None


Kind = Comment | Glyph | Variation | Drawn | HeaderSet


def left_behind(data: bytes, suffix: str, kind: Kind) -> list[str]:
    """The places where something stays behind; each node of the first record is edited by itself."""
    wrong: list[str] = []
    count = len(opened(data, suffix).record(0).nodes)
    for index in range(count):
        document = opened(data, suffix)
        key = document.keys()[0]
        node = list(document.record_of(key).walk())[index]
        if not kind.fits(node):
            continue
        edit = kind(document, key, node, True)
        if edit is None:
            continue
        document.do(edit)
        written, losses = saved(document)
        if losses or written == data:
            continue  # the format has no place for it
        again = opened(written, suffix)
        key = again.keys()[0]
        node = list(again.record_of(key).walk())[index]
        again.do(kind(again, key, node, False))
        back, losses = saved(again)
        assert not losses
        if back != data:
            wrong.append(f"{index}: {data!r} comes back as {back!r} from {written!r}")
    return wrong


each_kind = pytest.mark.parametrize(
    "kind",
    [Comment(), LongComment(), Glyph(), Variation(), Drawn(), HeaderSet()],
    ids=lambda kind: type(kind).__name__,
)


@each_writable
@each_kind
def test_what_is_taken_out_again_leaves_nothing(entry: FormatEntry, kind: Kind) -> None:
    format_ = entry.load()
    for game in entry.games:
        data = file_of(format_, new_record(game, format_))
        assert left_behind(data, entry.suffixes[0], kind) == []


@each_writable
@each_kind
def test_nor_where_the_last_line_has_no_end(entry: FormatEntry, kind: Kind) -> None:
    format_ = entry.load()
    for game in entry.games:
        data = file_of(format_, new_record(game, format_)).rstrip(b"\r\n")
        try:
            document = opened(data, entry.suffixes[0])
        except Unreadable:
            continue
        if document.format == entry.id and saved(document) == (data, ()):
            assert left_behind(data, entry.suffixes[0], kind) == []


FOREIGN = {
    "KI2 without blanks between moves": (
        "ki2", "開始日時：2020/01/02\n▲７六歩△３四歩▲２六歩\n△８四歩    ▲２五歩\n".encode()
    ),
    "CSA with all of a move on one line": (
        "csa", b"V2.2\nPI\n+\n+7776FU,T1,'remark\n-3334FU,T2\n+2726FU,-8384FU\n%TORYO"
    ),
    "an empty entry in JKF on lines": (
        "jkf", b'{\n  "header": {},\n  "moves": [\n    {},\n    {"special": "TORYO"}\n  ]\n}\n'
    ),
    "EPD whose last operation isn't closed": (
        "epd", b"8/8/8/8/8/k7/p7/K7 w - - hmvc 0; id 1\n"
    ),
    "a header alone in a game of DhtmlXQ": (
        "txt", b"[DhtmlXQ]\n[DhtmlXQ_title]a[/DhtmlXQ_title]\n[DhtmlXQ_movelist]7747"
        b"[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n"
    ),
    "PGC whose moves are one record": (
        "pgc", b"\x05\x02\x05Event\x01?\x03\x04\x01\x02\x03\x04\x06"
    ),
    "PGC in a single record": (
        "pgc", b"\x01\x01A" + b"\x01?" * 5 + b"\x01*\x04\0\x01\x02\x03\x04"
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", FOREIGN)
@each_kind
def test_files_of_others_are_what_they_were(what: str, kind: Kind) -> None:
    suffix, data = FOREIGN[what]
    assert saved(opened(data, suffix)) == (data, ())
    assert left_behind(data, suffix, kind) == []
