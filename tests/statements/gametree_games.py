"""The statements of the specification of game trees about Hex and about Twixt."""

from __future__ import annotations

from gametree_examples import READ, board, head, hex_move, lacks, linked, text, twixt_move, version
from gametree_maker import HEX, TWIXT
from statement import Statement

_RULES = "tests/games/test_twixt_rules.py::"
_HEX, _TWIXT = "Hex Specifics", "Twixt Specifics"

HEX_ROWS = (
    *version("hgtv", _HEX, 1, HEX),
    *board(_HEX, HEX, 14),
    Statement(
        _HEX, "“type” is “hex1”", text("type", "hex1"), text("type", "hex2"), "gametree.type"
    ),
    Statement(
        _HEX, "“type” is required", text("type", "hex1"), lacks("type"), "gametree.missing-key"
    ),
    Statement(
        _HEX,
        "A move is 3 bytes long, not less",
        hex_move("04 02 01"),
        hex_move("04 02"),
        "gametree.short",
    ),
    Statement(
        _HEX,
        "A move is 3 bytes long, not more",
        hex_move("04 02 01"),
        hex_move("04 02 01 00"),
        "gametree.extra",
    ),
    Statement(
        _HEX,
        "The x-coordinate goes from 0 to bdsize - 1",
        hex_move("04 02 01"),
        hex_move("05 02 01"),
        "gametree.off-board",
    ),
    Statement(
        _HEX,
        "The y-coordinate goes from 0 to bdsize - 1",
        hex_move("02 04 01"),
        hex_move("02 05 01"),
        "gametree.off-board",
    ),
    Statement(
        _HEX,
        "The colour is 1 for player 1, 2 for player 2",
        hex_move("04 02 02"),
        hex_move("04 02 03"),
        "gametree.colour",
    ),
)

TWIXT_ROWS = (
    *version("tgtv", _TWIXT, 1, TWIXT),
    *board(_TWIXT, TWIXT, 30),
    Statement(
        _TWIXT,
        "“type” is “twixt1”",
        head("type", b"twixt1", TWIXT)._replace(words="type: 'twixt1'"),
        head("type", b"twixt", TWIXT)._replace(words="type: 'twixt'"),
        "gametree.type",
    ),
    Statement(
        _TWIXT,
        "“type” is required",
        head("type", b"twixt1", TWIXT)._replace(words="type: 'twixt1'"),
        lacks("type", TWIXT),
        "gametree.missing-key",
    ),
    Statement(
        _TWIXT,
        "A short move is 3 bytes long",
        twixt_move("06 04 01"),
        twixt_move("06 04"),
        "gametree.short",
    ),
    Statement(
        _TWIXT,
        "The x-coordinate of a peg goes from 0 to bdsize - 1",
        twixt_move("17 04 02"),
        twixt_move("18 04 02"),
        "gametree.off-board",
    ),
    Statement(
        _TWIXT,
        "The y-coordinate of a peg goes from 0 to bdsize - 1",
        twixt_move("04 17 01"),
        twixt_move("04 18 01"),
        "gametree.off-board",
    ),
    Statement(
        _TWIXT,
        "The colour is 1 for player 1, 2 for player 2",
        twixt_move("06 04 01"),
        twixt_move("06 04 00"),
        "gametree.colour",
    ),
    Statement(
        _TWIXT,
        "A short move makes all available links to the new peg",
        tests=(READ + "test_long_moves", _RULES + "test_links_are_made_by_themselves"),
    ),
    Statement(
        _TWIXT,
        "A long move is longer than 3 bytes: a peg, “pbem_null”, two lists of links",
        linked("05 03 01 00 0001 040503 0001 040502"),
        linked("05 03 01 00"),
        "gametree.lengths",
    ),
    Statement(
        _TWIXT,
        "The peg of a long move is as that of a short one",
        linked("05 03 01 00 0000 0001 040502"),
        linked("05 18 01 00 0000 0000"),
        "gametree.off-board",
    ),
    Statement(
        _TWIXT,
        "“pbem_null” is a 1-byte boolean",
        linked("06 04 01 01 0001 040503 0000"),
        linked("06 04 01 02 0001 040503 0000"),
        "gametree.strict.pbem-null",
        why="a reading: any other byte than 0 is true as well, and is read so",
    ),
    Statement(
        _TWIXT,
        "“pbem_null” stands behind the colour",
        linked("06 04 01 01 0001 040503 0000"),
        linked("06 04 01 0001 040503 0000"),
        "gametree.strict.no-pbem-null",
        (READ + "test_long_moves",),
        "the sum of the lengths that the specification gives forgets this byte; both are read",
    ),
    Statement(
        _TWIXT,
        "The number of removed links is a 2-byte unsigned integer, and so many follow",
        linked("05 03 01 00 0001 040503 0001 040502"),
        linked("05 03 01 00 0002 040503 0001 040502"),
        "gametree.lengths",
    ),
    Statement(
        _TWIXT,
        "The number of added links is a 2-byte unsigned integer, and so many follow",
        linked("05 03 01 00 0001 040503 0001 040502"),
        linked("05 03 01 00 0001 040503 0002 040502"),
        "gametree.lengths",
    ),
    Statement(
        _TWIXT,
        "The length of a long move is the sum of its parts: 3 bytes for each link",
        linked("05 03 01 00 0001 040503 0001 040502"),
        linked("05 03 01 00 0001 040503 0001 0405"),
        "gametree.lengths",
    ),
    Statement(
        _TWIXT,
        "With a false “pbem_null” links are removed, links are added, and no others are made",
        tests=(
            READ + "test_long_moves",
            _RULES + "test_a_long_move_makes_only_the_links_it_names",
        ),
    ),
    Statement(
        _TWIXT,
        "With a true one links are removed, then all available links to the new peg are made",
        tests=(READ + "test_long_moves", _RULES + "test_with_auto_the_others_come_too"),
    ),
    Statement(
        _TWIXT,
        "With a true one the list of added links should be of length zero; it is ignored in any case",
        linked("06 04 01 01 0001 040503 0000"),
        linked("06 04 01 01 0001 040503 0001 060404"),
        "gametree.ignored-links",
        (READ + "test_long_moves",),
        "a note, since it is ignored",
    ),
    Statement(
        _TWIXT,
        "A link is its bottom peg and its direction: 1, 2, 3 or 4",
        linked("05 03 01 00 0000 0001 040502"),
        linked("05 03 01 00 0000 0001 040505"),
        "gametree.direction",
    ),
    Statement(
        _TWIXT,
        "A direction of 0 is none",
        linked("05 03 01 00 0000 0001 040502"),
        linked("05 03 01 00 0000 0001 040500"),
        "gametree.direction",
    ),
    Statement(
        _TWIXT,
        "The bottom peg and the peg that the direction leads to are on the board",
        linked("05 03 01 00 0000 0001 040502"),
        linked("05 03 01 00 0000 0001 170701"),
        "gametree.link-off-board",
        why="a reading: the coordinates of links have no range of their own",
    ),
    Statement(
        _TWIXT,
        "The bottom peg is the one closest to the bottom of the board; its upper left is at x=0, y=0",
        tests=(
            READ + "test_a_file_of_twixt",
            "tests/games/test_twixt_geometry.py::test_the_first_hole_is_at_the_top_left",
        ),
    ),
    Statement(
        _TWIXT,
        "The bottom peg needn't be the one placed by the move",
        linked("14 14 01 00 0001 040503 0000"),
        tests=(READ + "test_a_file_of_twixt",),
    ),
    Statement(
        _TWIXT,
        "Directions: 1 is x+2 y-1, 2 is x+1 y-2, 3 is x-1 y-2, 4 is x-2 y-1",
        tests=(
            READ + "test_the_directions_of_links",
            "tests/games/test_twixt_links.py::test_the_table_is_what_geometry_says",
        ),
    ),
)
