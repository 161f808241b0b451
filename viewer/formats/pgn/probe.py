"""Whether the beginning of a file looks like PGN. Usually loads nothing else of the format."""

from __future__ import annotations

import re

from viewer.formats.entry import Likeness

_BEFORE = re.compile(
    rb"(?:\s|\xef\xbb\xbf|\xc2\xa0|\{[^{}]*\}|;[^\r\n]*(?=[\r\n])|(?<=[\r\n])%[^\r\n]*(?=[\r\n])"
    rb"|\A%[^\r\n]*(?=[\r\n]))*"
)
_TAG = re.compile(rb'\[\s*[A-Za-z0-9_]+\s*"')
_TAG_LINE = re.compile(rb'(?:^|[\r\n])[ \t]*\[[A-Z][A-Za-z0-9_]*[ \t]+"[^\r\n]*"\][ \t]*[\r\n]')
_BROKEN_TAG = re.compile(rb"\[\s*[A-Za-z0-9_]+\s[^\]\r\n]*\]")
_SAN = (
    rb"(?:[A-Z]?[a-h]?[1-8]?[-x:]?[a-h][1-8](?:=?[QRBNqrbn]|\([QRBN]\))?|[O0o]-[O0o](?:-[O0o])?"
    rb"|\xe2\x99[\x94-\x9f][a-h]?[1-8]?x?[a-h][1-8]|--|Z0)[+#!?]{0,3}(?=[\s{;($)]|\Z)"
)
_GAP = rb"[\s]{1,9}"
_MOVES = re.compile(
    rb"[1-9][0-9]{0,3}\s{0,9}\.[\s.]{0,9}"
    + _SAN
    + rb"|"
    + _SAN
    + _GAP
    + rb"(?:[1-9][0-9]{0,3}\.+\s{0,9})?"
    + _SAN
)
_MOVE = re.compile(_SAN)
_NUMBERED = re.compile(rb"(?<![\w.])[1-9][0-9]{0,2}\.{1,3}\s{0,9}" + _SAN)
_FIRST = re.compile(rb"1\s{0,9}(?:\.|\xe3\x80\x81|\xa1\xa2)")
_SAID = re.compile(rb"\{[^{}]*\}?|;[^\r\n]*|^%[^\r\n]*", re.MULTILINE)
_NUMBER = re.compile(rb"(?<![\w.])[1-9][0-9]{0,2}\.")
_EACH_NUMBERED = re.compile(rb"(?<![\w.])1\.[ \t]*[^\s.]+\s+2\.[ \t]*[^\s.]+(?:\s+3\.|\s*\Z)")
_COMMAS = re.compile("，|；|。".encode())
_WORD = re.compile(rb"(?<![\w$])[A-Za-z]?[a-z]{2,}(?![\w])")
_SOME_WORDS = 3
_RESULT = re.compile(rb"(?:1-0|0-1|1/2-1/2|\*)(?=\s|\Z)")


# A tag ahead of all else, and what a move alone on a line of PSN, its ends and its first tag begin with.
_TAG_AHEAD = re.compile(rb'(?:\xef\xbb\xbf)?\s*\[\s*[A-Za-z0-9_]+\s*"')
_COMMENT = re.compile(rb"\{[^}]*\}?")
_PSN = re.compile(
    rb"^[ \t]*(?:[0-9]{1,4}\.[ \t]*(?:(?:\+?[PLNSGBRK](?:[1-9][a-i])?[-x*'@]?)?[1-9][a-i]"
    rb"|(?i:Resign|Interrupt|Mate|Sennichite|Jishogi|Timeup|Illegal|Repetition|MaxMoves|Declaration))"
    rb"|Variation:|\[[ \t]*Sente)",
    re.MULTILINE,
)


def is_alone(head: bytes) -> bool:
    """Whether no rival can be surer of what this probe is sure of: a list of moves has no tags."""
    text = _COMMENT.sub(b"", head).removeprefix(b"\xef\xbb\xbf")
    return _TAG_AHEAD.match(head) is not None and not _PSN.search(text)


def probe_pgn(head: bytes) -> Likeness:
    """The likeness: sure by a tag, or moves, before anything but comments and `%` lines; or by a tag line.

    The moves may be of another game written as PGN: xiangqi or shogi.

    Moves among words are PGN if the file is named so, and else what somebody wrote about a game.

    Text that begins with one move, a comment, a result or nothing at all is PGN if it is named so, and
    so is any text with a tag or a numbered move somewhere.
    """
    before = _BEFORE.match(head)
    at = 0 if before is None else before.end()
    if _TAG.match(head, at):
        return Likeness.YES
    if _MOVES.match(head, at):
        return Likeness.BY_NAME if _is_prose(head) else Likeness.YES
    if b"\0" in head:
        return _if_named(head)
    if _FIRST.match(head, at) and _is_of_another_game(head[at:]):
        return Likeness.BY_NAME if _is_prose(head) else Likeness.YES
    if _TAG_LINE.search(head):
        return Likeness.YES
    said = at == len(head) or b"{" in head[:at] or head.startswith((b"{", b";", b"%"), at)
    if said or any(what.match(head, at) for what in (_RESULT, _MOVE, _BROKEN_TAG)):
        return Likeness.IF_NAMED
    return Likeness.IF_NAMED if _is_of_another_game(head[at:]) else _if_named(head)


def _is_prose(head: bytes) -> bool:
    """Whether moves stand among words, are parted by commas, or are each numbered, and no tag is there."""
    if _TAG_LINE.search(head):
        return False
    rest = _SAID.sub(b" ", head)
    if _COMMAS.search(rest):
        return True
    if _EACH_NUMBERED.search(rest):
        # A list that begins with moves of chess and goes on with others is one of Hex or Twixt.
        others = len(_NUMBER.findall(rest)) - len(_NUMBERED.findall(rest))
        return not others or _MOVES.match(rest) is None
    words = len(_WORD.findall(rest))
    return words >= _SOME_WORDS and 2 * words > len(re.findall(_SAN, rest))


def _if_named(head: bytes) -> Likeness:
    """The likeness of damaged PGN: there is a tag or a move somewhere."""
    some = _TAG.search(head) or _NUMBERED.search(head)
    return Likeness.IF_NAMED if some else Likeness.NO


def _is_of_another_game(movetext: bytes) -> bool:
    from viewer.formats.pgn.kinds import CHESS, kind_of_moves  # deferred: where only moves can tell

    return kind_of_moves(movetext) not in ("", CHESS)
