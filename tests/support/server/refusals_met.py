"""Which refusals a test meets: over HTTP, over a socket, or from a part of the server on its own.

`@pytest.mark.refuses("no-such-game", …)` says which ones a test brings about; the fixture of the
server tests holds it to that, and `test_server_refusals.py` asks for a test of every one there is.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.asyncio.connection import Connection

from tablas.server.refusals import Refused

Met = dict[str, dict[str, Any]]


@contextlib.contextmanager
def met() -> Iterator[Met]:
    """Everything that is refused meanwhile, by its code."""
    found: Met = {}

    def note(told: Any) -> None:
        error = told.get("error") if isinstance(told, dict) else None
        if isinstance(error, dict) and "code" in error:
            found[error["code"]] = error

    def look(text: str | bytes) -> None:
        with contextlib.suppress(ValueError):
            note(json.loads(text))

    send, send_later, recv = httpx.Client.send, httpx.AsyncClient.send, Connection.recv
    begin = Refused.__init__

    def sending(self: Any, *args: Any, **options: Any) -> Any:
        answer = send(self, *args, **options)
        if answer.is_error and not options.get("stream"):
            look(answer.content)
        return answer

    async def sending_later(self: Any, *args: Any, **options: Any) -> Any:
        answer = await send_later(self, *args, **options)
        if answer.is_error and not options.get("stream"):
            look(answer.content)
        return answer

    async def receiving(self: Any, *args: Any, **options: Any) -> Any:
        text = await recv(self, *args, **options)
        look(text)
        return text

    def refusing(self: Any, *args: Any, **options: Any) -> None:
        begin(self, *args, **options)
        note(self.as_json())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(httpx.Client, "send", sending)
        patch.setattr(httpx.AsyncClient, "send", sending_later)
        patch.setattr(Connection, "recv", receiving)
        patch.setattr(Refused, "__init__", refusing)
        yield found


def faults(named: set[str], found: Met) -> list[str]:
    """What is wrong with what was met: codes that never came, words that are missing."""
    codes = {code.partition(":")[0] for code in found}
    wrong = [f"{code} was never met" for code in sorted(named - codes)]
    for code, error in found.items():
        wrong += [
            f"{code}: {language} says {error.get(language)!r}"
            for language in ("en", "es")
            if not error.get(language) or re.search(r"{\w+}", error[language])
        ]
        if error.get("en") == error.get("es"):
            wrong.append(f"{code}: both languages say the same")
    return wrong
