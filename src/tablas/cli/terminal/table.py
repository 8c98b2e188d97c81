"""A table in the terminal: deals the dice, asks the people, lets the bots act, keeps the score."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from tablas import record
from tablas.cli.terminal import phrases
from tablas.cli.terminal.journal import Journal
from tablas.cli.terminal.line_editor import LineEditor
from tablas.cli.terminal.resume import Saved
from tablas.cli.terminal.telling import HUMAN, play_text, result_sentence
from tablas.engine.bot import TITLES
from tablas.engine.player import Player
from tablas.engine.playing import decided
from tablas.errors import system_words
from tablas.kind import Kind
from tablas.play.actions import (
    Action,
    Beavered,
    Doubled,
    Dropped,
    Flagged,
    OpeningRolled,
    Played,
    Raccooned,
    ResignationAccepted,
    Rolled,
    Skipped,
)
from tablas.play.cube import Cube
from tablas.play.game import Game
from tablas.play.match import Match
from tablas.play.standing import terms_of
from tablas.play.state import Phase
from tablas.record import Record
from tablas.situation import Situation
from tablas.values import Dice, Result, Setup, Side
from tablas.words import Language, Words

Seats = dict[Side, Player | None]  # None: a person sits there


class Leave(Exception):
    """A person gets up from the table and leaves the game unfinished."""


class TerminalTable:
    """One match between two seats; what is said and asked goes through the terminal."""

    def __init__(
        self,
        kind: Kind[Any, Any],
        seats: Seats,
        rng: random.Random,
        match: Match,
        setup: Setup[Any] | None,
        language: Language,
        colour: bool,
        journal: Journal | None,
        ask_person: Callable[[TerminalTable, Side], None],
        saved: Saved | None = None,
        names: str = "numbers",
        situation: Situation | None = None,
    ) -> None:
        """`ask_person` lets the person of that side act, and says what is wrong.

        With `saved` its unfinished game is played on, which `journal` ends with. A `situation`
        says at which cube and score the set-up is played.
        """
        self.kind, self.seats, self.rng, self.match = kind, seats, rng, match
        self.setup, self.language, self.colour, self.journal = setup, language, colour, journal
        self.ask_person, self.names, self.situation = ask_person, names, situation
        self.editor = LineEditor()
        self.before: list[Game[Any, Any]] = []  # the games a person may go back to
        self.finished: list[Record] = []
        self.clock_ahead = 0  # of this machine's steady clock: nobody's time ran while away
        if saved and saved.unfinished:
            self.game = saved.unfinished.game
            self.clock_ahead = (saved.last_moment() or 0) - _steady()
            if journal:
                journal.go_on(self.game)
        else:
            self.game = self.new_game()

    def play_match(self, *, single: bool) -> None:
        """Play until the match is won, one game is over, or somebody leaves."""
        white, black = (self.title(side) for side in (Side.WHITE, Side.BLACK))
        self.say(phrases.WELCOME, game=self.kind.title, white=white, black=black)
        if self.game.log:
            self.say(phrases.GOES_ON, count=len(self.game.log))
        try:
            while True:
                self.match = self.match.after(self.play_game())
                self.finished.append(self.on_paper())
                if single or self.announced_winner():
                    return
                if None in self.seats.values():
                    self.ask(phrases.ASK_NEXT)
                self.game = self.new_game()
        except (Leave, EOFError, KeyboardInterrupt):
            click.echo()
            self.say(phrases.LEFT)
        finally:
            self.editor.close()
            if self.journal:
                self.journal.close()
                self.say(phrases.SAVED, file=self.journal.file)

    def play_game(self) -> Result:
        """Play the game on the table to its end."""
        self.before = []
        self.draw()
        while not self.game.result:
            self.act()
        self.draw()
        result = self.game.result
        self.say(result_sentence(result))
        return result

    def act(self) -> None:
        """One action of whoever is to act; a flag that has fallen comes first."""
        state = self.game.state
        clock = state.clock
        if clock and (fallen := clock.flag(self.now())):
            self.apply(Flagged(fallen))
            return
        if state.phase is Phase.OPENING:
            self.open()
            return
        side = self.game.to_act
        assert side is not None
        if state.phase is Phase.TO_ROLL and self.kind.shut_out(state.position):
            self.say(phrases.SKIPS, side=side)
            self.apply(Skipped(side))
        elif bot := self.seats[side]:
            self.bot_acts(side, bot)
        else:
            self.ask_person(self, side)

    def open(self) -> None:
        white, black = self.die(), self.die()
        self.say(phrases.OPENING, white=white, black=black)
        if white == black:
            self.say(phrases.TIE)
        self.apply(OpeningRolled(white, black))
        if self.game.turn and self.seats[self.game.turn] is None:
            self.draw()

    def bot_acts(self, side: Side, bot: Player) -> None:
        if self.game.state.resignation:
            self.say(phrases.TAKES, side=side)
            self.apply(ResignationAccepted(side))
            return
        match decided(self.game, side, bot, self.now()):
            case None:
                self.roll(side)
            case Doubled() | Beavered() | Raccooned() as raised:
                self.turn_cube(raised)
            case Played(play=play) as played:
                text = play_text(self.game.state, play, self.names)
                self.say(phrases.PLAYS, side=side, play=text)
                self.apply(played)
                self.draw()
            case Dropped() as dropped:
                self.say(phrases.DROPS, side=side)
                self.apply(dropped)
            case taken:
                self.say(phrases.TAKES, side=side)
                self.apply(taken)

    def play(self, side: Side, text: str) -> None:
        state = self.game.state
        play = self.kind.notation.read(state.position, state.dice, text, side)
        was = self.game
        self.apply(Played(side, play))
        self.before.append(was)
        self.draw()

    def roll(self, side: Side) -> None:
        dice = Dice(self.die(), self.die())
        self.say(phrases.ROLLS, side=side, dice=dice)
        self.apply(Rolled(side, dice))
        state = self.game.state
        if () in self.kind.rules.plays(state.position, dice).values():
            self.say(phrases.NOTHING_MOVES)
            self.apply(Played(side, ()))
        elif self.seats[side] is None:
            self.draw()

    def double(self, side: Side) -> None:
        self.turn_cube(Doubled(side))

    def turn_cube(self, raised: Doubled | Beavered | Raccooned) -> None:
        self.apply(raised)
        offer = self.game.state.cube.offer
        assert offer is not None
        self.say(phrases.DOUBLES, side=raised.side, value=offer.value)

    def undo(self) -> None:
        if not self.before:
            self.say(phrases.NO_UNDO)
            return
        self.game = self.before.pop()
        if self.journal:
            self.journal.taken_back(self.game)
        self.draw()

    def apply(self, action: Action[Any]) -> None:
        before = self.game
        self.game = before.apply(action, self.now() if before.state.clock else None)
        if self.journal:
            self.journal.happened(before, self.game)

    def announced_winner(self) -> bool:
        white, black = self.match.score
        self.say(phrases.SCORE, white=white, black=black)
        if self.match.winner:
            self.say(phrases.MATCH_WON, side=self.match.winner)
        return self.match.winner is not None

    def new_game(self) -> Game[Any, Any]:
        now = self.now() if self.match.time else None
        terms, cube = self.match.terms(), None
        if self.situation:
            terms = terms_of(self.situation, terms)
            cube = Cube(self.situation.cube, self.situation.owner)
        game = Game.begin(self.kind, terms, setup=self.setup, cube=cube, left=self.left(), now=now)
        if self.journal:
            self.journal.begin(self.on_paper(game))
        return game

    def left(self) -> tuple[int, int] | None:
        """What both have left of the time of a match, which counts for all its games."""
        played = self.finished[-1].game.state.clock if self.finished and self.match.length else None
        return played.left if played else None

    def on_paper(self, game: Game[Any, Any] | None = None) -> Record:
        game = game or self.game
        length, score = game.first.terms.stakes.score
        return Record(
            game=game, white=self.name(Side.WHITE), black=self.name(Side.BLACK),
            date=time.strftime("%Y-%m-%d"), length=length, score=score,
        )  # fmt: skip

    def save(self, file: Path) -> None:
        unfinished = [] if self.game.result else [self.on_paper()]
        try:
            text = "".join(record.write(paper) for paper in [*self.finished, *unfinished])
            file.write_text(text, encoding="utf-8")
        except OSError as error:
            self.say(phrases.NOT_SAVED, error=system_words(error))
            return
        self.say(phrases.SAVED, file=file)

    def draw(self) -> None:
        people = [side for side, bot in self.seats.items() if bot is None]
        view = people[0] if len(people) == 1 else self.game.turn or Side.WHITE
        board = self.kind.text.draw(
            self.game.setup(), view=view, colour=self.colour, language=self.language
        )
        click.echo(f"\n{board}", color=self.colour)
        cube = self.game.state.cube
        if cube.owner:
            self.say(phrases.CUBE, value=cube.value, side=cube.owner)

    def name(self, side: Side) -> str:
        bot = self.seats[side]
        return bot.name if bot else HUMAN

    def title(self, side: Side) -> Words:
        """Who sits there, in words."""
        bot = self.seats[side]
        return TITLES.get(bot.name, Words(bot.name, bot.name)) if bot else phrases.PERSON

    def now(self) -> int:
        """The time on the clock of the game, in milliseconds."""
        return _steady() + self.clock_ahead

    def die(self) -> int:
        return self.rng.randint(1, 6)

    def ask(self, question: Words, **facts: object) -> str:
        return self.editor.ask(self.in_words(question, facts))

    def say(self, words: Words, **facts: object) -> None:
        click.echo(self.in_words(words, facts))

    def in_words(self, words: Words, facts: dict[str, object]) -> str:
        named = {
            name: fact.words if isinstance(fact, Side) else fact for name, fact in facts.items()
        }
        return words.about(**named).spoken(self.language)


def _steady() -> int:
    return time.monotonic_ns() // 1_000_000
