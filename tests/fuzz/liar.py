"""An engine that says what it is, and then lies: `liar.py PROTOCOL SEED`."""

import random
import sys

chance = random.Random(sys.argv[2])
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
_COMMANDS = (
    *("name", "version", "list_commands", "boardsize", "komi", "play", "genmove", "clear_board"),
    *("kata-analyze", "lz-analyze"),
)
_INFO = {
    "gtp": "info move D4 visits {} winrate {} scoreLead {} prior {} order {} pv D4 Q16",
    "other": "info depth {} multipv 1 score cp {} wdl {} {} {} nodes {} time {} pv {}",
}


def say(text: str) -> None:
    sys.stdout.buffer.write(text.encode("utf-8", "replace") + b"\n")
    sys.stdout.buffer.flush()


def number() -> str:
    return chance.choice(_NUMBERS) if chance.random() < 0.4 else str(chance.randrange(-3, 2000))


def lie(protocol: str) -> str:
    if chance.random() < 0.6:
        form = _INFO.get(protocol, _INFO["other"])
        values = [number() for _ in range(form.count("{}"))]
        if protocol != "gtp":
            values[-1] = chance.choice(("e2e4", "7g7f", "h2e2", "x", ""))
        return form.format(*values)
    count = chance.randrange(1, 12)
    return " ".join(chance.choice((*_WORDS, number())) for _ in range(count))


def gtp(line: str) -> None:
    word = line.split()[0]
    known = {"name": "Liar", "version": "1", "protocol_version": "2"}
    if word == "list_commands":
        say("= " + "\n".join(_COMMANDS) + "\n")
    elif word in ("kata-analyze", "lz-analyze", "genmove"):
        say("=")
        for _ in range(chance.randrange(1, 9)):
            say(lie("gtp"))
        say(chance.choice(("play D4\n", "", "= D4\n")))
    elif word in known:
        say(f"= {known[word]}\n")
    else:
        say("=\n")


def uci(line: str, protocol: str) -> None:
    word = line.split()[0]
    if word == protocol:
        say("id name Liar")
        say("option name MultiPV type spin default 1 min 1 max 9")
        say(f"{protocol}ok")
    elif word == "isready":
        say("readyok")
    elif word == "go":
        for _ in range(chance.randrange(1, 9)):
            say(lie(protocol))
        say(
            chance.choice(
                ("bestmove e2e4", "bestmove 7g7f", "bestmove", "nobestmove", lie(protocol))
            )
        )
    elif word == "stop":
        say("bestmove e2e4")


for asked in sys.stdin:
    if asked.split():
        if asked.split()[0] == "quit":
            break
        gtp(asked) if sys.argv[1] == "gtp" else uci(asked, sys.argv[1])
