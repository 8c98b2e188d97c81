"""What a net of the kernel must be beside the same net in floats."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablas import kernel
from tablas.engine.dice.evaluator import equities


def assert_nearly_on_every_path(
    net: Any, boards: NDArray[np.uint8], expected: NDArray[Any], mean: float
) -> None:
    """The kernel rounds to whole numbers of 16 bits, on every path in the same way.

    `mean` is how many points its equities may be off on average.
    """
    judged = net.evaluate(boards, path="portable")
    assert judged.shape == (len(boards), 5)
    assert np.abs(judged - expected).max() < 0.003
    assert np.abs(equities(judged) - equities(expected)).mean() < mean
    for path in kernel.paths():
        assert np.array_equal(net.evaluate(boards, path=path), judged)
