"""The strict check of KIF: what it finds, where, and what it leaves alone."""

from __future__ import annotations

import pytest
from kif_files import GAME, HANDICAP, TSUME, moves_of, opened, position, raw, record_of

from viewer.base.source import BytesSource
from viewer.document import plans
from viewer.document.check import can_check, check
from viewer.document.document import Document
from viewer.formats.detect import load_source
from viewer.formats.kif import KI2, KIF
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.games.judge import judge
from viewer.games.shogi.names import EVEN, HANDICAPS, OTHER
from viewer.tree.diagnostic import Diagnostic, Severity

ROOKS = "1 ５八飛(28)\n2 ５二飛(82)\n3 ２八飛(58)\n4 ８二飛(52)\n"
REPETITION = "".join(
    f"{4 * cycle + number + 1} {line.split()[1]}\n"
    for cycle in range(3)
    for number, line in enumerate(ROOKS.splitlines())
)
FULL_BOARD = """\
後手の持駒：なし
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・v玉|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ ・ ・|三
|{rank}|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ 玉|九
+---------------------------+
先手の持駒：なし
"""


def found(text: str | bytes, name: str = "a.kif", codec: str = "cp932") -> list[Diagnostic]:
    data = raw(text, codec) if isinstance(text, str) else text
    return KIF.strict(KIF.read(BytesSource(data, name)))


def codes(text: str | bytes, name: str = "a.kif", codec: str = "cp932") -> list[str]:
    return [one.code.removeprefix("kif.strict.") for one in found(text, name, codec)]


KEYWORDS = (
    *(
        "開始日時",
        "対局日",
        "終了日時",
        "棋戦",
        "戦型",
        "表題",
        "持ち時間",
        "消費時間",
        "場所",
        "掲載",
        "備考",
    ),
    *("先手省略名", "後手省略名", "先手", "後手", "下手", "上手", "手合割"),
    *("作品番号", "作品名", "作者", "発表誌", "発表年月", "出典", "手数", "完全性", "分類", "受賞"),
)


def test_every_keyword_has_its_name() -> None:
    fields = {field.key: field.name.text() for field in KIF.fields}
    assert set(KEYWORDS) <= set(fields)
    assert len({fields[key] for key in KEYWORDS}) == len(KEYWORDS)
    record = record_of("".join(f"{key}：{number}\n" for number, key in enumerate(KEYWORDS)))
    assert [header.key for header in record.headers] == list(KEYWORDS)


def test_other_keywords_are_kept() -> None:
    text = "天気：晴れ\n先手の飲み物：お茶\n"
    assert codes(text) == []
    assert [tuple(one) for one in record_of(text).headers] == [
        ("天気", "晴れ"),
        ("先手の飲み物", "お茶"),
    ]


@pytest.mark.parametrize("text", [GAME, HANDICAP])
def test_files_of_kifu_for_windows_are_clean(text: str) -> None:
    assert codes(text) == []


def test_even_above_a_board_is_a_note() -> None:
    one, *more = found(TSUME)
    assert (one.code, one.severity, one.line) == ("kif.strict.start", Severity.INFO, 4)
    assert more == []


@pytest.mark.parametrize("name", [EVEN, *(one.japanese for one in HANDICAPS)])
def test_every_handicap_is_known(name: str) -> None:
    text = f"手合割：{name}\n"
    assert codes(text) == []
    start = next((one.start for one in HANDICAPS if one.japanese == name), None)
    said = position(record_of(text))
    assert (said.split()[1] == "w") == (start is not None)


def test_another_start_has_a_board() -> None:
    board = FULL_BOARD.format(rank=" ・" * 9)
    assert codes(f"手合割：{OTHER}\n{board}") == []
    assert codes(f"手合割：{OTHER}\n") == ["start"]


def test_without_a_handicap_the_game_is_even() -> None:
    text = "先手：甲\n後手：乙\n1 ７六歩(77)\n"
    assert codes(text) == []
    assert record_of(text).setup is None


@pytest.mark.parametrize("piece", [*"玉飛龍竜角馬金銀全桂圭香杏歩と", "成銀", "成桂", "成香"])
def test_every_name_of_a_piece(piece: str) -> None:
    cell = {"成銀": "全", "成桂": "圭", "成香": "杏"}.get(piece, piece)
    board = FULL_BOARD.format(rank=" ・ ・ ・ ・ " + cell + " ・ ・ ・ ・")
    target = "４二" if cell in ("桂",) else "６五" if cell in ("角",) else "５三"
    text = f"{board}1 {target}{piece}(54)\n"
    assert codes(text) == []
    assert [move for _, move in moves_of(record_of(text))] != []


@pytest.mark.parametrize(
    "word",
    ["中断", "投了", "持将棋", "切れ負け", "反則負け", "入玉勝ち", "不戦勝", "不戦敗", "不詰"],
)
def test_every_word_for_an_end(word: str) -> None:
    assert codes(f"1 ７六歩(77)\n2 {word}\n") == []


@pytest.mark.parametrize(
    ("moves", "code"),
    [
        ("1 ７六歩(77)\n2 千日手\n", "repetition"),
        (f"{REPETITION}13 千日手\n", ""),
        ("1 ７六歩(77)\n2 詰み\n", "mate"),
        ("1 ７六歩(77)\n2 反則勝ち\n", "foul"),
        ("1 ７五歩(77)\n2 反則勝ち\n", ""),
        ("1 ７六歩(77)\n2 投了\n3 中断\n", "after-end"),
    ],
)
def test_ends_fit_what_stands_before_them(moves: str, code: str) -> None:
    assert codes(moves) == ([code] if code else [])


@pytest.mark.parametrize(
    ("value", "good"),
    [
        ("1999/07/15", True),
        ("1999/07/15(木) 19:07:12", True),
        ("2012/07/24 09:00", True),
        ("2014/09/13 14：59", True),
        ("2024/02/29", True),
        ("", True),
        ("1999.07.15", False),
        ("1999-07-15", False),
        ("99/07/15", False),
        ("1999/7/15", False),
        ("1999/07/155", False),
        ("1999/02/30", False),
        ("1999/13/01", False),
        ("0000/00/00 00:00:00", False),
        ("1999/07/15 25:00", False),
        ("1999/07/15 10:61", False),
        ("平成11年7月15日", False),
    ],
)
@pytest.mark.parametrize("key", ["開始日時", "終了日時", "対局日"])
def test_dates(key: str, value: str, good: bool) -> None:
    assert codes(f"{key}：{value}\n1 ７六歩(77)\n") == ([] if good else ["date"])


@pytest.mark.parametrize(
    ("name", "codec", "first", "severity"),
    [
        ("a.kif", "cp932", "", None),
        ("a.KIF", "utf-8", "", Severity.WARNING),
        ("a.kif.gz", "utf-8", "", Severity.WARNING),
        # Kifu for Windows reads such a file.
        ("a.kif", "utf-8", "#KIF version=2.0 encoding=UTF-8\n", Severity.INFO),
        ("a.kifu", "utf-8", "", None),
        ("a.kifu", "utf-8-sig", "", None),
        ("a.kifu", "cp932", "", Severity.WARNING),
        ("a.kifu", "utf-16", "", Severity.WARNING),
        ("a.kif", "euc_jp", "", Severity.WARNING),
        ("", "utf-8", "", None),
        ("a.txt", "utf-8", "", None),
    ],
)
def test_the_code_page_goes_by_the_suffix(
    name: str, codec: str, first: str, severity: Severity | None
) -> None:
    said = found(f"{first}1 ７六歩(77)\n".encode(codec), name)
    assert [one.severity for one in said] == ([] if severity is None else [severity])
    assert {one.code for one in said} <= {"kif.strict.encoding"}


def test_ascii_is_in_every_code_page() -> None:
    assert codes(b"# nothing\n", "a.kif") == []


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"#a\r\n#b\r\n#c", []),
        (b"#a\n#b\n", []),
        (b"#a\r#b\r", [1]),
        (b"#a\r\n#b\n#c\n", [2]),
        (b"#a\n#b\r\n", [2]),
    ],
)
def test_line_ends(data: bytes, lines: list[int]) -> None:
    assert [one.line for one in found(data, "a.kif")] == lines


def test_totals_are_those_of_each_player_along_each_line() -> None:
    assert codes(GAME) == []
    said = found(GAME.replace("4 ４四歩(43)   ( 0:00/00:00:05)", "4 ４四歩(43)   ( 0:00/00:00:06)"))
    assert [(one.code, one.node) for one in said] == [("kif.strict.total", 8)]
    # What is wrong once isn't wrong again behind it.
    wrong = "1 ７六歩(77) ( 0:10/00:01:10)\n2 ３四歩(33) ( 0:05/00:00:05)\n3 ２六歩(27) ( 0:01/00:01:11)\n"
    assert [one.line for one in found(wrong)] == [1]


def test_totals_that_cannot_be_known() -> None:
    assert codes("1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27) ( 0:01/00:01:11)\n") == []
    assert codes("手数＝10  まで\n11 ７六歩(77) ( 0:01/00:09:00)\n") == []


def test_a_habit_is_told_once_with_its_number_of_lines() -> None:
    said = found("1 ☗７六歩(77)\n2 ☖３四歩(33)\n3 ☗２六歩(27)\n", "a.kifu", "utf-8")
    assert [(one.code, one.line, one.node, one.offset) for one in said] == [
        ("kif.strict.mark", 1, 1, 0)
    ]
    assert "2 more lines are like this" in said[0].message.text()
    (one,) = found("1 ７六歩（７７）\n2 ３四歩（３３）\n", "a.kif")
    assert one.message.text() == (
        "KIF, Move recording: the move is written ７六歩(77), with full-width and half-width signs so."
        " One more line is like this."
    )


def test_a_finding_leads_to_its_line() -> None:
    text = "先手：甲\n1 ７六歩(77)\n*a\n2 ３四銀(33)\n"
    (one,) = found(text)
    assert (one.code, one.node, one.line) == ("kif.strict.wrong-piece", 2, 4)
    assert one.offset == raw(text).index(b"2 ")


def test_only_kif_is_checked() -> None:
    assert KIF.checks
    assert not KI2.checks
    assert KIF.strict(MemoryCollection("kif", [record_of(GAME)])) == []
    assert list(opened(GAME).diagnostics) == []


def test_an_edited_record_is_checked_as_it_would_be_saved() -> None:
    document = Document(
        load_source(BytesSource(raw("開始日時：2020/01/01\n1 ７六歩(77)\n"), "a.kif"))
    )
    assert can_check(document)
    assert check(document).found == []
    root = document.record(0).root
    edit = plans.header(document, document.key_of(root), root, "開始日時", "2020.01.01")
    assert edit is not None
    document.do(edit)
    assert [one.code for one in check(document).found] == ["kif.strict.date"]


@pytest.mark.parametrize(
    ("moves", "legal"),
    [
        ("1 ７六歩(77)\n2 ３四歩(33)\n3 投了\n", True),
        ("1 ７六歩(77)\n2 ３四歩(33)\n3 ２三角成(88)\n", False),
        ("1 ７六歩\n", True),
        ("1 ７五歩\n", False),
        ("1 ７六歩(77)\n2 ３四歩(33)\n\n変化：2手\n2 ３五歩(33)\n", False),
    ],
)
def test_the_check_of_a_record_says_whether_its_moves_are_legal(moves: str, legal: bool) -> None:
    collection = KIF.read(BytesSource(raw(moves, "cp932"), "a.kif"))
    record = collection.record(0)
    checked = KIF.record_checks(collection, 0)(0, record)
    assert checked.judged == legal
    assert checked.findings == KIF.strict(collection)
    judged = [one for step in judge(game_of("shogi"), record) for one in step.result or ()]
    assert bool(judged) != legal
