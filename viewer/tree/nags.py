"""The Numeric Annotation Glyphs: what each number says, and its sign.

0 to 139 are section 10 of the PGN standard of 1994, which prints 84 to 87 twice: the second time,
"rook placement", is 94 to 97. The numbers above are practice, in two families that don't collide:
140 to 221 as Scid and Palview write them, 238 to 255 as ChessBase does. Nothing is known of the
other numbers; they are shown as they stand in the file ("$160").
"""

from __future__ import annotations

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple

LARGEST = 255


class Nag(NamedTuple):
    """A glyph.

    Attributes:
        number: 0 to 255.
        sign: as books print it; "" where the field has none.
        words: with the place {side} where it is said of one side (and {other} of the other).
        side: 0 or 1, the side it is said of; None of both or of the move.
        group: a key of GROUPS.
    """

    number: int
    sign: str
    words: Message
    side: int | None
    group: str


GROUPS: dict[str, Message] = {
    "move": message("The move"),
    "position": message("The position"),
    "space": message("Space"),
    "development": message("Development"),
    "initiative": message("Initiative and attack"),
    "compensation": message("Compensation"),
    "control": message("Control of the board"),
    "king": message("King and first rank"),
    "pawns": message("Pawns"),
    "pieces": message("Pieces"),
    "play": message("How it was played"),
    "counterplay": message("Counterplay"),
    "time": message("Time pressure"),
    "remark": message("Remarks"),
}

_SINGLE = (
    (0, "", "move", message("null annotation")),
    (1, "!", "move", message("good move")),
    (2, "?", "move", message("poor move")),
    (3, "!!", "move", message("very good move")),
    (4, "??", "move", message("very poor move")),
    (5, "!?", "move", message("speculative move")),
    (6, "?!", "move", message("questionable move")),
    (7, "□", "move", message("forced move (all others lose quickly)")),
    (8, "", "move", message("singular move (no reasonable alternatives)")),
    (9, "", "move", message("worst move")),
    (10, "=", "position", message("drawish position")),
    (11, "=", "position", message("equal chances, quiet position")),
    (12, "", "position", message("equal chances, active position")),
    (13, "∞", "position", message("unclear position")),
    # Past the standard: Scid and Palview.
    (140, "∆", "remark", message("with the idea")),
    (141, "∇", "remark", message("aimed against")),
    (142, "⌓", "remark", message("better is")),
    (143, "≤", "remark", message("worse is")),
    (144, "==", "remark", message("equivalent is")),
    (145, "RR", "remark", message("editor's remark")),
    (146, "N", "remark", message("novelty")),
    (147, "×", "control", message("weak point")),
    (148, "⊥", "play", message("ending")),
    (149, "⇔", "control", message("file")),
    (150, "↗", "control", message("diagonal")),
    (153, "", "pieces", message("bishops of opposite colour")),
    (154, "", "pieces", message("bishops of the same colour")),
    (190, "", "remark", message("et cetera")),
    (191, "", "pawns", message("doubled pawns")),
    (192, "", "pawns", message("isolated pawns")),
    (193, "", "pawns", message("connected pawns")),
    (194, "", "pawns", message("hanging pawns")),
    (195, "", "pawns", message("backward pawns")),
    (201, "#", "remark", message("diagram")),
    (220, "#", "remark", message("diagram")),
    (221, "#", "remark", message("diagram, seen from the other side")),
    # Past the standard: ChessBase.
    (238, "○", "space", message("space")),
    (239, "⇔", "control", message("file")),
    (240, "↗", "control", message("diagonal")),
    (241, "⊞", "control", message("centre")),
    (242, "≫", "control", message("kingside")),
    (243, "≪", "control", message("queenside")),
    (244, "×", "control", message("weak point")),
    (245, "⊥", "play", message("ending")),
    (246, "", "pieces", message("pair of bishops")),
    (247, "", "pieces", message("bishops of opposite colour")),
    (248, "", "pieces", message("bishops of the same colour")),
    (249, "", "pawns", message("connected pawns")),
    (250, "", "pawns", message("isolated pawns")),
    (251, "", "pawns", message("doubled pawns")),
    (252, "", "pawns", message("passed pawn")),
    (253, "", "pawns", message("pawn majority")),
    (254, "└", "remark", message("with")),
    (255, "┘", "remark", message("without")),
)

# Two numbers each: of the first side (the one given here), then of the second.
_PAIRS = (
    (14, ("⩲", "⩱"), "position", message("{side} has a slight advantage")),
    (16, ("±", "∓"), "position", message("{side} has a moderate advantage")),
    (18, ("+−", "−+"), "position", message("{side} has a decisive advantage")),
    (20, ("", ""), "position", message("{side} has a crushing advantage ({other} should resign)")),
    (22, ("⨀", "⨀"), "position", message("{side} is in zugzwang")),
    (24, ("", ""), "space", message("{side} has a slight space advantage")),
    (26, ("○", "○"), "space", message("{side} has a moderate space advantage")),
    (28, ("", ""), "space", message("{side} has a decisive space advantage")),
    (30, ("", ""), "development", message("{side} has a slight time (development) advantage")),
    (32, ("⟳", "⟳"), "development", message("{side} has a moderate time (development) advantage")),
    (34, ("", ""), "development", message("{side} has a decisive time (development) advantage")),
    (36, ("↑", "↑"), "initiative", message("{side} has the initiative")),
    (38, ("", ""), "initiative", message("{side} has a lasting initiative")),
    (40, ("→", "→"), "initiative", message("{side} has the attack")),
    (
        42,
        ("", ""),
        "compensation",
        message("{side} has insufficient compensation for material deficit"),
    ),
    (
        44,
        ("=∞", "=∞"),
        "compensation",
        message("{side} has sufficient compensation for material deficit"),
    ),
    (
        46,
        ("", ""),
        "compensation",
        message("{side} has more than adequate compensation for material deficit"),
    ),
    (48, ("", ""), "control", message("{side} has a slight centre control advantage")),
    (50, ("", ""), "control", message("{side} has a moderate centre control advantage")),
    (52, ("", ""), "control", message("{side} has a decisive centre control advantage")),
    (54, ("", ""), "control", message("{side} has a slight kingside control advantage")),
    (56, ("", ""), "control", message("{side} has a moderate kingside control advantage")),
    (58, ("", ""), "control", message("{side} has a decisive kingside control advantage")),
    (60, ("", ""), "control", message("{side} has a slight queenside control advantage")),
    (62, ("", ""), "control", message("{side} has a moderate queenside control advantage")),
    (64, ("", ""), "control", message("{side} has a decisive queenside control advantage")),
    (66, ("", ""), "king", message("{side} has a vulnerable first rank")),
    (68, ("", ""), "king", message("{side} has a well protected first rank")),
    (70, ("", ""), "king", message("{side} has a poorly protected king")),
    (72, ("", ""), "king", message("{side} has a well protected king")),
    (74, ("", ""), "king", message("{side} has a poorly placed king")),
    (76, ("", ""), "king", message("{side} has a well placed king")),
    (78, ("", ""), "pawns", message("{side} has a very weak pawn structure")),
    (80, ("", ""), "pawns", message("{side} has a moderately weak pawn structure")),
    (82, ("", ""), "pawns", message("{side} has a moderately strong pawn structure")),
    (84, ("", ""), "pawns", message("{side} has a very strong pawn structure")),
    (86, ("", ""), "pieces", message("{side} has poor knight placement")),
    (88, ("", ""), "pieces", message("{side} has good knight placement")),
    (90, ("", ""), "pieces", message("{side} has poor bishop placement")),
    (92, ("", ""), "pieces", message("{side} has good bishop placement")),
    (94, ("", ""), "pieces", message("{side} has poor rook placement")),
    (96, ("", ""), "pieces", message("{side} has good rook placement")),
    (98, ("", ""), "pieces", message("{side} has poor queen placement")),
    (100, ("", ""), "pieces", message("{side} has good queen placement")),
    (102, ("", ""), "pieces", message("{side} has poor piece coordination")),
    (104, ("", ""), "pieces", message("{side} has good piece coordination")),
    (106, ("", ""), "play", message("{side} has played the opening very poorly")),
    (108, ("", ""), "play", message("{side} has played the opening poorly")),
    (110, ("", ""), "play", message("{side} has played the opening well")),
    (112, ("", ""), "play", message("{side} has played the opening very well")),
    (114, ("", ""), "play", message("{side} has played the middlegame very poorly")),
    (116, ("", ""), "play", message("{side} has played the middlegame poorly")),
    (118, ("", ""), "play", message("{side} has played the middlegame well")),
    (120, ("", ""), "play", message("{side} has played the middlegame very well")),
    (122, ("", ""), "play", message("{side} has played the ending very poorly")),
    (124, ("", ""), "play", message("{side} has played the ending poorly")),
    (126, ("", ""), "play", message("{side} has played the ending well")),
    (128, ("", ""), "play", message("{side} has played the ending very well")),
    (130, ("", ""), "counterplay", message("{side} has slight counterplay")),
    (132, ("⇆", "⇆"), "counterplay", message("{side} has moderate counterplay")),
    (134, ("", ""), "counterplay", message("{side} has decisive counterplay")),
    (136, ("", ""), "time", message("{side} has moderate time control pressure")),
    (138, ("⊕", "⊕"), "time", message("{side} has severe time control pressure")),
    (151, ("", ""), "pieces", message("{side} has the pair of bishops")),
)


def _table() -> dict[int, Nag]:
    found = [Nag(number, sign, words, None, group) for number, sign, group, words in _SINGLE]
    for number, signs, group, words in _PAIRS:
        found += [Nag(number + side, signs[side], words, side, group) for side in (0, 1)]
    return {nag.number: nag for nag in sorted(found)}


NAGS: dict[int, Nag] = _table()
_SIDES = (message("White"), message("Black"))


def sign_of(nag: int) -> str:
    """The sign of a number; "$37" where books have none."""
    known = NAGS.get(nag)
    return known.sign if known is not None and known.sign else f"${nag}"


def words_of(nag: int, sides: tuple[Message, Message] = _SIDES) -> Message:
    """What a number says; `sides` are the names of who moves first and of the other."""
    known = NAGS.get(nag)
    if known is None:
        return message("glyph {number} (no meaning known)", number=nag)
    if known.side is None:
        return known.words
    return known.words.given(side=sides[known.side], other=sides[1 - known.side])
