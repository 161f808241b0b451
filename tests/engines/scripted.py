"""An engine for tests, as a script: `scripted.py HABIT`. It speaks UCI or GTP, badly."""

import os
import sys
import threading
import time


def say(*lines: str) -> None:
    print("\n".join(lines), flush=True)


def uci(habit: str) -> None:
    searches = 0
    position, threads = "", "1" if habit == "says-threads" else ""
    if habit == "says-id":
        with open(os.environ["SCRIPTED_ID"], "w") as file:
            file.write(f"{os.getpid()}\n")
    for line in sys.stdin:
        if line.startswith("position"):
            position = line
        word = line.split()[0] if line.split() else ""
        if habit == "never-greets":
            continue
        if word == "uci":
            greet(habit)
        elif word == "setoption" and " Threads " in line:
            threads = line.split()[-1]
        elif word == "isready":
            say("readyok")
        elif word == "position" and habit == "crashes-at-e5" and line.endswith("e2e4 e7e5\n"):
            return
        elif word == "position" and habit == f"waits-at-{line.split()[-1][2:]}":
            time.sleep(1000)
        elif word == "go":
            searches += 1
            search(habit, searches, "infinite" in line, threads or position)
        elif word == "stop" and habit != "never-stops":
            if habit == "late":  # what it finds after `stop` belongs to the last position
                time.sleep(0.05)
                say("info depth 77 score cp 777 pv a2a3")
            say("bestmove e2e4")
        elif word == "quit":
            return


def greet(habit: str) -> None:
    if habit == "crashes-greeted":
        sys.stderr.write("no network file\n")
        sys.exit(3)
    if habit == "odd-letters":
        sys.stdout.buffer.write("id name 象棋引擎\n".encode("gb18030"))
    else:
        say("id name Scripted", "id author Tests")
    say("option name MultiPV type spin default 1 min 1 max 9")
    if habit == "says-threads":
        say("option name Threads type spin default 1 min 1 max 64")
    say("option name UCI_LimitStrength type check default false")
    say("option name UCI_Elo type spin default 1320 min 1320 max 3190")
    say("option name Style type combo default Calm var Calm var Very Wild", "uciok")


_REPLIES = ("e7e5", "b8c6", "g8f6")


def answers(habit: str, position: str) -> bool:
    """Answer by the position, or by the threads that are set; whether that was done."""
    if habit == "says-threads":
        say(f"info depth 1 score cp {position} pv e2e4")
    elif habit == "compares" and position.rstrip().endswith("d2d4"):
        say("info depth 1 score cp 90 pv e7e5", "bestmove e7e5")
    elif habit == "compares":
        say("info depth 1 score cp 10 pv e2e4 e7e5")
    elif habit == "threatens" and " b " in position:
        say("info depth 1 score cp 40 pv e7e5")
    else:
        return False
    return True


def search(habit: str, number: int, endless: bool, position: str) -> None:
    if answers(habit, position):
        return
    if habit == "crashes-searching":
        say("info depth 1 score cp 5 pv e2e4")
        sys.exit(1)
    if habit == "crashes-once" and not _was_here():
        sys.exit(1)
    if habit == "weighs":
        say(f"info depth 1 score cp {300 * (number - 1)} pv e7e5", "bestmove e7e5")
    elif habit == "plays":
        say("info depth 1 score cp 0 pv e7e5", f"bestmove {_REPLIES[(number - 1) % 3]}")
    elif habit == "floods-on":
        if number == 1:
            threading.Thread(target=flood, daemon=True).start()
    elif habit == "floods":
        for score in range(100_000):
            print(f"info depth {score % 50} multipv 1 score cp {score} pv e2e4 e7e5")
        say("bestmove e2e4")
    elif habit == "junk":
        say(
            "info depth",
            "info score cp x pv e2e4",
            "info depth 3 score mate pv",
            "\x00\x01",
            "info",
        )
        say("x" * 3_000_000, "info multipv 99 score cp 1 pv e2e4", "info pv e2e4", "bestmove")
    else:
        say(f"info depth {number} score cp {10 * number} nodes 5 nps 7 pv e2e4 e7e5 zz")
        if not endless and habit != "never-stops":
            say("bestmove e2e4")


def flood() -> None:
    """Write lines without end, each many times."""
    depth = 0
    while True:
        depth += 1
        line = f"info depth {depth} multipv 1 score cp {depth % 90} pv e2e4 e7e5\n"
        sys.stdout.write(line * 1_000)


def _was_here() -> bool:
    """Whether this engine was started before, as a file beside it says."""
    try:
        with open(sys.argv[2], "x"):
            return False
    except FileExistsError:
        return True


_COMMANDS = "name komi kata-analyze lz-analyze genmove"


def gtp(habit: str) -> None:
    reporting = False
    plays = 0
    for line in sys.stdin:
        if reporting:
            reporting = False
            say("")
        words = line.split()
        if not words or not words[0].isdigit():
            if words:
                say("? unknown command", "")
            continue
        number, word = words[0], words[1]
        if word == "list_commands":
            commands = _COMMANDS.split()
            if habit == "leela":
                commands.remove("kata-analyze")
            say(f"={number} " + "\n".join(commands), "")
        elif word in ("play", "undo", "clear_board"):
            plays = {"play": plays + 1, "undo": plays - 1}.get(word, 0)
            say(f"={number}", "")
        elif word == "kata-analyze":
            owned = " ".join(["0.5"] + ["-1"] * 80)
            if (
                habit == "swings"
            ):  # the board is Black's, from the third move on White's; as the mover sees it
                owned = " ".join(["1" if (plays < 3) == (plays % 2 == 0) else "-1"] * 81)
            say(f"={number}")
            say(
                "info move E5 visits 30 winrate 0.25 scoreLead -2.5 prior 0.1 order 0 pv E5 C3"
                " info move C3 visits 10 winrate 0.2 scoreLead -3 order 1 pv C3 ownership " + owned
            )
            reporting = True
        elif word == "lz-analyze":
            say(f"={number}", "info move E5 visits 9 winrate 7500 prior 100 order 0 pv E5 C3")
            reporting = True
        elif word == "genmove":
            say(f"={number} {'resign' if habit == 'resigns' else 'E5'}", "")
        elif word == "boardsize" and habit == "small":
            say(f"?{number} unacceptable size", "")
        else:
            say(f"={number} 2", "")


if __name__ == "__main__":
    (gtp if sys.argv[1] in ("kata", "leela", "resigns", "small", "swings") else uci)(sys.argv[1])
