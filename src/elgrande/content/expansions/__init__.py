"""The old address of ``elgrande.expansions``, which entry points and scripts may still say.

Whatever is asked for here is found there, and is the same object; nothing of it is
named or imported before somebody asks.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

_NEW = "elgrande.expansions."


class _Moved(Loader):
    """Finds and loads the modules of the old address: each is the module of the new one."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a module of the old address is found; None for all others."""
        return ModuleSpec(name, self) if name.startswith(f"{__name__}.") else None

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave that to Python: the module is replaced as soon as it is there."""

    def exec_module(self, module: ModuleType) -> None:
        """Put the module of the new address in the place of the old one."""
        rest = module.__name__.removeprefix(f"{__name__}.")
        sys.modules[module.__name__] = import_module(_NEW + rest)


# Before Python's own finders: to those the modules' folders would be copies of their own.
sys.meta_path.insert(0, _Moved())
