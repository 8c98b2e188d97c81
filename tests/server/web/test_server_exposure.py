"""What a server tells whom about itself: its numbers, people's addresses, its own address."""

from __future__ import annotations

import httpx
import pytest

from command import tablas
from people_server import code, people_server
from server_running import Running, guest, run


def metrics(server, **headers):
    return httpx.get(server.url + "/api/metrics", headers=headers)


@pytest.mark.refuses("not-allowed")
def test_only_whom_the_settings_name_reads_the_metrics(tmp_path):
    with people_server(tmp_path / "one") as server:
        assert metrics(server).status_code == 200
        # A proxy on this machine that nobody told us of speaks for the whole world.
        assert code(metrics(server, **{"X-Forwarded-For": "127.0.0.1"})) == "not-allowed"
    proxied = {"trusted_proxies": "127.0.0.1,::1", "metrics_from": "10.9.0.0/16"}
    with people_server(tmp_path / "two", **proxied) as server:
        assert metrics(server, **{"X-Forwarded-For": "10.9.1.1"}).status_code == 200
        for address in ("203.0.113.9", "10.9.1.1, 203.0.113.9", "127.0.0.1", "nonsense"):
            assert code(metrics(server, **{"X-Forwarded-For": address})) == "not-allowed"


def test_strangers_hear_whether_a_server_is_ready_and_nothing_more(tmp_path):
    with people_server(tmp_path, metrics_from="10.0.0.1") as server:
        stored = server.app.state.services.store
        beats, told = stored.commits, httpx.get(server.url + "/api/ready").json()
        assert told == {"status": "ready", "tasks": None, "damaged_games": None}
        assert stored.commits == beats


def test_a_forged_host_is_in_no_invitation(tmp_path):
    with people_server(tmp_path / "plain") as server:
        browser = server.registered("Inviter")
        asked = {"agreement": {"game": "abalone"}, "invitation": True}
        for host in ("evil.example", "127.0.0.1:1", f"evil.example:{server.port}"):
            forged = {"Host": host, "Origin": f"http://{host}"}
            offer = browser.post("/api/offers", json=asked, headers=forged).json()
            assert offer["link"] == f"/invitation/{offer['id']}"
    with people_server(tmp_path, public_url="http://club.example/") as server:
        browser = server.registered("Inviter")
        forged = {"Host": "evil.example", "Origin": "http://club.example"}
        asked = {"agreement": {"game": "abalone"}, "invitation": True}
        offer = browser.post("/api/offers", json=asked, headers=forged).json()
        assert offer["link"] == f"http://club.example/invitation/{offer['id']}"


@pytest.mark.parametrize("level", ["info", "debug"])
def test_the_log_has_no_addresses_unless_everything_is_asked_for(tmp_path, level):
    server = Running(tmp_path, workers=0, log_level=level).start()

    async def scenario():
        me = await guest(server.base)
        game = await me.post("/api/games", agreement={"game": "abalone"})
        seat = await me.sit(game["id"])
        await seat.frame("state")
        await seat.close()
        await me.close()

    run(scenario())
    server.stop()
    text = server.log.read_text().replace(server.base, "")
    assert ("127.0.0.1" in text) == (level == "debug")


@pytest.mark.parametrize("damage", ["head", "middle"])
def test_a_damaged_database_file_is_told_in_one_line_that_says_what_to_do(tmp_path, damage):
    server = Running(tmp_path, workers=0).start()

    async def scenario():
        me = await guest(server.base)
        for _ in range(20):
            await me.post("/api/games", agreement={"game": "abalone"})
        await me.close()

    run(scenario())
    server.stop()
    file = tmp_path / "tablas.sqlite"
    data = bytearray(file.read_bytes())
    if damage == "head":
        data[:64] = b"not a database" * 4 + bytes(8)
    else:
        for place in range(8192, len(data) - 4096, 4096):
            data[place : place + 200] = b"x" * 200
    file.write_bytes(data)
    told = tablas("serve", f"--data={tmp_path}", "--port=0")
    assert told.returncode == 2, told
    assert len(told.stderr.strip().splitlines()) == 1, told.stderr
    assert "damaged" in told.stderr
    assert "tablas admin restore" in told.stderr
    checked = tablas("admin", f"--data={tmp_path}", "check")
    assert "damaged" in checked.stdout + checked.stderr
    assert "Traceback" not in checked.stderr
