"""The statements of sections 2 to 7 of the specification of PGN: formats, characters, lines, tokens."""

from __future__ import annotations

from pgn_examples import file, head, moves, roster, tag, whole
from statement import Statement

_EXPORT = "tests/formats/test_pgn_export.py::"
_FORMS = "tests/formats/test_pgn_forms.py::"
_GAME = "tests/formats/test_pgn_game.py::"
_LAWS = "tests/formats/test_pgn_laws.py::"
_STRICT = "tests/formats/test_pgn_strict.py::"
_SPLIT = "tests/formats/test_pgn_split.py::"
_GAMES = "tests/formats/test_pgn_collection.py::"

_LINES = head() + "\n1. e4 e5 *\n\n"

_FORMATS: tuple[Statement, ...] = (
    Statement(
        "2.2",
        "There are no arbitrary restrictions on the quantity of stored data",
        tests=(
            _EXPORT + "test_a_line_of_20000_plies_and_a_nest_of_3000",
            _GAMES + "test_the_list_of_a_large_file_has_the_names_as_each_game_reads_them",
            _GAMES + "test_a_game_larger_than_the_limit_is_kept",
        ),
    ),
    Statement(
        "2.3",
        "The sample game is PGN, and in the export form",
        tests=(
            _EXPORT + "test_the_sample_game_comes_out_byte_for_byte",
            _EXPORT + "test_the_sample_game_comes_out_of_moves_and_of_other_spellings",
        ),
    ),
    Statement(
        "3.1",
        "A program that reads PGN handles the lax import format",
        tests=(_GAME + "test_moves", _GAME + "test_headers", _SPLIT + "test_two_games"),
    ),
    Statement(
        "3.2",
        "The export format is strict: like a source reformatted by a compiler",
        whole(_LINES),
        file("1.e4 e5 *", head() + "\n1.e4 e5 *\n\n"),
        "pgn.strict.export-movetext",
        tests=(_STRICT + "test_where_a_game_leaves_the_export_form",),
    ),
    Statement(
        "3.2.1",
        "Export formats of the same data are equal byte for byte, whatever program makes them",
        tests=(
            _EXPORT + "test_the_sample_game_comes_out_byte_for_byte",
            "tests/formats/test_pgn_export_losses.py::test_exported_twice_it_is_the_same",
            "tests/cli/test_chess_commands.py::test_the_export_form_is_the_same_twice",
        ),
    ),
    Statement(
        "3.2.2",
        "In archives a newline is LF; other line ends are granted for files that aren't archived",
        file("lines end with LF", _LINES),
        file("lines end with CR", _LINES.replace("\n", "\r")),
        "pgn.strict.export-tags",
        tests=(_STRICT + "test_the_export_form_has_no_findings", _LAWS + "test_untouched"),
        why="CRLF is the other convention that systems of today have, and no finding",
    ),
    Statement(
        "3.2.3",
        "A simple scanner can read the export form: tags and movetext are told apart without rules",
        tests=(_GAMES + "test_headers_without_the_record", _SPLIT + "test_two_games"),
    ),
    Statement(
        "3.2.4",
        "Reduced export format has no commentary",
        tests=(_FORMS + "test_the_reduced_form_names_the_comment",),
    ),
    Statement(
        "3.2.4",
        "Reduced export format has only the tags of the roster, no variations and no glyphs",
        tests=(
            _EXPORT + "test_the_reduced_form_has_moves_only",
            "tests/formats/test_pgn_export_losses.py::test_the_reduced_form_names_all_it_leaves_out",
        ),
    ),
)


_CHARACTERS: tuple[Statement, ...] = (
    Statement(
        "4.1",
        "PGN is in a subset of ISO 8859-1",
        file("1. e4 {été}, in Latin-1", head() + "\n1. e4 {été} *\n\n"),
        file("1. e4 {été}, in UTF-8", (head() + "\n1. e4 {été} *\n\n").encode()),
        "pgn.strict.encoding",
        tests=(
            _FORMS + "test_the_export_form_in_latin_1_names_what_it_lacks",
            _FORMS + "test_utf_8_is_offered_for_what_latin_1_lacks",
            _FORMS + "test_latin_1_that_looks_like_utf_8_is_told",
        ),
        why="a note, once a file: today nearly all programs write UTF-8",
    ),
    Statement(
        "4.1",
        "A byte order mark is no character of ISO 8859-1",
        whole(_LINES),
        file("EF BB BF at the beginning", b"\xef\xbb\xbf" + _LINES.encode()),
        "pgn.strict.encoding",
    ),
    Statement(
        "4.1",
        "ASCII DEL (127) isn't used",
        moves("1. e4 {text} *"),
        file("1. e4 {7F} *", head() + "\n1. e4 {\x7f} *\n\n"),
        "pgn.strict.unused-code",
    ),
    Statement(
        "4.1",
        "The codes 128 to 159 aren't used, in comments",
        file("1. e4 {C0} *", head() + "\n1. e4 {\xc0} *\n\n"),
        file("1. e4 {80} *", head() + "\n1. e4 {\x80} *\n\n"),
        "pgn.strict.unused-code",
    ),
    Statement(
        "4.1",
        "The codes 128 to 159 aren't used, in strings",
        roster("White", "Réti, Richard"),
        file("92 for an apostrophe", head(White="O\x92Kelly") + "\n*\n\n"),
        "pgn.strict.unused-code",
    ),
    Statement(
        "4.1",
        "The codes 160 to 191 are discouraged",
        file("1. e4 {E9} *", head() + "\n1. e4 {\xe9} *\n\n"),
        file("1. e4 {B1} *", head() + "\n1. e4 {\xb1} *\n\n"),
        "pgn.strict.discouraged-code",
        why="a note",
    ),
    Statement(
        "4.1",
        "The codes 192 to 255 are for letters of languages that need them",
        file("1. e4 {FC} *", head() + "\n1. e4 {\xfc} *\n\n"),
        file("1. e4 {9C} *", head() + "\n1. e4 {\x9c} *\n\n"),
        "pgn.strict.unused-code",
    ),
    Statement(
        "4.1",
        "Characters beyond ASCII are only in strings and comments, not in symbols",
        moves("1. Nf3 {é} *"),
        file("1. ♘f3 *, in UTF-8", (head() + "\n1. ♘f3 *\n\n").encode()),
        "pgn.strict.symbol-character",
    ),
    Statement(
        "4.1",
        "Characters beyond ASCII are only in strings and comments, not between moves",
        moves("1. e4 $16 *"),
        file("1. e4 ± *, B1 for ±", head() + "\n1. e4 \xb1 *\n\n"),
        "pgn.strict.token",
    ),
    Statement(
        "4.1",
        "Where non-ASCII can't be displayed, a question mark stands for it",
        tests=(_FORMS + "test_the_export_form_in_latin_1_names_what_it_lacks",),
        why="any character can be displayed today; what an encoding lacks is written as ?, and told",
    ),
    Statement(
        "4.1",
        "Of the ASCII control characters only tabs, line feed and carriage return are permitted",
        whole(f"{_LINES}"),
        file("a form feed (0C) between games", f"{_LINES}\x0c{_LINES}"),
        "pgn.strict.control",
    ),
    Statement(
        "4.1",
        "A NUL isn't permitted",
        moves("1. e4 {text} *"),
        file("1. e4 {00} *", head() + "\n1. e4 {\x00} *\n\n"),
        "pgn.strict.control",
    ),
    Statement(
        "4.1",
        "Horizontal and vertical tabs are permitted in the import format",
        file("1.⇥e4⇥e5 *", head() + "\n1.\te4\te5\x0b*\n\n"),
        file("1.01e4 *", head() + "\n1.\x01e4 *\n\n"),
        "pgn.strict.control",
    ),
    Statement(
        "4.1",
        "The representation of newline may differ; line feed is preferred",
        file("lines end with CRLF", _LINES.replace("\n", "\r\n")),
        file("lines end with form feeds", _LINES.replace("\n", "\x0c")),
        "pgn.strict.control",
        tests=(_SPLIT + "test_two_games", _LAWS + "test_untouched"),
    ),
    Statement(
        "4.2",
        "There are no tabs in the export format",
        whole(_LINES),
        file("1.⇥e4 e5 *", _LINES.replace("1. ", "1.\t")),
        "pgn.strict.export-lines",
    ),
    Statement(
        "4.2",
        "A horizontal tab can't be in a string",
        roster("White", "Tal, Mikhail N."),
        file('[White "Tal,⇥Mikhail"]', head(White="Tal,\tMikhail") + "\n*\n\n"),
        "pgn.strict.string-tab",
    ),
    Statement(
        "4.2",
        "A vertical tab can't be in a string",
        roster("Site", "Riga LAT"),
        file('[Site "Riga 0B LAT"]', head(Site="Riga\x0bLAT") + "\n*\n\n"),
        "pgn.strict.string-tab",
    ),
    Statement(
        "4.3",
        "A line has at most 255 characters, newline included",
        file("{, 252 times x, }, LF", head() + "\n{" + "x" * 252 + "}\n*\n\n"),
        file("{, 253 times x, }, LF", head() + "\n{" + "x" * 253 + "}\n*\n\n"),
        "pgn.strict.line-length",
    ),
    Statement(
        "4.3",
        "A line of 255 characters may have more bytes where the encoding takes several",
        file("{, 200 times é, }, in UTF-8", (head() + "\n{" + "é" * 200 + "}\n*\n\n").encode()),
        file("{, 254 times é, }, in UTF-8", (head() + "\n{" + "é" * 254 + "}\n*\n\n").encode()),
        "pgn.strict.line-length",
    ),
    Statement(
        "4.3",
        "Lines of 80 and more printing characters are discouraged",
        file("a comment of 79 characters", head() + "\n{" + "x" * 77 + "}\n*\n\n"),
        file("a comment of 80 characters", head() + "\n{" + "x" * 78 + "}\n*\n\n"),
        "pgn.strict.long-line",
        why="a note",
    ),
    Statement(
        "4.3",
        "Long tag values may take 80 columns and more",
        tag(f'[Annotator "{"x" * 90}"]'),
        file("the same as a comment", head() + f"\n{{{'x' * 90}}}\n*\n\n"),
        "pgn.strict.long-line",
    ),
)


_COMMENTARY: tuple[Statement, ...] = (
    Statement(
        "5",
        "A comment from a semicolon ends with the line",
        moves("1. e4 ; good {so\n1... e5 *"),
        moves("1. e4 ; good\nso 1... e5 *"),
        "pgn.strict.token",
        tests=(_GAME + "test_comments",),
    ),
    Statement(
        "5",
        "A comment from a left brace continues to the next right brace, over lines too",
        moves("1. e4 {so\ngood} *"),
        moves("1. e4 {so\ngood *"),
        "pgn.strict.comment-open",
        tests=(_GAME + "test_comments",),
    ),
    Statement(
        "5",
        "Comments can't be inside a token",
        moves("1. e4 {x} *"),
        moves("1. e{x}4 *"),
        "pgn.strict.token",
    ),
    Statement(
        "5",
        "Braces don't nest: a left brace in a comment means nothing",
        moves("1. e4 {a {b c} *"),
        moves("1. e4 {a {b} c} *"),
        "pgn.strict.token",
    ),
    Statement(
        "5",
        "A semicolon in a brace comment means nothing",
        moves("1. e4 {a; b} e5 *"),
        moves("1. e4 {a} b; c\n*"),
        "pgn.strict.token",
    ),
    Statement(
        "5",
        "Braces in a semicolon comment mean nothing",
        moves("1. e4 ; a {b\ne5 *"),
        moves("1. e4 ; a {b\nc} e5 *"),
        "pgn.strict.token",
    ),
    Statement(
        "5",
        "The export format of comments needs definition work",
        tests=(
            _EXPORT + "test_comments_before_the_game_and_behind_variations",
            _EXPORT + "test_comments_are_wrapped_anew",
        ),
        why="what Qipu writes is in the docstring of `viewer/formats/pgn/write/export.py`",
    ),
)


_ESCAPES: tuple[Statement, ...] = (
    Statement(
        "6",
        "A percent sign in the first column: the rest of the line is ignored",
        moves("1. e4\n% anything [{(\ne5 *"),
        moves("1. e4\n anything [{(\ne5 *"),
        "pgn.strict.token",
        tests=(_SPLIT + "test_two_games", _LAWS + "test_untouched"),
    ),
    Statement(
        "6",
        "A percent sign anywhere else isn't an escape",
        moves("1. e4\n% e5\n*"),
        moves("1. e4\n % e5\n*"),
        "pgn.strict.token",
        tests=(_SPLIT + "test_two_games",),
    ),
    Statement(
        "6",
        "What is written never begins a line with a percent sign by chance",
        tests=(_EXPORT + "test_no_line_of_a_comment_looks_like_an_escape_or_a_tag",),
    ),
)


_TOKENS: tuple[Statement, ...] = (
    Statement(
        "7",
        "White space (space, newline, tab) separates tokens; self delimiting ones need none",
        file("1.e4(1.d4)e5*", head() + "\n1.e4(1.d4)e5*\n\n"),
        moves("1. e4e5 *"),
        "pgn.strict.illegal-move",
    ),
    Statement(
        "7",
        "A string is zero or more printing characters between quotes",
        tag('[Annotator ""]'),
        tag("[Annotator x]"),
        "pgn.strict.tag",
    ),
    Statement(
        "7",
        "An apostrophe is no quote",
        tag('[Annotator "O\'Kelly"]'),
        tag("[Annotator 'Kelly']"),
        "pgn.strict.tag",
    ),
    Statement(
        "7",
        "A quote inside a string has a backslash before it",
        tag('[Annotator "a \\"b\\" c"]'),
        tag('[Annotator "a "b" c"]'),
        "pgn.strict.tag",
    ),
    Statement(
        "7",
        "A backslash inside a string is written twice",
        tag('[Annotator "a \\\\ b"]'),
        tag('[Annotator "a \\ b"]'),
        "pgn.strict.string-escape",
    ),
    Statement(
        "7",
        "There is no newline in a string",
        tag('[Annotator "a b"]'),
        tag('[Annotator "a\nb"]'),
        "pgn.strict.tag",
    ),
    Statement(
        "7",
        "A string is terminated by its closing quote",
        tag('[Annotator "a"]'),
        tag('[Annotator "a]'),
        "pgn.strict.tag",
    ),
    Statement(
        "7",
        "A string has at most 255 characters",
        tag('[Annotator\n"' + "x" * 240 + '"]'),
        tag('[Annotator "' + "x" * 256 + '"]'),
        "pgn.strict.string-length",
    ),
    Statement(
        "7",
        "An escaped character of a string counts once",
        tag("[Annotator\n" + '"' + '\\"' * 120 + '"]'),
        tag('[Annotator "' + '\\"' * 256 + '"]'),
        "pgn.strict.string-length",
    ),
    Statement(
        "7",
        "An integer is a sequence of digits, and a special case of a symbol",
        moves("1 e4 e5 2 Nf3 *"),
        moves("1x e4 e5 *"),
        "pgn.strict.token",
    ),
    Statement(
        "7",
        "A period is a token by itself, used for move numbers",
        moves("1 . . . e4 *"),
        moves("1, e4 *"),
        "pgn.strict.token",
    ),
    Statement(
        "7",
        "An asterisk is a token by itself: a game that isn't complete",
        moves("1. e4*"),
        moves("1. e4**"),
        "pgn.strict.result-repeated",
    ),
    Statement(
        "7",
        "Brackets delimit tag pairs, and stand nowhere else",
        tag('[Annotator "x"]'),
        moves("1. e4 [C20] e5 *"),
        "pgn.strict.token",
    ),
    Statement(
        "7",
        "Parentheses delimit variations; both are self terminating",
        file("1. e4(1. d4)*", head() + "\n1. e4(1. d4)*\n\n"),
        moves("1. e4 (1. d4 *"),
        "pgn.strict.variation-open",
    ),
    Statement(
        "7",
        "Angle brackets are reserved for future expansion",
        moves("1. e4 {<x>} *"),
        moves("1. e4 <x> *"),
        "pgn.strict.reserved",
    ),
    Statement(
        "7",
        "A numeric annotation glyph is a dollar sign and one or more digits at once behind it",
        moves("1. e4 $14 *"),
        moves("1. e4 $ 14 *"),
        "pgn.strict.nag",
    ),
    Statement(
        "7",
        "A glyph ends before the first character that is no digit",
        file("1. e4 $1(1. d4 $2)*", head() + "\n1. e4 $1(1. d4 $2)*\n\n"),
        moves("1. e4 $1x *"),
        "pgn.strict.token",
    ),
    Statement(
        "7",
        "A symbol starts with a letter or digit and goes on with letters, digits, _ + # = : -",
        moves("1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0", Result="1-0"),
        moves("1. e4 e5 2. Qh5 Ke7 3. Qxe5& 1-0", Result="1-0"),
        "pgn.strict.token",
    ),
    Statement(
        "7",
        "All characters of a symbol are significant",
        moves("1. Nf3 *"),
        moves("1. Nf3_ *"),
        "pgn.strict.token",
    ),
    Statement(
        "7",
        "A symbol has at most 255 characters: in movetext",
        moves("1. e4 *"),
        file("1. and a word of 256 letters", head() + "\n1. e4\n" + "x" * 256 + "\n*\n\n"),
        "pgn.strict.symbol-length",
    ),
    Statement(
        "7",
        "A symbol has at most 255 characters: the name of a tag",
        tag(f'[{"X" * 200} "x"]'),
        tag(f'[{"X" * 256} "x"]'),
        "pgn.strict.symbol-length",
    ),
)

STATEMENTS = (*_FORMATS, *_CHARACTERS, *_COMMENTARY, *_ESCAPES, *_TOKENS)
