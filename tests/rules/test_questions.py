"""Questions that an expansion bends: chained in a fixed order, free where nobody bends them.

Where the King may come is asked by every card that moves him.
"""

from __future__ import annotations

import operator
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from elgrande.content.edition import edition
from elgrande.content.expansion import expansion
from elgrande.content.words import GameNames, why_not
from elgrande.rules import (
    Boxed,
    Card,
    Form,
    Generator,
    Kind,
    Node,
    Position,
    Region,
    Ruleset,
    Spec,
    SpecError,
    questions,
    start,
)
from elgrande.rules.commands import Verb
from elgrande.rules.effects import bring
from elgrande.rules.effects.pieces import RideAlongFrame
from elgrande.rules.events import Event
from elgrande.rules.geography import WHERE
from elgrande.rules.movement import free, leaving, may_go, may_intrude, movable, takeable
from elgrande.rules.parts import PlainFrame
from elgrande.rules.spec import Params
from elgrande.rules.steps.effect import ActionFrame
from elgrande.rules.steps.held import HeldEffect
from elgrande.rules.steps.power import Power
from elgrande.rules.steps.round import begin_program
from elgrande.rules.steps.turn import LeftFrame, act_frame, placing_codes

if TYPE_CHECKING:
    from collections.abc import Callable

    from elgrande.rules import Position, State
    from elgrande.rules.questions import MayReign, Taboo


COLOURS = ("red", "blue", "green")


def spec() -> Spec:
    return edition("1996").spec(COLOURS, False, {})


def closing(*names: str):
    def taboo(previous: Taboo, position: Position) -> frozenset[int]:
        return previous(position) | {position.rules.place_index[name] for name in names}

    return taboo


@pytest.mark.parametrize(
    ("groups", "problem"),
    [
        ([(("1-01", "2-01"), 1)], "1 of 1-01, 2-01 go back to the box, which are not in one"),
        ([(("1-01",), 2)], "2 of 1-01 cannot go back to the box; at most 1 can"),
        ([(("1-01", "1-02"), 2), (("1-02", "1-03"), 2)], "2 of 1-02, 1-03 .* at most 1 can"),
        ([(("1-01",), -1)], "at most 1 can"),
    ],
)
def test_what_cannot_go_back_to_the_box_is_refused(
    groups: list[tuple[tuple[str, ...], int]], problem: str
) -> None:
    """It would be put away twice, or leave a stack with fewer cards than none."""
    bent = spec()
    bent.boxed += [Boxed(frozenset(cards), number) for cards, number in groups]
    with pytest.raises(SpecError, match=problem):
        Ruleset(bent)


def test_two_that_put_cards_of_one_stack_away_put_away_both() -> None:
    bent = spec()
    stack = frozenset(card.id for card in bent.cards if card.stack == 1)
    bent.boxed += [Boxed(stack, 2), Boxed(stack, 1), Boxed(frozenset(("9-99",)), 4)]
    state = start(Ruleset(bent), 1)
    assert state.rules.boxed_number[0] == 3
    whole = start(Ruleset(spec()), 1)
    assert len(state.box[1]) == len(whole.box[1]) - 3


class Firm(Power):
    """A step of another expansion's."""


class Firmer(Firm):
    """One that knows the other."""


class Loose(Power):
    """One that does not."""


def test_a_step_is_redefined_again_only_by_whoever_knows_the_first() -> None:
    bent = spec()
    bent.redefine(Firm)
    bent.redefine(Firmer)
    assert type(Ruleset(bent).steps["power"]) is Firmer
    with pytest.raises(SpecError, match="two expansions redefine the step 'power'"):
        bent.redefine(Loose)


@pytest.mark.parametrize("field", ["cells", "hidden", "forms", "deal", "marks"])
@pytest.mark.parametrize("way", ["set", "update", "or"])
def test_what_is_declared_belongs_to_one(field: str, way: str) -> None:
    """Equal values too: two counters of one name would count each other's."""
    bent = spec()
    ways: dict[str, Callable[[], object]] = {
        "set": lambda: operator.setitem(declared, "gold", 0),
        "update": lambda: declared.update(gold=0),
        "or": lambda: operator.ior(declared, {"gold": 0}),
    }
    declared = getattr(bent, field)
    ways[way]()
    assert declared.setdefault("gold", 7) == 0, "shared on purpose"
    with pytest.raises(SpecError, match="two expansions declare 'gold'"):
        ways[way]()


@pytest.mark.parametrize(("field", "one", "other"), [
    ("extra_field", "modifiers", "spies"), ("hand_size", 13, 12),
])  # fmt: skip
def test_what_only_one_can_decide_is_decided_once(field: str, one: object, other: object) -> None:
    bent = spec()
    setattr(bent, field, one)
    setattr(bent, field, one)
    with pytest.raises(SpecError, match=f"two expansions decide '{field}'"):
        setattr(bent, field, other)


def test_what_nobody_bends_is_the_base_games_own_function() -> None:
    rules = Ruleset(spec())
    for name in questions.QUESTIONS:
        assert getattr(rules, name).__module__.startswith("elgrande.rules.")
    assert rules.taboo is questions.king_taboo
    assert rules.plain_kinds
    assert rules.plain_moves


def test_two_that_do_not_know_each_other_compose() -> None:
    bent = spec()
    bent.bend("taboo", closing("granada"))
    bent.bend("taboo", closing("castillo"))
    state = start(Ruleset(bent), 1)
    closed = {state.rules.places[place] for place in state.rules.taboo(state)}
    assert closed == {"granada", "castillo", state.rules.nodes[state.king]}


def test_the_last_to_bend_is_asked_first_and_may_answer_alone() -> None:
    bent = spec()
    bent.bend("room", lambda previous, position, place: 3)
    bent.bend("room", lambda previous, position, place: previous(position, place) + 4)
    bent.bend("initiative", lambda previous, position, seat: 1 / 0)
    bent.bend("initiative", lambda previous, position, seat: seat)
    rules = Ruleset(bent)
    state = start(rules, 1)
    assert rules.room(state, 0) == 7
    assert rules.initiative(state, 2) == 2
    assert not rules.plain_moves


def test_a_card_that_allows_less_than_nobody_places_nobody() -> None:
    """Two expansions that each take one away do not know how many are left."""
    bent = spec()
    bent.bend(
        "allowance", lambda previous, position, seat, card: previous(position, seat, card) - 9
    )
    state = start(Ruleset(bent), 1)
    rng = random.Random(1)
    while state.stack[-1].step != "act":
        seat = rng.choice(state.owing())
        state.apply(seat, rng.choice(state.legal(seat)))
    verbs = {state.rules.verb(code) for code in state.legal(state.owing()[0])}
    assert verbs <= {"special", "end"}


@pytest.mark.parametrize("how", ["bent", "by the King"])
@pytest.mark.parametrize("name", ["court", "province"])
def test_a_closed_court_and_closed_provinces_are_closed_to_everybody(how: str, name: str) -> None:
    bent = spec()
    if how == "bent":
        bent.bend("taboo", closing(name))
    else:
        bent.nodes.append(Node("sea", ("granada",), (name,)))
    rules = Ruleset(bent)
    state = start(rules, 1)
    state.board[rules.at_king] = len(rules.nodes) - 1
    state.move(-1, 0, rules.provinces, rules.court, 3)
    state.move(-1, 0, rules.provinces, 0, 3)
    assert takeable(state, 0) == 0
    assert not leaving(state, rules.SEND, 1, (0,), (0,), (rules.place_index[name],))
    assert bool(placing_codes(state, 0)) == (name != "court")
    assert movable(state, 1, 0, (0,), (rules.place_index[name],)) == 0


def test_all_is_all_that_a_seat_has_of_several_families() -> None:
    bent = spec()
    assert Ruleset(bent).whole(30) == 30
    bent.kinds.append(Kind("guard", 10, owner="red", family="guard"))
    assert Ruleset(bent).whole(30) >= 40
    lent = spec()
    lent.kinds.append(Kind("black", 10))
    lent.bend("kinds_of", lambda previous, position, seat: (*previous(position, seat), 3))
    assert Ruleset(lent).whole(30) >= 40


@pytest.mark.parametrize("name", ["granada", "castillo"])
def test_who_breaks_the_taboo_breaks_no_other_ban(name: str) -> None:
    """Infiltration and the King's entourage enter what he closes, not what an expansion does."""
    for banned in (False, True):
        bent = spec()
        bent.nodes.append(Node("sea", ("seville",), ("granada", "castillo")))
        if banned:
            bent.bend(
                "may_enter",
                lambda previous, position, actor, kind, source, goal: (
                    position.rules.places[goal] != name
                    and previous(position, actor, kind, source, goal)
                ),
            )
        state = start(Ruleset(bent), 1)
        rules = state.rules
        state.board[rules.at_king] = len(rules.nodes) - 1
        goal = rules.place_index[name]
        assert not may_go(state, 0, 0, rules.court, goal)
        assert may_intrude(state, 0, 0, rules.court, goal) != banned
        assert may_intrude(state, 0, 0, rules.court, rules.place_index["seville"])


def test_who_answers_of_a_place_may_ask_of_another() -> None:
    bent = spec()

    def may_enter(previous: Any, s: Any, actor: int, kind: int, source: int, goal: int) -> bool:
        if goal == 2:
            return bool(s.rules.may_enter(s, actor, kind, source, 3))
        return bool(previous(s, actor, kind, source, goal)) and goal != 3

    def room(previous: Any, s: Any, place: int) -> int:
        return free(s, 3) if place == 2 else previous(s, place)

    bent.bend("room", lambda previous, s, place: 4 if place == 3 else previous(s, place))
    bent.bend("room", room)
    bent.bend("may_enter", may_enter)
    state = start(Ruleset(bent), 1)
    court = state.rules.court
    assert not may_go(state, 0, 0, court, 2)
    assert free(state, 2) == free(state, 3) <= 4


def test_what_is_asked_of_no_place_is_not_bent_for_all_places_at_once() -> None:
    with pytest.raises(SpecError, match="'taboo' is asked of no place"):
        spec().bend("taboo", questions.AtOnce(lambda shut, position: shut))


@pytest.mark.parametrize("closed", [True, False], ids=["closed", "open"])
@pytest.mark.parametrize("lets", [True, False, None], ids=["let out", "kept in", "not bent"])
def test_who_comes_out_of_the_castillo_is_asked_and_not_the_taboo_alone(
    closed: bool, lets: bool | None
) -> None:
    bent = spec()
    bent.nodes.append(Node("sea", ("granada",), ("castillo",) if closed else ()))
    if lets is not None:
        bent.bend("may_leave", lambda previous, s, actor, kind, source, goal: lets)
    state = start(Ruleset(bent), 1)
    rules = state.rules
    state.board[rules.at_king] = len(rules.nodes) - 1
    state.move(-1, 0, rules.court, rules.castillo, 3)
    out = lets if lets is not None else not closed
    state.stack = [begin_program("general_scoring", -1)]
    state.advance()
    assert state.owing() == ((0,) if out else ())
    if out:
        goal = next(region for region in rules.disk_regions if not state.count(0, region))
        state.apply(0, rules.DISK + goal)
        assert state.count(0, goal) == 3
    assert state.count(0, rules.castillo) == (0 if out else 3)


@pytest.mark.parametrize("kinds", [(), (3,)], ids=["none", "another"])
def test_a_seat_without_its_plain_kind_neither_starts_with_it_nor_fetches_it(
    kinds: tuple[int, ...],
) -> None:
    bent = spec()
    bent.kinds.append(Kind("guard", 10))
    bent.bend("kinds_of", lambda previous, s, seat: previous(s, seat) if seat else kinds)
    state = start(Ruleset(bent), 1)
    rules = state.rules
    assert state.count(0, rules.provinces) == rules.caballeros
    assert state.count(1, rules.court) == rules.start_court
    if kinds:
        assert state.count(3, rules.court) == rules.start_court
    state.move(-1, 0, rules.provinces, 0, 3)
    state.move(-1, 3, rules.provinces, 0, 1)
    state.stack.append(LeftFrame("fetch", 0, 2))
    state.advance()
    assert (state.stack[-1].step == "fetch") == bool(kinds)
    if kinds:
        offered = {rules.text(code).rpartition(" ")[0] for code in state.legal(0)}
        assert offered == {"fetch-kind guard", ""}


@pytest.mark.parametrize("knower", [0, 1])
def test_what_a_view_knows_of_a_hand_may_be_known_anyway(knower: int) -> None:
    """Of a card that everybody knows, or of the own hand, there is no doubt to settle."""
    bent = spec()
    bent.bend("private_hand", lambda previous, view: ((1, 5), (1, 13), *previous(view)))
    state = start(Ruleset(bent), 1)
    dealt = state.view(knower).sample(Generator.seeded(1))
    assert dealt.hand(1) == state.hand(1)


def test_what_is_known_of_a_hand_bars_no_power_card_of_another() -> None:
    """Each has a 5 of their own: that everybody knows of blue's says nothing of green's."""
    bent = spec()
    bent.bend("private_hand", lambda previous, view: ((1, 5), *previous(view)))
    state = start(Ruleset(bent), 1)
    doubted = 1 << 5 | 1 << 6
    state.board[state.rules.at_known + 2] &= ~doubted
    state.unknown_cards = ((2, doubted),)
    hands = {state.view(0).sample(Generator.seeded(seed)).hand(2) for seed in range(20)}
    assert {5 in hand for hand in hands} == {True, False}


def test_a_move_is_chosen_anew_if_whoever_was_to_go_has_gone_by_then() -> None:
    """Something moves them, and asks, between the announcement and the move."""

    def flee(state: State, actor: int, card: int) -> None:
        rules = state.rules
        state.move(-1, 0, rules.place_index["aragon"], rules.court, 1)
        state.stack.append(PlainFrame("settle", actor))

    bent = spec()
    bent.on("carried_out", flee)
    state = start(Ruleset(bent), 1)
    rules = state.rules
    state.board[: rules.at_score] = [0] * rules.at_score
    state.board[rules.at_king] = rules.nodes.index("galicia")
    aragon, seville, granada = (rules.place_index[p] for p in ("aragon", "seville", "granada"))
    state.board[aragon] = state.board[seville] = 1
    state.stack.append(act_frame("act", 0, rules.card_index["1-07"], 1, 0))
    state.advance()
    for text in ("special", "pick red aragon", "put granada"):
        state.apply(0, rules.code(text))
    assert state.count(0, granada) == 0
    assert state.count(0, rules.court) == 1
    assert [rules.text(code) for code in state.legal(0)] == ["pick red seville", "done"]


def test_who_is_asked_of_a_place_hears_what_was_said_of_it_before() -> None:
    """The second lets anybody in where the first does, but for Seville."""
    bent = spec()
    at = {place: index for index, place in enumerate(Ruleset(spec()).places)}
    bent.bend(
        "may_enter",
        lambda previous, s, actor, kind, source, goal: (
            previous(s, actor, kind, source, goal) and goal != at["aragon"]
        ),
    )
    bent.bend(
        "may_enter",
        lambda previous, s, actor, kind, source, goal: (
            previous(s, actor, kind, source, goal) and goal != at["seville"]
        ),
    )
    state = start(Ruleset(bent), 1)
    state.board[state.rules.at_king] = state.rules.nodes.index("galicia")
    shut = {
        place
        for place in state.rules.regions
        if not may_go(state, 0, 0, state.rules.court, at[place])
    }
    assert shut == {"galicia", "aragon", "seville"}


def test_a_face_up_card_that_is_not_offered_cannot_be_chosen() -> None:
    bent = spec()
    bent.bend("offered", lambda previous, s, seat: previous(s, seat)[1:])
    state = start(Ruleset(bent), 1)
    while state.decision().step != "choose_card":
        seat = state.owing()[0]
        state.apply(seat, state.legal(seat)[0])
    rules, seat = state.rules, state.owing()[0]
    card = rules.cards[questions.face_up_cards(state, seat)[0]].id
    name = GameNames(rules).card(rules.card_index[card])
    assert (
        why_not(state, seat, f"card {card}") == f"{name[0].upper()}{name[1:]} cannot be chosen now."
    )


def test_every_region_is_on_the_coast_or_inland() -> None:
    rules = Ruleset(spec())
    state = start(rules, 1)
    inland = {rules.regions[at] for at in WHERE["inland"](state)}
    assert inland == {"aragon", "old-castile", "new-castile"}
    assert {rules.regions[at] for at in WHERE["coast"](state)} == {*rules.regions} - inland


@pytest.mark.parametrize("room", [1, 2])
def test_whose_caballero_rides_is_asked_where_not_all_find_room(room: int) -> None:
    bent = spec()
    bent.cards.append(Card("1-99", 1, 2, "entourage", {"where": "any", "number": 3}))
    bring(bent, bent.cards)
    bent.bend("room", lambda previous, position, place: room if place == 4 else 99)
    rules = Ruleset(bent)
    state = start(rules, 1)
    for kind in rules.all_kinds:
        state.board[kind * rules.n_places : kind * rules.n_places + len(rules.regions)] = [0] * 9
        state.board[kind * rules.n_places + 3] = int(kind < 2)
    state.board[rules.at_king] = 4
    frame = RideAlongFrame("ride_along", 0, 3, 3, 4)
    state.stack = [ActionFrame("action", 0, len(rules.cards) - 1, 2, 0), frame]
    assert rules.runs["ride_along"](state, frame) == (room < 2)


@pytest.mark.parametrize("first", [True, False])
def test_totals_compose_with_what_else_bends_the_order_of_turns(first: bool) -> None:
    """Each gets what the other says, whichever of the two came first."""
    bent = edition("2023").spec(COLOURS, False, {})
    others = [
        lambda: expansion("power-shift").edit(bent),
        lambda: bent.bend("initiative", lambda before, s, seat: before(s, seat) + 20 * seat),
    ]
    for edit in others if first else others[::-1]:
        edit()
    bent.cards.extend(info.card for info in expansion("power-shift").cards)
    rules = Ruleset(bent)
    state = start(rules, 1)
    assert [rules.initiative(state, seat) for seat in range(3)] == [0, 20, 40]
    state.board[rules.at_power + 1] = 5
    assert rules.initiative(state, 1) == 25


def test_a_question_that_nobody_asks_cannot_be_bent() -> None:
    with pytest.raises(SpecError, match="no question 'weather' to bend; the questions are allow"):
        spec().bend("weather", closing())


def test_kinds_have_an_owner_a_family_and_a_nature() -> None:
    bent = spec()
    bent.kinds += [
        Kind("red-gold", owner="red", nature="carrier"),
        Kind("black", 4),
        Kind("black-gold", family="black", nature="carrier"),
        Kind("white", 30, nature="caballero"),
    ]
    rules = Ruleset(bent)
    assert rules.kinds == (*COLOURS, "red-gold", "black", "black-gold", "white")
    assert rules.kind_start == (30, 30, 30, 0, 4, 0, 30)
    assert rules.kind_owner == (0, 1, 2, 0, -1, -1, -1)
    assert rules.kinds_owned == ((0, 3), (1,), (2,))
    assert rules.kind_family == (0, 1, 2, 0, 4, 4, 6)
    assert rules.unplayed == {6}
    state = start(rules, 1)
    assert rules.counts_as(state, 3) == 0
    assert rules.counts_as(state, 5) == -1


def test_a_kind_that_turns_where_it_never_is_has_no_cells_there() -> None:
    bent = spec()
    before = Ruleset(bent)
    bent.kinds += [Kind("red-gold", owner="red", nature="carrier", turns=True), Kind("black", 4)]
    bent.never["red-gold"] = {*before.places} - {"galicia", "aragon"}
    rules = Ruleset(bent)
    galicia, aragon = map(rules.place_index.__getitem__, ("galicia", "aragon"))
    assert rules.board_size == before.board_size + 2 + 1 + before.n_places
    state = start(rules, 1)
    state.convert(0, 0, 3, rules.provinces, 2)
    assert [state.count(kind, rules.provinces) for kind in rules.all_kinds] == [21, 21, 21, 0, 4]
    state.move(0, 0, rules.court, galicia, 2)
    state.convert(0, 0, 3, galicia, 2)
    state.move(0, 3, galicia, aragon, 1)
    assert rules.there[galicia](state.board)[3] == rules.there[aragon](state.board)[3] == 1
    heard: list[Event] = []
    state.sink, board = heard.append, state.board.copy()
    state.move(0, 3, aragon, rules.court, 1)
    state.convert(0, 3, 0, rules.court, 1)
    assert (state.count(0, rules.court), state.count(3, rules.court)) == (board[rules.court] + 1, 0)
    assert sum(state.board[rules.kind_cells[3]]) == 1
    for event in reversed(heard):
        event.unwind(state.board, rules)
    assert state.board == board


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (Kind("red"), "two kinds have the same name"),
        (Kind("x", nature="horse"), "kind 'x' is not one of caballero, carrier, neutral: 'horse'"),
        (Kind("x", owner="white"), "kind 'x' is owned by 'white', who does not play"),
        (Kind("x", turns=True), "kind 'x' has no other in its family to turn into"),
    ],
)
def test_a_kind_that_cannot_be_is_refused(kind: Kind, said: str) -> None:
    bent = spec()
    bent.kinds.append(kind)
    with pytest.raises(SpecError, match=said):
        Ruleset(bent)


def marked(number: object) -> Callable[[Spec], None]:
    def edit(spec: Spec) -> None:
        spec.marks["gold"] = "gold"
        spec.cards[0] = replace(spec.cards[0], marks={"gold": number})  # type: ignore[dict-item]

    return edit


class Listener(HeldEffect):
    name = "listener"
    hears = ("scorings",)


def hearing(spec: Spec) -> None:
    spec.steps.append(Listener)
    spec.cards.append(Card("1-99", 1, 2, "listener", {"rounds": 1}))


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (lambda s: s.verbs.append(Verb("place", ("place",))), "two verbs have the same name"),
        (
            lambda s: s.verbs.append(Verb("sail", ("moon",))),
            "'sail' takes a 'moon', which is not one of place",
        ),
        (lambda s: s.verbs.append(Verb("set sail", ())), "could not say 'set sail'"),
        (lambda s: s.nodes.append(Node("sea", ("moon",))), "'sea' borders 'moon', which is no"),
        (lambda s: s.nodes.append(Node("sea", (), ("moon",))), "'sea' closes 'moon', which is no"),
        (lambda s: s.nodes.append(Node("granada", ())), "two seats of the King have the same"),
        (lambda s: s.extra_places.append("court"), "two places have the same name: 'court'"),
        (lambda s: s.extra_places.append("the dock"), "could not say 'the dock'"),
        (lambda s: s.mobile.append(s.mobile[0]), "two mobile scoreboards have the same name"),
        (lambda s: s.extra_hand.append("9"), "two cards of hands have the same name: '9'"),
        (lambda s: s.cards.append(s.cards[0]), "two action cards have the same id: '1-01'"),
        (lambda s: s.kinds.append(Kind("gold", -1)), "kind 'gold' cannot number -1"),
        (lambda s: s.deal.update(gold=lambda *_: 0), "'gold' is to be dealt, but is not a hidden"),
        (lambda s: s.forms.update(gold=lambda _: Form({})), "a form of 'gold', but no open or"),
        (lambda s: (s.cells.update(x=0), s.hidden.update(x=0)), "both an open and a hidden value"),
        (lambda s: setattr(s, "pile", "side"), "no pile 'side'; choose from top, latest"),
        (marked("2"), "card 1-01, field 'marks': write a number from 1 to 9 for 'gold'"),
        (marked(10), "card 1-01, field 'marks': write a number from 1 to 9 for 'gold'"),
        (hearing, "'listener' hears 'scorings', which is not one of choosing, scoring"),
    ],
)
def test_what_is_misnamed_is_refused_in_a_sentence(edit: Callable[[Spec], None], said: str) -> None:
    bent = spec()
    edit(bent)
    with pytest.raises(SpecError, match=said):
        Ruleset(bent)


# -- where the King may come is asked by every card that moves him -----------


CARDS = (
    Card("6-any", 6, 1, "king_anywhere"),
    Card("6-step", 6, 1, "king_step"),
    Card("6-to", 6, 1, "king_to", Params(nodes=["isle", "galicia"])),
    Card("6-only", 6, 1, "king_to", Params(nodes=["isle"])),
    Card("6-among", 6, 1, "king_among", Params(where="coast")),
    Card("6-ride", 6, 1, "entourage", Params(where="any", number=1)),
    Card("6-swap", 6, 1, "stand_in"),
    Card("6-spare-1", 6, 1, "king_step"),
    Card("6-spare-2", 6, 1, "king_step"),
)


def not_on_the_isle(previous: MayReign, position: Position, node: int) -> bool:
    return position.rules.nodes[node] != "isle" and previous(position, node)


def ruleset(*, closed: bool) -> Ruleset:
    spec = edition("1996").spec(("red", "blue"), False, {})
    spec.regions.append(Region("isle", (3, 2, 1), ("galicia", "seville"), disk=False, coastal=True))
    spec.cards += CARDS
    bring(spec, CARDS)
    if closed:
        spec.bend("may_reign", not_on_the_isle)
    return Ruleset(spec)


OPEN, CLOSED = ruleset(closed=False), ruleset(closed=True)


def goals(rules: Ruleset, card: str) -> set[str] | None:
    """Where he may go with a card from Seville, red's Grande being on the isle."""
    state = start(rules, 1)
    state.board[rules.at_king] = rules.nodes.index("seville")
    state.board[rules.at_grande] = rules.regions.index("isle")
    state.stack = [act_frame("act", 0, rules.card_index[card], 1, 0)]
    state.advance()
    if rules.SPECIAL not in state.legal(0):
        return None
    state.apply(0, rules.SPECIAL)
    verb = [rules.text(code).split() for code in state.legal(0)] if state.stack else []
    return {words[1] for words in verb if words[0] == "king"} or {rules.nodes[state.king]}


@pytest.mark.parametrize("card", [c.id for c in CARDS if "spare" not in c.id])
def test_every_card_that_moves_the_king_asks(card: str) -> None:
    unbent, bent = goals(OPEN, card), goals(CLOSED, card)
    assert unbent is not None
    assert "isle" in unbent
    assert bent == (unbent - {"isle"} or None)
