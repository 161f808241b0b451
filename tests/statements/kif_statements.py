"""The statements of the description of KIF, by its headings.

The description is Kakinoki's page as translated in 2020. What it doesn't speak of (variations, the
closing line まで, the `+` of Kifu for Windows) has no row.
"""

from __future__ import annotations

from kif_examples import (
    BOARD,
    CODES,
    EXAMPLE,
    HEAD,
    PROBLEM,
    READ,
    SMALL,
    STRICT,
    WRITE,
    in_file,
    in_game,
)
from kif_move_statements import ENDS, MOVES
from statement import Example, Statement

_ENCODING = "Word encodings and line breaks"
_FILE = (
    Statement(
        _ENCODING,
        "A file .kif is in Shift_JIS.",
        in_file(f"{HEAD}1 ７六歩(77)\n", "game.kif in Shift_JIS"),
        in_file(f"{HEAD}1 ７六歩(77)\n", "game.kif in UTF-8", codec="utf-8"),
        "kif.strict.encoding",
        (f"{STRICT}::test_the_code_page_goes_by_the_suffix", f"{CODES}::test_the_bytes_decide"),
        "Half of the files met are in UTF-8: they are read, and the check tells. A note if the first"
        " line says UTF-8, which Kifu for Windows reads.",
    ),
    Statement(
        _ENCODING,
        "A file .kifu is in UTF-8.",
        in_file(f"{HEAD}1 ７六歩(77)\n", "game.kifu in UTF-8", "game.kifu", "utf-8"),
        in_file(f"{HEAD}1 ７六歩(77)\n", "game.kifu in Shift_JIS", "game.kifu"),
        "kif.strict.encoding",
        (f"{CODES}::test_the_encoding_of_a_new_file",),
    ),
    Statement(
        _ENCODING,
        "Lines end as they do on the system.",
        in_file(f"{HEAD}1 ７六歩(77)\n", "lines that end with LF", end="\n"),
        in_file(f"{HEAD}1 ７六歩(77)\n", "lines that end with CR", end="\r"),
        "kif.strict.line-end",
        (
            f"{STRICT}::test_line_ends",
            f"{CODES}::test_line_ends_of_all_kinds_and_the_end_of_a_file",
        ),
        "The ends of one file are those of one system.",
    ),
    Statement(
        _ENCODING,
        "On Windows lines end with CR LF.",
        in_file(f"{HEAD}1 ７六歩(77)\n", "lines that end with CR LF"),
        Example(
            "a line that ends with LF behind one that ends with CR LF",
            "手合割：平手\r\n1 ７六歩(77)\n".encode("cp932"),
            "game.kif",
        ),
        "kif.strict.line-end",
        (f"{WRITE}::test_an_even_game_says_so",),
    ),
    Statement(
        "Example of a KIF file",
        "The example is a KIF file.",
        in_file(EXAMPLE, "the example"),
        in_file(EXAMPLE.replace("0:00:19", "0:00:20"), "the example with a total of 20 seconds"),
        "kif.strict.total",
    ),
    Statement(
        "Example of a KIF file",
        "A move has a line of its own, which begins with its number.",
        in_game("1 ７六歩(77)\n2 ３四歩(33)"),
        in_game("1 ７六歩(77)\n3 ３四歩(33)"),
        "kif.lost-number",
        (f"{READ}::test_numbers_count_from_the_first",),
        "Seen in the example.",
    ),
    Statement(
        "Example of a KIF file",
        "Numbers have half-width digits.",
        in_game("1 ７六歩(77)"),
        in_game("１ ７六歩(77)"),
        "kif.strict.number",
        why="Seen in the example.",
    ),
    Statement(
        "Example of a KIF file",
        "The line 手数----指手--- above the moves may be missing.",
        in_file("手合割：平手\n1 ７六歩(77)\n"),
        tests=(f"{READ}::test_lines_that_are_not_shown",),
    ),
    Statement(
        "Line escape",
        "Lines that begin with # are skipped.",
        in_game("# x\n1 ７六歩(77)"),
        in_game(" # x\n1 ７六歩(77)"),
        "kif.strict.sign",
        (f"{READ}::test_lines_that_are_not_shown",),
    ),
    Statement(
        "Line escape",
        "They may occur anywhere.",
        in_game("# x\n1 ７六歩(77)\n# y\n*a\n# z\n2 ３四歩(33)\n# end"),
        tests=(f"{READ}::test_lines_that_are_not_shown",),
    ),
)
_HEADERS = (
    Statement(
        "Handicap",
        "The handicap is given by 手合割：.",
        in_file("手合割：香落ち\n"),
        in_file("手合割 香落ち\n"),
        "kif.unknown-line",
        (f"{READ}::test_handicaps_by_name",),
    ),
    Statement(
        "Handicap",
        "It is one of 平手, 香落ち, 右香落ち, 角落ち, 飛車落ち, 飛香落ち, 二枚落ち, 三枚落ち, 四枚落ち,"
        " 五枚落ち, 左五枚落ち, 六枚落ち, 八枚落ち, 十枚落ち, その他.",
        in_file("手合割：左五枚落ち\n"),
        in_file("手合割：歩落ち\n"),
        "kif.strict.handicap",
        (f"{STRICT}::test_every_handicap_is_known", f"{WRITE}::test_every_handicap_is_named"),
        "左七枚落ち and 右七枚落ち came with the page of 2024.",
    ),
    Statement(
        "Handicap",
        "その他 is a start that has no name.",
        in_file(f"手合割：その他\n{SMALL}"),
        in_file("手合割：その他\n1 ７六歩(77)\n"),
        "kif.strict.start",
        (f"{STRICT}::test_another_start_has_a_board", f"{READ}::test_another_start_is_known"),
    ),
    Statement(
        "Handicap",
        "Where it isn't given, the game is even.",
        in_file("先手：甲\n1 ７六歩(77)\n"),
        tests=(f"{STRICT}::test_without_a_handicap_the_game_is_even",),
    ),
    Statement(
        "Players",
        "The names of the players stand behind 先手：, 後手：, 下手：, 上手：.",
        in_file("手合割：角落ち\n下手：甲\n上手：乙\n"),
        in_file("手合割：角落ち\n下手 甲\n上手：乙\n"),
        "kif.unknown-line",
        (f"{READ}::test_a_handicap", f"{WRITE}::test_a_handicap_by_name_or_by_board"),
    ),
    Statement(
        "Game information",
        "A line of information begins with a keyword and ：.",
        in_file("棋戦：名人戦\n"),
        in_file("棋戦:名人戦\n"),
        "kif.strict.colon",
        (f"{READ}::test_headers_anywhere_and_in_any_spelling",),
    ),
    Statement(
        "Game information",
        "The keywords 棋戦, 戦型, 表題, 持ち時間, 消費時間, 場所, 掲載, 備考 are known.",
        in_file(
            "棋戦：一\n戦型：二\n表題：三\n持ち時間：四\n消費時間：五\n場所：六\n掲載：七\n備考：八\n"
        ),
        tests=(f"{STRICT}::test_every_keyword_has_its_name",),
    ),
    Statement(
        "Game information",
        "Users may add other keywords.",
        in_file("天気：晴れ\n"),
        tests=(f"{STRICT}::test_other_keywords_are_kept",),
    ),
    Statement(
        "Game information",
        "The day the game began is given by 開始日時, in the form 1999/07/15.",
        in_file("開始日時：1999/07/15\n"),
        in_file("開始日時：1999.07.15\n"),
        "kif.strict.date",
        (f"{STRICT}::test_dates",),
        "The example has a weekday and a time behind it.",
    ),
    Statement(
        "Game information",
        "対局日 may stand for 開始日時.",
        in_file("対局日：1999/07/15\n"),
        in_file("対局日：1999/7/15\n"),
        "kif.strict.date",
        (f"{STRICT}::test_dates",),
    ),
    Statement(
        "Game information",
        "The day is one of the calendar.",
        in_file("開始日時：2000/02/29\n"),
        in_file("開始日時：1999/02/30\n"),
        "kif.strict.date",
        (f"{STRICT}::test_dates",),
        "Follows from its being a date.",
    ),
    Statement(
        "Game information",
        "The end is given by 終了日時.",
        in_file("終了日時：1999/07/15(木) 19:07:17\n"),
        in_file("終了日時：1999/07/15(木) 25:07:17\n"),
        "kif.strict.date",
        (f"{STRICT}::test_dates",),
    ),
    Statement(
        "Game information",
        "先手省略名 and 後手省略名 are the short names of the players.",
        in_file("先手省略名：甲\n後手省略名：乙\n"),
        tests=(f"{STRICT}::test_every_keyword_has_its_name",),
    ),
    Statement(
        "Tsumeshogi information",
        "The keywords 作品番号, 作品名, 作者, 発表誌, 発表年月, 出典, 完全性, 分類, 受賞, 備考 are known.",
        in_file(
            "作品番号：1\n作品名：一\n作者：二\n発表誌：三\n発表年月：2000/1\n出典：四\n完全性：完全\n分類：五\n"
            "受賞：六\n備考：七\n"
        ),
        tests=(f"{STRICT}::test_every_keyword_has_its_name",),
    ),
    Statement(
        "Tsumeshogi information",
        "手数 is the number of halfmoves.",
        in_file("手数：３３\n"),
        in_file("手数：33手詰\n"),
        "kif.strict.length",
        (f"{STRICT}::test_every_keyword_has_its_name",),
    ),
)
_TIME = "Time expended"
_TIMES = (
    Statement(
        _TIME,
        "The time stands on the line of the move, behind it.",
        in_game("1 ７六歩(77) ( 0:16/00:00:16)"),
        in_game("1 ７六歩(77) 16秒"),
        "kif.strict.rest",
        (f"{READ}::test_times",),
    ),
    Statement(
        _TIME,
        "It is in parentheses ( ).",
        in_game("1 ７六歩(77) ( 0:16/00:00:16)"),
        in_game("1 ７六歩(77) （ 0:16/00:00:16）"),
        "kif.strict.time",
        (f"{READ}::test_times",),
    ),
    Statement(
        _TIME,
        "The first number is the time of the move, in minutes and seconds.",
        in_game("1 ７六歩(77) (90:16/01:30:16)"),
        in_game("1 ７六歩(77) ( 1:30:16/01:30:16)"),
        "kif.strict.time",
        (f"{READ}::test_times",),
    ),
    Statement(
        _TIME,
        "The second number is in hours, minutes and seconds.",
        in_game("1 ７六歩(77) ( 0:16/00:00:16)"),
        in_game("1 ７六歩(77) ( 0:16/00:16)"),
        "kif.strict.time",
    ),
    Statement(
        _TIME,
        "It isn't missing.",
        in_game("1 ７六歩(77) ( 0:16/00:00:16)"),
        in_game("1 ７六歩(77) ( 0:16/)"),
        "kif.strict.time",
    ),
    Statement(
        _TIME,
        "A minute has 60 seconds.",
        in_game("1 ７六歩(77) ( 1:15/00:01:15)"),
        in_game("1 ７六歩(77) ( 0:75/00:01:15)"),
        "kif.strict.time",
        why="Follows from its being a time.",
    ),
    Statement(
        _TIME,
        "The second number is the total of that player thus far.",
        in_game(
            "1 ７六歩(77) ( 0:16/00:00:16)\n2 ３四歩(33) ( 0:05/00:00:05)\n3 ２六歩(27) ( 0:01/00:00:17)"
        ),
        in_game(
            "1 ７六歩(77) ( 0:16/00:00:16)\n2 ３四歩(33) ( 0:05/00:00:05)\n3 ２六歩(27) ( 0:01/00:00:22)"
        ),
        "kif.strict.total",
        (f"{STRICT}::test_totals_are_those_of_each_player_along_each_line",),
    ),
    Statement(
        _TIME,
        "The time can be omitted.",
        in_game("1 ７六歩(77)\n2 ３四歩(33)"),
        tests=(f"{STRICT}::test_totals_that_cannot_be_known",),
    ),
)
_START = "Initial position"
_COMMENTS = "Comments to moves"
_REST = (
    Statement(
        _START,
        "The start of a problem, and one that isn't standard, stands before the moves.",
        in_file(f"{SMALL}1 ５三龍(54)\n", "後手の持駒：なし …\n1 ５三龍(54)"),
        in_file(f"1 ７六歩(77)\n{SMALL}", "1 ７六歩(77)\n後手の持駒：なし …"),
        "kif.unknown-line",
    ),
    Statement(
        _START,
        "The start is that of the handicap.",
        in_file(f"手合割：その他\n{SMALL}", "手合割：その他\n後手の持駒：なし …"),
        in_file(f"手合割：平手\n{SMALL}", "手合割：平手\n後手の持駒：なし …"),
        "kif.strict.start",
        (f"{STRICT}::test_even_above_a_board_is_a_note",),
        "A note: Kifu for Windows writes 平手 above problems, and the board counts.",
    ),
    Statement(
        _START,
        "A standard start, also of a handicap, needs no board.",
        in_file("手合割：六枚落ち\n"),
        tests=(f"{READ}::test_handicaps_by_name", f"{WRITE}::test_a_handicap_by_name_or_by_board"),
    ),
    Statement(
        _COMMENTS,
        "A line that begins with * is a comment on the move above it.",
        in_game("1 ７六歩(77)\n*好手"),
        in_game("1 ７六歩(77)\n＊好手"),
        "kif.strict.sign",
        (f"{READ}::test_a_game_of_kifu_for_windows",),
    ),
    Statement(
        _COMMENTS,
        "It stands directly behind the move.",
        in_game("1 ７六歩(77)\n*好手\n2 ３四歩(33)"),
        in_game("1 ７六歩(77)\n\n*好手\n2 ３四歩(33)"),
        "kif.strict.comment-place",
        why="A note: no reader misunderstands it.",
    ),
    Statement(
        _COMMENTS,
        "There may be several lines.",
        in_game("1 ７六歩(77)\n*好手\n*\n*次は"),
        tests=(f"{READ}::test_a_game_of_kifu_for_windows",),
    ),
    Statement(
        _COMMENTS,
        "A comment before the first move stands behind the initial position.",
        in_file("手合割：平手\n*はじめに\n1 ７六歩(77)\n"),
        in_file("*はじめに\n手合割：平手\n1 ７六歩(77)\n"),
        "kif.strict.early-comment",
        (f"{WRITE}::test_a_game_as_kifu_for_windows_writes_it",),
    ),
    Statement(
        "Bookmark",
        "A line that begins with & is a bookmark.",
        in_game("1 ７六歩(77)\n&角道"),
        in_game("1 ７六歩(77)\n &角道"),
        "kif.strict.sign",
        (f"{READ}::test_a_game_of_kifu_for_windows",),
    ),
    Statement(
        "Bookmark",
        "It marks the position behind the moves so far.",
        in_game("1 ７六歩(77)\n2 ３四歩(33)\n&角道"),
        tests=(f"{READ}::test_a_game_of_kifu_for_windows",),
    ),
    Statement(
        "Bookmark",
        "Its name follows the &.",
        in_game("1 ７六歩(77)\n&角道"),
        tests=(f"{WRITE}::test_a_bookmark_without_a_name",),
        why="One without a name is a bookmark too.",
    ),
    Statement(
        "Tsumeshogi sample headers",
        "The sample is the head of a KIF file.",
        in_file(PROBLEM, "the sample"),
        in_file(
            PROBLEM.replace("|v玉 角", "|v玉"), "the sample with eight squares in the second rank"
        ),
        "kif.board",
        (f"{READ}::test_a_problem",),
    ),
    Statement(
        "Tsumeshogi sample headers",
        "v stands before a piece of gote, a blank before one of sente.",
        in_file(BOARD, "|v玉 角v歩 馬 ・ ・ ・ ・ ・|二"),
        in_file(BOARD.replace("|v玉 角", "|x玉 角"), "|x玉 角v歩 馬 ・ ・ ・ ・ ・|二"),
        "kif.board",
        (f"{READ}::test_ranks_in_every_spelling",),
    ),
    Statement(
        "Tsumeshogi sample headers",
        "The pieces in hand are named with their numbers in kanji, なし for none.",
        in_file(BOARD, "後手の持駒：金四　銀二　香三　歩十三"),
        in_file(BOARD.replace("金四", "金五"), "後手の持駒：金五　銀二　香三　歩十三"),
        "kif.board",
        (f"{READ}::test_hands_in_every_spacing",),
        "A set has four golds.",
    ),
)
STATEMENTS: tuple[Statement, ...] = (*_FILE, *_HEADERS, *MOVES, *ENDS, *_TIMES, *_REST)
