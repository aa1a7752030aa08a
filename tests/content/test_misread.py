"""A command with a slip of the finger is answered with the one that was meant."""

from __future__ import annotations

import random
import re
from functools import cache

import pytest

from drawing import table
from elgrande.content.setup import Setup
from elgrande.content.words import GameNames, answer, notation, why_not
from elgrande.content.words.decisions import in_words
from elgrande.rules import State
from elgrande.table import Refused, new_game


def slips(text: str, rng: random.Random) -> list[str]:
    """A letter left out, doubled, put in the wrong place; capitals; a blank for a hyphen."""
    at = rng.randrange(1, len(text) - 1)
    return [
        text[:at] + text[at + 1 :],
        text[:at] + text[at] + text[at:],
        text[: at - 1] + text[at] + text[at - 1] + text[at + 1 :],
        text.upper(),
        text.replace("-", " "),
    ]


def proposed(said: str) -> list[str]:
    """The commands that a sentence asks back."""
    return re.findall("'([^']*)'", said.partition("did you mean ")[2])


@cache
def moment(edition: str, command: str) -> State:
    """The first position of some random games in which a command is legal."""
    for seed in range(60):
        rng = random.Random(seed)
        state = Setup.of(3, seed=seed, edition=edition).start()
        code = state.rules.code(command)
        while not state.over:
            seat = state.owing()[0]
            legal = state.legal(seat)
            if code in legal:
                return state
            state.apply(seat, rng.choice(legal))
    raise AssertionError(f"{command} is never legal")


def test_every_slip_in_a_legal_answer_finds_a_legal_answer() -> None:
    tried = 0
    for seed in range(4):
        rng = random.Random(seed)
        game = new_game(Setup.of(3, seed=seed))
        for _ in range(60):
            seat = game.state.owing()[0]
            legal = [game.rules.text(code) for code in game.state.legal(seat)]
            meant = rng.choice(legal)
            for slip in slips(meant, rng) if len(meant) > 6 else ():
                if " ".join(slip.split()) in game.rules.vocabulary.codes:
                    continue
                said = why_not(game.state, seat, slip, game.names)
                near = re.findall("'([^']*)'", said)[-1]
                if said.startswith(f"There is no command {near!r}. "):
                    # A slip may come nearest to what is not possible.
                    continue
                assert notation(near, game.names) in legal, (slip, said)
                tried += 1
            game.send(seat, [meant])
    assert tried > 300


def test_what_is_near_an_answer_of_another_moment_is_told_what_is_asked_now() -> None:
    state = table(card="1-07", court="R2")
    said = why_not(state, 0, "pwoer 9")
    assert said == "There is no command 'pwoer'; an answer begins with 'place' or 'end' now."
    said = why_not(state, 0, "power 99")
    assert said.startswith("'power' is not possible now; you are asked to place 1 caballero")


def test_whoever_is_not_asked_is_told_for_whom_the_game_waits() -> None:
    state = table(card="1-07", court="R2")
    for text in ("pwoer 9", "plcae aragon"):
        said = why_not(state, 1, text)
        assert said.startswith(f"There is no command {text.split()[0]!r}, and it is not for you")
        assert "waiting for Red to " in said


def test_a_place_that_is_not_possible_is_told_as_that_and_no_other_is_proposed() -> None:
    state = table(king="valencia", card="1-07", court="R2", edition="2023")
    why = "Navarra is not next to the King, who is in Valencia."
    for text in ("place navvara", "place Navara", "navvara"):
        said = why_not(state, 0, text, GameNames(state.rules))
        assert said == f"There is no command {text.lower()!r}. {why}"
    # Nobody begins a word with another letter.
    assert "Navarra" not in why_not(state, 0, "tavarra", GameNames(state.rules))
    # And what is near to no place is none.
    assert "did you mean" not in why_not(state, 0, "place paris")
    assert "mean" not in why_not(state, 0, "place parma")


def test_a_verb_of_another_answer_says_no_label() -> None:
    state = moment("1996", "card 5-01")
    seat, names = state.owing()[0], Setup.of(3, seed=1).names()
    for text in ("place king", "king", "score", "take"):
        assert why_not(state, seat, text, names) == (
            f"{text.split()[0]!r} is not possible now; "
            "you are asked to choose one of the face-up action cards."
        )
    for text in ("card king", "choose king"):
        assert why_not(state, seat, text, names).endswith("did you mean 'card 5-01'?")


def test_a_verb_that_only_begins_what_an_answer_is_called_is_told_how_that_is_written() -> None:
    state = moment("1996", "special")
    said = why_not(state, state.owing()[0], "use 7", Setup.of(3, seed=1).names())
    assert re.fullmatch(
        r"'use 7' names no answer; to use the special action \(.*\) write 'special'\.", said
    )


def test_what_something_is_called_is_said_whole() -> None:
    state = moment("1996", "card 5-01")
    said = why_not(state, state.owing()[0], "Old Castile", Setup.of(3, seed=1).names())
    assert said == "There is no command 'old castile'; an answer begins with 'card' now."


@pytest.mark.expansions
def test_what_names_something_else_was_not_misspelt() -> None:
    state = Setup.of(2, seed=1, expansions=("colonies",)).start()
    said = why_not(state, state.owing()[0], "disk captain")
    assert said == "'disk' cannot name 'captain' in this game; write for example 'disk galicia'."
    assert "the Captain" not in why_not(state, state.owing()[0], "Old Castile")


def test_an_answer_is_named_once_in_notation_or_as_the_screen_shows_it() -> None:
    state = moment("1996", "king old-castile")
    for text in ("king old", "king castile", "king old castle", "king old-castle"):
        said = why_not(state, state.owing()[0], text)
        commands = [notation(way, GameNames(state.rules)) for way in proposed(said)]
        assert len(commands) == len(set(commands)), said


@pytest.mark.parametrize(
    ("edition", "expansions"),
    [
        ("1996", ()),
        ("2023", ()),
        pytest.param("1996", ("intrigue",), marks=pytest.mark.expansions),
        pytest.param("1996", ("colonies",), marks=pytest.mark.expansions),
    ],
)
def test_only_what_is_legal_now_is_proposed(edition: str, expansions: tuple[str, ...]) -> None:
    """Whatever is mangled: answers, labels, commands that are not possible, and single words."""
    tried = 0
    rng = random.Random(1)
    setup = Setup.of(4, seed=1, edition=edition, expansions=expansions)
    game = new_game(setup)
    known = game.rules.vocabulary.texts
    for turn in range(64):
        seat = game.state.owing()[0]
        decision = game.state.decision(seat)
        legal = [game.rules.text(code) for code in decision.codes]
        meant = rng.choice(legal)
        like = answer(decision.codes[0], game.rules, game.names, decision)
        words = [in_words(text, game.names) for text in (meant, rng.choice(known))]
        for text in () if turn % 14 else (meant, rng.choice(known), like, *words):
            verb, _, rest = text.partition(" ")
            for typed in (*(slips(text, rng) if len(text) > 3 else ()), f"{verb} 3", rest):
                for asker in (seat, (seat + 1) % 4):
                    said = why_not(game.state, asker, typed, game.names)
                    ways = proposed(said)
                    now = {game.rules.text(code) for code in game.state.legal(asker)}
                    asked = game.state.decision(asker)
                    commands = [notation(way, game.names, asked) for way in ways]
                    assert now.issuperset(commands), (typed, said)
                    assert len(commands) == len(set(commands)), (typed, said)
                    tried += bool(ways)
        game.send(seat, [meant])
    assert tried > 10


@pytest.mark.parametrize(
    ("text", "meant"),
    [("powr 9", "'power 9'"), ("pwer 12", "'power 12'")],
)
def test_a_slip_in_a_verb_finds_the_answer(text: str, meant: str) -> None:
    game = new_game(Setup.of(2, seed=1))
    said = why_not(game.state, game.state.owing()[0], text, game.names)
    assert said.endswith(f"; did you mean {meant}?")


def test_a_number_is_taken_for_no_other() -> None:
    game = new_game(Setup.of(2, seed=1))
    said = why_not(game.state, game.state.owing()[0], "power 14", game.names)
    assert said == "'power' cannot name '14' in this game; write for example 'power 1'."
    state = moment("1996", "veto")
    said = why_not(state, state.owing()[0], "veto 1")
    assert said == "'veto 1' does not work here; write for example 'veto'."


@pytest.mark.parametrize("text", ["card 5-1", "card 5 01", "crad 5-01"])
def test_a_slip_in_a_cards_number_finds_the_card(text: str) -> None:
    """The 1 of 5-1 is no word of another card's number that was spelt right."""
    state = moment("1996", "card 5-01")
    said = why_not(state, state.owing()[0], text)
    assert said.endswith("did you mean 'card 5-01'?")


@pytest.mark.parametrize(
    ("text", "meant"), [("aragn", "'place aragon'"), ("valencai", "'place valencia'")]
)
def test_an_answer_is_found_without_its_verb(text: str, meant: str) -> None:
    assert meant in why_not(table(king="new-castile", card="1-07", court="R2"), 0, text)


@pytest.mark.parametrize("text", ["xyzzy", "@@@@", "place", "\x1b[31mplace"])
def test_what_is_like_nothing_gets_the_form(text: str) -> None:
    said = why_not(table(card="1-07", court="R2"), 0, text)
    assert said
    assert "\x1b" not in said
    assert said.endswith((".", "?"))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("place", "alone says too little; write it with what belongs behind it, for example"),
        ("PLACE ", "alone says too little; write it with what belongs behind it, for example"),
        ("power", "is not possible now; you are asked to place 1 caballero"),
        ("pick", "is not possible now; you are asked to place 1 caballero"),
    ],
)
def test_a_verb_alone_is_no_unknown_word(text: str, what: str) -> None:
    """It lacks what belongs behind it; a legal answer is the example, if there is one."""
    state = table(king="new-castile", card="1-07", court="R2")
    assert why_not(state, 0, text).startswith(f"'{text.lower().strip()}' {what}")


def test_nobody_is_led_to_a_place_where_nothing_is_ever_placed() -> None:
    state = Setup.of(4, seed=1, edition="2023", expansions=("new-regency",)).start()
    for text in ("place portugal", "place jail", "place cort", "place provinc"):
        for wrong in ("court'", "province'"):
            assert f"'place {wrong}" not in why_not(state, state.owing()[0], text)


@pytest.mark.expansions
def test_what_is_somebodys_here_is_not_denied() -> None:
    state = Setup.of(2, seed=1, expansions=("grandissimo",)).start()
    for text in ("put gifts", "place gifts", "put gift", "place gifts for red"):
        assert "names gift" not in why_not(state, state.owing()[0], text)


LETTERS = "Here a command is written letter by letter: "


@pytest.mark.parametrize(
    ("text", "says"),
    [("POWER 9", f"{LETTERS}'power 9'."),
     ("power \N{FULLWIDTH DIGIT NINE}", f"{LETTERS}'power 9'."),
     ("power\N{ZERO WIDTH SPACE} 9", f"{LETTERS}'power 9'."),
     ("PLACE Old-Castile", f"{LETTERS}'place old-castile'."),
     ("place Old Castile", "That is not possible now; you are asked to play a power card")],
)  # fmt: skip
def test_what_differs_in_nothing_that_is_seen_is_not_asked_back(text: str, says: str) -> None:
    """Also if it is not legal now, and a legal one is near."""
    game = new_game(Setup.of(2, seed=1))
    seat = game.state.owing()[0]
    with pytest.raises(Refused) as refused:
        game.send(seat, [text])
    said = str(refused.value)
    assert said.startswith(says)
    assert "did you mean" not in said
    game.send(seat, ["power 9"])


def test_a_table_says_the_same() -> None:
    game = new_game(Setup.of(2, seed=1))
    seat = game.state.owing()[0]
    with pytest.raises(Refused, match="did you mean 'power 9'"):
        game.send(seat, ["powr 9"])


@pytest.mark.expansions
@pytest.mark.parametrize(
    ("text", "edition", "here"),
    [
        ("place portugal", "1996", "Portugal"),
        ("france", "2023", "France"),
        ("place the Mediterranean", "2023", "Mediterranean"),
    ],
)
def test_a_name_of_another_edition_is_none_that_was_misspelt(
    text: str, edition: str, here: str
) -> None:
    said = why_not(Setup.of(3, seed=1, edition=edition).start(), 0, text)
    assert said == f"No command of this game names {here}." if here else "names" not in said


@pytest.mark.parametrize(
    ("text", "edition", "meant"),
    [
        ("choose 2-02", "2023", "'card 2-02'"),
        ("choose 2-02", "1996", "'card 2-02'"),
        ("play 9", "1996", "'power 9'"),
        ("play the 9", "1996", "'power 9'"),
        ("move the King to Galicia", "1996", "'king Galicia'"),
        ("end the turn", "1996", "'end'"),
    ],
)
def test_what_is_called_like_an_answer_means_that(text: str, edition: str, meant: str) -> None:
    command = meant.strip("'").lower()
    state = moment(edition, command)
    said = why_not(state, state.owing()[0], text)
    assert said.lower().endswith(f"; did you mean {command!r}?")


@pytest.mark.parametrize(
    ("text", "edition"),
    [
        # No card of that game is kept, nothing brings so many, and there is neither jail nor hand.
        ("usee 2-02", "2023"), ("veto 1", "2023"), ("tke 10", "1996"), ("keep 10", "1996"),
        ("jail red galicia", "2023"), ("optoin 9", "1996"), ("lett", "2023"),
    ],
)  # fmt: skip
def test_what_can_never_be_accepted_is_not_proposed(text: str, edition: str) -> None:
    state = Setup.of(3, seed=1, edition=edition).start()
    assert "did you mean" not in why_not(state, state.owing()[0], text)


@pytest.mark.expansions
@pytest.mark.parametrize("name", ["America", "Portugal", "the ship", "Jester"])
def test_what_only_an_expansion_has_is_not_here(name: str) -> None:
    said = why_not(Setup.of(3, seed=1).start(), 0, f"place {name}")
    assert said.lower() == f"no command of this game names {name.lower().removeprefix('the ')}."


@pytest.mark.expansions
@pytest.mark.parametrize("name", ["France", "Portugal"])
def test_what_is_on_the_map_without_a_part_is_not_denied(name: str) -> None:
    """S2: France and Portugal are on the map; the King comes there by Exile alone."""
    said = why_not(Setup.of(3, seed=1, edition="2023").start(), 0, f"place {name}")
    assert said == f"No command of this game names {name}."


def test_a_number_behind_card_is_no_part_of_a_card_s_name() -> None:
    state = moment("1996", "card 5-01")
    names = Setup.of(3, seed=1).names()
    for number in range(1, 6):
        said = why_not(state, state.owing()[0], f"card {number}", names)
        assert said.startswith("No number belongs behind 'card' here")


def test_what_a_verb_never_names_is_no_answer_of_another_verb() -> None:
    state = table(card="3-06")
    names = Setup.of(4, seed=1).names()
    said = why_not(state, 0, "disk castillo", names)
    assert "did you mean" not in said


@pytest.mark.parametrize("text", ["power 14", "power 99", "power 0"])
def test_a_number_is_taken_for_no_other_one(text: str) -> None:
    state = Setup.of(3, seed=3).start()
    assert why_not(state, state.owing()[0], text) == (
        f"'power' cannot name '{text[6:]}' in this game; write for example 'power 1'."
    )


def test_what_begins_with_another_word_has_no_reason_of_some_other_deed() -> None:
    state = table("seville: R1", king="aragon", court="R3", card="5-01", round=2)
    said = why_not(state, 0, "swap galicia")
    assert said.startswith("There is no command 'swap'; an answer begins with ")
    assert "nothing can enter" in why_not(state, 0, "place argaon")
