"""The pool of earlier nets of a run, against which later ones are judged."""

from __future__ import annotations

from pathlib import Path

from tablas.training.tensors import Device, Tensor, torch

BACK = (1, 3)  # rungs down that a new net plays against


class Ladder:
    """A folder of the teacher's weights, in half precision, named by their window."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)

    def rungs(self) -> list[int]:
        """The windows of all nets that are kept."""
        return sorted(int(file.stem) for file in self.folder.glob("*.pt"))

    def below(self, window: int) -> list[int]:
        """The windows of the nets that a new one is to be compared with."""
        rungs = [rung for rung in self.rungs() if rung < window]
        return [rungs[-back] for back in BACK if back <= len(rungs)]

    def put(self, window: int, flat: Tensor) -> None:
        torch.save(flat.half().cpu(), self.folder / f"{window}.pt")

    def take(self, window: int, device: Device) -> Tensor:
        flat: Tensor = torch.load(self.folder / f"{window}.pt", weights_only=True)
        return flat.float().to(device)
