"""What the build makes of the README: a page that also holds where its files do not lie beside it.

Links to files of the repository become addresses, made of ``Source`` in ``[project.urls]`` and
of the version. Without a ``Source`` the README stays as it is.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
FILE = "{source}/raw/v{version}/{path}"
PAGE = "{source}/blob/v{version}/{path}"


def linked(text: str, source: str, version: str, file: str = FILE, page: str = PAGE) -> str:
    """Return a page whose links to files of the repository are addresses.

    ``file`` says where pictures are had as they are, ``page`` where anything else is read.
    Addresses and links within the page stay.
    """

    def address(found: re.Match[str]) -> str:
        picture, words, path = found.groups()
        if "://" in path or path.startswith(("#", "mailto:")):
            return found[0]
        shape = file if picture else page
        where = shape.format(source=source.rstrip("/"), version=version, path=path)
        return f"{picture}[{words}]({where})"

    return _LINK.sub(address, text) if source else text


class ReadmeHook(MetadataHookInterface):
    """Gives the packages their README."""

    def update(self, metadata: dict[str, Any]) -> None:
        readme = Path(self.root, "README.md").read_text(encoding="utf-8")
        shapes = {name: self.config[name] for name in ("file", "page") if name in self.config}
        source = metadata.get("urls", {}).get("Source", "")
        text = linked(readme, source, metadata["version"], **shapes)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
