"""Pictures in pixels: PNG, GIF, WebP, and SVG as other programs draw it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from export_studies import CHESS, FILES, write
from needs import needs
from PIL import Image, ImageChops, ImageStat

import viewer
from viewer.publish.kinds import KINDS

pytestmark = pytest.mark.gui
WIDTH = 480


def opened(path: str | Path) -> Image.Image:
    return Image.open(BytesIO(Path(path).read_bytes()))


@pytest.mark.parametrize("kind", ["png", "gif", "webp"])
def test_the_tables_are_sound(kind: str) -> None:
    fields = KINDS[kind].load().fields
    assert len({field.key for field in fields}) == len(fields)
    assert [field.key for field in fields if not field.allows(field.default)] == []


@pytest.mark.parametrize("kind", ["gif", "webp"])
def test_an_animation_has_a_frame_for_each_position_and_takes_its_time(
    tmp_path: Path, kind: str
) -> None:
    source = write(tmp_path, "game.pgn", CHESS)
    style = {"delay": "400", "hold": "2000", "size": "200"}
    made = viewer.export(source, tmp_path / f"a.{kind}", style=style)
    assert made.left_out["variations"] == 1
    image = opened(made.written[0])
    assert image.size[0] == 200
    frames, total = [], 0
    for number in range(image.n_frames):
        image.seek(number)
        image.load()  # WebP tells the time of a frame when it is decoded
        frames.append(image.convert("RGB").tobytes())
        total += int(image.info["duration"])
    assert len(set(frames)) == len(frames) == 7
    assert total == 6 * 400 + 2000


def test_equal_positions_are_one_frame_that_stays_longer(tmp_path: Path) -> None:
    source = write(tmp_path, "a.sgf", "(;SZ[9];B[ee];C[a word];C[and another];W[cc])")
    made = viewer.export(source, tmp_path / "a.gif", style={"delay": 500, "hold": 700})
    image = opened(made.written[0])
    durations = []
    for number in range(image.n_frames):
        image.seek(number)
        durations.append(int(image.info["duration"]))
    assert durations == [500, 500, 1000, 700]


def test_a_line_is_shown_from_ply_to_ply_at_the_times_of_the_record(tmp_path: Path) -> None:
    source = write(
        tmp_path,
        "a.pgn",
        "1. e4 {[%emt 0:00:04]} e5 {[%emt 0:00:02]} 2. Nf3 {[%emt 0:01:00]} Nc6 *\n",
    )
    style = {"pace": "own", "speed": 200, "longest": 3000, "first": 1, "last": 3, "hold": 100}
    made = viewer.export(source, tmp_path / "a.gif", style=style)
    image = opened(made.written[0])
    durations = []
    for number in range(image.n_frames):
        image.seek(number)
        durations.append(int(image.info["duration"]))
    assert durations == [1000, 3000, 100]


def test_a_png_is_transparent_where_nothing_is(tmp_path: Path) -> None:
    for transparent, alpha in (("no", 255), ("yes", 0)):
        style = {"transparent": transparent, "size": 300, "coordinates": "none"}
        made = viewer.export(FILES["go"], tmp_path / "a.png", records="1", style=style)
        image = opened(made.written[0]).convert("RGBA")
        assert image.getpixel((0, 0))[3] == 0
        assert image.getpixel((150, 2))[3] == alpha


# ------------------------------------------------------------------------------ as others draw


def _by_rsvg(svg: Path, png: Path) -> None:
    subprocess.run(["rsvg-convert", "-o", png, svg], check=True, timeout=60)


def _by_chromium(svg: Path, png: Path) -> None:
    subprocess.run(
        [
            *("chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"),
            *(f"--user-data-dir={png.parent / 'profile'}", "--default-background-color=00000000"),
            *(f"--screenshot={png}", f"--window-size={WIDTH},{WIDTH + 60}", svg.as_uri()),
        ],
        check=True,
        timeout=120,
        capture_output=True,
    )


@pytest.mark.parametrize(
    "draw",
    [
        pytest.param(_by_rsvg, marks=needs("rsvg-convert"), id="rsvg"),
        pytest.param(_by_chromium, marks=needs("chromium"), id="chromium"),
    ],
)
def test_others_draw_the_svg_as_the_png_is(
    tmp_path: Path, draw: Callable[[Path, Path], None]
) -> None:
    far = {}
    for game, path in FILES.items():
        record = viewer.load(path).record(0)
        node = list(record.root.main_line())[-1]
        svg, png = tmp_path / f"{game}.svg", tmp_path / f"{game}.png"
        svg.write_text(viewer.render(record, node, size=WIDTH), "utf-8")
        draw(svg, png)
        theirs = opened(png).convert("RGBA")
        ours = Image.open(BytesIO(viewer.render(record, node, kind="png", size=WIDTH)))
        size = (WIDTH, min(ours.size[1], theirs.size[1]))
        both = []
        for image in (ours.convert("RGBA"), theirs):
            paper = Image.new("RGBA", image.size, "white")
            both.append(Image.alpha_composite(paper, image).convert("RGB").crop((0, 0, *size)))
        # The PNG has its lines on whole pixels, other programs haven't: compared is what stands
        # around each place, in squares of 8 pixels. An emptier board of go differs most: by 4.7.
        difference = ImageChops.difference(*(image.reduce(8) for image in both))
        far[game] = (
            max(ImageStat.Stat(difference).mean),
            max(high for _, high in difference.getextrema()),
        )
    assert {game: mean for game, (mean, most) in far.items() if mean > 6 or most > 32} == {}
