"""Two processes on PostgreSQL and Redis behind nginx with https, as deploy/ has them.

People come in, get `__Host-` cookies and passkeys, play a rated game across processes, go on when
one process dies, and lose no move when the units are restarted one after the other.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import json
import os
import random
import re
import shutil
import signal
import subprocess
import time
import tomllib

import asyncpg
import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from websockets.exceptions import WebSocketException

from deploy_page import DEPLOY, PASSWORD, blocks
from haunting import begun
from machine_delay import Delay
from server_backends import free_port, have_postgres, postgres, redis, redis_program
from server_client import PATIENCE, Guest, Seat
from server_kill import Seen, Stubborn, differences
from server_running import Running, eventually, run
from software_passkey import SoftwarePasskey
from warm_start import WarmProcess

NGINX = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")

behind_nginx = pytest.mark.skipif(
    not (NGINX and have_postgres() and redis_program()),
    reason="needs Debian's nginx, postgresql and valkey or redis-server",
)


class Cluster:
    """nginx with https in front of two processes."""

    def __init__(self, folder, database, bus):
        self.folder = folder
        self.port, self.plain = free_port(), free_port()
        self.base = f"https://localhost:{self.port}"
        shared = {
            "database": database,
            "bus": bus,
            "secret": "0123456789abcdef0123456789abcdef",
            "public_url": self.base,
            "workers": 0,
        }
        self.servers = [Running(folder / name, **shared).start() for name in ("one", "two")]
        self.certificate = certified(folder)
        self.nginx = self.started_nginx()

    def started_nginx(self):
        text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
        for told, here in (
            ("club.example", "localhost"),
            ("listen 80;", f"listen 127.0.0.1:{self.plain};"),
            ("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"),
            ("127.0.0.1:8001", f"127.0.0.1:{self.servers[0].port}"),
            ("127.0.0.1:8002", f"127.0.0.1:{self.servers[1].port}"),
            ("/etc/ssl/tablas", str(self.folder)),
        ):
            assert told in text, told
            text = text.replace(told, here)
        (self.folder / "tablas.conf").write_text(text)
        temporary = "\n".join(
            f"{kind}_temp_path {self.folder}/{kind};"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        owner = "user root;" if os.geteuid() == 0 else ""
        whole = self.folder / "nginx.conf"
        whole.write_text(
            f"{owner} daemon off; pid {self.folder}/nginx.pid; error_log {self.folder}/error.log;\n"
            f"events {{}}\n"
            f"http {{ access_log off; {temporary}\ninclude {self.folder}/tablas.conf; }}"
        )
        process = subprocess.Popen([NGINX, "-c", str(whole)], stderr=subprocess.DEVNULL)
        eventually(lambda: self.answers() or process.poll() is not None)
        assert process.poll() is None, (self.folder / "error.log").read_text()
        return process

    def answers(self):
        try:
            return self.get("/api/health").status_code == 200
        except httpx.TransportError:
            return False

    def get(self, path, **options):
        return httpx.get(self.base + path, **options)

    def stop(self):
        self.nginx.terminate()
        self.nginx.wait(10)
        for server in self.servers:
            if server.process.poll() is None:
                server.stop()


def certified(folder):
    """A certificate of our own for localhost, where the nginx file expects it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = dt.datetime.now(dt.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(hours=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "privkey.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    file = folder / "fullchain.pem"
    file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    return file


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cluster")
    with (
        pytest.MonkeyPatch.context() as patch,
        postgres() as database,
        redis() as bus,
    ):
        patch.setenv("SSL_CERT_FILE", str(folder / "fullchain.pem"))
        made = Cluster(folder, database, bus)
        try:
            yield made
        finally:
            made.stop()


async def account(base, name):
    somebody = await Guest.enter(base)
    answer = await somebody.http.post("/api/register", json={"name": name, "password": PASSWORD})
    assert answer.is_success, answer.text
    return somebody


def sockets(server):
    """How many sockets this process has open, by its own count."""
    text = httpx.get(server.base + "/api/metrics").text
    found = re.search(r"^tablas_sockets (\d+)", text, re.MULTILINE)
    assert found
    return int(found[1])


@behind_nginx
def test_plain_http_is_sent_to_https(cluster):
    answer = httpx.get(f"http://localhost:{cluster.plain}/lobby?x=1")
    assert (answer.status_code, answer.headers["location"]) == (301, "https://localhost/lobby?x=1")


@behind_nginx
def test_cookies_are_bound_to_host_and_https(cluster):
    answer = httpx.post(cluster.base + "/api/guest", json={}, headers={"Origin": cluster.base})
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-tablas=")
    assert "Secure" in cookie
    assert "HttpOnly" in cookie


@behind_nginx
def test_a_session_and_a_passkey_of_one_process_open_the_other(cluster):
    headers = {"Origin": cluster.base}
    passkey = SoftwarePasskey(cluster.base)
    one, two = (
        httpx.Client(base_url=server.base, headers=headers | {"X-Forwarded-For": "198.51.100.3"})
        for server in cluster.servers
    )
    with one, two:
        question = one.post("/api/register/passkey/options", json={"name": "Keys"}).json()
        made = two.post(
            "/api/register/passkey",
            json={
                "challenge": question["challenge"],
                "credential": passkey.create(question["options"]),
            },
        )
        assert made.json()["name"] == "Keys"
        cookie = made.headers["set-cookie"].partition(";")[0]
        assert one.get("/api/me", headers={"Cookie": cookie}).json()["name"] == "Keys"


@behind_nginx
def test_a_rated_game_across_the_processes_is_counted_once_though_one_dies(cluster):
    async def scenario():
        ana, berto = await account(cluster.base, "Ana"), await account(cluster.base, "Berto")
        agreement = {"game": "abalone", "time": "fischer 10+5", "rated": True}
        offer = await ana.post("/api/offers", agreement=agreement, side="white", invitation=True)
        assert offer["link"].startswith(cluster.base + "/")
        game = (await berto.post(f"/api/offers/{offer['id']}/accept"))["game"]
        white, black = await ana.sit(game), await berto.sit(game)
        for seat in (white, black):  # a socket that is open is not yet a seat
            await seat.until(lambda seat: bool(seat.state))
        # Both sit in the process that the game's id chose: kill it under them.
        (chosen,) = [server for server in cluster.servers if sockets(server) == 2]
        assert {sockets(server) for server in cluster.servers} == {0, 2}
        await asyncio.to_thread(chosen.kill)
        await white.until(lambda seat: seat.closed is not None)
        await black.until(lambda seat: seat.closed is not None)
        for seat in (white, black):
            for _ in range(300):
                try:
                    await seat.connect(seat.n)
                    break
                except (OSError, WebSocketException):  # nginx is still finding out
                    await asyncio.sleep(0.2)
        await white.acked("resign", level=1)
        await black.until(lambda seat: seat.state.get("status") == "finished")
        for seat in (white, black):
            await seat.close()
            await seat.guest.close()
        return chosen

    chosen = run(scenario())
    (rating,) = cluster.get("/api/people/Berto").json()["ratings"]
    assert (rating["wins"], rating["losses"], rating["speed"]) == (1, 0, "rapid")
    chosen.start()
    for server in cluster.servers:
        ratings = httpx.get(f"{server.base}/api/people/Berto").json()["ratings"]
        assert [entry["wins"] for entry in ratings] == [1]


class Unit:
    """`systemctl start`, `stop` of deploy/tablas@.service: its commands, settings of the page."""

    def __init__(self, port, config):
        lines = (DEPLOY / "tablas@.service").read_text().splitlines()
        fields = dict(line.split("=", 1) for line in lines if line.startswith("Exec"))
        self.commands = [
            fields[name].removeprefix("/opt/tablas/bin/tablas ").replace("%i", str(port)).split()
            for name in ("ExecStartPre", "ExecStart")
        ]
        self.environment = {**os.environ, "TABLAS_CONFIG": str(config)}
        self.log = config.with_name(f"{port}.log")
        self.health = f"http://127.0.0.1:{port}/api/health"

    def start(self):
        with self.log.open("a") as log:
            before = WarmProcess(self.commands[0], self.environment, log)
            with before.stdout as output:
                output.read()
            assert before.wait(PATIENCE) == 0, self.log.read_text()
            self.process = WarmProcess(self.commands[1], self.environment, log)
        eventually(self.answers)

    def answers(self):
        try:
            return httpx.get(self.health).is_success
        except httpx.TransportError:
            return False

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(20) in (0, -signal.SIGTERM)  # both are clean for systemd
        self.process.stdout.close()


@pytest.fixture
def units(cluster, tmp_path):
    """Both processes of the cluster by the commands of their units, with the page's settings."""
    text = next(block for block in blocks("toml") if "bus =" in block)
    shared = cluster.servers[0].settings
    settings = tomllib.loads(text) | {
        "data": str(tmp_path / "data"),
        **{name: shared[name] for name in ("database", "bus", "secret", "public_url")},
    }
    config = tmp_path / "tablas.toml"
    config.write_text(
        "".join(f"{name} = {json.dumps(value)}\n" for name, value in settings.items())
    )
    started = []
    for server in cluster.servers:
        server.stop()
        started.append(Unit(server.port, config))
        started[-1].start()
    yield started
    for unit, server in zip(started, cluster.servers, strict=True):
        unit.stop()
        server.start()


@behind_nginx
def test_a_rolling_restart_behind_nginx_loses_no_move_under_play(cluster, units):
    seen = Seen()

    async def table(pair, kind, delay):
        agreement = {"game": kind, "time": "sudden 120", "plies": 0, "quiet": 0}
        game = await begun(pair, agreement)
        rng = random.Random(kind)
        return [
            Stubborn(cluster.servers[0], Seat(one, game), kind, seen, rng, delay) for one in pair
        ]

    async def some_moves(count):
        goal = len(seen.acknowledged) + count
        while len(seen.acknowledged) < goal:  # noqa: ASYNC110
            await asyncio.sleep(0.02)

    async def scenario(delay):
        pair = [await Guest.enter(cluster.base) for _ in range(2)]
        kinds = ("backgammon", "abalone", "abak", "abalone")
        players = [player for kind in kinds for player in await table(pair, kind, delay)]
        stop = asyncio.Event()
        tasks = [asyncio.create_task(player.play(stop)) for player in players]
        await some_moves(len(players))
        for unit in units:
            await asyncio.to_thread(unit.stop)
            await some_moves(len(players))  # the other one goes on alone
            await asyncio.to_thread(unit.start)
            await some_moves(len(players))
        stop.set()
        await asyncio.gather(*tasks)
        for player in players:
            player.note()
            await player.seat.close()
        for one in pair:
            await one.close()

    Stubborn.pause = 0.3  # within the limits that everybody has
    with Delay() as delay:
        run(scenario(delay), 400)
    Stubborn.pause = 0.0

    async def stored():
        connection = await asyncpg.connect(cluster.servers[0].settings["database"])
        query = "SELECT game, seq, client_id, body FROM events WHERE game = ANY($1)"
        rows = await connection.fetch(query, sorted({game for game, *_ in seen.acknowledged}))
        await connection.close()
        return rows

    assert differences(asyncio.run(stored()), seen) == []


@pytest.mark.refuses("login-wrong", "too-many-requests")
@behind_nginx
def test_guesses_are_counted_for_all_processes_together(cluster):
    start = time.monotonic()
    answers = [
        httpx.post(
            cluster.base + "/api/login",
            json={"name": f"Somebody {n}", "password": "wrong"},
            headers={"Origin": cluster.base, "X-Forwarded-For": f"203.0.113.{n}"},
        )
        for n in range(60)
    ]
    codes = [answer.json()["error"]["code"] for answer in answers]
    assert codes[-1] == "too-many-requests"
    # A burst of 30, and then one every two seconds.
    assert codes.count("login-wrong") <= 32 + (time.monotonic() - start) / 2
