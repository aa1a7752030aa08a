"""A sample of the many random games that ``many.py`` plays: none is stuck, none loses a piece."""

from __future__ import annotations

from many import many, schedule, sets

from elgrande.content.edition import edition, edition_ids

NUMBER = 200


def test_a_sample_of_many_games() -> None:
    played = many(NUMBER)
    assert [game for game in played if game.problem] == []
    # What a sample must meet to be one.
    assert {game.variant.edition for game in played} == set(edition_ids())
    for name in edition_ids():
        counts = {game.variant.players for game in played if game.variant.edition == name}
        assert counts == set(edition(name).ranks)
    met = {ids for game in played for ids in game.variant.expansions}
    assert met == {ids for name in edition_ids() for one in sets(name) for ids in one}


def test_the_whole_round_has_every_set_with_every_number() -> None:
    found = {(one.edition, one.expansions, one.players) for one in schedule()}
    assert found == {
        (name, ids, players)
        for name in edition_ids()
        for ids in sets(name)
        for players in edition(name).ranks
    }
    assert len(found) >= 4 * (2**6 + 1), "six mini expansions of 2023, in any combination"
