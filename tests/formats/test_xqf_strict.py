"""Where files of version 0A break the specification of XQF 1.0."""

from __future__ import annotations

import pytest
from xqf_maker import Spot, build, head_of, line, load, put_text

from viewer.formats.xqf import FORMAT
from viewer.tree.diagnostic import Severity


def strict(file: bytes) -> list[tuple[str, int | None, int]]:
    found = FORMAT.strict(load(file))
    known = {"xqf.strict.variations", "xqf.strict.root"}  # what every program reads all the same
    assert all((one.severity is Severity.INFO) == (one.code in known) for one in found)
    assert all(one.message.text().startswith("XQF 1.0, ") for one in found)
    return [(one.code.removeprefix("xqf.strict."), one.node, one.offset) for one in found]


def changed(offset: int, value: int) -> bytes:
    file = bytearray(build(line((72, 42), (79, 67))))
    file[offset] = value
    return bytes(file)


def test_a_file_that_keeps_to_it():
    assert strict(build(line((72, 42), (79, 67)))) == []
    assert strict(build(Spot(below=[Spot(72, 42, b"a comment")]))) == []


@pytest.mark.parametrize(
    ("offset", "value", "code", "node", "paragraph"),
    [
        (0x02, 0, "version", None, "A 0002"),
        (0x02, 9, "version", None, "A 0002"),
        (0x05, 1, "reserved", None, "A 0003-000F"),
        (0x10, 0x5A, "square", None, "3"),
        (0x30, 1, "reserved", None, "A 0030-0032"),
        (0x32, 1, "side", None, "A 0030-0032"),
        (0x33, 4, "result", None, "A 0033"),
        (0x3F, 1, "reserved", None, "A 0034-003F"),
        (0x40, 4, "type", None, "A 0040"),
        (0x41, 1, "reserved", None, "A 0041-004F"),
        (0x52, 9, "padding", None, "A 0050-008F"),
        (0x50, 3, "text", None, "A 0050-008F"),
        (0x90, 1, "reserved", None, "A 0090-00CF"),
        (0x120, 16, "length", None, "A 0120-012F"),
        (0x1B0, 1, "reserved", None, "A 01B0-01CF"),
        (0x3FF, 1, "reserved", None, "A 01F0-03FF"),
        (0x401, 0x21, "root", 0, "B"),
        (0x403, 0, "root", 0, "B"),
        (0x408, 0x17, "move", 1, "B"),
        (0x40A, 0x10, "tag", 1, "B"),
        (0x40B, 1, "fourth-byte", 1, "B"),
        (0x417, 0x7F, "size", 2, "B"),
    ],
)
def test_a_byte_that_breaks_it(offset, value, code, node, paragraph):
    file = changed(offset, value)
    found = FORMAT.strict(load(file))
    assert strict(file)[0] == (code, node, found[0].offset)
    assert found[0].message.text().startswith(f"XQF 1.0, {paragraph}: ")
    assert offset - 4 <= found[0].offset <= offset
    assert len(found) == 1


def test_variations_and_comments():
    file = build(Spot(below=[Spot(72, 42), Spot(12, 42)]))
    assert strict(file) == [("variations", 1, 0x40A)]
    assert FORMAT.strict(load(file))[0].severity is Severity.INFO
    assert strict(build(Spot(comment=b"start"))) == [("root", 0, 0x400)]
    assert strict(build(Spot(below=[Spot(72, 42, b"x\0")]))) == [("comment", 1, 0x411)]


def test_the_end():
    file = build(line((72, 42)))
    assert strict(file + b"x") == [("trailing", None, len(file))]
    assert strict(file[:-3]) == [("end", 0, len(file) - 3)]
    assert strict(file[:1024]) == [("end", None, 1024)]


def test_text_padded_with_old_text():
    head = put_text(head_of(), 0x130, b"Zhang San", length=5)
    assert strict(build(Spot(), head)) == [("padding", None, 0x136)]


def test_later_versions_have_no_specification():
    assert FORMAT.strict(load(build(Spot(comment=b"x"), head_of(0x12)))) == []


def test_findings_are_limited():
    file = build(line(*[(95, 95)] * 5000))
    assert len(FORMAT.strict(load(file))) == 1000
