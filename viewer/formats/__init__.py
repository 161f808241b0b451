"""The file formats: a folder per family, and the registry of them.

FORMATS is data: what it takes to recognise a file, to name its kind and to register it with a
desktop, without loading the code of its format.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, NamedTuple

from viewer.base.loading import load_named
from viewer.base.messages import Message, message

if TYPE_CHECKING:
    from viewer.formats.format import Format


class Likeness(enum.IntEnum):
    """How likely content is of a format.

    No; if the suffix fits; surely; surely, and of no other format; and surely if the suffix fits,
    whatever other formats say, else not.
    """

    NO = 0
    IF_NAMED = 1
    YES = 2
    ONLY = 3
    BY_NAME = 4


class TextForm(NamedTuple):
    """A text form in which records of a format, or positions, are copied.

    Attributes:
        id: stable and unique.
        name: for people: the short name they know it by.
        position: whether it is of a position without moves.
    """

    id: str
    name: Message
    position: bool = False


class FormatEntry(NamedTuple):
    """A format that Qipu knows.

    Attributes:
        id: as in dumps.
        name: for people.
        suffixes: without the dot, in lower case; the first is for new files. A hint, never proof.
        magic: (offset, bytes) pairs, any of which marks the content as probably of this format.
        target: "module:name" of its `Format`.
        media_type: for the desktop; `+gzip` or `+zstd` is added for packed files.
        games: ids of the games it can hold.
        shared: whether other programs open it too; Qipu then registers for it without becoming
            the default if another program is.
        known: whether desktops already know the type and its first suffix (PGN, SGF); other types are
            declared by Qipu.
        parent: the media type whose programs can open it as well, "" for none.
        signs: like magic, but for desktops only: to recognise files whose suffixes belong to other types.
        probe: "module:name" of a function from the first bytes of a file to a Likeness, for formats
            for which magic isn't enough; "" for the others.
        texts: the forms in which its text is copied, for writable text formats. Of all formats that hold
            a game, the first form for whole records is the one its players exchange.
    """

    id: str
    name: Message
    suffixes: tuple[str, ...]
    magic: tuple[tuple[int, bytes], ...]
    target: str
    media_type: str
    games: tuple[str, ...]
    shared: bool = False
    known: bool = False
    parent: str = "text/plain"
    signs: tuple[tuple[int, bytes], ...] = ()
    probe: str = ""
    texts: tuple[TextForm, ...] = ()

    def load(self) -> Format:
        """The format; imports its code."""
        found: Format = load_named(self.target)
        return found

    def is_marked(self, head: bytes) -> bool:
        """Whether a file that begins with these bytes has a magic of this format."""
        return any(head.startswith(mark, offset) for offset, mark in self.magic)

    def likeness(self, head: bytes) -> Likeness:
        """How likely a file that begins with these bytes is of this format."""
        if self.is_marked(head):
            return Likeness.YES
        if not self.probe:
            return Likeness.NO
        found: Likeness = load_named(self.probe)(head)
        return found


FORMATS: dict[str, FormatEntry] = {
    entry.id: entry
    for entry in (
        FormatEntry(
            id="xqf",
            name=message("XQStudio record"),
            suffixes=("xqf",),
            magic=((0, b"XQ"),),
            target="viewer.formats.xqf:FORMAT",
            media_type="application/x-xqf",
            games=("xiangqi",),
            parent="",
        ),
        FormatEntry(
            id="cbr",
            name=message("CCBridge record"),
            suffixes=("cbr",),
            magic=((0, b"CCBridge Record\0"),),
            target="viewer.formats.ccbridge:CBR",
            media_type="application/x-ccbridge-record",
            games=("xiangqi",),
            shared=True,
            parent="",
        ),
        FormatEntry(
            id="cbl",
            name=message("CCBridge library"),
            suffixes=("cbl",),
            magic=((0, b"CCBridgeLibrary\0"),),
            target="viewer.formats.ccbridge:CBL",
            media_type="application/x-ccbridge-library",
            games=("xiangqi",),
            shared=True,
            parent="",
        ),
        FormatEntry(
            id="mxq",
            name=message("Xiangqi game of Yitian (MXQ)"),
            suffixes=("mxq",),
            magic=(),
            target="viewer.formats.xiangqi:MXQ",
            media_type="application/x-xiangqi-mxq",
            games=("xiangqi",),
            parent="",
            probe="viewer.formats.xiangqi.mxq:probe",
        ),
        FormatEntry(
            id="cbf",
            name=message("CCBridge record in XML (CBF)"),
            suffixes=("cbf",),
            magic=(),
            target="viewer.formats.xiangqi:CBF",
            media_type="application/x-xiangqi-cbf",
            games=("xiangqi",),
            parent="application/xml",
            probe="viewer.formats.xiangqi.cbf:probe",
        ),
        FormatEntry(
            id="che",
            name=message("Xiangqi game of QQ (CHE)"),
            suffixes=("che",),
            magic=(),
            target="viewer.formats.xiangqi:CHE",
            media_type="application/x-xiangqi-che",
            games=("xiangqi",),
            parent="text/plain",
            probe="viewer.formats.xiangqi.che:probe",
        ),
        FormatEntry(
            id="chn",
            name=message("Xiangqi game of Ourgame (CHN, XQI)"),
            suffixes=("chn", "xqi"),
            magic=(),
            target="viewer.formats.xiangqi:CHN",
            media_type="application/x-xiangqi-chn",
            games=("xiangqi",),
            parent="",
            signs=((0, b"GL\xd0\x07"),),
            probe="viewer.formats.xiangqi.chn:probe",
        ),
        FormatEntry(
            id="ccm",
            name=message("Xiangqi game of 17pk (CCM)"),
            suffixes=("ccm",),
            magic=(),
            target="viewer.formats.xiangqi:CCM",
            media_type="application/x-xiangqi-ccm",
            games=("xiangqi",),
            parent="",
            probe="viewer.formats.xiangqi.ccm:probe",
        ),
        FormatEntry(
            id="pfc",
            name=message("Xiangqi record of Pengfei (PFC)"),
            suffixes=("pfc",),
            magic=(),
            target="viewer.formats.xiangqi:PFC",
            media_type="application/x-xiangqi-pfc",
            games=("xiangqi",),
            parent="application/xml",
            probe="viewer.formats.xiangqi.pfc:probe",
        ),
        FormatEntry(
            id="xqr",
            name=message("XiangQi Replay (XQR)"),
            suffixes=("xqr",),
            magic=(),
            target="viewer.formats.xiangqi:XQR",
            media_type="application/x-xiangqi-xqr",
            games=("xiangqi",),
            parent="",
            signs=((0, b"\0\x02\x20\x17"),),
            probe="viewer.formats.xiangqi.xqr:probe",
        ),
        FormatEntry(
            id="wxf",
            name=message("Xiangqi game of XieXie or playOK (WXF)"),
            suffixes=("wxf",),
            magic=(),
            target="viewer.formats.xiangqi:WXF",
            media_type="application/x-xiangqi-wxf",
            games=("xiangqi",),
            signs=tuple((0, b"FORMAT" + gap + b"WXF") for gap in (b"  ", b" ", b"\t", b"  \t")),
            probe="viewer.formats.xiangqi.wxf:probe",
        ),
        FormatEntry(
            id="xqfen",
            name=message("Xiangqi positions (FEN)"),
            suffixes=("xqfen",),
            magic=(),
            target="viewer.formats.xiangqi:FENS",
            media_type="application/x-xiangqi-fen",
            games=("xiangqi",),
            probe="viewer.formats.xiangqi.fens:probe",
        ),
        FormatEntry(
            id="xgf",
            name=message("Xiangqi game of XieXie (XGF)"),
            suffixes=("xgf",),
            magic=(),
            target="viewer.formats.xiangqi:XGF",
            media_type="application/x-xiangqi-xgf",
            games=("xiangqi",),
            parent="",
            probe="viewer.formats.xiangqi.xgf:probe",
        ),
        FormatEntry(
            id="dhtmlxq",
            name=message("Xiangqi record of web forums (DhtmlXQ, UBB)"),
            suffixes=("ubb",),
            magic=(),
            target="viewer.formats.dhtmlxq:FORMAT",
            media_type="application/x-dhtmlxq",
            games=("xiangqi",),
            probe="viewer.formats.dhtmlxq.tags:probe",
            texts=(TextForm("dhtmlxq", message("UBB (DhtmlXQ)")),),
        ),
        FormatEntry(
            id="xqtext",
            name=message("Xiangqi game with moves in columns"),
            suffixes=("xqt",),
            magic=(),
            target="viewer.formats.xqtext:FORMAT",
            media_type="application/x-xiangqi-text",
            games=("xiangqi",),
            probe="viewer.formats.xqtext.probe:probe",
            texts=(TextForm("xqtext", message("Moves in columns (XQStudio)")),),
        ),
        FormatEntry(
            id="pgn",
            name=message("Portable game notation"),
            suffixes=("pgn", "pgns", "pgn.zst", "pgn.gz"),
            magic=(),
            target="viewer.formats.pgn:FORMAT",
            media_type="application/vnd.chess-pgn",
            games=("chess", "xiangqi"),
            shared=True,
            known=True,
            probe="viewer.formats.pgn.probe:probe",
            texts=(TextForm("pgn", message("PGN")),),
        ),
        FormatEntry(
            id="epd",
            name=message("Chess positions with operations (EPD)"),
            suffixes=("epd",),
            magic=(),
            target="viewer.formats.epd:EPD",
            media_type="application/x-chess-epd",
            games=("chess",),
            probe="viewer.formats.epd.lines:probe",
            texts=(TextForm("epd", message("EPD (position)"), position=True),),
        ),
        FormatEntry(
            id="fen",
            name=message("Chess positions (FEN)"),
            suffixes=("fen",),
            magic=(),
            target="viewer.formats.epd:FEN",
            media_type="application/x-chess-fen",
            games=("chess",),
            probe="viewer.formats.epd.lines:probe",
        ),
        FormatEntry(
            id="pgc",
            name=message("Chess games in binary (PGC)"),
            suffixes=("pgc",),
            magic=(),
            target="viewer.formats.pgc:FORMAT",
            media_type="application/x-chess-pgc",
            games=("chess",),
            parent="",
            signs=((0, b"\x05\x02\x05Event"),),
            probe="viewer.formats.pgc.syntax:probe",
        ),
        FormatEntry(
            id="kif",
            name=message("Shogi record (KIF)"),
            suffixes=("kif", "kifu"),
            magic=(),
            target="viewer.formats.kif:KIF",
            media_type="application/x-kif",
            games=("shogi",),
            shared=True,
            probe="viewer.formats.kif.probe:probe_kif",
            texts=(TextForm("kif", message("KIF")),),
        ),
        FormatEntry(
            id="ki2",
            name=message("Shogi record (KI2)"),
            suffixes=("ki2", "ki2u"),
            magic=(),
            target="viewer.formats.kif:KI2",
            media_type="application/x-ki2",
            games=("shogi",),
            shared=True,
            probe="viewer.formats.kif.probe:probe_ki2",
            texts=(TextForm("ki2", message("KI2")),),
        ),
        FormatEntry(
            id="csa",
            name=message("Shogi games (CSA)"),
            suffixes=("csa",),
            magic=(),
            target="viewer.formats.csa:FORMAT",
            media_type="application/x-csa",
            games=("shogi",),
            shared=True,
            probe="viewer.formats.csa.probe:probe",
            texts=(TextForm("csa", message("CSA")),),
        ),
        FormatEntry(
            id="jkf",
            name=message("Shogi record in JSON (JKF)"),
            suffixes=("jkf",),
            magic=(),
            target="viewer.formats.jkf:FORMAT",
            media_type="application/x-jkf",
            games=("shogi",),
            parent="application/json",
            probe="viewer.formats.jkf.probe:probe",
            texts=(TextForm("jkf", message("JKF")),),
        ),
        FormatEntry(
            id="psn",
            name=message("Shogi record (PSN)"),
            suffixes=("psn",),
            magic=(),
            target="viewer.formats.psn:FORMAT",
            media_type="application/x-shogi-psn",
            games=("shogi",),
            shared=True,
            probe="viewer.formats.psn.probe:probe",
            texts=(TextForm("psn", message("PSN")),),
        ),
        FormatEntry(
            id="bod",
            name=message("Shogi position (BOD)"),
            suffixes=("bod",),
            magic=(),
            target="viewer.formats.kif:BOD",
            media_type="application/x-shogi-bod",
            games=("shogi",),
            probe="viewer.formats.kif.probe:probe_bod",
            texts=(TextForm("bod", message("BOD (position)"), position=True),),
        ),
        FormatEntry(
            id="sfen",
            name=message("Shogi positions (SFEN, USI)"),
            suffixes=("sfen", "usi"),
            magic=(),
            target="viewer.formats.sfen:FORMAT",
            media_type="application/x-sfen",
            games=("shogi",),
            probe="viewer.formats.sfen.probe:probe",
            texts=(TextForm("usi", message("USI")),),
        ),
        FormatEntry(
            id="usen",
            name=message("Shogi record in one word (USEN)"),
            suffixes=("usen",),
            magic=(),
            target="viewer.formats.usen:FORMAT",
            media_type="application/x-usen",
            games=("shogi",),
            probe="viewer.formats.usen.words:probe",
            texts=(TextForm("usen", message("USEN")),),
        ),
        FormatEntry(
            id="sgf",
            name=message("Smart game format (SGF)"),
            suffixes=("sgf",),
            magic=(),
            target="viewer.formats.sgf:FORMAT",
            media_type="application/x-go-sgf",
            games=("go", "hex", "twixt"),
            shared=True,
            known=True,
            probe="viewer.formats.sgf.probe:probe",
            texts=(
                TextForm("sgf", message("SGF")),
                TextForm("sgf-position", message("SGF (position)"), position=True),
            ),
        ),
        FormatEntry(
            id="lg-sgf",
            name=message("Game of Little Golem (Hex, Twixt)"),
            suffixes=("hsgf", "tsgf"),
            magic=(),
            target="viewer.formats.littlegolem:FORMAT",
            media_type="application/x-littlegolem",
            games=("hex", "twixt"),
            probe="viewer.formats.shared.golem:probe",
        ),
        FormatEntry(
            id="lg-json",
            name=message("Game of Little Golem in JSON (Hex, Twixt)"),
            suffixes=("lgjson",),
            magic=(),
            target="viewer.formats.connection:LG_JSON",
            media_type="application/x-littlegolem-json",
            games=("hex", "twixt"),
            parent="application/json",
            probe="viewer.formats.connection.golem:probe",
        ),
        FormatEntry(
            id="abstractplay",
            name=message("Hex game of Abstract Play"),
            suffixes=("apjson",),
            magic=(),
            target="viewer.formats.connection:ABSTRACT_PLAY",
            media_type="application/x-abstractplay",
            games=("hex",),
            parent="application/json",
            probe="viewer.formats.connection.abstractplay:probe",
        ),
        FormatEntry(
            id="twixtui",
            name=message("Twixt game of twixtui"),
            suffixes=("twixt",),
            magic=(),
            target="viewer.formats.connection:TWIXTUI",
            media_type="application/x-twixtui",
            games=("twixt",),
            parent="text/plain",
            signs=((0, b"twixtui-record"),),
            probe="viewer.formats.connection.twixtui:probe",
        ),
        FormatEntry(
            id="t1",
            name=message("Game of Twixt (T1j, twixtbot-ui)"),
            suffixes=("t1",),
            magic=(),
            target="viewer.formats.t1:FORMAT",
            media_type="application/x-t1j",
            games=("twixt",),
            probe="viewer.formats.t1.probe:probe",
            texts=(TextForm("t1", message("T1")),),
        ),
        FormatEntry(
            id="wei7",
            name=message("Go games and lessons (wei7)"),
            suffixes=("wei7",),
            magic=(),
            target="viewer.formats.wei7:FORMAT",
            media_type="application/x-wei7",
            games=("go",),
            parent="application/json",
            probe="viewer.formats.wei7.probe:probe",
            texts=(TextForm("wei7", message("wei7")),),
        ),
        FormatEntry(
            id="gametree",
            name=message("Game tree of Hex or Twixt"),
            suffixes=("hgt", "tgt"),
            magic=(),
            target="viewer.formats.gametree:FORMAT",
            media_type="application/x-game-tree",
            games=("hex", "twixt"),
            parent="",
            signs=((0, b"\x03gtv\0"), (0, b"\x04size\0")),
            probe="viewer.formats.gametree.probe:probe",
        ),
        FormatEntry(
            id="gib",
            name=message("Go game of Tygem (GIB)"),
            suffixes=("gib",),
            magic=(),
            target="viewer.formats.servers:GIB",
            media_type="application/x-gib",
            games=("go",),
            probe="viewer.formats.servers.gib:probe",
        ),
        FormatEntry(
            id="ngf",
            name=message("Go game of WBaduk or cyberoro (NGF)"),
            suffixes=("ngf",),
            magic=(),
            target="viewer.formats.servers:NGF",
            media_type="application/x-ngf",
            games=("go",),
            probe="viewer.formats.servers.ngf:probe",
        ),
        FormatEntry(
            id="ugf",
            name=message("Go game of Panda-Net (UGF, UGI)"),
            suffixes=("ugf", "ugi"),
            magic=(),
            target="viewer.formats.servers:UGF",
            media_type="application/x-ugf",
            games=("go",),
            probe="viewer.formats.servers.ugf:probe",
        ),
        FormatEntry(
            id="hexworld",
            name=message("Link to a game on HexWorld"),
            suffixes=("hexworld",),
            magic=(),
            target="viewer.formats.lines:HEXWORLD",
            media_type="application/x-hexworld",
            games=("hex",),
            probe="viewer.formats.lines.hexworld:probe",
            texts=(TextForm("hexworld", message("HexWorld link")),),
        ),
        FormatEntry(
            id="trmph",
            name=message("Links to games on trmph"),
            suffixes=("trmph",),
            magic=(),
            target="viewer.formats.lines:TRMPH",
            media_type="application/x-trmph",
            games=("hex",),
            probe="viewer.formats.lines.trmph:probe",
        ),
        FormatEntry(
            id="six",
            name=message("Hex game of Six"),
            suffixes=("six",),
            magic=(),
            target="viewer.formats.lines:SIX",
            media_type="application/x-six",
            games=("hex",),
            signs=((0, b"BoardSize:"),),
            probe="viewer.formats.lines.six:probe",
        ),
        FormatEntry(
            id="moves",
            name=message("List of moves (Hex, Twixt)"),
            suffixes=("moves",),
            magic=(),
            target="viewer.formats.lines:MOVES",
            media_type="application/x-move-list",
            games=("hex", "twixt"),
            probe="viewer.formats.lines.moves:probe",
            texts=(TextForm("moves", message("List of moves")),),
        ),
    )
}
