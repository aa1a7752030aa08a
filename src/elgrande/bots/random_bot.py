"""A bot that answers at random: the fuzzer, and the least that a bot must beat."""

from __future__ import annotations

from elgrande.bots.bot import Answer, Request


class RandomBot:
    """Weakest: picks any legal answer at random.

    But it takes no answer back where it may: whoever marks and unmarks the cards of a hand at
    random is long about it.
    """

    wants_events = False

    def choose(self, request: Request) -> Answer:
        """Answer with any legal code that is no step back."""
        codes = request.decision.codes
        if request.decision.step == "choose_hand":
            rules = request.view.rules
            codes = tuple(code for code in codes if rules.verb(code) != "leave") or codes
        return Answer(request.generator.choice(codes))
