"""Build the C++ tests in every way that must agree, run them, and compare their signatures.

g++ (or $CXX) plainly, without the AVX2 paths, and under AddressSanitizer and
UndefinedBehaviorSanitizer; clang++ too where it is installed. Each build runs the tests and prints
the fixed-seed signature, which must be the same number everywhere.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True)
class Build:
    """One way to compile the kernel."""

    name: str
    compiler: str
    options: tuple[str, ...] = ()


def builds() -> list[Build]:
    """The builds that this machine can make."""
    usual = os.environ.get("CXX") or shutil.which("g++") or shutil.which("c++") or "c++"
    made = [
        Build("usual", usual),
        Build("portable", usual, ("-DTABLAS_PORTABLE=ON",)),
        Build("sanitized", usual, ("-DTABLAS_SANITIZE=ON",)),
    ]
    if clang := shutil.which("clang++"):
        made.append(Build("clang", clang))
    else:
        print("clang++ is not installed: the signature is compared between the g++ builds only")
    return made


def run(*command: str) -> str:
    """The output of a command that must succeed; what it printed is shown if it does not."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def check(build: Build) -> str:
    """Build, run the tests, and give the signature."""
    tools = Path(sysconfig.get_path("scripts"))
    folder = f"build/cpp-{build.name}"
    began = time.monotonic()
    run(
        str(tools / "cmake"), "-S", ".", "-B", folder, "-G", "Ninja",
        f"-DCMAKE_MAKE_PROGRAM={tools / 'ninja'}", f"-DCMAKE_CXX_COMPILER={build.compiler}",
        "-DTABLAS_WERROR=ON", *build.options,
    )  # fmt: skip
    run(str(tools / "cmake"), "--build", folder)
    run(str(tools / "ctest"), "--test-dir", folder, "--output-on-failure", "-j2")
    signature = run(str(ROOT / folder / "signature")).strip()
    print(f"{build.name:10} {signature}  ({time.monotonic() - began:.0f} s, {build.compiler})")
    return signature


if __name__ == "__main__":
    signatures = {check(build) for build in builds()}
    if len(signatures) != 1:
        sys.exit("the signatures differ: two builds of the kernel do not do the same")
