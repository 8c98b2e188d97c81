"""Chains and rolls: vectors from other programs, order, and dice without bias."""

from __future__ import annotations

import json
import math
import random
from collections import Counter

import pytest

from samples import sample
from tablas.errors import IllegalAction, NotationError
from tablas.fair_dice import roll, signature
from tablas.fair_dice.chain import LENGTH, Chain, Tip, hashed
from tablas.fair_dice.parties import Mode, Party, order
from tablas.fair_dice.receipt import Receipt
from tablas.fair_dice.roll import ABSENT, block, checked_id, dice_in, rolled
from tablas.values import Side
from tree import CORPUS, ROOT

# Made by Node's crypto module from the text of docs/fair-dice.md; the server's anchor and first
# opening also by a thousand calls of sha256sum.
VECTORS = json.loads((CORPUS / "fair_dice.json").read_text(encoding="utf-8"))


def vector_chains() -> dict[Party, Chain]:
    return {party: Chain(bytes.fromhex(VECTORS["secrets"][party.value])) for party in Party}


def openings(proof: dict) -> tuple[bytes, bytes, bytes]:
    zeros = ABSENT.hex()
    return tuple(bytes.fromhex(proof.get(party.value, zeros)) for party in Party)


def test_chains_have_the_anchors_of_the_vectors():
    anchors = {party.value: chain.anchor.hex() for party, chain in vector_chains().items()}
    assert anchors == VECTORS["anchors"]


@pytest.mark.parametrize("vector", VECTORS["rolls"], ids=lambda v: f"{v['proof']['roll']}")
def test_openings_blocks_and_dice_are_those_of_the_vectors(vector):
    proof = vector["proof"]
    number = proof["roll"]
    for party, chain in vector_chains().items():
        if party.value in proof:
            assert chain.opening(number).hex() == proof[party.value]
    server, white, black = openings(proof)
    assert block(VECTORS["id"], number, server, white, black).hex() == vector["block"]
    assert list(rolled(VECTORS["id"], number, server, white, black)) == vector["dice"]


def test_the_page_for_implementers_shows_the_same_vectors():
    page = (ROOT / "docs" / "fair-dice.md").read_text(encoding="utf-8")
    for anchor in VECTORS["anchors"].values():
        assert anchor in page
    for vector in VECTORS["rolls"]:
        number, parties = vector["proof"]["roll"], len(vector["proof"]) - 1
        rows = [row for row in page.splitlines() if f"| `{vector['block'][:16]}`" in row]
        assert len(rows) == 1
        assert rows[0].startswith(f"| {number} | {'all three' if parties == 3 else 'server, '}")
        assert rows[0].endswith("| {}, {} |".format(*vector["dice"]))


def test_the_vectors_hold_a_roll_with_a_rejected_byte():
    (vector,) = [one for one in VECTORS["rolls"] if one["rejected"]]
    # 23 ff c4: the second byte is passed over, 0x23 % 6 + 1 = 6 and 0xc4 % 6 + 1 = 5.
    assert vector["block"].startswith("23ffc4")
    assert vector["dice"] == [6, 5]


def vector_receipt() -> Receipt:
    told = VECTORS["receipt"]
    anchors = {party: bytes.fromhex(VECTORS["anchors"][party.value]) for party in Party}
    return Receipt(
        game=VECTORS["id"], mode=Mode(told["mode"]), anchors=anchors, white=told["white"],
        black=told["black"], time=told["time"], key=bytes.fromhex(told["key"]),
        signature=bytes.fromhex(told["signature"]),
    )  # fmt: skip


def test_a_receipt_is_signed_over_the_bytes_of_the_vectors():
    assert vector_receipt().message().hex() == VECTORS["receipt"]["message"]


def test_a_receipt_is_signed_and_checked_with_the_cryptography_package():
    pytest.importorskip("cryptography")
    receipt = vector_receipt()
    seed = bytes.fromhex(VECTORS["receipt"]["seed"])
    assert receipt.signed_with(seed) == receipt
    assert receipt.genuine() is True
    assert signature.signs(receipt.key, receipt.signature, b"another message") is False
    assert signature.signs(b"no key", receipt.signature, receipt.message()) is False


def test_signatures_stay_unchecked_without_the_cryptography_package(monkeypatch):
    monkeypatch.setattr(signature, "_package", lambda: None)
    assert vector_receipt().genuine() is None
    with pytest.raises(IllegalAction, match=r"install tablas\[serve\]"):
        vector_receipt().signed_with(bytes(32))


def test_every_link_leads_back_to_the_anchor_and_to_the_one_before():
    chain = Chain.fresh()
    tip = Tip(chain.anchor)
    for number in range(1, LENGTH + 1):
        tip = tip.followed(chain.opening(number), number)
        assert tip is not None
    assert tip == Tip(chain.secret, LENGTH)
    assert hashed(chain.secret, LENGTH) == chain.anchor
    assert len({chain.opening(number) for number in range(1, LENGTH + 1)}) == LENGTH


def test_a_tip_follows_over_rolls_without_this_party_and_nothing_else():
    chain, other = Chain(bytes(32)), Chain(bytes([9]) * 32)
    tip = Tip(chain.anchor).followed(chain.opening(3), 3)
    assert tip == Tip(chain.opening(3), 3)
    assert tip.followed(chain.opening(9), 9) == Tip(chain.opening(9), 9)
    assert tip.followed(chain.opening(9), 8) is None
    assert tip.followed(chain.opening(3), 3) is None  # again
    assert tip.followed(chain.opening(2), 2) is None  # backwards
    assert tip.followed(other.opening(4), 4) is None
    assert tip.followed(chain.opening(4)[:-1], 4) is None
    assert tip.followed(chain.opening(4), LENGTH + 1) is None


def test_a_chain_is_built_again_from_its_secret_and_fresh_ones_differ():
    chain = Chain.fresh()
    assert Chain(chain.secret).anchor == chain.anchor
    assert Chain.fresh().anchor != chain.anchor
    assert chain.secret.hex() not in repr(chain)


@pytest.mark.parametrize("number", [0, -1, LENGTH + 1])
def test_a_chain_opens_nothing_outside_of_it(number):
    with pytest.raises(IllegalAction, match="a chain has 1000") as caught:
        Chain(bytes(32)).opening(number)
    assert caught.value.reason.rule == "used-up"


def test_a_chain_needs_a_secret_of_32_bytes():
    with pytest.raises(IllegalAction, match="found 31 bytes, expected 32"):
        Chain(bytes(31))


def test_bytes_of_252_and_above_are_no_dice_and_the_others_are_fair():
    assert list(dice_in([bytes([252, 253, 254, 255])])) == []
    assert Counter(dice_in([bytes(range(256))])) == dict.fromkeys(range(1, 7), 42)
    assert list(dice_in([bytes([251, 0]), b"\xff\x05"])) == [6, 1, 6]


def test_a_block_of_rejected_bytes_is_followed_by_the_next(monkeypatch):
    asked = []

    def mostly_rejected(*arguments):
        asked.append(arguments[-1])
        return bytes([255] * 31 + [3]) if arguments[-1] < 2 else bytes([1] * 32)

    monkeypatch.setattr(roll, "block", mostly_rejected)
    assert rolled("x", 1, ABSENT) == (4, 4)
    assert asked == [0, 1]


@pytest.mark.parametrize("text", ["", "a" * 65, "a b", "ñ", "a\n", "١", "a|b"])
def test_a_game_id_is_short_and_plain(text):
    with pytest.raises(NotationError, match="1 to 64 letters"):
        checked_id(text)


@pytest.mark.parametrize("mover", Side)
def test_the_mover_opens_first_and_the_server_last(mover):
    assert order(Mode.LIVE, mover) == (Party.of(mover), Party.of(mover.other), Party.SERVER)
    for mode in (Mode.CORRESPONDENCE, Mode.LOCAL):
        assert order(mode, mover) == (Party.of(mover), Party.SERVER)


def chance_of(counts: list[int], expected: float) -> float:
    """How likely so uneven counts are: the upper tail of chi-square, for any degree of freedom."""
    statistic = sum((count - expected) ** 2 / expected for count in counts)
    half, degrees = statistic / 2, len(counts) - 1
    if degrees % 2:
        a, tail = 0.5, math.erfc(math.sqrt(half))
    else:
        a, tail = 1.0, math.exp(-half)
    while a < degrees / 2:  # Q(a + 1, x) = Q(a, x) + x^a e^-x / Γ(a + 1)
        tail += math.exp(a * math.log(half) - half - math.lgamma(a + 1))
        a += 1
    return tail


def test_the_chance_is_that_of_the_tables():
    # Tables of chi-square: 5% above 11.070 with 5 degrees of freedom, 1% above 57.342 with 35.
    assert chance_of([0, 0, 0, 0, 0, 0], 11.0705 / 6) == pytest.approx(0.05, abs=1e-4)
    assert chance_of([0] * 36, 57.3421 / 36) == pytest.approx(0.01, abs=1e-5)


def random_rolls(count: int, seed: int) -> Counter:
    """Rolls from random openings, as three honest parties make them."""
    rng = random.Random(seed)
    return Counter(
        rolled("chi-square", number % LENGTH + 1, *(rng.randbytes(32) for _ in range(3)))
        for number in range(count)
    )


# Fair dice are found unfair once in a million times: chi-square above 89.95 for the 36 outcomes (35
# degrees of freedom), above 35.89 for the 6 faces (5). The seeds are fixed, so nothing flickers.
THRESHOLD = 1e-6


def test_dice_fall_evenly_over_faces_and_outcomes_and_doubles_come_in_a_sixth():
    rolls = sample(60_000)
    counts = random_rolls(rolls, seed=2)
    assert len(counts) == 36
    faces = Counter()
    for (first, second), times in counts.items():
        faces[first] += times
        faces[second] += times
    assert chance_of(list(faces.values()), rolls / 3) > THRESHOLD
    assert chance_of(list(counts.values()), rolls / 36) > THRESHOLD
    doubles = sum(times for (first, second), times in counts.items() if first == second)
    # Binomial(n, 1/6) has the variance 5n/36; five standard deviations: once in 1.7 million times.
    assert abs(doubles - rolls / 6) < 5 * math.sqrt(rolls * 5 / 36)


def test_the_chi_square_test_finds_dice_made_without_rejection():
    rng = random.Random(3)
    counts = Counter(byte % 6 + 1 for byte in rng.randbytes(1_000_000))
    assert chance_of(list(counts.values()), 1_000_000 / 6) < THRESHOLD
