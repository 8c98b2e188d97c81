"""Tampering: whatever is changed in a transcript, both verifiers find it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fair_games import (
    CAN_CHECK_SIGNATURES,
    SCRIPT,
    fair_text,
    script,
    script_says,
    server_key,
    signed,
    tablas_says,
)
from samples import sample
from tablas import NotationError
from tablas.fair_dice import signature
from tablas.fair_dice.chain import hashed
from tablas.fair_dice.findings import Finding
from tablas.fair_dice.parties import Mode
from tablas.fair_dice.verify import check
from tablas.record.verify import verify

Lines = list[dict[str, Any]]
Place = tuple[int, tuple[str | int, ...]]  # the index of a line, and the way to a value in it


def lines_of(text: str) -> Lines:
    return [json.loads(line) for line in text.splitlines()]


def text_of(lines: Lines) -> str:
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def tampered(mode: Mode = Mode.LIVE) -> tuple[Lines, list[int]]:
    """The lines of a game to tamper with, and which of them are rolls."""
    lines = lines_of(fair_text("backgammon", 7, mode, most=60))
    return lines, [i for i, line in enumerate(lines) if "proof" in line]


def found_in(lines: Lines) -> list[Finding]:
    (report,) = check(text_of(lines))
    assert script_says(text_of(lines)) == 1
    return list(report.findings)


def test_a_changed_die_is_found_with_what_it_should_be():
    lines, rolls = tampered()
    line = lines[rolls[4]]
    true = list(line["dice"])
    line["dice"] = [6, 6] if true != [6, 6] else [5, 5]
    (finding,) = found_in(lines)
    assert (finding.reason.rule, finding.roll, finding.line) == ("dice", 5, rolls[4] + 1)
    assert sorted(finding.expected.split("-")) == sorted(map(str, true))
    assert finding.found in finding.reason.words.es
    # The game does not replay with other dice, and that is told besides.
    (report,) = verify(text_of(lines))
    assert [one.reason.rule for one in report.findings] == ["dice", "replay"]


def test_exchanged_dice_of_an_opening_roll_are_found():
    lines, rolls = tampered()
    first = lines[rolls[0]]
    first["white"], first["black"] = first["black"], first["white"]
    (finding,) = found_in(lines)
    assert (finding.reason.rule, finding.roll) == ("dice", 1)


@pytest.mark.parametrize("party", ["server", "white", "black"])
def test_a_wrong_link_is_found_once_and_the_rest_still_holds(party):
    lines, rolls = tampered()
    proof, before = lines[rolls[9]]["proof"], lines[rolls[8]]["proof"]
    proof[party] = "00" * 32
    (finding,) = found_in(lines)
    assert (finding.reason.rule, finding.roll) == ("link", 10)
    assert finding.expected == before[party]
    assert finding.found == hashed(bytes(32)).hex()


def test_a_wrong_anchor_fits_no_opening():
    lines, rolls = tampered()
    lines[0]["dice"]["anchors"]["black"] = "00" * 32
    found = [one for one in found_in(lines) if one.reason.rule != "bad-signature"]
    assert [(one.reason.rule, one.roll) for one in found] == [
        ("link", number) for number in range(1, len(rolls) + 1)
    ]


def test_swapped_openings_of_the_players_are_found():
    lines, rolls = tampered()
    proof = lines[rolls[2]]["proof"]
    proof["white"], proof["black"] = proof["black"], proof["white"]
    assert [(one.reason.rule, one.roll) for one in found_in(lines)] == [("link", 3), ("link", 3)]


def test_swapped_openings_of_two_rolls_are_found():
    lines, rolls = tampered()
    early, late = lines[rolls[2]]["proof"], lines[rolls[6]]["proof"]
    early["server"], late["server"] = late["server"], early["server"]
    assert {(one.reason.rule, one.roll) for one in found_in(lines)} == {("link", 3), ("link", 7)}


def test_a_replayed_proof_is_found():
    lines, rolls = tampered()
    lines[rolls[5]]["proof"] = deepcopy(lines[rolls[4]]["proof"])
    lines[rolls[5]]["dice"] = deepcopy(lines[rolls[4]]["dice"])
    found = found_in(lines)
    assert [one.reason.rule for one in found] == ["roll-number", "link", "link", "link"]
    assert {one.roll for one in found} == {6}
    assert (found[0].found, found[0].expected) == ("5", "6")


def test_a_roll_left_out_is_found():
    lines, rolls = tampered()
    del lines[rolls[3]]
    found = found_in(lines)
    assert found[0].reason.rule == "roll-number"
    assert (found[0].roll, found[0].found, found[0].expected) == (4, "5", "4")


@pytest.mark.parametrize("party", ["server", "white", "black"])
def test_a_missing_opening_is_found(party):
    lines, rolls = tampered()
    del lines[rolls[3]]["proof"][party]
    (finding,) = found_in(lines)
    assert (finding.reason.rule, finding.roll) == ("no-opening", 4)


def test_a_missing_proof_is_found():
    lines, rolls = tampered()
    del lines[rolls[3]]["proof"]
    (finding,) = found_in(lines)
    assert (finding.reason.rule, finding.roll) == ("no-proof", 4)


def test_an_opening_of_the_opponent_has_no_place_in_correspondence():
    lines, rolls = tampered(Mode.CORRESPONDENCE)
    proof = lines[rolls[3]]["proof"]
    proof["black" if "white" in proof else "white"] = "00" * 32
    (finding,) = found_in(lines)
    assert (finding.reason.rule, finding.roll) == ("extra-opening", 4)


def test_a_live_game_cannot_pass_for_one_without_the_opponent():
    lines, rolls = tampered()
    lines[0]["dice"]["mode"] = "correspondence"
    rules = {one.reason.rule for one in found_in(lines)}
    assert "extra-opening" in rules
    for index in rolls:
        line = lines[index]
        del line["proof"]["black" if line.get("side", "white") == "white" else "white"]
    assert "dice" in {one.reason.rule for one in found_in(lines)}


@pytest.mark.parametrize("names", [("key",), ("signature",), ("key", "signature")])
@pytest.mark.parametrize("mode", [Mode.LIVE, Mode.CORRESPONDENCE])
def test_a_server_has_to_sign(mode, names):
    lines, _ = tampered(mode)
    for name in names:
        del lines[0]["dice"][name]
    (finding,) = found_in(lines)
    assert (finding.reason.rule, finding.roll) == ("no-signature", None)


def test_a_transcript_full_of_faults_is_not_checked_to_its_end():
    lines = lines_of(fair_text("abak", 2))
    lines[0]["dice"]["anchors"] = dict.fromkeys(("server", "white", "black"), "00" * 32)
    assert 100 <= len(found_in(lines)) < 105


def test_a_record_with_more_rolls_than_links_is_refused():
    lines, rolls = tampered()
    text = text_of([lines[0], *(lines[i] for i in rolls), *[lines[rolls[-1]]] * 1000])
    try:
        (report,) = check(text)
    except NotationError as error:
        pytest.fail(str(error))
    assert not report.proven
    assert script_says(text) == 1


def places(lines: Lines) -> Iterator[Place]:
    """Every value of the transcript: header, players, dice and proofs."""
    for index, line in enumerate(lines):
        names = ("dice", "white", "black") if index == 0 else ("dice", "white", "black", "proof")
        if index == 0 or "proof" in line:
            for name in names:
                if name in line:
                    yield from ((index, (name, *way)) for way in ways(line[name]))


def ways(value: Any) -> Iterator[tuple[str | int, ...]]:
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for name, inner in items:
            yield from ((name, *way) for way in ways(inner))
        if isinstance(value, dict):
            yield ()  # the object as a whole may be missing
    else:
        yield ()


def only_signed(place: Place) -> bool:
    """Whether nothing but the signature speaks for this value."""
    index, way = place
    return (
        index == 0
        and way[-1] in ("time", "key", "signature", "mode", "white", "black")
        and ("anchors" not in way)
    )


def other(value: Any, data: st.DataObject) -> Any:
    """Another value in its place: of the same kind, or of any."""
    if isinstance(value, str) and data.draw(st.booleans()):
        position = data.draw(st.integers(0, len(value) - 1))
        character = data.draw(st.sampled_from("0123456789abcdefABCDEF gZ-é"))
        return value[:position] + character + value[position + 1 :]
    if isinstance(value, int) and data.draw(st.booleans()):
        return data.draw(st.integers(-1, 70))
    anything = st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=70),
        st.just([]), st.just({}), st.just(float(value) if isinstance(value, int) else value),
    )  # fmt: skip
    return data.draw(anything)


@pytest.mark.parametrize("mode", Mode)
@settings(max_examples=sample(25))
@given(data=st.data())
def test_whatever_is_changed_both_verifiers_say_no(mode, data):
    lines = deepcopy(tampered(mode)[0])
    place = data.draw(st.sampled_from(list(places(lines))))
    signed = CAN_CHECK_SIGNATURES and mode.needs_signature
    assume(signed or not only_signed(place))
    index, (*way, last) = place
    holder: Any = lines[index]
    for name in way:
        holder = holder[name]
    before = holder[last]
    if data.draw(st.integers(0, 4)) == 0:
        del holder[last]
    else:
        holder[last] = other(before, data)
        assume(json.dumps(holder[last]) != json.dumps(before))
    text = text_of(lines)
    assert tablas_says(text) != 0
    assert script_says(text) != 0


@pytest.mark.parametrize("mode", Mode)
@settings(max_examples=sample(30))
@given(data=st.data())
def test_no_damage_makes_the_verifiers_disagree_or_crash(mode, data):
    text = fair_text("backgammon", 7, mode, most=6)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    damage = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
    damaged = text[:start] + data.draw(damage) + text[end:]
    if tablas_says(damaged) == 0 and CAN_CHECK_SIGNATURES:
        assert script_says(damaged) == 0
    else:
        script_says(damaged)


def test_white_space_between_values_changes_nothing():
    text = fair_text("backgammon", 7, most=6)
    for other_text in (text.replace("\n", "\r\n\n"), text.replace(": ", "\t:\r"), text + "\n"):
        assert tablas_says(other_text) == script_says(other_text) == 0


def test_without_the_package_the_report_says_so_and_all_else_is_checked(monkeypatch):
    monkeypatch.setattr(signature, "_package", lambda: None)
    lines, rolls = tampered()
    (report,) = check(text_of(lines))
    assert report.fits
    assert not report.proven
    notes = [note.en for note in report.notes]
    assert "signature not checked: install tablas[serve]" in notes
    lines[rolls[1]]["proof"]["white"] = "00" * 32
    assert [one.reason.rule for one in found_in(lines)] == ["link"]


@pytest.mark.skipif(not CAN_CHECK_SIGNATURES, reason="needs the cryptography package")
@pytest.mark.parametrize(("name", "value"), [("white", "Eva"), ("black", "")])
def test_a_receipt_made_out_to_others_is_found(name, value):
    lines, _ = tampered()
    lines[0][name] = value
    (finding,) = found_in(lines)
    assert finding.reason.rule == "bad-signature"


# RFC 8032, section 7.1, tests 1 to 3: secret, public key, message, the halves of the signature.
ED25519 = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155",
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da",
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac",
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]


@pytest.mark.parametrize("vector", ED25519)
def test_the_script_checks_signatures_as_the_rfc_says(vector):
    seed, key, message, *halves = map(bytes.fromhex, vector)
    signature = b"".join(halves)
    assert signed(seed, message) == (key, signature)
    assert script.signs(key, signature, message)
    assert not script.signs(key, signature, message + b"x")
    assert not script.signs(key, bytes([signature[0] ^ 1]) + signature[1:], message)


def test_the_script_runs_without_tablas(tmp_path):
    file = tmp_path / "game.jsonl"
    file.write_text(fair_text("abak", 2), encoding="utf-8")
    command = [sys.executable, "-I", "-S", str(SCRIPT), str(file), server_key().hex()]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("YES: the dice are proven: 143 rolls")
    assert "tablas" not in {
        line.split()[1].split(".")[0]
        for line in SCRIPT.read_text(encoding="utf-8").splitlines()
        if line.startswith(("import ", "from "))
    }
