"""Evaluations in the properties of programs for go, beside V: Sabaki's SBKV, KaTrain's KT, Lizzie's LZ.

SBKV is Black's chance of winning in percent. KT is three texts, of which the last is JSON, packed with
gzip, in base64: `root` has Black's `winrate` (0 to 1) and `scoreLead`. The first line of LZ is the program's
version, the chance of the side that moved in percent, and the number of playouts. Source: what these
programs write and read.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping, Sequence

from viewer.base.patterns import late
from viewer.formats.sgf.edit import NodeEdit
from viewer.formats.sgf.values import escaped, text_of
from viewer.tree.annotation import EVALUATION
from viewer.tree.evaluation import Evaluation, ScoreUnit, parse_evaluation

CHANCE, LIZZIE, KATRAIN = "SBKV", "LZ", "KT"
PROGRAMS: Mapping[str, str] = dict.fromkeys((CHANCE, KATRAIN, LIZZIE), EVALUATION)
"""The facet of each property."""

_PERCENT = late(r"\d{1,3}(?:\.\d{1,6})?")
_LIZZIE = late(r"\S+ (?P<chance>\d{1,3}(?:\.\d{1,6})?) (?P<playouts>[\d.]+)[kKmM]?(?=\s|\Z)")
_LONGEST = 1 << 20  # bytes of an analysis, packed or not
_WIDEST = 10_000  # points of a lead
_GZIP = 31  # a window of any size, with gzip's header


def evaluation_with(said: str, programs: Mapping[str, Sequence[str]], mover: str) -> str:
    """The evaluation of a node, "" for none.

    V comes first, with the chance of SBKV if that can stand beside it; then SBKV, KT, LZ.

    Args:
        said: what V says.
        programs: the raw values of the properties of programs.
        mover: the letter of the side that moved, "" for none.
    """
    chance = _chance(programs.get(CHANCE, ()))
    if said:
        value = parse_evaluation(said, ScoreUnit.POINTS)
        alone = value is not None and value.share is None and value.depth is None
        return f"{said} {chance}" if chance and alone else said
    return chance or _katrain(programs.get(KATRAIN, ())) or _lizzie(programs.get(LIZZIE, ()), mover)


def _chance(values: Sequence[str]) -> str:
    text = values[0].strip() if values else ""
    return f"{text}%" if _PERCENT.fullmatch(text) and float(text) <= 100 else ""


def _katrain(values: Sequence[str]) -> str:
    packed = values[2] if len(values) > 2 else ""
    if len(packed) > _LONGEST:
        return ""
    try:
        data = zlib.decompressobj(_GZIP).decompress(base64.b64decode(packed), _LONGEST)
        analysis = json.loads(data)
    except (ValueError, zlib.error, RecursionError):
        return ""
    root = analysis.get("root") if isinstance(analysis, dict) else None
    if not isinstance(root, dict):
        return ""
    share, lead = root.get("winrate"), root.get("scoreLead")
    return Evaluation(
        share=float(share) if isinstance(share, int | float) and 0 <= share <= 1 else None,
        points=float(lead) if isinstance(lead, int | float) and abs(lead) < _WIDEST else None,
    ).text


def _lizzie(values: Sequence[str], mover: str) -> str:
    found = _LIZZIE.match(text_of(values[0])) if values else None
    if found is None or not mover or not found["playouts"].strip("0."):
        return ""
    chance = float(found["chance"])
    if chance > 100:
        return ""
    return Evaluation(share=(chance if mover == "B" else 100 - chance) / 100).text


def set_evaluation(text: NodeEdit, said: str) -> None:
    """Write the evaluation of a node into its text, or take it out ("").

    A chance goes into SBKV, a lead in points, as a number, into V, and so does any other text. What other
    programs wrote stays, since V and SBKV come first; all goes if there is no evaluation any more.
    """
    if not said:
        text.replace({"V", *PROGRAMS}, None)
        return
    value = parse_evaluation(said, ScoreUnit.POINTS)
    chance, points = "", said.replace("\n", " ")
    if value is not None and value.share is not None:
        chance = next(part for part in said.split() if "%" in part).partition("%")[0]
        points = ""
    if value is not None and value.points is not None and value.depth is None:
        points = f"{value.points:.6f}".rstrip("0").rstrip(".")
    text.replace({"V"}, ("V", escaped(points)) if points else None)
    text.replace({CHANCE}, (CHANCE, chance) if chance else None)


def plain_evaluation(said: str) -> str:
    """A text for an evaluation that is the same for all that say the same."""
    value = parse_evaluation(said, ScoreUnit.POINTS)
    return said if value is None else repr(value)
