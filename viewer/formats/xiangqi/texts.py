"""Records of xiangqi as text: CBF and PFC in XML, WXF, and lists of positions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from xml.parsers import expat

from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.base.source import Source
from viewer.formats.format import Unreadable
from viewer.formats.kit.charsets import XIANGQI, decode
from viewer.formats.kit.collections import TextCollection
from viewer.formats.kit.diagnostics import TextPositions, diagnostic_at
from viewer.formats.kit.judge import guess
from viewer.formats.kit.recognising import game_of_ranks
from viewer.formats.kit.xiangqi import NAMES
from viewer.formats.xiangqi import XiangqiBuilder
from viewer.games import game_of
from viewer.tree.action import Setup
from viewer.tree.annotation import COMMENT
from viewer.tree.diagnostic import Severity
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

# ---------------------------------------------------------------------------------------------- XML


class _Refused(Exception):
    """The file defines entities, which aren't allowed: records have none."""


def _read_elements(
    data: bytes,
    game: XiangqiBuilder,
    begin: Callable[[str, Mapping[str, str]], None],
    end: Callable[[str, str], None],
) -> None:
    """Call `begin` with the name and attributes of each element, `end` with its name and text.

    Blanks around a text are layout, save in a CDATA section. Reading ends at the first error of the XML,
    which is added to the game's diagnostics.
    """
    texts: list[list[tuple[str, bool]]] = [[]]  # with whether it is of a CDATA section
    literal = False

    def started(name: str, attributes: dict[str, str]) -> None:
        texts.append([])
        begin(name, attributes)

    def ended(name: str) -> None:
        end(name, _without_layout(texts.pop()))

    def in_section(inside: bool) -> None:
        nonlocal literal
        literal = inside

    def refused(*_: object) -> None:
        raise _Refused

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = started
    parser.EndElementHandler = ended
    parser.CharacterDataHandler = lambda text: texts[-1].append((text, literal))
    parser.StartCdataSectionHandler = lambda: in_section(True)
    parser.EndCdataSectionHandler = lambda: in_section(False)
    parser.EntityDeclHandler = refused
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        words = message("The XML ends here: {reason}.", reason=reason)
        game.tell("xml", words, max(0, parser.ErrorByteIndex))
    except (LookupError, ValueError):  # an unknown encoding
        words = message("The XML ends here: {reason}.", reason="encoding")
        game.tell("xml", words, 0)
    except _Refused:
        words = message("The XML ends here: {reason}.", reason="entities")
        game.tell("xml", words, max(0, parser.CurrentByteIndex))


def _without_layout(parts: list[tuple[str, bool]]) -> str:
    """The text of an element, without the blanks around it that are of no CDATA section."""
    kept = [at for at, (text, literal) in enumerate(parts) if literal or text.strip()]
    if not kept:
        return ""
    parts = parts[kept[0] : kept[-1] + 1]
    texts = [text for text, _ in parts]
    if not parts[0][1]:
        texts[0] = texts[0].lstrip()
    if not parts[-1][1]:
        texts[-1] = texts[-1].rstrip()
    return "".join(texts)


# ---------------------------------------------------------------------------------------------- CBF

_CBF_MOVE = re.compile(r"(\d)(\d)-(\d)(\d)\Z", re.ASCII)
_CBF_KEYS = {
    **{"Name": "Title", "Contest": "Event", "Site": "Place", "Commentator": "Annotator"},
    **{"Creator": "Author", "ResultType": "Ending"},
}
_CBF_UNSAID = frozenset(("Head", "MoveList", "ChineseChessRecord", "Move", "FEN", "RecordResult"))
_CBF_RESULTS = {"0": "*", "1": "1-0", "2": "0-1", "3": "1/2-1/2"}


def read_cbf(data: bytes, game: XiangqiBuilder) -> None:
    """Read CBF, the XML of CCBridge: a head, and a list of moves with the same flags as in CBR.

    In `<Move value="77-47" branch="1" end="1">` a square is column and row from Black's back rank; `end`
    marks the last move of a line, `branch` a move with a sibling after it. The first element is the
    start.
    """
    moves = _CbfMoves(game)
    _read_elements(data, game, moves.begin, moves.end)
    if moves.open:
        game.tell_cut(len(data))


class _CbfMoves:
    """Adds the elements of a file to a game, in the order of the file.

    Attributes:
        open: whether more moves are expected.
    """

    def __init__(self, game: XiangqiBuilder) -> None:
        self.open = True
        self._game = game
        self._node: Node | None = None
        self._above: Node = game.root
        self._promised: list[Node] = []

    def begin(self, name: str, attributes: Mapping[str, str]) -> None:
        """Handle the beginning of an element: add the move of a `Move`."""
        if name != "Move" or not self.open or self._game.full:
            return
        above = self._above
        if self._node is None:
            self._node = self._game.root
        else:
            found = _CBF_MOVE.match(attributes.get("value", ""))
            x, y, to_x, to_y = map(int, found.groups()) if found else (9, 9, 9, 9)
            self._node = self._game.add(above, (x, y), (to_x, to_y))
            if attributes.get("branch") == "1":
                self._promised.append(above)
        self._above = self._node
        if attributes.get("end") == "1":
            self.open = bool(self._promised)
            if self._promised:
                self._above = self._promised.pop()

    def end(self, name: str, text: str) -> None:
        """Handle the end of an element: add its text as a comment, the start or a header."""
        if name == "Move":
            if self._node is not None:
                self._game.comment(self._node, text)
        elif name == "FEN":
            self._game.set_start(text)
        elif name == "RecordResult":
            self._game.say("Result", _CBF_RESULTS.get(text.strip(), "*"))
        elif name not in _CBF_UNSAID:
            self._game.say(_CBF_KEYS.get(name, name), text)


# ---------------------------------------------------------------------------------------------- PFC

_PFC_MOVE = re.compile(r"([a-i])([0-9])([a-i])([0-9])\Z", re.ASCII)
_PFC_KEYS = {"create-time": "Created", "title": "Title", "red": "Red", "black": "Black"}


def read_pfc(data: bytes, game: XiangqiBuilder) -> None:
    """Read PFC, the records of Pengfei: nested elements `n`, with a move `m` and a comment `c` as attributes.

    In the outermost one, `m` is the start as FEN and `win` the result; its other attributes are headers.
    """
    path: list[Node] = []

    def begin(name: str, attributes: Mapping[str, str]) -> None:
        if name != "n" or game.full:
            return
        if not path:
            path.append(game.root)
            _say_pfc(game, attributes)
        else:
            found = _PFC_MOVE.match(attributes.get("m", ""))
            x, y, to_x, to_y = found.groups() if found else "~~~~"
            source, target = (ord(x) - 97, 57 - ord(y)), (ord(to_x) - 97, 57 - ord(to_y))
            path.append(game.add(path[-1], source, target))
        game.comment(path[-1], attributes.get("c", ""))

    def end(name: str, text: str) -> None:
        if name == "n" and path:
            path.pop()

    _read_elements(data, game, begin, end)


def _say_pfc(game: XiangqiBuilder, attributes: Mapping[str, str]) -> None:
    game.set_start(attributes.get("m", ""))
    for key, value in attributes.items():
        if key == "win":
            game.say_result(value, "ResultCode")
        elif key not in ("m", "c", "version"):
            game.say(_PFC_KEYS.get(key, key), value)


# ---------------------------------------------------------------------------------------------- WXF

_WXF_FIELD = re.compile(r"^[ \t]*([A-Z]{2,20})[ \t]+([^\r\n{]*)", re.MULTILINE)
_WXF_BLOCK = re.compile(r"\b([A-Z]{2,20})[ \t]*\{([^{}]*)(\}?)")
_WXF_WORD = re.compile(r"(\d{1,4}\.(?=\s|[A-Za-z+-]))|(1-0|0-1|1/2-1/2|\*)(?!\S)|(\S+)")
_WXF_MOVE = re.compile(
    r"(?:[KAEBRHNCPkaebrhncp][1-9+\-.=]|[+\-][KAEBRHNCPkaebrhncp]|[1-9+\-][1-9+\-])[+\-.=][1-9]\Z"
)
_WXF_PLACED = re.compile(r"([RHNEBAKCPrhnebakcp])([a-i][0-9])")
_WXF_KEYS = {
    **{"GAME": "Title", "EVENT": "Event", "DATE": "Date", "ROUND": "Round", "AUTHOR": "Author"},
    **{"SITE": "Place", "PLACE": "Place", "OPENING": "ECCO", "TIME": "TimeRule"},
}
_WXF_LETTERS = str.maketrans("HEhe", "NBnb")


def read_wxf(data: bytes, game: XiangqiBuilder) -> None:
    """Read WXF, the text of the World Xiangqi Federation's first programs, of XieXie and of playOK.

        FORMAT  WXF
        RED     name ; rating ; team ;
        RESULT  1-0
        FEN     rheakaehr/9/… r
        START{
         1. C2.5 h8+7   2. H2+3 r9.8 }END

    The start may also be a block `SETUP{ Re0 Ke9 … BLACK }`. Sources: files, and public programs that
    read them.
    """
    codec = guess(data, "", XIANGQI)
    text = decode(data, codec)
    positions = TextPositions(text, codec)
    blocks = list(_WXF_BLOCK.finditer(text))
    end = blocks[0].start() if blocks else len(text)
    for found in _WXF_FIELD.finditer(text, 0, end):
        _say_wxf(game, found[1], found[2].strip(), positions.of(found.start(2)).offset)
    moves = False
    for block in blocks:
        if block[1] == "START":
            moves = True
            _read_wxf_moves(game, block, positions)
        elif block[1] == "SETUP":
            _set_up_wxf(game, block[2])
        else:
            game.comment(game.root, block[2].strip())
    if not moves:
        game.tell_cut(len(data))


def _say_wxf(game: XiangqiBuilder, name: str, value: str, at: int) -> None:
    if name in ("RED", "BLACK"):
        side = name.capitalize()
        said = [part.strip() for part in value.split(";")]
        for key, part in zip((side, f"{side}Rating", f"{side}Team"), said, strict=False):
            game.say(key, part)
    elif name == "RESULT":
        game.say_result(value, "ResultCode")
    elif name == "FEN":
        words = value.translate(_WXF_LETTERS).split()
        game.set_start(" ".join(words[:2]), at)
    elif name != "FORMAT":
        game.say(_WXF_KEYS.get(name, name.capitalize()), value)


def _set_up_wxf(game: XiangqiBuilder, text: str) -> None:
    pieces = {
        NAMES.index(square): letter.translate(_WXF_LETTERS)
        for letter, square in _WXF_PLACED.findall(text)
    }
    game.set_pieces(pieces, black=re.search(r"\bBLACK\b", text) is not None)


def _read_wxf_moves(game: XiangqiBuilder, block: re.Match[str], positions: TextPositions) -> None:
    node = game.root
    for found in _WXF_WORD.finditer(block[2]):
        word = found[3]
        if not word:
            continue
        if not _WXF_MOVE.match(word):
            at = positions.of(block.start(2) + found.start()).offset
            game.tell("move", message("This is no move: {text}", text=word[:40]), at)
        node = game.write(node, word)
        if game.full:
            return
    if not block[3]:
        at = positions.of(block.end()).offset
        game.tell_cut(at)


# ------------------------------------------------------------------------------- lists of positions

_LINE = re.compile(r"[^\r\n]+")
_FEN = re.compile(
    r"\s*(?:position\s+)?(?:fen\s+)?(\S+(?:\s+[^\s;#，]+)?)((?:\s+[-\d]+){0,4})", re.I
)
_LONGEST = 300  # characters of a FEN


def _is_fen(line: bytes) -> bool:
    return game_of_ranks(line) == "xiangqi"


class FenCollection(TextCollection):
    """The positions of a source. Raises Unreadable if there is none, OSError."""

    format = "xqfen"
    variant = "FEN"

    def __init__(self, source: Source, limits: Limits, encoding: str | None) -> None:
        super().__init__(source, limits, encoding, XIANGQI)
        self._starts = [
            found.start()
            for found in _LINE.finditer(self._text)
            if "/" in found.group() and _is_fen(found.group()[:_LONGEST].encode("utf-8", "replace"))
        ][: limits.records]
        if not self._starts:
            raise Unreadable(message("There is no line with a position."), "xqfen.empty")

    def __len__(self) -> int:
        return len(self._starts)

    def _segment(self, index: int) -> tuple[int, int]:
        if not 0 <= index < len(self):
            raise IndexError(index)
        more = self._starts[index + 1 :][:1]
        return self._starts[index], more[0] if more else len(self._text)

    def headers(self, index: int) -> tuple[Header, ...]:
        """No headers: a line has a position only."""
        return ()

    def record(self, index: int) -> Record:
        """A position, read now."""
        start, end = self._segment(index)
        text = self._text[start:end]
        found = _FEN.match(text)
        assert found is not None  # a line with ranks
        game = game_of("xiangqi")
        setup = Setup(" ".join(found[1].split()))
        state = game.start(setup)
        comment = text[found.end() :].strip(" \t\r\n;#\u3000")
        root = Node(0, None, Setup(game.setup_text(state)), {COMMENT: comment} if comment else {})
        try:
            game.parse_setup(setup.text)
        except ValueError as error:
            words = message("The start position can't be read whole: {why}", why=str(error.args[0]))
            self._tell_at(index, [diagnostic_at(Severity.WARNING, "xqfen.position", words, 0, 0)])
        return Record("xiangqi", root, (), self._codec, nodes={0: root})
