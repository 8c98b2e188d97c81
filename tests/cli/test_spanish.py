"""The command line in Spanish: every help, every kind of error, what commands print."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest

from command import error, tablas
from tablas.cli.main import tablas as program
from tablas.cli.spanish import CLICK, COMMANDS, METAVARS, NOTES, OPTIONS, PLURALS, SETTINGS
from tablas.cli.spoken_help import EXAMPLES, spoken_metavar

SPANISH = "es_ES.UTF-8"
ENGLISH = re.compile(
    r"\b(the|of|and|with|not|found|expected|such|missing|usage|options|commands|show|message|"
    r"exit|must|which|while|where|there|this|that|from|into|only|each|every|play|game|move|moves|"
    r"point|points|file|such|value|invalid|least|most|than|more|before|after|is|are|was|were|"
    r"has|have|been|holds?|means|needs?|cannot|does|do|give|leave|between|characters|fields)\b",
    re.IGNORECASE,
)
"""Words that no Spanish sentence has; `a`, `no`, `son`, `once` and their like are in both."""
KEPT = re.compile(
    r"'[^'\n]*'|«[^»]*»|`[^`]*`|\"[^\"]*\"|--[\w-]+|\[[^\]]*\|[^\]]*\]|\{[^}]*\|[^}]*\}|"
    r"\b[\w/.-]+\.(?:md|json|jsonl|tar|toml|safetensors|py)\b|GNU Backgammon|"
    r"Universal Backgammon Interface|"
    r"\b\w+-[\w-]+|sudden, fischer, bronstein, delay, move|/[\w./-]+|"
    r"\b(?:tablas|gnubg|bgsage|depth|nodes|time|hand)[:/]\S*|\(TABLAS_\w+\)"
)
"""What is typed as it stands in every language: names, options, quotations, paths."""
INVOCATIONS = re.compile(
    r"^ *(?:Uso: |Usage: )?(?:echo |printf |source |\(echo |tablas ).*$|^  [a-z-]+(?=  )",
    re.MULTILINE,
)
"""Lines that show how to call a command, and the names of commands in front of their help."""


def english_words(text: str) -> list[str]:
    return ENGLISH.findall(KEPT.sub(" ", INVOCATIONS.sub("", text)))


def commands(
    command: click.Command = program, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from commands(inner, (*path, name))


def paths() -> list[tuple[str, ...]]:
    return [path for path, _ in commands()]


@pytest.mark.parametrize("path", paths(), ids=lambda path: " ".join(path) or "tablas")
def test_every_help_is_in_spanish_where_the_environment_is(path):
    shown = tablas(*path, "--help", language=SPANISH).stdout
    assert shown.startswith("Uso: tablas")
    assert not english_words(shown), shown
    asked = tablas(*path, "--help", "--lang", "es")
    assert asked.stdout == shown
    english = tablas(*path, "--help").stdout
    assert english.startswith("Usage: tablas")
    for line in re.findall(r"^    (?:echo |printf |source |tablas ).*$", english, re.MULTILINE):
        assert line.split("   ")[0] in shown, "the examples are the same"


def test_every_command_option_and_setting_has_its_spanish():
    for path, command in commands():
        text = inspect.cleandoc(command.help or "")
        start = EXAMPLES.search(text)
        prose = text[: start.start()] if start else text
        first = prose.partition("\n")[0]
        assert first in COMMANDS, f"cli/spanish/commands.py lacks {first!r}"
        spanish = COMMANDS[first]
        assert len(spanish.split("\n\n")) == len(prose.strip().split("\n\n")), first
        if path == ("serve",):
            continue  # its options are the settings, below
        for param in command.get_params(click.Context(command)):
            if isinstance(param, click.Option) and param.help:
                known = {*OPTIONS, *CLICK.values()}
                assert param.help in known, f"cli/spanish/options.py lacks {param.help!r} of {path}"


def test_every_setting_of_the_server_has_its_spanish():
    settings = pytest.importorskip("tablas.server.settings").Settings
    described = {field.description for field in settings.model_fields.values()}
    assert not described - set(SETTINGS), "cli/spanish/settings.py lacks these"
    assert not set(SETTINGS) - described


def test_nothing_is_translated_that_nobody_says():
    said = {
        param.help
        for _, command in commands()
        for param in command.get_params(click.Context(command))
        if isinstance(param, click.Option)
    }
    assert not set(OPTIONS) - said - {"Show this message and exit.", "Show the version and exit."}
    first = {inspect.cleandoc(command.help or "").partition("\n")[0] for _, command in commands()}
    assert not set(COMMANDS) - first
    everything = " ".join(command.help or "" for _, command in commands())
    assert not [note for note in NOTES if note not in everything]


@cache
def click_messages() -> set[str]:
    """What click says to users of commands: the texts that it looks up in its catalogue."""
    messages = set()
    for name in ("core", "exceptions", "formatting", "parser", "types"):
        source = (Path(click.__file__).parent / f"{name}.py").read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id in ("_", "ngettext") and isinstance(node.args[0], ast.Constant):
                messages.add(str(node.args[0].value))
    return messages


def test_what_click_says_is_known_in_spanish():
    for programmers in (
        "defined twice", "cannot use the", "Could not determine name", "No options defined",
        "Arguments take exactly", "DeprecationWarning", "UUID", "Choice(", "match the format",
    ):  # fmt: skip
        assert any(programmers in message for message in click_messages())
    told_to_programmers = re.compile(
        "defined twice|cannot use the|Could not determine name|No options defined|"
        r"Arguments take exactly|DeprecationWarning|UUID|Choice\(|match the format|"
        "^(?:file|directory|path)$"
    )
    unknown = click_messages() - set(CLICK) - set(PLURALS)
    assert not [message for message in unknown if not told_to_programmers.search(message)]


XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
ERRORS = [
    ("dance",),
    ("board",),
    ("board", "chess"),
    ("board", "abak", "--foo"),
    ("board", "abak", "a", "b", "c"),
    ("board", "abak", "nonsense"),
    ("board", "abak", "ED/OS/3/sssn/1/sgs/3/SSGS/ssgs/3/SGS/1/SSSN/3/os/ed -/- -/- x"),
    ("board", "abak", "ED/OS/3/sssn/1/sgs/3/SSGS/ssgs/3/SGS/1/SSSN/3/os/ed x -/- w"),
    ("board", "abak", "ED/OS/4/sssn/1/sgs/3/SSGS/ssgs/3/SGS/1/SSSN/3/os/ed -/- -/- w"),
    ("board", "abak", "ED/ZZ/3/sssn/1/sgs/3/SSGS/ssgs/3/SGS/1/SSSN/3/os/ed -/- -/- w"),
    ("board", "abak", "E/OS/3/sssn/1/sgs/3/SSGS/ssgs/3/SGS/1/SSSN/3/os/ed -/- -/- w"),
    ("board", "backgammon", "nonsense"),
    ("board", "backgammon", "4HPwATDgc/AB"),
    ("board", "backgammon", "XGID=-b----E-C---eE---c-e----B-"),
    ("board", "backgammon", XGID.replace(":31:", ":77:")),
    ("board", "backgammon", XGID.replace("-b--", "-?--")),
    ("board", "backgammon", XGID.replace("-b--", "-o--")),
    ("board", "backgammon", XGID.replace(":0:10", ":x:10")),
    ("board", "backgammon", XGID.replace(":1:31", ":7:31")),
    ("board", "abalone", "9/9 b"),
    ("board", "abalone", "zz"),
    ("board", "abalone", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbx b"),
    ("board", "abalone", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbb b"),
    ("board", "abalone", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb x"),
    ("board", "abalone", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 9"),
    ("board", "abalone", "--start", "tulip"),
    ("board", "abak", "x", "--start", "standard"),
    ("board", "abak", "--view", "red"),
    ("moves", "backgammon"),
    ("moves", "backgammon", "--dice", "71"),
    ("moves", "backgammon", "--dice"),
    ("moves", "abak", "--jsonl", "--dice", "31"),
    ("moves", "abalone", "--names", "nb"),
    ("moves", "backgammon", XGID, "--turn", "black"),
    ("why", "backgammon", "hello", "--dice", "31"),
    ("why", "backgammon", "13/7 B12-B8", "--dice", "31"),
    ("why", "backgammon", "13/7 " * 60, "--dice", "31"),
    ("why", "abak", "S99/1", "--dice", "31"),
    ("why", "abak", "hello", "--dice", "31"),
    ("why", "abalone", "zzz"),
    ("why", "abalone", "a9b9"),
    ("why", "abalone", "a1a1b1"),
    ("explain", "abak", "S8/7", "--dice", "66"),
    ("explain", "backgammon", "8/1", "--dice", "31"),
    ("explain", "abalone", "e5e6"),
    ("perft", "abak"),
    ("perft", "abak", "--depth", "x"),
    ("perft", "abak", "--depth", "99"),
    ("play",),
    ("play", "abak", "--time", "slow"),
    ("play", "abak", "--time", "sudden 5+3"),
    ("play", "abak", "--match", "3", "--jacoby"),
    ("play", "abak", "--match", "99"),
    ("play", "abalone", "--jacoby"),
    ("play", "abak", "--white", "nobody"),
    ("play", "abak", "--record", "/nowhere/at/all.jsonl"),
    ("play", "--resume", "/nowhere/at/all.jsonl"),
    ("replay",),
    ("replay", "nowhere.jsonl"),
    ("replay", "{record}"),
    ("replay", "{damaged}"),
    ("replay", "{fields}"),
    ("replay", "{illegal}"),
    ("replay", "{good}", "--game", "7"),
    ("replay", "{good}", "--move", "700"),
    ("verify", "{record}"),
    ("verify", "{good}", "--server-key", "77"),
    ("bestmove", "backgammon"),
    ("bestmove", "abalone", "--dice", "31"),
    ("bestmove", "abalone", "--cubeful"),
    ("bestmove", "abalone", "--roller"),
    ("bestmove", "backgammon", "--dice", "31", "--roller", "--nodes", "9"),
    ("analyse", "backgammon", "--roller"),
    ("bestmove", "abalone", "--plies", "0"),
    ("analyse", "abak", "--reasons"),
    ("analyse", "abak", "--dice", "31", "--plies", "77"),
    ("cube", "abalone"),
    ("cube", "backgammon", "--match", "long"),
    ("cube", "backgammon", "--match", "3:3-0"),
    ("cube", "backgammon", "--cube", "3"),
    ("rollout", "backgammon", "--trials", "0"),
    ("rollout", "backgammon", "--until-error", "-1"),
    ("duel",),
    ("duel", "chess", "a", "b"),
    ("duel", "abak", "nobody", "expert", "--games", "2"),
    ("duel", "backgammon", "nobody", "expert", "--games", "2"),
    ("duel", "abalone", "time:x", "expert", "--games", "2"),
    ("duel", "abak", "casual", "expert", "--games", "2", "--pairs", "1"),
    ("duel", "abak", "casual", "expert", "--sprt", "2", "1"),
    ("duel", "abalone", "casual", "expert", "--cube"),
    ("engine", "abak", "--gnubg-socket", "x"),
    ("engine", "abak", "--level", "nobody"),
    ("engine", "backgammon", "--gnubg-socket", "/no/such/folder/socket"),
    ("train",),
    ("train", "--plan", "nowhere.json"),
    ("completion", "tcsh"),
    ("bearoff", "check", "/nowhere.bin"),
    ("bearoff", "show", "4HPwATDgc/ABMA"),
    ("met", "chess"),
    ("book", "abak"),
    ("book", "abalone", "--grow", "1"),
    ("levels", "chess"),
    ("admin",),
    ("admin", "nothing"),
    ("admin", "restore", "/nowhere.tar"),
    ("admin", "--data", "{folder}", "create-user", "x", "--password-stdin"),
    ("admin", "--data", "{folder}", "reset-password", "Nadie", "--password-stdin"),
    ("serve", "--port", "many"),
]


@pytest.fixture(scope="module")
def files(tmp_path_factory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("records")
    header = '{"tablas": 1, "game": "backgammon"}\n'
    texts = {
        "record": "",
        "damaged": '{"tablas": 1, \n',
        "fields": '{"tablas": 1, "game": "chess"}\n',
        "illegal": header + '{"do": "rolled", "side": "white", "dice": [3, 1]}\n',
        "good": header + '{"do": "opening", "white": 3, "black": 1}\n',
    }
    for name, text in texts.items():
        (folder / f"{name}.jsonl").write_text(text or "nada\n", encoding="utf-8")
    return {name: str(folder / f"{name}.jsonl") for name in texts} | {"folder": str(folder)}


@pytest.mark.parametrize("arguments", ERRORS, ids=" ".join)
def test_every_kind_of_error_is_said_in_spanish(arguments, files):
    filled = [argument.format_map(files) if "{" in argument else argument for argument in arguments]
    done = tablas(*filled, language=SPANISH, stdin="contraseña\n")
    assert done.returncode in (1, 2), done
    message = done.stderr or done.stdout
    assert message.strip(), "an error says something"
    assert message.count("\n") == 1 or done.returncode == 1
    assert not english_words(message.partition(": ")[2]), message
    asked = tablas(*filled, "--lang", "es", stdin="contraseña\n")
    if "--dice" not in arguments[-1:]:  # an option without its value takes what follows
        assert asked.returncode == done.returncode
    english = tablas(*filled, stdin="contraseña\n")
    assert (english.stderr or english.stdout) != message, "the same error in English is another"


@pytest.mark.parametrize(
    "arguments",
    [
        ("board", "abak"),
        ("board", "backgammon"),
        ("board", "abalone"),
        ("levels",),
        ("why", "backgammon", "13/7", "--dice", "31"),
        ("why", "abak", "N6/9", "--dice", "31"),
        ("explain", "backgammon", "13/11 6/5", "--dice", "21", "--worth"),
        ("explain", "backgammon", "8/5 6/5", "--dice", "31", "--worth"),  # the best one
        ("explain", "abak", "D24/18 S13/8", "--dice", "65"),
        ("explain", "abalone", "c3d4", "--worth"),
        ("analyse", "abak", "--dice", "31", "--plies", "0", "--lines", "2", "--reasons"),
        ("analyse", "abalone", "--nodes", "1000"),
        ("bestmove", "abalone", "--nodes", "1000"),
        ("bestmove", "backgammon", "--dice", "31", "--plies", "0"),
        ("bestmove", "backgammon", "9w0ACPDdAAAAAA", "--dice", "41", "--roller"),
        ("cube", "backgammon", "--plies", "0"),
        ("rollout", "backgammon", "--trials", "4", "--truncate", "1"),
        ("duel", "backgammon", "greedy", "random", "--games", "2"),
        ("bearoff", "show", "XGID=-CB-A-A---------------bbb-:0:0:1:00:0:0:0:0:10"),
        ("met", "--length", "3"),
        ("book", "abalone"),
        ("replay", "{good}"),
        ("replay", "{good}", "--move", "1"),
        ("verify", "{good}"),
    ],
    ids=" ".join,
)
def test_what_commands_print_is_in_spanish(arguments, files, monkeypatch):
    monkeypatch.setattr("tablas.cli.explain.SECONDS", 0.05)
    filled = [argument.format_map(files) for argument in arguments]
    printed = tablas(*filled, language=SPANISH).stdout
    assert printed
    assert not english_words(printed), printed
    assert tablas(*filled).stdout != printed


def test_a_bad_line_of_json_is_answered_in_english_since_programs_read_it():
    answer = tablas("moves", "abak", "--jsonl", stdin="{}\n", language=SPANISH).stdout
    assert "field 'position': found nothing" in answer


def test_names_of_what_follows_an_option_are_translated_whole():
    shown = " ".join(tablas(*path, "--help").stdout for path in paths())
    bare = INVOCATIONS.sub("", KEPT.sub(" ", shown))
    names = {
        "OPTIONS",
        "COMMAND",
        "ARGS",
        "JSON",
        "GNU",
        "SPRT",
        "XGID",
        "TOML",
        "GPU",
        "API",
        "UBGI",
        "SVG",
    }
    capitals = set(re.findall(r"(?<![\w-])[A-Z]{3,}(?![\w-])", bare))
    assert capitals - names - {"README"} <= set(METAVARS)


def test_english_stays_english():
    assert "found 'chess', expected one of" in error("board", "chess")
    assert spoken_metavar("GAME") == "GAME"
