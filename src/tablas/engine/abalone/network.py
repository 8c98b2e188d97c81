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
        raise _damaged(path, layers, error) from error


def _damaged(path: Path | None, layers: dict[str, Any], error: Exception) -> DamagedWeights:
    """Says what is wrong with which file, and what to do about one of the older form."""
    from tablas.engine.browser_nets import ORDER  # noqa: PLC0415 (only a damaged file needs it)

    name = "abalone" if path is None else str(path)
    if "patterns" in layers and "hexagons" not in layers:
        hint = "python -m tablas.training.abalone.network OLD NEW"
        return DamagedWeights(
            f"net {name!r}: of a form that was left on 2026-11-19; `{hint}` writes it anew",
            f"red {name!r}: su formato se dejó de usar el 2026-11-19; `{hint}` la reescribe",
        )
    if set(layers) != set(ORDER):
        wanted, has = ", ".join(ORDER), ", ".join(layers)
        return DamagedWeights(
            f"net {name!r}: expected the tensors {wanted}; it has {has}",
            f"red {name!r}: se esperaban los tensores {wanted}; tiene {has}",
        )
    return DamagedWeights(f"net {name!r}: {error}", f"red {name!r}: {error}")
