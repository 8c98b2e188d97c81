"""The C++ tests are left out only for sources that passed, by the compiler that built them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tools.checks import check_cpp

COMPILER = "g++ 99"
SIGNATURE = "1 2 3"


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Any]:
    """The builds that a run of the check makes, with a record that these sources have passed."""
    made: list[Any] = []
    record = tmp_path / "passed.json"
    monkeypatch.setattr(check_cpp, "PASSED", record)
    monkeypatch.setattr(check_cpp, "kernel_compiler", lambda: COMPILER)
    monkeypatch.setattr(check_cpp, "installed_signature", lambda: SIGNATURE)
    monkeypatch.setattr(check_cpp, "check", lambda chosen, _: made.extend(chosen))
    monkeypatch.setattr(check_cpp.sys, "argv", ["check_cpp.py", "--changed"])
    check_cpp.Passed(SIGNATURE, (COMPILER,)).keep()
    return made


def test_sources_that_have_passed_by_this_compiler_are_not_built_again(built):
    check_cpp.main()
    assert built == []


def test_another_compiler_builds_them_but_not_under_sanitizers(built, monkeypatch):
    monkeypatch.setattr(check_cpp, "kernel_compiler", lambda: "g++ 100")
    check_cpp.main()
    assert check_cpp.INSTALLED in built
    assert all(build.options != check_cpp.SANITIZED for build in built)


def test_other_sources_are_built_under_sanitizers_too(built):
    record = json.loads(check_cpp.PASSED.read_text())
    check_cpp.PASSED.write_text(json.dumps(record | {"sources": "others"}))
    check_cpp.main()
    assert any(build.options == check_cpp.SANITIZED for build in built)


def test_a_kernel_of_another_signature_is_refused(built, monkeypatch):
    monkeypatch.setattr(check_cpp, "installed_signature", lambda: "1 2 4")
    with pytest.raises(SystemExit, match=SIGNATURE):
        check_cpp.main()
    assert built == []
