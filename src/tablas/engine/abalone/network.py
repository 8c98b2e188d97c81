"""The network that judges positions of Abalone inside the search."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tablas import kernel
from tablas.engine.weights import packaged, read_file, tensors
from tablas.errors import DamagedWeights

if TYPE_CHECKING:
    from tablas.kernel._kernel import AbaloneNet


@cache
def abalone_net(path: Path | None = None) -> AbaloneNet:
    """The network of Abalone from the package, or one in a file of one's own.

    >>> type(abalone_net()).__name__
    'Net'
    """
    layers: dict[str, Any] = packaged("abalone") if path is None else tensors(read_file(path))
    try:
        return kernel.abalone.Net(**layers)
    except (TypeError, ValueError) as error:
        raise DamagedWeights(f"net 'abalone': {error}", f"red 'abalone': {error}") from error
