"""Engines for tests that need files: `needy.py NAME ARGUMENT …` is KataGo, Pikafish, YaneuraOu or Lc0.

What they say without their files, while they load and while they tune is taken from their documentation and
sources. `NEEDY_PACE`: seconds between two lines while one loads.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

PACE = float(os.environ.get("NEEDY_PACE", "0"))


def say(*lines: str) -> None:
    print("\n".join(lines), flush=True)


def complain(*lines: str) -> None:
    for line in lines:
        print(line, file=sys.stderr, flush=True)
        time.sleep(PACE)


def installed(folder: Path, name: str) -> str:
    """The path of a program of that name in a folder, which behaves so."""
    path = folder / name
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" -S "{__file__}" "$(basename "$0")" "$@"\n')
    path.chmod(0o755)
    return str(path)


def katago(arguments: list[str]) -> None:
    given = dict(zip(arguments[1::2], arguments[2::2], strict=False))
    for word, what in (("-config", "gtp config"), ("-model", "model")):
        if not os.path.isfile(given.get(word, "")):
            complain(f"Could not find a {what} file; specify one with {word}")
            sys.exit(1)
    complain("KataGo v1.15.3", "Loading model and initializing benchmark...")
    if "opencl" in given["-config"]:
        complain(*(f"Tuning xGemm {part}/20" for part in range(1, 21)), "Done tuning")
    complain("Loaded model b18", "GTP ready, beginning main protocol loop")
    commands = (
        "name version list_commands komi final_score kgs-time_settings kata-analyze boardsize"
    )
    analysing = False
    for line in sys.stdin:
        if analysing:
            analysing = False
            say("")
        number, *words = line.split() or ["", ""]
        if not number:
            continue
        if not number.isdigit():
            say("? unknown command\n")
        elif words[0] == "kata-analyze":
            say(f"={number}")
            say("info move Q16 visits 10 winrate 0.53 scoreLead 1.2 order 0 pv Q16 D4")
            analysing = True
        else:
            answers = {
                "name": "KataGo",
                "version": "1.15.3",
                "protocol_version": "2",
                "list_commands": commands.replace(" ", "\n"),
            }
            say(f"={number} {answers.get(words[0], '')}\n")


def uci(name: str) -> None:
    option = {"pikafish": "EvalFile", "lc0": "WeightsFile"}[name]
    file = ""
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["uci"]:
            say(
                f"id name {name.title()}",
                f"option name {option} type string default <autodiscover>",
            )
            say("uciok")
        elif words[:1] == ["setoption"]:
            file = words[-1]
        elif words[:1] == ["isready"]:
            if os.path.isfile(file):
                complain(f"Loading weights file from: {file}")
            say("readyok")
        elif words[:1] == ["go"]:
            if not os.path.isfile(file):
                say("info string ERROR: The network file was not loaded successfully.")
                say("info string ERROR: The engine will be terminated now.")
                sys.exit(1)
            move = {"pikafish": "h2e2", "lc0": "e2e4"}[name]
            say(f"info depth 1 score cp 20 pv {move}", f"bestmove {move}")


def yaneuraou() -> None:
    folder = "eval"
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["usi"]:
            say(
                "id name YaneuraOu NNUE 8.30",
                "option name EvalDir type string default eval",
                "usiok",
            )
        elif words[:1] == ["setoption"]:
            folder = words[-1]
        elif words[:1] == ["isready"]:
            if not os.path.isfile(os.path.join(folder, "nn.bin")):
                say(f"info string Error! : failed to read {folder}/nn.bin")
                sys.exit(1)
            say(f"info string loading eval file : {folder}/nn.bin")
            time.sleep(PACE)
            say("readyok")
        elif words[:1] == ["go"]:
            say("info depth 1 score cp 30 pv 7g7f", "bestmove 7g7f")
        elif words[:1] == ["uci"]:
            say("unknown command")


if __name__ == "__main__":
    program = sys.argv[1]
    if program == "katago":
        katago(sys.argv[2:])
    elif program == "yaneuraou":
        yaneuraou()
    else:
        uci(program)
