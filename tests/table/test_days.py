"""The game of the day: the same for everybody, and its results, sent round and read again."""

import random
from contextlib import suppress
from datetime import date, timedelta
from hashlib import blake2b
from textwrap import TextWrapper

import pytest
from playing import play

from chairs import inside
from elgrande.bots.bot import Request
from elgrande.bots.registry import PLAYS, make
from elgrande.bots.runner import BotProcess, chance
from elgrande.content.days import DAYS, day_key, game_of_the_day, games_of
from elgrande.content.files import ContentError
from elgrande.content.setup import PERSON, Setup
from elgrande.rules import Generator
from elgrande.table import Host, Refused, new_game
from elgrande.table.day_result import of_table, read_results, standings
from elgrande.table.host import bot_process

MONDAY = date(2026, 11, 23)
GAMES = [game for day in range(len(DAYS)) for game in games_of(day)]
ENOUGH, SIMULATIONS = 60, 4
"""Answers of each game that the digest is of, and how long they are thought about."""


def over(day: date, seed: int = 1, name: str = "Ana"):
    """A game of the day that was played to its end at random."""
    return play(new_game(game_of_the_day(day, name)), random.Random(seed))


def test_what_the_bots_play_has_not_changed():
    """Results are compared by ``PLAYS``: if this fails for a reason, write the new one there."""
    digest = blake2b(digest_size=5)
    for game in GAMES:
        setup = Setup.of(
            game.players[-1], 7, edition=game.edition, expansions=game.expansions, short=game.short
        )
        bots = [make(game.bot) for _ in setup.players]
        state, answered = setup.start(), 0
        while state.stack and answered < ENOUGH:
            seat = state.owing()[0]
            view, start = state.view(seat), Generator(chance(7, answered, seat))
            asked = Request(view, view.decision(seat), (), SIMULATIONS, start)
            code = bots[seat].choose(asked).code
            digest.update(f"{seat} {code} ".encode())
            state.apply(seat, code)
            answered += 1
    assert digest.hexdigest() == PLAYS


def test_every_game_of_every_day_begins():
    for game in GAMES:
        for players in game.players:
            new = Setup.of(
                players, 1, edition=game.edition, expansions=game.expansions, short=game.short
            )
            assert new.start().stack


def test_every_day_has_a_game_of_its_own_and_one_person():
    days = [game_of_the_day(MONDAY + timedelta(n), "Ana") for n in range(180)]
    assert len({setup.seed for setup in days}) == len(days)
    assert all([p.source for p in setup.players].count(PERSON) == 1 for setup in days)
    played = {(s.edition, s.expansions, s.short, s.players[0].source == PERSON) for s in days}
    # Each of them comes, with the person first and elsewhere.
    assert {each[:3] for each in played} == {(g.edition, g.expansions, g.short) for g in GAMES}
    assert {each[3] for each in played} == {True, False}


def test_the_name_changes_nothing_but_the_name():
    first, second = (game_of_the_day(MONDAY, name) for name in ("Ana", "Ben"))
    assert first != second
    assert day_key(first, "x") == day_key(second, "x")
    assert first.start().digest() == second.start().digest()
    assert day_key(first, "x") != day_key(first, "y")
    assert day_key(first, "x") != day_key(game_of_the_day(MONDAY + timedelta(7)), "x")


def test_it_is_known_as_a_game_of_the_day_when_it_is_read_again():
    setup = game_of_the_day(MONDAY)
    read = Setup.from_plain(setup.to_plain())
    assert read.day == setup.day == "2026-11-23"
    assert day_key(read, "x") == day_key(setup, "x")
    for day in ("2026-13-01", "20261123", "yesterday"):
        with pytest.raises(ContentError, match="is not a date; write one as 2026-11-26"):
            Setup.from_plain({**setup.to_plain(), "day": day})


def test_its_bots_think_a_number_of_simulations():
    for setup, timed in ((game_of_the_day(MONDAY), False), (Setup.of(3, 1), True)):
        runner = bot_process("steward", new_game(setup))
        assert isinstance(runner, BotProcess)
        assert (runner.seconds is not None) == timed
        runner.close()


def together(table, me, texts):
    """Give two answers as one gesture where that is possible."""
    try:
        table.send(me, texts[:2])
        return 2
    except Refused:
        table.send(me, texts[:1])
        return 1


def again(table, me, texts):
    """Give an answer, take it back if that is possible, and give it again."""
    table.send(me, texts[:1])
    with suppress(Refused):
        table.undo([me])
        table.send(me, texts[:1])
    return 1


@pytest.mark.parametrize("way", [together, again])
def test_the_same_moves_meet_the_same_bots(way):
    """Whoever answers in gestures, or takes something back, does not meet other bots."""
    rng, mine, lines = random.Random(3), [], []
    for usual in (True, False):
        table = new_game(game_of_the_day(MONDAY, "Ana"))
        me = next(seat for seat, player in enumerate(table.players) if player.source == PERSON)
        host, at = Host(table, inside), 0
        while at < 40:
            host.play_bots()
            if usual:
                mine.append(table.rules.text(rng.choice(table.state.legal(me))))
                table.send(me, mine[-1:])
                at += 1
            else:
                at += way(table, me, mine[at:])
        host.play_bots()
        host.close()
        assert usual or any(e.kind == "undo" or len(e.commands) > 1 for e in table.history.entries)
        lines.append([(e.seat, word) for e in table.history.line() for word in e.commands])
    assert lines[0] == lines[1]


# -- results -------------------------------------------------------------------------------------


def test_a_result_tells_place_points_and_course():
    for days in range(7):
        table = over(MONDAY + timedelta(days))
        me = next(seat for seat, p in enumerate(table.players) if p.source == PERSON)
        mine = table.state.score(me)
        lines = of_table(table)
        assert all(len(line) < 200 for line in lines)
        assert "Ana: " in lines[1]
        assert f" with {mine} points, " in lines[1]
        assert lines[1].count(" with ") == len(table.rules.scoring_rounds)
        (read,), problems = read_results("\n".join(lines))
        assert not problems
        others = [table.state.score(s) for s in range(table.rules.n_seats) if s != me]
        assert (read.name, read.points, read.ahead) == ("Ana", mine, mine - max(others))
        assert read.place == 1 + sum(each > mine for each in others)


def test_results_are_found_in_a_chat_and_slips_are_found():
    lines = of_table(over(MONDAY))
    whole = "\n".join(lines)
    chat = "Hi!\n\n" + "\n".join(f"  > <bob>  {line} " for line in lines) + "\nwhat a game\n"
    found, problems = read_results(whole + "\n" + chat)
    assert len(found) == 2
    assert not problems
    rng, told = random.Random(1), 0
    for _ in range(300):
        at = rng.randrange(len(whole))
        spoiled = whole[:at] + rng.choice("0123456789ax") + whole[at + 1 :]
        if spoiled == whole:
            continue
        found, problems = read_results(spoiled)
        assert not found, spoiled
        told += len(problems)
    assert told > 200
    assert read_results(lines[2]) == ([], [
        "line 1 ends a result that is not as it was written; copy its three lines once more"
    ])  # fmt: skip
    assert read_results("nothing\nat all") == ([], [])


def test_a_chat_may_break_lines_anywhere_between_words_or_not_at_all():
    lines = of_table(over(MONDAY))
    for width in (1, 24, 40, 72):
        whole = TextWrapper(width, break_long_words=False, break_on_hyphens=False)
        broken = [whole.wrap(line) for line in lines]
        told = [
            "\n".join(each for some in broken for each in some),
            "\n".join(f"> {each}" for some in broken for each in some),
            "\n".join(f"| {each}" for some in broken for each in some),
            "\n".join("\n  ".join([f"[12:03] Ana: {some[0]}", *some[1:]]) for some in broken),
            "\N{NO-BREAK SPACE}".join(each for some in broken for each in some),
        ]
        for text in told:
            (found,), problems = read_results(f"Hi!\n{text}\nwhat a game")
            assert not problems
            assert found.name == "Ana"
            assert read_results(text.replace("Ana: ", "Eva: ").replace("points", "points 1", 1))[1]


def test_a_name_may_read_like_the_beginning_of_a_result():
    (found,), problems = read_results("\n".join(of_table(over(MONDAY, name="El Grande of 1492"))))
    assert found.name == "El Grande of 1492"
    assert not problems


def test_only_what_can_be_compared_is():
    first, second = over(MONDAY), over(MONDAY, 2)
    week = over(MONDAY + timedelta(7))
    text = "\n".join("\n".join(of_table(table)) for table in (first, second, week))
    found, _ = read_results(text)
    said = list(standings(found))
    assert [line.startswith("The game of") for line in said] == [True, False, True, False]
    assert said[0].startswith(f"The game of {week.setup.day}")
    assert "Ana" in said[3]
    # The first that she sent counts.
    assert f"with {found[0].points} points" in said[3]
