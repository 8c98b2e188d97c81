"""How often the same visitor may ask, and who "the same visitor" is behind proxies.

Anybody can write any `X-Forwarded-For`. A visitor is therefore the nearest address that is not
one of our own proxies, read from the right end of that header; what stands further left, or comes
from somewhere else than a trusted proxy, was written by the visitor and counts for nothing.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from tablas.server.refusals import TOO_MANY, Refused

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

MOST_KEYS: Final = 100_000  # of memory: the longest unused are forgotten first
IPV6_SITE: Final = 64  # one household or server has a whole /64 to rotate through
UNKNOWN: Final = "unknown"  # a peer without an address, such as a Unix socket


@dataclass(frozen=True, slots=True)
class Rate:
    """`most` at once, refilled evenly over `seconds`."""

    most: int
    seconds: float


LOGIN_BY_ADDRESS: Final = Rate(20, 600)
LOGIN_BY_NAME: Final = Rate(10, 900)  # at one name, from one address or one known browser
LOGIN_FROM_ALL: Final = Rate(100, 3600)  # at one name, from all browsers that never came in before
REGISTER: Final = Rate(5, 3600)
GUEST: Final = Rate(30, 3600)
ACCOUNT: Final = Rate(30, 3600)  # changes to an account: names, passwords, tokens, exports
REPORT: Final = Rate(10, 3600)
CHAT: Final = Rate(8, 20)


class RateLimits:
    """Token buckets by purpose and key, in the memory of this process."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        # What is left in a bucket, and when that was; the last used stand last.
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def spend(self, purpose: str, key: str, rate: Rate, count: float = 1.0) -> None:
        """Take from the bucket, or refuse and say in how many seconds there is enough."""
        left = self._left(purpose, key, rate)
        if left < count:
            wait = (count - left) * rate.seconds / rate.most
            raise Refused(TOO_MANY.about(seconds=math.ceil(wait)), retry_after=math.ceil(wait))
        self._set(purpose, key, left - count)

    def note(self, purpose: str, key: str, rate: Rate, count: float) -> None:
        """So many were taken elsewhere, by another process; a negative count gives back."""
        left = self._left(purpose, key, rate) - count
        self._set(purpose, key, max(0.0, min(float(rate.most), left)))

    def _set(self, purpose: str, key: str, left: float) -> None:
        self._buckets[purpose, key] = (left, self._now())
        self._buckets.move_to_end((purpose, key))
        if len(self._buckets) > MOST_KEYS:
            self._buckets.popitem(last=False)

    def _left(self, purpose: str, key: str, rate: Rate) -> float:
        left, since = self._buckets.get((purpose, key), (float(rate.most), self._now()))
        return min(float(rate.most), left + (self._now() - since) * rate.most / rate.seconds)


def visitor(peer: str | None, forwarded: Iterable[str], trusted: Sequence[Network]) -> str:
    """The key of a visitor: the first address from the right that is not a trusted proxy.

    `peer` is who opened the connection, `forwarded` all `X-Forwarded-For` headers in order.

    >>> proxy = [ipaddress.ip_network("10.0.0.0/8")]
    >>> visitor("10.0.0.1", ["1.2.3.4, 203.0.113.9"], proxy)
    '203.0.113.9'
    >>> visitor("203.0.113.9", ["1.2.3.4"], proxy)
    '203.0.113.9'
    """
    return _key(_nearest(peer, forwarded, trusted))


def comes_from(
    peer: str | None,
    forwarded: Sequence[str],
    trusted: Sequence[Network],
    allowed: Sequence[Network],
) -> bool:
    """Whether a visitor stands in one of the networks; behind a proxy unknown to us nobody does."""
    if forwarded and not trusted_peer(peer, trusted):
        return False
    return trusted_peer(str(_nearest(peer, forwarded, trusted)), allowed)


def _nearest(
    peer: str | None, forwarded: Iterable[str], trusted: Sequence[Network]
) -> Address | None:
    hops = [part.strip() for header in forwarded for part in header.split(",")]
    nearest = _address(peer)
    while nearest and hops and any(nearest in network for network in trusted):
        further = _address(hops.pop())
        if further is None:
            break
        nearest = further
    return nearest


def trusted_peer(peer: str | None, trusted: Sequence[Network]) -> bool:
    """Whether who opened the connection is one of our own proxies, which speaks for many."""
    address = _address(peer)
    return address is not None and any(address in network for network in trusted)


def networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """The proxies that are ours, from addresses or networks as text."""
    return tuple(ipaddress.ip_network(text.strip(), strict=False) for text in texts if text.strip())


def _address(text: str | None) -> Address | None:
    if not text or len(text) > 64:
        return None
    try:
        address = ipaddress.ip_address(text.strip("[]"))
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def _key(address: Address | None) -> str:
    if address is None:
        return UNKNOWN
    if isinstance(address, ipaddress.IPv6Address) and not address.is_loopback:
        return str(ipaddress.ip_network((address, IPV6_SITE), strict=False))
    return str(address)
