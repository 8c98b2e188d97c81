"""What the dice alone have done: a net that learns how good each roll of a position would be.

A target that looks far ahead (a large lambda) is right on average and noisy: every roll on the way
is in it. Here a net says before the roll how much better or worse each of the 21 rolls would make
what the playing net thinks of the position. What the roll that fell is worth beyond the mean over
all of them is luck, and is taken away from the target. Its mean over the rolls is zero whatever the
net believes (a control variate), so a target is as right as before, and the better the net knows
the rolls the less noise is left. Listing all rolls (`exact`) takes the luck away altogether and
costs the work of 21 turns; this costs a look.
"""

from __future__ import annotations

from typing import Final

from tablas.training.game import CLASSES, IMPOSSIBLE, OTHER_SIDE, GameRecipe
from tablas.training.net import FrozenNet, Learner, said
from tablas.training.selfplay import ROLLS, WEIGHTS, SeenTurn
from tablas.training.shape import NetShape
from tablas.training.tensors import Device, Generator, Tensor, torch, without_gradients

CHUNK: Final = 1 << 17  # boards at a time, each with the chances of 21 rolls
PULL: Final = 0.002  # of the weights on their mean, once that is no longer that of a few steps
LEAST: Final = 1e-6  # a chance smaller than this counts as this, so that it has a logarithm


def by_roll(game: GameRecipe, logits: Tensor, boards: Tensor, thought: Tensor) -> Tensor:
    """Logits (boards, rolls, classes): what is thought before the roll, and what it changes."""
    every = logits.view(len(boards), len(ROLLS), CLASSES) + thought.clamp(min=LEAST).log()[:, None]
    return every.masked_fill(game.impossible(boards)[:, None], IMPOSSIBLE)


class RollLearner(Learner):
    """Learns the chances after one roll of each position, seen by who rolls."""

    def prepare(self, batch: int) -> None:
        self.dice = torch.zeros((batch, 1, 1), dtype=torch.long, device=self.device)
        self.thought = torch.full((batch, CLASSES), 1 / CLASSES, device=self.device)
        super().prepare(batch)

    def logits(self, boards: Tensor) -> Tensor:
        changes = said(self.game, self.expand(boards), self.layers, self.shape)
        every = by_roll(self.game, changes, boards, self.thought)
        return every.gather(1, self.dice.expand(-1, 1, CLASSES))[:, 0]

    def learn_rolls(self, boards: Tensor, dice: Tensor, thought: Tensor, after: Tensor) -> None:
        """One step on one batch; `dice` are numbers of `ROLLS`."""
        self.dice.copy_(dice[:, None, None])
        self.thought.copy_(thought)
        self.learn(boards, after)


class RollNet(FrozenNet):
    """The frozen copy that tells luck."""

    def __init__(self, game: GameRecipe, flat: Tensor, shape: NetShape) -> None:
        super().__init__(game, flat, shape)
        self.weights = torch.tensor(WEIGHTS, dtype=torch.float32, device=flat.device)

    @without_gradients
    def luck(self, boards: Tensor, dice: Tensor, thought: Tensor) -> Tensor:
        """What each roll adds to the six chances of who rolls, beyond the mean of all rolls."""
        parts = zip(*(torch.split(whole, CHUNK) for whole in (boards, dice, thought)), strict=True)
        return torch.cat([self._luck(*part) for part in parts])

    def _luck(self, boards: Tensor, dice: Tensor, thought: Tensor) -> Tensor:
        changes = said(self.game, self.expand(boards), self.layers, self.shape)
        chances = by_roll(self.game, changes, boards, thought).softmax(dim=2)
        rolled = chances.gather(1, dice.long()[:, None, None].expand(-1, 1, CLASSES))[:, 0]
        return rolled - torch.einsum("brc,r->bc", chances, self.weights)


class LuckOfDice:
    """The net that learns the rolls while the games go on, and what it takes away from targets."""

    def __init__(
        self, game: GameRecipe, shape: NetShape, seed: int, device: Device, batch: int
    ) -> None:
        self.learner = RollLearner(game, shape, seed, device, batch)
        self.net = RollNet(game, self.learner.mean, self.learner.shape)
        self.flip = torch.tensor(OTHER_SIDE, device=device)

    def take_away(self, turns: list[SeenTurn], thought: Tensor) -> None:
        """Writes into each turn what its roll has done, by what was known before it fell.

        `thought` are the chances of all positions in the eyes of the net that plays.
        """
        self.net.load(self.learner.mean)
        boards = torch.cat([turn.boards for turn in turns])
        luck = self.net.luck(boards, torch.cat([turn.dice for turn in turns]), thought)
        sizes = [len(turn.boards) for turn in turns]
        for turn, part in zip(turns, torch.split(luck, sizes), strict=True):
            turn.luck = part

    def learn(self, turns: list[SeenTurn], thought: Tensor, lots: Generator) -> None:
        """One pass over the rolls that fell, in a random order."""
        boards, dice, after = (
            torch.cat([getattr(turn, name) for turn in turns])
            for name in ("boards", "dice", "after")
        )
        goal, batch = after[:, self.flip], len(self.learner.boards)
        self.learner.pull.fill_(max(PULL, 1 / (1 + float(self.learner.steps))))
        order = torch.randperm(len(boards), device=boards.device, generator=lots)
        for rows in torch.split(order[: len(boards) // batch * batch], batch):
            self.learner.learn_rolls(boards[rows], dice[rows], thought[rows], goal[rows])

    def noise(self, turns: list[SeenTurn], thought: Tensor) -> tuple[float, float]:
        """By how many points a turn changes the net's opinion, with luck and without (r.m.s.)."""
        after = torch.cat([turn.after for turn in turns])[:, self.flip]
        luck = torch.cat([turn.luck for turn in turns if turn.luck is not None])
        change = self.net.equities(after - thought)
        quiet = change - self.net.equities(luck)
        return float(change.square().mean().sqrt()), float(quiet.square().mean().sqrt())
