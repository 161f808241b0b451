"""Completions for bash, zsh and fish, from what the argument parsers say.

Sources: bash(1) "Programmable Completion", zshcompsys(1) for _arguments, fish's complete(1).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from about import WINDOW_OPTIONS
from parsers import Argument, CommandLine

from viewer.base.manual import Manual, Named
from viewer.formats import FORMATS
from viewer.games import GAMES

# What stands for values: files and folders, or one of a few words; of all others nothing is completed.
FILES = frozenset(
    ("FILE", "IN", "OUT", "BASE", "A", "B", "BOOK", "FOLDER", "GAMES", "PLACE", "LIBRARY"),
)
_ENCODINGS = ("utf-8", "gb18030", "big5", "cp932", "euc_jp", "cp949", "cp1252", "cp1251", "latin-1")
WORDS: dict[str, tuple[str, ...]] = {
    "CHAPTER": tuple(Manual("", Named).chapters),
    "CODEC": _ENCODINGS,
    "FORMAT": tuple(dict.fromkeys(suffix for one in FORMATS.values() for suffix in one.suffixes)),
    "GAME": tuple(GAMES),
    "COLOUR": ("white", "black", "red", "blue", "first", "second"),
    "RESULT": ("first", "second", "draw", "player"),
}
FREE = frozenset(
    (
        *(
            "ADDRESS",
            "COLUMN",
            "DATE",
            "ID",
            "K",
            "KEY,KEY",
            "MOVES",
            "N",
            "N,N-N",
            "NAME",
            "PIECES",
        ),
        *(
            "NAME=VALUE",
            "PX",
            "SECONDS",
            "SET",
            "SQUARES",
            "STYLE|NAME=VALUE",
            "TEXT",
            "WHAT",
            "WHAT,WHAT",
        ),
    )
)


def files(lines: Iterable[CommandLine]) -> dict[str, str]:
    """The completions, by their places below the folder of shared data."""
    lines = list(lines)
    return {
        "bash-completion/completions/qipu": bash(lines),
        "zsh/vendor-completions/_qipu": zsh(lines),
        "fish/vendor_completions.d/qipu.fish": fish(lines),
    }


def words_of(one: Argument) -> tuple[str, ...]:
    """The words that an argument can be, if they are known."""
    return one.choices or WORDS.get(one.metavar, ())


# -------------------------------------------------------------------------------------- bash


def bash(lines: list[CommandLine]) -> str:
    """For bash; works without the package bash-completion."""
    commands = " ".join(line.name for line in lines)
    cases = "".join(_bash_case(line) for line in lines)
    return f"""\
# Completion of qipu for bash. Made by packaging/linux/completion.py of the argument parsers.
_qipu()
{{
    local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}}
    local options="" words="" files=1 word command="" i
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${{COMP_WORDS[i]}}
        [[ $word == -- ]] && break
        [[ $word != -* ]] && {{ command=$word; break; }}
    done
    if ((COMP_CWORD == 1)); then
        words="{commands}"
        options="{" ".join(WINDOW_OPTIONS)}"
    fi
    case $command in
{cases}        *) ((COMP_CWORD > 1)) && options="--new-window" ;;
    esac
    COMPREPLY=()
    if [[ $cur == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
        return
    fi
    if [[ -n $words ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
    fi
    if ((files)); then
        local found
        mapfile -t found < <(compgen -f -- "$cur")
        ((${{#found[@]}})) && compopt -o filenames 2>/dev/null
        COMPREPLY+=("${{found[@]}}")
    fi
}}
complete -F _qipu qipu
"""


def _bash_case(line: CommandLine) -> str:
    options = " ".join(name for one in line.options for name in one.names)
    text = [f"        {line.name})", f'            options="{options}"']
    first = line.positional[0] if line.positional else None
    if first is None:
        text.append("            files=0")
    elif first.choices:
        listed = " ".join(first.choices)
        text.append(f'            ((COMP_CWORD == i + 1)) && {{ words="{listed}"; files=0; }}')
    values = [case for one in line.options if one.takes_value for case in _bash_value(one)]
    if values:
        text += ["            case $prev in", *values, "            esac"]
    return "\n".join([*text, "            ;;\n"])


def _bash_value(one: Argument) -> Iterator[str]:
    names = "|".join(one.names)
    words = words_of(one)
    if words:
        yield f'                {names}) words="{" ".join(words)}"; files=0 ;;'
    elif one.metavar not in FILES:
        yield f"                {names}) files=0; options= ;;"


# --------------------------------------------------------------------------------------- zsh


def zsh(lines: list[CommandLine]) -> str:
    """For zsh."""
    commands = "\n".join(f"        {_quoted(f'{line.name}:{_brief(line.help)}')}" for line in lines)
    cases = "".join(_zsh_case(line) for line in lines)
    window = "\n".join(
        f"        {_quoted(f'{name}[{_brief(help)}]')} \\" for name, help in WINDOW_OPTIONS.items()
    )
    return f"""\
#compdef qipu
# Completion of qipu for zsh. Made by packaging/linux/completion.py of the argument parsers.

_qipu_commands() {{
    local -a commands=(
{commands}
    )
    _describe -t commands command commands
}}

_qipu() {{
    local curcontext=$curcontext state line
    typeset -A opt_args
    if (( CURRENT == 2 )); then
        _alternative 'commands:command:_qipu_commands' 'files:file:_files' \\
            {_quoted(f"options:option:({' '.join(WINDOW_OPTIONS)})")}
        return
    fi
    local command=$words[2]
    case $command in
{cases}        *) _arguments \\
{window}
        '*:file:_files' ;;
    esac
}}

_qipu "$@"
"""


def _zsh_case(line: CommandLine) -> str:
    specs = [_zsh_option(one) for one in line.options]
    for number, one in enumerate(line.positional, 1):
        place = "*" if one.many else str(number)
        optional = "" if one.required or one.many else ":"
        specs.append(f"{place}:{optional}{_zsh_value(one)}")
    listed = " \\\n".join(f"                {_quoted(spec)}" for spec in specs)
    return (
        f"        {line.name})\n"
        "            shift words; (( CURRENT-- ))\n"
        f"            _arguments \\\n{listed} ;;\n"
    )


def _zsh_option(one: Argument) -> str:
    """An option as _arguments has it; of several names the long one, for all do the same."""
    name = one.names[-1]
    without = "" if one.many else f"({' '.join((*one.names, *one.other))})"
    value = f":{_zsh_value(one)}" if one.takes_value else ""
    return f"{without}{'*' if one.many else ''}{name}[{_brief(one.help)}]{value}"


def _zsh_value(one: Argument) -> str:
    words = words_of(one)
    name = re.sub("[:]", "", one.metavar or one.name).lower()
    if words:
        return f"{name}:({' '.join(words)})"
    return f"{name}:{'_files' if one.metavar in FILES else ' '}"


# -------------------------------------------------------------------------------------- fish


def fish(lines: list[CommandLine]) -> str:
    """For fish."""
    names = " ".join(line.name for line in lines)
    text = [
        "# Completion of qipu for fish. Made by packaging/linux/completion.py of the argument parsers.",
        "complete -c qipu -n __fish_use_subcommand -F",
    ]
    for name, help in WINDOW_OPTIONS.items():
        text.append(
            f"complete -c qipu -n 'not __fish_seen_subcommand_from {names}'"
            f" -l {name.removeprefix('--')} -d {_quoted(_brief(help))}"
        )
    for line in lines:
        text.append(
            f"complete -c qipu -n __fish_use_subcommand -a {line.name} -d {_quoted(_brief(line.help))}"
        )
    for line in lines:
        seen = f"complete -c qipu -n '__fish_seen_subcommand_from {line.name}'"
        if not line.positional:
            text.append(f"{seen} -f")
        for one in line.positional:
            if one.choices:
                text.append(f"{seen} -a {_quoted(' '.join(one.choices))}")
        text += [f"{seen}{_fish_option(one)}" for one in line.options]
    return "\n".join(text) + "\n"


def _fish_option(one: Argument) -> str:
    text = "".join(
        f" -l {name[2:]}" if name.startswith("--") else f" -s {name[1:]}" for name in one.names
    )
    if one.takes_value:
        words = words_of(one)
        text += " -r -F" if one.metavar in FILES else " -x"
        text += f" -a {_quoted(' '.join(words))}" if words else ""
    return text + (f" -d {_quoted(_brief(one.help))}" if one.help else "")


# -------------------------------------------------------------------------------------- words


def _brief(text: str) -> str:
    """A help text as the shells take it: no signs that mean something to them."""
    return re.sub(r"[\[\]:]", "", text).replace("\\", "/").rstrip(".")


def _quoted(text: str) -> str:
    """Text as one word of bash and zsh, and of fish."""
    return "'" + text.replace("'", "’") + "'"


SHELLS: dict[str, Callable[[list[CommandLine]], str]] = {"bash": bash, "zsh": zsh, "fish": fish}
