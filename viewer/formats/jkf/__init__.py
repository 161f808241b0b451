"""JKF, json-kifu-format: a record as JSON, with variations.

An edit changes only its own part of the file's text; the rest is kept. Headers have KIF's keys; an entry
without a move is a node without action. JKF has no bookmarks.
"""

from __future__ import annotations

import re

from viewer.base.messages import in_context, message
from viewer.base.text import UTF8
from viewer.formats.entry import Likeness
from viewer.formats.format import NO_GLYPHS
from viewer.formats.headers import HeaderField
from viewer.formats.kit.kif_headers import KifHeaders
from viewer.tree.annotation import ELAPSED

FIELDS: tuple[HeaderField, ...] = (
    HeaderField("表題", message("Title"), "title"),
    HeaderField("棋戦", message("Event"), "event"),
    HeaderField("開始日時", message("Beginning"), "date"),
    HeaderField("終了日時", message("End"), "end"),
    HeaderField("場所", message("Place"), "place"),
    HeaderField("持ち時間", message("Time limit"), "time-rule"),
    HeaderField("手合割", message("Handicap"), start=True),
    HeaderField("戦型", message("Opening"), "opening"),
    HeaderField("先手", in_context("shogi", "Black"), "side0"),
    HeaderField("後手", in_context("shogi", "White"), "side1"),
    HeaderField("下手", message("Receiver of the handicap"), "side0"),
    HeaderField("上手", message("Giver of the handicap"), "side1"),
    HeaderField("備考", message("Note"), "note"),
)


class JkfFormat(KifHeaders):
    """The format JKF."""

    id = "jkf"
    reader = "viewer.formats.jkf.reader:JkfCollection"
    writer = "viewer.formats.jkf.writer:write"
    variant = "JKF"
    fields = FIELDS
    facets = frozenset((ELAPSED,))
    free_headers = True
    single = True
    codec = UTF8
    glyphs = NO_GLYPHS


FORMAT = JkfFormat()


_OBJECT = re.compile(rb"(?:\xef\xbb\xbf)?\s*\{\s*(?:\"|\}|\Z)")
_KEYS = (
    re.compile(rb'"moves"\s*:\s*\['),
    re.compile(rb'"header"\s*:\s*\{'),
    re.compile(rb'"initial"\s*:\s*\{'),
    re.compile(rb'"preset"\s*:\s*"'),
    re.compile(rb'"piece"\s*:\s*"[A-Z]{2}"'),
)


def probe_jkf(head: bytes) -> Likeness:
    """Rate the first bytes: YES for a JSON object with two of JKF's keys, IF_NAMED for any other object."""
    if not _OBJECT.match(head):
        return Likeness.NO
    found = sum(key.search(head) is not None for key in _KEYS)
    return Likeness.YES if found >= 2 else Likeness.IF_NAMED
