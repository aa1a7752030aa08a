"""Who speaks of whose plan to whom."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from elgrande.content.words import answer as label
from elgrande.content.words.names import Names, is_number, named, points

if TYPE_CHECKING:
    from elgrande.bots.bot import Request
    from elgrande.bots.planner import End, Path
    from elgrande.rules import Decision, Position, State

HARDLY = 0.1
"""A difference of fewer points is not told as one."""
SPOKEN = 155
"""So many characters are read in passing."""
READ = 690
"""So many characters are read by whoever has asked."""
_YOUR = re.compile(r"\byour\b")


class Voice(NamedTuple):
    """Who speaks of whose plan to whom: a bot of its own, or an adviser to the player."""

    names: Names
    seat: int
    private: bool
    decision: Decision | None = None
    """What is asked now: it says what numbered answers are."""

    @classmethod
    def of(cls, request: Request) -> Voice:
        """Return the voice in which a request is answered."""
        names = named(request.view.rules, request.names or None)
        return cls(names, request.seat, request.private, request.decision)

    @property
    def me(self) -> str:
        return "you" if self.private else "me"

    @property
    def i(self) -> str:
        return "you" if self.private else "I"

    @property
    def my(self) -> str:
        return "your" if self.private else "my"

    def instead(self, code: int) -> str:
        """Return another answer as it is said in passing."""
        rules = self.names.rules
        if rules.verb(code) == "card":
            return f"choose {self.card(code)}"
        now = self.decision is not None and code in self.decision.codes
        said = label(code, rules, self.names, self.decision if now else None)
        said = f"{said[:1].lower()}{said[1:]}"
        return said if self.private else _YOUR.sub("my", said)

    def card(self, code: int) -> str:
        """Return the action card that an answer chooses, as it is named in a sentence."""
        rules = self.names.rules
        name = rules.cards[code - rules.CARD].id
        said = self.names.card_id(name)
        return said if is_number(name) else f"the card {said}"

    def whom(self, seat: int) -> str:
        """Return a player, the speaker among them, after a preposition."""
        return self.me if seat == self.seat else self.names.seat(seat)


class Plan(NamedTuple):
    """What is planned: from where, by which answers, to where."""

    start: State
    path: Path
    end: Position

    @classmethod
    def of(cls, start: State, end: End) -> Plan:
        """Return the plan that leads to an end."""
        return cls(start, end.path, end.state)


class Rest(NamedTuple):
    """The second choice: its code, and how many points it is behind."""

    code: int
    behind: float


def on_others(worth: float, more: str = "") -> str:
    """Return how much is gained on the others, of one point at least: ``2 points more on ...``."""
    much = points(max(1, round(worth)))
    return f"about {much}{f' {more}' if more else ''} on the others"
