"""What holds of each of our expansions alike: what is refused, the table of many games, each new
kind of decision said, saved, undone and resumed, and stewards who play it.

What holds of every game there is, by whomever, is in ``tests/properties``.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import card_table
import colonies_drawn
import colonies_table
import grandissimo_drawn
import grandissimo_table
import hands_drawn
import pair_drawn
import pair_table
import pytest
from laid import choice
from tallied import Counts, ManyGames

from elgrande.bots.bot import Request
from elgrande.bots.steward import Steward
from elgrande.content.expansion import offered
from elgrande.content.files import ContentError
from elgrande.content.map.charts import charts
from elgrande.content.positions.layout import lay_out
from elgrande.content.positions.position_format import describe
from elgrande.content.setup import Setup
from elgrande.content.words import answer, prompt
from elgrande.rules import Generator, State
from elgrande.saves import Paths, Store
from elgrande.table import load, new_game, replay
from elgrande.table.saved_game import header

DEALT = {"hand": "dealt"}


@dataclass(frozen=True)
class Subject:
    """An expansion, or a pair of them, and what is particular in how it is tested."""

    ids: tuple[str, ...]
    setup: Callable[..., Setup]
    decisions: dict[str, Callable[[], State]]
    games: ManyGames
    seeds: tuple[int, ...]
    """Of games among those in which every position is looked at."""
    refused: tuple[tuple[dict[str, Any], str], ...]
    cut: dict[str, Any] = field(default_factory=dict)
    """House rules of the games that are cut everywhere."""


SUBJECTS = {
    "colonies": Subject(
        ("colonies",), colonies_drawn.game, colonies_drawn.DECISIONS, colonies_table.GAMES,
        (0, 3, 5),
        (({"expansions": ("colonies", "grandissimo")}, "cannot be combined with Grandissimo"),),
    ),
    "grandissimo": Subject(
        ("grandissimo",), grandissimo_drawn.game, grandissimo_drawn.DECISIONS,
        grandissimo_table.GAMES, (1, 2, 5),
        (
            ({"expansions": ("grandissimo", "intrigue")}, "cannot be combined with"),
            ({"house": {"leave-out": "gr-99"}}, "house rule 'leave-out' must be"),
        ),
        cut={"leave-out": "gr-11,gr-12"},
    ),
    "intrigue": Subject(
        ("intrigue",), hands_drawn.setup_of, hands_drawn.DECISIONS, card_table.GAMES, (1, 2, 7, 12),
        (
            ({"house": {"cards": 20}}, "house rule 'cards' must be one of 18, 31"),
            ({"house": {"cards": True}}, "house rule 'cards' must be one of 18, 31"),
            ({"house": {"hand": "stolen"}}, "house rule 'hand' must be one of chosen, dealt"),
        ),
        cut=DEALT,
    ),
    "king-colonies": Subject(
        pair_drawn.BOTH, pair_drawn.game, pair_drawn.DECISIONS, pair_table.GAMES, (1, 6),
        (
            ({"expansions": (*pair_drawn.BOTH, "grandissimo")},
             "cannot be combined with Grandissimo"),
            ({"expansions": ("colonies",), "house": {"cards": 31}},
             "there is no house rule 'cards'"),
        ),
        cut=DEALT,
    ),
}  # fmt: skip


def each(
    found: Callable[[Subject], Sequence[Any]], *, more_is_long: bool = False
) -> pytest.MarkDecorator:
    """Give a test every subject with each of what is found of it; ``value`` is that."""
    return pytest.mark.parametrize(
        ("subject", "value"),
        [
            pytest.param(
                subject, value, id=f"{name}-{value if isinstance(value, (str, int)) else at}",
                marks=[pytest.mark.long] if at and more_is_long else [],
            )
            for name, subject in SUBJECTS.items()
            for at, value in enumerate(found(subject))
        ],
    )  # fmt: skip


EVERY = pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
DECISION = each(lambda subject: [*subject.decisions])


# -- what can be played ------------------------------------------------------------------------


@EVERY
def test_it_is_offered_with_the_first_edition_alone(subject: Subject) -> None:
    assert {*subject.ids} <= {one.id for one in offered("1996")}
    assert not {*subject.ids} & {one.id for one in offered("2023")}


@each(lambda subject: [({"edition": "2023"}, "can only be played with 1996"), *subject.refused])
def test_what_cannot_be_played_is_refused_in_one_sentence(
    subject: Subject, value: tuple[dict[str, Any], str]
) -> None:
    others, says = value
    with pytest.raises(ContentError, match=f"^[^\n]*{says}[^\n]*$"):
        Setup.of(3, **{"seed": 1, "expansions": subject.ids, **others}).start()


# -- many games --------------------------------------------------------------------------------


@each(lambda subject: subject.seeds)
def test_in_a_game_of_the_table_all_holds_that_must(subject: Subject, value: int) -> None:
    assert subject.games.play(value, Counts()).over


@EVERY
def test_the_table_of_many_games_has_no_zero(subject: Subject) -> None:
    """Whatever can be done was offered, done, and left a mark."""
    lines = subject.games.file(subject.games.games).read_text(encoding="utf-8").splitlines()[1:]
    rows = {line.split(",")[0]: [int(n) for n in line.split(",")[1:]] for line in lines}
    assert rows.keys() == {*subject.games.rows}
    assert all(0 not in row for row in rows.values())
    assert all(offer >= done >= changed for offer, done, changed in rows.values())


@pytest.mark.long
@each(lambda subject: (subject.games.few,))
def test_the_first_random_games_lead_to_the_table(subject: Subject, value: int) -> None:
    assert subject.games.table(value) == subject.games.file(value).read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.whole
@each(lambda subject: (subject.games.games,))
def test_all_random_games_lead_to_the_table(subject: Subject, value: int) -> None:
    assert subject.games.table(value) == subject.games.file(value).read_text(encoding="utf-8")


@each(lambda subject: [(3, 40), (2, 9999), (4, 9999)], more_is_long=True)
def test_the_steward_plays_legally(subject: Subject, value: tuple[int, int]) -> None:
    players, answers = value
    state = subject.setup(players, 5, short=True).start()
    bot, chance = Steward(), Generator.seeded(5)
    while not state.over and answers:
        answers -= 1
        seat = state.owing()[0]
        view = state.view(seat)
        found = bot.choose(Request(view, view.decision(seat), (), 4, chance))
        assert state.is_legal(seat, found.code)
        state.apply(seat, found.code)
    assert state.over or not answers


# -- each new kind of decision -----------------------------------------------------------------


@DECISION
def test_it_is_said_and_written_and_read_again(subject: Subject, value: str) -> None:
    state = subject.decisions[value]()
    assert state.stack[-1].step == value.partition("-")[0]
    names = subject.setup(state.rules.n_seats).names()
    for seat in state.owing():
        decision = state.decision(seat)
        assert prompt(decision, state.rules, names).endswith(".")
        labels = [answer(code, state.rules, names, decision) for code in decision.codes]
        assert all(labels)
        assert len(set(labels)) == len(labels)
    assert lay_out(state.rules, json.loads(json.dumps(describe(state))), seed=1) == state


@DECISION
def test_a_save_of_it_loads_replays_and_undoes(
    subject: Subject, value: str, tmp_path: Path
) -> None:
    state = subject.decisions[value]()
    setup = subject.setup(state.rules.n_seats, position=describe(state), house={"undo": "free"})
    store = Store(Paths(tmp_path))
    played = new_game(setup, store.create("game", setup.ruleset().version, header(setup)))
    assert played.state.stack == state.stack
    seat = played.state.owing()[0]
    played.send(seat, [played.rules.text(played.state.legal(seat)[0])])
    played.undo([seat])
    assert played.state.stack == state.stack
    played.redo([seat])
    after = played.state.copy()
    played.close()
    assert load(store.open("game"), "game", None).state == after
    assert replay(store.read("game"), "game").state == after


@each(lambda _subject: (2, 3, 4, 5), more_is_long=True)
def test_a_game_is_cut_everywhere_and_resumed(subject: Subject, value: int, tmp_path: Path) -> None:
    store = Store(Paths(tmp_path))
    setup = subject.setup(value, 4, short=value < 4, house=subject.cut)
    rng = random.Random(4)
    played = new_game(setup, store.create("game", setup.ruleset().version, header(setup)))
    cut = set()
    while not played.over:
        for _ in range(rng.randrange(4, 30)):
            if not played.over:
                seat, code = choice(played.state, rng)
                played.send(seat, [played.rules.text(code)])
        played.close()
        cut.add(played.state.stack[-1].step if played.state.stack else "over")
        save = store.open("game")
        resumed = load(save, "game", save)
        assert resumed.state == played.state
        played = resumed
    played.close()
    assert len(cut) > 2


@EVERY
def test_arrows_lead_from_every_region_to_every_other(subject: Subject) -> None:
    rules = Setup.of(4, seed=1, expansions=subject.ids).ruleset()
    for size, chart in charts(rules).items():
        for start in chart.targets:
            reached, edge = {start}, [start]
            while edge:
                new = set(chart.walk[edge.pop()].values()) - reached
                reached |= new
                edge += new
            assert reached == set(chart.targets), (size, start)
