"""A bot that answers at random: the fuzzer, and the least that a bot must beat."""

from __future__ import annotations

from elgrande.bots.bot import Answer, Request


class RandomBot:
    """Answers at random, every legal answer being equally likely."""

    wants_events = False

    def choose(self, request: Request) -> Answer:
        """Answer with any legal code."""
        return Answer(request.generator.choice(request.decision.codes))
