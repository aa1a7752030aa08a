"""What goes over the wire: nothing that is not one's own, and nothing that changes what is not."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import two_worlds
from elgrande.lobby import GameWish, SeatWish
from over_ssh.server import Host
from random_messages import some_message

if TYPE_CHECKING:
    from over_ssh.figures import Figures


AT_ONCE = 120
"""Messages of one line: of more changes in a moment it would be refused all."""


def worlds(figures: Figures, lines: int) -> None:
    """Two worlds over all variants (``two_worlds``): what differs is what somebody could read."""
    every, seed = two_worlds.variants(), 0
    kinds: Counter[str] = Counter()
    differed: list[str] = []
    while kinds.total() < lines or seed < len(every):
        variant = every[seed % len(every)]
        more, found = two_worlds.compare(variant, -(-lines // (2 * len(every))), seed)
        kinds += more
        differed += found
        seed += 1
    print(*differed[:20], sep="\n", end="\n" if differed else "")
    figures.report("two worlds: messages", kinds.total(), "")
    figures.report("two worlds: variants", len(every), "")
    figures.report("two worlds: answers that differed", len(differed), "", 0)


def pelting(figures: Figures, number: int) -> None:
    """Random messages of a spectator, a guest and a stranger, at a game of two others."""
    chance = random.Random(number)
    with Host() as host:
        ana = host.come("ana")
        wish = GameWish("1996", (SeatWish("red", "me"), SeatWish("blue", "anybody")))
        game = ana.make(wish).game.name
        host.come("bo").join(game)
        save = host.home / "saves" / f"{game}.toml"
        chair = ana.sit(game)
        words = [*chair.rules.vocabulary.texts]
        before, looks = save.read_bytes(), [chair.update()]
        refused, strangers = 0, ("eve", "mallory", "guest")
        for n in range(number):
            if n % AT_ONCE == 0:
                line = host.come(strangers[n // AT_ONCE % len(strangers)])
                line.watch(game)
            message = some_message(chance, game, words)
            if message["ask"] == "close":
                continue
            answer = line.line.ask(message)
            refused += "refused" in answer or "failed" in answer
            if n % AT_ONCE == AT_ONCE - 1:
                line.close()
        looks.append(chair.update())
        changed = save.read_bytes() != before or looks[0].view != looks[1].view
    figures.report(f"{number} random messages of spectators and strangers: refused", refused, "")
    figures.report(f"{number} random messages: that changed something", changed, "", 0)
