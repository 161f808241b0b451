"""Texts of people read as games: what is a move, a variation, a comment, and what only looks like one."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from growth import counted

from viewer.base.source import BytesSource
from viewer.formats.detect import detect, load_source
from viewer.formats.format import Unreadable
from viewer.formats.prose import FORMAT, cut, tokens
from viewer.formats.prose import text as text_module
from viewer.formats.prose.collection import record_of
from viewer.formats.prose.text import MOST, Reading, Told, read
from viewer.formats.prose.words import number_of
from viewer.games import game_of
from viewer.games.game import Game, State
from viewer.tree.action import Written
from viewer.tree.diagram import DIAGRAM, has_diagram
from viewer.tree.node import Node

TEXTS = Path(__file__).with_name("prose_texts.txt").read_text("utf-8").split("\n\n======\n")


def notes(node: Node) -> str:
    """The notes of a node: <before> $glyph # (a diagram) {comment}."""
    before = node.notes.get("before")
    said = f"<{before}>" if before else ""
    said += "".join("#" if glyph == DIAGRAM else f"${glyph}" for glyph in node.glyphs)
    return said + (f"{{{node.comment}}}" if node.comment else "")


def line(node: Node) -> str:
    """The moves below a node, variations in brackets."""
    parts: list[str] = []
    while node.children:
        first, *rest = node.children
        assert first.action is not None
        parts.append(first.action.text + notes(first))
        for other in rest:
            assert other.action is not None
            parts.append(f"({other.action.text}{notes(other)} {line(other)}".rstrip() + ")")
        node = first
    return " ".join(parts)


def told(one: Told) -> str:
    """A game as the file of texts writes it."""
    record = record_of(one, FORMAT)
    heads = " ".join(f"{head.role}={head.value};" for head in one.heads)
    result = one.article.result and f"[{one.article.result}]"
    moves = line(record.root)
    parts = (one.game, heads, result, notes(record.root), moves)
    return " ".join(filter(None, parts)).replace("\n", "⏎")


@pytest.mark.parametrize("text", TEXTS, ids=[text.split("\n")[0][:30] for text in TEXTS])
def test_a_text_is_read_as_a_player_reads_it(text: str) -> None:
    said, _, expected = text.partition("\n---\n")
    found = read(said)
    assert ("\n".join(map(told, found.told)) or "nothing") == expected.strip()


TRAPS = [
    "1 restricted_move black D12 E3 E4, and later 2 restricted_move black G14 G12. P3 is better.",
    "Hex openings: a2/b2/c2 are fair. The threat is the combination of b5 and b8; a4 is strong.",
    "Winrate 43%, pv Q8 P5 R12 B2 G14 Q2 L7, then pv R12 Q12 B2 T12 of a game of go.",
    "Bring a4 paper to the club at b6.",
    "Meet me at 3. e4 is the room.",
    "此时红方可走炮八平六",
    "The score was 1-0, then 2. Liverpool",
    "Dear Anna, I play e4 tomorrow.",
    "In 1985. Smith lost.",
    "My seat is 12. b4 row",
    "Room 1. a4 paper, 2. b6 pencil, 3. c5 envelopes",
    "2026.11.29 会员大会在C3教室举行，请带A4纸。",
    "第1回合的比赛在12月1日",
    "红方胜率55%，黑方胜率30%",
    "他用了炮二平五这一招。",
    "我喜欢马八进七。",
    "图1 图2 图3",
    "３四歩が好きです。",
    "先手の７六歩に対して後手は３四歩と突く。",
    "7六歩とは何か",
    "Q16 and D4 are star points.",
    "I bought a Q16 lens",
    "The G1 and A4 roads, 1. exit B2 2. exit C3",
    "v1.2 d4 dice, 1. d20 2. d6",
    "A1 steak sauce; b2b marketing; c3po and r2d2",
    "12.5.2020 e4",
    "Vitamin B6 and B12",
    "Windows 7. e7 error",
    "1.5 Q4 results 2. Q3 results",
    "B4 C5 D6: bingo",
    "He lives at 221b. Bb5 is the flat.",
    "a4, a5, b4 and b5 envelopes",
    "Hex color: f6f6f6 a3a3a3",
    "Press E4, then D5.",
    "Call 555-1234, ext. a5",
    "Chapter 1. e-mail: e4@e5.com",
    "本店营业时间9-10，电话16-4。",
    "黑棋在左上角下了一子。",
    "1-0 2-1 3-3",
    "Dear Ivan, my move is 14. Nxe5. Best wishes!",
    "我走 5.车二进六，请应着。",
    "黒1の右上星に対し、白2は左下星。",
    "1. f4 key 2. f5 key to refresh",
    "Liste: 1. a4-Papier 2. b5-Umschläge",
    "2) Buy B2 pencils 3) and C4 envelopes",
    "红方第1步走炮二平五，黑方应以马8进7。此时红方可走炮八平六，也可马二进三。",
    "まで50手で後手の勝ち、と書いてある本を読みました。７六歩は角道を開ける手です。",
    "黑棋在Q16落子后白棋想了很久。右上是星位，左下D4也是。",
    "The obtuse corner is at a11 and k1, so the bridge from f6 to e8 matters.",
    "The peg at l8 and the peg at m10 are linked; n14 and p13 are black.",
    "16-4 4-16 16-16 4-4",
    "En jouant 1.e2-e4 les blancs occupent le centre; 2... f7-f6 est faible.",
    "第1図から▲５六歩△６四歩▲６八銀△６三玉と進んだ。",
    "如图，红先。车二进三，士5退4，车二平四。",
    "Windows 10. c4d and e4x. 11. d3js",
    "Take exit B2, then walk 300 m to gate C5; the talk is in D4.",
    "Meeting agenda: 1. d4 budget 2. e5 review 3. c4 demo",
    "The bishop on c4 and the knight on f3 both look at f7.",
    "Your package: A4, B5, C6. Tracking 1-0-2.",
    "ISO paper sizes are A3, A4, A5; B4 and B5 are Japanese.",
    "I prefer the moves Nf3 and g3 to e4, but d4 is fine, too.",
    "1. Introduction 2. e4 and its consequences 3. d4 compared",
    "In 2024 the G7 met the G20; F16 and B52 planes flew over.",
    "Seats: a1 b2 c3 d4 are taken. Seats e5 and f6 are free.",
    "我和他下了三盘，比分1-0、0-1、1-0。",
    "马路对面的车平稳地退了三步，炮兵进五米。",
    "士兵进7号房，马上退5元。",
    "车二进站，请往4号站台。",
    "他说炮二平五最好，别人说相三进五最好，还有人说兵七进一。",
    "会议室：A3、B2、C4、D1可用，E5维修。",
    "1、车费5元；2、马票7元；3、炮仗1元。",
    "第3回合：湖南队1-0胜",
    "黑棋在右上D16，白棋在Q4，R5也有子。",
    "１、２六歩は好手か。２、７六歩はどうか。",
    "羽生さんは７六歩と３四歩の将棋が好きだ。",
    "第１図は△３四歩まで。先手番である。",
    "▲は先手、△は後手を表す。",
    "2六歩が3枚、5五角が1枚ある。",
    "電話は03-5555-1234、内線16-4。",
    "3-3 and 4-4 are corner points; 3-4 is common.",
    "Temperature: B1 12, W2 14, B3 16.",
    "Black has stones at C3, D4 and E5. White has F6, G7.",
    "A hex grid: a1, b1, c1 form the first row; a2, b2 the second.",
    "Use hex codes a1 b2 c3 in CSS.",
    "Twixt pegs at d4 and e6 can be linked, d4 and f5 too.",
    "Bus 1. A1 Bus 2. B4 Bus 3. C7",
    "Version 2. b3 was released; 3. a1 follows.",
    "Rf. 1.c5 AG; 2.d7 GmbH",
    "Nach e4 kommt oft e5, nach d4 oft d5.",
    "Die Stücke: 1. h-moll, 2. e-moll, 3. a-moll",
    "В кабинете 1. а4, потом 2. б5.",
    "La case e4 est au centre, comme d5 et d4.",
    "오늘 3. b4 호실에서 만나요.",
    "https://example.com/1.e4/e5?2.Nf3 and mail e4@d5.com",
    "Questions 1. a3? 2. b4? 3. c5?",
    "Who sits where: 1. a3? 2. b4? 3. c5? 4. d6 is mine.",
    "问题：1. a3？2. b4？3. c5？4. d6？",
    "Fragen: (1) Q16? (2) D4? (3) C3? (4) R5?",
    "Scores: 1.5-0.5, 2-0, 1-1; table a1: 3, b2: 4",
]


@pytest.mark.parametrize(
    ("text", "setup"),
    [
        ("看：3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1 怎么赢？", "3k5/9/9/9/9/9/9/9/4R4/4K4 w"),
        ("4k4/9/9/9/9/9/9/9/4R4/5K3 w moves e1e4 e9d9", "4k4/9/9/9/9/9/9/9/4R4/5K3 w"),
    ],
)
def test_a_position_in_a_text_is_where_its_game_starts(text: str, setup: str) -> None:
    (only,) = read(text).told
    assert only.setup is not None
    assert only.setup.text == setup


def test_a_position_that_is_shown_between_moves_is_no_game() -> None:
    (only,) = read(
        "1.e4 e5\n\nNow rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 is it."
    ).told
    assert only.setup is None
    assert "RNBQKBNR" in str(record_of(only, FORMAT).root.children[0].children[0].comment)


@pytest.mark.parametrize("text", TRAPS)
def test_what_only_looks_like_moves_is_no_game(text: str) -> None:
    assert not read(text).told


def test_a_web_page_is_read_as_its_reader_sees_it() -> None:
    rows = "".join(
        f"<tr><td>{number}.</td><td>{red}</td><td>{black}</td></tr>"
        for number, (red, black) in enumerate((("炮二平五", "马8进7"), ("马二进三", "车9平8")), 1)
    )
    page = (
        f"<html><head><title>1.兵七进一</title></head><body><table>{rows}</table><br></body></html>"
    )
    found = read(page)
    assert [told(one) for one in found.told] == ["xiangqi h2e2 h9g7 h0g2 i9h9"]


def test_a_position_in_a_text_is_where_its_moves_begin() -> None:
    fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    (one,) = read(f"A position:\n{fen}\nWhite plays 2.Nf3 Nc6 3.Bb5.").told
    assert one.setup is not None
    assert one.setup.text == fen
    assert told(one).endswith("g1f3 b8c6 f1b5")


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("Hex 13x13: 1.a13 2.m1 3.g7", "13"),
        ("9路围棋 黑1 E5 白2 C3 黑3 G7", "9"),
        ("Go, 13 by 13. 1. D4 2. K10 3. D10", "13"),
        ("Go, 19x19. 1. D4 2. Q16 3. D16", ""),
    ],
)
def test_a_board_of_another_size_is_named(text: str, size: str) -> None:
    (one,) = read(text).told
    assert ("" if one.setup is None else one.setup.text) == size
    assert one.article.legal == 3


@pytest.mark.parametrize("words", ["红方 先走", "红方 先行", "黑方 占优", "红方 胜", "黑方 认输"])
def test_what_is_said_behind_a_colour_is_no_player(words: str) -> None:
    (one,) = read(f"{words}\n1. 炮二平五 马8进7\n2. 马二进三 车9平8\n").told
    assert one.heads == ()
    (one,) = read("红方 许先生\n1. 炮二平五 马8进7\n2. 马二进三 车9平8\n").told
    assert one.value("side0") == "许先生"


def test_several_games_are_offered_where_the_first_would_fit() -> None:
    game = game_of("chess")
    text = "Adams - Brown\n1.e4 e5 2.Nf3 Nc6 3.Bb5 a6\n\nBrown - Adams\n1.d4 d5 2.c4 e6 3.Nc3 Nf6"
    found = read(text, (), (game, game.start(None)))
    assert [one.value("side0") for one in found.told] == ["Adams", "Brown"]
    assert not any(one.goes_on for one in found.told)


def test_a_text_goes_on_at_a_position() -> None:
    game = game_of("chess")
    state = game.start(None)
    for said in ("e4", "e5"):
        state = game.step(state, game.read_moves(state, said)[0])
    (one,) = read("2.Nf3 Nc6 3.Bb5", ("chess",), (game, state)).told
    assert told(one).endswith("g1f3 b8c6 f1b5")


def test_every_character_of_moves_and_words_is_told_once_and_in_order() -> None:
    for text in TEXTS:
        said = text.partition("\n---\n")[0]
        found = read(said)
        for one in found.told:
            at = 0
            for stretch in one.article.stretches:
                assert at <= stretch.start < stretch.end <= len(found.text)
                at = stretch.end


def test_a_text_file_is_read_as_text_and_a_record_in_one_as_a_record() -> None:
    data = "1、炮二平五，马8进7；2、马二进三，车9平8".encode()
    assert detect(BytesSource(data, "a.txt")).id == "text"
    collection = load_source(BytesSource(data, "a.txt"))
    assert len(collection.record(0).nodes) == 5
    assert detect(BytesSource(b"1. e4 e5 2. Nf3 Nc6 *", "a.txt")).id == "pgn"
    with pytest.raises(Unreadable):
        load_source(BytesSource(b"Bring a4 paper to room 3.", "a.txt"))


def test_a_forbidden_move_within_a_run_is_kept_as_written() -> None:
    (one,) = read("1.e4 e5 2.Nf3 Nc6 3.Bb5 Ng3 4.Bxc6 dxc6").told
    kinds = [stretch.kind for stretch in one.article.stretches]
    assert kinds == ["move"] * 5 + ["illegal"] + ["move"] * 2
    assert type(one.article.rows[5].action) is Written


@pytest.mark.parametrize("seed", range(10))
def test_damaged_texts_give_only_moves_that_stand_in_them(seed: int) -> None:
    chance = random.Random(seed)
    signs = "1２3.、，。()（）[]{}①第回合图如改走红黑▲△W B\n e4Q16炮马平进同"
    for text in TEXTS:
        said = list(text.partition("\n---\n")[0])
        for _ in range(chance.randint(1, 12)):
            at = chance.randrange(len(said) + 1)
            said[at : at + chance.randint(0, 3)] = chance.choice(signs)
        damaged = "".join(said)
        found = read(damaged)
        for one in found.told:
            moves = [part for part in one.article.stretches if part.kind in ("move", "illegal")]
            assert len({part.row for part in moves}) == len(one.article.rows)
            game = game_of(one.game)
            for part in moves:
                spelt = found.text[part.start : part.end].strip()
                assert any(sign.isalnum() for sign in spelt), (damaged, spelt)
            states = {-1: game.start(one.setup)}
            for row, data in enumerate(one.article.rows):
                states[row] = game.step(states[data.parent], data.action)


def test_a_picture_marks_the_position_that_it_follows() -> None:
    (one,) = read("1.e4 e5 2.Nf3 Nc6 (Diagram 1) 3.Bb5 a6").told
    line = list(record_of(one, FORMAT).root.main_line())
    assert [has_diagram(node) for node in line] == [False] * 4 + [True] + [False] * 2


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1.e4 e5 2.Nf3 Nc6 1–0", "1-0"),
        ("1.e4 e5 2.Nf3 Nc6 ½-½", "1/2-1/2"),
        ("1、炮二平五 马8进7 2、马二进三 车9平8（黑胜）", "0-1"),
        ("1、炮二平五 马8进7 2、马二进三 车9平8 和棋", "1/2-1/2"),
    ],
)
def test_a_result_is_that_of_records(text: str, result: str) -> None:
    (one,) = read(text).told
    assert record_of(one, FORMAT).header("Result") == result


def test_numbers_in_chinese() -> None:
    said = ("一", "十", "十二", "二十", "二十三", "一百零五", "二〇", "１２", "⑫", "王")
    assert [number_of(one) for one in said] == [1, 10, 12, 20, 23, 105, 20, 12, 12, 0]


def test_a_long_text_is_read_up_to_a_limit_which_is_told() -> None:
    found = read("1.e4 e5 2.Nf3 Nc6 and so on.\n" + "word " * (MOST // 4))
    assert found.cut
    assert len(found.told) == 1


def test_words_that_look_like_moves_are_told_with_their_places() -> None:
    text = "1.e4 e5 2.Nf3 Nc6\n3.Bb5 a6 and then\nhe thought of Qh9 and Bxg7."
    collection = load_source(BytesSource(text.encode(), "a.txt"))
    collection.record(0)
    (one,) = collection.diagnostics
    assert (one.code, one.line, one.column) == ("text.unsure", 3, 23)
    assert "Bxg7" in str(one.message)


def test_another_game_begins_where_the_first_number_comes_again() -> None:
    text = "1.e4 e5 2.Nf3 Nc6 won.\n\nThe other one:\n\n1.d4 d5 2.c4 e6 3.Nc3 was a draw."
    assert [told(one) for one in read(text).told] == [
        "chess e2e4 e7e5 g1f3 b8c6{won.⏎⏎The other one}",
        "chess d2d4 d7d5 c2c4 e7e6 b1c3{was a draw.}",
    ]
    varied = "1.e4 e5 2.Nf3 Nc6\nIf 1.d4 d5 2.c4 e6 then it is another game."
    assert len(read(varied).told) == 1


def test_each_position_of_a_text_begins_a_game() -> None:
    text = (
        "1.e4 e5 2.Nf3 Nc6 was played. Two endings:\n\n8/8/8/4k3/8/4K3/4P3/8 w - - 0 1\n1.Kd3 Kd5 2.e3\n\n"
        "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1\n1.Ke3 Ke5 2.d3 holds"
    )
    assert [(told(one), one.setup is not None) for one in read(text).told] == [
        ("chess e2e4 e7e5 g1f3 b8c6{was played. Two endings}", False),
        ("chess e3d3 e5d5 e2e3", True),
        ("chess d3e3 d5e5 d2d3{holds}", True),
    ]


def test_a_long_text_is_read_as_one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[tuple[str, int]] = []
    read_as = text_module._read_as

    def noted(text: str, game: Game[State], *rest: Any) -> Reading:
        taken.append((game.id, len(text)))
        return read_as(text, game, *rest)

    monkeypatch.setattr(text_module, "_read_as", noted)
    assert not read("1. e4 (1. d4 " * MOST).told
    assert [length for _, length in taken if length > MOST // 3] == [MOST]
    taken.clear()
    found = read("1. Q16 D4 2. Q4 D16\n" + "a4 paper or b6\n" * (MOST // 16))
    assert [one.game for one in found.told] == ["go"]


GAME = "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Ba4 Nf6 1-0\n\n"
OTHER = "Adams - Brown\n1.d4 d5 2.c4 e6 3.Nc3 Nf6 (3...c5 4.e3) 4.Bg5 and so on.\n\n"


@pytest.mark.parametrize(
    "text",
    [
        lambda count: (GAME + OTHER) * (count // 2),
        lambda count: GAME + "1-0 " * (10 * count),
        lambda count: "1.e4 e5 2.Nf3 " + "(" * count + "2.Bc4" + ")" * count,
        lambda count: "1.e4 e5 2.Nf3 Nc6\n" + "Nf3,\nNf6,\nNg1,\nNg8,\n" * count,
        lambda count: "A list.\n" + "8.Nd5 Be7 " * (5 * count) + GAME,
        lambda count: "1. e4 (1. d4 " * (2 * count),
    ],
    ids=["games", "results", "brackets", "lines", "ahead", "open brackets"],
)
def test_work_grows_as_a_text_does(text: Callable[[int], str]) -> None:
    def work(count: int) -> int:
        said = text(count)
        return sum(counted(lambda: read(said), "viewer/formats").values())

    assert work(200) < 12 * work(20)


def test_a_text_that_is_cut_in_parts_is_read_as_in_one(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (GAME + OTHER) * 20
    whole = read(text)
    assert len(whole.told) == 40
    monkeypatch.setattr(tokens, "MOST", 150)
    monkeypatch.setattr(cut, "MOST", 150)
    assert read(text) == whole


def test_a_game_of_more_tokens_than_are_looked_at_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MOST", 20)
    monkeypatch.setattr(cut, "MOST", 20)
    assert not read(GAME).cut
    assert read("1.e4 e5 2.Nf3 Nc6 " + "3.Bb5 a6 4.Ba4 Nf6 5.O-O Be7 6.Re1 b5 7.Bb3 d6").cut


FORMS: list[Callable[[list[str]], str]] = [
    lambda moves: "\n".join(f"{at} {move}" for at, move in enumerate(moves, 1)),
    lambda moves: " ".join(f"{at}.{move}" for at, move in enumerate(moves, 1)),
    lambda moves: " ".join("▲△"[at % 2] + move for at, move in enumerate(moves)),
    lambda moves: "\n".join(f"{at}手目 {move}" for at, move in enumerate(moves, 1)),
]


@pytest.mark.parametrize("form", FORMS, ids=["lines", "dots", "marks", "counted"])
@pytest.mark.parametrize(
    "title",
    [
        *("第{}局", "■第{}局■", "春風戦五番勝負第{}局"),
        *("第{}局 先手：森下花 後手：木島譲", "第{}局 森下花対木島譲"),
    ],
)
def test_games_below_their_titles_are_games_of_their_own(
    title: str, form: Callable[[list[str]], str]
) -> None:
    """They may begin in the same way, with or without numbers."""
    games = [
        ["７六歩", "３四歩", "２六歩", "８四歩", "２五歩", "８五歩"],
        ["７六歩", "８四歩", "６八銀", "３四歩", "７七銀", "６二銀"],
        ["２六歩", "８四歩", "２五歩", "８五歩", "７八金", "３二金"],
    ]
    text = "\n".join(f"{title.format(at)}\n{form(game)}\n" for at, game in enumerate(games, 1))
    found = read(text).told
    assert [len(one.article.rows) for one in found] == [6, 6, 6]
    assert [one.value("side1") for one in found] == ["木島譲" if "木島" in title else ""] * 3


def test_a_game_that_is_spoken_of_is_no_title() -> None:
    (only,) = read(
        "1.炮二平五 马8进7 2.马二进三 车9平8\n第二局中黑方走马2进3。\n3.车一平二 马2进3"
    ).told
    assert only.article.legal == 6


def test_who_had_the_first_move_is_no_part_of_a_name() -> None:
    first, second = read(
        "第一局 王小明先胜李大山\n1.炮二平五 马8进7 2.马二进三 车9平8\n"
        "第二局 李大山先和王小明\n1.炮二平五 马8进7 2.马二进三 马2进3\n"
    ).told
    assert [first.value("side0"), first.value("side1")] == ["王小明", "李大山"]
    assert second.value("side0") == "李大山"
