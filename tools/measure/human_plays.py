"""Fits how people choose to plays of real people, and compares the errors of both.

    python -m tools.measure.human_plays FOLDER
    python -m tools.measure.human_plays FOLDER --fit

FOLDER is `samples/mat` of the source distribution of the package `gammonview` (MIT; `pip download
--no-binary :all: --no-deps gammonview`): thirteen matches of real players under invented names. It
prints which share of the decisions cost how much, by the large net without looking ahead: what
these people played, what the level like a person and a net with noise choose in the same positions;
and how likely each way of choosing makes the plays that were really made. `--fit` fits the numbers
of `tablas/engine/dice/habits.py` again, by expectation and maximization over who looked carefully
and who only glanced, and tells the likelihood in matches that were left out of the fit.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablas.backgammon import KIND, codec
from tablas.engine import weights
from tablas.engine.backgammon import in_contact
from tablas.engine.backgammon.sight import sight
from tablas.engine.dice.habits import PEOPLE, TERMS
from tablas.engine.dice.human_player import in_opening, terms_of
from tablas.engine.dice.net_player import stake_of, worths_after
from tablas.engine.dice.noise import RACE_NOISE
from tablas.files import read_path
from tablas.play.actions import Played
from tablas.play.game import Game
from tablas.play.state import State

Numbers = NDArray[np.float64]
EDGES = (-1.0, 1e-9, 0.02, 0.04, 0.08, 0.16, 9.0)
SHARES = ("0", "< .02", "< .04", "< .08", "< .16", "more")
PHASES = ("opening", "contact", "race")
NOISE = 0.06
"""In points, that of the level `club`: its error rate is about that of these people."""
TIMES = 20
"""How often somebody who chooses by chance is asked."""
FOLDS = 4


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision that a person made: what could be noticed of each play, and which was chosen."""

    match: str
    phase: str
    terms: Numbers
    costs: Numbers
    chosen: int


def choices(folder: Path) -> Iterator[Choice]:
    """Every unforced play of the matches."""
    start = sight(codec.encode_many([KIND.start().position]), moved=False)
    for path in sorted(folder.glob("*.mat")):
        for sheet in read_path(path).games:
            game = sheet.record.game
            now = Game(game.first, game.first)
            for entry in game.log:
                state, action = now.state, entry.action
                if isinstance(action, Played) and state.dice:
                    yield from choice(path.stem, state, action.play, start)
                now = now.followed(action, entry.at)


def choice(match: str, state: State[Any, Any], play: Any, start: Any) -> Iterator[Choice]:
    plays = list(state.kind.rules.plays(state.position, state.dice))
    reached = state.kind.rules.after(state.position, play)
    if len(plays) < 2 or reached not in plays:  # one match holds plays that are not allowed
        return
    before, after = codec.encode_many([state.position]), codec.encode_many(plays)
    stake = stake_of(state)
    felt, judged = (
        np.asarray(worths_after(weights.net(name), after, stake, KIND.name), np.float64)
        for name in ("backgammon", "backgammon-large")
    )
    seen = sight(before, moved=False)
    yield Choice(
        match=match,
        phase=phase(state, in_opening(seen, start)),
        terms=np.asarray(terms_of(felt, seen, sight(after, moved=True)), np.float64),
        costs=judged.max() - judged,
        chosen=plays.index(reached),
    )


def phase(state: State[Any, Any], opening: bool) -> str:
    if not in_contact(state.position):
        return "race"
    return "opening" if opening else "contact"


def by_habit(one: Choice) -> Numbers:
    """The chances that the level like a person gives each play."""
    care = PEOPLE.opening_care if one.phase == "opening" else PEOPLE.care
    careful, glancing = (
        PEOPLE.chances(one.terms, careful=careful, racing=one.phase == "race")
        for careful in (True, False)
    )
    return np.asarray(care * careful + (1 - care) * glancing)


def by_noise(one: Choice, rng: np.random.Generator) -> Numbers:
    """The same of a net that misjudges every play by chance, counted."""
    spread = NOISE * (RACE_NOISE if one.phase == "race" else 1)
    errors = rng.normal(0, spread, (TIMES * 10, len(one.costs)))
    best = (one.terms[:, 0] + errors).argmax(axis=1)
    return np.bincount(best, minlength=len(one.costs)) / len(best)


def told(name: str, costs: Numbers, chances: Numbers) -> str:
    """One row of the table: shares of the errors in per cent, error rate, root mean square."""
    counted, _ = np.histogram(costs, EDGES, weights=chances)
    shares = " | ".join(f"{100 * share:.1f}" for share in counted / chances.sum())
    mean = float(costs @ chances / chances.sum())
    square = float((costs**2 @ chances / chances.sum()) ** 0.5)
    return f"| {name} | {shares} | {mean:.4f} | {500 * mean:.1f} | {square:.3f} |"


def compare(made: Sequence[Choice]) -> None:
    rng = np.random.default_rng(1)
    ways: dict[str, Callable[[Choice], Numbers]] = {
        "people": lambda one: np.eye(len(one.costs))[one.chosen],
        "like a person": by_habit,
        f"noise of {NOISE}": lambda one: by_noise(one, rng),
    }
    likely = {name: [way(one) for one in made] for name, way in ways.items()}
    for part in ("all", *PHASES):
        of = [i for i, one in enumerate(made) if part in ("all", one.phase)]
        print(f"\n| {part}: {len(of)} decisions | {' | '.join(SHARES)} | error rate | PR | rms |")
        print("|---" * (len(SHARES) + 4) + "|")
        costs = np.concatenate([made[i].costs for i in of])
        for name, chances in likely.items():
            print(told(name, costs, np.concatenate([chances[i] for i in of])))
    print()
    for name, chances in likely.items():
        really = [given[one.chosen] for one, given in zip(made, chances, strict=True)]
        print(f"{name}: gives the play that was made {100 * np.mean(really):.1f} %")


def logs(made: Sequence[Choice], taste: Numbers) -> Numbers:
    """The logarithm of the chance of each choice."""
    found = []
    for one in made:
        appeal = one.terms @ taste
        found.append(appeal[one.chosen] - np.logaddexp.reduce(appeal))
    return np.array(found)


def improved(made: Sequence[Choice], share: Numbers, taste: Numbers, prior: Numbers) -> Numbers:
    """A step of Newton's method towards the taste that makes the choices likeliest."""
    ridge = np.where(np.arange(len(taste)) == 0, 1e-3, 0.5)
    slope, curve = -ridge * (taste - prior), np.diag(ridge)
    for one, weight in zip(made, share, strict=True):
        appeal = one.terms @ taste
        chances = np.exp(appeal - np.logaddexp.reduce(appeal))
        mean = chances @ one.terms
        slope = slope + weight * (one.terms[one.chosen] - mean)
        spread = (one.terms * chances[:, None]).T @ one.terms - np.outer(mean, mean)
        curve = curve + weight * spread
    step = np.linalg.solve(curve, slope)
    return np.asarray(taste + step * min(1.0, 30 / np.abs(step).max()))


def prior_of(worth: float) -> Numbers:
    return np.array([worth] + [0.0] * (len(TERMS) - 1))


def two_tastes(made: Sequence[Choice], rounds: int = 12) -> tuple[Numbers, Numbers, Numbers]:
    """Careful, glancing, and how likely each choice was a careful one."""
    priors = prior_of(80), prior_of(20)
    careful, glancing = priors
    opening = np.array([one.phase == "opening" for one in made])
    care = np.full(len(made), 0.6)
    for _ in range(rounds):
        one, other = np.log(care) + logs(made, careful), np.log1p(-care) + logs(made, glancing)
        share = np.exp(one - np.logaddexp(one, other))
        care = np.where(opening, share[opening].mean(), share[~opening].mean())
        for _ in range(3):
            careful = improved(made, share, careful, priors[0])
            glancing = improved(made, 1 - share, glancing, priors[1])
    return careful, glancing, care


def blind(made: Sequence[Choice]) -> list[Choice]:
    """The choices of somebody who sees what plays are worth, and nothing else."""
    return [replace(one, terms=one.terms[:, :1]) for one in made]


def one_taste(made: Sequence[Choice]) -> Numbers:
    taste = prior = prior_of(50)[: made[0].terms.shape[1]]
    for _ in range(15):
        taste = improved(made, np.ones(len(made)), taste, prior)
    return taste


def fit(made: Sequence[Choice]) -> None:
    contact = [one for one in made if one.phase != "race"]
    careful, glancing, care = two_tastes(contact)
    racing = one_taste([one for one in made if one.phase == "race"])
    for title, taste in (("CAREFUL", careful), ("GLANCING", glancing), ("RACING", racing)):
        print(title, {name: round(float(w), 2) for name, w in zip(TERMS, taste, strict=True)})
    openings = [value for one, value in zip(contact, care, strict=True) if one.phase == "opening"]
    others = [value for one, value in zip(contact, care, strict=True) if one.phase != "opening"]
    print(f"care {others[0]:.2f}, opening_care {openings[0]:.2f}")
    left_out(contact)


def left_out(made: Sequence[Choice]) -> None:
    """The mean logarithm of the chance of choices that the fit did not see."""
    matches = sorted({one.match for one in made})
    by_worth: list[float] = []
    by_taste: list[float] = []
    for fold in range(FOLDS):
        test = [one for one in made if matches.index(one.match) % FOLDS == fold]
        train = [one for one in made if matches.index(one.match) % FOLDS != fold]
        careful, glancing, care = two_tastes(train)
        mean = float(care.mean())
        both = np.logaddexp(
            np.log(mean) + logs(test, careful), np.log1p(-mean) + logs(test, glancing)
        )
        by_taste.extend(both.tolist())
        worth = one_taste(blind(train))
        by_worth.extend(logs(blind(test), worth).tolist())
    gain = np.array(by_taste) - np.array(by_worth)
    print(f"left out: worth alone {np.mean(by_worth):.3f}, habits {np.mean(by_taste):.3f}")
    print(f"gain {gain.mean():.3f} ± {gain.std(ddof=1) / len(gain) ** 0.5:.3f} of {len(gain)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--fit", action="store_true")
    options = parser.parse_args()
    made = list(choices(options.folder))
    (fit if options.fit else compare)(made)


if __name__ == "__main__":
    main()
