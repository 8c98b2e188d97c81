"""OGXM, the match format of OpenGammon and GammonView, and through it .xg and .bgf.

The bytes are read and written by `gvformat` of the package `gammonview` (MIT, no further
dependencies), which the extra `tablas[files]` installs; it reads files of eXtreme Gammon and of
BGBlitz into the same document. `ogxm_match` makes a match of that document, `ogxm_document` the
document of a match. The document as JSON is a format of its own, .gva, that needs no library.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from tablas.errors import NotationError, TablasError
from tablas.files.backgammon.ogxm_document import document_of
from tablas.files.backgammon.ogxm_match import match_of
from tablas.files.backgammon.ogxm_terms import Document
from tablas.files.sheet import MatchSheet
from tablas.words import Words

MISSING: Final = Words(
    "this format needs the extra 'files': pip install 'tablas[files]'",
    "este formato necesita el extra 'files': pip install 'tablas[files]'",
)


def read_ogxm(data: bytes) -> MatchSheet:
    library = _library()
    return _read(data, library.read_gvab)


def read_xg(data: bytes) -> MatchSheet:
    library = _library()
    return _read(data, library.convert_xg)


def read_bgf(data: bytes) -> MatchSheet:
    library = _library()
    return _read(data, library.convert_bgf)


def read_gva(data: bytes) -> MatchSheet:
    return _read(data, json.loads)


def write_ogxm(match: MatchSheet) -> bytes:
    """The match without analysis."""
    written: bytes = _library().write_gvab(document_of(match))
    return written


def write_gva(match: MatchSheet) -> str:
    return json.dumps(document_of(match), ensure_ascii=False, indent=1) + "\n"


def _library() -> Any:
    try:
        import gvformat  # noqa: PLC0415 (an extra)
    except ImportError:
        raise NotationError(MISSING.en, MISSING.es) from None
    return gvformat


def _read(data: bytes, document: Callable[[bytes], Document]) -> MatchSheet:
    try:
        return match_of(document(data))
    except TablasError:
        raise
    except Exception as error:
        # The library raises whatever its parsers meet; to us each of them is a damaged file.
        raise NotationError(
            f"{len(data)} bytes, damaged or of another kind: {error}",
            f"{len(data)} bytes, dañados o de otro tipo: {error}",
        ) from error
