"""Render the sounds of the web app: dice on felt, wood on wood, glass marbles, a clock, the end.

    python -m tools.web.sounds              writes src/tablas/web/sounds/*.mp3
    python -m tools.web.sounds --wav DIR    the same as plain .wav files, to listen to

They are recordings of nothing: `sound_shapes.py` says how they are made, with numpy alone. MP3,
because every browser decodes it, Safari of any age included, at a tenth of the size of plain
samples; `lameenc` from PyPI encodes (a tool of this script only: `pip install lameenc`).
"""

from __future__ import annotations

import argparse
import wave
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np
from tools.web.sound_shapes import RATE, Mode, Samples, finished, mixed, struck, worn_noise

FOLDER: Final = Path(__file__).resolve().parents[2] / "src" / "tablas" / "web" / "sounds"
KILOBITS: Final = 64

# A checker on a wooden board: the board answers low, the checker bright and short.
WOOD: Final[tuple[Mode, ...]] = (
    (215, 0.045, 0.9), (468, 0.032, 1.0), (905, 0.018, 0.7), (1730, 0.010, 0.5), (3120, 0.005, 0.4),
)  # fmt: skip
DIE: Final[tuple[Mode, ...]] = (
    (1480, 0.010, 0.6), (2950, 0.008, 1.0), (4620, 0.006, 0.7), (7100, 0.004, 0.4),
)  # fmt: skip
GLASS: Final[tuple[Mode, ...]] = (
    (1890, 0.030, 0.5), (3270, 0.055, 1.0), (5180, 0.040, 0.6), (8050, 0.022, 0.35),
)  # fmt: skip
# A tongue of metal over wood, as in a thumb piano: warm, and soon gone.
TONGUE: Final[tuple[Mode, ...]] = ((1.0, 0.34, 1.0), (2.0, 0.16, 0.22), (5.4, 0.035, 0.18))


def felt(seed: int) -> Samples:
    return worn_noise(0.09, 0.022, 90, 420, seed)


def wood(bend: float = 1.0) -> Samples:
    """One checker put down."""
    return mixed(
        0.2, [(0, 1, struck(WOOD, 0.2, bend)), (0, 0.25, worn_noise(0.03, 0.004, 900, 5000, 3))]
    )


def tone(pitch: float, seconds: float = 0.9) -> Samples:
    return struck([(pitch * times, decay, share) for times, decay, share in TONGUE], seconds)


def roll() -> Samples:
    """Two dice: they meet in the air, land on felt, tumble on and come to rest."""
    falls = (0.0, 0.035, 0.115, 0.15, 0.215, 0.255, 0.305, 0.34)
    parts: list[tuple[float, float, Samples]] = []
    for number, at in enumerate(falls):
        weight = 0.78**number
        parts.append((at, weight, felt(20 + number)))
        parts.append((at, 0.34 * weight, struck(DIE, 0.06, 0.92 + 0.05 * (number % 4))))
    return mixed(0.46, [*parts, (0.07, 0.5, struck(DIE, 0.06, 1.1))])


def hit() -> Samples:
    """A checker on a checker, and the one below goes away over the wood."""
    return mixed(
        0.34,
        [
            (0, 1, wood(1.18)),
            (0.012, 0.6, struck(DIE, 0.08, 0.55)),
            (0.06, 0.3, worn_noise(0.16, 0.07, 300, 1600, 5)),
            (0.2, 0.5, wood(0.86)),
        ],
    )


def push() -> Samples:
    """Marbles that meet and roll one hollow on."""
    return mixed(
        0.32,
        [
            (0, 1, struck(GLASS, 0.25)),
            (0.018, 0.6, struck(GLASS, 0.25, 1.13)),
            (0.03, 0.22, worn_noise(0.2, 0.08, 180, 900, 7)),
            (0.17, 0.3, struck(WOOD, 0.12, 1.3)),
        ],
    )


def eject() -> Samples:
    """A marble over the rim, into the tray, against the others there."""
    knocks = [
        (at, 0.9 * 0.72**number, struck(GLASS, 0.2, 0.94 + 0.04 * number))
        for number, at in enumerate((0.14, 0.27, 0.36, 0.42, 0.46))
    ]
    return mixed(0.7, [(0, 1, push()), (0.1, 0.3, worn_noise(0.42, 0.2, 200, 1100, 9)), *knocks])


def cube() -> Samples:
    """The doubling cube, turned over and set down."""
    return mixed(
        0.4,
        [(0, 0.5, wood(1.3)), (0.11, 1, wood(0.72)), (0.11, 0.25, struck(DIE, 0.08, 0.6))],
    )


def clock() -> Samples:
    """Two ticks of a wooden clock."""
    tick = struck([(2100, 0.008, 1.0), (3300, 0.005, 0.5), (880, 0.012, 0.5)], 0.08)
    return mixed(0.3, [(0, 1, tick), (0.16, 0.8, tick)])


def tune(*notes: tuple[float, float, float]) -> Callable[[], Samples]:
    """Notes by when each begins, how loud and how high."""
    longest = max(at for at, _, _ in notes) + 0.8
    return lambda: mixed(longest, [(at, loud, tone(pitch)) for at, loud, pitch in notes])


C, D, E, G, HIGH_C = 523.25, 587.33, 659.26, 783.99, 1046.5
SOUNDS: Final[dict[str, tuple[Callable[[], Samples], float]]] = {
    "roll": (roll, 0.75),
    "move": (wood, 0.6),
    "hit": (hit, 0.75),
    "push": (push, 0.5),
    "eject": (eject, 0.65),
    "cube": (cube, 0.7),
    "clock": (clock, 0.6),
    "turn": (tune((0, 0.8, E)), 0.3),
    "said": (tune((0, 0.8, HIGH_C), (0.07, 0.6, G)), 0.22),
    "win": (tune((0, 0.8, C), (0.13, 0.85, E), (0.26, 0.9, G), (0.42, 1, HIGH_C)), 0.5),
    "loss": (tune((0, 0.8, G), (0.2, 0.7, E), (0.42, 0.9, C)), 0.4),
    "end": (tune((0, 0.8, C), (0.18, 0.8, G), (0.4, 0.9, C)), 0.4),
}


def rendered(name: str) -> Samples:
    """The samples of a sound, between -1 and 1."""
    make, peak = SOUNDS[name]
    return finished(make(), peak)


def whole_numbers(samples: Samples) -> bytes:
    """As 16-bit numbers, the way files hold them."""
    return np.round(samples * 32767).astype("<i2").tobytes()


def encoded(samples: Samples) -> bytes:
    """The samples as MP3."""
    import lameenc  # noqa: PLC0415 a tool of this script alone

    encoder = lameenc.Encoder()
    encoder.set_bit_rate(KILOBITS)
    encoder.set_in_sample_rate(RATE)
    encoder.set_channels(1)
    encoder.set_quality(2)
    encoder.silence()
    return bytes(encoder.encode(whole_numbers(samples)) + encoder.flush())


def write_wav(path: Path, samples: Samples) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(whole_numbers(samples))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--wav", type=Path, metavar="DIR", help="plain samples into this folder")
    options = parser.parse_args()
    folder = options.wav or FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    total = 0
    for name in SOUNDS:
        samples = rendered(name)
        path = folder / f"{name}.{'wav' if options.wav else 'mp3'}"
        if options.wav:
            write_wav(path, samples)
        else:
            path.write_bytes(encoded(samples))
        total += path.stat().st_size
        print(f"{name:6} {len(samples) / RATE:.2f} s  {path.stat().st_size:6} bytes")
    print(f"together {total} bytes")


if __name__ == "__main__":
    main()
