# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy"]
# ///
"""Make resources/sounds/*.wav: short knocks of wood, from the sums of a few fading tones.

Run it when a sound should change; the program never does. The same numbers give the same files.

    python packaging/make_sounds.py
"""

from __future__ import annotations

import argparse
import wave
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

TARGET = Path(__file__).resolve().parent.parent / "resources" / "sounds"
RATE = 22_050
LOUDEST = 0.7  # of what 16 bits hold

Samples = NDArray[np.float64]


class Knock(NamedTuple):
    """A blow on wood: when it comes (s), its lowest tone (Hz), how long it rings (s), how loud it is."""

    at: float
    tone: float
    ring: float = 0.05
    loud: float = 1.0


# A bar of wood that is struck: its tones, how loud each is and how fast it fades beside the lowest.
BAR = ((1.0, 1.0, 1.0), (2.76, 0.45, 0.45), (5.4, 0.2, 0.25))
CLICK = 0.0025  # seconds of the noise of the blow itself

SOUNDS: dict[str, Sequence[Knock]] = {
    "move": (Knock(0, 410, 0.035),),
    "capture": (Knock(0, 520, 0.03, 0.8), Knock(0.045, 330, 0.045)),
    "check": (Knock(0, 620, 0.05, 0.8), Knock(0.09, 830, 0.07, 0.9)),
    "end": (Knock(0, 440, 0.12, 0.8), Knock(0.13, 554, 0.12, 0.8), Knock(0.26, 659, 0.2, 0.8)),
    "wrong": (Knock(0, 233, 0.08), Knock(0.13, 175, 0.11)),
}


def knock(one: Knock, length: int, noise: np.random.Generator) -> Samples:
    """The samples of a knock, from its beginning to the end of its sound."""
    time = np.arange(length) / RATE
    found = np.zeros(length)
    for ratio, loud, fade in BAR:
        found += (
            loud * np.sin(2 * np.pi * one.tone * ratio * time) * np.exp(-time / (one.ring * fade))
        )
    found += 0.35 * noise.uniform(-1, 1, length) * np.exp(-time / CLICK)
    rise = np.minimum(1.0, time / 0.0008)  # no crack at the beginning
    return one.loud * rise * found


def sound(knocks: Sequence[Knock]) -> bytes:
    """16-bit samples of some knocks."""
    noise = np.random.default_rng(7)
    end = max(one.at + 6 * one.ring for one in knocks)
    whole = np.zeros(round(end * RATE))
    for one in knocks:
        start = round(one.at * RATE)
        whole[start:] += knock(one, len(whole) - start, noise)
    fall = np.minimum(1.0, np.arange(len(whole))[::-1] / (0.01 * RATE))
    whole *= fall * LOUDEST / np.abs(whole).max()
    return np.round(whole * 32767).astype("<i2").tobytes()


def main() -> None:
    TARGET.mkdir(exist_ok=True)
    for name, knocks in SOUNDS.items():
        with wave.open(str(TARGET / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(sound(knocks))


if __name__ == "__main__":
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    main()
