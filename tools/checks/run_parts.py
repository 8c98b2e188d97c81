"""Run the parts of `make test` side by side, and tell what each of them cost.

    python tools/checks/run_parts.py              all parts; what `make test` does
    python tools/checks/run_parts.py lint types   these, after what they need

Each part is a target of the Makefile. A part begins as soon as what it needs is done and a lane is
free; its output goes to build/parts/. The first part that fails stops the others, and the output of
that part is shown. CPU is the processor time of a part and of everything that it started and waited
for, so it says the same on a machine that is busy elsewhere.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parents[2]
LOGS = ROOT / "build" / "parts"
# Four lanes fill two cores: what one part waits for, such as a page or a clock, the others use.
# Tests in the browser and of the server wait much of their time, and alone would leave a core idle.
LANES: Final = 4


@dataclass(frozen=True)
class Part:
    """A target of the Makefile, and the parts that must be done before it."""

    name: str
    needs: tuple[str, ...] = ()


# In the order in which they begin: quick verdicts first, then what takes longest, so that neither
# browser nor server runs alone. What the tests need is installed beside what the build needs, and
# then made bytecode of, once for all of them, while the kernel is compiled.
PARTS: Final = (
    Part("venv"),
    Part("ready", ("venv",)),
    Part("setup", ("venv",)),
    Part("build", ("ready",)),
    Part("system"),
    Part("compiled", ("ready", "setup")),
    Part("lint", ("build", "setup")),  # the pages of the rules come from the games themselves
    Part("browser", ("build", "setup", "system")),
    Part("server", ("build", "setup", "system")),
    Part("unit", ("build", "setup", "system")),
    Part("types", ("ready", "setup")),
    Part("cpp-changed", ("build", "setup", "system")),
    Part("fuzz", ("build", "setup")),
)


@dataclass(frozen=True)
class Running:
    """A part under way, the leader of a process group of its own."""

    part: Part
    process: subprocess.Popen[bytes]
    log: Path
    began: float

    def stop(self) -> None:
        os.killpg(self.process.pid, signal.SIGTERM)
        os.waitpid(self.process.pid, 0)


def begin(part: Part) -> Running:
    log = LOGS / f"{part.name}.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            ["make", "--no-print-directory", part.name],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    return Running(part, process, log, time.monotonic())


def with_needs(names: list[str]) -> list[Part]:
    """The named parts and whatever they need, in the order of PARTS."""
    by_name = {part.name: part for part in PARTS}
    wanted: set[str] = set()
    open_names = list(names) or list(by_name)
    while open_names:
        name = open_names.pop()
        if name not in by_name:
            sys.exit(f"run_parts: there is no part {name!r}; the parts are {', '.join(by_name)}")
        wanted.add(name)
        open_names += by_name[name].needs
    return [part for part in PARTS if part.name in wanted]


def next_of(waiting: list[Part], done: set[str]) -> Part | None:
    return next((part for part in waiting if done.issuperset(part.needs)), None)


class Runner:
    """Runs parts in lanes until all are done or one has failed."""

    def __init__(self, parts: list[Part]) -> None:
        self.waiting = parts
        self.running: dict[int, Running] = {}  # by process id
        self.done: set[str] = set()
        self.seconds = 0.0  # of processor time, all parts together

    def run(self) -> Running | None:
        """Gives the part that failed, if one did."""
        try:
            while self.waiting or self.running:
                self.begin_what_can()
                if failed := self.wait_for_one():
                    return failed
        finally:
            for running in self.running.values():
                running.stop()
        return None

    def begin_what_can(self) -> None:
        while len(self.running) < LANES and (part := next_of(self.waiting, self.done)):
            self.waiting.remove(part)
            running = begin(part)
            self.running[running.process.pid] = running

    def wait_for_one(self) -> Running | None:
        pid, status, usage = os.wait4(-1, 0)
        running = self.running.pop(pid)
        code = running.process.returncode = os.waitstatus_to_exitcode(status)
        cpu = usage.ru_utime + usage.ru_stime
        self.seconds += cpu
        tell(running.part.name, "failed" if code else "ok", time.monotonic() - running.began, cpu)
        if code:
            return running
        self.done.add(running.part.name)
        return None


def tell(name: str, verdict: str, wall: float, cpu: float) -> None:
    print(f"{name:11} {verdict:6} {wall:5.0f} s   {cpu:5.0f} s CPU", flush=True)


def main() -> None:
    LOGS.mkdir(parents=True, exist_ok=True)
    # Stopped from outside, by a terminal or by CI, it takes its parts along.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("run_parts: stopped"))
    began = time.monotonic()
    runner = Runner(with_needs(sys.argv[1:]))
    failed = runner.run()
    if failed:
        sys.stdout.write(f"\n{failed.log.read_text(encoding='utf-8', errors='replace')}\n")
        sys.exit(f"`make {failed.part.name}` failed; its output is above and in {failed.log}")
    tell("all", "ok", time.monotonic() - began, runner.seconds)


if __name__ == "__main__":
    main()
