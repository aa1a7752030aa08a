"""What the rest of a turn could lead to, played on copies of a sampled State.

One caballero at a time (``caballeros``), the turn is carried on with whatever
brings most; King, Grande, scoreboards, cards and the order of placing and acting
are tried out. The others' answers that are needed on the way are guessed.
``cut_turn`` makes the end of the turn the end of the program: the program
counter is data, so whoever looks ahead can shorten it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elgrande.bots import disks
from elgrande.bots.caballeros import ENOUGH, best, verb_table

if TYPE_CHECKING:
    from elgrande.bots.outlook import Outlook
    from elgrande.rules import Generator, State

KEPT = 5
"""Of more choices than this, only the best at first sight are followed to the end of the turn."""
LONGEST = 80
"""Answers after which a line is valued as it stands: no turn is as long."""


class Option(NamedTuple):
    """An answer, and what the position is worth once the turn has gone on from it."""

    worth: float
    code: int


def cut_turn(state: State, seat: int) -> State:
    """Shorten a State's program in place to the rest of a seat's turn, and return it.

    In somebody else's turn nobody can tell what comes next: there it is the
    rest of the special action, or the question alone.
    """
    stack = state.stack
    last = len(stack) - 1
    for at in range(last, -1, -1):
        frame = stack[at]
        if frame[0] == "action":
            last = min(last, at)
        elif frame[:2] == ("run", "turn"):
            del stack[: at if frame[3] == seat else last]
            return state
    del stack[:last]
    return state


class Planner:
    """Plays on for the seat of an Outlook.

    A ``brisk`` one does not try both orders of placing and acting: it places
    before a scoring, and acts first with any other card.
    """

    def __init__(self, outlook: Outlook, generator: Generator, *, brisk: bool = False) -> None:
        self.brisk = brisk
        self.outlook = outlook
        self.rules = outlook.rules
        self.seat = outlook.seat
        self.generator = generator
        self._outlooks = {self.seat: outlook}
        rules = self.rules
        self._moving = verb_table(rules)
        self._stops = frozenset((rules.DONE, rules.END, rules.LET, rules.LET_ALL))

    def options(self, state: State) -> list[Option]:
        """Rate the answers worth thinking of, best first; ``state`` is kept as it is.

        A single one is rated by what each caballero of its plan gains.
        """
        gain, lines = self._lines(state)
        if len(lines) == 1:
            return [Option(gain, lines[0][0])]
        found = []
        for codes in lines:
            worth, _ = self._try(state, codes)
            found.append(Option(worth, codes[0]))
        return sorted(found, key=lambda option: -option.worth)

    def play(self, state: State) -> tuple[float, State]:
        """Play on to the end of the program, in place; return the worth and the last State."""
        for _ in range(LONGEST):
            if not state.stack:
                break
            owing = state.owing()
            if self.seat not in owing:
                self.reply(state, owing[0])
                continue
            _, lines = self._lines(state)
            if len(lines) > 1:
                return max((self._try(state, codes) for codes in lines), key=lambda end: end[0])
            for code in lines[0]:
                state.apply(self.seat, code)
        return self.outlook.value(state), state

    def _try(self, state: State, codes: tuple[int, ...]) -> tuple[float, State]:
        after = state.copy()
        for code in codes:
            after.apply(self.seat, code)
        return self.play(after)

    def _lines(self, state: State) -> tuple[float, list[tuple[int, ...]]]:
        """Return what is worth trying, and what the best caballero gains.

        It is a single line where caballeros alone decide, else several.
        """
        codes = state.legal(self.seat)
        if len(codes) == 1:
            return 0.0, [tuple(codes)]
        if state.stack[-1][0] == "disks":
            region = disks.guess(self.outlook, state, self.seat, self.generator)
            return 0.0, [(self.rules.DISK + region,)]
        moves = [code for code in codes if self._moving[code]]
        stops = [code for code in codes if code in self._stops]
        choices = [c for c in codes if c not in self._stops and not self._moving[c]]
        gain = 0.0
        lines = []
        if moves:
            gain, first = best(self.outlook, state, moves)
            if gain > ENOUGH or not (stops or choices):
                lines.append(first)
            if lines and (not choices or self._places_first(state)):
                return gain, lines
            if self.brisk and choices:
                lines = []
        if len(choices) > KEPT:
            choices = self._glance(state, choices)
        lines += [(code,) for code in choices]
        if stops:
            lines.append((stops[0],))
        return gain, lines

    def _places_first(self, state: State) -> bool:
        """Say whether a brisk planner places before the special action here."""
        if not self.brisk or state.stack[-1][0] != "act":
            return False
        return self.rules.cards[state.stack[-1][2]].effect.startswith("score")

    def _glance(self, state: State, choices: list[int]) -> list[int]:
        """Keep the choices after which the board looks best."""
        rated = []
        for code in choices:
            after = state.copy()
            after.apply(self.seat, code)
            for _ in range(LONGEST):
                owing = after.owing()
                if not owing or self.seat in owing:
                    break
                self.reply(after, owing[0])
            rated.append((self.outlook.value(after), code))
        rated.sort(key=lambda pair: -pair[0])
        return [code for _, code in rated[:KEPT]]

    # -- the others --------------------------------------------------------

    def outlook_of(self, seat: int) -> Outlook:
        """Return how another seat sees the position that the own outlook was made from."""
        found = self._outlooks.get(seat)
        if found is None:
            found = self._outlooks[seat] = self.outlook.of(seat)
        return found

    def reply(self, state: State, seat: int) -> None:
        """Answer for another seat, in place: as its own points tell, and without its Vetos."""
        codes = state.legal(seat)
        rules = self.rules
        if state.stack[-1][0] == "disks":
            region = disks.guess(self.outlook, state, seat, self.generator)
            state.apply(seat, rules.DISK + region)
            return
        moves = [code for code in codes if self._moving[code]]
        stops = [code for code in codes if code in self._stops]
        code = codes[0]
        if stops:
            code = stops[-1]
        if moves and len(codes) > 1:
            gain, first = best(self.outlook_of(seat), state, moves)
            if gain > ENOUGH or not stops:
                code = first[0]
        state.apply(seat, code)
