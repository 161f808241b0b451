"""Detection of wei7 files by their first bytes. Imports no other module of the format."""

from __future__ import annotations

import re

from viewer.formats.entry import Likeness

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
