"""The statements of sections 17 to 20 of the specification of PGN: letters, formal syntax, PGC."""

from __future__ import annotations

from statement import Example, Statement

from viewer.formats.kit.tags import ROSTER
from viewer.formats.pgc.syntax import encode, encode_tag

_READ = "tests/formats/test_pgc_read.py::"
_LAW = "tests/formats/test_pgc_law.py::"
_STRICT = "tests/formats/test_pgn_strict.py::"
_LETTERS = "tests/games/test_chess_notation.py::"
_ESCAPES = "tests/formats/test_losses_told.py::test_escaped_lines_are_the_escape_strings_of_pgc"
_TAGS = b"".join(encode_tag(*tag) or b"" for tag in ROSTER.items())
_VALUES = b"".join(encode(value) or b"" for value in ROSTER.values())
_E4 = "0C"  # the ordinal of e4 in the usual array: the thirteenth of twenty moves by their SAN
_SHORT = f"03 01 {_E4}"


def game(records: str, tags: bytes = _TAGS) -> Example:
    """A general game with records (in hexadecimal) behind its tags."""
    data = b"\x05" + tags + bytes.fromhex(records) + b"\x06"
    return Example(f"05 tags {records} 06", data, "a.pgc", "pgc")


def file(words: str) -> Example:
    """A file in hexadecimal, where `tags` are the seven tags and `values` their values."""
    known = {"tags": _TAGS, "values": _VALUES}
    data = b"".join(known.get(word) or bytes.fromhex(word) for word in words.split())
    return Example(words, data, "a.pgc", "pgc")


_REDUCED = file(f"01 values 01 00 {_E4}")

STATEMENTS: tuple[Statement, ...] = (
    Statement(
        "17",
        "Piece letters of other languages may be used for presentation",
        tests=(
            _LETTERS + "test_the_standard_has_seventeen_languages",
            _LETTERS + "test_typed_texts",
        ),
    ),
    Statement(
        "17",
        "PGN that is stored or exchanged has the English letters",
        tests=("tests/formats/test_pgn_export.py::test_moves_are_spelt_canonically",),
    ),
    Statement(
        "18",
        "A tag section is any number of tag pairs of an identifier and a string",
        tests=(_STRICT + "test_tags",),
    ),
    Statement(
        "18",
        "A movetext section is a sequence of elements and a game termination",
        tests=(_STRICT + "test_movetext",),
    ),
    Statement(
        "18",
        "Elements are move number indications, SAN moves and NAGs",
        tests=(_STRICT + "test_movetext",),
    ),
    Statement(
        "18",
        "A recursive variation is a sequence of elements in parentheses",
        tests=(_STRICT + "test_movetext",),
    ),
    Statement(
        "18", "A game termination is 1-0, 0-1, 1/2-1/2 or *", tests=(_STRICT + "test_movetext",)
    ),
    Statement(
        "20",
        "A file of PGC has the suffix .pgc",
        tests=("tests/formats/test_detect.py::test_suffixes_of_the_standard_of_pgn",),
    ),
    Statement(
        "20",
        "The data is the same wherever it is",
        tests=("tests/formats/test_law_contract.py::test_untouched",),
    ),
    Statement(
        "20",
        "A record begins with a marker, which says what follows",
        game(_SHORT),
        game(f"0B {_SHORT}"),
        "pgc.unknown-marker",
    ),
    Statement(
        "20.1",
        "Integers of several bytes have the least significant byte first",
        game(f"04 01 00 {_E4}"),
        game(f"04 00 01 {_E4}"),
        "pgc.cut",
    ),
    Statement(
        "20.1",
        "Characters are of Latin-1, and of no other set",
        game(_SHORT, _TAGS + (encode_tag("Annotator", "Réti") or b"")),
        tests=(_LAW + "test_what_is_lost_is_said",),
    ),
    Statement(
        "20.2",
        "A move is an index into the legal moves sorted by their SAN",
        game("03 01 13"),
        game("03 01 14"),
        "pgc.bad-ordinal",
        tests=(
            _READ + "test_the_first_moves",
            _READ + "test_moves_are_in_the_order_of_their_san_with_signs_and_all",
        ),
    ),
    Statement(
        "20.2",
        "From the initial position 0 is Na3, 1 is Nc3, 4 is a3, 19 is h4",
        tests=(_READ + "test_the_first_moves",),
    ),
    Statement(
        "20.2",
        "A sequence is so many moves, possibly none",
        game("03 00"),
        game(f"03 05 {_E4}"),
        "pgc.cut",
    ),
    Statement(
        "20.3",
        "A string has a length and so many bytes, and no NUL at its end",
        game("02 03 45 43 4F 03 43 32 30"),
        game("02 03 45 43 4F 0A 43 32 30"),
        "pgc.cut",
    ),
    Statement(
        "20.4",
        "Marker 00 carries no meaning",
        game(f"00 {_SHORT} 00"),
        tests=(_READ + "test_sequences_in_a_row_are_one_and_noops_stand_anywhere",),
    ),
    Statement(
        "20.4.1",
        "Marker 01 is followed by the values of the seven tags and the moves (mvseq-2)",
        _REDUCED,
        file(f"01 values 01 {_E4}"),
        "pgc.cut",
        tests=(_READ + "test_the_sample_game",),
    ),
    Statement(
        "20.4.1",
        "It is for a game of the seven tags and moves alone; others are general games",
        tests=(
            _LAW + "test_a_record_from_nowhere",
            _LAW + "test_a_plain_game_becomes_a_general_one_and_plain_again",
        ),
    ),
    Statement(
        "20.4.1",
        "A game has the seven tags",
        game(_SHORT),
        game(_SHORT, encode_tag("Event", "?") or b""),
        "pgc.strict.missing-tag",
        why="section 8.1.1, for archival; a general game of PGC could do without them",
    ),
    Statement(
        "20.4.2",
        "Marker 02 is followed by the name and the value of a tag",
        game("02 03 45 43 4F 03 43 32 30"),
        game("02 03 45 43 4F"),
        "pgc.cut",
    ),
    Statement(
        "20.4.3",
        "Marker 03 is followed by moves, counted by a byte",
        game(_SHORT),
        game(f"03 03 {_E4}"),
        "pgc.cut",
    ),
    Statement(
        "20.4.4",
        "Marker 04 is followed by moves, counted by a word",
        game(f"04 01 00 {_E4}"),
        game(f"04 01 {_E4}"),
        "pgc.cut",
    ),
    Statement(
        "20.4.5",
        "Marker 05 begins a game, whose records go on to the corresponding marker 06",
        game(_SHORT),
        file(f"05 tags 03 01 {_E4}"),
        "pgc.no-end",
    ),
    Statement(
        "20.4.5",
        "A record 01 does not appear within a general game",
        file(f"05 tags 06 01 values 01 00 {_E4}"),
        file(f"05 tags 01 values 01 00 {_E4} 06"),
        "pgc.no-end",
    ),
    Statement(
        "20.4.6",
        "Marker 06 ends the game that an earlier marker 05 began",
        game(_SHORT),
        file("06 05 tags 06"),
        "pgc.strict.end-without-begin",
    ),
    Statement(
        "20.4.6",
        "The records of a game stand between its markers",
        game(_SHORT),
        file(f"05 tags 06 03 01 {_E4}"),
        "pgc.strict.outside",
    ),
    Statement(
        "20.4.7",
        "Marker 07 is followed by a NAG from 0 to 255",
        game(f"{_SHORT} 07 FF"),
        file(f"05 tags 03 01 {_E4} 07"),
        "pgc.cut",
        tests=(_READ + "test_variations_and_glyphs",),
    ),
    Statement(
        "20.4.8",
        "Marker 08 begins a variation, which a later marker 09 ends",
        game(f"{_SHORT} 08 03 01 0B 09"),
        game(f"{_SHORT} 08 03 01 0B"),
        "pgc.open-variation",
    ),
    Statement(
        "20.4.9",
        "Marker 09 ends a variation that an earlier marker 08 began",
        game(f"{_SHORT} 08 03 01 0B 09"),
        game(f"{_SHORT} 09"),
        "pgc.no-variation",
    ),
    Statement(
        "20.4.8, 20.4.9",
        "Variations nest",
        game(f"{_SHORT} 08 03 01 0B 08 03 01 0A 09 09"),
        tests=(_READ + "test_variations_and_glyphs", _READ + "test_deep_variations"),
    ),
    Statement(
        "20.4.10",
        "Marker 0A is an escape string: what stands behind % in a line of PGN",
        tests=(_ESCAPES,),
    ),
    Statement(
        "20.4.10",
        "Escape strings are limited to data that isn't archived",
        game(_SHORT),
        game(f"0A 02 00 68 69 {_SHORT}"),
        "pgc.strict.escape",
    ),
    Statement(
        "20.4.10",
        "An escape string is counted by a word",
        game(_SHORT),
        game(f"0A 09 00 68 69 {_SHORT}"),
        "pgc.cut",
    ),
)
