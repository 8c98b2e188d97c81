"""Check the dice of a Tablas record with Python alone: python3 verify_dice.py game.jsonl KEY

Written from docs/fair-dice.md and without Tablas, so that nobody has to trust Tablas. It looks at
seals, signatures, openings and dice; the moves it leaves to `tablas verify`. KEY is the one that
the server publishes. Exit code 0 if the dice are proven, 1 if they are not, 2 if the record cannot
be read, 3 if all fits but no KEY was named, so that nobody knows who signed.
"""

import json
import re
import sys
from hashlib import sha256, sha512
from hmac import digest
from pathlib import Path
from typing import Any

Line = dict[str, Any]
PARTIES = ("server", "white", "black")
FORM = {
    "protocol": "tablas-dice/1",
    "id": "[A-Za-z0-9_-]{1,64}",
    "mode": "live|correspondence|local",
    "time": "[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}Z",
}


def check(known: str, header: Line, lines: list[Line]) -> int:
    """The number of rolls of a game, all of them proven; what does not fit is a ValueError."""
    dice = header.get("dice", {})
    need(set(dice) - {"key", "signature"} == {*FORM, "anchors"}, "a header that describes its dice")
    need(all(re.fullmatch(FORM[name], dice[name]) for name in FORM), f"fields like {FORM}")
    need(set(dice["anchors"]) == set(PARTIES), "three anchors")
    last = {party: (0, unhex(dice["anchors"][party])) for party in PARTIES}
    if dice["mode"] != "local" or "key" in dice or "signature" in dice:
        texts = [dice["id"], dice["mode"], header.get("white", ""), header.get("black", "")]
        fields = (len(t.encode()).to_bytes(2, "big") + t.encode() for t in [*texts, dice["time"]])
        receipt = (
            b"tablas-dice/1|receipt|" + b"".join(last[p][1] for p in PARTIES) + b"".join(fields)
        )
        key, signature = unhex(dice.get("key", "")), unhex(dice.get("signature", ""), 64)
        need(known in ("", dice["key"]), f"the key {known}")
        need(signs(key, signature, receipt), "a receipt signed by the key that it names")
        end = lines[-1]["closed"]
        need(lines[-1] == {"closed": end} and set(end) == {"time", "signature"}, "a signed end")
        signed = b"tablas-dice/1|record|" + bytes([0, 20]) + end["time"].encode()
        whole = [json.dumps(x, ensure_ascii=False, separators=(",", ":")) for x in lines[:-1]]
        first = json.dumps(header, ensure_ascii=False, separators=(",", ":"))
        signed += "".join(f"{line}\n" for line in [first, *whole]).encode()
        need(re.fullmatch(FORM["time"], end["time"]), "a time of the end")
        need(signs(key, unhex(end["signature"], 64), signed), "an end signed by the same key")
    else:
        need(not known, f"the key {known}")
    rolls = [line for line in lines if line.get("do") in ("opening", "rolled")]
    need(sum("proof" in line for line in lines) == len(rolls) <= 1000, "one proof for each roll")
    for number, line in enumerate(rolls, start=1):
        opening, proof = line["do"] == "opening", line["proof"]
        mover = "white" if opening else line["side"]
        parties = PARTIES if dice["mode"] == "live" else ("server", mover)
        need(mover in PARTIES[1:] and set(proof) == {"roll", *parties}, f"openings of {parties}")
        need(repr(proof["roll"]) == str(number), f"roll {number}, found {proof['roll']}")
        for party in parties:
            link, (before, seal) = unhex(proof[party]), last[party]
            last[party] = number, link
            for _ in range(number - before):
                link = sha256(b"tablas-dice/1|chain|" + link).digest()
            need(link == seal, f"roll {number}: an opening of {party} that leads to {seal.hex()}")
        mixed = b"tablas-dice/1|roll|" + dice["id"].encode() + number.to_bytes(4, "big")
        mixed += b"".join(unhex(proof.get(player, "0" * 64)) for player in ("white", "black"))
        blocks = (digest(last["server"][1], mixed + bytes([c]), "sha256") for c in range(256))
        fair = (byte % 6 + 1 for block in blocks for byte in block if byte < 252)
        made = [next(fair), next(fair)]
        rolled = [line["white"], line["black"]] if opening else line["dice"]
        fitting = [made] if opening else [made, made[::-1]]
        need(repr(rolled) in map(repr, fitting), f"roll {number}: {made}, found {rolled}")
    return len(rolls)


def need(true: object, expected: str) -> None:
    if not true:
        raise ValueError(f"expected {expected}")


def unhex(text: str, size: int = 32) -> bytes:
    need(re.fullmatch("[0-9a-f]*", text) and len(text) == 2 * size, f"{2 * size} hex digits")
    return bytes.fromhex(text)


# Ed25519 as in RFC 8032: (x, y, z) is the point x/z, y/z of -x² + y² = 1 + D x² y² modulo P.
Point = tuple[int, int, int]
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


def plus(a: Point, b: Point) -> Point:
    (x, y, z), (u, v, w) = a, b
    k, zw = D * x * u * y * v % P, z * w % P
    less, more = zw * zw - k, zw * zw + k
    return (x * v + y * u) * zw * less % P, (y * v + x * u) * zw * more % P, less * more % P


def times(n: int, point: Point) -> Point:
    total = 0, 1, 1
    for bit in range(n.bit_length()):
        total = plus(total, point) if n >> bit & 1 else total
        point = plus(point, point)
    return total


def point_at(y: int, odd: int) -> Point:
    square = (y * y - 1) * pow(D * y * y + 1, -1, P)
    x = pow(square, (P + 3) // 8, P)
    x = x if (x * x - square) % P == 0 else x * pow(2, (P - 1) // 4, P) % P
    need((x * x - square) % P == 0 and y < P, "a key that is a point of the curve")
    return (x if x % 2 == odd else P - x), y, 1


def packed(point: Point) -> bytes:
    x, y = (value * pow(point[2], -1, P) % P for value in point[:2])
    return (y + (x % 2 << 255)).to_bytes(32, "little")


def signs(key: bytes, signature: bytes, message: bytes) -> bool:
    word, s = int.from_bytes(key, "little"), int.from_bytes(signature[32:], "little")
    x, y, z = point_at(word % 2**255, word >> 255)
    h = int.from_bytes(sha512(signature[:32] + key + message).digest(), "little") % L
    sum_of_both = plus(times(s, point_at(4 * pow(5, -1, P) % P, 0)), times(h, (P - x, y, z)))
    return s < L and signature[:32] == packed(sum_of_both)


def once(pairs: list[tuple[str, Any]]) -> Line:
    need(len(dict(pairs)) == len(pairs), "each field once")
    return dict(pairs)


def main(file: str, known: str = "") -> int:
    games: list[tuple[Line, list[Line]]] = []
    try:
        for text in filter(str.strip, Path(file).read_bytes().decode().split("\n")):
            line = json.loads(text, object_pairs_hook=once)
            if "tablas" in line:
                games.append((line, []))
            else:
                games[-1][1].append(line)
    except (OSError, ValueError, LookupError, TypeError, RecursionError) as error:
        print(f"{file} cannot be read: {error!r}")
        return 2
    try:
        rolls = sum(check(known, *game) for game in games)
        need(games, "a game")
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        print(f"NO: the dice are not proven: {error}")
        return 1
    keys = {game[0]["dice"].get("key") for game in games} - {None}
    if keys and not known:
        print(f"SIGNED BY AN UNKNOWN KEY: everything fits; is {keys} the key of the server?")
        return 3
    print(f"YES: the dice are proven: {rolls} rolls in {len(games)} game(s)")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
