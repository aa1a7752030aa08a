"""What bots say of their answers: the plan, what it brings and what comes second."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from drawing import REGIONS, at, passes, play, table
from elgrande.bots import plan_words
from elgrande.bots.bot import Answer, Bot, Request
from elgrande.bots.leads import Rest
from elgrande.bots.marshal import Marshal
from elgrande.bots.outlook import Outlook
from elgrande.bots.plan_words import Plan, Voice, changes
from elgrande.bots.planner import Planner
from elgrande.bots.program import End
from elgrande.bots.reasons import guesses, of_disk, of_power, otherwise, stopping, why
from elgrande.bots.runner import ADVICE, SENTENCE, BotInside, BotMove
from elgrande.bots.steward import Steward
from elgrande.bots.weights import WEIGHTS
from elgrande.content.setup import Setup
from elgrande.rules import Generator, State

SEATED = ("Rosa", "Blas", "Gil", "Yago")


def request(state: State, *, private: bool = True) -> Request:
    seat = state.owing()[0]
    view = state.view(seat)
    chance = Generator.seeded(1)
    return Request(view, view.decision(seat), (), 12, chance, None, private, SEATED)


def moves(state: State, seed: int, most: int, *, private: bool = True) -> Iterator[BotMove]:
    """Let stewards play, and give each move before it is made."""
    runner = BotInside("steward", seed, private=private)
    for entry in range(most):
        seat = state.owing()[0]
        yield (move := runner.choose(state.view(seat), entry))
        state.apply(seat, move.code)


def reason_at(state: State, step: str, seed: int) -> str:
    """Let stewards play up to a question, and return what the first says there."""
    return next(m.reason for m in moves(state, seed, 400) if state.stack[-1].step == step)


def kings_turn(board: str = "seville: B2 R2 | granada: B3 | galicia: G2") -> State:
    """Red has the card that moves the King anywhere, and may place 3 beside him."""
    return table(
        board, king="aragon", court="R3",
        card="5-01", round=2,
    )  # fmt: skip


def told(
    commands: str, second: Rest | None = None, *, private: bool = True, start: State | None = None
) -> str:
    """Return what is said of a plan of these answers of Red's."""
    start = start or kings_turn()
    end = start.copy()
    play(end, commands)
    path = [(0, start.rules.code(line.removeprefix("red "))) for line in commands.split(", ")]
    voice = Voice.of(request(start, private=private))
    return why(voice, Plan.of(start, End(0.0, end, path)), second)


def test_a_plan_is_told_by_deeds_and_by_what_they_bring() -> None:
    said = told("red special, red king seville, red place granada, red place granada")
    assert said.startswith(
        "The plan: move the King to Seville, then place 2 in Granada. "
        "That way you are second in Granada, which would pay 3 points; Seville becomes the King's "
        "region, with you and Blas tied for first, so that nobody gets his bonus."
    ), "the greatest gain first"


def test_who_loses_the_lead_is_named() -> None:
    start = kings_turn("seville: B2 R1 | galicia: G2")
    commands = "red special, red king granada, red place seville, red place seville"
    said = told(commands, start=start)
    assert "ou take the lead in Seville from Blas, which would pay" in said


@pytest.mark.parametrize(
    ("board", "said"),
    [("valencia: R3 B1", "Your lead in Valencia grows, so that it is harder to take."),
     ("valencia: R1 B5", "You come closer to Blas in Valencia."),
     ("valencia: R1 B5 G4", "You come closer to those ahead in Valencia.")],
)  # fmt: skip
def test_what_changes_no_rank_is_told_if_there_is_nothing_else(board: str, said: str) -> None:
    start = kings_turn(f"{board} | granada: R2")
    assert told("red place valencia", start=start).startswith(said), "the plan is that answer"
    assert "alencia" not in told("red place valencia", start=start, private=False)
    both = told("red place valencia, red place catalonia", start=start)
    assert "That way you lead in Catalonia, which would pay 4 points." in both


def test_what_comes_second_is_told_with_how_far_it_is_behind() -> None:
    second = Rest(kings_turn().rules.code("king granada"), 2.2, 1.0)
    said = told("red special, red king seville", second)
    worse = "Next best: move the King to Granada, about 2 points worse against the others"
    assert said.endswith(f"{worse}, all in all.")
    unsure = told("red special, red king seville", second._replace(give=3.0))
    assert unsure.endswith(f"{worse.replace('about', 'perhaps')}, all in all.")
    close = told("red special, red king seville", second._replace(behind=0.4))
    assert close.endswith("Next best: move the King to Granada, about as good.")


def test_what_the_answer_says_is_not_told_again() -> None:
    start = kings_turn()
    play(start, "red special")
    said = told("red king granada, red place seville", start=start)
    assert said.startswith("Then place 1 in Seville.")


def test_why_a_turn_ends_is_told() -> None:
    start = kings_turn()
    second = Rest(start.rules.code("king granada"), 0.0, 1.0)
    plan = Plan(start, [(0, start.rules.END)], start)
    kept = why(Voice.of(request(start)), plan, second)
    assert kept.startswith(
        "Your 3 caballeros at court will be of more use in a later turn, and the special action "
        "would leave you no better off. Next"
    )
    stopped = stopping(Voice.of(request(start)), start, start.rules.DONE)
    assert "special" not in stopped, "it may still be used"
    # Then nobody else may be placed, so that is no reason for leaving out the special action.
    play(start, "red place basque, done")
    said = why(Voice.of(request(start)), plan, second)
    assert said.startswith(
        "Whatever else you could still do would leave you no better off. Next best: "
    ), "the next best may gain, and cost more than that"


def test_who_stops_one_thing_to_do_another_is_told_the_other() -> None:
    start = kings_turn()
    play(start, "red place valencia")
    said = told("red done, red special, red king granada", start=start)
    assert said.startswith("The plan: move the King to Granada. It costs something: ")


def test_where_the_king_is_already_he_does_not_come() -> None:
    start = kings_turn("seville: B2 R2 | aragon: B3 | galicia: G2")
    plans = []
    for commands in ("red special, red king seville", "red place valencia"):
        end = start.copy()
        play(end, commands)
        path = [(0, start.rules.code(line.removeprefix("red "))) for line in commands.split(", ")]
        plans.append(Plan.of(start, End(0.0, end, path)))
    second = Rest(start.rules.code("place valencia"), 6.0, 1.0)
    said = why(Voice.of(request(start)), plans[0], second, plans[1])
    assert "as Aragon is the King's region then, with Blas ahead" in said


def test_everybody_reads_of_me_and_less() -> None:
    second = Rest(kings_turn().rules.code("king granada"), 2.2, 1.0)
    said = told("red special, red king seville", second, private=False)
    assert "The plan" not in said
    assert said == (
        "Seville becomes the King's region, with me and Blas tied for first. "
        "This is about 2 points better against the others than if I move the King to Granada."
    )


@pytest.mark.parametrize("private", [False, True])
def test_what_a_veiled_castillo_pays_is_not_told_before(private: bool) -> None:
    """Points at once, and how far a second choice is behind, would tell who is inside."""
    game = Setup.of(4, seed=0, house={"castillo": "veiled"})
    state = game.start()
    voice = Voice(game.names(), 0, private)
    end = state.copy()
    end.board[state.rules.at_score + 1] += 3
    second = Rest(state.rules.code("king granada"), 2.2, 1.0)
    said = why(voice, Plan(state, [], end), second)
    assert not re.search(r"\d|point", said)
    assert said


def test_who_goes_to_a_veiled_castillo_is_told_to_whoever_sends_them() -> None:
    """What the Castillo pays is printed on the board, and how many one sends one counts."""
    start = table("seville: R1 B4 G3 Y2", king="aragon", court="R3", castillo="veiled", round=2,
                  card="1-07")  # fmt: skip
    commands = "red special, red pick red seville, red put castillo"
    said = told(commands, start=start)
    assert said.endswith("That way 1 more of your caballeros is in the Castillo, which pays 5/3/1.")
    assert "Castillo" not in told(commands, start=start, private=False)


def test_what_would_be_paid_anyway_is_no_gain() -> None:
    start = kings_turn("seville: R3 | galicia: G2")
    said = told("red special, red king seville", start=start)
    more = (
        "That way Seville becomes the King's region, with you ahead, which would pay 2 points more."
    )
    assert said.endswith(more)


def test_what_the_king_leaves_is_told_with_where_he_goes() -> None:
    start = kings_turn("seville: R2 | aragon: R3 B1 | galicia: G2")
    said = told("red special, red king seville", start=start)
    assert said.endswith(
        "That way Seville becomes the King's region, with you ahead, which would pay 2 points "
        "more; but you would get 2 points less in Aragon."
    )


def test_a_drawback_is_told_behind_what_it_is_taken_for() -> None:
    start = table("old-castile: R1 B2 G1 | seville: R1 B1", king="galicia", card="1-10", round=2)
    said = told("red special, red pick red old-castile, red put seville, red done", start=start)
    assert "; but you would get 2 points less in Old Castile" in said
    assert "That way you lead in Seville, which would pay 1 point more; " in said


def test_the_castillo_is_not_told_of_while_it_is_veiled() -> None:
    state = Setup.of(4, seed=3, house={"castillo": "veiled"}).start()
    reasons = [move.reason for move in moves(state, 1, 150)]
    assert any("The plan" in reason for reason in reasons)
    for reason in reasons:
        assert "in the Castillo, which would pay" not in reason


@pytest.mark.parametrize("bot", [Steward(), Marshal()])
def test_disks_have_reasons_for_the_asker_alone(bot: Bot) -> None:
    state = Setup.of(4, seed=2).start()
    reason_at(state, "disks", 1)
    answer: Answer = bot.choose(request(state))
    assert "caballeros in the Castillo would go to" in answer.reason
    assert "I guess that " in answer.reason
    anyway = r"pays \w+ (\d+ points?|nothing)( instead of (\d+|nothing)|, as it would anyway)\."
    assert re.search(anyway, answer.reason)
    assert bot.choose(request(state, private=False)).reason == ""


def test_a_disk_that_brings_nothing_is_told_by_what_another_loses() -> None:
    """With two players the lead alone pays, and 4 against 4 is nobody's."""
    rest = " | ".join(f"{region}: B2" for region in sorted(REGIONS - {"aragon"}))
    state = table(f"castillo: R1 B2 | aragon: R3 B4 | {rest}", seats="RB", king="granada", round=9)
    passes(state, "red", "4-04")
    passes(state, "blue", "1-07")
    said = Steward().choose(request(state)).reason
    assert said.startswith("Your caballero in the Castillo would go to Aragon. ")
    assert "Then Aragon pays Blas nothing instead of 5. Next best: " in said


def test_what_is_done_twice_is_told_as_often(monkeypatch: pytest.MonkeyPatch) -> None:
    state = table("aragon: R2 B1")
    told = [plan_words.MoveText("let", "let one go"), plan_words.MoveText("take", "take 2")]
    for often, said in ((1, "let one go"), (2, "let one go twice"), (3, "let one go 3 times")):
        monkeypatch.setattr(plan_words, "_moves", lambda *_, n=often: told[:1] * n + told[1:])
        voice = Voice.of(Request(state.view(0), state.view(0).decision(0), (), 1, Generator(1)))
        assert plan_words.moves(voice, Plan(state, [], state)) == [said, "take 2"]


@pytest.mark.parametrize(
    "given",
    [
        {"players": 3},
        pytest.param({"players": 4, "edition": "2023", "expansions": ("power-shift",)},
                     marks=pytest.mark.long),
        pytest.param({"players": 4, "expansions": ("grandissimo",)}, marks=pytest.mark.long),
        pytest.param({"players": 3, "expansions": ("colonies",)}, marks=pytest.mark.long),
    ],
)  # fmt: skip
def test_every_answer_can_be_told_in_any_game(given: dict[str, object]) -> None:
    """Whole sentences that fit where they are read, and never a bot that fails over its words."""
    state = Setup.of(**{"seed": 5, "short": True, **given}).start()
    players = [BotInside("steward", 1, private=private) for private in (True, False)]
    for entry in range(160):
        if not state.stack:
            break
        seat = state.owing()[0]
        view = state.view(seat)
        moves = [player.choose(view, entry) for player in players]
        for move, most in zip(moves, (ADVICE, SENTENCE), strict=True):
            assert move.notice == ""
            assert len(move.reason) < most
            assert not move.reason or (move.reason[-1] == "." and move.reason[:1].isupper())
        assert moves[0].code == moves[1].code
        state.apply(seat, moves[0].code)


def test_a_secret_second_choice_is_not_told_to_everybody() -> None:
    """Whoever hears which card was nearly taken back knows that it was not that one."""
    rules = kings_turn().rules
    for code in (rules.code("recall 9"), rules.DISK + 2):
        second = Rest(code, 2.0, 1.0)
        said = told("red special, red king seville", second, private=False)
        assert said == "Seville becomes the King's region, with me and Blas tied for first."
        assert "Next best" in told("red special, red king seville", second)


def test_a_private_hand_is_not_told_to_everybody() -> None:
    """Of a hand that others do not know, no other card is named but the one that is played."""
    for expansions, told_of in (((), True), (("intrigue",), False)):
        state = Setup.of(4, seed=3, expansions=expansions).start()
        reasons = []
        for entry in range(90):
            seat = state.owing()[0]
            move = BotInside("steward", 1).choose(state.view(seat), entry)
            if state.stack[-1].step == "power":
                reasons.append(move.reason)
            state.apply(seat, move.code)
        assert reasons
        assert any("second choice" in reason for reason in reasons) is told_of


def test_half_a_move_is_told_whole() -> None:
    """Whoever goes with an answer that names a goal alone is seen on the board."""
    start = table("seville: B2 R2 | galicia: R3", king="aragon", card="1-11", round=2)
    said = told(
        "red special, red pick red galicia, red put seville, red pick red galicia, "
        "red put granada, red pick blue seville, red put galicia",
        start=start,
    )
    assert said.startswith(
        "The plan: move 2 of your caballeros from Galicia: 1 to Seville and 1 to Granada, then "
        "move one of Blas's caballeros from Seville to Galicia."
    )


def test_who_is_moved_twice_is_told_once() -> None:
    start = table("seville: B2 | galicia: R3", king="aragon", card="1-11", round=2)
    there = "red special, red pick red galicia, red put granada, red pick blue seville, "
    said = told(f"{there}red put valencia, red pick red granada, red put seville", start=start)
    assert said.startswith(
        "The plan: move one of your caballeros from Galicia to Seville by way of Granada, then "
        "move one of Blas's caballeros from Seville to Valencia."
    )
    back = told(f"{there}red put valencia, red pick red granada, red put galicia", start=start)
    assert "by way of" not in back


def test_what_a_card_is_taken_for_is_told_if_its_action_is_left_out() -> None:
    start = table(
        "seville: B2 R2", seats="RB", power="B9 R5", turn="blue", face="1-10", round=2, court="R6",
    )  # fmt: skip
    play(start, "blue take 0, blue card 1-10, blue end, red take 0")
    five = ", red place granada" * 5
    said = told(f"red card 5-01{five}, red end", start=start)
    assert said.endswith("The card is taken for the 5 caballeros that it lets you place.")
    assert "taken for" not in told(
        "red card 5-01, red place granada, red done, red end", start=start
    )


def test_the_castillo_has_its_reason_in_the_last_round() -> None:
    for round_, reason in ((8, False), (9, True)):
        start = table("castillo: B3 G3 Y2", court="R3", card="5-01", king="aragon", round=round_)
        said = told("red place castillo, red place basque", start=start)
        disk = "Those in the Castillo go to the region on your disk before the regions are scored."
        assert (disk in said) == reason
        assert disk not in told("red place basque", start=start)


def test_who_moves_is_told_even_if_others_of_the_kind_come_there_as_the_round_ends() -> None:
    """The last answer of a round brings the dummy's new caballeros, here to where two have left."""
    start = table(
        "galicia: G2 | basque: G2", seats="RB", edition="2023", face="1-10", round=2,
        power="B9 R5", turn="blue", seed=2,
    )  # fmt: skip
    play(start, "blue take 0, blue card 3-01, blue end, red take 0, red card 1-10")
    moved = [f"red pick green {place}, red put aragon" for place in ("galicia", "basque")]
    commands = ", ".join(["red special", *moved, *moved])
    end = start.copy()
    play(end, commands)
    assert end.round == start.round + 1
    assert at(end, "basque") == "G2", "two new ones"
    said = told(commands, start=start)
    each = "move a dummy caballero from {} to Aragón"
    galicia, basque = each.format("Galicia"), each.format("Navarra")
    assert said.startswith(f"The plan: {galicia}, {basque}, {galicia}, then {basque}.")


@pytest.mark.long
def test_what_only_begins_a_move_is_not_told_twice() -> None:
    """A pardon is answered with a region: who goes there stands in the jail."""
    state = Setup.of(4, seed=24, expansions=("grandissimo",)).start()
    said = reason_at(state, "pardon_all", 24)
    assert re.match(r"The plan: move (\d+ of )?\w+'s caballeros? from the jail to ", said)
    assert said.count("jail") == 1


def test_a_guess_at_another_disk_is_told_as_one() -> None:
    """What depends on the others' secret answers stands behind an *if*."""
    start = Setup.of(3, seed=22, edition="2023", expansions=("power-shift",)).start()
    reasons = [move.reason for move in moves(start, 22, 150)]
    disks = [reason for reason in reasons if "by disk)" in reason and "plan" in reason]
    assert disks
    for reason in disks:
        guess = (
            r"If \w+'s (disk shows|and \w+'s disks show) .*, as I guess, |That way|If the others"
        )
        assert re.search(guess, reason)
    assert any("'s disk" in reason for reason in disks)


@pytest.mark.parametrize(
    ("regions", "told"),
    [
        ({1: "granada", 2: "granada"}, "if Blas's and Gil's disks show Granada, as I guess"),
        ({1: "granada", 2: "aragon"}, "if Blas's disk shows Granada and Gil's Aragon, as I guess"),
    ],
)
def test_disks_that_show_the_same_are_told_together(regions: dict[int, str], told: str) -> None:
    start = table("seville: B3 R1 G2", card="4-05", round=2)
    play(start, "red special, red evacuate seville")
    path = [(seat, start.rules.code(f"disk {region}")) for seat, region in regions.items()]
    end = start.copy()
    for answer in path:
        end.apply(*answer)
    reds = Voice.of(request(kings_turn()))
    assert guesses(reds, Plan.of(start, End(0.0, end, path))) == told


def test_only_what_hangs_on_a_guess_stands_behind_the_if() -> None:
    start = table("seville: B3 R1 G2 | granada: G3 R2", card="2-07", round=2, court="R2")
    first = "red place aragon, red place aragon, red special"
    end = start.copy()
    play(end, first)
    path = [(0, start.rules.code(line.removeprefix("red "))) for line in first.split(", ")]
    for seat, region in ((1, "seville"), (2, "granada")):
        while seat not in end.owing():
            path.append((end.owing()[0], end.legal(end.owing()[0])[0]))
            end.apply(*path[-1])
        path.append((seat, start.rules.code(f"disk {region}")))
        end.apply(*path[-1])
    voice = Voice.of(request(start))
    said = why(voice, Plan.of(start, End(0.0, end, path)), None)
    assert re.search(r"That way you lead in Aragon, which would pay \d points\. If ", said)
    assert "disk" in said.partition(" If ")[2]
    assert "Aragon" not in said.partition(" If ")[2]
    whole = [each.board for each in otherwise(voice, Plan.of(start, End(0.0, end, path)))]
    assert [board != end.board for board in whole] == [True], "Green's other disk"


@pytest.mark.parametrize(
    "first", ["granada: R3 B3 G2 | seville: B2 G3", "granada: R3 B1 G1 | seville: B2 G3"]
)
def test_guesses_that_follow_one_another_are_each_changed_alone(first: str) -> None:
    """Others lose 3: what is sent first says what may be sent next."""
    board = f"{first} | aragon: G1 B2 | valencia: B1 G2"
    state = table(board, seats="RBG", card="2-05", round=2, court="R2")
    sure, _, hangs = Steward().choose(request(state)).reason.partition(" If ")
    assert "you lead in Old Castile, which would pay 6 points" in sure, "nobody sends from there"
    assert not hangs or hangs.startswith("the others answer as I guess, ")


def test_a_power_card_is_played_before_and_after_whom() -> None:
    state = Setup.of(4, seed=21).start()
    player = BotInside("steward", 21)
    entry = 0
    while not (state.round == 3 and state.stack[-1].step == "power" and state.power(1)):
        seat = state.owing()[0]
        state.apply(seat, player.choose(state.view(seat), entry).code)
        entry += 1
    said = Steward().choose(request(state)).reason
    assert re.search(r"ith it you choose (before|after) \w+", said)
    assert "who ha" in said
    assert re.search(
        r"As things stand, card .* best for you, or card \d-\d\d \(.* if that is taken", said
    )


def test_no_power_card_is_said_to_be_probable_that_nobody_can_change() -> None:
    """Whoever has still to play has no 14 and no 0; a modifier would shift the 13."""
    for expansions, sure in (((), True), (("power-shift",), False)):
        state = Setup.of(4, seed=1, edition="2023", expansions=expansions).start()
        while state.stack[-1].step != "power":
            state.apply(seat := state.owing()[0], state.legal(seat)[0])
        asked = request(state)
        planner = Planner(Outlook(state, asked.decision.seat, WEIGHTS), Generator.seeded(1))
        for first, second, where in ((13, 1, "before"), (1, 13, "after"), (7, 13, "")):
            code, other = (state.rules.code(f"power {value}") for value in (first, second))
            said = of_power(asked, planner, state, code, Rest(other, 1.0, 0.5))
            if where:
                assert f"With it you {'' if sure else 'probably '}choose {where} everybody" in said
            else:
                assert "ith it you probably choose" in said


def test_no_card_is_wanted_that_the_dummy_is_sure_to_take_before() -> None:
    """2023, two players: below its power card the one that places most is gone, whoever took it."""
    for power, wanted in ((1, "5-01"), (13, "4-05")):
        state = table("aragon: R2 B2 | granada: B1 R1", seats="RB", edition="2023", power="R2",
                      face="1-02 2-09 4-05 5-01", court="R5 B5", king="granada",
                      cells={"dummy-power": power})  # fmt: skip
        asked = request(state)
        planner = Planner(Outlook(state, asked.decision.seat, WEIGHTS), Generator.seeded(1))
        said = of_power(asked, planner, state, state.rules.code("power 3"), None)
        assert re.findall(r"s stand, card (\S+)", said) == [wanted], said


def test_a_power_card_taken_back_has_its_use_told() -> None:
    said = reason_at(Setup.of(4, seed=24).start(), "recall", 24)
    assert re.search(r"The \d+ (lets you choose a card earlier than|brings \d more than) the", said)
    for round_, use in ((8, "The 1 brings 6 to your court."), (9, "No power card is played any")):
        start = table(
            "seville: B2 R2", seats="RB", card="4-08", round=round_, played="R: 1 13 | B: 4 5",
        )  # fmt: skip
        play(start, "red special")
        assert use in told("red recall 1", start=start)


@pytest.mark.long
def test_what_an_expansion_brings_is_told_in_its_words() -> None:
    """No rank and no point says what the Inquisitor at one's court is good for."""
    state = Setup.of(4, seed=25, expansions=("colonies",)).start()
    reasons = [move.reason for move in moves(state, 25, 150)]
    assert any("the Grand Inquisitor is at your court" in reason for reason in reasons)
    assert any("away from Spain, worth" in reason for reason in reasons)
    for reason in reasons:
        assert not re.search(r"(, |then |plan: )move to ", reason)


def test_a_special_action_that_asks_nothing_is_told_where_it_stands_in_the_plan() -> None:
    """3-08 pays first places: it matters whether one places before."""
    start = table("seville: B2 | galicia: B1 R1", king="aragon", court="R3", card="3-08", round=2)
    said = told("red place castillo, red place valencia, red done, red special", start=start)
    assert said.startswith(
        "The plan: place 1 in the Castillo and 1 in Valencia, then use the special action ("
    )
    said = told("red special, red place valencia", start=start)
    assert said.startswith("Then place 1 in Valencia."), "the answer itself is not told again"


def test_points_that_everybody_can_reckon_are_told_beside_a_veiled_castillo() -> None:
    start = table("seville: R2 | galicia: B1", king="aragon", court="R3", castillo="veiled",
                  round=2, card="2-11")  # fmt: skip
    said = told("red special, red score seville, red place castillo", start=start)
    assert "you get 4 points at once" in said
    said = told("red special, red score castillo, red place castillo", start=start)
    assert "points" not in said


def test_what_the_castillo_pays_is_told_of_the_ranks_that_this_game_pays() -> None:
    start = table("seville: R1 B4", king="aragon", court="R3", castillo="veiled", round=2,
                  card="1-07", seats="RB")  # fmt: skip
    said = told("red special, red pick red seville, red put castillo", start=start)
    assert "in the Castillo, which pays 5." in said


def test_there_is_no_promise_of_a_use_to_come_where_a_veto_is_not_worth_it() -> None:
    """In the last turn of its last round a Veto has no other use."""
    start = table("aragon: R3 B2", court="B4", turn="blue", card="4-10", held="2-01 red until 4",
                  round=4)  # fmt: skip
    play(start, "blue special")
    assert Steward().choose(request(start)).reason == "Stopping it would gain you little."


def test_a_special_action_that_is_left_out_is_told() -> None:
    start = kings_turn()
    said = told("red place valencia, red place catalonia, red done, red end", start=start)
    plan = "The plan: place 1 in Valencia and 1 in Catalonia, then end the turn without the special"
    assert said.startswith(plan)


def test_a_scored_region_is_told_beside_what_the_next_best_pays_for_certain() -> None:
    start = table("seville: R2 | granada: R2 B1", king="aragon", round=2, card="2-11")
    play(start, "red special")
    second = Rest(start.rules.code("score granada"), 1.2, 7.0)
    said = told("red score seville", second, start=start)
    assert said.startswith("You get 4 points at once. Next best: score Granada (you get 6 points ")
    assert said.endswith("at once), perhaps 1 point worse against the others in the end.")


def test_how_many_are_placed_is_told() -> None:
    start = table("seville: R1 B3 | galicia: R2", court="R2", king="aragon", card="5-01", round=9)
    said = told("red place valencia, red place valencia, red end", start=start)
    assert said.startswith("The plan: place 2 in Valencia, then end the turn without the special")


def test_what_others_gain_is_told() -> None:
    start = table("granada: B2 G2 R1 | seville: B3", king="aragon", card="1-07", round=2)
    said = told("red special, red pick blue granada, red put seville", start=start)
    assert "; but Gil would get 3 points more in Granada" in said


def test_the_last_round_is_no_later_round() -> None:
    for number, when in ((7, "a later round"), (8, "the last round")):
        start = table("seville: R2", card="1-02", round=number)
        assert Voice.of(request(start)).later == when


def test_no_lead_is_said_to_be_harder_to_take_when_nobody_acts_any_more() -> None:
    for number, power, when in (
        (9, "R9 B5", "."), (8, "B9 R5", " in later rounds."), (9, "B9 R5", ""),
    ):  # fmt: skip
        start = table("valencia: R3 B1 | galicia: B2", seats="RB", court="R2", king="aragon",
                      power=power, round=number)  # fmt: skip
        first = "" if power[0] == "R" else "blue take 0, blue card 4-04, blue end, "
        play(start, f"{first}red take 0, red card 5-01")
        said = told("red place valencia", start=start)
        grows = f"Your lead in Valencia grows, so that it is harder to take{when}"
        assert (grows in said) is bool(when), said
        assert when or "hardly changes" in said


@pytest.mark.parametrize(("inside", "foreseen"), [("R2", False), ("R2 B1", True)])
def test_lots_are_not_drawn_against_somebody_who_sets_no_disk(inside: str, foreseen: bool) -> None:
    state = table(f"castillo: {inside} | aragon: B3", seats="RB", king="granada", round=9)
    passes(state, "red", "4-04")
    passes(state, "blue", "1-07")
    asked = request(state)
    chosen, best = (state.rules.code(f"disk {region}") for region in ("galicia", "seville"))
    outlook = Outlook(state, asked.decision.seat, WEIGHTS)
    said = of_disk(asked, outlook, chosen - state.rules.DISK, Rest(best, -1.2, 0.5))
    assert ("easy to foresee" in said) is foreseen
    close = "Seville looks about 1 point better against Blas, and among regions that are so close I"
    assert (close in said) is not foreseen


def test_what_is_given_up_for_a_lead_is_told_with_it() -> None:
    setup = Setup.of(3, seed=1, expansions=("colonies",))
    start = setup.start()
    court, viceroy, america = (start.rules.place_index[p] for p in ("court", "viceroy", "america"))
    start.move(0, 0, court, viceroy, 1)
    end = start.copy()
    end.move(0, 0, viceroy, america, 1)
    found = changes(Voice(setup.names(), 0, private=True), start, end)
    assert found[0] == (
        "you lead in America, which would pay 4 points, but you give up 5 points there (Viceroy)"
    )


def test_where_the_king_comes_to_is_told_by_who_gets_his_bonus() -> None:
    for board, said in (
        ("galicia: G2", "Seville becomes the King's region, where nobody gets his bonus."),
        ("seville: B2 G2", "with Blas and Gil tied for first, so that nobody gets his bonus."),
        ("seville: B2 R1", "Seville becomes the King's region, with Blas ahead; Blas would get 2"),
    ):
        start = kings_turn(f"{board} | aragon: Y2")
        assert said in told("red special, red king seville", start=start), board


def test_the_next_best_is_told_by_what_it_lacks_most() -> None:
    start = kings_turn("galicia: G2 | old-castile: R1 B2")
    ends = []
    for commands in (
        "red place old-castile, red place old-castile",
        "red place valencia",
    ):
        end = start.copy()
        play(end, commands)
        path = [(0, start.rules.code(line.removeprefix("red "))) for line in commands.split(", ")]
        ends.append(Plan(start, path, end))
    second = Rest(ends[1].path[0][1], 2.2, 1.0)
    said = why(Voice.of(request(start)), ends[0], second, ends[1])
    assert said.endswith(
        "Next best: place in Valencia, about 2 points worse against the others, as you would get "
        "2 points less in Old Castile."
    )


def test_the_kings_old_region_is_no_more_than_its_points_beside_another_end() -> None:
    start = kings_turn("seville: R3 | new-castile: B1 | galicia: G2")
    first, second = "red special, red king seville", "red special, red king granada"
    ends = []
    for commands in (f"{first}, red place new-castile", second):
        end = start.copy()
        play(end, commands)
        ends.append(Plan(start, [(0, start.rules.code(c[4:])) for c in commands.split(", ")], end))
    said = why(Voice.of(request(start)), ends[0], Rest(ends[1].path[1][1], 3.0, 1.0), ends[1])
    assert said.endswith("as you would get 4 points less in New Castile.")


def test_a_disk_that_may_not_be_set_twice_is_told_by_what_is_scored() -> None:
    start = table("seville: R2 B1 | granada: B3", card="4-11", round=2)
    play(start, "red special")
    outlook = Outlook(start, 0, WEIGHTS)
    for region, said in (
        ("seville", "If nobody else sets Seville, it is scored and pays you 4 points."),
        ("granada", "Granada would pay Blas 6 points, but nothing if another sets it too."),
    ):
        chosen = start.rules.code(f"disk {region}") - start.rules.DISK
        assert of_disk(request(start), outlook, chosen, None) == said


@pytest.mark.parametrize("extra", ["intrigue", "colonies"])
def test_a_disk_with_which_one_starts_has_a_reason(extra: str) -> None:
    state = Setup.of(3, seed=1, expansions=(extra,)).start()
    said = Steward().choose(request(state)).reason
    assert said.startswith("All regions that are open look equally good to me, so I draw lots.")


def test_a_modifier_that_is_passed_has_a_reason() -> None:
    state = Setup.of(4, seed=1, edition="2023", expansions=("power-shift",)).start()
    said = Steward().choose(request(state)).reason
    assert said.startswith("One modifier is as useful to you as another.")
