"""The statements of the specification of XQF 1.0: places, position, head, records of moves."""

from __future__ import annotations

from statement import Example, Statement
from xqf_maker import Spot, build, head_of, line, put_text

_READ = "tests/formats/test_xqf_read.py::"
_NEW = "tests/formats/test_xqf_new.py::"
_STRICT = "tests/formats/test_xqf_strict.py::"
_EXAMPLE = "tests/formats/test_xqf_example.py::"
_CANNON_AND_HORSE = ((72, 42), (79, 67))
_NO_MOVES = "18 20 00 FF 00 00 00 00"
_ONE_MOVE = "18 20 F0 FF 00 00 00 00 60 4A 00 00 00 00 00 00"


def head(offset: int, data: str) -> Example:
    """A file of two moves with other bytes (in hexadecimal) somewhere in its head."""
    file = bytearray(build(line(*_CANNON_AND_HORSE)))
    new = bytes.fromhex(data)
    file[offset : offset + len(new)] = new
    return Example(f"{offset:04X}: {data}", bytes(file))


def text(offset: int, raw: bytes, length: int | None = None) -> Example:
    """A file with a text field of a length, that of the text unless given."""
    length = len(raw) if length is None else length
    file = build(line(*_CANNON_AND_HORSE), put_text(head_of(), offset, raw, length))
    return Example(f"{offset:04X}: {length:02X}, {len(raw)} bytes of text, 00 …", file)


def body(data: str, comment: bytes = b"") -> Example:
    """A file of the usual start with these bytes (in hexadecimal) and then a comment from 0400 on."""
    words = f"0400: {data}" + (f" {comment.decode()!r}" if comment else "")
    return Example(words, bytes(head_of()) + bytes.fromhex(data) + comment)


def moves(tail: str, comment: bytes = b"") -> Example:
    """A file of the first record and these."""
    return body(f"18 20 F0 FF 00 00 00 00 {tail}", comment)


_USUAL = Example("two moves from the usual start", build(line(*_CANNON_AND_HORSE)))
_COMMENT = "此局平易近人，十分有名"
_LAST = moves("60 4A 00 00 00 00 00 00")


def reserved(area: str, offset: int) -> Statement:
    """The row of an area that must be 00; `offset` is a byte of it."""
    words = "Reserved: must be 00"
    section = f"4 A {area}"
    return Statement(section, words, head(offset, "00"), head(offset, "01"), "xqf.strict.reserved")


def field(start: int, end: int, name: str) -> Statement:
    """The row of a text field: its length byte is the first, its text goes to the last."""
    room = end - start
    return Statement(
        f"4 A {start:04X}-{end:04X}",
        f"{name}: the length of the text, then its bytes, {room} at most",
        text(start, b"x" * room),
        text(start, b"x" * room, room + 1),
        "xqf.strict.length",
    )


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        "1",
        "Programs save records in this version, which every version of XQStudio reads",
        tests=(
            _NEW + "test_a_new_file_of_1_0_keeps_to_the_specification",
            _NEW + "test_a_version_that_is_asked_for_leaves_the_old_file_behind",
        ),
    ),
    Statement(
        "1",
        "Later versions are more complex: not every XQF file has this form",
        tests=(
            _STRICT + "test_later_versions_have_no_specification",
            _READ + "test_a_tree_is_read_in_file_order",
        ),
    ),
    Statement(
        "2",
        "X is 0 to 8, Y is 0 to 9, from the lower left: the black king is at (4,9), the red one at (4,0)",
        tests=(_EXAMPLE + "test_the_example_is_read",),
    ),
    Statement(
        "2",
        "A place is one byte, X * 10 + Y",
        head(0x10, "50"),
        head(0x10, "5A"),
        "xqf.strict.square",
        tests=("tests/formats/test_xqf_keys.py::test_squares_of_pieces",),
    ),
    Statement(
        "2",
        "A captured piece has the place FF",
        head(0x2B, "FF"),
        head(0x2B, "C8"),
        "xqf.strict.square",
        tests=(_NEW + "test_absent_pieces_of_a_new_file",),
    ),
    Statement(
        "3",
        "The position is 32 bytes: Red's 車馬相士帥士相馬車炮砲兵兵兵兵兵, then Black's likewise",
        head(0x10, "50463C32281E140A00480C533F2B17030913"),
        head(0x10, "5050"),
        "xqf.two-pieces",
        tests=("tests/formats/test_xqf_keys.py::test_squares_of_pieces",),
        why="that two pieces can't stand on one place is the game's rule",
    ),
    Statement(
        "3",
        "The usual start is 80, 70, 60, … 46, 66, 86",
        tests=(_EXAMPLE + "test_the_example_is_rebuilt_byte_for_byte",),
    ),
    Statement(
        "4",
        "Files are to be made exactly like this",
        tests=(
            _NEW + "test_a_new_file_of_1_0_keeps_to_the_specification",
            "tests/cli/test_xqf_commands.py::test_a_file_of_ours_is_clean",
        ),
    ),
    Statement(
        "4",
        "A file is a head and records; the head is 0000 to 03FF",
        _USUAL,
        Example("the first 1,000 bytes of it", build(line(*_CANNON_AND_HORSE))[:1000]),
        "xqf.cut-head",
    ),
    Statement(
        "4 A 0000-0001",
        "A file begins with XQ",
        tests=(_READ + "test_a_file_that_does_not_begin_with_xq",),
    ),
    Statement(
        "4 A 0002",
        "The version is 0A",
        head(2, "0A"),
        head(2, "09"),
        "xqf.strict.version",
        tests=(
            _STRICT + "test_a_byte_that_breaks_it",
            _READ + "test_versions_below_1_0_are_read_as_1_0",
        ),
        why="0B to 12 are later versions, of which this specification says nothing",
    ),
    reserved("0003-000F", 0x03),
    reserved("0030-0032", 0x31),
    Statement(
        "4 A 0030-0032",
        "0032 is reserved like the bytes beside it: no byte says who moves first",
        head(0x32, "00"),
        head(0x32, "01"),
        "xqf.strict.side",
        tests=(
            _READ + "test_who_moves_first",
            _NEW + "test_black_first_without_a_move_is_written_as_1_8",
            _NEW + "test_black_first_with_a_move_is_told_by_the_move_in_1_0",
        ),
        why="files have 01 there for Black all the same: it is read where no move tells",
    ),
    Statement(
        "4 A 0033",
        "The result: 00 unknown, 01 Red won, 02 Black won, 03 draw",
        head(0x33, "03"),
        head(0x33, "04"),
        "xqf.strict.result",
        tests=("tests/formats/test_xqf_fields.py::test_results_and_types",),
    ),
    reserved("0034-003F", 0x3F),
    Statement(
        "4 A 0040",
        "The type, one byte: 00 whole game, 01 opening, 02 middlegame, 03 endgame",
        head(0x40, "03"),
        head(0x40, "04"),
        "xqf.strict.type",
        tests=(
            "tests/formats/test_xqf_fields.py::test_results_and_types",
            _READ + "test_the_type_is_one_byte",
        ),
    ),
    reserved("0041-004F", 0x41),
    field(0x50, 0x8F, "Title"),
    Statement(
        "4 A 0050-008F",
        "The first byte is the length of the text",
        text(0x50, b"abc"),
        text(0x50, b"abc", 4),
        "xqf.strict.text",
    ),
    Statement(
        "4 A 0050-008F",
        "What is left of a field is filled with 00",
        text(0x50, b"abc"),
        text(0x50, b"abc", 2),
        "xqf.strict.padding",
        tests=(
            "tests/formats/test_xqf_fields.py::test_a_text_that_fits_is_all_that_changes",
            _STRICT + "test_text_padded_with_old_text",
        ),
    ),
    reserved("0090-00CF", 0x90),
    field(0xD0, 0x10F, "Event"),
    field(0x110, 0x11F, "Date"),
    field(0x120, 0x12F, "Place"),
    field(0x130, 0x13F, "Red"),
    field(0x140, 0x14F, "Black"),
    field(0x150, 0x18F, "Time rule"),
    field(0x190, 0x19F, "Red's time"),
    field(0x1A0, 0x1AF, "Black's time"),
    reserved("01B0-01CF", 0x1CF),
    field(0x1D0, 0x1DF, "Annotator"),
    field(0x1E0, 0x1EF, "Author of the file"),
    reserved("01F0-03FF", 0x3FF),
    Statement(
        "4 B",
        "The records begin at 0400, each of 8 bytes and as many of comment as it has",
        body(_ONE_MOVE),
        body(_ONE_MOVE[:-3]),
        "xqf.strict.end",
        tests=(_STRICT + "test_the_end",),
    ),
    Statement(
        "4 B",
        "Byte 1 is the place a move begins at, + 24",
        moves("60 4A 00 00 00 00 00 00"),
        moves("17 4A 00 00 00 00 00 00"),
        "xqf.strict.move",
    ),
    Statement(
        "4 B",
        "Byte 2 is the place a move ends at, + 32",
        moves("60 4A 00 00 00 00 00 00"),
        moves("60 7A 00 00 00 00 00 00"),
        "xqf.strict.move",
    ),
    Statement(
        "4 B",
        "Byte 3 is F0 or 00",
        moves("60 4A F0 00 00 00 00 00 67 63 00 00 00 00 00 00"),
        moves("60 4A 80 00 00 00 00 00 67 63 00 00 00 00 00 00"),
        "xqf.strict.tag",
    ),
    Statement(
        "4 B",
        "Byte 3 is F0 if a move follows",
        moves("60 4A F0 00 00 00 00 00 67 63 00 00 00 00 00 00"),
        moves("60 4A 00 00 00 00 00 00 67 63 00 00 00 00 00 00"),
        "xqf.strict.trailing",
    ),
    Statement(
        "4 B",
        "Byte 3 is 00 in the last move",
        _LAST,
        moves("60 4A F0 00 00 00 00 00"),
        "xqf.strict.end",
    ),
    Statement(
        "4 B",
        "Byte 4 is reserved and must be 00",
        _LAST,
        moves("60 4A 00 01 00 00 00 00"),
        "xqf.strict.fourth-byte",
    ),
    Statement(
        "4 B",
        "Bytes 5 to 8 are the size of the comment, the lowest byte first; 00000000 without a comment",
        moves("60 4A 00 00 03 00 00 00", b"abc"),
        moves("60 4A 00 00 00 00 00 03", b"abc"),
        "xqf.strict.size",
    ),
    Statement(
        "4 B",
        "The comment is as long as bytes 5 to 8 say",
        moves("60 4A 00 00 03 00 00 00", b"abc"),
        moves("60 4A 00 00 04 00 00 00", b"abc"),
        "xqf.strict.size",
    ),
    Statement(
        "4 B",
        "A comment doesn't end in 00",
        moves("60 4A 00 00 03 00 00 00", b"abc"),
        moves("60 4A 00 00 04 00 00 00", b"abc\0"),
        "xqf.strict.comment",
    ),
    Statement(
        "4 B",
        "All moves follow one after another; variations aren't supported yet",
        _USUAL,
        Example(
            "two first moves, with 0F in byte 3 of the first",
            build(Spot(below=[Spot(72, 42), Spot(12, 42)])),
        ),
        "xqf.strict.variations",
        tests=(_NEW + "test_tags_of_variations_in_1_0",),
        why="a note, no fault: every program reads them, and 1 file in 13 of this version has some",
    ),
    Statement(
        "4 B",
        "The first record is no move: 18 20 F0 FF 00 00 00 00",
        body(_ONE_MOVE),
        body(_ONE_MOVE.replace("F0 FF", "F0 00")),
        "xqf.strict.root",
        why="a note, no fault: every program reads files with other bytes there",
    ),
    Statement(
        "4 B",
        "The first record has no comment",
        body(_ONE_MOVE),
        Example("a comment on the whole game", build(Spot(comment=b"abc"))),
        "xqf.strict.root",
        tests=(_STRICT + "test_variations_and_comments",),
        why="a note, no fault: XQStudio itself writes comments there",
    ),
    Statement(
        "4 B",
        "Without moves the first record is the only one: 18 20 00 FF 00 00 00 00",
        body(_NO_MOVES),
        body(_NO_MOVES.replace("00 FF", "F0 FF")),
        "xqf.strict.end",
        tests=(_NEW + "test_a_new_file_of_1_0_keeps_to_the_specification",),
    ),
    Statement(
        "4 (to programmers)",
        "The main line of a whole game or of a set-up position is saved",
        tests=(
            _EXAMPLE + "test_the_example_is_rebuilt_byte_for_byte",
            _NEW + "test_what_is_written_is_read",
        ),
    ),
    Statement(
        "4 (to programmers)",
        "A file's head says the same in all versions, and is never hidden",
        tests=(_READ + "test_a_tree_is_read_in_file_order",),
    ),
    Statement(
        "example",
        "The 1,160 bytes of the example are a correct file",
        tests=(
            _EXAMPLE + "test_the_example_is_read",
            _EXAMPLE + "test_the_example_is_rebuilt_byte_for_byte",
            _EXAMPLE + "test_the_example_is_written_back",
        ),
    ),
    Statement(
        "example",
        "Text is in GB, two bytes a Chinese character",
        Example("a comment in GB", build(Spot(below=[Spot(72, 42, _COMMENT.encode("gb2312"))]))),
        Example("a comment in Big5", build(Spot(below=[Spot(72, 42, _COMMENT.encode("big5"))]))),
        "xqf.big5",
        tests=(_EXAMPLE + "test_the_example_is_read",),
        why="the example shows it, no sentence says it: another codec is a note",
    ),
    Statement(
        "example",
        "Without moves the file ends with 0407",
        body(_NO_MOVES),
        body(_NO_MOVES + " 00"),
        "xqf.strict.trailing",
    ),
)
