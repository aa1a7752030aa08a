"""The action cards of a Spec: marks, values, and which of them go back to the box unseen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.rules.spec import Card, Spec, SpecError

if TYPE_CHECKING:
    from collections.abc import Sequence


def check_marks(spec: Spec) -> None:
    """Raise SpecError for a mark on a card that no game knows, or that is no number."""
    for card in spec.cards:
        for name, number in card.marks.items():
            if name not in spec.marks:
                known = ", ".join(spec.marks) or "none"
                problem = f"no game marks cards with {name!r}; write some of: {known}"
                raise SpecError.of_card(card.id, "marks", problem)
            if not isinstance(number, int) or not 0 < number < 10:
                problem = f"write a number from 1 to 9 for {name!r}"
                raise SpecError.of_card(card.id, "marks", problem)


def check_values(spec: Spec) -> None:
    """Raise SpecError for a card of hands that lies in a stack too, or whose value another has."""
    met: dict[int, str] = {}
    for card in spec.cards:
        if not card.value:
            continue
        if card.stack:
            problem = "a card with a value is in hands and not in a stack; write 0 here"
            raise SpecError.of_card(card.id, "stack", problem)
        if other := met.get(card.value):
            problem = f"{other} has the value {card.value} too; give each its own"
            raise SpecError.of_card(card.id, "value", problem)
        met[card.value] = card.id


def put_away(
    spec: Spec, cards: Sequence[Card], stacks: Sequence[int]
) -> dict[int, list[tuple[frozenset[int], int]]]:
    """Return by stack what goes back to the box; what is not in play cannot and does not."""
    index = {card.id: at for at, card in enumerate(cards)}
    found: dict[int, list[tuple[frozenset[int], int]]] = {stack: [] for stack in stacks}
    for boxed in spec.boxed:
        group = frozenset(index[name] for name in boxed.cards if name in index)
        stacks = sorted({cards[card].stack for card in group})
        if not stacks:
            continue
        named = f"of {', '.join(sorted(cards[card].id for card in group))}"
        if len(stacks) > 1 or stacks[0] not in found:
            raise SpecError(
                f"{boxed.number} {named} go back to the box, which are not in one stack"
            )
        groups = found[stacks[0]]
        # What went before may have taken as many of these as it could.
        left = len(group) - sum(min(number, len(group & other)) for other, number in groups)
        if not 0 <= boxed.number <= left:
            raise SpecError(
                f"{boxed.number} {named} cannot go back to the box; at most {max(0, left)} can"
            )
        groups.append((group, boxed.number))
    return found
