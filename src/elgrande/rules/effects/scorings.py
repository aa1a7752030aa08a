"""The special scorings (stacks 2 to 4; FACTS 1.2). Each region scored is a unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elgrande.rules.steps.disks import ask_disks, reveal_disks
from elgrande.rules.steps.general import pay
from elgrande.rules.steps.step import AutoEffect, Effect

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elgrande.rules.position import Frame, Position, State


class ScoreOne(Effect):
    """Score one place of the actor's choice, the King's region too.

    Frame: ``(score_one, actor, castillo)``, the last being 1 where it may be chosen.
    """

    name = "score_one"
    params = ("castillo",)

    def begin(self, s: State, actor: int, params: Mapping[str, Any]) -> None:
        """Push the frame."""
        s.stack.append((self.name, actor, int(params["castillo"])))

    def legal(self, s: Position, f: Frame, seat: int) -> list[int]:
        """Every region, and the Castillo if the card allows it."""
        if seat != f[1]:
            return []
        rules = self.rules
        return list(range(rules.SCORE, rules.SCORE + len(rules.regions) + f[2]))

    def do(self, s: State, f: Frame, seat: int, code: int) -> None:
        """Score it."""
        s.stack.pop()
        pay(s, code - self.rules.SCORE, by=seat)

    def finished(self, s: State, f: Frame) -> bool:
        """Wait until it is done."""
        s._cache = self.legal(s, f, f[1])
        return False


class ScoreList(AutoEffect):
    """Score targets one after another: ``(score_list, actor, targets, first only, next)``."""

    name = "score_list"
    on_cards = False

    def targets(self, s: Position, params: Mapping[str, Any]) -> tuple[int, ...]:
        """The targets that the card scores now, in the order of the track."""
        return ()

    def possible(self, s: Position, actor: int, params: Mapping[str, Any]) -> bool:
        """Say whether there is anything to score."""
        return bool(self.targets(s, params))

    def begin(self, s: State, actor: int, params: Mapping[str, Any]) -> None:
        """Push the frame."""
        first_only = int(self.name == "score_first_only")
        s.stack.append(("score_list", actor, self.targets(s, params), first_only, 0))

    def finished(self, s: State, f: Frame) -> bool:
        """Say whether all are scored."""
        return bool(f[4] == len(f[2]))

    def unit(self, s: State, f: Frame) -> None:
        """Score the next one."""
        name, actor, targets, first_only, at = f
        s.stack[-1] = (name, actor, targets, first_only, at + 1)
        pay(s, targets[at], first_only=bool(first_only), by=actor)


class ScoreValues(ScoreList):
    """Score all regions whose first value in force is among ``values`` (3-01 to 3-05)."""

    name = "score_values"
    params = ("values",)

    def targets(self, s: Position, params: Mapping[str, Any]) -> tuple[int, ...]:
        """Never the Castillo, though its first value is 5."""
        wanted = params["values"]
        return tuple(
            region for region in range(len(self.rules.regions)) if s.values(region)[0] in wanted
        )


class ScoreCastillo(ScoreList):
    """Score the Castillo; everybody inside stays (3-06, 3-07)."""

    name = "score_castillo"

    def targets(self, s: Position, params: Mapping[str, Any]) -> tuple[int, ...]:
        """The Castillo."""
        return (self.rules.castillo_target,)


class ScoreFirstOnly(ScoreList):
    """Score first ranks only, everywhere but in the Castillo (3-08)."""

    name = "score_first_only"

    def targets(self, s: Position, params: Mapping[str, Any]) -> tuple[int, ...]:
        """All regions."""
        return tuple(range(len(self.rules.regions)))


def crowd(s: Position, region: int) -> int:
    """How many caballeros of all kinds stand in a region."""
    np = s.rules.np
    return sum(
        s.board[kind * np + place]
        for kind in range(len(s.rules.kinds))
        for place in s.rules.region_places[region]
    )


class ScoreMost(ScoreList):
    """Score the region with the most caballeros, all that tie (3-09)."""

    name = "score_most"

    def targets(self, s: Position, params: Mapping[str, Any]) -> tuple[int, ...]:
        """The fullest regions; the Castillo is left out."""
        crowds = [crowd(s, region) for region in range(len(self.rules.regions))]
        most = max(crowds)
        return tuple(i for i, number in enumerate(crowds) if number == most > 0)


class ScoreFewest(ScoreList):
    """Score the region with the fewest caballeros, all that tie, empty ones left out (3-10)."""

    name = "score_fewest"

    def targets(self, s: Position, params: Mapping[str, Any]) -> tuple[int, ...]:
        """The emptiest regions with anybody in them; the Castillo is left out."""
        crowds = [crowd(s, region) for region in range(len(self.rules.regions))]
        fewest = min((number for number in crowds if number), default=-1)
        return tuple(i for i, number in enumerate(crowds) if number == fewest)


class ScoreUniqueDisks(Effect):
    """Everybody sets a disk; regions set by exactly one player are scored (4-11).

    Frame: ``(score_unique_disks, actor)``.
    """

    name = "score_unique_disks"
    announced_by_choice = False

    def begin(self, s: State, actor: int, params: Mapping[str, Any]) -> None:
        """Push the frame."""
        s.stack.append((self.name, actor))

    def run(self, s: State, f: Frame) -> bool:
        """Ask all disks."""
        ask_disks(s, tuple(range(self.rules.n)))
        return False

    def disk_regions(self, s: Position, f: Frame, seat: int) -> list[int]:
        """All regions, the King's too: scoring changes nothing there."""
        return list(self.rules.disk_regions)

    def disks_set(self, s: State, f: Frame) -> None:
        """Reveal; score what was set once, in the order of the track."""
        shown = reveal_disks(s)
        once = tuple(sorted(region for region in shown if shown.count(region) == 1))
        s.stack[-1] = ("score_list", f[1], once, 0, 0)
        self.disks_shown(s)
