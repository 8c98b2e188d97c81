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


def test_a_server_needs_the_client_of_what_its_urls_name_and_no_other(tmp_path):
    """In one interpreter without both: an app on SQLite, and two starts that are refused."""
    urls = {"database": "postgresql://127.0.0.1:1/none", "bus": "redis://127.0.0.1:1"}
    starts = [
        ["serve", "--port=0", f"--data={tmp_path}", f"--{name}={url}"] for name, url in urls.items()
    ]
    done = run(
        NO_CLIENTS,
        f"""
from tablas.server.app import create_app
from tablas.server.settings import Settings
print(create_app(Settings(data={str(tmp_path / "one")!r})).title)
from tablas.cli.main import main
for start in {starts!r}:
    try:
        main(start)
    except SystemExit as ended:
        print(bool(ended.code))
""",
    )
    assert done.stdout.split() == ["Tablas", "True", "True"], done.stderr
    assert "Traceback" not in done.stderr
    database, bus = (line for line in done.stderr.splitlines() if "needs the package" in line)
    assert database.endswith(
        "database: needs the package asyncpg, run pip install 'tablas[serve,postgres]'"
    )
    assert bus.endswith("bus: needs the package redis, run pip install 'tablas[serve,redis]'")
