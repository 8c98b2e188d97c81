"""The kernel for browsers lies in the tree: it must be what these sources make."""

from __future__ import annotations

import json

from tools.web.wasm_sources import BUILT, FOLDER, digest, sources_digest

REPEAT = "run `make wasm` and commit what it writes"


def test_the_kernel_for_browsers_is_that_of_the_sources():
    built = json.loads(BUILT.read_text(encoding="utf-8"))
    assert built["sources"] == sources_digest(), REPEAT
    assert {name: digest((FOLDER / name).read_bytes()) for name in built["files"]} == built["files"]
    assert sorted(built["files"]) == ["scalar.wasm", "simd.wasm"]
