"""What joins two expansions, what it lifts and retells, and kept cards of theirs used otherwise;
and whoever bends the same, in both orders."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from drawing import FIRST, answer_next
from elgrande.content import expansion as expansions
from elgrande.content import setup as setups
from elgrande.content.edition import edition
from elgrande.content.expansion import register
from elgrande.content.files import ContentError
from elgrande.content.setup import Setup
from elgrande.content.words import prompt
from elgrande.rules import Held, Names, Position, Ruleset, Spec, SpecError, State, start
from elgrande.rules.effects.cards import KeepVeto
from elgrande.rules.events import CardUsed, Event, RegionScored
from elgrande.rules.parts import GAME, PlainFrame
from elgrande.rules.steps.general import score_alone
from elgrande.rules.steps.step import STOPPABLE, WindowFrame
from elgrande.rules.steps.turn import act_frame
from seam import moments, rooms, turns
from seam.guild import GUILD, JOINED, MINT
from seam.moments import COLOURS, edit
from seam.table import offers, play

RED, BLUE = 0, 1
BOTH = ("guild", "a-mint")


# -- what a joining part lifts and says ------------------------------------------------


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are known to these tests alone, and each time others bear the same ids."""
    expansions.expansion_ids()
    for compiled in (setups._content, setups._ruleset):
        compiled.cache_clear()
    monkeypatch.setattr(expansions, "_REGISTERED", dict(expansions._REGISTERED))


@pytest.mark.usefixtures("registered")
def test_an_exclusion_is_lifted_by_a_part_that_joins_the_two() -> None:
    register(GUILD)
    register(replace(MINT, excludes=("guild", "intrigue")))
    with pytest.raises(ContentError, match=r"^The Mint cannot be combined with The Guild$"):
        Setup.of(3, seed=1, expansions=BOTH).ruleset()
    register(JOINED)
    setup = Setup.of(3, seed=1, expansions=BOTH)
    assert setup.ruleset().in_play == (*BOTH, "guild-and-mint")
    assert setup.to_plain()["expansions"] == [*BOTH]
    with pytest.raises(ContentError, match=r"^The Mint cannot be combined with Intrigue"):
        Setup.of(3, seed=1, expansions=(*BOTH, "intrigue")).ruleset()


@pytest.mark.usefixtures("registered")
def test_a_joining_part_says_anew_what_a_card_says() -> None:
    for one in (
        GUILD,
        MINT,
        replace(
            JOINED, retold={"5-01": ("The King stays.", "printed"), "no-card": ("?", "printed")}
        ),
    ):
        register(one)
    told = Setup.of(3, seed=1, expansions=BOTH)
    plain = Setup.of(3, seed=1, expansions=("guild",))
    assert told.content.cards["5-01"].text == "The King stays."
    assert plain.content.cards["5-01"].text != "The King stays."
    assert told.content.cards["5-01"].card == plain.content.cards["5-01"].card
    (carried,) = [info for info in told.played_deck().cards if info.card.id == "5-01"]
    assert carried.text == "The King stays."


# -- kept cards that are used as others are -----------------------------------------------


class Stop(KeepVeto):
    """Stop by a card that is kept for something else."""

    name = "stop_otherwise"
    params = ()
    on_cards = False

    def listens(self, s: Position, f: WindowFrame) -> bool:
        return f.acting != f.actor

    def again(self, held: int) -> bool:
        return True

    def code(self, held: int) -> int:
        return self.rules.USE + held

    def use_phrase(self, held: int, n: Names) -> str:
        return f"use {n.title(held)} to stop"


def used(state: State, seat: int, card: int) -> None:
    """Whoever has used a card rests when all that it does is over."""
    state.stack.append(PlainFrame("rest", seat))


def spec_of(*told: str) -> Spec:
    spec = edition("1996").spec(COLOURS, False, {})
    edit(spec)
    spec.steps.append(Stop)
    spec.use_as("keep_early", Stop.name, *STOPPABLE)
    for moment in told:
        spec.on(moment, used)
    return spec


RULES = Ruleset(spec_of())
TOLD = Ruleset(spec_of("used"))


def acting(rules: Ruleset, card: str, held: str) -> State:
    """Red's turn with a card; blue holds one; red has two in Aragon."""
    state = start(rules, 1)
    for kind in range(rules.n_seats):
        row = kind * rules.n_places
        state.board[row : row + rules.n_places] = [0] * rules.n_places
        state.board[row + rules.provinces] = 30
    aragon = rules.place_index["aragon"]
    state.board[aragon], state.board[rules.provinces] = 2, 28
    state.board[rules.at_king] = rules.nodes.index("old-castile")
    state.held = (Held(rules.card_index[held], BLUE, GAME),)
    state.stack = [act_frame("act", RED, rules.card_index[card], 0, 0)]
    state.advance()
    return state


def test_a_kept_card_is_used_as_another_effects_at_the_triggers_that_were_named() -> None:
    state = acting(RULES, "m-move", "7-early")
    play(state, "red special", "red pick red aragon", "red put granada")
    assert offers(state) == ["blue use 7-early", "blue let", "blue let-all"]
    said = prompt(state.decision(BLUE), RULES)
    assert said.startswith("Blue: use 7-early to stop Red's m-move (next: ")
    rest = state.copy()
    play(state, "blue use 7-early")
    assert not state.held
    assert state.count(RED, RULES.place_index["aragon"]) == 2
    play(rest, "blue let")
    assert "the rest of Red's" in prompt(rest.decision(BLUE), RULES)
    play(rest, "blue use 7-early")
    assert rest.count(RED, RULES.place_index["aragon"]) == 1
    assert not [line for line in offers(rest) if "pick" in line]


def test_at_other_triggers_it_is_used_as_before() -> None:
    state = start(RULES, 1)
    state.held = (Held(RULES.card_index["7-early"], BLUE, GAME),)
    while state.stack[-1].step != "window":
        answer_next(state, FIRST)
    court = state.count(BLUE, RULES.court)
    play(state, "blue use 7-early")
    assert state.count(BLUE, RULES.court) == court + 1


def test_that_a_kept_card_was_used_is_told_and_what_is_pushed_comes_after_it() -> None:
    state = acting(TOLD, "m-move", "7-early")
    play(state, "red special", "red pick red aragon", "red put granada", "blue use 7-early")
    assert (state.stack[-1].step, state.owing()) == ("rest", (BLUE,))
    # With an action of its own the card has that first.
    state = acting(TOLD, "7-isle", "7-before")
    blue = BLUE * TOLD.n_places
    state.board[blue + TOLD.place_index["aragon"]] += 1
    state.board[blue + TOLD.provinces] -= 1
    play(state, "red special", "blue use 7-before")
    assert state.stack[-1].step == "move"
    assert "rest" in [frame.step for frame in state.stack]
    play(state, "blue done")
    assert (state.stack[-1].step, state.owing()) == ("rest", (BLUE,))


@pytest.mark.parametrize(
    ("how", "says"),
    [
        (("keep_early", "keep_veto", "announced"), "two expansions say how 'keep_early' is used"),
        (("keep_early", "move", "turn_start"), "'move' is not the effect of a card that is kept"),
        (("keep_never", "keep_veto", "turn_start"), "'keep_never' is not the effect of a card"),
        (("keep_early", "keep_veto", "noon"), "there is no trigger 'noon'; the triggers are"),
    ],
)
def test_what_cannot_be_used_so_is_said(how: tuple[str, str, str], says: str) -> None:
    spec = spec_of()
    with pytest.raises(SpecError, match=f"^{says}"):
        Ruleset(_with(spec, how))


def _with(spec: Spec, how: tuple[str, str, str]) -> Spec:
    spec.use_as(*how)
    return spec


def test_a_rare_trigger_comes_if_a_card_is_used_there_as_another() -> None:
    spec = spec_of()
    assert "round_end" in Ruleset(spec).heard
    spec.cards = [card for card in spec.cards if card.effect != "score_later"]
    assert "round_end" not in Ruleset(spec).heard
    spec.use_as("keep_early", Stop.name, "round_end")
    assert "round_end" in Ruleset(spec).heard


# -- a scoring that nobody carries out --------------------------------------------------------


def test_cards_are_used_before_a_scoring_outside_any_action() -> None:
    state = acting(RULES, "m-move", "7-before")
    heard: list[Event] = []
    score_alone(state, RULES.targets.index("aragon"), RED)
    state._cache = None
    state.advance(heard.append)
    assert offers(state) == ["blue use 7-before", "blue let"]
    assert not heard
    heard = play(state, "blue let")
    (scored,) = [event for event in heard if isinstance(event, RegionScored)]
    assert (scored.scored.target, scored.by) == (RULES.targets.index("aragon"), RED)
    assert not [event for event in heard if isinstance(event, CardUsed)]


# -- whoever bends the same, in both orders ------------------------------------------------

BENDING: dict[str, tuple[str, tuple[Callable[[Spec], None], ...]]] = {
    "colonies-errands": ("colonies", (turns.errands,)),
    "colonies-own": ("colonies", (turns.no_stacks,)),
    "colonies-both": ("colonies", (turns.no_stacks, turns.errands)),
    "grandissimo-errands": ("grandissimo", (turns.errands,)),
    "moments-own": ("", (moments.edit, turns.no_stacks)),
    "rooms-errands": ("", (rooms.edit, turns.errands)),
}


@pytest.mark.expansions
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(("ours", "edits"), BENDING.values(), ids=BENDING)
def test_those_who_bend_the_same_compose_in_both_orders(
    ours: str, edits: tuple[Callable[[Spec], None], ...], turned: bool
) -> None:
    whole = [expansions.expansion(ours)] if ours else []
    house = {rule.key: rule.default for one in whole for rule in one.house_rules}
    spec = edition("1996").spec(COLOURS, False, house)
    spec.cards += [info.card for one in whole for info in one.cards]
    both = [*(one.edit for one in whole), *edits]
    for one in reversed(both) if turned else both:
        one(spec)
    rules = Ruleset(spec)
    state = start(rules, 1)
    chance = random.Random(1)
    while not state.over:
        answer_next(state, chance.choice)
        there = [
            sum(state.count(kind, place) for kind in family for place in range(rules.n_places))
            for family in rules.families
        ]
        assert there == list(rules.family_start)
        assert min(state.board[: rules.at_score]) >= 0
