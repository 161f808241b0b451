"""packaging/dev.py: what it decides, what it does once, and the sentences where it can't go on."""

from __future__ import annotations

import importlib.util
import os
import socket
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
DEV = ROOT / "packaging" / "dev.py"
sys.path.append(str(DEV.parent))

import installing  # noqa: E402  # beside the script


@pytest.fixture
def dev(tmp_path: Path) -> ModuleType:
    """The script as a module, at work on an empty project."""
    path = tmp_path / "project" / "packaging" / "dev.py"
    path.parent.mkdir(parents=True)
    for script in (DEV, DEV.with_name("installing.py")):
        path.with_name(script.name).write_bytes(script.read_bytes())
    path.parent.parent.joinpath("pyproject.toml").write_text("[dependency-groups]\n", "utf-8")
    spec = importlib.util.spec_from_file_location("dev_under_test", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert str(tmp_path / "project") == module.ROOT
    return module


def start(dev: ModuleType, *words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """The script in a process of its own, without this one's display and Qt platform."""
    left_out = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    return subprocess.run(
        [sys.executable, str(dev.__file__), *words],
        env={**kept, **environ},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


class Programs:
    """Stands for every program that dev.py would start."""

    def __init__(self, *answers: tuple[int, str]) -> None:
        self.answers = list(answers)
        self.called: list[str] = []

    def __call__(
        self, words: list[str], hear: Callable[[str], None] | None = None, **environ: str
    ) -> tuple[int, str]:
        self.called.append(" ".join(words))
        status, said = self.answers.pop(0)
        for line in said.splitlines() if hear else ():
            hear(line)
        return status, said


def instead(monkeypatch: pytest.MonkeyPatch, dev: ModuleType, programs: Programs) -> None:
    """Have dev.py start nothing but these."""
    for module in (dev, installing):
        monkeypatch.setattr(module, "output_of", programs)


# --------------------------------------------------------------------------------- the commands


@pytest.mark.parametrize(("words", "status"), [((), 2), (("dance",), 2), (("--help",), 0)])
def test_without_a_command_it_says_how(
    dev: ModuleType, words: tuple[str, ...], status: int
) -> None:
    done = start(dev, *words)
    assert done.returncode == status
    assert "python3 packaging/dev.py run [FILE…]" in done.stdout


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux may lack a display")
def test_run_without_a_display_is_one_sentence(dev: ModuleType) -> None:
    done = start(dev, "run")
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("There is no display")
    assert not os.path.exists(dev.VENV)


@pytest.mark.parametrize(
    ("environ", "system", "expected"),
    [
        ({"DISPLAY": ":1"}, "linux", ("xcb",)),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", ("wayland",)),
        ({"DISPLAY": ":1", "WAYLAND_DISPLAY": "wayland-0"}, "linux", ("wayland", "xcb")),
        ({"QT_QPA_PLATFORM": "offscreen:size=9x9"}, "linux", ("offscreen",)),
        ({"QT_QPA_PLATFORM": "wayland;xcb", "DISPLAY": ":1"}, "linux", ("wayland", "xcb")),
        ({}, "darwin", ()),
        ({}, "win32", ()),
    ],
)
def test_platforms(
    dev: ModuleType,
    environ: dict[str, str],
    system: str,
    expected: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dev, "answers", lambda place: True)
    assert dev.display_platforms(environ, system) == expected


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="displays of Linux")
def test_a_display_that_is_gone_is_one_sentence(dev: ModuleType, tmp_path: Path) -> None:
    gone = {"DISPLAY": ":7654321", "WAYLAND_DISPLAY": "w-1", "XDG_RUNTIME_DIR": str(tmp_path)}
    done = start(dev, "run", **gone)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "No display answers at WAYLAND_DISPLAY=w-1 and DISPLAY=:7654321, "
        "so no window can be opened; the tests run without one.\n"
    )
    assert not os.path.exists(dev.VENV)
    with socket.socket(socket.AF_UNIX) as screen:
        screen.bind(str(tmp_path / "w-1"))
        screen.listen()
        assert dev.display_platforms(gone, "linux") == ("wayland",)
    elsewhere = {"DISPLAY": "host:10.0"}
    assert dev.display_platforms(elsewhere, "linux") == ("xcb",), "Qt asks it"


@pytest.mark.skipif(os.name != "posix", reason="there is no exec elsewhere")
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["test", "-q"], ["-P", "-m", "pytest", "-q"]),
        (
            ["test"],
            ["-P", "-m", "pytest", "-n", "auto", "--dist", "worksteal", "--durations", "10"],
        ),
        (
            ["test", "--changed", "-v"],
            ["-P", os.path.join("packaging", "changed.py"), "REMEMBERED", "-v"],
        ),
        (
            ["test", "--remember"],
            [
                *("-P", "-m", "pytest", "-n", "auto", "--dist", "worksteal", "--durations", "10"),
                *("--remember", "REMEMBERED"),
            ],
        ),
        (["run", "a.xqf"], ["-P", "-m", "viewer", "a.xqf"]),
        (["run"], ["-P", "-m", "viewer", "SAMPLES/xiangqi.xqf"]),
    ],
)
def test_the_second_time_it_only_becomes_the_program(
    dev: ModuleType, words: list[str], expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.chdir(dev.ROOT)
    os.makedirs(dev.SAMPLES)
    for name in ("another.xqf", "xiangqi.xqf"):
        Path(dev.SAMPLES, name).touch()
    done: list[str] = []
    monkeypatch.setattr(dev, "install", lambda command, project: done.append("install"))
    monkeypatch.setattr(dev, "see_to_qt", lambda platforms: done.append("qt"))
    monkeypatch.setattr(dev, "output_of", lambda *words: pytest.fail(f"started {words}"))
    became: list[list[str]] = []
    became: list[list[str]] = []

    def execv(path: str, words: list[str]) -> None:
        became.append([path, *words])
        raise SystemExit  # the real one never returns

    monkeypatch.setattr(os, "execv", execv)
    for _ in range(2):
        with pytest.raises(SystemExit):
            dev.main(words)
    assert done == ["install", "qt"]
    told = [
        word.replace("SAMPLES", dev.SAMPLES).replace("REMEMBERED", dev.REMEMBERED)
        for word in expected
    ]
    assert became == 2 * [[dev.PYTHON, dev.PYTHON, *told]]
    assert ("PYTHONDONTWRITEBYTECODE" in os.environ) == (words[0] != "test")


# -------------------------------------------------------------------------------- what is needed


def test_every_group_is_there(dev: ModuleType) -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    for table in (dev.GROUPS, dev.OPTIONAL_GROUPS):
        assert set(table) == set(dev.COMMANDS)
        for names in table.values():
            for name in names:
                assert all(isinstance(text, str) for text in dev.requirements(groups, name))


def test_groups_may_include_groups(dev: ModuleType) -> None:
    groups = {"a": ["x>=1", {"include-group": "b"}, "z"], "b": ["y"]}
    assert dev.requirements(groups, "a") == ["x>=1", "y", "z"]


def test_work_is_done_once_and_again_when_the_project_changes(dev: ModuleType) -> None:
    done: list[int] = []
    for project in (b"one", b"one", b"two", b"two", b"one"):
        dev.once("packages", project, lambda: done.append(1))
    assert len(done) == 3
    dev.once("other", b"one", lambda: done.append(1))
    assert len(done) == 4


def test_work_that_failed_is_done_again(dev: ModuleType) -> None:
    def fails() -> None:
        raise dev.Trouble("no")

    with pytest.raises(dev.Trouble):
        dev.once("packages", b"one", fails)
    done: list[int] = []
    dev.once("packages", b"one", lambda: done.append(1))
    assert done == [1]


def test_a_missing_wheel_of_the_oracle_is_no_failure(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    programs = Programs((0, ""), (1, "ERROR: no matching distribution"), (0, ""))
    instead(monkeypatch, dev, programs)
    monkeypatch.setattr(dev, "make_environment", lambda: None)
    dev.install("test", b"[dependency-groups]\ntest = ['pytest']\noracle = ['pyffish>=1']\n")
    assert programs.called[0].endswith(f"--editable {dev.ROOT} pytest")
    assert programs.called[1].endswith("--only-binary=:all: pyffish>=1")
    assert "compileall" in programs.called[2]
    assert "There is no wheel of pyffish>=1 here" in capsys.readouterr().out


@pytest.mark.parametrize("folder", ["lib/python3.11/site-packages", "Lib/site-packages"])
def test_an_installation_under_the_old_name_is_replaced(
    dev: ModuleType, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = Programs((0, ""), (0, ""), (0, ""))
    instead(monkeypatch, dev, programs)
    monkeypatch.setattr(dev, "make_environment", lambda: None)
    new = Path(dev.VENV, folder, "qipu_records-0.1.0.dist-info")
    new.mkdir(parents=True)
    dev.remove_old_name()
    assert programs.called == []
    new.with_name("qipu-0.1.0.dist-info").mkdir()
    dev.install("check", b"[dependency-groups]\ncheck = []\n")
    uninstalled, installed, _ = programs.called
    assert uninstalled.endswith(" uninstall --yes qipu")
    assert installed.endswith(f"--editable {dev.ROOT}")


def test_an_old_name_that_stays_is_said(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    Path(dev.VENV, "lib/python3.11/site-packages/qipu-0.1.0.dist-info").mkdir(parents=True)
    monkeypatch.setattr(dev, "output_of", Programs((1, "ERROR: no right to\n")))
    with pytest.raises(dev.Trouble, match=r"couldn't be uninstalled.*\n    ERROR: no right to"):
        dev.remove_old_name()


def test_a_failed_pip_is_a_sentence_with_its_cause_and_the_log(dev: ModuleType) -> None:
    Path(dev.ROOT, "pyproject.toml").write_text(
        "[build-system]\nrequires = ['no-such-builder-of-qipu']\nbuild-backend = 'x'\n"
        "[dependency-groups]\ncheck = []\n",
        "utf-8",
    )
    done = start(dev, "check", PIP_NO_INDEX="1", PIP_FIND_LINKS="")
    assert done.returncode == 1
    log = os.path.join(dev.VENV, "install.log")
    assert done.stderr == (
        "Qipu's packages couldn't be installed: the package index has no no-such-builder-of-qipu. "
        f"All that was said is in {log}\n"
    )
    assert "no-such-builder-of-qipu" in Path(log).read_text("utf-8")
    assert not os.path.exists(os.path.join(dev.VENV, "stamps"))


COMES = """\
Obtaining file:///srv/qipu
  Preparing editable metadata (pyproject.toml): started
Collecting PySide6-Essentials<6.12,>=6.10
  Downloading pyside6_essentials-6.11.3-cp310-abi3-manylinux_2_34_x86_64.whl.metadata (4.1 kB)
  Downloading pyside6_essentials-6.11.3-cp310-abi3-manylinux_2_34_x86_64.whl (80.3 MB)
  Using cached chess-1.11.2.tar.gz (6.1 MB)
Installing collected packages: chess, pyside6-essentials
"""


def test_each_package_is_told_with_its_size(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    instead(monkeypatch, dev, Programs((0, COMES)))
    installing.pip("python", ["x"], "no", "log")
    assert capsys.readouterr().out == (
        "  pyside6_essentials 6.11.3: 80.3 MB\n  chess 1.11.2: 6.1 MB (kept)\n"
        "  unpacking 2 packages …\n"
    )


def test_lines_are_heard_while_the_program_runs() -> None:
    """The second line is said only after the first was heard."""
    script = (
        "import os, time; print('a', flush=True)\nwhile not os.path.exists('b'): time.sleep(0.01)"
    )
    heard: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-c", script.replace("'b'", repr(os.path.join(folder, "b")))]

        def hear(line: str) -> None:
            heard.append(line)
            Path(folder, "b").touch()

        assert installing.output_of(words, hear) == (0, "a\n")
    assert heard == ["a\n"]


RETRY = "WARNING: Retrying (Retry(total=0)) after connection broken by '"
NONE = (
    "ERROR: Could not find a version that satisfies the requirement hatchling>=1.27 "
    "(from versions: none)\nERROR: No matching distribution found for hatchling>=1.27\n"
)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            f"{RETRY}SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED]'))'\n{NONE}",
            "TLS",
        ),
        (f"{RETRY}ProxyError('Cannot connect to proxy.', OSError('407'))'\n{NONE}", "the proxy"),
        (
            f"{RETRY}NewConnectionError('[Errno -2] Name or service not known')'\n{NONE}",
            "no network",
        ),
        (
            "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device\n",
            "the disk is full",
        ),
        (
            "ERROR: Could not find a version that satisfies the requirement numpy<3,>=2 "
            "(from versions: 1.0, 1.21.6)\n",
            "there is no numpy<3,>=2 for this Python; the newest is 1.21.6",
        ),
        (NONE, "the package index has no hatchling>=1.27"),
        ("ERROR: HTTP error 403 while getting https://x\n", "answers with status 403"),
        (
            "  ERROR: Failed building wheel for chess\nFailed to build chess\n",
            "chess can't be built here",
        ),
        ("error: something new.\n", "something new"),
        ("Killed\n", "Killed"),
        ("", "it said nothing"),
    ],
)
def test_the_cause_of_a_failure(said: str, told: str) -> None:
    cause = installing.cause(said)
    assert told in cause
    assert not cause.endswith(".")


def test_python_without_venv(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(dev.Trouble, match="apt-get install -y python3-venv"):
        dev.make_environment()


def test_somebody_elses_folder_is_not_cleared(dev: ModuleType) -> None:
    precious = Path(dev.VENV, "precious")
    precious.mkdir(parents=True)
    with pytest.raises(dev.Trouble, match="is no virtual environment of Python"):
        dev.make_environment()
    assert precious.exists()


def test_an_environment_of_another_python_is_made_anew(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.makedirs(dev.VENV)
    Path(dev.VENV, "pyvenv.cfg").touch()
    for answer in ((0, "2.7\n"), (127, "broken")):
        programs = Programs(answer, answer, (0, ""))
        instead(monkeypatch, dev, programs)
        dev.make_environment()
        assert programs.called[-1] == f"{sys.executable} -m venv --clear {dev.VENV}"
    programs = Programs((0, f"{sys.version_info[0]}.{sys.version_info[1]}\n"))
    instead(monkeypatch, dev, programs)
    dev.make_environment()
    assert len(programs.called) == 1


# --------------------------------------------------------------------------- the system's libraries

LDD = """\
.venv/QtGui.abi3.so:
\tlinux-vdso.so.1 (0x00007ffc5f9fe000)
\tlibGL.so.1 => not found
\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f3d)
.venv/libqxcb.so:
\tlibxcb-icccm.so.4 => not found
\tlibGL.so.1 => not found
"""


def test_missing_libraries_are_those_of_the_platforms(
    dev: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugins = tmp_path / "Qt" / "plugins" / "platforms"
    plugins.mkdir(parents=True)
    for name in ("libqxcb.so", "libqoffscreen.so", "libqwayland-generic.so"):
        (plugins / name).touch()
    (tmp_path / "QtGui.abi3.so").touch()
    programs = Programs((1, LDD), (127, "no ldd"))
    instead(monkeypatch, dev, programs)
    assert dev.missing_libraries(str(tmp_path), ("xcb",)) == ["libGL.so.1", "libxcb-icccm.so.4"]
    assert programs.called == [f"ldd {tmp_path / 'QtGui.abi3.so'} {plugins / 'libqxcb.so'}"]
    assert dev.missing_libraries(str(tmp_path), ("wayland", "offscreen")) == []
    assert programs.called[1].endswith(
        f"{plugins / 'libqwayland-generic.so'} {plugins / 'libqoffscreen.so'}"
    )


APT = """\
0 upgraded, 61 newly installed, 0 to remove and 0 not upgraded.
Need to get 56.1 MB of archives.
"""


def trouble_with_qt(
    dev: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    *problems: str | None,
    root: bool,
    debian: bool,
) -> Programs:
    left = list(problems)
    programs = Programs((0, ""), (0, APT))
    monkeypatch.setattr(dev, "qt_problem", lambda platforms: left.pop(0))
    monkeypatch.setattr(dev, "is_debian", lambda: debian)
    monkeypatch.setattr(os, "geteuid", lambda: 0 if root else 1000, raising=False)
    instead(monkeypatch, dev, programs)
    return programs


NO_GL = "the system has no libGL.so.1"


def test_qt_that_works_is_left_alone(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    programs = trouble_with_qt(dev, monkeypatch, None, root=True, debian=True)
    dev.see_to_qt(("xcb",))
    assert programs.called == []


def test_root_on_debian_is_told_and_gets_the_packages(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    programs = trouble_with_qt(dev, monkeypatch, NO_GL, None, root=True, debian=True)
    dev.see_to_qt(("xcb",))
    assert programs.called[0] == "apt-get update"
    assert programs.called[1].startswith("apt-get install -y --no-install-recommends libgl1 ")
    assert " libxcb-cursor0 " in programs.called[1]
    first, *lines = capsys.readouterr().out.splitlines()
    assert first == (
        f"Qt can't start: {NO_GL}. You are root: Debian's packages are installed now by"
    )
    assert lines[:2] == [f"  {line}" for line in programs.called]
    assert lines[2:] == ["  61 packages are new, 0 are replaced", "  56.1 MB of packages …"]


def test_what_still_misses_is_said(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    trouble_with_qt(dev, monkeypatch, NO_GL, NO_GL, root=True, debian=True)
    with pytest.raises(
        dev.Trouble, match=r"^Qt still can't start: the system has no libGL\.so\.1\.$"
    ):
        dev.see_to_qt(("offscreen",))


def test_a_failed_apt_is_said(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    trouble_with_qt(dev, monkeypatch, NO_GL, root=True, debian=True)
    instead(monkeypatch, dev, Programs((100, "E: no mirror\n")))
    with pytest.raises(dev.Trouble, match=r"apt-get update failed.*\n    E: no mirror"):
        dev.see_to_qt(("offscreen",))


def test_others_on_debian_get_the_line(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    programs = trouble_with_qt(dev, monkeypatch, NO_GL, root=False, debian=True)
    with pytest.raises(dev.Trouble) as trouble:
        dev.see_to_qt(("offscreen",))
    said, line = str(trouble.value).splitlines()
    assert said == f"Qt can't start: {NO_GL}. This line installs it:"
    assert line.startswith(
        "    sudo apt-get update && sudo apt-get install -y --no-install-recommends libgl1 "
    )
    assert "xcb" not in line
    assert programs.called == []


def test_elsewhere_the_library_is_named(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    trouble_with_qt(dev, monkeypatch, NO_GL, root=True, debian=False)
    with pytest.raises(
        dev.Trouble, match=r"no libGL\.so\.1\. Install it with your system's packages"
    ):
        dev.see_to_qt(("xcb",))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ID=debian\n", True),
        ('NAME="Ubuntu"\nID=ubuntu\nID_LIKE=debian\n', True),
        ('ID=linuxmint\nID_LIKE="ubuntu debian"\n', True),
        ('ID=fedora\nNAME="like debian"\n', False),
        ('ID="opensuse-leap"\nID_LIKE="suse opensuse"\n', False),
        ("", False),
    ],
)
def test_is_debian(dev: ModuleType, text: str, expected: bool, tmp_path: Path) -> None:
    path = tmp_path / "os-release"
    path.write_text(text, "utf-8")
    assert dev.is_debian(str(path)) is expected
    assert dev.is_debian(str(tmp_path / "nowhere")) is False


@pytest.mark.gui
def test_this_qt_misses_nothing(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "PYTHON", sys.executable)
    assert dev.qt_problem(("offscreen",)) is None


def test_where_no_user_has_a_number_qt_is_only_named(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows has no `geteuid`, and no packages of Debian."""
    monkeypatch.delattr(os, "geteuid", raising=False)
    monkeypatch.setattr(dev, "qt_problem", lambda platforms: "DLL load failed")
    monkeypatch.setattr(dev, "is_debian", lambda: False)
    with pytest.raises(installing.Trouble, match="Qt can't start: DLL load failed"):
        dev.see_to_qt(("offscreen",))


@pytest.mark.parametrize("system", ["win32", "darwin"])
@pytest.mark.parametrize("script", ["try_source.py", "try_install.py"])
def test_bare_systems_are_of_linux_and_that_is_said(
    script: str, system: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = importlib.util.spec_from_file_location("script_under_test", DEV.with_name(script))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setattr(sys, "path", list(sys.path))
    spec.loader.exec_module(module)
    monkeypatch.delattr(os, "geteuid", raising=False)
    monkeypatch.setattr(sys, "platform", system)
    words = ["able"] if script == "try_source.py" else ["qipu_records-1.2.3-py3-none-any.whl"]
    assert module.main(words) == 1
    assert capsys.readouterr().err == (
        "No bare system can be made here: only root on Linux can make one.\n"
    )
