"""Mistakes of analysed games, decks of them, and what came of training: a week by a clock of its own."""

from __future__ import annotations

import json
import os
import random
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Timer

import pytest
from analysed_games import SUFFIX, MadeGame, expected, made, write
from fsrs import Card as FsrsCard
from fsrs import Rating, Scheduler

from viewer.base.files import SYSTEM, FileSystem
from viewer.base.jobs import run_inline
from viewer.base.person_names import OwnNames
from viewer.base.source import BytesGone, BytesSource
from viewer.document.document import Document
from viewer.document.problems.attempt import Attempt, MoveOutcome
from viewer.document.problems.problem import Problem
from viewer.document.training.collection import ListedProblem, ProblemCollection, listing
from viewer.document.training.decks import INDEX, Card, Deck, DeckNews
from viewer.document.training.drill import MOST_NEW
from viewer.document.training.games_read import DeckOrder
from viewer.document.training.history import Grade, TrainingHistory, problem_key
from viewer.document.training.mistakes import (
    USUAL,
    Bound,
    Found,
    Mistake,
    Player,
    mistakes_in,
    packed,
    unpacked,
)
from viewer.document.training.outcomes import outcome, table
from viewer.document.training.posing import posed, posed_together
from viewer.document.whose_games import Told, told_words
from viewer.formats import FORMATS
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.action import Move
from viewer.tree.annotation import VERDICT, VIEW
from viewer.tree.record import Record, nodes_of
from viewer.tree.serial import NodeData
from viewer.tree.verdict import WON

NAMES = ("Adler, A", "qipu_fan_99")
ME = "Somebody Else\nA. Adler"
MORNING = datetime(2026, 11, 23, 8, tzinfo=UTC)
GAMES = sorted(SUFFIX)

PGN = """[White "Adler, A"]
[Black "Berg, B"]
[Event "Club"]
[Date "2026.11.02"]

1. f3 {[%eval -0.6,9]} ( 1. e4 {[%eval 0.15,9]} e5 ) e5 {[%eval -0.70,9]}
2. g4 {[%eval #-1]} ( 2. e4 {[%eval -0.70,9]} d5 3. exd5 ) ( 2. Nc3 {[%eval -0.75,9]} d5 )
( 2. h4 {[%eval -3.75,9]} ) Qh4# 0-1
"""


def found_in(
    text: str, names: str = "", side: int | None = None, bound: Bound = USUAL, format: str = "pgn"
) -> Found:
    format_ = FORMATS[format].load()
    record = format_.read(BytesSource(text.encode("utf-8"))).record(0)
    return mistakes_in(record, format_, Player(names, side), OwnNames(names), bound)


def problem_of(mistake: Mistake) -> Problem:
    record = posed(mistake, str)
    game = game_of(record.game)
    return Problem(game, States(game, record), record.root)


# ------------------------------------------------------------------------------- of one game


def test_a_move_that_lost_much_is_a_problem_with_answers_and_refutation() -> None:
    (one,) = found_in(PGN).mistakes
    assert one.played == ("g2g4", "d8h4")
    assert one.answers == (("e2e4", "d7d5", "e4d5"), ("b1c3", "d7d5"))
    assert (one.side, one.number, one.before, one.points) == (0, 2, "e7e5", False)
    assert one.lost == pytest.approx(0.4359)
    assert (one.names, one.event, one.date) == (("Adler, A", "Berg, B"), "Club", "2026.11.02")
    assert unpacked(json.loads(json.dumps(packed(one)))) == one


def test_the_bound_is_what_is_asked_for() -> None:
    played = [one.played[0] for one in found_in(PGN, bound=Bound(chance=0.06)).mistakes]
    assert played == ["f2f3", "g2g4"]
    assert not found_in(PGN, bound=Bound(chance=0.5)).mistakes


@pytest.mark.parametrize(
    ("names", "side", "count", "told"),
    [
        ("A. Adler", None, 1, {}),
        ("Berg, B", None, 0, {}),
        ("", 0, 1, {}),
        ("", 1, 0, {}),
        ("Carl Cohn", None, 0, {Told.OTHERS: 1}),
    ],
)
def test_mistakes_are_those_of_a_player(
    names: str, side: int | None, count: int, told: dict[Told, int]
) -> None:
    found = found_in(PGN, names, side)
    assert (len(found.mistakes), dict(found.told)) == (count, told)


def test_what_gives_no_problem_is_told() -> None:
    assert found_in("1. e4 e5 *", "Adler").told == {Told.NAMELESS: 1}
    assert found_in("1. e4 e5 *").told == {Told.UNEVALUATED: 1}
    alone = "1. e4 {[%eval 0.2]} e5 {[%eval 0.2]} 2. Ke2 {[%eval -3.0]} *"
    assert found_in(alone).told == {Told.UNANSWERED: 1}
    assert [str(one) for one in told_words(found_in(alone).told)] == [
        "1 mistake is left out, since the game has no better move for it."
    ]


def test_a_variant_that_isnt_played_is_told() -> None:
    text = PGN.replace("[Event", '[Variant "Bughouse"]\n[Event')
    assert found_in(text).told == {Told.VARIANT: 1}
    assert not found_in(text).mistakes
    chess960 = PGN.replace("[Event", '[Variant "Chess960"]\n[Event')
    assert len(found_in(chess960).mistakes) == 1


def test_verdicts_of_a_study_tell_what_threw_the_win_away() -> None:
    rows = [NodeData(0, -1, None, {})]
    for parent, text, notes in (
        (0, "1 a1", {}),
        (1, "2 b2", {}),
        (2, "1 c3", {}),
        (3, "2 d4", {}),
        (4, "1 a5", {VERDICT: -WON}),
        (2, "1 e5", {}),
        (6, "2 f6", {}),
        (7, "1 g7", {VERDICT: WON}),
    ):
        rows.append(NodeData(len(rows), parent, Move(text), notes))
    record = Record("hex", nodes_of(rows)[0], ())
    format_ = FORMATS["gametree"].load()
    (one,) = mistakes_in(record, format_, Player(), OwnNames("")).mistakes
    assert (one.side, one.lost) == (0, 1.0)
    assert one.played == ("1 c3", "2 d4", "1 a5")
    assert one.answers == (("1 e5", "2 f6", "1 g7"),)
    assert_posed(one)


def test_of_several_programs_the_deepest_counts() -> None:
    kif = (
        "手合割：平手\n手数----指手---------消費時間--\n"
        "   1 ７六歩(77)\n*評価値=50\n"
        "   2 ３四歩(33)\n*評価値=40\n"
        "   3 ９六歩(97)\n*#評価値=30 深さ=5\n*評価値=-900 深さ=20\n"
        "   4 ８四歩(83)\n*評価値=-900\n"
        "\n変化：3手\n   3 ２六歩(27)\n*評価値=60\n"
    )
    found = found_in(kif, format="kif")
    assert [(one.number, one.played[0]) for one in found.mistakes] == [(3, "9g9f")]
    assert found.told == {Told.SEVERAL: 1}
    other = kif.replace("深さ=20", "深さ=2")
    assert not found_in(other, format="kif").mistakes


def test_what_was_lost_or_stays_won_is_no_mistake() -> None:
    won = "1. e4 {[%eval 12]} e5 {[%eval 20]} 2. a3 {[%eval 8]} ( 2. d4 {[%eval 20]} ) *"
    assert not found_in(won, bound=Bound(chance=0.03)).mistakes
    lost = "1. e4 {[%eval -7]} e5 {[%eval -7]} 2. a3 {[%eval -30]} ( 2. d4 {[%eval -7]} ) *"
    assert not found_in(lost, side=0, bound=Bound(chance=0.05)).mistakes
    thrown = "1. e4 {[%eval 12]} e5 {[%eval 12]} 2. a3 {[%eval 0]} ( 2. d4 {[%eval 12]} ) *"
    assert len(found_in(thrown).mistakes) == 1


def test_without_evaluations_of_their_own_the_first_variation_is_the_answer() -> None:
    text = "1. e4 {[%eval 0.2]} e5 {[%eval 0.2]} 2. Ke2 {[%eval -3.0]} ( 2. Nf3 Nc6 ) ( 2. a3 ) *"
    (one,) = found_in(text).mistakes
    assert one.answers == (("g1f3", "b8c6"),)


def test_the_refutation_leaves_the_game_where_the_other_side_erred() -> None:
    text = (
        "1. e4 {[%eval 0.2]} e5 {[%eval 0.2]} 2. Qh5 {[%eval -2.0]} ( 2. Nf3 {[%eval 0.3]} )"
        " a6 {[%eval 3.0]} ( 2... Nf6 {[%eval -2.0]} 3. Qxe5+ ) 3. Qxe5+ {[%eval 3.0]} *"
    )
    (mine,) = [one for one in found_in(text).mistakes if one.side == 0]
    assert mine.played == ("d1h5", "g8f6", "h5e5")


def test_a_local_loss_in_go_is_shown_in_its_corner() -> None:
    text = (
        "(;GM[1]FF[4]SZ[19]V[0];B[pd]V[0];W[cc]V[0]"
        "(;B[ab]V[-15];W[cd]V[-15])(;B[dc]V[0];W[cd]V[0]))"
    )
    (one,) = found_in(text, format="sgf").mistakes
    assert (one.points, one.lost) == (True, 15)
    view = posed(one, str).root.note(VIEW)
    assert isinstance(view, tuple)
    assert len(view) == 2
    far = text.replace("B[dc]", "B[qq]")
    (one,) = found_in(far, format="sgf").mistakes
    assert not posed(one, str).root.note(VIEW)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_mistakes_equal_a_plain_computation(game: str, seed: int, tmp_path: Path) -> None:
    record, game_made = made(game, NAMES, random.Random(f"{game} {seed}"))
    write(tmp_path / f"a.{SUFFIX[game]}", [record])
    deck = grown(tmp_path, "")
    for side in (0, 1):
        wanted = expected(game, game_made, side)
        found = [one.mistake for one in cards_of(deck) if one.mistake.side == side]
        assert [(one.played[0], [line[0] for line in one.answers]) for one in found] == wanted
    for card in cards_of(deck):
        assert_posed(card.mistake)


def assert_posed(mistake: Mistake) -> None:
    """The problem asks the side, takes each answer, and refuses what was played."""
    problem = problem_of(mistake)
    assert problem.side == mistake.side
    record = posed(mistake, str)
    assert problem_key(States(game_of(record.game), record), record.root) == mistake.key
    for line in mistake.answers:
        assert Attempt(problem).play(Move(line[0])) is MoveOutcome.SOLVED
    assert Attempt(problem).play(Move(mistake.played[0])) is MoveOutcome.WRONG


# ------------------------------------------------------------------------------- of many games


def grown(folder: Path, names: str, news: list[DeckNews] | None = None) -> Deck:
    order = DeckOrder((str(folder),), Player(names))
    deck = Deck(str(folder / "decks" / "mine.jsonl"), order)
    run_inline(deck.reading())
    found = run_inline(deck.growing())
    if news is not None:
        news += found
    return deck


def cards_of(deck: Deck) -> list[Card]:
    return list(map(deck.card, deck.listed()))


def scheduled(attempts: list[tuple[datetime, Grade]]) -> datetime | None:
    """When a problem is due, by a scheduler of its own."""
    if not attempts:
        return None
    at, grade = attempts[-1]
    if grade is Grade.WRONG:
        return at
    ratings = {Grade.RIGHT: Rating.Good, Grade.HINTED: Rating.Hard, Grade.WRONG: Rating.Again}
    card = FsrsCard(card_id=1)
    scheduler = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    for moment, grade in attempts:
        card, _ = scheduler.review_card(card, ratings[grade], moment)
    return card.due


@pytest.mark.parametrize("game", GAMES)
def test_a_week_of_training(game: str, tmp_path: Path) -> None:
    chance = random.Random(game)
    games: list[MadeGame] = []

    def play(count: int) -> None:
        for _ in range(count):
            names = NAMES if chance.random() < 0.5 else (NAMES[1], NAMES[0])
            record, one = made(game, names, chance)
            write(tmp_path / f"{len(games)}.{SUFFIX[game]}", [record])
            games.append(one)

    history = TrainingHistory(str(tmp_path / "state"), SYSTEM)
    attempts: dict[str, list[tuple[datetime, Grade]]] = {}
    play(10)
    for day in range(7):
        now = MORNING + timedelta(days=day)
        tonight = now.replace(hour=23, minute=59)
        if day in (2, 5):
            play(3)
        deck = grown(tmp_path, ME)
        wanted = sum(len(expected(game, one, one.names.index(NAMES[0]))) for one in games)
        cards = cards_of(deck)
        assert sum(card.times for card in cards) == wanted
        keys = [card.key for card in cards]
        due = [
            key for key in keys if (when := scheduled(attempts.get(key, []))) and when <= tonight
        ]
        new = [key for key in keys if key not in attempts]
        said = outcome("mine", cards, deck.aside, history, tonight, UTC)
        assert said.asked == (len(due), len(new), len(keys) - len(due) - len(new))
        if not cards:
            continue
        (asked_today,) = run_inline(deck.due(deck.listed(), history, tonight))
        if not asked_today:
            assert not due
            assert not new
            continue
        document = Document(posed_together([card.mistake for card in asked_today], str))
        listed = [one for some in run_inline(listing(document)) for one in some]
        assert [one.key for one in listed] == [card.key for card in asked_today]
        collection = ProblemCollection(listed, history)
        collection.ask_all()
        asked: ListedProblem | None = listed[0]
        left = [*due, *new[:MOST_NEW]]
        again: set[str] = set()
        while asked is not None:
            assert asked.key == (left.pop(0) if left else asked.key)
            grade = chance.choice(list(Grade)) if asked.key not in again else Grade.RIGHT
            now += timedelta(minutes=1)
            history.add(asked.key, grade, now)
            attempts.setdefault(asked.key, []).append((now, grade))
            if grade is Grade.WRONG:
                again.add(asked.key)
                collection.ask_again(asked)
            asked = collection.neighbour(asked, 1)
        assert not left
    done = [grades for grades in attempts.values()]
    said = outcome("mine", deck.listed(), deck.aside, history, tonight, UTC)
    assert said.tried == len(done)
    assert said.first_right == sum(one[0][1] is Grade.RIGHT for one in done)
    by_day: dict[str, list[Grade]] = {}
    for grades in done:
        for moment, grade in grades:
            by_day.setdefault(str(moment.date()), []).append(grade)
    rows = [
        f"mine,{day},{some.count(Grade.RIGHT)},{some.count(Grade.HINTED)},{some.count(Grade.WRONG)}"
        for day, some in sorted(by_day.items())
    ]
    assert table([said]).splitlines() == ["deck,day,right,hinted,wrong", *rows]
    assert history.finish(30)


def test_only_what_is_new_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(PGN, "utf-8")
    news: list[DeckNews] = []
    grown(tmp_path, ME, news)
    grown(tmp_path, ME, news)
    path.write_text(PGN + "\n" + PGN.replace("Adler, A", "Adler, Anna"), "utf-8")
    grown(tmp_path, ME, news)
    assert [(one.read, one.kept, one.new, one.problems) for one in news] == [
        (1, 0, 1, 1),
        (0, 1, 0, 1),
        (1, 1, 0, 1),
    ]
    (card,) = cards_of(grown(tmp_path, ME))
    assert card.times == 2


def test_games_are_found_again_by_their_moves_else_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(PGN, "utf-8")
    grown(tmp_path, ME)
    path.rename(tmp_path / "b.pgn")
    (card,) = cards_of(grown(tmp_path, ME))
    assert card.path == str(tmp_path / "b.pgn")
    (tmp_path / "b.pgn").rename(tmp_path / "b.hidden")
    news: list[DeckNews] = []
    deck = grown(tmp_path, ME, news)
    assert (cards_of(deck), deck.aside) == ([], 1)
    assert "1 problem is set aside: its game isn't there any more." in map(str, news[0].words)
    (tmp_path / "b.hidden").rename(tmp_path / "c.pgn")
    deck = grown(tmp_path, ME)
    assert ([one.path for one in cards_of(deck)], deck.aside) == ([str(tmp_path / "c.pgn")], 0)


def test_a_deeper_analysis_leaves_the_problem_what_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(PGN, "utf-8")
    (before,) = cards_of(grown(tmp_path, ME))
    path.write_text(PGN.replace("d5 3. exd5", "d5 3. exd5 Qxd5"), "utf-8")
    (after,) = cards_of(grown(tmp_path, ME))
    assert after.key == before.key
    path.write_text(PGN.replace("[%eval #-1]", "[%eval -0.70]"), "utf-8")
    deck = grown(tmp_path, ME)
    assert (cards_of(deck), deck.aside) == ([], 0)


def test_another_player_makes_another_deck(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text(PGN, "utf-8")
    assert len(cards_of(grown(tmp_path, ME))) == 1
    assert not cards_of(grown(tmp_path, "Berg, B"))
    assert len(cards_of(grown(tmp_path, ME))) == 1


def test_lines_that_are_not_understood_stay_and_do_no_harm(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text(PGN, "utf-8")
    path = Path(grown(tmp_path, ME).path)
    odd = 'nonsense\n[1]\n{"mistakes": 3}\n{"game": "x", "file": "y", "record": 0, "mistakes": [{}]}\n'
    path.write_text(odd + path.read_text("utf-8") + '{"game": "torn', "utf-8")
    Path(f"{path}{INDEX}").write_text("[]", "utf-8")
    assert len(cards_of(grown(tmp_path, ME))) == 1
    assert path.read_text("utf-8").startswith(odd)
    deck = Deck(str(path))
    run_inline(deck.reading())
    assert deck.order == DeckOrder((str(tmp_path),), Player(ME))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("game", "draughts"),
        ("lost", float("nan")),
        ("lost", float("inf")),
        ("lost", 1e308),
        ("lost", 10**400),
    ],
)
def test_a_mistake_that_cannot_be_posed_costs_no_other(
    tmp_path: Path, field: str, value: object
) -> None:
    (tmp_path / "a.pgn").write_text(PGN, "utf-8")
    path = Path(grown(tmp_path, ME).path)
    line = json.loads(path.read_text("utf-8").splitlines()[1])
    odd = {**line, "game": "other", "mistakes": [{**line["mistakes"][0], field: value}]}
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(odd) + "\n")
    Path(f"{path}{INDEX}").unlink()
    deck = Deck(str(path))
    run_inline(deck.reading())
    assert [posed(card.mistake, str).game for card in cards_of(deck)] == ["chess"]


@pytest.mark.parametrize(
    "index",
    ['{"order": {}, "files": {"x": [[1e400], []]}}', '{"order": 1, "files": {}}', "[" * 9999],
)
def test_an_index_that_is_not_understood_is_read_anew(tmp_path: Path, index: str) -> None:
    (tmp_path / "a.pgn").write_text(PGN, "utf-8")
    path = grown(tmp_path, ME).path
    Path(f"{path}{INDEX}").write_text(index, "utf-8")
    assert len(cards_of(grown(tmp_path, ME))) == 1


@pytest.mark.parametrize("key", ["chance", "points"])
def test_an_order_with_a_number_too_large_is_none(tmp_path: Path, key: str) -> None:
    (tmp_path / "a.pgn").write_text(PGN, "utf-8")
    path = Path(grown(tmp_path, ME).path)
    head = json.loads(path.read_text("utf-8").splitlines()[0])
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps({**head, key: 10**400}) + "\n")
    deck = Deck(str(path))
    run_inline(deck.reading())
    assert deck.order.sources == (str(tmp_path),)


class FullDisk(FileSystem):
    """Has room for the deck, but not for its index."""

    def write(self, fd: int, data: bytes) -> None:
        if data.startswith(b'{"order"'):
            raise OSError(28, "No space left on device")
        super().write(fd, data)


def test_without_room_for_an_index_a_deck_grows_and_nothing_is_half_written(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text(PGN, "utf-8")
    path = tmp_path / "deck" / "mine.jsonl"
    order = DeckOrder((str(tmp_path / "a.pgn"),), Player(ME))
    run_inline(Deck(str(path), order, FullDisk()).growing())
    assert [one.name for one in path.parent.iterdir()] == ["mine.jsonl"]
    deck = Deck(str(path))
    run_inline(deck.reading())
    assert len(cards_of(deck)) == 1


@pytest.mark.skipif(os.name == "nt", reason="Windows has no permission bits")
def test_a_folder_that_is_there_stays_open_to_others(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text(PGN, "utf-8")
    order = DeckOrder((str(tmp_path / "a.pgn"),), Player(ME))
    tmp_path.chmod(0o755)
    run_inline(Deck(str(tmp_path / "mine.jsonl"), order).growing())
    run_inline(Deck(str(tmp_path / "new" / "mine.jsonl"), order).growing())
    assert tmp_path.stat().st_mode & 0o777 == 0o755
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700


def test_a_deck_that_another_process_writes_for_a_moment_is_waited_for(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text(PGN, "utf-8")
    path = str(tmp_path / "mine.jsonl")
    fd = SYSTEM.open_locked(path)
    freed = Timer(0.3, SYSTEM.close, [fd])
    freed.start()
    run_inline(Deck(path, DeckOrder((str(tmp_path / "a.pgn"),), Player(ME))).growing())
    freed.join()
    deck = Deck(path)
    run_inline(deck.reading())
    assert len(cards_of(deck)) == 1


def test_files_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text(PGN, "utf-8")
    (tmp_path / "b.kif").write_bytes(b"\0\1\2")
    (tmp_path / "empty.pgn").write_bytes(b"")
    news: list[DeckNews] = []
    order = DeckOrder((str(tmp_path), str(tmp_path / "gone.pgn")))
    deck = Deck(str(tmp_path / "mine.jsonl"), order)
    news += run_inline(deck.growing())
    assert len(cards_of(deck)) == 1
    assert str(tmp_path / "gone.pgn") in [path for path, _ in news[0].unread]


def test_a_problem_that_the_deck_has_lost_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text(PGN, "utf-8")
    path = tmp_path / "mine.jsonl"
    run_inline(Deck(str(path), DeckOrder((str(tmp_path / "a.pgn"),), Player(ME))).growing())
    deck = Deck(str(path))
    run_inline(deck.reading())
    (one,) = deck.listed()
    assert deck.card(one).key == one.key
    path.write_text("\n" * path.stat().st_size, "utf-8")
    with pytest.raises(BytesGone):
        deck.card(one)
