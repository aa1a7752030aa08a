"""What the screen calls a place can be typed, in every edition; so can the ids of the notation."""

from __future__ import annotations

import io
import unicodedata

import pytest

from drawing import play as play_lines
from drawing import table
from elgrande.cli.commands.play import carry_out
from elgrande.cli.errors import UsageError
from elgrande.cli.plain import play
from elgrande.content.setup import Player, Setup
from elgrande.content.words import GameNames, answer, notation, why_not
from elgrande.content.words.decisions import in_words
from elgrande.table import new_game

GAMES = [
    Setup.of(4, 1),
    Setup.of(2, 1),
    Setup.of(4, 1, edition="2023"),
    Setup.of(2, 1, edition="2023"),
    Setup.of(5, 1, edition="2023", expansions=("new-regency",)),
    Setup.of(3, 1, edition="2023", expansions=("power-shift",)),
]


def without_accents(text: str) -> str:
    letters = unicodedata.normalize("NFD", text)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


@pytest.mark.parametrize("setup", GAMES, ids=[f"{s.edition}-{len(s.players)}" for s in GAMES])
def test_every_command_is_understood_as_the_screen_names_it(setup: Setup) -> None:
    names = setup.names()
    for command in names.rules.vocabulary.codes:
        shown = in_words(command, names)
        for typed in (command, shown, shown.upper(), shown.lower(), without_accents(shown)):
            assert notation(typed, names) == command
            assert notation(f"  {typed.replace(' ', '   ')} ", names) == command


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("place Navarra", "place basque"), ("PLACE TOLEDO", "place new-castile"),
        ("place castilla", "place old-castile"), ("place Aragón", "place aragon"),
        ("place cataluna", "place catalonia"), ("place nava", "place basque"),
        ("place new castile", "place new-castile"), ("place the Castillo", "place castillo"),
        ("pick Ana Sevilla", "pick blue seville"), ("pick blue Sevilla", "pick blue seville"),
        ("pick old timer province", "pick red province"), ("Let-All", "let-all"),
    ],
)  # fmt: skip
def test_names_of_the_second_edition(typed: str, meant: str) -> None:
    seats = (Player("red", "Old Timer"), Player("blue", "Ana"), Player("green", "Öz"))
    assert notation(typed, Setup(seats, 1, edition="2023").names()) == meant


def test_a_card_that_can_be_chosen_needs_no_verb() -> None:
    setup = Setup.of(3, 1)
    state, names = setup.start(), setup.names()
    assert notation("3-02", names, state.decision()) == "3-02", "power cards come first"
    while state.decision().step != "choose_card":
        state.apply(state.owing()[0], state.decision().codes[-1])
    cards = [names.rules.text(code) for code in state.decision().codes]
    for command in cards:
        number = command.removeprefix("card ")
        assert notation(number, names, state.decision()) == command


@pytest.mark.parametrize("edition", ["1996", "2023"])
@pytest.mark.parametrize(
    ("region", "called"),
    [
        ("basque", "navarra, Navarre, the Basque Country, pais vasco, Baskenland"),
        ("old-castile", "castilla, Castilla la Vieja, old castile"),
        ("new-castile", "Toledo, Castilla la Nueva, New Castile"),
        ("catalonia", "cataluna, Catalonia"), ("seville", "Sevilla, Seville"),
    ],
)  # fmt: skip
def test_a_region_is_known_by_every_name_that_a_document_has_for_it(
    edition: str, region: str, called: str
) -> None:
    """S1 and S3 have Basque provinces and Baskenland, S2 Navarra, Castilla, Toledo and Sevilla."""
    names = Setup.of(3, 1, edition=edition).names()
    for one in called.split(", "):
        assert notation(f"place {one}", names) == f"place {region}"


@pytest.mark.parametrize(
    "typed", ["", "place", "place Atlantis", "pick Ana", "\x1b[2J", "x" * 9000]
)
def test_what_means_nothing_stays_as_it_was(typed: str) -> None:
    assert notation(typed, Setup.of(3, 1, edition="2023").names()) == typed


def test_a_name_that_means_two_things_means_none() -> None:
    """Two players may not be called alike, but one may be called as another's colour is shown."""
    rules = Setup.of(3, 1).ruleset()
    assert (
        notation("pick ana galicia", GameNames(rules, ["Ana", "Ana", "Öz"])) == "pick ana galicia"
    )
    assert (
        notation("pick red galicia", GameNames(rules, ["Ana", "Ana", "Öz"])) == "pick red galicia"
    )


@pytest.mark.parametrize(
    ("slip", "meant"),
    [("place Navvara", "place Navarra"), ("place tolledo", "place Toledo"),
     ("place bazque", "place basque"), ("place Cataluñna", "place Cataluña")],
)  # fmt: skip
def test_a_slip_in_a_name_finds_that_name(slip: str, meant: str) -> None:
    kings = ("old-castile", "new-castile", "aragon", "valencia")
    drawn = [table(card="1-07", court="R2", edition="2023", king=king) for king in kings]
    command = notation(meant, GameNames(drawn[0].rules))
    state = next(one for one in drawn if one.is_legal(0, one.rules.code(command)))
    said = why_not(state, 0, slip)
    assert said.endswith(f"did you mean {meant!r}?")


COMMANDS = ["Power 9", "Red POWER 8", "place Navarra", "pwer 7", "place navara", "PLACE TOLEDO"]


def test_the_dialogue_takes_what_it_shows() -> None:
    """What cannot be chosen now is refused for that, and not because it is not understood."""
    sink = io.StringIO()
    play(new_game(Setup.of(2, seed=1, edition="2023")), io.StringIO("\n".join(COMMANDS)), sink)
    said = sink.getvalue()
    assert said.count("There is no command") == 1
    assert "There is no command 'pwer 7'; did you mean 'power 7'?" in said
    assert said.count("That is not possible now") == 2
    assert "'place' is not possible now" in said


def test_a_file_of_commands_takes_the_names_too() -> None:
    game = new_game(Setup.of(2, seed=1, edition="2023"))
    with pytest.raises(UsageError, match="'place Navarra': That is not possible now"):
        carry_out(game, "x", [(1, "Red Power 9"), (2, "BLUE power 8"), (3, "place Navarra")])


def test_a_prompt_that_says_or_stop_may_be_taken_at_its_word() -> None:
    names = Setup.of(4, 1).names()
    assert answer(names.rules.code("done"), names.rules, names) == "stop here"
    for typed in ("stop", "Stop", "stop here"):
        assert notation(typed, names) == "done"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("1 2 3", "Put semicolons between several answers: 1; 2; 3."),
        ("1, 2", "Put semicolons between several answers: 1; 2."),
        ("bert power 3", "Ana is the one to answer now; leave out whose answer it is."),
        ("blue power 3", "Ana is the one to answer now; leave out whose answer it is."),
        ("ana power 14", "'power' cannot name '14' in this game; write for example 'power 1'."),
        ("ana power 3", "Ana plays power card 3."),
    ],
)
def test_answers_by_number_and_by_whose_they_are(typed: str, said: str) -> None:
    sink = io.StringIO()
    setup = Setup((Player("red", "Ana"), Player("blue", "Bert")), 1, starter="red")
    play(new_game(setup), io.StringIO(typed), sink)
    assert said in sink.getvalue()


@pytest.mark.parametrize(
    ("card", "seat", "typed", "said"),
    [
        ("5-01", 0, "king castillo", "The King never enters the Castillo."),
        ("2-07", 1, "disk the Castillo", "The Castillo is not on the secret disk, only "
                                         "regions are."),
        ("4-05", 0, "evacuate castillo", "The Castillo cannot be evacuated, only a region can."),
    ],
)  # fmt: skip
def test_a_place_that_a_verb_never_names_is_no_slip(
    card: str, seat: int, typed: str, said: str
) -> None:
    state = table("aragon: B2 G2", card=card, court="R2")
    play_lines(state, "red special")
    assert why_not(state, seat, typed) == said


def test_what_cannot_be_read_is_said_of_the_word() -> None:
    state = table("aragon: B2 G2", card="1-07", court="R2")
    assert why_not(state, 0, "place in the moon") == (
        "'place' cannot name 'in the moon' in this game; write for example 'place aragon'."
    )


@pytest.mark.expansions
@pytest.mark.parametrize("typed", ["ambassador", "in the Ambassador's space", "Ambassador's space"])
def test_what_an_answer_is_called_is_known_where_it_is_none(typed: str) -> None:
    state = Setup.of(3, 1, expansions=("colonies",)).start()
    seat = state.owing()[0]
    assert why_not(state, seat, f"place {typed}") == why_not(state, seat, "place ambassador")
