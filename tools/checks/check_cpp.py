"""Build the C++ tests in every way that must agree, run them, and compare their signatures.

    python tools/checks/check_cpp.py              what `make cpp` does
    python tools/checks/check_cpp.py --changed    what `make test` does
    python tools/checks/check_cpp.py --all        what `make soak` and `make cpp-all` do

The tests are built beside the kernel that is installed, with and without the AVX2 paths, and under
AddressSanitizer and UndefinedBehaviorSanitizer: by clang++ where that is installed, so that a
second compiler has its say. `--all` adds the sanitizers of g++ (or $CXX), and clang++ without any.
Each build runs the tests and prints the fixed-seed signature, which must be the same number
everywhere. While one build is tested the next is compiled; ccache is used where it is installed.

Sources that have passed are kept in cpp/tests/passed.json by their hash, with their signature and
the compilers that built them. Compiling under sanitizers costs as much as all other checks of the
kernel, so only other sources are built that way again. Where the compiler of the kernel has built
these very sources before, `--changed` asks no more than that the kernel that is installed has
their signature; `--all` takes nobody's word.
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
PASSED = ROOT / "cpp" / "tests" / "passed.json"
# What the tests are made from: the floors below the bindings, and the tests themselves.
FLOORS: Final = ("base", "nets", "dice", "backgammon", "abak", "abalone", "tests", "tools")
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
    """The hash of everything that the tests are made from."""
    digest = hashlib.sha256()
    for file in sorted(file for pattern in READ for file in ROOT.glob(pattern)):
        digest.update(f"{file.relative_to(ROOT)}\n".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


@dataclass(frozen=True)
class Passed:
    """What is known of these very sources: their signature, and who built what has passed."""

    signature: str = ""
    compilers: tuple[str, ...] = ()

    @classmethod
    def read(cls) -> Passed:
        kept = json.loads(PASSED.read_text(encoding="utf-8"))
        if kept["sources"] != sources():
            return cls()
        return cls(kept["signature"], tuple(kept["compilers"]))

    def keep(self) -> None:
        kept = {"sources": sources(), "signature": self.signature, "compilers": self.compilers}
        PASSED.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")


def kernel_compiler() -> str:
    """What compiled the kernel that is installed, with its version."""
    cache = (ROOT / INSTALLED.folder / "CMakeCache.txt").read_text(encoding="utf-8")
    path = next(line for line in cache.splitlines() if line.startswith("CMAKE_CXX_COMPILER:"))
    return run(path.partition("=")[2], "--version").splitlines()[0]


def installed_signature() -> str:
    """Of the kernel and of its searches, as the C++ program prints them."""
    answer = json.loads(run(str(TOOLS / "tablas"), "signature", "--json"))
    return f"{answer['signature']} {answer['search']} {answer['dice_search']}"


def check(chosen: list[Build], known: Passed) -> None:
    """Compile one build after the other, testing each in the background."""
    with ThreadPoolExecutor(1) as tests:
        results = []
        for build in chosen:
            compiled(build)
            results.append(tests.submit(tested, build))
        signatures = set().union(*(result.result() for result in results), {known.signature} - {""})
    if len(signatures) != 1:
        sys.exit("the signatures differ: two builds of the kernel do not do the same")
    if any(build.options == SANITIZED for build in chosen) or known.signature:
        compilers = {*known.compilers, kernel_compiler()}
        Passed(signatures.pop(), tuple(sorted(compilers))).keep()


def main() -> None:
    every = "--all" in sys.argv[1:]
    known = Passed() if every else Passed.read()
    compiler = kernel_compiler()
    if "--changed" in sys.argv[1:] and compiler in known.compilers:
        print(f"C++ tests: passed with these very sources by {compiler}; not built again")
        if installed_signature() != known.signature:
            sys.exit(f"the kernel that is installed has not their signature, {known.signature}")
        return
    chosen = builds(every=every)
    if known.signature:
        chosen = [build for build in chosen if build.options != SANITIZED]
        print("sanitizers: passed with these very sources before; not built again")
    check(chosen, known)


if __name__ == "__main__":
    main()
