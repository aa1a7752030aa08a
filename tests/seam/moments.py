"""A test-only expansion that bends what scores and has its say whenever something happens.

An isle with a port and a hut; carriers of gold that are paid for on arrival; a steward's
table that asks who rests once caballeros have landed; kept cards that lie on a region or
wait for a scoring. Names and numbers are invented.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.edition import edition
from elgrande.rules import Card, Gift, Kind, Region, Ruleset, Spec
from elgrande.rules.commands import Verb
from elgrande.rules.free import FreeAction
from elgrande.rules.parts import GAME, NEXT_SCORING, PlainFrame
from elgrande.rules.spec import Form, Params
from elgrande.rules.start import draw_regions, note_drawn
from elgrande.rules.steps.effect import Effect, begin_action
from elgrande.rules.steps.general import pay
from elgrande.rules.steps.held import HeldEffect, KeepFrame, tell_use
from elgrande.rules.steps.step import Step, WindowFrame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.rules import Position, Scored, State
    from elgrande.rules.moments import Transfer
    from elgrande.rules.questions import Counted, Crowd, Gifts, ScoringOrder

COLOURS = ("red", "blue", "green", "yellow")
CARDS = (
    Card("m-order", 0, 0, "court", Params(number=1)),
    Card("m-move", 0, 0, "move", Params(own=2, foreign=0, total=2, one_source=False)),
    Card("m-score", 0, 0, "score_castillo"),
    Card("6-either", 6, 2, "choice", Params(options=["m-order", "m-score"])),
    Card("6-parts", 6, 2, "sequence",
         Params(options=["m-order", "m-move", "m-score"], optional=True), True),
    Card("7-gold", 7, 3, "move", Params(own=1, foreign=0, total=1, one_source=False),
         marks={"gold": 1}),
    Card("7-isle", 7, 3, "score_targets", Params(targets=["isle", "castillo"]), marks={"gold": 2}),
    Card("7-coast", 7, 3, "score_among", Params(where="coast", king=False)),
    Card("7-later", 7, 3, "score_later"),
    Card("7-before", 7, 3, "keep_for_scoring"),
    Card("7-early", 7, 3, "keep_early"),
    Card("7-stop", 7, 3, "keep_veto", Params(rounds=1, partial=True)),
    Card("7-free", 7, 3, "score_one", Params(castillo=False, king=False)),
    Card("7-all", 7, 3, "score_one", Params(castillo=True)),
    Card("7-disks", 7, 3, "score_unique_disks"),
)  # fmt: skip


class Rest(Step[PlainFrame]):
    """Whoever is asked rests."""

    name = "rest"

    def legal(self, s: Position, f: PlainFrame, seat: int) -> list[int]:
        return [self.rules.DONE] if seat == f.actor else []

    def answer(self, s: State, f: PlainFrame, seat: int, code: int) -> None:
        s.stack.pop()
        s.board[self.rules.cell["rested"]] += 1


class Lay(Step[PlainFrame]):
    """Draw two more region cards at set-up."""

    name = "lay"

    def run(self, s: State, f: PlainFrame) -> bool:
        s.stack.pop()
        for region in draw_regions(s, 2):
            s.move(-1, self.rules.kinds.index("black"), self.rules.provinces, region, 1)
        return False


class ScoreLater(HeldEffect):
    """Lay the card on a region, which is scored at the end of the round."""

    name = "score_later"
    announced_by_choice = True
    params = ()
    hears = ("round_end",)
    asks = False
    lasts = GAME

    def run(self, s: State, f: KeepFrame) -> bool:
        return Effect.run(self, s, f)

    def legal(self, s: Position, f: KeepFrame, seat: int) -> list[int]:
        if seat != f.actor or f.card < 0:
            return []
        return [self.rules.SCORE + region for region in range(len(self.rules.regions))]

    def do(self, s: State, f: KeepFrame, seat: int, code: int) -> None:
        self.keep(s, f, code - self.rules.SCORE)

    def marks(self) -> Form:
        return Form(dict(enumerate(self.rules.regions)))

    def listens(self, s: Position, f: WindowFrame) -> bool:
        return f.trigger == "round_end"

    def use(self, s: State, f: WindowFrame) -> None:
        tell_use(s, f)
        pay(s, f.mark, by=f.actor)


class KeepForScoring(HeldEffect):
    """Before something is scored, move."""

    name = "keep_for_scoring"
    params = ()
    hears = ("scoring",)
    lasts = NEXT_SCORING

    def listens(self, s: Position, f: WindowFrame) -> bool:
        return f.trigger == "scoring"

    def use(self, s: State, f: WindowFrame) -> None:
        tell_use(s, f)
        begin_action(s, f.actor, self.rules.card_index["m-move"], stoppable=False)


class KeepEarly(HeldEffect):
    """Before anybody chooses, and after a general scoring, a caballero comes to court."""

    name = "keep_early"
    params = ()
    hears = ("choosing", "scored")
    lasts = GAME

    def listens(self, s: Position, f: WindowFrame) -> bool:
        return f.trigger in self.hears

    def use(self, s: State, f: WindowFrame) -> None:
        tell_use(s, f)
        begin_action(s, f.actor, self.rules.card_index["m-order"], stoppable=False)


def counted(
    previous: Counted, position: Position, target: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The hut is beside the ranking; black ones count for nobody, not even a rank."""
    places, kinds = previous(position, target)
    rules = position.rules
    hut, black = rules.place_index["isle-hut"], rules.kinds.index("black")
    return tuple(p for p in places if p != hut), tuple(k for k in kinds if k != black)


def crowd(previous: Crowd, position: Position, region: int) -> int:
    """Black ones make no region fuller."""
    rules = position.rules
    black = rules.kinds.index("black")
    places = rules.region_places[region]
    return previous(position, region) - sum(position.count(black, place) for place in places)


def gifts(previous: Gifts, position: Position, scored: Scored) -> tuple[Gift, ...]:
    """Whoever is in the hut gets 2; not where only first places score."""
    rules = position.rules
    if rules.targets[scored.target] != "isle" or scored.first_only:
        return previous(position, scored)
    hut = rules.place_index["isle-hut"]
    inside = [rules.kind_owner[k] for k in rules.all_kinds if position.count(k, hut)]
    return (*previous(position, scored), *(Gift(seat, 2, "hut") for seat in inside if seat >= 0))


def scoring_order(previous: ScoringOrder, position: Position) -> tuple[int, ...]:
    """The isle comes first, Granada not at all."""
    rules = position.rules
    isle, without = rules.targets.index("isle"), rules.targets.index("granada")
    return (isle, *(t for t in previous(position) if t not in (isle, without)))


def moved(state: State, moves: Sequence[Transfer]) -> None:
    """Carriers that reach the mainland deliver; an arrival in the port is noted."""
    rules = state.rules
    for move in moves:
        on_land = 0 <= rules.place_region[move.target] < rules.regions.index("isle")
        if rules.kind_nature[move.kind] == "carrier" and on_land:
            owner = rules.kind_owner[move.kind]
            state.convert(move.by, move.kind, owner, move.target, move.number)
            state.award(owner, 4 * move.number, "delivery")
        if rules.places[move.target] == "isle-port":
            state.board[rules.cell["landed"]] += move.number


def settled(state: State, actor: int) -> None:
    """Once they have landed, whoever brought them rests."""
    at = state.rules.cell["landed"]
    if state.board[at]:
        state.board[at] = 0
        state.stack.append(PlainFrame("rest", max(actor, 0)))


def chosen(state: State, seat: int, card: int) -> None:
    state.board[state.rules.cell["chosen"]] += state.rules.cards[card].marks.get("gold", 0)


def carried_out(state: State, actor: int, card: int) -> None:
    state.board[state.rules.cell["gold"]] += state.rules.cards[card].marks.get("gold", 0)


def king_moved(state: State, by: int, source: int, node: int) -> None:
    """While a Grande is King, he moves along."""
    seat = state.cell("regent")
    if seat >= 0:
        state.move_grande(by, seat, node)


def may_drift(position: Position, seat: int) -> list[int]:
    rules = position.rules
    return [rules.base["drift"]] if position.count(seat, rules.court) else []


def drift(state: State, seat: int, code: int) -> None:
    rules = state.rules
    state.move(seat, seat, rules.court, rules.place_index["isle-port"], 1)


def edit(spec: Spec) -> None:
    """Bend what scores and listen to what happens."""
    spec.regions.append(
        Region("isle", (5, 3, 1), ("valencia",), ("isle-port", "isle-hut"), disk=False)
    )
    spec.kinds += [Kind(f"{name}-gold", owner=name, nature="carrier") for name in spec.colours]
    spec.kinds.append(Kind("black", 4))
    spec.cells.update(landed=0, rested=0, gold=0, chosen=0, regent=-1)
    spec.marks["gold"] = "how many discs come out"
    spec.cards += CARDS
    spec.verbs.append(Verb("drift", (), "drift from the court to the isle"))
    spec.free.append(FreeAction("drift", ("drift",), may_drift, drift))
    note_drawn(spec)
    spec.insert_before("game", "rounds", "lay")
    spec.steps += [Rest, Lay, ScoreLater, KeepForScoring, KeepEarly]
    for name, answer in (
        ("counted", counted), ("crowd", crowd), ("gifts", gifts), ("scoring_order", scoring_order),
    ):  # fmt: skip
        spec.bend(name, answer)
    for name, told in (
        ("moved", moved), ("settled", settled), ("chosen", chosen),
        ("carried_out", carried_out), ("king_moved", king_moved),
    ):  # fmt: skip
        spec.on(name, told)


def ruleset() -> Ruleset:
    """The 1996 game by four, bent."""
    spec = edition("1996").spec(COLOURS, False, {})
    edit(spec)
    return Ruleset(spec)
