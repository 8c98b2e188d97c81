"""PyTorch, loaded in this one place; only the extra `tablas[train]` brings it.

Its types are `Any` here, so that checking types needs no PyTorch and says the same with and without
it; the names tell readers what is meant.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeAlias, TypeVar

from tablas.errors import NotationError, TablasError


class NeedsPyTorch(TablasError, ImportError):
    """Training was asked for where PyTorch is not installed."""


def _loaded() -> Any:
    try:
        return import_module("torch")
    except ModuleNotFoundError as error:
        if error.name != "torch":
            raise
        raise NeedsPyTorch(
            "training needs PyTorch: install it with  pip install 'tablas[train]'",
            "para entrenar hace falta PyTorch: instálalo con pip install 'tablas[train]'",
        ) from None


torch: Any = _loaded()
nn: Any = torch.nn
functional: Any = torch.nn.functional

F = TypeVar("F", bound=Callable[..., Any])
Tensor: TypeAlias = Any
Device: TypeAlias = Any
DType: TypeAlias = Any
Generator: TypeAlias = Any
Optimizer: TypeAlias = Any
Module: Any = torch.nn.Module


def without_gradients(function: F) -> F:
    """`torch.no_grad` as a decorator that keeps the types of what it decorates."""
    bare: F = torch.no_grad()(function)
    return bare


def device_called(name: str | None) -> Device:
    """The device of that name; without one a GPU where there is one."""
    there = torch.cuda.is_available()
    try:
        device = torch.device(name or ("cuda" if there else "cpu"))
    except RuntimeError:
        raise NotationError(
            f"device {name!r}: expected cpu or cuda",
            f"dispositivo {name!r}: se esperaba cpu o cuda",
        ) from None
    if device.type == "cuda" and not there:
        raise NotationError(
            f"device {name!r}: PyTorch finds no GPU here",
            f"dispositivo {name!r}: PyTorch no encuentra aquí ninguna GPU",
        )
    return device
