"""The compiled kernel, imported on first use so that the rest of the package works without it.

`tablas.kernel.backgammon`, `.abak` and `.abalone` take and give numpy arrays of packed boards (see
each game's `codec`); `available()` tells whether the kernel has been built.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tablas.errors import KernelMissing

if TYPE_CHECKING:
    from tablas.kernel._kernel import (
        LONGEST_MATCH,
        MAX_PLIES,
        CubeState,
        abak,
        abalone,
        backgammon,
        cpu_features,
        dice_search_signature,
        match_equity,
        paths,
        signature,
    )

__all__ = [
    "LONGEST_MATCH",
    "MAX_PLIES",
    "CubeState",
    "abak",
    "abalone",
    "available",
    "backgammon",
    "cpu_features",
    "dice_search_signature",
    "match_equity",
    "paths",
    "signature",
]


def available() -> bool:
    """Whether the compiled kernel is there and fits this Python."""
    try:
        _compiled()
    except KernelMissing:
        return False
    return True


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'tablas.kernel' has no attribute {name!r}")
    return getattr(_compiled(), name)


def _compiled() -> ModuleType:
    try:
        return importlib.import_module("tablas.kernel._kernel")
    except ImportError as error:
        raise KernelMissing(
            "the compiled kernel is missing or does not fit this Python: run `make build` in the "
            f"source tree, or install a wheel made for this platform ({error})",
            "el núcleo compilado falta o no es para este Python: ejecuta `make "
            "build` en el código fuente o instala un paquete hecho para este "
            f"sistema ({error})",
        ) from error
