"""Short texts in seven languages: in which codecs, of which kinds of files, they are read rightly."""

from __future__ import annotations

import unicodedata

import pytest

from viewer.formats.kit.charsets import ANY, SHOGI, XIANGQI, Expected
from viewer.formats.kit.judge import judge

TEXTS = {
    "simplified": """
        红方好棋，弃车
        王天一先胜
        黑方只能应将
        这步棋很关键
        第三届全国象棋个人赛
        双方兑车后和棋
        马踩中象，红方大优，黑方投子认负。
        如改走炮二平五，则红方先手较优，黑方仍可抗衡。
        北京 李明
        上海市浦东新区少年宫象棋比赛第五轮，红方执先，对手为业余棋手。
        好棋！
        漏着，应该先平炮再进车，这样可以保住中路的攻势。
        围棋入门：角上死活
        白棋脱先，黑棋点三三
        残局：车兵胜士象全
    """,
    "traditional": """
        紅方好棋，棄車
        黑方只能應將
        這步棋很關鍵
        第三屆全國象棋個人賽
        雙方兌車後和棋
        馬踩中象，紅方大優，黑方認輸。
        如改走砲二平五，則紅方先手較優，黑方仍可抗衡。
        台北 陳明德
        台北市信義區少年象棋比賽第五輪，紅方先行，對手為業餘棋手。
        漏著，應該先平砲再進車，這樣可以保住中路的攻勢。
        圍棋入門：角上死活
        白棋脫先，黑棋點三三
        殘局：車兵勝士象全
        對局者：張文華
    """,
    "japanese": """
        先手の勝ち
        これは好手です
        後手は角を打った
        この手は悪手で、飛車が死ぬ。
        第三回大会の準決勝
        居飛車対振り飛車の戦い
        ここで銀を引くべきだった。
        藤井さんの名局
        相手の玉は詰んでいる
        コウ材が足りない
        黒の石は生きています。白はツケてからハネる。
        東京都の大会で指した一局。序盤から激しい展開になった。
        うまい手順
        シチョウが悪いので切れない
        中央の模様を広げる手もあった
    """,
    "korean": """
        좋은 수입니다
        흑이 우세하다
        백의 실수
        이창호 구단
        한국 장기 협회 대회 결승전
        여기서 차를 잡으면 이긴다.
        초반 포석이 특이하다. 백은 우상귀를 지켰다.
        다음 수가 승부처였다
        서울 시민 바둑 대회 제삼국에서 둔 판
        홍이 먼저 둔다
        마를 버리고 공격
        패가 남아 있다
        김영수 대 박민호
        무승부
    """,
    "german": """
        Schwarz hätte länger überlegen müssen.
        Weiß gewinnt
        Schöner Zug!
        Müller gegen Jäger
        Die Eröffnung ist für Schwarz schlecht.
        Größter Fehler der Partie: der Läufer hängt.
        Königsindisch
        Österreich
        Straßburg 1998, fünfte Runde
        Zugzwang für Weiß, der König muß weichen.
        nützlich
        Der Turm schlägt, dann Matt.
    """,
    "russian": """
        Белые выигрывают
        Чёрные сдались
        Хороший ход
        Лучше было отступить слоном.
        Иванов против Петрова
        Москва
        Ничья
        Ферзь под боем, но у белых сильная атака на королевском фланге.
        Жертва
        Защита Нимцовича
        Шестой тур, сильнейший турнир года
        Решающая ошибка
    """,
    "vietnamese": """
        Đỏ thắng
        Nước cờ hay
        Đen phải chạy tướng
        Giải vô địch quốc gia
        Nguyễn Thành Bảo
        Nếu đi pháo thì đỏ ưu thế rõ ràng.
        Hòa cờ
        Xe bắt mã, sau đó chiếu hết.
        Lại Lý Huynh đi tiên
        Thành phố Hồ Chí Minh
        Trận chung kết rất hấp dẫn, hai bên đổi xe sớm.
    """,
}
KINDS = {"any": ANY, "xiangqi": XIANGQI, "shogi": SHOGI}
CASES = {
    "simplified": {"gb18030": "any xiangqi"},
    "traditional": {"big5hkscs": "any xiangqi", "gb18030": "any xiangqi"},
    "japanese": {"cp932": "any xiangqi shogi", "euc_jp": "any shogi", "gb18030": "any xiangqi"},
    "korean": {"cp949": "any xiangqi"},
    "german": {"cp1252": "any xiangqi shogi"},
    "russian": {"cp1251": "any xiangqi", "gb18030": "any xiangqi"},
    "vietnamese": {"cp1258": "any xiangqi"},
}
# So short that their bytes are as good a text in another codec.
UNTOLD = {
    ("simplified", "gb18030", "any"): {"北京 李明"},
    ("simplified", "gb18030", "xiangqi"): {"北京 李明"},
    ("japanese", "gb18030", "any"): {
        *("これは好手です", "後手は角を打った", "ここで銀を引くべきだった。"),
        *("藤井さんの名局", "コウ材が足りない"),
    },
    ("japanese", "gb18030", "xiangqi"): {
        *("これは好手です", "後手は角を打った", "藤井さんの名局", "コウ材が足りない"),
    },
    ("korean", "cp949", "xiangqi"): {"무승부"},
    ("russian", "cp1251", "xiangqi"): {"Москва", "Ничья", "Жертва"},
}
TONES = "\u0300\u0301\u0303\u0309\u0323"


def texts_of(language: str, codec: str) -> list[str]:
    """The texts as the codec has them, in which Vietnamese tones are signs of their own."""
    lines = [line.strip() for line in TEXTS[language].splitlines() if line.strip()]
    return ["".join(map(_toned, line)) for line in lines] if codec == "cp1258" else lines


def _toned(char: str) -> str:
    parts = unicodedata.normalize("NFD", char)
    tones = "".join(part for part in parts if part in TONES)
    bare = "".join(part for part in parts if part not in TONES)
    return unicodedata.normalize("NFC", bare) + tones


def wrong(texts: list[str], codec: str, expected: Expected, asked: int) -> set[str]:
    """The texts that are read as something else."""
    return {
        text
        for text in texts
        if text.encode(codec).decode(
            judge(text.encode(codec), "", expected, asked).codec, "replace"
        )
        != text
    }


@pytest.mark.parametrize(
    ("language", "codec", "kind"),
    [
        (language, codec, kind)
        for language, codecs in CASES.items()
        for codec, kinds in codecs.items()
        for kind in kinds.split()
    ],
)
def test_short_texts(language: str, codec: str, kind: str) -> None:
    untold = UNTOLD.get((language, codec, kind), set())
    assert wrong(texts_of(language, codec), codec, KINDS[kind], 1 << 16) == untold


@pytest.mark.parametrize("language", TEXTS)
def test_utf_8(language: str) -> None:
    assert not wrong(texts_of(language, "utf-8"), "utf-8", XIANGQI, 0)


def test_japanese_of_a_chinese_system_needs_no_chardet() -> None:
    assert not wrong(texts_of("japanese", "gb18030"), "gb18030", XIANGQI, 0)
