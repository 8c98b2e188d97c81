"""What the sounds of the app are made of: struck things that ring, noise that is worn down, echoes.

A struck thing is the sum of its modes: each a frequency that dies away in its own time. Short
modes sound like wood, long high ones like glass. Everything is numpy and a fixed seed, so that the
same script always makes the same sounds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

RATE: Final = 44_100  # samples a second
Samples = NDArray[np.float64]
Mode = tuple[float, float, float]  # hertz, seconds until it has fallen to 1/e, share


def times(seconds: float) -> Samples:
    return np.arange(int(seconds * RATE)) / RATE


def struck(modes: Iterable[Mode], seconds: float, bend: float = 1.0) -> Samples:
    """Something struck once; a `bend` above 1 makes a smaller one of the same kind."""
    t = times(seconds)
    rings = (
        share * np.exp(-t / decay) * np.sin(2 * np.pi * pitch * bend * t)
        for pitch, decay, share in modes
    )
    whole: Samples = np.sum(list(rings), axis=0) * _attack(t)
    return whole


def _attack(t: Samples) -> Samples:
    """Two thousandths of a second to begin: a step in the wave would click."""
    rise: Samples = np.minimum(1.0, t / 0.0015)
    return rise


def worn_noise(seconds: float, decay: float, lowest: float, highest: float, seed: int) -> Samples:
    """Noise between two frequencies that dies away: felt, fingers, the breath of a roll."""
    t = times(seconds)
    noise = np.random.default_rng(seed).standard_normal(len(t))
    spectrum, pitches = np.fft.rfft(noise), np.fft.rfftfreq(len(t), 1 / RATE)
    slopes = 1 / (1 + (lowest / np.maximum(pitches, 1)) ** 4) / (1 + (pitches / highest) ** 4)
    shaped = np.fft.irfft(spectrum * slopes, len(t))
    worn: Samples = shaped / np.abs(shaped).max() * np.exp(-t / decay) * _attack(t)
    return worn


def mixed(seconds: float, parts: Iterable[tuple[float, float, Samples]]) -> Samples:
    """Parts laid over each other: when each begins, how loud, and what it is."""
    whole = np.zeros(int(seconds * RATE))
    for at, loudness, part in parts:
        first = int(at * RATE)
        room = len(whole) - first
        whole[first : first + len(part)] += loudness * part[:room]
    return whole


def finished(samples: Samples, peak: float) -> Samples:
    """As loud as it shall be, with an end that is silent."""
    fade = min(len(samples), int(0.02 * RATE))
    ended = samples.copy()
    ended[-fade:] *= np.linspace(1, 0, fade)
    loud: Samples = ended / np.abs(ended).max() * peak
    return loud
