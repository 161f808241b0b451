"""What people take for the same letters is the same in every search; what they don't isn't."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.base.folding import folded, found_in, is_pinyin, letters
from viewer.base.pinyin import Readings, pinyin_of, said_in
from viewer.base.resources import resource_text

ALIKE = """
胡榮華 胡荣华 | 殘局 残局 | 馬 马 | 許銀川 许银川 | 趙國榮 赵国荣 | 呂欽 吕钦 | 陳孝堃 陈孝堃
楊官璘 杨官璘 | 李義庭 李义庭 | 劉殿中 刘殿中 | 鄭惟桐 郑惟桐 | 蔣川 蒋川 | 謝靖 谢靖
孫勇征 孙勇征 | 聶鐵文 聂铁文 | 龍 龙 | 車 车 | 砲 炮 | 帥 帅 | 將 将 | 對 对 | 順 顺 | 飛 飞
過 过 | 錦標賽 锦标赛 | 全國 全国 | 聯賽 联赛 | 決 决 | 冠軍 冠军 | 開局 开局 | 後手 后手
先勝 先胜 | 負 负 | 藤澤 藤沢 | 渡邊 渡辺 | 齋藤 斎藤 | 廣瀬 広瀬 | 眞 真 | 竜王戰 竜王戦
圍棋 囲棋 | 國 国 | 學 学 | 會 会 | 櫻井 桜井 | 黒 黑 | 澁谷 渋谷 | 關 関 | 鹽 塩 | 惠 恵
實 実 | 圖 図 | 假 仮 | 兒 児 | 團 団 | 驛 駅 | 專 専 | 戰 戦 | 擔 担 | 樂 楽 | 歸 帰
沢田 澤田 | 濱 浜 | 邊 辺 | ひふみ ヒフミ | ﾋﾌﾐ ヒフミ | ﾋﾌﾐ ひふみ | がぎぐ ガギグ
ｶﾞｷﾞｸﾞ ガギグ | ぱぴぷ パピプ | ﾊﾟ ぱ | かな カナ | ｶﾅ かな | ッ っ | ャ ゃ | ヴ ｳﾞ
リーグ りーぐ | ﾘｰｸﾞ リーグ | アマ ｱﾏ | ヨ ょ! | ゐ ヰ | ヲ を | ン ﾝ | ゴ ご | ジ じ | ズ ず
プロ ﾌﾟﾛ | Ｋａｒｐｏｖ Karpov | ＡＢＣ abc | １２３ 123 | ＰＧＮ pgn | （１） (1) | Ａ－Ｂ A-B
１．ｅ４ 1.e4 | ！？ !? | ：; :;! | ％ % | KARPOV karpov | Karpov KARPOV | STRASSE straße
Straße strasse | ÉCOLE école | ŁÓDŹ łódź | ÇA ça | ÑANDÚ ñandú | ØRE øre | Müller Muller
Ångström Angstrom | Réti Reti | Grünfeld Grunfeld | Nájera Najera | Žižka Zizka | Čech Cech
Đuro Duro | Łukasz Lukasz | Søren Soren | Æsir Aesir | Œuvre Oeuvre | Þór Thor
Kasımdžanov Kasimdzanov | Šachs Sachs | Ïsa Isa | Petrosjan petrosjan | Tǎl Tal | Ștefan Stefan
İstanbul istanbul | ñ n | ç c | ö o | ü u | å a | é e | î i | ž z | ť t | Карпов Karpov
КАСПАРОВ kasparov | Таль Tal | Ботвинник Botvinnik | Петросян Petrosyan! | Смыслов Smyslov!
Анна Anna | Иван Ivan | Борис Boris | Макогонов Makogonov | Тарту Tartu | Рига Riga
Минск Minsk | Одесса Odessa | Вологда Vologda | Александр Aleksandr | Виктор Viktor | Марк Mark
Лев Lev | Давид David | Роман Roman | Олег Oleg | Нона Nona | Тигран Tigran | Αθήνα Athina
Παπαδόπουλος Papadopoylos! | Σίσυφος Sisyfos! | Νίκος Nikos | Άννα Anna | Κρήτη Kriti
Ρόδος Rodos | Δέλτα Delta | ﬁne fine | ﬂag flag | ½ 1⁄2 | Ⅳ IV | ™ tm | ① 1 | ㈱ (株) | ㎏ kg
… ... | ª a | 專業 专业 | 藝術 艺术 | 蕭 萧 | 葉 叶 | 許 许 | 謝 谢 | 錢 钱 | 韓 韩 | 顧 顾
魯 鲁 | 鄧 邓 | 鐘 钟 | 賈 贾 | 鄒 邹 | 閻 阎 | 羅 罗 | 盧 卢 | 賀 贺 | 賴 赖 | 湯 汤 | 溫 温
萬 万 | 嚴 严 | 馮 冯 | 黃 黄 | 衛 卫 | 衞 衛 | 橘中祕 橘中秘 | 夢入神機 梦入神机
適情雅趣 适情雅趣 | 單車 单车 | 雙炮 双炮 | 馬兵 马兵 | 對局 对局 | 上海隊胡榮華 上海队胡荣华
仙人指路對卒底砲 仙人指路对卒底炮 | 曽 曾 | 寿 壽 | 円 圓 | 数 數 | 滝 瀧 | 竜 龍 | 亀 龜
児玉 兒玉 | 栄 榮 | 応 應 | 広 廣 | 啟 啓 | 峯 峰 | 爲 為 | 眾 衆 | 台灣 臺湾 | 裡 裏 | 綫 線
桜 樱 | 沢 泽 | 気 氣 | 読売 讀賣 | 将棋 將棋 | 囲碁 圍碁 | 戦法 戰法 | 穴熊囲い 穴熊圍い
横歩取り 橫步取り | ﾔｸﾞﾗ ヤグラ | ﾐﾉｶﾞｺｲ みのがこい | ギョク ｷﾞｮｸ | ハブ ﾊﾌﾞ | はぶ ハブ
ﾀﾆｶﾞﾜ たにがわ | ㌔ キロ | Алехин Alekhin | Бронштейн Bronshtein | Геллер Geller | Керес Keres
Корчной Korchnoi | Крамник Kramnik | Спасский Spasskii | Тайманов Taimanov | Чигорин Chigorin
Жуков Zhukov | Свидлер Svidler | Грищук Grishchuk | Авербах Averbakh | Хенкин Khenkin
Цешковский Tseshkovskii | ПЕТЕРБУРГ Peterburg | Ёлкин Elkin | Σκεμπρής Skempris
Γιώργος Giorgos | Μαρία maria | ΑΘΗΝΑ Αθήνα | Λάρισα larisa | ς σ | Καλλιθέα kallithea | θ th
χ ch | Dvořák Dvorak | Ivanišević Ivanisevic | Kožul Kozul | Nguyễn Nguyen | Đặng Dang
Gligorić Gligoric | Szabó Szabo | Ólafsson Olafsson | 髙橋 高橋 | 山﨑 山崎 | 渡邉 渡辺 | 渡邉 渡邊
齋藤 斎藤 | 嶋 島 | 冨田 富田 | 青栁 青柳 | 濵口 浜口 | 大槗 大橋 | 吉 𠮷 | 淸水 清水 | 鄕田 郷田 | 鐡 鉄
"""
"""Pairs; those with ! behind are no claim of ours, but what the tables say of sounds nobody agrees on."""
APART = """
胡荣华 胡荣花 | 马 车 | 炮 兵 | 红 黑 | 先 后 | 张 章 | 李 季 | 王 玉 | 大 太 | 土 士 | 未 末
日 曰 | 己 已 | 干 千 | 天 夭 | 人 入 | 許 徐 | 陳 程 | 吕 昌 | 钦 歆 | 柳 刘 | 胡 湖 | 金 全
银 铜 | 飛 馬 | 角 用 | 歩 香 | 桂 柱 | 王 主 | 玉 五 | 成 戊 | 藤 籐! | か が | は ば | は ぱ
ば ぱ | ハ バ | ﾊ ﾊﾞ | さ ざ | た だ | シ ツ | ソ ン | ア イ | う ラ | ー 一 | く ぐ | カ 力!
ロ 口 | ニ 二 | エ 工 | a b | o 0 | l 1 | I 1 | e é! | u v | rn m | cl d | vv w | ae a | oe o
ue u | ss s | th t | ph f | ck k | Karpov Karpow | Tal Tall | Reti Rety | Muller Mueller
Anand Ananda | Short Shirt | Kasparov Karpov | Euwe Eowe | Lasker Laskar | Spassky Spasski
Карпов Karpow | Таль Tali | Ян Jan | Юрий Jurij | Щ Sh | Ж Z | Х H | ц z | ы i | э a | Ά O | β b
ξ z | η e | ψ s | 가 나 | 이세돌 이세둘 | 한 하 | 김 긴 | 박 백 | 최 채 | 1 2 | 12 21 | 1.5 15
斉藤 斎藤 | 埼玉 崎玉 | 畑 畠 | 1-0 0-1 | 1 11 | +1 -1 | a-b ab | a.b ab | # + | ½ ⅓ | ① ② | Ⅳ VI | % ‰
"""


MARKED = ("café", "が", "パ", "Å", "é", "ü", "가", "각", "이세돌")
"""Letters that are one sign or several: editors make them one, so the several are made here."""


def _pairs(table: str) -> list[tuple[str, str]]:
    cells = [cell.split() for line in table.strip().splitlines() for cell in line.split("|")]
    return [(one, other) for one, other in cells if "!" not in (other[-1:], one[-1:]) or one == "!"]


@pytest.mark.parametrize(("one", "other"), _pairs(ALIKE))
def test_they_are_the_same(one: str, other: str) -> None:
    assert folded(one) == folded(other)
    assert found_in(f"x {one} y", letters(other)) is not None


@pytest.mark.parametrize("text", MARKED)
def test_marks_that_stand_apart_are_the_same(text: str) -> None:
    apart = unicodedata.normalize("NFD", text)
    assert apart != text
    assert folded(apart) == folded(text)


@pytest.mark.parametrize(("one", "other"), _pairs(APART))
def test_they_are_not_the_same(one: str, other: str) -> None:
    assert folded(one) != folded(other)


def test_there_are_enough_pairs() -> None:
    alike, apart = _pairs(ALIKE), _pairs(APART)
    assert len({frozenset(one) for one in alike}) >= 200
    assert len({frozenset(one) for one in apart}) >= 100
    assert all(one != other for one, other in [*alike, *apart]), "a text and itself prove nothing"
    for script in ("CJK UNIFIED", "HIRAGANA", "KATAKANA", "CYRILLIC", "GREEK", "LATIN"):
        for some in (alike, apart):
            assert any(
                unicodedata.name(sign, "").startswith(script) for one, _ in some for sign in one
            )


@given(st.text(max_size=30))
def test_folding_once_is_folding_twice(text: str) -> None:
    once = folded(text)
    assert folded(once) == once
    assert once == " ".join(once.split())


@given(
    st.text(alphabet="aÉéﬁ残殘がガab ", max_size=12),
    st.text(alphabet="aeéfi残がb", min_size=1, max_size=3),
)
def test_the_place_of_what_is_found_is_that_in_the_text(text: str, typed: str) -> None:
    wanted = letters(typed)
    place = found_in(text, wanted)
    if place is None:
        assert wanted not in "".join(letters(one) for one in text)
    else:
        assert wanted in letters(text[place[0] : place[1]])
        assert 0 <= place[0] < place[1] <= len(text)


NAMES = [
    "胡荣华",
    "上海 胡榮華",
    "柳大华",
    "吕钦",
    "单霞丽",
    "曾启全",
    "解放军",
    "区健",
    "中炮对屏风马",
    "Karpov",
    "ヒフミ",
    "仇晓明",
    "盖明强",
    "朴永奎",
    "查毅",
    "尉强",
    "许银川",
    "上海队胡荣华",
]


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("hrh", ["胡荣华", "上海 胡榮華", "上海队胡荣华"]),
        ("hurong", ["胡荣华", "上海 胡榮華", "上海队胡荣华"]),
        ("ronghua", ["胡荣华", "上海 胡榮華", "上海队胡荣华"]),
        ("qiuxiaoming", ["仇晓明"]),
        ("chouxiao", ["仇晓明"]),
        ("qxm", ["仇晓明"]),
        ("gemingqiang", ["盖明强"]),
        ("gaiming", ["盖明强"]),
        ("piaoyongkui", ["朴永奎"]),
        ("puyong", ["朴永奎"]),
        ("zhayi", ["查毅"]),
        ("chayi", ["查毅"]),
        ("yuqiang", ["尉强"]),
        ("weiqiang", ["尉强"]),
        ("xyc", ["许银川"]),
        ("xuyinchuan", ["许银川"]),
        ("lvqin", ["吕钦"]),
        ("luqin", ["吕钦"]),
        ("shan", ["上海 胡榮華", "单霞丽", "上海队胡荣华"]),
        ("danxia", ["单霞丽"]),
        ("zeng", ["曾启全"]),
        ("ceng", ["曾启全"]),
        ("xie", ["解放军"]),
        ("ou", ["区健"]),
        ("pfm", ["中炮对屏风马"]),
        ("zhongpao", ["中炮对屏风马"]),
        ("uron", []),
        ("karpov", []),
    ],
)
def test_names_are_found_by_pinyin(typed: str, names: list[str]) -> None:
    assert Readings(NAMES).found(typed) == names


@pytest.mark.parametrize(
    ("wanted", "there"),
    [
        ("胡榮華", True),
        ("hrh", True),
        ("rong", True),
        ("hurong 开局", True),
        ("kaij hrh", True),
        ("", True),
        ("hrhx", False),
        ("h", False),  # one letter is no pinyin
        ("胡荣华的", False),
    ],
)
def test_words_are_said_in_a_text_or_its_pinyin(wanted: str, there: bool) -> None:
    assert said_in(folded("胡荣华 開局 1"), folded(wanted)) == there


def test_what_may_be_pinyin() -> None:
    assert is_pinyin("hrh")
    assert not any(map(is_pinyin, ("h", "胡", "h1", "hu rong", "")))
    assert pinyin_of("1972") == frozenset()
    assert len(pinyin_of("单" * 1000)) < 100, "a long text isn't read in all its ways"


@pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in ("opencc", "pypinyin", "anyascii")),
    reason="needs the packages that the tables are made of",
)
def test_the_tables_are_what_the_packages_say(tmp_path: Path) -> None:
    script = Path(__file__).parents[2] / "packaging" / "make_folding.py"
    subprocess.run([sys.executable, str(script), str(tmp_path)], check=True)
    assert len(list(tmp_path.iterdir())) == 3
    for path in tmp_path.iterdir():
        assert path.read_text(encoding="utf-8") == resource_text("folding", path.name)
