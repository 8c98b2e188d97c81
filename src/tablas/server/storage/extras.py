"""Packages that only some servers need: each comes with an extra of its own."""

from __future__ import annotations

from importlib import import_module

from tablas.errors import TablasError


class MissingExtra(TablasError):
    """A setting asks for a package that is not installed."""


def require(package: str, *, extra: str, setting: str) -> None:
    """Refuse a setting whose package is missing, with the name of the extra that brings it."""
    try:
        import_module(package)
    except ImportError:
        raise MissingExtra(
            f"{setting}: needs the package {package}, run pip install 'tablas[serve,{extra}]'",
            f"{setting}: hace falta el paquete {package}, ejecuta pip install "
            f"'tablas[serve,{extra}]'",
        ) from None
