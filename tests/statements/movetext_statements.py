"""The statements of section 8.2 of the specification of PGN: movetext, but for the moves themselves."""

from __future__ import annotations

from pgn_examples import file, head, moves, position
from statement import Statement

_EXPORT = "tests/formats/test_pgn_export.py::"
_GAME = "tests/formats/test_pgn_game.py::"

_MOVETEXT: tuple[Statement, ...] = (
    Statement(
        "8.2",
        "Movetext is moves, move numbers, annotations and one termination marker",
        moves("1. e4 $1 {best} 1... e5 (1... c5) 2. Nf3 *"),
        moves("1. e4 best e5 *"),
        "pgn.strict.token",
    ),
    Statement(
        "8.2",
        "Illegal moves are not permitted: in the main line",
        moves("1. e4 *"),
        moves("1. e5 *"),
        "pgn.strict.illegal-move",
    ),
    Statement(
        "8.2",
        "Illegal moves are not permitted: in a variation",
        moves("1. e4 (1. d4) 1... e5 *"),
        moves("1. e4 (1. d5) 1... e5 *"),
        "pgn.strict.illegal-move",
    ),
    Statement(
        "8.2",
        "A null move is no move of chess",
        moves("1. e4 e5 *"),
        moves("1. e4 -- *"),
        "pgn.strict.null-move",
        tests=(_EXPORT + "test_null_moves",),
        why="programs of today write -- for it, and so does Qipu; the check names it",
    ),
    Statement(
        "8.2",
        "Illegal moves may appear in commentary",
        moves("1. e4 {not 1. e5} *"),
        moves("1. e4 (1. e5) *"),
        "pgn.strict.illegal-move",
        tests=(_EXPORT + "test_a_game_with_errors_is_never_cut",),
    ),
)

_LINES: tuple[Statement, ...] = (
    Statement(
        "8.2.1",
        "In the import format tokens need no line justification",
        moves("1. e4\n\n  e5\n*"),
        moves("1. e\n4 e5 *"),
        "pgn.strict.token",
        tests=(_GAME + "test_moves",),
    ),
    Statement(
        "8.2.1",
        "In the export format tokens are left justified",
        moves("1. e4 e5 *"),
        moves(" 1. e4 e5 *"),
        "pgn.strict.export-lines",
    ),
    Statement(
        "8.2.1",
        "In the export format a line has less than 80 printing characters",
        moves("1. e4 {" + "x" * 69 + "} *"),
        moves("1. e4 {" + "x" * 74 + "} *"),
        "pgn.strict.export-lines",
        tests=(_EXPORT + "test_lines_are_filled_to_79_characters_and_no_blank_ends_one",),
    ),
    Statement(
        "8.2.1",
        "In the export format as many tokens as possible are on a line",
        moves("1. e4 e5 2. Nf3 *"),
        moves("1. e4 e5\n2. Nf3 *"),
        "pgn.strict.export-lines",
        tests=(_EXPORT + "test_lines_are_filled_to_79_characters_and_no_blank_ends_one",),
    ),
    Statement(
        "8.2.1",
        "In the export format a single space is between two tokens",
        moves("1. e4 e5 *"),
        moves("1. e4  e5 *"),
        "pgn.strict.export-lines",
    ),
    Statement(
        "8.2.1",
        "In the export format a single empty line ends the movetext: one",
        moves("1. e4 e5 *"),
        file("no empty line", head() + "\n1. e4 e5 *\n"),
        "pgn.strict.export-lines",
    ),
    Statement(
        "8.2.1",
        "In the export format a single empty line ends the movetext: not two",
        moves("1. e4 e5 *"),
        file("two empty lines", head() + "\n1. e4 e5 *\n\n\n"),
        "pgn.strict.export-lines",
    ),
    Statement(
        "8.2.1",
        "In the export format no line ends with a space",
        moves("1. e4 e5 *"),
        file("a space behind *", head() + "\n1. e4 e5 * \n\n"),
        "pgn.strict.export-lines",
        tests=(_EXPORT + "test_lines_are_filled_to_79_characters_and_no_blank_ends_one",),
    ),
)

_NUMBERS: tuple[Statement, ...] = (
    Statement(
        "8.2.2",
        "A move number is that of the white move behind it",
        moves("1. e4 e5 2. Nf3 *"),
        moves("1. e4 e5 3. Nf3 *"),
        "pgn.strict.move-number",
    ),
    Statement(
        "8.2.2",
        "A move number is that of the black move behind it",
        moves("1. e4 1... e5 *"),
        moves("1. e4 2... e5 *"),
        "pgn.strict.move-number",
    ),
    Statement(
        "8.2.2.1",
        "In the import format no move numbers are required",
        moves("e4 e5 Nf3 *"),
        moves("e4 e5 1. Nf3 *"),
        "pgn.strict.move-number",
        tests=(_GAME + "test_moves",),
    ),
    Statement(
        "8.2.2.1",
        "In the import format superfluous move numbers are allowed as long as they are correct",
        moves("1. e4 1. e5 2. Nf3 *"),
        moves("1. e4 2. e5 3. Nf3 *"),
        "pgn.strict.move-number",
    ),
    Statement(
        "8.2.2.1",
        "In the import format zero or more periods may be behind the digits",
        moves("1 e4 e5 2... Nf3 *"),
        moves("1: e4 e5 *"),
        "pgn.strict.token",
        tests=(_GAME + "test_moves",),
    ),
    Statement(
        "8.2.2.1",
        "In the import format white space may be between digits and periods",
        moves("1 . e4 e5 *"),
        moves("1 , e4 e5 *"),
        "pgn.strict.token",
        tests=(_GAME + "test_moves",),
    ),
    Statement(
        "8.2.2.2",
        "In the export format a number before a white move has one period",
        moves("1. e4 e5 *"),
        moves("1 e4 e5 *"),
        "pgn.strict.export-movetext",
    ),
    Statement(
        "8.2.2.2",
        "In the export format a number before a black move has three periods",
        moves("1. e4 {best} 1... e5 *"),
        moves("1. e4 {best} 1. e5 *"),
        "pgn.strict.export-movetext",
    ),
    Statement(
        "8.2.2.2",
        "In the export format all white moves have a number",
        moves("1. e4 e5 2. Nf3 *"),
        moves("1. e4 e5 Nf3 *"),
        "pgn.strict.export-movetext",
    ),
    Statement(
        "8.2.2.2",
        "In the export format a black move behind a comment has a number",
        moves("1. e4 {best} 1... e5 *"),
        moves("1. e4 {best} e5 *"),
        "pgn.strict.export-movetext",
        tests=(_EXPORT + "test_numbers_after_glyphs_comments_and_variations",),
    ),
    Statement(
        "8.2.2.2",
        "In the export format a black move behind a glyph has a number",
        moves("1. e4 $1 1... e5 *"),
        moves("1. e4 $1 e5 *"),
        "pgn.strict.export-movetext",
        tests=(_EXPORT + "test_numbers_after_glyphs_comments_and_variations",),
    ),
    Statement(
        "8.2.2.2",
        "In the export format a black move behind a variation has a number",
        moves("1. e4 (1. d4) 1... e5 *"),
        moves("1. e4 (1. d4) e5 *"),
        "pgn.strict.export-movetext",
        tests=(_EXPORT + "test_numbers_after_glyphs_comments_and_variations",),
    ),
    Statement(
        "8.2.2.2",
        "In the export format a black move without a white one before it has a number",
        position("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "1... e5 *"),
        position("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "e5 *"),
        "pgn.strict.export-movetext",
        tests=(_EXPORT + "test_black_begins",),
    ),
    Statement(
        "8.2.2.2",
        "In the export format there are no other numbers",
        moves("1. e4 e5 *"),
        moves("1. e4 1... e5 *"),
        "pgn.strict.export-movetext",
    ),
)

_ANNOTATIONS: tuple[Statement, ...] = (
    Statement(
        "8.2.3.8",
        "In the import format a move may have one of ! ? !! !? ?! ??",
        moves("1. e4! e5? 2. Nf3!! Nc6!? 3. Bb5?! a6?? *"),
        moves("1. e4!!! *"),
        "pgn.strict.suffix",
        tests=(_GAME + "test_glyphs",),
    ),
    Statement(
        "8.2.3.8",
        "A move has one suffix at most",
        moves("1. e4!? *"),
        moves("1. e4!?! *"),
        "pgn.strict.suffix",
    ),
    Statement(
        "8.2.3.8",
        "Suffixes are in ASCII",
        moves("1. e4!! *"),
        file("1. e4‼ *, in UTF-8", (head() + "\n1. e4‼ *\n\n").encode()),
        "pgn.strict.suffix",
        tests=(_GAME + "test_glyphs",),
        why="such signs are read and kept",
    ),
    Statement(
        "8.2.3.8",
        "A suffix is the last part of a move",
        moves("1. f3 e5 2. g4 Qh4#! *"),
        moves("1. f3 e5 2. g4 Qh4!# *"),
        "pgn.strict.token",
    ),
    Statement(
        "8.2.3.8",
        "A suffix is part of the move: no white space is before it",
        moves("1. e4! *"),
        moves("1. e4 ! *"),
        "pgn.strict.token",
    ),
    Statement(
        "8.2.3.8",
        "In the export format a suffix is the glyph with its number",
        moves("1. e4 $2 *"),
        moves("1. e4? *"),
        "pgn.strict.export-movetext",
        tests=("tests/formats/test_pgn_export_losses.py::test_exported_twice_it_is_the_same",),
    ),
    Statement(
        "8.2.4",
        "A glyph is a dollar sign and a number",
        moves("1. e4 $0 *"),
        moves("1. e4 $x *"),
        "pgn.strict.nag",
    ),
    Statement(
        "8.2.4",
        "The number of a glyph isn't negative",
        moves("1. e4 $1 *"),
        moves("1. e4 $-1 *"),
        "pgn.strict.nag",
    ),
    Statement(
        "8.2.4",
        "The number of a glyph is 255 at most",
        moves("1. e4 $255 *"),
        moves("1. e4 $256 *"),
        "pgn.strict.nag",
        tests=(_GAME + "test_glyphs",),
    ),
)

_VARIATIONS: tuple[Statement, ...] = (
    Statement(
        "8.2.5",
        "A variation is movetext in parentheses: closed",
        moves("1. e4 (1. d4) *"),
        moves("1. e4 (1. d4 *"),
        "pgn.strict.variation-open",
    ),
    Statement(
        "8.2.5",
        "A variation is movetext in parentheses: opened",
        moves("1. e4 (1. d4) *"),
        moves("1. e4 1. d4) *"),
        "pgn.strict.variation-closed",
    ),
    Statement(
        "8.2.5",
        "A variation has one move or more",
        moves("1. e4 (1. d4) *"),
        moves("1. e4 () *"),
        "pgn.strict.variation-empty",
    ),
    Statement(
        "8.2.5",
        "A comment alone is no variation",
        moves("1. e4 (1. d4 {x}) *"),
        moves("1. e4 ({x}) *"),
        "pgn.strict.variation-empty",
    ),
    Statement(
        "8.2.5",
        "A variation is an alternative to the move before it",
        moves("1. e4 (1. d4) *"),
        moves("(1. d4) 1. e4 *"),
        "pgn.strict.variation-of-nothing",
    ),
    Statement(
        "8.2.5",
        "A variation is legal once the move before it is unplayed",
        moves("1. e4 (1. d4 d5) *"),
        moves("1. e4 (1... e5) *"),
        "pgn.strict.illegal-move",
    ),
    Statement(
        "8.2.5",
        "Variations may be nested",
        moves("1. e4 (1. d4 d5 (1... f5)) *"),
        moves("1. e4 (1. d4 d5 (1... f5) *"),
        "pgn.strict.variation-open",
        tests=(_EXPORT + "test_variations_nest_and_parentheses_touch_what_they_hold",),
    ),
    Statement(
        "8.2.5",
        "A nested variation is an alternative to the move before it in its own line",
        moves("1. e4 (1. d4 d5 (1... f5)) *"),
        moves("1. e4 (1. d4 ((1. c4))) *"),
        "pgn.strict.variation-of-nothing",
    ),
    Statement(
        "8.2.5",
        "The format of variations needs further development",
        tests=(_EXPORT + "test_variations_nest_and_parentheses_touch_what_they_hold",),
        why="what Qipu writes is in the docstring of `viewer/formats/pgn/write/export.py`",
    ),
)

_MARKERS: tuple[Statement, ...] = (
    Statement(
        "8.2.6",
        "Movetext has a termination marker",
        moves("1. e4 *"),
        moves("1. e4"),
        "pgn.strict.no-result",
    ),
    Statement(
        "8.2.6",
        "Movetext has one termination marker",
        moves("1. e4 *"),
        moves("1. e4 * *"),
        "pgn.strict.result-repeated",
    ),
    Statement(
        "8.2.6",
        "The marker is the last element of movetext",
        moves("1. e4 e5 *"),
        moves("1. e4 * e5"),
        "pgn.strict.result-not-last",
    ),
    Statement(
        "8.2.6",
        "A variation has no marker",
        moves("1. e4 (1. d4) *"),
        moves("1. e4 (1. d4 *) *"),
        "pgn.strict.result-in-variation",
    ),
    Statement(
        "8.2.6",
        "The marker is 1-0, 0-1, 1/2-1/2 or *",
        moves("1. e4 1/2-1/2", Result="1/2-1/2"),
        moves("1. e4 1/2", Result="1/2-1/2"),
        "pgn.strict.result-marker",
    ),
    Statement(
        "8.2.6",
        "The marker has digits, not letters",
        moves("1. e4 1-0", Result="1-0"),
        moves("1. e4 1-O", Result="1-0"),
        "pgn.strict.token",
    ),
    Statement(
        "8.2.6",
        "The marker matches the Result tag",
        moves("1. e4 0-1", Result="0-1"),
        moves("1. e4 0-1", Result="*"),
        "pgn.strict.result-other",
        tests=(_EXPORT + "test_the_marker_is_the_result_tag",),
    ),
    Statement(
        "8.2.6",
        "The marker is a symbol without quotes",
        moves("1. e4 1-0", Result="1-0"),
        moves('1. e4 "1-0"', Result="1-0"),
        "pgn.strict.token",
    ),
)

LINES = (*_MOVETEXT, *_LINES, *_NUMBERS)
"""Those before moves in the specification."""
ELEMENTS = (*_ANNOTATIONS, *_VARIATIONS, *_MARKERS)
