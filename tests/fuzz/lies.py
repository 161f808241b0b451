"""What engines answer that say rightly what they are, and then lie: for `tests/engines/liar.py`."""

from __future__ import annotations

import random

_NUMBERS = (
    "0",
    "-1",
    "9" * 400,
    "-" + "9" * 4000,
    "1e300",
    "-1e400",
    "nan",
    "inf",
    "0x10",
    "1.5",
    "²",
    "٣",
    "",
)
_WORDS = (
    *(
        "info",
        "depth",
        "score",
        "cp",
        "mate",
        "wdl",
        "pv",
        "nodes",
        "time",
        "multipv",
        "hashfull",
        "nps",
    ),
    *(
        "lowerbound",
        "string",
        "visits",
        "winrate",
        "scoreLead",
        "prior",
        "order",
        "ownership",
        "=",
        "?",
    ),
    *(
        "e2e4",
        "7g7f",
        "h2e2",
        "D4",
        "pass",
        "resign",
        "(none)",
        "win",
        "play",
        "bestmove",
        "readyok",
    ),
    *("\x1b[2J", "\0", "\u202e", "字", "x" * 5000),
)
_INFO = {
    "gtp": "info move D4 visits {} winrate {} scoreLead {} prior {} order {} pv D4 Q16",
    "other": "info depth {} multipv 1 score cp {} wdl {} {} {} nodes {} time {} pv {}",
}

_COMMANDS = "={n} name\nboardsize\nkomi\nplay\ngenmove\nkata-analyze\nlz-analyze\n"


def lies(protocol: str, chance: random.Random) -> dict[str, str]:
    """An engine's answers by command: rightly what it is and can, at random what it finds."""
    lines = [_line(protocol, chance) for _ in range(chance.randrange(1, 9))]
    if protocol == "gtp":
        found = "={n}\n" + "\n".join((*lines, chance.choice(("play D4\n", "", "= D4\n"))))
        answers = dict.fromkeys(("kata-analyze", "lz-analyze", "genmove"), found)
        return {"list_commands": _COMMANDS, **answers}
    ends = ("bestmove e2e4", "bestmove 7g7f", "bestmove", "nobestmove", _line(protocol, chance))
    option = "option name MultiPV type spin default 1 min 1 max 9"
    return {
        protocol: f"id name Liar\n{option}\n{protocol}ok",
        "go": "\n".join((*lines, chance.choice(ends))),
        "stop": "bestmove e2e4",
    }


def _number(chance: random.Random) -> str:
    return chance.choice(_NUMBERS) if chance.random() < 0.4 else str(chance.randrange(-3, 2000))


def _line(protocol: str, chance: random.Random) -> str:
    if chance.random() < 0.6:
        form = _INFO.get(protocol, _INFO["other"])
        values = [_number(chance) for _ in range(form.count("{}"))]
        if protocol != "gtp":
            values[-1] = chance.choice(("e2e4", "7g7f", "h2e2", "x", ""))
        return form.format(*values)
    count = chance.randrange(1, 12)
    return " ".join(chance.choice((*_WORDS, _number(chance))) for _ in range(count))
