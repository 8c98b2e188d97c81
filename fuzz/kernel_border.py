"""Any bytes to the kernel: an answer or the documented error, never a crash.

    python fuzz/kernel_border.py -max_total_time=20

Half of the inputs are valid boards with a few bytes changed, so that the fuzzer also gets past the
validation. With the sanitized C++ tests (`tools/checks/check_cpp.py`) this is the check of promise
3: no input crashes the process.
"""

from __future__ import annotations

import contextlib
import random
import sys
from pathlib import Path

import atheris
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support"))

with atheris.instrument_imports(include=["tablas"]):
    from agreement import CODECS
    from setups import SETUPS
    from tablas import kernel
    from tablas.games import NAMES, kind

VALID = {
    game: [CODECS[game].encode(SETUPS[game](random.Random(seed))) for seed in range(64)]
    for game in NAMES
}


@atheris.instrument_func  # type: ignore[untyped-decorator]
def one_input(data: bytes) -> None:
    """Ask every function of one game about boards and dice made of `data`."""
    given = atheris.FuzzedDataProvider(data)
    game = NAMES[given.ConsumeIntInRange(0, len(NAMES) - 1)]
    mirror = getattr(kernel, game)
    count = given.ConsumeIntInRange(0, 3)
    rows = [board(game, given) for _ in range(count)]
    boards = np.frombuffer(b"".join(rows), np.uint8).reshape(count, mirror.SIZE)
    threads = given.ConsumeIntInRange(-1, 3)
    arguments = []
    if kind(game).dice:
        wanted = count if given.ConsumeBool() else given.ConsumeIntInRange(0, 4)
        dice = [given.ConsumeIntInRange(0, 8) for _ in range(2 * wanted)]
        arguments.append(np.array(dice, np.uint8).reshape(wanted, 2))
    calls = (
        lambda: mirror.successors(boards, *arguments, threads=threads),
        lambda: mirror.outcomes(boards),
        lambda: mirror.hashes(boards),
        lambda: mirror.perft(boards[0] if count else mirror.start(), 1, threads),
        lambda: mirror.play_random(given.ConsumeIntInRange(-1, 2), 1, threads, 20),
    )
    for call in calls:
        # InvalidPosition is a ValueError; a wrong type or a negative count is told, too.
        with contextlib.suppress(ValueError, TypeError, OverflowError):
            call()


@atheris.instrument_func  # type: ignore[untyped-decorator]
def board(game: str, given: atheris.FuzzedDataProvider) -> bytes:
    """A board of any bytes, or a valid one with up to three bytes changed."""
    size = CODECS[game].SIZE
    if given.ConsumeBool():
        return given.ConsumeBytes(size).ljust(size, b"\0")
    made = bytearray(VALID[game][given.ConsumeIntInRange(0, 63)])
    for _ in range(given.ConsumeIntInRange(0, 3)):
        made[given.ConsumeIntInRange(0, size - 1)] = given.ConsumeIntInRange(0, 255)
    return bytes(made)


if __name__ == "__main__":
    # Long inputs from the beginning: three Abak boards and their dice take 200 bytes.
    atheris.Setup([*sys.argv, "-len_control=0", "-max_len=400"], one_input)
    atheris.Fuzz()
