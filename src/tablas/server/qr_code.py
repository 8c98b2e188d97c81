"""An address as a QR code: for a terminal, and as a picture."""

from __future__ import annotations

from io import BytesIO, StringIO

import segno


def qr_text(address: str) -> str:
    """A QR code for a terminal, two modules a line."""
    lines = StringIO()
    segno.make(address, error="l").terminal(lines, compact=True, border=2)
    return lines.getvalue().rstrip("\n")


def qr_svg(address: str) -> bytes:
    """A QR code as a picture, black on white whatever the page looks like."""
    picture = BytesIO()
    segno.make(address, error="m").save(picture, kind="svg", scale=4, border=3, light="#fff")
    return picture.getvalue()
