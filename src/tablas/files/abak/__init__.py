"""Files of Abak matches: our own record is the only one there is."""

from typing import Final

from tablas.files.file_format import FileFormat

FORMATS: Final[tuple[FileFormat, ...]] = ()
