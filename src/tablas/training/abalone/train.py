"""Trains the Abalone network from self-play alone, in rounds: games, training, a match.

    python -m tablas.training.abalone --plan src/tablas/training/abalone/quick.json \\
        --folder runs/quick --trainer build/kernel/abalone_trainer

The first round's games are played by the hand-made evaluation, those of the next one by the net of
the round before. Run again, it goes on where it stopped: with the next shard of games, or the next
epoch. Weights depend on the plan and the number of shards alone (on a CPU; a GPU's sums are not
always the same to the last bit).
"""

from __future__ import annotations

import json
import math
import subprocess
import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tablas.errors import NotationError
from tablas.training.abalone import games
from tablas.training.abalone.lines import symmetries
from tablas.training.abalone.network import WIDTH, Network, load, save
from tablas.training.abalone.samples import LaterScores, Samples, SelfPlayRound, make
from tablas.training.abalone.styles import write_all
from tablas.training.tensors import (
    Device,
    Optimizer,
    Tensor,
    device_called,
    torch,
    without_gradients,
)

OFTEN: Final = 8  # a training of so few epochs tells of each of them
Facts = dict[str, Any]
"""What one line of the log says."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to train; the first round tries all of them and keeps the best on held-out games."""

    epochs: int
    batch: int
    rate: tuple[float, float]  # falls along a cosine
    least: float = 1e-8  # Adam's epsilon: a larger one slows down what is seldom seen
    decay: float = 0.01  # of the tables of lines, which learn by heart; of the rest .01
    width: int = WIDTH  # numbers a side
    lines: str = "all"  # or "plain": lines add to the result only, not to the hidden layer


@dataclass(frozen=True, slots=True)
class AbalonePlan:
    """Everything that decides what the weights will be."""

    seed: int
    trust: float  # in the search's score; the rest is the result of the game
    match_pairs: int
    match_nodes: int
    variants: tuple[Variant, ...]
    rounds: tuple[SelfPlayRound, ...]
    trust_drawn: float | None = None  # in drawn games, where waiting flatters; None: as `trust`
    scored_only: bool = False  # leaves out guests' turns, which have no score, only a result
    unit: float = 0.0  # hundredths at which a player wins e times as often as it loses; 0: fitted
    scores_unit: float = 0.0  # the same of the scores that teach; 0: as `unit`
    later: float = 0.0  # λ, the share of the score a ply later in a position's own; needs a unit
    base: Path | None = None  # the network that the styles among the guests are made of
    begin_with: Path | None = None  # a network to go on from instead of random weights
    rivals: tuple[str, ...] = ("hand",)  # styles, hand or files that each round's net plays

    @staticmethod
    def read(path: Path) -> AbalonePlan:
        """The plan of a file; one that says something else is refused."""
        try:
            return AbalonePlan._of(json.loads(path.read_text(encoding="utf-8")))
        except (AttributeError, KeyError, OSError, TypeError, ValueError) as error:
            raise NotationError(
                f"{path}: not a training plan: {error}",
                f"{path}: no es un plan de entrenamiento: {error}",
            ) from None

    @staticmethod
    def _of(facts: dict[str, Any]) -> AbalonePlan:
        rounds = tuple(
            SelfPlayRound(**{**chapter, "guests": tuple(chapter.get("guests", ("",)))})
            for chapter in facts.pop("rounds")
        )
        variants = tuple(
            Variant(**{**variant, "rate": tuple(variant["rate"])})
            for variant in facts.pop("variants")
        )
        for name in ("base", "begin_with"):
            if name in facts:
                facts[name] = Path(facts[name])
        if facts.get("later") and not (facts.get("unit") or facts.get("scores_unit")):
            raise ValueError("later: needs a unit")
        if any(chapter.leaves for chapter in rounds) and (
            facts["trust"] != 1 or facts.get("trust_drawn", 1) != 1 or not facts.get("unit")
        ):
            raise ValueError("leaves: have no result, so they need a trust of 1 and a unit")
        rivals = tuple(facts.pop("rivals", ("hand",)))
        return AbalonePlan(rounds=rounds, variants=variants, rivals=rivals, **facts)


read_plan = AbalonePlan.read


class AbaloneRun:
    """A run in its folder: shards, checkpoints, nets and a log."""

    def __init__(
        self,
        plan: AbalonePlan,
        folder: Path,
        trainer: Path | None,
        *,
        device: Device,
        threads: int,
        seconds: Sequence[float],
        epochs: int | None,
        progress: float,
    ) -> None:
        self.plan, self.folder, self.trainer = plan, folder, trainer
        self.device, self.threads = device, threads
        self.seconds, self.stop_after, self.progress = seconds, epochs, progress
        folder.mkdir(parents=True, exist_ok=True)

    def log(self, **facts: Any) -> Facts:
        """A line of the log."""
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(facts) + "\n")
        return facts

    def net(self, number: int) -> Path:
        return self.folder / f"round{number}.safetensors"

    def all_rounds(self) -> Iterator[Facts]:
        paths: list[Path] = []
        styles = write_all(self.plan.base, self.folder / "styles") if self.plan.base else {}
        for number, chapter in enumerate(self.plan.rounds):
            player = str(styles.get(chapter.player, chapter.player))
            if player == "last":
                player = str(self.net(number - 1))
            began = time.monotonic()
            shards = make(
                self.trainer, self.folder, number, chapter, player=player, seed=self.plan.seed,
                threads=self.threads, seconds=self.seconds[number],
                styles=styles,
            )  # fmt: skip
            for path, spent in shards:
                paths.append(path)
                if spent:
                    done = {"shard": len(paths), "games": chapter.games}
                    yield self.log(round=number, **done, seconds=round(spent, 1))
            if not self.net(number).exists():
                yield self.log(
                    round=number,
                    shards=len(paths),
                    games_seconds=round(time.monotonic() - began, 1),
                )
                if not (yield from self.train_round(number, paths)):
                    return
            rivals = [str(styles.get(rival, rival)) for rival in self.plan.rivals]
            for opponent in [*rivals, *([str(self.net(number - 1))] if number else [])]:
                yield from self.match(number, opponent)

    def train_round(self, number: int, paths: list[Path]) -> Generator[Facts, None, bool]:
        """A net from all games so far; False if it was stopped before the last epoch."""
        scale = self.plan.scores_unit or self.plan.unit
        later = LaterScores(self.plan.later, scale) if self.plan.later else None
        learned, held = (
            Samples(
                paths, self.device, held_out=part, scored_only=self.plan.scored_only, later=later
            )
            for part in (False, True)
        )
        yield self.log(
            round=number, positions=len(learned), held_out=len(held), unit=learned.unit(),
            scored=int(learned.scored.sum()),
        )  # fmt: skip
        chosen = self.folder / "variant"
        if not chosen.exists():
            losses = {}
            for index in range(len(self.plan.variants)):
                loss = yield from self.train(number, index, learned, held)
                if loss is None:
                    return False
                losses[loss] = index
            chosen.write_text(str(losses[min(losses)]), encoding="utf-8")
        index = int(chosen.read_text(encoding="utf-8"))
        if number and (yield from self.train(number, index, learned, held)) is None:
            return False
        made = self.folder / f"round{number}-{index}.safetensors"
        made.rename(self.net(number))
        yield self.log(round=number, variant=index)
        return True

    def train(
        self, number: int, index: int, learned: Samples, held: Samples
    ) -> Generator[Facts, None, float | None]:
        """The loss of a variant on held-out games; None if it was stopped."""
        plan, began, unit = (
            self.plan.variants[index],
            time.monotonic(),
            self.plan.unit or learned.unit(),
        )
        network = self.begun(number, plan).to(self.device)
        tables = [network.patterns, network.hexagons]
        others = [p for p in network.parameters() if not any(p is table for table in tables)]
        groups = [{"params": tables, "weight_decay": plan.decay}, {"params": others}]
        optimizer = torch.optim.AdamW(groups, lr=plan.rate[0], weight_decay=0.01, eps=plan.least)
        checkpoint, first = self.folder / f"round{number}-{index}.pt", 0
        if checkpoint.exists():
            state = torch.load(checkpoint, map_location=self.device, weights_only=True)
            network.load_state_dict(state["network"])
            optimizer.load_state_dict(state["optimizer"])
            first = state["epoch"]
        turns = symmetries().to(self.device)
        for epoch in range(first, plan.epochs):
            if self.stop_after is not None and epoch - first >= self.stop_after:
                return None
            loss = yield from self.epoch(
                number, epoch, plan, network, optimizer, learned, unit, turns
            )
            every = 4 if plan.epochs > OFTEN else 1
            if (epoch + 1) % every == 0 or epoch + 1 == plan.epochs:
                facts = self.judged(network, held, unit)
                where = {"round": number, "variant": index, "epoch": epoch + 1}
                yield self.log(**where, loss=round(loss, 6), **facts)
            if (epoch + 1) % 5 == 0 or self.stop_after is not None:
                state = {"network": network.state_dict(), "optimizer": optimizer.state_dict()}
                torch.save({**state, "epoch": epoch + 1}, checkpoint)
        save(network, self.folder / f"round{number}-{index}.safetensors")
        seconds = round(time.monotonic() - began, 1)
        yield self.log(round=number, variant=index, train_seconds=seconds)
        return self.judged(network, held, unit)["held_out"]

    def begun(self, number: int, plan: Variant) -> Network:
        """The network before it learns: that of a file, or random weights."""
        if self.plan.begin_with:
            return load(self.plan.begin_with)
        plain = plan.lines == "plain"
        return Network(self.plan.seed + number, plain=plain, width=plan.width)

    def epoch(
        self, number: int, epoch: int, plan: Variant, network: Network,
        optimizer: Optimizer, learned: Samples, unit: float, turns: Tensor,
    ) -> Generator[Facts, None, float]:  # fmt: skip
        """Every position once, each batch seen in another of the twelve symmetries."""
        spoke = time.monotonic()
        rng = torch.Generator().manual_seed(self.plan.seed + 1000 * number + epoch)
        order = torch.randperm(len(learned), generator=rng).to(self.device)
        seen = torch.randint(12, (len(learned) // plan.batch + 1,), generator=rng).tolist()
        total, steps = torch.zeros((), device=self.device), 0
        batches = math.ceil(len(learned) / plan.batch)
        for rows, turn in zip(torch.split(order, plan.batch), seen, strict=False):
            part = (epoch + steps / batches) / plan.epochs
            high, low = plan.rate
            for group in optimizer.param_groups:
                group["lr"] = low + (high - low) * (1 + math.cos(math.pi * part)) / 2
            own, opp, own_lost, opp_lost = learned.boards(rows)
            cells = turns[turn]
            score = learned.still[rows] + network(own[:, cells], opp[:, cells], own_lost, opp_lost)
            wanted = self.wanted(learned, rows, unit)
            loss = (torch.sigmoid(score / unit) - wanted).square().mean()
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            network.keep_in_range()
            total += loss.detach()
            steps += 1
            if time.monotonic() - spoke >= self.progress:
                spoke = time.monotonic()
                done = {"learned": min(steps * plan.batch, len(learned)), "of": len(learned)}
                yield {"round": number, "epoch": epoch + 1, **done}
        return float(total) / steps

    def wanted(self, samples: Samples, rows: Tensor, unit: float) -> Tensor:
        """What the network is to say of some samples, as a chance of winning."""
        plan = self.plan
        drawn = plan.trust if plan.trust_drawn is None else plan.trust_drawn
        return samples.targets(rows, plan.scores_unit or unit, plan.trust, drawn)

    @without_gradients
    def judged(self, network: Network, held: Samples, unit: float) -> dict[str, float]:
        """The loss on games that were not learned from, beside that of the hand-made score."""
        net = hand = 0.0
        for rows in torch.split(torch.arange(len(held), device=self.device), 16384):
            wanted = self.wanted(held, rows, unit)
            score = held.still[rows] + network(*held.boards(rows))
            net += float((torch.sigmoid(score / unit) - wanted).square().sum())
            hand += float((torch.sigmoid(held.still[rows] / unit) - wanted).square().sum())
        return {"held_out": round(net / len(held), 6), "hand_made": round(hand / len(held), 6)}

    def match(self, number: int, opponent: str) -> Iterator[Facts]:
        """The new net against another evaluation, each with as much processor time."""
        name = "hand" if opponent == "hand" else Path(opponent).stem
        played = self.folder / f"round{number}-against-{name}.json"
        if played.exists():
            return
        if self.trainer is None:
            own, other = (
                games.SearchingSide(str(judge), self.plan.match_nodes)
                for judge in (self.net(number), opponent)
            )
            result = games.match(own, other, self.plan.seed, self.plan.match_pairs)
            played.write_text(json.dumps(result), encoding="utf-8")
            yield self.log(round=number, against=name, match=result)
            return
        order = [self.net(number), opponent, self.plan.seed, self.plan.match_pairs]
        order += [self.plan.match_nodes, self.threads, "time"]
        command = [str(self.trainer), "match", *map(str, order)]
        done = subprocess.run(  # noqa: S603 (our own trainer)
            command, check=True, capture_output=True, text=True
        )
        played.write_text(done.stdout, encoding="utf-8")
        yield self.log(round=number, against=name, match=json.loads(done.stdout))


def train(
    plan: AbalonePlan,
    folder: Path,
    trainer: Path | None = None,
    *,
    device: str | None = None,
    threads: int = 1,
    seconds: Sequence[float] = (),
    epochs: int | None = None,
    progress: float = math.inf,
) -> Iterator[Facts]:
    """Go through the rounds of the plan; gives the facts of every line of the log.

    `trainer` is the built `abalone_trainer`; without it the games are played in this process, by
    the same kernel but on one thread. `seconds` limit the self-play of each round, `epochs`
    stop the training after so many, to go on later. Every `progress` seconds of an epoch it tells
    how far that is.
    """
    if trainer is not None and not trainer.exists():
        raise NotationError(
            f"{trainer}: abalone_trainer is not there; `make cpp` builds it",
            f"{trainer}: no está abalone_trainer; `make cpp` lo construye",
        )
    if trainer is None and any(chapter.leaves for chapter in plan.rounds):
        raise NotationError(
            "leaves: only abalone_trainer draws leaves of searches; `make cpp` builds it",
            "leaves: solo abalone_trainer sortea hojas de búsquedas; `make cpp` lo construye",
        )
    torch.backends.cuda.matmul.allow_tf32 = False
    run = AbaloneRun(
        plan,
        folder,
        trainer,
        device=device_called(device),
        threads=threads,
        seconds=seconds or [math.inf] * len(plan.rounds),
        epochs=epochs,
        progress=progress,
    )
    yield from run.all_rounds()


def last_net(plan: AbalonePlan, folder: Path) -> Path:
    """The net of the last round."""
    return folder / f"round{len(plan.rounds) - 1}.safetensors"
