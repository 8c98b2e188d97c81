"""What common ways to learn reach on backgammon in a few minutes: PPO, DQN, and our own recipe.

    python -m research.baselines --learner ppo --seed 1 --seconds 240 --out ppo-1.jsonl

PPO and DQN are written in the style of CleanRL, one short class each, from their papers (Schulman
et al. 2017; Mnih et al. 2015, with the double estimator of van Hasselt et al. 2016). They play both
sides of `tablas.envs.Episodes`, checker by checker, and see the inputs of our own nets. `td` is the
recipe of `tablas train --quick`. All meet the same opponents: random plays, and the rule of thumb.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablas.envs import Episodes
from tablas.training import DicePlan, plan_file, train
from tablas.training.game import game as recipe_of
from tablas.training.match import AtRandom, RuleOfThumb
from tablas.training.net import FrozenNet
from tablas.training.recipe import frozen
from tablas.training.selfplay import best
from tablas.training.tensors import Module, Tensor, nn, torch, without_gradients

GAME = "backgammon"
ENVS = 256
PAIRS = 100
Turn = Callable[[NDArray[np.uint8], NDArray[np.uint8]], NDArray[np.uint8]]
"""The boards after a turn, seen by the next player, from boards and rolls."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--learner", choices=("ppo", "dqn", "td", "none"), required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=240, help="of processor time")
    parser.add_argument("--every", type=float, default=40, help="seconds between two measurements")
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    torch.set_num_threads(1)
    lines = td(asked.seed, asked.seconds) if asked.learner == "td" else stepping(asked)
    with asked.out.open("w", encoding="utf-8") as file:
        for line in lines:
            text = json.dumps({"learner": asked.learner, "seed": asked.seed, **line})
            file.write(text + "\n")
            file.flush()
            print(text, flush=True)


def stepping(asked: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """PPO or DQN, measured now and then."""
    if asked.learner == "none":
        yield measured(by_judge(AtRandom(torch.device("cpu"), asked.seed)))
        yield {"rule of thumb": measured(by_judge(thumb()))}
        return
    learner: PPO | DQN = PPO(asked.seed) if asked.learner == "ppo" else DQN(asked.seed)
    began, next_look = time.process_time(), 0.0
    while True:
        spent = time.process_time() - began
        if spent >= next_look or spent >= asked.seconds:
            next_look = spent + asked.every
            before = time.process_time()
            yield {"seconds": round(spent, 1), "steps": learner.steps, **measured(learner.turn)}
            began += time.process_time() - before
        if spent >= asked.seconds:
            return
        learner.learn()


def td(seed: int, seconds: float) -> Iterator[dict[str, Any]]:
    """The recipe of the package, on the same processor time."""
    import dataclasses  # noqa: PLC0415 (here only)

    read = DicePlan.read(plan_file(GAME, "quick"))
    plan = dataclasses.replace(read, seed=seed, match_every=10**6)
    began = time.process_time()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in range(1, 7):
            left = seconds * part / 6 - (time.process_time() - began)
            list(train(GAME, plan, folder, device="cpu", seconds=max(left, 1)))
            net: FrozenNet = frozen(recipe_of(GAME), plan, folder, "teacher", torch.device("cpu"))
            before = time.process_time()
            yield {"seconds": round(before - began, 1), **measured(by_judge(net))}
            began += time.process_time() - before


class ActorCritic(Module):  # type: ignore[misc]
    """A trunk with one output for each action, and one for the worth of the state."""

    def __init__(self, inputs: int, actions: int) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            nn.Linear(inputs, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU()
        )
        self.actions, self.worth = nn.Linear(128, actions), nn.Linear(128, 1)

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        trunk = self.trunk(seen)
        return self.actions(trunk).masked_fill(~mask, -1e8), self.worth(trunk)[:, 0]


class Stepper:
    """Games that go on, a net, and turns played with its best actions."""

    def __init__(self, seed: int) -> None:
        self.games = Episodes(GAME, ENVS, observation="features", seed=seed)
        self.net = ActorCritic(self.games.observations.shape[1], self.games.actions)
        self.steps = 0

    def seen(self, games: Episodes) -> tuple[Tensor, Tensor]:
        return torch.from_numpy(games.observations.copy()), torch.from_numpy(games.masks.copy())

    @without_gradients
    def turn(self, boards: NDArray[np.uint8], dice: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """A whole turn in each game, step by step, each step the best."""
        games = Episodes(GAME, len(boards), observation="features")
        games.kernel.begin_turns(games.states, boards, dice)
        games.observe()
        size = boards.shape[1]
        reached = np.zeros_like(boards)
        playing = np.ones(len(boards), bool)
        while playing.any():
            logits, _ = self.net(*self.seen(games))
            games.act(logits.argmax(dim=1).numpy().astype(np.int32), restart=True)
            done = playing & ((games.fields["turns"] > 0) | games.over)
            rows = np.frombuffer(games.fields["board"].tobytes(), np.uint8).reshape(-1, size)
            reached[done] = rows[done]
            playing &= ~done
        return reached


class PPO(Stepper):
    """Proximal policy optimisation with self-play: the other side sees the worth turned round."""

    LENGTH, EPOCHS, BATCH = 64, 3, 2048
    DISCOUNT, LAMBDA, CLIP, ENTROPY = 1.0, 0.95, 0.2, 0.01

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.optimizer = torch.optim.Adam(self.net.parameters(), 5e-4, eps=1e-5)

    def learn(self) -> None:
        kept = self._rollout()
        seen, mask, action, chance, worth, target = kept
        advantage = target - worth
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        for _ in range(self.EPOCHS):
            for rows in torch.randperm(len(seen)).split(self.BATCH):
                logits, value = self.net(seen[rows], mask[rows])
                choice = torch.distributions.Categorical(logits=logits)
                ratio = (choice.log_prob(action[rows]) - chance[rows]).exp()
                clipped = ratio.clamp(1 - self.CLIP, 1 + self.CLIP)
                gain = torch.min(ratio * advantage[rows], clipped * advantage[rows]).mean()
                error = (value - target[rows]).square().mean()
                loss = -gain + 0.5 * error - self.ENTROPY * choice.entropy().mean()
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
                self.optimizer.step()

    @without_gradients
    def _rollout(self) -> tuple[Tensor, ...]:
        """Steps of all games, with generalised advantages seen by whoever acted."""
        parts: list[tuple[Tensor, ...]] = []
        games = self.games
        for _ in range(self.LENGTH):
            seen, mask = self.seen(games)
            mask[games.over] = True  # the action that begins a game anew is never learned from
            logits, worth = self.net(seen, mask)
            choice = torch.distributions.Categorical(logits=logits)
            action = choice.sample()
            player, idle = games.players.copy(), torch.from_numpy(games.over.copy())
            reward = torch.from_numpy(games.act(action.numpy(), restart=True).copy())
            turned = torch.from_numpy(np.where(games.players == player, 1.0, -1.0)).float()
            over = torch.from_numpy(games.over.copy())
            chance = choice.log_prob(action)
            parts.append((seen, mask, action, chance, worth, reward, over, turned, idle))
            self.steps += len(games)
        _, following = self.net(*self.seen(games))
        gained = torch.zeros(len(games))
        targets = []
        for *_, worth, reward, over, turned, _ in reversed(parts):
            going = (~over).float() * turned
            error = reward + self.DISCOUNT * going * following - worth
            gained = error + self.DISCOUNT * self.LAMBDA * going * gained
            targets.append(gained + worth)
            following = worth
        stacked = [torch.cat([part[i] for part in parts]) for i in range(5)]
        used = ~torch.cat([part[8] for part in parts])
        return tuple(row[used] for row in (*stacked, torch.cat(targets[::-1])))


class DQN(Stepper):
    """Deep Q-learning with a double estimator; the worth of the other side's turn is negative."""

    ROOM, BATCH, EVERY = 100_000, 1024, 200

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.rng = np.random.default_rng(seed)
        self.slow = ActorCritic(self.games.observations.shape[1], self.games.actions)
        self.slow.load_state_dict(self.net.state_dict())
        self.optimizer = torch.optim.Adam(self.net.parameters(), 5e-4)
        self.memory: list[tuple[Tensor, ...]] = []
        self.updates = 0

    @without_gradients
    def _play(self) -> None:
        games = self.games
        seen, mask = self.seen(games)
        rate = max(0.05, 1 - self.steps / 300_000)
        worths, _ = self.net(seen, mask)
        lots = torch.rand(mask.shape) * mask
        explores = torch.rand(len(games)) < rate
        action = torch.where(explores, lots.argmax(dim=1), worths.argmax(dim=1))
        player, idle = games.players.copy(), torch.from_numpy(games.over.copy())
        reward = torch.from_numpy(games.act(action.numpy(), restart=True).copy())
        turned = torch.from_numpy(np.where(games.players == player, 1.0, -1.0)).float()
        following, allowed = self.seen(games)
        going = (~torch.from_numpy(games.over.copy())).float() * turned
        rows = (seen, action, reward, going, following, allowed)
        self.memory.append(tuple(row[~idle] for row in rows))
        self.memory = self.memory[-self.ROOM // ENVS :]
        self.steps += len(games)

    def learn(self) -> None:
        for _ in range(2):
            self._play()
        for _ in range(4):
            self._update()

    def _update(self) -> None:
        picked = self.rng.integers(len(self.memory), size=8)
        rows = [
            torch.cat([self.memory[i][part] for i in picked])[: self.BATCH] for part in range(6)
        ]
        seen, action, reward, going, following, allowed = rows
        with torch.no_grad():
            allowed[~allowed.any(dim=1)] = True
            best_action = self.net(following, allowed)[0].argmax(dim=1, keepdim=True)
            later = self.slow(following, allowed)[0].gather(1, best_action)[:, 0]
            target = reward + going * later
        every = torch.ones_like(allowed)
        worth = self.net(seen, every)[0].gather(1, action[:, None])[:, 0]
        loss = nn.functional.smooth_l1_loss(worth, target)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.updates += 1
        if self.updates % self.EVERY == 0:
            self.slow.load_state_dict(self.net.state_dict())


def thumb() -> RuleOfThumb:
    return RuleOfThumb(recipe_of(GAME), torch.device("cpu"))


def by_judge(judge: Any) -> Turn:
    """Turns by whoever judges the boards that a roll can reach."""
    kernel = recipe_of(GAME).kernel

    def turn(boards: NDArray[np.uint8], dice: NDArray[np.uint8]) -> NDArray[np.uint8]:
        after, offsets = kernel.successors(boards, dice, 1)
        pick, _ = best(judge, torch.from_numpy(after), torch.from_numpy(np.diff(offsets)))
        reached: NDArray[np.uint8] = after[pick.numpy()]
        return reached

    return turn


def measured(player: Turn) -> dict[str, list[float]]:
    """Points a game, standard error and share won against chance and the rule of thumb."""
    opponents = {"random": AtRandom(torch.device("cpu"), 5), "thumb": thumb()}
    return {name: duel(player, by_judge(one)) for name, one in opponents.items()}


def duel(one: Turn, other: Turn) -> list[float]:
    """Money games without a cube, in pairs with the same dice and the sides changed."""
    ahead, behind = points(one, other), points(other, one)
    paired = (ahead - behind) / 2
    won = float(((ahead > 0).mean() + (behind < 0).mean()) / 2)
    return [round(x, 3) for x in (paired.mean(), paired.std() / PAIRS**0.5, won)]


def points(first: Turn, second: Turn) -> NDArray[np.float64]:
    """What `first` wins in each game."""
    kernel, rng = recipe_of(GAME).kernel, np.random.default_rng(9)
    boards = np.repeat(kernel.start()[None], PAIRS, axis=0)
    won, alive, turn = np.zeros(PAIRS), np.arange(PAIRS), 0
    while len(alive) and turn < 1000:
        dice = rng.integers(1, 7, size=(PAIRS, 2), dtype=np.uint8)
        if turn == 0:
            same = dice[:, 0] == dice[:, 1]
            dice[same, 1] = dice[same, 0] % 6 + 1
        boards = (first, second)[turn % 2](boards, dice[alive])
        gained = -kernel.outcomes(boards).astype(np.float64)
        over = gained != 0
        won[alive[over]] = gained[over] if turn % 2 == 0 else -gained[over]
        alive, boards = alive[~over], boards[~over]
        turn += 1
    return won


if __name__ == "__main__":
    main()
