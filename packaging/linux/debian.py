"""The package for Debian 12 and later: its control files, and what it depends on.

Source: the Debian Policy Manual 4.6. `dpkg-deb` builds it, so no network and no root is needed.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import subprocess
from datetime import UTC, datetime
from email.utils import format_datetime
from fnmatch import fnmatch
from pathlib import Path
from textwrap import wrap

import building
import bundle
import licences
import share
import weights
from about import ROOT, About

# Which package has a library, by names that hold in Debian 12 and 13 (there some are provided by ...t64).
PACKAGES = {
    "libbrotlidec.so.1": "libbrotli1",
    "libbz2.so.1.0": "libbz2-1.0",
    "libc.so.6": "libc6 (>= 2.36)",
    "libcrypto.so.3": "libssl3",
    "libcups.so.2": "libcups2",
    "libdbus-1.so.3": "libdbus-1-3",
    "libdrm.so.2": "libdrm2",
    "libEGL.so.1": "libegl1",
    "libexpat.so.1": "libexpat1",
    "libffi.so.8": "libffi8",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libgcc_s.so.1": "libgcc-s1",
    "libGL.so.1": "libgl1",
    "libgtk-3.so.0": "libgtk-3-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "liblzma.so.5": "liblzma5",
    "libsqlite3.so.0": "libsqlite3-0",
    "libssl.so.3": "libssl3",
    "libstdc++.so.6": "libstdc++6",
    "libuuid.so.1": "libuuid1",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb.so.1": "libxcb1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
    **{
        f"lib{name}.so.0": "libglib2.0-0"
        for name in ("gio-2.0", "glib-2.0", "gobject-2.0", "gthread-2.0")
    },
    **{
        f"libxcb-{name}.so.{number}": f"libxcb-{name}{number}"
        for name, number in (
            *(("cursor", 0), ("glx", 0), ("icccm", 4), ("image", 0), ("keysyms", 1), ("randr", 0)),
            *(
                ("render", 0),
                ("render-util", 0),
                ("shape", 0),
                ("shm", 0),
                ("sync", 1),
                ("xfixes", 0),
            ),
            ("xkb", 1),
        )
    },
}
# Brought by another library of the same package, or by one of the packages above in any case.
WITH_OTHERS = (
    *("ld-linux*", "libdl.so.2", "libm.so.6", "libpthread.so.0", "libresolv.so.2", "librt.so.1"),
    *("libatk-1.0.so.0", "libcairo*.so.2", "libgdk*.so.0", "libharfbuzz.so.0", "libpango*.so.0"),
    "libbrotlicommon.so.1",
)
# Plugins of Qt that do without where their libraries aren't there.
OPTIONAL = ("*/platformthemes/libqgtk3.so", "*/printsupport/libcupsprintersupport.so")
RECOMMENDED = ("desktop-file-utils", "fonts-noto-cjk", "hicolor-icon-theme", "shared-mime-info")
SUGGESTED = ("fairy-stockfish", "gnugo", "stockfish")

MAINTAINER = "Qipu maintainers <maintainers@qipu.invalid>"
HOME = Path("usr/lib/qipu")
_START = """\
#!/bin/sh
exec /{home}/bin/{python} -I -m viewer "$@"
"""
# What lintian says of every program that brings its libraries along, and why it is so here.
OVERRIDES = """\
# Python and Qt are brought along: Debian 12 has no PySide6, Debian 13 another Python, and none has typst.
qipu: embedded-library *
# Its modules are nobody else's: they are compiled when the package is made, not when it is installed.
qipu: package-installs-python-pycache-dir [usr/lib/qipu/lib/*]
# It isn't uploaded to Debian.
qipu: initial-upload-closes-no-bugs *
# What is stripped can't be loaded any more.
qipu: unstripped-binary-or-object [usr/lib/qipu/lib/*]
# As Debian itself builds its Python, and as the wheels of PyPI are built.
qipu: hardening-no-pie [usr/lib/qipu/bin/*]
qipu: library-not-linked-against-libc [usr/lib/qipu/lib/*]
qipu: shared-library-lacks-prerequisites [usr/lib/qipu/lib/*]
"""


class Unknown(Exception):
    """A library that no package is known for."""


def needs(tree: Path) -> tuple[list[str], list[str]]:
    """The packages that the tree depends on, and those that only its optional parts need. Raises Unknown."""
    optional = [path for path in bundle.binaries(tree) if _is_optional(path)]
    needed = [path for path in bundle.binaries(tree) if not _is_optional(path)]
    depends = packages_of(bundle.outside(tree, needed))
    more = packages_of(bundle.outside(tree, optional))
    return sorted(depends), sorted((more - depends) | set(RECOMMENDED))


def _is_optional(path: Path) -> bool:
    return any(fnmatch(path.as_posix(), pattern) for pattern in OPTIONAL)


def packages_of(libraries: set[str]) -> set[str]:
    """The packages that have these libraries. Raises Unknown."""
    named = {one for one in libraries if not any(fnmatch(one, two) for two in WITH_OTHERS)}
    unknown = named - PACKAGES.keys()
    if unknown:
        raise Unknown(f"of which packages are {', '.join(sorted(unknown))}?")
    return {PACKAGES[one] for one in named}


def version_of(about: About) -> str:
    """The version, before that of the release until there is one."""
    day = about.date.replace("-", "")
    return f"{about.version}-1" if about.released else f"{about.version}~{day}-1"


def control(about: About, architecture: str, size: int, tree: Path) -> str:
    """The control file; `size` in bytes."""
    depends, recommends = needs(tree)
    fields = {
        "Package": "qipu",
        "Version": version_of(about),
        "Architecture": architecture,
        "Maintainer": MAINTAINER,
        "Installed-Size": str(-(-size // 1024)),
        "Depends": ", ".join(depends),
        "Recommends": ", ".join(recommends),
        "Suggests": ", ".join(SUGGESTED),
        "Section": "education",
        "Priority": "optional",
        **({"Homepage": about.homepage} if about.homepage else {}),
        "Description": about.summary + "".join(f"\n {line}" for line in _described(about)),
    }
    return "".join(f"{name}: {value}\n" for name, value in fields.items())


def _described(about: About) -> list[str]:
    lines: list[str] = []
    for paragraph in about.paragraphs:
        filled = wrap(paragraph, 77, break_long_words=False, break_on_hyphens=False)
        lines += [*(["."] if lines else []), *filled]
    return lines


def copyright(about: About, bundled: list[licences.Bundled]) -> str:
    """The copyright file, which leads to the texts beside it."""
    head = (
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
        "Upstream-Name: qipu\n\n"
        "Files: *\n"
        f"Copyright: {about.date[:4]} the authors of Qipu\n"
        f"License: {about.licence.replace('-or-later', '+').replace('.0', '')}\n"
        " On Debian systems the text of the GNU General Public License, version 3, is in\n"
        " /usr/share/common-licenses/GPL-3.\n"
    )
    parts = [
        f"\nFiles: {one.name}\nCopyright: see the texts in /usr/share/doc/qipu/licences/{one.name}\n"
        f"License: {one.licence}\n See the texts in /usr/share/doc/qipu/licences/{one.name}.\n"
        for one in bundled
    ]
    return head + "".join(parts)


def changes(about: About) -> str:
    """The changelog of the package itself, as Debian has them: one entry, which leads to Qipu's own."""
    when = format_datetime(datetime.fromtimestamp(about.epoch, UTC))
    return (
        f"qipu ({version_of(about)}) unstable; urgency=medium\n\n"
        f"  * Qipu {about.version}, see changelog.gz.\n\n -- {MAINTAINER}  {when}\n"
    )


def stage(
    about: About, tree: Path, bundled: list[licences.Bundled], root: Path, architecture: str
) -> None:
    """Lay out the package's files below `root`."""
    shutil.copytree(tree, root / HOME)
    start = root / "usr/bin/qipu"
    _put(start, _START.format(home=HOME.as_posix(), python=bundle.PYTHON).encode())
    start.chmod(0o755)
    documents = root / "usr/share/doc/qipu"
    for place, content in share.files(about).items():
        _put(root / "usr/share" / place, content)
    for place, content in licences.files(bundled).items():
        _put(documents / "licences" / place, content)
    _put(documents / "copyright", copyright(about, bundled).encode())
    for name, text in (
        ("changelog.gz", (ROOT / "CHANGELOG.md").read_text("utf-8")),
        ("changelog.Debian.gz", changes(about)),
    ):
        _put(documents / name, gzip.compress(text.encode(), 9, mtime=0))
    _put(root / "usr/share/lintian/overrides/qipu", OVERRIDES.encode())
    sums = "".join(
        f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(root).as_posix()}\n"
        for path in sorted(root.rglob("*"))
        if path.is_file()
    )
    text = control(about, architecture, bundle.size(root), tree)
    _put(root / "DEBIAN/md5sums", sums.encode())
    _put(root / "DEBIAN/control", text.encode())


def _put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    path.chmod(0o644)


def build(about: About, root: Path, folder: Path, architecture: str) -> Path:
    """Pack what is laid out. The same files give the same bytes: `dpkg-deb` sorts them and takes one time.

    Raises ValueError for a package that is larger than the limit.
    """
    name = f"qipu_{version_of(about)}_{architecture}.deb"
    for one in [root, *(one for one in root.rglob("*") if one.is_dir())]:
        one.chmod(0o755)
    words = ["dpkg-deb", "--root-owner-group", "--threads-max=2", "-Zxz", "--build", root]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(about.epoch)}
    with building.made_whole(folder) as place:
        subprocess.run(
            [*words, place / name], check=True, stdout=subprocess.DEVNULL, env=environment
        )
        if why := weights.too_heavy(place / name):
            raise ValueError(why)
    return folder / name


def architecture() -> str:
    """Of this machine, as Debian calls it."""
    words = ["dpkg", "--print-architecture"]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()
