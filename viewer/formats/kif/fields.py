"""The header fields of the KIF family, with their names on the screen."""

from __future__ import annotations

from viewer.base.messages import in_context, message
from viewer.formats.format import HeaderField
from viewer.tree.record import Header

FIELDS: tuple[HeaderField, ...] = (
    HeaderField("開始日時", message("Beginning"), "date"),
    HeaderField("終了日時", message("End"), "end"),
    HeaderField("対局日", message("Date"), "date"),
    HeaderField("棋戦", message("Event"), "event"),
    HeaderField("表題", message("Title"), "title"),
    HeaderField("場所", message("Place"), "place"),
    HeaderField("持ち時間", message("Time limit"), "time-rule"),
    HeaderField("秒読み", message("Byoyomi")),
    HeaderField("手合割", message("Handicap"), start=True),
    HeaderField("先手", in_context("shogi", "Black"), "side0"),
    HeaderField("後手", in_context("shogi", "White"), "side1"),
    HeaderField("下手", message("Receiver of the handicap"), "side0"),
    HeaderField("上手", message("Giver of the handicap"), "side1"),
    HeaderField("先手省略名", message("Black's short name")),
    HeaderField("後手省略名", message("White's short name")),
    HeaderField("戦型", message("Opening"), "opening"),
    HeaderField("消費時間", message("Time used")),
    HeaderField("記録係", message("Recorder")),
    HeaderField("掲載", message("Published")),
    HeaderField("備考", message("Remarks"), "note"),
    HeaderField("作品番号", message("Number of the problem")),
    HeaderField("作品名", message("Name of the problem"), "title"),
    HeaderField("作者", message("Author"), "author"),
    HeaderField("発表誌", message("Published in")),
    HeaderField("発表年月", message("Date of publication")),
    HeaderField("出典", message("Source")),
    HeaderField("手数", message("Number of moves"), "plies"),
    HeaderField("完全性", message("Soundness")),
    HeaderField("分類", message("Kind of problem")),
    HeaderField("受賞", message("Prize")),
)

NEW: tuple[Header, ...] = (Header("先手", ""), Header("後手", ""))
