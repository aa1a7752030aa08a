"""The notation: every answer of every table has one text, which reads back."""

from __future__ import annotations

import pytest

from drawing import rules_for
from elgrande.rules import Command, NotationError
from elgrande.rules.commands import VERBS, Verb, Vocabulary


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
        ("red power 14", "'power 14' does not work here; write it as 'power VALUE'"),
        ("red power 9 9", "'power 9 9' does not work here"),
        ("red place paris", "'place paris' does not work here; write it as 'place PLACE'"),
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
