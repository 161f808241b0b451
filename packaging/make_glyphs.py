# /// script
# requires-python = ">=3.11"
# dependencies = ["fonttools>=4.50"]
# ///
"""Make the outlines, fonts and seals in resources/ from the Noto CJK fonts.

Run it when a board needs a glyph that isn't there yet; the program never does. It needs fontTools
(`pipx run packaging/make_glyphs.py` brings it along) and the fonts (Debian: fonts-noto-cjk). The
same fonts give the same files.

    python packaging/make_glyphs.py [--fonts FOLDER]
"""

from __future__ import annotations

import argparse
import json
import string
from math import asin, ceil, cos, degrees, radians, sin, tan
from pathlib import Path
from typing import Any, NamedTuple

from fontTools import subset
from fontTools.misc.transform import Identity, Transform
from fontTools.pens.basePen import BasePen
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTCollection, TTFont

RESOURCES = Path(__file__).resolve().parent.parent / "resources"
SERIF, JAPANESE_SERIF = "Noto Serif CJK SC", "Noto Serif CJK JP"
SANS, JAPANESE_SANS = "Noto Sans CJK SC", "Noto Sans CJK JP"
EM = 1000
ASCENT = 880  # of the ideographic em box, in these fonts

HAN_DIGITS = "一二三四五六七八九十"
ASCII = string.ascii_letters + string.digits


class Face(NamedTuple):
    """A set of outlines: the part of their names before the slash, and where they come from.

    They are written to resources/glyphs/`target`.
    """

    name: str
    file: str
    family: str
    characters: str
    target: str = "board.json"


# The mainland face has the traditional shapes for traditional characters, and 炮 as it is cut on
# Chinese sets (包 with 巳, closed above).
FACES = (
    Face("piece", "NotoSerifCJK-Bold.ttc", SERIF, "帥仕相俥傌炮兵將士象車馬砲卒帅将车马"),
    Face("board", "NotoSerifCJK-Regular.ttc", SERIF, "楚河漢界汉"),
    Face("text", "NotoSansCJK-Regular.ttc", SANS, HAN_DIGITS + ASCII),
    Face("label", "NotoSansCJK-Bold.ttc", SANS, ASCII + "+-!?" + HAN_DIGITS),
    Face(
        "shogi",
        "NotoSerifCJK-Bold.ttc",
        JAPANESE_SERIF,
        "歩香桂銀金角飛玉王と杏圭全馬龍竜兵車将行成",
        "shogi.json",
    ),
)

QUOTES = {"Qipu Quotes": "‘’“”", "Qipu Apostrophe": "’"}
NOTATION = (
    "车車俥马馬傌炮砲包兵卒将將帅帥仕士相象进進退平前中后後"
    + HAN_DIGITS
    + "０１２３４５６７８９＋－＝．"
    + "".join(map(chr, range(0x20, 0x7F)))
    + "…–—−·×‘’“”！？±∓∞½"
    + "□→↑⇆⊕⊙○∆∇≤⊥⇔↗≫≪└┘"  # of the glyphs (viewer/tree/nags.py)
)
# Moves, ends and handicaps of shogi, with Japanese shapes (直, 角) but for what xiangqi has as well (将).
JAPANESE = (
    "☗☖▲△▼▽歩香桂銀金角飛玉王と杏圭全馬龍竜成不打同右左直上寄引行"
    "投了中断詰み千日手持将棋切れ負け反則勝ち入宣言戦封じ時間引分最大数トライ待"
    "先後上下平その他落七枚初期局面図目まではのきパス合割死　・、。ー（）「」"
)
# The signs for a slight advantage are in no CJK font: made of the plus and the bar of ±, put in
# place of a character that notation never uses.
MADE_SIGNS = {"⩲": "℃", "⩱": "℉"}
# Nor are these: drawn here with the same stroke.
DRAWN_SIGNS = {"⟳": "㎏", "⌓": "㎜", "⊞": "㎝"}
SAME_SIGNS = {"⨀": "⊙"}


def open_face(folder: Path, file: str, family: str) -> TTFont:
    """One font of a collection."""
    for font in TTCollection(str(folder / file), lazy=True).fonts:
        if font["name"].getDebugName(1) == family:
            return font
    raise SystemExit(f"{file} has no {family}")


# ------------------------------------------------------------------------------------ outlines


class PathPen(BasePen):
    """Writes SVG path data with M, L, C and Z only, absolute, whole numbers, y down."""

    def __init__(self, glyph_set: Any, transform: Transform = Identity, digits: int = 0) -> None:
        super().__init__(glyph_set)
        self.parts: list[str] = []
        self._transform = transform
        self._digits = digits

    def _put(self, command: str, *points: tuple[float, float]) -> None:
        numbers = [
            format(round(number, self._digits), "g")
            for point in points
            for number in self._transform.transformPoint(point)
        ]
        self.parts.append(command + " ".join(numbers))

    def _moveTo(self, pt: tuple[float, float]) -> None:
        self._put("M", pt)

    def _lineTo(self, pt: tuple[float, float]) -> None:
        self._put("L", pt)

    def _curveToOne(
        self, pt1: tuple[float, float], pt2: tuple[float, float], pt3: tuple[float, float]
    ) -> None:
        self._put("C", pt1, pt2, pt3)

    def _closePath(self) -> None:
        self.parts.append("Z")

    _endPath = _closePath


def outline(font: TTFont, character: str) -> tuple[int, str]:
    """(advance, path data) of a character: the em box is `0 0 advance 1000`, y down."""
    glyphs = font.getGlyphSet()
    glyph = glyphs[font.getBestCmap()[ord(character)]]
    pen = PathPen(glyphs, Transform(1, 0, 0, -1, 0, ASCENT))
    glyph.draw(pen)
    return round(glyph.width), "".join(pen.parts)


def write_outlines(folder: Path, target: str) -> None:
    """resources/glyphs/<target>."""
    outlines: dict[str, list[int | str]] = {}
    for face in FACES:
        if face.target != target:
            continue
        font = open_face(folder, face.file, face.family)
        for character in face.characters:
            outlines[f"{face.name}/{character}"] = list(outline(font, character))
    # One line for each, so that a new glyph is one new line in the history.
    lines = [
        f"  {json.dumps(name, ensure_ascii=False)}: {json.dumps(entry)}"
        for name, entry in outlines.items()
    ]
    about = "Outlines from Noto Serif CJK and Noto Sans CJK, SIL OFL 1.1; see CREDITS.md"
    head = f' "about": {json.dumps(about)},\n "em": {EM},\n "outlines": {{\n'
    text = "{\n" + head + ",\n".join(lines) + "\n }\n}\n"
    (RESOURCES / "glyphs" / target).write_text(text, "utf-8")


# --------------------------------------------------------------------------------------- fonts


Point = tuple[float, float]
Operation = tuple[str, tuple[Any, ...]]
Operations = list[Operation]


def arc(radius: float, start: float, turn: float, centre: Point) -> Operations:
    """Pen operations of an arc, its first point as a line to it; angles in degrees, from the right,
    counter-clockwise.
    """

    def at(angle: float) -> Point:
        return centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)

    steps = max(1, ceil(abs(turn) / 90))
    part = radians(turn / steps)
    reach = 4 / 3 * tan(part / 4)
    angle = radians(start)
    out: Operations = [("lineTo", (at(angle),))]
    for _ in range(steps):
        (x, y), (x1, y1) = at(angle), at(angle + part)
        c, s = radius * cos(angle), radius * sin(angle)
        c1, s1 = radius * cos(angle + part), radius * sin(angle + part)
        controls = (x - reach * s, y + reach * c), (x1 + reach * s1, y1 - reach * c1)
        out.append(("curveTo", (*controls, (x1, y1))))
        angle += part
    return out


def closed(*operations: Operation) -> Operations:
    """A contour of lines and curves: its first line begins it."""
    (_, first), *rest = operations
    return [("moveTo", first), *rest, ("closePath", ())]


def polygon(*points: Point) -> Operations:
    """A contour of straight lines."""
    return closed(*(("lineTo", (point,)) for point in points))


def box(left: float, bottom: float, right: float, top: float) -> Operations:
    """A rectangle, counter-clockwise."""
    return polygon((left, bottom), (right, bottom), (right, top), (left, top))


def draw_sign(sign: str, thick: float) -> Operations:
    """Pen operations of a sign of DRAWN_SIGNS; outer contours counter-clockwise."""
    middle, radius = (500.0, 380.0), 330.0
    inner = radius - thick
    if sign == "⊞":
        (x, y), half, bar = middle, radius * 0.94, thick / 2
        outer = box(x - half, y - half, x + half, y + half)
        panes = ((-half + thick, -bar), (bar, half - thick))
        holes = [
            polygon((x + x0, y + y0), (x + x0, y + y1), (x + x1, y + y1), (x + x1, y + y0))
            for x0, x1 in panes
            for y0, y1 in panes
        ]
        return [*outer, *(operation for hole in holes for operation in hole)]
    if sign == "⌓":
        x, y = middle[0], middle[1] - radius / 2
        low = degrees(asin(thick / inner))
        return [
            *closed(*arc(radius, 0, 180, (x, y))),
            *closed(*arc(inner, 180 - low, 2 * low - 180, (x, y))),
        ]
    # ⟳: from 15° clockwise to 65°, where the head points on.
    head, wide, long = radians(65), 1.9 * thick, 3.4 * thick
    way, out = (sin(head), -cos(head)), (cos(head), sin(head))
    mean = radius - thick / 2
    end = (middle[0] + mean * out[0], middle[1] + mean * out[1])
    tip = (end[0] + long * way[0], end[1] + long * way[1])
    sides = [(end[0] + k * wide * out[0], end[1] + k * wide * out[1]) for k in (1, -1)]
    ring = closed(*arc(radius, 65, 310, middle), *arc(inner, 15, -310, middle))
    return [*ring, *polygon(tip, sides[0], sides[1])]


def make_signs(font: TTFont) -> None:
    """Put the signs of MADE_SIGNS, DRAWN_SIGNS and SAME_SIGNS into the font."""
    glyphs, cmap = font.getGlyphSet(), font.getBestCmap()
    recording = RecordingPen()
    glyphs[cmap[ord("±")]].draw(recording)
    contours: list[list[Any]] = []
    for operator, points in recording.value:
        if operator == "moveTo":
            contours.append([])
        contours[-1].append((operator, points))

    def bounds(contour: list[Any]) -> tuple[float, float]:
        heights = [point[1] for _, points in contour for point in points]
        return min(heights), max(heights)

    plus, bar = sorted(contours, key=lambda contour: -bounds(contour)[1])
    thick = bounds(bar)[1] - bounds(bar)[0]
    low, high = bounds(bar)[0], bounds(plus)[1]
    # ⩲: the plus goes up by half a bar, a second bar stands one and a half bars below the first.
    moves = ((plus, 0.5 * thick), (bar, 0.5 * thick), (bar, -1.5 * thick))
    upside = Transform(1, 0, 0, -1, 0, low + high - thick)
    drawn = {sign: draw_sign(sign, thick) for sign in DRAWN_SIGNS}
    for sign, turn in (("⩲", Identity), ("⩱", upside)):
        operations = RecordingPen()
        for contour, up in moves:
            target = TransformPen(operations, turn.translate(0, up))
            for operator, points in contour:
                getattr(target, operator)(*points)
        drawn[sign] = operations.value
    charstrings = font["CFF "].cff.topDictIndex[0].CharStrings
    places = {**MADE_SIGNS, **DRAWN_SIGNS}
    for sign, operations in drawn.items():
        place = cmap[ord(places[sign])]
        old = charstrings[place]
        pen = T2CharStringPen(EM, glyphs)
        for operator, points in operations:
            getattr(pen, operator)(*points)
        charstrings[place] = pen.getCharString(old.private, old.globalSubrs)
        font["hmtx"][place] = (EM, font["hmtx"][cmap[ord("±")]][1])
    for table in font["cmap"].tables:
        if table.isUnicode() and table.format != 14:
            table.cmap.update((ord(sign), cmap[ord(old)]) for sign, old in places.items())
            table.cmap.update((ord(sign), cmap[ord(same)]) for sign, same in SAME_SIGNS.items())


def take_japanese(font: TTFont, japanese: TTFont) -> None:
    """Let the characters of JAPANESE have their Japanese shapes.

    The fonts of a collection have one set of glyphs; only which they name for a character differs.
    """
    shapes = japanese.getBestCmap()
    codes = [ord(one) for one in JAPANESE if one not in NOTATION]
    for table in font["cmap"].tables:
        if table.isUnicode() and table.format != 14:
            table.cmap.update((code, shapes[code]) for code in codes)


def write_notation_font(folder: Path, weight: str) -> None:
    """resources/fonts/QipuNotation-<weight>.otf: the characters of move notation, renamed."""
    file = f"NotoSansCJK-{weight}.ttc"
    font = open_face(folder, file, SANS)
    take_japanese(font, open_face(folder, file, JAPANESE_SANS))
    make_signs(font)
    signs = "".join((*MADE_SIGNS, *DRAWN_SIGNS, *SAME_SIGNS))
    _save_part(font, NOTATION + JAPANESE + signs, "Qipu Notation", weight)


def write_quotes_fonts(folder: Path, weight: str) -> None:
    """resources/fonts/Qipu{Quotes,Apostrophe}-<weight>.otf: narrow quotation marks.

    Fonts for Chinese have them as wide as a character; those for Japanese as other letters are.
    """
    for family, characters in QUOTES.items():
        font = open_face(folder, f"NotoSansCJK-{weight}.ttc", JAPANESE_SANS)
        _save_part(font, characters, family, weight)


def _save_part(font: TTFont, characters: str, family: str, weight: str) -> None:
    """resources/fonts/<family>-<weight>.otf: these characters of a font, renamed."""
    options = subset.Options(
        layout_features=[],
        hinting=False,
        notdef_outline=True,
        name_IDs=["*"],
        drop_tables=["vhea", "vmtx", "VORG", "BASE", "GPOS", "GSUB", "GDEF", "DSIG", "kern"],
    )
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=characters)
    subsetter.subset(font)
    # Under its own name, so that it never hides a whole Noto Sans CJK that people have.
    plain = f"{family.replace(' ', '')}-{weight}"
    names = {
        1: family,
        2: weight,
        3: f"1.0;{plain}",
        4: f"{family} {weight}",
        6: plain,
    }
    table = font["name"]
    keep = {0, 5, 7, 8, 9, 11, 13, 14}
    table.names = [entry for entry in table.names if entry.nameID in keep and entry.platformID == 3]
    for number, value in names.items():
        table.setName(value, number, 3, 1, 0x409)
    cff = font["CFF "].cff
    cff.fontNames = [plain]
    top = cff.topDictIndex[0]
    top.FamilyName, top.FullName = family, names[4]
    font.recalcTimestamp = False
    font.save(str(RESOURCES / "fonts" / f"{plain}.otf"))


# --------------------------------------------------------------------------------------- seals


def rounded(x: float, y: float, width: float, height: float, radius: float) -> str:
    """Path data of a rounded rectangle."""
    k = radius * 0.5523
    right, bottom = x + width, y + height

    def text(*numbers: float) -> str:
        return " ".join(format(round(number, 3), "g") for number in numbers)

    def corner(x1: float, y1: float, x2: float, y2: float, x3: float, y3: float) -> str:
        return "C" + text(x1, y1, x2, y2, x3, y3)

    return "".join(
        (
            "M" + text(x + radius, y),
            "L" + text(right - radius, y),
            corner(right - radius + k, y, right, y + radius - k, right, y + radius),
            "L" + text(right, bottom - radius),
            corner(right, bottom - radius + k, right - radius + k, bottom, right - radius, bottom),
            "L" + text(x + radius, bottom),
            corner(x + radius - k, bottom, x, bottom - radius + k, x, bottom - radius),
            "L" + text(x, y + radius),
            corner(x, y + radius - k, x + radius - k, y, x + radius, y),
            "Z",
        )
    )


def seal(font: TTFont, x: float, y: float, side: float) -> list[str]:
    """Path elements of the seal: 谱 in white on vermilion."""
    glyphs = font.getGlyphSet()
    glyph = glyphs[font.getBestCmap()[ord("谱")]]
    size = side * 0.76
    scale = size / EM
    left, top = x + (side - size) / 2, y + (side - size) / 2
    pen = PathPen(glyphs, Transform(scale, 0, 0, -scale, left, top + ASCENT * scale), 2)
    glyph.draw(pen)
    return [
        f'<path fill="#B5432C" d="{rounded(x, y, side, side, side * 0.21)}"/>',
        f'<path fill="#FFFFFF" d="{"".join(pen.parts)}"/>',
    ]


def svg(size: int, elements: list[str]) -> str:
    """A whole SVG file."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}">'
    return "\n".join((head, *elements, "</svg>", ""))


def write_seals(folder: Path) -> None:
    """resources/icons/qipu.svg, and the icon of a file of game records."""
    font = open_face(folder, "NotoSerifCJK-Bold.ttc", SERIF)
    icons = RESOURCES / "icons"
    (icons / "qipu.svg").write_text(svg(64, seal(font, 4, 4, 56)), "utf-8")
    sheet = "M17 3L39 3L54 18L54 56C54 58.76 51.76 61 49 61L17 61C14.24 61 12 58.76 12 56L12 8"
    sheet += "C12 5.24 14.24 3 17 3Z"
    fold = "M39 3L39 13C39 15.76 41.24 18 44 18L54 18Z"
    elements = [
        f'<path fill="#FBFAF7" stroke="#8F897C" stroke-width="1.5" d="{sheet}"/>',
        f'<path fill="#DDD8CD" stroke="#8F897C" stroke-width="1.5" d="{fold}"/>',
        *seal(font, 20, 25, 26),
    ]
    (icons / "mime-record.svg").write_text(svg(64, elements), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--fonts",
        type=Path,
        default=Path("/usr/share/fonts/opentype/noto"),
        help="folder of NotoSerifCJK-*.ttc and NotoSansCJK-*.ttc",
    )
    folder: Path = parser.parse_args().fonts
    for name in ("glyphs", "fonts", "icons"):
        (RESOURCES / name).mkdir(parents=True, exist_ok=True)
    for target in dict.fromkeys(face.target for face in FACES):
        write_outlines(folder, target)
    for weight in ("Regular", "Bold"):
        write_notation_font(folder, weight)
        write_quotes_fonts(folder, weight)
    write_seals(folder)


if __name__ == "__main__":
    main()
