"""What two people sit at: a game or a match, folded from the events of its log.

A table is frozen, and a struct because every event makes a new one. `after(body, at)` gives the
table after one more event, exactly as when it was played and as when it is restored; everything a
restart needs is in the log.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct, field
from msgspec.structs import replace

from tablas.fair_dice.dealing import Dealing
from tablas.play.clock import Timing
from tablas.play.cube import Cube
from tablas.play.game import Game
from tablas.play.match import Match
from tablas.play.standing import terms_of
from tablas.record.actions import NAMES, read_action
from tablas.record.dice import is_roll
from tablas.server.play import takebacks
from tablas.server.play.agreement import Agreement
from tablas.server.play.dice import fair_dice
from tablas.situation import Situation
from tablas.strict_json import Reader
from tablas.values import Result, Side

Body = dict[str, Any]
ACTIONS: Final = frozenset(NAMES)


class Table(Struct, frozen=True, kw_only=True):
    """A match in progress: the game on the board, those before it, and what is on offer.

    `number` counts the games of the match from 1; 0 means that the first has not begun.
    """

    id: str
    agreement: Agreement
    names: tuple[str, str]
    bots: frozenset[Side] = frozenset()
    match: Match
    game: Game[Any, Any]
    seq: int = 0
    at: int = 0
    number: int = 0
    finished: tuple[Game[Any, Any], ...] = ()
    proofs: tuple[Mapping[int, Body], ...] = ()  # of finished games: proof by place in the log
    receipts: tuple[Body | None, ...] = ()
    aborted: bool = False
    aborted_by: Side | None = None
    session_over: bool = False
    ready: frozenset[Side] = frozenset()
    takeback: Side | None = None  # who asks for it
    rematch: Side | None = None
    rematch_game: str | None = None
    server_anchor: str = ""
    anchors: Mapping[Side, str] = field(default_factory=dict)
    no_chain: frozenset[Side] = frozenset()  # who would let the server roll alone
    plain_dice: bool = True  # the server rolls alone
    dealing: Dealing | None = None
    receipt: Body | None = None
    proof: Mapping[int, Body] = field(default_factory=dict)

    @classmethod
    def fresh(
        cls,
        id: str,  # noqa: A002 the word of the database and the protocol
        agreement: Agreement,
        names: tuple[str, str] = ("", ""),
        bots: frozenset[Side] = frozenset(),
    ) -> Table:
        """A table where nobody has moved yet."""
        match = agreement.match()
        game = begun(agreement, match, agreement.situation(), 0)
        return cls(id=id, agreement=agreement, names=names, bots=bots, match=match, game=game)

    @property
    def over(self) -> bool:
        """Whether nothing more can happen here but talk and a rematch."""
        return self.aborted or self.decided

    @property
    def decided(self) -> bool:
        """Whether the match has its result."""
        if self.game.result is None or self.number == 0:
            return False
        if self.agreement.session:
            return self.session_over
        return self.agreement.length is None or self.match.winner is not None

    @property
    def between_games(self) -> bool:
        return self.game.result is not None and not self.over

    @property
    def playing(self) -> bool:
        """Whether a game is on the board and waits for somebody."""
        return self.number > 0 and self.game.result is None and not self.aborted

    @property
    def moved(self) -> bool:
        """Whether somebody has already made a move."""
        return self.number > 1 or self.game.state.plies > 0

    @property
    def dice_fell(self) -> bool:
        """Whether a roll of the game on the board has been seen."""
        return any(is_roll(entry.action) for entry in self.game.log)

    @property
    def winner(self) -> Side | None:
        if not self.decided:
            return None
        if self.agreement.session:
            return _ahead(self.match)
        if self.agreement.length is None:
            assert self.game.result is not None
            return self.game.result.winner
        return self.match.winner

    @property
    def awaited(self) -> Side | None:
        """The player whose anchor or opening the dice wait for, other than the one who rolls."""
        if not self.playing or self.plain_dice:
            return None
        if self.dealing is None:
            return next((side for side in Side if side not in self.anchors), None)
        return fair_dice.awaited_player(self.dealing, self.game)

    @property
    def to_act(self) -> Side | None:
        """Whom the table waits for."""
        if not self.playing:
            return None
        return self.awaited or self.game.to_act

    def takes_back(self, side: Side) -> int | None:
        """The place in the log of the move that `side` may take back; None if there is none."""
        freely = side.other in self.bots
        return takebacks.place_of_last_move(self.game, side, freely=freely)

    def after(self, body: Body, at: int) -> Table:
        """The table after an event; raises the rules' own errors where it is not allowed."""
        return replace(self._after(body, at), seq=self.seq + 1, at=at)

    def _after(self, body: Body, at: int) -> Table:
        do = body["do"]
        if do in ACTIONS:
            return self._acted(body, at)
        side = Side(body["side"]) if "side" in body else None
        match do:
            case "begun":
                return self._begun(body, at)
            case "ready":
                assert side
                return replace(self, ready=self.ready | {side})
            case "aborted":
                return replace(self, aborted=True, aborted_by=side, takeback=None)
            case "ended-session":
                return replace(self, session_over=True)
            case "asked-takeback":
                return replace(self, takeback=side)
            case "refused-takeback":
                return replace(self, takeback=None)
            case "took-back":
                assert side
                return self._taken_back(side, body)
            case "asked-rematch":
                return replace(self, rematch=side)
            case "rematched":
                return replace(self, rematch_game=body["game"])
            case "anchored":
                assert side
                anchors = {**self.anchors, side: body["anchor"]}
                return replace(self, anchors=anchors, no_chain=self.no_chain - {side})
            case "asked-no-chain":
                assert side
                return replace(self, no_chain=self.no_chain | {side})
            case "no-chain":
                return replace(self, plain_dice=True, anchors={}, dealing=None, receipt=None)
            case "sealed":
                dealing = fair_dice.sealed(self.names, body)
                return replace(self, dealing=dealing, receipt=body["dice"], plain_dice=False)
            case "opened":
                assert side
                return replace(self, dealing=fair_dice.opened(self.dealing, self.game, side, body))
        raise AssertionError(f"event {do!r} in the log of {self.id}")

    def _begun(self, body: Body, at: int) -> Table:
        """The next game of the match is set up; its clock starts where a side is on turn."""
        ended = (self.game,) if self.number else ()
        # What is left of the time goes on through the match; a time for each move starts afresh,
        # and so does every game of a session, which may go on for ever.
        clock = self.game.state.clock if ended else None
        goes_on = clock and clock.control.timing is not Timing.PER_MOVE
        left = clock.left if clock and goes_on and not self.agreement.session else None
        # Games from before set-ups had cube and score go on without them.
        situation = self.agreement.situation() if body.get("situated") else None
        game = begun(self.agreement, self.match, situation, at, left)
        return replace(
            self, game=game, number=body["number"], ready=frozenset(), takeback=None,
            finished=(*self.finished, *ended),
            proofs=(*self.proofs, *((self.proof,) if ended else ())),
            receipts=(*self.receipts, *((self.receipt,) if ended else ())),
            server_anchor=body.get("anchor", ""), plain_dice="anchor" not in body,
            anchors={}, no_chain=frozenset(), dealing=None, receipt=None, proof={},
        )  # fmt: skip

    def _taken_back(self, side: Side, body: Body) -> Table:
        """Before a move; rolls that fell after it are undone, and their links open anew."""
        place = body.get("to", takebacks.place_of_last_move(self.game, side))
        assert place is not None
        game = takebacks.taken_back(self.game, place)
        proof = {made: one for made, one in self.proof.items() if made < place}
        dealing = self.dealing
        if dealing and len(proof) < len(self.proof):
            dealing = fair_dice.rewound(dealing.receipt, game, proof)
        return replace(self, takeback=None, game=game, dealing=dealing, proof=proof)

    def _acted(self, body: Body, at: int) -> Table:
        """An action of the game itself; with fair dice a roll brings its proof along."""
        fields = {name: value for name, value in body.items() if name != "proof"}
        line = Reader(fields)
        action = read_action(self.game.state, line)
        line.finish()
        game = self.game.apply(action, at if self.game.state.clock else None)
        table = replace(self, game=game, takeback=None)
        if "proof" in body:
            place = len(game.log) - 1
            dealing = fair_dice.server_opened(self.dealing, self.game, body)
            table = replace(table, dealing=dealing, proof={**self.proof, place: body["proof"]})
        return counted(table, game.result) if game.result else table


def begun(
    agreement: Agreement,
    match: Match,
    situation: Situation | None,
    now: int,
    left: tuple[int, int] | None = None,
) -> Game[Any, Any]:
    """The next game of a match, or one at the cube and score of a situation."""
    terms, cube = match.terms(), None
    if situation:
        terms, cube = terms_of(situation, terms), Cube(situation.cube, situation.owner)
    return Game.begin(agreement.kind, terms, setup=agreement.setup(), cube=cube, left=left, now=now)


def _ahead(match: Match) -> Side | None:
    """Who has more points; nobody, if both have as many."""
    white, black = match.score
    if white == black:
        return None
    return Side.WHITE if white > black else Side.BLACK


def counted(table: Table, result: Result) -> Table:
    """The table with the game on the board finished and counted for the match."""
    return replace(table, match=table.match.after(result), dealing=None)
