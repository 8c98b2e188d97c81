"""A record stepped through at the terminal: forwards, backwards, to any move of any game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import click

from tablas.cli.terminal import phrases
from tablas.cli.terminal.line_editor import LineEditor
from tablas.cli.terminal.telling import player, result_sentence, sentence
from tablas.play.actions import Played
from tablas.play.game import Game
from tablas.record import Note, Record
from tablas.values import Side
from tablas.words import Language, Words

NO_NOTE: Final = Note()


class Replay:
    """The games of a record with a place in them: so many moves into one of the games."""

    def __init__(self, papers: Sequence[Record], names: str) -> None:
        """`names` says how plays name places: by `numbers`, or `nb`."""
        self.papers, self.names = papers, names
        self.game, self.move = 0, 0  # both counted from 0
        self._replayed: dict[int, list[Game[Any, Any]]] = {}

    @property
    def paper(self) -> Record:
        return self.papers[self.game]

    @property
    def moves(self) -> int:
        return len(self.paper.game.log)

    def games(self) -> list[Game[Any, Any]]:
        """The present game after each of its moves, the start first."""
        if self.game not in self._replayed:
            log = self.paper.game.log
            now = [Game(self.paper.game.first, self.paper.game.first)]
            for entry in log:
                now.append(now[-1].followed(entry.action, entry.at))
            self._replayed = {self.game: now}  # one game at a time: a match may be long
        return self._replayed[self.game]

    def forwards(self) -> bool:
        """To the next move, over to the next game after the last one; False at the very end."""
        if self.move < self.moves:
            self.move += 1
        elif self.game + 1 < len(self.papers):
            self.game, self.move = self.game + 1, 0
        else:
            return False
        return True

    def backwards(self) -> bool:
        if self.move:
            self.move -= 1
        elif self.game:
            self.game -= 1
            self.move = self.moves
        else:
            return False
        return True

    def to_game(self, number: int) -> bool:
        """To the start of a game, counted from 1."""
        if not 1 <= number <= len(self.papers):
            return False
        self.game, self.move = number - 1, 0
        return True

    def to_move(self, number: int) -> bool:
        if not 0 <= number <= self.moves:
            return False
        self.move = number
        return True

    def title(self, number: int | None = None) -> Words:
        """Which game and move this is, of whom, at which score."""
        index = self.game if number is None else number
        paper = self.papers[index]
        score: Words | str = ""
        if paper.length:
            white, black = paper.score
            score = phrases.IN_MATCH.about(white=white, black=black, length=paper.length)
        moves = len(paper.game.log)
        return phrases.STEP.about(
            game=index + 1, games=len(self.papers), score=score,
            white=player(paper, Side.WHITE), black=player(paper, Side.BLACK),
            move=self.move if number is None else moves, moves=moves,
        )  # fmt: skip

    def happened(self, move: int) -> Words:
        """The sentence of a move, counted from 1."""
        before, entry = self.games()[move - 1], self.paper.game.log[move - 1]
        note = self.paper.notes.get(move - 1, NO_NOTE)
        if note.breaks and isinstance(entry.action, Played) and before.kind.written:
            text = before.kind.written(entry.action.play)
            words = phrases.PLAYS.about(side=entry.action.side.words, play=text)
        else:
            words = sentence(before.state, entry.action, self.names)
        if note.breaks:
            words = phrases.ILLEGAL.about(what=words, why=note.breaks)
        return phrases.COMMENTED.about(what=words, comment=note.comment) if note.comment else words

    def shown(self, language: Language, *, colour: bool) -> str:
        """The place as text: title, board, the move that led here, and the result at the end."""
        game = self.games()[self.move]
        board = game.kind.text.draw(game.setup(), colour=colour, language=language)
        lines = [self.title().spoken(language), board]
        if self.move:
            lines.append(self.happened(self.move).spoken(language))
        if game.result:
            lines.append(phrases.RESULT.about(how=result_sentence(game.result)).spoken(language))
        return "\n".join(lines)


def step_through(replay: Replay, language: Language, *, colour: bool) -> None:
    """Let a person walk through the record until they leave."""
    editor = LineEditor()
    click.echo(replay.shown(language, colour=colour), color=colour)
    while True:
        try:
            line = editor.ask(phrases.ASK_STEP.spoken(language)).strip().lower()
        except (EOFError, KeyboardInterrupt):
            click.echo()
            return
        if line in phrases.STEP_COMMANDS["quit"]:
            return
        if answer := _obeyed(replay, line):
            click.echo(answer.spoken(language))
        else:
            click.echo(replay.shown(language, colour=colour), color=colour)


def _obeyed(replay: Replay, line: str) -> Words | None:
    """Go where the line says; words instead of the board where there is nothing to show."""
    word, _, rest = line.partition(" ")
    number = line if line.isdecimal() else rest
    names = (name for name, words in phrases.STEP_COMMANDS.items() if word in words)
    match "number" if line.isdecimal() else next(names, "help"):
        case "next":
            return None if replay.forwards() else phrases.AT_THE_END
        case "previous":
            return None if replay.backwards() else phrases.AT_THE_START
        case "first":
            replay.to_move(0)
        case "last":
            replay.to_move(replay.moves)
        case "number":
            went = replay.to_move(int(number))
            return None if went else phrases.NO_SUCH_MOVE.about(last=replay.moves)
        case "game" if number.isdecimal():
            went = replay.to_game(int(number))
            return None if went else phrases.NO_SUCH_GAME.about(last=len(replay.papers))
        case "game":
            return _listed([replay.title(index) for index in range(len(replay.papers))])
        case "moves":
            return _listed([_numbered(replay, move) for move in range(1, replay.moves + 1)])
        case _:
            return phrases.STEP_HELP
    return None


def _numbered(replay: Replay, move: int) -> Words:
    words = replay.happened(move)
    return Words(f"{move:4}  {words.en}", f"{move:4}  {words.es}")


def _listed(lines: Sequence[Words]) -> Words:
    return Words("\n".join(line.en for line in lines), "\n".join(line.es for line in lines))
