"""The decks that there are: those of editions and expansions, and a folder of one's own."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from elgrande.content.clean import clean
from elgrande.content.decks.deck import CardInfo, Deck, Faults, survey
from elgrande.content.decks.size import whole
from elgrande.content.edition import edition, edition_ids
from elgrande.content.expansion import HandCard, every_expansion, expansion_ids, problems
from elgrande.content.files import ContentError, path_of

if TYPE_CHECKING:
    from collections.abc import Iterator


SUFFIX = ".toml"


@dataclass(frozen=True)
class Listed:
    """A deck with its id, whose it is, and what its file is at fault with."""

    id: str
    origin: str
    deck: Deck
    faults: tuple[str, ...] = ()
    hand: tuple[HandCard, ...] = ()
    """Cards of an expansion that hands may hold besides the power cards."""

    @property
    def counted(self) -> tuple[CardInfo, ...]:
        """The cards of the deck, without those that others carry out, in stacks or in hands."""
        return tuple(info for info in whole(self.deck.cards) if info.card.stack or not self.hand)


def every_deck(folder: Path) -> Iterator[Listed]:
    """Return the built-in decks and those in a folder of the user's, which need not be there."""
    for name in edition_ids():
        yield Listed(name, "edition", Deck(edition(name).name, edition(name).cards))
    for known in every_expansion():
        if known.cards or known.hand:
            yield Listed(known.id, "expansion", Deck(known.name, known.cards), hand=known.hand)
    yield from own_decks(folder)


def own_decks(folder: Path) -> Iterator[Listed]:
    """Return the decks in a folder of the user's, which need not be there."""
    for path in sorted(path for path in folder.glob(f"*{SUFFIX}") if os.path.isfile(path)):
        deck, faults = survey(path)
        yield Listed(clean(path.stem, 40), "own", deck, tuple(faults))


def find_deck(text: str, folder: Path) -> Listed:
    """Return the deck that a person names: by its id, or by the path of its file.

    Raises ContentError with one sentence if there is none, or for the first fault of
    its file.
    """
    path = deck_path(text, folder)
    if path is not None:
        deck, faults = survey(path)
        return Listed(path.stem, "own", deck, _sound(faults))
    listed = list(every_deck(folder))
    for one in listed:
        if one.id == text:
            return one
    known = ", ".join(one.id for one in listed)
    # The deck may be that of an expansion that cannot be loaded.
    why = f" ({'; '.join(found)})" if (found := problems()) else ""
    problem = f"there is no deck {clean(text, 60)!r}{why}"
    raise ContentError(f"{problem}; name one of {known}, or a file that ends in {SUFFIX}")


def deck_path(text: str, folder: Path) -> Path | None:
    """Return the file that a person's word for a deck means; None for a built-in deck."""
    if text.endswith(SUFFIX) or Path(text).name != text:
        return path_of(text)
    if text in edition_ids() or text in expansion_ids():
        return None
    places = (folder / f"{text}{SUFFIX}", Path(text))
    # Path's own question raises an error for what can be no name.
    return next((path for path in places if os.path.isfile(path)), None)


def _sound(faults: Faults) -> tuple[str, ...]:
    for fault in faults:
        raise ContentError(fault)
    return ()
