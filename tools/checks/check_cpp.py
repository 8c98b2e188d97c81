"""Build the C++ tests in every way that must agree, run them, and compare their signatures.

g++ (or $CXX) with and without the AVX2 paths, and under AddressSanitizer and
UndefinedBehaviorSanitizer; clang++ too where it is installed. Each build runs the tests and prints
the fixed-seed signature, which must be the same number everywhere. While one build is tested the
next is compiled; ccache is used where it is installed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TOOLS = Path(sysconfig.get_path("scripts"))


@dataclass(frozen=True)
class Build:
    """One way to compile the kernel."""

    name: str
    compiler: str
    options: tuple[str, ...] = ()
    signatures: tuple[str, ...] = ("signature",)

    @property
    def folder(self) -> str:
        return f"build/cpp-{self.name}"


def builds() -> list[Build]:
    """The builds that this machine can make."""
    usual = os.environ.get("CXX") or shutil.which("g++") or shutil.which("c++") or "c++"
    made = [
        Build("usual", usual, ("-DTABLAS_BOTH=ON",), ("signature", "signature_portable")),
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


def compiled(build: Build) -> None:
    """Configure and build."""
    began = time.monotonic()
    run(
        str(TOOLS / "cmake"), "-S", ".", "-B", build.folder, "-G", "Ninja",
        f"-DCMAKE_MAKE_PROGRAM={TOOLS / 'ninja'}", f"-DCMAKE_CXX_COMPILER={build.compiler}",
        "-DTABLAS_WERROR=ON", *build.options, *launcher(),
    )  # fmt: skip
    run(str(TOOLS / "cmake"), "--build", build.folder)
    print(f"{build.name:10} compiled in {time.monotonic() - began:.0f} s by {build.compiler}")


def launcher() -> tuple[str, ...]:
    """What compiles nothing twice, unless the caller has chosen."""
    ccache = shutil.which("ccache")
    if not ccache or "CMAKE_CXX_COMPILER_LAUNCHER" in os.environ:
        return ()
    return (f"-DCMAKE_CXX_COMPILER_LAUNCHER={ccache}",)


def tested(build: Build) -> set[str]:
    """Run the tests, and give the signatures."""
    began = time.monotonic()
    run(str(TOOLS / "ctest"), "--test-dir", build.folder, "--output-on-failure", "-j2")
    signatures = {run(str(ROOT / build.folder / name)).strip() for name in build.signatures}
    print(f"{build.name:10} tested in {time.monotonic() - began:.0f} s: {', '.join(signatures)}")
    return signatures


def main() -> None:
    """Compile one build after the other, testing each in the background."""
    with ThreadPoolExecutor(1) as tests:
        results = []
        for build in builds():
            compiled(build)
            results.append(tests.submit(tested, build))
        signatures = set().union(*(result.result() for result in results))
    if len(signatures) != 1:
        sys.exit("the signatures differ: two builds of the kernel do not do the same")


if __name__ == "__main__":
    main()
