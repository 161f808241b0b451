#!/usr/bin/env python3
"""Make the pictures of the manual in resources/manual, from the program itself, in each of its languages.

    .venv/bin/python packaging/make_manual_pictures.py                   all
    .venv/bin/python packaging/make_manual_pictures.py --language ja     of one language
    .venv/bin/python packaging/make_manual_pictures.py --only export     those whose names begin so

Run it after a change of what they show. A picture has three pixels for two of the page at 100 %, and few
colours, so that those of six languages together stay below 2 MB. A language without pictures has those of its
other form (zh_CN for zh_TW), else the English ones; `--language` gives it its own.
"""

from __future__ import annotations

import argparse
import io
from pathlib import Path
from typing import Any, NamedTuple

from make_pictures import ROOT, Studio, analysed, apart, here, pixels

FOLDER = ROOT / "resources" / "manual"
SIZE = (760, 500)  # pixels of a picture on the page
_COLOURS = 24


class Shot(NamedTuple):
    """A picture.

    Attributes:
        game: whose sample is open; "own" for that of the language's readers, "" for a game that an engine
            analysed, "all" for the folder of samples.
        moves: so many moves from the start.
        commands: what is done then, one after the other.
        dialog: the size of the dialog that is drawn in place of the window, None for the window.
        kind: which of the game's samples.
    """

    game: str
    moves: int = 0
    commands: tuple[str, ...] = ()
    dialog: tuple[int, int] | None = None
    kind: str = "study"


OWN = {"zh_CN": "xiangqi", "zh_TW": "xiangqi", "ja": "shogi"}
"""The games that readers of a language know best, where that isn't chess."""
SHOTS = {
    "read-window": Shot("own", 6),
    "files-list": Shot("all"),
    "study-graph": Shot("hex", 4, ("graph",)),
    "position-part": Shot("go", 20, ("find-part",)),
    "engine-graph": Shot("", 36, ("show-evaluation",)),
    "learn-guess": Shot("shogi", 2, ("guess",)),
    "problems-solve": Shot("own", 0, ("solve",), None, "problems"),
    "export-dialog": Shot("own", 0, ("export",), (700, 460)),
    "settings-keys": Shot("chess", 0, ("change-keys",), (700, 460)),
    "go-count": Shot("go", 400, ("score",), None, "game"),
}


def main() -> None:
    """Make the pictures of each language, each in a process of its own."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--language", action="append", metavar="LANGUAGE")
    parser.add_argument("--only", default="", metavar="NAME")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    languages = args.language or sorted({one.parent.name for one in FOLDER.glob("*/*.png")})
    names = [name for name in SHOTS if name.startswith(args.only)]
    if args.here:
        here(lambda: draw(names[0], languages[0]))
    for language in languages:
        for name in names:
            words = ["--here", "--language", language, "--only", name]
            apart(__file__, *words, language=language, scale="1.5")


def draw(name: str, language: str) -> None:
    """Make a picture, in this process."""
    from viewer.base import catalogs
    from viewer.base.samples import samples

    shot, studio = SHOTS[name], Studio(SIZE)
    there = samples(catalogs.active())
    if shot.game == "all":
        studio.window.folders.open([str(Path(there["go"]["study"]).parent)])
        studio.settle(3)
    elif shot.game:
        game = OWN.get(language, "chess") if shot.game == "own" else shot.game
        studio.open(Path(there[game][shot.kind]))
    else:
        path = studio.folder / "records" / "game.pgn"
        if not analysed(path, Path(there["chess"]["game"])):
            return
        studio.open(path)
    session = studio.window.desk.session
    session.go(session.cursor.forward(shot.moves))
    for id in shot.commands:
        studio.run(id)
    studio.settle(2)
    shown = studio.window
    if shot.dialog is not None:
        shown = studio.dialog()
        shown.resize(*shot.dialog)
        studio.settle(2)
    path = FOLDER / language / f"{name}.png"
    path.write_bytes(small(pixels(shown)))
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} kB")
    studio.close()


def small(image: Any) -> bytes:
    """A picture as PNG, in few colours, among them those of small things."""
    from PIL import Image

    out = io.BytesIO()
    few = image.quantize(_COLOURS, method=Image.Quantize.MAXCOVERAGE, kmeans=2, dither=0)
    few.save(out, "PNG", optimize=True)
    return out.getvalue()


if __name__ == "__main__":
    main()
