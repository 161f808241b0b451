"""What dev.py has pip and apt install: what is said while it comes, and why it doesn't where it doesn't."""

from __future__ import annotations

import os
import re
from collections.abc import Callable


class Trouble(Exception):
    """Something that the person at the keyboard has to know or do; its text is the sentence."""


def output_of(
    words: list[str], hear: Callable[[str], None] | None = None, **environ: str
) -> tuple[int, str]:
    """(exit status, everything it said) of a program; a status of 127 where it can't be started.

    `hear` is given each line once it is said.
    """
    import subprocess  # deferred, for the second start installs nothing

    said: list[str] = []
    try:
        with subprocess.Popen(
            words,
            env={**os.environ, **environ},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        ) as process:
            assert process.stdout is not None
            for line in process.stdout:
                said.append(line)
                if hear is not None:
                    hear(line)
    except OSError as error:
        return 127, str(error)
    return process.returncode, "".join(said)


def last_lines(output: str, count: int = 8) -> str:
    """The end of what a program said, indented."""
    lines = [line for line in output.splitlines() if line.strip()]
    return "\n".join("    " + line for line in lines[-count:])


# ------------------------------------------------------------------------------------------- pip


def pip(python: str, words: list[str], failure: str, log: str) -> None:
    """`pip install`, telling each package and its size. Raises Trouble with the cause and the log's name."""
    command = [python, "-m", "pip", "--disable-pip-version-check", "--no-input", "install"]
    # As wheels all of them: older ones leave packages without the .dist-info that licences are read from.
    command += ["--use-pep517", "--progress-bar=off"]
    # Unbuffered: its lines come when they are said. The cause is looked for in English.
    status, output = output_of(
        [*command, *words],
        tell_package,
        PYTHONUNBUFFERED="1",
        LC_ALL="C.UTF-8",
    )
    if status != 0:
        raise Trouble(f"{failure}: {cause(output)}.{kept(log, output)}")


def tell_package(line: str) -> None:
    """Say what a line of pip's says of a package that comes, or that all are being unpacked."""
    line = line.strip()
    if come := re.match(
        r"(Downloading|Using cached|Processing) (\S+\.(?:whl|tar\.gz))(?: \((.+)\))?$", line
    ):
        how, file, size = come.groups()
        name, version, *_ = [*os.path.basename(file).removesuffix(".tar.gz").split("-"), ""]
        kept = how == "Using cached"  # of an earlier time
        amount = f": {size}{' (kept)' if kept else ''}" if size else ""
        print(f"  {name} {version}{amount}", flush=True)
    elif line.startswith("Installing collected packages: "):
        count = line.count(",") + 1
        print(f"  unpacking {count} package{'s' if count > 1 else ''} …", flush=True)


def kept(log: str, output: str) -> str:
    """Write down all that was said; a sentence that names the file, or the last lines where that fails."""
    try:
        with open(log, "w", encoding="utf-8") as file:
            file.write(output)
    except OSError:
        return f" The last lines of what was said:\n{last_lines(output)}"
    return f" All that was said is in {log}"


# The first that is found is the cause. What says that a connection failed comes behind what says that
# other versions were found: pip tries again, and only the last try counts.
_CAUSES = (
    (r"No space left on device", "the disk is full"),
    (r"Disk quota exceeded", "the disk's quota is used up"),
    (r"\[Errno 13\] Permission denied: '([^']+)'", "{0} can't be written"),
    (
        r"satisfies the requirement (\S+) \(from versions: (?!none)(?:[^)]*, )?([^,)]+)\)",
        "there is no {0} for this Python; the newest is {1}",
    ),
    (
        r"CERTIFICATE_VERIFY_FAILED|SSLError|confirming the ssl certificate|"
        r"suitable TLS CA certificate",
        "the certificate (TLS) of the package index isn't trusted here; "
        "PIP_CERT can name the file of one that is",
    ),
    (
        r"ProxyError|Cannot connect to proxy|Tunnel connection failed",
        "the proxy doesn't let pip through (HTTPS_PROXY, or pip's setting proxy)",
    ),
    (
        r"NewConnectionError|NameResolutionError|ConnectTimeout|ReadTimeout|Read timed out|"
        r"ConnectionError|Connection (?:refused|reset|aborted)|Network is unreachable",
        "the package index can't be reached; there may be no network",
    ),
    (r"HTTP error ([45]\d\d)", "the package index answers with status {0}"),
    (r"\b([45]\d\d) (?:Client|Server) Error", "the package index answers with status {0}"),
    (r"satisfies the requirement (\S+) \(from versions: none\)", "the package index has no {0}"),
    (r"Failed building wheel for (\S+)|Failed to build (\S+)", "{0} can't be built here"),
    (r"(?m)^\s*(?:ERROR|error): (.+?)\.?$", "{0}"),
)


def cause(output: str) -> str:
    """Why pip, or the module venv, failed, by what it said; without a full stop."""
    for pattern, sentence in _CAUSES:
        if found := re.search(pattern, output):
            return sentence.format(*filter(None, found.groups()))
    lines = [line.strip(" .") for line in output.splitlines() if line.strip()]
    return lines[-1] if lines else "it said nothing"


# ------------------------------------------------------------------------------------------- apt


def apt(words: list[str]) -> None:
    """Run apt-get, as root, saying the line and how much comes. Raises Trouble with what it said last."""
    print(f"  {' '.join(words)}", flush=True)
    status, output = output_of(words, tell_size, DEBIAN_FRONTEND="noninteractive", LC_ALL="C.UTF-8")
    if status != 0:
        raise Trouble(
            f"{' '.join(words)} failed. The last lines of what it said:\n{last_lines(output)}"
        )


def tell_size(line: str) -> None:
    """Say what a line of apt-get's says of how much comes, and when it is unpacked."""
    if found := re.match(r"Need to get (?:\S+ \S+/)?(\S+ [kMG]?B) of archives", line):
        print(f"  {found[1]} of packages …", flush=True)
    elif found := re.match(r"(\d+) upgraded, (\d+) newly installed", line):
        print(f"  {found[2]} packages are new, {found[1]} are replaced", flush=True)
