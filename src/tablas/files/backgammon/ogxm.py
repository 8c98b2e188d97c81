"""OGXM, the match format of OpenGammon and GammonView, and through it .xg and .bgf.

The bytes are read and written by `gvformat` of the package `gammonview` (MIT, no further
dependencies), which the extra `tablas[files]` installs; it reads files of eXtreme Gammon and of
BGBlitz into the same document. Here that document becomes a match: its plies are followed by our
rules, as those of every other file.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

from tablas.backgammon.reasons import BAR, OFF
from tablas.errors import NotationError
from tablas.files.backgammon.following import Following, Lost
from tablas.files.backgammon.match_terms import MatchScore
from tablas.files.backgammon.turns import SheetTurn, turns
from tablas.files.sheet import Fault, GameSheet, MatchSheet
from tablas.play.terms import Stakes
from tablas.record import LONGEST_NAME, Record
from tablas.values import Dice, Ending, Side
from tablas.words import Words

Document = dict[str, Any]

ROLLS: Final = range(21)  # actions 0 to 20 are plays, one number for each roll
ACTIONS: Final = [(low, high) for low in range(1, 7) for high in range(low, 7)]
DOUBLE: Final = 21
TAKE: Final = 22
DROP: Final = 23
GAME_OVER: Final = 24
MATCH_OVER: Final = 26
SET_UP: Final = 31
_COLOURS: Final = {Side.WHITE: 0, Side.BLACK: 1}
MISSING: Final = Words(
    "this format needs the extra 'files': pip install 'tablas[files]'",
    "este formato necesita el extra 'files': pip install 'tablas[files]'",
)
POSITION_SET: Final = Words(
    "a position is set up in the middle of the game",
    "se coloca una posición en medio de la partida",
)


def read_ogxm(data: bytes) -> MatchSheet:
    return _read(data, lambda library: library.read_gvab(data))


def read_xg(data: bytes) -> MatchSheet:
    return _read(data, lambda library: library.convert_xg(data))


def read_bgf(data: bytes) -> MatchSheet:
    return _read(data, lambda library: library.convert_bgf(data))


def write_ogxm(match: MatchSheet) -> bytes:
    """The match without comments and analysis."""
    written: bytes = _library().write_gvab(document_of(match))
    return written


def document_of(match: MatchSheet) -> Document:
    """The match as the library's document: `match_of` reads it."""
    white, black = (min(points, match.length or points) for points in match.score)
    date = match.games[0].record.date[:10]
    stakes = match.games[0].record.game.first.terms.stakes
    return {
        "match_length": match.length,
        "player_white": match.name(Side.WHITE),
        "player_black": match.name(Side.BLACK),
        "white_score": white,
        "black_score": black,
        "result": _result(match),
        "source": 1,
        "timestamp": _stamp(date),
        "crawford": match.crawford and match.length > 0,
        "jacoby": stakes.jacoby,
        "beaver": stakes.beavers,
        "raccoon": stakes.raccoons,
        "cube_limit": 0,
        "event": match.tags.get("Event"),
        "site": match.tags.get("Site"),
        "games": [_game_document(match, number) for number in range(len(match.games))],
    }


def _result(match: MatchSheet) -> int:
    """Who has won the match: 1 White, 2 Black, 0 nobody yet."""
    white, black = match.score
    if not match.length or max(white, black) < match.length:
        return 0
    return 1 if white > black else 2


def _game_document(match: MatchSheet, number: int) -> Document:
    sheet = match.games[number]
    game = sheet.record.game
    plies = [_ply(turn) for turn in turns(game)]
    stakes = game.first.terms.stakes
    result = game.result
    # A marker closes every game; the format's own resignations want more than other files tell.
    if result and result.winner and result.ending is not Ending.DROPPED:
        last = number == len(match.games) - 1 and _result(match)
        plies.append(
            {"color": _COLOURS[result.winner.other], "action_id": MATCH_OVER if last else GAME_OVER}
        )
    return {
        "game_index": number,
        "winner": _COLOURS[result.winner] if result and result.winner else -1,
        "points_won": result.points if result else 0,
        "is_crawford": match.length > 1 and not stakes.cube and 1 in (stakes.away or ()),
        "plies": plies,
    }


def _ply(turn: SheetTurn) -> Document:
    colour = _COLOURS[turn.side]
    if turn.what != "played":
        actions = {"doubled": DOUBLE, "raised": DOUBLE, "took": TAKE, "dropped": DROP}
        return {"color": colour, "action_id": actions[turn.what]}
    assert turn.dice is not None
    low, high = turn.dice.low, turn.dice.high
    moves = [
        {
            "from": step.source if turn.side is Side.WHITE else BAR - step.source,
            "pips": step.source - step.target,
        }
        for step in turn.play
    ]
    return {
        "color": colour, "action_id": ACTIONS.index((low, high)), "d1": low, "d2": high,
        "moves": moves,
    }  # fmt: skip


def _stamp(date: str) -> int:
    try:
        return int(datetime.fromisoformat(f"{date}T00:00:00+00:00").timestamp())
    except ValueError:
        return 0


def _library() -> Any:
    try:
        import gvformat  # noqa: PLC0415 (an extra)
    except ImportError:
        raise NotationError(MISSING.en, MISSING.es) from None
    return gvformat


def _read(data: bytes, convert: Callable[[Any], Document]) -> MatchSheet:
    library = _library()
    try:
        document = convert(library)
        return match_of(document)
    except (Lost, NotationError):
        raise
    except Exception as error:
        # The library raises whatever its parsers meet; to us each of them is a damaged file.
        raise NotationError(
            f"{len(data)} bytes, damaged or of another kind: {error}",
            f"{len(data)} bytes, dañados o de otro tipo: {error}",
        ) from error


def match_of(document: Document) -> MatchSheet:
    """The match that a document holds."""
    length = int(document["match_length"])
    games = document["games"]
    crawford = bool(document.get("crawford")) or any(game.get("is_crawford") for game in games)
    money = Stakes(
        jacoby=bool(document.get("jacoby")), beavers=bool(document.get("beaver")),
        raccoons=bool(document.get("beaver") and document.get("raccoon")),
    )  # fmt: skip
    score = MatchScore(
        length, crawford=crawford or length == 1, money=money if not length else None
    )
    faults: list[Fault] = []
    sheets: list[GameSheet] = []
    points = (0, 0)
    for number, game in enumerate(games):
        sheet = _game(document, game, number, score, points, faults)
        sheets.append(sheet)
        won = int(game["points_won"])
        points = (
            (points[0] + won, points[1]) if game["winner"] == 0 else (points[0], points[1] + won)
        )
    tags = {name: str(document[key]) for name, key in (("Event", "event"), ("Site", "site"))
            if document.get(key)}  # fmt: skip
    return MatchSheet(games=tuple(sheets), crawford=score.crawford, tags=tags, faults=tuple(faults))


def _game(
    document: Document,
    game: Document,
    number: int,
    score: MatchScore,
    points: tuple[int, int],
    faults: list[Fault],
) -> GameSheet:
    terms = score.terms(points, crawford_game=True if game.get("is_crawford") else None)
    following = Following(terms)
    rest = ""
    for place, ply in enumerate(game["plies"]):
        try:
            _happened(following, ply)
        except Lost as lost:
            faults.append(Fault(number + 1, place + 1, lost.words))
            rest = f"{len(game['plies']) - place} plies"
            break
    if not rest and game["winner"] in (0, 1):
        winner = Side.WHITE if game["winner"] == 0 else Side.BLACK
        if words := following.won(winner, int(game["points_won"])):
            faults.append(Fault(number + 1, len(game["plies"]), words))
    paper = Record(
        game=following.game,
        white=str(document.get("player_white") or "")[:LONGEST_NAME],
        black=str(document.get("player_black") or "")[:LONGEST_NAME],
        date=_date(document) if number == 0 else "",
        length=score.length,
        score=points,
        notes=following.notes,
    )
    return GameSheet(record=paper, rest=rest, rest_format="ogxm" if rest else "")


def _happened(following: Following, ply: Document) -> None:
    side = Side.WHITE if ply["color"] == 0 else Side.BLACK
    action = int(ply["action_id"])
    if action in ROLLS:
        steps = [_way(move, side) for move in ply["moves"]]
        following.rolled(side, Dice(int(ply["d1"]), int(ply["d2"])))
        following.moved(side, steps, " ".join(f"{a}/{b}" for a, b in steps))
    elif action == DOUBLE:
        following.doubled(side)
    elif action == TAKE:
        following.took(side)
    elif action == DROP:
        following.dropped(side)
    elif action == SET_UP:
        raise Lost.because(POSITION_SET)


def _way(move: Document, side: Side) -> tuple[int, int]:
    """One step as its side counts; the file numbers the points as White does."""
    start = int(move["from"])
    source = start if side is Side.WHITE else BAR - start
    return source, max(source - int(move["pips"]), OFF)


def _date(document: Document) -> str:
    stamp = document.get("timestamp")
    return datetime.fromtimestamp(stamp, UTC).date().isoformat() if stamp else ""
