"""`tablas admin` against real servers and real files, as somebody who runs a server uses it."""

from __future__ import annotations

import asyncio
import json
import random
import re
import sqlite3
import tarfile
from contextlib import closing

import asyncpg
import httpx
import pytest

from command import tablas
from server_backends import have_postgres, postgres
from server_client import Guest
from server_running import Running, fresh_address, run
from tablas.server.storage.migrate import LATEST

PASSWORD = "a fine long password"


def admin(data, *arguments, given=None, **settings):
    """Run the command in this process; gives what it says, its exit code first."""
    flags = [f"--{name}={value}" for name, value in {"data": data, **settings}.items()]
    done = tablas("admin", *flags, *map(str, arguments), stdin=given or "")
    return done.returncode, done.stdout, done.stderr


def login(server, name, password=PASSWORD):
    return httpx.post(
        server.base + "/api/login",
        json={"name": name, "password": password},
        headers={"X-Tablas": "test"},
    )


async def account(base, name):
    somebody = await Guest.enter(base, fresh_address())
    answer = await somebody.http.post("/api/register", json={"name": name, "password": PASSWORD})
    assert answer.is_success, answer.text
    return somebody


async def rated_game(server, names=("Ana", "Berto")):
    """A rated game of two accounts that White gives up; gives its id."""
    ana, berto = [await account(server.base, name) for name in names]
    agreement = {"game": "abalone", "time": "fischer 5+3", "rated": True}
    offer = await ana.post("/api/offers", agreement=agreement, side="white", invitation=True)
    began = await berto.post(f"/api/offers/{offer['id']}/accept")
    white, black = await ana.sit(began["game"]), await berto.sit(began["game"])
    await white.acked("resign", level=1)
    await black.until(lambda seat: seat.state.get("status") == "finished")
    for seat in (white, black):
        await seat.close()
        await seat.guest.close()
    return began["game"]


async def fresh_database(url):
    """An empty database beside the one that the URL names."""
    connection = await asyncpg.connect(url)
    await connection.execute("CREATE DATABASE fresh")
    await connection.close()
    return url.rpartition("/")[0] + "/fresh"


def profile(server, name):
    return httpx.get(f"{server.base}/api/people/{name}").json()


def changed(data, statement, *values):
    with closing(sqlite3.connect(data / "tablas.sqlite")) as connection, connection:
        connection.execute(statement, values)


# Accounts


def test_a_created_user_can_log_in_and_a_moderator_can_moderate(tmp_path):
    code, said, _ = admin(tmp_path, "create-user", "Ana", "--password-stdin", given=PASSWORD + "\n")
    assert (code, said) == (0, "Ana (player)\n")
    code, said, _ = admin(tmp_path, "make-moderator", "ana")
    assert (code, said) == (0, "Ana (moderator)\n")
    server = Running(tmp_path, workers=0).start()
    try:
        assert login(server, "Ana").json()["role"] == "moderator"
    finally:
        server.stop()
    assert admin(tmp_path, "make-moderator", "Ana", "--undo")[1] == "Ana (player)\n"


def test_a_reset_password_replaces_the_old_one(tmp_path):
    admin(tmp_path, "create-user", "Ana", "--password-stdin", given="the old password\n")
    assert admin(tmp_path, "reset-password", "Ana", "--password-stdin", given=PASSWORD)[0] == 0
    server = Running(tmp_path, workers=0).start()
    try:
        assert login(server, "Ana", "the old password").status_code == 401
        assert login(server, "Ana").status_code == 200
    finally:
        server.stop()


@pytest.mark.parametrize(
    ("arguments", "given", "told"),
    [
        (["create-user", "<script>", "--password-stdin"], PASSWORD, "name-shape"),
        (["create-user", "Admin", "--password-stdin"], PASSWORD, "name-reserved"),
        (["create-user", "Ana", "--password-stdin"], "short", "password-length"),
        (["make-moderator", "Nobody"], None, "no-person"),
        (["restore", "/nowhere/at/all"], None, "does not exist"),
        (["--database=mysql://x", "check"], None, "postgresql"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(tmp_path, arguments, given, told):
    code, _, wrong = admin(tmp_path, *arguments, given=given)
    assert code == 2
    assert told in wrong
    assert wrong.count("\n") == 1


def test_nothing_is_written_beside_a_running_server(server):
    code, _, told = admin(server.data, "create-user", "Ana", "--password-stdin", given=PASSWORD)
    assert code == 2
    assert "another tablas process" in told


def test_secrets_and_hashes_can_be_read_by_their_owner_only(server):
    for name in ("tablas.sqlite", "cookie.key", "dice.key"):
        assert (server.data / name).stat().st_mode & 0o077 == 0


# From the invitation to the rating, and the check of it


def test_a_rated_game_is_counted_once_even_if_the_server_is_killed_right_after(server):
    game = run(rated_game(server))
    server.kill()
    server.start()
    for name, wins, losses in (("Ana", 0, 1), ("Berto", 1, 0)):
        (rating,) = profile(server, name)["ratings"]
        assert (rating["game"], rating["speed"]) == ("abalone", "blitz")
        assert (rating["wins"], rating["losses"]) == (wins, losses)
    (result,) = httpx.get(f"{server.base}/api/people/Berto/games").json()["games"]
    assert (result["id"], result["result"], result["opponent"]) == (game, "won", "Ana")
    assert result["rating_change"] > 0
    code, said, _ = admin(server.data, "check")
    assert code == 0
    assert said.startswith("1 games, ")
    assert said.endswith(" events, 2 ratings: 0 faults\n")


def test_the_check_finds_what_is_wrong_and_says_it_in_both_languages(server):
    game = run(rated_game(server))
    server.stop()
    data = server.data
    assert admin(data, "check")[0] == 0
    faults = [
        ("UPDATE ratings SET rating = rating + 100 WHERE wins = 1", "rating of", "puntuación"),
        ("DELETE FROM rating_changes WHERE side = 'white'", "counted for 1", "contada para 1"),
        ("DELETE FROM rating_changes", "not counted", "sin contar"),
        ("UPDATE games SET winner = 'white'", "stored as white", "consta como white"),
        ("UPDATE games SET status = 'playing'", "stored as playing", "consta como playing"),
        ("DELETE FROM events WHERE seq = 1", "event 1 is missing", "falta el suceso 1"),
    ]
    for statement, english, spanish in faults:
        changed(data, statement)
        code, said, _ = admin(data, "check", "--lang=en")
        assert code == 1
        assert english in said
        assert spanish in admin(data, "check", "--lang=es")[1]
        assert re.search(r"[1-9]\d* faults\n$", said)
    assert game in said
    (data / "cookie.key").chmod(0o644)
    assert "chmod 600" in admin(data, "check")[1]


def test_a_log_that_cannot_be_replayed_is_found(server):
    run(rated_game(server))
    server.stop()
    body = json.dumps({"do": "played", "side": "black", "play": "zz"})
    changed(server.data, "UPDATE events SET body = ? WHERE seq = 2", body)
    code, said, _ = admin(server.data, "check")
    assert code == 1
    assert "cannot be replayed" in said


def test_a_folder_without_a_database_is_no_healthy_server(tmp_path):
    code, said, _ = admin(tmp_path, "check")
    assert code == 1
    assert "no database" in said


# Backup and restore


@pytest.mark.refuses("no-person")
def test_a_backup_taken_under_way_restores_every_account_game_and_rating(server, tmp_path):
    game = run(rated_game(server))
    before = profile(server, "Ana")
    file = tmp_path / "backup.tar"
    code, said, _ = admin(server.data, "backup", file)
    assert code == 0
    assert "tablas.sqlite, cookie.key, dice.key" in said
    assert file.stat().st_mode & 0o077 == 0
    cookie = login(server, "Ana").cookies
    run(rated_game(server, ("Later", "Still later")))
    server.stop()
    code, _, told = admin(server.data, "restore", file)
    assert (code, "--replace" in told) == (2, True)
    assert admin(server.data, "restore", file, "--replace")[0] == 0
    assert list(server.data.glob("tablas.sqlite.before-*"))
    assert admin(server.data, "check")[0] == 0
    server.start()
    assert profile(server, "Ana") == before
    assert httpx.get(f"{server.base}/api/games/{game}").json()["status"] == "finished"
    assert profile(server, "Later")["error"]["code"] == "no-person"
    assert login(server, "Ana").status_code == 200
    assert httpx.get(server.base + "/api/me", cookies=cookie).status_code == 401  # made later


def test_a_backup_restores_on_another_machine_with_its_keys(server, tmp_path):
    run(rated_game(server))
    cookie = login(server, "Ana").cookies
    file = tmp_path / "backup.tar"
    admin(server.data, "backup", file)
    server.stop()
    elsewhere = Running(tmp_path / "elsewhere", workers=0)
    assert admin(elsewhere.data, "restore", file)[0] == 0
    elsewhere.start()
    try:
        me = httpx.get(elsewhere.base + "/api/me", cookies=cookie).json()
        assert me["name"] == "Ana"
    finally:
        elsewhere.stop()


def test_a_damaged_or_foreign_backup_is_refused_and_nothing_is_touched(server, tmp_path):
    file = tmp_path / "backup.tar"
    admin(server.data, "backup", file)
    server.stop()
    before = (server.data / "tablas.sqlite").read_bytes()
    whole = file.read_bytes()
    rng = random.Random(5)
    with tarfile.open(file) as tar:
        inside = tar.getmember("tablas.sqlite")
    for _ in range(5):
        place = inside.offset_data + rng.randrange(inside.size)
        bent = bytearray(whole)
        bent[place] ^= 1 + rng.randrange(255)
        file.write_bytes(bytes(bent))
        code, _, told = admin(server.data, "restore", file, "--replace")
        assert (code, "damaged" in told) == (2, True)
    for wrong in (b"", b"not a tar file at all", whole[:3000]):
        file.write_bytes(wrong)
        assert admin(server.data, "restore", file, "--replace")[0] == 2
    assert (server.data / "tablas.sqlite").read_bytes() == before


def test_a_running_server_is_not_restored_over(server, tmp_path):
    file = tmp_path / "backup.tar"
    admin(server.data, "backup", file)
    code, _, told = admin(server.data, "restore", file, "--replace")
    assert code == 2
    assert "another tablas process" in told


@pytest.mark.skipif(not have_postgres(), reason="needs Debian's postgresql")
def test_postgresql_is_migrated_checked_backed_up_and_restored(tmp_path):
    with postgres() as first:
        url = asyncio.run(fresh_database(first))
        data = tmp_path / "data"
        assert "schema" in admin(data, "check", database=url)[1]
        assert admin(data, "migrate", database=url)[:2] == (0, f"schema {LATEST}\n")
        made = admin(data, "create-user", "Ana", "--password-stdin", given=PASSWORD, database=url)
        assert made[0] == 0
        server = Running(data, workers=0, database=url).start()
        try:
            run(rated_game(server, ("Berto", "Clara")))
            before = profile(server, "Clara")
            file = tmp_path / "backup.tar"
            assert admin(data, "backup", file, database=url)[0] == 0
            run(rated_game(server, ("Later", "Still later")))
            assert admin(data, "check", database=url)[0] == 0
        finally:
            server.stop()
        assert admin(data, "restore", file, "--replace", database=url)[0] == 0
        assert admin(data, "restore", file)[0] == 2  # into SQLite
        server.start()
        try:
            assert profile(server, "Clara") == before
            assert profile(server, "Later")["error"]["code"] == "no-person"
            assert login(server, "Ana").status_code == 200
        finally:
            server.stop()
        assert admin(data, "check", database=url)[0] == 0
