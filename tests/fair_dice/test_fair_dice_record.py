"""Records with proofs: kept word for word, and whole games that verify."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from fair_games import (
    CAN_CHECK_SIGNATURES,
    fair_game,
    fair_text,
    key_for,
    script_says,
    server_key,
    tablas_says,
)
from random_games import random_game
from tablas import NotationError, record
from tablas.fair_dice.parties import Mode, Party
from tablas.fair_dice.verify import check
from tablas.play.actions import OpeningRolled
from tablas.record import Record
from tablas.record.verify import verify


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("name", ["abak", "backgammon"])
def test_a_whole_game_replays_and_verifies(name, mode):
    told, text = fair_game(name, 11, mode), fair_text(name, 11, mode)
    assert told.game.result is not None
    again = record.read(text)
    assert again.game.state == told.game.state
    assert (again.receipt, again.proofs) == (told.receipt, told.proofs)
    assert record.write(again) == text
    (report,) = verify(text, key=key_for(text))
    assert report.proven
    assert report.rolls == len(told.proofs) > 20
    assert report.transcript.receipt == told.receipt
    assert tablas_says(text) == script_says(text) == 0


def test_ties_of_the_opening_roll_take_numbers_of_their_own():
    # The first seed whose opening roll is a tie twice running.
    told = fair_game("backgammon", tied_seed(), most=12)
    first, second, third, *_ = told.game.log
    for entry in (first, second):
        assert isinstance(entry.action, OpeningRolled)
        assert entry.action.white == entry.action.black
    assert isinstance(third.action, OpeningRolled)
    assert [proof.number for proof in told.proofs[:4]] == [1, 2, 3, 4]
    text = record.write(told)
    assert tablas_says(text) == script_says(text) == 0


def tied_seed() -> int:
    for seed in range(1000):
        log = fair_game("backgammon", seed, most=3).game.log
        if all(isinstance(entry.action, OpeningRolled) for entry in log):
            return seed
    raise AssertionError("no game with two ties in a thousand")


def test_only_live_games_have_openings_of_all_three_parties():
    for proof in fair_game("abak", 11, Mode.LIVE).proofs:
        assert set(proof.openings) == set(Party)
    for proof in fair_game("abak", 11, Mode.LOCAL).proofs:
        assert set(proof.openings) in ({Party.SERVER, Party.WHITE}, {Party.SERVER, Party.BLACK})


@pytest.mark.parametrize(
    ("mode", "words"),
    [
        (Mode.LIVE, "both players made every roll"),
        (Mode.CORRESPONDENCE, "the opponent took no part"),
        (Mode.LOCAL, "not that the device did not know the dice"),
    ],
)
def test_the_report_says_who_made_the_dice(mode, words):
    (report,) = verify(fair_text("backgammon", 11, mode))
    assert any(words in note.en for note in report.notes)


def test_an_old_record_is_read_as_before_but_not_proven():
    text = record.write(Record(game=random_game("abak", 1)))
    assert "proof" not in text
    assert record.read(text).receipt is None
    (report,) = verify(text)
    assert [one.reason.rule for one in report.findings] == ["no-transcript"]
    assert (tablas_says(text), script_says(text)) == (1, 1)


def test_a_roll_without_its_proof_is_kept_as_such():
    told = fair_game("backgammon", 11, most=20)
    bare = replace(told, proofs=(told.proofs[0], None, *told.proofs[2:]))
    again = record.read(record.write(bare))
    assert again.proofs == bare.proofs
    assert (tablas_says(record.write(bare)), script_says(record.write(bare))) == (1, 1)


def test_several_proven_games_share_a_file_and_one_bad_one_spoils_it():
    good = [fair_text("backgammon", seed, most=10) for seed in (1, 2, 3)]
    text = "".join(good)
    assert tablas_says(text) == script_says(text) == 0
    middle = json.loads(good[1].splitlines()[0])
    middle["dice"]["id"] = "another"
    spoilt = good[0] + good[1].replace(good[1].splitlines()[0], json.dumps(middle)) + good[2]
    assert [report.proven for report in verify(spoilt, key=server_key())] == [True, False, True]
    assert script_says(spoilt) == 1


def test_an_illegal_game_with_true_dice_is_not_proven():
    lines = fair_text("backgammon", 1, most=10).splitlines()
    number = next(i for i, line in enumerate(lines) if '"played"' in line)
    fields = json.loads(lines[number])
    lines[number] = json.dumps(fields | {"play": "24/1"})
    text = "\n".join([fair_text("backgammon", 2, most=10).rstrip(), *lines])
    good, bad = verify(text)
    assert good.fits
    *_, finding = bad.findings
    assert finding.reason.rule == "replay"
    assert finding.line == len(text.splitlines()) - len(lines) + number + 1
    assert "illegal play '24/1'" in finding.reason.words.en
    assert "jugada ilegal '24/1'" in finding.reason.words.es
    # The dice themselves are true; it is the signed end that does not fit the play.
    assert [one.reason.rule for one in check(text)[1].findings] == ["bad-closing"]


def told_error(**changes) -> str:
    with pytest.raises(NotationError) as caught:
        replace(fair_game("backgammon", 1, most=10), **changes)
    return str(caught.value)


def test_a_record_refuses_proofs_that_are_not_its_own():
    assert "2 proofs" in told_error(proofs=fair_game("backgammon", 1, most=10).proofs[:2])
    assert "other players" in told_error(white="Eva")
    assert "without a receipt" in told_error(receipt=None)
    assert "without dice" in told_error(game=random_game("abalone", 1, most=3), proofs=())


HEADER = fair_text("backgammon", 1, most=0).splitlines()[0]
ROLL = fair_text("backgammon", 1, most=1).splitlines()[1]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("tablas-dice/1", "tablas-dice/2", "line 1: field 'dice.protocol': found 'tablas-dice/2'"),
        ('"id": "test-1"', '"id": "test 1"', "line 1: game id 'test 1': expected 1 to 64 letters"),
        ('"mode": "live"', '"mode": "dead"', "line 1: field 'dice.mode': found 'dead', expected"),
        ("18:30:00Z", "18:30", "line 1: time '2026-11-15T18:30': expected UTC such as"),
        ('"anchors": {', '"anchors": {"bot": 1, ', "line 1: field 'dice.anchors.bot': not a field"),
        ('"id": ', '"salt": 1, "id": ', "line 1: field 'dice.salt': not a field known here"),
        ('"roll": 1', '"roll": -1', "line 2: field 'proof.roll': found -1, expected a whole"),
        ('"roll": 1', '"roll": true', "line 2: field 'proof.roll': found true"),
        ('"proof": {', '"proof": {"bot": 1, ', "line 2: field 'proof.bot': not a field known"),
        ('"game": "backgammon"', '"game": "abalone"', "abalone is played without dice"),
    ],
)
def test_a_malformed_transcript_is_one_error_with_its_line(old, new, message):
    text = f"{HEADER}\n{ROLL}\n"
    assert old in text
    with pytest.raises(NotationError, match=message):
        record.read(text.replace(old, new, 1))
    assert script_says(text.replace(old, new, 1)) != 0 or "abalone" in new


@pytest.mark.parametrize("digits", ["", "00", "g" * 64, "A" * 64, "٣" * 64, "0" * 63 + "\n"])
def test_hashes_are_lower_case_hexadecimal_of_their_length(digits):
    fields = json.loads(ROLL)
    fields["proof"]["server"] = digits
    text = f"{HEADER}\n{json.dumps(fields)}\n"
    with pytest.raises(NotationError, match=r"line 2: field 'proof\.server': found .* 64 hex"):
        record.read(text)
    assert (tablas_says(text), script_says(text)) == (2, 1)


def test_a_proof_needs_a_roll_and_a_receipt():
    bare = '{"tablas": 1, "game": "backgammon"}'
    with pytest.raises(NotationError, match="line 2: field 'proof'"):
        record.read(f"{bare}\n{ROLL}\n")
    lines = fair_text("backgammon", 1, most=2).splitlines()
    played = json.loads(lines[2]) | {"proof": json.loads(ROLL)["proof"]}
    text = "\n".join([*lines[:2], json.dumps(played)])
    with pytest.raises(NotationError, match="line 3: field 'proof'"):
        record.read(text)
    assert (tablas_says(text), script_says(text)) == (1, 1)


def test_the_check_reads_lines_as_carefully_as_the_record():
    for text in ("", "\n", "[]", "{", ROLL, "x" * (1 << 21), "[" * 9000):
        assert tablas_says(text) == 2
        assert script_says(text) != 0


@pytest.mark.skipif(not CAN_CHECK_SIGNATURES, reason="needs the cryptography package")
def test_the_key_is_compared_with_the_one_that_the_reader_knows():
    text = fair_text("backgammon", 1, most=10)
    key = fair_game("backgammon", 1, most=10).receipt.key
    (report,) = verify(text, key=key)
    assert report.fits
    assert any("by the server's key" in note.en for note in report.notes)
    (report,) = verify(text, key=bytes(32))
    assert [one.reason.rule for one in report.findings] == ["wrong-key"]
    assert report.findings[0].expected == "00" * 32
