"""The catalogue of games: from the games' own fields, in every language, asked for once."""

from __future__ import annotations

import re

import httpx
import pytest

from tablas.engine.bot import opponents
from tablas.games import NAMES, kind
from tablas.play.clock import TimeControl
from tablas.server.play.agreement import Agreement
from tablas.server.web.routes.kinds import KindsAnswer
from tablas.server.web.static import read_modules, site
from tablas.values import Dice


@pytest.fixture(scope="module")
def catalogue(club):
    return httpx.get(f"{club.base}/api/kinds").raise_for_status()


def kinds(catalogue) -> dict[str, dict]:
    return {one["name"]: one for one in catalogue.json()["kinds"]}


def test_every_game_is_told_with_all_that_belongs_to_it(catalogue):
    assert tuple(kinds(catalogue)) == NAMES
    for name, told in kinds(catalogue).items():
        known = kind(name)
        assert told["title"] == {"en": known.title.en, "es": known.title.es}
        assert [start["name"] for start in told["starts"]] == list(known.start_names)
        assert [level["name"] for level in told["levels"]] == list(opponents(name))
        assert [start["name"] for start in told["starts"] if start["featured"]] == [
            start.name for start in known.starts if start.featured
        ]
        assert sum(level["usual"] for level in told["levels"]) == 1
        assert (told["options"], told["times"]) == (list(known.options), list(known.times))
        assert told["dice"] is known.dice


def test_whatever_it_offers_can_be_agreed_on(catalogue):
    fields = Agreement.model_fields
    for name, told in kinds(catalogue).items():
        assert set(told["options"]) <= set(fields)
        for time in told["times"]:
            assert Agreement(game=name, time=time).control == TimeControl.parse(time)
        for start in told["starts"]:
            assert Agreement(game=name, start=start["name"]).start == start["name"]
            Agreement(game=name, position=start["position"])
    for days in catalogue.json()["days"]:
        assert Agreement(game=NAMES[0], days=days).mode == "correspondence"
    for length in catalogue.json()["lengths"]:
        assert Agreement(game=NAMES[0], length=length).length == length


def test_the_example_of_a_game_is_a_legal_play(catalogue):
    for name, told in kinds(catalogue).items():
        known, example = kind(name), told["example"]
        setup = known.formats.read(example["position"])
        dice = Dice(*example["dice"]) if example["dice"] else None
        known.notation.read(setup.position, dice, example["play"])


def test_board_pages_and_courses_are_where_the_app_looks_for_them(club, catalogue):
    files = site().files
    for name, told in kinds(catalogue).items():
        assert f'customElements.define("{told["element"]}"' in site().text(
            f"board/{name}/{told['element']}.js"
        )
        assert {f"app/games/{name}.js", f"app/learn/{name}.json"} <= set(files)
        assert f"board/{name}/exhibits.js" in files
        assert httpx.get(club.base + told["rules"]).status_code == 200


def test_levels_have_a_title_each_and_yardsticks_too(catalogue):
    titles = catalogue.json()["titles"]
    for told in kinds(catalogue).values():
        for level in told["levels"]:
            assert titles[level["name"]] == level["title"]
            assert level["strength"] is None or level["strength"]["against"] in titles


def test_who_has_it_already_is_told_that_nothing_has_changed(club, catalogue):
    tag = catalogue.headers["etag"]
    again = httpx.get(f"{club.base}/api/kinds", headers={"if-none-match": tag})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    other = httpx.get(f"{club.base}/api/kinds", headers={"if-none-match": '"old"'})
    assert other.content == catalogue.content


def test_the_schema_describes_it(club, catalogue):
    schema = httpx.get(f"{club.base}/api/openapi.json").json()
    answer = schema["paths"]["/api/kinds"]["get"]["responses"]["200"]["content"]
    assert answer["application/json"]["schema"]["$ref"].endswith("/KindsAnswer")
    KindsAnswer.model_validate(catalogue.json())


def test_no_other_file_of_the_app_names_a_game():
    named = re.compile(rf"""["'](?:{"|".join(NAMES)})["']""")
    own = re.compile(rf"(?:board|app/games|app/learn)/(?:{'|'.join(NAMES)})(?:/.*|\.js)")
    files = {path: text for path, text in read_modules().items() if not own.fullmatch(path)}
    assert len(files) > 50
    assert [path for path, text in files.items() if named.search(text)] == []
