"""Many matches at once: the same reviews, whoever makes them, also where workers die."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tablas.engine.runners import in_processes, on_ray, one_by_one
from tablas.errors import NotationError
from tablas.review.many import Task, review_many, reviewed

MATCH = """\
 1 point match

 Game 1
 Ana : 0                        Bob : 0
  1) 31: 24/23 13/10             {roll}
"""
ROLLS = ("64: 24/14", "52: 13/8 13/11", "61: 13/7 8/7")


@pytest.fixture
def files(tmp_path):
    paths = []
    for number, roll in enumerate(ROLLS):
        paths.append(tmp_path / f"{number}.mat")
        paths[-1].write_text(MATCH.format(roll=roll))
    return paths


def square_or_die(item: tuple[Path, int]) -> int:
    """The square of a number; the process that first meets 3 is killed."""
    marker, number = item
    if number == 3 and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def test_a_killed_process_costs_nothing_but_time(tmp_path):
    items = [(tmp_path / "died", number) for number in range(6)]
    answers = dict(in_processes(2)(square_or_die, items))
    assert answers == {number: number * number for number in range(6)}
    assert (tmp_path / "died").exists()


def test_processes_find_the_same_as_one(files):
    tasks = [Task(path.name, path.read_bytes(), "fast") for path in files]
    alone = dict(one_by_one(reviewed, tasks))
    assert dict(in_processes(2)(reviewed, tasks)) == alone
    assert len({answer.decisions for answer in alone.values()}) == len(files)


def test_what_was_reviewed_is_not_reviewed_again(files):
    bad = files[0].with_name("bad.mat")
    bad.write_text("hello")
    first = list(review_many([*files, bad], "fast", (), one_by_one))
    assert [one.path.name for one in first if one.error] == ["bad.mat"]

    def nobody(work, items):
        assert not items, "everything lies beside the files"
        return iter(())

    again = list(review_many(files, "fast", (), nobody))
    assert [one.review for one in again] == [one.review for one in first if one.review]


def test_ray_is_an_extra(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(NotationError, match=r"pip install 'tablas\[cluster\]'"):
        on_ray("auto")
