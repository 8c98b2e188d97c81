"""Our game record, one JSON object a line, and everything that it proves."""

from tablas.record.game_record import (
    LONGEST_COMMENT,
    LONGEST_NAME,
    VERSION,
    Record,
    entry_line,
    header_line,
    read,
    read_all,
    read_result,
    result_fields,
    result_line,
    write,
)
from tablas.record.note import Note

__all__ = [
    "LONGEST_COMMENT",
    "LONGEST_NAME",
    "VERSION",
    "Note",
    "Record",
    "entry_line",
    "header_line",
    "read",
    "read_all",
    "read_result",
    "result_fields",
    "result_line",
    "write",
]
