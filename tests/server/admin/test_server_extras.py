"""What needs which package: the base numpy and click, a server no PostgreSQL or Redis client."""

from __future__ import annotations

import subprocess
import sys

import pytest

BLOCKER = """
import sys
from importlib.abc import MetaPathFinder

class Blocker(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if not allowed(name.partition(".")[0]):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Blocker())
"""
ONLY_BASE = (
    "allowed = {*__import__('sys').stdlib_module_names, 'tablas', 'numpy', 'click'}.__contains__"
)
NO_CLIENTS = "allowed = lambda name: name not in ('asyncpg', 'redis')"


def run(allowed: str, program: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a fresh interpreter where some packages cannot be imported."""
    return subprocess.run(
        [sys.executable, "-c", f"{allowed}\n{BLOCKER}\n{program}"],
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip


def tablas(*words: object) -> str:
    return f"from tablas.cli.main import main; sys.argv[1:] = {[*map(str, words)]!r}; main()"


def test_the_base_needs_numpy_and_click_alone():
    done = run(ONLY_BASE, tablas("perft", "backgammon", "--depth", 1))
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize("command", [("serve", "--port", 0), ("admin", "check")])
def test_without_its_extra_the_server_is_refused_in_one_sentence(command):
    done = run(ONLY_BASE, tablas(*command))
    assert done.returncode != 0
    assert "tablas[serve]" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_server_on_sqlite_needs_no_client_of_other_databases(tmp_path):
    done = run(
        NO_CLIENTS,
        "from tablas.server.app import create_app; from tablas.server.settings import Settings\n"
        f"print(create_app(Settings(data={str(tmp_path)!r})).title)",
    )
    assert done.stdout == "Tablas\n", done.stderr


@pytest.mark.parametrize(
    ("flag", "url", "error"),
    [
        (
            "database",
            "postgresql://127.0.0.1:1/none",
            "asyncpg, run pip install 'tablas[serve,postgres]'",
        ),
        ("bus", "redis://127.0.0.1:1", "redis, run pip install 'tablas[serve,redis]'"),
    ],
)
def test_a_url_whose_client_is_missing_is_refused_with_the_name_of_its_extra(
    flag, url, error, tmp_path
):
    done = run(NO_CLIENTS, tablas("serve", "--port", 0, "--data", tmp_path, f"--{flag}", url))
    assert done.returncode != 0
    assert done.stderr.strip().splitlines()[-1].endswith(f"{flag}: needs the package {error}")
    assert "Traceback" not in done.stderr
