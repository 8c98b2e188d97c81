"""Matches in files: read whatever people have, write what other programs read."""

from tablas.files.file_format import FileFormat
from tablas.files.formats import format_named, formats, read, read_path, write_path
from tablas.files.sheet import Fault, GameSheet, MatchSheet, SgfExtras

__all__ = [
    "Fault",
    "FileFormat",
    "GameSheet",
    "MatchSheet",
    "SgfExtras",
    "format_named",
    "formats",
    "read",
    "read_path",
    "write_path",
]
