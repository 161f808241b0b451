"""What newcomers type, in their words: palette and manual have the right thing among the first three."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from desks import make_window

from viewer.base import catalogs
from viewer.base.catalogs import tr
from viewer.base.manual import Manual
from viewer.base.messages import message
from viewer.base.samples import samples
from viewer.base.settings import SETTINGS
from viewer.ui.commands import COMMANDS
from viewer.ui.manual.opening import named
from viewer.ui.window.palette import Palette
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

_FIRST = 3
_MISSED = 1  # of twenty: what nobody could guess from the words alone
_GAMES = {"en": "go", "zh_CN": "xiangqi", "ja": "shogi"}
ASKED = {
    "en": (
        ("undo move", "undo", "study#branches trouble#lost study#details play#game"),
        ("flip", "flip", "settings#board read"),
        ("tsumego", "solve problem", "problems#solve problems"),
        ("joseki", "look-up-part", "go#joseki position#corner"),
        ("PGN convert", "save-as convert-folder", "files#convert"),
        ("dark mode", "theme-dark", "settings#window"),
        ("font bigger", "settings:text-size", "settings#window settings#settings"),
        ("rotate board", "flip turn-right turn-left", "settings#board go"),
        ("annotate", "comment", "study#comments"),
        ("draw arrow", "tool-arrow mark tools", "study#marks"),
        ("computer analysis", "analyse", "engine#position engine#games"),
        ("play against computer", "play-engine", "play play#begin"),
        ("opponent preparation", "explore-player", "opponent#player opponent"),
        (
            "merge pgn",
            "compare-with join-games tree-of-games",
            "compare compare#merge compare#compare compare#beside files#collect",
        ),
        ("print game", "print", "export#export"),
        ("screenshot", "copy-picture save-picture", "export#picture"),
        ("keyboard shortcuts", "keys change-keys", "settings#keys"),
        ("flashcards", "drill drill-due export", "learn#drill problems#other problems"),
        ("endgame tablebase", "books add-tablebases", "position#continue chess#books"),
        ("who won", "result", "study#details"),
    ),
    "zh_CN": (
        ("反转棋盘", "flip", "settings#board read"),
        ("打谱", "play-back next guess", "read#step learn#guess"),
        ("悔棋", "undo", "study#branches trouble#lost study#details play#game"),
        ("复盘", "analyse-games analyse show-report", "engine#games engine#read learn#mistakes"),
        ("拆棋", "analyse trial", "engine#position read#trial study"),
        ("人机对战", "play-engine", "play play#begin"),
        ("死活题", "solve problem", "problems#solve problems go#problems"),
        ("棋谱打印", "print", "export export#export"),
        ("夜间模式", "theme-dark", "settings#window"),
        ("字体大小", "settings:text-size", "settings#window settings#settings"),
        ("乱码", "encoding", "files#encoding"),
        ("格式转换", "save-as convert-folder", "files#convert"),
        ("摆谱", "edit-position type-moves", "study#details study#moves"),
        ("导出图片", "save-picture copy-picture export", "export#picture export#export"),
        (
            "合并棋谱",
            "compare-with join-games tree-of-games",
            "compare compare#merge compare#compare compare#beside files#collect",
        ),
        (
            "残局",
            "edit-position library-material solve problem",
            "xiangqi#problems position#material",
        ),
        ("定式", "look-up-part", "go#joseki position#corner"),
        ("和棋", "result", "study#details play#game"),
        ("对手", "explore-player", "opponent#player opponent"),
        ("快捷键", "keys change-keys", "settings#keys"),
    ),
    "ja": (
        ("棋譜 印刷", "print", "export#export"),
        ("検討", "analyse", "engine#position"),
        ("盤面反転", "flip", "settings#board read"),
        ("待った", "undo take-back", "study#branches study#details trouble#lost"),
        ("棋譜解析", "analyse-games", "engine#games"),
        ("詰将棋", "solve problem search-mate", "problems#solve problems shogi#tsume"),
        ("定跡", "books explorer add-book", "position#continue shogi#engines opponent#player"),
        ("次の一手", "guess solve problem", "learn#guess"),
        ("文字化け", "encoding", "files#encoding"),
        ("文字 大きく", "settings:text-size", "settings#window settings#settings"),
        ("ダークモード", "theme-dark", "settings#window"),
        ("コピペ", "copy paste copy-as", "export#copy study#branches read#open"),
        ("対局相手", "explore-player", "opponent#player opponent"),
        ("コンピュータ対戦", "play-engine", "play play#begin"),
        ("画像保存", "save-picture copy-picture", "export#picture"),
        ("KIF変換", "save-as convert-folder", "files#convert"),
        ("局面検索", "library-position", "position#same position"),
        ("矢印", "tool-arrow mark tools", "study#marks"),
        ("ショートカット", "keys change-keys", "settings#keys"),
        (
            "棋譜 結合",
            "compare-with join-games tree-of-games",
            "compare compare#merge compare#compare compare#beside files#collect",
        ),
    ),
}
"""(typed, commands or "settings:KEY", places of the manual): each, of which one is enough."""


@pytest.mark.parametrize("language", ASKED)
def test_the_palette_and_the_manual_know_what_newcomers_type(
    qtbot, tmp_path: Path, language: str
) -> None:
    assert len(ASKED[language]) == 20
    sample = Path(samples()[_GAMES[language]]["study"])
    path = Path(shutil.copy(sample, tmp_path))
    try:
        if language != "en":
            catalogs.choose(language)
        window = make_window(qtbot, tmp_path, path)
        for id in ("next", "make-main", "delete"):
            window.run_named(id)  # there is something to undo
        palette = Palette(window, window.run)
        book = Manual("" if language == "en" else language, named)
        lost, unread = [], []
        for typed, ids, places in ASKED[language]:
            palette.look_for(typed)
            rows = [row.words for row in palette.rows[:_FIRST]]
            wanted = tuple(shown(id, window) for id in ids.split())
            if not any(row.startswith(wanted) for row in rows):
                lost.append((typed, rows))
            hits = [hit.place for hit in book.search(typed)[:_FIRST]]
            if not set(hits) & set(places.split()):
                unread.append((typed, hits))
        palette.go_away()
        assert len(lost) <= _MISSED, lost
        assert len(unread) <= _MISSED, unread
    finally:
        catalogs.use(None)


def shown(id: str, window: Window) -> str:
    """What a command or setting is called in the palette."""
    kind, _, key = id.partition(":")
    if key:
        return tr(message("Settings: {name}", name=SETTINGS[key].label))
    return tr(COMMANDS[kind].title_in(window)).rstrip("…")
