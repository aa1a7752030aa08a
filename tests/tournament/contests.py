"""Contests between bots of the game, small enough for a test."""

from __future__ import annotations

from typing import Any

from elgrande.content.setup import Setup
from elgrande.tournament.contest import Contest
from elgrande.tournament.statistics import GameResult, Pairing


def contest(*bots: str, players: int = 2, seed: int = 1, **others: Any) -> Contest:
    setup = Setup.of(players, seed=0, short=True)
    return Contest(setup, bots or ("steward", "random"), seed, **others)


def pairing(number: int, bots: tuple[str, ...], *scores: tuple[int, ...]) -> Pairing:
    """One game after the other, everybody moving on by one seat."""
    turned = [tuple(bots[(s - t) % len(bots)] for s in range(len(bots))) for t in range(len(bots))]
    return Pairing(number, tuple(map(GameResult, turned, scores)))
