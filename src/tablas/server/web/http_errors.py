"""Every answer that is not a success: one JSON form, both languages, never a stack trace."""

from __future__ import annotations

import logging
from typing import Any, Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse

from tablas.server.refusals import (
    BAD_REQUEST,
    BUSY,
    INTERNAL,
    METHOD_NOT_ALLOWED,
    NOT_FOUND,
    Refused,
)
from tablas.server.storage.database import Unavailable
from tablas.words import Words

log = logging.getLogger("tablas.server")
BUSY_RETRY: Final = 2.0
SPANISH: Final = {
    "missing": "falta este campo",
    "extra_forbidden": "campo desconocido",
    "json_invalid": "no es JSON",
    "literal_error": "no es uno de los valores admitidos",
    "enum": "no es uno de los valores admitidos",
    "int_parsing": "se espera un número entero",
    "int_type": "se espera un número entero",
    "bool_type": "se espera verdadero o falso",
    "bool_parsing": "se espera verdadero o falso",
    "string_type": "se espera un texto",
    "string_too_long": "texto demasiado largo",
    "string_too_short": "texto demasiado corto",
    "string_pattern_mismatch": "no tiene la forma esperada",
    "greater_than_equal": "número demasiado pequeño",
    "less_than_equal": "número demasiado grande",
    "model_attributes_type": "se espera un objeto",
    "dict_type": "se espera un objeto",
}
OTHERWISE: Final = "valor no admitido"


class ErrorDetail(BaseModel):
    """Why a request was not granted: `code` for programs, the sentences for people."""

    code: str
    en: str
    es: str
    retry_after: float | None = None


class RefusedAnswer(BaseModel):
    """The form of every answer that is not a success."""

    error: ErrorDetail


REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    "4XX": {"model": RefusedAnswer, "description": "Not granted; the code says why."},
    "5XX": {"model": RefusedAnswer, "description": "Not possible just now."},
}
"""For the `responses` of every router."""


def refused_response(refused: Refused) -> JSONResponse:
    headers = {}
    if refused.retry_after is not None:
        headers["Retry-After"] = str(max(1, round(refused.retry_after)))
    if refused.refusal.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return JSONResponse(refused.as_json(), status_code=refused.refusal.status, headers=headers)


def install_error_handlers(app: FastAPI) -> None:
    """Have the application answer everything that goes wrong in our form."""

    @app.exception_handler(Refused)
    async def refused(_request: Request, error: Refused) -> JSONResponse:
        return refused_response(error)

    @app.exception_handler(Unavailable)
    async def unavailable(_request: Request, error: Unavailable) -> JSONResponse:
        log.warning("the database is not available: %s", error)
        return refused_response(Refused(BUSY, retry_after=BUSY_RETRY))

    @app.exception_handler(RequestValidationError)
    async def unreadable(_request: Request, error: RequestValidationError) -> JSONResponse:
        return refused_response(Refused(BAD_REQUEST.about(detail=_detail(error))))

    @app.exception_handler(HTTPException)
    async def not_here(_request: Request, error: HTTPException) -> JSONResponse:
        known = {404: NOT_FOUND, 405: METHOD_NOT_ALLOWED}.get(error.status_code)
        response = refused_response(
            Refused(known or BAD_REQUEST.about(detail=Words("not JSON", "no es JSON")))
        )
        if error.headers and "allow" in {name.lower() for name in error.headers}:
            response.headers.update(error.headers)
        return response

    @app.exception_handler(Exception)
    async def broken(_request: Request, _error: Exception) -> JSONResponse:
        return refused_response(Refused(INTERNAL))


def _detail(error: RequestValidationError) -> Words:
    """Where the request differs from its description; only names and kinds, nothing quoted."""
    first = error.errors()[0]
    where = ".".join(str(part)[:40] for part in first["loc"])
    spanish = SPANISH.get(first["type"]) or first.get("ctx", {}).get("es", OTHERWISE)
    return Words(f"{where}: {first['msg']}"[:300], f"{where}: {spanish}"[:300])
