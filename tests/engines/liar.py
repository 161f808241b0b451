"""An engine for tests that lies: `liar.py PROTOCOL FILE`, words and answers as `marshal` writes a dict.

It is a sound engine of UCI, USI, UCCI or GTP but for the answers to the commands that are given, which
are written as they are, with `{n}` for the number of a GTP command. An answer that begins with `!` is an
act: `!dies`, `!hangs`, `!stops` (itself, by a signal), `!says WORDS` (on the standard error, and ends),
`!leaves FILE` (a process in a session of its own that holds its pipes, whose id is written into the file;
then it ends), `!floods`.
"""

import marshal
import os
import sys
import time

_SOUND = {
    "uci": {"uci": "id name Liar\nuciok", "isready": "readyok", "go": "bestmove e2e4"},
    "usi": {"usi": "id name Liar\nusiok", "isready": "readyok", "go": "bestmove 7g7f"},
    "ucci": {"ucci": "id name Liar\nucciok", "isready": "readyok", "go": "bestmove h2e2"},
    "gtp": {
        "list_commands": "={n} name\ngenmove\nkomi\nkata-analyze\n",
        "name": "={n} Liar\n",
        "version": "={n} 1\n",
        "protocol_version": "={n} 2\n",
        "isready": "? unknown command\n",
        "kata-analyze": "={n}\ninfo move E5 visits 9 winrate 0.5 scoreLead 1 order 0 pv E5",
        "": "={n} \n",
    },
}


def act(words: str) -> None:
    what, _, rest = words[1:].partition(" ")
    if what == "hangs":
        time.sleep(1000)
    elif what == "stops":
        import signal  # deferred, as what follows: tests start it often

        os.kill(os.getpid(), signal.SIGSTOP)
    elif what == "floods":
        while True:
            sys.stdout.write("=1 x\ninfo string x\n" * 1000)
    elif what == "says":
        sys.stderr.write(rest + "\n")
    elif what == "leaves":
        import subprocess

        sleep = [sys.executable, "-I", "-S", "-c", "import time; time.sleep(1000)"]
        child = subprocess.Popen(sleep, start_new_session=True)
        with open(rest, "w") as file:
            file.write(f"{child.pid}\n")
    sys.exit(3)


def main(protocol: str, lies: dict[str, str]) -> None:
    answers = {**_SOUND[protocol], **lies}
    for line in sys.stdin:
        words = line.split()
        numbered = protocol == "gtp" and words[:1] != [] and words[0].isdigit()
        number, word = (words[0], words[1]) if numbered else ("", *words[:1], "")[:2]
        if protocol == "gtp" and not words:
            sys.stdout.write("\n")
            sys.stdout.flush()
            continue
        answer = answers.get(word, answers.get("", "") if numbered else "")
        if answer.startswith("!"):
            act(answer)
        if answer:
            sys.stdout.buffer.write(
                answer.replace("{n}", number).encode("utf-8", "surrogateescape")
            )
            sys.stdout.buffer.write(b"\n")
            sys.stdout.flush()


if __name__ == "__main__":
    with open(sys.argv[2], "rb") as told:
        main(sys.argv[1], marshal.load(told))
