"""Our players spoken to by other programs: the line protocol of the dice games, and gnubg."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys

import pytest

from tablas import kind
from tablas.backgammon import notation
from tablas.backgammon.rules import Position
from tablas.cli import main
from tablas.engine.backgammon import gnubg_process
from tablas.engine.backgammon.fibs import FibsBoard
from tablas.engine.backgammon.gnubg_external import answer, state_of
from tablas.engine.backgammon.ubgi import talk as talk_ubgi
from tablas.engine.bot import bot
from tablas.engine.dice import protocol
from tablas.engine.dice.program_player import ProgramPlayer
from tablas.engine.dice.protocol import DiceConversation
from tablas.engine.dice.roller import RollerPlayer
from tablas.engine.outside import OutsideFailed
from tablas.engine.player import PART_OF_CLOCK
from tablas.errors import NotationError
from tablas.play.clock import TimeControl
from tablas.play.game import Game
from tablas.play.state import Phase
from tablas.play.terms import Terms
from tablas.values import Dice, Setup, Side

BACKGAMMON = kind("backgammon")
try:
    GNUBG = gnubg_process.gnubg_program()
except OutsideFailed:
    GNUBG = ""


def talk(*lines: str, game: str = "backgammon", level: str = "expert") -> list[str]:
    """What the engine says to these lines."""
    said: list[str] = []
    DiceConversation(kind(game), said.append, level).run(lines)
    return said


def test_a_conversation():
    said = talk("tablas 1", "position start", "dice 31", "go", "dice none", "go", "ping", "quit")
    assert said[0] == "id name Tablas"
    assert said[1].startswith("option level expert beginner ")
    assert said[-4:] == ["ready", "best 8/5 6/5", "best roll", "pong"]


def test_abak_is_spoken_too():
    said = talk("position start", "dice 31", "go", "go", game="abak", level="heuristic")
    assert said[0] == said[1]
    abak = kind("abak")
    assert abak.notation.read(abak.rules.start(), Dice(3, 1), said[0].removeprefix("best "))


def test_the_same_seed_says_the_same_and_levels_differ():
    lines = ["set level beginner", "set seed 4", "dice 52", *["go"] * 8]
    assert talk(*lines) == talk(*lines)
    assert len(set(talk(*lines))) > 1


def position(own: dict[int, int], opp: dict[int, int]) -> str:
    """The line for a position of White's, whose other checkers are off."""
    sides = [
        (15 - sum(side.values()), *(side.get(place, 0) for place in range(1, 26)))
        for side in (own, opp)
    ]
    return f"position {BACKGAMMON.formats.write(Setup(Position(*sides), Side.WHITE))}"


def test_the_cube_is_doubled_taken_dropped_and_left_alone():
    won = position({4: 1, 1: 1}, {1: 1})  # by 29 rolls of 36
    assert talk(won, "go") == ["best double"]
    assert talk(won, "doubled", "go") == ["best drop"]
    assert talk(won, "cube 2 opponent", "go") == ["best roll"]
    assert talk(won, "cube none", "go") == ["best roll"]
    assert talk("position start", "doubled", "go", "dice 31", "go")[-1] == "best 8/5 6/5"
    assert talk(position({1: 1, 2: 1}, {1: 1}), "dice 21", "go") == ["best 2/off 1/off"]


def test_an_xgid_tells_dice_cube_and_score():
    said: list[str] = []
    session = DiceConversation(BACKGAMMON, said.append, "expert")
    session.run(["position XGID=-b----E-C---eE---c-e----B-:1:-1:1:52:3:1:0:7:10"])
    state = session.state
    assert (state.dice, state.phase) == (Dice(5, 2), Phase.TO_PLAY)
    assert (state.cube.value, state.cube.owner) == (2, Side.BLACK)
    assert state.terms.stakes.away == (4, 6)
    session.run(["score money jacoby", "cube 1 centre", "dice none"])
    assert (session.state.terms.stakes.jacoby, session.state.cube.owner) == (True, None)
    session.run(["position XGID=-b----E-C---eE---c-e----B-:1:-1:-1:D:3:1:0:7:10", "go"])
    assert session.state.terms.stakes.away == (6, 4)
    assert said == ["best take"]


def test_a_finished_game_has_no_best_play():
    assert talk(position({}, {1: 1}), "dice 31", "go") == ["best none"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("tablas 2", "protocol"),
        ("dance", "command 'dance'"),
        ("set speed 3", "option 'speed'"),
        ("set level grandmaster", "level 'grandmaster'"),
        ("set seed x", "seed 'x'"),
        ("set level", "set NAME VALUE"),
        ("position nowhere", "position"),
        ("dice 71", "dice"),
        ("dice", "dice 31"),
        ("cube 3 own", "cube '3 own'"),
        ("cube 2 yours", "cube '2 yours'"),
        ("score 0 5", "score '0'"),
        ("score money beaver", "score"),
        ("go now", "expected 'go'"),
    ],
)
def test_a_bad_line_is_answered_and_the_talk_goes_on(line, told):
    said = talk(line, "ping")
    assert said[0].startswith("error ")
    assert told in said[0]
    assert said[-1] == "pong"


def test_a_double_without_the_cube_is_refused():
    assert talk("cube 2 opponent", "doubled")[0].startswith("error doubled")


def test_boards_of_gnubg_become_games_and_answers():
    start = BACKGAMMON.rules.start()
    expert = bot("backgammon", "expert")
    rolled = FibsBoard(position=start, dice=(3, 1), turn=False)
    assert answer(BACKGAMMON, expert, rolled.write()) == "8/5 6/5"
    assert answer(BACKGAMMON, expert, FibsBoard(position=start).write()) == "roll"
    offered = FibsBoard(position=start, doubled=True)
    assert answer(BACKGAMMON, expert, offered.write()) == "take"
    match = FibsBoard(
        position=start, turn=False, cube=2, may_double=False, length=5, score=(2, 1), crawford=False
    )
    state = state_of(BACKGAMMON, match)
    assert (state.terms.stakes.away, state.cube.owner) == ((3, 4), Side.WHITE)
    last = FibsBoard(position=start, length=5, score=(4, 1), crawford=True)
    assert not state_of(BACKGAMMON, last).terms.stakes.cube
    with pytest.raises(NotationError):
        answer(BACKGAMMON, expert, "board:of:directors")


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    told = capsys.readouterr()
    return left.value.code, told.out, told.err


def test_what_the_command_cannot_do_is_told(capsys):
    assert "does not play abak" in run(capsys, "engine", "abak", "--gnubg-socket", "a:1")[2]
    assert "--level" in run(capsys, "engine", "abalone", "--level", "club")[2]
    assert "host:port" in run(capsys, "engine", "backgammon", "--gnubg-socket", "a:b")[2]
    assert "grandmaster" in run(capsys, "engine", "backgammon", "--level", "grandmaster")[2]


SCRIPT = """set automatic game on
set automatic roll on
set automatic move on
set confirm new off
set display off
set evaluation chequerplay evaluation plies 0
set evaluation cubedecision evaluation plies 0
set player 1 gnubg
set player 0 external {where}
new match 1
show score
"""


@pytest.mark.skipif(not GNUBG, reason="GNU Backgammon is not installed")
def test_gnubg_plays_a_game_against_us(tmp_path):
    where = tmp_path / "s"
    command = [sys.executable, "-m", "tablas", "engine", "backgammon", "--once"]
    ours = subprocess.Popen(
        [*command, "--gnubg-socket", str(where)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert "listening" in ours.stdout.readline()
        told = subprocess.run(
            [GNUBG, "-t", "-q", "-r"], input=SCRIPT.format(where=where), capture_output=True,
            text=True, timeout=400, check=False,
        ).stdout  # fmt: skip
        ours.wait(120)
    finally:
        ours.kill()
        said = ours.communicate()[0]
    assert "error" not in said
    assert "after 1 game" in told
    assert not where.exists()


def test_the_test_drives_the_program_that_is_installed():
    assert bool(GNUBG) == bool(shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games"))
    assert notation.PASS == "-"


def ubgi(*lines: str) -> list[str]:
    """What is said after the greeting."""
    said: list[str] = []
    talk_ubgi(BACKGAMMON, bot("backgammon", "expert"), said.append, lines)
    assert [line.split()[:2] for line in said[:3]] == [
        ["id", w] for w in ("name", "author", "version")
    ]
    assert said[3] == "readyok"
    return said[4:]


START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:{}:0:0:0:0:10"


def test_ubgi_is_answered_by_plays_with_every_step_written_out():
    played = ubgi(*(START.format(dice) for dice in ("31", "65", "33")))
    assert played[:2] == ["8/5 6/5", "24/18 18/13"]
    assert len(played[2].split()) == 4
    assert not set("(*") & set(" ".join(played))
    board = FibsBoard(position=BACKGAMMON.rules.start(), dice=(3, 1)).write()
    shut = Position(own=(14, *[0] * 24, 1), opp=(3, *[2] * 6, *[0] * 19))
    assert ubgi(board, FibsBoard(position=shut, dice=(6, 6)).write()) == ["8/5 6/5", ""]


def test_ubgi_is_answered_about_the_cube():
    race = "XGID=-A--A----------------a----:0:0:1:{}:0:0:0:0:10"
    assert ubgi(race.format("00"), race.format("D")) == ["double", "drop"]
    assert ubgi(START.format("00"), START.format("D")) == ["roll", "take"]


def test_ubgi_says_sorry_and_goes_on():
    lines = (
        "what",
        "XGID=nonsense",
        "board:short",
        "stop",
        "",
        "ubgi",
        START.format("31"),
        "quit",
        "x",
    )
    said = ubgi(*lines)
    assert said[:3] == ["sorry"] * 3
    assert said[-2:] == ["readyok", "8/5 6/5"]


def test_a_program_that_begins_by_ubgi_is_spoken_to_in_it(monkeypatch, capsys):
    told = io.StringIO("ubgi\n" + START.format("31") + "\nquit\n")
    monkeypatch.setattr(sys, "stdin", told)
    with pytest.raises(SystemExit):
        main(["engine", "backgammon", "--level", "expert"])
    assert capsys.readouterr().out.splitlines()[3:] == ["readyok", "8/5 6/5"]


def test_plays_and_the_cube_are_analysed_in_numbers():
    said = talk("position start", "dice 31", "analyse 3", "dice none", "cube 1 centre", "analyse")
    assert [line.split()[:4] for line in said[:3]] == [
        ["info", "line", str(number), "equity"] for number in (1, 2, 3)
    ]
    assert said[0].endswith(" play 8/5 6/5")
    equities = [float(line.split()[4]) for line in said[:3]]
    assert equities == sorted(equities, reverse=True)
    assert said[3] == "analysed 3"
    assert said[4].startswith("info line 1 cube no-double ")
    assert said[5] == "analysed 1"
    assert talk(position({}, {1: 1}), "dice 31", "analyse") == ["analysed 0"]
    assert talk("position start", "cube none", "analyse")[0].startswith("error analyse: before")


@pytest.mark.parametrize(
    ("score", "play"), [("1 1", "24/14"), ("2 1", "8/2 6/2"), ("1 2", "24/14")]
)
def test_plays_are_chosen_and_analysed_as_the_score_wants(score, play):
    # Without a cube a match at which somebody is a point from winning is its Crawford game.
    at = ("position start", "cube none", f"score {score}", "dice 64")
    said = talk(*at, "go", "analyse 1", level="strongest")
    assert said[0] == f"best {play}"
    assert said[1].endswith(f" play {play}")


def test_whoever_is_short_of_time_plays_without_looking_ahead(monkeypatch):
    seated: list[str] = []
    made = protocol.bot
    monkeypatch.setattr(
        protocol, "bot", lambda game, level, *rest: seated.append(level) or made(game, level, *rest)
    )
    lines = ("position start", "dice 31", "clock 60 60", "go", "clock 9.5 60", "go")
    assert talk(*lines, level="master") == ["best 8/5 6/5"] * 2
    assert seated == ["master", "expert"]
    assert talk("clock soon 3")[0].startswith("error clock 'soon': expected seconds")


def test_whoever_could_think_for_long_takes_a_small_part_of_the_clock(monkeypatch):
    allowed: list[float | None] = []
    monkeypatch.setattr(
        RollerPlayer, "choose",
        lambda self, state: allowed.append(self.plan.seconds) or played_first(state),
    )  # fmt: skip
    talk("position start", "dice 31", "go", "clock 40 60", "go", level="roller")
    assert allowed == [None, 40 / PART_OF_CLOCK]


def played_first(state):
    return next(iter(state.kind.rules.plays(state.position, state.dice).values()))


def test_a_program_is_driven_with_clock_and_analysis():
    command = f"{sys.executable} -m tablas engine backgammon --level expert"
    player = ProgramPlayer(BACKGAMMON, command)
    try:
        control = TimeControl.parse("fischer 5+3")
        game = Game.begin(BACKGAMMON, Terms(time=control)).roll((3, 1), now=0)
        thoughts = player.analyse(game.state, 2)
        assert thoughts[0].endswith("play 8/5 6/5")
        assert len(thoughts) == 2
        assert player.choose(game.state)
    finally:
        player.close()
