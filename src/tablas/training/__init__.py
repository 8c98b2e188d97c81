"""How the nets of the package were trained, to be done again; needs the extra `tablas[train]`.

`train` gives a value for every step of a run; nothing here prints. `python -m tablas.training` and
`tablas train` print from these values.
"""

from tablas.training.plan import DicePlan
from tablas.training.progress import Ended, Progress, Report
from tablas.training.recipe import compare, export, in_rounds, plan_file, train, trainable

__all__ = [
    "DicePlan", "Ended", "Progress", "Report",
    "compare", "export", "in_rounds", "plan_file", "train", "trainable",
]  # fmt: skip
