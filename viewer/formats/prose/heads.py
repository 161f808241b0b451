"""What prose says of a game ahead of its moves: who played, where, when, from which position."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from viewer.base.named import NamedTuple
from viewer.formats.kif.start import Board
from viewer.formats.kit.recognising import game_of_ranks
from viewer.formats.prose.words import MARKS
from viewer.games import game_of
from viewer.games.capabilities import Sized
from viewer.games.game import Game, State
from viewer.games.shogi.position import setup_of
from viewer.tree.action import Setup

_MOST_POSITIONS = 100
_LONGEST = 300  # characters of a line that may be a header
_NAMED = {
    "first": "先手|下手|선수|上下方|縦|세로|Vertical|Senkrecht",
    "second": "后手|後手|上手|후수|左右方|横|가로|Horizontal|Waagerecht",
    "black": "黑方|黑|黑棋|黒|黒番|Black|Schwarz|흑|PB|Чёрные|Черные|Noirs|Negras|Neri|Nero|Pretas|Zwart"
    "|Czarne|Černý|Sötét|Svart|Sort",
    "white": "白方|白|白棋|白番|White|Weiß|Weiss|백|PW|Белые|Blancs|Blancas|Bianchi|Bianco|Brancas|Wit"
    "|Białe|Bílý|Világos|Vit|Hvid|Hvit",
    "red": "红方|红|红棋|紅方|紅|紅棋|Red|Rot|赤|홍|빨강",
    "blue": "Blue|Blau|青|蓝方|蓝|藍方|청|파랑",
    "event": "赛事|賽事|比赛|比賽|棋戦|大会|棋战|大会名|赛名|表題|대회|표제"
    "|Event|Turnier|Турнир|Tournoi|Torneo",
    "date": "日期|时间|時間|开始日時|開始日時|対局日|对局日期|日時|日付|Date|Datum|Дата|Fecha|날짜|일시",
    "place": "地点|地點|場所|场所|対局場所|Site|Place|Ort|Место|Lieu|Lugar|장소",
    "round": "轮次|輪次|回戦|Round|Runde|라운드",
    "title": "标题|標題|棋名|局名|题目|タイトル|Title|Titel|제목",
    "opening": "开局|開局|布局|佈局|戦型|オープニング|오프닝|Opening|Eröffnung|전형",
    "komi": "贴目|貼目|贴子|コミ|Komi|덤",
    "board": "棋盘|棋盤|盤|路数|盤面|판|바둑판|Board|Brett",
    "result": "结果|結果|结局|結局|Result|Ergebnis|결과",
    "author": "评注|評注|评注者|評註者|讲评|解说|解説|解説者|Annotator|Kommentar|Kommentator|해설|해설자",
}
_KEYS = {key: role for role, keys in _NAMED.items() for key in keys.split("|")}
_COLOURS = {
    "black": ("black", "side-blue"),
    "white": ("white", "side-red"),
    "red": ("side-red", "red"),
    "blue": ("side-blue",),
}
_KEY = re.compile(r"(?<!\w)(?P<key>[^\W\d_]{1,16})[ \t　]?[:：][ \t　]*(?=\S)")
_HAN_NAME = r"[^\s\d，。:：()（）]{2,12}"
_HOW = r"(?P<how>先?[胜勝负負和])[ 　]*"
_PLAYED = re.compile(
    rf"[ \t　]*(?:红方?|紅方?|先手)?[:： 　]*(?P<first>{_HAN_NAME}(?<!先))[ 　]*"
    r"(?:[（(](?:红|紅|先)[）)])?[ 　]*"
    rf"{_HOW}(?:黑方?|后手|後手)?[:： 　]*(?P<second>{_HAN_NAME})[ 　]*(?:[（(][黑后後][）)])?[ \t　]*\Z"
)
_BOTH = re.compile(
    rf"[ \t　]*(?:(?P<event>[^\n，。:：]{{2,40}})[ 　]+)?"
    rf"(?:红方?|紅方?)[:： 　]*(?P<first>{_HAN_NAME})[ 　]+(?:{_HOW})?"
    rf"黑方?[:： 　]*(?P<second>{_HAN_NAME})[ \t　]*\Z"
)
_NO_NAME = (  # but what is said of a side: 红方 先走, 黑方 胜
    "先[走行手]|后走|後走|[必速]?[胜勝]定?|勝ち|[负負]け?|认[输負]|認輸|投了|番|[大占佔]?[优優][势勢]?"
)
_ALONE = re.compile(
    r"[ \t　]*(?P<key>[红紅黑黒白]方|[先后後]手)[ 　]+"
    rf"(?!(?:{_NO_NAME})[ \t　]*\Z)"
    r"(?P<name>[^\s\d，。:：]{1,8}(?:[ 　][^\s\d，。:：]{1,8})?)[ \t　]*"
)
_NAME = r"[A-ZÀ-Ž][\w'’.-]+(?:,? [A-ZÀ-Ž][\w'’.-]*){0,3}"
_AGAINST = re.compile(
    rf"[ \t]*(?P<first>{_NAME})[ ]*(?:[–—-]|vs?\.?|gegen)[ ]+(?P<second>{_NAME}?)"
    r"(?:,[ ]*(?P<place>[^\d,\n]{2,40}?))?(?:,?[ ]*(?P<date>(?:1[5-9]|20)\d\d))?[ \t]*"
    r"(?:,[ ]*(?P<result>1-0|0-1|1/2-1/2|½-½))?[ \t]*\Z"
)
_VERSUS = re.compile(
    rf"[ \t　]*(?P<first>{_HAN_NAME}?)[ 　]*[対對对][ 　]*(?P<second>{_HAN_NAME})[ \t　]*\Z"
)
"""Only behind the title of a game: elsewhere it may be any words."""
_EVENT = re.compile(
    r"[ \t　]*(?P<date>(?:1[89]|20)\d\d)[ ]?年?[^\n，。:：]{0,60}"
    r"(?:赛|賽|杯|会|戦|战|錦標|戰)[^\n，。:：]{0,20}\Z"
)
_LEAD = re.compile(rf"(?:[{MARKS}]|(?<=\s)\d{{1,3}}[.．、:：)])\s*\Z")  # of the first move
_CUP = re.compile(r"[ \t　]*[^\s，。:：！？]{2,24}(?:[赛賽杯]|大会|棋戦|名人戦|竜王戦)[ \t　]*\Z")
_TURN = re.compile(
    r"[ \t　]*(?:第[\d一二三四五六七八九十]{1,3}[局盘盤](?!\w)|제\s?\d{1,3}국(?!\w))[:：、. \t　]*"
    r"|[ \t]*(?:Game|Partie|Round|Runde|Partida|Partita)\s\d{1,3}\b[:.) \t]*"
)
_TITLE = re.compile(rf"[^\w\n]*(?:[^\s,，。、:：()（）]{{1,30}}[ 　]?)?(?:{_TURN.pattern})[^\w\n]*")
_YEAR = re.compile(r"((?:1[89]|20)\d\d)[ ]?年")
_FEN = re.compile(
    r"(?<![\w/])[1-9a-zA-Z+~]{1,20}(?:/[1-9a-zA-Z+~]{1,20}){7,9}(?:[ \t]+[wbr-]"
    r"(?:[ \t]+(?:-|[KQkqA-H]{1,4}|(?:\d{0,2}[RBGSNLPrbgsnlp])+)(?!\w)"
    r"(?:[ \t]+(?:-|[a-h][36]|\d{1,4})(?![\w.])){0,3})?)?"
)
_BOD = re.compile(
    r"(?:^[^\n|]{0,30}持駒[：:][^\n]{0,100}\n)?(?:^[ \t　]*[９9][ 　][８8][ 　][^\n]{0,40}\n)?"
    r"^[ \t]*\+-{9,40}\+[ \t]*\n(?P<ranks>(?:[ \t]*[|｜][^\n]{9,80}\n){9})[ \t]*\+-{9,40}\+[ \t]*(?:\n|\Z)"
    r"(?:[先後上下]手[：:][^\n]{0,80}(?:\n|\Z))?(?:[^\n|]{0,10}持駒[：:][^\n]{0,100}(?:\n|\Z))?"
    r"(?:[先後上下]手[：:][^\n]{0,80}(?:\n|\Z))?(?:手数[＝=]\d[^\n]{0,80}(?:\n|\Z))?(?:[先後上下]手番[^\n]{0,10}(?:\n|\Z))?",
    re.MULTILINE,
)
_HELD = re.compile(r"(?P<side>[先後上下])手の?持駒[：:](?P<held>[^\n]*)")
_PLY = re.compile(r"手数[＝=](\d{1,4})")
_TO_MOVE = re.compile(r"([先後上下])手番")


_SIZE = re.compile(
    r"(?<![\w.:/-])(?P<columns>\d{1,2})\s?"
    r"(?:[x×✕*]\s?(?P<rows>\d{1,2})(?!\w|[.:/-]\d)|by (?P<by>\d{1,2})\b|路|줄)"
)


class Head(NamedTuple):
    """One thing that is said of a game.

    Attributes:
        role: as of a `HeaderField`.
        value: the text.
        start, end: the offsets of the line.
    """

    role: str
    value: str
    start: int
    end: int


class Position(NamedTuple):
    """A position in a text: its game, what it sets up, its offsets."""

    game: str
    setup: Setup
    start: int
    end: int


def heads(text: str, begin: int, end: int, game: Game[State]) -> list[Head]:
    """What the lines ahead of the first move of a text say of a game, in their order; each thing once."""
    found: list[Head] = []
    lead = _LEAD.search(text, begin, end)
    end = end if lead is None else lead.start()
    known: set[str] = set()
    at = begin
    for line in text[begin:end].splitlines(keepends=True):
        bare = line.rstrip("\r\n")
        if bare.strip() and len(bare) <= _LONGEST:
            said = _said(bare, game)
            last = bare.rpartition("。")[2]  # behind sentences
            start = at + len(bare) - len(last if not said else bare)
            for role, value in said or _said(last, game):
                if role not in known:
                    known.add(role)
                    found.append(Head(role, value, start, at + len(bare)))
        at += len(line)
    return found


def board(text: str, begin: int, end: int, game: Game[State]) -> Setup | None:
    """The empty board of another size than the usual one that a stretch of a text names: 13x13, 9路."""
    if not isinstance(game, Sized):
        return None
    usual = game.size_text(game.start(None))
    for one in _SIZE.finditer(text, begin, end):
        columns, rows = one["columns"], one["rows"] or one["by"] or one["columns"]
        size = columns if columns == rows else f"{columns}x{rows}"
        try:
            setup = game.parse_setup(size)
        except ValueError:
            continue
        return None if game.size_text(game.start(setup)) == usual else setup
    return None


def begins_game(text: str) -> bool:
    """Whether a text is the title of a further game and nothing else: 第二局, Game 3."""
    return _TURN.fullmatch(text) is not None


def titles_game(line: str, game: Game[State]) -> bool:
    """Whether a line is the title of a further game, perhaps with its event or its players: 王座戦第2局."""
    if _TITLE.fullmatch(line) is not None:
        return True
    return _TURN.match(line) is not None and bool(_said(line, game))


def says_heads(line: str, game: Game[State]) -> bool:
    """Whether a line is the title of a game, or says nothing but who played it, where and when."""
    return titles_game(line, game) or bool(_said(line, game))


def _said(line: str, game: Game[State]) -> list[tuple[str, str]]:
    colours = [side.colour for side in game.sides]
    turn = _TURN.match(line)
    line = line if turn is None else line[turn.end() :]
    keyed = _keyed(line, colours)
    if keyed or (keyed := _named(line, colours)):
        return keyed
    for pattern in (_BOTH, _PLAYED, _AGAINST, *(() if turn is None else (_VERSUS,))):
        played = pattern.match(line)
        if played is not None and (pattern is not _PLAYED or colours[0] != "white"):
            said = played.groupdict()
            pairs = [("side0", said["first"]), ("side1", said["second"])]
            more = ("event", "place", "date", "result")
            pairs += [(role, said[role]) for role in more if said.get(role)]
            year = _YEAR.match(said.get("event") or "")
            pairs += [("date", year[1])] if year is not None else []
            how = said.get("how") or ""
            ends = {"胜": "1-0", "勝": "1-0", "负": "0-1", "負": "0-1", "和": "1/2-1/2"}
            if how:
                pairs.append(("result", ends[how[-1]]))
            return [(role, value.strip()) for role, value in pairs if value.strip()]
    event = _EVENT.match(line)
    if event is not None:
        return [("event", line.strip()), ("date", event["date"])]
    return [("event", line.strip())] if _CUP.match(line) else []


def _named(line: str, colours: list[str]) -> list[tuple[str, str]]:
    """The player of a line that begins with a colour and a blank: 红方 广东 许先生."""
    found = _ALONE.fullmatch(line)
    role = "" if found is None else _role(found["key"], colours)
    return [(role, found["name"].strip())] if found is not None and role else []


def _keyed(line: str, colours: list[str]) -> list[tuple[str, str]]:
    """The roles and values of `key: value`, of which a line may have several."""
    keys = [(one, _role(one["key"], colours)) for one in _KEY.finditer(line)]
    known = [(one, role) for one, role in keys if role]
    if not known or line[: known[0][0].start()].strip():
        return []
    ends = [one.start() for one, _ in known[1:]] + [len(line)]
    pairs = [
        (role, line[one.end() : end].strip(" \t　,，;；"))
        for (one, role), end in zip(known, ends, strict=True)
    ]
    return [
        (role, value)
        for role, value in pairs
        if value and (role != "board" or _SIZE.fullmatch(value))
    ]


def _role(key: str, colours: list[str]) -> str:
    """The role of a key; of a player, which side plays the colour; "" for a key that nobody knows."""
    role = _KEYS.get(key) or _KEYS.get(key.capitalize(), "")
    if role in ("first", "second"):
        return f"side{int(role == 'second')}"
    if role in _COLOURS:
        return next((f"side{at}" for at, one in enumerate(colours) if one in _COLOURS[role]), "")
    return role


def positions(text: str) -> list[Position]:
    """The positions in a text: FEN, SFEN, BOD; those of the first one's game, in their order."""
    boards = list(_boards(text))
    lines = list(_lines(text))
    found = sorted(boards + lines, key=lambda one: one.start)
    return [one for one in found if one.game == found[0].game][:_MOST_POSITIONS]


def _boards(text: str) -> Iterator[Position]:
    """The boards of shogi (BOD) in a text, with the lines about the position above and below them."""
    for one in islice(_BOD.finditer(text), _MOST_POSITIONS):
        board = Board()
        odd = [board.rank(line.strip()) for line in one["ranks"].splitlines()]
        for held in _HELD.finditer(one.group()):
            odd.append(board.hand(held["side"], held["held"]))
        ply = _PLY.search(one.group())
        if ply is not None:
            board.ply = int(ply[1]) + 1
            board.turn("後" if board.ply % 2 == 0 else "先")
        turn = _TO_MOVE.search(one.group())
        if turn is not None:
            board.turn(turn[1])
        setup = None if any(odd) else setup_of(board.position(""))
        if setup is not None:
            yield Position("shogi", setup, *one.span())


def _lines(text: str) -> Iterator[Position]:
    """The positions that stand on a line, as FEN or SFEN."""
    found: list[Position] = []
    for one in _FEN.finditer(text):
        id = game_of_ranks(one.group().encode())
        if not id or id == "draughts" or (found and id != found[0].game):
            continue
        try:
            found.append(Position(id, game_of(id).parse_setup(one.group()), *one.span()))
        except ValueError:
            continue
        yield found[-1]
        if len(found) == _MOST_POSITIONS:
            break
