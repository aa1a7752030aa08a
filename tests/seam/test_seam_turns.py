"""A turn that acts on no face-up card, must carry it out, or may do something besides."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from drawing import FIRST, answer_next
from elgrande.app.board.guide import Guide
from elgrande.app.panes import cards_pane as cards_pane
from elgrande.app.panes import courts
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.panes.text_runs import plain
from elgrande.cli.plain import queries
from elgrande.cli.plain.queries import sentences
from elgrande.content import expansion as expansions
from elgrande.content.edition import edition
from elgrande.content.files import ContentError
from elgrande.content.positions.layout import lay_out
from elgrande.content.positions.position_format import describe
from elgrande.content.reference import reference
from elgrande.content.setup import Setup
from elgrande.content.words import GameNames, answer, prompt, why_not
from elgrande.rules import Generator, Ruleset, Spec, SpecError, State, View, start
from elgrande.rules.commands import Command
from elgrande.rules.events import CardChosen
from elgrande.rules.free import FreeAction
from elgrande.rules.refused import Case
from elgrande.table import new_game, seated
from elgrande.tournament.games import play_game
from seam.table import count, offers, play
from seam.turns import ERRANDS, OWN, errands, muster, musters, no_stacks

GAMES = pytest.mark.parametrize(
    "ids", [("seam-own",), ("seam-errands",), ("seam-own", "seam-errands")]
)
RED, BLUE, GREEN = range(3)


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both are known in these tests only: with others they cannot be played."""
    for one in (OWN, ERRANDS):
        monkeypatch.setitem(expansions._REGISTERED, one.id, one)


def game(*ids: str, players: int = 3, seed: int = 1) -> State:
    return Setup.of(players, seed=seed, expansions=ids).start()


def walk(state: State, seed: int, lines: list[str] | None = None) -> Iterator[State]:
    """Play at random to the end, giving every position before it is answered, and note how."""
    rng = random.Random(seed)
    for _ in range(3000):
        if state.over:
            return
        yield state
        seat = rng.choice(state.owing())
        code = rng.choice(state.legal(seat))
        if lines is not None:
            lines.append(state.rules.format(Command(seat, code)))
        state.apply(seat, code)
    raise AssertionError(f"the game does not end; it asks {state.stack[-1].step!r}")


def on(state: State, step: str) -> State:
    """Answer with what comes first up to a step, and stop there."""
    while state.decision().step != step:
        answer_next(state, FIRST)
    return state


def why(state: State, seat: int, text: str) -> str:
    return why_not(state, seat, text, GameNames(state.rules))


# -- whole games -----------------------------------------------------------------


@GAMES
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_game_ends_conserves_families_and_replays(ids: tuple[str, ...], players: int) -> None:
    rules = Setup.of(players, seed=1, expansions=ids).ruleset()
    for seed in range(3):
        state = start(rules, seed)
        lines: list[str] = []
        for _ in walk(state, seed, lines):
            pass
        for kind in rules.all_kinds:
            there = sum(state.count(kind, place) for place in range(rules.n_places))
            assert there == rules.kind_start[kind]
        again = start(rules, seed)
        play(again, *lines)
        assert again.digest() == state.digest()


@GAMES
def test_every_position_is_written_dealt_and_told(ids: tuple[str, ...]) -> None:
    """Files, JSON, samples and sentences know as much as the program, in and between turns."""
    setup = Setup.of(3, seed=4, expansions=ids, short=True)
    names = setup.names()
    guide = Guide(setup, setup.ruleset(), UNICODE)
    for at, state in enumerate(walk(setup.start(), 4)):
        written = json.loads(json.dumps(describe(state)))
        assert lay_out(state.rules, written, seed=9) == state
        seat = state.owing()[0]
        view = state.view(seat)
        assert View.from_plain(state.rules, json.loads(json.dumps(view.to_plain()))) == view
        decision = view.decision(seat)
        assert list(decision.codes) == state.legal(seat)
        if at % 3 == 0:
            dealt = view.sample(Generator.seeded(at))
            assert dealt.view(seat) == view
            assert dealt.legal(seat) == state.legal(seat)
            assert "".join(sentences(view, names, seat=seat))
            assert prompt(decision, state.rules, names)
            assert all(answer(code, state.rules, names, decision) for code in decision.codes)
            assert plain(cards_pane.rows(view, guide, 50, 20))
            assert plain(courts.rows(view, guide, 50, 20))


def test_whose_turn_it_is_the_frames_tell() -> None:
    """In the base game that is who has taken no card; elsewhere nobody takes one."""
    for state in walk(game(), 1):
        takers = [slot.taker for slot in state.slots if slot.taker >= 0]
        if any(slot.card >= 0 for slot in state.slots):
            assert set(state.to_come) == {RED, BLUE, GREEN} - {*takers, state.actor}
            assert state.turns_had == len(set(takers) - {state.actor})
        else:
            assert state.to_come == ()
    seen = []
    for state in walk(game("seam-own"), 1):
        if state.decision().step == "choose_card":
            assert state.turn_order[state.turns_had :] == (state.actor, *state.to_come)
            seen.append(state.turns_had)
    assert seen == [0, 1, 2] * 9


@GAMES
def test_the_steward_plays_it(ids: tuple[str, ...]) -> None:
    setup = Setup.of(3, seed=5, expansions=ids, short=True)
    found = play_game(setup, ["random", "steward", "random"], 3)
    assert found.notices == ()
    assert found.scores[1] > max(found.scores[0], found.scores[2])


def test_everything_is_taken_back_and_done_again() -> None:
    setup = Setup.of(3, seed=2, expansions=("seam-own", "seam-errands"), house={"undo": "free"})
    table = new_game(
        replace(setup, players=tuple(replace(p, source="person") for p in setup.players))
    )
    rng = random.Random(2)
    while table.state.turns_had < 2:
        seat = rng.choice(table.state.owing())
        table.send(seat, [table.rules.text(rng.choice(table.state.legal(seat)))])
    met = table.state.digest()
    first = setup.start().digest()
    steps = 0
    while table.can_undo(range(3)):
        table.undo(range(3))
        steps += 1
    assert table.state.digest() == first
    for _ in range(steps):
        table.redo(range(3))
    assert table.state.digest() == met


def test_what_can_be_looked_up_does_without_stacks() -> None:
    setup = Setup.of(3, seed=1, expansions=("seam-own",))
    book = reference(setup)
    assert all(entry.text for _, entries in book.chapters for entry in entries)


# -- what is offered -------------------------------------------------------------


def test_a_card_of_no_stack_is_chosen_and_used() -> None:
    state = on(game("seam-own"), "choose_card")
    rules = state.rules
    assert rules.stacks == ()
    seat = state.actor
    cards = rules.offered(state, seat)
    assert state.legal(seat) == [rules.CARD + card for card in cards]
    heard: list[Any] = []
    state.apply(seat, rules.CARD + cards[1], heard.append)
    assert heard == [CardChosen(seat, cards[1])]
    assert state.card == cards[1]


def test_what_the_offered_cards_say_can_be_read() -> None:
    table = new_game(Setup.of(3, seed=1, expansions=("seam-own",)))
    on(table.state, "choose_card")
    codes = table.state.legal(table.state.actor)
    texts = [table.setup.content.cards[table.rules.text(code).split()[1]].text for code in codes]
    assert len(texts) == 3
    said = "\n".join(queries.cards(seated(table).update(None), table.names, table.setup))
    assert all(text in said for text in texts)


def test_a_face_up_card_is_still_taken() -> None:
    state = on(game("seam-errands"), "choose_card")
    seat, slot = state.actor, state.slots[2]
    play(state, f"{state.rules.colours[seat]} card {state.rules.cards[slot.card].id}")
    assert [slot.taker for slot in state.slots] == [-1, -1, seat, -1, -1]


def bent(edit: Any) -> Ruleset:
    spec = edition("1996").spec(("red", "blue", "green"), False, {})
    edit(spec)
    return Ruleset(spec)


def test_whoever_is_offered_nothing_goes_on() -> None:
    def edit(spec: Spec) -> None:
        spec.bend("offered", lambda previous, position, seat: ())

    state = start(bent(edit), 1)
    asked = {state.decision().step for state in walk(state, 1)}
    assert "power" in asked
    assert not {"choose_card", "act"} & asked


def test_whoever_is_offered_nothing_may_still_act_freely() -> None:
    def edit(spec: Spec) -> None:
        errands(spec)
        spec.bend("offered", lambda previous, position, seat: ())

    state = on(start(bent(edit), 1), "choose_card")
    colour = state.rules.colours[state.actor]
    assert offers(state)[0] == f"{colour} muster"
    assert offers(state)[-1] == f"{colour} end"
    names = GameNames(state.rules)
    said = prompt(state.decision(), state.rules, names)
    assert said.endswith("muster a caballero, drift, or end your turn.")
    play(state, f"{colour} end")
    assert state.rules.colours[state.actor] != colour


# -- what is required ------------------------------------------------------------


def scoring_turn() -> State:
    """Red may act on 3-09, which scores the fullest region and is required."""

    def edit(spec: Spec) -> None:
        no_stacks(spec)
        at = next(at for at, card in enumerate(spec.cards) if card.id == "3-09")
        spec.bend("offered", lambda previous, position, seat: (at,))

    state = on(start(bent(edit), 1), "choose_card")
    play(state, f"{state.rules.colours[state.actor]} card 3-09")
    return state


def test_a_turn_does_not_end_before_what_is_required() -> None:
    state = scoring_turn()
    seat = state.actor
    colour = state.rules.colours[seat]
    assert f"{colour} special" in offers(state)
    assert f"{colour} end" not in offers(state)
    assert why(state, seat, "end").endswith(
        "(Score fullest) must be carried out as long as it can be."
    )
    names = GameNames(state.rules)
    assert "end your turn" not in prompt(state.decision(), state.rules, names)
    play(state, f"{colour} special")
    assert f"{colour} end" in offers(state)


def test_what_can_do_nothing_is_not_required() -> None:
    def edit(spec: Spec) -> None:
        spec.bend("required", lambda previous, position, seat, card: True)

    rules = bent(edit)
    asked = 0
    for state in walk(start(rules, 3), 3):
        if state.decision().step == "act":
            codes = state.legal(state.actor)
            assert (rules.END in codes) != (rules.SPECIAL in codes)
            asked += 1
    assert asked > 20


# -- free actions ----------------------------------------------------------------


def errand_turn() -> tuple[State, str]:
    """Somebody's turn to choose a card, in a game with free actions."""
    state = on(game("seam-errands"), "choose_card")
    return state, state.rules.colours[state.actor]


def test_it_is_offered_with_the_card_and_between_its_actions() -> None:
    state, colour = errand_turn()
    assert f"{colour} muster" in offers(state)
    assert f"{colour} end" not in offers(state), "a card is to be chosen"
    play(state, f"{colour} card 5-01")
    assert f"{colour} muster" in offers(state)
    play(state, next(offer for offer in offers(state) if " place " in offer))
    assert state.decision().step == "place"
    assert f"{colour} muster" not in offers(state)
    assert why(state, state.actor, "muster").startswith("That is done before or between")


def test_it_is_done_once_a_turn_and_again_in_the_next() -> None:
    state, colour = errand_turn()
    seat = state.actor
    before = count(state, colour, "court")
    play(state, f"{colour} muster")
    assert count(state, colour, "court") == before + 1
    assert state.decision().step == "choose_card"
    assert f"{colour} muster" not in offers(state)
    assert "once a turn" in why(state, seat, "muster")
    assert describe(state)["cells"]["free_used"] == ["muster"]
    play(state, next(offer for offer in offers(state) if " card " in offer))
    assert f"{colour} muster" not in offers(state)
    on(state, "power")
    assert describe(state)["cells"]["free_used"] == []
    on(state, "choose_card")
    assert any(offer.endswith("muster") for offer in offers(state))


def test_it_may_ask_more_and_the_turn_goes_on_where_it_was() -> None:
    state, colour = errand_turn()
    sails = [offer for offer in offers(state) if " drift " in offer]
    assert sails, "somebody stands on a coast"
    source = sails[0].split()[2]
    for leg in range(3):
        assert state.cell("legs") == 3 - leg
        play(state, f"{colour} drift {source}")
        assert state.decision().step == "drift_ashore"
        goal = offers(state)[0].split()[2]
        play(state, f"{colour} put {goal}")
        assert state.decision().step == "choose_card"
        source = goal
    assert not any(" drift " in offer for offer in offers(state))


def test_a_turn_waits_as_long_as_something_can_be_done_freely() -> None:
    """With nothing to place and no special action left, it would end by itself."""

    def edit(spec: Spec) -> None:
        errands(spec)
        spec.free[:] = [FreeAction("muster", ("muster",), musters, muster)]
        spec.cards = [replace(card, caballeros=0) for card in spec.cards]

    state = on(start(bent(edit), 1), "choose_card")
    colour = state.rules.colours[state.actor]
    play(state, next(offer for offer in offers(state) if " card 5-01" in offer))
    play(state, f"{colour} special")
    play(state, offers(state)[0])
    assert state.decision().step == "act"
    assert offers(state) == [f"{colour} muster", f"{colour} end"]
    play(state, f"{colour} muster")
    assert state.rules.colours[state.actor] != colour, "nothing is left, so the turn is over"


def test_it_says_itself_what_it_is_called_and_why_it_cannot_be() -> None:
    def reason(c: Case) -> str:
        return f"{c.n.seat(c.seat)} drifts from a coast, not from {c.n.the(c.words[0])}"

    def edit(spec: Spec) -> None:
        errands(spec)
        spec.free[:] = [
            replace(action, wanted="let the wind decide", refusal=reason)
            for action in spec.free
            if action.name == "drift"
        ]

    state = on(start(bent(edit), 1), "choose_card")
    seat = state.actor
    said = prompt(state.decision(), state.rules)
    assert said.endswith("choose one of the face-up action cards or let the wind decide.")
    name = GameNames(state.rules).seat(seat)
    assert why(state, seat, "drift court") == f"{name} drifts from a coast, not from the court."


def test_a_step_with_a_verb_of_ours_says_the_usual_of_the_way() -> None:
    """It offers ``put`` and says nothing itself of what may not be entered."""
    state, _ = errand_turn()
    play(state, next(offer for offer in offers(state) if " drift " in offer))
    king = state.rules.nodes[state.king]
    seat = state.actor
    assert "is the King's region: nothing can enter or leave it." in why(state, seat, f"put {king}")
    assert why(state, seat, "put court") == ("Caballeros go to a region now, not to the court.")
    assert "go ashore on another coast" in why(state, seat, "put castillo")


@pytest.mark.parametrize("verb", ["place", "special", "nowhere"])
def test_its_verbs_are_its_own(verb: str) -> None:
    def edit(spec: Spec) -> None:
        spec.free.append(FreeAction("muster", (verb,), musters, muster))

    with pytest.raises(SpecError, match="declare a verb of its own"):
        bent(edit)


# -- positions that somebody writes ----------------------------------------------


def written(turns: object, **seats: Any) -> dict[str, Any]:
    """A round's middle without stacks: all have played a power card."""
    return {
        "round": 2, "king": "granada", "starter": "red", "turns": turns,
        "seat": [
            {"colour": colour, "power": power, "caballeros": {"court": 3}}
            for colour, power in (("red", 5), ("blue", 9), ("green", 7))
        ],
    }  # fmt: skip


@pytest.mark.parametrize(("turns", "colour"), [(0, "blue"), (1, "green"), (2, "red")])
def test_a_written_position_says_how_many_turns_are_over(turns: int, colour: str) -> None:
    rules = game("seam-own").rules
    state = lay_out(rules, written(turns), seed=1)
    assert state.decision().step == "take_caballeros"
    assert rules.colours[state.actor] == colour
    assert state.turns_had == turns
    assert describe(state).get("turns", 0) == turns
    assert "program" not in describe(state)
    for _ in walk(state, 1):
        pass


def test_a_round_without_stacks_begins_as_long_as_nobody_shows_a_power_card() -> None:
    rules = game("seam-own").rules
    data = written(0)
    for seat in data["seat"]:
        del seat["power"]
    state = lay_out(rules, data, seed=1)
    assert (state.round, state.decision().step) == (2, "power")


@pytest.mark.parametrize(
    ("ids", "change", "said"),
    [
        (("seam-own",), {"turns": 4}, "write a number from 0 to 3 here"),
        (("seam-own",), {"seat": 1}, "all power cards are played first; leave it out"),
        ((), {"turns": 2}, "every turn takes an action card"),
    ],
)
def test_turns_that_cannot_have_been_are_refused(
    ids: tuple[str, ...], change: dict[str, Any], said: str
) -> None:
    rules = game(*ids).rules
    data = written(1)
    if "seat" in change:
        del data["seat"][2]["power"]
    else:
        data.update(change)
    faces = ["1-01", "2-03", "3-01", "4-01", "5-01"]
    data["stack"] = [{"number": n, "face": faces[n - 1]} for n in rules.stacks]
    with pytest.raises(ContentError, match=said):
        lay_out(rules, data, seed=1)
