"""`tablas verify` and the sealed envelope, as a person or a page meets them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fair_games import CAN_CHECK_SIGNATURES, fair_game, fair_text, server_key
from random_games import random_game
from tablas import record
from tablas.cli import main
from tablas.fair_dice import envelope, signature
from tablas.fair_dice.chain import hashed
from tablas.fair_dice.parties import Mode, Party
from tablas.fair_dice.verify import check
from tablas.record import Record

KNOWN = "--server-key", server_key().hex()


@pytest.fixture
def run(capsys, tmp_path: Path, monkeypatch):
    """Runs `tablas verify` on a text: exit code, output, complaint."""
    monkeypatch.setenv("TABLAS_LANG", "en")

    def verify(text: str | bytes, *options: str) -> tuple[int, str, str]:
        file = tmp_path / "game.jsonl"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        with pytest.raises(SystemExit) as left:
            main(["verify", str(file), *options])
        told = capsys.readouterr()
        return int(left.value.code or 0), told.out, told.err

    return verify


def spoilt(text: str) -> str:
    """The same game with another second roll."""
    lines = text.splitlines()
    index = [i for i, line in enumerate(lines) if "proof" in line][1]
    fields = json.loads(lines[index])
    fields["dice"] = [1, 1] if fields["dice"] != [1, 1] else [2, 2]
    return "\n".join([*lines[:index], json.dumps(fields), *lines[index + 1 :]])


def test_yes_comes_first_and_leaves_with_0(run):
    code, told, complaint = run(fair_text("abak", 11), *KNOWN)
    assert (code, complaint) == (0, "")
    assert told.startswith("YES: the dice are proven.\n")
    assert f"abak: Ana – Óscar, {len(fair_game('abak', 11).proofs)} rolls" in told
    assert "live: the server and both players" in told


def test_no_comes_first_and_leaves_with_1(run):
    code, told, complaint = run(spoilt(fair_text("abak", 11)))
    assert (code, complaint) == (1, "")
    assert told.startswith("NO: the dice are not proven.\n")
    assert "✗ roll 2, line 4: the record says " in told
    assert "the openings make " in told
    assert "✓" not in told


def test_an_unknown_key_comes_first_and_leaves_with_3(run):
    code, told, complaint = run(fair_text("abak", 11))
    assert (code, complaint) == (3, "")
    assert told.startswith("SIGNED BY AN UNKNOWN KEY: ")
    assert server_key().hex() in told
    told = run(fair_text("abak", 11), "--lang", "es")[1]
    assert told.startswith("FIRMADO CON UNA CLAVE DESCONOCIDA: ")
    one = json.loads(run(fair_text("abak", 11), "--json")[1])
    assert (one["proven"], one["games"][0]["unknown_key"]) == (False, True)


def test_spanish_is_spoken(run):
    told = run(fair_text("abak", 11), "--lang", "es", *KNOWN)[1]
    assert told.startswith("SÍ: los dados están probados.")
    told = run(spoilt(fair_text("abak", 11)), "--lang", "es")[1]
    assert told.startswith("NO: los dados no están probados.")
    assert "✗ tirada 2, línea 4: el registro dice " in told


def test_a_record_without_transcript_is_not_proven(run):
    code, told, _ = run(record.write(Record(game=random_game("abalone", 1, most=9))))
    assert code == 1
    assert "carries no transcript" in told


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"\xff", "byte 1 is not UTF-8"),
        ("", "no games, expected a header line"),
        ("nonsense", "line 1: not JSON"),
        (b"[" * (5 << 20), "characters, expected at most"),
    ],
)
def test_an_unreadable_record_is_one_line_and_leaves_with_2(run, text, message):
    code, told, complaint = run(text)
    assert (code, told) == (2, "")
    assert message in complaint
    assert complaint.count("\n") == 1


def test_many_findings_are_cut_short(run):
    lines = fair_text("abak", 11).splitlines()
    header = json.loads(lines[0])
    header["dice"]["anchors"]["white"] = "00" * 32
    told = run("\n".join([json.dumps(header), *lines[1:]]))[1]
    assert "more" in told.splitlines()[23]
    assert told.count("✗") == 20


def test_json_has_the_verdict_and_the_whole_transcript(run):
    game = fair_game("backgammon", 11)
    told = json.loads(run(fair_text("backgammon", 11), "--json", *KNOWN)[1])
    (one,) = told["games"]
    assert told["proven"] is one["proven"] is True
    assert one["findings"] == []
    transcript = one["transcript"]
    assert transcript["receipt"]["mode"] == "live"
    assert bytes.fromhex(transcript["message"]) == game.receipt.message()
    assert len(transcript["rolls"]) == one["rolls"] == len(game.proofs)
    for number, roll in enumerate(transcript["rolls"], start=1):
        assert roll["proof"]["roll"] == number
        assert sorted(roll["made"]) == sorted(roll["dice"])
    assert transcript["rolls"][0]["do"] == "opening"


def test_json_tells_each_finding_in_both_languages(run):
    code, told, _ = run(spoilt(fair_text("backgammon", 11)), "--json")
    (one,) = json.loads(told)["games"]
    finding = one["findings"][0]
    assert code == 1
    assert (finding["rule"], finding["roll"], finding["line"]) == ("dice", 2, 4)
    assert finding["expected"] in finding["en"]
    assert finding["expected"] in finding["es"]


@pytest.mark.skipif(not CAN_CHECK_SIGNATURES, reason="needs the cryptography package")
def test_the_key_of_the_server_can_be_demanded(run):
    text, key = fair_text("abak", 11), fair_game("abak", 11).receipt.key.hex()
    assert run(text, "--server-key", key)[0] == 0
    code, told, _ = run(text, "--server-key", "00" * 32)
    assert code == 1
    assert "it is not from that server" in told
    code, told, _ = run(fair_text("abak", 11, Mode.LOCAL), "--server-key", key)
    assert code == 1
    assert "the receipt is not signed" in told
    code, _, complaint = run(text, "--server-key", "abc")
    assert code == 2
    assert "64 hexadecimal digits" in complaint


def test_the_signature_is_told_about_with_and_without_the_package(run, monkeypatch):
    if CAN_CHECK_SIGNATURES:
        assert "compare it with the key that the server publishes" in run(fair_text("abak", 11))[1]
    monkeypatch.setattr(signature, "_package", lambda: None)
    code, told, _ = run(fair_text("abak", 11))
    assert code == 3
    assert "! signature not checked: install tablas[serve]" in told
    assert "firma no comprobada" in run(fair_text("abak", 11), "--lang", "es")[1]


def test_a_demanded_key_is_not_passed_over_without_the_package(run, monkeypatch):
    monkeypatch.setattr(signature, "_package", lambda: None)
    key = fair_game("abak", 11).receipt.key.hex()
    code, told, complaint = run(fair_text("abak", 11), "--server-key", key)
    assert (code, told) == (2, "")
    assert "signature not checked: install tablas[serve]" in complaint


def test_help_shows_an_example(capsys):
    with pytest.raises(SystemExit):
        main(["verify", "--help"])
    assert "tablas verify game.jsonl" in capsys.readouterr().out


def test_the_envelope_shows_seals_before_and_keys_after(run):
    told = run(fair_text("abak", 11), "--envelope")[1]
    receipt = fair_game("abak", 11).receipt
    sealed, opened = told.split("OPEN ENVELOPE")
    for anchor in receipt.anchors.values():
        seal = envelope.grouped(anchor)
        assert seal in sealed
        assert seal in opened
    assert opened.count("It fits the seal.") == 3


def test_the_keys_of_the_envelope_give_the_seals():
    (report,) = check(fair_text("abak", 11))
    for party in Party:
        number, key = envelope._last_opening(report.transcript, party)
        assert hashed(key, number) == report.transcript.receipt.anchors[party]


def test_a_wrong_key_is_told_in_capitals():
    lines = fair_text("abak", 11).splitlines()
    header = json.loads(lines[0])
    header["dice"]["anchors"]["server"] = "00" * 32
    (report,) = check("\n".join([json.dumps(header), *lines[1:]]))
    assert "IT DOES NOT FIT THE SEAL." in envelope.opened(report.transcript, "en")
    assert "NO ENCAJA EN EL SELLO." in envelope.opened(report.transcript, "es")


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_envelope_fits_a_terminal_and_says_what_the_mode_is_worth(mode, language):
    (report,) = check(fair_text("backgammon", 11, mode))
    sealed = envelope.sealed(report.transcript.receipt, language)
    opened = envelope.opened(report.transcript, language)
    assert max(len(line) for line in f"{sealed}\n{opened}".splitlines()) <= 80
    unbroken = " ".join(sealed.split())
    assert envelope.NEEDED[mode].spoken(language) in unbroken


def test_a_part_that_was_never_needed_has_no_key():
    (report,) = check(fair_text("backgammon", 11, Mode.LOCAL, most=1))
    assert "key of Black: none" in envelope.opened(report.transcript, "en")
