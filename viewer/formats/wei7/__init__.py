"""wei7, the format of Zhan Zhenzhen: a game of go, a lesson or a live broadcast as JSON.

Reads and writes version 3.0, second draft (21 March 2013), and the parts of other drafts that agree with
it; version 2, which is XML, is only read. The text of a file is kept, and an edit replaces only the part it
changes. The headers are the values in `info`, with dotted paths as keys; the start position gives the
board's size. A node without action is the head of a branch (title, preset position); steps other than moves
become takebacks and remarks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from viewer.base.fields import choice
from viewer.base.messages import Message, message
from viewer.base.text import UTF8
from viewer.formats.capabilities import CheckedHeaders, ExplainedHeaders
from viewer.formats.entry import Likeness
from viewer.formats.format import Collection, Format
from viewer.formats.wei7 import headers as described
from viewer.formats.wei7.headers import player_text, result_words, side_of, with_result
from viewer.tree.record import Header

MARK = choice(
    "byte-order-mark",
    message("Byte order mark"),
    {
        "no": message("wei7 without a byte order mark"),
        "yes": message("wei7 with a byte order mark, as in its author's files"),
    },
)
_OF_PLAYERS = {"side": "name", "rank": "rank"}


class Wei7Format(ExplainedHeaders, CheckedHeaders, Format):
    """The wei7 format."""

    id = "wei7"
    reader = "viewer.formats.wei7.collection:Wei7Collection"
    writer = "viewer.formats.wei7.writer:write"
    checker = "viewer.formats.wei7.strict:strict"
    fields = described.FIELDS
    lists = described.LISTS
    facets = described.FACETS
    steps = described.STEPS
    titled_moves = False
    actors = described.PARTICIPANTS
    glyphs = described.GLYPHS
    mark_kinds = frozenset(("label",))
    colours = False
    free_headers = True
    single = True
    codec = UTF8
    options = (MARK,)
    initial = (  # the two players, without names
        Header("info.players.0.participant", "0"),
        Header("info.players.0.color", "1"),
        Header("info.players.1.participant", "1"),
        Header("info.players.1.color", "2"),
    )

    def meaning(self, key: str, value: str) -> Message | None:
        """The meaning of a coded value (a winner, a colour, a choice), None for other headers."""
        return described.meaning(key, value)

    def fault(self, key: str, value: str, headers: Sequence[Header]) -> Message | None:
        """How a value breaks the specification, with the paragraph; None if it doesn't."""
        return described.fault(key, value, headers)

    def side_of(self, actor: str, headers: Sequence[Header]) -> int | None:
        """The side that a participant plays by `info.players`; None for neither or both."""
        return side_of(headers, actor)

    def by_role(self, role: str, headers: Sequence[Header], game: str = "") -> str:
        """The text of a role: players by their colours in `info.players`, a result as in SGF (`B+2.5`)."""
        what, side = _OF_PLAYERS.get(role[:-1]), role[-1:]
        if what is not None:
            return player_text(headers, "1" if side == "0" else "2", what)
        return result_words(headers) if role == "result" else super().by_role(role, headers)

    def with_result(self, headers: Sequence[Header], text: str) -> tuple[Header, ...] | None:
        """The headers with a result in points, by resignation or a draw; None for other results."""
        return with_result(headers, text)

    def variant_of(self, collection: Collection, options: Mapping[str, str] | None = None) -> str:
        """The variant of the collection; 3.0 for one of another format, or with options."""
        same = not options and collection.format == self.id and collection.variant
        return collection.variant if same else "wei7 3.0"


FORMAT = Wei7Format()


_OBJECT = re.compile(rb"(?:\xef\xbb\xbf)?\s*\{\s*(?:\"|\}|\Z)")
_XML = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:\?xml[^>]*>|!--.*?-->|\s)*<?wei7[\s>]", re.DOTALL)
_NAMED = re.compile(rb'"format"\s*:\s*"wei7"')
_KEYS = (
    re.compile(rb'"tree"\s*:\s*\{'),
    re.compile(rb'"steps"\s*:\s*\['),
    re.compile(rb'"action"\s*:\s*\{'),
    re.compile(rb'"version"\s*:\s*"3\.0"'),
    re.compile(rb'"players"\s*:\s*\[\s*\{\s*"(?:participant|color)"'),
)


def probe_wei7(head: bytes) -> Likeness:
    """Rate the first bytes of a file.

    YES for a JSON object that names the format or has two typical members, and for the XML of version 2;
    IF_NAMED for other JSON objects.
    """
    if _XML.match(head):
        return Likeness.YES
    if not _OBJECT.match(head):
        return Likeness.NO
    if _NAMED.search(head):
        return Likeness.YES
    found = sum(key.search(head) is not None for key in _KEYS)
    return Likeness.YES if found >= 2 else Likeness.IF_NAMED
