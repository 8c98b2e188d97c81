"""Names, passwords, tokens, signatures and limits: the small parts that keep strangers out."""

from __future__ import annotations

import asyncio
import hashlib
import importlib
import pkgutil
import stat
from dataclasses import fields
from itertools import product
from pathlib import Path

import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import VerifyMismatchError
from hypothesis import given
from hypothesis import strategies as st

from tablas import server
from tablas.server.limits import Rate, RateLimits, networks, visitor
from tablas.server.people import passwords as passwords_module
from tablas.server.people.common_passwords import BreachedPasswords
from tablas.server.people.names import (
    LONGEST,
    checked_name,
    deleted_name,
    guest_name,
    name_key,
)
from tablas.server.people.passwords import HASHER, Passwords, checked_password
from tablas.server.people.phrases import PHRASES
from tablas.server.people.sign_in import SignIn
from tablas.server.people.tokens import Scope, looks_right, new_token, token_hash
from tablas.server.refusals import TABLE, Refused
from tablas.server.storage import signing
from tablas.server.storage.signing import Signer, read_key

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def code_of(error):
    return error.value.refusal.code


# Names


LANGUAGES = ("en", "es")


@pytest.mark.parametrize("name", ["Ana", "José Luis", "Ñandú_7", "x.y-z", "A1", "Łukasz"])
def test_ordinary_names_are_accepted_as_they_are(name):
    assert checked_name(name) == name


@pytest.mark.refuses("name-shape")
@pytest.mark.parametrize(
    "name",
    ["", "a", "a" * 21, " ana", "ana ", "a  b", "<script>", "a\u202eb", "аna", "a\nb", "a/b", "٣٤"],
)
def test_names_that_could_mislead_or_break_a_page_are_refused(name):
    with pytest.raises(Refused) as error:
        checked_name(name)
    assert code_of(error) == "name-shape"


@pytest.mark.refuses("name-reserved")
@pytest.mark.parametrize("name", ["Admin", "r00t", "Guest-abc", "Moderador", "Deleted-1"])
def test_names_of_authority_and_of_guests_are_reserved(name):
    with pytest.raises(Refused) as error:
        checked_name(name)
    assert code_of(error) == "name-reserved"


def test_names_that_read_alike_have_one_key():
    assert name_key("Peón 10") == name_key("peonlo") == name_key("P.e.o.n-1-0")
    assert name_key("Ana") != name_key("Anna")


def test_given_names_are_never_free_for_people():
    for make, language in product((guest_name, deleted_name), LANGUAGES):
        name = make(language)
        with pytest.raises(Refused):
            checked_name(name)


def test_guests_are_named_in_their_language():
    assert guest_name("en").startswith("Guest-")
    assert guest_name("es").startswith("Invitado-")
    assert deleted_name("es").startswith("Borrado-")
    assert len(guest_name("es")) <= LONGEST


@given(st.text(max_size=40))
def test_any_text_is_a_name_or_a_refusal(text):
    try:
        name = checked_name(text)
    except Refused:
        return
    assert name == name.strip()
    assert not set(name) & set("<>&\"'\\/\n")
    assert name_key(name)


# Passwords


@pytest.mark.parametrize(
    ("password", "code"),
    [
        pytest.param("short", "password-length", marks=pytest.mark.refuses("password-length")),
        ("x" * 129, "password-length"),
        pytest.param("Password", "password-weak", marks=pytest.mark.refuses("password-weak")),
        ("aaaaaaaaaa", "password-weak"),
        ("abcdefghij", "password-weak"),
        ("87654321", "password-weak"),
        ("Capablanca", "password-weak"),
        ("my dear C4pabl4nca!", "password-weak"),
        ("x-capablanca-2026-zz", "password-weak"),
        ("P@ssw0rd2026!", "password-weak"),
        ("realmadrid99", "password-weak"),
        ("!!drowssap1", "password-weak"),
        ("tequieromucho1", None),
        ("ajedrezdados7", "password-weak"),
        ("19871224", "password-weak"),
        ("1010101010", "password-weak"),
        ("backgammon!", "password-weak"),
        ("correct horse battery", None),
        ("vqkz mrtw", None),
    ],
)
def test_passwords_that_anybody_would_try_are_refused(password, code):
    if code is None:
        assert checked_password(password, name="capablanca") == password
        return
    with pytest.raises(Refused) as error:
        checked_password(password, name="capablanca")
    assert code_of(error) == code


def test_a_short_name_may_stand_in_a_long_password_by_chance():
    assert checked_password("a banana split at noon", name="Ana")
    with pytest.raises(Refused):
        checked_password("ana-ana-12", name="Ana")


@pytest.mark.refuses("password-breached")
@pytest.mark.parametrize("count", [1, 2, 999])
def test_passwords_are_held_against_a_published_list_of_hashes(tmp_path, count):
    leaked = [f"leaked number {n}" for n in range(count)]
    hashes = sorted(hashlib.sha1(text.encode()).hexdigest().upper() for text in leaked)
    file = tmp_path / "leaked.txt"
    file.write_text("".join(f"{one}:{n}\r\n" for n, one in enumerate(hashes)))
    breached = BreachedPasswords(file)
    for text in leaked:
        with pytest.raises(Refused) as error:
            checked_password(text, name="ana", breached=breached)
        assert code_of(error) == "password-breached"
    for n in range(100):
        assert checked_password(f"never leaked {n}", name="ana", breached=breached)


def test_an_accent_typed_on_another_keyboard_is_the_same_password():
    async def check():
        passwords = Passwords(QUICK)
        stored = await passwords.hashed(checked_password("camio\u0301n grande", name="ana"))
        assert await passwords.fits("cami\u00f3n grande", stored)
        assert not await passwords.fits("camion grande", stored)
        passwords.close()

    asyncio.run(check())


def test_nobody_and_a_damaged_hash_fit_no_password():
    async def check():
        passwords = Passwords(QUICK)
        assert not await passwords.fits("anything at all", None)
        assert not await passwords.fits("anything at all", "$argon2id$damaged")
        passwords.close()

    asyncio.run(check())


def test_a_missing_person_costs_the_same_hashing_as_a_real_one(monkeypatch):
    checked = []
    check = Passwords._check
    monkeypatch.setattr(
        Passwords,
        "_check",
        lambda self, stored, text: checked.append(stored) or check(self, stored, text),
    )

    async def both():
        passwords = Passwords(QUICK)
        stored = await passwords.hashed("a long password")
        await passwords.fits("wrong", stored)
        await passwords.fits("wrong", None)
        passwords.close()

    asyncio.run(both())
    real, nobody = map(extract_parameters, checked)
    assert real == nobody
    with pytest.raises(VerifyMismatchError):  # and not that it could not be read
        QUICK.verify(checked[1], "wrong")


def test_the_hash_is_argon2id_with_the_recommended_memory():
    made = {field.name: field.default_factory for field in fields(SignIn)}
    passwords = made["passwords"]()  # as every server has them
    parameters = extract_parameters(asyncio.run(passwords.hashed("x")))
    assert (parameters.type.name, parameters.memory_cost, parameters.time_cost) == ("ID", 19456, 2)
    passwords.close()


def test_hashes_of_older_parameters_are_found_outdated():
    passwords = Passwords(HASHER)
    assert passwords.outdated(QUICK.hash("x"))
    assert not passwords.outdated(HASHER.hash("x"))
    passwords.close()


def test_a_storm_of_logins_is_told_to_try_again(monkeypatch):
    monkeypatch.setattr(passwords_module, "MOST_WAITING", 3)

    async def storm():
        passwords = Passwords(QUICK)
        tries = (passwords.fits("wrong", None) for _ in range(10))
        answers = await asyncio.gather(*tries, return_exceptions=True)
        passwords.close()
        return answers

    answers = asyncio.run(storm())
    refused = [answer for answer in answers if isinstance(answer, Refused)]
    assert answers.count(False) == 3
    assert {answer.refusal.code for answer in refused} == {"busy"}
    assert all(answer.retry_after for answer in refused)


# Tokens


def test_a_token_is_long_random_and_carries_its_checksum():
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    for token in tokens:
        assert looks_right(token)
        assert token not in token_hash(token)


@given(st.integers(0, 46), st.sampled_from("aZ09_-é"))
def test_a_mistyped_token_is_found_out_by_its_checksum(place, letter):
    token = new_token()
    wrong = token[:place] + letter + token[place + 1 :]
    assert looks_right(wrong) == (wrong == token)


@pytest.mark.parametrize("scope", Scope)
def test_every_scope_is_explained_in_both_languages(scope):
    assert scope.words.en != scope.words.es


# Signatures


def test_only_the_same_key_and_purpose_open_what_was_signed():
    signer = Signer(b"k" * 32, "session")
    assert signer.opened(signer.signed("abc")) == "abc"
    assert Signer(b"k" * 32, "other").opened(signer.signed("abc")) is None
    assert Signer(b"x" * 32, "session").opened(signer.signed("abc")) is None


@given(st.text(max_size=60))
def test_any_other_text_opens_nothing(text):
    assert Signer(b"k" * 32, "session").opened(text) is None


def test_signatures_and_secrets_are_never_compared_with_plain_equality():
    # A comparison that stops at the first difference tells an attacker how far a guess was right.
    source = Path(signing.__file__).read_text(encoding="utf-8")
    assert "compare_digest" in source
    assert "mac ==" not in source


def test_the_key_is_made_once_and_readable_by_its_owner_only(tmp_path):
    path = tmp_path / "key"
    key = read_key(path)
    assert len(key) == 32
    assert read_key(path) == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_key_file_that_is_too_short_is_refused(tmp_path):
    path = tmp_path / "key"
    path.write_text("abcd\n")
    with pytest.raises(ValueError, match="expected 32"):
        read_key(path)


def test_a_key_that_is_too_short_signs_nothing():
    with pytest.raises(ValueError, match="at least 32"):
        Signer(b"short", "session")


# RateLimits


def test_a_bucket_empties_refills_and_says_how_long_to_wait():
    now = [0.0]
    limits = RateLimits(lambda: now[0])
    rate = Rate(3, 30)
    for _ in range(3):
        limits.spend("login", "1.2.3.4", rate)
    with pytest.raises(Refused) as error:
        limits.spend("login", "1.2.3.4", rate)
    assert (code_of(error), error.value.retry_after) == ("too-many-requests", 10)
    limits.spend("login", "1.2.3.5", rate)
    limits.spend("register", "1.2.3.4", rate)
    now[0] = 10.0
    limits.spend("login", "1.2.3.4", rate)
    with pytest.raises(Refused):
        limits.spend("login", "1.2.3.4", rate)


def test_what_is_given_back_can_be_spent_again():
    limits = RateLimits(lambda: 0.0)
    for _ in range(5):
        limits.spend("login", "ana", Rate(1, 60))
        limits.note("login", "ana", Rate(1, 60), -1.0)


@given(st.lists(st.ip_addresses().map(str), max_size=5))
def test_a_rotating_forwarded_header_fools_nobody(invented):
    trusted = networks(["10.0.0.0/8", "::1"])
    header = [", ".join(invented)] if invented else []
    assert visitor("198.51.100.7", header, trusted) == "198.51.100.7"
    behind = [", ".join([*invented, "198.51.100.7"])]
    assert visitor("10.1.2.3", behind, trusted) == "198.51.100.7"


@given(st.lists(st.text(max_size=30), max_size=4))
def test_any_forwarded_header_gives_some_visitor(headers):
    assert visitor("10.0.0.1", headers, networks(["10.0.0.0/8"]))
    assert visitor(None, headers, ()) == "unknown"


def test_a_whole_ipv6_site_is_one_visitor_and_mapped_addresses_are_ipv4():
    assert visitor("2001:db8::1", [], ()) == visitor("2001:db8::ffff:2", [], ())
    assert visitor("2001:db8::1", [], ()) != visitor("2001:db8:0:1::1", [], ())
    assert visitor("::ffff:192.0.2.1", [], ()) == "192.0.2.1"


# Words


def test_every_refusal_has_a_client_status_and_two_languages():
    for module in pkgutil.walk_packages(server.__path__, "tablas.server."):
        if "migrations" not in module.name:
            importlib.import_module(module.name)  # a code that stands twice is an error
    for refusal in TABLE.values():
        assert 400 <= refusal.status < 600
        assert refusal.words.en
        assert refusal.words.es
        assert refusal.words.en != refusal.words.es
        assert refusal.words.en[-1] != "."


@pytest.mark.parametrize("phrase", PHRASES.values(), ids=PHRASES)
def test_every_stock_phrase_has_both_languages(phrase):
    assert phrase.en != phrase.es
