"""The special scorings (stacks 2 to 4; FACTS 1.2). Each region scored is a unit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from elgrande.rules.geography import WHERE, check_where
from elgrande.rules.parts import F, PlainFrame
from elgrande.rules.spec import SpecError
from elgrande.rules.steps.disks import ask_disks, reveal_disks
from elgrande.rules.steps.effect import AutoEffect, Effect
from elgrande.rules.steps.general import pay

if TYPE_CHECKING:
    from elgrande.rules import Card, Case, Decision, Names, Params, Position, State


class ScoreOneFrame(NamedTuple):
    """Whether the Castillo may be chosen, and whether the King's region may, 0 or 1."""

    step: str
    actor: int
    castillo: int
    king: int = 1


class ScoreChoice(Effect[F]):
    """Score one target of the actor's choice."""

    on_cards = False
    scores = True

    def targets(self, s: Position, f: F) -> Sequence[int]:
        """Return what may be chosen."""
        raise NotImplementedError

    def choices(self, s: Position, f: F) -> list[int]:
        return [self.rules.SCORE + target for target in self.targets(s, f)]

    def do(self, s: State, f: F, seat: int, code: int) -> None:
        s.stack.pop()
        pay(s, code - self.rules.SCORE, by=seat)

    def choosable(self, s: Position, targets: Sequence[int], king: bool | int) -> Sequence[int]:
        """Return the targets without the King's own, unless the card allows that."""
        if king:
            return targets
        own = self.rules.king_target[s.king]
        return [target for target in targets if target != own]

    def refusal(self, c: Case, f: F) -> str:
        return f"this card does not score {c.n.the(c.words[0])}" if c.verb == "score" else ""


class ScoreOne(ScoreChoice[ScoreOneFrame]):
    """Score one place of the actor's choice, the King's region too but where ``king`` forbids it.

    A card that says nothing of the King allows his region.
    """

    name = "score_one"
    frame = ScoreOneFrame
    params = ("castillo",)
    extra = ("king",)

    def begin(self, s: State, actor: int, params: Params) -> None:
        king = int(params.get("king", True))
        s.stack.append(ScoreOneFrame(self.name, actor, int(params["castillo"]), king))

    def targets(self, s: Position, f: ScoreOneFrame) -> Sequence[int]:
        return self.choosable(s, range(len(self.rules.regions) + f.castillo), f.king)

    def prompt(self, d: Decision, f: ScoreOneFrame, n: Names) -> str:
        return f"choose a region{' or the Castillo' if f.castillo else ''} to score"


class ScoreAmongFrame(NamedTuple):
    """Which regions the card means, a key of ``WHERE``, and whether the King's may be one."""

    step: str
    actor: int
    where: str
    king: int


class ScoreAmong(ScoreChoice[ScoreAmongFrame]):
    """Score one region of the actor's choice among those that ``WHERE`` has under ``where``."""

    name = "score_among"
    frame = ScoreAmongFrame
    params = ("where", "king")
    wants = "choose one of the regions that the card names to score"

    def check(self, card: Card) -> None:
        super().check(card)
        check_where(card)

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        return bool(self.choosable(s, WHERE[params["where"]](s), params["king"]))

    def begin(self, s: State, actor: int, params: Params) -> None:
        s.stack.append(ScoreAmongFrame(self.name, actor, params["where"], int(params["king"])))

    def targets(self, s: Position, f: ScoreAmongFrame) -> Sequence[int]:
        return self.choosable(s, WHERE[f.where](s), f.king)


class ScoreListFrame(NamedTuple):
    """The targets, whether first ranks alone are paid (0 or 1), how many are scored."""

    step: str
    actor: int
    targets: tuple[int, ...]
    first_only: int
    scored: int


class ScoreList(AutoEffect[ScoreListFrame]):
    """Score targets one after another."""

    name = "score_list"
    scores = True
    frame = ScoreListFrame
    on_cards = False
    first_only: ClassVar[bool] = False
    """Whether nobody but those with most caballeros is paid."""

    def targets(self, s: Position, params: Params) -> tuple[int, ...]:
        """Return the targets that the card scores now, in the order of the track."""
        return ()

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        return bool(self.targets(s, params))

    def begin(self, s: State, actor: int, params: Params) -> None:
        targets = self.targets(s, params)
        s.stack.append(ScoreListFrame("score_list", actor, targets, int(self.first_only), 0))

    def finished(self, s: Position, f: ScoreListFrame) -> bool:
        return f.scored == len(f.targets)

    def unit(self, s: State, f: ScoreListFrame) -> None:
        s.stack[-1] = ScoreListFrame("score_list", f.actor, f.targets, f.first_only, f.scored + 1)
        pay(s, f.targets[f.scored], first_only=bool(f.first_only), by=f.actor)


class ScoreValues(ScoreList):
    """Score all regions whose first value in force is among ``values`` (3-01 to 3-05)."""

    name = "score_values"
    params = ("values",)

    def idle(self, card: Card) -> list[SpecError]:
        rules = self.rules
        boards = (*rules.values[: len(rules.regions)], *rules.mobile_values)
        known = sorted({values[0] for values in boards})
        if set(known) & set(card.params["values"]):
            return []
        some = ", ".join(map(str, known))
        problem = f"no region has any of these as its first value; choose from {some}"
        return [SpecError.of_card(card.id, "values", problem)]

    def targets(self, s: Position, params: Params) -> tuple[int, ...]:
        # Never the Castillo, though its first value is 5.
        wanted = params["values"]
        regions = range(len(self.rules.regions))
        return tuple([region for region in regions if s.values(region)[0] in wanted])


class ScoreTargets(ScoreList):
    """Score the ``targets``, in the order in which the card names them."""

    name = "score_targets"
    params = ("targets",)

    def check(self, card: Card) -> None:
        super().check(card)
        named = card.params["targets"]
        for name in named:
            if name not in self.rules.targets:
                known = ", ".join(self.rules.targets)
                problem = f"{name!r} is nothing to score; choose from {known}"
                raise SpecError.of_card(card.id, "targets", problem)
        if len(set(named)) < len(named):
            raise SpecError.of_card(card.id, "targets", "name each only once")

    def targets(self, s: Position, params: Params) -> tuple[int, ...]:
        return tuple([self.rules.targets.index(name) for name in params["targets"]])


class ScoreCastillo(ScoreList):
    """Score the Castillo; everybody inside stays (3-06, 3-07)."""

    name = "score_castillo"

    def targets(self, s: Position, params: Params) -> tuple[int, ...]:
        return (self.rules.castillo_target,)


class ScoreFirstOnly(ScoreList):
    """Score first ranks only, everywhere but in the Castillo (3-08)."""

    name = "score_first_only"
    first_only = True

    def targets(self, s: Position, params: Params) -> tuple[int, ...]:
        return tuple(range(len(self.rules.regions)))


class ScoreMost(ScoreList):
    """Score the region with the most caballeros, all that tie (3-09)."""

    name = "score_most"

    def targets(self, s: Position, params: Params) -> tuple[int, ...]:
        crowd = self.rules.crowd
        crowds = [crowd(s, region) for region in range(len(self.rules.regions))]
        most = max(crowds)
        return tuple(i for i, number in enumerate(crowds) if number == most > 0)


class ScoreFewest(ScoreList):
    """Score the region with the fewest caballeros, all that tie, empty ones left out (3-10)."""

    name = "score_fewest"

    def targets(self, s: Position, params: Params) -> tuple[int, ...]:
        return tuple(WHERE["fewest"](s))


class ScoreUniqueDisks(Effect[PlainFrame]):
    """Everybody sets a disk; regions set by exactly one player are scored (4-11)."""

    name = "score_unique_disks"
    scores = True
    announced_by_choice = False
    disks_for = "a region is scored if only one player picks it"

    def run(self, s: State, f: PlainFrame) -> bool:
        ask_disks(s, tuple(range(self.rules.n_seats)))
        return False

    def disk_regions(self, s: Position, f: PlainFrame, seat: int) -> list[int]:
        """All regions, the King's too: scoring changes nothing there."""
        return list(self.rules.disk_regions)

    def disks_set(self, s: State, f: PlainFrame) -> None:
        """Reveal; score what was set once, in the order of the track."""
        shown = reveal_disks(s)
        once = tuple(sorted(region for region in shown if shown.count(region) == 1))
        s.stack[-1] = ScoreListFrame("score_list", f.actor, once, 0, 0)
        self.disks_shown(s)
