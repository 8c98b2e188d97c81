"""Passkeys against a real server, with an authenticator in software."""

from __future__ import annotations

import copy

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from people_server import PASSWORD, code, people_server
from software_passkey import PRESENT, SoftwarePasskey, b64, unb64
from tablas.server.people.passkeys import site
from tablas.server.refusals import Refused
from tablas.server.settings import Settings


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with people_server(tmp_path_factory.mktemp("passkeys")) as running:
        yield running


@pytest.fixture(autouse=True)
def _fresh_limits(server):
    server.sign_in.limits._buckets.clear()


def registered(server, name, passkey=None):
    """A browser with an account that only this passkey opens."""
    browser = server.browser()
    passkey = passkey or SoftwarePasskey(server.url)
    question = browser.post("/api/register/passkey/options", json={"name": name}).json()
    answer = browser.post(
        "/api/register/passkey",
        json={
            "challenge": question["challenge"],
            "credential": passkey.create(question["options"]),
            "label": "my phone",
        },
    )
    return browser, passkey, answer


def logged_in(browser, passkey):
    question = browser.post("/api/login/passkey/options").json()
    return browser.post(
        "/api/login/passkey",
        json={"challenge": question["challenge"], "credential": passkey.get(question["options"])},
    )


def test_an_account_is_made_and_opened_with_a_passkey_alone(server):
    _, passkey, answer = registered(server, "Keyholder")
    assert (answer.json()["name"], answer.json()["password"]) == ("Keyholder", False)
    elsewhere = server.browser()
    assert logged_in(elsewhere, passkey).json()["name"] == "Keyholder"
    assert elsewhere.get("/api/me").json()["passkeys"] == 1
    wrong = elsewhere.post("/api/login", json={"name": "Keyholder", "password": PASSWORD})
    assert code(wrong) == "login-wrong"


def test_a_guest_who_makes_a_passkey_stays_the_same_person(server):
    browser = server.browser()
    guest = browser.post("/api/guest", json={}).json()["id"]
    passkey = SoftwarePasskey(server.url)
    question = browser.post("/api/register/passkey/options", json={"name": "Grown up"}).json()
    answer = browser.post(
        "/api/register/passkey",
        json={
            "challenge": question["challenge"],
            "credential": passkey.create(question["options"]),
        },
    )
    assert answer.json()["id"] == guest


def test_the_login_question_is_the_same_for_everybody(server):
    registered(server, "Enumerated")
    question = server.browser().post("/api/login/passkey/options").json()["options"]
    assert not question.get("allowCredentials")
    assert question["userVerification"] == "required"


@pytest.mark.refuses("passkey-stale")
def test_a_question_is_answered_once(server):
    _, passkey, _ = registered(server, "Once")
    browser = server.browser()
    question = browser.post("/api/login/passkey/options").json()
    body = {"challenge": question["challenge"], "credential": passkey.get(question["options"])}
    assert browser.post("/api/login/passkey", json=body).status_code == 200
    replay = server.browser().post("/api/login/passkey", json=body)
    assert code(replay) == "passkey-stale"


def test_a_question_for_one_purpose_answers_no_other(server):
    browser, passkey, _ = registered(server, "Purpose")
    question = browser.post("/api/proof/options").json()
    body = {"challenge": question["challenge"], "credential": passkey.get(question["options"])}
    assert code(server.browser().post("/api/login/passkey", json=body)) == "passkey-stale"


def test_a_question_that_is_too_old_is_not_answered(tmp_path):
    with people_server(tmp_path) as server:
        _, passkey, _ = registered(server, "Slow")
        browser = server.browser()
        question = browser.post("/api/login/passkey/options").json()
        server.clock.ahead = 6 * 60_000
        body = {"challenge": question["challenge"], "credential": passkey.get(question["options"])}
        assert code(browser.post("/api/login/passkey", json=body)) == "passkey-stale"


@pytest.mark.refuses("passkey-wrong")
@pytest.mark.parametrize(
    "bent",
    [
        {"origin": "http://evil.example"},
        {"domain": "evil.example"},
        {"flags": PRESENT},  # nobody was verified
        {"id": b"somebody else's passkey 12345678"},
    ],
    ids=["origin", "domain", "unverified", "unknown"],
)
def test_a_passkey_for_another_site_or_person_opens_nothing(server, bent):
    name = f"Bent {next(iter(bent))}"
    _, passkey, answer = registered(server, name)
    assert answer.status_code == 200
    hostile = copy.copy(passkey)
    for part, value in bent.items():
        setattr(hostile, part, value)
    assert code(logged_in(server.browser(), hostile)) == "passkey-wrong"


def test_another_key_under_the_same_id_opens_nothing(server):
    _, passkey, _ = registered(server, "Original")
    forged = SoftwarePasskey(server.url, id=passkey.id, count=passkey.count)
    assert code(logged_in(server.browser(), forged)) == "passkey-wrong"


def test_a_copied_passkey_is_found_out_by_its_counter(server):
    _, passkey, _ = registered(server, "Copied")
    copied = copy.copy(passkey)
    assert logged_in(server.browser(), passkey).status_code == 200
    assert logged_in(server.browser(), passkey).status_code == 200
    assert code(logged_in(server.browser(), copied)) == "passkey-wrong"


def test_a_passkey_of_another_origin_makes_no_account(server):
    _, _, answer = registered(server, "Foreign", SoftwarePasskey("http://evil.example"))
    assert code(answer) == "passkey-wrong"
    assert code(server.browser().get("/api/people/Foreign")) == "no-person"


@pytest.mark.refuses("passkey-known")
def test_the_same_passkey_makes_no_second_account(server):
    _, passkey, _ = registered(server, "First one")
    _, _, answer = registered(server, "Second one", passkey)
    assert code(answer) == "passkey-known"


@pytest.mark.refuses("last-door", "no-passkey")
def test_a_passkey_can_be_added_listed_and_removed_but_not_the_only_way_in(server):
    browser, _first, _ = registered(server, "Collector")
    second = SoftwarePasskey(server.url)
    question = browser.post("/api/passkeys/options").json()
    assert question["options"]["excludeCredentials"]
    answer = browser.post(
        "/api/passkeys",
        json={
            "challenge": question["challenge"],
            "credential": second.create(question["options"]),
            "label": "<b>key</b>",
        },
    )
    one, two = answer.json()["passkeys"]
    assert two["label"] == "<b>key</b>"
    assert logged_in(server.browser(), second).json()["name"] == "Collector"
    assert len(browser.delete(f"/api/passkeys/{one['id']}").json()["passkeys"]) == 1
    assert code(browser.delete(f"/api/passkeys/{one['id']}")) == "no-passkey"
    assert code(browser.delete(f"/api/passkeys/{two['id']}")) == "last-door"
    browser.put("/api/me/password", json={"password": PASSWORD})
    assert browser.delete(f"/api/passkeys/{two['id']}").json()["passkeys"] == []


@pytest.mark.refuses("many-passkeys")
def test_nobody_has_more_passkeys_than_allowed(server):
    browser, _, _ = registered(server, "Keyring")
    codes = []
    for _ in range(10):
        server.sign_in.limits._buckets.clear()
        question = browser.post("/api/passkeys/options").json()
        made = SoftwarePasskey(server.url).create(question["options"])
        body = {"challenge": question["challenge"], "credential": made}
        codes.append(browser.post("/api/passkeys", json=body))
    assert [answer.status_code for answer in codes] == [200] * 9 + [409]
    assert code(codes[-1]) == "many-passkeys"


def test_nobody_adds_a_passkey_with_somebody_elses_question(server):
    victim, _, _ = registered(server, "Questioned")
    attacker, _, _ = registered(server, "Questioner")
    question = victim.post("/api/passkeys/options").json()
    planted = SoftwarePasskey(server.url).create(question["options"])
    answer = attacker.post(
        "/api/passkeys", json={"challenge": question["challenge"], "credential": planted}
    )
    assert code(answer) == "passkey-stale"


@pytest.mark.refuses("prove-again")
def test_a_passkey_proves_again_who_is_there(tmp_path):
    with people_server(tmp_path) as server:
        browser, passkey, _ = registered(server, "Again")
        server.clock.ahead = 20 * 60_000
        assert code(browser.delete("/api/me")) == "prove-again"
        question = browser.post("/api/proof/options").json()
        proof = {"challenge": question["challenge"], "credential": passkey.get(question["options"])}
        assert browser.post("/api/proof", json={"passkey": proof}).json() == {"done": True}
        assert browser.delete("/api/me").json() == {"done": True}


def test_a_closed_or_deleted_account_is_not_opened_by_its_passkey(server):
    browser, passkey, _ = registered(server, "Departed")
    browser.delete("/api/me")
    assert code(logged_in(server.browser(), passkey)) == "passkey-wrong"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=8,
)


@pytest.fixture(scope="module")
def fuzzed(server):
    return registered(server, "Fuzzed")[1]


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    part=st.sampled_from(["clientDataJSON", "authenticatorData", "signature"]),
    place=st.integers(0, 36),
    flip=st.integers(1, 255),
    bent=st.sampled_from(["bytes", "json", "whole"]),
    value=json_values,
    whole=st.dictionaries(st.text(max_size=10), json_values, max_size=4),
)
def test_any_bytes_in_an_answer_are_a_refusal(
    server, fuzzed, part, place, flip, bent, value, whole
):
    server.sign_in.limits._buckets.clear()
    with server.browser() as browser:
        question = browser.post("/api/login/passkey/options").json()
        credential = fuzzed.get(question["options"])
        if bent == "bytes":
            raw = bytearray(unb64(credential["response"][part]))
            raw[place] ^= flip
            credential["response"][part] = b64(bytes(raw))
        elif bent == "json":
            credential["response"][part] = value
        else:
            credential = whole
        body = {"challenge": question["challenge"], "credential": credential}
        assert code(browser.post("/api/login/passkey", json=body)) == "passkey-wrong"


@pytest.mark.parametrize(
    ("public_url", "host", "domain", "origin"),
    [
        ("", "localhost:8000", "localhost", "http://localhost:8000"),
        ("https://club.example", "anything", "club.example", "https://club.example"),
        ("https://club.example:8443", "x", "club.example", "https://club.example:8443"),
    ],
)
def test_passkeys_are_bound_to_the_address_that_people_use(public_url, host, domain, origin):
    where = site(Settings(public_url=public_url), host)
    assert (where.domain, where.origin) == (domain, origin)


@pytest.mark.refuses("passkeys-off")
@pytest.mark.parametrize(
    ("public_url", "host"),
    [("", "127.0.0.1:8000"), ("", "evil.example"), ("http://club.example", "x"), ("", "a:b:c")],
)
def test_where_browsers_allow_no_passkeys_the_server_says_so(public_url, host):
    with pytest.raises(Refused) as error:
        site(Settings(public_url=public_url), host)
    assert error.value.refusal.code == "passkeys-off"
