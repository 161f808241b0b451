"""The table of commands, and the guard that reports errors of users, disks and pipes as sentences."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from viewer import __version__
from viewer.base.catalogs import tr
from viewer.base.loading import load_named
from viewer.base.messages import Message, message
from viewer.base.refused import Refused
from viewer.base.system_errors import error_words
from viewer.cli.console import Failed, complain, qt_failure, say

OK = 0
FAILED = 2
# What a shell reports of a program that ended by the signals of a closed pipe and of Ctrl+C.
PIPE_CLOSED = 128 + 13
INTERRUPTED = 128 + 2


@dataclass(frozen=True, slots=True)
class Subcommand:
    """A command: its usage, its purpose, and the "module:function" that takes its arguments."""

    name: str
    use: str
    help: Message
    target: str


COMMANDS: dict[str, Subcommand] = {
    command.name: command
    for command in (
        Subcommand(
            "help",
            "[CHAPTER]",
            message("print the manual: its chapters, one of them, or where a word stands"),
            "viewer.cli.help:run",
        ),
        Subcommand(
            "dump",
            "[--lines] FILE…",
            message("print what was read of a file as JSON"),
            "viewer.cli.dump:run",
        ),
        Subcommand(
            "check",
            "[--json] FILE…",
            message("say what is odd in files"),
            "viewer.cli.check:run",
        ),
        Subcommand(
            "convert",
            "[--to FORMAT] IN OUT",
            message("write a record in another format or version"),
            "viewer.cli.convert:run",
        ),
        Subcommand(
            "diff",
            "[--json] A B",
            message("say what differs between two records or files of records"),
            "viewer.cli.diff:run",
        ),
        Subcommand(
            "merge",
            "BASE A B -o OUT",
            message("bring together what became of a record in two hands"),
            "viewer.cli.diff:merge",
        ),
        Subcommand(
            "strip",
            "[--comments …] IN OUT",
            message("take comments, glyphs, marks, clocks or variations out of games"),
            "viewer.cli.whole:strip",
        ),
        Subcommand(
            "replace",
            "--find TEXT --by TEXT IN OUT",
            message("replace words in comments and headers"),
            "viewer.cli.whole:replace",
        ),
        Subcommand(
            "openings",
            "[--records N,N-N] IN OUT",
            message("write the openings of games, named from their moves, into their headers"),
            "viewer.cli.whole:openings",
        ),
        Subcommand(
            "lookup",
            "FILE --in BOOK",
            message("say what opening books and tablebases know of a position"),
            "viewer.cli.lookup:run",
        ),
        Subcommand(
            "mate",
            "[--plies N] FILE…",
            message(
                "say whether problems are mates, by which line, and whether other moves mate too"
            ),
            "viewer.cli.mate:run",
        ),
        Subcommand(
            "mistakes",
            "[--deck NAME] GAMES…",
            message("pose the mistakes of analysed games as problems, and keep decks of them"),
            "viewer.cli.mistakes:run",
        ),
        Subcommand(
            "lesson",
            "IN OUT",
            message("make a lesson of games: moves to guess or to go through, problems to solve"),
            "viewer.cli.lesson:run",
        ),
        Subcommand(
            "book",
            "[--up-to N] IN OUT",
            message("make an opening book of games"),
            "viewer.cli.book:run",
        ),
        Subcommand(
            "repertoire",
            "ACTION …",
            message("say where games left the lines of a repertoire, and what it lacks"),
            "viewer.cli.repertoire:run",
        ),
        Subcommand(
            "join",
            "[--records N,N-N] IN OUT",
            message("join games into one, as variations"),
            "viewer.cli.whole:join",
        ),
        Subcommand(
            "extract",
            "--node ID IN OUT",
            message("write a line as a record of its own"),
            "viewer.cli.whole:extract",
        ),
        Subcommand(
            "library",
            "ACTION LIBRARY…",
            message("build libraries of records and search them by word, player and position"),
            "viewer.cli.library:run",
        ),
        Subcommand(
            "export",
            "FILE… -o OUT",
            message("write records as pictures, animations, pages, books or texts"),
            "viewer.cli.export:run",
        ),
        Subcommand(
            "analyse",
            "FILE… -o OUT",
            message("have an engine evaluate the positions of games, and write what it finds"),
            "viewer.cli.analyse:run",
        ),
        Subcommand(
            "report",
            "FILE… [-o OUT]",
            message(
                "say how games were played: graph, phases, turning points, what there is to learn"
            ),
            "viewer.cli.report:run",
        ),
        Subcommand(
            "render",
            "FILE -o OUT",
            message("draw a board as SVG or PNG"),
            "viewer.cli.render:run",
        ),
        Subcommand(
            "register",
            "",
            message("make a double click on a record open Qipu"),
            "viewer.cli.desktop:run_register",
        ),
        Subcommand(
            "unregister",
            "",
            message("take that back"),
            "viewer.cli.desktop:run_unregister",
        ),
    )
}


_EXAMPLES = ("qipu game.pgn", "qipu --new-window game.kif games/", "qipu convert --help")
_STATUSES = {
    OK: message("done"),
    1: message("something is odd, differs or was refused; the --help of the command says what"),
    FAILED: message("it can't be done, and why was told"),
    INTERRUPTED: message("interrupted by Ctrl+C"),
}


def run(name: str, words: list[str]) -> int:
    """Run a command, `--help` or `--version` with its arguments. Returns the exit status.

    SIGTERM ends it as Ctrl+C does: temporary files and processes go first.
    """
    try:
        with _ended_by_sigterm():
            status = _guarded(name, words)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has seen enough.
        _drop_output()
        return PIPE_CLOSED
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        # Every command names the files it can't read or write; what is left is its own output.
        why = error_words(error)
        complain(message("The output can't be written: {why}.", why=why))
        _drop_output()
        return FAILED
    return status


@contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    try:
        before = signal.signal(signal.SIGTERM, _end)
    except ValueError:  # only the main thread handles signals
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _end(number: int, _: object) -> None:
    signal.signal(number, signal.SIG_IGN)
    raise SystemExit(128 + number)


def _drop_output() -> None:
    """Discard pending output: the interpreter would flush it at exit, and fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _guarded(name: str, words: list[str]) -> int:
    try:
        if name == "--version":
            return _version()
        if name not in COMMANDS:
            return _help()
        status: int = load_named(COMMANDS[name].target)(words)
    except SystemExit as end:  # argparse has said what is wrong, or how the command is used
        return end.code if isinstance(end.code, int) else FAILED
    except Failed as error:
        complain(error.reason)
        return FAILED
    except ImportError as error:
        return no_qt(error)
    except (OSError, KeyboardInterrupt):
        raise
    except Exception as error:  # the one door for mistakes of ours
        from viewer.base.addresses import where_to_report  # deferred
        from viewer.base.mistakes import place, reason  # deferred

        where, why = place(error), reason(error)
        complain(
            message("Qipu made a mistake, please report it: {why} ({where}).", why=why, where=where)
        )
        if where_to_report():
            complain(message("Report a mistake: {address}", address=where_to_report()))
        return FAILED
    return status


def no_qt(error: ImportError) -> int:
    """Say that Qt is missing, and what of it. Any other failed import is raised again."""
    sentence = qt_failure(error)
    if sentence is None:
        raise error
    complain(sentence)
    return FAILED


def no_window(error: Refused) -> int:
    """Say why no window can be opened."""
    complain(error.reason)
    return FAILED


def no_such_option(word: str) -> int:
    """Say that `qipu` has no such option."""
    complain(message("There is no option {word}; see qipu --help.", word=word))
    return FAILED


def no_such_command(word: str) -> int:
    """Say that `qipu` has no such command, and that there is no such file."""
    from difflib import get_close_matches  # deferred: only where somebody mistyped

    near = get_close_matches(word.lower(), COMMANDS, 1)
    if near:
        words = message(
            "{word} is neither a command nor a file. Is it {near}? See qipu --help.",
            word=word,
            near=near[0],
        )
    else:
        words = message("{word} is neither a command nor a file; see qipu --help.", word=word)
    complain(words)
    return FAILED


def _version() -> int:
    say(message("qipu {version}", version=__version__))
    return OK


def _help() -> int:
    lines = [
        (
            "qipu [--new-window] [FILE…]",
            message(
                "open records in the window, or a window of their own; a folder is a list of its own"
            ),
        )
    ]
    lines += [
        (f"qipu {command.name} {command.use}".rstrip(), command.help)
        for command in COMMANDS.values()
    ]
    width = max(len(use) for use, _ in lines)
    say(message("Qipu opens, shows, edits and saves the game records of board games."))
    for use, help in lines:
        say(f"  {use:{width}}  {tr(help)}")
    say(message("Each command has its own --help. A file named like one is written ./dump."))
    say(message("Where a command other than merge takes a file, - is standard input or output."))
    say("")
    say(message("examples:"))
    for example in _EXAMPLES:
        say(f"  {example}")
    say("")
    say(message("exit status:"))
    for number, meaning in _STATUSES.items():
        say(f"  {number:<5}{tr(meaning)}")
    return OK
