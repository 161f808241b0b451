"""What goes into a frozen Qipu: modules by name, parts of Qt by the names of their files."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatch
from pathlib import Path

from about import LANGUAGES, ROOT

# Modules that something imports where they are there, and that a desk has no use for.
NOT_IMPORTED = (
    *("tkinter", "pydoc", "lib2to3", "idlelib", "test", "ensurepip", "curses"),
    *("setuptools", "pip", "pytest", "_pytest", "hypothesis", "babel", "IPython", "matplotlib"),
    *("dask", "distributed", "fsspec", "pandas", "pyarrow", "scipy", "numpy.f2py", "numpy.testing"),
    *("PIL.ImageTk", "PIL.ImageQt", "PIL.ImageShow", "PySide6.QtQml", "PySide6.QtQuick"),
)

# Libraries of Qt that come along with plug-ins that Qipu doesn't have, and those that draw in 3D.
_LIBRARIES = ("Qml", "Quick", "Pdf", "VirtualKeyboard", "OpenGLWidgets", "Multimedia", "3D")
_NO_LIBRARIES = ("opengl32sw.dll", "d3dcompiler_*.dll", "libEGL.dll", "libGLESv2.dll")

# Of Qt's plug-ins only these: by their kind, and what the name has in it.
PLUGINS = {
    "platforms": ("qwindows", "qcocoa", "qxcb", "qwayland", "qoffscreen"),
    "platforminputcontexts": ("compose", "ibus"),
    "platformthemes": ("",),
    "styles": ("",),
    "iconengines": ("qsvgicon",),
    "imageformats": ("qsvg", "qjpeg"),
    "printsupport": ("",),
    "xcbglintegrations": ("",),
    "wayland-shell-integration": ("",),
    "wayland-decoration-client": ("",),
    "wayland-graphics-integration-client": ("",),
}


def modules() -> list[str]:
    """All of Qipu's modules: registries name them in texts, where no tool finds them."""
    found = []
    for path in sorted((ROOT / "viewer").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return found


def resources() -> list[tuple[str, str]]:
    """The files that come with Qipu, as pairs of a path and a folder there; catalogs are compiled."""
    top = ROOT / "resources"
    return [
        (str(path), Path("viewer", "resources", path.relative_to(top).parent).as_posix())
        for path in sorted(top.rglob("*"))
        if path.is_file() and path.suffix not in (".po", ".pot")
    ]


def wanted(place: str) -> bool:
    """Whether a file that was found for the program goes into it, by its place there."""
    parts = place.replace("\\", "/").split("/")
    name = parts[-1]
    if any(fnmatch(name, pattern) for pattern in _NO_LIBRARIES):
        return False
    # libQt6Qml.so.6, Qt6Qml.dll, QtQml.framework/…/QtQml, QtQml.abi3.so
    for part in parts:
        bare = part.removeprefix("lib").removeprefix("Qt6").removeprefix("Qt")
        if bare != part.removeprefix("lib") and bare.startswith(_LIBRARIES):
            return False
    if "PySide6" in parts and "translations" in parts:
        return name in {f"qtbase_{language}.qm" for language in LANGUAGES}
    if "PySide6" in parts and "plugins" in parts:
        kind = parts[parts.index("plugins") + 1]
        return any(sign in name for sign in PLUGINS.get(kind, ()))
    return True


def only_wanted(found: Iterable[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Of a table of contents of PyInstaller what goes into the program."""
    return [one for one in found if wanted(one[0])]
