"""Build the C++ tests in every way that must agree, run them, and compare their signatures.

    python tools/checks/check_cpp.py          what `make test` does
    python tools/checks/check_cpp.py --all    what `make soak` and `make cpp-all` do

The tests are built beside the kernel that is installed, with and without the AVX2 paths, and under
AddressSanitizer and UndefinedBehaviorSanitizer: by clang++ where that is installed, so that a
second compiler has its say. `--all` adds the sanitizers of g++ (or $CXX), and clang++ without any.
Each build runs the tests and prints the fixed-seed signature, which must be the same number
everywhere. While one build is tested the next is compiled; ccache is used where it is installed.

Compiling under sanitizers costs as much as all other checks of the kernel. Sources that have passed
are kept in cpp/tests/sanitized.json by their hash and with their signature; only others are built
that way again, but for `--all`, which takes nobody's word.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parent.parent.parent
TOOLS = Path(sysconfig.get_path("scripts"))
SANITIZED: Final = ("-DTABLAS_SANITIZE=ON",)
PASSED = ROOT / "cpp" / "tests" / "sanitized.json"
# What the sanitized tests are made from: the floors below the bindings, and the tests themselves.
FLOORS: Final = ("base", "dice", "backgammon", "abak", "abalone", "tests", "tools")
READ: Final = (
    "CMakeLists.txt", "cpp/*.?pp", *(f"cpp/{floor}/*.?pp" for floor in FLOORS),
    "tests/corpus/abalone_tactics.txt",
)  # fmt: skip


@dataclass(frozen=True)
class Build:
    """One way to compile the kernel; without a compiler, the one that is installed."""

    name: str
    compiler: str = ""
    options: tuple[str, ...] = ()
    signatures: tuple[str, ...] = ("signature",)

    @property
    def folder(self) -> str:
        return f"build/{self.name}"


INSTALLED: Final = Build("kernel", signatures=("signature", "signature_portable"))


def builds(*, every: bool) -> list[Build]:
    """The builds that this machine can make."""
    usual = os.environ.get("CXX") or shutil.which("g++") or shutil.which("c++") or "c++"
    clang = shutil.which("clang++")
    made = [Build("cpp-sanitized", usual, SANITIZED), Build("cpp-clang", clang or "")]
    if clang is None:
        print("clang++ is not installed: the signature is compared between the g++ builds only")
        return [INSTALLED, made[0]]
    if not sanitizes(clang):
        print("clang++ is installed without its sanitizers: g++ has its own, clang++ does without")
        return [INSTALLED, *made]
    return [INSTALLED, Build("cpp-clang-sanitized", clang, SANITIZED), *(made if every else ())]


def sanitizes(compiler: str) -> bool:
    """Whether a compiler has the libraries that its sanitizers need."""
    with tempfile.TemporaryDirectory() as folder:
        command = [compiler, "-fsanitize=address,undefined", "-x", "c++", "-", "-o", f"{folder}/a"]
        done = subprocess.run(command, input=b"int main() {}", capture_output=True, check=False)
    return done.returncode == 0


def run(*command: str) -> str:
    """The output of a command that must succeed; what it printed is shown if it does not."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def compiled(build: Build) -> None:
    """Configure and build; the kernel that is installed has been configured already."""
    began = time.monotonic()
    if build is not INSTALLED:
        run(
            str(TOOLS / "cmake"), "-S", ".", "-B", build.folder, "-G", "Ninja",
            f"-DCMAKE_MAKE_PROGRAM={TOOLS / 'ninja'}", f"-DCMAKE_CXX_COMPILER={build.compiler}",
            "-DTABLAS_WERROR=ON", *build.options, *launcher(),
        )  # fmt: skip
    run(str(TOOLS / "cmake"), "--build", build.folder, "--target", "checks")
    print(f"{build.name:20} compiled in {time.monotonic() - began:.0f} s {build.compiler}")


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
    print(f"{build.name:20} tested in {time.monotonic() - began:.0f} s: {', '.join(signatures)}")
    return signatures


def sources() -> str:
    """The hash of everything that the sanitized tests are made from."""
    digest = hashlib.sha256()
    for file in sorted(file for pattern in READ for file in ROOT.glob(pattern)):
        digest.update(f"{file.relative_to(ROOT)}\n".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def passed() -> str:
    """The signature of these very sources under sanitizers, if they have passed before."""
    kept: dict[str, str] = json.loads(PASSED.read_text(encoding="utf-8")) if PASSED.exists() else {}
    return kept["signature"] if kept.get("sources") == sources() else ""


def keep(signature: str) -> None:
    kept = {"sources": sources(), "signature": signature}
    PASSED.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")


def main() -> None:
    """Compile one build after the other, testing each in the background."""
    every = "--all" in sys.argv[1:]
    known = "" if every else passed()
    chosen = builds(every=every)
    if known:
        chosen = [build for build in chosen if build.options != SANITIZED]
        print(f"sanitizers: passed with these very sources before, {known}; not built again")
    with ThreadPoolExecutor(1) as tests:
        results = []
        for build in chosen:
            compiled(build)
            results.append(tests.submit(tested, build))
        signatures = set().union(*(result.result() for result in results), {known} - {""})
    if len(signatures) != 1:
        sys.exit("the signatures differ: two builds of the kernel do not do the same")
    if any(build.options == SANITIZED for build in chosen):
        keep(*signatures)


if __name__ == "__main__":
    main()
