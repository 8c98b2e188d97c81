"""Problems: positions of our own games in which one answer is clearly best."""

from tablas.problems.problem import Problem, problem_of
from tablas.problems.sets import packaged, problem_named

__all__ = ["Problem", "packaged", "problem_named", "problem_of"]
