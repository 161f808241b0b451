"""Records of xiangqi from servers and other programs, which are read but not written.

MXQ is from Yitian, CBF is the XML of CCBridge, CHE is from QQ, CHN (and XQI) from Ourgame, CCM from 17pk,
PFC from Pengfei, XQR from XiangQi Replay, WXF from XieXie and playOK, XGF from XieXie. Only XQR has a
published description; the others are known from files and from other programs that read them.
"""

from __future__ import annotations

from viewer.base.messages import message
from viewer.formats.format import Format, HeaderField
from viewer.formats.kit.charsets import ENCODINGS
from viewer.formats.kit.read_game import ReadFormat
from viewer.formats.kit.xiangqi import RESULTS

_RESULT = HeaderField("Result", message("Result"), "result", RESULTS)
FIELDS = (
    HeaderField("Title", message("Title"), "title"),
    HeaderField("Event", message("Event"), "event"),
    HeaderField("Round", message("Round"), "round"),
    HeaderField("Date", message("Date"), "date"),
    HeaderField("Place", message("Place"), "place"),
    HeaderField("Red", message("Red"), "side0"),
    HeaderField("Black", message("Black"), "side1"),
    HeaderField("RedRating", message("Red's rating"), "rank0"),
    HeaderField("BlackRating", message("Black's rating"), "rank1"),
    HeaderField("TimeRule", message("Time rule"), "time-rule"),
    HeaderField("Annotator", message("Annotator"), "annotator"),
    HeaderField("Author", message("Author"), "author"),
    HeaderField("ECCO", message("Opening (ECCO)"), "opening-code"),
    _RESULT,
)


class ServerFormat(ReadFormat):
    """One of these formats."""

    builder = "viewer.formats.xiangqi.game:XiangqiGame"
    fields = FIELDS
    free_headers = True


class FenFormat(Format):
    """Lists of positions."""

    id = "xqfen"
    reader = "viewer.formats.xiangqi.texts:FenCollection"
    variant = "FEN"
    name = message("Lists of xiangqi positions")
    encodings = ENCODINGS
    writable = False


FENS = FenFormat()
MXQ = ServerFormat("mxq", "MXQ", "viewer.formats.xiangqi.binary:read_mxq")
CBF = ServerFormat("cbf", "CBF", "viewer.formats.xiangqi.texts:read_cbf")
CHE = ServerFormat("che", "CHE", "viewer.formats.xiangqi.binary:read_che")
CHN = ServerFormat("chn", "CHN", "viewer.formats.xiangqi.binary:read_chn")
CCM = ServerFormat("ccm", "CCM", "viewer.formats.xiangqi.binary:read_ccm")
PFC = ServerFormat("pfc", "PFC", "viewer.formats.xiangqi.texts:read_pfc")
XQR = ServerFormat("xqr", "XQR", "viewer.formats.xiangqi.binary:read_xqr")
WXF = ServerFormat("wxf", "WXF", "viewer.formats.xiangqi.texts:read_wxf")
XGF = ServerFormat("xgf", "XGF", "viewer.formats.xiangqi.binary:read_xgf")
