"""The notation reads back, and the text that digests are taken from is a promise."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from drawing import rules_for
from elgrande.content.setup import Setup
from elgrande.rules import Command, Held, NotationError, State
from elgrande.rules.commands import VERBS, Verb, Vocabulary
from elgrande.rules.parts import Frame, PlainFrame, plain
from elgrande.rules.position import canonical
from elgrande.rules.steps.disks import DisksFrame
from elgrande.rules.steps.turn import ActFrame, act_frame


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_code_reads_back(players: int) -> None:
    rules = rules_for(players)
    texts = rules.vocabulary.texts
    assert len(set(texts)) == len(texts)
    for code, text in enumerate(texts):
        assert rules.code(text) == code
        assert rules.text(code) == text
        assert rules.verb(code) == text.split()[0]
    for seat, colour in enumerate(rules.colours):
        for code in range(len(texts)):
            command = Command(seat, code)
            line = rules.format(command)
            assert line.startswith(colour + " ")
            assert rules.parse(line) == command


def test_codes_mean_the_same_at_every_table_of_as_many() -> None:
    """A code does not depend on the length of the game or on house rules that keep the deck."""
    assert rules_for(4).vocabulary.texts == rules_for(4, short=True).vocabulary.texts
    assert rules_for(4).vocabulary.texts == rules_for(4, own_caballero=False).vocabulary.texts


def test_the_verbs() -> None:
    """The issue's table: each verb is there, and each has at least one text."""
    rules = rules_for(5)
    assert set(rules.base) == {verb.name for verb in VERBS}
    for line in (
        "red power 9", "blue take 3", "blue fetch aragon", "green card 3-01",
        "white place castillo",
        "red special", "red option 2", "red pick blue aragon", "red put castillo",
        "blue send blue court", "red score castillo", "red scoreboard 840 castillo",
        "red scoreboard 400 seville", "red king valencia", "red grande old-castile",
        "red evacuate new-castile", "blue disk basque", "red recall 13", "blue veto", "blue let",
        "blue let-all", "red done", "red end",
    ):  # fmt: skip
        assert rules.format(rules.parse(line)) == line


def test_spaces_do_not_matter() -> None:
    rules = rules_for(4)
    assert rules.parse("  red   pick  blue\taragon ") == rules.parse("red pick blue aragon")


def test_what_is_secret() -> None:
    """Only the answering seat may know a disk or the card taken back, for now."""
    rules = rules_for(4)
    secret = {rules.verb(code) for code in range(len(rules.vocabulary.texts)) if
              rules.is_secret(code)}  # fmt: skip
    assert secret == {"disk", "recall"}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "'' does not play here; a command begins with red, blue, green, yellow"),
        ("white power 9", "'white' does not play here"),
        ("Red power 9", "'Red' does not play here"),
        ("power 9", "'power' does not play here"),
        ("red", "an empty line is not a command"),
        ("red  ", "an empty line is not a command"),
        ("red fly galicia", "there is no command 'fly'"),
        ("red power", "'power' does not work here; write it as 'power VALUE'"),
        ("red power 14", "'power' cannot name '14' in this game; write it as 'power VALUE'"),
        ("red power 9 9", "'power' cannot name '9 9' in this game"),
        ("red place paris", "'place' cannot name 'paris' in this game; write it as 'place PLACE'"),
        ("red pick aragon blue", "write it as 'pick KIND PLACE'"),
        ("red pick white aragon", "write it as 'pick KIND PLACE'"),
        ("red king castillo", "write it as 'king NODE'"),
        ("red grande castillo", "write it as 'grande HOME'"),
        ("red disk castillo", "write it as 'disk REGION'"),
        ("red card 9-99", "write it as 'card CARD'"),
        ("red veto now", "write it as 'veto'"),
        ("red power ９", "write it as 'power VALUE'"),
        ("red power 09", "write it as 'power VALUE'"),
    ],
)
def test_a_misspelt_command_gets_one_sentence(line: str, says: str) -> None:
    with pytest.raises(NotationError) as caught:
        rules_for(4).parse(line)
    message = str(caught.value)
    assert says in message
    assert "\n" not in message


def test_a_verb_cannot_be_declared_twice() -> None:
    with pytest.raises(NotationError, match="declared twice"):
        Vocabulary({}, [Verb("nod", ()), Verb("nod", ())])


# -- the text that digests are taken from is a promise; named frames must not show in it


class Grown(NamedTuple):
    step: str
    actor: int
    left: int
    ship: int = -1
    cargo: tuple[int, ...] = ()


class Fixed(NamedTuple):
    step: str
    actor: int
    left: int
    ship: int
    cargo: tuple[int, ...]


def test_it_is_written_as_it_always_was() -> None:
    start = Setup.of(2, seed=1).start()
    stack = [DisksFrame("disks", -1, 3, 1, PlainFrame("score_unique_disks", 0))]
    drawers = [(6, -1), None, (5, (1, 2), ())]
    state = State(start.rules, [0, 7], stack, (Held(4, 1, 9),), ((0, 6),), drawers)
    assert canonical(state) == (
        "([0, 7], [('disks', -1, 3, 1, ('score_unique_disks', 0))],"
        " (Held(card=4, owner=1, until=9),), ((0, 6),),"
        " [(6, -1), None, (5, (1, 2), ())])"
    )


def test_what_is_equal_is_written_alike_whichever_comes_first() -> None:
    start = Setup.of(2, seed=1).start()

    def written(frame: Frame, *board: int) -> str:
        return canonical(State(start.rules, [*board], [frame], (), (), start.drawers))

    for frame in (Grown("sail", 1, True), Grown("sail", 1, 1)):
        assert written(frame, True, 1).startswith("([1, 1], [('sail', 1, 1)],")
    # As tuples these are equal, and only one of them has fields that came later.
    assert written(Grown("row", 1, 0), 0).startswith("([0], [('row', 1, 0)],")
    assert written(Fixed("row", 1, 0, -1, ()), 0).startswith("([0], [('row', 1, 0, -1, ())],")


@pytest.mark.parametrize(
    ("frame", "values"),
    [
        (Grown("sail", 1, 0), ("sail", 1, 0)),
        (Grown("sail", 1, 0, 3), ("sail", 1, 0, 3)),
        (Grown("sail", 1, 0, -1, (2,)), ("sail", 1, 0, -1, (2,))),
    ],
)
def test_a_field_that_came_later_is_left_out_at_its_default(
    frame: Grown, values: tuple[object, ...]
) -> None:
    assert plain(frame) == values
    assert Grown(*values) == frame


def test_a_frame_that_comes_again_is_the_same_one() -> None:
    assert act_frame("act", 1, 2, 0, 0) is act_frame("act", 1, 2, 0, 0)
    assert type(act_frame("act", 1, 2, 0, 0)) is ActFrame


@pytest.mark.parametrize(
    "values", [(), ("sail", 0), ("act", 0), ("act", 0, 1, 0, 0, 0), (0, 1), (["act"], 0)]
)
def test_what_is_no_frame_of_the_game_is_not_named(values: tuple[object, ...]) -> None:
    rules = Setup.of(2, seed=1).ruleset()
    with pytest.raises(ValueError, match=r"^(there is no step|the step 'act' has no such frame)"):
        rules.named(values)
