"""Opponents with a style of their own: a network, and preferences on top of it.

    python -m tablas.training.abalone.styles NET FOLDER      # one safetensors file for each style

The network's last number goes into the score as it is, so a table of it is a taste. Self-play shows
a network only what it would do itself; in a part of the training games one side is played by one of
these, which value marbles, cohesion, the centre and the rim differently.
"""

from __future__ import annotations

import itertools
import sys
from dataclasses import dataclass
from pathlib import Path

from tablas.abalone import KIND, codec, rules
from tablas.training.abalone.lines import CELLS, LENGTHS, PLACES, STATES_FROM, cell_at
from tablas.training.abalone.network import Network, load, multiplied, save
from tablas.training.tensors import Tensor, torch, without_gradients

EJECTED = (0, 100, 215, 350, 510, 710, 2000, 2000)  # as in cpp/abalone_eval.hpp
UNIT = 127.0  # hundredths of a marble to 1 of the first layer


@dataclass(frozen=True, slots=True)
class Style:
    """What is added to the score, in hundredths of a marble."""

    marbles: float = 1.0  # what ejected marbles are worth, beside the usual
    pair: float = 0.0  # two own neighbours
    ring: float = 0.0  # each step of an own marble away from the centre costs so much
    chased: float = 0.0  # an opposing marble on the rim


STYLES = {
    "cohesive": Style(marbles=0.8, pair=5),
    "sacrificer": Style(marbles=0.6, pair=9, ring=1),
    "hoarder": Style(marbles=1.6),
    "sitter": Style(marbles=0.8, ring=5),
    "chaser": Style(marbles=1.2, chased=10),
    "runner": Style(chased=25, ring=-2),
}


def pairs() -> Tensor:
    """For each state of a line how many own marbles have an own one behind them."""
    counts = torch.zeros(STATES_FROM[-1])
    for first, length in zip(STATES_FROM, LENGTHS, strict=False):
        states = torch.arange(3**length)
        own = [(states // 3**place) % 3 == 1 for place in range(length)]
        both = [one & other for one, other in itertools.pairwise(own)]
        counts[first : first + 3**length] = torch.stack(both).float().sum(dim=0)
    return counts


def rings() -> Tensor:
    """Steps from the centre of each cell."""
    distances = torch.zeros(CELLS)
    for row, number in PLACES:
        up, along = row - 4, number - 5
        distances[cell_at(row, number)] = max(abs(up), abs(along), abs(up - along))
    return distances


def starting_boards() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """The sixteen starts as a network sees them."""
    positions = [rules.start(name) for name in KIND.start_names]
    words = torch.from_numpy(codec.encode_many(positions).view("<u8").astype("<i8"))
    marbles = (words[:, :, None] >> torch.arange(CELLS)) & 1
    none = torch.zeros(len(positions), dtype=torch.long)
    return marbles[:, 0].float(), marbles[:, 1].float(), none, none


@without_gradients
def styled(network: Network, style: Style) -> Network:
    """The network with preferences; the hidden layer no longer looks at its last product.

    The taste would move that product as well. It stays what it is on average over the starts: on
    positions of self-play the score changes by 26 hundredths of a marble.
    """
    usual = multiplied(network.view(*starting_boards()))[:, -1].mean()
    pairs_a_side = network.width // 2
    for last in (pairs_a_side - 1, 2 * pairs_a_side - 1):
        network.hidden_bias += usual * network.hidden[:, last]
        network.hidden[:, last] = 0
    ring = rings()
    network.patterns[:, -1] += style.pair * pairs() / UNIT
    network.cells[:CELLS, -1] -= style.ring * ring / UNIT
    network.cells[CELLS:, -1] += style.chased * (ring == 4) / UNIT
    network.lost[8:, -1] += (style.marbles - 1) * torch.tensor(EJECTED) / UNIT
    return network


def write_all(net: Path, folder: Path) -> dict[str, Path]:
    """Files of all styles over a network, by name."""
    folder.mkdir(parents=True, exist_ok=True)
    made = {name: folder / f"{name}.safetensors" for name in STYLES}
    for name, path in made.items():
        if not path.exists():
            save(styled(load(net), STYLES[name]), path)
    return made


if __name__ == "__main__":
    write_all(Path(sys.argv[1]), Path(sys.argv[2]))
