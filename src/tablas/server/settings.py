"""How a server is set up: flags, `TABLAS_…` in the environment, and a TOML file, in that order."""

from __future__ import annotations

import os
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Final
from urllib.parse import urlsplit

from pydantic import Field, field_validator
from pydantic_settings import (
    BaseSettings,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from tablas.folders import data_folder

FILE_VARIABLE: Final = "TABLAS_CONFIG"
SHORTEST_SECRET: Final = 32


class Settings(BaseSettings):
    """Everything that can be chosen when a server starts; each field explains itself."""

    model_config = SettingsConfigDict(env_prefix="TABLAS_", extra="forbid", frozen=True)

    host: str = Field("127.0.0.1", description="Address to listen on; 0.0.0.0 for a whole network.")
    port: int = Field(8000, ge=0, le=65535, description="Port to listen on; 0 takes a free one.")
    data: Path = Field(
        default_factory=data_folder, description="Folder for the SQLite file and the keys."
    )
    database: str = Field(
        "", description="postgresql://… to use PostgreSQL; empty: a SQLite file in the data folder."
    )
    bus: str = Field(
        "", description="redis://… (Valkey or Redis) when several processes serve; empty: none."
    )
    origins: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Sites that may call this server besides itself, such as https://club.example; "
        "as a flag, separate them by commas.",
    )
    public_url: str = Field(
        "", description="The address people use, for invitation links; empty: links without one."
    )
    trusted_proxies: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Addresses of proxies whose X-Forwarded-For is believed, separated by commas.",
    )
    secret: str = Field(
        "", description="Key that signs cookies (several processes share it); empty: a kept file."
    )
    breached_passwords: Path | None = Field(
        None,
        description="File of SHA-1 hashes of leaked passwords in order, as haveibeenpwned offers; "
        "empty: a list of our own.",
    )
    workers: int = Field(
        1, ge=0, le=64, description="Processes that think for the bots; 0: no bots here."
    )
    analysts: int = Field(
        1, ge=0, le=64, description="Processes that analyse positions for people; 0: none here."
    )
    reviewers: int = Field(
        1,
        ge=0,
        le=64,
        description="Processes that review finished games, after bots; 0: none here.",
    )
    reviewed_per_day: int = Field(
        6000, ge=1, description="Rolls, plays and doubles that one person may have reviewed a day."
    )
    bot_seconds: float = Field(12.0, gt=0, description="Most time a bot may think about one move.")
    sockets_per_user: int = Field(10, ge=1, description="Open sockets that one person may have.")
    messages_per_20s: int = Field(100, ge=1, description="Messages a socket may send in 20 s.")
    requests_per_minute: int = Field(
        600, ge=1, description="Requests that one address may send in a minute."
    )
    connections_per_address: int = Field(
        256, ge=1, description="Connections that one address may have; our proxies are exempt."
    )
    connections: int = Field(
        8192, ge=1, description="Connections in all; fewer where the system allows fewer files."
    )
    header_seconds: float = Field(
        10.0, gt=0, description="Time for the headers of a request to come in."
    )
    queue: int = Field(
        64, ge=4, description="Frames that wait for a slow reader before it must resync."
    )
    drain_seconds: float = Field(
        10.0, gt=0, description="Time to finish what is under way when the server is told to stop."
    )
    room_idle_seconds: float = Field(
        300.0, gt=0, description="How long a game nobody watches is kept in memory."
    )
    adjourn_hours: float = Field(
        72.0, gt=0, description="A live game without a clock is aborted after so long a silence."
    )
    fast_sockets: bool = Field(
        False,
        description="Shorter ways inside uvicorn, for releases known to this one; else the usual.",
    )
    docs: bool = Field(True, description="Show the interactive description of the API at /api.")
    documentation: str = Field(
        "", description="Folder of the built documentation site, shown at /docs; empty: its own."
    )
    secure_cookies: bool = Field(
        False, description="Cookies over https only, with the __Host- prefix; set it behind https."
    )
    metrics_from: Annotated[tuple[str, ...], NoDecode] = Field(
        ("127.0.0.1", "::1"),
        description="Addresses that may read /api/metrics and the details of /api/ready, "
        "separated by commas.",
    )
    log_level: str = Field("info", description="critical, error, warning, info or debug.")

    @field_validator("origins", "trusted_proxies", "metrics_from", mode="before")
    @classmethod
    def _split(cls, value: Any) -> Any:
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return value

    @field_validator("origins")
    @classmethod
    def _are_origins(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for origin in value:
            parts = urlsplit(origin)
            if parts.scheme not in ("http", "https") or not parts.netloc or parts.path:
                raise ValueError(f"{origin!r}: expected an origin such as https://club.example")
        return value

    @field_validator("trusted_proxies", "metrics_from")
    @classmethod
    def _are_networks(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for network in value:
            ip_network(network, strict=False)  # raises a ValueError that names it
        return value

    @field_validator("secret")
    @classmethod
    def _is_long(cls, value: str) -> str:
        if value and len(value) < SHORTEST_SECRET:
            raise ValueError(f"expected at least {SHORTEST_SECRET} characters, or nothing")
        return value

    @field_validator("database")
    @classmethod
    def _is_known(cls, value: str) -> str:
        if value and urlsplit(value).scheme not in ("postgresql", "postgres", "sqlite"):
            raise ValueError("expected postgresql://user@host/name, sqlite:///file, or nothing")
        return value

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        del dotenv_settings, file_secret_settings
        sources: tuple[PydanticBaseSettingsSource, ...] = (init_settings, env_settings)
        if file := os.environ.get(FILE_VARIABLE):
            sources = (*sources, TomlConfigSettingsSource(settings_cls, Path(file)))
        return sources

    @property
    def sqlite_file(self) -> Path | None:
        """The database file, or None where PostgreSQL holds the games."""
        if not self.database:
            return self.data / "tablas.sqlite"
        if self.database.startswith("sqlite:"):
            return Path(self.database.removeprefix("sqlite:///"))
        return None
