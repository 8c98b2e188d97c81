"""Duels of the dice games: fair dice, fair luck, cubes, resuming, several processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from importlib import resources

import numpy as np
import pytest

from backgammon_strategies import placed
from tablas import kernel
from tablas.backgammon import codec
from tablas.cli import main
from tablas.duel import match
from tablas.duel.dice_games import Dicebox, play_pairs
from tablas.duel.luck import ROLLS, WEIGHTS, after_use, lucks, with_cube
from tablas.duel.pairs import PlayedPairs
from tablas.duel.result import PointsMean, PointsTest, Tally
from tablas.duel.runner import Duel
from tablas.duel.setting import DuelFile, Setting
from tablas.engine import weights
from tablas.engine.backgammon import in_contact as one_in_contact
from tablas.engine.backgammon.seats import Glance, racing
from tablas.engine.bot import bot
from tablas.engine.dice.cubes import Cubes
from tablas.engine.dice.net_player import NetPlayer
from tablas.engine.dice.seats import NetSeat, PlayerSeat, SearchSeat
from tablas.engine.engines import engine
from tablas.engine.seats import DiceSeat, SeatOptions
from tablas.errors import NotationError

FILES = resources.files("tablas.engine") / "weights"


def seat(text: str, game: str, *, cube: bool = False) -> DiceSeat:
    return engine(game).duel().seat(text, SeatOptions(cube=cube))


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    told = capsys.readouterr()
    return left.value.code, told.out, told.err


def boards(count: int, seed: int = 1) -> np.ndarray:
    """Positions of games between nets."""
    rng = np.random.default_rng(seed)
    row, found = kernel.backgammon.start()[None], []
    while len(found) < count:
        found.append(row[0])
        row, _ = weights.net("backgammon").choose(row, rng.integers(1, 7, (1, 2), dtype=np.uint8))
        if kernel.backgammon.outcomes(row)[0]:
            row = kernel.backgammon.start()[None]
    return np.stack(found)


def test_a_pair_has_the_same_dice_however_the_duel_is_cut():
    whole, part = Dicebox(7, range(10)), Dicebox(7, range(4, 10))
    for turn in (0, 1, 63, 64, 300):
        assert (whole.roll(turn)[4:] == part.roll(turn)).all()
    opening = Dicebox(3, range(300)).roll(0)
    assert (opening[:, 0] != opening[:, 1]).all()
    assert len({tuple(roll) for roll in opening.tolist()}) == 30


def test_equal_players_split_every_pair():
    one, other = (NetSeat(weights.net("backgammon"), name, game="backgammon") for name in "ab")
    played = play_pairs(
        "backgammon", one, other, Dicebox(1, range(3)), weights.net("backgammon"), cube=True
    )
    assert (np.sum(played.raw, axis=1) == 0).all()
    assert np.allclose(np.sum(played.adjusted, axis=1), 0)
    assert np.allclose(np.sum(played.won, axis=1), 1)
    assert one.cpu() > 0


@pytest.mark.parametrize("cube", [False, True])
@pytest.mark.parametrize(
    "make", [lambda: weights.net("backgammon"), lambda: Glance("backgammon")], ids=["net", "glance"]
)
def test_luck_is_fair_the_mean_over_all_rolls_is_nought(cube, make):
    judge, rows = make(), boards(5)
    cubes = Cubes(np.array([1, 2, 2, 4, 8]), np.array([0, 1, -1, 1, 0], np.int8), cube)
    total = sum(
        weight * lucks(judge, rows, np.tile(roll, (5, 1)), cubes, "backgammon")
        for roll, weight in zip(ROLLS, WEIGHTS, strict=True)
    )
    assert np.allclose(total, 0, atol=1e-5)
    small = lucks(
        judge, rows[:1], np.array([[6, 6]], np.uint8), cubes.of(np.array([0])), "backgammon"
    )
    large = Cubes(np.array([4]), np.array([0], np.int8), cube)
    doubled = lucks(judge, rows[:1], np.array([[6, 6]], np.uint8), large, "backgammon")
    assert np.allclose(doubled, small * (4, 1))


def test_who_owns_the_cube_is_better_off_and_a_cash_is_worth_a_point():
    chances = np.array([[0.8, 0.0, 0, 0, 0]] * 3)
    mine, middle, theirs = with_cube(chances, np.array([1, 0, -1], np.int8))
    assert theirs < middle <= mine
    assert with_cube(np.array([[1.0, 0, 0, 0, 0]]), np.array([1], np.int8))[0] == pytest.approx(1)


def test_the_next_player_cashes_and_a_game_that_is_over_has_no_cube():
    lost = np.array([[0.1, 0, 0, 0, 0]] * 3)
    mine, middle, theirs = after_use(lost, np.array([1, 0, -1], np.int8), np.full(3, 0.7))
    assert (middle, theirs) == (-1, -1)
    assert -1 < mine < -0.7
    last = np.frombuffer(codec.encode(placed("1×2", "6×3")), np.uint8)[None]
    cubes = Cubes(np.array([2]), np.array([-1], np.int8), used=True)
    assert lucks(Glance("backgammon"), last, np.array([[2, 1]], np.uint8), cubes, "backgammon") == (
        pytest.approx(0, abs=1e-6)
    )


def test_contact_is_seen_alike_in_one_board_and_in_many():
    rows = boards(120, 3)
    contact = [one_in_contact(codec.decode(row.tobytes())) for row in rows]
    assert (~racing(rows)).tolist() == contact
    assert len(set(contact)) == 2


def test_a_level_plays_alike_in_a_batch_and_at_the_board():
    rows = boards(12, 5)
    dice = np.tile(np.array([[5, 2]], np.uint8), (12, 1))
    cubes = Cubes.fresh(12, used=True)
    net = NetPlayer(weights.net("backgammon"), "backgammon")
    alone, batch = PlayerSeat("backgammon", net), seat("expert", "backgammon", cube=True)
    assert isinstance(batch, NetSeat)
    assert (alone.play(rows, dice, cubes) == batch.play(rows, dice, cubes)).all()
    assert (alone.doubles(rows, cubes) == batch.doubles(rows, cubes)).all()
    assert (alone.takes(rows, cubes) == batch.takes(rows, cubes)).all()
    noisy = seat("beginner", "backgammon", cube=True)
    assert noisy.noise == bot("backgammon", "beginner").noise > 0
    reached, offsets = kernel.backgammon.successors(rows, dice)
    for i, row in enumerate(noisy.play(rows, dice, cubes)):
        assert (reached[offsets[i] : offsets[i + 1]] == row).all(axis=1).any()


def test_the_search_plays_alike_in_a_batch_and_at_the_board():
    rows = boards(4, 6)
    dice = np.tile(np.array([[4, 3]], np.uint8), (4, 1))
    for name in ("tablas:0", "tablas:small:1"):
        found = seat(name, "backgammon")
        assert isinstance(found, SearchSeat)
        plain = Cubes.fresh(4, used=False)
        assert (found.play(rows, dice, plain) == found.alone.play(rows, dice, plain)).all()
        owned = Cubes(np.array([1, 2, 2, 4]), np.array([0, 1, -1, 1], np.int8), used=True)
        assert (found.play(rows, dice, owned) == found.alone.play(rows, dice, owned)).all()
        assert found.cpu() > 0


def test_much_noise_loses_points(capsys):
    code, out, _ = run(
        capsys, "duel", "backgammon", "expert", "beginner", "--games", "12", "--cube", "--json"
    )
    answer = json.loads(out)
    assert (code, answer["games"], answer["luck_adjusted"]) == (0, 12, True)
    assert answer["points_per_game"] > 3 * answer["standard_error"] > 0
    assert answer["first_cpu_ms"] > 0


def test_abak_players_meet_and_their_luck_is_taken_away(capsys):
    # Of four pairs the raw results may happen to be alike; of sixteen they are not.
    arguments = ["duel", "abak", "tablas:0", "expert", "--pairs", "16", "--json"]
    code, out, _ = run(capsys, *arguments)
    answer = json.loads(out)
    assert (code, answer["games"], answer["luck_adjusted"]) == (0, 32, True)
    assert answer["standard_error"] < answer["raw_standard_error"]
    code, out, _ = run(capsys, "duel", "abak", "greedy", "random", "--pairs", "1", "--cube")
    assert code == 0
    assert "luck-adjusted" in out


def test_a_net_in_a_file_meets_the_net_of_the_package_and_both_halves_are_told(capsys, tmp_path):
    mine, yours = tmp_path / "mine.safetensors", tmp_path / "yours.safetensors"
    for file in (mine, yours):
        file.write_bytes((FILES / "abak.safetensors").read_bytes())
    command = ["duel", "tablas:small:0", str(mine), "--game", "abak", "--games", "4", "--json"]
    code, out, _ = run(capsys, *command)
    answer = json.loads(out)
    assert (code, answer["games"], answer["luck_adjusted"]) == (0, 4, True)
    assert answer["names"] == ["tablas:small:0", "mine"]
    same = json.loads(run(capsys, "duel", str(yours), *command[2:])[1])
    assert same["points_per_game"] == 0  # the same net: whatever one wins it loses in the pair
    assert [half["games"] for half in answer["halves"]] == [2, 2]
    code, out, _ = run(capsys, *command, "--judge", "none")
    assert not json.loads(out)["luck_adjusted"]
    ahead = ["duel", f"{mine}:1", f"{yours}:1", "--game", "abak", "--games", "2", "--json"]
    assert json.loads(run(capsys, *ahead)[1])["points_per_game"] == 0
    wiser = ["duel", f"{mine}:1", str(yours), "--game", "abak", "--games", "4", "--json"]
    assert json.loads(run(capsys, *wiser)[1])["raw_points_per_game"] != 0


def test_halves_of_a_duel_are_its_first_and_its_last_pairs():
    tally = Tally(PlayedPairs(raw=[(1, 1), (3, 1), (-1, -1), (-3, -1)], won=[(1, 1)] * 4, turns=8))
    first, second = tally.halves()
    assert (first["games"], first["points_per_game"]) == (4, 1.5)
    assert (second["points_per_game"], second["standard_error"]) == (-1.5, 0.5)


def test_a_player_for_the_win_alone_leaves_the_opponent_the_fewest_wins():
    board = kernel.abak.start()[None].repeat(40, axis=0)
    dice = np.random.default_rng(3).integers(1, 7, (40, 2), dtype=np.uint8)
    plain, wins = seat("tablas:small:0", "abak"), seat("tablas:small:wins", "abak")
    cubes = Cubes.fresh(40, used=False)
    net = weights.net("abak")
    after, after_wins = (one.play(board, dice, cubes) for one in (plain, wins))
    assert (net.evaluate(after_wins)[:, 0] <= net.evaluate(after)[:, 0] + 1e-6).all()


def test_several_processes_play_the_same_games_as_one(monkeypatch):
    monkeypatch.setattr(match, "SIDE_BY_SIDE", 2)  # so that more than one process gets to play
    setting = Setting(game="backgammon", first="casual", second="greedy", seed=2)
    tallies = []
    for processes in (1, 2):
        with Duel(setting, processes=processes) as duel:
            tallies += [list(duel.play(8))[-1]]
    one, two = (tally.pairs for tally in tallies)
    assert (one.raw, one.adjusted, one.turns) == (two.raw, two.adjusted, two.turns)
    assert len(one.raw) == 4


def test_a_player_that_fails_in_another_process_ends_the_duel(monkeypatch):
    setting = Setting(game="backgammon", first="expert", second="club")
    duel = Duel(setting, processes=2)
    with duel:
        monkeypatch.setattr(duel, "setting", replace(setting, first="tablas:9"))
        with pytest.raises(NotationError, match="plies"):
            list(duel.play(100))


def test_luck_is_fair_in_abak_too():
    board, judge = kernel.abak.start()[None], weights.net("abak-quick")
    for cubes in (Cubes.fresh(1, used=False), Cubes(np.array([4]), np.array([1], np.int8), True)):
        found = [lucks(judge, board, roll[None], cubes, "abak")[0] for roll in ROLLS]
        assert np.allclose(WEIGHTS @ np.array(found), 0, atol=1e-5)
        assert np.std(found, axis=0).min() > 0


def test_a_search_of_abak_is_called_by_its_net_its_plies_and_its_widths():
    board, dice = kernel.abak.start()[None], np.array([[6, 5]], np.uint8)
    fresh = Cubes.fresh(1, used=False)
    found = {
        name: seat(name, "abak").play(board, dice, fresh).tobytes()
        for name in ("tablas:small:0", "tablas:small:1", "tablas:small:1/1-.1")
    }
    net = weights.net("abak").choose(board, dice)[0].tobytes()
    # With a single play that goes on, looking ahead changes nothing.
    assert found["tablas:small:0"] == found["tablas:small:1/1-.1"] == net
    assert isinstance(seat("tablas:1", "abak", cube=True), SearchSeat)
    for wrong in ("tablas:1/0-.1", "tablas:1/2", "tablas:1/2-.1-.2", "tablas:1" + "/2-.1" * 5):
        with pytest.raises(NotationError, match="expected widths"):
            seat(wrong, "abak")


def test_a_sequential_test_stops_the_duel(capsys, monkeypatch):
    monkeypatch.setattr(match, "SIDE_BY_SIDE", 5)
    code, out, _ = run(
        capsys, "duel", "backgammon", "expert", "beginner", "--games", "4000", "--sprt", "0", ".2"
    )
    assert code == 0
    assert "SPRT accepted" in out
    assert "money games without a cube" in out
    test = PointsTest(0.0, 0.1)
    assert test.verdict(PointsMean(-0.1, 0.01)) == "rejected"
    assert test.verdict(PointsMean(0.06, 0.1)) is None
    assert test.verdict(PointsMean(0.0, np.inf)) is None


def test_a_duel_goes_on_from_its_file(tmp_path):
    setting = Setting(game="backgammon", first="expert", second="master", seed=4)
    for games in (2, 6):
        with Duel(setting, tmp_path / "duel") as duel:
            list(duel.play(games))
    with Duel(setting) as whole:
        list(whole.play(6))
    kept = DuelFile(tmp_path / "duel", setting).read()
    assert kept.raw == duel.tally.pairs.raw == whole.tally.pairs.raw
    assert np.allclose(kept.adjusted, whole.tally.pairs.adjusted)
    with pytest.raises(NotationError, match="another duel"):
        DuelFile(tmp_path / "duel", replace(setting, second="club")).read()
    (tmp_path / "duel").write_text("[1]\n", encoding="utf-8")
    with pytest.raises(NotationError):
        DuelFile(tmp_path / "duel", setting).read()


def test_an_interrupted_duel_tells_what_it_has(tmp_path):
    kept = tmp_path / "duel"
    command = [sys.executable, "-m", "tablas", "duel", "backgammon", "expert", "club"]
    # Where the tests were started in the background, Ctrl-C would be ignored, and inherited so.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    running = subprocess.Popen(
        [*command, "--games", "100000", "--judge", "none", "--json", "--save", str(kept)],
        stdout=subprocess.PIPE,
        text=True,
    )
    signal.signal(signal.SIGINT, before)
    until = time.monotonic() + 180
    while not games_in(kept) and time.monotonic() < until:
        time.sleep(0.05)
    os.kill(running.pid, signal.SIGINT)
    out, _ = running.communicate(timeout=180)
    answer = json.loads(out)
    assert answer["interrupted"]
    assert answer["games"] == 2 * len(DuelFile(kept, Setting(**settings_of(kept))).read().raw) >= 50


def games_in(path):
    """Whether the file of a duel holds more than its first line."""
    return path.exists() and path.read_text(encoding="utf-8").count("\n") > 1


def test_a_place_where_games_cannot_be_kept_is_known_before_the_first(capsys, tmp_path):
    kept = tmp_path / "duel"
    Duel(Setting(game="abak", first="greedy", second="random"), kept)
    assert settings_of(kept)["first"] == "greedy"
    command = ("duel", "abak", "greedy", "random", "--games", "1000000")
    code, _, told = run(capsys, *command, "--save", str(kept / "below"))
    assert code == 2
    assert f"{kept / 'below'}: the games cannot be kept there: Not a directory" in told


def settings_of(path):
    return json.loads(path.read_text(encoding="utf-8").splitlines()[0])


def test_a_mean_of_one_pair_has_no_error():
    tally = Tally(PlayedPairs(raw=[(1.0, -2.0)], won=[(1.0, 0.0)], turns=40))
    told = tally.summary()
    assert (told["points_per_game"], told["standard_error"], told["won"]) == (-0.5, None, 0.5)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["backgammon", "tablas:0"], "a game and two players"),
        (["chess", "a", "b"], "'chess'"),
        (["backgammon", "tablas:0", "grandmaster"], "level 'grandmaster'"),
        (["backgammon", "tablas:9", "expert"], "0 to 3 plies"),
        (["backgammon", "wizard:1", "expert"], "expected tablas:N"),
        (["abak", "gnubg:0", "greedy"], "abak has beginner"),
        (["abak", "tablas:4", "greedy"], "0 to 3 plies"),
        (["backgammon", "expert", "club", "--sprt", "1", "0"], "LOW below HIGH"),
        (["backgammon", "expert", "club", "--games", "4", "--pairs", "2"], "not both"),
        (["backgammon", "expert", "club", "--depth", "4"], "say their plies"),
        (["abalone", "depth:1", "random", "--cube"], "for the games with dice"),
        (["abak", "tablas:0", "nowhere.safetensors"], "there is no such file"),
        (["abak", "tablas:0", "nowhere.safetensors:1"], "there is no such file"),
        (["abak", "tablas:0", "expert", "--judge", "backgammon-tiny"], "the package has"),
    ],
)
def test_what_cannot_be_played_is_told_in_a_line(capsys, arguments, told):
    code, out, err = run(capsys, "duel", *arguments)
    assert (code, out) == (2, "")
    assert told in err
    assert len(err.splitlines()) == 1


def test_programs_that_are_missing_are_named_with_a_way_out(monkeypatch, capsys):
    monkeypatch.setenv("TABLAS_GNUBG", "no-such-gnubg")
    code, _, err = run(capsys, "duel", "backgammon", "expert", "gnubg:0")
    assert code == 2
    assert "TABLAS_GNUBG" in err
    monkeypatch.setenv("TABLAS_BGSAGE_PYTHON", "no-such-python")
    code, _, err = run(capsys, "duel", "backgammon", "expert", "bgsage:1")
    assert code == 2
    assert "bgsage" in err
