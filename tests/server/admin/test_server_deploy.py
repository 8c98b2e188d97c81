"""docs/running-a-server.md and deploy/ as they are written, with ports and folders of our own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import httpx
import pytest
import yaml

from deploy_page import DEPLOY, PAGE, PASSWORD, blocks
from server_running import Running
from tablas.server.settings import Settings
from warm_start import ColdProcess

# The page


def test_the_commands_of_the_page_do_what_it_says(tmp_path):
    (tmp_path / "password.txt").write_text(PASSWORD + "\n")
    environment = {**os.environ, "TABLAS_DATA": str(tmp_path / "data")}
    program = f"{sys.executable} -m tablas"
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    admin = [
        line for line in lines if line.startswith("tablas admin ") and "--database" not in line
    ]
    assert len(admin) >= 5
    assert {line for line in lines if line not in admin} == {
        "tablas serve",
        "tablas serve --lan",
        "tablas admin --database postgresql://tablas@127.0.0.1/tablas migrate",
    }
    for line in admin:
        command = line.replace("tablas admin", f"{program} admin", 1)
        done = subprocess.run(
            command,
            shell=True,
            cwd=tmp_path,
            env=environment,
            check=False,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, (line, done.stderr)


def test_every_command_of_the_table_exists():
    named = set(re.findall(r"^\| `tablas admin ([a-z-]+)", PAGE, re.MULTILINE))
    done = subprocess.run(
        [sys.executable, "-m", "tablas", "admin", "--help"],
        check=True,
        capture_output=True,
        text=True,
    )
    listed = re.findall(r"^  ([a-z-]+)  ", done.stdout.partition("Commands:")[2], re.MULTILINE)
    assert named == set(listed)


@pytest.mark.parametrize("text", [*blocks("toml"), (DEPLOY / "tablas.toml").read_text()])
def test_the_settings_of_the_page_are_settings(text):
    settings = Settings(**tomllib.loads(text))
    assert settings.data == Path("/var/lib/tablas")


def test_a_server_starts_with_the_settings_of_the_club(tmp_path):
    text = blocks("toml")[0].replace("/var/lib/tablas", str(tmp_path / "data"))
    config = tmp_path / "tablas.toml"
    config.write_text(text)
    server = Running(tmp_path / "data", config=config, workers=0)
    server.launch = ColdProcess
    server.start()
    try:
        assert httpx.get(server.base + "/api/health").json() == {"status": "alive"}
        # On a local network without https the cookie has no prefix that http would refuse.
        entered = httpx.post(server.base + "/api/guest", json={})
        assert entered.headers["set-cookie"].startswith("tablas=")
    finally:
        server.stop()


def test_every_file_of_deploy_is_told_of():
    for file in DEPLOY.iterdir():
        told = file.name in PAGE or file.name.startswith("tablas-backup.")
        assert told, file.name


def test_the_compose_file_names_settings_files_and_services_that_there_are():
    text = (DEPLOY / "compose.yaml").read_text()
    whole = yaml.safe_load(text)
    settings = whole["x-server"]["environment"]
    assert {name.removeprefix("TABLAS_").lower() for name in settings} <= set(Settings.model_fields)
    services = whole["services"]
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in whole["volumes"] or (DEPLOY / source).exists()
    assert (DEPLOY.parent / whole["x-server"]["build"]["dockerfile"]).exists()
    upstream = re.findall(r"server (\w+):8000;", (DEPLOY / "compose-nginx.conf").read_text())
    assert upstream == [name for name, one in services.items() if "command" not in one
                        and one.get("image") == "tablas"]  # fmt: skip


@pytest.mark.skipif(not shutil.which("nginx"), reason="needs nginx")
def test_nginx_understands_the_proxy_of_the_compose_file(tmp_path):
    text = (DEPLOY / "compose-nginx.conf").read_text()
    for port, name in ((8001, "one"), (8002, "two")):
        text = text.replace(f"server {name}:8000", f"server 127.0.0.1:{port}")
    file = tmp_path / "nginx.conf"
    file.write_text(f"pid {tmp_path}/pid; error_log {tmp_path}/log; events {{}} http {{ {text} }}")
    done = subprocess.run(["nginx", "-t", "-c", file], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd")
@pytest.mark.parametrize("unit", ["tablas.service", "tablas@8001.service", "tablas-backup.timer"])
def test_systemd_understands_the_units(unit, tmp_path):
    for file in DEPLOY.glob("tablas*.*"):
        if file.suffix not in (".service", ".timer"):
            continue
        text = file.read_text()
        assert text.count("/opt/tablas/bin/tablas") or file.suffix == ".timer"
        text = text.replace("/opt/tablas/bin/tablas", sys.executable)
        text = re.sub("^(User|Group)=.*$", r"\1=root", text, flags=re.MULTILINE)
        (tmp_path / file.name.replace("@", "@8001" if "@8001" in unit else "@")).write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(tmp_path / unit)],
        check=False,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
