"""Every text of the web app has its translation, and none is left over."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
LOCALE = ROOT / "src" / "tablas" / "web" / "locale"


def faults(locale: Path) -> list[str]:
    program = (
        "import sys, pathlib, tools.web.build_web as build\n"
        "build.LOCALE = pathlib.Path(sys.argv[1])\n"
        "print(*build.catalogue_faults('es'), *build.computed_keys(), sep='\\n')"
    )
    told = subprocess.run(
        [sys.executable, "-c", program, str(locale)],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return told.stdout.split("\n")[:-1] if told.stdout.strip() else []


def test_the_catalogues_and_the_rules_pages_are_complete_and_up_to_date():
    told = subprocess.run(
        [sys.executable, "-m", "tools.web.build_web", "--check"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (told.stdout, told.returncode) == ("", 0)


def test_a_missing_an_unused_and_a_wrong_translation_are_found(tmp_path):
    shutil.copytree(LOCALE, tmp_path, dirs_exist_ok=True)
    file = tmp_path / "es.po"
    text = file.read_text(encoding="utf-8")
    text = text.replace('msgid "Play now"', 'msgid "Play never"')
    text = text.replace('msgstr "Regla: {rule}"', 'msgstr "Regla: {regla}"')
    file.write_text(text, encoding="utf-8")
    found = "\n".join(faults(tmp_path))
    assert "no translation of 'Play now'" in found
    assert "nobody uses 'Play never'" in found
    assert "the facts of 'Rule: {rule}'" in found
    assert faults(LOCALE) == []
