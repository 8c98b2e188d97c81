"""The app's modules for scripts that tests run in its pages: the ones that the page itself has."""

from __future__ import annotations

import re

from tablas.server.web.static import site


def with_modules(script: str) -> str:
    """The script with each `use("app/x.js")` as an import from the bundle with that module."""
    return re.sub(r'\buse\("([^"]+)"\)', lambda used: _import(used[1]), script)


def _import(path: str) -> str:
    files = site()
    home, module = files.bundles.homes[path], files.bundles.modules[path]
    entry = home.removeprefix("bundles/")
    if entry in files.bundles.modules:  # a page keeps what it alone has to itself: a copy
        return f'import("{files.base}/{home if entry == path else path}")'
    return f'import("{files.base}/{home}").then((bundle) => bundle.{module.name})'
