"""pgx plays 1,024 games of backgammon at random on the CPU, compiled as one loop by jax.

The number of cores is the argument.
"""

from __future__ import annotations

import sys
from typing import Any

from bench.measure import Values
from bench.worker import clock, serve, use_cpus

use_cpus(int(sys.argv[1]))  # before jax makes its threads

import jax  # type: ignore[import-not-found]  # noqa: E402
import jax.numpy as jnp  # type: ignore[import-not-found]  # noqa: E402
import pgx  # type: ignore[import-not-found]  # noqa: E402
from pgx.experimental import auto_reset  # type: ignore[import-not-found]  # noqa: E402

BATCH = 1024
LENGTH = 20  # steps of all games in one call
WARM_UP = 20  # calls: the games are no longer in step with one another

ENV = pgx.make("backgammon")
STEP = jax.vmap(auto_reset(ENV.step, ENV.init))


def stepped(carry: Any, _: None) -> tuple[Any, None]:
    """One step of all games: a uniform choice of what the mask allows; ended games begin anew."""
    state, key, games = carry
    key, choosing, rolling = jax.random.split(key, 3)
    allowed = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
    actions = jax.random.categorical(choosing, allowed, axis=-1)
    state = STEP(state, actions, jax.random.split(rolling, BATCH))
    return (state, key, games + state.terminated.sum()), None


class Play:
    """The games that go on between two questions."""

    def __init__(self) -> None:
        self._advance = jax.jit(lambda carry: jax.lax.scan(stepped, carry, None, length=LENGTH)[0])
        begin = jax.jit(jax.vmap(ENV.init))(jax.random.split(jax.random.PRNGKey(0), BATCH))
        self._carry = (begin, jax.random.PRNGKey(1), jnp.int32(0))
        for _ in range(WARM_UP):
            self._carry = jax.block_until_ready(self._advance(self._carry))
        self._before = int(self._carry[2])
        self._steps = 0

    def answer(self, seconds: float, processor: bool = False) -> Values:
        """Steps of this run; a game has as many as the mean of all runs so far."""
        steps, now = 0, clock(processor=processor)
        begin = now()
        while (spent := now() - begin) < seconds:
            self._carry = jax.block_until_ready(self._advance(self._carry))
            steps += BATCH * LENGTH
        self._steps += steps
        games_a_step = (int(self._carry[2]) - self._before) / self._steps
        return {"games/s": steps / spent * games_a_step, "steps/s": steps / spent}


if __name__ == "__main__":
    serve(Play().answer)
