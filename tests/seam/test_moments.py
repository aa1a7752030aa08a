"""What scores, what happens, and kept cards with moments of their own, each bent once."""

from __future__ import annotations

import json
import random
import re

import pytest

from drawing import answer_next
from elgrande.app.panes.forecast import cell as cell_of
from elgrande.app.panes.forecast import gain
from elgrande.content.edition import edition
from elgrande.content.positions.layout import lay_out
from elgrande.content.positions.position_format import describe
from elgrande.content.tally import tally
from elgrande.content.words import GameNames, answer, explain_score, prompt, say_event, say_score
from elgrande.rules import Card, Held, Ruleset, Scored, Spec, SpecError, State, View, score, start
from elgrande.rules.events import (
    Announced,
    CardKept,
    Event,
    GrandeMoved,
    HeldExpired,
    KingMoved,
    PointsGiven,
    RegionScored,
    from_plain,
    to_plain,
)
from elgrande.rules.parts import GAME, NEXT_SCORING
from elgrande.rules.steps.effect import stop_action
from elgrande.rules.steps.round import begin_program
from elgrande.rules.steps.step import AskedFrame
from elgrande.rules.steps.turn import act_frame
from seam.moments import COLOURS, edit, ruleset
from seam.table import offers, play

RULES = ruleset()
RED, BLUE, GREEN, YELLOW = range(4)


def draw(board: dict[str, str], *, king: str = "old-castile", rules: Ruleset = RULES) -> State:
    """A position with these caballeros on the board, and all others in the provinces."""
    state = start(rules, 1)
    for kind in rules.all_kinds:
        row = kind * rules.n_places
        whole = sum(state.board[row : row + rules.n_places])
        state.board[row : row + rules.n_places] = [0] * rules.n_places
        state.board[row + rules.provinces] = whole
    for place, who in board.items():
        for part in who.split(","):
            name, number = part.split()
            kind = rules.kinds.index(name)
            if name.endswith("-gold"):
                home = rules.kind_owner[kind]
                state.board[kind * rules.n_places + rules.provinces] += int(number)
                state.board[home * rules.n_places + rules.provinces] -= int(number)
            state.board[kind * rules.n_places + rules.provinces] -= int(number)
            state.board[kind * rules.n_places + rules.place_index[place]] += int(number)
    state.board[rules.at_king] = rules.nodes.index(king)
    for seat in range(rules.n_seats):
        state.board[rules.at_grande + seat] = rules.regions.index("granada")
        state.board[rules.at_score + seat] = 0
    return state


def acting(card: str, board: dict[str, str], **how: str) -> State:
    """Red's turn, with a card chosen; nothing follows it."""
    state = draw(board, **how)
    state.stack = [act_frame("act", RED, RULES.card_index[card], 0, 0)]
    state.advance()
    return state


def holds(state: State, card: str, owner: int, until: int = GAME, mark: int = -1) -> None:
    state.held = (*state.held, Held(RULES.card_index[card], owner, until, mark))


def cell(state: State, name: str) -> int:
    return state.cell(name)


def target(name: str) -> int:
    return RULES.targets.index(name)


# -- what scores ---------------------------------------------------------------


def test_places_and_kinds_that_do_not_count_take_no_rank() -> None:
    state = draw({"isle-port": "red 2, red-gold 1, blue 2, black 4", "isle-hut": "blue 1"})
    found = score(state, target("isle"))
    assert [(line.seat, line.count, line.points) for line in found.lines] == [
        (RED, 3, 5),
        (BLUE, 2, 3),
    ]
    assert found.gifts[0].seat == BLUE
    assert found.paid() == [(RED, 5), (BLUE, 3), (BLUE, 2)]
    assert [cell_of([found], seat) for seat in range(4)] == ["5", "3+2", ".", "."]
    assert score(state, target("isle"), first_only=True).gifts == ()


def test_what_makes_no_region_fuller_is_not_in_its_crowd() -> None:
    state = draw({"isle-port": "black 4, red 1", "isle-hut": "blue 1", "aragon": "red 3"})
    assert state.rules.crowd(state, target("isle")) == 2
    assert state.rules.crowd(state, target("aragon")) == 3


def test_gifts_are_paid_told_and_written_down() -> None:
    state = acting("7-isle", {"isle-hut": "blue 1", "castillo": "red 1"})
    heard = play(state, "red special")
    first = next(event for event in heard if isinstance(event, RegionScored))
    assert state.score(BLUE) == 2
    assert gain([first.scored], 4) == (0, 2, 0, 0)
    plain = json.loads(json.dumps(to_plain(first)))
    assert plain["scored"]["gifts"] == [[BLUE, 2, "hut"]]
    assert from_plain(plain) == first
    names = GameNames(RULES)
    assert say_score(first.scored, RULES, names) == (
        "Isle (5/3/1) is scored: Blue gets 2 (Hut); 1 of Blue's Hut does not count."
    )
    reasons = explain_score(first.scored, RULES, names)
    assert [(why.sentence, why.deltas) for why in reasons] == [
        ("1 of Blue's Hut does not count in the ranking.", ()),
        ("Hut: Blue gets 2 points.", ((BLUE, 2),)),
    ]
    scored = [event for event in heard if isinstance(event, RegionScored)]
    assert [RULES.targets[event.scored.target] for event in scored] == ["isle", "castillo"]
    assert "gifts" not in scored[1].scored.to_plain()
    sums = tally(RULES, [state.score(seat) for seat in range(4)], [(0, each) for each in heard])
    for shares in (sums.sources, sums.targets, sums.scorings):
        assert [sum(column) for column in zip(*(s.points for s in shares), strict=True)] == list(
            sums.final
        )


def test_the_order_of_a_general_scoring_is_asked() -> None:
    state = draw({"granada": "red 1", "isle-port": "blue 1", "aragon": "green 1"})
    state.stack = [AskedFrame("score_regions", -1)]
    heard: list[Event] = []
    state.advance(heard.append)
    order = [RULES.targets[e.scored.target] for e in heard if isinstance(e, RegionScored)]
    assert order[0] == "isle"
    assert "granada" not in order
    assert len(order) == len(RULES.regions) - 1


# -- what happens --------------------------------------------------------------


def test_who_arrives_is_handed_over_before_the_next_step_runs() -> None:
    state = acting("m-move", {"isle-port": "red-gold 2"})
    heard = play(state, "red special", "red pick red-gold isle-port", "red put aragon")
    assert state.count(RED, RULES.place_index["aragon"]) == 1
    assert state.score(RED) == 4
    assert PointsGiven(RED, 4, "delivery") in heard
    # The delivery is done when the move is asked on: who has delivered may be picked again.
    assert "red pick red aragon" in offers(state)
    assert state == state.copy()
    sentences = [say_event(event, RULES, GameNames(RULES)) for event in heard]
    assert "Red gets 4 points (Delivery)." in sentences
    assert "In Aragon, one of Red's caballeros lays down Gold." in sentences
    sums = tally(RULES, [4, 0, 0, 0], [(0, each) for each in heard])
    assert [share.id for share in sums.sources] == ["gift delivery"]
    assert [share.id for share in sums.targets] == ["beside"]


def test_all_moves_of_one_step_come_together() -> None:
    heard: list[object] = []
    spec = edition("1996").spec(COLOURS, False, {})
    edit(spec)
    spec.on("moved", lambda state, moves: heard.append(len(moves)))
    spec.on("settled", lambda state, actor: heard.append("settled"))
    state = draw({"castillo": "red 2, blue 1"}, rules=Ruleset(spec))
    heard.clear()
    for seat, region in ((RED, 0), (BLUE, 1), (GREEN, -1), (YELLOW, -1)):
        drawer = state.drawers[seat]
        assert drawer is not None
        state.drawers[seat] = (drawer[0], region, *drawer[2:])
    state.stack = [begin_program("general_scoring", -1)._replace(next=2)]
    state.advance()
    assert heard == [2, "settled"]


def test_what_settles_waits_for_the_end_of_the_action_and_may_ask() -> None:
    state = acting("m-move", {"aragon": "red 2"})
    play(state, "red special", "red pick red aragon", "red put isle-port")
    assert cell(state, "landed") == 1
    assert state.stack[-1].step == "move"
    play(state, "red pick red aragon", "red put isle-port")
    assert cell(state, "landed") == 0
    assert offers(state) == ["red done"]
    assert state.stack[-1].step == "rest"


def test_a_stopped_action_settles_too() -> None:
    state = acting("m-move", {"aragon": "red 2"})
    holds(state, "7-stop", BLUE, 2)
    play(state, "red special", "red pick red aragon", "red put isle-port", "blue let")
    assert cell(state, "landed") == 1
    play(state, "blue veto")
    assert state.stack[-1].step == "rest"
    assert cell(state, "landed") == 0
    play(state, "red done")
    assert cell(state, "rested") == 1


def test_a_placing_settles_when_it_ends() -> None:
    state = acting("7-gold", {"court": "red 2"}, king="valencia")
    play(state, "red place isle-port", "red done")
    assert state.stack[-1].step == "rest"
    play(state, "red done")
    assert state.stack[-1].step == "act" or state.over


def test_a_free_action_settles_when_it_is_over() -> None:
    state = acting("7-gold", {"court": "red 2"})
    play(state, "red drift")
    assert state.stack[-1].step == "rest"
    play(state, "red done")
    assert state.stack[-1].step == "act"


def test_an_action_begins_to_be_carried_out_once_it_is_let_pass() -> None:
    state = acting("7-gold", {"aragon": "red 1"})
    holds(state, "7-stop", BLUE, 2)
    play(state, "red special", "red pick red aragon", "red put granada")
    assert cell(state, "gold") == 0
    stopped = state.copy()
    play(stopped, "blue veto")
    assert cell(stopped, "gold") == 0
    play(state, "blue let")
    assert cell(state, "gold") == 1
    assert state.count(RED, RULES.place_index["granada"]) == 1


def test_an_action_without_a_choice_begins_after_its_windows_too() -> None:
    state = acting("7-isle", {"isle-port": "red 1"})
    holds(state, "7-stop", BLUE, 2)
    heard = play(state, "red special")
    assert [type(event) for event in heard] == [Announced]
    assert (cell(state, "gold"), state.score(RED)) == (0, 0)
    play(state, "blue let")
    assert (cell(state, "gold"), state.score(RED)) == (2, 5)


def test_without_anybody_to_stop_it_an_action_begins_at_its_first_unit() -> None:
    state = acting("7-gold", {"aragon": "red 1"})
    play(state, "red special", "red pick red aragon")
    assert cell(state, "gold") == 0
    play(state, "red put granada")
    assert cell(state, "gold") == 1


def test_choosing_a_card_is_told() -> None:
    state = start(RULES, 3)
    rng = random.Random(1)
    while state.stack[-1].step != "choose_card":
        answer_next(state, rng.choice)
    slot = RULES.stacks.index(7)
    card = RULES.card_index["7-gold"]
    state.board[RULES.at_face + slot] = card
    state._cache = None
    play(state, f"{COLOURS[state.owing()[0]]} card 7-gold")
    assert cell(state, "chosen") == 1


def test_king_and_grande_have_one_place_where_they_move() -> None:
    state = draw({})
    state.board[RULES.cell["regent"]] = BLUE
    heard: list[Event] = []
    state.sink = heard.append
    state.move_king(RED, target("aragon"))
    assert heard == [
        KingMoved(RED, target("old-castile"), target("aragon")),
        GrandeMoved(BLUE, target("granada"), target("aragon"), led=True),
    ]
    assert state.grande(BLUE) == state.king == target("aragon")


def test_a_moment_of_which_nobody_is_told_cannot_be_listened_to() -> None:
    spec: Spec = edition("1996").spec(COLOURS, False, {})
    with pytest.raises(SpecError, match="no moment 'dawn'; the moments are carried_out, chosen"):
        spec.on("dawn", print)


# -- kept cards ----------------------------------------------------------------


def test_a_card_lies_on_a_region_and_acts_by_itself_at_the_end_of_the_round() -> None:
    state = acting("7-later", {"aragon": "red 2"})
    play(state, "red special", "red score aragon")
    (held,) = state.held
    assert (held.until, RULES.regions[held.mark]) == (GAME, "aragon")
    said = say_event(next(iter(_kept(state))), RULES, GameNames(RULES))
    assert said == "Red keeps card 7-later until the end of the game."
    state.stack = [AskedFrame("expire_held", -1)]
    heard: list[Event] = []
    state.advance(heard.append)
    assert not state.held
    assert [e.scored.target for e in heard if isinstance(e, RegionScored)] == [target("aragon")]
    assert state.score(RED) == RULES.values[target("aragon")][0]


def _kept(state: State) -> list[Event]:
    return [CardKept(held.owner, held.card, held.until) for held in state.held]


def test_a_mark_is_written_only_where_there_is_one() -> None:
    state = draw({})
    plain = state.digest()
    holds(state, "7-stop", BLUE, 2)
    without = state.view(None).to_plain()["held"]
    assert without == [[RULES.card_index["7-stop"], BLUE, 2]]
    holds(state, "7-later", RED, GAME, 3)
    view = state.view(None)
    assert view.to_plain()["held"][1] == [RULES.card_index["7-later"], RED, GAME, 3]
    assert View.from_plain(RULES, json.loads(json.dumps(view.to_plain()))) == view
    other = state.copy()
    other.held = (other.held[0], other.held[1]._replace(mark=4))
    assert len({plain, state.digest(), other.digest()}) == 3


def test_a_card_before_a_scoring_is_asked_after_the_announcement_was_let_pass() -> None:
    state = acting("7-isle", {"aragon": "blue 1", "isle-port": "red 1"})
    holds(state, "7-before", BLUE, NEXT_SCORING)
    holds(state, "7-stop", GREEN, 2)
    play(state, "red special")
    assert offers(state)[0].startswith("green veto")
    play(state, "green let-all")
    assert "blue use 7-before" in offers(state)
    play(state, "blue use 7-before", "blue pick blue aragon", "blue put isle-port", "blue done")
    play(state, "blue done")  # Having landed, blue rests.
    assert (state.score(RED), state.score(BLUE)) == (3, 3)


def test_it_is_asked_before_the_disks_and_once_before_the_regions() -> None:
    state = acting("7-disks", {"aragon": "blue 1"})
    holds(state, "7-before", BLUE, NEXT_SCORING)
    play(state, "red special")
    assert offers(state) == ["blue use 7-before", "blue let"]
    play(state, "blue let")
    assert state.stack[-1].step == "disks"
    state.stack = [AskedFrame("score_regions", -1)]
    heard: list[Event] = []
    state.advance(heard.append)
    assert not heard
    heard = play(state, "blue let")
    assert isinstance(heard[-1], HeldExpired)
    assert len([e for e in heard if isinstance(e, RegionScored)]) == len(RULES.regions) - 1
    assert not state.held


def test_a_card_is_asked_once_before_anybody_chooses_and_after_a_general_scoring() -> None:
    state = draw({})
    holds(state, "7-early", BLUE)
    kept = state.copy()
    rng = random.Random(1)
    while state.stack[-1].step != "window":
        answer_next(state, rng.choice)
    below = state.stack[-2]
    assert (below.step, below.asked) == ("choose_card", 1)  # type: ignore[attr-defined]
    play(state, "blue let")
    assert state.stack[-1].step == "choose_card"
    kept.stack = [AskedFrame("score_regions", -1)]
    kept.advance()
    play(kept, "blue use 7-early")
    assert kept.count(BLUE, RULES.court) == 1


def test_a_base_games_frames_do_not_know_of_it() -> None:
    state = start(Ruleset(edition("1996").spec(COLOURS, False, {})), 1)
    rng = random.Random(1)
    while state.stack[-1].step != "choose_card":
        answer_next(state, rng.choice)
    assert state.view(None).to_plain()["stack"][-1] == ["choose_card", state.owing()[0]]


def test_positions_with_kept_cards_are_described_and_laid_out() -> None:
    state = start(RULES, 2)
    state.board[RULES.at_round] = 2
    holds(state, "7-later", RED, GAME, 3)
    holds(state, "7-before", BLUE, NEXT_SCORING)
    board = state.board
    board[RULES.at_seen] |= 1 << RULES.card_index["7-later"] | 1 << RULES.card_index["7-before"]
    told = json.loads(json.dumps(describe(state)))
    assert told["held"] == [
        {"card": "7-later", "owner": "red", "until": "game", "mark": RULES.regions[3]},
        {"card": "7-before", "owner": "blue", "until": "scoring"},
    ]
    for stack in told["stack"]:
        stack.pop("deck", None)
    assert lay_out(RULES, told, seed=1).held == state.held


# -- sequences and sets of targets ---------------------------------------------


def test_a_sequence_is_announced_once_and_each_part_may_be_left_out() -> None:
    state = acting("6-parts", {"aragon": "red 2", "castillo": "red 1"})
    holds(state, "7-stop", BLUE, 2)
    heard = play(state, "red special")
    assert [type(event) for event in heard] == [Announced]
    play(state, "blue let")
    assert offers(state) == ["red option 1", "red done"]
    decision = state.decision()
    said = [answer(code, RULES, GameNames(RULES), decision) for code in decision.codes]
    assert said == ["m-order", "leave this part out"]
    assert prompt(decision, RULES) == ("Red: use or leave out this part of the card: m-order.")
    play(state, "red option 1", "blue let")
    # The move may be ended by itself, so nobody is asked whether it begins.
    heard = play(state, "red pick red aragon", "red put granada", "blue let")
    assert not any(isinstance(event, Announced) for event in heard)
    play(state, "red done")
    assert offers(state) == ["red option 3", "red done"]
    play(state, "red done")
    assert state.score(RED) == 0
    assert state.count(RED, RULES.court) == 1


def test_what_is_left_of_a_sequence_can_be_stopped() -> None:
    state = acting("6-parts", {"aragon": "red 2"})
    holds(state, "7-stop", BLUE, 2)
    play(state, "red special", "blue let", "red option 1", "blue veto")
    assert state.count(RED, RULES.court) == 1
    assert state.stack == [act_frame("act", RED, RULES.card_index["6-parts"], 0, 1)]


@pytest.mark.parametrize("option", [1, 2])
def test_a_choice_lets_cards_be_used_before_it_if_what_is_chosen_scores(option: int) -> None:
    state = acting("6-either", {"castillo": "blue 1"})
    holds(state, "7-before", BLUE, NEXT_SCORING)
    play(state, "red special", f"red option {option}")
    assert ("blue use 7-before" in offers(state)) == (option == 2)


def test_a_sequence_that_scores_lets_cards_be_used_before_it() -> None:
    state = acting("6-parts", {"aragon": "blue 1"})
    holds(state, "7-before", BLUE, NEXT_SCORING)
    play(state, "red special")
    assert offers(state) == ["blue use 7-before", "blue let"]


@pytest.mark.parametrize(
    ("effect", "params", "says"),
    [
        (
            "sequence",
            {"options": ["6-x"], "optional": True},
            "'6-x' is not a card whose action can be a part",
        ),
        ("sequence", {"options": ["m-move"]}, "'optional'"),
        ("score_targets", {"targets": ["atlantis"]}, "'atlantis' is nothing to score"),
        ("score_targets", {"targets": ["isle", "isle"]}, "name each only once"),
        ("score_among", {"where": "south", "king": True}, "write one of any"),
        ("score_one", {"castillo": True, "king": 1}, "write true or false here"),
    ],
)
def test_a_card_with_a_fault_is_named(effect: str, params: dict, says: str) -> None:
    spec = edition("1996").spec(COLOURS, False, {})
    edit(spec)
    spec.cards.append(Card("6-x", 6, 3, effect, params))
    with pytest.raises(SpecError, match=says):
        Ruleset(spec)


def test_scorings_of_a_choice_keep_to_their_sets_and_off_the_kings_region() -> None:
    def may(card: str, king: str) -> set[str]:
        state = acting(card, {"aragon": "red 1"}, king=king)
        play(state, "red special")
        assert re.fullmatch(
            r"Red: choose .*\bregions?\b.* to score\.", prompt(state.decision(), RULES)
        )
        return {line.split()[-1] for line in offers(state)}

    coast = {name for name, is_ in zip(RULES.regions, RULES.coastal, strict=True) if is_}
    assert may("7-coast", "aragon") == coast
    assert may("7-coast", "galicia") == coast - {"galicia"}
    assert may("7-free", "galicia") == {*RULES.regions} - {"galicia"}
    assert may("7-all", "galicia") == {*RULES.targets}


# -- set-up and whole games ----------------------------------------------------


def test_region_cards_are_drawn_on() -> None:
    for seed in range(5):
        state = start(RULES, seed)
        homes = {state.king, *(state.grande(seat) for seat in range(4))}
        black = RULES.kinds.index("black")
        more = {r for r in RULES.disk_regions if state.count(black, RULES.region_places[r][0])}
        assert len(more) == 2
        assert not more & homes
        assert cell(state, "drawn") == sum(1 << region for region in homes | more)
        assert start(RULES, seed) == state


@pytest.mark.parametrize("seed", range(6))
def test_random_games_end_conserve_replay_and_go_through_json(seed: int) -> None:
    rng = random.Random(seed)
    state = start(RULES, seed)
    whole = families(state)
    played: list[tuple[int, int]] = []
    got = [0] * 4
    while not state.over:
        if rng.random() < 0.02:
            plain = json.loads(json.dumps(state.view(None).to_plain()))
            assert View.from_plain(RULES, plain) == state.view(None)
            assert state.view(rng.randrange(4)).sample(state.draw_generator()).owing()
        seat = rng.choice(state.owing())
        codes = state.legal(seat)
        code = rng.choice(codes)
        played.append((seat, code))
        heard: list[Event] = []
        state.apply(seat, code, heard.append)
        for event in heard:
            assert from_plain(json.loads(json.dumps(to_plain(event)))) == event
            assert say_event(event, RULES)
            if isinstance(event, RegionScored):
                assert isinstance(event.scored, Scored)
                for who, points in event.scored.paid():
                    got[who] += points
            elif isinstance(event, PointsGiven):
                got[event.seat] += event.points
        assert families(state) == whole
        assert min(state.board[: len(RULES.kinds) * RULES.n_places]) >= 0
    assert got == [state.score(s) for s in range(4)]
    again = start(RULES, seed)
    for seat, code in played:
        again.apply(seat, code)
    assert again.digest() == state.digest()


def families(state: State) -> list[int]:
    sums = [0] * len(RULES.kinds)
    for kind in RULES.all_kinds:
        row = state.board[kind * RULES.n_places : (kind + 1) * RULES.n_places]
        sums[RULES.kind_family[kind]] += sum(row)
    return sums


def test_stopping_is_one_function() -> None:
    state = acting("m-move", {"aragon": "red 2"})
    play(state, "red special", "red pick red aragon", "red put isle-port")
    stop_action(state)
    assert state.stack[-1].step == "rest"


def test_the_castillo_emptied_is_told_with_what_the_disks_showed() -> None:
    spec = edition("1996").spec(COLOURS, False, {})
    heard: list[tuple[int, ...]] = []

    def emptied(state: State, shown: tuple[int, ...]) -> None:
        heard.append(shown)
        assert not state.count(RED, state.rules.castillo), "they have gone by then"

    spec.on("emptied", emptied)
    state = draw({"castillo": "red 2"}, rules=Ruleset(spec))
    drawer = state.drawers[RED]
    assert drawer is not None
    state.drawers[RED] = (drawer[0], 3, *drawer[2:])
    state.stack = [begin_program("general_scoring", -1)._replace(next=2)]
    state.advance()
    assert heard == [(3, -1, -1, -1)]
    assert state.count(RED, state.rules.region_places[3][0]) == 2


def test_cards_of_hands_change_the_decks_digest_and_others_do_not() -> None:
    def digest(**own: int) -> str:
        spec = edition("1996").spec(COLOURS, False, {})
        spec.cards.append(Card("own", 0, 0, "score_castillo", **own))
        return Ruleset(spec).deck_digest

    assert len({digest(), digest(value=30), digest(value=40), digest(value=30, brings=2)}) == 4
    assert digest(value=30, brings=2) == digest(value=30, brings=2)
