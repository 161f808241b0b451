"""The statements of sections 8 and 8.1 of the specification of PGN: games, tag pairs."""

from __future__ import annotations

from pgn_examples import file, head, moves, roster, tag, whole
from statement import Statement

_EXPORT = "tests/formats/test_pgn_export.py::"
_GAME = "tests/formats/test_pgn_game.py::"
_GAMES = "tests/formats/test_pgn_collection.py::"
_SPLIT = "tests/formats/test_pgn_split.py::"
_LOSSES = "tests/formats/test_pgn_export_losses.py::"

_GAMES_OF_A_FILE: tuple[Statement, ...] = (
    Statement(
        "8",
        "A file is a sequence of zero or more games; an empty file is valid",
        file("no byte", ""),
        file("the letter x", "x"),
        "pgn.strict.no-result",
        tests=(
            _GAMES + "test_a_file_of_no_game_is_an_empty_collection",
            "tests/cli/test_empty_files.py::test_it_is_clean_and_has_no_records",
            "tests/document/test_started.py::test_what_is_played_is_the_first_game_of_the_file",
            "tests/ui/test_window.py::test_a_file_of_no_game_offers_a_new_one",
        ),
    ),
    Statement(
        "8",
        "A file of white space, comments or escapes has no game",
        file("; a comment", "; a comment\n"),
        file("[Event", '[Event "?"]\n'),
        "pgn.strict.no-result",
        tests=(_GAMES + "test_a_file_of_a_comment_shows_it",),
        why="comments are shown as those of an empty game, so that they can be read",
    ),
    Statement(
        "8",
        "A game is a section of tag pairs, then one of movetext",
        file("two games", (head() + "\n*\n\n") * 2),
        moves('1. e4 [Annotator "x"] *'),
        "pgn.strict.token",
        tests=(_SPLIT + "test_two_games", _SPLIT + "test_one_game"),
    ),
)

_PAIRS: tuple[Statement, ...] = (
    Statement(
        "8.1",
        "The tag pair section has zero or more tag pairs",
        file("1. e4 *", "1. e4 *\n"),
        file("nothing of a game but a tag", '[Event "?"]\n\n'),
        "pgn.strict.no-result",
    ),
    Statement(
        "8.1",
        "A tag pair is left bracket, symbol, string, right bracket: the bracket on the right",
        tag('[Annotator "x"]'),
        tag('[Annotator "x"'),
        "pgn.strict.tag",
    ),
    Statement(
        "8.1",
        "A tag pair is left bracket, symbol, string, right bracket: the string",
        tag('[Annotator "x"]'),
        tag("[Annotator]"),
        "pgn.strict.tag",
    ),
    Statement(
        "8.1",
        "A tag pair is left bracket, symbol, string, right bracket: the bracket on the left",
        tag('[Annotator "x"]'),
        tag('Annotator "x"]'),
        "pgn.strict.tag",
    ),
    Statement(
        "8.1",
        "A tag pair is left bracket, symbol, string, right bracket: one string",
        tag('[Annotator "x y"]'),
        tag('[Annotator "x" "y"]'),
        "pgn.strict.tag",
    ),
    Statement(
        "8.1",
        "The same tag name doesn't appear more than once",
        tag('[Annotator "x"]'),
        tag('[Annotator "x"]\n[Annotator "y"]'),
        "pgn.strict.tag-repeated",
        tests=(_EXPORT + "test_tags",),
    ),
    Statement(
        "8.1",
        "An Event that is there twice is a repeated tag too, not another game",
        roster("Event", "Casual Game"),
        file('[Event "a"] [Event "b"]', '[Event "a"]\n' + head() + "\n*\n\n"),
        "pgn.strict.tag-repeated",
        tests=(_SPLIT + "test_one_game",),
        why="as long as neither Site nor moves came: files of tags alone have many games",
    ),
    Statement(
        "8.1",
        "A tag name is made of letters, digits and underscores",
        tag('[White_2 "x"]'),
        tag('[Wh-ite "x"]'),
        "pgn.strict.tag-name",
    ),
    Statement(
        "8.1",
        "A tag name, as any symbol, starts with a letter or digit",
        tag('[Ab_ "x"]'),
        tag('[_ab "x"]'),
        "pgn.strict.tag-name",
    ),
    Statement(
        "8.1",
        "In the import format white space may be between the tokens of a tag pair",
        tag('[ Annotator  "x" ]'),
        tag('[Annot ator "x"]'),
        "pgn.strict.tag",
        tests=(_GAME + "test_headers",),
    ),
    Statement(
        "8.1",
        "In the export format there is no white space behind the left bracket",
        tag('[Annotator "x"]'),
        tag('[ Annotator "x"]'),
        "pgn.strict.export-tags",
    ),
    Statement(
        "8.1",
        "In the export format there is no white space before the right bracket",
        tag('[Annotator "x"]'),
        tag('[Annotator "x" ]'),
        "pgn.strict.export-tags",
    ),
    Statement(
        "8.1",
        "In the export format a single space is between name and value",
        tag('[Annotator "x"]'),
        tag('[Annotator  "x"]'),
        "pgn.strict.export-tags",
    ),
    Statement(
        "8.1",
        "Tag names are case sensitive",
        tag('[Annotator "x"]\n[AnnotatoR "y"]'),
        tag('[Annotator "x"]\n[Annotator "y"]'),
        "pgn.strict.tag-repeated",
    ),
    Statement(
        "8.1",
        "In archives a tag name begins with an upper case letter",
        tag('[Annotator "x"]'),
        tag('[annotator "x"]'),
        "pgn.strict.tag-case",
        tests=(_EXPORT + "test_tags",),
        why="a note",
    ),
    Statement(
        "8.1",
        "In the import format several tag pairs may be on a line",
        tag('[Annotator "x"] [Mode "OTB"]'),
        tag('[Annotator "x"], [Mode "OTB"]'),
        "pgn.strict.token",
        tests=(_SPLIT + "test_two_games",),
    ),
    Statement(
        "8.1",
        "In the import format a tag pair may span lines",
        tag('[Annotator\n"x"\n]'),
        tag('[Annotator "x\ny"]'),
        "pgn.strict.tag",
        tests=(_SPLIT + "test_two_games",),
    ),
    Statement(
        "8.1",
        "In the export format each tag pair is on a line by itself",
        tag('[Annotator "x"]\n[Mode "OTB"]'),
        tag('[Annotator "x"] [Mode "OTB"]'),
        "pgn.strict.export-tags",
    ),
    Statement(
        "8.1",
        "In the export format each tag pair is left justified",
        tag('[Annotator "x"]'),
        tag(' [Annotator "x"]'),
        "pgn.strict.export-tags",
    ),
    Statement(
        "8.1",
        "In the export format a single empty line follows the last tag pair: one",
        whole(head() + "\n*\n\n"),
        file("no empty line", head() + "*\n\n"),
        "pgn.strict.export-tags",
    ),
    Statement(
        "8.1",
        "In the export format a single empty line follows the last tag pair: not two",
        whole(head() + "\n*\n\n"),
        file("two empty lines", head() + "\n\n*\n\n"),
        "pgn.strict.export-lines",
    ),
    Statement(
        "8.1",
        "A colon divides the items of a value: a player for each",
        roster("White", "Fine, R.:Lasker, Em."),
        roster("White", "Fine, R.:"),
        "pgn.strict.unknown-value",
    ),
    Statement(
        "8.1",
        "A colon doesn't otherwise appear in a string",
        roster("Event", "Moscow, final"),
        roster("Event", "Moscow: final"),
        "pgn.strict.colon",
        why="a note, for the roster: the specification has colons in other tags too (Time, TimeControl)",
    ),
    Statement(
        "8.1",
        "Values of the roster are strings, always",
        roster("Round", "1"),
        file("[Round 1]", head().replace('"?"]\n[White', "1]\n[White") + "\n*\n\n"),
        "pgn.strict.tag",
    ),
    Statement(
        "8.1",
        "Lists as values of other tags are for research programs: not yet in files",
        tag('[Annotators "x:y"]'),
        tag('[Annotators ("x" "y")]'),
        "pgn.strict.tag",
    ),
)

STATEMENTS = (*_GAMES_OF_A_FILE, *_PAIRS)
