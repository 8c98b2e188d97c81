"""Which way sockets take: uvicorn's public interface, or on request the fast path inside it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from importlib.metadata import version
from typing import Final

log = logging.getLogger("tablas.sockets")
KNOWN: Final = {"uvicorn": "0.54", "websockets": "17"}
"""The releases whose inside the fast path was written for and is tested with."""

PUBLIC: Final = "auto"
"""uvicorn's own choice of a protocol, by its public name."""


def socket_protocol(*, fast: bool) -> type[asyncio.Protocol] | str:
    """What uvicorn is given as its `ws`; the fast path only where it fits what is installed."""
    if not fast:
        return PUBLIC
    if unknown := unknown_versions({name: version(name) for name in KNOWN}):
        log.warning("fast sockets are off: they do not know %s", unknown)
        return PUBLIC
    from tablas.server.web.fast_socket import FastSocket  # noqa: PLC0415 the inside of uvicorn

    return FastSocket


def unknown_versions(installed: Mapping[str, str]) -> str:
    """The installed packages whose release the fast path was not written for.

    >>> unknown_versions({"uvicorn": "0.54.2", "websockets": "18.0"})
    'websockets 18.0'
    """
    return ", ".join(
        f"{name} {installed[name]}"
        for name, release in KNOWN.items()
        if not f"{installed[name]}.".startswith(f"{release}.")
    )
