"""The log of sign-ins that everybody can read about their own account, and operators in short.

An entry says when, how, and by what kind of browser; never from which address. Operators get a line
without names in the log of the server, refusals as warnings.
"""

from __future__ import annotations

import logging
import re
from enum import Enum
from typing import Final

from sqlalchemy import RowMapping, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from tablas.server.people.accounts import DAY
from tablas.server.storage.schema_people import sign_ins

KEPT: Final = 90 * DAY
MOST: Final = 100  # of one person
SHOWN: Final = 20
LONGEST: Final = 40
log = logging.getLogger("tablas.security")

BROWSERS: Final = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "FxiOS": "Firefox",
                   "SamsungBrowser": "Samsung Internet", "CriOS": "Chrome", "Chrome": "Chrome",
                   "Safari": "Safari"}  # fmt: skip
"""Names that browsers give themselves; each also has those further down."""
SYSTEMS: Final = {"Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows",
                  "CrOS": "ChromeOS", "Mac OS": "macOS", "Linux": "Linux"}  # fmt: skip


class How(Enum):
    """How somebody came in, or what kept them out."""

    NEW = "new-account"
    PASSWORD = "password"  # noqa: S105
    CODE = "password-and-code"
    PASSKEY = "passkey"
    WRONG_PASSWORD = "wrong-password"  # noqa: S105
    WRONG_CODE = "wrong-code"

    @property
    def refused(self) -> bool:
        return self in (How.WRONG_PASSWORD, How.WRONG_CODE)


def device(agent: str) -> str:
    """What kind of browser it was, in words, from what it says of itself.

    >>> device("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox, Linux'
    >>> device("python-httpx/0.28.1")
    'python-httpx'
    """
    browser = next((name for mark, name in BROWSERS.items() if f"{mark}/" in agent), None)
    system = next((name for mark, name in SYSTEMS.items() if mark in agent), None)
    if browser:
        return ", ".join(filter(None, (browser, system)))
    return re.sub(r"[^\w .-]", "", agent.partition("/")[0])[:LONGEST].strip()


async def note(connection: AsyncConnection, person: str, how: How, agent: str, now: int) -> None:
    """One more entry; what is older than `KEPT`, or more than `MOST`, goes."""
    mine = sign_ins.c.person == person
    oldest = select(sign_ins.c.id).where(mine).order_by(sign_ins.c.id.desc()).offset(MOST - 1)
    over = list(await connection.scalars(oldest))
    too_old = sign_ins.c.at < now - KEPT
    await connection.execute(delete(sign_ins).where(too_old | (mine & sign_ins.c.id.in_(over))))
    row = {"person": person, "at": now, "how": how.value, "device": device(agent)}
    await connection.execute(insert(sign_ins).values(**row))
    log.log(logging.WARNING if how.refused else logging.INFO, "sign-in %s: %s", person, how.value)


async def latest(connection: AsyncConnection, person: str) -> list[RowMapping]:
    """The last entries of a person, newest first."""
    query = select(sign_ins).where(sign_ins.c.person == person).order_by(sign_ins.c.id.desc())
    return list((await connection.execute(query.limit(SHOWN))).mappings())
