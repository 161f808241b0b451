"""The statements of the specification of game trees: the generic format, then Hex, then Twixt."""

from __future__ import annotations

from gametree_examples import READ, head, items, lacks, noted, raw_node, text, version
from gametree_games import HEX_ROWS, TWIXT_ROWS
from gametree_maker import HEX, Spot, build, changed, head_item, line, move, node_item, u32
from statement import Example, Statement

_DAMAGE = "tests/formats/test_gametree_damage.py::"
_GENERIC = "Generic"
_CUT = "gametree.cut-node"
_MAIN = (b"g", b"\1")
_WHOLE = build(line(move(2, 2, 1)))
_ONE_MOVE = Example("a header, 00, a root with one move", _WHOLE)
_ITEM = node_item(b"m", b"\2\2\1")
_CHILD = node_item(b"m", b"\3\2\2") + b"\0\0\0"
_SAID = node_item(b"c", b"good")
_VARIATIONS = Spot(below=[move(0, 0, 1, _MAIN), move(1, 1, 1)])
_TWO_MAINS = Spot(below=[move(0, 0, 1, _MAIN), move(1, 1, 1, _MAIN)])
_WRONG_ORDER = b"".join(head_item(*item) for item in HEX[1:]) + b"\3gtv\4\0\0\0" + u32(2)

GENERIC = (
    Statement(
        _GENERIC,
        "A file is a header and a root node",
        _ONE_MOVE,
        Example("the same, then 00", _WHOLE + b"\0"),
        "gametree.trailing",
    ),
    Statement(
        _GENERIC,
        "The header ends with a zero byte",
        Example("… hgtv: 1, 00, root", build(Spot())),
        Example("… hgtv: 1, end of the file", build(Spot())[:-4]),
        "gametree.cut-head",
    ),
    Statement(
        _GENERIC,
        "A root node follows the header",
        Example("00, root", build(Spot())),
        Example("00, end of the file", build(Spot())[:-3]),
        _CUT,
    ),
    Statement(
        _GENERIC,
        "The length of a key is one byte; the key has no zero byte at its end",
        Example("07 “player1”", build(Spot())),
        Example("08 “player1” 00", build(Spot(), [*HEX[1:], (b"player1\0", b"Eve"), HEX[0]])),
        "gametree.zero-byte-key",
    ),
    Statement(
        _GENERIC,
        "The length of a value in the header is a 4-byte integer in network order",
        Example("“gtv” 00 00 00 04 …", build(Spot())),
        Example("“gtv” 04 00 00 00 …", _WRONG_ORDER),
        "gametree.cut-head",
    ),
    Statement(
        _GENERIC,
        "Examples: “bdsize” 10 in one byte, “player1” “vvvjv”",
        Example(
            "06 “bdsize” 00 00 00 01 0a, 07 “player1” 00 00 00 05 “vvvjv”",
            build(Spot(), changed(changed(HEX, b"bdsize", b"\x0a"), b"player1", b"vvvjv")),
        ),
        tests=(READ + "test_the_examples_of_the_specification",),
        why="a note says that the one byte isn't the four of the games' parts",
    ),
    Statement(
        _GENERIC,
        "The keys of the header come in any order",
        Example("hgtv, bdsize, type, … gtv", build(Spot(), HEX[::-1])),
        tests=(READ + "test_headers_in_any_order",),
    ),
    *version("gtv", _GENERIC, 2, HEX),
    Statement(
        _GENERIC,
        "“player1”, “player2” and “name” are strings; all are optional",
        Example("gtv, type, bdsize, hgtv", build(Spot(), [HEX[0], *HEX[4:]])),
        tests=(READ + "test_a_file_of_hex", READ + "test_text_by_its_bytes"),
    ),
    Statement(
        _GENERIC,
        "“pov” is a 1-byte integer: 0 (alternate), 1 (player 1) or 2 (player 2)",
        head("pov", b"\2"),
        head("pov", b"\3"),
        "gametree.strict.pov",
    ),
    Statement(
        _GENERIC,
        "“pov” is one byte wide",
        head("pov", b"\1"),
        head("pov", u32(1)),
        "gametree.strict.pov",
    ),
    Statement(
        _GENERIC,
        "“pov” is optional: without it, the view is that of who moves",
        lacks("pov"),
        tests=("tests/ui/test_verdicts.py::test_who_judges_may_be_said",),
    ),
    Statement(
        _GENERIC,
        "These keys and those of the game are in use in the header",
        text("name", "A game"),
        text("date", "2001"),
        "gametree.unknown-key",
        why="a note: the format may be extended, and unknown keys are kept",
    ),
    Statement(
        _GENERIC,
        "A node is a list of keys and values, the number of its children, and these",
        _ONE_MOVE,
        raw_node("one move more is promised than follows", _ITEM + b"\0", b"\0\1"),
        _CUT,
    ),
    Statement(
        _GENERIC,
        "The number of children is a 2-byte unsigned integer in network order",
        raw_node("00 01, then the child", _ITEM + b"\0", b"\0\1" + _CHILD),
        raw_node("01 00, then the child", _ITEM + b"\0", b"\1\0" + _CHILD),
        "gametree.absent",
    ),
    Statement(
        _GENERIC,
        "A node has 65,535 children at most",
        tests=(
            _DAMAGE + "test_65535_children_that_are_not_there",
            READ + "test_more_answers_than_a_node_can_have_are_left_out_and_told",
        ),
    ),
    Statement(
        _GENERIC,
        "The list of a node ends with a zero byte",
        raw_node("m, c, 00, number of children", _ITEM + _SAID + b"\0"),
        raw_node("m, c, end of the file", _ITEM + _SAID, b""),
        _CUT,
    ),
    Statement(
        _GENERIC,
        "A key of a node has no zero byte at its end",
        raw_node("01 “r” 00 02 09 c4", _ITEM + node_item(b"r", b"\x09\xc4") + b"\0"),
        raw_node("02 “r” 00 00 02 09 c4", _ITEM + node_item(b"r\0", b"\x09\xc4") + b"\0"),
        "gametree.zero-byte-key",
    ),
    Statement(
        _GENERIC,
        "The length of a value in a node is a 2-byte unsigned integer in network order",
        raw_node("01 “m” 00 03 02 02 01", _ITEM + b"\0"),
        raw_node("01 “m” 03 00 02 02 01", b"\1m\3\0\2\2\1\0"),
        _CUT,
    ),
    Statement(
        _GENERIC,
        "That of a comment is a 4-byte integer",
        raw_node("01 “c” 00 00 00 04 “good”", _ITEM + _SAID + b"\0"),
        raw_node("01 “c” 00 04 “good”", _ITEM + b"\1c\0\4good\0"),
        _CUT,
        (READ + "test_a_comment_longer_than_64_kb",),
    ),
    Statement(
        _GENERIC,
        "A comment has 2 gigabytes (31 bits) at most",
        raw_node("01 “c” 00 00 00 04 “good”", _ITEM + _SAID + b"\0"),
        raw_node("01 “c” 80 00 00 04 “good”", _ITEM + b"\1c\x80\0\0\4good\0"),
        _CUT,
        (_DAMAGE + "test_a_comment_of_4_gb",),
    ),
    Statement(
        _GENERIC,
        "“m” is the move of a node",
        _ONE_MOVE,
        items("a node with “c” alone", (b"c", b"good")),
        "gametree.no-move",
        why="a note: “r”, “g” and “c” are called optional and “m” isn't, but the root has none",
    ),
    Statement(
        _GENERIC,
        "“r” is a signed 2-byte integer in network order",
        noted("r", "d8 f0"),
        noted("r", "ff ff d8 f0"),
        "gametree.verdict",
    ),
    Statement(
        _GENERIC,
        "“r” is 10000 if player 1 wins, and values between 0 and that are favourable for player 1",
        noted("r", "27 10"),
        noted("r", "27 11"),
        "gametree.strict.verdict",
        why="the current convention, as the specification says",
    ),
    Statement(
        _GENERIC,
        "“r” is -10000 if player 2 wins",
        noted("r", "d8 f0"),
        noted("r", "d8 ef"),
        "gametree.strict.verdict",
    ),
    Statement(
        _GENERIC,
        "“r” is 0 in an even position, 12345 in an undetermined one",
        noted("r", "30 39"),
        noted("r", "30 38"),
        "gametree.strict.verdict",
    ),
    Statement(
        _GENERIC,
        "“g” is a 1-byte boolean",
        noted("g", "01"),
        noted("g", "02"),
        "gametree.strict.main",
        why="a reading: any other byte than 0 is true as well, and is read so",
    ),
    Statement(
        _GENERIC,
        "“g” is one byte wide",
        noted("g", "00"),
        noted("g", "00 01"),
        "gametree.strict.main",
    ),
    Statement(
        _GENERIC,
        "“g” says that a move is the main variation from its parent, which is one",
        Example("two moves, g: 01 in one", build(_VARIATIONS)),
        Example("two moves, g: 01 in both", build(_TWO_MAINS)),
        "gametree.main-again",
        (READ + "test_the_main_variation_is_the_first_that_is_marked",),
    ),
    Statement(
        _GENERIC,
        "“r”, “g” and “c” are optional",
        _ONE_MOVE,
        tests=(READ + "test_a_file_of_hex",),
    ),
    Statement(
        _GENERIC,
        "“c” has no zero byte at its end",
        items("c: “good”", (b"m", b"\2\2\1"), (b"c", b"good")),
        items("c: “good” 00", (b"m", b"\2\2\1"), (b"c", b"good\0")),
        "gametree.zero-byte",
    ),
    Statement(
        _GENERIC,
        "The keys of a node are “m”, “r”, “g” and “c”",
        noted("r", "00 00"),
        noted("v", "3f 80 00 00"),
        "gametree.unknown-key",
        why="a note: unknown keys are kept",
    ),
    Statement(
        _GENERIC,
        "Each of them has one value",
        items("m, c", (b"m", b"\2\2\1"), (b"c", b"good")),
        items("m, c, c", (b"m", b"\2\2\1"), (b"c", b"good"), (b"c", b"bad")),
        "gametree.twice",
        why="a reading: the specification speaks of “the” move and “the” comment",
    ),
)

STATEMENTS: tuple[Statement, ...] = (*GENERIC, *HEX_ROWS, *TWIXT_ROWS)
