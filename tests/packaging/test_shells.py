"""Manual and completions say what the argument parsers take; real shells complete by them."""

from __future__ import annotations

import argparse
import os
import re
import select
import subprocess
from collections.abc import Iterator
from pathlib import Path

import completion
import manual
import parsers
import pytest
from about import WINDOW_OPTIONS, About
from needs import program
from parsers import CommandLine

from viewer import __main__ as entry
from viewer.cli.arguments import COMMON_STATUSES, STATUSES
from viewer.cli.commands import COMMANDS

pytestmark = pytest.mark.skipif(os.name != "posix", reason="shells of Linux")

ABOUT = About("1.2.3", "study games", ("One paragraph.",), "", "GPL-3.0-or-later", 86400, True)
OPTION = re.compile(r"(?<![\w-])--?[a-z][a-z-]*")


@pytest.fixture(scope="module")
def lines() -> list[CommandLine]:
    return parsers.command_lines()


@pytest.fixture(scope="module")
def pages(lines: list[CommandLine]) -> dict[str, str]:
    return manual.pages(lines, ABOUT)


def said(*words: str, **more: object) -> str:
    done = subprocess.run(words, capture_output=True, text=True, check=False, **more)  # type: ignore[call-overload]  # of subprocess
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    return str(done.stdout)


# ------------------------------------------------------------------------------ what is known


def test_every_command_and_every_argument_is_there(lines: list[CommandLine]) -> None:
    assert [line.name for line in lines] == list(COMMANDS)
    for line, (name, parser) in zip(lines, parsers.parsers(), strict=True):
        assert line.name == name
        every = [parser, *actions_of(parser).values()]
        told = [*line.options, *line.positional]
        known = [one.dest for one in parser._actions]
        known += {one.dest for some in every for one in some._actions} - {*known}
        assert sorted(one.name for one in told) == sorted(known)
        flags = [name for one in line.options for name in one.names]
        by_flag = {flag: one for some in every for flag, one in some._option_string_actions.items()}
        assert sorted(flags) == sorted(by_flag)
        for one in line.options:
            assert one.takes_value == (by_flag[one.names[0]].nargs != 0)


def actions_of(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The parsers of a command's actions, by name."""
    adding = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    return dict(adding[0].choices) if adding else {}


def test_an_option_of_some_actions_names_them(
    lines: list[CommandLine], pages: dict[str, str]
) -> None:
    some = {line.name: line for line in lines if line.actions}
    assert sorted(some) == ["library", "repertoire"]
    line = some["library"]
    (merge,) = (one for one in line.options if one.name == "merge")
    assert merge.help.endswith("(dedupe)")
    (sort,) = (one for one in line.options if one.name == "sort")
    assert re.fullmatch(r"sort by .*, game \(search, join\); sort by .* \(group\)", sort.help)
    page = pages["qipu-library.1"]
    actions = page[page.index(".SH ACTIONS") : page.index(".SH OPTIONS")]
    assert re.findall(r"^\.B (\w+)$", actions, re.MULTILINE) == [name for name, _ in line.actions]


def test_what_stands_for_every_value_is_known(lines: list[CommandLine]) -> None:
    groups = [completion.FILES, completion.FREE, frozenset(completion.WORDS)]
    assert parsers.metavars(lines) == frozenset().union(*groups)
    assert sum(map(len, groups)) == len(frozenset().union(*groups))


@pytest.mark.parametrize("name", [name for name in WINDOW_OPTIONS if name != "--new-window"])
def test_the_windows_options_are_options(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert entry.main([name]) == 0
    assert "--new-window" in WINDOW_OPTIONS
    entry.main(["--help"])
    assert "--new-window" in capsys.readouterr().out


# ------------------------------------------------------------------------------------ manual


def test_each_command_has_a_page_with_its_options_and_exit_statuses(
    lines: list[CommandLine], pages: dict[str, str]
) -> None:
    assert pages.keys() == {"qipu.1", *(f"qipu-{name}.1" for name in COMMANDS)}
    for line in lines:
        page = pages[f"qipu-{line.name}.1"].replace(r"\-", "-")
        options = page[page.index(".SH OPTIONS") : page.index(".SH EXIT STATUS")]
        options = options.partition(".SH NOTES")[0]
        named = [row for row in options.splitlines() if row.startswith(r"\fB-")]
        flags = [flag for row in named for flag in OPTION.findall(re.sub(r"\\f.", " ", row))]
        assert flags == [name for one in line.options for name in one.names]
        statuses = page[page.index(".SH EXIT STATUS") :]
        told = {int(number) for number in re.findall(r"^\.B (\d+)$", statuses, re.MULTILINE)}
        assert told == {*STATUSES[line.name], *COMMON_STATUSES}
        assert line.help.rstrip(".") in page


def test_every_page_is_set_without_a_warning(pages: dict[str, str]) -> None:
    groff = program("groff")
    for name, page in pages.items():
        assert page.isascii(), name
        words = (groff, "-man", "-ww", "-z", "-Tutf8")
        assert said(*words, input=page, env={**os.environ, "LC_ALL": "C.UTF-8"}) == ""


def test_a_page_is_set_as_it_was_said() -> None:
    groff = program("groff")
    odd = "don't say .SH or \\fB at a start; 棋谱 – ok"
    line = CommandLine("dump", odd, (), (), f".SH no\n'no\n  {odd}")
    page = manual.pages([line], ABOUT)["qipu-dump.1"]
    shown = said(groff, "-man", "-Tutf8", "-P-cbou", "-ww", input=page)
    told = [row.strip() for row in shown.splitlines() if "棋谱" in row]
    assert told == [f"qipu-dump - {odd}", odd, odd]
    assert "       .SH no\n       'no\n" in shown


# ------------------------------------------------------------------------------- completions


@pytest.fixture
def folder(tmp_path: Path, lines: list[CommandLine]) -> Path:
    """A folder with the completions and, in `here`, two records."""
    for place, text in completion.files(lines).items():
        path = tmp_path / place
        path.parent.mkdir(parents=True)
        path.write_text(text, "utf-8")
    here = tmp_path / "here"
    here.mkdir()
    for name in ("game one.sgf", "other.pgn"):
        (here / name).touch()
    return tmp_path


ASKED = {
    "qipu conv": ["convert"],
    "qipu --n": ["--new-window"],
    "qipu check --su": ["--summary"],
    "qipu library sea": ["search"],
    "qipu library search --has prob": ["problems"],
    "qipu render x --theme bo": ["book"],
    "qipu convert IN OUT --to wei": ["wei7"],
    "qipu convert oth": ["other.pgn"],
    "qipu lookup x --in oth": ["other.pgn"],
}


def bash_says(folder: Path, line: str) -> list[str]:
    script = (
        f"source {folder}/bash-completion/completions/qipu\n"
        "COMP_WORDS=($LINE); [[ $LINE == *' ' ]] && COMP_WORDS+=('')\n"
        "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _qipu\n"
        '((${#COMPREPLY[@]})) && printf "%s\\n" "${COMPREPLY[@]}"; true'
    )
    return said(
        program("bash"), "-c", script, cwd=folder / "here", env={**os.environ, "LINE": line}
    ).splitlines()


def fish_says(folder: Path, line: str) -> list[str]:
    script = f"source {folder}/fish/vendor_completions.d/qipu.fish; complete -C $LINE"
    environment = {**os.environ, "LINE": line, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    words = (program("fish"), "--no-config", "-c", script)
    return [
        row.split("\t")[0]
        for row in said(*words, cwd=folder / "here", env=environment).splitlines()
    ]


@pytest.mark.parametrize("line", ASKED)
def test_bash_and_fish_complete(folder: Path, line: str) -> None:
    assert bash_says(folder, line) == ASKED[line]
    assert fish_says(folder, line) == ASKED[line]


@pytest.mark.parametrize("name", COMMANDS)
def test_all_options_of_a_command_are_offered(
    folder: Path, lines: list[CommandLine], name: str
) -> None:
    (line,) = (line for line in lines if line.name == name)
    flags = {flag for one in line.options for flag in one.names}
    assert set(bash_says(folder, f"qipu {name} -")) == flags
    assert set(fish_says(folder, f"qipu {name} -")) == flags


class Zsh:
    """A zsh on a terminal of its own, which says how its command line stands."""

    def __init__(self, folder: Path) -> None:
        ours, theirs = os.openpty()
        self._terminal = ours
        environment = {
            "PATH": os.environ["PATH"],
            "TERM": "dumb",
            "HOME": str(folder),
            "LC_ALL": "C.UTF-8",
        }
        self._process = subprocess.Popen(
            [program("zsh"), "-f", "-i"],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=folder / "here",
            env=environment,
            start_new_session=True,
        )
        os.close(theirs)
        self._write(
            f"PS1=; fpath=({folder}/zsh/vendor-completions $fpath); autoload -Uz compinit; compinit -u -D;"
            ' told() { print -r -- "<<$BUFFER>>"; zle kill-whole-line }; zle -N told; bindkey "^]" told;'
            ' bindkey "^I" complete-word; print "re""ady"\n'
        )
        self._until(r"\bready\b")

    def _write(self, text: str) -> None:
        os.write(self._terminal, text.encode())

    def _until(self, pattern: str) -> str:
        shown = ""
        while (found := re.search(pattern, shown)) is None:
            assert select.select([self._terminal], [], [], 60)[0], f"zsh says no more: {shown!r}"
            shown += os.read(self._terminal, 65536).decode("utf-8", "replace")
        return found[0]

    def completed(self, line: str) -> str:
        """How a line stands after the Tab key."""
        self._write(f"{line}\t\x1d")
        return self._until(r"<<[^\n]*>>")[2:-2]

    def close(self) -> None:
        os.close(self._terminal)
        self._process.kill()
        self._process.wait()


@pytest.fixture
def zsh(folder: Path) -> Iterator[Zsh]:
    made = Zsh(folder)
    yield made
    made.close()


def test_zsh_completes(zsh: Zsh) -> None:
    for line, found in ASKED.items():
        start = line.rpartition(" ")[0]
        assert zsh.completed(line).rstrip() == f"{start} {found[0]}"
    assert zsh.completed("qipu convert gam").rstrip() == r"qipu convert game\ one.sgf"
    assert zsh.completed("qipu export x --html --pd").rstrip() == "qipu export x --html --pd"


def test_zsh_takes_all_options(zsh: Zsh, lines: list[CommandLine]) -> None:
    for line in lines:
        flags = [one.names[-1] for one in line.options]
        for flag in flags:
            alone = not [other for other in flags if other != flag and other.startswith(flag)]
            if alone and len(flag) > 2:
                assert (
                    zsh.completed(f"qipu {line.name} {flag}").rstrip() == f"qipu {line.name} {flag}"
                )
