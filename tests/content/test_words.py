"""Everything that can happen, be asked or be answered has words, and they are plain English."""

import random
import re
from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest

from drawing import play, table, words
from elgrande.content.edition import edition
from elgrande.content.expansion import every_expansion, expansion, expansion_ids
from elgrande.content.scorings import PlaceScored, Scoring
from elgrande.content.setup import Player, Setup
from elgrande.content.words import (
    GameNames,
    answer,
    card_text,
    explain_score,
    prompt,
    say_event,
    say_score,
    why_not,
)
from elgrande.content.words.scoring_steps import say_place, step_details
from elgrande.rules import (
    Decision,
    Generator,
    Kind,
    Line,
    NotationError,
    Ruleset,
    Scored,
    Spec,
    State,
    wording,
)  # fmt: skip
from elgrande.rules import events as ev
from elgrande.rules.base import BASE_STEPS
from elgrande.rules.commands import FETCH_KIND, VERBS, Verb, Vocabulary
from elgrande.rules.effects.pieces import SAID
from elgrande.rules.effects.place import Militia
from elgrande.rules.geography import WHERE
from elgrande.rules.steps.step import Step
from elgrande.rules.steps.turn import LeftFrame

RED, BLUE, GREEN, YELLOW = range(4)
EVENTS = {cls for cls in ev.EVENTS.values() if cls.__module__ == ev.__name__}


OUR_EXPANSIONS = [
    name for name in expansion_ids() if expansion(name).edit.__module__.startswith("elgrande.")
]


def has_words(event: type[ev.Event]) -> bool:
    """A scoring is said with its reasons, by ``say_score``."""
    said = event.said is not ev.Event.said or bool(event.sentence)
    return said or event is ev.RegionScored


def rules_of(players: int = 4, **house: object) -> Ruleset:
    return Setup.of(players, seed=1, house=house).ruleset()


@cache
def randoms(games: int = 6) -> list[tuple[State, int, Decision, list[ev.Event]]]:
    """Play short random games of 2 to 5, two of the second edition.

    Give each decision with its owner and what led to it.
    """
    found = []
    for number in range(games):
        chance = random.Random(number)
        second = number >= games - 2
        house: dict[str, object] = {"castillo": ("open", "veiled")[number % 2]}
        if not second:
            house["own_caballero"] = number < 4
        edition = "2023" if second else "1996"
        setup = Setup.of(
            2 + number % 4, seed=number, short=True, house=house, edition=edition
        )  # fmt: skip
        state = setup.start()
        happened: list[ev.Event] = []
        while not state.over:
            seat = chance.choice(state.owing())
            now = state.copy()
            decision = now.decision(seat)
            found.append((now, seat, decision, happened))
            happened = []
            state.apply(seat, chance.choice(decision.codes), happened.append)
        found.append((state, -1, state.decision(), happened))
    return found


def check_english(text: str, rules: Ruleset) -> None:
    assert text, "words must not be empty"
    assert text == text.strip()
    assert "  " not in text, text
    assert not re.search(r"_|None|<|\[|\]|\{|\}|''|(?<!\d)-\d|\(\)|\.\.", text), text
    assert not any(
        re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text)
        for name in (*rules.regions, *rules.colours)
    ), f"an id instead of a name: {text}"


def check_sentence(text: str, rules: Ruleset) -> None:
    check_english(text, rules)
    assert text[-1] == "."
    assert text[0].isupper() or text[0].isdigit()
    assert "\n" not in text


# -- nothing without words ------------------------------------------------------


def test_every_event_class_has_words() -> None:
    assert all(map(has_words, EVENTS))


def asks(step: type[Step[Any]]) -> bool:
    return step.legal is not Step.legal or step.choices is not Step.choices


def speechless(steps: Iterable[type[Step[Any]]]) -> set[str]:
    """The steps that ask something and have no words for it."""
    return {s.name for s in steps if asks(s) and s.prompt is Step.prompt and not s.wants}


def asking(rules: Ruleset) -> set[str]:
    return {name for name, step in rules.steps.items() if asks(type(step))}


def test_every_step_that_asks_has_words() -> None:
    assert {"each_sends", "power"} <= asking(rules_of())  # effects as well as steps
    assert not speechless(BASE_STEPS)
    # Whoever is asked for disks is told what for.
    disks = {step for step in BASE_STEPS if hasattr(step, "disks_set")}
    assert {"set_disks", "evacuate"} <= {step.name for step in disks}
    assert all(step.disk_hint is not Step.disk_hint or step.disks_for for step in disks)


def test_every_verb_has_a_label() -> None:
    assert all(verb.label for verb in (*VERBS, FETCH_KIND))


@pytest.mark.parametrize("name", ["", *OUR_EXPANSIONS])
def test_every_expansion_has_words_for_all_that_it_brings(name: str) -> None:
    expansions = (name,) if name else ()
    played = "1996" if name and "1996" in expansion(name).needs else "2023"
    rules = Setup.of(2, seed=1, edition=played, expansions=expansions).ruleset()
    assert not speechless(map(type, rules.steps.values()))
    assert all(verb.label for verb in rules.vocabulary.verbs)
    # Also those that an edition brings along: whatever is imported has its events known.
    every_expansion()
    brought = {cls for cls in ev.EVENTS.values() if cls.__module__.startswith("elgrande.")}
    assert all(map(has_words, brought))


def test_an_event_without_words_is_named() -> None:
    class Eclipse(ev.Event):
        pass

    with pytest.raises(LookupError, match="Eclipse"):
        say_event(Eclipse(), rules_of())


# -- random games ---------------------------------------------------------------

_NUMBERS: dict[type[ev.Event], tuple[str, ...]] = {
    ev.RoundBegan: ("round",),
    ev.PowerPlayed: ("value",),
    ev.Moved: ("number",),
    ev.CardKept: ("until",),
    ev.RecalledValue: ("value",),
    ev.RecalledOpenly: ("value",),
    ev.CardDeduced: ("value",),
    ev.GeneralScoring: ("round",),
    ev.GameEnded: ("scores",),
}


def numbers_meant(event: ev.Event) -> set[int]:
    """The numbers that a sentence may say, cards and scoreboards apart: never an index."""
    if isinstance(event, ev.RegionScored):
        lines = event.scored.lines
        return {2, 3, *(line.points for line in lines)}  # 2 and 3: bonuses and players
    out: set[int] = set()
    for field in _NUMBERS.get(type(event), ()):
        value = getattr(event, field)
        out.update(value if isinstance(value, tuple) else (value,))
    return out


@pytest.mark.long
def test_events_of_random_games_are_plain_sentences() -> None:
    met = set()
    for state, _, _, happened in randoms(16):
        rules = state.rules
        cards = {GameNames(rules).card_id(card.id) for card in rules.cards}
        for event in happened:
            text = say_event(event, rules)
            check_sentence(text, rules)
            for card in sorted(cards, key=len, reverse=True):
                text = text.replace(card, "")
            text = re.sub(r"\d+/\d+(/\d+)?|\(\d(/\d)?\) is", "", text)
            said = {int(n) for n in re.findall(r"\d+", text)}
            assert said <= numbers_meant(event), text
            met.add(type(event))
    # The Table tells what was answered unasked; tests/table/test_unasked.py meets that. That
    # everybody can tell a card takes a rare course of things, and has its own test.
    # What no edition brings about is said in tests/seam/test_moments.py.
    rare = {ev.OnlyAnswer, ev.CardDeduced, ev.Converted, ev.PointsGiven}
    assert met | rare == EVENTS, "the games are too few to meet every event"


def test_prompts_of_random_games_are_short_and_fit_who_reads_them() -> None:
    met = set()
    for state, seat, decision, _ in randoms(16):
        rules = state.rules
        if state.over:
            assert prompt(decision, rules) == "The game is over."
            continue
        met.add(decision.step)
        for reader in (None, *range(rules.n_seats)):
            view = state.view(reader)
            text = prompt(view.decision(reader), rules)
            check_sentence(text, rules)
            assert len(text) <= 112, text
            waits = reader is None or not view.legal(reader)
            assert text.startswith("Waiting for ") == waits
            assert not (waits and re.search(r"one of your|use your", text)), text
        assert prompt(decision, rules).startswith(f"{GameNames(rules).seat(seat)}: ")
    # Fetching needs empty provinces, which random play hardly ever sees; it has its own test.
    # What no edition's cards do is asked in tests/seam/test_moments.py.
    assert met >= asking(rules_of()) - {"fetch", "sequence", "score_among"}


def test_a_name_in_braces_is_a_name_and_no_field() -> None:
    """Whatever players are called, a prompt is the same but for their names."""
    plain = [f"Quentin-{seat}" for seat in range(5)]
    odd = ["{your}", "{yours}", "{left}", "{seat:plain}", "{provinces}"]
    met = 0
    for state, _, decision, _ in randoms(6):
        for reader in (None, *range(state.rules.n_seats)):
            shown = state.view(reader).decision(reader) if not state.over else decision
            said = prompt(shown, state.rules, plain)
            for name, other in zip(plain, odd, strict=True):
                said = said.replace(name, other)
            assert prompt(shown, state.rules, odd) == said
            met += "{your}" in said
    assert met


def test_answers_of_random_games_are_short_and_differ() -> None:
    met = set()
    for state, _, decision, _ in randoms(16):
        texts = [answer(code, state.rules, None, decision) for code in decision.codes]
        assert len(set(texts)) == len(texts), texts
        for code, text in zip(decision.codes, texts, strict=True):
            check_english(text, state.rules)
            assert len(text) <= 56
            met.add(state.rules.verb(code))
    assert met >= {verb.name for verb in VERBS} - {"fetch", "use"}


def test_every_code_has_a_label_of_its_own() -> None:
    rules = rules_of(5)
    texts = [answer(code, rules) for code in range(len(rules.vocabulary.texts))]
    for text in texts:
        check_english(text, rules)
    assert len(set(texts)) == len(texts)


def test_refusals_of_random_games_are_one_sentence_and_legal_answers_are_not_refused() -> None:
    chance = random.Random(7)
    for state, seat, decision, _ in randoms():
        rules = state.rules
        if state.over:
            assert why_not(state, RED, "end") == "The game is over."
            continue
        legal = set(decision.codes)
        for code in chance.sample(range(len(rules.vocabulary.texts)), 8):
            text = why_not(state, seat, rules.text(code))
            assert (text == "") == (code in legal), (rules.text(code), text)
            if text:
                check_sentence(text, rules)
        for other in range(rules.n_seats):
            if not state.legal(other):
                text = why_not(state, other, rules.text(decision.codes[0]))
                check_sentence(text, rules)
                assert text.startswith("It is not for you to answer now")


def test_two_worlds_are_refused_alike() -> None:
    """Nothing that a seat may not know changes a word of its refusals."""
    chance = random.Random(3)
    for number, (state, _, _, _) in enumerate(randoms()):
        if state.over or number % 5:
            continue
        rules = state.rules
        for reader in range(rules.n_seats):
            view = state.view(reader)
            other = view.sample(Generator.seeded(number, reader))
            for code in chance.sample(range(len(rules.vocabulary.texts)), 5):
                text = rules.text(code)
                told = why_not(state, reader, text)
                assert told == why_not(other, reader, text) == why_not(view, reader, text)


# -- scoring --------------------------------------------------------------------


def line(seat: int, count: int, rank: int, points: int, **more: int | bool) -> Line:
    values = {"kind": seat, "tied": False, "king": 0, "grande": 0, **more}
    values.setdefault("paid", rank + bool(values["tied"]))
    return Line(seat=seat, count=count, rank=rank, points=points, **values)  # type: ignore[arg-type]


def scored(target: str, values: tuple[int, int, int], *lines: Line, first_only: bool = False):
    return Scored(rules_of().targets.index(target), values, first_only, lines)


def test_the_deltas_of_an_explanation_are_the_points_given() -> None:
    for state, _, _, happened in randoms(16):
        for event in happened:
            if not isinstance(event, ev.RegionScored):
                continue
            told = dict.fromkeys(range(state.rules.n_seats), 0)
            for reason in explain_score(event.scored, state.rules):
                check_sentence(reason.sentence, state.rules)
                check_sentence(reason.rule, state.rules)
                for seat, points in reason.deltas:
                    told[seat] += points
            given = dict.fromkeys(range(state.rules.n_seats), 0)
            given.update({x.seat: x.points for x in event.scored.lines})
            assert told == given


def test_a_tie_slides_to_the_next_value() -> None:
    """S0, "Score the regions", example 1."""
    tied = [line(seat, 4, 1, 3, tied=True) for seat in (RED, BLUE, YELLOW)]
    example = scored("basque", (5, 3, 1), *tied, line(GREEN, 3, 3, 1))
    assert say_score(example, rules_of()) == (
        "The Basque Country (5/3/1) is scored: Red, Blue and Yellow get 3 each "
        "(tied for first, paid as second); Green gets 1 (third)."
    )
    first, second = explain_score(example, rules_of())
    assert first.sentence == (
        "Red, Blue and Yellow have 4 caballeros each: "
        "tied for first, paid as second, 3 points each."
    )
    assert first.deltas == ((RED, 3), (BLUE, 3), (YELLOW, 3))
    assert "next rank down" in first.rule
    assert second.sentence == "Green has 3 caballeros: third, 1 point."


def test_both_bonuses_are_told_apart() -> None:
    """FACTS 6: Red's 12 points in Aragon."""
    example = scored("aragon", (8, 4, 0), line(RED, 5, 1, 12, king=2, grande=2))
    assert say_score(example, rules_of()) == (
        "Aragon (8/4/0) is scored: Red gets 12 (first, King +2, Grande +2)."
    )
    assert [(r.sentence, r.deltas) for r in explain_score(example, rules_of())] == [
        ("Red has 5 caballeros: first, 8 points.", ((RED, 8),)),
        ("Red is sole leader in the King's region: 2 extra points.", ((RED, 2),)),
        ("Red is sole leader in their home region: 2 extra points.", ((RED, 2),)),
    ]


def test_what_does_not_count_is_said() -> None:
    two, three = rules_of(2), rules_of(3)
    alone = scored("galicia", (4, 2, 0), line(RED, 2, 1, 4), line(BLUE, 1, 2, 0))
    assert "Blue gets nothing (second place pays nothing with 2 players)" in say_score(alone, two)
    assert explain_score(alone, two)[1].rule == "With 2 players only the first value counts."
    tie = scored("galicia", (4, 2, 0), *(line(s, 1, 1, 0, tied=True) for s in (RED, BLUE)))
    assert "(tied for first, second place pays nothing with 2 players)" in say_score(tie, two)
    low = scored("galicia", (4, 2, 0), *(line(s, 3 - s, s + 1, (4, 2, 0)[s]) for s in range(3)))
    assert explain_score(low, three)[2].rule == "With 3 players only the first 2 values count."
    first = scored("galicia", (4, 2, 0), line(RED, 2, 1, 4), line(BLUE, 1, 2, 0), first_only=True)
    assert "Blue gets nothing (second, only first scores)" in say_score(first, rules_of())
    empty = scored("castillo", (5, 3, 1))
    assert say_score(empty, rules_of()) == ("The Castillo (5/3/1) is scored, but nobody is there.")
    assert (
        explain_score(empty, rules_of())[0].sentence == "Nobody has any caballeros in the Castillo."
    )


# -- single sentences -----------------------------------------------------------


def test_events_say_whose_caballeros_went_where() -> None:
    rules = rules_of()
    at = rules.place_index
    court, castillo = at["court"], at["castillo"]
    provinces, galicia, seville = at["province"], at["galicia"], at["seville"]
    names = ["Anna", "Bert", "Cleo", "Dora"]

    def moved(*values: int) -> str:
        return say_event(ev.Moved(*values), rules, names)

    assert (
        moved(0, 0, provinces, court, 3)
        == "Anna takes 3 caballeros from the provinces into their court."
    )
    assert moved(0, 0, court, castillo, 1) == "Anna places a caballero in the Castillo."
    assert (
        moved(0, 1, galicia, seville, 1)
        == "Anna moves one of Bert's caballeros from Galicia to Seville."
    )
    assert moved(0, 1, court, provinces, 2) == (
        "Anna sends 2 of Bert's caballeros from Bert's court back to the provinces."
    )
    assert (
        moved(-1, 2, castillo, seville, 1)
        == "One of Cleo's caballeros goes from the Castillo to Seville."
    )
    assert (
        moved(-1, 2, castillo, court, 2)
        == "2 of Cleo's caballeros go from the Castillo to Cleo's court."
    )
    assert (
        moved(3, 3, seville, court, 1)
        == "Dora takes a caballero from Seville back into their court."
    )


def test_secrets_are_not_said_to_all() -> None:
    """What everybody may read names neither the region on a disk nor the card taken back."""
    rules = rules_of()
    assert say_event(ev.DiskSet(RED), rules) == "Red has set their secret disk."
    assert (
        say_event(ev.Recalled(RED), rules)
        == "Red takes back a played power card without showing it."
    )
    assert say_event(ev.RecalledOpenly(RED, 9), rules) == (
        "Red takes back the 9 from the top of the played cards; everybody sees it."
    )
    deduced = say_event(ev.CardDeduced(RED, 9), rules)
    assert deduced == "Now everybody can tell that Red took back the 9."


def test_the_end_names_the_winners() -> None:
    rules = rules_of(3)
    assert say_event(ev.GameEnded((50, 61, 50), (1,)), rules) == (
        "The game is over: Blue wins with 61 points; Red has 50, Green has 50."
    )
    assert say_event(ev.GameEnded((61, 61, 50), (0, 1)), rules) == (
        "The game is over: Red and Blue share the victory with 61 points; Green has 50."
    )


def test_names_come_from_the_setup() -> None:
    players = (Player("white", "Anna"), Player("green", "Bert"))
    setup = Setup(players, seed=1)
    rules = setup.ruleset()
    names = setup.names()
    assert say_event(ev.TurnBegan(1), rules, names) == "It is Bert's turn."
    assert say_event(ev.TurnBegan(0), rules) == "It is White's turn."
    assert say_event(ev.TurnBegan(0), rules, ["Cleo", "Bert"]) == "It is Cleo's turn."
    assert (
        answer(rules.code("pick green old-castile"), rules, names)
        == "pick Bert's caballero in Old Castile"
    )


def test_what_an_expansion_brings_has_words_too() -> None:
    """A neutral kind, a new place, a step and a verb that nobody worded yet."""
    spec = with_black("red", "blue")
    spec.extra_places.append("far-america")
    spec.verbs.append(Verb("sail", ("place",)))
    rules = Ruleset(spec)
    black, far = rules.kinds.index("black"), rules.place_index["far-america"]
    assert say_event(ev.Moved(RED, black, far, rules.provinces, 2), rules) == (
        "Red sends 2 black caballeros from Far America back to the provinces."
    )
    assert answer(rules.code("sail far-america"), rules) == "sail far-america"
    waiting = Decision(RED, (RED,), "all_aboard", (RED,), -1, (rules.END,), False, False)
    assert prompt(waiting, rules) == "Red: answer (all aboard)."
    lead = line(-1, 3, 1, 0, kind=black)
    example = scored("galicia", (4, 2, 0), lead, line(RED, 2, 2, 0))
    assert say_score(example, rules) == (
        "Galicia (4) is scored: Black gets nothing (first, but nobody plays it); "
        "Red gets nothing (second place pays nothing with 2 players)."
    )
    assert explain_score(example, rules)[0].sentence == (
        "Black has 3 caballeros: first, but that scores nothing."
    )
    # Neutral caballeros that tie take part in the tie.
    tie = scored("galicia", (4, 2, 0), line(RED, 2, 1, 2, tied=True),
                 line(-1, 2, 1, 0, kind=3, tied=True))  # fmt: skip
    assert "Red gets 2 (level with Black, tied for first, paid as second)" in (
        say_score(tie, Ruleset(with_black("red", "blue", "green")))
    )


def test_who_is_paid_on_a_tie_is_who_can_be() -> None:
    """S2: the dummy can change majorities, but does not get points; S0: nor do black ones."""
    three = Ruleset(with_black("red", "blue", "green"))
    n = GameNames(three)
    red, blue = (line(seat, 2, 1, 2, tied=True) for seat in (RED, BLUE))
    black = line(-1, 2, 1, 0, kind=3, tied=True)
    one = scored("galicia", (4, 2, 0), red, black)
    assert say_place(one, n) == "Galicia pays 4/2: Red and Black tie for first, Red 2."
    assert explain_score(one, three)[0].sentence == (
        "Red and Black have 2 caballeros each: tied for first, paid as second, 2 points for Red."
    )
    two = scored("galicia", (4, 2, 0), red, blue, black)
    assert "Red, Blue and Black tie for first, Red and Blue 2 each." in say_place(two, n)
    assert "2 points each for Red and Blue." in explain_score(two, three)[0].sentence
    event = ev.RegionScored(two, general=True)
    step = PlaceScored(won=(2, 2, 0), points=(2, 2, 0), event=event)
    scoring = Scoring(1, 3, True, -1, -1, (0, 0, 0), (step,), False)
    assert [(d.who, d.text, d.points) for d in step_details(scoring, 0, n)] == [
        (((RED, 2), (BLUE, 2)), "tied for first: second place each", 2),
        (((3, 2),), "tied for first, for nobody", 0),
    ]


def with_black(*colours: str) -> Spec:
    spec = edition("1996").spec(colours, False, {})
    spec.kinds.append(Kind("black", 4))
    return spec


# -- refusals from positions ----------------------------------------------------


def laid_out(step: str, **changes: object) -> State:
    """Return a four-player position in which Red stands before a step, the King in Aragon."""
    position: dict[str, object] = {
        "king": "aragon",
        "round": 3,
        "seat": [
            {"colour": "red", "grande": "seville", "power": 9,
             "caballeros": {"seville": 2, "aragon": 2, "court": 3}},
            {"colour": "blue", "grande": "granada", "power": 5,
             "caballeros": {"granada": 2, "castillo": 1}},
            {"colour": "green", "grande": "galicia", "power": 4, "caballeros": {"galicia": 2}},
            {"colour": "yellow", "grande": "valencia", "power": 2, "caballeros": {"valencia": 2}},
        ],
        "stack": [
            {"number": 1, "face": "1-06"},
            {"number": 2, "face": "2-06"},
            {"number": 3, "face": "3-11"},
            {"number": 4, "face": "4-04"},
            {"number": 5, "face": "5-01"},
        ],
    }  # fmt: skip
    position.update(changes)
    state = Setup.of(4, seed=1, position=position).start()
    for command in filter(None, step.split(", ")):
        seat, code = (parsed := state.rules.parse(command)).seat, parsed.code
        assert state.is_legal(seat, code), (command, why_not(state, seat, command))
        state.apply(seat, code)
    return state


TAKEN = "red take 2"
MOVE = f"{TAKEN}, red card 1-06, red special"


@pytest.mark.parametrize(
    ("before", "seat", "command", "told"),
    [
        ("", RED, "blue take 1", "That command is Blue's, but Red is the one to answer."),
        ("", BLUE, "take 1",
         "It is not for you to answer now; the game is waiting for Red to take"),
        ("", RED, "take 3", "Power card 9 brings at most 2 caballeros."),
        ("", RED, "card 1-06", "That is not possible now; you are asked to take up to 2"),
        (TAKEN, RED, "card 1-07", "Card 1-07 (Move any 3) is not face up."),
        (f"{TAKEN}, red card 1-06", RED, "place aragon", "Aragon is the King's region"),
        (f"{TAKEN}, red card 1-06", RED, "place seville", "Seville is not next to the King"),
        (f"{TAKEN}, red card 1-06", RED, "place province", "not to the provinces"),
        (f"{TAKEN}, red card 1-06", RED, "card 5-01",
         "You have already chosen card 1-06 (Move 3 opposing)"),
        (f"{TAKEN}, red card 1-06, red place valencia", RED, "place valencia", "cannot be split"),
        (f"{TAKEN}, red card 3-11, red place castillo", RED, "special", "cannot be split"),
        (MOVE, RED, "pick red seville", "This card cannot move any of your caballeros."),
        (MOVE, RED, "pick blue castillo", "leave the Castillo only in a general scoring"),
        (MOVE, RED, "pick blue seville", "Blue has no caballeros in Seville."),
        (MOVE, RED, "pick red aragon", "Aragon is the King's region: nothing can"),
        (f"{MOVE}, red pick blue granada", RED, "put granada", "is already in Granada"),
        (f"{TAKEN}, red card 4-04, red special", RED, "king galicia", "not next to the King"),
        (f"{TAKEN}, red card 5-01, red special", RED, "king aragon", "already in Aragon"),
        (f"{TAKEN}, red card 2-06, red special", RED, "send blue castillo", "leave the Castillo"),
        (f"{TAKEN}, red card 2-06, red special", RED, "send red court", "not from courts"),
        (f"{TAKEN}, red card 2-06, red special, red send blue granada", RED,
         "send blue granada", "One of Blue's caballeros has already been sent back."),
        (f"{TAKEN}, red card 2-06, red special, red send red seville", RED, "send red seville",
         "One of your caballeros has already been sent back."),
        (f"{TAKEN}, red card 3-11, red end", BLUE, "take 5", "brings at most 4 caballeros"),
        (f"{TAKEN}, red card 3-11, red end, blue take 0", BLUE, "card 3-11",
         "Red has already taken card 3-11 (Score one place) this round."),
    ],
)  # fmt: skip
def test_why_not(before: str, seat: int, command: str, told: str) -> None:
    state = laid_out(before)
    text = why_not(state, seat, command)
    check_sentence(text, state.rules)
    assert told in text


@pytest.mark.parametrize(
    ("before", "told"),
    [
        ("red take 2, red card 1-04, red special", "of any colour from one region"),
        ("red take 2, red card 1-04, red special, red pick green galicia, red put valencia",
         "(1 opposing from Galicia)"),
        ("red take 2, red card 1-06, red special, red pick blue granada",
         "where Blue's caballero in Granada goes"),
        ("red take 2, red card 1-04, red special, red pick red seville",
         "where your caballero in Seville goes"),
        ("red take 2, red card 1-06, red special, red pick blue granada, red put valencia, "
         "red pick blue granada, red put valencia", "(1 opposing)"),
        ("red take 2, red card 2-07, red special",
         "the region from which you send back 2 of your caballeros, if it has that many"),
        ("red take 2, red card 2-08, red special",
         "the region from which you send back all of your caballeros"),
        ("red take 2, red card 4-05, red special, red evacuate galicia",
         "the region your caballeros in Galicia will go to"),
    ],
)  # fmt: skip
def test_a_prompt_says_whose_and_whence(before: str, told: str) -> None:
    card = before.split("card ")[1][:4]
    faces = {int(face[0]): face for face in ("1-06", "2-06", "3-11", "4-04", "5-01", card)}
    state = laid_out(before, stack=[{"number": s, "face": f} for s, f in faces.items()])
    seat = state.decision().owing[0]
    assert told in prompt(state.decision(seat), state.rules)


def test_what_is_no_command_is_refused_with_its_form() -> None:
    state = laid_out("")
    assert why_not(state, RED, "red jump") == (
        "There is no command 'jump'; an answer begins with 'take' now."
    )
    assert why_not(state, RED, "take them") == (
        "'take' cannot name 'them' in this game; write for example 'take 0'."
    )
    asked = "you are asked to take up to 2 caballeros from the provinces into your court"
    for never in ("score", "score xyzzy", "place"):
        assert why_not(state, RED, never) == f"{never.split()[0]!r} is not possible now; {asked}."
    assert why_not(state, RED, "") == "An empty line is not a command."
    assert why_not(state, 9, "end") == "This game has 4 seats; that is not one of them."


def test_why_not_a_power_card() -> None:
    seats = [
        {"colour": "red", "power": 9, "caballeros": {}},
        {"colour": "blue", "caballeros": {}, "hand": [1, 2, 3, *range(5, 14)]},
        {"colour": "green", "caballeros": {}},
        {"colour": "yellow", "caballeros": {}},
    ]
    state = laid_out("", seat=seats)
    assert why_not(state, BLUE, "power 9") == (
        "Red has already played the 9 this round; no two may be equal."
    )
    assert why_not(state, BLUE, "power 4") == "You no longer have the 4."
    assert why_not(state, BLUE, "power 3") == ""


def test_why_not_fetch_and_its_prompt() -> None:
    seats = [
        {"colour": "red", "power": 9, "caballeros": {"aragon": 10, "seville": 18, "court": 1}},
        {"colour": "blue", "power": 5, "caballeros": {}},
        {"colour": "green", "power": 4, "caballeros": {}},
        {"colour": "yellow", "power": 2, "caballeros": {}},
    ]
    state = laid_out("red take 1", seat=seats)
    assert prompt(state.decision(), state.rules) == (
        "Red: fetch 1 of your caballeros from the board, as the provinces ran short, or stop."
    )
    assert answer(state.rules.code("fetch seville"), state.rules) == "fetch from Seville"
    assert "King's region" in why_not(state, RED, "fetch aragon")
    assert why_not(state, RED, "fetch galicia") == "You have no caballeros in Galicia."
    assert why_not(state, RED, "fetch seville") == ""


def test_a_refusal_repeats_no_control_characters() -> None:
    text = why_not(laid_out(""), RED, "red ju\x1b[2Jmp\u202e now\n" + "x" * 500)
    assert text.isprintable()
    assert len(text) < 400


# -- cards ----------------------------------------------------------------------


def test_every_card_says_where_it_comes_from() -> None:
    cards = Setup.of(4, seed=1).content.cards
    rules = rules_of()
    for info in cards.values():
        head, text, source = card_text(info).split("\n")
        assert head.startswith(f"{info.card.id} {info.heading}")
        assert text == info.text
        check_sentence(source, rules)
        check_english(head, rules)
        doubted = set(info.source.values()) - {"printed"}
        assert all(word in source.lower() for word in doubted)
        assert ("Everything here is printed." in source) == (not doubted)
    assert "Reconstructed: the name." in card_text(cards["2-07"])
    assert "Deduced: the effect." in card_text(cards["2-07"])


def test_whatever_regions_a_card_means_the_king_can_be_sent_there_in_words() -> None:
    assert {*SAID, "any"} == {*WHERE}


@pytest.mark.parametrize(
    ("verb", "field"),
    [
        (Verb("sail", ("place",), label="sail to {node}"), "node"),
        (Verb("sail", ("place",), label="sail from {place} to {place}"), "place"),
        (Verb("sail", (), label="sail with {brings}"), "brings"),
        (Verb("sail", ("place",), label="sail {where}"), "where"),
    ],
)
def test_a_label_names_words_that_the_verb_has(verb: Verb, field: str) -> None:
    """Else the first player who is offered the answer would meet the error."""
    with pytest.raises(NotationError, match=f"label of 'sail' has a field '{field}'"):
        Vocabulary({"place": ("galicia",)}, [verb])


def test_a_label_takes_the_words_of_a_domain_in_order() -> None:
    spec = with_black("red", "blue")
    spec.verbs.append(Verb("sail", ("place", "kind", "place"), label="{kind}: {place} to {place}"))
    rules = Ruleset(spec)
    sail = rules.code("sail galicia blue castillo")
    # What a player calls himself is no field of ours.
    assert answer(sail, rules, ("Ann", "{place}")) == "{place}: Galicia to the Castillo"


def test_a_step_is_worded_where_it_stands() -> None:
    """Who changes a step changes its words with it; what is kept is inherited."""

    class Landing(Militia):
        def prompt(self, d: Decision, f: LeftFrame, n: wording.Names) -> str:
            return f"land {wording.caballeros(f.left)}"

        def label(self, d: Decision, f: LeftFrame, words: wording.Words, n: wording.Names) -> str:
            return f"land in {n.the(words[1])}" if words[0] == "place" else ""

    spec = edition("2023").spec(("red", "blue"), False, {})
    spec.redefine(Landing)
    rules = Ruleset(spec)
    frame = LeftFrame("militia", RED, 2)
    codes = (rules.code("place galicia"),)
    now = Decision(RED, (RED,), "militia", frame[1:], -1, codes, False, False, frame)
    assert prompt(now, rules) == "Red: land 2 caballeros."
    assert answer(codes[0], rules, None, now) == "land in Galicia"
    assert answer(codes[0], rules) == "place in Galicia"


@pytest.mark.parametrize("card", ["1-01", "4-04"])
def test_the_special_action_is_called_by_what_its_card_does(card: str) -> None:
    state = table("galicia: R2 | aragon: B2", card=card, court="R1", king="galicia")
    rules = state.rules
    name = GameNames(rules).short(card)
    assert answer(rules.SPECIAL, rules, decision=state.decision()) == (
        f"use the special action: {name}"
    )


def test_what_stops_leads_nowhere() -> None:
    state = table(card="1-02", court="R3", king="galicia")
    play(state, "red special, place castillo")
    asked = state.decision()
    assert state.rules.DONE in asked.codes
    assert wording.goals(asked, GameNames(state.rules)) == words(state, "red place")


def test_who_waits_is_told_what_of_the_card_is_still_to_come() -> None:
    def waiting(*commands: str) -> str:
        board = "galicia: R2 | aragon: B2"
        state = table(board, seats="RB", card="4-04", court="R1", king="galicia")
        for command in commands:
            play(state, command)
        return prompt(state.view(1).decision(1), state.rules)

    state = table("galicia: R2 | aragon: B2", seats="RB", card="4-04", court="R1", king="galicia")
    assert prompt(state.decision(0), state.rules) == (
        "Red: place 1 caballero, use the special action (King one step), or end your turn."
    )
    begun = "Waiting for Red to use"
    assert waiting() == f"{begun} card 4-04 (King one step)."
    placing = "Waiting for Red to place caballeros or end their turn."
    assert waiting("red special", "red king basque") == placing
    left = f"{begun} the special action of card 4-04 (King one step) or end their turn."
    assert waiting("red place castillo") == left


def test_a_card_that_returns_neither_leaves_the_game_nor_is_new() -> None:
    rules = rules_of()
    first, king = rules.card_index["1-02"], rules.card_index["5-01"]
    names = GameNames(rules)
    assert ev.CardsCleared((first, king)).said(names) == (
        f"Nobody took {names.card_id('1-02')}: it leaves the game; "
        f"nobody took {names.card_id('5-01')}: it goes back to its stack."
    )
    assert ev.CardsCleared(()).said(names) == "No action card was left over."
    assert ev.CardsTurned((king,)).said(names) == f"Action cards now: {names.card_id('5-01')}."
