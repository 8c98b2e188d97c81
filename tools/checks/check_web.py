"""Check the types of the JavaScript with tsc; sets up the tools of tests/web/package.json first.

They go to build/web, which git ignores; nothing of them is shipped.
"""

from __future__ import annotations

import fcntl
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent.parent
CHECKS: Final = ROOT / "tests" / "web"
TOOLS: Final = ROOT / "build" / "web"


def set_up() -> Path:
    """The folder with the node modules, installed as locked if they are missing or old."""
    TOOLS.mkdir(parents=True, exist_ok=True)
    # Tests run in several processes: the first one installs, the others wait for it.
    with (TOOLS / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return _installed()


def _installed() -> Path:
    npm = shutil.which("npm")
    lock = CHECKS / "package-lock.json"
    installed = TOOLS / "package-lock.json"
    if installed.exists() and installed.read_bytes() == lock.read_bytes():
        return TOOLS / "node_modules"
    if npm is None:
        sys.exit("check_web: npm is needed to check the web files (Debian: apt install npm)")
    shutil.copy(CHECKS / "package.json", TOOLS)
    shutil.copy(lock, TOOLS / "package-lock.json.new")
    (TOOLS / "package-lock.json.new").replace(TOOLS / "package-lock.json")
    done = subprocess.run(
        [npm, "ci", "--no-audit", "--no-fund", "--silent"], cwd=TOOLS, check=False
    )
    if done.returncode:
        installed.unlink()
        sys.exit("check_web: npm could not install the tools of tests/web/package.json")
    return TOOLS / "node_modules"


def main() -> int:
    if shutil.which("npm") is None:
        print("npm is not installed: the types of the web files are not checked")
        return 0
    compiler = set_up() / "typescript" / "bin" / "tsc"
    command = ["node", str(compiler), "--project", str(CHECKS / "tsconfig.json")]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
